"""The actor-critic: shapes, initial weights, and rows whose bits do not depend on the batch."""

import numpy as np
import pytest
import torch

from agents.network import (
    BLOCK_ROWS,
    ActorCritic,
    NetworkShape,
    outline_of,
    policy_logits,
    state_values,
)

F, CRITIC_F, A = 53, 71, 43


def make_network(hidden: tuple[int, ...] = (32, 16), **options: object) -> ActorCritic:
    return ActorCritic(np.full(F, 0.5), np.ones(CRITIC_F), A, hidden, **options)  # type: ignore[arg-type]


def features(rows: int, size: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 5, (rows, size)).astype(np.uint8)


def test_shapes_and_dtypes() -> None:
    network = make_network(auxiliary=True, num_seats=5)
    output = network.policy(torch.from_numpy(features(7, F)))
    assert output.logits.shape == (7, A)
    assert output.location is not None
    assert output.sides is not None
    assert output.location.shape == (7, 32, 4)
    assert output.sides.shape == (7, 5)
    assert network.values(torch.from_numpy(features(7, CRITIC_F))).shape == (7,)
    assert policy_logits(network, features(7, F)).dtype == np.float32


def test_without_auxiliary_heads_there_are_none() -> None:
    network = make_network()
    assert network.policy(torch.from_numpy(features(2, F)))[1:] == (None, None)
    assert not any("location" in name or "sides" in name for name in network.state_dict())


def test_without_secret_partners_there_is_no_head_for_sides() -> None:
    output = make_network(auxiliary=True, sides=False).policy(torch.from_numpy(features(2, F)))
    assert output.location is not None
    assert output.sides is None
    assert "sides_head.weight" not in make_network(auxiliary=True, sides=False).state_dict()


def test_logits_are_those_of_policy() -> None:
    network = make_network(auxiliary=True)
    observation = torch.from_numpy(features(9, F))
    assert torch.equal(network.logits(observation), network.policy(observation).logits)


def test_scales_multiply_the_features() -> None:
    halved, plain = make_network(), ActorCritic(np.ones(F), np.ones(CRITIC_F), A, (32, 16))
    doubled = features(4, F) * 2
    expected = policy_logits(plain, features(4, F))
    assert np.allclose(policy_logits(halved, doubled), expected, atol=1e-6)


def test_first_policy_is_close_to_uniform_and_weights_are_orthogonal() -> None:
    network = make_network(hidden=(48, 48))
    assert np.abs(policy_logits(network, features(50, F))).max() < 0.2
    weight = network.actor[0].weight  # type: ignore[union-attr]
    assert torch.allclose(weight @ weight.T, 2.0 * torch.eye(48), atol=1e-5)  # type: ignore[operator]


def test_weights_come_from_the_seed_alone() -> None:
    torch.manual_seed(1)
    before = torch.random.get_rng_state()
    first = make_network(seed=5, auxiliary=True).state_dict()
    assert torch.equal(torch.random.get_rng_state(), before)
    torch.manual_seed(2)
    second = make_network(seed=5, auxiliary=True).state_dict()
    assert all(torch.equal(first[name], second[name]) for name in first)
    other = make_network(seed=6).state_dict()
    assert not torch.equal(first["actor.0.weight"], other["actor.0.weight"])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("hidden", [(256, 256), (128, 128), (16, 48), (16,)])
def test_bits_of_a_row_do_not_depend_on_the_batch(threads: int, hidden: tuple[int, ...]) -> None:
    torch.set_num_threads(threads)
    network = make_network(hidden)
    rows = 3 * BLOCK_ROWS + 17
    observation, everything = features(rows, F), features(rows, CRITIC_F)
    logits, values = policy_logits(network, observation), state_values(network, everything)
    order = np.random.default_rng(1).permutation(rows)
    assert np.array_equal(policy_logits(network, observation[order]), logits[order])
    assert np.array_equal(state_values(network, everything[order]), values[order])
    for count in (1, 2, 3, 7, 64, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, rows):
        some = order[:count]
        assert np.array_equal(policy_logits(network, observation[some]), logits[some])
        assert np.array_equal(state_values(network, everything[some]), values[some])


@pytest.mark.parametrize("size", [1, 15, 16, 335, 435])
@pytest.mark.parametrize("num_actions", [1, 2, 7, 43])
def test_bits_do_not_depend_on_the_place_for_any_sizes(size: int, num_actions: int) -> None:
    network = ActorCritic(np.ones(size), np.ones(size), num_actions, (16, 32))
    observation = np.random.default_rng(2).integers(0, 256, (200, size)).astype(np.uint8)
    order = np.random.default_rng(3).permutation(200)
    logits = policy_logits(network, observation)
    assert np.array_equal(policy_logits(network, observation[order]), logits[order])
    assert np.array_equal(policy_logits(network, observation[order[:5]]), logits[order[:5]])


def test_bits_are_the_same_with_one_thread_and_two() -> None:
    network = make_network((256, 256))
    observation = features(500, F)
    one = policy_logits(network, observation)
    torch.set_num_threads(2)
    assert np.array_equal(policy_logits(network, observation), one)


def test_blocks_agree_with_the_learning_pass() -> None:
    network = make_network((256, 256))
    observation = features(300, F)
    learning = network.logits(torch.from_numpy(observation)).detach().numpy()
    assert np.allclose(policy_logits(network, observation), learning, atol=1e-5)


def test_no_rows_give_no_rows() -> None:
    network = make_network()
    assert policy_logits(network, features(0, F)).shape == (0, A)
    assert state_values(network, features(0, CRITIC_F)).shape == (0,)


@pytest.mark.parametrize("wrong", [features(3, F + 1), features(3, F)[0], np.zeros((3, F))])
def test_wrong_features_are_refused(wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match=rf"uint8 features \(N, {F}\)"):
        policy_logits(make_network(), wrong)


def test_actor_never_sees_the_critics_features() -> None:
    network = make_network(auxiliary=True)
    observation = torch.from_numpy(features(3, F))
    output = network.policy(observation)
    assert output.location is not None
    assert output.sides is not None
    total = output.logits.sum() + output.location.sum() + output.sides.sum()
    total.backward()
    assert all(parameter.grad is None for parameter in network.critic.parameters())


def test_outline_has_the_shapes_and_no_numbers() -> None:
    network = make_network(auxiliary=True)
    outline = outline_of(network.shape)
    own = {name: tensor.shape for name, tensor in network.state_dict().items()}
    assert {name: tensor.shape for name, tensor in outline.state_dict().items()} == own
    assert all(tensor.is_meta for tensor in outline.state_dict().values())
    outline.load_state_dict(network.state_dict(), assign=True)
    observation = features(5, F)
    assert np.array_equal(policy_logits(outline, observation), policy_logits(network, observation))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"num_actions": 0}, "num_actions"),
        ({"hidden": ()}, "hidden"),
        ({"hidden": (8, 10**9)}, r"hidden\[1\]"),
        ({"hidden": (16,) * 17}, "hidden"),
        ({"hidden": (16, 24)}, "multiples of 16"),
        ({"num_seats": True}, "num_seats"),
        ({"num_cards": 2.0}, "num_cards"),
        ({"auxiliary": 1}, "auxiliary"),
        ({"sides": None}, "sides must be true or false"),
        ({"num_seats": 1, "auxiliary": True}, "num_seats"),
    ],
)
def test_impossible_shapes_are_refused(change: dict[str, object], message: str) -> None:
    shape = {"observation_size": 3, "critic_size": 4, "num_actions": 2, "hidden": (16,)} | change
    with pytest.raises(ValueError, match=message):
        NetworkShape(**shape)  # type: ignore[arg-type]


def test_scales_must_be_a_finite_vector() -> None:
    with pytest.raises(ValueError, match="critic_scales"):
        ActorCritic(np.ones(3), np.array([1.0, np.nan]), 2, (16,))
