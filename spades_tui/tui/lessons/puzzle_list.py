"""The puzzles of one game by grade, and how a puzzle begins from any screen."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.geometry import Size

from spades_tui.lessons.learned import not_saved, read_learned, remember_done
from spades_tui.lessons.lesson import ABOUT
from spades_tui.lessons.puzzle_lesson import lesson_of_puzzle
from spades_tui.lessons.puzzles import GRADES, Group, Puzzle
from spades_tui.record import RecordError
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.lessons.lesson_table import LessonRunner
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page


class PuzzleListScreen(SpadesScreen):
    """The puzzles of a game, with a mark for each that is solved."""

    HELP_LINES = (ABOUT,)

    def __init__(self, group: Group) -> None:
        super().__init__()
        self._group = group

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and a line for errors."""
        choices = self._choices()
        key = self._group.following(read_learned().done).name
        yield ChoiceList(choices, key=key, click_takes=False, spread=Size(0, 2 * len(choices) + 6), id="puzzles")
        yield Page(id="told")

    def _choices(self) -> list[Choice]:
        done, ascii_only = read_learned().done, glyphs.letters(self.app.settings)
        found: list[Choice] = []
        for grade in GRADES:
            puzzles = [one for one in self._group.puzzles if one.line.grade == grade]
            found += [Choice(f"#{grade}", grade.capitalize(), heading=True)] if puzzles else []
            found += [puzzle_choice(one, done, ascii_only) for one in puzzles]
        return found

    def on_mount(self) -> None:
        """Name the page."""
        self._show_solved()

    def take_line(self, choice: Choice) -> None:
        """Begin the chosen puzzle."""
        puzzle = next(one for one in self._group.puzzles if one.name == choice.key)
        begin_puzzle(self, puzzle, self._tell, self._ended)

    def _ended(self) -> None:
        """Mark the next puzzle that isn't solved."""
        self.query_one(ChoiceList).show(self._choices(), self._group.following(read_learned().done).name)
        self._show_solved()

    def _show_solved(self) -> None:
        done = read_learned().done
        solved = sum(one.name in done for one in self._group.puzzles)
        right = [(f"{solved} of {len(self._group.puzzles)} solved", inks.soft)]
        self.set_top([("Puzzles", inks.bold), (f"  {self._group.title}", inks.gold)], right)

    def _tell(self, problem: str) -> None:
        self.query_one("#told", Page).say(problem, wrong=bool(problem))


def puzzle_choice(puzzle: Puzzle, done: tuple[str, ...], ascii_only: bool, note: str = "") -> Choice:
    """Return the line of a list for a puzzle, with a mark if it is solved."""
    solved = puzzle.name in done
    tick = "+ " if ascii_only else "✓ "
    return Choice(puzzle.name, (tick if solved else "  ") + puzzle.title, note or ("solved" if solved else ""))


def begin_puzzle(screen: SpadesScreen, puzzle: Puzzle, tell: Callable[[str], None], ended: Callable[[], None]) -> None:
    """Begin a puzzle from a screen, or tell what is wrong with it; `ended` is called back on that screen."""
    app = screen.app
    try:
        lesson = lesson_of_puzzle(puzzle)
    except RecordError as error:
        tell(str(error))
        return
    tell("")

    def learned() -> None:
        try:
            remember_done(puzzle.name)
        except OSError as error:
            tell(not_saved(error))

    def back(_: bool) -> None:
        while app.screen is not screen and len(app.screen_stack) > 2:
            app.pop_screen()
        ended()

    LessonRunner(app, lesson, learned, back).begin()
