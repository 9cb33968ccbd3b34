"""The rule sets of the one Spitzer game; their classes have the same properties of a table."""

from __future__ import annotations

from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rules import TwoTrumpRules

SpitzerRules = TwoTrumpRules | MichiganRules
