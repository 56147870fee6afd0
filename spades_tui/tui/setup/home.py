"""Home: the suits, the last table, and games to resume. It imports little, so that it appears fast."""

import asyncio
from contextlib import suppress
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.geometry import Size
from textual.widgets import Static

from spades_tui.language.player_names import NameLine, login_name
from spades_tui.language.times import when
from spades_tui.lessons.learned import FIRST, offers_first, remember_offered
from spades_tui.play import DEFAULT_GAME, saved_games
from spades_tui.play.saved_games import SavedGame, remember_setup, rename_in_last_table
from spades_tui.record.small_file import damage_words
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings_file import unsaved
from spades_tui.system.folders import data_folder, games_folder
from spades_tui.system.output import os_words
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup.home_widgets import Aces, FormLines
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page

if TYPE_CHECKING:
    from spades_tui.play.setup import TableSetup


MATCH = "match.json"
"""The file of the latest match, as in `play.match`, which the first frame doesn't need."""
DECK = "mistakes.jsonl"
"""The file of the user's mistakes, as in `lessons.mistakes`."""

FIRST_HAND = "New to Spades?  {first_hand}  play a five-minute first hand  {not_now}  not now"

SHORT_MESSAGE_LINES = 2
"""Lines of a message that fit even in a short terminal."""
ROOMY = Size(110, 36)
"""Minimum size of a terminal for large cards and space between the lines."""
TIGHT = 26
"""Rows of a terminal below which nothing is left for spaces above and below."""
MANY = 9
"""Lines of the menu above which a short terminal has no room for the name."""


class HomeScreen(SpadesScreen):
    """The first screen."""

    TITLE_LEFT = (("Spades", inks.bold),)
    AUTO_FOCUS = ""  # `on_mount` chooses the focus
    HELP_LINES = (
        "A game you leave is saved. Continue resumes it.",
        "Quick game repeats your last table: same game, same players. Left and right change its length.",
        "Shift with left and right changes the level of your opponents. Your partner keeps theirs.",
        "Daily has the deal of the day: one hand of each of three games, the same for everybody.",
        "Settings has your name, and how cards look and move.",
    )
    BINDINGS = [
        Binding("f", "first_hand", "first hand", show=False, id="first_hand"),
        Binding("x", "decline", "not now", show=False, id="not_now"),
        Binding("k", "type_code", "code", id="type_code", tooltip="play the game of a code that you were given"),
        Binding("left", "length(-1)", "length", key_display="←→", tooltip="a shorter or longer quick game"),
        Binding("right", "length(1)"),
        Binding("shift+left", "level(-1)", "level", key_display="⇧←→", tooltip="weaker or stronger opponents"),
        Binding("shift+right", "level(1)"),
        Binding("j", "join_friend", "join", id="join_friend", tooltip="play at a friend's table"),
        Binding("i", "invite_friends", "invite friends", id="invite_friends",
                tooltip="friends play at their own terminals"),
        Binding("f2", "players", "players", show=False, id="players", tooltip="the computer players by name"),
        Binding("q", "quit", "quit", id="quit"),
    ]  # fmt: skip

    def __init__(self, asks_name: bool = False) -> None:
        super().__init__()
        self.saved: list[SavedGame] = []
        self.aces = Aces()
        self.asks_name = asks_name
        self._quick: TableSetup | None = None
        """The table of the quick game, once the user has changed its length."""
        self._checked = False
        """Whether checksums have been compared."""
        self._warning = ""
        """What is wrong with the settings."""
        self._to_work_on = ""
        """The kind of the user's mistakes that are due."""
        self._notes_seen: tuple[int, int] | None = None
        """Size and time of the scorebook's file of notes when the menu was last built."""

    def compose_body(self) -> ComposeResult:
        """Lay out cards, the name, the menu, and a line for errors."""
        # Add the class before the first styling, because adding it later would style everything again.
        self.set_class(self._offers(), "-offers", update=False)
        self.set_class(self._roomy(), "-roomy", update=False)
        self.aces.show(glyphs.letters(self.app.settings))
        yield Container(classes="home-space")
        yield self.aces
        yield Static("S  P  A  D  E  S", id="title")
        with Container(id="home-menu"):
            yield ChoiceList(self.menu(), spread=ROOMY)
        yield Static(with_keys(FIRST_HAND), id="offer", markup=False)
        form = FormLines()
        self.set_class(form.display, "-form", update=False)  # the form takes the row of an empty message
        yield form
        yield Container(classes="home-space")
        yield Page(id="problem")

    def prepare(self) -> None:
        """Name damaged files. In threads, import the reader of saved games, and ask for the user's form."""
        self._ask_form()
        damage = damage_words()  # of the files that the first frame took on trust
        self._checked = True
        if damage:
            self.say(f"{self._warning} {damage}".lstrip())
            self._show_menu()
        self._ask_mistakes()
        if self.saved:
            read = "spades_tui.play.resume"
            self.app.run_worker(partial(import_module, read), thread=True, group="import", exit_on_error=False)

    def _ask_mistakes(self) -> None:
        """Read the user's mistakes in a thread; without their file, nothing is imported."""
        if (data_folder() / DECK).exists():
            self._find_mistakes()

    @work(group="mistakes", exclusive=True)
    async def _find_mistakes(self) -> None:
        """Find what to work on in the user's mistakes, and what is wrong with their file."""
        words, problem = await asyncio.to_thread(_due_mistakes)
        if not self.has_widgets:
            return
        if words != self._to_work_on:
            self._to_work_on = words
            self._show_menu()
        if problem:
            self.say(problem)

    def _ask_form(self) -> None:
        """Ask the scorebook for the user's form."""
        self.query_one(FormLines).ask(self.app.settings.name)

    def menu(self) -> list[Choice]:
        """Return the lines of the menu."""
        self._notes_seen = _state_of_notes()
        self.saved = saved_games.suspended()
        choices = []
        if self.saved:
            game = self.saved[0]
            alike = sum(one.kind == game.kind for one in self.saved)
            many = ""
            if alike > 1:
                many = f"{alike} copies: " if game.kind == saved_games.FORK else f"{alike} games: "
            choices.append(Choice("continue", "Continue", game.title.within(many, f" · {when(game.when)}"), "c"))
        match = (data_folder() / MATCH).exists()  # what it says is read when it's chosen
        more = {"new": "New game", "learn": "Learn", "book": "Scorebook", "rules": "Rules", "settings": "Settings",
                "quit": "Quit"}  # fmt: skip
        notes = {"learn": self._to_work_on}
        return [
            *choices,
            Choice("quick", "Quick game", self._last_table(), "g"),
            Choice("daily", "Daily", "the same three hands for everybody, each day", "d"),
            *([Choice("match", "Match", "the same hands in turn: your latest match", "m")] if match else []),
            *(Choice(key, label, notes.get(key, ""), letter=key[0]) for key, label in more.items()),
        ]

    def _last_table(self) -> str:
        quick = self._quick
        told = saved_games.last_table_words(length=quick is None, by_sum=self._checked)
        if told is None:
            game = saved_games.variant_name(DEFAULT_GAME)
            against = " · you and three computer players" if quick is None else ""
            told = NameLine((f"{game}{against}",), ())
        chosen: tuple[str, ...] = ()
        if quick is not None:
            words = _later("presentation.new_table_words")
            length, levels = words.length_words(quick), words.levels_in_words(quick)
            chosen = tuple(filter(None, (length, levels)))
        return told.within("", "".join(f" · {words}" for words in chosen))

    def on_mount(self) -> None:
        """Adapt to the size of the terminal, and show an error, if any."""
        self.query_one(ChoiceList).focus()
        self._warning = self.app.warning_of_settings()
        self.say(self._warning)
        self._offer()
        self.on_resize()

    def _show_menu(self) -> None:
        self.query_one(ChoiceList).show(self.menu(), focus=False)
        self.on_resize()

    def _named(self, name: str) -> None:
        """Save the user's name, which the last table may have too."""
        old = self.app.settings
        self.app.settings = replace(old, name=name)
        if wrong := unsaved(old, self.app.settings, "Your name lasts"):
            self.say(wrong)
        with suppress(OSError):
            rename_in_last_table(login_name(), name)
        self._show_menu()
        self._ask_form()

    def _offer(self) -> None:
        """Offer a first hand to new users, unless they have declined once."""
        self.set_class(self._offers(), "-offers")
        self.refresh_bindings()

    def _offers(self) -> bool:
        return not games_folder().is_dir() and offers_first()

    def on_resize(self) -> None:
        """Use large cards if there is room."""
        tight = self.app.size.height < TIGHT
        self.update_classes(
            {
                "-roomy": self._roomy(),
                "-tight": tight,
                "-feats": not tight or not self.saved,
                "-many": any(len(listed.choices) > MANY for listed in self.query(ChoiceList)),
            }
        )
        self._make_room()

    def _roomy(self) -> bool:
        return self.app.size.height >= ROOMY.height and self.app.size.width >= ROOMY.width

    def on_screen_resume(self) -> None:
        """Update the menu: settings, lessons or unfinished games may have changed."""
        self._offer()
        if self.app.caught_up:
            self._ask_form()
        if _state_of_notes() != self._notes_seen:
            self._show_menu()
        self._ask_mistakes()
        offer = self.query_one("#offer", Static)
        if offer.content != with_keys(FIRST_HAND):
            offer.update(with_keys(FIRST_HAND))
        self.aces.show(glyphs.letters(self.app.settings))
        if self.asks_name:
            self.asks_name = False
            self.app.ask(_later("tui.setup.name_question").NameQuestion(), self._named)

    def take_line(self, choice: Choice) -> None:
        """Open the chosen screen."""
        app = self.app
        match choice.key:
            case "continue" if len(self.saved) == 1:
                _later("tui.dialogs").resume(app, self.saved[0].path, self.say)
            case "continue":
                app.push_screen(_later("tui.scorebook.unfinished").UnfinishedScreen())
            case "quick":
                if self._quick is not None:
                    with suppress(OSError):
                        remember_setup(self._quick)
                app.try_table(self._quick_game(), say=self.say)
            case "daily":
                _later("tui.setup.daily_screen").show_day(app)
            case "match":
                match = import_module("spades_tui.play.match").read_match()
                if match is None:
                    self.say("The file of your latest match can't be read. Begin a new one under New game.")
                else:
                    app.push_screen(_later("tui.setup.match_screen").MatchScreen(match))
            case "new":
                app.open_new_game()
            case "learn":
                app.push_screen(_later("tui.lessons.lesson_list").LearnScreen())
            case "book":
                app.open_book()
            case "rules":
                app.push_screen(_later("tui.setup.games_and_rules").RulesScreen())
            case "settings":
                app.open_settings()
            case "quit":
                app.exit()

    def action_type_code(self) -> None:
        """Ask for the code of a game, and play it."""
        _later("tui.dialogs").ask_code(self.app)

    def action_join_friend(self) -> None:
        """Ask for the line of a friend's table."""
        self.app.open_friends(self.app.joins)

    def action_invite_friends(self) -> None:
        """Let the user choose a game for friends elsewhere."""
        self.app.invite_friends()

    def action_players(self) -> None:
        """Show the named computer players."""
        self.app.push_screen(_later("tui.scorebook.cast_screen").CastScreen())

    def _quick_game(self) -> "TableSetup":
        """Return a game at the last table, or one person with computer players."""
        settings = self.app.settings
        return self._quick or _later("play.new_table").quick_setup(settings.name, settings.partner)

    def action_length(self, step: int) -> None:
        """Make the quick game longer or shorter, and later ones too."""
        self._change_quick("with_length", step)

    def action_level(self, step: int) -> None:
        """Make the opponents of the quick game, and of later ones, weaker or stronger."""
        self._change_quick("next_level", step)

    def _change_quick(self, change: str, step: int) -> None:
        setup = self._quick_game()
        self._quick = getattr(_later("play.new_table"), change)(setup, step)
        if self._quick == setup:
            self.app.bell()
        self._show_menu()

    def action_first_hand(self) -> None:
        """Begin the first lesson, as offered."""
        self.app.push_screen(_later("tui.lessons.lesson_list").LearnScreen(FIRST))

    def action_decline(self) -> None:
        """Decline: the lesson isn't offered again, but is in the list of lessons."""
        try:
            remember_offered()
        except OSError as error:
            self.say(f"Your answer can't be saved ({os_words(error)}).")
        self.remove_class("-offers")
        self.refresh_bindings()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing: no first hand is offered, or it isn't the quick game's line."""
        if action in ("length", "level"):
            chosen = [choices.chosen.key for choices in self.query(ChoiceList) if choices.has_focus]
            return None if chosen == ["quick"] else dead_key_reasons.NO_LENGTH
        if action in ("first_hand", "decline") and not self.has_class("-offers"):
            return dead_key_reasons.NO_FIRST_HAND
        return dead_key_reasons.QUIT_INSTEAD if action == "back" else None

    def action_quit(self) -> None:
        """Leave the program."""
        self.app.exit()

    def say(self, problem: str) -> None:
        """Show an error; in a short terminal it takes space from the rest."""
        self.set_class(bool(problem), "-problem")
        self.query_one(Page).say(problem, wrong=bool(problem))
        self._make_room()

    def _make_room(self) -> None:
        """Make room for a long message: hide the cards in a short terminal."""
        lines = self.query_one(Page).lines_at(self.app.size.width - 2)
        self.set_class(lines > SHORT_MESSAGE_LINES and not self._roomy(), "-long")


def _due_mistakes() -> tuple[str, str]:
    """Return what to work on, and what is wrong with the file of mistakes."""
    mistakes, words = (import_module(f"spades_tui.lessons.{name}") for name in ("mistakes", "mistakes_words"))
    deck = mistakes.read_deck()
    return words.work_words(deck, mistakes.system_time()), " ".join(words.problem_words(replace(deck, gone=())))


def _later(name: str) -> ModuleType:
    """Import a module that the first frame doesn't need."""
    return import_module(f"spades_tui.{name}")


def _state_of_notes() -> tuple[int, int] | None:
    """Return size and time of the scorebook's file, which has the notes; None if there is no such file."""
    try:
        state = (data_folder() / saved_games.SCOREBOOK_FILE).stat()
    except OSError:
        return None
    return state.st_size, state.st_mtime_ns
