"""The scorebook: the tables, and the scoreboard of the chosen one, year by year (3B-24 … 3B-30)."""

from functools import partial

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll

from spades_tui.language.player_names import NameLine
from spades_tui.language.sentence_parts import plural
from spades_tui.presentation import season_debts
from spades_tui.presentation.scorebook_words import board_games, practice_words, session
from spades_tui.scorebook.queries import BookTable, Happened
from spades_tui.scorebook.record_keeper import CatchUpResult
from spades_tui.scorebook.scoreboard import BoardLine, Scoreboard
from spades_tui.scorebook.scorebook import Book
from spades_tui.scorebook.transfer import import_from
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.dialogs import AskChoice, Confirmation
from spades_tui.tui.scorebook.cast_screen import CastScreen
from spades_tui.tui.scorebook.games_screen import GamesScreen
from spades_tui.tui.scorebook.ladder_screen import LadderScreen
from spades_tui.tui.scorebook.pages_and_forms import BookPage, CorrectScreen, TableSettingsScreen
from spades_tui.tui.scorebook.person_screen import PersonScreen, PersonsScreen
from spades_tui.tui.scorebook.unfinished import UnfinishedScreen
from spades_tui.tui.scorebook_thread import sentence_about_others
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, heading
from spades_tui.tui.widgets.scoreboard_view import STAR_SIGNS, STARS_IN_LETTERS, layout, table_of, written_below
from spades_tui.tui.widgets.table import ListTable

HISTORY = 40

EMPTY = (
    "Your scorebook is empty",
    "Finish a game and you'll find it here: who won, who owes what, and what each of you is good at.",
    "You don't write anything down. Every finished game is added for you.",
)
FILLING = (
    Choice("new_game", "New game", "start one"),
    Choice("unfinished", "Unfinished games", "finish one"),
    Choice("import", "Import scorebook", "from a file, such as one from another computer"),
)
"""Ways to fill an empty scorebook."""

Shown = tuple[tuple[BookTable, ...], Scoreboard | None, tuple[Happened, ...], str]
"""The tables, the scoreboard of one, the events at it, and the sentence about games that don't count."""


def _label(table: BookTable) -> str:
    """Return a table's name; one made of people's names stays in parts, so that lists cut no name."""
    people = NameLine((), (*table.people[:-2], " & ".join(table.people[-2:])))
    return people if people == table.name else table.name


class BookScreen(BookPage):
    """All tables, and the scoreboard of one."""

    HELP_LINES = (
        "Every finished game is here. Tab moves between the tables and the scoreboard.",
        *season_debts.STANDING,
    )
    TITLE_LEFT = (("Scorebook", inks.bold),)
    BINDINGS = [
        Binding("left", "year(-1)", "year", key_display="←→"),
        Binding("right", "year(1)"),
        Binding("tab", "app.focus_next", "side", show=False),
        Binding("g", "games", "games", id="games"),
        Binding("p", "persons", "people", id="persons"),
        Binding("f2", "players", "players", show=False, id="players"),
        Binding("m", "more", "more", id="more"),
        Binding("t", "carried", "carried", id="carried"),
        Binding("d", "deck", "deck", id="deck"),
        Binding("l", "ladder", "ladder", id="ladder", tooltip="your rating among the levels"),
        Binding("s", "settings", "table settings", show=False, id="table_settings"),
        Binding("c", "correct", "correct scores", show=False, id="correct"),
        Binding("n", "rename", "rename table", show=False, id="rename"),
        Binding("+", "create", "new table", show=False, id="new_table"),
        Binding("u", "unfinished", "unfinished games", show=False, id="unfinished"),
        Binding("e", "export", "export scorebook", show=False, id="export"),
        Binding("i", "import", "import scorebook", show=False, id="import"),
        Binding("R", "rebuild", "rebuild scorebook", show=False, id="rebuild"),
        Binding("r", "again", "reload", show=False, id="read_again"),
    ]

    def __init__(self, table: str = "") -> None:
        super().__init__()
        self.table_id = table
        """The id of the table shown."""
        self.tables: tuple[BookTable, ...] = ()
        self.board: Scoreboard | None = None
        self._lately: tuple[Happened, ...] = ()
        self.year: int | None = None
        self._newest = True
        """Whether to show the latest year in which the table has played."""
        self._caught_up = self._shown = self._moved = False
        self._practice = ""
        """The sentence about games that don't count."""
        self._wanted = table

    @property
    def chosen(self) -> BoardLine | None:
        """The line of the chosen person."""
        if self.board is None:
            return None
        person = self.query_one(ListTable).chosen
        return next((line for line in self.board.lines if line.person == person), None)

    def compose_page(self) -> ComposeResult:
        """Lay out the tables and the scoreboard."""
        with Horizontal():
            yield ChoiceList(click_takes=False, id="tables")
            with Vertical(id="board"):
                yield Page(id="games-of-board")
                yield ListTable(id="persons")
                yield PageScroll(Page())
            with VerticalScroll(id="empty", can_focus=False):
                yield Page([heading(EMPTY[0]), Paragraph(), *map(Paragraph, EMPTY[1:])])
                yield ChoiceList(FILLING, click_takes=False, id="filling")

    def load(self) -> None:
        """Ask for the tables, and the scoreboard of the chosen one."""
        wanted, year, newest = self.table_id, self.year, self._newest

        def work(book: Book) -> Shown:
            tables, practice = book.tables(), practice_words(book)
            if not tables:
                return tables, None, (), practice
            ids = [table.id for table in tables]
            table, shown_year = wanted if wanted in ids else ids[0], year
            if newest:
                latest = book.games(table, limit=1)
                shown_year = latest[0].day.year if latest else None
            board = book.scoreboard(table, shown_year)
            return tables, board, book.history(table, HISTORY), practice

        self.ask(work, self._show)

    def _catch_up(self) -> None:
        """Add new records from the games folder, once the page is shown."""
        self._caught_up = True
        self.app.scorebook.catch_up(heard=self._caught)

    def _caught(self, games: int) -> None:
        if self.has_widgets:
            self.ask(lambda book: (games, book.tables(), practice_words(book)), self._changed, "catch-up")

    def _changed(self, found: tuple[int, tuple[BookTable, ...], str]) -> None:
        """Reload the page if games were added since, here or by another program."""
        games, tables, practice = found
        board = self.board
        if games or (board is not None and board.counting) or tables != self.tables:
            if not self._moved:  # the table that played last comes first
                self.table_id, self._newest, self._shown = self._wanted, True, False
            self.load()
        elif practice != self._practice:
            self.load()

    def _show(self, shown: Shown) -> None:
        if not self._caught_up:
            self.call_after_refresh(self._catch_up)
        first, before = not self._shown, self._practice
        self.tables, board, lately, self._practice = shown
        if board is None or self.said in ("", before):
            self.say(self._practice)
        newly_empty = board is None and not self.has_class("-empty")
        self.set_class(board is None, "-empty")
        if newly_empty:
            self.query_one("#filling").focus()
        if board is None:
            self.refresh_bindings()
            return
        self._shown, self._newest = True, False
        self.table_id, self.year = board.table.id, board.year
        choices = [Choice(table.id, _label(table), plural(table.games, "game")) for table in self.tables]
        self.query_one("#tables", ChoiceList).show(choices, self.table_id, focus=first and len(self.tables) > 1)
        self.board, self._lately = board, lately
        self._show_board(board)
        if first and len(self.tables) == 1:
            self.query_one(ListTable).focus()
        name, people = board.table.name, ", ".join(board.table.people)
        beside = "" if people == name else f"  {people}"
        years, place = self._years(board)
        right = [("‹ " if place else "  ", inks.soft)]
        for at, year in enumerate(years):
            if abs(at - place) <= 1:
                right.append((f"{year or 'all years'} ", inks.gold if at == place else inks.faint))
        right.append(("›" if place < len(years) - 1 else " ", inks.soft))
        left = [("Scorebook · ", inks.soft), (name, inks.bold), (beside, inks.soft)]
        self.set_top(left, right)
        self.refresh_bindings()

    def _years(self, board: Scoreboard) -> tuple[list[int | None], int]:
        """Return the table's years, with None for all of them, and the index of the one shown."""
        years: list[int | None] = [*board.years, None]
        return years, years.index(self.year) if self.year in years else len(years) - 1

    def _show_board(self, board: Scoreboard) -> None:
        """Show the columns that fit, with the same person chosen, and what is written below."""
        signs = STARS_IN_LETTERS if self.letters else STAR_SIGNS
        width = self.query_one("#board").size.width - 1
        laid = layout(board, width, self.letters)
        games = f"{board_games(board)} · {signs[0]} of {session(board.session)}"
        self.query_one("#games-of-board", Page).show([Paragraph(games, lead=f"{board.year or 'All years'} · ")])
        self.query_one(ListTable).show(*table_of(board, laid))
        page = written_below(board, self._lately, laid, width, signs)
        if not board.lines:
            page.insert(0, Paragraph("Nobody has played here yet."))
        self.query_one(PageScroll).page.show(page)

    def on_resize(self) -> None:
        """Use other columns if there is room."""
        if self.board is not None:
            self.call_after_refresh(self._show_board, self.board)

    def on_option_list_option_highlighted(self, event: ChoiceList.OptionHighlighted) -> None:
        """Show another table."""
        if self.has_class("-empty"):
            return
        self._moved = True
        if event.option_id != self.table_id:
            self.table_id, self._newest = event.option_id or "", True
            self.load()

    def take_line(self, choice: Choice) -> None:
        """Go to the table's scoreboard; or fill an empty scorebook."""
        if self.has_class("-empty"):
            getattr(self, f"action_{choice.key}")()
        else:
            self.query_one(ListTable).focus()

    def action_new_game(self) -> None:
        """Begin a game, which the scorebook adds when it is over."""
        self.app.open_new_game()

    def on_data_table_row_highlighted(self) -> None:
        """Update the keys, because another person may have other actions."""
        self.refresh_bindings()

    def on_data_table_row_selected(self) -> None:
        """Show a person's page."""
        if self.is_active:
            self.app.push_screen(PersonScreen(self.query_one(ListTable).chosen))

    def action_year(self, step: int) -> None:
        """Show the previous or the next year; after the last one come all years."""
        assert self.board is not None
        years, place = self._years(self.board)
        there = min(len(years) - 1, max(0, place + step))
        self._moved = True
        if there != place:
            self.year = years[there]
            self.load()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it works."""
        board = self.board
        if board is None:
            closed = ("carried", "deck", "correct", "settings", "rename", "games", "persons", "ladder", "year")
            why = dead_key_reasons.BOOK_EMPTY if self.has_class("-empty") else dead_key_reasons.BOOK_NOT_OPEN
            return why if action in closed else None
        owed = {"carried": "to_carry", "deck": "decks"}.get(action)
        if owed is not None and self._owing(owed) is None:
            return dead_key_reasons.NOBODY_OWES
        return dead_key_reasons.NO_LINES if action == "correct" and not board.lines else None

    def _owing(self, what: str) -> BoardLine | None:
        """Return the person who owes something, the chosen one first; None if there is none."""
        if self.board is None:
            return None
        lines = [*filter(None, [self.chosen]), *self.board.lines]
        return next((line for line in lines if getattr(line, what)), None)

    def action_carried(self) -> None:
        """Note that the violator has done their duty (3B-26)."""
        line, board = self._owing("to_carry"), self.board
        assert line is not None and board is not None
        self.ask_carried(board.table, line, "yes")

    def action_deck(self) -> None:
        """Note that a deck was brought (3B-24)."""
        line, board = self._owing("decks"), self.board
        assert line is not None and board is not None
        name, table, deck = line.name, board.table.id, board.table.settings.deck

        def paid(_: bool) -> None:
            self.change(
                lambda book: book.pay_deck(line.person, table),
                lambda left: f"{name} has brought {deck}" + (f" and owes {left} more." if left else "."),
            )

        self.app.ask(Confirmation("Deck", f"{name} owes {deck}. Is it here?", "Yes", "Not yet"), paid)

    def action_games(self) -> None:
        """Show the table's games."""
        assert self.board is not None
        self.app.push_screen(GamesScreen(table=self.board.table.id, name=self.board.table.name))

    def action_persons(self) -> None:
        """Show everyone in the scorebook."""
        self.app.push_screen(PersonsScreen())

    def action_players(self) -> None:
        """Show the named computer players."""
        self.app.push_screen(CastScreen())

    def action_ladder(self) -> None:
        """Show the user's ladder."""
        self.app.push_screen(LadderScreen())

    def action_settings(self, at: str = "session") -> None:
        """Show the table's settings."""
        assert self.board is not None
        self.app.push_screen(TableSettingsScreen(self, self.board.table, at))

    def action_rename(self) -> None:
        """Ask for another name of the table."""
        self.action_settings("name")

    def action_more(self) -> None:
        """Show a list of actions that are rarely needed."""
        choices = []
        if self.chosen is not None:
            about = f"{self.chosen.name}'s {season_debts.CORRECTED}"
            choices.append(Choice("correct", "Correct scores", about, "p"))
        if self.board is not None:
            about = f"name, people and forfeit of {self.board.table.name}"
            choices.append(Choice("settings", "Table settings", about, "s"))
        choices += [
            Choice("players", "Players", "the computer players by name", "y"),
            Choice("create", "New table", "a name and its people", "m"),
            Choice("unfinished", "Unfinished games", "resume, abandon, reopen", "u"),
            Choice("export", "Export scorebook", "as JSON Lines or CSV", "e"),
            Choice("import", "Import scorebook", "games you have are skipped", "i"),
            Choice("rebuild", "Rebuild scorebook", "from the saved games", "r"),
        ]
        words = "Rename people on their pages. Delete games in the list of games."
        self.app.push_screen(AskChoice("Scorebook", words, choices, opens=self._open))

    def _open(self, action: str) -> None:
        getattr(self, f"action_{action}")()

    def action_correct(self) -> None:
        """Open the form for corrections."""
        assert self.board is not None
        self.app.push_screen(CorrectScreen(self, self.board, self.query_one(ListTable).chosen))

    def action_create(self) -> None:
        """Open the form for a new table."""
        self.app.push_screen(TableSettingsScreen(self, None))

    def action_unfinished(self) -> None:
        """Show unfinished and abandoned games."""
        self.app.push_screen(UnfinishedScreen())

    def action_import(self) -> None:
        """Ask for a path, and import another scorebook's games and notes from it."""
        words = "Import a scorebook from this file, JSON Lines or CSV. Games you already have are skipped."
        self.ask_path("Import scorebook", words, lambda path: self.change(partial(import_from, path), imported))

    def action_rebuild(self) -> None:
        """Ask for confirmation, then recompute the scorebook from the records."""
        words = (
            "Rebuild the whole scorebook from the saved games and its own notes? With many games it takes a "
            "while. You can use the old scorebook until it's done."
        )

        def rebuild(_: bool) -> None:
            self.close_dialogs()
            self.say("Reading the saved games …")
            progress = partial(self.progress, "{} of {} read …", "game")
            self.app.scorebook.rebuild(lambda done: self.changed(rebuilt(done)), self.sorry, progress)

        self.app.ask(Confirmation("Rebuild", words, "Rebuild", "Keep the old one"), rebuild)

    def action_again(self) -> None:
        """Read the scorebook again, and add new records from the games folder."""
        self._caught_up = False
        self.load()


def imported(new: tuple[int, int]) -> str:
    """Return the sentence about an import."""
    games, facts = new
    if not games and not facts:
        return "Your scorebook already has everything in that file."
    return f"{plural(games, 'game')} and {plural(facts, 'fact')} imported."


def rebuilt(done: CatchUpResult) -> str:
    """Return the sentence about a recomputed scorebook."""
    words = [f"Scorebook rebuilt from {plural(done.games, 'game')}."]
    if done.kept:
        words.append(f"{plural(done.kept, 'game')} without a file {'was' if done.kept == 1 else 'were'} kept.")
    if done.broken:
        words.append(sentence_about_others(done.broken))
    return " ".join(words)
