"""Spitzer environments: two-trump Spitzer is `spitzer_v0`, the 14-trump game `michigan_v0`."""

from spitzer_env.registration import register_gymnasium, register_pettingzoo

register_gymnasium()
register_pettingzoo()
