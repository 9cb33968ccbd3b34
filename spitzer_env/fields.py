"""The fields of the observations of Spitzer, declared for each rule set."""

from __future__ import annotations

from functools import cache

from spitzer_env.actions import ACTION_NAMES, HIDDEN_ACTION, NUM_ACTIONS, PACK, PASS
from spitzer_env.calling import CONTRACTS
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_trumps import ACES
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import most_moves
from spitzer_env.switches import NO_SWITCHES, Switches
from spitzer_env.trumps import GROUP_NAMES, POINTS
from trick_taking.layout import Field, Layout
from trick_taking.seat_view import seat_names
from trick_taking.totals import TOTAL_CLIP

SAID = (PASS, *CONTRACTS)  # what a seat of Michigan can say, in the order of the labels
KINDS = ("call", *(ACTION_NAMES[action] for action in CONTRACTS[3:]))  # of contracts


def _by_seat(name: str, rules: SpitzerRules, meaning: str) -> Field:
    """One flag for each seat."""
    return Field(
        name=name, shape=(rules.players,), labels=seat_names(rules.players), meaning=meaning
    )


def _table_fields(rules: SpitzerRules, switches: Switches) -> list[Field]:
    cards = PACK.names
    trick = rules.seats_playing - 1, len(cards)
    played: tuple[int, ...] = rules.players, len(cards)
    meaning = "cards each seat has played"
    if switches.scramble_history:
        played, meaning = played[1:], "cards that have been played, by whom is hidden"
    return [
        Field(name="hand", shape=(32,), labels=cards, meaning="own cards"),
        Field(name="played", shape=played, labels=cards, meaning=meaning),
        Field(name="trick", shape=trick, labels=cards, meaning="the trick's cards in order"),
        Field(name="led_group", shape=(5,), labels=GROUP_NAMES, meaning="suit or trump led"),
        _by_seat("leader", rules, "who leads this trick"),
        _by_seat("taker", rules, "who is winning it"),
    ]


def _voids(rules: SpitzerRules, numbers: str) -> Field:
    meaning = f"voids proven by the public record ({numbers})"
    return Field(name="voids", shape=(rules.players, 5), labels=GROUP_NAMES, meaning=meaning)


def _deal_fields(rules: SpitzerRules, *phases: str) -> list[Field]:
    return [
        _by_seat("dealer", rules, "deal position: the dealer"),
        Field(name="phase", shape=(len(phases),), labels=phases, meaning="what is chosen"),
    ]


def _two_trump_fields(rules: SpitzerRules) -> list[Field]:
    roles = ("neither", "QC", "7D", "both")
    shown = "seats that I know to be of the trump side: a trump shown, held or announced"
    against = "seats that I know to be against it: void in trump, or both trumps are placed"
    return [
        Field(name="role", shape=(4,), labels=roles, meaning="trumps that I was dealt (SP8)"),
        _by_seat("trump_side", rules, shown),
        _by_seat("defenders", rules, against),
        _by_seat("queen", rules, "who played QC"),
        _by_seat("seven", rules, "who played 7D"),
        _voids(rules, "SP9, SP11, SP12"),
        _by_seat("solo", rules, "who announced solo (SP9)"),
        _by_seat("spoken", rules, "who has spoken (SP9)"),
        *_deal_fields(rules, "announce", "play"),
    ]


def _blind_fields(rules: SpitzerRules) -> list[Field]:
    cards = PACK.names
    return [
        _by_seat("picker", rules, "who picked the blind and plays alone (SPV4)"),
        Field(name="buried", shape=(32,), labels=cards, meaning="cards that I buried (SPV4)"),
        _by_seat("queen", rules, "who played QC"),
        _by_seat("seven", rules, "who played 7D"),
        _voids(rules, "SP11, SP12"),
        _by_seat("spoken", rules, "who has picked or passed (SPV4)"),
        *_deal_fields(rules, "pick", "play", "bury"),
    ]


def _michigan_fields(rules: SpitzerRules) -> list[Field]:
    roles, aces = ("neither", "QC", "QS", "both"), tuple(PACK.names[ace] for ace in ACES)
    said = tuple(ACTION_NAMES[action] for action in SAID)
    spoken = "what each seat announced (MI8)"
    return [
        Field(name="role", shape=(4,), labels=roles, meaning="black queens that I was dealt (MI7)"),
        _by_seat("declarers", rules, "seats that I know to be of the declaring side (MI7-MI13)"),
        _by_seat("opponents", rules, "seats that I know to be against it"),
        _by_seat("queen", rules, "who played QC"),
        _by_seat("little_queen", rules, "who played QS"),
        _voids(rules, "MI15, MI16"),
        Field(name="announced", shape=(rules.players, len(said)), labels=said, meaning=spoken),
        Field(
            name="contract",
            shape=(len(KINDS),),
            labels=KINDS,
            meaning="the announcement that counts so far (MI12); none: the queens' side (MI7)",
        ),
        Field(name="called", shape=(3,), labels=aces, meaning="the ace that it calls (MI9, MI10)"),
        _by_seat("declarer", rules, "who made it"),
        _by_seat("partner", rules, "the caller's partner, once everybody knows him (MI9-MI11)"),
        *_deal_fields(rules, "announce", "play"),
    ]


def _own_fields(rules: SpitzerRules) -> list[Field]:
    """The flags of the rule set."""
    if isinstance(rules, MichiganRules):
        return _michigan_fields(rules)
    return _blind_fields(rules) if rules.blind else _two_trump_fields(rules)


def _told_fields(rules: SpitzerRules, switches: Switches) -> list[Field]:
    """The flags that switches add."""
    fields = []
    if switches.reveal_teams:
        side = "declaring side" if isinstance(rules, MichiganRules) else "trump side"
        fields.append(_by_seat("teams", rules, f"who is of the {side}, known or not"))
    if switches.oracle_partner:
        fields.append(_by_seat("partners", rules, "my partners when I am to act, known or not"))
    return fields


def _number_fields(rules: SpitzerRules, switches: Switches) -> list[Field]:
    seats, tricks = rules.players, rules.tricks
    points = sorted(POINTS[list(rules.pack)].tolist(), reverse=True)
    on_table = sum(points[: rules.seats_playing])  # four aces, then tens
    pair = "QC and QS" if isinstance(rules, MichiganRules) else "QC and 7D"
    name = "queen_trick" if isinstance(rules, MichiganRules) else "trump_trick"
    fell = f"trick 1..{tricks} in which {pair} fell, 0 before"
    fall = Field(name=name, shape=(2,), top=tricks, meaning=fell)
    return [
        Field(
            name="points", shape=(seats,), top=sum(points), meaning="card points taken by each seat"
        ),
        Field(name="tricks", shape=(seats,), top=tricks, meaning="tricks taken by each seat"),
        Field(name="trick_points", shape=(1,), top=on_table, meaning="card points on the table"),
        Field(name="tricks_played", shape=(1,), top=tricks, meaning="tricks that are over"),
        *([] if switches.scramble_history else [fall]),
        *_redeal_fields(rules),
    ]


def _redeal_fields(rules: SpitzerRules) -> list[Field]:
    if isinstance(rules, MichiganRules) or not rules.blind or rules.all_pass != "redeal":
        return []
    meaning = "deals in a row that all passed; after 10 the dealer must pick (SPV4)"
    return [Field(name="redeals", shape=(1,), top=10, meaning=meaning)]


def _match_flags(rules: SpitzerRules) -> list[Field]:
    michigan = isinstance(rules, MichiganRules)
    return [] if michigan else [_by_seat("contenders", rules, "who can still win the match (SP20)")]


def _match_numbers(rules: SpitzerRules) -> list[Field]:
    michigan = isinstance(rules, MichiganRules)
    totals = f"units of each seat: above zero, below zero, each clipped at {TOTAL_CLIP}"
    no_number = "in a match to a target" if michigan else "in an extra deal"
    left = f"regular deals left with this one, clipped at 255; 0 {no_number}"
    top = 48 if michigan else 36
    return [
        Field(name="totals", shape=(rules.players, 2), top=top, meaning=totals),
        Field(name="deals_left", shape=(1,), top=16, meaning=left),
    ]


def _history_field(rules: SpitzerRules) -> Field:
    seen = "action id + 1 (0 none yet)"
    if rules.blind:
        seen += f", {HIDDEN_ACTION + 1} for a card that another seat buried"
    return Field(
        name="history",
        shape=(most_moves(rules), 2),
        top=HIDDEN_ACTION + 1 if rules.blind else NUM_ACTIONS,
        meaning=f"this deal's actions in order: {seen}, relative seat + 1",
    )


def _hidden_fields(rules: SpitzerRules) -> list[Field]:
    cards, others = PACK.names, (rules.players - 1, 32)
    side = "who was dealt QC or 7D (SP8)"
    if isinstance(rules, MichiganRules):
        side = "the declaring side (MI18), as far as the cards decide it"
    piles = []
    if rules.blind:
        side = "the picker (SPV4)"
        piles = [
            Field(name="blind", shape=(32,), labels=cards, meaning="the blind as dealt"),
            Field(name="all_buried", shape=(32,), labels=cards, meaning="what the picker buried"),
        ]
    return [
        Field(name="other_hands", shape=others, labels=cards, meaning="cards of the other seats"),
        _by_seat("true_trump_side", rules, side),
        *piles,
    ]


@cache
def make_layouts(
    rules: SpitzerRules, match: bool, history: bool, switches: Switches = NO_SWITCHES
) -> tuple[Layout, Layout]:
    """The layout of a seat's observation and of the privileged one, which adds the hidden."""
    flags = _table_fields(rules, switches) + _own_fields(rules)
    flags += (_match_flags(rules) if match else []) + _told_fields(rules, switches)
    numbers = _number_fields(rules, switches) + (_match_numbers(rules) if match else [])
    numbers += [_history_field(rules)] if history else []
    return Layout([*flags, *numbers]), Layout([*flags, *_hidden_fields(rules), *numbers])
