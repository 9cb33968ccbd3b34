"""What cards can do now, as a network is told it: counted by hand from positions."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch

from agents.card_powers import CardPowers, power_tables, size_of_powers
from agents.checkpoint import load_checkpoint, save_checkpoint
from agents.network import ActorCritic
from agents.suit_order import suit_tables
from agents.tensor_file import pack, unpack
from smear_env.game import SmearGame
from spitzer_env.actions import ACTION_IDS, PACK
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rules import TwoTrumpRules

MICHIGAN = (
    "QC 8D AC TC 7C AS 9H 8H | 7D 9D KC 9C KS 7S AH 7H | "
    "QS QD JC 8C TS 9S TH KH | QH JS JH JD AD TD KD 8S"
)


def powers_of(game: SpitzerGame) -> dict[str, npt.NDArray[np.float32]]:
    module = CardPowers(game.num_cards, power_tables(game))
    row = module(torch.from_numpy(game.observe()))[0].numpy()
    cards = game.num_cards
    assert len(row) == size_of_powers(cards)
    names = "takes", "masters", "above"
    return {name: row[place * cards : (place + 1) * cards] for place, name in enumerate(names)} | {
        "trick": row[3 * cards :]
    }


def cards_of(flags: npt.NDArray[np.float32]) -> str:
    return " ".join(sorted(PACK.names[card] for card in np.flatnonzero(flags)))


def michigan(*plays: str) -> SpitzerGame:
    game = SpitzerGame(1, rules=MichiganRules(), autoreset=False)
    game.reset(deals=[MICHIGAN], dealers=[3])
    for name in (*["pass"] * 4, *plays):
        game.step([ACTION_IDS[name]])
    return game


def test_the_leader_has_masters_and_counts_what_is_above_his_cards() -> None:
    told = powers_of(michigan())
    assert cards_of(told["takes"]) == ""  # there is no trick yet
    # QC is the highest trump (MI3); of clubs AC, TC, of spades AS lack nothing above them (MI4)
    assert cards_of(told["masters"]) == "AC AS QC TC"
    above = {card: told["above"][PACK.card_id(card)] * 8 for card in ("8D", "7C", "9H", "8H", "AC")}
    # 8D: twelve trumps with the others; 7C: 8C 9C KC; 9H: KH TH AH; 8H: no more, 9H is his own
    assert above == {"8D": 12, "7C": 3, "9H": 3, "8H": 3, "AC": 0}
    assert (told["trick"] * [8, 1, 4]).tolist() == [0, 0, 3]


def test_a_follower_sees_which_of_his_cards_take_the_trick() -> None:
    told = powers_of(michigan("9H", "7H"))
    assert cards_of(told["takes"]) == "JC KH QD QS TH"  # seat 2: hearts above 9H, and his trumps
    # over 9H: 13 unseen trumps less QS QD JC, and AH; one seat plays after this one
    assert (told["trick"] * [8, 1, 4]).tolist() == [12, 0, 1]


def test_a_discard_is_not_the_best_card() -> None:
    game = SpitzerGame(1, rules=TwoTrumpRules(solo=False), autoreset=False)
    deal = (
        "KH 7H 8H 9H 7C 8C 9C JC | TS 9S 8S 7S KC TC AC JD | "
        "AH QH AS KS QC JS QS 8D | TH JH 9D TD QD KD AD 7D"
    )
    game.reset(deals=[deal], dealers=[3])
    for name in ("KH", "TS"):
        game.step([ACTION_IDS[name]])
    told = powers_of(game)
    assert cards_of(told["takes"]) == "AH QC"  # no AS, though TS was played last
    assert (told["trick"] * [8, 1, 4]).tolist() == [2, 0, 1]  # TH and 7D


def test_a_card_that_nobody_can_beat_is_safe() -> None:
    told = powers_of(michigan("QC"))
    assert cards_of(told["takes"]) == ""
    assert (told["trick"] * [8, 1, 4]).tolist() == [0, 1, 2]


def test_cards_that_are_not_dealt_are_above_none_spv7() -> None:
    game = SpitzerGame(1, rules=TwoTrumpRules(cards_each=2, solo=False), autoreset=False)
    game.reset(deals=["QC KC | 7D TC | AC KS | TS AS"], dealers=[3])
    told = powers_of(game)
    assert cards_of(told["masters"]) == "QC"
    assert told["above"][PACK.card_id("KC")] * 8 == 2  # TC and AC; no JC, for instance, is dealt


def test_powers_need_one_trump_and_the_order_of_the_trick() -> None:
    with pytest.raises(ValueError, match="--powers: smear_v0 has no trump that is the same"):
        power_tables(SmearGame(1))
    hidden = SpitzerGame(1, scramble_history=True)
    with pytest.raises(ValueError, match="--powers: with --scramble-history"):
        power_tables(hidden)


def test_a_network_with_powers_is_kept_whole_and_checked(tmp_path: Path) -> None:
    game = SpitzerGame(4, rules=MichiganRules())
    scales = game.layout.scales, game.layout_all.scales
    network = ActorCritic(
        *scales, game.num_actions, (32,), suits=suit_tables(game), powers=power_tables(game)
    )
    file = tmp_path / "a.safetensors"
    save_checkpoint(file, network, game)
    again = load_checkpoint(file, game).network
    rows = torch.from_numpy(game.observe())
    assert again.shape.powers
    assert torch.equal(again.logits(rows), network.logits(rows))
    arrays, facts = unpack(file.read_bytes())
    arrays["network/powers.columns"][0] += game.layout.size
    file.write_bytes(pack(arrays, facts))
    with pytest.raises(ValueError, match=r"'network/powers.columns' holds no fields of cards"):
        load_checkpoint(file, game)
