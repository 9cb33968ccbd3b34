"""Two-trump Spitzer with a blind (SPV4), picked from the table, as a slow scalar game.

Written from the rules page alone, for the pairs of players and blind that SPV4 allows; cards,
tricks and matches are those of the plain reference. It imports nothing of the product.
"""

from __future__ import annotations

from tests.reference.blind_options import cards_each, complete_options, pack_of
from tests.reference.spitzer import (
    OPTIONS,
    ReferenceMatch,
    beats,
    card_points,
    group,
    in_pack_order,
)

REDEALS = 10  # in a row; then the dealer must pick
MULTIPLIER = 2  # SPV4: a picker's m


class BlindDeal:
    """One deal, from the picking to the units.

    `redeals` is how many deals in a row have been passed out before this one. `seat` is the seat
    to act, None once `finished`. A deal passed out under `all_pass="redeal"` ends with `redealt`
    and without units. `points` are those of the tricks; `counted` adds, once the deal is played
    out, the buried cards to the picker's or a leaster's blind to the last taker's.
    """

    def __init__(
        self,
        options: dict[str, object],
        hands: list[list[str]],
        blind: list[str],
        dealer: int,
        redeals: int = 0,
    ) -> None:
        self.options = complete_options(options)
        self.players: int = self.options["players"]
        self.dealer = dealer
        self.redeals = redeals
        self.hands = [list(hand) for hand in hands]
        self.blind = list(blind)
        self.tricks_due = cards_each(self.players, self.options["blind"])
        self._check_deal()
        self.dealt = [list(hand) for hand in hands]
        self.eldest = (dealer + 1) % self.players
        self.seat: int | None = self.eldest
        self.phase = "pick"
        self.spoken: list[tuple[int, str]] = []
        self.picker: int | None = None
        self.leaster = self.redealt = False
        self.buried: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.takers: list[int] = []
        self.points = [0] * self.players
        self.tricks = [0] * self.players
        self.played: list[list[str]] = [[] for _ in range(self.players)]
        self.voids: list[set[str]] = [set() for _ in range(self.players)]
        self.history: list[tuple[int, str]] = []
        self.revoker: int | None = None
        self.counted: list[int] | None = None
        self.trump_points: int | None = None
        self.won: bool | None = None
        self.schneider = self.schwarz = False
        self.multiplier: int | None = None
        self.winner: int | None = None  # of a leaster, None on a tie
        self.units: list[int] | None = None
        self.finished = False

    def _check_deal(self) -> None:
        """SP7, SPV4."""
        if len(self.hands) != self.players:
            raise ValueError("SP6: wrong number of hands")
        for seat, hand in enumerate(self.hands):
            if len(hand) != self.tricks_due:
                raise ValueError(f"SP7: seat {seat} has {len(hand)} cards")
        if len(self.blind) != self.options["blind"]:
            raise ValueError(f"SP7: the blind has {len(self.blind)} cards")
        given = sorted(self.blind + [card for hand in self.hands for card in hand])
        if given != sorted(pack_of(self.players, self.options["blind"])):
            raise ValueError("SP7: not each card of the pack once")

    @property
    def led_group(self) -> str | None:
        """The group led to the trick under way, None when nothing is led."""
        return group(self.trick[0][1]) if self.trick else None

    @property
    def taker(self) -> int | None:
        """The seat that takes the trick under way as it stands, None when it is empty."""
        best = None
        for seat, card in self.trick:
            if best is None or beats(card, best[1]):
                best = seat, card
        return None if best is None else best[0]

    def sides(self) -> list[bool | None]:
        """By seat: the picker, his opponents; None while nobody has picked and in a leaster."""
        if self.picker is None:
            return [None] * self.players
        return [seat == self.picker for seat in range(self.players)]

    def lawful(self) -> list[str]:
        """Actions that break no rule, in id order."""
        if self.finished:
            return []
        if self.phase == "pick":
            return ["pick"] if self._must_pick() else ["pass", "pick"]
        hand = in_pack_order(self.hands[self.seat])
        if self.phase == "bury" or not self.trick:
            return hand
        if self._must_follow():
            return [card for card in hand if group(card) == self.led_group] or hand
        return hand

    def _must_pick(self) -> bool:
        """The dealer, after everybody has passed, where the all-pass rule leaves him nothing."""
        forced = self.options["all_pass"] == "dealer_picks"
        if self.options["all_pass"] == "redeal":
            forced = self.redeals >= REDEALS
        return forced and self.seat == self.dealer

    def _must_follow(self) -> bool:
        """SP11, SP12."""
        return self.led_group != "trump" or bool(self.options["trump_lead_must_follow"])

    def legal(self) -> list[str]:
        """Actions that are accepted, in id order: with a revoke option every card held (SP18)."""
        if self.phase == "play" and self.options["revoke"] != "forbidden":
            return in_pack_order(self.hands[self.seat])
        return self.lawful()

    def apply(self, action: str) -> None:
        """Let the seat to act take `action`; `ValueError` where it is not legal."""
        if action not in self.legal():
            raise ValueError(f"seat {self.seat} may not {action}")
        self.history.append((self.seat, action))
        if self.phase == "pick":
            self._speak(action)
        elif self.phase == "bury":
            self._bury(action)
        elif action not in self.lawful():
            self._revoke()
        else:
            self._play(action)

    def _speak(self, action: str) -> None:
        """SPV4: each seat once, until one picks."""
        self.spoken.append((self.seat, action))
        if action == "pick":
            self.picker = self.seat
            self.hands[self.seat] += self.blind
            self.phase = "bury"
        elif len(self.spoken) < self.players:
            self.seat = (self.seat + 1) % self.players
        elif self.options["all_pass"] == "redeal":
            self.redealt = True
            self._end(None)
        else:
            self.leaster = True
            self._start_play()

    def _bury(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.buried.append(card)
        if len(self.buried) == self.options["blind"]:
            self._start_play()

    def _start_play(self) -> None:
        self.phase = "play"
        self.seat = self.eldest

    def _play(self, card: str) -> None:
        if self.trick and self._must_follow() and group(card) != self.led_group:
            self.voids[self.seat].add(self.led_group)  # an unlawful card would have ended the deal
        self.hands[self.seat].remove(card)
        self.played[self.seat].append(card)
        self.trick.append((self.seat, card))
        if len(self.trick) < self.players:
            self.seat = (self.seat + 1) % self.players
            return
        taker = self.taker
        self.takers.append(taker)
        self.points[taker] += card_points([card for _, card in self.trick])
        self.tricks[taker] += 1
        self.trick = []
        self.seat = taker
        if len(self.takers) == self.tricks_due:
            self._finish()

    def _finish(self) -> None:
        """SP14, SP15 for a picker; a leaster by its own rule."""
        self.counted = list(self.points)
        last = self.takers[-1] if self.leaster else self.picker
        self.counted[last] += card_points(self.blind if self.leaster else self.buried)
        if self.leaster:
            self._settle_leaster()
            return
        own = self.tricks[self.picker]
        self.trump_points = self.counted[self.picker]
        self.won = self.trump_points >= 61
        if self.trump_points == 60 and self.options["tie_60"] == "most_tricks":
            self.won = own > self.tricks_due - own
        if self.options["schneider_bonus"]:
            limit = self.options["schneider_minimum"]
            self.schneider = self.trump_points >= limit or self.trump_points <= 30
        if self.options["schwarz_bonus"]:
            self.schwarz = own in (0, self.tricks_due)
        self._settle()

    def _settle(self) -> None:
        """SP16, SP17 with m = 2: the picker against each of the others."""
        self.multiplier = MULTIPLIER
        unit = MULTIPLIER * (1 + int(self.schneider) + int(self.schwarz))
        self._pay(self.picker, unit if self.won else -unit)

    def _settle_leaster(self) -> None:
        fewest = [seat for seat in range(self.players) if self.counted[seat] == min(self.counted)]
        self.multiplier = 1
        if len(fewest) > 1:
            self._end([0] * self.players)
            return
        self.winner = fewest[0]
        self._pay(self.winner, 1 if self.tricks[self.winner] else 2)

    def _revoke(self) -> None:
        """SP18: the illegal card ends the deal and is not part of the trick."""
        self.revoker = self.seat
        if self.options["revoke"] == "fine_4":
            self._end([-4 if seat == self.revoker else 0 for seat in range(self.players)])
        elif self.leaster:  # SPV4
            self.multiplier = 1
            self._pay(self.revoker, -1)
        else:
            self.won = self.revoker != self.picker
            self.trump_points = 120 if self.won else 0
            self.schneider = bool(self.options["schneider_bonus"])
            self._settle()

    def _pay(self, receiver: int, unit: int) -> None:
        """`receiver` gets `unit` from each other seat, or pays it."""
        units = [-unit] * self.players
        units[receiver] = unit * (self.players - 1)
        self._end(units)

    def _end(self, units: list[int] | None) -> None:
        self.units = units
        self.seat = None
        self.phase = "end"
        self.finished = True


def public_facts(deal: BlindDeal) -> dict[str, object]:
    """All that everybody knows of a deal, in plain data: no card of the blind, none buried."""
    return {
        "dealer": deal.dealer,
        "phase": deal.phase,
        "seat": deal.seat,
        "spoken": list(deal.spoken),
        "picker": deal.picker,
        "leaster": deal.leaster,
        "cards_buried": len(deal.buried),
        "trick": list(deal.trick),
        "led_group": deal.led_group,
        "taker": deal.taker,
        "played": [list(cards) for cards in deal.played],
        "points": list(deal.points),
        "tricks": list(deal.tricks),
        "voids": [set(groups) for groups in deal.voids],
        "sides": deal.sides(),
    }


class BlindMatch(ReferenceMatch):
    """A match with a blind: SP19 and SP20, everybody in every deal, and redeals that do not count.

    Give each deal's hands and blind to `start`, also after a redeal.
    """

    def __init__(self, options: dict[str, object], dealer: int) -> None:
        chosen = complete_options(options)
        plain = {name: value for name, value in chosen.items() if name in OPTIONS}
        super().__init__({**plain, "players": 4}, dealer, chosen["max_deals"])  # not SPV6
        self.options = chosen
        self.players = chosen["players"]
        self.totals = [0] * self.players
        self.contenders = list(range(self.players))
        self.redeals = 0  # in a row

    def start(self, hands: list[list[str]], blind: list[str]) -> BlindDeal:
        """Give out the next deal."""
        if self.finished or (self.deal is not None and not self.deal.finished):
            raise ValueError("no deal is due")
        self.deal = BlindDeal(self.options, hands, blind, self.dealer, self.redeals)
        return self.deal

    def _count(self, units: list[int] | None) -> None:
        """A redeal goes to the same dealer and is not counted (SPV4)."""
        if units is None:
            self.redeals += 1
            return
        self.redeals = 0
        super()._count(units)
