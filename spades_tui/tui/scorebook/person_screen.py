"""Persons: everyone in the scorebook, and one person's statistics by variant; renaming and merging."""

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from spades_tui.rules.component import plural
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import Reason
from spades_tui.tui.dialogs import AskChoice, AskLine, confirmation
from spades_tui.tui.scorebook.games_screen import GamesScreen
from spades_tui.tui.scorebook.scorebook_page import COLUMNS_FOR_LONG_LISTS, BookPage
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.canvas import Shrinking, Spare
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.numbers_view import NumbersView, pages

if TYPE_CHECKING:
    from spades_tui.scorebook.queries import PersonView
    from spades_tui.scorebook.statistics import PersonStatistics

EVERY = "*"
"""The id of the line for all variants together."""


def person_choice(one: "PersonView") -> Choice:
    """Return the line of a list for a person."""
    kind = "computer player · " if one.computer else ""
    return Choice(one.id, one.name, kind + plural(one.games, "game"))


class PersonsScreen(BookPage):
    """Everyone in the scorebook, people first."""

    HELP_LINES = ("A person is the same at every table. Computer players are listed by level.",)
    TITLE_LEFT = (("Scorebook · ", palette.soft), ("people", palette.bold))
    BINDINGS = bindings_of("persons")
    DEFAULT_CSS = "PersonsScreen #persons { padding: 1 3; }"

    def compose_page(self) -> ComposeResult:
        """Lay out the list."""
        with Container(classes="scrolled", id="persons"):
            yield ChoiceList()

    def load(self) -> None:
        """Ask for all persons."""
        self.ask(lambda book: book.persons(), self._show)

    def _show(self, persons: tuple["PersonView", ...]) -> None:
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
    TITLE_LEFT = (("Scorebook", palette.bold),)
    BINDINGS = bindings_of("person")

    def __init__(self, person: str) -> None:
        super().__init__()
        self.person = person
        self.variant: str | None = None
        self.page = 0
        self.one: PersonStatistics | None = None

    def compose_page(self) -> ComposeResult:
        """Lay out the variants and the numbers."""
        with Horizontal():
            with Container(classes="listed", id="variants"):
                yield ChoiceList(click_takes=False)
            with Container(classes="scrolled", id="numbers"):
                yield NumbersView()

    def load(self) -> None:
        """Ask for the statistics of the chosen variant."""
        person, variant = self.person, self.variant
        self.ask(lambda book: book.statistics(person, variant), self._show)

    def _show(self, one: "PersonStatistics") -> None:
        self.one = one
        wide = self.app.size.width >= COLUMNS_FOR_LONG_LISTS
        choices = [Choice(EVERY, "All games", "")]
        choices += [Choice(slug, title, plural(games, "game") if wide else "") for slug, title, games in one.variants]
        self.query_one(ChoiceList).show(choices, one.variant or EVERY)
        self._draw()
        self.refresh_bindings()

    def _draw(self) -> None:
        one = self.one
        if one is None:
            return
        names = pages(one)
        self.page = min(self.page, len(names) - 1)
        title = next((title for slug, title, _ in one.variants if slug == one.variant), "all games")
        kind = Spare(" · computer player" if one.computer else "")
        self.set_top(
            [(one.name if one.computer else Shrinking(one.name), palette.bold), (kind, palette.soft),
             (f" · {title} · {plural(one.games, 'game')}", palette.soft)],
            [(names[self.page], palette.gold), (f"  {self.page + 1} of {len(names)}", palette.soft)],
        )
        self.query_one(NumbersView).show(one, self.letters, self.page)

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

    def why_not(self, action: str, parameters: tuple[object, ...]) -> Reason | None:
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

    def _ask_merge(self, one: "PersonStatistics", persons: tuple["PersonView", ...]) -> None:
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
