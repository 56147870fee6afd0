"""Name what a clause of a sentence speaks of, and find the facts of the position, for `claims`."""

from __future__ import annotations

import re

from spades_tui.bots.valued_choice import is_nil
from spades_tui.cards import (
    LOW_ACE,
    RANK_NAMES,
    SPADES,
    SUIT_NAMES,
    cards_of,
    printed_suit,
    rank_word,
)
from spades_tui.game.events import Play
from spades_tui.game.kernel import best_of
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import count_hand
from spades_tui.seats import Observation
from tests.advice.contradictions import NAMES

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
SUIT = "(?:clubs?|diamonds?|hearts?|spades?|trumps?|cards)"
CARD = rf"(?:(?:low|high) )?(?:big joker|little joker|{'|'.join(RANK_NAMES)})(?: of (?:{'|'.join(SUIT_NAMES)}))?"
WHO = rf"(?:partner|{'|'.join(NAMES)})"
GROUPS = {
    **dict.fromkeys("abc", CARD),
    "best": rf"{WHO}'s {CARD}",
    "w": WHO,
    "side": rf"they|them|{WHO}(?: and {WHO})*",
    **dict.fromkeys("st", SUIT),
    **dict.fromkeys("nm", rf"{'|'.join(NUMBERS)}|\d+"),
    "nil": "nil|zero",
}
"""What a form may name: own cards a and b, an unseen card c, the card that is winning, players, suits, numbers."""


class Claim:
    """One clause of a sentence, with what it names, beside the facts of the position."""

    def __init__(self, seen: Observation, state: GameState, sentence: str) -> None:
        self.seen, self.rules, self.sentence = seen, seen.rules, sentence
        self.seat = seen.seat if seen.seat is not None else -1
        self.side = self.rules.side_of[self.seat]
        self.own = cards_of(seen.own or 0)
        self.holding = state.current.holding
        shown = {laid.card for trick in (*seen.tricks, seen.trick) for laid in trick}
        shown.update(self.own, cards_of(seen.thrown))
        if seen.draft is not None:
            shown.update(cards_of(seen.draft.away))
        self.unseen = [card for card in self.rules.cards.pack if card not in shown]
        plays = [event for event in seen.legal if isinstance(event, Play)]
        self.legal = [play.value for play in plays if not seen.follows or seen.follows >> play.card & 1]
        self.laid = [laid.value for laid in seen.trick]
        self.led = self.suit_of(self.laid[0]) if self.laid else None
        place = best_of(self.rules.cards, self.laid) if self.laid else 0
        self.best = self.laid[place] if self.laid else None
        self.winner = seen.trick[place].seat if self.laid else None
        table = seen.table
        here = table.index(self.seat)
        self.later = [table[(here + n) % len(table)] for n in range(1, len(table) - len(self.laid))]
        self.left = sum(1 for _ in self.own)
        self.it = self.other = -1
        """The own card that the sentence named last, and the other one named with it."""
        self.clause = ""
        self.named: dict[str, str] = {}

    # ---- what the clause names

    def number(self, group: str = "n") -> int:
        word = self.named[group]
        return NUMBERS.index(word) if word in NUMBERS else int(word)

    def suit(self, group: str = "s") -> int:
        word = self.named[group].removesuffix("s")
        return SPADES if word == "trump" else [name.removesuffix("s") for name in SUIT_NAMES].index(word)

    def seats(self, name: str | None = None) -> list[int]:
        """Return who is meant; partner may be several seats."""
        name = self.named["w"] if name is None else name
        if name == "partner":
            return [seat for seat in self.seen.table if self.is_partner(seat)]
        return [seat for seat in self.seen.table if NAMES[seat] == name and not self.is_partner(seat)]

    def other_side(self) -> int:
        """Return the opponents' side that is meant."""
        if self.named["side"] in ("they", "them"):
            sides = [side for side in range(len(self.rules.sides)) if side != self.side]
        else:
            sides = [self.rules.side_of[self.seats(name)[0]] for name in self.named["side"].split(" and ")]
        assert len(set(sides)) == 1
        return sides[0]

    def is_best(self, name: str) -> bool:
        """Return whether a name is one of the card that is winning, with its player."""
        who, _, words = name.partition("'s ")
        return self.winner in self.seats(who) and self.best in self.values(words, [self.best or 0])

    def card(self, group: str) -> int:
        """Return the card that is named: an own legal or other own card, or an unseen one for `c`."""
        pool = self.unseen if group == "c" else [*self.legal, *self.own]
        found = self.values(self.named[group], pool)
        assert found, f"no such card: {self.named[group]}"
        return found[0]

    def values(self, words: str, pool: list[int]) -> list[int]:
        """Return the cards of a pool that are named like this, the nearest suit first."""
        parts = re.fullmatch(r"(?:(low|high) )?(.+?)(?: of (\w+))?", words)
        assert parts is not None
        call, rank, suit = parts.groups()
        found = [card for card in pool if rank_word(card) == rank]
        if call:
            found = [card for card in found if (call == "low") == (card >= LOW_ACE)]
        if suit:
            return [card for card in found if SUIT_NAMES[printed_suit(card)] == suit]
        if rank.endswith("joker"):
            return found
        order = [*self._suits(self.clause), self.led, *self._suits(self.sentence)]
        found = [card for card in found if printed_suit(card) == self.suit_of(card) in order]
        return sorted(found, key=lambda card: (card not in self.legal, order.index(self.suit_of(card))))

    def _suits(self, words: str) -> list[int]:
        names = [name.removesuffix("s") for name in SUIT_NAMES]
        found = re.findall(rf"\b({'|'.join(names)}|trump)s?\b", words)
        return [SPADES if word == "trump" else names.index(word) for word in found]

    # ---- facts

    def suit_of(self, card: int) -> int:
        return self.rules.cards.suit_of[card]

    def rank(self, card: int) -> int:
        return self.rules.cards.ranks[card]

    def above(self, card: int, pool: list[int] | None = None) -> list[int]:
        """Return the unseen cards, or those of a pool, of the same suit and higher."""
        pool = self.unseen if pool is None else pool
        return [one for one in pool if self.suit_of(one) == self.suit_of(card) and self.rank(one) > self.rank(card)]

    def below(self, card: int) -> list[int]:
        same = [one for one in self.unseen if self.suit_of(one) == self.suit_of(card)]
        return [one for one in same if self.rank(one) < self.rank(card)]

    def held(self, suit: int) -> list[int]:
        return [card for card in self.own if self.suit_of(card) == suit]

    def trumps_out(self) -> list[int]:
        return [card for card in self.unseen if self.suit_of(card) == SPADES]

    def ahead(self, card: int) -> bool:
        """Return whether a card takes over the trick."""
        return not self.laid or best_of(self.rules.cards, [*self.laid, card]) == len(self.laid)

    def is_partner(self, seat: int) -> bool:
        return seat != self.seat and self.rules.side_of[seat] == self.side

    def void_shown(self, seat: int, suit: int) -> bool:
        """Return whether a seat has failed to follow a suit."""
        for trick in (*self.seen.tricks, self.seen.trick):
            led = self.suit_of(trick[0].card) if trick else None
            if led == suit and any(laid.seat == seat and self.suit_of(laid.card) != suit for laid in trick):
                return True
        return False

    def may_beat(self, seat: int, card: int) -> bool:
        """Return whether a later player could hold an unseen card that beats this one, in some deal or in this one."""
        trick = self.laid if card in self.laid else [*self.laid, card]
        led = self.suit_of(trick[0])
        truly = cards_of(self.holding[seat])
        possible = [one for one in self.unseen if not self.void_shown(seat, self.suit_of(one))]
        for one in {*truly, *possible}:
            if self.suit_of(one) in (led, SPADES) and best_of(self.rules.cards, [card, one]) == 1:
                return True
        return False

    def stands(self, card: int, partners: bool = True) -> bool:
        """Return whether nobody later, or no opponent later, may beat a card that is ahead."""
        rest = [seat for seat in self.later if partners or not self.is_partner(seat)]
        return (card == self.best or self.ahead(card)) and not any(self.may_beat(seat, card) for seat in rest)

    def nil_alive(self, seat: int) -> bool:
        return is_nil(self.rules, 0) and self.seen.bids[seat] == 0 and self.seen.took[seat] == 0

    def own_nil(self) -> bool:
        return self.nil_alive(self.seat)

    def partner_nils(self) -> list[int]:
        return [seat for seat in self.seats("partner") if self.nil_alive(seat)]

    def need(self, side: int | None = None) -> int | None:
        """Return the tricks that a side still needs."""
        side = self.side if side is None else side
        contract, tricks = self.seen.contracts[side], self.seen.side_tricks[side]
        if not contract:
            return None
        if self.rules.zeros_separate and not self.rules.failed_zeros_help:
            seats = self.rules.sides[side]
            tricks -= sum(self.seen.took[seat] for seat in seats if self.seen.bids[seat] == 0)
        return contract - tricks

    def enough(self) -> bool:
        need = self.need()
        return need is not None and need <= 0

    def exact(self) -> bool:
        blind = any(self.seen.blind[seat] for seat in self.rules.sides[self.side])
        return bool(self.rules.must_be_exact(self.seen.contracts[self.side] or 0, blind))

    def sets(self, card: int) -> bool:
        """Return whether the trick is the own side's, and another side needs them all."""
        sides = {self.rules.side_of[seat] for seat in self.seen.table} - {self.side}
        return self.stands(card, False) and any(self.need(side) == self.left for side in sides)

    def is_high(self, card: int) -> bool:
        """Return whether no other legal card of the suit is higher, with an unseen card between the two."""
        same = [one for one in self.legal if self.suit_of(one) == self.suit_of(card)]
        return self.above(card) == self.above(max(same, key=self.rank))

    def wins_game(self, side: int) -> bool:
        """Return whether a side that makes its bid wins the game, with few or many of the other tricks."""
        needed, seats = self.need(side) or 0, self.rules.sides
        for other in range(len(seats)):
            if not any(seat in self.seen.table for seat in seats[other]):
                continue
            tricks = list(self.seen.took)
            tricks[next(seat for seat in seats[side] if self.seen.bids[seat])] += needed
            tricks[seats[other][0]] += self.left - needed
            counts = count_hand(seats, self.rules.tricks, self.seen.bids, tricks, contracts=self.seen.contracts)
            scored = self.rules.score(self.seen.standing, counts)
            outcome = self.rules.decide(scored.standing, scored.outright)
            if outcome is None or set(outcome.winners) != {side}:
                return False
        return 0 < needed <= self.left

    def none_between(self) -> bool:
        """Return whether the legal cards are of one suit, no unseen card is between them, and all win or all lose."""
        low, high = min(self.legal, key=self.rank), max(self.legal, key=self.rank)
        alike = len({self.suit_of(card) for card in self.legal}) == 1
        between = [card for card in self.above(low) if self.rank(card) < self.rank(high)]
        return alike and not between and len({self.ahead(card) for card in self.legal}) == 1

    def closed(self) -> bool:
        """Return whether every bid is made or lost and no nil is alive."""
        needs = [self.need(side) for side in {self.rules.side_of[seat] for seat in self.seen.table}]
        open_bid = any(need is not None and 0 < need <= self.left for need in needs)
        return not open_bid and not any(self.nil_alive(seat) for seat in self.seen.table)

    def decided(self) -> bool:
        costs = self.rules.bags is not None or self.rules.over_costs or self.exact()
        return self.closed() and not costs

    def top(self, card: int) -> bool:
        """Return whether no card of the suit is higher, neither unseen nor in the own hand."""
        return not self.above(card) and not self.above(card, self.own)

    def lowest(self, card: int) -> bool:
        same = [one for one in self.legal if self.suit_of(one) == self.suit_of(card)]
        return card in same and not [one for one in same if self.rank(one) < self.rank(card)]

    def no_ruff(self, card: int) -> bool:
        """Return whether no unseen trump could ruff a card."""
        return self.suit_of(card) == SPADES or not self.trumps_out()

    # ---- common checks of the named

    @property
    def a(self) -> int:
        return self.card("a")

    @property
    def b(self) -> int:
        return self.card("b")

    @property
    def c(self) -> int:
        return self.card("c")

    def may(self, *groups: str) -> bool:
        """Return whether the named cards are legal now."""
        return all(self.card(group) in self.legal for group in groups)
