"""A card is played (C-5 … C-7)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Self

from spades_tui import cards
from spades_tui.cards import ACES, SPADES
from spades_tui.game.address import does
from spades_tui.game.copying import replace
from spades_tui.game.facts.fact import Outcome, Public, TurnFact
from spades_tui.game.facts.form import CARD, SEAT, Form, Key, Kind
from spades_tui.game.findings import TrickTaken
from spades_tui.game.kernel import as_played, followers, is_trump
from spades_tui.game.phase import Phase
from spades_tui.game.playing import playable, why_not_playable
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState, HandState, Renege, ace_is_low_by_default
from spades_tui.game.trick import Played, winning
from spades_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Play(Public, TurnFact):
    """A card is played (C-6); `ace` is ``high``, ``low`` or None for an ace without a call (3B-3)."""

    card: int = field(repr=False)
    ace: str | None = None

    @property
    def value(self) -> int:
        """The card as played; an ace without a call is taken for a high one."""
        return as_played(self.card, self.ace == "low")

    @classmethod
    def form(cls) -> Form:
        return Form("play", (SEAT, CARD, Key("ace", Kind.ACE, optional=True)))

    @classmethod
    def offered(cls, state: GameState, seat: int) -> Iterable[Self]:
        if state.phase != Phase.PLAY:
            return []
        plays = []
        for card in cards.cards_of(playable(state)):
            called = state.rules.ace_call is not None and card in ACES
            plays += [cls(seat, card, ace) for ace in (("high", "low") if called else (None,))]
        return plays

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        """What is offered: only cards that may be played are."""
        return cls.offered(state, seat)

    def refusal(self, state: GameState) -> Refusal | None:
        """On turn, in the hand, following, and an ace called only where aces are (C-5, C-6, SB-3, JK-6, 3B-3)."""
        hand = state.hand
        if hand is None or state.phase != Phase.PLAY:
            return Refusal("C-5", "No card is to be played now")
        if hand.player != self.seat:
            return Refusal("C-5", "It is not your turn to play")
        if not hand.holding[self.seat] >> self.card & 1:
            return Refusal("C-6", f"You do not hold {cards.told(self.card)}")
        if not playable(state) >> self.card & 1:
            return why_not_playable(state.rules, hand.led, self.card)
        if self.ace is not None and (state.rules.ace_call is None or self.card not in ACES):
            return Refusal("3B-3", "Only an ace can be called, and only where the game calls aces")
        return None

    def apply(self, state: GameState) -> Outcome:
        """The card lies on the table; a full trick goes to its winner."""
        rules, hand = state.rules, state.current
        led = hand.led
        if led is not None and not followers(rules.cards, hand.holding[self.seat], led) >> self.card & 1:
            hand = replace(hand, reneges=(*hand.reneges, Renege(self.seat, len(hand.tricks) + 1)))
        if led is None and self._gaccs(rules, hand):
            hand = replace(hand, gaccs=tuple(n + (seat == self.seat) for seat, n in enumerate(hand.gaccs)))
        low = self.ace == "low"
        if self.ace is None and self.card in ACES:
            low = ace_is_low_by_default(rules, hand, self.seat)
        off_suit = led is not None and led != SPADES
        breaks = is_trump(self.card) and (off_suit or rules.lead.broken_by == "any_spade")
        gone = ~(1 << self.card)
        hand = replace(
            hand,
            holding=tuple(held & gone if seat == self.seat else held for seat, held in enumerate(hand.holding)),
            trick=(*hand.trick, Played(self.seat, self.card, low)),
            broken=hand.broken or breaks,
        )
        if len(hand.trick) < len(hand.table):
            return replace(state, hand=hand), ()
        return _take_trick(state, hand)

    def _gaccs(self, rules: Ruleset, hand: HandState) -> bool:
        """Whether this lead of a spade comes straight after the trick that made its player's bid (3B-10)."""
        if rules.gacc is None or not hand.winners or not is_trump(self.card):
            return False
        bid = hand.bids[self.seat]
        return hand.winners[-1] == self.seat and bool(bid) and hand.took[self.seat] == bid

    def stays(self, showed: bool, undo: bool) -> str:
        return ""

    def brief(self, card: Callable[[int], str]) -> str:
        return card(self.card) + (f" {self.ace}" if self.ace is not None else "")

    def thing(self, card: Callable[[int], str]) -> str:
        return card(self.card)

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        call = f", called {self.ace}" if self.ace else ""
        return does(names[self.seat], f"plays {cards.told(self.card)}{call}")


def _take_trick(state: GameState, hand: HandState) -> Outcome:
    """The trick on the table is full, and goes to its winner (C-7)."""
    winner = winning(state.rules, hand.trick)
    if winner is None:
        raise ValueError("a full trick has a winner")
    hand = replace(
        hand,
        tricks=(*hand.tricks, hand.trick),
        winners=(*hand.winners, winner),
        took=tuple(n + (seat == winner) for seat, n in enumerate(hand.took)),
        trick=(),
    )
    phase = Phase.PLAYED if len(hand.tricks) == state.rules.tricks else Phase.PLAY
    return replace(state, hand=hand, phase=phase), (TrickTaken(hand.number, len(hand.tricks), winner),)
