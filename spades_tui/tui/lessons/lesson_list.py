"""The list of lessons and puzzles, with a mark for each that is done."""

from collections.abc import Callable
from functools import partial

from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Size

from spades_tui.lessons.learned import not_saved, read_learned, remember_done, remember_offered
from spades_tui.lessons.lesson import ABOUT, NOT_READ
from spades_tui.lessons.lesson_reader import Head, heads, next_lesson, read_lesson
from spades_tui.record import RecordError
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.lessons.lesson_table import LessonHost
from spades_tui.tui.widgets import glyphs, palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page


class LearnScreen(SpadesScreen):
    """Five lessons, twelve puzzles, and the user's own; `begin` names one to begin at once."""

    HELP_LINES = (ABOUT,)
    BINDINGS = Bindings("learn")
    DEFAULT_CSS = """
    LearnScreen #lessons { height: 1fr; padding: 0 2; overflow: hidden auto; scrollbar-size-vertical: 1; }
    LearnScreen.-roomy #lessons { padding: 1 6; }
    LearnScreen #told { padding: 0 1; max-height: 8; }
    """

    def __init__(self, begin: str = "") -> None:
        super().__init__()
        self._begin = begin
        self.heads: dict[str, Head] = {head.name: head for head in heads()}

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and a line for errors."""
        first, choices = next_lesson(self.heads.values()), self._choices()
        key = first.name if first is not None else ""
        with Container(id="lessons"):
            yield ChoiceList(choices, key=key, click_takes=False, spread=Size(0, 2 * len(choices) + 6))
        yield Page(id="told")

    def _choices(self) -> list[Choice]:
        done = read_learned().done
        tick = "+ " if glyphs.letters(self.app.settings) else "✓ "
        found: list[Choice] = []
        for title, puzzles in (("Lessons", False), ("Puzzles", True)):
            group = [head for head in self.heads.values() if head.puzzle == puzzles]
            found += [Choice(f"#{title}", title, heading=True)] if group else []
            for head in group:
                length = "" if head.puzzle else f"{head.minutes} min  "
                note = NOT_READ if head.error else f"{length}{head.summary}"
                found.append(Choice(head.name, (tick if head.name in done else "  ") + head.title, note))
        return found

    def on_mount(self) -> None:
        """Name the page; begin the lesson that was asked for."""
        self._show_done()
        self.on_resize()
        if self._begin in self.heads:
            self.call_after_refresh(self.begin, self._begin)

    def on_resize(self) -> None:
        """Use more space if there is room."""
        self.set_class(self.app.size.width >= 110, "-roomy")

    def take_line(self, choice: Choice) -> None:
        """Begin the chosen lesson."""
        self.begin(choice.key)

    def begin(self, name: str) -> None:
        """Begin a lesson, or show what is wrong with its file."""
        head = self.heads[name]
        try:
            lesson = read_lesson(head.path)
        except (RecordError, OSError) as error:
            self._tell(str(error))
            return
        self._tell("")
        self._remember(remember_offered)  # the user has found the lessons, so home offers none
        learned = partial(self._remember, partial(remember_done, name))
        LessonHost(self.app, lesson, learned, partial(self._ended, name)).step()

    def _remember(self, remember: Callable[[], None]) -> None:
        try:
            remember()
        except OSError as error:
            self._tell(not_saved(error))

    def _ended(self, name: str, done: bool) -> None:
        """Go back to the list, and mark the next lesson if this one is done."""
        while self.app.screen is not self and len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        names = list(self.heads)
        after = names[names.index(name) + 1] if done and names.index(name) + 1 < len(names) else name
        self.query_one(ChoiceList).show(self._choices(), after)
        self._show_done()

    def _show_done(self) -> None:
        done = sum(name in read_learned().done for name in self.heads)
        self.set_top([("Learn", palette.bold)], [(f"{done} of {len(self.heads)} done", palette.soft)])

    def _tell(self, problem: str) -> None:
        self.query_one("#told", Page).say(problem, wrong=bool(problem))
