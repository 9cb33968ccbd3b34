"""An episode of Smear: one deal with its redeals, or a match to the target.

Written from the rules page alone (SM4, SM5, SM13, SMV7, SMV8).
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import read_deal
from tests.reference.smear_options import Options, complete_options, num_sides, side_of

REDEALS = 10  # in a row; then the dealer must pitch
MAX_DEALS = 500


class ReferenceEpisode:
    """One deal that counts, and the deals before it that all passed (SM5).

    Give each deal's cards to `start`, then `apply` its actions. When `deal.redeal` came out True,
    `due` is True and the next cards are for the same dealer. `deal_number` counts from 0, redeals
    too.
    """

    def __init__(self, options: Options, dealer: int) -> None:
        self.options = complete_options(options)
        self.players: int = self.options["players"]
        self.sides = num_sides(self.options)
        self.dealer = dealer
        self.deal_number = -1
        self.redeals = 0
        self.deal: ReferenceDeal | None = None
        self.finished = False

    @property
    def due(self) -> bool:
        """Whether the next deal's cards are to be given to `start`."""
        return not self.finished and (self.deal is None or self.deal.finished)

    def start(
        self,
        hands: Sequence[Sequence[str]],
        widow: Sequence[str] | None = None,
        stock: Sequence[str] | None = None,
    ) -> ReferenceDeal:
        """Give out the next deal."""
        if not self.due:
            raise ValueError("no deal is due")
        must_pitch = self.redeals >= REDEALS
        self.deal = ReferenceDeal(self.options, hands, self.dealer, widow, stock, must_pitch)
        self.deal_number += 1
        return self.deal

    def start_text(self, text: str) -> ReferenceDeal:
        """Give out the next deal, written as one line."""
        return self.start(*read_deal(text))

    def apply(self, action: str) -> None:
        """Take one action in the deal under way, and count the deal when it ends with it."""
        if self.deal is None or self.deal.finished:
            raise ValueError("no deal is under way")
        self.deal.apply(action)
        if self.deal.redeal:
            self.redeals += 1
        elif self.deal.finished:
            self.redeals = 0
            self._count(self.deal)

    def _count(self, deal: ReferenceDeal) -> None:
        self.finished = deal.finished


class ReferenceMatch(ReferenceEpisode):
    """Deals under rotating dealers until a side wins (SM13, SMV7, SMV8).

    `totals` and `winners` are by side, `winners` empty until `finished`.
    """

    def __init__(self, options: Options, dealer: int, max_deals: int = MAX_DEALS) -> None:
        super().__init__(options, dealer)
        self.max_deals = max_deals
        self.totals = [0] * self.sides
        self.deals_played = 0
        self.winners: list[int] = []

    @property
    def winning_seats(self) -> list[int]:
        """The seats of the winners."""
        return [seat for seat in range(self.players) if side_of(self.options, seat) in self.winners]

    def _count(self, deal: ReferenceDeal) -> None:
        pitching = side_of(self.options, deal.pitcher)
        self.add(deal.score.scores, pitching, deal.score.made)

    def add(self, scores: Sequence[int], pitching: int, made: bool) -> None:
        """Count a deal in which side `pitching` made its bid or did not."""
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.deals_played += 1
        winner = self._side_that_reached(pitching, made)
        if winner is not None:
            self.winners = [winner]
        elif self._floor_reached() or self.deals_played >= self.max_deals:
            self.winners = [side for side in range(self.sides) if self._is_best(side)]
        self.finished = bool(self.winners)
        if not self.finished:
            self.dealer = (self.dealer + 1) % self.players  # SM4

    def _side_that_reached(self, pitching: int, made: bool) -> int | None:
        """SM13: the side that wins by the target, None when none has it or the best are tied."""
        over = [side for side in range(self.sides) if self.totals[side] >= self.options["target"]]
        if self.options["both_over"] == "pitcher_first" and made and pitching in over:
            return pitching
        best = [side for side in over if self._is_best(side)]
        if len(best) == 1:
            return best[0]
        if self.options["both_over"] == "highest" and made and pitching in best:
            return pitching
        return None

    def _is_best(self, side: int) -> bool:
        return self.totals[side] == max(self.totals)

    def _floor_reached(self) -> bool:
        """SMV8."""
        floor = self.options["floor"]
        return floor is not None and min(self.totals) <= floor
