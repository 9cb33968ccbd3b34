"""Matches of Michigan Spitzer for the slow reference (MI1, MI6, MI20)."""

from __future__ import annotations

from tests.reference.michigan import SEATS, MichiganDeal, complete_options


class MichiganMatch:
    """Deals under rotating dealers until one seat has won, or the most deals are played.

    Give each deal's hands to `start`, then `apply` its actions; `winners` is empty until
    `finished`.
    """

    def __init__(self, options: dict[str, object], dealer: int) -> None:
        self.options = complete_options(options)
        self.dealer = dealer
        self.totals = [0] * SEATS
        self.deals_played = 0
        self.winners: list[int] = []
        self.deal: MichiganDeal | None = None
        self.finished = False

    def start(self, hands: list[list[str]]) -> MichiganDeal:
        """Give out the next deal."""
        if self.finished or (self.deal is not None and not self.deal.finished):
            raise ValueError("no deal is due")
        self.deal = MichiganDeal(self.options, hands, self.dealer)
        return self.deal

    def apply(self, action: str) -> None:
        """Take one action in the deal under way, and count the deal when it ends with it."""
        if self.deal is None or self.deal.finished:
            raise ValueError("no deal is under way")
        self.deal.apply(action)
        if self.deal.finished:
            self.count(self.deal.units)

    def count(self, units: list[int]) -> None:
        """Add the units of a deal; end the match or pass the deal on."""
        self.totals = [total + unit for total, unit in zip(self.totals, units, strict=True)]
        self.deals_played += 1
        best = [seat for seat in range(SEATS) if self.totals[seat] == max(self.totals)]
        won = self.due() and len(best) == 1  # tied: play on
        if won or self.deals_played >= self.options["max_deals"]:
            self.winners = best
            self.finished = True
        else:
            self.dealer = (self.dealer + 1) % SEATS  # MI6

    def due(self) -> bool:
        """MI20: whether the match may end; a fixed number of deals takes the target's place."""
        if self.options["deals"] is not None:
            return self.deals_played >= self.options["deals"]
        return max(self.totals) >= self.options["target"]

    def next_dealer(self) -> int:
        """The first dealer of the match after this one (MI6)."""
        if not self.finished:
            raise ValueError("MI6: the match is not over")
        return (self.dealer + 1) % SEATS
