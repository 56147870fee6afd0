"""Cards that change a hand before the play: from the stock, the table or a partner (TW-1, 3B-6, 3B-7, HR-9, NL-8)."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Annotated, Self

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events.event import Outcome, TurnEvent
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.record_form import FieldKind, JsonLine
from spades_tui.game.sequence import draw_rule, givings, next_in_bidding, on_turn
from spades_tui.game.state import Drafted, GameState, HandState, changed_at
from spades_tui.language.sentence_parts import agreeing, does, plural, whom
from spades_tui.secrecy import Hidden

RULE = "TW-1"


class Draft(TurnEvent, frozen=True, tag="draft"):
    """A player keeps the top card and throws the next away, or the other way round (TW-1)."""

    keep: Annotated[bool, FieldKind.CHOICE]

    phases = (Phase.DRAFT,)
    undone = "the draft"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat, True), cls(seat, False)]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a draft out of turn, or from an empty stock."""
        if state.phase != Phase.DRAFT:
            return Refusal(RULE, "There's no card to keep or throw away now")
        if on_turn(state) != self.seat:
            return Refusal(RULE, "It isn't your turn to take a card from the stock")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Add one of two cards to the hand, and remove the other."""
        hand = state.current
        first, second, *rest = hand.stock
        seen = not self.keep or state.rules.variant.deal.draft == "seen"
        drafted = Drafted(self.seat, self.keep, first, second, seen)
        holding = changed_at(hand.holding, self.seat, hand.holding[self.seat] | 1 << drafted.kept)
        hand = replace(hand, holding=holding, stock=tuple(rest), drafts=(*hand.drafts, drafted))
        if rest:
            return replace(state, hand=hand), ()
        return next_in_bidding(state, hand), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the decision, and the second card if this seat sees it."""
        line = self.line()
        drafted = after.current.drafts[-1]
        if seat == self.seat and drafted.seen:
            line["card"] = cards.text(drafted.second)
        return line

    def final_reason(self, now: GameState) -> str:
        """Return a reason once a player has seen the next card (TW-1)."""
        return "You can't undo a draft decision"

    def short_label(self, card: Callable[[int], str]) -> str:
        return "keep" if self.keep else "throw away"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        name = names[self.seat]
        if self.keep:
            return does(name, "keeps the card")
        return f"{does(name, 'throws the card away')} and {agreeing(name, 'takes')} the next"


class Draw(TurnEvent, frozen=True, tag="draw"):
    """A player takes the extra card or the kitty into their hand (3B-6, 3B-7, HR-9)."""

    phases = (Phase.DRAW,)
    label = "draw"
    undone = "the draw"
    undoable = "by_option"

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a draw by anyone but a zero bidder, the highest bidder after the bidding, or the kitty's taker."""
        if state.phase != Phase.DRAW or on_turn(state) != self.seat:
            words = "You can't draw the extra card now" if state.rules.kitty is None else "You can't take the kitty now"
            return Refusal(draw_rule(state), words)
        return None

    def apply(self, state: GameState) -> Outcome:
        """Add the cards to the hand; the player must then throw as many back."""
        hand = state.current
        if not hand.aside:
            raise ValueError("there is no card to draw")
        holding = changed_at(hand.holding, self.seat, hand.holding[self.seat] | hand.aside)
        if hand.drawing is None:
            hand = replace(hand, high_drawer=self.seat)
        elif state.rules.kitty is None:
            hand = replace(hand, zero_drawn=(*hand.zero_drawn, self.seat))
        hand = replace(hand, holding=holding, drawing=None, drawn=hand.aside, aside=0, discarding=self.seat)
        return replace(state, phase=Phase.DISCARD, hand=hand), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the cards only to the seat that has drawn them."""
        line = self.line()
        if seat == self.seat and after.current.drawn:
            line["card" if after.rules.kitty is None else "cards"] = cards.hand_text(after.current.drawn)
        return line

    def hidden_cards(self, after: GameState) -> int:
        return after.current.drawn

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        words = "draws the extra card" if before.rules.kitty is None else "takes the kitty"
        return does(names[self.seat], words)


class Discard(TurnEvent, frozen=True, tag="discard"):
    """A card goes back, face down, as the new extra card or into the kitty (3B-6, 3B-7, HR-9)."""

    card: Hidden[Annotated[int, FieldKind.CARD]]

    phases = (Phase.DISCARD,)
    undone = "the discard"
    verb = "throws a card back"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat, card) for card in cards.cards_of(state.current.holding[seat])]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a discard by anyone but the drawer, or of a card they don't hold."""
        rule = draw_rule(state)
        if state.phase != Phase.DISCARD or on_turn(state) != self.seat:
            return Refusal(rule, "You have no card to throw back now")
        if not state.current.holding[self.seat] >> self.card & 1:
            return Refusal(rule, f"You don't have {cards.in_sentence(self.card)}")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Put the card aside. If the hand still has too many cards, the player throws another one back."""
        hand, card = state.current, 1 << self.card
        holding = changed_at(hand.holding, self.seat, hand.holding[self.seat] & ~card)
        thrown = changed_at(hand.thrown, self.seat, hand.thrown[self.seat] | card)
        hand = replace(hand, holding=holding, aside=hand.aside | card, thrown=thrown)
        if holding[self.seat].bit_count() > state.rules.tricks:
            return replace(state, hand=hand), ()
        return next_in_bidding(state, replace(hand, discarding=None, drawn=0)), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the card to its own seat; the others only see that one was thrown back."""
        if seat == self.seat:
            return self.line()
        return {"event": "discard", "seat": self.seat}

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"throw {card(self.card)}"

    def hidden_cards(self, after: GameState) -> int:
        return 1 << self.card


class Pass(TurnEvent, frozen=True, tag="pass"):
    """A player passes cards to their partner, face down (NL-8)."""

    cards: Hidden[Annotated[int, FieldKind.CARDS]]
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
        if not seen:
            return ""
        return "You can't undo this: passed cards have been seen"

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
