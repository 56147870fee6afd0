"""The named computer players: the picture of each, how it bids, what was measured, and your record with it."""

from collections.abc import Sequence

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
from spades_tui.tui.widgets.table import Head, Line, Table

HEADS = (
    Head(), Head("Player"), Head("Manner"), Head("beside", right=True), Head("won", right=True),
    Head("against", right=True), Head("won", right=True),
)  # fmt: skip


class CastScreen(BookPage):
    """A row for each named computer player, and everything about the chosen one below."""

    HELP_LINES = (
        "Up and down choose a player. A player has its manner at any level but beginner.",
        "Beside and against count your games with it as your partner and as your opponent, and those you won.",
        "What it does was measured in games between computer players.",
    )
    TITLE_LEFT = (("Players", inks.bold), ("  the computer players by name", inks.soft))
    BINDINGS = [
        Binding("f2", "back", id="players"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: Sequence[WithPlayer] = ()

    def compose_page(self) -> ComposeResult:
        """Lay out the rows, and a page about the chosen player."""
        yield Table(takes=False, id="cast")
        yield PageScroll(Page(), id="player")

    def on_mount(self) -> None:
        """Show the players before the scorebook answers."""
        super().on_mount()
        self._show(())
        self.query_one(Table).focus()

    def load(self) -> None:
        """Ask the scorebook for the user's games with each."""
        name = self.app.settings.name or NAMES[0]
        self.ask(lambda book: book.met(name), self._show)

    def _show(self, games: Sequence[WithPlayer]) -> None:
        self._games = games
        self.query_one(Table).show(HEADS, [player_row(player, record_of(player.name, games)) for player in cast()])
        self._describe()

    def on_data_table_row_highlighted(self) -> None:
        """Describe the chosen player."""
        self._describe()

    def _describe(self) -> None:
        """Show everything about the chosen player."""
        chosen = self.query_one(Table).chosen
        player = next((each for each in cast() if each.name == chosen), cast()[0])
        record = record_words(player.name, record_of(player.name, self._games))
        about = [Paragraph(player.manner, inks.text, f"{player.name}: "), Paragraph(record)]
        about += [Paragraph(sentence, inks.soft) for sentence in tendency_lines(player)]
        self.query_one(PageScroll).show(about)


def player_row(player: Player, games: WithPlayer | None) -> Line:
    """Return the row of a player: picture, name, manner, and the games with it."""
    counts, words = (0, 0, 0, 0), 4 * [NONE]
    if games is not None:
        counts, words = (games.games_with, games.won_with, games.games_against, games.won_against), games_words(games)
    cells = ((player.picture, inks.gold), (player.name, inks.bold), (player.habit, inks.text))
    numbers = [(cell, inks.text) for cell in words]
    return Line(player.name, (*cells, *numbers), (player.picture, player.name, player.habit, *counts))


def games_words(counts: WithPlayer) -> list[str]:
    """Return the games beside a player and those won, then those against it; dashes if there were none."""
    words = []
    for games, won in ((counts.games_with, counts.won_with), (counts.games_against, counts.won_against)):
        words += [str(games), str(won)] if games else [NONE, NONE]
    return words
