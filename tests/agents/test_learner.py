"""One PPO update: what it reads, what it changes, and that it learns what is paid for."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
import torch

from agents.learner import SIDES_FIELD, Learner, UpdateSettings, hidden_holders
from agents.network import ActorCritic, policy_logits
from agents.ppo import NOT_HIDDEN
from agents.registry import make
from agents.sampling import legal_log_probabilities
from agents.self_play import Rollout, collect
from smear_env.game import SmearGame
from spitzer_env.actions import PACK
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TwoTrumpRules
from tests.agents.conftest import make_network
from tests.agents.networks import bits, lively
from trick_taking.cards import cards_in
from trick_taking.lockstep import LockstepGame

GAMES = 48
SETTINGS = UpdateSettings(
    learning_rate=1e-3, entropy=0.01, announcement_entropy=0.02, minibatch=256, target_kl=1.0
)


def new_game(rules: TwoTrumpRules | None = None) -> SpitzerGame:
    return SpitzerGame(GAMES, seed=11, autoreset=False, rules=rules)


def half_the_seats(game: LockstepGame) -> npt.NDArray[np.bool_]:
    return np.random.default_rng(1).random((game.num_games, game.num_seats)) < 0.5


def play(
    network: ActorCritic, opponent: ActorCritic | None = None, rules: TwoTrumpRules | None = None
) -> Rollout:
    game = new_game(rules)
    return collect(game, network, opponent, half_the_seats(game))


def learner_of(network: ActorCritic) -> Learner:
    game = new_game()
    return Learner(network, game.layout_all, game.num_cards)


@pytest.mark.parametrize("with_opponent", [False, True])
def test_the_ratio_is_1_before_the_first_step(with_opponent: bool) -> None:
    network = lively(new_game())
    rollout = play(network, lively(new_game(), 1) if with_opponent else None)
    whole = replace(SETTINGS, minibatch=len(rollout.actions), epochs=1)
    metrics = learner_of(network).update(rollout, whole, seed=0)
    assert metrics["first_ratio_error"] < 1e-4
    assert metrics["kl"] < 1e-8
    assert metrics["clipped"] == 0.0


def test_the_ratio_moves_once_steps_are_taken() -> None:
    network = lively(new_game())
    rollout, learner = play(network), learner_of(network)
    first = learner.update(rollout, SETTINGS, seed=0)
    second = learner.update(rollout, SETTINGS, seed=0)
    assert first["first_ratio_error"] < 1e-4 < 1e-2 < second["first_ratio_error"]
    assert first["kl_last"] > 0.0


def test_training_leaves_frozen_opponents_as_they_were() -> None:
    game = new_game()
    network, opponent = lively(game), lively(game, 1)
    before, own = bits(opponent), bits(network)
    learner = learner_of(network)
    for seed in range(3):
        learner.update(play(network, opponent), SETTINGS, seed)
    assert bits(opponent) == before
    assert all(parameter.grad is None for parameter in opponent.parameters())
    assert bits(network) != own


def test_every_layer_learns_and_the_scales_do_not() -> None:
    network = lively(new_game())
    before = bits(network)
    learner_of(network).update(play(network), SETTINGS, seed=0)
    same = {name for name, data in bits(network).items() if data == before[name]}
    assert same == {"observation_scales", "critic_scales"}


def test_a_magnet_holds_the_policy_near_itself() -> None:
    strayed = []
    for kl in (0.0, 30.0):
        network, magnet = lively(new_game()), lively(new_game())
        rollout, learner = play(network), learner_of(network)
        settings = replace(SETTINGS, kl=kl, epochs=4)
        first = learner.update(rollout, replace(settings, minibatch=1 << 20), 0, magnet)
        strayed.append(learner.update(rollout, settings, 1, magnet)["magnet_kl"])
        assert first["magnet_kl"] < strayed[-1]  # it begins at the magnet
    assert strayed[1] < 0.3 * strayed[0]
    assert "magnet_kl" not in learner.update(rollout, settings, 1)


def test_an_update_is_a_function_of_its_seed() -> None:
    results = []
    for seed in (3, 3, 4):
        network = lively(new_game())
        learner_of(network).update(play(network), SETTINGS, seed)
        results.append(bits(network))
    assert results[0] == results[1] != results[2]


def test_the_learning_rate_is_that_of_the_settings() -> None:
    network = lively(new_game())
    before = bits(network)
    learner_of(network).update(play(network), replace(SETTINGS, learning_rate=0.0), seed=0)
    assert bits(network) == before


@pytest.mark.parametrize(("target_kl", "epochs"), [(1e-9, 1.0), (1e9, 3.0)])
def test_no_further_pass_once_the_policy_has_moved_far(target_kl: float, epochs: float) -> None:
    network = lively(new_game())
    settings = replace(SETTINGS, target_kl=target_kl)
    metrics = learner_of(network).update(play(network), settings, seed=0)
    assert metrics["epochs"] == epochs


@pytest.mark.parametrize("solo", [True, False])
def test_the_entropy_of_announcements_has_a_weight_of_its_own(solo: bool) -> None:
    rules = TwoTrumpRules(solo=solo)
    results = []
    for weight in (0.02, 0.5):
        network = lively(new_game(rules))
        settings = replace(SETTINGS, announcement_entropy=weight)
        learner_of(network).update(play(network, rules=rules), settings, seed=0)
        results.append(bits(network))
    assert (results[0] != results[1]) == solo  # without announcements it weighs nothing


def paid_for(rollout: Rollout, good: npt.NDArray[np.bool_]) -> Rollout:
    """The rollout as if the seat that acts were paid 1 at once for each `good` (N,) decision."""
    rewards = np.zeros_like(rollout.rewards)
    moves, games = np.nonzero(rollout.stored)
    rewards[moves, games, rollout.seats[moves, games]] = good
    return replace(rollout, rewards=rewards)


def test_the_policy_comes_to_do_what_it_is_paid_for() -> None:
    network = make_network(new_game())
    learner = learner_of(network)
    shares = []
    for seed in range(8):
        rollout = play(network)
        good = rollout.actions == rollout.legal.argmax(axis=1)
        shares.append(good.mean())
        settings = replace(SETTINGS, learning_rate=3e-3, trace=0.0)
        learner.update(paid_for(rollout, good), settings, seed)
    assert shares[0] < 0.4
    assert shares[-1] > 0.7


def test_imitation_learns_the_actions_whatever_they_brought() -> None:
    network = make_network(new_game())
    learner, teacher = learner_of(network), make("rule", new_game())
    settings = replace(SETTINGS, learning_rate=3e-3, imitates=True, target_kl=1e-9)
    agreement = []
    for seed in range(6):
        game = SpitzerGame(GAMES, seed=seed, autoreset=False)
        rollout = collect(game, network, None, half_the_seats(game), teacher)
        logits = policy_logits(network, rollout.observations)
        greedy = np.where(rollout.legal, logits, -np.inf).argmax(axis=1)
        agreement.append((greedy == rollout.actions).mean())
        metrics = learner.update(rollout, settings, seed)
        assert metrics["epochs"] == SETTINGS.epochs  # however far the policy moves
    assert agreement[0] < 0.5
    assert agreement[-1] > agreement[0] + 0.15


def test_the_critic_comes_to_expect_what_is_paid() -> None:
    network = lively(new_game())
    learner, rollout = learner_of(network), play(network)
    settings = replace(SETTINGS, learning_rate=3e-3, reward_scale=0.2, target_kl=1e9)
    explained = [learner.update(rollout, settings, seed)["explained_variance"] for seed in range(8)]
    assert explained[0] < 0.1
    assert explained[-1] > 0.3


def test_the_auxiliary_heads_come_to_know_the_hidden_cards() -> None:
    network = lively(new_game())
    learner, rollout = learner_of(network), play(network)
    settings = replace(SETTINGS, learning_rate=3e-3, auxiliary_weight=1.0, target_kl=1e9)
    losses = [learner.update(rollout, settings, seed) for seed in range(6)]
    assert losses[-1]["location_loss"] < losses[0]["location_loss"]
    assert losses[-1]["sides_loss"] < losses[0]["sides_loss"]


def test_a_network_without_auxiliary_heads_is_updated_too() -> None:
    game = new_game()
    network = ActorCritic(game.layout.scales, game.layout_all.scales, game.num_actions, (16,))
    metrics = learner_of(network).update(play(network), SETTINGS, seed=0)
    assert "location_loss" not in metrics
    assert metrics["first_ratio_error"] < 1e-4


DEAL = (
    "QC AC TC KC JC 9C 8C 7C | 7D AS TS KS QS JS 9S 8S"
    " | 7S AH TH KH QH JH 9H 8H | 7H AD TD KD QD JD 9D 8D"
)


def test_the_truth_names_the_relative_holder_of_each_hidden_card() -> None:
    game = SpitzerGame(1, rules=TwoTrumpRules(solo=False), autoreset=False)
    game.reset(deals=[DEAL], dealers=[0])  # SP10: seat 1 leads
    game.step([PACK.card_id("AS")])  # seat 2 acts; spades are no secret of its own
    seen = torch.from_numpy(game.observe_all())
    holders = hidden_holders(game.layout_all, seen)
    assert holders.shape == (1, 32)
    by_text = {PACK.names[card]: int(holder) for card, holder in enumerate(holders[0])}
    assert by_text["AS"] == NOT_HIDDEN  # played
    assert by_text["7S"] == by_text["AH"] == NOT_HIDDEN  # its own
    assert by_text["7H"] == by_text["AD"] == 1
    assert by_text["QC"] == by_text["7C"] == 2
    assert by_text["7D"] == by_text["KS"] == 3
    trump_side = seen[0, game.layout_all.slices[SIDES_FIELD]]
    assert trump_side.tolist() == [0, 0, 1, 1]  # SP8: seats 0 and 1


@pytest.mark.parametrize("players", [4, 5])
def test_the_holders_are_those_of_the_true_state(players: int) -> None:
    rules = TwoTrumpRules(players=players)  # type: ignore[arg-type]
    game = SpitzerGame(64, rules=rules, autoreset=False)
    for _ in range(9):
        game.step(game.legal.argmax(axis=1))
    holders = hidden_holders(game.layout_all, torch.from_numpy(game.observe_all()))
    for row, seat in enumerate(game.seat):
        for card in range(32):
            card_bit = np.uint64(1) << np.uint64(card)
            held = [bool(hand & card_bit) for hand in game.state.hands[row]]
            relative = (held.index(True) - seat) % players if any(held) else NOT_HIDDEN
            assert holders[row, card] == relative


def test_in_smear_no_guess_is_asked_for_of_cards_in_no_hand() -> None:
    game = SmearGame(64, autoreset=False)
    for _ in range(12):  # into the discards
        game.step(game.legal.argmax(axis=1))
    holders = hidden_holders(game.layout_all, torch.from_numpy(game.observe_all()))
    for row, seat in enumerate(game.seat):
        held = [cards_in(int(hand)) for hand in game.state.hands[row]]
        for card in range(54):
            owners = [(place - seat) % 4 for place in range(4) if card in held[place]]
            assert holders[row, card] == (owners or [NOT_HIDDEN])[0]
    assert (holders != NOT_HIDDEN).sum(dim=1).max() < 40


def test_a_network_for_smear_guesses_locations_and_no_sides() -> None:
    game = SmearGame(16, autoreset=False)
    scales = game.layout.scales, game.layout_all.scales
    sizes = {"num_seats": game.num_seats, "num_cards": game.num_cards}
    network = ActorCritic(*scales, game.num_actions, (16,), **sizes, auxiliary=True, sides=False)
    assert SIDES_FIELD not in game.layout_all.fields
    rollout = collect(game, network, None, half_the_seats(game))
    metrics = Learner(network, game.layout_all, game.num_cards).update(rollout, SETTINGS, seed=0)
    assert metrics["location_loss"] > 0.5
    assert "sides_loss" not in metrics


def test_log_probabilities_of_the_rollout_are_of_the_network_before_the_update() -> None:
    network = lively(new_game())
    rollout = play(network)
    before = rollout.log_probabilities.copy()
    learner_of(network).update(rollout, SETTINGS, seed=0)
    assert np.array_equal(rollout.log_probabilities, before)
    after = legal_log_probabilities(policy_logits(network, rollout.observations), rollout.legal)
    taken = after[np.arange(len(before)), rollout.actions]
    assert np.abs(taken - before).max() > 1e-3
