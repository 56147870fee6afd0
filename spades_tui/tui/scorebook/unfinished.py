"""Unfinished games, as home and the scorebook list them: resume, abandon or restore them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container

from spades_tui.language.times import when
from spades_tui.play import saved_games
from spades_tui.play.saved_games import SavedGame
from spades_tui.scorebook.scorebook import Book
from spades_tui.settings import dead_key_reasons
from spades_tui.system.folders import forks_folder
from spades_tui.tui.app_host import Host
from spades_tui.tui.dialogs import Confirmation, resume
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.scorebook.pages_and_forms import BookPage
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList

Unfinished = tuple[list[SavedGame], list[SavedGame]]
"""Unfinished games, and abandoned ones."""


def ask_give_up(app: Host, title: str, give_up: Callable[[], object]) -> None:
    """Ask for confirmation, then abandon an unfinished game with `give_up`."""
    words = (
        f"{title}: abandon this game? It won't count, and you can't resume it unless you reopen it in the scorebook."
    )
    app.ask(Confirmation("Abandon game", words, "Abandon", "Keep", at="no"), lambda _: give_up())


HEADINGS = ("", "Not played yet", "Forks")
"""The headings over the groups of saved games, by their kind."""


class ContinueScreen(SpadesScreen):
    """Saved games, newest first; tables without a move and forks are in separate groups."""

    HELP_LINES = (
        "These games are saved. Choose one to resume it with the same cards.",
        "A fork is a copy of a game, played on from somewhere in the middle. It doesn't count.",
        "A game you abandon doesn't count. Find it in the scorebook, under unfinished games.",
    )
    TITLE_LEFT = (("Continue", inks.bold), ("  which game?", inks.soft))
    BINDINGS = [
        Binding("x", "give_up", "abandon", id="give_up"),
        Binding("delete", "give_up"),
    ]

    def __init__(self, games: list[SavedGame], resume: Callable[[Path], object]) -> None:
        """List these games; `resume` gets the path of the chosen one."""
        super().__init__()
        self.games, self._resume = games, resume

    def compose_body(self) -> ComposeResult:
        """Lay out the list."""
        lines: list[Choice] = []
        for place, game in enumerate(self.games):
            if HEADINGS[game.kind] and (not place or self.games[place - 1].kind != game.kind):
                lines.append(Choice("", HEADINGS[game.kind], heading=True))
            lines.append(Choice(str(place), game.title, when(game.when)))
        yield ChoiceList(lines, click_takes=False, id="games")

    def take_line(self, choice: Choice) -> None:
        """Resume the chosen game."""
        self.dismiss()
        self._resume(self.games[int(choice.key)].path)

    def action_give_up(self) -> None:
        """Ask for confirmation, then abandon the game."""
        app, game = self.app, self.games[int(self.query_one(ChoiceList).chosen.key)]

        def give_up() -> None:
            app.scorebook.ask(lambda book: book.records.give_up(game.path), lambda _: app.open_home())

        ask_give_up(app, game.title, give_up)


class UnfinishedScreen(BookPage):
    """Unfinished games, and below them abandoned ones."""

    HELP_LINES = ("An abandoned game doesn't count. You can reopen it at any time.",)
    TITLE_LEFT = (("Scorebook · ", inks.soft), ("unfinished games", inks.bold))
    BINDINGS = [
        Binding("x", "give_up", "abandon", id="give_up"),
        Binding("delete", "give_up"),
        Binding("t", "take_up", "reopen", id="take_up"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.games: dict[str, SavedGame] = {}
        self.given_up: frozenset[str] = frozenset()

    def compose_page(self) -> ComposeResult:
        """Lay out the list."""
        with Container(classes="scrolled thin-scrollbar", id="unfinished"):
            yield ChoiceList(click_takes=False)

    def load(self) -> None:
        """Ask for unfinished and abandoned games."""
        self.ask(_unfinished, self._show)

    def _show(self, found: Unfinished) -> None:
        open_, apart = found
        self.games = {game.path.name: game for game in (*open_, *apart)}
        self.given_up = frozenset(game.path.name for game in apart)
        choices = [Choice(game.path.name, game.title, when(game.when)) for game in open_]
        if apart:
            choices.append(Choice("", "Abandoned", heading=True))
            choices += [Choice(game.path.name, game.title, when(game.when)) for game in apart]
        listed = self.query_one(ChoiceList)
        listed.show(choices, listed.chosen.key)
        if not self.games:
            self.say("You have no unfinished games.")
        self.refresh_bindings()

    @property
    def chosen(self) -> SavedGame | None:
        """The chosen game."""
        return self.games.get(self.query_one(ChoiceList).chosen.key)

    def take_line(self, choice: Choice) -> None:
        """Resume the game."""
        game = self.chosen
        if game is not None and game.path.name in self.given_up:
            self.action_take_up()
        elif game is not None:
            resume(self.app, game.path, self.sorry)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it works."""
        if action not in ("give_up", "take_up"):
            return None
        game = self.chosen if self.is_mounted else None
        if game is None:
            return dead_key_reasons.NO_GAME
        if (game.path.name in self.given_up) == (action == "take_up"):
            return None
        return dead_key_reasons.GIVEN_UP if action == "give_up" else dead_key_reasons.NOT_GIVEN_UP

    def action_give_up(self) -> None:
        """Abandon the game."""
        game = self.chosen
        if game is not None:
            give_up = partial(self.change, lambda book: book.records.give_up(game.path), lambda _: "Game abandoned.")
            ask_give_up(self.app, game.title, give_up)

    def action_take_up(self) -> None:
        """Restore the abandoned game."""
        game = self.chosen
        if game is not None:
            self.change(lambda book: book.records.take_up(game.path), lambda _: "Game reopened.")


def _unfinished(book: Book) -> Unfinished:
    """Return the unfinished games in the folders, and the abandoned ones."""
    forks = forks_folder(book.records.folder)  # the scorebook knows only about a fork that it was abandoned
    apart = [
        saved_games.saved_game(book.records.folder / file) or saved_games.saved_game(forks / file)
        for file in book.records.given_up()
    ]
    names = {game.path.name for game in apart if game is not None}
    others = [name for name in book.records.open_files() if name not in names]
    going = [saved_games.saved_game(book.records.folder / name) for name in others]
    return [game for game in going if game is not None], [game for game in apart if game is not None]
