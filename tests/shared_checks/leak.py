"""Nothing a seat may not know reaches what it is shown.

From a random position the cards that one seat cannot see are exchanged among the places that are
hidden from it, so that every action of the public record stays lawful. Both deals are injected into
fresh environments, the record is played in each, and no byte of what that seat is shown may differ:
observation, mask, information state, keys, turn order, rewards; in the AEC environment infos too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.shared_checks.game_under_test import GameUnderTest, Options

SEED = 3


@dataclass(frozen=True)
class Pair:
    """Two deals that `viewer`, who is to act, cannot tell apart after one public record.

    first, second: the texts of the deals; actions, others: what was done in each, action for
    action by the same seats; they differ only in what is hidden from the viewer
    """

    dealer: int
    first: str
    second: str
    actions: Sequence[str]
    others: Sequence[str]
    viewer: int


def fresh_game(
    case: GameUnderTest, settings: Options, deals: Sequence[str], dealers: Sequence[int]
) -> Any:
    """A batch of the given deals, nobody having acted."""
    game = case.vector_env(len(deals), seed=SEED, autoreset=False, **settings)
    game.reset(deals=list(deals), dealers=list(dealers))
    return game


def fresh_games(case: GameUnderTest, settings: Options, pairs: Sequence[Pair]) -> tuple[Any, Any]:
    """The first deals of all pairs, and the second ones."""
    dealers = [pair.dealer for pair in pairs]
    one = fresh_game(case, settings, [pair.first for pair in pairs], dealers)
    two = fresh_game(case, settings, [pair.second for pair in pairs], dealers)
    return one, two


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
    """Every array is the same in `rows`."""
    for name, array in first.items():
        assert array[rows].tobytes() == second[name][rows].tobytes(), (name, move)


def next_actions(case: GameUnderTest, game: Any, records: list[Sequence[str]], move: int) -> Any:
    """The records' actions; after their ends any lawful one, which is no longer compared."""
    lawful = game.lawful
    actions = lawful.argmax(axis=1)
    for row, record in enumerate(records):
        if move < len(record):
            actions[row] = case.ids[record[move]]
            assert lawful[row, actions[row]], (row, record[move])
    return actions


def check_batch(case: GameUnderTest, settings: Options, pairs: Sequence[Pair]) -> None:
    """Play both deals of each pair in two fresh games and compare at every move."""
    one, two = fresh_games(case, settings, pairs)
    for row in range(len(pairs)):
        assert case.kit.deal_text(one, row) != case.kit.deal_text(two, row)
    viewers = np.array([pair.viewer for pair in pairs])
    lengths = np.array([len(pair.actions) for pair in pairs])
    first, second = ([pair.actions for pair in pairs], [pair.others for pair in pairs])
    for move in range(int(lengths.max()) + 1):
        same_record = np.flatnonzero(lengths >= move)
        acting = np.flatnonzero(lengths == move)
        assert (one.seat[acting] == viewers[acting]).all()
        assert_same_bytes(
            shown_to_viewers(one, viewers), shown_to_viewers(two, viewers), same_record, move
        )
        assert_same_bytes(shown_to_actors(one), shown_to_actors(two), acting, move)
        step = one.step(next_actions(case, one, first, move))
        twin = two.step(next_actions(case, two, second, move))
        going = np.flatnonzero(lengths > move)
        assert step.rewards[going].tobytes() == twin.rewards[going].tobytes()
        assert step.done[going].tobytes() == twin.done[going].tobytes()


def check_the_comparison_is_not_blind(
    case: GameUnderTest, settings: Options, pairs: Sequence[Pair]
) -> None:
    """What the other seats see does differ, and so does the privileged observation."""
    one, two = fresh_games(case, settings, pairs)
    changed = [
        one.observe_seats(seat).tobytes() != two.observe_seats(seat).tobytes()
        for seat in range(one.num_seats)
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


def fresh_env(case: GameUnderTest, settings: Options, deal: str, dealer: int) -> Any:
    """The environment of one deal, nobody having acted."""
    env = case.env(**settings, render_mode="ansi")
    env.reset(seed=SEED, options={"deal": deal, "dealer": dealer})
    return env


def shown_by_env(env: Any, agent: str) -> Any:
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
        shown |= {"last": env.last(), "legal": base.legal_action_names(), "table": env.render()}
    return frozen(shown)


def check_env(case: GameUnderTest, settings: Options, pairs: Sequence[Pair]) -> None:
    """The same through the AEC environment, looking at every fifth move and at the last."""
    for pair in pairs:
        one = fresh_env(case, settings, pair.first, pair.dealer)
        two = fresh_env(case, settings, pair.second, pair.dealer)
        agent = f"player_{pair.viewer}"
        for move, (action, other) in enumerate(zip(pair.actions, pair.others, strict=True)):
            if move % 5 == 0:
                assert shown_by_env(one, agent) == shown_by_env(two, agent)
            one.step(case.ids[action])
            two.step(case.ids[other])
        assert one.agent_selection == agent
        assert shown_by_env(one, agent) == shown_by_env(two, agent)
