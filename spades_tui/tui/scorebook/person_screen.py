"""Persons: everyone in the scorebook, and one person's statistics by variant; renaming and merging."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from math import ceil

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll

from spades_tui.language.amounts import plural, times
from spades_tui.presentation.scorebook_words import (
    FEAT_WORDS,
    NONE,
    feat_row,
    feat_words,
    gained,
    number,
    share,
    short_day,
)
from spades_tui.rules import season_words
from spades_tui.scorebook.feats import FEATS, EarnedFeat
from spades_tui.scorebook.queries import PersonView
from spades_tui.scorebook.season import is_computer
from spades_tui.scorebook.statistics import PersonStatistics, Together, WeekPoints, WithPlayer
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
from spades_tui.tui.widgets.paragraphs import Page, Paragraph, wrapped
from spades_tui.tui.widgets.table import Head, Line, Table

COLUMNS_FOR_THREE = 90
"""Minimum columns for three columns of numbers, and for habits instead of styles."""
ROWS_FOR_PEOPLE = 38
"""Minimum rows of the screen for partners and opponents below the plots."""
PAGES = ("numbers", "with and against whom", "computer players by name")


def pages(one: PersonStatistics) -> tuple[str, ...]:
    """Return the titles of the pages; the last is only for people who have met named computer players."""
    return PAGES if one.cast else PAGES[:2]


def figures(one: PersonStatistics) -> list[tuple[str, str]]:
    """Return the figures with their names; a dash for what no game, bid or hand has shown yet."""

    def counted(count: int) -> str:
        return str(count) if one.hands else NONE

    places = ", ".join(map(str, one.places))
    best, missed, off, coached = NONE, NONE, NONE, list[tuple[str, str]]()
    if one.partners:
        partner = one.partners[0]
        name = "computer" if is_computer(partner.person) else partner.name  # the next page has its level
        best = f"{name}, {partner.wins} of {partner.games}"
    if one.bids:
        missed = times(one.set)
    if one.off_hands:
        off = f"+{one.off_over} −{one.off_short}"
    if one.coached:
        coached.append(("coached", str(one.coached)))
    return [
        ("games won", share(one.wins, one.games)),
        ("1st, 2nd, …", places or NONE),
        ("points a hand", number(one.points_per_hand)),
        ("bids made", share(one.made, one.bids)),
        ("set", missed),
        ("bags", counted(one.bags)),
        ("average bid", number(one.average_bid, 2)),
        ("average tricks", number(one.average_tricks, 2)),
        ("zeros made", share(one.zeros_made, one.zeros)),
        ("blind made", share(one.blinds_made, one.blinds)),
        ("Bemos kept", share(one.bemos_kept, one.bemos)),
        *((words, counted(getattr(one, field))) for field, words in season_words.FIGURES.items()),
        ("tricks off", off),
        ("undone", counted(one.take_backs)),
        *coached,
        ("luck", gained(one.luck)),
        ("play", gained(one.play)),
        ("best partner", best),
        ("hands", counted(one.hands)),
    ]


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


def points_by_week(weeks: Sequence[WeekPoints], most: int) -> list[int]:
    """Return the points a hand week by week, in at most `most` steps of equal length; a step without hands repeats."""
    first = weeks[0].monday
    span = (weeks[-1].monday - first).days // 7 + 1
    long = ceil(span / max(2, most))
    hands, points = Counter[int](), Counter[int]()
    for week in weeks:
        step = (week.monday - first).days // 7 // long
        hands[step] += week.hands
        points[step] += week.points
    value, values = 0, []
    for step in range(ceil(span / long)):
        if hands[step]:
            value = round(points[step] / hands[step])
        values.append(value)
    return values


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
        "Up and down choose the game; left, right and Enter turn the page.",
        "Points are the side's. The darker a square, the more often that bid took that many tricks; on the line, bid "
        "and tricks are equal.",
        "Luck and play come from a game's review; a dash means there is none.",
        "If you have played with named computer players, one page is about them.",
    )
    TITLE_LEFT = (("Scorebook", inks.bold),)
    BINDINGS = [
        Binding("right", "turn", "page", key_display="←→"),
        Binding("left", "turn(-1)"),
        Binding("pageup", "page(-1)", "page up", show=False),
        Binding("pagedown", "page(1)", "page down", show=False),
        Binding("g", "games", "games", id="games"),
        Binding("f", "feats", "feats", id="feats"),
        Binding("n", "rename", "rename", id="rename"),
        Binding("m", "merge", "merge", id="merge"),
    ]

    def __init__(self, person: str) -> None:
        super().__init__()
        self.person = person
        self.variant: str | None = None
        self.page = 0
        self.one: PersonStatistics | None = None

    def compose_page(self) -> ComposeResult:
        """Lay out the variants and the numbers."""
        with Horizontal():
            yield ChoiceList(click_takes=False, id="variants")
            with VerticalScroll(id="numbers", can_focus=False):  # the page's class shows a part of it
                yield Table(cursor=False, id="figures", classes="-numbers")
                yield Page(id="feats", classes="-numbers")
                yield PlotsView(id="plots")
                yield Table(cursor=False, id="with", classes="-people")
                yield Table(cursor=False, id="against", classes="-people")
                yield Table(cursor=False, id="cast", classes="-cast")
                yield Page(id="about-cast", classes="-cast")

    def load(self) -> None:
        """Ask for the statistics of the chosen variant."""
        person, variant = self.person, self.variant
        self.ask(lambda book: book.statistics(person, variant), self._show)

    def _show(self, one: PersonStatistics) -> None:
        self.one = one
        self._list_variants(one, one.variant or EVERY)
        self._draw()
        self.refresh_bindings()

    def _list_variants(self, one: PersonStatistics, chosen: str) -> None:
        """List the variants; a long list has room for the number of their games."""
        choices = [Choice(EVERY, "All games", "")]
        for slug, title, games in one.variants:
            choices.append(Choice(slug, title, self.beside(plural(games, "game"))))
        self.query_one(ChoiceList).show(choices, chosen)

    def on_resize(self) -> None:
        """Use longer lists if there is room."""
        if self.one is not None:
            self._list_variants(self.one, self.query_one(ChoiceList).chosen.key)
            self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        one = self.one
        if one is None:
            return
        names = pages(one)
        self.page = min(self.page, len(names) - 1)
        title = next((title for slug, title, _ in one.variants if slug == one.variant), "all games")
        kind = Spare(" · computer player" if one.computer else "")
        self.set_top(
            [
                (one.name if one.computer else Shrinking(one.name), inks.bold),
                (kind, inks.soft),
                (f" · {title} · {plural(one.games, 'game')}", inks.soft),
            ],
            [(names[self.page], inks.gold), (f"  {self.page + 1} of {len(names)}", inks.soft)],
        )
        self._show_page(one, self.page)

    def _show_page(self, one: PersonStatistics, page: int) -> None:
        """Show a page of the statistics."""
        numbers = self.query_one("#numbers")
        wide, tall = numbers.size.width >= COLUMNS_FOR_THREE, numbers.size.height >= ROWS_FOR_PEOPLE
        numbers.set_classes(f"thin-scrollbar -page-{page}{' -tall' if tall else ''}")
        games, won = Head("games", right=True), Head("won", right=True)
        if page == 0:
            figures = (Head(gap=1), Head(gap=3, shrinks=True)) * (3 if wide else 2)
            self.query_one("#figures", Table).show(figures, figure_lines(one, len(figures) // 2))
            feats = self.query_one("#feats", Page)
            feats.show([Paragraph(feat_words(one.feats, glyphs.plain()), inks.gold)])
            feats.set_class(bool(one.feats), "-numbers")
            self.query_one(PlotsView).show((one, self.letters))
        if page == 1 or (page == 0 and tall):
            with_whom = people_lines(one.partners, "plays alone here", ahead=False)
            self.query_one("#with", Table).show((Head("With"), games, won), with_whom)
            against = people_lines(one.opponents, "nobody yet", ahead=True)
            self.query_one("#against", Table).show((Head("Against"), games, won, Head("ahead", right=True)), against)
        if page == 2:
            cast = (Head(), Head(), Head("with", right=True), won, Head("against", right=True), won)
            self.query_one("#cast", Table).show(cast, cast_lines(one.cast, wide))
            words = f"Games with each, and against. Won: by {one.name}, against players of any level."
            self.query_one("#about-cast", Page).show([Paragraph(words, inks.soft)])

    def on_option_list_option_highlighted(self, event: ChoiceList.OptionHighlighted) -> None:
        """Show another variant."""
        variant = None if event.option_id == EVERY else event.option_id
        if variant != self.variant:
            self.variant = variant
            self.load()

    def take_line(self, choice: Choice) -> None:
        """Turn the page, because the chosen variant is already shown."""
        self.action_turn()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing: the scorebook isn't open, or a computer player can't be renamed."""
        if self.one is None:
            return dead_key_reasons.BOOK_NOT_OPEN if action in ("rename", "merge", "games", "turn", "feats") else None
        if action == "feats" and self.one.computer:
            return dead_key_reasons.NO_FEATS
        return dead_key_reasons.COMPUTER_PLAYER if action in ("rename", "merge") and self.one.computer else None

    def action_turn(self, step: int = 1) -> None:
        """Show the next or the previous page."""
        if self.one is None:
            return
        self.page = (self.page + step) % len(pages(self.one))
        self._draw()
        self.query_one("#numbers").scroll_home(animate=False)

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

        choices = [person_choice(other) for other in others.values()]
        self.app.push_screen(AskChoice("Merge", words, choices, opens=chosen))
