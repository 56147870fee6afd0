"""What each card of a finished hand would have led to: the hand is played on from there.

The same quick players play on with every card, each from what its seat sees, so that only the card
differs. One deal says nothing about which card was right: that is for advice. Only hands that have
been scored are played on.
"""

from hashlib import sha256

from msgspec import Struct

from spades_tui.game.events import Play, Score
from spades_tui.game.findings import HandScore
from spades_tui.game.history import History
from spades_tui.game.machine import legal, on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.reneges import side_tricks
from spades_tui.game.state import GameState
from spades_tui.game.trick import Played
from spades_tui.play.bot_decision import STANDS_IN, decide
from spades_tui.record.open_hands import Moments, OpenHand
from spades_tui.rules.ledger import Decided, result
from spades_tui.secrecy import FullyHidden

DECIDED = (Decided.MADE, Decided.SET, Decided.ZERO_MADE, Decided.ZERO_FAILED)
SAME = 5.0
"""Points by which two ends may differ and still be alike, because a bag or two may be chance."""
LAST = 8
"""Tricks before the end from which a single card may have decided a hand."""
_SECRET = sha256(b"spades-hindsight/1").digest()
"""The players' random numbers come from here, so that they play alike every time."""


class HandEnding(Struct, frozen=True):
    """How a hand ends with one card."""

    card: Play
    points: float
    """The side's points for the hand, minus the average of the other sides'."""
    tricks: int
    """The tricks of the side."""
    bids: frozenset[tuple[Decided, tuple[int, ...]]]
    """The bids and nils of all sides that were made or failed, each with its seats."""


class Hindsight(FullyHidden, frozen=True):
    """A card, what became of it, and how the hand would have ended with each card."""

    state: GameState
    """The game before the card, with everything open."""
    card: Play
    taken: Played | None
    """The card that took the trick; None if nobody took it."""
    endings: tuple[HandEnding, ...]
    """The card's own ending first, then the others, the best first."""

    @property
    def own(self) -> HandEnding:
        """How the hand ends with the card that was played."""
        return self.endings[0]

    def ending(self, card: Play) -> HandEnding | None:
        """Return how the hand ends with a card, or None."""
        return next((one for one in self.endings if one.card == card), None)

    @property
    def best(self) -> HandEnding:
        """The best ending: that of the card itself, unless another one is better."""
        best = max(self.endings, key=lambda one: one.points)
        return best if best.points > self.own.points + SAME else self.own

    @property
    def matters(self) -> bool:
        """Whether the endings differ by more than a bag or two."""
        points = [one.points for one in self.endings]
        return max(points) - min(points) > SAME


def hindsight(state: GameState, card: Play, taken: Played | None) -> Hindsight:
    """Play a hand on from a card, and from each other card that may be played, in about 0.1 s."""
    hand = state.current
    seat = card.seat
    led = None if not hand.trick else state.rules.cards.suit_of[hand.trick[0].value]
    follows = 0 if led is None else hand.holding[seat] & state.rules.cards.suit_masks[led]
    cards = [card]
    for event in legal(state):
        follows_suit = isinstance(event, Play) and (not follows or follows >> event.card & 1)
        if isinstance(event, Play) and follows_suit and event.card != card.card:
            cards.append(event)
    own, *others = [_ending(state, one) for one in cards]
    return Hindsight(state, card, taken, (own, *sorted(others, key=lambda one: -one.points)))


def hindsight_at(hand: OpenHand, place: int) -> Hindsight | None:
    """Return what the card that led to a moment led to, beside the others; None if no card did.

    A guest's hand has no moments that can be played on from, so None too.
    """
    found = hand.moments.state_before(place) if isinstance(hand.moments, Moments) else None
    if found is None:
        return None
    state, event = found
    return hindsight(state, event, hand.taken(place)) if isinstance(event, Play) else None


def _ending(state: GameState, card: Play) -> HandEnding:
    """Play a hand to its end after a card."""
    course = History(state)
    course.do(card)
    while course.state.phase == Phase.PLAY and (seat := on_turn(course.state)) is not None:
        course.do(decide(course, seat, STANDS_IN, _SECRET))
    side = state.rules.side_of[card.seat]
    tricks = side_tricks(state.rules, course.state.current)[side]
    score = next(one for one in course.do(Score()) if isinstance(one, HandScore))
    return HandEnding(card, result(score.points, side), tricks, decided(score))


def decided(score: HandScore) -> frozenset[tuple[Decided, tuple[int, ...]]]:
    """Return the bids and nils that were made or failed."""
    return frozenset((note.what, note.seats) for note in score.notes if note.what in DECIDED)


def turning_point(hand: OpenHand, score: HandScore) -> Hindsight | None:
    """Return the card of a scored hand that decided most with these cards; None if none did.

    Another card in its place would have changed which bids were made. Only the last tricks count,
    because much may happen after earlier ones, and only cards after which the hand is played on as
    it was. It takes less than a second.
    """
    if not isinstance(hand.moments, Moments):
        return None
    found: Hindsight | None = None
    bids, most = decided(score), SAME
    for place, state, event in hand.moments.decisions():
        if not isinstance(event, Play) or state.rules.tricks - len(state.current.tricks) > LAST:
            continue
        one = hindsight(state, event, hand.taken(place))
        gained = one.best.points - one.own.points
        if gained > most and one.best.bids != one.own.bids == bids:
            found, most = one, gained
    return found
