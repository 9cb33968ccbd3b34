"""Many games with one learner's seat each, as a `gymnasium.vector.VectorEnv`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from trick_taking.cards import Flags
from trick_taking.game_kit import GameKit
from trick_taking.opponents import Opponents
from trick_taking.outcome import Outcome
from trick_taking.seat_env import (
    SeatObservation,
    make_game,
    may_be_unlawful,
    render_seat,
    seat_spaces,
)
from trick_taking.seat_play import Illegal, SeatPlay

Infos = dict[str, Any]
StepReturn = tuple[SeatObservation, npt.NDArray[np.float64], Flags, Flags, Infos]


class SeatVectorEnv(VectorEnv[SeatObservation, npt.NDArray[np.integer], npt.NDArray[Any]]):
    """G games on the batched core; slot i is `SeatEnv(..., stream=i)` with the same seed.

    Every array that is returned is the caller's own. Infos come as `k` with the presence mask `_k`:
    "action_mask" (G, A) int8 and "seat" (G,) of every slot, "lawful_mask" under a revoke option,
    and "deal_result", the fields of the game's results with one row a slot.

    num_envs: G
    autoreset_mode: NEXT_STEP, a slot that is over deals anew at the next step, whose action it
        ignores; SAME_STEP, at once, with "final_obs" and "final_info" of what was; DISABLED, by
        `reset(options={"reset_mask": ...})` alone
    streams: (G,) the number r of each slot, default 0..G-1
    opponents, seat, rules, episode, rewards, illegal, history, switches: as for `SeatEnv`
    render_mode: None, or "ansi": `render` returns one text a slot
    """

    def __init__(
        self,
        kit: GameKit,
        num_envs: int = 1,
        *,
        opponents: Opponents = None,
        seat: int | None = None,
        rules: Any = None,
        episode: str = "deal",
        rewards: str = "units",
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        history: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        streams: npt.ArrayLike | None = None,
        **switches: bool,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": self.autoreset_mode}
        self.kit, self.render_mode = kit, render_mode
        game = make_game(kit, num_envs, rules, episode, rewards, history, streams, switches)
        self.play = SeatPlay(game, opponents, seat, illegal)
        self.num_envs = game.num_games
        self.single_observation_space, self.single_action_space = seat_spaces(game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._to_deal: Flags = np.zeros(self.num_envs, np.bool_)  # slots that NEXT_STEP deals anew
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatObservation, Infos]:
        """New episodes in every slot, or in those of the (G,) bool array `options["reset_mask"]`.

        The seed and the options "deal", "dealer" and "seat" are those of `SeatEnv.reset`; the
        options have one entry a slot, None where nothing is asked for.
        """
        wanted = options or {}
        mask = _checked_mask(wanted.get("reset_mask"), self.num_envs)
        rows = np.flatnonzero(mask)
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = (self.np_random_seed or 0) % 2**64
        deals, dealers, seats = (
            _entries(key, wanted.get(key), rows, self.num_envs)
            for key in ("deal", "dealer", "seat")
        )
        outcome = self.play.start(rows, seed, deals, dealers, seats)
        self._seeded = True
        self._to_deal[rows] = False
        return self._observe(), self._infos(outcome)

    def step(self, actions: npt.NDArray[np.integer]) -> StepReturn:
        """Act for every learner, then let the others act until all learners are to act again.

        ValueError for an illegal action under illegal="raise" and for a slot that is over and
        was not reset; then nothing has changed.
        """
        over = self.play.over & ~self._to_deal
        if over.any():
            slots = np.flatnonzero(over).tolist()
            raise ValueError(
                f"{self.play.game.name}: games {slots[:8]} are over: call reset for them first"
            )
        outcome = self.play.act(actions)
        done, infos = outcome.done.copy(), {}
        again = self._to_deal
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            again = done
            if done.any():
                infos = self._final(outcome)
        if again.any():
            rows = np.flatnonzero(again)
            outcome.take_deals(rows, self.play.restart(rows))
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self._to_deal = done.copy()
        infos |= self._infos(outcome)
        return self._observe(), outcome.rewards, done, np.zeros_like(done), infos

    def action_masks(self) -> Flags:
        """(G, A) bool, True = allowed; all False in a slot that is over."""
        return self.play.game.legal

    def render(self) -> tuple[str, ...] | None:
        """The tables as the learners see them, one text a slot."""
        if self.render_mode is None:
            return None
        return tuple(render_seat(self.kit, self.play, row) for row in range(self.num_envs))

    def _observe(self) -> SeatObservation:
        return {
            "observation": self.play.observe(),
            "action_mask": self.play.game.legal.astype(np.int8),
        }

    def _final(self, outcome: Outcome) -> Infos:
        """What the slots that are over looked like, before they are dealt anew."""
        done = outcome.done
        observation = self._observe()
        final: npt.NDArray[np.object_] = np.full(self.num_envs, None, np.object_)
        for row in np.flatnonzero(done):
            final[row] = {key: values[row] for key, values in observation.items()}
        return {
            "final_obs": final,
            "_final_obs": done.copy(),
            "final_info": self._infos(outcome, done),
            "_final_info": done.copy(),
        }

    def _infos(self, outcome: Outcome, slots: Flags | None = None) -> Infos:
        """Infos of `slots` (G,), default all."""
        present = np.ones(self.num_envs, np.bool_) if slots is None else slots
        values = {"action_mask": self.play.game.legal.astype(np.int8), "seat": self.play.learner}
        if may_be_unlawful(self.play.game):
            values["lawful_mask"] = self.play.game.lawful.astype(np.int8)
        infos = _with_presence(values, present)
        ended = outcome.deal_ended & present
        if outcome.results is not None and ended.any():
            fields = outcome.results.arrays()
            infos["deal_result"] = _with_presence(
                {name: values for name, values in fields.items() if name != "rows"}, ended
            )
            infos["_deal_result"] = ended
        return infos


def _with_presence(values: dict[str, npt.NDArray[Any]], present: Flags) -> Infos:
    """Each `k` with its mask `_k`, zero where absent; new arrays."""
    infos: Infos = {}
    for key, array in values.items():
        shown = present.reshape(-1, *[1] * (array.ndim - 1))
        infos[key] = np.where(shown, array, np.zeros((), array.dtype))
        infos[f"_{key}"] = present.copy()
    return infos


def _checked_mask(mask: Any, num_envs: int) -> Flags:
    """The slots to reset, all when None."""
    if mask is None:
        return np.ones(num_envs, np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (num_envs,):
        raise ValueError(f"reset_mask must be a numpy array ({num_envs},) bool, not {mask!r}")
    if not mask.any():
        raise ValueError("reset_mask must choose at least one game")
    return mask


def _entries(
    name: str, values: Sequence[Any] | None, rows: npt.NDArray[np.intp], num_envs: int
) -> list[Any] | None:
    """The entries of `rows`, None when nothing is asked for."""
    if values is None:
        return None
    if isinstance(values, str) or not hasattr(values, "__len__") or len(values) != num_envs:
        raise ValueError(f"option {name!r} needs one entry for each of {num_envs} games")
    return [values[row] for row in rows]
