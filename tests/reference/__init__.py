"""Slow scalar games written from the rules pages alone; they import nothing of the product."""
