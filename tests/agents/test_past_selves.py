"""Past selves: frozen for good, and the same for a run that was stopped and resumed."""

from pathlib import Path

import numpy as np
import pytest
import torch

from agents.checkpoint import save_checkpoint
from agents.network import policy_logits
from agents.past_selves import PastSelves, all_but_one
from agents.random_agent import RandomAgent
from spitzer_env.game import SpitzerGame
from tests.agents.conftest import make_network, train
from tests.agents.networks import bits


def filled(folder: Path, game: SpitzerGame, size: int, iterations: range) -> PastSelves:
    past = PastSelves(folder, game, size)
    for iteration in iterations:
        past.add(iteration, make_network(game, seed=iteration))
    return past


def test_a_past_self_stays_what_it_was_while_training_goes_on(
    game: SpitzerGame, tmp_path: Path
) -> None:
    network = make_network(game)
    past = PastSelves(tmp_path, game, 5)
    past.add(10, network)
    frozen, was = past.networks[10], bits(network)
    file = tmp_path / "iteration-000010.safetensors"
    stored = file.read_bytes()
    train(network, torch.optim.Adam(network.parameters(), lr=1e-2), game, 3)
    assert bits(network) != was
    assert bits(frozen) == was
    assert file.read_bytes() == stored
    assert not any(parameter.requires_grad for parameter in frozen.parameters())
    assert frozen.observation_scales.data_ptr() != network.observation_scales.data_ptr()


def test_the_pool_holds_the_last_ones(game: SpitzerGame, tmp_path: Path) -> None:
    past = filled(tmp_path, game, 3, range(1, 6))
    assert sorted(past.networks) == [3, 4, 5]
    assert len(list(tmp_path.glob("*.safetensors"))) == 5  # files of older ones remain


def test_a_pool_of_none_is_empty(game: SpitzerGame, tmp_path: Path) -> None:
    past = filled(tmp_path, game, 0, range(1, 3))
    assert past.networks == {}
    assert past.choose(seed=0, iteration=3) is None


def test_a_restored_pool_is_the_same_to_the_bit(game: SpitzerGame, tmp_path: Path) -> None:
    past = filled(tmp_path, game, 3, range(1, 6))
    again = PastSelves(tmp_path, game, 3)
    again.restore(sorted(past.networks), make_network(game))
    assert sorted(again.networks) == sorted(past.networks)
    for iteration, network in past.networks.items():
        assert bits(again.networks[iteration]) == bits(network)
    observation = game.observe()
    for iteration in range(20):
        one, other = past.choose(7, iteration), again.choose(7, iteration)
        assert one is not None
        assert other is not None
        assert np.array_equal(policy_logits(one, observation), policy_logits(other, observation))


def test_a_snapshot_that_is_missing_is_named(game: SpitzerGame, tmp_path: Path) -> None:
    past = PastSelves(tmp_path, game, 3)
    with pytest.raises(ValueError, match=r"iteration-000004\.safetensors: there is no such file"):
        past.restore([4], make_network(game))


def test_nobody_plays_from_an_empty_pool(game: SpitzerGame, tmp_path: Path) -> None:
    assert PastSelves(tmp_path, game, 3).choose(seed=0, iteration=0) is None


def test_a_fixed_agent_plays_with_its_chance(tmp_path: Path) -> None:
    game, agent = SpitzerGame(1), RandomAgent()
    past = PastSelves(tmp_path, game, 3)
    assert past.choose(0, 0, agent, chance=1.0) is agent
    assert past.choose(0, 0, agent, chance=0.0) is None
    chosen = [past.choose(3, iteration, agent, 0.3) is agent for iteration in range(2000)]
    assert 0.26 < sum(chosen) / 2000 < 0.34  # 4 standard errors


def test_every_past_self_gets_its_turn(game: SpitzerGame, tmp_path: Path) -> None:
    past = filled(tmp_path, game, 4, range(1, 5))
    turns = dict.fromkeys(past.networks, 0)
    for iteration in range(400):
        chosen = past.choose(1, iteration)
        turns[next(i for i, network in past.networks.items() if network is chosen)] += 1
    assert sum(turns.values()) == 400
    assert all(70 < count < 130 for count in turns.values())  # 100 each, five deviations


def test_seats_are_drawn_anew_from_seed_and_iteration_alone(tmp_path: Path) -> None:
    game = SpitzerGame(2000)
    past = PastSelves(tmp_path, game, 3)
    held = past.seats(seed=5, iteration=9, share=0.4)
    assert held.shape == (2000, 4)
    assert held.dtype == np.bool_
    assert np.array_equal(held, PastSelves(tmp_path, game, 9).seats(5, 9, 0.4))
    assert not np.array_equal(held, past.seats(5, 10, 0.4))
    assert not np.array_equal(held, past.seats(6, 9, 0.4))


def test_a_share_of_the_games_is_mixed_with_each_seat_at_even_chance(tmp_path: Path) -> None:
    past = PastSelves(tmp_path, SpitzerGame(4000), 3)
    assert not past.seats(0, 0, share=0.0).any()
    everywhere = past.seats(0, 0, share=1.0)
    assert np.abs(everywhere.mean(axis=0) - 0.5).max() < 0.04
    mixed = past.seats(0, 0, share=0.4).any(axis=1)
    assert abs(mixed.mean() - 0.4 * 15 / 16) < 0.04


def test_guests_sit_in_the_pool_and_are_read_again_from_their_copies(
    game: SpitzerGame, tmp_path: Path
) -> None:
    guest, file = make_network(game, seed=9), tmp_path / "other.safetensors"
    save_checkpoint(file, guest, game)
    past = PastSelves(tmp_path / "run" / "snapshots", game, 3)
    past.invite([file], "cpu")
    assert bits(past.guests[0]) == bits(guest)
    assert past.choose(seed=0, iteration=0) is past.guests[0]  # the pool is otherwise empty
    for iteration in range(1, 4):
        past.add(iteration, make_network(game, seed=iteration))
    met = [past.choose(seed=0, iteration=iteration) for iteration in range(400)]
    assert 60 < sum(network is past.guests[0] for network in met) < 140  # a quarter
    file.unlink()
    again = PastSelves(tmp_path / "run" / "snapshots", game, 3)
    again.invite([file], "cpu")
    assert bits(again.guests[0]) == bits(guest)


def test_values_are_no_guest(game: SpitzerGame, tmp_path: Path) -> None:
    file = tmp_path / "values.safetensors"
    save_checkpoint(file, make_network(game), game, extra={"player": "dmc"})
    with pytest.raises(ValueError, match=r"values\.safetensors: action values are no policy"):
        PastSelves(tmp_path / "snapshots", game, 3).invite([file], "cpu")


def test_an_exploiter_has_one_seat_of_each_game_in_its_turn() -> None:
    game = SpitzerGame(2000)
    theirs = all_but_one(game, seed=1, iteration=3)
    assert (theirs.sum(axis=1) == 3).all()
    assert np.abs((~theirs).mean(axis=0) - 0.25).max() < 0.04
    assert np.array_equal(theirs, all_but_one(game, seed=1, iteration=3))
    assert not np.array_equal(theirs, all_but_one(game, seed=1, iteration=4))
