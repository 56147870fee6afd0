"""The hands of a reviewed game: their figures and their stories."""

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll

from spades_tui.analysis.review import MEASURES, NEAR_END_NOTE, Review
from spades_tui.language.sentence_parts import capitalized
from spades_tui.presentation.hand_story_words import uncounted_words
from spades_tui.presentation.wording import points_words
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.paragraphs import Page, Paragraph
from spades_tui.tui.widgets.table import Head, Line, ListTable

HOW = (
    "Each decision is compared with the best computer player's choice, which knows only what you knew. It plays out "
    "many deals that fit what you had seen.",
    " ".join(f"{capitalized(name)}: {meaning}." for name, meaning in MEASURES.items()),
    "All are points against the others' average. They count what bags will cost. "
    f"*: {NEAR_END_NOTE}.",
)


class HandsScreen(SpadesScreen):
    """The value of the cards in each hand, the cost of the play, the luck, and the hand's story."""

    ALLOW_SELECT = True
    TITLE_LEFT = (("Review · ", inks.soft), ("hand by hand", inks.bold))
    BINDINGS = [
        Binding("enter", "back"),
        Binding("t", "back", id="by_hand"),
    ]

    def __init__(
        self, names: tuple[str, ...], review: Review, unit: int,
        stories: Mapping[tuple[int, int], tuple[str, ...]],
    ) -> None:  # fmt: skip
        """Create the table; `unit`: the points that are written as 1 (`Ruleset.points_unit`).

        `stories`: the sentences about each hand, by hand and seat.
        """
        super().__init__()
        self._names, self._review, self._unit, self._stories = names, review, unit, stories

    def compose_body(self) -> ComposeResult:
        """Lay out a table for each person, and an explanation."""
        with VerticalScroll(classes="thin-scrollbar"):
            for _ in self._review.seats:
                yield ListTable(cursor=False)
            several = len(self._review.seats) > 1
            page = [Paragraph(sentence, inks.soft) for sentence in HOW]
            for seat in self._review.seats:
                lead = f"{self._names[seat]}: " if several else ""
                uncounted = uncounted_words(self._review, self._stories, seat)
                if uncounted:
                    page.append(Paragraph(uncounted, inks.text, lead))
            for (hand, seat), sentences in self._stories.items():
                who = f"{self._names[seat]}, " if several else ""
                page.append(Paragraph(" ".join(sentences), lead=f"{who}hand {hand}: "))
            yield Page(page)

    def on_mount(self) -> None:
        """Fill the tables."""
        for seat, table in zip(self._review.seats, self.query(ListTable), strict=True):
            table.show(*self._figures(seat))

    def _figures(self, seat: int) -> tuple[list[Head], list[Line]]:
        """Return the columns, and a row for each hand and for the whole game."""
        rows = [(hand.label, hand.figures) for hand in self._review.hands if hand.seat == seat]
        lines = []
        for name, figures in [*rows, ("together", self._review.totals(seat))]:
            ink = inks.bold if name == "together" else inks.text
            cells = [(name, ink)]
            for points in figures.values():
                cells.append((points_words(points, self._unit), ink))
            lines.append(Line(name, tuple(cells)))
        heads = [Head(f"{name:>8}", right=True) for name in MEASURES]
        return [Head(self._names[seat]), *heads], lines
