"""Checks that take a factory, for reuse by the tests of every game."""
