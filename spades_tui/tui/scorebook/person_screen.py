"""Persons: everyone in the scorebook, and one person's statistics by variant; renaming and merging."""

from collections.abc import Sequence
from functools import partial

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal

from spades_tui.language.amounts import plural
from spades_tui.presentation.scorebook_words import NONE, day, feat_words, gained, number, share
from spades_tui.scorebook.queries import PersonView
from spades_tui.scorebook.statistics import PersonStatistics, Together
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.dialogs import AskChoice, AskLine, confirmation
from spades_tui.tui.scorebook.games_screen import GamesScreen
from spades_tui.tui.scorebook.pages_and_forms import COLUMNS_FOR_LONG_LISTS, BookPage
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, Shrinking, Spare, StateView, fit
from spades_tui.tui.widgets.chart import Series, draw_lines, draw_pairs
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import wrapped

COMPUTER = "Computer "
"""The beginning of a computer player's label, left out if there is little room."""
LABEL = 14
COLUMNS_FOR_THREE = 90
"""Minimum columns for three columns of numbers and larger plots."""
PAGES = ("numbers", "with and against whom", "computer players by name")
MOST_PEOPLE = 40
"""Maximum number of partners, and of opponents."""


def pages(one: PersonStatistics) -> tuple[str, ...]:
    """Return the titles of the pages; the last is only for people who have met named computer players."""
    return PAGES if one.cast else PAGES[:2]


def figures(one: PersonStatistics) -> list[tuple[str, str]]:
    """Return the figures with their names."""
    places = ", ".join(str(count) for count in one.places)
    best = [f"{partner.name}, {partner.wins} of {partner.games}" for partner in one.partners[:1]]
    return [
        ("games won", share(one.wins, one.games)),
        ("1st, 2nd, …", places or NONE),
        ("points a hand", number(one.points_per_hand)),
        ("bids made", share(one.made, one.bids)),
        ("set", f"{one.set}×" if one.bids else NONE),
        ("bags", str(one.bags) if one.hands else NONE),
        ("average bid", number(one.average_bid, 2)),
        ("average tricks", number(one.average_tricks, 2)),
        ("zeros made", share(one.zeros_made, one.zeros)),
        ("blind made", share(one.blinds_made, one.blinds)),
        ("Bemos kept", share(one.bemos_kept, one.bemos)),
        ("boneheads", str(one.boneheads) if one.hands else NONE),
        ("tricks off", f"+{one.off_over} −{one.off_short}" if one.off_hands else NONE),
        ("undone", str(one.take_backs) if one.hands else NONE),
        *([("coached", str(one.coached))] if one.coached else []),
        ("luck", gained(one.luck)),
        ("play", gained(one.play)),
        ("best partner", best[0] if best else NONE),
        ("hands", str(one.hands) if one.hands else NONE),
    ]


class NumbersView(StateView[tuple[PersonStatistics, bool, int]]):
    """A page of the statistics of a person in one variant or in all, with letters instead of signs if preferred."""

    DEFAULT_CSS = "NumbersView { width: 1fr; height: auto; min-height: 100%; }"

    def show(self, state: tuple[PersonStatistics, bool, int]) -> None:
        """Show these statistics, in as many rows as they need."""
        super().show(state)
        self.refresh(layout=True)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return the rows needed, perhaps more than fit on the screen."""
        match self.state:
            case one, _, 1:
                return min(MOST_PEOPLE, len(one.partners)) + min(MOST_PEOPLE, len(one.opponents)) + 6
            case one, _, 2:
                return len(one.cast) + 4
            case _:
                return 1

    def picture(self, canvas: Canvas, state: tuple[PersonStatistics, bool, int]) -> None:
        """Draw the chosen page."""
        one, letters, page = state
        if page == 1:
            self._people(canvas, 0, one)
        elif page == 2:
            self._cast(canvas, one)
        else:
            y = self._plots(canvas, self._numbers(canvas, one), one, letters)
            if canvas.height - y >= 8:
                self._people(canvas, y, one)

    def _numbers(self, canvas: Canvas, one: PersonStatistics) -> int:
        told = figures(one)
        columns = 3 if canvas.width >= COLUMNS_FOR_THREE else 2
        rows = -(-len(told) // columns)
        width = canvas.width // columns
        for n, (name, value) in enumerate(told):
            column, row = divmod(n, rows)
            canvas.put(column * width, row, name, inks.soft)
            room = width - LABEL - 2
            ways = (value, value.removeprefix(COMPUTER), value.removeprefix(COMPUTER).partition(", ")[0])
            value = next((one for one in ways if cell_len(one) <= room), ways[-1])
            canvas.put(column * width + LABEL + 1, row, value, inks.text, room)
        for feat in wrapped(feat_words(one.feats, glyphs.plain()), canvas.width) if one.feats else ():
            canvas.put(0, rows, feat, inks.gold)
            rows += 1
        return rows + 1

    def _plots(self, canvas: Canvas, y: int, one: PersonStatistics, letters: bool) -> int:
        room = canvas.height - y
        height = min(room, 18)
        if height < 6:
            return y
        half = canvas.width // 2
        canvas.put(0, y, "points a hand, week by week", inks.gold, half - 1)
        canvas.put(half + 1, y, "bid → and tricks ↑, how often", inks.gold, half - 1)
        weeks = one.weeks
        if len(weeks) > 1:
            first = weeks[0].monday
            points = tuple(((week.monday - first).days / 7, week.points / (week.hands or 1)) for week in weeks)
            draw_lines(
                canvas, 0, y + 1, half - 2, height - 2, [Series(points)],
                below=(day(first, year=False)[:12], day(weeks[-1].monday, year=False)[:12]), letters=letters,
            )  # fmt: skip
        elif weeks:
            _say(canvas, 0, y + 2, "Only one week so far, so there's no line yet.", half - 2)
        if one.pairs:
            draw_pairs(canvas, half + 1, y + 1, half - 2, height - 2, one.pairs, letters=letters)
        else:
            _say(canvas, half + 1, y + 2, "No bid has been scored yet.", half - 2)
        return y + height

    def _people(self, canvas: Canvas, y: int, one: PersonStatistics) -> None:
        y = self._list(canvas, y, "With", one.partners, "plays alone here", with_=True)
        self._list(canvas, y + 1, "Against", one.opponents, "nobody yet", with_=False)

    def _cast(self, canvas: Canvas, one: PersonStatistics) -> None:
        """Draw the named computer players, as partners and as opponents, with the games won."""
        wide = canvas.width >= 70
        first, second = (44, 60) if wide else (24, 38)
        canvas.right(first + 4, 0, [("with", inks.gold)])
        canvas.right(second + 4, 0, [("against", inks.gold)])
        for x in (first, second):
            canvas.right(x - 2, 1, [("games", inks.soft)])
            canvas.right(x + 4, 1, [("won", inks.soft)])
        for y, player in enumerate(one.cast, 2):
            canvas.put(2, y, player.name, inks.text)
            canvas.put(9, y, player.habit if wide else player.style, inks.soft, first - 17)
            counts = ((first, player.games_with, player.won_with), (second, player.games_against, player.won_against))
            for x, games, won in counts:
                canvas.right(x - 2, y, [(str(games) if games else NONE, inks.text)])
                canvas.right(x + 4, y, [(str(won) if games else NONE, inks.text)])
        canvas.put(0, len(one.cast) + 3, f"Won: by {one.name}, against players of any level.", inks.soft)

    def _list(self, canvas: Canvas, y: int, title: str, people: Sequence[Together], nobody: str, *, with_: bool) -> int:
        canvas.put(0, y, title, inks.gold)
        for head, x in (("games", 24), ("won", 32), ("" if with_ else "ahead", 40)):
            canvas.right(x + 6, y, [(head, inks.soft)])
        if not people:
            canvas.put(2, y + 1, nobody, inks.soft)
            return y + 2
        for other in people[:MOST_PEOPLE]:
            y += 1
            canvas.put(2, y, fit(other.name, 20), inks.text)
            canvas.right(30, y, [(str(other.games), inks.text)])
            canvas.right(38, y, [(str(other.wins), inks.text)])
            if not with_:
                canvas.right(46, y, [(str(other.ahead), inks.text)])
        left = len(people) - MOST_PEOPLE
        if left > 0:
            y += 1
            canvas.put(2, y, f"and {plural(left, 'other')}", inks.soft)
        return y + 1


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
    DEFAULT_CSS = "PersonsScreen #persons { padding: 1 3; }"

    def compose_page(self) -> ComposeResult:
        """Lay out the list."""
        with Container(classes="scrolled thin-scrollbar", id="persons"):
            yield ChoiceList()

    def load(self) -> None:
        """Ask for all persons."""
        self.ask(lambda book: book.persons(), self._show)

    def _show(self, persons: tuple[PersonView, ...]) -> None:
        if not persons:
            self.say("Nobody is in the scorebook yet.")
            return
        listed = self.query_one(ChoiceList)
        listed.show([person_choice(one) for one in persons], listed.chosen.key)

    def take_line(self, choice: Choice) -> None:
        """Show that person's page."""
        self.app.push_screen(PersonScreen(choice.key))


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
        Binding("pageup", "scroll(-1)", "page up", show=False),
        Binding("pagedown", "scroll(1)", "page down", show=False),
        Binding("g", "games", "games", id="games"),
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
            with Container(classes="listed thin-scrollbar", id="variants"):
                yield ChoiceList(click_takes=False)
            with Container(classes="scrolled thin-scrollbar", id="numbers"):
                yield NumbersView()

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
        wide = self.app.size.width >= COLUMNS_FOR_LONG_LISTS
        choices = [Choice(EVERY, "All games", "")]
        choices += [Choice(slug, title, plural(games, "game") if wide else "") for slug, title, games in one.variants]
        self.query_one(ChoiceList).show(choices, chosen)

    def on_resize(self) -> None:
        """Use longer lists if there is room."""
        super().on_resize()
        if self.one is not None:
            self._list_variants(self.one, self.query_one(ChoiceList).chosen.key)

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
        self.query_one(NumbersView).show((one, self.letters, self.page))

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Show another variant."""
        variant = None if event.choice.key == EVERY else event.choice.key
        if variant != self.variant:
            self.variant = variant
            self.load()

    def take_line(self, choice: Choice) -> None:
        """Turn the page, because the chosen variant is already shown."""
        if self.one is not None:
            self.action_turn()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing: the scorebook isn't open, or a computer player can't be renamed."""
        if self.one is None:
            return dead_key_reasons.BOOK_NOT_OPEN if action in ("rename", "merge", "games", "turn") else None
        return dead_key_reasons.COMPUTER_PLAYER if action in ("rename", "merge") and self.one.computer else None

    def action_turn(self, step: int = 1) -> None:
        """Show the next or the previous page."""
        if self.one is None:
            return
        self.page = (self.page + step) % len(pages(self.one))
        self._draw()
        self.query_one("#numbers").scroll_home(animate=False)

    def action_scroll(self, step: int) -> None:
        """Scroll by a page."""
        place = self.query_one("#numbers")
        place.scroll_relative(y=step * max(1, place.size.height - 2), animate=False)

    def action_games(self) -> None:
        """Show the person's games."""
        if self.one is not None:
            self.app.push_screen(GamesScreen(person=self.person, name=self.one.name))

    def action_rename(self) -> None:
        """Ask for another name."""
        one = self.one
        if one is None:
            return

        def rename(name: str) -> None:
            self.change(lambda book: book.rename(one.person, name), lambda _: f"{one.name} is now called {name}.")

        words = f"New name for {one.name}. Earlier games stay with the same person."
        self.app.push_screen(AskLine("Rename", words, one.name, rename))

    def action_merge(self) -> None:
        """Ask for another name of the same person, and for confirmation; then merge the two."""
        one = self.one
        if one is not None:
            self.ask(lambda book: book.persons(), partial(self._ask_merge, one), "merge")

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
            merge = partial(self.change, lambda book: book.merge(one.person, other.id), said)
            self.app.push_screen(confirmation("Merge", again, "Merge", merge, "Keep both", at="no"))

        choices = [person_choice(other) for other in others.values()]
        self.app.push_screen(AskChoice("Merge", words, choices, chosen, stays=True))
