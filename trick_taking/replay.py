"""Playing a record again, up to any of its actions."""

from __future__ import annotations

from collections.abc import Callable

from trick_taking.aec import TrickTakingAEC
from trick_taking.cards import NO_SEAT
from trick_taking.checks import whole
from trick_taking.game_kit import GameKit
from trick_taking.record import ILLEGAL, DealRecord, Move, Record, fault, parse_record


def replay(
    text: str, kit: GameKit, make_env: Callable[..., TrickTakingAEC], upto: int | None = None
) -> TrickTakingAEC:
    """The environment of a record after its first `upto` actions (default all).

    ValueError names the line of the record and its fault: every deal, turn, action and score is
    checked as far as the record is played.
    """
    record = parse_record(text)
    count = whole("upto", upto)
    left = record.num_moves if count is None else count
    if not 0 <= left <= record.num_moves:
        raise ValueError(f"upto must be from 0 to {record.num_moves}, the actions of the record")
    env = _open(record, kit, make_env)
    for number, deal in enumerate(record.deals):
        if number:
            _start_next_deal(env, number, deal)
        for move in deal.moves:
            if not left:
                return env
            _check_turn(env, move)
            _apply(env, move)
            left -= 1
        found = env.deals[number].units
        if deal.units is not None and found != deal.units:
            scored = "the deal is not over" if found is None else f"the deal scores {found}"
            raise fault(deal.units_line, f"units {deal.units}, but {scored}")
    return env


def _open(record: Record, kit: GameKit, make_env: Callable[..., TrickTakingAEC]) -> TrickTakingAEC:
    """A new environment with the settings of `record`, at the start of its first deal."""
    settings, lines = record.settings, record.lines
    try:
        rules = kit.rules.from_dict(settings["rules"])
    except ValueError as error:
        _check_game(record, make_env())
        raise fault(lines["rules"], str(error)) from None
    names = ("episode", "rewards", "illegal", "history")
    switches = settings["switches"]
    for name in switches:
        if name not in kit.switches:
            raise fault(lines["switches"], f"{name!r} is none of {[*kit.switches]}")
    given = {name: settings[name] for name in names} | dict.fromkeys(switches, True)
    try:
        env = make_env(rules=rules, **given)
    except ValueError as error:
        named = [name for name in names if name in str(error)]
        guilty = min(named, key=str(error).index, default="rules")
        raise fault(lines[guilty], str(error)) from None
    _check_game(record, env)
    first = record.deals[0]
    options = {"deal": first.deal, "dealer": first.dealer, "deal_number": settings["first_deal"]}
    try:
        env.reset(settings["seed"], options)
    except ValueError as error:
        raise fault(first.line, str(error)) from None
    return env


def _check_game(record: Record, env: TrickTakingAEC) -> None:
    game = record.settings["game"]
    if game != env.game.name:
        raise fault(record.lines["game"], f"a record of {game}, not of {env.game.name}")


def _start_next_deal(env: TrickTakingAEC, number: int, deal: DealRecord) -> None:
    """Give deal `number` (from 0) of a match the cards of the record."""
    if env.seat == NO_SEAT:
        raise fault(deal.line, "the episode is over before this deal")
    if len(env.deals) != number + 1:
        raise fault(deal.line, f"deal {number} is not over")
    dealer = env.deals[-1].dealer
    if deal.dealer != dealer:
        raise fault(deal.line, f"seat {dealer} is the dealer, not seat {deal.dealer}")
    if deal.deal.split() != env.deals[-1].deal.split():
        try:
            env.inject_deal(deal.deal)
        except ValueError as error:
            raise fault(deal.line, str(error)) from None


def _check_turn(env: TrickTakingAEC, move: Move) -> None:
    """It is the turn of the move's seat, in the part of the deal that the record says."""
    if env.seat == NO_SEAT:
        raise fault(move.line, f"the episode is over before {move.action!r}")
    if move.seat != env.seat:
        raise fault(move.line, f"seat {env.seat} is to act, not seat {move.seat}")
    heading = env.kit.heading(env.game, 0)
    if move.heading not in (heading, ILLEGAL):
        raise fault(move.line, f"this is {heading}, not {move.heading}")


def _apply(env: TrickTakingAEC, move: Move) -> None:
    """Take the move: a legal action, or under ILLEGAL the refused one that ended the episode."""
    name = move.action
    try:
        if move.heading == ILLEGAL and name.startswith("#"):
            action = int(name[1:])
        else:
            action = env.action_id(name)
    except ValueError as error:
        raise fault(move.line, str(error)) from None
    refused = not env.is_legal(action)
    if refused and move.heading != ILLEGAL:
        raise fault(move.line, env.game.explain_illegal(0, action))
    if move.heading == ILLEGAL and (not refused or env.illegal == "raise"):
        why = f"{name} is legal" if not refused else 'this ends no episode with illegal="raise"'
        raise fault(move.line, f"{ILLEGAL}: {why}")
    env.step(action)
