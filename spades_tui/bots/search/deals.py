"""Deals that agree with everything a seat has seen: voids shown, cards gone, and what the bids say about the hands.

The cards that are out are dealt to the others at random and then exchanged in pairs, again and again; an exchange
that makes the bids less likely is mostly taken back (the Metropolis rule). Every so many exchanges make a deal.
"""

import math
from random import Random

from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.search.fast_estimate import FastEstimate, fast_estimate
from spades_tui.bots.search.layout import Layout, hand_by_suit, layout
from spades_tui.cards import SUIT_OF, cards_of
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

BID_BELOW = 0.35
"""How much lower than their tricks players bid, on average."""
BID_OFF = 0.85
"""Standard deviation of a bid from the tricks of the hand."""
ZERO_WEIGHT = 1.3
FIRST = 60
"""Exchanges before the first deal."""
THRESHOLDS = tuple(round(math.log((n + 0.5) / 1024), 9) for n in range(1024))
"""The logarithms of evenly spread random numbers, rounded so that they are the same on every machine."""


class Deals:
    """A source of deals for one decision. Nothing in it goes beyond the observation."""

    def __init__(self, seen: Observation, seat: int, random: Random) -> None:
        rules = seen.rules
        self.rules: Ruleset = rules
        self.plan: Layout = layout(rules)
        self.fast_estimate: FastEstimate = fast_estimate(rules)
        self.random = random
        self.table = seen.table
        self.me = seen.table.index(seat)
        self.own = hand_by_suit(self.plan, seen.own or 0)
        self.knows = seen.own is not None
        """The seat sees its own cards."""
        players = len(seen.table)
        place = {other: n for n, other in enumerate(seen.table)}
        gone = seen.own or 0
        if seen.thrown is not None:
            gone |= 1 << seen.thrown
        played = [0] * players
        voids = [[False] * 4 for _ in range(players + 1)]
        for trick in (*seen.tricks, seen.trick):
            led = SUIT_OF[trick[0].card] if trick else -1
            for laid in trick:
                gone |= 1 << laid.card
                played[place[laid.seat]] |= 1 << laid.card
                if SUIT_OF[laid.card] != led:
                    voids[place[laid.seat]][led] = True
        given = seen.passed & ~gone  # what the partner has got from this seat, and still holds
        gone |= given
        known = [given if n != self.me and rules.side_of[other] == rules.side_of[seat] else 0 for n, other in
                 enumerate(seen.table)]  # fmt: skip
        self.known = [hand_by_suit(self.plan, mask) for mask in (*known, 0)]
        self.played = [hand_by_suit(self.plan, mask) for mask in played]
        self.cards = [(SUIT_OF[card], self.plan.bit_of[card]) for card in cards_of(rank_masks(rules).pack & ~gone)]
        room = [0 if n == self.me and self.knows else seen.sizes[other] for n, other in enumerate(seen.table)]
        room = [free - mask.bit_count() for free, mask in zip(room, known, strict=True)]
        room.append(len(self.cards) - sum(room))
        self.aside = players
        self.voids = voids
        if not self._allot(list(room)):
            # Somebody has reneged, so that what was shown cannot all be true.
            self.voids = [[False] * 4 for _ in range(players + 1)]
            self._allot(list(room))
        self.bids: list[int | None] = [None] * (players + 1)
        for n, other in enumerate(seen.table):
            bid = seen.bids[other]
            if n != self.me and bid is not None and not seen.blind[other]:
                self.bids[n] = bid
        self.zeros = rules.zeros_by_themselves or rules.must_be_exact(0, blind=False)
        self.steps = max(8, len(self.cards) // 2)
        self.likely = [self._likely(n, self.hands[n]) for n in range(players)] + [0.0]
        self._exchange(FIRST if any(bid is not None for bid in self.bids) else 0)

    def _allot(self, room: list[int]) -> bool:
        """Deal the cards out at random, those first that fewest can hold; whether that was possible."""
        random, voids = self.random.random, self.voids
        slots = [n for n, free in enumerate(room) if free]
        order = sorted(
            range(len(self.cards)),
            key=lambda n: (sum(not voids[slot][self.cards[n][0]] for slot in slots), random()),
        )
        holders: list[int] = [-1] * len(self.cards)
        for n in order:
            suit = self.cards[n][0]
            able = [slot for slot in slots if not voids[slot][suit]]
            free = 0
            for slot in able:
                free += room[slot]
            if free:
                pick = int(random() * free)
                for slot in able:
                    pick -= room[slot]
                    if pick < 0:
                        break
            elif not self._make_room(able, room, holders, slots):
                return False
            else:
                slot = next(slot for slot in able if room[slot])
            holders[n] = slot
            room[slot] -= 1
        self.holders = holders
        self.hands = [list(held) for held in self.known]
        for (suit, bit), slot in zip(self.cards, holders, strict=True):
            self.hands[slot][suit] |= bit
        return True

    def _make_room(self, able: list[int], room: list[int], holders: list[int], slots: list[int]) -> bool:
        """Move cards along until one of these slots has room; whether that was possible."""
        came_from: dict[int, tuple[int, int]] = {}
        reached, known = list(able), set(able)
        while reached:
            slot = reached.pop(0)
            for n, holder in enumerate(holders):
                if holder != slot:
                    continue
                for other in slots:
                    if other in known or self.voids[other][self.cards[n][0]]:
                        continue
                    came_from[other] = (slot, n)
                    if room[other]:
                        room[other] -= 1
                        while other not in able:
                            slot, n = came_from[other]
                            holders[n] = other
                            other = slot
                        room[other] += 1
                        return True
                    known.add(other)
                    reached.append(other)
        return False

    def _likely(self, player: int, hand: list[int]) -> float:
        """The logarithm of how well a hand goes with its bid."""
        bid = self.bids[player]
        if bid is None:
            return 0.0
        played = self.played[player]
        whole = [hand[0] | played[0], hand[1] | played[1], hand[2] | played[2], hand[3] | played[3]]
        if bid == 0 and self.zeros:
            return -ZERO_WEIGHT * self.fast_estimate.danger(whole)
        off = self.fast_estimate.tricks(whole) - BID_BELOW - bid
        return -off * off / (2 * BID_OFF * BID_OFF)

    def _exchange(self, steps: int) -> None:
        cards, holders, hands, voids, likely = self.cards, self.holders, self.hands, self.voids, self.likely
        random, count = self.random.random, len(self.cards)
        bids, aside = self.bids, self.aside
        for _ in range(steps if cards else 0):
            first, second = int(random() * count), int(random() * count)
            one, other = holders[first], holders[second]
            if one == other:
                continue
            suit, bit = cards[first]
            suit2, bit2 = cards[second]
            if voids[other][suit] or voids[one][suit2]:
                continue
            hand, hand2 = hands[one], hands[other]
            hand[suit] ^= bit
            hand[suit2] ^= bit2
            hand2[suit] ^= bit
            hand2[suit2] ^= bit2
            new = self._likely(one, hand) if one != aside and bids[one] is not None else 0.0
            new2 = self._likely(other, hand2) if other != aside and bids[other] is not None else 0.0
            change = new + new2 - likely[one] - likely[other]
            if change < 0 and change < THRESHOLDS[int(random() * 1024)]:
                hand[suit] ^= bit
                hand[suit2] ^= bit2
                hand2[suit] ^= bit
                hand2[suit2] ^= bit2
                continue
            holders[first], holders[second] = other, one
            likely[one], likely[other] = new, new2

    def next(self) -> list[list[int]]:
        """The next deal: by player in the order of the table, four integers each; not to be changed."""
        if self.cards:
            self._exchange(self.steps)
        deal = [list(hand) for hand in self.hands[: self.aside]]
        if self.knows:
            deal[self.me] = list(self.own)
        return deal
