"""What happens in a game, one room a kind of event (docs/record.md, "Events").

Each module holds all there is to know of its event: its frozen record, when it is refused and why, what it leads to,
what is offered, what each seat gets to see of it, its form in a record and its sentence in the log. Machine, course,
records, the seat protocol and the log go through `EVENT_KINDS`; none of them names an event.

Cards that somebody may not see are left out of every ``repr``, so that no crash report can print them.
"""

from spades_tui.game.events.bid import Bid
from spades_tui.game.events.bone import Bone
from spades_tui.game.events.challenge import Challenge
from spades_tui.game.events.chit import Chit
from spades_tui.game.events.claim import Claim
from spades_tui.game.events.deal import Deal
from spades_tui.game.events.discard import Discard
from spades_tui.game.events.draft import Draft
from spades_tui.game.events.draw import Draw
from spades_tui.game.events.dump import Dump
from spades_tui.game.events.event import AsideEvent, Event, RecordedEvent, SeatEvent, TurnEvent
from spades_tui.game.events.look import Look
from spades_tui.game.events.pass_cards import Pass
from spades_tui.game.events.play import Play
from spades_tui.game.events.promise import Promise
from spades_tui.game.events.raise_bid import Raise
from spades_tui.game.events.redeal import Redeal
from spades_tui.game.events.score import Score
from spades_tui.game.events.stand import Stand
from spades_tui.game.events.suspend import Resume, Suspend
from spades_tui.game.events.take_back import TakeBack
from spades_tui.game.events.take_books import Books
from spades_tui.game.events.zero_buddy import ZeroBuddy

__all__ = [
    "ASIDE_EVENTS", "EVENT_KINDS", "RECORDED_EVENTS", "TURN_EVENTS",
    "AsideEvent", "Bid", "Bone", "Books", "Challenge", "Chit", "Claim", "Deal", "Discard", "Draft", "Draw", "Dump",
    "Event", "Look", "Pass", "Play", "Promise", "Raise", "RecordedEvent", "Redeal", "Resume", "Score", "SeatEvent",
    "Stand", "Suspend", "TakeBack", "TurnEvent", "ZeroBuddy",
]  # fmt: skip


def _all(*kinds: type[Event]) -> tuple[type[Event], ...]:
    """Every kind of event. Handed over one by one, mypy refuses one that leaves an answer out."""
    return kinds


EVENT_KINDS = _all(
    Deal, Look, Draw, Discard, Bid, Redeal, Stand, Raise, Promise, Play, Claim,
    Dump, Bone, Challenge, ZeroBuddy, Books, Chit, TakeBack, Suspend, Resume, Score, Pass, Draft,
)  # fmt: skip
"""Every kind of event. What is legal is listed in this order, and computer players break ties by it: it stays."""

RECORDED_EVENTS = tuple(kind for kind in EVENT_KINDS if issubclass(kind, RecordedEvent))
TURN_EVENTS = tuple(kind for kind in EVENT_KINDS if issubclass(kind, TurnEvent))
ASIDE_EVENTS = tuple(kind for kind in EVENT_KINDS if issubclass(kind, AsideEvent))
