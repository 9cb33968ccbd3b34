"""Tests, in the folders of the sources that they test."""
