"""The ladder: the user's rating in each game, among the levels of computer players."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from spades_tui.language.sentence_parts import plural
from spades_tui.play.setup import NAMES
from spades_tui.presentation import ladder_words
from spades_tui.scorebook.ladder import FIRST, Ladder
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.scorebook.pages_and_forms import BookPage
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, StateView
from spades_tui.tui.widgets.chart import draw_lines
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph
from spades_tui.tui.widgets.table import Head, Line, ListTable

EDGES = 10
"""Columns of the plot without its line."""


class RatingView(StateView[tuple[int, ...]]):
    """The rating after each day with a game that counted."""

    DEFAULT_CSS = "RatingView { width: 1fr; height: 1fr; min-height: 4; max-height: 14; }"

    def picture(self, canvas: Canvas, state: tuple[int, ...]) -> None:
        """Draw the line of the latest days that fit."""
        if len(state) > 1:
            canvas.put(0, 0, "your rating above club's, day by day", inks.gold)
            most = max(2, canvas.width - EDGES)
            above = [rating - FIRST for rating in state[-most:]]
            draw_lines(canvas, 0, 1, canvas.width - 1, canvas.height - 1, [above], [""])


class LadderScreen(BookPage):
    """The user's ladder, game by game; nobody else's rating is shown."""

    HELP_LINES = (
        "Up and down choose the game.",
        ladder_words.ABOUT,
        "You've passed a level when your whole range is above it. A season has ten weeks.",
        "Only you see your rating: it's on this page alone, for the name in your settings.",
    )
    TITLE_LEFT = (("Scorebook · ", inks.soft), ("your ladder", inks.bold))
    BINDINGS = [
        Binding("s", "suggestions", "suggestions off", id="suggestions_off", tooltip="so that your games count here"),
        Binding("pagedown", "page(1)", "next page", key_display="PgDn"),
        Binding("enter", "back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.ladders: dict[str, Ladder] = {}

    def compose_page(self) -> ComposeResult:
        """Lay out the games, and the ladder of the chosen one."""
        with Horizontal():
            yield ChoiceList(click_takes=False, takes=False, id="variants")
            yield PageScroll(ListTable(cursor=False, id="rungs"), Page(id="sentences"), RatingView(), id="ladder")

    def load(self) -> None:
        """Ask for the ladders of all games."""
        name = self.app.settings.name or NAMES[0]
        self.ask(lambda book: book.ladders(name), self.show_ladders)

    def show_ladders(self, ladders: Sequence[Ladder]) -> None:
        """Show these ladders, one at a time."""
        self.ladders = {ladder.variant: ladder for ladder in ladders}
        if not ladders:
            self.say(ladder_words.EMPTY)
            return
        choices = []
        for ladder in ladders:
            choices.append(Choice(ladder.variant, ladder.title, ladder_words.rating_words(ladder)))
        self.query_one(ChoiceList).show(choices)
        self._draw()

    def _draw(self) -> None:
        ladder = self.ladders.get(self.query_one(ChoiceList).chosen.key)
        if ladder is None:
            return
        counted = f" · {ladder.title} · {plural(ladder.games, 'game')} counted"
        self.set_top([("Your ladder", inks.bold), (counted, inks.soft)])
        lines = []
        for name, rating, own in ladder_words.rungs(ladder):
            mark, ink = "  ", inks.text
            if own:  # marked, so that it needs no colour
                mark, ink = glyphs.sign("▶ ", self.letters), inks.bold
            lines.append(Line(name, ((f"{mark}{name}", ink), (rating, ink))))
        self.query_one("#rungs", ListTable).show((Head("The ladder"), Head("rating", right=True)), lines)
        page: list[Paragraph] = []
        for sentence in (*ladder_words.sentences(ladder), ladder_words.ABOUT):
            page += [Paragraph(sentence), Paragraph()]
        self.query_one("#sentences", Page).show(page)
        self.query_one(RatingView).show(ladder.course)
        self.refresh_bindings()

    def on_option_list_option_highlighted(self, event: ChoiceList.OptionHighlighted) -> None:
        """Show the ladder of another game."""
        self._draw()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why suggestions can't be turned off: they are off."""
        off = action == "suggestions" and not self.app.settings.suggestions
        return dead_key_reasons.NO_SUGGESTIONS if off else None

    def action_suggestions(self) -> None:
        """Turn suggestions off, so that the next games count."""
        self.app.change_setting("suggestions", False, "Suggestions are off")
        self.say("Suggestions are off, so your next games count. You can change that in Settings.")
        self.refresh_bindings()
