"""Two-trump Spitzer."""

from spitzer_env.game import SpitzerGame

vector_env = SpitzerGame
