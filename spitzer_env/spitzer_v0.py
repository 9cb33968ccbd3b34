"""Two-trump Spitzer."""

from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules

Rules = TwoTrumpRules
vector_env = SpitzerGame
