"""Records: readable, complete, replayable at any action, and checked line by line."""

import itertools

import pytest

from spitzer_env import michigan_v0, spitzer_v0
from tests.shared_checks import records as checks
from tests.shared_checks.aec import turns
from tests.spitzer.under_test import SPITZER
from trick_taking.counter import random_keys

Rules = spitzer_v0.Rules
NUM_GAMES = 200

# The worked deal SP-G1 of the rules' cases: it ends 60-60.
SP_G1 = """\
game: spitzer_v0
rules: {"players": 4, "solo": true, "trump_lead_must_follow": true, "tie_60": "trump_side_loses", \
"schneider_bonus": true, "schwarz_bonus": true, "schneider_minimum": 91, "double_spitzer": false, \
"revoke": "forbidden", "deals": null, "score_limit": null, "max_deals": 500, \
"next_dealer": "rotate"}
episode: deal
rewards: units
illegal: raise
history: false
seed: 7
first_deal: 0
deal 1: dealer 3: QC TC 8C 9S JH 9H TD 8D | KC JC QS 7S AH 7H JD 7D | AC AS 8S QH TH KD QD 9D \
| 9C 7C KS JS TS KH 8H AD
announce: 0 pass, 1 pass, 2 pass, 3 pass
trick 1: 0 8D, 1 JD, 2 QD, 3 AD
trick 2: 3 8H, 0 9H, 1 7H, 2 QH
trick 3: 2 9D, 3 TS, 0 TD, 1 7D
trick 4: 1 JC, 2 AC, 3 7C, 0 8C
trick 5: 2 AS, 3 KS, 0 9S, 1 QS
trick 6: 2 KD, 3 9C, 0 JH, 1 KC
trick 7: 2 8S, 3 JS, 0 QC, 1 7S
trick 8: 0 TC, 1 AH, 2 TH, 3 KH
units: -1 -1 1 1
"""


def edited(line: int, old: str, new: str) -> str:
    """SP_G1 with `old` replaced in one line (from 1)."""
    lines = SP_G1.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return "\n".join(lines)


def random_settings(number: int) -> dict:
    """Settings of game `number`, every option drawn."""
    keys = (int(random_keys(31, number, place)[0]) for place in itertools.count())

    def draw(*choices):
        return choices[next(keys) % len(choices)]

    players = draw(4, 4, 5)
    episode = draw("deal", "deal", "match")
    rules = Rules(
        players=players,
        solo=draw(True, False),
        trump_lead_must_follow=draw(True, False),
        tie_60=draw("trump_side_loses", "most_tricks"),
        schneider_bonus=draw(True, False),
        schwarz_bonus=draw(True, False),
        schneider_minimum=draw(91, 90),
        double_spitzer=draw(True, False),
        revoke=draw("forbidden", "lose_deal", "fine_4"),
        deals=5 if players == 5 else draw(1, 2, 3),
        score_limit=draw(None, 1, 5),
        next_dealer=draw("rotate", "left_of_loser"),
    )
    return {
        "rules": rules,
        "episode": episode,
        "rewards": draw("units", "relative", "win") if episode == "match" else draw("units"),
        "illegal": draw("raise", "terminate"),
        "history": draw(True, False),
    }


def test_random_games_replay_at_the_end_and_in_between():
    met = checks.check_random_games_replay(SPITZER, random_settings, NUM_GAMES)
    assert min(met.values()) >= 10


def test_worked_deal_is_written_as_it_reads():
    env = spitzer_v0.replay(SP_G1)
    assert env.record() == SP_G1
    assert all(env.terminations.values())
    assert env.infos["player_0"]["deal_result"]["units"] == [-1, -1, 1, 1]
    assert env.rewards == {"player_0": -1, "player_1": -1, "player_2": 1, "player_3": 1}


def test_replay_stops_after_any_action():
    for upto in range(37):
        env = spitzer_v0.replay(SP_G1, upto)
        assert sum(len(deal.moves) for deal in env.deals) == upto
    assert spitzer_v0.replay(SP_G1, 0).legal_action_names() == ["pass"]
    assert spitzer_v0.replay(SP_G1, 5).legal_action_names() == ["JD"]


def test_replay_reads_loosely_written_texts():
    shuffled = edited(9, "QC TC 8C 9S", "9S 8C  QC TC")
    blank = SP_G1.replace("trick 3", "\n   trick 3").replace("units: -1 -1 1 1\n", "")
    for text in (shuffled, blank):
        assert spitzer_v0.replay(text).record() == SP_G1
    split = SP_G1.replace("2 pass, 3 pass", "2 pass\nannounce: 3 pass")
    assert spitzer_v0.replay(split).record() == SP_G1


def test_match_goes_on_after_a_replay_with_the_deals_of_its_seed():
    checks.check_match_goes_on_after_a_replay(SPITZER, {"rules": Rules(deals=3)})


def test_replay_at_every_action():
    checks.check_replay_at_every_action(SPITZER, {"history": True}, seed=4)


def test_later_deals_of_a_match_come_from_the_record():
    env = spitzer_v0.env(episode="match", rules=Rules(deals=2))
    env.reset(seed=5)
    other = "AC KC QC JC TC 9C 8C 7C | AS KS QS JS TS 9S 8S 7S "
    other += "| AH KH QH JH TH 9H 8H 7H | AD KD QD JD TD 9D 8D 7D"
    for _ in turns(env):
        if len(env.deals) == 2:
            break
    env.inject_deal(other)
    assert env.deals[1].deal == other
    assert env.infos["player_0"]["deal_result"]["units"] == env.deals[0].units
    for _ in turns(env):
        pass
    twin = spitzer_v0.replay(env.record(), 37)
    assert twin.deals[1].deal == other
    assert spitzer_v0.replay(env.record()).record() == env.record()


WRONG = [
    (1, "spitzer_v0", "smear_v0", "smear_v0, not of spitzer_v0"),
    (1, "game", "games", "'game: ..' is expected"),
    (2, '"players": 4', '"players": 6', "players must be"),
    (2, '"players": 4', '"player": 4', "unknown option 'player'"),
    (2, '{"players"', '["players"', "rules cannot be read"),
    (2, '{"players"', '3 {"players"', "rules cannot be read"),
    (3, "deal", "year", "episode must be"),
    (4, "units", "win", 'rewards="win"'),
    (5, "raise", "ignore", "illegal must be"),
    (6, "false", "0", "history must be bool"),
    (7, "7", "seven", "seed cannot be read"),
    (7, "7", "7.5", "seed must be int"),
    (8, "first_deal", "last_deal", "'first_deal: ..' is expected"),
    (9, "deal 1", "deal 2", "'deal 1: dealer SEAT"),
    (9, "dealer 3", "dealer x", "dealer SEAT"),
    (9, "dealer 3", "dealer 4", "dealer must be a seat"),
    (9, "QC TC", "TC", "SP7"),
    (9, "QC TC", "KC TC", "KC appears twice"),
    (9, "QC TC", "6C TC", "unknown card '6C'"),
    (10, "0 pass, 1 pass", "1 pass, 0 pass", "seat 0 is to act, not seat 1"),
    (10, "0 pass", "0 solo", "SP9"),
    (10, "0 pass", "0 skat", "no action 'skat'"),
    (10, "0 pass", "pass", "a move is a seat and an action"),
    (10, "0 pass, ", "", "seat 0 is to act, not seat 1"),
    (10, "announce", "trick 1", "this is announce, not trick 1"),
    (10, "announce", "illegal", "pass is legal"),
    (11, "1 JD", "1 AH", "SP11"),
    (11, "1 JD", "1 AC", "not in its hand"),
    (11, "1 JD", "1 #99", "no action '#99'"),
    (11, "trick 1", "trick 2", "this is trick 1, not trick 2"),
    (12, "trick 2", "illegal", "8H is legal"),
    (15, "trick 5: 2 AS", "units: 0 0 0 0", "the deal is not over"),
    (19, "-1 -1 1 1", "1 1 -1 -1", r"the deal scores \[-1, -1, 1, 1\]"),
    (19, "-1 -1 1 1", "-1 -1 one", "whole numbers"),
    (19, "units: -1 -1 1 1", "trick 9: 0 QC", "the episode is over before 'QC'"),
    (19, "units: -1 -1 1 1", "deal 2: dealer 0: x", "the episode is over before this deal"),
]


@pytest.mark.parametrize(("line", "old", "new", "what"), WRONG)
def test_wrong_record_names_line_and_fault(line, old, new, what):
    text = edited(line, old, new)
    if new.startswith("units"):  # what follows would be a second fault
        text = "\n".join([*text.splitlines()[: line - 1], new])
    with pytest.raises(ValueError, match=rf"record, line {line}: .*{what}") as error:
        spitzer_v0.replay(text)
    assert "\n" not in str(error.value)


def test_a_record_of_another_game_is_named():
    env = michigan_v0.env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="line 1: a record of michigan_v0, not of spitzer_v0"):
        spitzer_v0.replay(env.record())


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", r"line 1: 'game: \.\.' is missing"),
        ("\n".join(SP_G1.splitlines()[:5]), r"line 6: 'history: \.\.' is missing"),
        ("\n".join(SP_G1.splitlines()[:8]), "line 9: the record has no deal"),
        (SP_G1 + "units: 0 0 0 0\ntrick 9: 0 QC", "line 21: the deal is over"),
        ("\n".join([*SP_G1.splitlines()[:8], "trick 1: 0 QC"]), "'deal 1: dealer ..' must come"),
    ],
)
def test_truncated_record_names_line_and_fault(text, what):
    with pytest.raises(ValueError, match=what):
        spitzer_v0.replay(text)


def test_faults_of_a_forfeit_are_named():
    env = spitzer_v0.env(illegal="terminate")
    env.reset(seed=1)
    env.step(99)
    text = env.record()
    assert text.endswith("illegal: " + f"{env.deals[0].moves[0].seat} #99\n")
    assert spitzer_v0.replay(text).record() == text
    refused = text.replace("illegal: terminate", "illegal: raise")
    with pytest.raises(ValueError, match=r'line 10: .*illegal="raise"'):
        spitzer_v0.replay(refused)
    with pytest.raises(ValueError, match="line 11: the episode is over"):
        spitzer_v0.replay(text + "announce: 0 pass")


@pytest.mark.parametrize("upto", [-1, 37, 1.5, "3", True])
def test_upto_must_be_an_action_of_the_record(upto):
    with pytest.raises(ValueError, match="upto must be"):
        spitzer_v0.replay(SP_G1, upto)


def test_match_record_with_a_wrong_dealer_or_an_early_deal():
    env = spitzer_v0.env(episode="match", rules=Rules(deals=2))
    env.reset(seed=3, options={"dealer": 1})
    for _ in turns(env):
        if len(env.deals) == 2:
            break
    text = env.record()
    line = len(text.splitlines())
    with pytest.raises(ValueError, match=f"line {line}: seat 2 is the dealer, not seat 3"):
        spitzer_v0.replay(text.replace("dealer 2", "dealer 3"))
    lines = [line for line in text.splitlines() if not line.startswith(("trick 8", "units"))]
    with pytest.raises(ValueError, match=f"line {line - 2}: deal 1 is not over"):
        spitzer_v0.replay("\n".join(lines))
