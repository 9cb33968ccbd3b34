"""The PettingZoo environment of any batched game: one game, acted by its seats in turn.

What PettingZoo's standard wrappers check (the order of calls, illegal actions, bounds) is checked
here: the wrappers would cost more than the game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Literal, Self, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from trick_taking.cards import NO_SEAT
from trick_taking.checks import check_choice, whole
from trick_taking.game_kit import GameKit
from trick_taking.layout import Observations
from trick_taking.one_game import Illegal, OneGame

RenderMode = Literal["ansi", "human"]
Observation = dict[str, npt.NDArray[Any]]

# What PettingZoo keeps by agent; none of it exists before the first reset.
_BY_AGENT = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
_AFTER_RESET = (*_BY_AGENT, "agents", "agent_selection", "num_agents")


class TrickTakingAEC(OneGame, AECEnv):
    """One game, acted by `player_0`, `player_1`, ..; the page of the game describes the options.

    It adds PettingZoo's interface to `OneGame`, whose methods are part of this class.
    """

    def __init__(
        self,
        kit: GameKit,
        *,
        rules: Any = None,
        episode: str = "deal",
        rewards: str = "units",
        illegal: Illegal = "raise",
        render_mode: RenderMode | None = None,
        history: bool = False,
        **switches: bool,
    ) -> None:
        super().__init__(
            kit,
            rules=rules,
            episode=episode,
            rewards=rewards,
            illegal=illegal,
            history=history,
            **switches,
        )
        if render_mode is not None:
            check_choice("render_mode", render_mode, RenderMode)
        self.render_mode = render_mode
        self.metadata = {
            "name": self.game.name,
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._turns = 0  # resets and steps so far
        self._results: dict[str, dict[str, Any]] = {}  # by agent, until it acts again
        self._make_spaces()

    def _make_spaces(self) -> None:
        size, num_actions = self.game.layout.size, self.game.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(num_actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 255, (self.state_layout.size,), np.uint8)

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} cannot be read before reset()")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __copy__(self) -> Self:
        """An independent game in the same position; the spaces stay the same objects."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.game = self.game.copy()
        twin.deals = [deal.copy() for deal in self.deals]
        twin._results = dict(self._results)
        if self._turns:
            twin.agents = self.agents[:]
            for name in _BY_AGENT:
                setattr(twin, name, dict(getattr(self, name)))
            twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return twin

    def _need_reset(self, call: str) -> None:
        if not self._turns:
            raise ResetNeeded(f"{self.game.name}: reset() must be called before {call}")

    def _need_agents(self, call: str) -> None:
        self._need_reset(call)
        if not self.agents:
            raise ValueError(f"{self.game.name}: the episode is over: reset() before {call}")

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object at each call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode: deal 0 of `seed`; without one, the next deal of the seed before.

        Without any seed so far it comes from the operating system. Options, others are ignored:
        `deal` (the text of a deal), `dealer` (a seat) and `deal_number` (k of "deal k of the
        seed"). ValueError for a wrong one; then nothing has changed.
        """
        asked = options or {}
        self.start_episode(seed, asked.get("deal"), asked.get("dealer"), asked.get("deal_number"))
        self._turns += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._results = {}
        self._pass_turn()

    def _clear_rewards(self) -> None:
        """All rewards to 0.0; PettingZoo's own would make them ints."""
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def inject_deal(self, deal: str) -> None:
        """Replace the cards of a deal in which nobody has acted; ValueError if it is wrong."""
        super().inject_deal(deal)
        self._pass_turn()

    def _pass_turn(self) -> None:
        """Select who acts now, and refresh what everybody is told."""
        seat = self.seat
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for agent, result in self._results.items():
            self.infos[agent]["deal_result"] = result
        if self.rules.revoke != "forbidden":
            lawful = self.lawful_set
            for agent in self.agents:
                acts = self._seats[agent] == seat
                self.infos[agent]["lawful_mask"] = self.mask(lawful if acts else 0)
        if seat == NO_SEAT:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[seat]

    def step(self, action: SupportsIndex | None) -> None:
        """The selected agent acts; None for a finished one.

        ValueError for what is no whole number, and under `illegal="raise"` for an illegal action
        (it names the agent, the card and the rule); then nothing has changed.
        """
        self._need_agents("step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            self._turns += 1
            return
        chosen = whole(f"{self.game.name}: the action of {agent}", action)
        if chosen is None:
            raise ValueError(f"{self.game.name}: {agent} must act: None is for finished agents")
        legal = self.is_legal(chosen)
        if not legal and self.illegal == "raise":
            raise ValueError(f"{agent}: {self.game.explain_illegal(0, chosen)}")
        self._turns += 1
        self._cumulative_rewards[agent] = 0.0
        self._results.pop(agent, None)
        if legal:
            self._play(chosen)
        else:
            self.forfeit(chosen)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.rewards[agent] = -float(self.rules.largest_stake)
        self._accumulate_rewards()
        self._pass_turn()

    def _play(self, action: int) -> None:
        """Play a legal action, book its rewards and what everybody is told of a finished deal."""
        step = self.play(action)
        self.rewards = dict(zip(self.agents, step.rewards[0].tolist(), strict=True))
        if step.results is not None:
            for agent in self.agents:
                self._results[agent] = self.kit.deal_result(step.results, 0)

    def observe(self, agent: str) -> Observation:
        """What `agent` sees now, to act or not; new arrays at each call."""
        self._need_reset("observe()")
        seat = self._seat_of(agent)
        legal = self.legal_set if seat == self.seat else 0
        row = self.kit.observe_row(self.game, 0, seat)
        return {"observation": row, "action_mask": self.mask(legal)}

    def _seat_of(self, agent: str) -> int:
        if agent not in self._seats:
            raise ValueError(f"{self.game.name}: no agent {agent!r}: {self.possible_agents}")
        return self._seats[agent]

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last turn, terminated, truncated, info of the selected."""
        self._need_agents("last()")
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent to act, turn by turn; each must step() or reset()."""
        self._need_reset("agent_iter()")
        for _ in range(max_iter):
            if not self.agents:
                return
            turn = self._turns
            yield self.agent_selection
            if turn == self._turns:
                raise ValueError("agent_iter() needs a step() or reset() in each round of its loop")

    def state(self) -> Observations:
        """(F',) uint8: everything, as `state_layout` declares it, for privileged critics only."""
        self._need_reset("state()")
        return super().state()

    def render(self, reveal: bool = False) -> str | None:
        """The table as the selected agent sees it, or with every hand when `reveal`.

        "ansi" returns the text, "human" writes it to the standard output. ValueError without a
        render mode.
        """
        self._need_reset("render()")
        if self.render_mode is None:
            raise ValueError('render() needs render_mode="ansi" or "human"')
        viewer = self._seats[self.agent_selection] if self.agents else None
        text = self.table_text(viewer, reveal, self.possible_agents)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""
