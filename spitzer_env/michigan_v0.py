"""Michigan Spitzer: fourteen trumps, secret partners, calls and solos against three.

Four players, 32 cards, 8 tricks. Every queen, every jack and every diamond is a trump, QC the
highest. By default the holders of the black queens, QC and QS, are partners against the other
two, in secret, until the queens fall. Before the first lead each seat speaks once: it may pass or
play alone (`zola`), and who holds both queens may call the holder of an ace, or the winner of the
first trick, as his partner, or say nothing and play a silent solo. The full rules, by number
(MI1 .. MI21), are in RULES.md beside this file; errors and code cite the numbers.

    from spitzer_env import michigan_v0

    env = michigan_v0.env(render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))

| | |
|---|---|
| agents | `player_0` .. `player_3`, clockwise |
| actions | `Discrete(43)` |
| observations | `Dict(observation=Box(0, 255, (380,), uint8), action_mask=Box(0, 1, (43,), int8))` |
| state | `env.state()`, uint8, declared by `env.state_layout`: for privileged critics only |
| import | `from spitzer_env import michigan_v0`; `pettingzoo.make("aec", "spitzer_env/Michigan-v0")` |

`env()` needs no wrapper: it checks the order of calls, types and legality itself, so `raw_env` is
the same. `vector_env(num_games, ..)` is the batched game below it, the same class as that of
`spitzer_v0` under these rules.

## Options
`env(rules, episode, rewards, illegal, render_mode, history)`; see `env`. `rules` is a `Rules`:

| option | values, default first | rule |
|---|---|---|
| `zola_needs_queens` | False, True | MI8: only the holder of both black queens may say a zola |
| `partner_schneider` | False, True | MI8: who does not hold both may say `schneider` |
| `first_announcement_ends` | False, True | MI12: the first that is not `pass` counts |
| `trump_chain` | False, True | MI15: a second card that trumps a fail lead draws trumps |
| `negative_scores` | "opponents", "declarers" | MI19: who books a negative value |
| `target` | 42, a number | MI20: total that wins the match; no effect with `deals` |
| `deals` | None, a number | MI20: a fixed number of deals instead |
| `max_deals` | 500, a number | the match ends at the latest after so many deals |

`env.reset(seed, options)`: the seed fixes every deal and dealer. Without a seed the next deal of
the last one follows; without any seed the first comes from the operating system. Options, all
optional: `deal` (a text such as `"QC TC .. | .. | .. | .."`, with the hands by seat), `dealer`
(a seat) and `deal_number` (k of "deal k of the seed"). Other keys are ignored.

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
| 269..272 | `role` | 4 | 0/1 | black queens that I was dealt (MI7) |
| 273..276 | `declarers` | 4 | 0/1 | seats that I know to be of the declaring side (MI7-MI13) |
| 277..280 | `opponents` | 4 | 0/1 | seats that I know to be against it |
| 281..284 | `queen` | 4 | 0/1 | who played QC |
| 285..288 | `little_queen` | 4 | 0/1 | who played QS |
| 289..308 | `voids` | 4 x 5 | 0/1 | voids proven by the public record (MI15, MI16) |
| 309..344 | `announced` | 4 x 9 | 0/1 | what each seat announced (MI8) |
| 345..350 | `contract` | 6 | 0/1 | the announcement that counts so far (MI12); none: the queens' side (MI7) |
| 351..353 | `called` | 3 | 0/1 | the ace that it calls (MI9, MI10) |
| 354..357 | `declarer` | 4 | 0/1 | who made it |
| 358..361 | `partner` | 4 | 0/1 | the caller's partner, once everybody knows him (MI9-MI11) |
| 362..365 | `dealer` | 4 | 0/1 | deal position: the dealer |
| 366..367 | `phase` | 2 | 0/1 | what is chosen |
| 368..371 | `points` | 4 | 0..120 | card points taken by each seat |
| 372..375 | `tricks` | 4 | 0..8 | tricks taken by each seat |
| 376..376 | `trick_points` | 1 | 0..44 | card points on the table |
| 377..377 | `tricks_played` | 1 | 0..8 | tricks that are over |
| 378..379 | `queen_trick` | 2 | 0..8 | trick 1..8 in which QC and QS fell, 0 before |

With `episode="match"` and `history=True` there are these besides (places with both):

| 380..387 | `totals` | 4 x 2 | 0..48 | units of each seat: above zero, below zero, each clipped at 255 |
| 388..388 | `deals_left` | 1 | 0..16 | regular deals left with this one, clipped at 255; 0 in a match to a target |
| 389..460 | `history` | 36 x 2 | 0..43 | this deal's actions in order: action id + 1 (0 none yet), relative seat + 1 |

Switches for experiments change the observation and nothing else: `reveal_teams` adds `teams` (4
flags), the true declaring side; `oracle_partner` adds `partners` (4 flags), who is on the side of the
seat to act, for that seat alone; with `scramble_history` `played` is one set of 32 flags, by whom
is hidden, and `queen_trick` is left out. `help("spitzer_env.switches.Switches")` says what for.

Flags have one byte each, cards in pack order; numbers may pass their usual values, up to 255.
A side is known where every placing of the black
queens and of the called ace that the observer's cards and the public record leave open puts the
seat there: a queen or the ace has fallen or is his own, a seat has proved void in trump or without
the ace (MI16), the first trick is won, only one seat is left. A caller's partner knows himself, the
others do not. A void is proven by a card that another duty would have forbidden, never taken from
a hand; the called ace, which must be played to its suit, proves none. `env.game.layout` computes
slices, decodes a row and prints this table for any options. `observation["action_mask"]` is 1 for
the legal actions of the agent to act and 0 for everybody else.

## Actions
| id | action |
|---|---|
| 0..31 | play a card: suits C S H D, each A K Q J T 9 8 7 |
| 32 | `pass` (MI8) |
| 33, 34 | `solo` and `pick` of other rule sets: never legal here |
| 35..37 | `call AC`, `call AS`, `call AH` (MI9, MI10) |
| 38 | `call first trick` (MI11) |
| 39..41 | `zola`, `zola schneider`, `zola schneider schwartz` (MI8) |
| 42 | `schneider` (MI8), with `partner_schneider` |

`env.action_name(3)` is "JC", `env.action_id("JC")` is 3, `env.legal_action_names()` lists what the
agent to act may do. Each seat speaks once, the highest announcement counts (MI12), then eldest
leads.

An illegal action raises ValueError (`illegal="raise"`) and changes nothing, or ends the episode
(`illegal="terminate"`): the offender gets minus `rules.largest_stake`, the others 0. What is not a
whole number is an error always.

## Rewards
After each deal, for every seat at once. The score of the rules (MI18, MI19) is not zero-sum: one
side books the value and the other gets nothing, so only the difference between the seats matters
in a match.

| `rewards` | what a seat gets | what a learner of it learns |
|---|---|---|
| "units" | the score | its own total: with "opponents" an opponent gains by a declarer's loss, but a declarer who loses pays nothing, so announcing is free and bold play is overrated |
| "relative" | minus the mean of the four | to be ahead: zero-sum in each deal, the one to train for |
| "win" | of a match, 1 shared by the winners minus the mean; 0 before | to win: it depends on the totals, and is rare |

`infos[agent]["deal_result"]` holds the finished deal for each agent until it acts again: dealer,
announcements, contract, sides, card points and tricks by seat, the cell of MI18 and the units.

## End of an episode
`episode="deal"`: after one deal. `episode="match"`: after the deal that leaves one seat alone at
the top with `target` or more, or after `deals` deals; tied seats play on (MI20); the deal passes
clockwise; `env.next_dealer()` then names the first dealer of a following match. All agents
terminate together, nothing is truncated.

`env.record()` is the episode as text; `replay(text, upto)` is the environment at that point (with
`render_mode=` if it is to be shown).
`env.render(reveal=True)` shows every hand, `env.render()` those of the selected agent only.

## Version history
v0: first version.
"""  # noqa: E501

from __future__ import annotations

from functools import partial

from spitzer_env.kit import MICHIGAN_KIT, michigan_game
from spitzer_env.michigan_rules import MichiganRules as Rules
from trick_taking.aec import RenderMode, TrickTakingAEC
from trick_taking.lockstep import Episode
from trick_taking.one_game import Illegal
from trick_taking.replay import replay as replay_record
from trick_taking.rewards import Rewards

__all__ = ["Rules", "env", "raw_env", "replay", "vector_env"]

vector_env = michigan_game


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
        MICHIGAN_KIT,
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
    return replay_record(text, MICHIGAN_KIT, partial(env, render_mode=render_mode), upto)
