"""Find a hand with which the limits on bids would leave a player without a legal bid."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from spades_tui import cards
from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.bids.on_turn import Blind, NumberBid, SideTotal
from spades_tui.rules.component_bases import BidLimit, Checker, place_of
from spades_tui.rules.deck import Deck, tables
from spades_tui.rules.problems import Bids, Flaw, Part, Problem


class _Situation(Struct, frozen=True):
    """The bidding before a player's turn, reduced to what the limits read.

    `left`: cards of each group that matters (`_Search.groups`) not yet in a hand. `bids`: by place
    in the order; None once no limit depends on it.
    """

    left: tuple[int, ...]
    bids: tuple[int | None, ...]
    total: int


def check_limits(check: Checker) -> None:
    """Report a player who can be left without a bid, with a hand that shows it."""
    limits = tuple(part for part in check.variant.bids if isinstance(part, BidLimit))
    number = check.find(NumberBid)
    if not limits or number is None:
        return
    total = check.find(SideTotal)
    blind = check.find(Blind)
    least_blind = blind.least if blind is not None and blind.frees_side else None
    stuck = _searched(
        limits, number, total, check.variant.deck, check.tricks,
        check.variant.players, check.partners, least_blind,
    ).stuck  # fmt: skip
    if stuck is None:
        return
    who, own = stuck
    numbers = range(number.min, number.max + 1)
    left: list[tuple[str, tuple[int, ...]]] = []
    path: tuple[str | int, ...] = ()
    for limit in limits:
        bids = tuple(bid for bid in numbers if limit.allows(who, bid))
        if len(bids) < len(numbers):
            left.append((limit.kind, bids))
            path = ("bids", place_of(limit, check.variant.bids), "kind")
    if total is not None:
        left.append((total.kind, tuple(_between(numbers, total, who))))
    leave = []
    for kind, bids in left:
        arguments = {"kind": Part((f"bids.{kind}",)), "bids": Bids(bids)}
        leave.append(Problem(path, Flaw.LEAVES, arguments))
    partner = after = None
    if who.partner_bid is not None:
        partner = Problem(path, Flaw.PARTNER_HAS_BID, {"bid": Bids((who.partner_bid,))})
    if any("total" in limit.looks_at for limit in limits):
        after = Problem(path, Flaw.AFTER_BIDS, {"total": who.total})
    check.say(
        Flaw.NO_BID_LEFT, *path, hand=cards.hand_text(own), leave=tuple(leave),
        partner=partner, after=after,
    )  # fmt: skip


def _between(numbers: range, total: SideTotal | None, who: BidContext) -> range:
    """Return the numbers that keep a side's total within its bounds (JK-4).

    All where there is no total.
    """
    if total is None:
        return numbers
    low, high = total.leaves(numbers[0], numbers[-1], who.partner_bid)
    return range(low, high + 1)


class _Search:
    """A search through all possible bids and holdings, one situation at a time."""

    def __init__(
        self, limits: tuple[BidLimit, ...], number: NumberBid, total: SideTotal | None,
        deck: Deck, size: int, players: int, partners: bool, least_blind: int | None,
    ) -> None:  # fmt: skip
        self.limits = limits
        self.side_total = total
        self.tables = tables(deck)
        self.size = size
        self.players = players
        self.partners = partners
        self.numbers = range(number.min, number.max + 1)
        self.by_side = number.by_side
        looked_at = frozenset[str]().union(*(limit.looks_at for limit in limits))
        masks = [limit.counted(self.tables) for limit in limits]
        groups: dict[tuple[int, ...], int] = {}
        self.others: list[int] = []
        for card in self.tables.pack:
            kinds = tuple(mask >> card & 1 for mask in masks)
            if any(kinds):
                groups[kinds] = groups.get(kinds, 0) | 1 << card
            else:
                self.others.append(card)
        self.groups = list(groups.values())
        """The cards that matter, as disjoint bit sets.

        No limit distinguishes the cards of one set.
        """
        self.by_partner = "partner" in looked_at or total is not None
        self.by_total = "total" in looked_at
        self.least_blind = least_blind
        """The lowest total of a side that goes blind without other limits (HR-4), if one can."""

    def _partner(self, place: int) -> int | None:
        """Return the partner's place in the order of bidding."""
        if not self.partners:
            return None
        if self.by_side:
            return place ^ 1
        return (place + self.players // 2) % self.players

    @cached_property
    def stuck(self) -> tuple[BidContext, int] | None:
        """A player without a legal bid, and their hand; None if everybody always has one."""
        whole = tuple(group.bit_count() for group in self.groups)
        reached = {_Situation(whole, (None,) * self.players, 0)}
        after_blind = set[_Situation]()
        for place in range(self.players):
            second = place % 2  # of two partners, where sides go blind
            following = after_blind if second else set[_Situation]()
            after_blind = set() if second else set(self._after_blind_side(reached))
            for situation in sorted(reached, key=repr):
                for counts in self._counts(situation.left):
                    who, own = self._asked(place, situation, counts)
                    bids: Iterable[int] = _between(self.numbers, self.side_total, who)
                    for limit in self.limits:
                        bids = [bid for bid in bids if limit.allows(who, bid)]
                    if not bids:
                        return who, own
                    following.update(self._after(place, situation, counts, bids))
            reached = following
        return None

    def _after_blind_side(self, reached: Iterable[_Situation]) -> Iterator[_Situation]:
        """Yield the situations after the two bids of a side that goes blind.

        Only their sum can matter to others.
        """
        if self.least_blind is None or not self.by_total:
            return
        least = max(self.least_blind, 2 * self.numbers[0])
        for situation in reached:
            for total in range(least, 2 * self.numbers[-1] + 1):
                yield _Situation(situation.left, situation.bids, situation.total + total)

    def _counts(self, left: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the possible numbers of cards in each group."""

        def rest(groups: Sequence[int], room: int) -> Iterator[tuple[int, ...]]:
            if not groups:
                if room <= len(self.others):
                    yield ()
                return
            for count in range(min(room, groups[0]) + 1):
                for others in rest(groups[1:], room - count):
                    yield (count, *others)

        return rest(left, self.size)

    def _asked(
        self, place: int, situation: _Situation, counts: Sequence[int]
    ) -> tuple[BidContext, int]:
        held: list[int] = []
        for group, count in zip(self.groups, counts, strict=True):
            held += [card for card in self.tables.pack if group >> card & 1][:count]
        own = cards.hand_of(held + self.others[: self.size - len(held)])
        bids = list(situation.bids)
        others_bid = situation.total - sum(bid or 0 for bid in bids)
        if self.by_total and others_bid:  # only their sum matters, so keep that alone
            bids[next(other for other in range(place) if bids[other] is None)] = others_bid
        who = BidContext(
            cards=self.tables, own=own, bids=tuple(bids), partner=self._partner(place),
            to_come=self.players - 1 - place, greatest=self.numbers[-1],
        )  # fmt: skip
        return who, own

    def _after(
        self, place: int, situation: _Situation, counts: Sequence[int], bids: Iterable[int]
    ) -> Iterator[_Situation]:
        left = tuple(had - count for had, count in zip(situation.left, counts, strict=True))
        remembered = list(situation.bids)
        for other in range(self.players):
            if not self.by_partner or (self._partner(other) or 0) <= place:
                remembered[other] = None
        matters = self.by_partner and (self._partner(place) or 0) > place
        for bid in bids:
            if matters:
                remembered[place] = bid
            total = situation.total + bid if self.by_total else 0
            yield _Situation(left, tuple(remembered), total)


_searched = lru_cache(maxsize=256)(_Search)
"""Searches that were made, because a table's options hardly ever change the result."""
