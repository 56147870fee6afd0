"""Playing a card (C-5 … C-7), and claiming all remaining tricks (C-12)."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Self, final

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.cards import ACES, SPADES
from spades_tui.game.claims import is_sure_claim, tricks_left
from spades_tui.game.events.event import Outcome, Public, TurnEvent
from spades_tui.game.findings import TrickTaken
from spades_tui.game.kernel import as_played, beats, followers, is_trump
from spades_tui.game.phase import PLAY, PLAYED, Phase, Refusal
from spades_tui.game.playable import playable, why_not
from spades_tui.game.record_form import FieldKind, JsonLine
from spades_tui.game.state import GameState, HandState, Renege, ace_is_low_by_default, changed_at
from spades_tui.game.trick import laid
from spades_tui.language.sentence_parts import does, last_in_words
from spades_tui.rules.ledger import Noted
from spades_tui.rules.ruleset import Ruleset
from spades_tui.secrecy import Hidden


@final
class Play(Public, TurnEvent, frozen=True, tag="play"):
    """A card is played (C-6); `ace` is ``high``, ``low`` or None for an ace without a call (3B-3)."""

    card: Hidden[Annotated[int, FieldKind.CARD]]
    ace: Annotated[str | None, FieldKind.ACE] = None

    phases = (Phase.PLAY,)
    undoable = "always"

    @property
    def value(self) -> int:
        """The card as played; an ace without a call counts as high."""
        return as_played(self.card, self.ace == "low")

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return only cards that may be played."""
        by_card = _plays(seat, state.rules.ace_call is not None)
        plays: list[Play] = []
        for card in cards.cards_of(playable(state.rules, state.current)):
            plays += by_card[card]
        return plays

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a play out of turn, an unplayable card, or a needless call (C-5, C-6, SB-3, JK-6, 3B-3)."""
        hand = state.hand
        if hand is None or state.phase is not PLAY:
            return Refusal("C-5", "You can't play a card now")
        if hand.player != self.seat:
            return Refusal("C-5", "It isn't your turn to play")
        able = playable(state.rules, hand)
        if not able >> self.card & 1:
            if not hand.holding[self.seat] >> self.card & 1:
                return Refusal("C-6", f"You don't have {cards.in_sentence(self.card)}")
            return why_not(state.rules, hand, able)[self.card]
        if self.ace is not None and (state.rules.ace_call is None or self.card not in ACES):
            return Refusal("3B-3", "Only an ace can be called, and only where the game calls aces")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Put the card on the table; a full trick goes to its winner (C-7)."""
        rules, hand = state.rules, state.current
        tables, table = rules.cards, hand.table
        seat, card, led = self.seat, self.card, hand.led
        low = ace_is_low_by_default(rules, hand, seat) if self.ace is None and card in ACES else self.ace == "low"
        played = laid(seat, card, low)
        best = hand.best
        if best is None or beats(tables, as_played(card, low), as_played(best.card, best.low)):
            best = played
        holding = changed_at(hand.holding, seat, hand.holding[seat] & ~(1 << card))
        broken = hand.broken or (is_trump(tables, card) and self._breaks(rules, led))
        if rules.challenge and led is not None and not followers(rules.cards, hand.holding[seat], led) >> card & 1:
            hand = replace(hand, reneges=(*hand.reneges, Renege(seat, len(hand.tricks) + 1)))
        if led is None and rules.lead_customs:
            hand = self._noted(rules, hand)
        trick = (*hand.trick, played)
        if len(trick) < len(table):
            if led is None:
                led = tables.suit_of[card]
            player = table[(table.index(seat) + 1) % len(table)]
            hand = replace(hand, holding=holding, broken=broken, player=player, trick=trick, led=led, best=best)
            return replace(state, hand=hand), ()
        winner = best.seat
        tricks = (*hand.tricks, trick)
        took = changed_at(hand.took, winner, hand.took[winner] + 1)
        hand = replace(
            hand, holding=holding, broken=broken, player=winner, trick=(), led=None, best=None,
            tricks=tricks, winners=(*hand.winners, winner), took=took,
        )  # fmt: skip
        phase = PLAYED if len(tricks) == rules.tricks else PLAY
        return replace(state, hand=hand, phase=phase), (TrickTaken(hand.number, len(tricks), winner),)

    def _breaks(self, rules: Ruleset, led: int | None) -> bool:
        """Return whether this trump breaks spades (SB-3, JK-6, BM-2)."""
        return led not in (None, SPADES) or rules.lead.broken_by == "any_spade"

    def _noted(self, rules: Ruleset, hand: HandState) -> HandState:
        """Return the hand after customs have noted this lead, or not."""
        trump = is_trump(rules.cards, self.card)
        for custom in rules.lead_customs:
            if custom.notes_lead(hand, self.seat, trump):
                hand = replace(hand, noted=(*hand.noted, Noted(custom.kind, self.seat)))
        return hand

    def line(self) -> JsonLine:
        return dict(_line(self))

    def short_label(self, card: Callable[[int], str]) -> str:
        if self.ace is None:
            return card(self.card)
        return f"{card(self.card)} {self.ace}"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return card(self.card)

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        call = f", called {self.ace}" if self.ace else ""
        return does(names[self.seat], f"plays {cards.in_sentence(self.card)}{call}")


@cache
def _line(play: Play) -> JsonLine:
    """Return the line of a play; cached, because every game has the same few hundred."""
    return super(Play, play).line()


@cache
def _plays(seat: int, aces_called: bool) -> tuple[tuple[Play, ...], ...]:
    """Return the plays of each card; cached, because every game has the same few hundred."""
    plays: list[tuple[Play, ...]] = [(Play(seat, card),) for card in range(cards.CARD_COUNT)]
    if aces_called:
        for ace in ACES:
            plays[ace] = (Play(seat, ace, "high"), Play(seat, ace, "low"))
    return tuple(plays)


class Claim(Public, TurnEvent, frozen=True, tag="claim"):
    """A player claims all remaining tricks (C-12)."""

    tricks: Annotated[int, FieldKind.TRICKS]

    phases = ()  # no phase: an offer would reveal whether the claim is accepted.
    undone = "the claim"
    undoable = "by_option"
    final = True

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        return []

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a claim out of turn, for fewer than all remaining tricks, or if a trick could be lost."""
        rules, hand = state.rules, state.hand
        if rules.claim is None:
            return Refusal("C-12", "You can't claim tricks in this game")
        if hand is None or state.phase != Phase.PLAY or hand.player != self.seat:
            return Refusal("C-12", "You can claim only on your turn")
        if self.tricks != tricks_left(rules, hand):
            return Refusal("C-12", f"A claim is for all {tricks_left(rules, hand)} tricks that remain")
        if not is_sure_claim(state):
            return Refusal("C-12", "Claim refused: you could still lose a trick")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Give the remaining tricks to the claimer, and end the play of the hand."""
        hand = state.current
        left = tricks_left(state.rules, hand)
        took = changed_at(hand.took, self.seat, hand.took[self.seat] + left)
        hand = replace(hand, claimed=self.seat, winners=hand.winners + (self.seat,) * left, took=took)
        return replace(state, hand=hand, phase=Phase.PLAYED), ()

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"claim {self.tricks}"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"claims {last_in_words(self.tricks, 'trick')}")
