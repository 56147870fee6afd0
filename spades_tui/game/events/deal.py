"""The deal (C-2, C-3, C-4). The caller chooses the cards; the event checks that they are exactly the deck."""

from typing import Annotated

from msgspec import Struct, field
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events.event import Outcome, RecordedEvent
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.record_form import FieldKind, JsonLine
from spades_tui.game.sequence import bidding_order, blind_rights, cutter, kitty_taker, playing_seats
from spades_tui.game.sight import sees_own_cards
from spades_tui.game.state import GameState, empty_hand
from spades_tui.language.sentence_parts import does, plural, whom
from spades_tui.rules.ruleset import Ruleset
from spades_tui.secrecy import Hidden, PartlyHidden


class Cut(Struct, frozen=True):
    """The cut of a deck (C-3)."""

    seat: Annotated[int, FieldKind.SEAT]
    depth: Annotated[int, FieldKind.PLACE]
    word: Annotated[str | None, FieldKind.WORD] = None
    """The word that the cutter typed, if any."""


class Proof(PartlyHidden, frozen=True, kw_only=True):
    """What proves that a deal was fair (C-3)."""

    v: Annotated[int | None, FieldKind.PROOF] = None
    """The version as the record has it."""
    commitment: Annotated[str, FieldKind.HEX]
    secret: Hidden[Annotated[str, FieldKind.HEX]]

    @property
    def version(self) -> int:
        """The version of the proof, 1 if the record doesn't say."""
        return self.v or 1


class Deal(RecordedEvent, frozen=True, tag="deal"):
    """The cards before any bid (C-3)."""

    number: Annotated[int, FieldKind.HAND_NUMBER] = field(name="hand")
    """The hand's number, from 1."""
    dealer: Annotated[int, FieldKind.SEAT]
    hands: Hidden[Annotated[tuple[int | None, ...], FieldKind.HANDS]]
    """A bit set per seat; None for a seat that sits out."""
    extra: Hidden[Annotated[int | None, FieldKind.CARD]] = None
    kitty: Hidden[Annotated[int | None, FieldKind.CARDS]] = None
    """A bit set (HR-9)."""
    dead: Hidden[Annotated[int | None, FieldKind.CARDS]] = None
    stock: Hidden[Annotated[tuple[int, ...] | None, FieldKind.PACK]] = None
    """The deck from the top, in games with a draft (TW-3)."""
    cut: Annotated[Cut | None, Cut] = None
    """None if it was declined."""
    extra_at: Annotated[int | None, FieldKind.PLACE] = None
    proof: Annotated[Proof | None, Proof] = field(default=None, name="fair")

    def refusal(self, state: GameState) -> Refusal | None:
        """Return why these cards can't be dealt now."""
        rules = state.rules
        if state.phase == Phase.OVER:
            return Refusal("C-2", "The game is over")
        if state.phase != Phase.DEAL:
            return Refusal("C-2", "Finish this hand before you deal the next")
        if self.number != state.next_hand:
            return Refusal("C-2", f"This is hand {state.next_hand}, not hand {self.number}")
        if self.dealer != state.next_dealer:
            return Refusal("C-2", f"Seat {state.next_dealer} deals hand {self.number}, not seat {self.dealer}")
        if self.cut is not None and self.cut.seat != cutter(rules, self.dealer):
            return Refusal("C-3", f"Seat {cutter(rules, self.dealer)}, on the dealer's right, cuts")
        pack = len(rules.cards.pack)
        if self.cut is not None and not 0 <= self.cut.depth < pack:
            return Refusal("C-3", f"The cut is between 0 and {pack - 1} cards deep")
        if self.cut is not None and self.cut.word is not None and self.proof is not None and self.proof.version == 1:
            return Refusal("C-3", "A cut in version 1 can't have a word")
        return self._wrong_stock(rules) or self._wrong_hands(rules) or self._wrong_cards(rules)

    def _wrong_stock(self, rules: Ruleset) -> Refusal | None:
        """Check that in a draft the whole deck is the stock, and nobody has a card yet (TW-3)."""
        if (self.stock is not None) != (rules.variant.deal.draft is not None):
            if self.stock is None:
                return Refusal("TW-3", "The stock is missing")
            return _unknown("stock")
        if self.stock is None:
            return None
        if any(self.hands):
            return Refusal("TW-3", "Players have no cards before the draft")
        if sorted(self.stock) != sorted(rules.cards.pack):
            return Refusal("TW-3", "The stock is the whole deck")
        return None

    def _wrong_hands(self, rules: Ruleset) -> Refusal | None:
        playing = playing_seats(rules, self.dealer)
        deal = rules.variant.deal
        if len(self.hands) != rules.seats:
            return Refusal("C-3", f"A deal has {rules.seats} hands, not {len(self.hands)}")
        seen = 0
        for seat, hand in enumerate(self.hands):
            rule = "3B-1" if deal.sits_out == "dealer" else "C-3"
            if hand is None and seat in playing:
                return Refusal(rule, f"Seat {seat} plays and needs cards")
            if hand is None:
                continue
            if seat not in playing:
                return Refusal(rule, f"Seat {seat} sits out")
            if hand.bit_count() != deal.cards and self.stock is None:
                return Refusal("C-3", f"Seat {seat} has {hand.bit_count()} cards, not {deal.cards}")
            if seen & hand:
                return Refusal("C-3", f"{cards.hand_text(seen & hand)} is dealt twice")
            seen |= hand
        return None

    def _wrong_cards(self, rules: Ruleset) -> Refusal | None:
        """Refuse missing or wrong cards laid aside, and cards that don't make up the deck."""
        deal, pack = rules.variant.deal, len(rules.cards.pack)
        if (self.extra is not None) != (deal.extra > 0):
            if deal.extra:
                return Refusal("3B-4", "The extra card is missing")
            return _unknown("extra card")
        if self.extra_at is not None and not deal.extra:
            return _unknown("extra card")
        if self.extra_at is not None and not 0 <= self.extra_at < pack:
            return Refusal("3B-4", f"The extra card is at a place from 0 to {pack - 1}")
        kitty = rules.kitty.cards if rules.kitty is not None else 0
        if (self.kitty is not None) != (kitty > 0):
            if kitty:
                return Refusal("HR-9", "The kitty is missing")
            return _unknown("kitty")
        if self.kitty is not None and self.kitty.bit_count() != kitty:
            return Refusal("HR-9", f"The kitty has {plural(self.kitty.bit_count(), 'card')}, not {kitty}")
        if (self.dead is not None) != (deal.dead_hands > 0):
            if deal.dead_hands:
                return Refusal("BM-1", "The dead hand is missing")
            return _unknown("dead hand")
        if self.dead is not None and self.dead.bit_count() != deal.cards:
            return Refusal("BM-1", f"The dead hand has {self.dead.bit_count()} cards, not {deal.cards}")
        seen = cards.hand_of(self.stock or ())
        for hand in self.hands:
            seen |= hand or 0
        aside = self._aside | (self.dead or 0)
        if seen & aside:
            return Refusal("C-3", f"{cards.hand_text(seen & aside)} is dealt twice")
        deck = cards.hand_of(rules.cards.pack)
        if seen | aside != deck:
            odd = (seen | aside) & ~deck
            return Refusal("C-3", f"{cards.hand_text(odd)} is not in this deck")
        return None

    @property
    def _aside(self) -> int:
        """The cards that lie face down for a player to take, as a bit set."""
        extra = 1 << self.extra if self.extra is not None else 0
        return extra | (self.kitty or 0)

    def apply(self, state: GameState) -> Outcome:
        """Put these cards into the players' hands; the hand has the rules of its format (LG-3)."""
        rules = state.rules.of_hand(self.number)
        state = replace(state, rules=rules)
        table = playing_seats(rules, self.dealer)
        may_go, may_nil = [False] * rules.seats, [False] * rules.seats
        for seat in table:
            may_go[seat], may_nil[seat] = blind_rights(state, seat)
        hand = replace(
            empty_hand(rules, self.number, self.dealer),
            order=bidding_order(rules, table), table=table, player=table[0],
            dealt=self.hands, holding=tuple(hand or 0 for hand in self.hands), aside=self._aside, dead=self.dead,
            stock=self.stock or (), may_go_blind=tuple(may_go), may_nil_blind=tuple(may_nil),
        )  # fmt: skip
        phase = Phase.BID if self.stock is None else Phase.DRAFT
        if rules.kitty is not None:
            phase, hand = Phase.DRAW, replace(hand, drawing=kitty_taker(rules.kitty, hand))
        return replace(state, phase=phase, hand=hand, redealt=False), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the seat's own cards, unless it may still go blind, and the dealer's commitment for the proof."""
        hands: list[str | None] = [None] * len(self.hands)
        own = self.hands[seat]
        if own is not None and sees_own_cards(after, seat):
            hands[seat] = cards.hand_text(own)
        line: JsonLine = {"event": "deal", "hand": self.number, "dealer": self.dealer, "hands": hands}
        if self.proof is not None:
            line["fair"] = {"v": self.proof.version, "commitment": self.proof.commitment}
        return line

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        cut = ""
        if self.cut is not None:
            cut = f"; {does(whom(names[self.cut.seat]), 'cuts')} {plural(self.cut.depth, 'card')} deep"
            if self.cut.word is not None:
                cut += f", with the word “{self.cut.word}”"
        return f"Hand {self.number}: {does(whom(names[self.dealer]), 'deals')}{cut}"


def _unknown(what: str) -> Refusal:
    """Refuse an extra card, a kitty, a dead hand or a stock in a game without one (C-3)."""
    return Refusal("C-3", f"There is no {what} in this game")
