"""Lessons and puzzles in plain text: the list of them, and a lesson with its texts between events."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ClassVar

from spades_tui.game.phase import Phase
from spades_tui.language.address import capitalized
from spades_tui.lessons import lesson
from spades_tui.lessons.learned import not_saved, read_learned, remember_done, remember_offered
from spades_tui.lessons.lesson_reader import Head, heads, next_lesson, read_lesson
from spades_tui.plain import answers, speech, status
from spades_tui.plain.console import Console, Face, LeftError
from spades_tui.plain.turns import Command, Seated
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import decide
from spades_tui.record import RecordError
from spades_tui.rules.component import plural
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings

SHOWN_AFTER = 2
"""The number of wrong answers after which to mention how to get the right one."""


class PlainLesson(Seated):
    """One lesson. Call `run`."""

    HELP: ClassVar[tuple[str, ...]] = (
        *Seated.HELP,
        "Say score for the totals, sheet for the last hand's score, rules for the rules of this game.",
        "Say hint to hear what's right, options to hear your choices; Enter repeats the question.",
        "Say quit for the list of lessons.",
    )

    def __init__(self, chosen: lesson.Lesson, console: Console, settings: Settings) -> None:
        super().__init__(console, speech.Spoken.liked(settings, chosen.names, (chosen.seat,), chosen.rules))
        self.play = lesson.LessonPlay(chosen)
        self._heard = len(self.play.entries)
        self._scored = 0

    @property
    def shown(self) -> Shown:
        """The table now, with the learner's cards and no others."""
        return self.play.shown()

    @property
    def seen(self) -> Observation:
        """The table as the learner sees it."""
        return self.play.observe()

    def run(self) -> None:
        """Run the lesson. Raises LeftError, GoneError."""
        self.say(f"{speech.ended(self.play.lesson.title)} {self.play.lesson.rules.variant.name}.")
        self._scene()
        while True:
            match self.play.moment:
                case lesson.Words(text, praise):
                    self.say(f"{lesson.RIGHT} {text}" if praise else text)
                    self.play.advance()
                case lesson.LessonEvent():
                    self.play.advance()
                    self._catch_up()
                case lesson.Decision(text=text):
                    self._ask(text)
                case None:
                    self.say(lesson.END)
                    return

    def _scene(self) -> None:
        """Print what has happened before the first text."""
        shown, seen = self.shown, self.seen
        if any(shown.public.standing.totals):
            self.say(*status.totals(shown, self.look))
        if any(bid is not None for bid in seen.bids):
            self.say(*status.bids(seen, self.look))
        if seen.phase == Phase.PLAY and (seen.tricks or seen.trick):
            self.say(*status.trick(seen, self.look))

    def _catch_up(self) -> None:
        """Print what has happened since the last report."""
        self.say(*status.events(self.play.entries[self._heard :], self.play.names, self.seen))
        self._heard = len(self.play.entries)
        if len(self.play.scores) > self._scored:
            self._scored = len(self.play.scores)
            self.say(*status.sheet(self.shown, self.look))

    def _ask(self, text: str) -> None:
        """Ask until the choice is right."""
        seen = self.seen
        question = decide(seen, self.look, None)
        self.say(text or lesson.TURN)
        event = self.ask(seen, question, whole=not text)
        while True:
            answer = self.play.attempt(event) if event is not None else None
            if answer is not None and answer.right:
                self._catch_up()
                return
            if answer is not None and answer.refusal is not None:
                self.say(speech.refused(answer.refusal))
            elif answer is not None:
                self.say(f"{lesson.WRONG} {answer.text}")
                self.say("Say hint to hear what's right." if self.play.tried == SHOWN_AFTER else "")
            event = self.ask(seen, question, again=True)

    @property
    def commands(self) -> dict[str, Command]:
        """Commands that can be typed instead of a decision."""
        return {"hint": self._hint, "take": lambda *_: self.play.help()}

    def _hint(self, seen: Observation, rest: str) -> None:
        event = self.play.help()
        if event is not None:
            self.say(f"The right one: {self.look.choice(event, seen.rules)}.")


class Learn(Face):
    """The list of lessons and puzzles."""

    HELP: ClassVar[tuple[str, ...]] = (lesson.ABOUT, "Say quit to go back.")

    def __init__(self, console: Console, settings: Settings) -> None:
        super().__init__(console, speech.Spoken.liked(settings))
        self._settings = settings
        self.heads = heads()

    def run(self) -> None:
        """Print the list, and run lessons until the person chooses none. Raises GoneError."""
        self._list()
        with suppress(LeftError):
            while True:
                following = next_lesson(self.heads)
                one = f"Enter begins number {self.heads.index(following) + 1}." if following is not None else ""
                asked = f"Which lesson or puzzle? Say 1 to {len(self.heads)}, its name, list, or quit. {one}"
                line = self.answer(asked.strip(), enter=True)
                if line.casefold() == "list":
                    self._list()
                elif (head := self._named(line) if line else following) is not None:
                    self.begin(head)
                else:
                    self.wrong(line)

    def _list(self) -> None:
        done = read_learned().done
        count = sum(head.name in done for head in self.heads)
        puzzles = sum(head.puzzle for head in self.heads)
        self.say(f"{plural(len(self.heads) - puzzles, 'lesson')}, {plural(puzzles, 'puzzle')}; {count} done.")
        for number, head in enumerate(self.heads, 1):
            kind = "Puzzle" if head.puzzle else plural(head.minutes, "minute")
            told = f"{kind}. {head.summary}" if not head.error else f"{capitalized(lesson.NOT_READ)}."
            self.say(f"{number}: {speech.ended(head.title)}{' Done.' if head.name in done else ''} {told}")

    def _named(self, line: str) -> Head | None:
        by_name = {head.name.casefold(): head for head in self.heads}  # as in `spades-tui lessons`
        titles = {head.title: head for head in self.heads}
        return by_name.get(line.casefold()) or answers.picked(line, self.heads, titles)

    def begin(self, head: Head) -> None:
        """Run a lesson, or print what is wrong with its file. Raises GoneError."""
        try:
            chosen = read_lesson(head.path)
        except (RecordError, OSError) as error:
            self.say(f"{head.title} {lesson.NOT_READ}. {speech.ended(str(error))}")
            return
        self._keep(remember_offered)
        with suppress(LeftError):
            PlainLesson(chosen, self.console, self._settings).run()
            self._keep(partial(remember_done, head.name))

    def _keep(self, remember: Callable[[], None]) -> None:
        """Save the user's progress, or print why that's impossible; the lesson continues anyway."""
        try:
            remember()
        except OSError as error:
            self.say(not_saved(error))
