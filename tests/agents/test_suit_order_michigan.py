"""In Michigan Spitzer the fail suits are alike, and a network sees them in an order of its own."""

from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest
import torch

from agents.network import ActorCritic, policy_logits, state_values
from agents.suit_order import suit_tables
from spitzer_env import michigan_v0
from spitzer_env.actions import ACTION_IDS, ACTION_NAMES
from spitzer_env.game import SpitzerGame

ORDERS = ["".join(order) for order in permutations("CSH")]  # clubs, spades, hearts go to these


def make_network(game: SpitzerGame) -> ActorCritic:
    tables = suit_tables(game)
    assert tables is not None
    scales = game.layout.scales, game.layout_all.scales
    return ActorCritic(*scales, game.num_actions, (32, 16), auxiliary=True, suits=tables)


def renamed(name: str, order: str) -> str:
    """A fail card or its call in another suit; trumps and what names no suit stay (MI3, MI4)."""
    rank, suit = name[-2:]
    if rank in "QJ" or suit not in "CSH":
        return name
    return name[:-1] + order["CSH".index(suit)]


def ids_after(order: str) -> npt.NDArray[np.int64]:
    return np.array([ACTION_IDS[renamed(name, order)] for name in ACTION_NAMES])


def deals_of(game: SpitzerGame, ids: npt.NDArray[np.int64]) -> list[str]:
    """The deals of `game` with their fail suits renamed."""
    deals = []
    for hands in game.state.hands.tolist():
        cards = [[card for card in range(32) if hand >> card & 1] for hand in hands]
        deals.append(
            " | ".join(" ".join(ACTION_NAMES[ids[card]] for card in hand) for hand in cards)
        )
    return deals


def test_the_tables_are_the_orders_of_the_fail_suits() -> None:
    tables = suit_tables(michigan_v0.vector_env(1))
    assert tables is not None
    expected = sorted(ids_after(order).tolist() for order in ORDERS)
    assert sorted(tables.actions.astype(int).tolist()) == expected


@pytest.mark.parametrize("order", ORDERS)
def test_equal_deals_are_played_equally(order: str) -> None:
    ids = ids_after(order)
    game = michigan_v0.vector_env(64, seed=5, autoreset=False)
    twin = michigan_v0.vector_env(64, autoreset=False)
    twin.reset(deals=deals_of(game, ids), dealers=[int(dealer) for dealer in game.state.dealer])
    network = make_network(game)
    equal, worth, draws = [], [], np.random.default_rng(0)
    while game.seat.max() >= 0:
        assert np.array_equal(game.legal, twin.legal[:, ids])
        mine, theirs = (policy_logits(network, each.observe()) for each in (game, twin))
        equal.append((mine == theirs[:, ids]).all(axis=1))
        values = [state_values(network, each.observe_all()) for each in (game, twin)]
        worth.append(values[0] == values[1])
        actions = np.where(game.legal, draws.random(game.legal.shape), -1).argmax(axis=1)
        game.step(actions)
        twin.step(ids[actions])
    # but for equal holdings in two suits, which may be taken in either order
    assert np.mean(equal) > 0.8
    assert np.mean(worth) > 0.8


def sees(game: SpitzerGame) -> list[dict[str, list[str]]]:
    """What actor and critic see of the one row of `game`."""
    suits = make_network(game).suits
    assert suits is not None
    actor, _ = suits.of_seat(torch.from_numpy(game.observe()))
    critic = suits.of_critic(torch.from_numpy(game.observe_all()))
    rows = (game.layout, actor), (game.layout_all, critic)
    return [layout.decode(row[0].numpy()) for layout, row in rows]


HANDS = (
    "QC QS 7D TH 9H AS KS 8D | JC JS AC TC KC 9C TD KD"
    " | AH KH 8H TS 9S QH JH 9D | QD JD AD 8C 7C 7H 8S 7S"
)


def test_the_called_suit_stands_first_then_the_suit_led_then_the_longest() -> None:
    game = michigan_v0.vector_env(1, autoreset=False)
    game.reset(deals=[HANDS], dealers=[3])
    for seen in sees(game):  # two hearts, two spades; the spades are higher
        assert " ".join(sorted(seen["hand"])) == "7D 8D 9S AC KC QC QS TS"
    for name in ("call AH", "pass", "pass", "pass"):
        game.step([ACTION_IDS[name]])
    for seen in sees(game):
        assert seen["called"] == ["AC"]
        assert " ".join(sorted(seen["hand"])) == "7D 8D 9C AS KS QC QS TC"
    game.step([ACTION_IDS["AS"]])
    for seen in sees(game):  # spades are led; the longer clubs of this hand come last
        assert seen["led_group"] == ["S"]
        assert " ".join(sorted(seen["hand"])) == "9H AH JC JS KD KH TD TH"
