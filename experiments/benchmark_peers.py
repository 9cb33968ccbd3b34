"""How fast other libraries' card games are, in the same run: OpenSpiel and RLCard.

Each is used in the fastest way that its page shows, one game at a time, with uniformly random legal
actions, deals included. Only decisions of players are counted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from rich.table import Table

from experiments.benchmark_machine import clock
from experiments.run_folder import package_version

LIBRARIES = ("open-spiel", "rlcard", "pettingzoo")
TRICK_GAMES = ("euchre", "skat", "hearts")
RLCARD_GAMES = ("bridge", "doudizhu", "gin-rummy", "leduc-holdem", "limit-holdem", "mahjong", "uno")
BARE, TENSOR, ENGINE, RLCARD = (
    "OpenSpiel, loop in Python, no tensor",
    "OpenSpiel, loop in Python, tensor in numpy",
    "OpenSpiel, whole loop in C++, no tensor",
    "RLCard, raw environment",
)
Player = Callable[[random.Random], tuple[int, float]]  # plays a game: decisions and seconds


def measure_peers(*, seconds: float, repeats: int, seed: int) -> dict[str, Any]:
    """Decisions a second of every game of every library that is installed, in turns."""
    notes: list[str] = []
    players = dict([*_found(_open_spiel, notes), *_found(_rlcard, notes)])
    samples: dict[tuple[str, str], list[float]] = {name: [] for name in players}
    for number in range(repeats):
        for name, play in players.items():
            samples[name].append(_decisions_per_second(play, seconds, seed + number))
    figures = [
        {"way": way, "game": game, "decisions_per_second": round(median(values))}
        for (way, game), values in samples.items()
    ]
    versions = {name: package_version(name) for name in LIBRARIES}
    return {"figures": figures, "versions": versions, "notes": notes}


def _found(
    library: Callable[[], Iterator[tuple[tuple[str, str], Player]]], notes: list[str]
) -> list[tuple[tuple[str, str], Player]]:
    """The players of a library; none, and a note, where it cannot be used."""
    try:
        return list(library())
    except Exception as error:
        # Whatever a foreign module raises on import, the other figures still stand.
        name = library.__name__.strip("_")
        notes.append(f"{name} is not measured: {' '.join(str(error).split())[:100]}")
        return []


def _decisions_per_second(play: Player, seconds: float, seed: int) -> float:
    generator = random.Random(seed)
    decisions, spent = 0, 0.0
    while spent < seconds:
        more, took = play(generator)
        decisions += more
        spent += took
    return decisions / spent


def _open_spiel() -> Iterator[tuple[tuple[str, str], Player]]:
    import pyspiel
    from open_spiel.python.observation import make_observation

    perfect_recall = pyspiel.IIGObservationType(
        perfect_recall=True, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    for name in TRICK_GAMES:
        game = pyspiel.load_game(name)
        remembers = game.get_type().provides_information_state_tensor
        observation = make_observation(game, perfect_recall if remembers else None)
        yield (BARE, name), _python_loop(game, None)
        yield (TENSOR, name), _python_loop(game, observation)
        yield (ENGINE, name), _engine_loop(game, pyspiel)


def _python_loop(game: Any, observation: Any) -> Player:
    """One game of OpenSpiel; `observation` writes what the player sees into its numpy buffer."""

    def play(generator: random.Random) -> tuple[int, float]:
        decisions, draw, start = 0, generator.random, clock()
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()  # of a chance node too: every card is as likely
            if not state.is_chance_node():
                decisions += 1
                if observation is not None:
                    observation.set_from(state, state.current_player())
            state.apply_action(actions[int(draw() * len(actions))])
        return decisions, clock() - start

    return play


def _engine_loop(game: Any, pyspiel: Any) -> Player:
    """One game of OpenSpiel, played by its random bots without coming back to Python."""

    def play(generator: random.Random) -> tuple[int, float]:
        seed = generator.getrandbits(30)
        start = clock()
        state = game.new_initial_state()
        seats = range(game.num_players())
        bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in seats]
        pyspiel.evaluate_bots(state, bots, seed)
        took = clock() - start
        return sum(move.player >= 0 for move in state.full_history()), took

    return play


def _rlcard() -> Iterator[tuple[tuple[str, str], Player]]:
    import rlcard

    for name in RLCARD_GAMES:
        yield (RLCARD, name), _rlcard_loop(rlcard.make(name))


def _rlcard_loop(env: Any) -> Player:
    """One game of RLCard; each state has the observation in numpy and the legal actions."""

    def play(generator: random.Random) -> tuple[int, float]:
        decisions, draw, start = 0, generator.random, clock()
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            decisions += 1
        return decisions, clock() - start

    return play


def fastest(peers: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The fastest game of each way of playing."""
    best: dict[str, dict[str, Any]] = {}
    for figure in peers["figures"]:
        if figure["decisions_per_second"] > best.get(figure["way"], {}).get(
            "decisions_per_second", 0
        ):
            best[figure["way"]] = figure
    return best


def peer_table(peers: dict[str, Any]) -> Table:
    """Decisions a second of other libraries' games."""
    title = "other libraries, one game at a time, decisions a second"
    versions = ", ".join(f"{name} {version}" for name, version in peers["versions"].items())
    note = "\n".join([versions, *peers["notes"]])
    table = Table(title=title, title_justify="left", caption=note, caption_justify="left")
    table.add_column("library")
    table.add_column("game")
    table.add_column("decisions a second", justify="right")
    for figure in peers["figures"]:
        table.add_row(figure["way"], figure["game"], f"{figure['decisions_per_second']:,}")
    return table
