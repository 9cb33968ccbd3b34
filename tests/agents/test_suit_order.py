"""A network that sees suits in an order of its own plays equal deals equally, to the bit."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch

from agents.checkpoint import load_checkpoint, save_checkpoint
from agents.network import ActorCritic, policy_logits, state_values
from agents.suit_order import SuitTables, suit_tables
from agents.tensor_file import pack, unpack
from smear_env.actions import ACTION_IDS, ACTION_NAMES
from smear_env.game import SmearGame
from spitzer_env.game import SpitzerGame

# The suits C S H D go to these, place by place: all that keep black and red apart.
ORDERS = ["CSHD", "CSDH", "SCHD", "SCDH", "HDCS", "HDSC", "DHCS", "DHSC"]


def tables_of(game: SmearGame) -> SuitTables:
    tables = suit_tables(game)
    assert tables is not None
    return tables


def make_network(game: SmearGame) -> ActorCritic:
    scales = game.layout.scales, game.layout_all.scales
    return ActorCritic(
        *scales,
        game.num_actions,
        (32, 16),
        num_cards=game.num_cards,
        auxiliary=True,
        sides=False,
        suits=tables_of(game),
    )


def renamed(action: int, order: str) -> int:
    """The id of an action once clubs are called `order[0]`, and so on."""
    name = ACTION_NAMES[action]
    if name in ("BJ", "LJ", "pass") or name.startswith("bid"):
        return action
    return ACTION_IDS[name[:-1] + order["CSHD".index(name[-1])]]


def ids_after(order: str) -> npt.NDArray[np.int64]:
    return np.array([renamed(action, order) for action in range(len(ACTION_NAMES))])


def deal_text(game: SmearGame, row: int, ids: npt.NDArray[np.int64]) -> str:
    """The deal of `row` with its suits renamed."""
    cards = [ACTION_NAMES[ids[card]] for card in game.state.order[row]]
    hands = [" ".join(cards[10 * seat : 10 * seat + 10]) for seat in range(4)]
    return " | ".join(hands)


@pytest.mark.parametrize("order", ORDERS)
def test_equal_deals_are_played_equally(order: str) -> None:
    ids = ids_after(order)
    game, twin = SmearGame(64, seed=5, autoreset=False), SmearGame(64, autoreset=False)
    dealers = [int(dealer) for dealer in game.state.dealer]
    twin.reset(deals=[deal_text(game, row, ids) for row in range(64)], dealers=dealers)
    network = make_network(game)
    equal, draws = [], np.random.default_rng(0)
    while game.seat.max() >= 0:
        assert np.array_equal(game.legal, twin.legal[:, ids])
        mine, theirs = (
            policy_logits(network, game.observe()),
            policy_logits(network, twin.observe()),
        )
        equal.append((mine == theirs[:, ids]).all(axis=1))
        actions = np.where(game.legal, draws.random(game.legal.shape), -1).argmax(axis=1)
        game.step(actions)
        twin.step(ids[actions])
    # but for hands with equal holdings in two suits, which may be taken in either order
    assert np.mean(equal) > 0.8
    assert np.mean(equal[:5]) > 0.95


def test_the_tables_are_the_orders_that_keep_colours_apart() -> None:
    tables = tables_of(SmearGame(1))
    expected = sorted(ids_after(order).tolist() for order in ORDERS)
    assert sorted(tables.actions.astype(int).tolist()) == expected


CLUBS = "2C 3C 4C 5C 8C 9C TC JC QC KC"
DIAMONDS = "3D 4D 5D 6D 7D 8D 9D TD QD KD"


def test_trump_and_its_colour_stand_first_and_the_longer_of_the_others_next() -> None:
    game = SmearGame(1, autoreset=False)
    hands = f"AH KH QH JH 2D 3S 4S 5S 6C 7C | {CLUBS} | 7S 8S 9S TS JS QS KS AS BJ LJ | {DIAMONDS}"
    game.reset(deals=[hands], dealers=[3])
    for name in ("bid 4", "pass", "pass", "pass", "trump H"):
        game.step([ACTION_IDS[name]])
    suits = make_network(game).suits
    assert suits is not None
    actor_sees, _ = suits.of_seat(torch.from_numpy(game.observe()))
    critic_sees = suits.of_critic(torch.from_numpy(game.observe_all()))
    for layout, row in ((game.layout, actor_sees[0]), (game.layout_all, critic_sees[0])):
        seen = layout.decode(row.numpy())
        assert seen["trump"] == ["C"]
        assert " ".join(sorted(seen["hand"])) == "2S 3H 4H 5H 6D 7D AC JC KC QC"
        assert seen["own_trumps"] == ["A", "K", "Q", "J"]


def test_before_trump_is_named_the_longest_suit_stands_first() -> None:
    game = SmearGame(1, autoreset=False)
    hands = f"2H 3H 4H 5H 6H AD AS KS QS AC | {CLUBS} | 7S 8S 9S TS JS TH 3S 2S BJ LJ | {DIAMONDS}"
    game.reset(deals=[hands], dealers=[3])
    suits = make_network(game).suits
    assert suits is not None
    rows, _ = suits.of_seat(torch.from_numpy(game.observe()))
    seen = game.layout.decode(rows[0].numpy())
    assert " ".join(sorted(seen["hand"])) == "2C 3C 4C 5C 6C AD AH AS KH QH"


def test_games_whose_suits_differ_have_no_tables() -> None:
    assert suit_tables(SpitzerGame(1)) is None
    assert suit_tables(SmearGame(1, history=True)) is None


def test_the_tables_are_saved_with_the_weights(tmp_path: Path) -> None:
    game = SmearGame(16, seed=2)
    network = make_network(game)
    file = tmp_path / "a.safetensors"
    save_checkpoint(file, network, game)
    again = load_checkpoint(file, game).network
    assert again.shape == network.shape
    assert again.shape.suit_orders == 8
    assert np.array_equal(
        policy_logits(again, game.observe()), policy_logits(network, game.observe())
    )
    everything = game.observe_all()
    assert np.array_equal(state_values(again, everything), state_values(network, everything))


@pytest.mark.parametrize("name", ["columns", "critic_columns", "actions"])
def test_tables_that_hold_no_orders_are_refused(tmp_path: Path, name: str) -> None:
    game = SmearGame(1)
    file = tmp_path / "a.safetensors"
    save_checkpoint(file, make_network(game), game)
    arrays, facts = unpack(file.read_bytes())
    arrays[f"network/suits.{name}"][3, 0] = 5000
    file.write_bytes(pack(arrays, facts))
    with pytest.raises(ValueError, match=rf"'network/suits.{name}' holds no orders"):
        load_checkpoint(file, game)
