"""What training shows of the bidding in Smear, on networks that always do the same."""

import numpy as np
import pytest
import torch

from agents.network import ActorCritic
from agents.self_play import Rollout, collect
from experiments.rollout_figures import rollout_figures
from smear_env.game import SmearGame
from spitzer_env.game import SpitzerGame
from tests.agents.networks import lively
from trick_taking.rewards import Rewards


def network_that_likes(game: SmearGame, logits: dict[str, float]) -> ActorCritic:
    scales = game.layout.scales, game.layout_all.scales
    network = ActorCritic(*scales, game.num_actions, (16,), num_cards=game.num_cards)
    with torch.no_grad():
        network.policy_head.weight.zero_()
        for action, logit in logits.items():
            network.policy_head.bias[game.action_names.index(action)] = logit
    return network


def figures_of(
    logits: dict[str, float], games: int = 64, rewards: Rewards = "relative"
) -> tuple[dict[str, float], Rollout]:
    game = SmearGame(games, seed=1, episode="match", rewards=rewards, autoreset=False)
    network = network_that_likes(game, logits)
    rollout = collect(game, network, None, np.zeros((games, 4), np.bool_))
    return rollout_figures("smear", game, network, rollout), rollout


def test_where_all_pass_no_deal_is_bid() -> None:
    figures, _ = figures_of({"pass": 40.0})
    assert figures == {"bid/deals": 0.0, "bid_greedy/deals": 0.0}


@pytest.mark.parametrize("points", [2, 10])
def test_where_the_eldest_always_bids_all_deals_are_bid_so_high(points: int) -> None:
    figures, rollout = figures_of({f"bid {points}": 40.0})
    assert figures["bid/deals"] == figures["bid_greedy/deals"] == 1.0
    made = np.concatenate([results.made for results in rollout.results])
    assert figures["bid/made"] == pytest.approx(made.mean())
    if points == 10:  # nobody can bid higher
        assert figures["bid/height"] == 10.0
        assert figures["bid/made"] < 0.1


def test_greedy_passing_is_seen_behind_sampled_bids() -> None:
    figures, _ = figures_of({"pass": 0.1})  # passing is a little more probable than each bid
    assert figures["bid/deals"] > 0.9
    assert figures["bid_greedy/deals"] == 0.0


def test_greedy_bidding_is_seen_behind_sampled_passes() -> None:
    figures, _ = figures_of({"bid 2": 0.1})
    assert figures["bid_greedy/deals"] == 1.0


def test_every_deal_of_a_match_counts() -> None:
    figures, rollout = figures_of({"bid 2": 40.0, "pass": 20.0}, 4, "win")
    bids = np.concatenate([results.bids for results in rollout.results])
    assert len(bids) == rollout.deal_ends.sum() > 8
    assert figures["bid/deals"] == pytest.approx((bids > 0).any(axis=1).mean())
    assert figures["bid_greedy/deals"] == 1.0


def test_spitzer_shows_nothing_more() -> None:
    game = SpitzerGame(8, autoreset=False)
    network = lively(game)
    rollout = collect(game, network, None, np.zeros((8, 4), np.bool_))
    assert rollout_figures("spitzer", game, network, rollout) == {}
