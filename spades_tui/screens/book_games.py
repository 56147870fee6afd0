"""The games of a table or a person, the newest first, with the course of the chosen one; deleted and put back."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from spades_tui.rules.part import plural
from spades_tui.screens.book_page import AskLine, BookPage, relist, sure
from spades_tui.screens.book_words import day, short_day
from spades_tui.screens.choosing import Choice, ChoiceList
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.widgets.plot import Series, draw_lines

if TYPE_CHECKING:
    from spades_tui.book.book import Book
    from spades_tui.book.views import Course, GameLine

PAGE = 50
EXPORT_NAME = "spades-book.jsonl"


class CourseView(CanvasWidget):
    """A game: who played, who won, and the totals after each hand."""

    DEFAULT_CSS = "CourseView { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.line: GameLine | None = None
        self.course: Course | None = None
        self.letters = False

    def show(self, line: "GameLine | None", course: "Course | None", letters: bool = False) -> None:
        """Show this game."""
        self.line, self.course, self.letters = line, course, letters
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Words above, lines below."""
        line, course = self.line, self.course
        canvas.rule(0)
        if line is None:
            return
        canvas.put(
            1, 1, f"{line.title} · {plural(line.hands, 'hand')} · {day(line.day)}", palette.gold, canvas.width - 2
        )
        x = 1
        for name, points in zip(line.players, line.points, strict=True):
            style = palette.bold if name in line.winners else palette.text
            x = canvas.put(x, 2, f"{name} {points}".replace("-", "−") + "   ", style, canvas.width - x)
        if course is None or not course.totals:
            return
        series = [
            Series(
                tuple((hand, totals[side]) for hand, totals in enumerate(((0,) * len(course.sides), *course.totals))),
                name, palette.SIDES[side % len(palette.SIDES)],
            )
            for side, name in enumerate(course.sides)
        ]  # fmt: skip
        draw_lines(
            canvas, 1, 4, min(canvas.width - 2, 110), canvas.height - 4, series,
            below=("deal", f"hand {len(course.totals)}"), letters=self.letters,
        )  # fmt: skip


class GamesScreen(BookPage):
    """The games of a table or of a person."""

    HELP: ClassVar[tuple[str, ...]] = (
        "Deleting a game takes back all that came of it; its record stays where it is.",
        "A game that has been deleted stands here, marked, until you leave, and can be put back.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,pageup", "page(-1)", "newer", key_display="←"),
        Binding("right,pagedown", "page(1)", "older", key_display="→"),
        Binding("x,delete", "delete", "delete", key_display="x"),
        Binding("r", "restore", "put back"),
        Binding("e", "export", "export"),
        Binding("q,escape", "back", "back", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    GamesScreen #games { height: 1fr; }
    GamesScreen CourseView { height: 13; }
    GamesScreen.-tall CourseView { height: 24; }
    """

    def __init__(self, *, table: str | None = None, person: str | None = None, name: str = "") -> None:
        super().__init__()
        self.table_id, self.person_id, self.of = table, person, name
        self.page = 0
        self.lines: list[GameLine] = []
        self.more = False
        self.deleted: dict[str, tuple[int, GameLine]] = {}
        """Deleted here and now, with the page they stood on: they can be put back."""

    def compose_page(self) -> ComposeResult:
        """The list, and the course of the chosen game."""
        yield Container(classes="scrolled", id="games")
        yield CourseView()

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Games · ", palette.soft), (self.of, palette.bold)])
        super().on_mount()

    def on_resize(self) -> None:
        """A larger picture where there is room."""
        super().on_resize()
        self.set_class(self.app.size.height >= 40, "-tall")

    def load(self) -> None:
        """A page of games."""
        table, person, offset = self.table_id, self.person_id, PAGE * self.page

        def work(book: "Book") -> tuple["GameLine", ...]:
            return book.games(table, person, PAGE + 1, offset)

        self.ask(work, self._show)

    def _show(self, found: Sequence["GameLine"]) -> None:
        known = {line.id for line in found}
        gone = [line for page, line in self.deleted.values() if page == self.page and line.id not in known]
        self.more = len(found) > PAGE
        self.lines = sorted([*found[:PAGE], *gone], key=lambda line: (line.day, line.ended), reverse=True)
        chosen = self.chosen.id if self.chosen is not None else ""
        holder = self.query_one("#games")
        if not self.lines:
            holder.remove_children()
            self.say("No game has been played to its end yet.")
            self.query_one(CourseView).show(None, None)
            return
        relist(holder, [self._choice(line) for line in self.lines], chosen)
        first = PAGE * self.page + 1
        self.set_top(
            [("Games · ", palette.soft), (self.of, palette.bold)],
            f"{first}–{first + len(found[:PAGE]) - 1}{' of more' if self.more else ''}" if found else "",
        )
        self.load_course()
        self.refresh_bindings()

    def _choice(self, line: "GameLine") -> Choice:
        won = " & ".join(line.winners)
        others = ", ".join(name for name in line.players if name not in line.winners)
        words = f"{won} won" + (f"  against {others}" if others else "")
        mark = "✗ deleted  " if line.id in self.deleted else ""
        year = f"{line.day.year % 100:02}"
        return Choice(line.id, f"{short_day(line.day):>6} {year}  {line.title}", mark + words)

    @property
    def chosen(self) -> "GameLine | None":
        """The chosen game."""
        lists = self.query(ChoiceList)
        if not lists or not self.lines:
            return None
        key = lists.last().chosen.key
        return next((line for line in self.lines if line.id == key), None)

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Another game."""
        event.stop()
        self.load_course()
        self.refresh_bindings()

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """It is shown already."""
        event.stop()

    def load_course(self) -> None:
        """The course of the chosen game."""
        line = self.chosen
        if line is not None:
            self.query_one(CourseView).show(line, None)
            self.ask(lambda book: book.course(line.id), partial(self._show_course, line), "course")

    def _show_course(self, line: "GameLine", course: "Course") -> None:
        self.query_one(CourseView).show(line, course, self.letters)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No keys for what cannot be done."""
        chosen = self.chosen if self.is_mounted else None
        gone = chosen is not None and chosen.id in self.deleted
        match action:
            case "page":
                return self.page > 0 if parameters == (-1,) else self.more
            case "delete":
                return chosen is not None and not gone
            case "restore":
                return gone
        return True

    def action_page(self, step: int) -> None:
        """Newer games, or older ones."""
        self.page = max(0, self.page + step)
        self.load()

    def action_delete(self) -> None:
        """Ask once more, then take the game out of the book."""
        line = self.chosen
        if line is None:
            return
        words = (
            f"{line.title} of {day(line.day)}, won by {' & '.join(line.winners)}: take it out of the book, "
            "with all that came of it? Its record stays where it is, and it can be put back."
        )
        self.app.push_screen(sure("Delete a game", words, "Delete it", partial(self._delete, line), "Keep it", at="no"))

    def _delete(self, line: "GameLine") -> None:
        def done(_: None) -> str:
            self.deleted[line.id] = (self.page, line)
            return "The game is out of the book; r puts it back."

        self.change(lambda book: book.delete_game(line.id), done)

    def action_restore(self) -> None:
        """Put it back."""
        line = self.chosen
        if line is None or line.id not in self.deleted:
            return

        def done(_: None) -> str:
            self.deleted.pop(line.id, None)
            return "The game is in the book again."

        self.change(lambda book: book.restore_game(line.id), done)

    def action_export(self) -> None:
        """The whole book as a file."""
        ask_where(self)


def ask_where(page: BookPage) -> None:
    """Ask for a path, and write the whole book there."""
    words = "Write the whole book to this file. With the ending .csv it is a table for a spreadsheet, else JSON Lines."

    def write(text: str) -> None:
        path = Path(text).expanduser()
        page.change(partial(export_to, path), lambda _: f"The book has been written to {path}.")

    page.app.push_screen(AskLine("Export the book", words, str(Path.home() / EXPORT_NAME), write, 400))


def export_to(path: Path, book: "Book") -> None:
    """Write the book to a new file; what is there already is not touched. Raises BookError."""
    from spades_tui.book.trouble import BookError

    form = "csv" if path.suffix.casefold() == ".csv" else "jsonl"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BookError(f"There is a file {path} already; it is left as it is.") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} cannot be written ({getattr(error, 'strerror', None) or error}).") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            book.export(stream, form)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise BookError(f"{path} cannot be written ({error.strerror or error}).") from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise
