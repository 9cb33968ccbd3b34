"""One learner's seat as a `gymnasium.Env`; the other seats are played by agents."""

from __future__ import annotations

import sys
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from trick_taking.checks import check_choice
from trick_taking.game_kit import GameKit
from trick_taking.lockstep import LockstepGame
from trick_taking.opponents import Opponents
from trick_taking.outcome import Outcome
from trick_taking.seat_play import Illegal, SeatPlay

RenderMode = Literal["ansi", "human"]
SeatObservation = dict[str, Any]
ONLY_ROW = np.zeros(1, np.intp)


class SeatEnv(gymnasium.Env[SeatObservation, np.int64]):
    """An episode of one game as the learner's seat lives it.

    A step is the learner's action and all that the others do until it is to act again. Its reward
    is what fell to its own seat in between, also when the deal ends by another's card.

    observation: {"observation": (F,) uint8, see the game's layout; "action_mask": (A,) int8, 1 =
        allowed, all zero at the end}, as seen from the learner's seat
    info: "action_mask" as above; "seat", the learner's; under a revoke option "lawful_mask" (A,)
        int8; "deal_result" when a deal has ended since the last decision

    opponents: None for uniformly random legal play, one object with `act(view) -> actions` for all
        other seats, or a list of one for each other seat, clockwise from the learner's left
    seat: the learner's seat; None draws it anew for each episode, a pure function of the seed, the
        stream and the deal
    rules, episode, rewards, history: as for the game; at `history` see its layout
    illegal: "raise" ValueError and change nothing, or "terminate": the episode ends and the
        learner loses the largest stake of the rules
    stream: r of "deal k of stream r under seed s": slot r of the vector environment
    switches: of the game's observations, for experiments; see its page

    An episode in which the learner's seat would have no turn is passed over for the next one; in a
    match the others play the deals that it sits out. When two deals have ended since the last
    decision for that reason, "deal_result" is the one that the learner played.
    """

    def __init__(
        self,
        kit: GameKit,
        *,
        opponents: Opponents = None,
        seat: int | None = None,
        rules: Any = None,
        episode: str = "deal",
        rewards: str = "units",
        illegal: Illegal = "raise",
        render_mode: RenderMode | None = None,
        history: bool = False,
        stream: int = 0,
        **switches: bool,
    ) -> None:
        if render_mode is not None:
            check_choice("render_mode", render_mode, RenderMode)
        self.metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}
        self.kit, self.render_mode = kit, render_mode
        game = make_game(kit, 1, rules, episode, rewards, history, [stream], switches)
        self.play = SeatPlay(game, opponents, seat, illegal)
        self.observation_space, self.action_space = seat_spaces(game)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatObservation, dict[str, Any]]:
        """Deal until the learner is to act.

        With a seed the episodes start at deal 0 of it; without one they go on to the next deal,
        the first time from a seed of the system's entropy. Options, each for this episode alone:
        "deal", a deal text, "dealer" and "seat" (the learner's); other keys are ignored.
        ValueError for a wrong one or one that leaves the learner no turn; nothing is changed then.
        """
        start = self.np_random_seed % 2**64 if seed is None and not self._seeded else seed
        wanted = options or {}
        deals, dealers, seats = ([wanted.get(key)] for key in ("deal", "dealer", "seat"))
        outcome = self.play.start(ONLY_ROW, start, deals, dealers, seats)
        super().reset(seed=seed)
        self._seeded = True
        return self._observe(), self._info(outcome)

    def step(
        self, action: np.int64 | int
    ) -> tuple[SeatObservation, float, bool, bool, dict[str, Any]]:
        """Act for the learner, then let the others act until it is to act again.

        ValueError for an illegal action under illegal="raise", for no action at all and when the
        episode is over.
        """
        if self.play.over[0]:
            raise ValueError(f"{self.play.game.name}: the episode is over: call reset first")
        outcome = self.play.act(np.asarray(action)[None])
        done = bool(outcome.done[0])
        return self._observe(), float(outcome.rewards[0]), done, False, self._info(outcome)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(A,) bool, True = allowed, as sb3-contrib reads it."""
        return self.play.game.legal[0]

    def render(self) -> str | None:
        """The table as the learner sees it, other hands hidden: text, or printed in "human"."""
        if self.render_mode is None:
            return None
        text = render_seat(self.kit, self.play, 0)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def _observe(self) -> SeatObservation:
        if self.render_mode == "human":
            self.render()
        return {
            "observation": self.play.observe()[0],
            "action_mask": self.play.game.legal[0].astype(np.int8),
        }

    def _info(self, outcome: Outcome) -> dict[str, Any]:
        play = self.play
        info: dict[str, Any] = {
            "action_mask": play.game.legal[0].astype(np.int8),
            "seat": int(play.learner[0]),
        }
        if may_be_unlawful(play.game):
            info["lawful_mask"] = play.game.lawful[0].astype(np.int8)
        if outcome.deal_ended[0]:
            info["deal_result"] = self.kit.deal_result(outcome.results, 0)
        return info


def make_game(
    kit: GameKit,
    num_games: int,
    rules: Any,
    episode: str,
    rewards: str,
    history: bool,
    streams: npt.ArrayLike | None,
    switches: dict[str, bool],
) -> LockstepGame:
    """A game that does not deal anew by itself; ValueError for rules of another game."""
    if not isinstance(rules, kit.rules | None):
        raise ValueError(f"rules must be {kit.rules.__name__}, not {type(rules).__name__}")
    return kit.make(
        num_games,
        rules=rules,
        episode=episode,
        rewards=rewards,
        history=history,
        autoreset=False,
        streams=streams,
        **kit.checked(switches),
    )


def seat_spaces(game: LockstepGame) -> tuple[spaces.Dict, spaces.Discrete]:
    """The observation and the action space of one learner."""
    observation = spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (game.layout.size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )
    return observation, spaces.Discrete(game.num_actions)


def may_be_unlawful(game: LockstepGame) -> bool:
    """Whether the rules let a seat break a duty, at a price."""
    return getattr(game.rules, "revoke", "forbidden") != "forbidden"


def render_seat(kit: GameKit, play: SeatPlay, row: int) -> str:
    """The table of game `row` as its learner sees it."""
    names = [f"player_{seat}" for seat in range(play.game.num_seats)]
    return kit.render(play.game, row, int(play.learner[row]), False, names)
