"""Two-trump Spitzer: a trick-taking game whose partners do not know each other.

Four players, 32 cards, 8 tricks. QC (the Spitzer) and 7D are the only trumps. Who was dealt one
belongs to the trump side: two against two, or one against three when one seat holds both. Nobody
knows the sides until the trumps fall, unless the holder of both announces solo before the first
lead. The trump side wins with 61 or more of the 120 card points. With a `blind` (Wisconsin) three
to five play, and one of them may pick the blind to play alone against all. The full rules, by
number (SP1 .. SPV7), are in RULES.md beside this file; errors and code cite the numbers.

    from spitzer_env import spitzer_v0

    env = spitzer_v0.env(render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))

| | |
|---|---|
| agents | `player_0` .. `player_3`, by `players` one more or one less; clockwise |
| actions | `Discrete(43)` |
| observations | `Dict(observation=Box(0, 255, (335,), uint8), action_mask=Box(0, 1, (43,), int8))` |
| state | `env.state()`, uint8, declared by `env.state_layout`: for privileged critics only |
| import | `from spitzer_env import spitzer_v0`; `pettingzoo.make("aec", "spitzer_env/Spitzer-v0")` |

`env()` needs no wrapper: it checks the order of calls, types and legality itself, so `raw_env` is
the same. `vector_env(num_games, ..)` is the batched game below it.

## Options
`env(rules, episode, rewards, illegal, render_mode, history)`; see `env`. `rules` is a `Rules`:

| option | values, default first | rule |
|---|---|---|
| `players` | 4, 3, 5 | SPV6: with five and no blind the dealer sits out; three need a blind |
| `solo` | True, False | SP9, SPV1: the holder of both trumps may announce solo; not with a blind |
| `trump_lead_must_follow` | True, False | SP12: a trump led draws the other trump |
| `tie_60` | "trump_side_loses", "most_tricks" | SP14: what 60 points are worth |
| `schneider_bonus` | True, False | SP15, SPV3: a unit more at 91 or more, or 30 or fewer |
| `schwarz_bonus` | True, False | SP15: a unit more when one side wins all tricks |
| `schneider_minimum` | 91, 90 | SP15: the winning limit of Schneider |
| `double_spitzer` | False, True | SPV2: m = 4 for an announced solo with a bonus |
| `blind` | 0, 2, 4 | SPV4: cards of the blind; 2 with 3, 4 or 5 players, 4 with 4 players |
| `all_pass` | "leaster", "redeal", "dealer_picks" | SPV4: when nobody picks; only with a blind |
| `cards_each` | 8, 4, 3, 2 | SPV7: cards of a hand; fewer than 8 from a reduced deck |
| `revoke` | "forbidden", "lose_deal", "fine_4" | SP18: what an unlawful card costs |
| `deals` | None (12, where the dealer sits out 15), a number | SP19: deals of a match |
| `score_limit` | None, a number | SP19: total that ends the match |
| `max_deals` | 500, a number | the match ends at the latest after so many deals |
| `next_dealer` | "rotate", "left_of_loser" | SPV5: what `env.next_dealer()` names |

`env.reset(seed, options)`: the seed fixes every deal and dealer. Without a seed the next deal of
the last one follows; without any seed the first comes from the operating system. Options, all
optional: `deal` (a text such as `"QC TC .. | .. | .. | .."`, with the hands by seat; a blind
follows as ` | blind: ..`, or is what is left), `dealer` (a seat) and `deal_number` (k of "deal k of the seed"). Other keys are ignored.

## Observation
What a player with a perfect memory knows, and no more. Seats are relative: the first is the
observer, then clockwise. Idle seats can be observed too. For the default options:

| bytes | field | shape | usual values | meaning |
|---|---|---|---|---|
| 0..31 | `hand` | 32 | 0/1 | own cards |
| 32..159 | `played` | 4 x 32 | 0/1 | cards each seat has played |
| 160..255 | `trick` | 3 x 32 | 0/1 | the trick's cards in order |
| 256..260 | `led_group` | 5 | 0/1 | suit or trump led |
| 261..264 | `leader` | 4 | 0/1 | who leads this trick |
| 265..268 | `taker` | 4 | 0/1 | who is winning it |
| 269..272 | `role` | 4 | 0/1 | trumps that I was dealt (SP8) |
| 273..276 | `trump_side` | 4 | 0/1 | seats that I know to be of the trump side: a trump shown, held or announced |
| 277..280 | `defenders` | 4 | 0/1 | seats that I know to be against it: void in trump, or both trumps are placed |
| 281..284 | `queen` | 4 | 0/1 | who played QC |
| 285..288 | `seven` | 4 | 0/1 | who played 7D |
| 289..308 | `voids` | 4 x 5 | 0/1 | voids proven by the public record (SP9, SP11, SP12) |
| 309..312 | `solo` | 4 | 0/1 | who announced solo (SP9) |
| 313..316 | `spoken` | 4 | 0/1 | who has spoken (SP9) |
| 317..320 | `dealer` | 4 | 0/1 | deal position: the dealer |
| 321..322 | `phase` | 2 | 0/1 | what is chosen |
| 323..326 | `points` | 4 | 0..120 | card points taken by each seat |
| 327..330 | `tricks` | 4 | 0..8 | tricks taken by each seat |
| 331..331 | `trick_points` | 1 | 0..44 | card points on the table |
| 332..332 | `tricks_played` | 1 | 0..8 | tricks that are over |
| 333..334 | `trump_trick` | 2 | 0..8 | trick 1..8 in which QC and 7D fell, 0 before |

With `episode="match"` and `history=True` there are these besides (places with both):

| 323..326 | `contenders` | 4 | 0/1 | who can still win the match (SP20) |
| 339..346 | `totals` | 4 x 2 | 0..36 | units of each seat: above zero, below zero, each clipped at 255 |
| 347..347 | `deals_left` | 1 | 0..16 | regular deals left with this one, clipped at 255; 0 in an extra deal |
| 348..419 | `history` | 36 x 2 | 0..43 | this deal's actions in order: action id + 1 (0 none yet), relative seat + 1 |

With a blind, `role`, `trump_side`, `defenders` and `solo` make way for `picker` (who picked and
plays alone) and `buried` (32 flags, the cards that I buried; nobody else is shown them, and in a
`history` they are 44). `phase` has the flags pick, play and bury, `spoken` tells who has picked or
passed, and with "redeal" `redeals` counts the deals in a row that all passed. A deal that all pass
under "redeal" is no result: the episode goes on with the next deal of the seed, same dealer.

With a reduced deck (`cards_each`) cards keep their ids and places; the usual values of numbers
shrink with the deck, and a `history` has as many places as the deal has actions.

Switches for experiments change the observation and nothing else: `reveal_teams` adds `teams` (4
flags), the true trump side; `oracle_partner` adds `partners` (4 flags), who is on the side of the
seat to act, for that seat alone; with `scramble_history` `played` is one set of 32 flags, by whom
is hidden, and `trump_trick` is left out. `help("spitzer_env.switches.Switches")` says what for.

Flags have one byte each, cards in pack order; numbers may pass their usual values, up to 255.
A void is proven by a card that did not follow, or
by a solo; never taken from a hand. `env.game.layout` computes slices, decodes a row and prints
this table for any options. `observation["action_mask"]` is 1 for the legal actions of the agent to
act and 0 for everybody else.

## Actions
| id | action |
|---|---|
| 0..31 | play a card: suits C S H D, each A K Q J T 9 8 7 |
| 32 | `pass` (SP9) |
| 33 | `solo` (SP9) |
| 34 | `pick` (SPV4), with a blind only; then a card is buried, one action for each |
| 35..42 | the announcements of other rule sets: never legal here |

`env.action_name(3)` is "JC", `env.action_id("JC")` is 3, `env.legal_action_names()` lists what the
agent to act may do. Each seat speaks once (not with `solo=False`), then eldest leads.

An illegal action raises ValueError (`illegal="raise"`) and changes nothing, or ends the episode
(`illegal="terminate"`): the offender gets minus `rules.largest_stake`, the others 0. What is not a
whole number is an error always. With a `revoke` option the mask allows every card of the hand, and
`infos[agent]["lawful_mask"]` marks the cards without penalty.

## Rewards
After each deal, for every seat at once: `rewards="units"` the score of SP14-SP18; `"relative"`
minus the mean of the seats that played, so always zero-sum; `"win"` (matches only) 0 until the
end, then 1 shared by the winners minus the mean. A seat that sits out gets 0.
`infos[agent]["deal_result"]` holds the finished deal for each agent until it acts again: dealer,
sides, card points and tricks by seat, the components of the score and the units; with a blind also
picker, blind and buried cards, whose points are counted to the picker (in a leaster to the winner
of the last trick).

## End of an episode
`episode="deal"`: after one deal. `episode="match"`: after the deals of SP19, and the extra deals of
SP20 on a tie; the deal passes clockwise; `env.next_dealer()` then names the first dealer of a
following match (SPV5). All agents terminate together, nothing is truncated.

`env.record()` is the episode as text; `replay(text, upto)` is the environment at that point (with
`render_mode=` if it is to be shown).
`env.render(reveal=True)` shows every hand, `env.render()` those of the selected agent only.

## Version history
v0: first version.
"""  # noqa: E501

from __future__ import annotations

from functools import partial

from spitzer_env.game import SpitzerGame
from spitzer_env.kit import TWO_TRUMP_KIT
from spitzer_env.rules import TwoTrumpRules as Rules
from trick_taking.aec import RenderMode, TrickTakingAEC
from trick_taking.lockstep import Episode
from trick_taking.one_game import Illegal
from trick_taking.replay import replay as replay_record
from trick_taking.rewards import Rewards

__all__ = ["Rules", "env", "raw_env", "replay", "vector_env"]

vector_env = SpitzerGame


def env(
    rules: Rules | None = None,
    episode: Episode = "deal",
    rewards: Rewards = "units",
    illegal: Illegal = "raise",
    render_mode: RenderMode | None = None,
    history: bool = False,
    reveal_teams: bool = False,
    oracle_partner: bool = False,
    scramble_history: bool = False,
) -> TrickTakingAEC:
    """A PettingZoo environment; its page is this module's docstring.

    rules: the options, default `Rules()`
    episode: "deal" or "match"
    rewards: "units", "relative" (zero-sum) or "win" (of a match)
    illegal: "raise" refuses an illegal action with ValueError, "terminate" ends the episode
    render_mode: None, "ansi" (`render()` returns text) or "human" (it prints)
    history: add the order of play to the observation
    reveal_teams, oracle_partner, scramble_history: switches of the observation, for experiments
    """
    return TrickTakingAEC(
        TWO_TRUMP_KIT,
        rules=rules,
        episode=episode,
        rewards=rewards,
        illegal=illegal,
        render_mode=render_mode,
        history=history,
        reveal_teams=reveal_teams,
        oracle_partner=oracle_partner,
        scramble_history=scramble_history,
    )


raw_env = env  # the environment checks order and legality itself and needs no wrapper


def replay(
    text: str, upto: int | None = None, render_mode: RenderMode | None = None
) -> TrickTakingAEC:
    """The environment of a record (`env.record()`) after its first `upto` actions (default all).

    ValueError names the line of the record and its fault.
    """
    return replay_record(text, TWO_TRUMP_KIT, partial(env, render_mode=render_mode), upto)
