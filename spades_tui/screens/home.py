"""Home: the suits, the last table, and what can be continued. Imports little, so that it stands at once."""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from spades_tui.screens.aces import Aces
from spades_tui.screens.choosing import Choice, ChoiceList
from spades_tui.screens.frame import SpadesScreen
from spades_tui.screens.host import app_of
from spades_tui.screens.page import Page, Paragraph
from spades_tui.screens.quick import QUICK_VARIANT, quick_setup
from spades_tui.screens.times import when
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget

if TYPE_CHECKING:
    from spades_tui.table.saved import SavedGame

ROOMY = 32
"""From this height of the body on there is room for large cards and space between the lines."""


class Name(CanvasWidget):
    """The name of the game, between its suits."""

    DEFAULT_CSS = "Name { width: 1fr; height: 2; }"

    def draw(self, canvas: Canvas) -> None:
        """One line in the middle."""
        canvas.centred(0, canvas.width, 1, [("S  P  A  D  E  S", palette.gold)])


class HomeScreen(SpadesScreen):
    """Where everything begins."""

    HELP: ClassVar[tuple[str, ...]] = (
        "A game that you leave is kept; Continue brings it back as it was.",
        "Quick game sets the last table again: the same game, the same players.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "quit", "quit"), Binding("escape", "back", show=False)]
    DEFAULT_CSS = """
    HomeScreen #home-menu { align-horizontal: center; height: auto; width: 1fr; }
    HomeScreen #home-menu ChoiceList { width: 74; }
    HomeScreen .home-space { height: 1fr; }
    HomeScreen #problem { padding: 0 1; max-height: 3; }
    HomeScreen.-roomy #home-menu ChoiceList { width: 90; }
    HomeScreen.-roomy Aces { height: 14; }
    HomeScreen.-roomy Name { height: 5; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.saved: list[SavedGame] = []
        self.problem = ""

    def compose_body(self) -> ComposeResult:
        """Cards, the name, the menu, and a line for what went wrong."""
        from spades_tui.table.settings import read_settings

        loaded = read_settings()
        if loaded.problem:
            self.problem = f"{loaded.problem} – the usual settings hold."
        yield Container(classes="home-space")
        yield Aces(app_of(self).settings.letters)
        yield Name()
        with Container(id="home-menu"):
            yield ChoiceList(self.menu())
        yield Container(classes="home-space")
        yield Page(id="problem")

    def menu(self) -> list[Choice]:
        """What can be done now."""
        from spades_tui.book.apart import given_up
        from spades_tui.table import saved

        self.saved = saved.suspended(without=given_up())
        choices = []
        if self.saved:
            game, more = self.saved[0], len(self.saved) - 1
            note = f"{game.title} · {when(game.when)}"
            if more:
                note = f"{len(self.saved)} games: {note}"
            choices.append(Choice("continue", "Continue", note, "c"))
        return [
            *choices,
            Choice("quick", "Quick game", self._last_table(), "g"),
            Choice("new", "New game", "", "n"),
            Choice("book", "Book", "", "b"),
            Choice("rules", "Rules", "", "r"),
            Choice("settings", "Settings", "", "s"),
            Choice("quit", "Quit", "", "q"),
        ]

    def _last_table(self) -> str:
        from spades_tui.table import saved

        return saved.last_table_words() or f"{saved.variant_name(QUICK_VARIANT)} · you and three computer players"

    def on_mount(self) -> None:
        """Fit the room there is, and say what is wrong, if anything."""
        self.set_top([(self.TITLE_LEFT, palette.bold)])
        self.query_one(ChoiceList).focus()
        self.say(self.problem)
        self.on_resize()

    def on_resize(self) -> None:
        """Large cards where there is room."""
        roomy = self.app.size.height - 4 >= ROOMY and self.app.size.width >= 110
        self.set_class(roomy, "-roomy")
        for choices in self.query(ChoiceList):
            choices.set_gap(1 if roomy else 0)

    def on_screen_resume(self) -> None:
        """The settings may have changed."""
        for aces in self.query(Aces):
            if aces.letters != app_of(self).settings.letters:
                aces.letters = app_of(self).settings.letters
                aces.redraw()

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Go where the choice leads."""
        event.stop()
        if self.is_active:  # a second Enter, typed ahead, would begin a second game
            getattr(self, f"go_{event.choice.key}")()

    def go_continue(self) -> None:
        """Back to the suspended game, or a choice among several."""
        if len(self.saved) == 1:
            self.resume(self.saved[0].path)
        else:
            self.app.push_screen(ContinueScreen(self.saved, self))

    def resume(self, path: Path) -> None:
        """Go on with a game; a journal that is broken is told, and stays as it is."""
        from spades_tui.record.errors import RecordError

        try:
            app_of(self).resume_table(path)
        except (RecordError, OSError) as error:
            self.say(f"That game cannot be continued: {error}")

    def go_quick(self) -> None:
        """The last table again, or one person with computer players."""
        from spades_tui.rules.load import VariantError

        try:
            app_of(self).start_table(quick_setup())
        except (OSError, ValueError, KeyError, VariantError) as error:
            self.say(f"That table cannot be set: {error}")

    def go_new(self) -> None:
        """Choose a variant."""
        app_of(self).open_new_game()

    def go_book(self) -> None:
        """Scoreboards and statistics."""
        app_of(self).open_book()

    def go_rules(self) -> None:
        """Read."""
        from spades_tui.screens.rules_page import RulesScreen

        self.app.push_screen(RulesScreen())

    def go_settings(self) -> None:
        """Choose how things look and how fast they go."""
        from spades_tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def go_quit(self) -> None:
        """Leave."""
        self.app.exit()

    def action_quit(self) -> None:
        """Leave."""
        self.go_quit()

    def say(self, problem: str) -> None:
        """Tell what went wrong."""
        self.query_one(Page).show([Paragraph(problem, palette.red, "✗ " if problem else "", palette.red)])


class ContinueScreen(SpadesScreen):
    """Several suspended games, the newest first."""

    HELP: ClassVar[tuple[str, ...]] = (
        "These games are kept. Take one and it goes on with the same cards.",
        "A game that is given up counts for nothing; the book keeps it apart, and it can be taken up again there.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x,delete", "give_up", "give up", key_display="x"),
        Binding("escape,q", "back", "back", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    ContinueScreen #games { padding: 1 3; height: 1fr; overflow-y: auto; }
    """

    def __init__(self, games: "list[SavedGame]", home: HomeScreen) -> None:
        super().__init__()
        self.games, self.home = games, home

    def compose_body(self) -> ComposeResult:
        """The list."""
        with Container(id="games"):
            yield ChoiceList(
                [Choice(str(n), game.title, when(game.when)) for n, game in enumerate(self.games)], click_takes=False
            )

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Continue", palette.bold), ("  which game?", palette.soft)])
        self.query_one(ChoiceList).focus()

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Back to that game."""
        event.stop()
        if not self.is_active:  # a second Enter, typed ahead
            return
        self.dismiss()
        self.home.resume(self.games[int(event.choice.key)].path)

    def action_give_up(self) -> None:
        """Ask once more, then keep the game apart."""
        from spades_tui.screens.book_unfinished import ask_give_up

        game = self.games[int(self.query_one(ChoiceList).chosen.key)]
        ask_give_up(self.app, game.title, game.path, lambda: app_of(self).open_home())
