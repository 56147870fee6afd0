"""Your mistakes on screen: each one that is due, as a lesson with one decision."""

import asyncio
from collections.abc import Callable

from spades_tui.lessons.lesson import Lesson
from spades_tui.lessons.mistake_lesson import mistake_lesson
from spades_tui.lessons.mistakes import Mistake, rate, read_deck, system_time
from spades_tui.record import RecordError
from spades_tui.system.faults import write_once
from spades_tui.system.output import os_words
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.lessons.lesson_table import LessonRunner


class MistakesSession:
    """Asks one mistake after another over a screen; `say` shows a sentence there, `ended` goes back to it."""

    def __init__(self, screen: SpadesScreen, say: Callable[[str, bool], None], ended: Callable[[], None]) -> None:
        self.screen, self._say, self._ended = screen, say, ended
        self._asked: set[tuple[str, int]] = set()
        """The mistakes of this session, so that none comes twice in it."""
        self._passed: list[str] = []
        """Why some were passed over."""

    def begin(self) -> None:
        """Ask the next mistake that is due; the best player weighs its choices first."""
        self.screen.run_worker(self._next, group="mistakes", exclusive=True)  # type: ignore[arg-type]

    async def _next(self) -> None:
        app = self.screen.app
        for mistake in read_deck().due(system_time()):
            if (mistake.game, mistake.line) in self._asked:
                continue
            self._asked.add((mistake.game, mistake.line))
            self._say("Weighing the choices …", False)
            try:
                lesson = await asyncio.to_thread(mistake_lesson, mistake, app.brain, write_once)
            except (RecordError, OSError) as error:
                self._passed.append(f"Passed over: {error}")
                continue
            self._say("", False)
            if app.screen is self.screen:
                self._ask(lesson, mistake)
            return
        self._ended()
        self._say(" ".join(self._passed), True)

    def _ask(self, lesson: Lesson, mistake: Mistake) -> None:
        host = LessonRunner(self.screen.app, lesson, lambda: None, lambda done: self._answered(host, mistake, done))
        host.begin()

    def _answered(self, host: LessonRunner, mistake: Mistake, done: bool) -> None:
        """Save the answer and ask the next mistake; one left open stays due."""
        self._ended()
        if not done:
            return
        try:
            rate(mistake, not host.play.missed, system_time())
        except OSError as error:
            self._passed.append(f"Your answer can't be saved ({os_words(error)}).")
        self.begin()
