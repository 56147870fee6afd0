"""A mistake as a lesson with one decision: the position as it was, and a reason for each choice."""

import io

from spades_tui.bots.valued_choice import Advice
from spades_tui.game.events import Resume
from spades_tui.game.machine import apply, on_turn
from spades_tui.game.state import GameState
from spades_tui.lessons.lesson import AlsoLine, Decision, Lesson, WrongLine, choice_keys
from spades_tui.lessons.mistakes import Mistake
from spades_tui.play.bot_decision import hints
from spades_tui.play.brain import Brain, Failed
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import moment_of
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import read_record
from spades_tui.record.reader import raw_lines, read
from spades_tui.record.replay import Replayer
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe

TITLE = "Your mistakes"
AS_GOOD = 1.0
"""Points by which another choice may be worse and still count as right."""


def mistake_lesson(mistake: Mistake, brain: Brain, failed: Failed) -> Lesson:
    """Return the lesson of a mistake, after the best player has weighed all choices.

    Raises RecordError if the game's record doesn't have this decision any more, OSError if it can't be read.
    """
    state, names = _position(mistake)
    seat = on_turn(state)
    assert seat is not None
    seen = observe(state, seat)
    best, *others = hints(seen, brain, failed)
    right = [one for one in others if (one.weighed and one.cost <= AS_GOOD) or one.event in best.equals]
    decision = Decision(
        best.event, mistake.line, f"{moment_of(seen, ', bidding').capitalize()}: what do you choose now?",
        reason_words(best.reason, seen, names),
        tuple(_wrong(one, seen, names) for one in others if one not in right),
        tuple(AlsoLine(**choice_keys(one.event), text=reason_words(one.reason, seen, names)) for one in right),
    )  # fmt: skip
    return Lesson(TITLE, True, seat, state.rules, names, state, (decision,))


def _wrong(one: Advice, seen: Observation, names: tuple[str, ...]) -> WrongLine:
    """Return why this choice is worse."""
    return WrongLine(**choice_keys(one.event), text=reason_words(one.reason, seen, names))


def _position(mistake: Mistake) -> tuple[GameState, tuple[str, ...]]:
    """Return the game before the decision, and the names. Raises RecordError, OSError."""
    file = str(mistake.path)
    lines = read(raw_lines(io.BytesIO(read_record(mistake.path))))
    try:
        first = next(lines, None)
        if first is None:
            raise RecordError(1, "the record is empty")
        replayer = Replayer(first, lines=False)
        for line in lines:
            if line.number == mistake.line:
                return _checked(mistake, replayer, line.data)
            replayer.take(line)
    except RecordError as error:
        error.file = file
        raise
    raise RecordError(mistake.line, "the record has no such line any more", file=file)


def _checked(mistake: Mistake, replayer: Replayer, data: dict[str, object]) -> tuple[GameState, tuple[str, ...]]:
    state = replayer.result.course.state
    if state.suspended:
        state, _ = apply(state, Resume())
    wanted = mistake.decision
    if on_turn(state) != wanted.get("seat") or any(data.get(key) != value for key, value in wanted.items()):
        raise RecordError(mistake.line, "the record has another decision there now")
    return state, replayer.result.head.names
