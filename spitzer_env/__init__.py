"""Spitzer environments: two-trump Spitzer is `spitzer_v0`."""
