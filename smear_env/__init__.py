"""Smear environments: `smear_v0`."""

from smear_env.registration import register_gymnasium, register_pettingzoo

register_gymnasium()
register_pettingzoo()
