"""The games of a table or a person, newest first, with a chart of the chosen one, and the page about one game."""

from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding

from spades_tui.language.player_names import NameLine, RemarkedName, plain_name
from spades_tui.language.sentence_parts import plain, plural
from spades_tui.presentation import season_debts
from spades_tui.presentation.scorebook_words import day, happening_lines, short_day
from spades_tui.scorebook import BookError
from spades_tui.scorebook.game_result import moment_of
from spades_tui.scorebook.queries import BookTable, GameRow
from spades_tui.scorebook.scoreboard import BoardLine, GameEnd, Scoreboard
from spades_tui.scorebook.scorebook import Book
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.system.folders import games_folder
from spades_tui.tui.dialogs import AskChoice, AskLine, Confirmation
from spades_tui.tui.review.review_screen import ReviewScreen
from spades_tui.tui.scorebook.pages_and_forms import BookPage
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, Pieces, Shrinking, Spare, StateView, squeezed
from spades_tui.tui.widgets.chart import draw_chart
from spades_tui.tui.widgets.choice_list import Choice
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading
from spades_tui.tui.widgets.table import Head, Line, ListTable

PAGE = 50
GAME_HEADS = (Head("date", right=True), Head("game"), Head("won", shrinks=True), Head("against", shrinks=True))
NEW = "+"
"""The id of “a new table” in a choice of tables."""

Found = tuple[tuple[GameRow, ...], tuple[GameRow, ...]]
"""The games of a page and one more, and the deleted ones."""


class AfterGameScreen(BookPage):
    """The consequences of a game (3B-18 … 3B-30), named by its record or by its id in the scorebook."""

    HELP_LINES = ("All of this is saved in the scorebook; you lose nothing if you leave.",)
    TITLE_LEFT = (("This game in the scorebook", inks.bold),)
    BINDINGS = [
        Binding("b", "board", "scoreboard", id="scoreboard"),
        Binding("t", "carried", "carried", id="carried"),
        Binding("enter", "back"),
    ]

    def __init__(self, game: Path | str) -> None:
        super().__init__()
        self.game = game
        self.end = GameEnd()
        self.board: Scoreboard | None = None

    def compose_page(self) -> ComposeResult:
        """Lay out the page for the sentences."""
        yield PageScroll(Page())

    def load(self) -> None:
        """Add the game to the scorebook if it's new, and ask for its consequences."""

        def work(book: Book) -> tuple[GameEnd, Scoreboard | None]:
            end = book.end_of(self.game)
            return end, None if end.table is None else book.scoreboard(end.table.id)

        self.ask(work, self._show)

    def _show(self, came: tuple[GameEnd, Scoreboard | None]) -> None:
        self.end, self.board = came
        table = self.end.table
        if table is None or self.board is None:
            why = "The game isn't over, so it isn't in the scorebook yet."
            if self.end.practice:
                why = f"The game doesn't count in the scorebook: {self.end.practice}."
            self.say(why)
            self.refresh_bindings()
            return
        self.set_top([("This game in the scorebook  ", inks.bold), (table.name, inks.soft)])
        parts = [bullet(sentence) for _, sentence in happening_lines(self.end.happened, table)]
        if not parts:
            parts = [Paragraph("The game is in the scorebook, and there is no other news.")]
        late = [line for line in self.board.lines if line.to_carry]
        if late:
            parts += [Paragraph(), heading("Still to do")]
            parts += [bullet(season_debts.to_do(one, table.settings.forfeit), "▲ ") for one in late]
        self.query_one(PageScroll).show(parts)
        self.refresh_bindings()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it works."""
        if action == "carried" and self._owing() is None:
            return dead_key_reasons.NOBODY_OWES
        return dead_key_reasons.NO_TABLE if action == "board" and self.end.table is None else None

    def _owing(self) -> BoardLine | None:
        """Return the first person with a duty to do (3B-26); None if there is none."""
        lines = () if self.board is None else self.board.lines
        return next((line for line in lines if line.to_carry), None)

    def action_board(self) -> None:
        """Show the scoreboard of the table."""
        assert self.end.table is not None
        self.app.open_book(self.end.table.id)

    def action_carried(self) -> None:
        """Note that the violator has done their duty (3B-26)."""
        table, line = self.end.table, self._owing()
        assert table is not None and line is not None
        self.ask_carried(table, line, "no")


class ProgressView(StateView[GameRow | None]):
    """A game: the players, the winners, and the totals after each hand."""

    DEFAULT_CSS = "ProgressView { width: 1fr; height: 1fr; }"

    def draw(self, canvas: Canvas) -> None:
        """Draw a line above the game."""
        canvas.rule(0)
        super().draw(canvas)

    def picture(self, canvas: Canvas, state: GameRow | None) -> None:
        """Draw words above, the chart below."""
        assert state is not None
        heading = f"{state.title} · {plural(state.hands, 'hand')} · {day(state.day)}"
        canvas.put(1, 1, heading, inks.gold, canvas.width - 2)
        pieces: list[Piece] = []
        for name, points in zip(state.players, state.points, strict=True):
            style = inks.bold if name in state.winners else inks.text
            remark = name.remark if isinstance(name, RemarkedName) else ""
            pieces += [(Shrinking(plain_name(name)), style), (Spare(remark), style), (f" {plain(points)}   ", style)]
        canvas.pieces(1, 2, squeezed(pieces, canvas.width + 1))  # the spaces at the end may be cut off
        width, height = min(canvas.width - 2, 110), canvas.height - 4
        draw_chart(canvas, 1, 4, width, height, state.course, state.sides)


class GamesScreen(BookPage):
    """The games of a table or of a person."""

    HELP_LINES = (
        "Enter shows what a game did in the scorebook.",
        "Deleting a game removes all its effects; its file stays on disk.",
        "A deleted game is listed here, marked. You can restore it.",
        "A game moved to another table counts there.",
    )
    VERTICAL_BREAKPOINTS = [(40, "-tall")]
    BINDINGS = [
        Binding("left,pageup", "turn(-1)", "newer", key_display="←"),
        Binding("right,pagedown", "turn(1)", "older", key_display="→"),
        Binding("x", "delete", "delete", id="delete"),
        Binding("delete", "delete"),
        Binding("r", "restore", "restore", id="restore"),
        Binding("a", "assign", "move to table", id="assign"),
        Binding("v", "review", "review", id="review"),
        Binding("o", "open_hands", "all hands", id="all_hands", tooltip="every hand of the game, trick by trick"),
        Binding("e", "export", "export", id="export"),
    ]

    def __init__(self, *, table: str | None = None, person: str | None = None, name: str) -> None:
        super().__init__()
        self.table_id, self.person_id = table, person
        self._title: Pieces = (("Games · ", inks.soft), (name, inks.bold))
        self.set_top(self._title)
        self.page = 0
        self.lines: list[GameRow] = []
        self.more = False
        self.deleted: set[str] = set()
        """The ids of deleted games on this page, which can be restored."""

    def compose_page(self) -> ComposeResult:
        """Lay out the list, and the chart of the chosen game."""
        yield ListTable()
        yield ProgressView()

    def load(self) -> None:
        """Ask for a page of games."""
        table, person, offset = self.table_id, self.person_id, PAGE * self.page

        def work(book: Book) -> Found:
            try:
                return book.games(table, person, PAGE + 1, offset), book.deleted(table, person)
            except BookError:  # the table is gone with its last game
                return (), ()

        self.ask(work, self._show)

    def _show(self, answer: Found) -> None:
        found, deleted = answer
        self.more = len(found) > PAGE
        # a deleted game keeps its place among the games of its page
        newest = "~" if self.page == 0 or not found else moment_of(found[0].ended)
        oldest = moment_of(found[PAGE].ended) if self.more else ""
        gone = [line for line in deleted if oldest < moment_of(line.ended) <= newest]
        self.deleted = {line.id for line in gone}
        self.lines = sorted([*found[:PAGE], *gone], key=lambda line: moment_of(line.ended), reverse=True)
        self.query_one(ListTable).show(GAME_HEADS if self.lines else (), map(self._line, self.lines))
        if not self.lines:
            if not self.said:
                self.say("No game is finished yet.")
            self._show_course()
            return
        before, count = PAGE * self.page, min(PAGE, len(found))
        places = ""
        if found:
            more = " of more" if self.more else ""
            places = f"{before + 1}–{before + count}{more}"
        self.set_top(self._title, places)
        self._show_course()
        self.refresh_bindings()

    def _line(self, line: GameRow) -> Line:
        won = ["✗ deleted  "] if line.id in self.deleted else [""]
        for number, name in enumerate(line.winners):
            won += [" & ", name] if number else [name]
        others = [name for name in line.players if name not in line.winners]
        date = f"{short_day(line.day)} {line.day.year % 100:02}"
        words = (date, line.title, NameLine(won, ()), NameLine((), others))
        styles = (inks.text, inks.text, inks.text, inks.soft)
        return Line(line.id, tuple(zip(words, styles, strict=True)), (moment_of(line.ended), *words[1:]))

    @property
    def chosen(self) -> GameRow | None:
        """The chosen game."""
        key = self.query_one(ListTable).chosen
        return next((line for line in self.lines if line.id == key), None)

    def on_data_table_row_highlighted(self) -> None:
        """Show another game."""
        self._show_course()
        self.refresh_bindings()

    def on_data_table_row_selected(self) -> None:
        """Show the consequences of the chosen game."""
        if self.is_active and self.chosen is not None and self.chosen.id not in self.deleted:
            self.app.push_screen(AfterGameScreen(self.chosen.id))

    def _show_course(self) -> None:
        self.query_one(ProgressView).show(self.chosen)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it works."""
        if action == "turn":
            if parameters == (-1,):
                return None if self.page > 0 else dead_key_reasons.NEWEST
            return None if self.more else dead_key_reasons.OLDEST
        if action not in ("delete", "restore", "review", "open_hands", "assign"):
            return None
        chosen = self.chosen if self.is_mounted else None
        if chosen is None:
            return dead_key_reasons.NO_GAME
        gone = chosen.id in self.deleted
        match action:
            case "restore":
                return None if gone else dead_key_reasons.NOT_DELETED
            case "delete" | "assign":
                return dead_key_reasons.DELETED if gone else None
            case _:
                return None if chosen.file is not None else dead_key_reasons.NO_RECORD

    def action_turn(self, step: int) -> None:
        """Show newer games, or older ones."""
        self.page = max(0, self.page + step)
        self.load()

    def action_delete(self) -> None:
        """Ask for confirmation, then delete the game from the scorebook."""
        line = self.chosen
        assert line is not None
        words = (
            f"{line.title} of {day(line.day)}, won by {' & '.join(line.winners)}: delete it from the "
            "scorebook, with all its effects? Its file stays on disk, and you can restore it."
        )

        def delete(_: bool) -> None:
            said = with_keys("Game deleted. {restore} restores it.")
            self.change(lambda book: book.delete_game(line.id), lambda _: said)

        self.app.ask(Confirmation("Delete game", words, "Delete", "Keep", at="no"), delete)

    def action_restore(self) -> None:
        """Restore the deleted game."""
        line = self.chosen
        assert line is not None
        self.change(lambda book: book.restore_game(line.id), lambda _: "Game restored.")

    def action_assign(self) -> None:
        """Ask for the table to which the game belongs."""
        line = self.chosen
        assert line is not None
        self.ask(lambda book: book.tables(), partial(self._ask_table, line), "tables")

    def _ask_table(self, line: GameRow, tables: tuple[BookTable, ...]) -> None:
        words = f"{line.title} of {day(line.day)}, won by {' & '.join(line.winners)}: which table does it belong to?"
        names = {table.id: table.name for table in tables}
        choices = [Choice(table.id, table.name, NameLine((), table.people)) for table in tables]
        choices.append(Choice(NEW, "New table …"))

        def assign_new(name: str) -> None:
            self.change(
                lambda book: book.assign(line.id, book.create_table(name)), lambda _: f"The game now counts at {name}."
            )

        def chosen(key: str) -> None:
            if key == NEW:
                words = "Name the new table. Its people are those of this game."
                self.app.ask(AskLine("New table", words, ""), assign_new)
            else:
                said = f"The game now counts at {names[key]}."
                self.change(lambda book: book.assign(line.id, key), lambda _: said)

        self.app.push_screen(AskChoice("Move game to a table", words, choices, line.table, chosen))

    def action_review(self) -> None:
        """Show the review of the chosen game."""
        self.app.push_screen(ReviewScreen(self._record_path()))

    def _record_path(self) -> Path:
        """Return the path of the chosen game's record; the keys that need it work only if there is one."""
        line = self.chosen
        assert line is not None and line.file is not None
        return games_folder() / line.file

    def action_open_hands(self) -> None:
        """Show all hands of the chosen game from its record."""
        self.show_hands(self._record_path())
