"""The page after a game: its consequences in words, the scoreboard, and a key to tick off the forfeit."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from spades_tui.presentation.scorebook_words import ceremony
from spades_tui.rules.component import plural
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import Reason
from spades_tui.tui.scorebook.scorebook_page import BookPage
from spades_tui.tui.scorebook_thread import GameEnd, end_of, results_of_game
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading

if TYPE_CHECKING:
    from spades_tui.scorebook.scoreboard import Scoreboard
    from spades_tui.scorebook.scorebook import Book

Came = tuple[GameEnd, "Scoreboard | None"]


class AfterGameScreen(BookPage):
    """The consequences of a game (3B-18 … 3B-30), named by its record or by its id in the scorebook."""

    HELP_LINES = ("All of this is saved in the scorebook; you lose nothing if you leave.",)
    TITLE_LEFT = (("This game in the scorebook", palette.bold),)
    BINDINGS = bindings_of("after_game")
    DEFAULT_CSS = "AfterGameScreen PageScroll { padding: 1 3; }"

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

        def work(game: Path | str, book: "Book") -> Came:
            end = end_of(game, book, closed=True) if isinstance(game, Path) else results_of_game(game, book)
            return end, book.scoreboard(end.table.id) if end.table is not None else None

        self.ask(partial(work, self.game), self._show)

    def _show(self, came: Came) -> None:
        self.end, self.board = came
        table = self.end.table
        if table is None or self.board is None:
            why = f"The game doesn't count in the scorebook: {self.end.practice}."
            self.say(why if self.end.practice else "The game isn't over, so it isn't in the scorebook yet.")
            self.refresh_bindings()
            return
        self.set_top([("This game in the scorebook  ", palette.bold), (table.name, palette.soft)])
        said = ceremony(self.end.happened, table)
        parts = [bullet(sentence) for sentence in said] or [
            Paragraph("The game is in the scorebook. Nothing else happened.")
        ]
        late = [line for line in self.board.lines if line.to_carry]
        if late:
            parts += [Paragraph(), heading("Still to do")]
            parts += [
                bullet(f"{one.name} {table.settings.forfeit} ({plural(one.to_carry, 'tray')}).", "▲ ") for one in late
            ]
        self.query_one(PageScroll).show(parts)
        self.refresh_bindings()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> Reason | None:
        """Return why a key does nothing now; None if it works."""
        if action == "carried" and (self.board is None or not any(line.to_carry for line in self.board.lines)):
            return dead_key_reasons.NOBODY_OWES
        return dead_key_reasons.NO_TABLE if action == "board" and self.end.table is None else None

    def action_board(self) -> None:
        """Show the scoreboard of the table."""
        if self.end.table is not None:
            self.app.open_book(self.end.table.id)

    def action_carried(self) -> None:
        """Note that the violator has carried the trays (3B-26)."""
        table, board = self.end.table, self.board
        line = next((one for one in board.lines if one.to_carry), None) if board is not None else None
        if table is not None and line is not None:
            self.ask_carried(table, line, "no")
