"""Persons: everyone in the scorebook, and one person's statistics by variant; renaming and merging."""

from collections.abc import Sequence
from functools import partial
from math import ceil

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from spades_tui.language.sentence_parts import plural
from spades_tui.presentation.person_words import figures, points_by_week
from spades_tui.presentation.scorebook_words import FEAT_WORDS, feat_row, feat_words, short_day
from spades_tui.scorebook.feats import FEATS, EarnedFeat
from spades_tui.scorebook.queries import PersonView
from spades_tui.scorebook.statistics import PersonStatistics, Together, WithPlayer
from spades_tui.settings import dead_key_reasons
from spades_tui.system.folders import games_folder
from spades_tui.tui.dialogs import AskChoice, AskLine, Confirmation
from spades_tui.tui.scorebook.cast_screen import games_words
from spades_tui.tui.scorebook.games_screen import GamesScreen
from spades_tui.tui.scorebook.pages_and_forms import BookPage
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, Shrinking, Spare, StateView, fit
from spades_tui.tui.widgets.chart import draw_lines, draw_pairs
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, wrapped
from spades_tui.tui.widgets.table import Head, Line, ListTable

COLUMNS_FOR_THREE = 90
"""Minimum columns for three columns of numbers, and for habits instead of styles."""


def figure_lines(one: PersonStatistics, columns: int) -> list[Line]:
    """Return the figures with their names, in this number of columns beside each other."""
    pairs = figures(one)
    rows = ceil(len(pairs) / columns)
    pairs += [("", "")] * (rows * columns - len(pairs))
    lines = []
    for row in range(rows):
        cells: list[Piece] = []
        for name, value in pairs[row::rows]:
            cells += [(name, inks.soft), (value, inks.text)]
        lines.append(Line(str(row), tuple(cells)))
    return lines


def people_lines(people: Sequence[Together], nobody: str, *, ahead: bool) -> list[Line]:
    """Return a row for each partner or opponent; opponents have the games in which the person was `ahead`."""
    lines, columns = [], 2 + ahead
    for other in people:
        numbers = [other.games, other.wins, other.ahead][:columns]
        cells = [(f"  {fit(other.name, 20):20}", inks.text)]
        cells += [(str(count), inks.text) for count in numbers]
        lines.append(Line(other.person, tuple(cells), (other.name, *numbers)))
    empty: Piece = ("", inks.text)
    return lines or [Line("", ((f"  {nobody:20}", inks.soft), *[empty] * columns))]


def cast_lines(cast: Sequence[WithPlayer], wide: bool) -> list[Line]:
    """Return a row for each named computer player, with the games as partner and as opponent and those won."""
    lines = []
    for player in cast:
        cells = [player.name, player.habit if wide else player.style, *games_words(player)]
        lines.append(Line(player.name, tuple((cell, inks.text) for cell in cells)))
    return lines


WEEK_EDGES = 10
"""Columns of a plot of weeks without its line."""


class PlotsView(StateView[tuple[PersonStatistics, bool]]):
    """A person's points week by week, and how often which bid took how many tricks."""

    DEFAULT_CSS = "PlotsView { width: 1fr; height: 1fr; min-height: 6; max-height: 18; }"

    def picture(self, canvas: Canvas, state: tuple[PersonStatistics, bool]) -> None:
        """Draw both plots side by side, with letters instead of signs if preferred."""
        one, letters = state
        height, half = canvas.height, canvas.width // 2
        canvas.put(0, 0, "points a hand, week by week", inks.gold, half - 1)
        canvas.put(half + 1, 0, "bid → and tricks ↑, how often", inks.gold, half - 1)
        weeks = one.weeks
        if len(weeks) > 1:
            values = points_by_week(weeks, half - WEEK_EDGES)
            columns = draw_lines(canvas, 0, 1, half - 2, height - 3, [values], [""])
            if columns:
                canvas.put(columns[0], height - 2, short_day(weeks[0].monday), inks.soft)
                canvas.right(columns[-1] + 1, height - 2, [(short_day(weeks[-1].monday), inks.soft)])
        elif weeks:
            _say(canvas, 0, 2, "Only one week so far, so there's no line yet.", half - 2)
        if one.pairs:
            draw_pairs(canvas, half + 1, 1, half - 2, height - 2, one.pairs, letters=letters)
        else:
            _say(canvas, half + 1, 2, "No bid has been scored yet.", half - 2)


def _say(canvas: Canvas, x: int, y: int, words: str, width: int) -> None:
    """Draw a sentence that there is nothing to show yet, wrapped to `width`."""
    for row, line in enumerate(wrapped(words, width)):
        canvas.put(x, y + row, line, inks.soft)


EVERY = "*"
"""The id of the line for all variants together."""


def person_choice(one: PersonView) -> Choice:
    """Return the line of a list for a person."""
    kind = "computer player · " if one.computer else ""
    return Choice(one.id, one.name, kind + plural(one.games, "game"))


class PersonsScreen(BookPage):
    """Everyone in the scorebook, people first."""

    HELP_LINES = ("A person is the same at every table. Computer players are listed by level.",)
    TITLE_LEFT = (("Scorebook · ", inks.soft), ("people", inks.bold))

    def compose_page(self) -> ComposeResult:
        """Lay out the list."""
        yield ChoiceList(id="everyone")

    def load(self) -> None:
        """Ask for all persons."""
        self.ask(lambda book: book.persons(), self._show)

    def _show(self, persons: tuple[PersonView, ...]) -> None:
        if not persons:
            self.say("Nobody is in the scorebook yet.")
            return
        self.query_one(ChoiceList).show(list(map(person_choice, persons)))

    def take_line(self, choice: Choice) -> None:
        """Show that person's page."""
        self.app.push_screen(PersonScreen(choice.key))


class FeatsScreen(BookPage):
    """The twelve feats of a person; Enter opens the hand that earned one."""

    HELP_LINES = (
        "A feat counts if you had no hint, coach or undo in its game. Enter opens the hand that earned it first.",
        "Feats from before the scorebook noted hands have a day only.",
    )
    TITLE_LEFT = (("Scorebook · ", inks.soft), ("feats", inks.bold))

    def __init__(self, person: str, name: str) -> None:
        super().__init__()
        self.person, self._whose = person, name
        self.feats: dict[str, EarnedFeat] = {}

    def compose_page(self) -> ComposeResult:
        """Lay out the list."""
        yield ChoiceList(id="everyone")

    def load(self) -> None:
        """Ask for the person's feats."""
        self.ask(lambda book: book.feats(self.person), self._show)

    def _show(self, feats: tuple[EarnedFeat, ...]) -> None:
        self.feats = {feat.name: feat for feat in feats}
        star = glyphs.sign("★ ", self.letters)
        choices = []
        for name in FEATS:
            mark = star if name in self.feats else "  "
            choices.append(Choice(name, f"{mark}{FEAT_WORDS[name]}", feat_row(name, self.feats.get(name))))
        self.query_one(ChoiceList).show(choices)
        self.set_top([(f"Feats · {self._whose}", inks.bold)], [(f"{len(feats)} of {len(FEATS)}", inks.gold)])

    def take_line(self, choice: Choice) -> None:
        """Open the hand that earned the feat, if it's known."""
        feat = self.feats.get(choice.key)
        if feat is None:
            self.say("You haven't earned this feat yet.")
        elif not feat.hand:
            self.say("The scorebook doesn't know the hand that earned this feat.")
        elif feat.file is None or not (games_folder() / feat.file).is_file():
            self.say("The file of this game is gone.")
        else:
            self.show_hands(games_folder() / feat.file, feat.hand)


class PersonScreen(BookPage):
    """A person's statistics, by variant."""

    HELP_LINES = (
        "Up and down choose the game; Page Up and Page Down scroll what it says.",
        "Points are the side's. The darker a square, the more often that bid took that many tricks; on the line, bid "
        "and tricks are equal.",
        "Luck and play come from a game's review; a dash means there is none.",
        "Partners, opponents and named computer players come last.",
    )
    TITLE_LEFT = (("Scorebook", inks.bold),)
    BINDINGS = [
        Binding("pagedown,right,enter", "page(1)", "next page", key_display="PgDn"),
        Binding("left", "page(-1)"),
        Binding("g", "games", "games", id="games"),
        Binding("f", "feats", "feats", id="feats"),
        Binding("n", "rename", "rename", id="rename"),
        Binding("m", "merge", "merge", id="merge"),
    ]

    def __init__(self, person: str) -> None:
        super().__init__()
        self.person = person
        self.variant: str | None = None
        self.one: PersonStatistics | None = None

    def compose_page(self) -> ComposeResult:
        """Lay out the variants and the numbers."""
        with Horizontal():
            yield ChoiceList(click_takes=False, takes=False, id="variants")
            yield PageScroll(
                ListTable(cursor=False, id="figures"), Page(id="feats"), PlotsView(),
                ListTable(cursor=False, id="with"), ListTable(cursor=False, id="against"),
                ListTable(cursor=False, id="cast"), Page(id="about-cast"), id="numbers",
            )  # fmt: skip

    def load(self) -> None:
        """Ask for the statistics of the chosen variant."""
        person, variant = self.person, self.variant
        self.ask(lambda book: book.statistics(person, variant), self._show)

    def _show(self, one: PersonStatistics) -> None:
        self.one = one
        choices = [Choice(EVERY, "All games")]
        for slug, title, games in one.variants:
            choices.append(Choice(slug, title, plural(games, "game")))
        self.query_one(ChoiceList).show(choices, one.variant or EVERY)
        kind = Spare(" · computer player" if one.computer else "")
        title = next((title for slug, title, _ in one.variants if slug == one.variant), "all games")
        name = one.name if one.computer else Shrinking(one.name)
        about = f" · {title} · {plural(one.games, 'game')}"
        self.set_top([(name, inks.bold), (kind, inks.soft), (about, inks.soft)])
        self._show_numbers(one)
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Use more columns if there is room."""
        if self.one is not None:
            self.call_after_refresh(self._show_numbers, self.one)

    def _show_numbers(self, one: PersonStatistics) -> None:
        """Show the statistics in as many columns as fit."""
        wide = self.query_one("#numbers").size.width >= COLUMNS_FOR_THREE
        games, won = Head("games", right=True), Head("won", right=True)
        figures = (Head(gap=1), Head(gap=3, shrinks=True)) * (3 if wide else 2)
        self.query_one("#figures", ListTable).show(figures, figure_lines(one, len(figures) // 2))
        feats = self.query_one("#feats", Page)
        feats.show([Paragraph(feat_words(one.feats, glyphs.plain()), inks.gold)])
        feats.display = bool(one.feats)
        self.query_one(PlotsView).show((one, self.letters))
        with_whom = people_lines(one.partners, "plays alone here", ahead=False)
        self.query_one("#with", ListTable).show((Head("With"), games, won), with_whom)
        against = people_lines(one.opponents, "nobody yet", ahead=True)
        self.query_one("#against", ListTable).show((Head("Against"), games, won, Head("ahead", right=True)), against)
        cast = (Head("By name"), Head(), Head("with", right=True), won, Head("against", right=True), won)
        self.query_one("#cast", ListTable).show(cast, cast_lines(one.cast, wide))
        words = f"Games with each, and against. Won: by {one.name}, against players of any level."
        self.query_one("#about-cast", Page).show([Paragraph(words, inks.soft)])
        for about_cast in self.query("#cast, #about-cast"):
            about_cast.display = bool(one.cast)

    def on_option_list_option_highlighted(self, event: ChoiceList.OptionHighlighted) -> None:
        """Show another variant."""
        variant = None if event.option_id == EVERY else event.option_id
        if variant != self.variant:
            self.variant = variant
            self.load()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing: the scorebook isn't open, or a computer player can't be renamed."""
        if self.one is None:
            return dead_key_reasons.BOOK_NOT_OPEN if action in ("rename", "merge", "games", "feats") else None
        if action == "feats" and self.one.computer:
            return dead_key_reasons.NO_FEATS
        return dead_key_reasons.COMPUTER_PLAYER if action in ("rename", "merge") and self.one.computer else None

    def action_games(self) -> None:
        """Show the person's games."""
        assert self.one is not None
        self.app.push_screen(GamesScreen(person=self.person, name=self.one.name))

    def action_feats(self) -> None:
        """Show the person's feats."""
        assert self.one is not None
        self.app.push_screen(FeatsScreen(self.person, self.one.name))

    def action_rename(self) -> None:
        """Ask for another name."""
        one = self.one
        assert one is not None

        def rename(name: str) -> None:
            self.change(lambda book: book.rename(one.person, name), lambda _: f"{one.name} is now called {name}.")

        words = f"New name for {one.name}. Earlier games stay with the same person."
        self.app.ask(AskLine("Rename", words, one.name), rename)

    def action_merge(self) -> None:
        """Ask for another name of the same person, and for confirmation; then merge the two."""
        assert self.one is not None
        self.ask(lambda book: book.persons(), partial(self._ask_merge, self.one), "merge")

    def _ask_merge(self, one: PersonStatistics, persons: tuple[PersonView, ...]) -> None:
        others = {other.id: other for other in persons if not other.computer and other.id != one.person}
        if not others:
            self.say("There's nobody else to merge with.")
            return
        words = f"Merge {one.name} with whom? All games of {one.name} go to that person."

        def chosen(key: str) -> None:
            other = others[key]

            def said(_: None) -> str:
                self.person = other.id
                return f"{one.name} merged with {other.name}."

            again = f"Merge {one.name} with {other.name}? You can't undo this."
            question = Confirmation("Merge", again, "Merge", "Keep both", at="no")
            merge = partial(self.change, lambda book: book.merge(one.person, other.id), said)
            self.app.ask(question, lambda _: merge())

        choices = list(map(person_choice, others.values()))
        self.app.push_screen(AskChoice("Merge", words, choices, opens=chosen))
