"""Tests of the Spitzer games."""
