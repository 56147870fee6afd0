"""Passing cards, face down, between a nil bidder and their partner (NL-8)."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Annotated, Self

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events.event import Outcome, TurnEvent
from spades_tui.game.events.record_form import JsonLine, Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import givings, next_in_bidding, on_turn
from spades_tui.game.state import GameState, HandState, changed_at
from spades_tui.language.address import does, whom
from spades_tui.rules.component import plural
from spades_tui.secrecy import Hidden


class Pass(TurnEvent, frozen=True, tag="pass"):
    """A player passes cards to their partner, face down (NL-8)."""

    cards: Hidden[Annotated[int, Kind.CARDS]]
    """As a bit set."""

    phases = (Phase.PASS,)
    undone = "the pass"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return every choice of the right number of cards."""
        held = cards.cards_of(state.current.holding[seat])
        chosen = combinations(held, givings(state.rules, state.current)[seat].cards)
        return [cls(seat, cards.hand_of(some)) for some in chosen]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a pass out of turn, of a wrong number of cards, or of cards that the seat doesn't hold."""
        rules = state.rules
        rule = rules.exchange.rule if rules.exchange else "NL-8"
        if state.phase != Phase.PASS or on_turn(state) != self.seat:
            return Refusal(rule, "You have no cards to pass now")
        if self.cards & ~state.current.holding[self.seat]:
            lacking = cards.cards_of(self.cards & ~state.current.holding[self.seat])[0]
            return Refusal(rule, f"You don't have {cards.in_sentence(lacking)}")
        count = givings(rules, state.current)[self.seat].cards
        if self.cards.bit_count() != count:
            return Refusal(rule, f"Pass {plural(count, 'card')} to your partner, not {self.cards.bit_count()}")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Move the cards: at once with `nil_first`, otherwise after both have chosen."""
        exchange, hand = state.rules.exchange, state.current
        assert exchange is not None
        other = givings(state.rules, hand)[self.seat].to
        hand = replace(hand, passed=changed_at(hand.passed, self.seat, self.cards))
        if exchange.pass_order == "nil_first":
            hand = _moved(hand, self.seat, other)
        elif hand.passed[other]:
            hand = _moved(_moved(hand, self.seat, other), other, self.seat)
        return next_in_bidding(state, hand), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the cards to their giver, and `got` to a seat that now sees the cards it got."""
        line = self.line() if seat == self.seat else {"event": "pass", "seat": self.seat}
        if before.hand is not None and after.hand is not None and before.hand.got[seat] != after.hand.got[seat]:
            line["got"] = cards.hand_text(after.hand.got[seat])
        return line

    def final_reason(self, now: GameState) -> str:
        """Return a reason once both have passed, or the partner has seen the cards (NL-8)."""
        partners = now.rules.sides[now.rules.side_of[self.seat]]
        if all(now.current.passed[seat] for seat in partners):
            return "You can't undo the pass: both partners have passed"
        seen = now.rules.exchange is not None and now.rules.exchange.pass_order == "nil_first"
        return "You can't undo this: passed cards have been seen" if seen else ""

    def short_label(self, card: Callable[[int], str]) -> str:
        return "pass " + " ".join(card(one) for one in cards.cards_of(self.cards))

    def hidden_cards(self, after: GameState) -> int:
        return self.cards

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        passes = does(names[self.seat], f"passes {plural(self.cards.bit_count(), 'card')}")
        return f"{passes} to {whom(names[givings(before.rules, before.current)[self.seat].to])}"


def _moved(hand: HandState, giver: int, taker: int) -> HandState:
    """Return the hand after one seat's chosen cards have moved to another."""
    chosen = hand.passed[giver]
    holding = changed_at(hand.holding, giver, hand.holding[giver] & ~chosen)
    holding = changed_at(holding, taker, holding[taker] | chosen)
    return replace(hand, holding=holding, got=changed_at(hand.got, taker, chosen))
