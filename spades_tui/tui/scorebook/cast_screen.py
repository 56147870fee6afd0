"""The named computer players: the picture of each, how it bids, what was measured, and your record with it."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.binding import Binding

from spades_tui.play.cast import Player, cast
from spades_tui.play.setup import NAMES
from spades_tui.presentation.player_words import record_of, record_words, tendency_lines
from spades_tui.presentation.scorebook_words import NONE
from spades_tui.scorebook.statistics import WithPlayer
from spades_tui.tui.scorebook.pages_and_forms import BookPage
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph
from spades_tui.tui.widgets.table import Head, Line, ListTable

HEADS = (
    Head("Player"), Head(), Head("Manner"), Head("beside", right=True), Head("won", right=True),
    Head("against", right=True), Head("won", right=True),
)  # fmt: skip


class CastScreen(BookPage):
    """A row for each named computer player, and everything about the chosen one below; one can take a seat."""

    HELP_LINES = (
        "Up and down choose a player. A player has its manner at any level but beginner.",
        "Beside and against count your games with it as your partner and as your opponent, and those you won.",
        "What it does was measured in games between computer players.",
    )
    BINDINGS = [
        Binding("f2", "back", id="players"),
    ]

    def __init__(self, names: Sequence[str] = (), seat: int = -1, take: Callable[[str], object] | None = None) -> None:
        """Show the players; with `take`, Enter chooses one for a seat of a new table, at which these `names` sit."""
        super().__init__()
        words = "the computer players by name" if take is None else f"who sits in seat {seat + 1}?"
        self.set_top([("Players", inks.bold), (f"  {words}", inks.soft)])
        self._take, self._at_first = take, names[seat].strip() if names else ""
        self._seats = {name.strip().casefold(): f", in seat {n}" for n, name in enumerate(names, 1)}
        self._games: Sequence[WithPlayer] = ()

    def compose_page(self) -> ComposeResult:
        """Lay out the rows, and a page about the chosen player."""
        yield ListTable(takes=self._take is not None, id="cast")
        yield PageScroll(Page(), id="player")

    def on_mount(self) -> None:
        """Show the players before the scorebook answers."""
        super().on_mount()
        self._show((), self._at_first)
        self.query_one(ListTable).focus()

    def load(self) -> None:
        """Ask the scorebook for the user's games with each."""
        name = self.app.settings.name or NAMES[0]
        self.ask(lambda book: book.met(name), self._show)

    def _show(self, games: Sequence[WithPlayer], key: str | None = None) -> None:
        self._games = games
        rows = []
        for player in cast():
            seat = self._seats.get(player.name.casefold(), "")
            rows.append(player_row(player, f"{player.habit}{seat}", record_of(player.name, games)))
        self.query_one(ListTable).show(HEADS, rows, key)
        self._describe()

    def on_data_table_row_highlighted(self) -> None:
        """Describe the chosen player."""
        self._describe()

    def on_data_table_row_selected(self) -> None:
        """Seat the chosen player."""
        if self._take is not None and self.is_active:
            self.dismiss()
            self._take(self.query_one(ListTable).chosen)

    def _describe(self) -> None:
        """Show everything about the chosen player."""
        chosen = self.query_one(ListTable).chosen
        player = next((each for each in cast() if each.name == chosen), cast()[0])
        record = record_words(player.name, record_of(player.name, self._games))
        about = [Paragraph(player.manner, inks.text, f"{player.name}: "), Paragraph(record)]
        about += [Paragraph(sentence, inks.soft) for sentence in tendency_lines(player)]
        self.query_one(PageScroll).show(about)


def player_row(player: Player, habit: str, games: WithPlayer | None) -> Line:
    """Return the row of a player: name, picture, manner, and the games with it."""
    counts, words = (0, 0, 0, 0), 4 * [NONE]
    if games is not None:
        counts, words = (games.games_with, games.won_with, games.games_against, games.won_against), games_words(games)
    cells = ((player.name, inks.bold), (player.picture, inks.gold), (habit, inks.text))
    numbers = [(cell, inks.text) for cell in words]
    return Line(player.name, (*cells, *numbers), (player.name, player.picture, habit, *counts))


def games_words(counts: WithPlayer) -> list[str]:
    """Return the games beside a player and those won, then those against it; dashes if there were none."""
    words = []
    for games, won in ((counts.games_with, counts.won_with), (counts.games_against, counts.won_against)):
        words += [str(games), str(won)] if games else [NONE, NONE]
    return words
