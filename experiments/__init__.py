"""Runnable programs: training, tournaments, playing in the terminal."""
