"""The lesson of a hand just played: the one decision of a seat that is worth a second look.

Each decision is judged as a review does, by what the seat saw.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.analysis.hand_story import trap_avoided
from spades_tui.analysis.review import Judged
from spades_tui.analysis.reviewed_record import ReviewedDecision
from spades_tui.bots.valued_choice import Reason
from spades_tui.game.events import Bid, Play
from spades_tui.record.open_hands import Moments, OpenHand
from spades_tui.seats.observer import observe


class HandLesson(Struct, frozen=True):
    """A decision that is worth a second look."""

    place: int
    """The moment of the open hand that the decision led to."""
    judged: Judged


def decisions_of(hand: OpenHand, seat: int) -> list[tuple[int, ReviewedDecision]]:
    """Return the bids and cards that a seat chose in a scored hand, each with the moment it led to.

    Decisions without a choice are left out; a guest's hand has none that can be judged.
    """
    if not isinstance(hand.moments, Moments):
        return []
    chosen = []
    for place, state, event in hand.moments.decisions():
        if event.seat != seat or not isinstance(event, Bid | Play):
            continue
        lines = hand.moments[place].lines
        decision = ReviewedDecision(
            seat, hand.number, lines, lines - 1, observe(state, seat), event, hand.number, place
        )
        if decision.choices > 1:
            chosen.append((place, decision))
    return chosen


def reasons_of(judged: Judged) -> tuple[Reason | None, ...]:
    """Return what is wrong with a costly card, and why the best one is better; for a bid, one."""
    done = judged.done
    if not judged.cost or done is None or done.gain is None or not isinstance(done.event, Play):
        return (judged.reason,)
    if done.reason.better >= 0:
        return (done.gain,)
    return done.reason, replace(done.gain, against=None, costs_bid=0.0)


def praise_of(judged: Judged) -> Reason | None:
    """Return why a choice is better than a tempting one; None if only another one's is known.

    Cards of the same worth share their reasons.
    """
    gain, event = None if judged.tempting is None else judged.tempting.gain, judged.decision.event
    if gain is None or judged.best is None or event not in (judged.best.event, *judged.best.equals):
        return None
    return replace(gain, event=event)


def lesson_of(judged: Sequence[tuple[int, Judged]]) -> HandLesson | None:
    """Return the decision that surely cost most; or else the best one that avoided a trap.

    None if no cost and no trap was worth a word.
    """
    lessons = [HandLesson(place, one) for place, one in judged]
    costly = [lesson for lesson in lessons if lesson.judged.is_mistake]
    if costly:
        return max(costly, key=lambda lesson: lesson.judged.cost)
    hard = [lesson for lesson in lessons if trap_avoided(lesson.judged)]
    return max(hard, key=lambda lesson: trap_avoided(lesson.judged), default=None)
