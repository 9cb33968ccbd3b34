"""Nothing a seat may not know reaches what it is shown.

From a random position the cards that the seat to act cannot see are exchanged among the other
seats, so that every action of the public record stays lawful. The exchanged deal is injected into
a fresh environment, the record is played again, and no byte of what that seat is shown may differ:
observation, mask, information state, keys, turn order, rewards; in the AEC environment infos too.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from spitzer_env import spitzer_v0
from spitzer_env.spitzer_v0 import Rules
from tests.reference.spitzer import PACK, ReferenceDeal, group, write_hands
from tests.spitzer.tables import IDS
from tests.spitzer.test_against_reference import random_hands

SETTINGS: list[dict[str, Any]] = [
    {},
    {"history": True},
    {"rules": {"solo": False}},
    {"rules": {"trump_lead_must_follow": False}, "history": True},
    {"rules": {"players": 5}, "history": True},
    {"rules": {"revoke": "lose_deal"}},
    {"rules": {"revoke": "fine_4", "trump_lead_must_follow": False}},
    {"rules": {"double_spitzer": True}, "episode": "match", "rewards": "relative"},
]
PAIRS_A_SETTING = 1250  # 10,000 in all
SOLO_PAIRS_A_SETTING = 250
ENV_PAIRS_A_SETTING = 25


class Pair(NamedTuple):
    """Two deals that the seat to act cannot tell apart after the actions of one public record."""

    dealer: int
    first: list[list[str]]
    second: list[list[str]]
    actions: list[str]
    viewer: int


def is_alone(hands: list[list[str]]) -> bool:
    return any("QC" in hand and "7D" in hand for hand in hands)


def trumps_are_open(deal: ReferenceDeal, hands: list[list[str]]) -> bool:
    """Whether the seat to act may take the deal for a silent solo and for a 2 v 2."""
    if deal.solo_seat is not None or {"QC", "7D"} & set(hands[deal.seat]):
        return False
    played = {action for _, action in deal.history}
    return not {"QC", "7D"} <= played


def forbidden_groups(deal: ReferenceDeal) -> list[set[str]]:
    """By seat, the groups that it is publicly known not to hold (SP9, SP11, SP12)."""
    shown: list[set[str]] = [set() for _ in range(deal.players)]
    plays = [(seat, action) for seat, action in deal.history if action in PACK]
    for start in range(0, len(plays), 4):
        led = group(plays[start][1])
        if led == "trump" and not deal.options["trump_lead_must_follow"]:
            continue
        for seat, card in plays[start : start + 4]:
            if group(card) != led:
                shown[seat].add(led)
    if deal.solo_seat is not None:
        for seat in range(deal.players):
            if seat != deal.solo_seat:
                shown[seat].add("trump")
    return shown


def exchange(
    deal: ReferenceDeal, chance: random.Random, wanted: Callable[[list[list[str]]], bool]
) -> list[list[str]] | None:
    """The hands first dealt, with the cards unseen by the seat to act exchanged at random.

    Walks by swaps of two unseen cards until `wanted` holds of the whole hands; None if it does
    not come about.
    """
    others = [seat for seat in deal.playing if seat != deal.seat]
    cannot = forbidden_groups(deal)
    held = [list(hand) for hand in deal.hands]
    swaps = 20 + chance.randrange(30)
    for number in range(swaps + 120):
        one, two = chance.sample(others, 2)
        if not held[one] or not held[two]:
            continue
        place, other = chance.randrange(len(held[one])), chance.randrange(len(held[two]))
        card, for_it = held[one][place], held[two][other]
        if group(card) not in cannot[two] and group(for_it) not in cannot[one]:
            held[one][place], held[two][other] = for_it, card
        if number >= swaps:
            hands = [held[seat] + deal.played[seat] for seat in range(deal.players)]
            if wanted(hands):
                return hands
    return None


def play_some(options: dict[str, Any], chance: random.Random) -> tuple[ReferenceDeal, Any]:
    """A deal after some lawful actions, and the hands first dealt."""
    players = options.get("players", 4)
    dealer = chance.randrange(players)
    hands = random_hands(chance, players, dealer)
    deal = ReferenceDeal(options, hands, dealer)
    announcements = 4 if deal.phase == "announce" else 0
    for _ in range(chance.randrange(announcements + 31)):
        deal.apply(chance.choice(deal.lawful()))
    return deal, hands


def record_is_lawful(options: dict[str, Any], pair: Pair) -> bool:
    """Whether the second deal makes every action of the record lawful."""
    deal = ReferenceDeal(options, pair.second, pair.dealer)
    for action in pair.actions:
        if action not in deal.lawful():
            return False
        deal.apply(action)
    return deal.seat == pair.viewer


def make_pairs(options: dict[str, Any], count: int, seed: int, solo: bool = False) -> list[Pair]:
    """`count` pairs of different deals; if `solo`, one a silent solo and one a plain 2 v 2."""
    chance = random.Random(f"{seed} {sorted(options.items())} {solo}")
    pairs: list[Pair] = []
    while len(pairs) < count:
        deal, hands = play_some(options, chance)
        if solo and not trumps_are_open(deal, hands):
            continue
        alone = is_alone(hands)
        dealt = [set(hand) for hand in hands]

        def wanted(others: list[list[str]], alone: bool = alone, dealt: Any = dealt) -> bool:
            if solo and is_alone(others) == alone:
                return False
            return [set(hand) for hand in others] != dealt

        second = exchange(deal, chance, wanted)
        if second is None:
            continue
        actions = [action for _, action in deal.history]
        pair = Pair(deal.dealer, hands, second, actions, deal.seat)
        assert record_is_lawful(options, pair)
        pairs.append(pair)
    return pairs


def fresh_game(settings: dict[str, Any], hands: list[list[list[str]]], dealers: list[int]) -> Any:
    settings = {**settings, "rules": Rules(**settings.get("rules", {}))}
    game = spitzer_v0.vector_env(len(hands), seed=3, autoreset=False, **settings)
    game.reset(deals=[write_hands(deal) for deal in hands], dealers=dealers)
    return game


def shown_to_viewers(game: Any, viewers: np.ndarray) -> dict[str, np.ndarray]:
    """What the viewers are shown whether or not they are to act, and the turn order."""
    known = game.information_state(seats=viewers).arrays()
    return known | {"turn": game.seat, "observe_seats": game.observe_seats(viewers)}


def shown_to_actors(game: Any) -> dict[str, np.ndarray]:
    """What the seats to act are shown."""
    view = game.view()
    return view.information_state.arrays() | {
        "observe": game.observe(),
        "observation of the view": view.observation,
        "legal of the view": view.legal,
        "keys": view.keys,
        "mask": game.legal,
        "lawful mask": game.lawful,
    }


def assert_same_bytes(
    first: dict[str, np.ndarray], second: dict[str, np.ndarray], rows: np.ndarray, move: int
) -> None:
    for name, array in first.items():
        assert array[rows].tobytes() == second[name][rows].tobytes(), (name, move)


def check_batch(settings: dict[str, Any], pairs: list[Pair]) -> None:
    """Play both deals of each pair in two fresh games and compare at every move."""
    dealers = [pair.dealer for pair in pairs]
    one = fresh_game(settings, [pair.first for pair in pairs], dealers)
    two = fresh_game(settings, [pair.second for pair in pairs], dealers)
    assert (one.state.hands != two.state.hands).any(axis=1).all()
    viewers = np.array([pair.viewer for pair in pairs])
    lengths = np.array([len(pair.actions) for pair in pairs])
    for move in range(int(lengths.max()) + 1):
        same_record = np.flatnonzero(lengths >= move)
        acting = np.flatnonzero(lengths == move)
        assert (one.seat[acting] == viewers[acting]).all()
        assert_same_bytes(
            shown_to_viewers(one, viewers), shown_to_viewers(two, viewers), same_record, move
        )
        assert_same_bytes(shown_to_actors(one), shown_to_actors(two), acting, move)
        step, twin = (game.step(next_actions(game, pairs, move)) for game in (one, two))
        going = np.flatnonzero(lengths > move)
        assert step.rewards[going].tobytes() == twin.rewards[going].tobytes()
        assert step.done[going].tobytes() == twin.done[going].tobytes()


def next_actions(game: Any, pairs: list[Pair], move: int) -> np.ndarray:
    """The record's action; after its end any lawful one, which is no longer compared."""
    actions = game.lawful.argmax(axis=1)
    for row, pair in enumerate(pairs):
        if move < len(pair.actions):
            actions[row] = IDS[pair.actions[move]]
    return actions


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_exchanged_cards_change_no_byte(number: int) -> None:
    settings = SETTINGS[number]
    check_batch(settings, make_pairs(settings.get("rules", {}), PAIRS_A_SETTING, number))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_silent_solo_looks_like_two_against_two(number: int) -> None:
    settings = SETTINGS[number]
    pairs = make_pairs(settings.get("rules", {}), SOLO_PAIRS_A_SETTING, number, solo=True)
    assert all(is_alone(pair.first) != is_alone(pair.second) for pair in pairs)
    check_batch(settings, pairs)


def test_the_test_sees_a_leak() -> None:
    """The comparison itself is not blind: other seats' views do differ."""
    pairs = make_pairs({}, 50, seed=1)
    dealers = [pair.dealer for pair in pairs]
    one = fresh_game({}, [pair.first for pair in pairs], dealers)
    two = fresh_game({}, [pair.second for pair in pairs], dealers)
    changed = [
        one.observe_seats(seat).tobytes() != two.observe_seats(seat).tobytes() for seat in range(4)
    ]
    assert all(changed)
    assert one.observe_all().tobytes() != two.observe_all().tobytes()


def frozen(value: Any) -> Any:
    """A value whose equality is that of every byte, types included."""
    if isinstance(value, np.ndarray):
        return "array", value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, dict):
        return {name: frozen(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value), [frozen(part) for part in value]
    return type(value), value


def fresh_env(settings: dict[str, Any], hands: list[list[str]], dealer: int) -> Any:
    env = spitzer_v0.env(**{**settings, "rules": Rules(**settings.get("rules", {}))})
    env.reset(seed=3, options={"deal": write_hands(hands), "dealer": dealer})
    return env


def shown_by_env(env: Any, agent: str) -> dict[str, Any]:
    """Everything an agent can ask the environment for without looking behind it."""
    base = env.unwrapped
    shown = {
        "turn": env.agent_selection,
        "agents": env.agents,
        "observation": env.observe(agent),
        "infos": base.infos[agent],
        "rewards": base.rewards,
        "terminations": base.terminations,
        "truncations": base.truncations,
    }
    # The single game remembers answers by situation: both games are asked without that, too.
    by_batch = base.game.observe_seats([base.possible_agents.index(agent)])[0]
    assert np.array_equal(shown["observation"]["observation"], by_batch)
    if agent == env.agent_selection:
        shown |= {"last": env.last(), "legal": base.legal_action_names()}
    return frozen(shown)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
@pytest.mark.parametrize("solo", [False, True], ids=["any exchange", "silent solo"])
def test_exchanged_cards_change_nothing_in_the_env(number: int, solo: bool) -> None:
    settings = {**SETTINGS[number], "render_mode": "ansi"}
    pairs = make_pairs(settings.get("rules", {}), ENV_PAIRS_A_SETTING, 100 + number, solo)
    for pair in pairs:
        one = fresh_env(settings, pair.first, pair.dealer)
        two = fresh_env(settings, pair.second, pair.dealer)
        agent = f"player_{pair.viewer}"
        for move, action in enumerate(pair.actions):
            if move % 5 == 0:
                assert shown_by_env(one, agent) == shown_by_env(two, agent)
            one.step(IDS[action])
            two.step(IDS[action])
        assert one.agent_selection == agent
        assert shown_by_env(one, agent) == shown_by_env(two, agent)
        assert one.render() == two.render()
