"""A list of lessons or puzzles, such as the puzzles of a game by grade; and how one begins from any screen."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.geometry import Size

from spades_tui.lessons.course import lesson_of_item
from spades_tui.lessons.learned import not_saved, read_learned, remember_done
from spades_tui.lessons.lesson import ABOUT
from spades_tui.lessons.lesson_reader import LessonHead
from spades_tui.lessons.puzzles import GRADES, Group, Puzzle
from spades_tui.record import RecordError
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.lessons.lesson_table import LessonRunner
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page


class LessonListScreen(SpadesScreen):
    """A list of lessons or puzzles, and a line for what is wrong; override `choices`."""

    HELP_LINES = (ABOUT,)
    HORIZONTAL_BREAKPOINTS = [(110, "-roomy")]

    def choices(self) -> list[Choice]:
        """Return the lines of the list."""
        return []

    def following(self) -> str:
        """Return the key of the next line to do."""
        return ""

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and a line for errors."""
        choices, key = self.choices(), self.following()
        yield ChoiceList(choices, key=key, click_takes=False, spread=Size(0, 2 * len(choices) + 6), id="lessons")
        yield Page(id="told")

    def show_next(self, key: str | None = None) -> None:
        """Show what has been done since, with this line marked, or the next one to do."""
        self.query_one(ChoiceList).show(self.choices(), self.following() if key is None else key)

    def tell(self, sentence: str, wrong: bool = True) -> None:
        """Show a sentence, by default what is wrong; "" for nothing."""
        self.query_one("#told", Page).say(sentence, wrong and bool(sentence))


class PuzzleListScreen(LessonListScreen):
    """The puzzles of a game, with a mark for each that is solved."""

    def __init__(self, group: Group) -> None:
        super().__init__()
        self._group = group

    def choices(self) -> list[Choice]:
        """Return the puzzles by grade."""
        done, ascii_only = read_learned().done, glyphs.letters(self.app.settings)
        found: list[Choice] = []
        for grade in GRADES:
            puzzles = [one for one in self._group.puzzles if one.line.grade == grade]
            if puzzles:
                found.append(Choice(f"#{grade}", grade.capitalize(), heading=True))
            found += [puzzle_choice(one, done, ascii_only) for one in puzzles]
        return found

    def following(self) -> str:
        """Return the next puzzle that isn't solved."""
        return self._group.following(read_learned().done).name

    def on_mount(self) -> None:
        """Name the page."""
        self._show_solved()

    def take_line(self, choice: Choice) -> None:
        """Begin the chosen puzzle."""
        puzzle = next(one for one in self._group.puzzles if one.name == choice.key)
        begin_item(self, puzzle, self.tell, self._ended)

    def _ended(self, _: LessonRunner) -> None:
        self.show_next()
        self._show_solved()

    def _show_solved(self) -> None:
        done = read_learned().done
        solved = sum(one.name in done for one in self._group.puzzles)
        right = [(f"{solved} of {len(self._group.puzzles)} solved", inks.soft)]
        self.set_top([("Puzzles", inks.bold), (f"  {self._group.title}", inks.gold)], right)


def puzzle_choice(puzzle: Puzzle, done: tuple[str, ...], ascii_only: bool, note: str = "") -> Choice:
    """Return the line of a list for a puzzle, with a mark if it is solved."""
    if puzzle.name not in done:
        return Choice(puzzle.name, f"  {puzzle.title}", note)
    return Choice(puzzle.name, glyphs.sign("✓ ", ascii_only) + puzzle.title, note or "solved")


def begin_item(
    screen: SpadesScreen, item: LessonHead | Puzzle, tell: Callable[[str], None], ended: Callable[[LessonRunner], None],
    place: str = "",
) -> None:  # fmt: skip
    """Begin a lesson or puzzle over a screen, or tell what is wrong with it.

    `place`: its place among several, such as `2/3`. When it is over, the screen comes back, and `ended` is called.
    """
    try:
        lesson = lesson_of_item(item)
    except (RecordError, OSError) as error:
        tell(str(error))
        return
    tell("")

    def learned() -> None:
        try:
            remember_done(item.name)
        except OSError as error:
            tell(not_saved(error))

    def back(_: bool) -> None:
        go_back_to(screen)
        ended(host)

    host = LessonRunner(screen.app, lesson, learned, back, place)
    host.begin()


def go_back_to(screen: SpadesScreen) -> None:
    """Close the screens over this one."""
    while screen.app.screen is not screen and len(screen.app.screen_stack) > 2:
        screen.app.pop_screen()
