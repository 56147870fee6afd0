"""The events of a game (docs/record.md, "Events").

Each class has everything about its event: its fields, when it's refused, what it changes and when it's offered. It also
decides what each seat sees, how a record stores the event and what the log says. The machine, the
history, records, the seat protocol and the log loop over `EVENT_KINDS` and never name an event.

Cards that a player may not see are left out of every ``repr``, so that no crash report can print them.
"""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from spades_tui.game.events.bid import Bid, Look, Promise, Raise, Redeal, Stand
from spades_tui.game.events.bone import Bone
from spades_tui.game.events.challenge import Books, Challenge
from spades_tui.game.events.chit import Chit
from spades_tui.game.events.deal import Deal
from spades_tui.game.events.dump import Dump
from spades_tui.game.events.event import AsideEvent, EndDecision, Event, RecordedEvent, SeatEvent, TurnEvent
from spades_tui.game.events.interruptions import Resume, Suspend, TakeBack
from spades_tui.game.events.new_cards import Discard, Draft, Draw, Pass
from spades_tui.game.events.play import Claim, Play
from spades_tui.game.events.score import Score
from spades_tui.game.events.zero_buddy import ZeroBuddy
from spades_tui.rules.ruleset import Ruleset

__all__ = [
    "ASIDE_EVENTS", "END_DECISIONS", "EVENT_KINDS", "RECORDED_EVENTS", "TURN_EVENTS",
    "AnySeatEvent", "AsideEvent", "Bid", "Bone", "Books", "Challenge", "Chit", "Claim", "Deal", "Discard",
    "Draft", "Draw", "Dump", "EndDecision", "Event", "Look", "Pass", "Play", "Promise", "Raise", "RecordedEvent",
    "Redeal", "Resume", "Score", "SeatEvent", "Stand", "Suspend", "TakeBack", "TurnEvent", "ZeroBuddy", "end_decision",
]  # fmt: skip


def _all(*kinds: type[Event]) -> tuple[type[Event], ...]:
    """Return every kind of event. Passed as separate arguments, so that mypy rejects a kind with an abstract method."""
    return kinds


EVENT_KINDS = _all(
    Deal, Look, Draw, Discard, Bid, Redeal, Stand, Raise, Promise, Play, Claim,
    Dump, Bone, Challenge, ZeroBuddy, Books, Chit, TakeBack, Suspend, Resume, Score, Pass, Draft,
)  # fmt: skip
"""Every kind of event.

Legal events are listed in this order, and computer players break ties by it: don't change it.
"""

RECORDED_EVENTS = tuple(kind for kind in EVENT_KINDS if issubclass(kind, RecordedEvent))
TURN_EVENTS = tuple(kind for kind in EVENT_KINDS if issubclass(kind, TurnEvent))
ASIDE_EVENTS = tuple(kind for kind in EVENT_KINDS if issubclass(kind, AsideEvent))
END_DECISIONS = tuple(kind for kind in ASIDE_EVENTS if issubclass(kind, EndDecision))


def end_decision(rules: Ruleset) -> type[EndDecision] | None:
    """Return the decision that a game may ask for between its last score and its end, or None."""
    return next((kind for kind in END_DECISIONS if kind.in_game(rules)), None)


if TYPE_CHECKING:
    AnySeatEvent = SeatEvent
else:
    AnySeatEvent = reduce(or_, (kind for kind in EVENT_KINDS if issubclass(kind, SeatEvent)))
    """The type for events in outside data: msgspec picks the kind by its name."""
