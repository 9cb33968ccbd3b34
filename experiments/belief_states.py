"""Deals as one seat of each saw them: what it could believe of the sides at its every card.

An agent plays all seats of a deal. One seat, drawn by the deal, observes: at each of its cards are
kept the true sides, what follows from its own cards and the announcements (`prior`), what the cards
played leave besides (`rule`), what who knows the policy believes (`policy`), and what a trained
network says (`head`) and has in its last layer.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from agents.belief import Beliefs, before_play
from agents.belief_heads import NetworkReader, nearest_sides
from agents.belief_measures import place_losses
from agents.belief_policy import PolicyBeliefs, outspoken
from agents.network import ActorCritic
from agents.placings import Floats
from agents.policy_agent import PolicyAgent
from agents.protocol import Agent
from spitzer_env.information import InformationState
from spitzer_env.state import Phase
from trick_taking.cards import Cards, contains
from trick_taking.counter import random_keys
from trick_taking.seat_view import SeatView
from trick_taking.view import View

_OBSERVER, _WORLDS = 0x6F627376, 0x776F726C  # what a draw decides
SIDES_FIELD = "true_trump_side"  # of the privileged observation


@dataclass
class States:
    """N states of several deals; an array of a belief that there is not has no columns.

    deal: (N,) number; trick: (N,) 1 for the first; role: (N,) by the two cards that decide the
    sides, 0 the first, 1 the second, 2 both, 3 neither; truth: (N,) set of the declaring seats
    prior, rule, policy, head: (N, 2**S) chances of these sets, float64
    effective: (N, 1) effective sample size of `policy`; features: (N, H) float32
    rule_places, head_places: (N, 2) log-losses of where the cards of the others lie, added up, and
        how many these are, of the rules' belief and of a network's head
    """

    deal: npt.NDArray[np.int64]
    trick: npt.NDArray[np.int64]
    role: npt.NDArray[np.int64]
    truth: npt.NDArray[np.int64]
    prior: Floats
    rule: Floats
    policy: Floats
    head: Floats
    effective: Floats
    features: npt.NDArray[np.float32]
    rule_places: Floats
    head_places: Floats

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Those of all parts, in order."""
        names = [one.name for one in fields(cls)]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    @classmethod
    def read(cls, file: Path) -> Self:
        """What `as_bytes` gave; ValueError for a file that holds something else."""
        try:
            with np.load(file, allow_pickle=False) as page:
                return cls(*(page[one.name] for one in fields(cls)))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ValueError(f"{file} holds no beliefs: {error}") from error

    def as_bytes(self) -> bytes:
        """An npz file."""
        page = io.BytesIO()
        np.savez_compressed(page, **{one.name: getattr(self, one.name) for one in fields(self)})
        return page.getvalue()


class Observer:
    """Watches games that `agent` plays with itself.

    worlds: for the belief of who knows the policy; 0, or an agent that does not tell it: none
    """

    def __init__(self, model: Any, agent: Agent, worlds: int, tremble: float) -> None:
        self.agent, self.beliefs = agent, Beliefs(model)
        policy = outspoken(agent, tremble) if worlds else None
        self.policy = None if policy is None else PolicyBeliefs(model, policy, worlds)
        trained = isinstance(agent, PolicyAgent) and isinstance(agent.network, ActorCritic)
        self.network = agent if trained and isinstance(agent, PolicyAgent) else None

    def watch(self, game: Any, deals: range, seed: int) -> States:
        """The states of fresh `deals`, one a row of `game`, which are played to their end."""
        numbers = np.array(deals)
        keys = random_keys(_OBSERVER, seed, numbers)
        place = (keys % np.uint64(game.rules.seats_playing)).astype(np.int64)
        observers = (game.state.dealer + 1 + place) % game.num_seats  # SPV6: not who sits out
        views, truths, hands, seen = [], [], [], []
        while game.legal.any():
            view = game.view()
            rows = np.flatnonzero((game.seat == observers) & (game.state.phase == Phase.PLAY))
            if len(rows):
                views.append(view.select(rows))
                truths.append(true_sides(game)[rows])
                look = SeatView(game.state.seat, game.num_seats)
                hands.append(look.by_seat(game.state.hands)[rows, 1:])
                seen.append(numbers[rows])
            game.step(self.agent.act(view))
        cards = game.tables.side_cards
        rest = (np.concatenate(parts) for parts in (seen, truths, hands))
        return self._believe(views, cards, *rest)

    def _believe(
        self,
        views: Sequence[View[InformationState]],
        cards: Sequence[int],
        deals: npt.NDArray[np.int64],
        truth: npt.NDArray[np.int64],
        hands: Cards,
    ) -> States:
        """What there is to believe at all `views`; asked together, which is faster."""
        info = _joined([view.information_state for view in views])
        rule = self.beliefs.sides(info).chances
        policy = effective = head = head_places = np.zeros((len(deals), 0))
        features = np.zeros((len(deals), 0), np.float32)
        if self.policy is not None:
            keys = np.concatenate([view.keys for view in views])
            found = self.policy.sides(info, random_keys(keys, _WORLDS))
            policy, effective = found.chances, found.effective[:, None]
        if self.network is not None:
            observe = self.network.observe
            seen = [
                view.observation if observe is None else observe(view.information_state)
                for view in views
            ]
            features, told, places = NetworkReader(self.network).read(np.concatenate(seen))
            head = head if told is None else nearest_sides(rule, told)
            head_places = head_places if places is None else place_losses(places, hands)
        return States(
            deal=deals,
            trick=info.tricks_played.astype(np.int64) + 1,
            role=_roles(info, cards),
            truth=truth,
            prior=self.beliefs.sides(before_play(info)).chances,
            rule=rule,
            policy=policy,
            head=head,
            effective=effective,
            features=features,
            rule_places=place_losses(self._places(info, hands.shape[1]), hands),
            head_places=head_places,
        )

    def _places(self, info: InformationState, others: int) -> Floats:
        """(N, C, S - 1) by the rules; a place that is not a hand holds no card of these games."""
        return self.beliefs.places(info).chances[:, :, :others]


def _joined(parts: Sequence[InformationState]) -> InformationState:
    """The information states of all parts, in order."""
    arrays = [part.arrays() for part in parts]
    return type(parts[0])(
        **{name: np.concatenate([own[name] for own in arrays]) for name in arrays[0]}
    )


def true_sides(game: Any) -> npt.NDArray[np.int64]:
    """(G,) the set of seats, relative to the one to act, that really declare."""
    seats = game.observe_all()[:, game.layout_all.slices[SIDES_FIELD]].astype(np.int64)
    return (seats << np.arange(game.num_seats)).sum(axis=1)


def _roles(info: Any, cards: Sequence[int]) -> npt.NDArray[np.int64]:
    """(N,) 0 for who was dealt the first card, 1 the second, 2 both, 3 neither."""
    dealt = info.hand | info.played[:, 0]
    first, second = (contains(dealt, np.array(card)) for card in cards)
    return np.select([first & second, first, second], [2, 0, 1], 3).astype(np.int64)
