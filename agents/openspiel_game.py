"""Two-trump Spitzer with 2 cards each (SPV7) as a Python game of OpenSpiel, and its twin.

    import agents.openspiel_game                                  # registers it
    game = pyspiel.load_game("python_spitzer")                    # sides are secret
    twin = pyspiel.load_game("python_spitzer", {"public_teams": True})

Needs the extra `openspiel`. The states walk on the tree of agents/exact_game.py, which was grown
through the core, so no rule stands here. One chance node deals; moves without a choice are taken
by themselves. Actions are those of `spitzer_v0`, units are returned at the end, and a string of an
information state says in card text all that the seat knows.

`GivenPolicy` hands a policy on the tree to OpenSpiel's algorithms, `nash_conv` for instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.policy import Policy

from agents.exact_game import FORCED, ExactGame, Reals, grow
from spitzer_env.actions import ACTION_NAMES, NUM_ACTIONS
from spitzer_env.rules import TwoTrumpRules

NAME = "python_spitzer"
PARAMETERS = {"public_teams": False, "solo": True}
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Two-trump Spitzer with two cards each",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=4,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification=PARAMETERS,
)


class Walk:
    """The tree as states walk on it: one for all of them, so a copy of a state shares it."""

    def __init__(self, tree: ExactGame) -> None:
        self.tree = tree
        self.num_layers = len(tree.layers)

    def __deepcopy__(self, memo: dict[int, Any]) -> Walk:
        return self

    def on(self, depth: int, node: int) -> tuple[int, int]:
        """Layer and node of the next choice from here on; past the last layer an end."""
        layers = self.tree.layers
        while depth < self.num_layers and layers[depth].infosets[node] == FORCED:
            depth, node = depth + 1, int(layers[depth].first_child[node])
        return depth, node

    def infoset(self, depth: int, node: int) -> int:
        """Of a node with a choice."""
        return int(self.tree.layers[depth].infosets[node])

    def actions(self, infoset: int) -> list[int]:
        """Its legal actions, by id."""
        first, end = self.tree.set_choice[infoset : infoset + 2]
        return [int(action) for action in self.tree.action[first:end]]


class SpitzerSpielGame(pyspiel.Game):
    """The game; `tree` stands for that of the parameters, for instance one of fewer deals."""

    def __init__(
        self, params: Mapping[str, Any] | None = None, tree: ExactGame | None = None
    ) -> None:
        chosen = PARAMETERS | dict(params or {})
        if tree is None:
            tree = grow(TwoTrumpRules(cards_each=2, solo=chosen["solo"]), chosen["public_teams"])
        self.walk = Walk(tree)
        info = pyspiel.GameInfo(
            num_distinct_actions=NUM_ACTIONS,
            max_chance_outcomes=len(tree.deals),
            num_players=4,
            min_utility=float(-tree.rules.largest_stake),
            max_utility=float(tree.rules.largest_stake),
            utility_sum=0.0,
            max_game_length=len(tree.layers),
        )
        super().__init__(_TYPE, info, chosen)

    def new_initial_state(self) -> SpitzerSpielState:
        """Before the deal."""
        return SpitzerSpielState(self, self.walk)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Onlooker:
        """Text alone, no tensor."""
        return Onlooker()


class Onlooker:
    """What a seat knows, as text."""

    tensor: None = None
    dict: ClassVar[Mapping[str, Any]] = {}

    def set_from(self, state: SpitzerSpielState, player: int) -> None:
        """Nothing: there is no tensor."""

    def string_from(self, state: SpitzerSpielState, player: int) -> str:
        """The string of the information state."""
        return state.information_state_string(player)


class SpitzerSpielState(pyspiel.State):
    """A node of the tree; `depth` is -1 before the deal."""

    def __init__(self, game: SpitzerSpielGame, walk: Walk) -> None:
        super().__init__(game)
        self.walk, self.depth, self.node, self.deal = walk, -1, 0, 0

    @property
    def infoset(self) -> int:
        """Of the seat to act."""
        return self.walk.infoset(self.depth, self.node)

    def current_player(self) -> int:
        """The seat to act."""
        if self.depth < 0:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.walk.tree.set_seat[self.infoset])

    def is_terminal(self) -> bool:
        """Whether all cards are played."""
        return self.depth == self.walk.num_layers

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal."""
        return [(deal, self.walk.tree.chance) for deal in range(len(self.walk.tree.deals))]

    def _legal_actions(self, player: int) -> list[int]:
        return self.walk.actions(self.infoset)

    def _apply_action(self, action: int) -> None:
        if self.depth < 0:
            self.deal, (self.depth, self.node) = action, self.walk.on(0, action)
            return
        child = int(self.walk.tree.layers[self.depth].first_child[self.node])
        place = self.walk.actions(self.infoset).index(action)
        self.depth, self.node = self.walk.on(self.depth + 1, child + place)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.walk.tree.deals[action]
        return ACTION_NAMES[action]

    def information_state_string(self, player: int | None = None) -> str:
        """What the seat to act knows, or `player`: the cards it was dealt and the record.

        At the end the record is that of the choices alone.
        """
        seat = self.current_player() if player is None else player
        if self.depth < 0:
            return ""
        tree = self.walk.tree
        if self.is_terminal():
            record = "over; " + ", ".join(ACTION_NAMES[action] for action in self.history()[1:])
        elif seat == self.current_player():
            return tree.set_texts[self.infoset]
        else:
            _, _, record = tree.set_texts[self.infoset].partition("; ")
        return f"seat {seat} holds {tree.deals[self.deal].split(' | ')[seat]}; {record}"

    def returns(self) -> list[float]:
        """The units of each seat, 0 before the end."""
        if not self.is_terminal():
            return [0.0] * 4
        return [float(units) for units in self.walk.tree.units[self.node]]

    def __str__(self) -> str:
        return f"{self.depth} {self.node}"


class GivenPolicy(Policy):
    """A policy (E,) on the tree of `game`, as OpenSpiel asks for it."""

    def __init__(self, game: SpitzerSpielGame, policy: Reals) -> None:
        super().__init__(game, list(range(4)))
        self.walk, self.policy = game.walk, np.asarray(policy, np.float64)

    def action_probabilities(
        self, state: SpitzerSpielState, player_id: int | None = None
    ) -> dict[int, float]:
        """The probability of each legal action of the seat to act."""
        infoset = state.infoset
        first, end = self.walk.tree.set_choice[infoset : infoset + 2]
        chances = self.policy[first:end].tolist()
        return dict(zip(self.walk.actions(infoset), chances, strict=True))


pyspiel.register_game(_TYPE, SpitzerSpielGame)
