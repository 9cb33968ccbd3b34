"""Tests of what the games share."""
