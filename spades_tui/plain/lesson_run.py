"""Lessons, puzzles and your mistakes in plain text: the list of them, and a lesson with its texts between events."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ClassVar

from spades_tui.game.phase import Phase
from spades_tui.language.sentence_parts import capitalized, plural
from spades_tui.lessons import lesson
from spades_tui.lessons.course import BY_GAME, PUZZLES, lesson_of_item, puzzles_after, sections
from spades_tui.lessons.learned import not_saved, read_learned, remember_done, remember_offered
from spades_tui.lessons.lesson_reader import LessonHead, heads, next_lesson
from spades_tui.lessons.mistake_lesson import TITLE, mistake_lesson
from spades_tui.lessons.mistakes import MISTAKES, Mistake, rate, read_deck, system_time
from spades_tui.lessons.mistakes_words import deck_words, problem_words
from spades_tui.lessons.puzzles import Group, Puzzle, all_puzzles, by_game
from spades_tui.plain import answers, speech, status
from spades_tui.plain.console import Console, Face, LeftError
from spades_tui.plain.turns import Command, SeatedFace
from spades_tui.play.brain import IN_PLACE
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import decide
from spades_tui.record import RecordError
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings
from spades_tui.system.faults import write_once
from spades_tui.system.output import os_words

SHOWN_AFTER = 2
"""The number of wrong answers after which to mention how to get the right one."""


class PlainLesson(SeatedFace):
    """One lesson. Call `run`."""

    HELP: ClassVar[tuple[str, ...]] = (
        *SeatedFace.HELP,
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
            self.say(*status.bids(seen, self.look), *self.needs())
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
        question = decide(seen, self.look)
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
                if self.play.tried == SHOWN_AFTER:
                    self.say("Say hint to hear what's right.")
            event = self.ask(seen, question, again=True)

    @property
    def commands(self) -> dict[str, Command]:
        return {"hint": self._hint, "take": lambda *_: self.play.help()}

    def _hint(self, seen: Observation, rest: str) -> None:
        event = self.play.help()
        if event is not None:
            self.say(f"The right one: {self.look.choice(event, seen.rules)}.")


class Mistakes(Face):
    """The deck of mistakes. Call `run`."""

    def __init__(self, console: Console, settings: Settings) -> None:
        super().__init__(console, speech.Spoken.liked(settings))
        self._settings = settings

    def run(self) -> None:
        """Ask every mistake that is due. Raises LeftError, GoneError."""
        deck = read_deck()
        self.say(*problem_words(deck), speech.ended(f"{TITLE}: {deck_words(deck, system_time())}"))
        for mistake in deck.due(system_time()):
            try:
                self._ask(mistake)
            except (RecordError, OSError) as error:
                self.say(speech.ended(f"Passed over: {error}"))

    def _ask(self, mistake: Mistake) -> None:
        """Ask one mistake and save the answer. Raises RecordError, OSError, LeftError, GoneError."""
        asked = PlainLesson(mistake_lesson(mistake, IN_PLACE, write_once), self.console, self._settings)
        asked.run()
        try:
            rate(mistake, not asked.play.missed, system_time())
        except OSError as error:
            self.say(f"Your answer can't be saved ({os_words(error)}).")


class Learn(Face):
    """The list of lessons and puzzles."""

    HELP: ClassVar[tuple[str, ...]] = (lesson.ABOUT, "Say quit to go back.")

    def __init__(self, console: Console, settings: Settings) -> None:
        super().__init__(console, speech.Spoken.liked(settings))
        self._settings = settings
        self.heads = heads()
        found = all_puzzles()
        self.groups, self._problems = by_game(found.puzzles), found.problems

    def run(self) -> None:
        """Print the list, and run lessons until the person chooses none. Raises GoneError."""
        self._list()
        with suppress(LeftError):
            while True:
                following = next_lesson(self.heads)
                enter = ""
                if following is not None:
                    enter = f"Enter begins number {self.heads.index(following) + 1}."
                most = len(self.heads) + len(self.groups)
                words = f"Say 1 to {most}, its name, {MISTAKES}, list, or quit."
                line = self.answer(f"Which lesson or puzzle? {words} {enter}".strip(), enter=True)
                chosen = self._named(line) if line else following
                if line.casefold() == "list":
                    self._list()
                elif line.casefold() == MISTAKES:
                    self.ask_mistakes()
                elif chosen is None:
                    self.wrong(line)
                elif isinstance(chosen, Group):
                    self.begin_puzzle(chosen.following(read_learned().done))
                else:
                    self.begin(chosen)

    def _list(self) -> None:
        done = read_learned().done
        count = sum(head.name in done for head in self.heads)
        puzzles = sum(head.puzzle for head in self.heads)
        self.say(f"{plural(len(self.heads) - puzzles, 'lesson')}, {plural(puzzles, 'puzzle')}; {count} done.")
        number = 0
        for part in sections(self.heads):
            if part.title == PUZZLES:
                self._say_mistakes()
            self.say(f"{part.title}.")
            for head in part.heads:
                number += 1
                self.say(_line(number, head, head.name in done))
        self.say(f"{BY_GAME}.")
        for number, group in enumerate(self.groups, len(self.heads) + 1):
            self.say(f"{number}: {group.title} puzzles. Solved: {group.solved(done)}.")
        self.say(*self._problems)

    def _say_mistakes(self) -> None:
        deck = read_deck()
        if deck.lines:
            self.say(f"{MISTAKES}: {speech.ended(deck_words(deck, system_time()))}")

    def ask_mistakes(self) -> None:
        """Ask the person's own mistakes. Raises GoneError."""
        with suppress(LeftError):
            Mistakes(self.console, self._settings).run()

    def _named(self, line: str) -> LessonHead | Group | None:
        by_name = {head.name.casefold(): head for head in self.heads}  # as in `spades-tui lessons`
        titles: dict[str, LessonHead | Group] = {f"{group.title} puzzles": group for group in self.groups}
        titles |= {head.title: head for head in self.heads}
        rows: list[LessonHead | Group] = [*self.heads, *self.groups]
        return by_name.get(line.casefold()) or answers.picked(line, rows, titles)

    def begin(self, head: LessonHead) -> None:
        """Run a lesson and its puzzles, or print what is wrong with its file. Raises GoneError."""
        self._keep(remember_offered)
        puzzles = puzzles_after(head.puzzles, self.heads)
        with suppress(LeftError):
            if not self._run(head):
                return
            for number, puzzle in enumerate(puzzles, 1):
                self.say(f"Puzzle {number} of {len(puzzles)}. Say quit for the list.")
                self._run(puzzle)

    def begin_puzzle(self, puzzle: Puzzle) -> None:
        """Run a puzzle, or print what is wrong with its line. Raises GoneError."""
        with suppress(LeftError):
            self._run(puzzle)

    def _run(self, item: LessonHead | Puzzle) -> bool:
        """Run a lesson or puzzle; return False if it can't be read. Raises LeftError, GoneError."""
        try:
            chosen = lesson_of_item(item)
        except (RecordError, OSError) as error:
            self.say(f"{item.title} {lesson.NOT_READ}. {speech.ended(str(error))}")
            return False
        PlainLesson(chosen, self.console, self._settings).run()
        self._keep(partial(remember_done, item.name))
        return True

    def _keep(self, remember: Callable[[], None]) -> None:
        """Save the user's progress, or print why that's impossible; the lesson continues anyway."""
        try:
            remember()
        except OSError as error:
            self.say(not_saved(error))


def _line(number: int, head: LessonHead, done: bool) -> str:
    """Return the line of the list for a lesson."""
    words = [f"{number}: {speech.ended(head.title)}"]
    if done:
        words.append("Done.")
    if head.error:
        words.append(f"{capitalized(lesson.NOT_READ)}.")
    elif head.puzzle:
        words.append(f"Puzzle. {head.summary}")
    else:
        words.append(f"{plural(head.minutes, 'minute')}. {head.summary}")
    return " ".join(words)
