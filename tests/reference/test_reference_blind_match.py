"""The reference of two-trump Spitzer with a blind: options, redeals and whole matches."""

from __future__ import annotations

import random

import pytest

from tests.reference.blind import REDEALS, BlindMatch
from tests.reference.blind_options import PAIRS, all_rules, cards_each, complete_options, pack_of
from tests.reference.spitzer import PACK

ACTIONS = [*PACK, "pass", "pick"]


def against(picker: int, unit: int, players: int) -> list[int]:
    """Each opponent pays `unit` to the picker."""
    return [unit * (players - 1) if seat == picker else -unit for seat in range(players)]


def test_options() -> None:
    assert sum(1 for _ in all_rules()) == 4608
    fewer = list(all_rules(without_effect=False))
    assert len(fewer) == 1152
    assert complete_options(fewer[0]) == complete_options({})
    with pytest.raises(ValueError, match="unknown option cards_each"):
        complete_options({"cards_each": 4})
    with pytest.raises(ValueError, match="all_pass cannot be 'doubler'"):
        complete_options({"all_pass": "doubler"})


def give_out(chance: random.Random, players: int, blind: int) -> tuple[list[list[str]], list[str]]:
    pack = pack_of(players, blind)
    chance.shuffle(pack)
    each = cards_each(players, blind)
    hands = [pack[seat * each : seat * each + each] for seat in range(players)]
    return hands, pack[players * each :]


def scripted_match(results: list[list[int] | None], **options: object) -> BlindMatch:
    """A match whose deals end with the units of `results`, None for a redeal; P0 deals first."""
    match = BlindMatch(options, 0)
    for number, units in enumerate(results):
        table = match.players, int(match.options["blind"])
        deal = match.start(*give_out(random.Random(number), *table))
        deal.finished, deal.units = True, units
        match._count(units)
    return match


def test_sp19_twelve_deals_for_every_table() -> None:
    for players, blind in PAIRS:
        win = against(0, 2, players)
        table = {"players": players, "blind": blind}
        assert not scripted_match([win] * 11, **table).finished
        assert scripted_match([win] * 12, **table).winners == [0]
        assert scripted_match([win] * 4, deals=4, **table).finished  # no multiple of five
    assert scripted_match([against(2, 2, 3)] * 2, players=3, score_limit=8).winners == [2]


def test_spv4_a_redeal_is_not_counted_and_has_the_same_dealer() -> None:
    rest = {"all_pass": "redeal", "deals": 2}
    match = scripted_match([None, None], **rest)
    assert (match.dealer, match.deals_played, match.redeals) == (0, 0, 2)
    match = scripted_match([None, against(1, 2, 4)], **rest)
    assert (match.dealer, match.deals_played, match.redeals) == (1, 1, 0)
    assert scripted_match([None, against(1, 2, 4), None, against(1, 2, 4)], **rest).winners == [1]


def test_spv4_ten_redeals_in_a_row_within_a_match() -> None:
    match = BlindMatch({"all_pass": "redeal"}, 2)
    for number in range(REDEALS + 1):
        deal = match.start(*give_out(random.Random(number), 4, 2))
        while deal.phase == "pick":
            match.apply(deal.legal()[0])
        assert deal.redealt == (number < REDEALS)
    assert (match.dealer, deal.picker) == (2, 2)


def test_sp20_extra_deals_for_the_tied() -> None:
    tied = scripted_match([against(0, 2, 3), against(1, 2, 3)], players=3, deals=2)
    assert (tied.finished, tied.contenders) == (False, [0, 1])
    again = scripted_match([[2, 2, -4], [0, 0, 0], [-2, 4, -2]], players=3, deals=1)
    assert again.extra_deals == 2
    assert again.winners == [1]
    shared = scripted_match([[2, 2, -4]], players=3, deals=5, max_deals=1)
    assert shared.winners == [0, 1]


def test_spv5_the_next_dealer() -> None:
    options = {"players": 3, "deals": 2, "next_dealer": "left_of_loser"}
    match = scripted_match([[-4, 2, 2], [-4, 4, 0]], **options)
    assert match.winners == [1]
    assert match.next_dealer() == 1  # left of P0


@pytest.mark.parametrize("table", PAIRS, ids=repr)
def test_random_matches_end_by_the_rules(table: tuple[int, int]) -> None:
    chance = random.Random(repr(table))
    rules = [options for options in all_rules() if (options["players"], options["blind"]) == table]
    for options in chance.sample(rules, 30):
        match = BlindMatch({**options, "deals": 3}, 1)
        while not match.finished:
            deal = match.start(*give_out(chance, *table))
            while not deal.finished:
                legal = deal.legal()
                assert legal == sorted(legal, key=ACTIONS.index)
                assert set(deal.lawful()) <= set(legal)
                choice = legal if chance.random() < 0.05 else deal.lawful()
                match.apply(chance.choice(choice))
            if not deal.redealt and options["revoke"] != "fine_4":
                assert sum(deal.units) == 0
            if deal.counted is not None:
                assert sum(deal.counted) == 120
                assert sum(deal.tricks) == cards_each(*table)
        assert match.deals_played == 3 + match.extra_deals
