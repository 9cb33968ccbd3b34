"""The agents of a tournament, what they have played so far, and what it adds up to."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from agents.bootstrap import Floats
from agents.registry import make
from experiments.baselines import (
    EXTRA,
    Baseline,
    baseline_agent,
    extra_deals,
    play_baseline,
    tamed,
)
from experiments.controlled import controlled_figure
from experiments.deeds import DEEDS, SCORES, Deeds
from experiments.forfeits import Forfeit, Umpire
from experiments.games import load_game, make_rules
from experiments.measures import Measure
from experiments.ratings import count_wins, settle_ratings
from experiments.records import record_episode
from experiments.seatings import play_duplicates
from experiments.standings import Pair, Standings, find_standings
from experiments.tallies import PairTally, join_tallies, tally_pair
from experiments.work_units import Part, Unit, chunks

if TYPE_CHECKING:
    from experiments.tournament import TournamentConfig

FEW_DEALS = 100  # below, bootstrap intervals are too narrow


class Contest:
    """The agents of a tournament and the parts of it that are finished."""

    def __init__(self, config: TournamentConfig) -> None:
        self.config = config
        self.module = load_game(config.game)
        self.rules = make_rules(self.module, config.rules)
        self.sides: tuple[int, ...] = self.rules.fixed_sides
        self.seatings = 1 << len(set(self.sides))
        self.measure = Measure(config.episode, SCORES[config.game], self.rules.players)
        model = self.make_game(1, np.zeros(1, np.uint64))
        self.name: str = model.name
        self.agents = [make(text, model) for text in config.agents]
        self.labels = distinct_labels(config.agents)
        self.pairs: list[Pair] = list(combinations(range(len(self.agents)), 2))
        self.extra = extra_deals(config.baseline_deals, config.deals)
        self.baseline_agent = baseline_agent(model) if self.extra else None
        self.parts: dict[Unit, Part] = {}
        if config.time_cap:
            self._warm_up(model)

    def make_game(self, num_games: int, streams: npt.NDArray[np.uint64]) -> Any:
        """A batch of fresh deals or matches, those of `streams` under the tournament's seed."""
        return self.module.vector_env(
            num_games,
            rules=self.rules,
            episode=self.config.episode,
            rewards=self.measure.rewards,
            seed=self.config.seed,
            autoreset=False,
            history=self.config.history,
            streams=streams,
        )

    def _warm_up(self, game: Any) -> None:
        """Ask every agent once before its time counts: some compile at their first answer."""
        for agent in self.agents:
            Umpire().ask(agent, game, np.zeros(1, np.intp))

    def units(self) -> Iterator[Unit]:
        """All units of work: every pair by chunks of deals, at last the baseline."""
        deals, size = self.config.deals, self.config.chunk
        for chunk in chunks(0, deals, size):
            for pair in self.pairs:
                yield Unit(pair, chunk.start, chunk.stop)
        yield from self._baseline_units(0, deals)
        yield from self._baseline_units(EXTRA, self.extra)

    def _baseline_units(self, first: int, deals: int) -> Iterator[Unit]:
        """Chunks with as many games as those of a pair."""
        if self.baseline_agent is not None:
            for chunk in chunks(first, deals, self.config.chunk * self.seatings):
                yield Unit(None, chunk.start, chunk.stop)

    def games_of(self, unit: Unit) -> int:
        """How many games a unit has."""
        return len(unit.deals) * (1 if unit.pair is None else self.seatings)

    @property
    def games(self) -> int:
        """How many games the whole tournament has."""
        deals = self.config.deals
        baseline = 0 if self.baseline_agent is None else deals + self.extra
        return len(self.pairs) * deals * self.seatings + baseline

    def play_unit(self, unit: Unit, stopped: Callable[[], bool] = bool) -> Part:
        """Play a unit of work; StoppedError between two moves when `stopped` says so."""
        if unit.pair is None:
            agent = self.baseline_agent
            assert agent is not None
            features = play_baseline(self.make_game, agent, unit.deals, self.deeds_of, self.measure)
            return Part({"features": features}, {})
        players = [self.agents[place] for place in unit.pair]
        umpire = Umpire(self.config.time_cap or None, stopped)
        played = play_duplicates(self.make_game, players, unit.deals, self.sides, umpire)
        deeds = self.deeds_of(played.results)
        tally = tally_pair(played, deeds, self.measure)
        names = {"roles": list(deeds.role_names), "deeds": list(deeds.done)}
        return Part(tally.arrays(), names | {"forfeits": [list(lost) for lost in played.forfeits]})

    def deeds_of(self, results: Any) -> Deeds:
        """Roles and deeds of finished deals."""
        return DEEDS[self.config.game](results, self.rules)

    def _pair_parts(self, pair: Pair) -> list[Part]:
        """The finished parts of a pair, by deal, as far as every pair has them."""
        chunk = self.config.chunk
        starts = range(0, self.deals_played, chunk)
        ends = [min(start + chunk, self.config.deals) for start in starts]
        return [self.parts[Unit(pair, start, end)] for start, end in zip(starts, ends, strict=True)]

    @property
    def deals_played(self) -> int:
        """Deals, or matches, from the first on that every pair has finished."""
        for chunk in chunks(0, self.config.deals, self.config.chunk):
            units = (Unit(pair, chunk.start, chunk.stop) for pair in self.pairs)
            if not all(unit in self.parts for unit in units):
                return chunk.start
        return self.config.deals

    @property
    def complete(self) -> bool:
        """Whether every unit is finished."""
        return all(unit in self.parts for unit in self.units())

    def joined(self) -> dict[Pair, PairTally]:
        """Every pair's tally of all its deals."""
        return {
            pair: join_tallies([PairTally(**part.arrays) for part in self._pair_parts(pair)])
            for pair in self.pairs
        }

    def forfeits(self) -> dict[Pair, list[Forfeit]]:
        """What every pair forfeited in these deals, by deal."""
        return {
            pair: [
                Forfeit(*lost) for part in self._pair_parts(pair) for lost in part.facts["forfeits"]
            ]
            for pair in self.pairs
        }

    def baseline(self) -> Baseline | None:
        """What the rule player made of the deals; None before all of that is finished."""
        if self.baseline_agent is None or not self.complete:
            return None

        def features(first: int, deals: int) -> Floats:
            units = self._baseline_units(first, deals)
            return tamed(np.concatenate([self.parts[unit].arrays["features"] for unit in units]))

        return Baseline(features(0, self.config.deals), features(EXTRA, self.extra))

    def standings(self) -> Standings:
        """The figures of the deals played so far."""
        facts = self._pair_parts(self.pairs[0])[0].facts
        tallies = self.joined()
        found = find_standings(
            self.labels,
            tallies,
            facts["roles"],
            facts["deeds"],
            self.measure,
            self.config.resamples,
            self.config.seed,
        )
        comparisons, baseline = dict(found.comparisons), self.baseline()
        for pair, lost in self.forfeits().items():
            for side in (0, 1):
                names = self.labels[pair[side]], self.labels[pair[1 - side]]
                one = comparisons[names]
                control = None
                if baseline is not None:
                    error = one.duplicate_error
                    control = controlled_figure(tallies[pair], side, self.measure, baseline, error)
                forfeits = sum(forfeit.agent == side for forfeit in lost)
                comparisons[names] = replace(one, controlled=control, forfeits=forfeits)
        wins = {pair: count_wins(tally) for pair, tally in tallies.items()}
        ratings = dict(zip(self.labels, settle_ratings(len(self.labels), wins), strict=True))
        return replace(found, comparisons=comparisons, ratings=ratings)

    def heading(self) -> str:
        """One line that says what was played."""
        deals, what = self.deals_played, self.measure.contests
        line = f"{self.config.game}: {deals:,} {what} x {self.seatings} seatings"
        line += f", seed {self.config.seed}"
        options = " ".join(self.config.rules)
        line += f", {options}" if options else ""
        if deals < self.config.deals:
            line += f" (stopped early: {deals:,} of {self.config.deals:,} {what})"
        if deals < FEW_DEALS:
            line += f" (intervals of fewer than {FEW_DEALS} {what} are too narrow)"
        return line

    def facts(self) -> dict[str, Any]:
        """What was played and by whom, as plain JSON."""
        return {
            "game": self.name,
            "rules": self.rules.as_dict(),
            "agents": self.labels,
            self.measure.contests: self.deals_played,
            "seatings": self.seatings,
            "record": {
                self.config.episode: 0,
                "seats": [self.labels[place] for place in self._recorded()],
            },
        }

    def deals_bytes(self) -> bytes:
        """An npz with an array a pair, `agents_0_1` of the agents 0 and 1 for instance.

        It is (N, 2): what either agent's seats gained in each deal, over all mixed seatings.
        """
        gains: dict[str, Any] = {
            f"agents_{a}_{b}": self.measure.in_ones(tally.gains)
            for (a, b), tally in self.joined().items()
        }
        page = io.BytesIO()
        np.savez_compressed(page, **gains)
        return page.getvalue()

    def _recorded(self) -> list[int]:
        """Who holds each seat of the record: all agents in turn, a side each."""
        return [side % len(self.agents) for side in self.sides]

    def record(self) -> str:
        """The first deal or match, played by all agents in turn around the table."""
        config = self.config
        return record_episode(
            self.module,
            self.rules,
            [self.agents[place] for place in self._recorded()],
            config.seed,
            config.history,
            episode=config.episode,
            rewards=self.measure.rewards,
        )


def distinct_labels(texts: tuple[str, ...]) -> list[str]:
    """The agents' texts; the second of the same text is marked (2), and so on."""
    labels = []
    for place, text in enumerate(texts):
        earlier = texts[:place].count(text)
        labels.append(f"{text} ({earlier + 1})" if earlier else text)
    return labels
