"""The list of lessons and puzzles, with a mark for each that is done; and the user's mistakes, one after another."""

import asyncio
from collections.abc import Sequence
from functools import partial

from textual import work

from spades_tui.lessons.course import BY_GAME, PUZZLES, puzzles_after, sections
from spades_tui.lessons.learned import not_saved, read_learned, remember_offered
from spades_tui.lessons.lesson import NOT_READ, Lesson
from spades_tui.lessons.lesson_reader import LessonHead, heads, next_lesson
from spades_tui.lessons.mistake_lesson import TITLE, mistake_lesson
from spades_tui.lessons.mistakes import MISTAKES, Mistake, rate, read_deck, system_time
from spades_tui.lessons.mistakes_words import deck_words, problem_words
from spades_tui.lessons.puzzles import Puzzle, all_puzzles, by_game
from spades_tui.record import RecordError
from spades_tui.system.faults import write_once
from spades_tui.system.output import os_words
from spades_tui.tui.lessons.lesson_table import LessonRunner
from spades_tui.tui.lessons.puzzle_list import LessonListScreen, PuzzleListScreen, begin_item, go_back_to
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList

GROUP = "puzzles of "
"""How the keys of games begin."""


class LearnScreen(LessonListScreen):
    """The lessons, the puzzles by game, and the user's own; `begin` names one to begin at once."""

    def __init__(self, begin: str = "") -> None:
        super().__init__()
        self._begin = begin
        self.heads: dict[str, LessonHead] = {head.name: head for head in heads()}
        found = all_puzzles()
        self._puzzles, self._problems = found.puzzles, found.problems
        self.groups = {f"{GROUP}{group.slug}": group for group in by_game(found.puzzles)}
        self._asked: set[tuple[str, int]] = set()
        """The mistakes asked so far, so that none comes twice."""
        self._passed: list[str] = []
        """Why some mistakes were passed over."""

    def following(self) -> str:
        """Return the next lesson."""
        first = next_lesson(self.heads.values())
        return first.name if first is not None else ""

    def choices(self) -> list[Choice]:
        """Return the lessons by part, the user's mistakes, and the games with puzzles."""
        done, deck = read_learned().done, read_deck()
        tick = glyphs.sign("✓ ", glyphs.letters(self.app.settings))
        found: list[Choice] = []
        for part in sections(self.heads.values()):
            if part.title == PUZZLES and (deck.lines or deck.problems):
                found.append(Choice(MISTAKES, f"  {TITLE}", deck_words(deck, system_time())))
            found.append(Choice(f"#{part.title}", part.title, heading=True))
            for head in part.heads:
                length = "" if head.puzzle else f"{head.minutes} min  "
                note = NOT_READ if head.error else f"{length}{head.summary}"
                found.append(Choice(head.name, (tick if head.name in done else "  ") + head.title, note))
        if self.groups:
            found.append(Choice("#games", BY_GAME, heading=True))
        for key, group in self.groups.items():
            found.append(Choice(key, f"  {group.title}", group.solved(done)))
        return found

    def on_mount(self) -> None:
        """Name the page; begin the lesson that was asked for."""
        self._show_done()
        problems = [*self._problems[:1]]
        if len(self._problems) > 1:
            problems.append(f"({len(self._problems) - 1} more; spades-tui puzzles names them)")
        self.tell(" ".join([*problems, *problem_words(read_deck())]))
        if self._begin in self.heads or self._begin == MISTAKES:
            self.call_after_refresh(self.begin, self._begin)
        puzzle = next((one for one in self._puzzles if one.name == self._begin), None)
        if puzzle is not None:
            self.call_after_refresh(begin_item, self, puzzle, self.tell, lambda _: self.on_screen_resume())

    def take_line(self, choice: Choice) -> None:
        """Begin the chosen lesson, or list the puzzles of the chosen game."""
        if choice.key in self.groups:
            self.app.push_screen(PuzzleListScreen(self.groups[choice.key]))
        else:
            self.begin(choice.key)

    def on_screen_resume(self) -> None:
        """Count what was solved on the pages of games."""
        self.query_one(ChoiceList).show(self.choices())

    def begin(self, name: str) -> None:
        """Begin a lesson, or show what is wrong with its file; or ask the user's mistakes."""
        if name == MISTAKES:
            deck = read_deck()
            self._asked, self._passed = set(), []
            if deck.due(system_time()):
                self._ask_mistake()
            else:
                self.tell(deck_words(deck, system_time()), wrong=False)
            return
        begin_item(self, self.heads[name], self.tell, partial(self._ended, name))
        try:
            remember_offered()  # the user has found the lessons, so home offers none
        except OSError as error:
            self.tell(not_saved(error))

    @work(group="mistakes", exclusive=True)
    async def _ask_mistake(self) -> None:
        """Ask the next mistake that is due; the best player weighs its choices first."""
        for mistake in read_deck().due(system_time()):
            if (mistake.game, mistake.line) in self._asked:
                continue
            self._asked.add((mistake.game, mistake.line))
            self.tell("Weighing the choices …", wrong=False)
            try:
                lesson = await asyncio.to_thread(mistake_lesson, mistake, self.app.brain, write_once)
            except (RecordError, OSError) as error:
                self._passed.append(f"Passed over: {error}")
                continue
            self.tell("")
            if self.app.screen is self:
                self._ask(mistake, lesson)
            return
        self._back_to_mistakes()
        self.tell(" ".join(self._passed))

    def _ask(self, mistake: Mistake, lesson: Lesson) -> None:
        host = LessonRunner(self.app, lesson, lambda: None, lambda done: self._rate(mistake, host, done))
        host.begin()

    def _rate(self, mistake: Mistake, host: LessonRunner, done: bool) -> None:
        """Save the answer and ask the next mistake; one left open stays due."""
        self._back_to_mistakes()
        if not done:
            return
        try:
            rate(mistake, not host.play.missed, system_time())
        except OSError as error:
            self._passed.append(f"Your answer can't be saved ({os_words(error)}).")
        self._ask_mistake()

    def _back_to_mistakes(self) -> None:
        go_back_to(self)
        self.show_next(MISTAKES)

    def _ended(self, name: str, host: LessonRunner) -> None:
        """Mark the next lesson if this one is done; then ask its puzzles."""
        names = list(self.heads)
        place = names.index(name) + host.play.finished
        after = names[min(place, len(names) - 1)]
        self._next_puzzle(after, puzzles_after(self.heads[name].puzzles, self.heads.values()), 0, host)

    def _next_puzzle(self, after: str, puzzles: Sequence[LessonHead | Puzzle], asked: int, host: LessonRunner) -> None:
        """Mark a line of the list, then ask the next puzzle of a lesson, unless the user left the one before."""
        self.show_next(after)
        self._show_done()
        if host.went_on and asked < len(puzzles):
            ended = partial(self._next_puzzle, after, puzzles, asked + 1)
            begin_item(self, puzzles[asked], self.tell, ended, f"{asked + 1}/{len(puzzles)}")

    def _show_done(self) -> None:
        done = sum(name in read_learned().done for name in self.heads)
        self.set_top([("Learn", inks.bold)], [(f"{done} of {len(self.heads)} done", inks.soft)])
