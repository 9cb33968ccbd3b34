"""The actor-critic: a seat-relative policy network and a critic that may see every hand.

    network = ActorCritic(observation_scales (F,), critic_scales (F',), num_actions, hidden, ...)
    network.policy(observation (N, F) uint8)  -> PolicyOutput(logits (N, A), location, sides)
    network.values(critic_observation (N, F') uint8) -> (N,) float32
    policy_logits(network, observation, block_rows=BLOCK_ROWS) -> (N, A) float32 numpy, no gradient
    state_values(network, critic_observation, block_rows=BLOCK_ROWS) -> (N,) float32 numpy

Logits are raw: `agents.ppo.masked_log_probabilities` (learning) and `agents.sampling` (playing)
apply the legal mask. Actor and critic share no weight, so nothing that only the critic sees can
reach the policy. Deep Monte Carlo takes the actor alone, whose logits are then what each action is
expected to bring.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from agents.card_powers import CardPowers, PowerTables, size_of_powers
from agents.suit_order import SuitOrder, SuitTables

# Rows in one forward pass of inference. Matrix products choose their kernels by shape, so only
# passes of one shape give a row the same bits wherever it stands and whoever stands beside it. The
# kernels for narrow layers with unaligned rows break even that, so widths are whole vectors.
BLOCK_ROWS = 128
WIDTH_UNIT = 16
_LARGEST = 65_536  # of any size in a shape: far above use, far below trouble
_MOST_LAYERS = 16


@dataclass(frozen=True, kw_only=True)
class NetworkShape:
    """All that is needed to build an `ActorCritic` before its weights are read.

    ValueError when a size is not a whole number in 1..65536, or a width no multiple of 16.
    """

    observation_size: int  # F
    critic_size: int  # F'
    num_actions: int  # A
    hidden: tuple[int, ...]  # widths of the hidden layers, the same for actor and critic
    num_seats: int = 4  # S
    num_cards: int = 32  # C
    auxiliary: bool = False  # has a head for card locations
    sides: bool = True  # and, where it has that, one for the sides of a game with secret partners
    suit_orders: int = 0  # P relabellings of which it sees one (agents.suit_order); 0: as they are
    critic: bool = True  # False: an actor alone
    powers: bool = False  # the actor is also told what its cards can do (agents.card_powers)

    def __post_init__(self) -> None:
        if not 1 <= len(self.hidden) <= _MOST_LAYERS:
            raise ValueError(f"hidden must have 1..{_MOST_LAYERS} layers, not {len(self.hidden)}")
        for name in ("auxiliary", "sides", "critic", "powers"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} must be true or false, not {getattr(self, name)!r}")
        sizes = {name: getattr(self, name) for name in _SIZES}
        sizes |= {f"hidden[{layer}]": width for layer, width in enumerate(self.hidden)}
        for name, size in sizes.items():
            if type(size) is not int or not 1 <= size <= _LARGEST:
                raise ValueError(f"{name} must be a whole number in 1..{_LARGEST}, not {size!r}")
        if type(self.suit_orders) is not int or not 0 <= self.suit_orders <= 24:
            raise ValueError(f"suit_orders must be a whole number in 0..24, not {self.suit_orders}")
        if any(width % WIDTH_UNIT for width in self.hidden):
            raise ValueError(f"hidden widths must be multiples of {WIDTH_UNIT}, not {self.hidden}")
        if self.auxiliary and self.num_seats < 2:
            raise ValueError("num_seats must be at least 2 for the auxiliary heads")


_SIZES = ("observation_size", "critic_size", "num_actions", "num_seats", "num_cards")


class PolicyOutput(NamedTuple):
    """What the actor says; None where the network lacks the head."""

    logits: Tensor  # (N, A) raw, before the legal mask
    location: Tensor | None  # (N, C, S-1) logits: entry k of a card is "relative seat k+1 holds it"
    sides: Tensor | None  # (N, S) logits: "this relative seat is on the trump side"


class ActorCritic(nn.Module):
    """Two MLPs: the actor on what a seat knows, the critic on everything.

    `observation_scales` (F,) and `critic_scales` (F',) are multiplied into the uint8 features and
    saved with the weights. Weights are orthogonal and drawn from `seed` alone (None: left undrawn);
    the policy head is small, so that the first policy is close to uniform over the legal actions.
    """

    observation_scales: Tensor
    critic_scales: Tensor

    def __init__(
        self,
        observation_scales: npt.ArrayLike,
        critic_scales: npt.ArrayLike,
        num_actions: int,
        hidden: Sequence[int] = (256, 256),
        *,
        num_seats: int = 4,
        num_cards: int = 32,
        auxiliary: bool = False,
        sides: bool = True,
        suits: SuitTables | None = None,
        suit_orders: int = 0,
        critic: bool = True,
        powers: PowerTables | bool = False,
        seed: int | None = 0,
    ) -> None:
        super().__init__()
        scales = _scales(observation_scales, "observation_scales")
        all_scales = _scales(critic_scales, "critic_scales")
        self.shape = NetworkShape(
            observation_size=len(scales),
            critic_size=len(all_scales),
            num_actions=num_actions,
            hidden=tuple(hidden),
            num_seats=num_seats,
            num_cards=num_cards,
            auxiliary=auxiliary,
            sides=sides,
            suit_orders=suit_orders if suits is None else len(suits.actions),
            critic=critic,
            powers=powers is not False,
        )
        self.register_buffer("observation_scales", scales)
        self.register_buffer("critic_scales", all_scales)
        self._build(self.shape)
        self._build_tables(self.shape, suits, powers if isinstance(powers, PowerTables) else None)
        if seed is not None:
            self._initialise(torch.Generator().manual_seed(seed))

    def _build(self, shape: NetworkShape) -> None:
        width = shape.hidden[-1]
        inputs = shape.observation_size + shape.powers * size_of_powers(shape.num_cards)
        self.actor = _hidden_layers(inputs, shape.hidden)
        self.policy_head = _linear(width, shape.num_actions)
        if shape.critic:
            self.critic = _hidden_layers(shape.critic_size, shape.hidden)
            self.value_head = _linear(width, 1)
        if shape.auxiliary:
            self.location_head = _linear(width, shape.num_cards * (shape.num_seats - 1))
            if shape.sides:
                self.sides_head = _linear(width, shape.num_seats)

    def _build_tables(
        self, shape: NetworkShape, suits: SuitTables | None, powers: PowerTables | None
    ) -> None:
        sizes = shape.observation_size, shape.critic_size, shape.num_actions, shape.suit_orders
        self.suits = SuitOrder(sizes, suits) if shape.suit_orders else None
        self.powers = CardPowers(shape.num_cards, powers) if shape.powers else None

    def _initialise(self, generator: torch.Generator) -> None:
        gains = {"policy_head": 0.01, "value_head": 1.0, "location_head": 0.01, "sides_head": 0.01}
        for name, module in self.named_modules():
            if isinstance(module, nn.Linear):
                gain = gains.get(name, math.sqrt(2.0))
                nn.init.orthogonal_(module.weight, gain, generator)
                nn.init.zeros_(module.bias)

    def policy(self, observation: Tensor) -> PolicyOutput:
        """Logits for `observation` (N, F) uint8, for the seat that it belongs to."""
        features, own = self._features(observation)
        logits = self._in_table_order(self.policy_head(features), own)
        if not self.shape.auxiliary:
            return PolicyOutput(logits, None, None)
        per_card = (self.shape.num_cards, self.shape.num_seats - 1)
        location = self.location_head(features).unflatten(-1, per_card)
        location = self._in_table_order(location, own)
        sides = self.sides_head(features) if self.shape.sides else None
        return PolicyOutput(logits, location, sides)

    def logits(self, observation: Tensor) -> Tensor:
        """(N, A) raw policy logits for `observation` (N, F) uint8; skips the auxiliary heads."""
        features, own = self._features(observation)
        return self._in_table_order(self.policy_head(features), own)

    def _features(self, observation: Tensor) -> tuple[Tensor, Tensor | None]:
        """The actor's last layer, and (N,) which order of suits it saw."""
        own = None
        if self.suits is not None:
            observation, own = self.suits.of_seat(observation)
        inputs = observation.float() * self.observation_scales
        if self.powers is not None:
            inputs = torch.cat([inputs, self.powers(observation)], dim=1)
        return self.actor(inputs), own

    def _in_table_order(self, answers: Tensor, own: Tensor | None) -> Tensor:
        """Answers (N, A) or (N, C, ..) about actions or cards as the table numbers them."""
        if self.suits is None or own is None:
            return answers
        return self.suits.back(answers, own)

    def values(self, critic_observation: Tensor) -> Tensor:
        """(N,) expected return of the seat to act, from `critic_observation` (N, F') uint8."""
        if self.suits is not None:
            critic_observation = self.suits.of_critic(critic_observation)
        features = self.critic(critic_observation.float() * self.critic_scales)
        return self.value_head(features).squeeze(-1)


def outline_of(shape: NetworkShape) -> ActorCritic:
    """An `ActorCritic` of `shape` that holds no numbers yet (torch's meta device).

    It takes no memory, so the shapes of a file's tensors can be checked against it before anything
    is allocated; `load_state_dict(tensors, assign=True)` makes it a whole network.
    """
    sizes = dataclasses.asdict(shape)
    with torch.device("meta"):
        observation_scales = np.ones(sizes.pop("observation_size"), np.float32)
        critic_scales = np.ones(sizes.pop("critic_size"), np.float32)
        return ActorCritic(observation_scales, critic_scales, **sizes, seed=None)


def policy_logits(
    network: ActorCritic, observation: npt.NDArray[np.uint8], block_rows: int = BLOCK_ROWS
) -> npt.NDArray[np.float32]:
    """(N, A) raw logits for `observation` (N, F) uint8, without gradient.

    A row's logits depend on that row alone, to the bit: not on N, on its place, or on the other
    rows. `block_rows` is part of the computation, so keep it the same where bits must agree.
    ValueError on another shape or dtype.
    """
    return _in_blocks(network.logits, observation, network.observation_scales, block_rows)


def state_values(
    network: ActorCritic, critic_observation: npt.NDArray[np.uint8], block_rows: int = BLOCK_ROWS
) -> npt.NDArray[np.float32]:
    """(N,) values for `critic_observation` (N, F') uint8, without gradient; as `policy_logits`."""
    return _in_blocks(network.values, critic_observation, network.critic_scales, block_rows)


@torch.inference_mode()
def _in_blocks(
    evaluate: Callable[[Tensor], Tensor],
    features: npt.NDArray[np.uint8],
    scales: Tensor,
    block_rows: int,
) -> npt.NDArray[np.float32]:
    """`evaluate` on blocks of exactly `block_rows` rows, the last one padded with zeros."""
    if features.dtype != np.uint8 or features.ndim != 2 or features.shape[1] != len(scales):
        raise ValueError(
            f"network: expected uint8 features (N, {len(scales)}), "
            f"not {features.dtype} {features.shape}"
        )
    block = torch.zeros((block_rows, len(scales)), dtype=torch.uint8)
    parts = []
    for first in range(0, max(len(features), 1), block_rows):
        rows = features[first : first + block_rows]
        block[: len(rows)] = torch.from_numpy(np.ascontiguousarray(rows))
        parts.append(evaluate(block.to(scales.device)).cpu().numpy())
    return np.concatenate(parts)[: len(features)]


def _scales(scales: npt.ArrayLike, name: str) -> Tensor:
    array = np.array(scales, np.float32)
    if array.ndim != 1 or not np.isfinite(array).all():
        raise ValueError(f"{name} must be a vector of finite numbers, not shape {array.shape}")
    return torch.tensor(array)


def _linear(inputs: int, outputs: int) -> nn.Linear:
    """A layer without its usual initial draw, which would come from torch's global generator."""
    return nn.Linear(inputs, outputs, device="meta").to_empty(device=torch.get_default_device())


def _hidden_layers(inputs: int, hidden: Sequence[int]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width in hidden:
        layers += [_linear(inputs, width), nn.ReLU()]
        inputs = width
    return nn.Sequential(*layers)
