"""Tests of Smear."""
