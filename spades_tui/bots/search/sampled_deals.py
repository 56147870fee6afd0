"""Deals that agree with everything a seat has seen: the cards played, what they show, and what the bids say.

The unseen cards are dealt to the others at random and then exchanged in pairs. An exchange that makes the bids less
likely is mostly undone (the Metropolis rule). After a number of exchanges comes the next deal.
"""

from random import Random

from spades_tui.bots.search.bid_reading import can_read, span_of
from spades_tui.bots.search.card_exchange import UNBID, HiddenCards, Likelihood
from spades_tui.bots.search.fast_estimate import FastEstimate, fast_estimate
from spades_tui.bots.search.layout import CardPlaces, hand_by_suit, layout
from spades_tui.bots.sound_bids import speaks_of_tricks
from spades_tui.bots.unseen_cards import counts_from_bids, not_beaten, not_seen
from spades_tui.cards import cards_of
from spades_tui.seats import Observation

FIRST = 60
"""Exchanges before the first deal."""


class Deals:
    """A source of deals for one decision, made from the observation alone."""

    def __init__(self, seen: Observation, seat: int, random: Random) -> None:
        rules = seen.rules
        self.plan: CardPlaces = layout(rules)
        self.fast_estimate: FastEstimate = fast_estimate(rules)
        self.random = random
        self.me = seen.table.index(seat)
        players = len(seen.table)
        out, suits_void = not_seen(seen)
        played = [0] * rules.seats
        for trick in (*seen.tricks, seen.trick):
            for laid in trick:
                played[laid.seat] |= 1 << laid.card
        given = seen.passed & out & ~seen.thrown  # what this seat passed to its partner, who still holds it
        side = rules.sides[rules.side_of[seat]]
        known = [0] * players
        for n, other in enumerate(seen.table):
            if other in side and other != seat:
                known[n] = given
        left = cards_of(out & ~(given | seen.thrown))
        self.cards = [(self.plan.suit_of[card], self.plan.bit_of[card]) for card in left]
        room = [seen.sizes[other] - known[n].bit_count() for n, other in enumerate(seen.table)]
        if seen.own is not None:
            room[self.me] = 0
        room.append(len(self.cards) - sum(room))
        self.aside = players
        self.barred: list[list[bool]] = []
        """By player and card: whether the player can't hold it."""
        lacks, masks = not_beaten(seen), rules.cards.suit_masks
        for other in seen.table:
            lacking = lacks[other] | sum([masks[suit] for suit in range(4) if suits_void[other] >> suit & 1])
            self.barred.append([lacking >> card & 1 != 0 for card in left])
        self.barred.append([False] * len(left))
        self.counted: list[list[bool]] = []
        told = self._known_counts(seen, known)
        nobody = [-1] * len(self.cards)
        if not (told and self._allot_known(list(room), told)) and not self._allot(list(room), self.barred, nobody):
            # A player has reneged, so what its cards showed can't all be true.
            self.barred = [[False] * len(left) for _ in range(players + 1)]
            self._allot(room, self.barred, nobody)
        bids = [UNBID] * (players + 1)
        for n, other in enumerate(seen.table):
            bid = seen.bids[other]
            if n != self.me and bid is not None and not seen.blind[other] and speaks_of_tricks(seen, other):
                bids[n] = bid
        self.zeros = rules.zeros_separate or rules.must_be_exact(0, blind=False)
        self.steps = max(8, len(self.cards) // 2)
        gone = [played[other] for other in seen.table]
        placed = [cards | mask for cards, mask in zip(gone, known, strict=True)]
        # The seat's own cards stay, and are in every deal.
        gone[self.me] |= seen.own or 0
        apart, whole = self._by_suit(gone), self._by_suit([*placed, 0])
        for (suit, bit), holder in zip(self.cards, self.holders, strict=True):
            whole[suit][holder] |= bit
        start, climb = self.fast_estimate.tricks_at
        draft = self.fast_estimate.draft
        likelihood = Likelihood(self.fast_estimate.sums, start, climb, bids, self.zeros, draft)
        if can_read(rules):
            for n, other in enumerate(seen.table):
                if bids[n] > 0 or (bids[n] == 0 and not self.zeros):
                    likelihood.low[n], likelihood.high[n] = span_of(seen, other)
                    likelihood.read[n] = True
        self.hidden = HiddenCards(
            self.cards, self.holders, whole, apart, self.barred, likelihood, self.random.random, self.counted
        )
        if draft or any(bid != UNBID for bid in bids):
            self.hidden.exchange(FIRST)

    def _by_suit(self, hands: list[int]) -> list[list[int]]:
        """Return hands, given as bit sets, by suit and player."""
        by_player = [hand_by_suit(self.plan, hand) for hand in hands]
        return [list(cards) for cards in zip(*by_player, strict=True)]

    def _known_counts(self, seen: Observation, known: list[int]) -> dict[tuple[int, int], int]:
        """Return by suit and player how many of the unseen cards a player's bid says that it holds (WZ-1, MR-1)."""
        told = {}
        others = [other for n, other in enumerate(seen.table) if n != self.me]
        for (suit, other), left in counts_from_bids(seen, others).items():
            n = seen.table.index(other)
            told[suit, n] = left - (known[n] & seen.rules.cards.suit_masks[suit]).bit_count()
        return told

    def _allot_known(self, room: list[int], told: dict[tuple[int, int], int]) -> bool:
        """Deal so that each player holds as many cards of a suit as its bid says; return whether that was possible."""
        holders = [-1] * len(self.cards)
        barred = [row[:] for row in self.barred]
        for suit in {suit for suit, _ in told}:
            cards = [n for n, (of, _) in enumerate(self.cards) if of == suit]
            for (of, player), count in told.items():
                if of != suit:
                    continue
                if not 0 <= count <= min(len(cards), room[player]):
                    return False
                for _ in range(count):
                    able = [n for n in cards if not barred[player][n]]
                    if not able:
                        return False
                    card = able[int(self.random.random() * len(able))]
                    holders[card] = player
                    cards.remove(card)
                room[player] -= count
                for n, (its, _) in enumerate(self.cards):
                    barred[player][n] = barred[player][n] or its == suit
        if not self._allot(room, barred, holders):
            return False
        self.counted = []
        for n in range(len(room)):
            self.counted.append([(suit, n) in told for suit in range(4)])
        return True

    def _allot(self, room: list[int], barred: list[list[bool]], dealt: list[int]) -> bool:
        """Deal the cards at random, first the cards that the fewest players can hold; return whether that was possible.

        `dealt`: the holders of cards already dealt; −1 for the others.
        """
        random = self.random.random
        slots = [n for n, free in enumerate(room) if free]
        rest = [n for n, holder in enumerate(dealt) if holder < 0]
        order = sorted(rest, key=lambda n: (sum(not barred[slot][n] for slot in slots), random()))
        holders: list[int] = [-1] * len(self.cards)
        for n in order:
            able = [slot for slot in slots if not barred[slot][n]]
            free = 0
            for slot in able:
                free += room[slot]
            if free:
                pick = int(random() * free)
                for slot in able:
                    pick -= room[slot]
                    if pick < 0:
                        break
            elif not self._make_room(able, room, barred, holders, slots):
                return False
            else:
                slot = next(slot for slot in able if room[slot])
            holders[n] = slot
            room[slot] -= 1
        self.holders = [max(two) for two in zip(holders, dealt, strict=True)]
        return True

    def _make_room(
        self, able: list[int], room: list[int], barred: list[list[bool]], holders: list[int], slots: list[int]
    ) -> bool:
        """Move cards between players until one of these slots has room; return whether that was possible."""
        came_from: dict[int, tuple[int, int]] = {}
        reached, visited = list(able), set(able)
        while reached:
            slot = reached.pop(0)
            for n, holder in enumerate(holders):
                if holder != slot:
                    continue
                for other in slots:
                    if other in visited or barred[other][n]:
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
                    visited.add(other)
                    reached.append(other)
        return False

    def next(self) -> list[list[int]]:
        """Return the next deal, by suit and by player in table order; callers must not change it."""
        return self.hidden.deal(self.steps)

    def aside_cards(self) -> list[int]:
        """Return, by suit, the cards of the last deal that nobody holds."""
        return [row[self.aside] for row in self.hidden.whole]
