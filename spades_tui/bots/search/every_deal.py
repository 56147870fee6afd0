"""Weigh cards late in a hand over every deal that agrees with what a seat has seen, each played perfectly."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.card_search import LATE, is_exact, play_outs_of
from spades_tui.bots.search.choice_values import without
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.last_tricks import LastTricks
from spades_tui.bots.search.playout import TrickPosition
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.game.events import Play
from spades_tui.seats import Observation

MOST_DEALS = 2_000
"""Deals that must be tried at most, because each takes about a millisecond for each card."""


def exact_values(seen: Observation, seat: int) -> dict[Play, float] | None:
    """Return the points that each card of a seat is worth, on average over the deals that agree with what it has seen.

    All deals count alike, and everybody sees all cards in them. Return None with more than `LATE` tricks left, with
    more than `MOST_DEALS` deals, or in a game whose last tricks can't be played exactly (`last_tricks`).
    """
    ends = ends_as_bid(seen, seat)
    if seen.sizes[seat] > LATE or not is_exact(ends):
        return None
    deals = Deals(seen, seat, Random(0))
    dealt = list(every_deal(deals, MOST_DEALS + 1))
    if len(dealt) > MOST_DEALS:
        return None
    plays = fair_plays(seen)
    played = play_outs_of(seen, deals, ends, plays, True, deals.next)
    assert played.last is not None
    values = [_average(played.last, dealt, deals.me, choice) for choice in played.choices]
    return dict(zip(plays, values, strict=True))


def _average(
    last: LastTricks, dealt: list[list[list[int]]], me: int, choice: tuple[int, int, TrickPosition]
) -> float:
    """Return what a card is worth on average over these deals."""
    suit, bit, position = choice
    total = 0.0
    for deal in dealt:
        total += last.value(last.end(without(deal, me, suit, bit), position))
    return total / len(dealt)


def every_deal(deals: Deals, most: int) -> Iterator[list[list[int]]]:
    """Yield at most `most` deals: all that agree with the sizes, the voids, and the numbers of cards that are known."""
    hands = [row[:] for row in deals.next()]
    for (suit, bit), holder in zip(deals.cards, deals.holders, strict=True):
        if holder != deals.aside:
            hands[suit][holder] ^= bit
    return islice(_deal_from(0, deals, hands, _Room(deals)), most)


class _Room:
    """The cards that each holder still gets: in all, and of suits of which the number is known."""

    def __init__(self, deals: Deals) -> None:
        self.all = Counter(deals.holders)
        self.known = {(suit, n): 0 for n, row in enumerate(deals.counted) for suit in range(4) if row[suit]}
        for (suit, _), holder in zip(deals.cards, deals.holders, strict=True):
            if (suit, holder) in self.known:
                self.known[suit, holder] += 1

    def is_free(self, suit: int, holder: int) -> bool:
        return self.all[holder] > 0 and self.known.get((suit, holder), 1) > 0

    def is_filled(self) -> bool:
        return not any(self.known.values())

    def take(self, suit: int, holder: int, count: int) -> None:
        """Give a holder one card, or take it back with a count of −1."""
        self.all[holder] -= count
        if (suit, holder) in self.known:
            self.known[suit, holder] -= count


def _deal_from(number: int, deals: Deals, hands: list[list[int]], room: _Room) -> Iterator[list[list[int]]]:
    """Yield the deals in which the unseen cards before `number` lie as they do in `hands`."""
    if number == len(deals.cards):
        if room.is_filled():
            yield [row[:] for row in hands]
        return
    suit, bit = deals.cards[number]
    for holder in range(deals.aside + 1):
        if deals.barred[holder][number] or not room.is_free(suit, holder):
            continue
        room.take(suit, holder, 1)
        if holder != deals.aside:
            hands[suit][holder] ^= bit
        yield from _deal_from(number + 1, deals, hands, room)
        if holder != deals.aside:
            hands[suit][holder] ^= bit
        room.take(suit, holder, -1)
