"""Unfinished games, as home and the scorebook list them: resume, abandon or restore them."""

from textual.app import ComposeResult
from textual.binding import Binding

from spades_tui.language.times import when
from spades_tui.play import saved_games
from spades_tui.play.saved_games import SavedGame
from spades_tui.scorebook.scorebook import Book
from spades_tui.settings import dead_key_reasons
from spades_tui.system.folders import forks_folder
from spades_tui.tui.dialogs import Confirmation, resume
from spades_tui.tui.scorebook.pages_and_forms import BookPage
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList

HEADINGS = ("", "Not played yet", "Copies")
"""The headings over the groups of saved games, by their kind."""


class UnfinishedScreen(BookPage):
    """Unfinished games, newest first, then tables without a move, forks and abandoned games."""

    HELP_LINES = (
        "These games are saved. Choose one to resume it with the same cards.",
        "A copy is a game that you played on from somewhere in its middle. It doesn't count.",
        "An abandoned game doesn't count. You can reopen it at any time.",
    )
    TITLE_LEFT = (("Unfinished games", inks.bold),)
    BINDINGS = [
        Binding("x", "give_up", "abandon", id="give_up"),
        Binding("delete", "give_up"),
        Binding("t", "take_up", "reopen", id="take_up"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.open: list[SavedGame] = []
        self.abandoned: list[SavedGame] = []

    def compose_page(self) -> ComposeResult:
        """Lay out the list."""
        yield ChoiceList(click_takes=False, id="games")

    def load(self) -> None:
        """List the saved games, and ask the scorebook for the abandoned ones."""
        self.open = saved_games.suspended()
        self._list(self.abandoned)
        self.ask(_abandoned, self._show)

    def _show(self, abandoned: list[SavedGame]) -> None:
        self._list(abandoned)
        if not self.open and not abandoned:
            self.say("You have no unfinished games.")

    def _list(self, abandoned: list[SavedGame]) -> None:
        open_paths = {game.path for game in self.open}  # one may have been reopened meanwhile
        self.abandoned = [game for game in abandoned if game.path not in open_paths]
        choices: list[Choice] = []
        for kind, heading in enumerate((*HEADINGS, "Abandoned")):
            games = [game for game in self.open if game.kind == kind]
            if kind == len(HEADINGS):
                games = self.abandoned
            if heading and games:
                choices.append(Choice("", heading, heading=True))
            for game in games:
                choices.append(Choice(str(game.path), game.title, when(game.when)))
        self.query_one(ChoiceList).show(choices)
        self.refresh_bindings()

    def _chosen(self, games: list[SavedGame]) -> SavedGame | None:
        """Return the chosen game if it is one of these."""
        key = self.query_one(ChoiceList).chosen.key
        return next((game for game in games if str(game.path) == key), None)

    def take_line(self, choice: Choice) -> None:
        """Resume the game, or reopen it."""
        game = self._chosen(self.open)
        if game is not None:
            resume(self.app, game.path, self.sorry)
        else:
            self.action_take_up()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it works."""
        if action not in ("give_up", "take_up"):
            return None
        if not self.is_mounted or not (self.open or self.abandoned):
            return dead_key_reasons.NO_GAME
        if action == "give_up":
            return None if self._chosen(self.open) is not None else dead_key_reasons.GIVEN_UP
        return None if self._chosen(self.abandoned) is not None else dead_key_reasons.NOT_GIVEN_UP

    def action_give_up(self) -> None:
        """Ask for confirmation, then abandon the game."""
        game = self._chosen(self.open)
        if game is None:
            return

        def give_up(_: bool) -> None:
            self.change(lambda book: book.records.give_up(game.path), lambda _: "Game abandoned.")

        words = f"{game.title}: abandon this game? It won't count, and you can't resume it unless you reopen it here."
        self.app.ask(Confirmation("Abandon game", words, "Abandon", "Keep", at="no"), give_up)

    def action_take_up(self) -> None:
        """Restore the abandoned game."""
        game = self._chosen(self.abandoned)
        if game is not None:
            self.change(lambda book: book.records.take_up(game.path), lambda _: "Game reopened.")


def _abandoned(book: Book) -> list[SavedGame]:
    """Return the abandoned games; the scorebook knows only about a fork that it was abandoned."""
    folder, names = book.records.folder, book.records.given_up()
    games = []
    for name in names:
        game = saved_games.saved_game(folder / name) or saved_games.saved_game(forks_folder(folder) / name)
        if game is not None:
            games.append(game)
    return games
