"""The coach's line: a warning above the hand before a choice that costs much counts."""

from functools import partial

from spades_tui.game.events import SeatEvent
from spades_tui.play.bot_decision import HINT_FAILED, Brain
from spades_tui.play.coach import Coach
from spades_tui.seats import Observation
from spades_tui.tui.table.table_runner import TableRunner


class CoachLine:
    """Lets the coach think while the person does, and holds back one choice until they confirm it.

    `marked` is what the cursor of the screen is on.
    """

    def __init__(self, host: TableRunner) -> None:
        self._host, self.coach = host, Coach()
        self._held: tuple[SeatEvent, object] | None = None
        """The choice that the coach warned of, and what was marked then."""

    def begin(self, seen: Observation, asked: bool, brain: Brain) -> None:
        """Drop an old warning; `asked`: a decision is due, so the coach begins to think with this brain."""
        self._held = None
        if not asked:
            self.coach.forget()
        elif self._host.coach_from is not None:
            self.coach.think(seen, brain, partial(self._host.note_fault, HINT_FAILED))

    def warning(self, seen: Observation, event: SeatEvent, marked: object) -> str:
        """Return a warning of a choice that surely costs much, and hold it back; at once "" for all others."""
        least = self._host.coach_from
        one = self.coach.objection(seen, event, least) if least is not None else None
        if one is None:
            return ""
        from spades_tui.presentation.reason_words import choice_verb, reason_words

        self._held = event, marked
        self._host.note_coached(event.seat)
        self._host.pauses.warn()
        verb = choice_verb(event, seen.rules, self._host.look.in_sentence)
        return f"{reason_words(one.reason, seen, self._host.look.names)} Enter: {verb} anyway. Esc: think again."

    def confirmed(self, marked: object) -> SeatEvent | None:
        """Return the choice that was held back, if the cursor is still on it."""
        return self._held[0] if self._held is not None and self._held[1] == marked else None

    def forget(self) -> bool:
        """Drop the warning; return whether there was one."""
        held, self._held = self._held, None
        return held is not None
