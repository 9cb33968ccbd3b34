"""Smear: an auction for trump, discards, six tricks, and ten points to capture.

Three to six players, or eight; 54 cards. Each seat may once bid how many of the hand's points its
side will capture; the highest bidder, the pitcher, names trump, everybody discards to six cards, and
six tricks are played. Points are on certain trumps (High, Low, Jack, Jick, both jokers, Three) and on
Game, the most game value in tricks. Who fails its bid loses it. Fixed partners sit in turn, or every
seat plays alone. Hands, discards and the cards left over are hidden, so bids and cards must tell
partners what they hold. The full rules, by number (SM1 .. SMV8), are in RULES.md beside this file;
errors and code cite the numbers.

    from smear_env import smear_v0

    env = smear_v0.env(render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))

| | |
|---|---|
| agents | `player_0` .. `player_3`, up to `player_7` with more players; clockwise |
| actions | `Discrete(70)` |
| observations | `Dict(observation=Box(0, 255, (576,), uint8), action_mask=Box(0, 1, (70,), int8))` |
| state | `env.state()`, uint8, declared by `env.state_layout`: for privileged critics only |
| import | `from smear_env import smear_v0`; `pettingzoo.make("aec", "smear_env/Smear-v0")` |

`env()` needs no wrapper: it checks the order of calls, types and legality itself, so `raw_env` is
the same. `vector_env(num_games, ..)` is the batched game below it.

## Options
`env(rules, episode, rewards, illegal, render_mode, history)`; see `env`. `rules` is a `Rules`:

| option | values, default first | rule |
|---|---|---|
| `players` | 4, 3, 5, 6, 8 | SM1 |
| `teams` | None (2 with 4, 6, 8 players, else 0), 0, 2, 3, 4 | SM1: seat s belongs to team s % teams; 0: every seat alone |
| `variant` | "ten_point", "nine_card", "widow", "no_jick", "five_point" | SMV1-SMV5 |
| `cards_dealt` | None, 8 | SM4: 8 cards each with 5 players |
| `all_pass` | "dealer_forced", "redeal" | SM5: the dealer pitches at 2, or deals again |
| `free_discard` | False, True | SM7: any card may be discarded; 8 players do only with a widow |
| `high` | "ace", "highest_played" | SM11: which card scores High |
| `low_to` | "captor", "holder" | SM11: who scores Low |
| `game_tie` | "nobody", "low_captor" | SM11: who scores Game on a tie |
| `jokers` | 2, 0 | SMV3: 0 only with `variant="no_jick"` |
| `joker_rank` | "below_jick", "around_jick" | SMV6: BJ above the Jick |
| `both_over` | "pitcher_first", "highest" | SM13: who wins when several sides reach the target |
| `target` | 21, 11, 52 | SMV7: points that end a match |
| `floor` | None, -21 | SMV8: a total that ends the match |
| `revoke` | "forbidden", "lose_deal" | SM14: what a card that fails to follow costs |
| `max_deals` | 500, a number | the match ends at the latest after so many deals |

`env.reset(seed, options)`: the seed fixes every deal and dealer. Without a seed the next deal of
the last one follows; without any seed the first comes from the operating system. Options, all
optional: `deal` (a text such as `"KS 4S .. | .. | .. | .. | stock: 2H .."`: the hands by seat, then
with `variant="widow"` the widow, and the stock, whose first card is drawn first; a pile that is not
given is the rest of the pack), `dealer` (a seat) and `deal_number` (k of "deal k of the seed"). Other
keys are ignored. A deal that all pass is dealt again from the seed (`all_pass="redeal"`), within the
same episode; after ten in a row the dealer must pitch.

## Observation
What a player with a perfect memory knows, and no more: other hands, what others laid down, the widow
and the stock are hidden; how many cards each seat holds and draws is seen at a table. Seats are
relative: the first is the observer, then clockwise; of sides the first is the observer's, and the
seat r places on is of side r modulo the number of sides. The totals are there in single deals too, as
zeros, so one network plays deals and matches. For the default options:

| bytes | field | shape | usual values | meaning |
|---|---|---|---|---|
| 0..53 | `hand` | 54 | 0/1 | own cards |
| 54..107 | `discarded` | 54 | 0/1 | cards that I laid face down (SM7, SMV1) |
| 108..323 | `played` | 4 x 54 | 0/1 | cards each seat has played |
| 324..377 | `table` | 54 | 0/1 | cards of the current trick |
| 378..431 | `best_card` | 54 | 0/1 | the card that is winning it |
| 432..447 | `own_trumps` | 16 | 0/1 | my trumps by rank, once trump is named (SM2) |
| 448..463 | `unseen_trumps` | 16 | 0/1 | trumps that I hold not and have not seen |
| 464..495 | `captured_trumps` | 2 x 16 | 0/1 | trumps in the tricks of each side |
| 496..499 | `trump` | 4 | 0/1 | the suit that is trump |
| 500..504 | `led_group` | 5 | 0/1 | suit or trump led |
| 505..508 | `leader` | 4 | 0/1 | who leads this trick |
| 509..512 | `taker` | 4 | 0/1 | who is winning it |
| 513..516 | `side` | 4 | 0/1 | seats of my side (SM1) |
| 517..520 | `pitcher` | 4 | 0/1 | highest bidder so far; after the auction the pitcher |
| 521..524 | `spoken` | 4 | 0/1 | who has spoken in the auction (SM5) |
| 525..528 | `dealer` | 4 | 0/1 | who deals |
| 529..548 | `voids` | 4 x 5 | 0/1 | voids proven by the public record (SM9, SMV1) |
| 549..552 | `phase` | 4 | 0/1 | what is chosen |
| 553..556 | `bids` | 4 | 0..12 | points that each seat bid, 0 for a pass or nothing yet |
| 557..557 | `bid` | 1 | 0..12 | the highest bid, 0 before any |
| 558..559 | `game_value` | 2 | 0..80 | game value captured by each side (SM3) |
| 560..560 | `table_value` | 1 | 0..40 | game value on the table |
| 561..564 | `held` | 4 | 0..14 | number of cards each seat holds |
| 565..568 | `drawn` | 4 | 0..6 | number of cards each seat drew from the stock (SMV1) |
| 569..569 | `tricks_played` | 1 | 0..6 | tricks that are over |
| 570..570 | `redeals` | 1 | 0..10 | deals in a row that all passed (SM5) |
| 571..574 | `totals` | 2 x 2 | 0..21 | points of each side in this match: above zero, below zero, each clipped at 255 |
| 575..575 | `target` | 1 | 0..21 | points that end the match (SM13) |

With `history=True` there is this besides:

| 576..697 | `history` | 61 x 2 | 0..71 | this deal's actions in order: action id + 1 (0 none yet, 71 a card that another seat laid down), relative seat + 1 |

Flags have one byte each, cards in pack order; numbers may pass their usual values, up to 255.
A void is proven by a card that neither followed nor
trumped, or by a seat that was skipped (SMV1); the Jick is no card of its own suit. `env.game.layout`
computes slices, decodes a row and prints this table for any options. `observation["action_mask"]` is
1 for the legal actions of the agent to act and 0 for everybody else.

## Actions
| id | action |
|---|---|
| 0..51 | a card: suits C S H D, each A K Q J T 9 8 7 6 5 4 3 2; it is laid down or played, as the phase says |
| 52, 53 | `BJ` and `LJ`, the jokers |
| 54 | `pass` (SM5) |
| 55..65 | `bid 2` .. `bid 12` (SM5) |
| 66..69 | `trump C`, `trump S`, `trump H`, `trump D` (SM6) |

The table is the same for every number of players and every variant. `env.action_name(3)` is "JC",
`env.action_id("JC")` is 3, `env.legal_action_names()` lists what the agent to act may do. From eldest
each seat speaks once; the pitcher names trump; the pitcher, then each seat clockwise, lays cards down
one by one (SM7); the pitcher leads.

An illegal action raises ValueError (`illegal="raise"`) and changes nothing, or ends the episode
(`illegal="terminate"`): the offender gets minus `rules.largest_stake`, the others 0. What is not a
whole number is an error always. With `revoke="lose_deal"` the mask allows every card to a seat that
must follow, and `infos[agent]["lawful_mask"]` marks the cards without penalty.

## Rewards
After each deal, for every seat at once: `rewards="units"` the score of SM12, each seat that of its
side; `"relative"` minus the mean of all seats; `"win"` (matches only) 0 until the end, then 1 shared
by the winners minus the mean. Units are not zero-sum: both sides can gain, and a learner paid in
units alone would not mind what the others capture. For training on single deals take `"relative"`: a
point that the other side captures then costs as much as one that mine misses, which is what it costs
in a race to 21. `infos[agent]["deal_result"]` holds the finished deal for each agent until it acts
again: auction, pitcher, trump, who scored each item, captured points, game value and units.

## End of an episode
`episode="deal"`: after one deal that somebody pitched. `episode="match"`: when a side has won by SM13,
SMV7 or SMV8; the deal passes clockwise; `env.next_dealer()` then names the first dealer of a
following match. All agents terminate together, nothing is truncated.

`env.record()` is the episode as text; `replay(text, upto)` is the environment at that point (with
`render_mode=` if it is to be shown).
`env.render(reveal=True)` shows every hand, `env.render()` those of the selected agent only.

## Version history
v0: first version.
"""  # noqa: E501

from __future__ import annotations

from functools import partial

from smear_env.game import SmearGame
from smear_env.kit import SMEAR_KIT
from smear_env.rules import SmearRules as Rules
from trick_taking.aec import RenderMode, TrickTakingAEC
from trick_taking.lockstep import Episode
from trick_taking.one_game import Illegal
from trick_taking.replay import replay as replay_record
from trick_taking.rewards import Rewards

__all__ = ["Rules", "env", "raw_env", "replay", "vector_env"]

vector_env = SmearGame


def env(
    rules: Rules | None = None,
    episode: Episode = "deal",
    rewards: Rewards = "units",
    illegal: Illegal = "raise",
    render_mode: RenderMode | None = None,
    history: bool = False,
) -> TrickTakingAEC:
    """A PettingZoo environment; its page is this module's docstring.

    rules: the options, default `Rules()`
    episode: "deal" or "match"
    rewards: "units", "relative" (zero-sum) or "win" (of a match)
    illegal: "raise" refuses an illegal action with ValueError, "terminate" ends the episode
    render_mode: None, "ansi" (`render()` returns text) or "human" (it prints)
    history: add the order of play to the observation
    """
    return TrickTakingAEC(
        SMEAR_KIT,
        rules=rules,
        episode=episode,
        rewards=rewards,
        illegal=illegal,
        render_mode=render_mode,
        history=history,
    )


raw_env = env  # the environment checks order and legality itself and needs no wrapper


def replay(
    text: str, upto: int | None = None, render_mode: RenderMode | None = None
) -> TrickTakingAEC:
    """The environment of a record (`env.record()`) after its first `upto` actions (default all).

    ValueError names the line of the record and its fault.
    """
    return replay_record(text, SMEAR_KIT, partial(env, render_mode=render_mode), upto)
