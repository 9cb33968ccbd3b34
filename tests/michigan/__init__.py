"""Tests of Michigan Spitzer."""
