"""The screens of bidding and trick play with the words of a lesson beside them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget

from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import Question
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import Reason
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.table_host import TableHost
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import top_line
from spades_tui.tui.table.trick_play import TrickPlayScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.canvas import Piece, Pieces
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.choices import ChoicePanel
from spades_tui.tui.widgets.lesson_words import ABOVE_HEIGHT, SIDE_WIDE, LessonPanel, LessonText
from spades_tui.tui.widgets.score_sheet import HandSheet

if TYPE_CHECKING:
    from spades_tui.lessons.lesson import Lesson


class LessonTable(TableHost, Protocol):
    """The interface of a lesson for its screens: a table, and words to read."""

    lesson: "Lesson"

    @property
    def reading(self) -> bool:
        """Whether the panel shows words that wait for the user to continue."""
        ...

    def read_on(self) -> None:
        """Continue after the words have been read."""
        ...

    def help(self) -> SeatEvent | None:
        """Return the right choice."""
        ...


class LessonScreen(TableScreen):
    """A table with the words of a lesson beside it, or above it if bids need the room."""

    HELP: ClassVar[tuple[str, ...]] = (
        "The cards are fixed, and you make every decision. A mistake is explained, and you try again.",
        "Space continues after the text; {hint} shows the right answer.",
        "Arrows and Enter, numbers, letters and clicks work as at any table.",
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings_of("lesson")
    DEFAULT_CSS = f"""
    LessonScreen.-log #middle #log, LessonScreen.-side #middle #side {{ display: none; }}
    LessonScreen #scored {{ display: none; height: 1fr; width: 1fr; }}
    LessonScreen.-scored #scored {{ display: block; }}
    LessonScreen.-scored #main {{ display: none; }}
    LessonScreen.-broad LessonPanel {{ width: {SIDE_WIDE}; }}
    LessonScreen.-above LessonPanel {{ dock: top; width: 1fr; height: {ABOVE_HEIGHT}; }}
    LessonScreen.-above.-choosing BidBoard {{ display: none; }}
    """

    def __init__(self, host: LessonTable) -> None:
        super().__init__(host)
        self.host = host
        self.panel = LessonPanel()
        self._scored: HandSheet | None = None
        self._helped: SeatEvent | None = None
        """The choice that the key for help has shown."""

    def compose_body(self) -> ComposeResult:
        """Lay out the table with the words, the sentence and the hand."""
        with Horizontal(id="middle"):
            yield self.panel
            yield self.side
            with Vertical(id="centre"):
                with Container(id="main"):
                    yield self.main_widget()
                yield from self._sheet_of_hand()
                yield self.question
            yield self.log_panel
            yield self.hint_panel
        yield self.sentence
        yield self.hand

    @property
    def side_panel_shown(self) -> bool:
        """False: the words of the lesson take the place of the side panel."""
        return False

    def _sheet_of_hand(self) -> Iterator[Widget]:
        scores = self.shown.scores
        if isinstance(self, LessonScoreScreen):
            self._scored = HandSheet(self.shown.public.rules, self.controller.look, scores)
            self._scored.id = "scored"
            yield self._scored

    def tell(self, content: LessonText, look: CardStyle) -> None:
        """Show the lesson's text in the panel."""
        self.panel.show(content, look)

    def show(self, shown: Shown, decision: Question | None) -> None:
        """Show the table, with the words beside or above it."""
        self._place(shown.seen, decision)
        self._helped = None
        super().show(shown, decision)
        if self.host.reading:
            self.say("")
        self.set_top([(self.host.lesson.title, palette.bold), (f" · {shown.public.rules.variant.name}", palette.soft)],
                     self._score(shown))  # fmt: skip

    def _score(self, shown: Shown) -> Pieces:
        return top_line(shown, self.controller.look)[1]

    def _place(self, seen: Observation, decision: Question | None) -> None:
        scored = self._scored is not None and seen.phase in (Phase.DEAL, Phase.OVER)
        self.set_class(scored, "-scored")
        above = not self.has_class("-broad") and (scored or isinstance(self, BiddingScreen))
        self.set_class(above, "-above")
        self.set_class(decision is not None and not decision.on_hand, "-choosing")

    def on_resize(self, event: events.Resize) -> None:
        """Move the words beside the table or above it, by the room there is."""
        if self.seen is not None:
            self._place(self.seen, self.decision)

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return the question; nothing while words are read or another player acts."""
        if self.decision is not None and self._helped is not None and self._is_chosen(self._helped):
            call = getattr(self._helped, "ace", None)
            return (self.marked(f"This one, called {call}: press Enter." if call else "This one: press Enter."),)
        if self.decision is not None:
            return (self.marked(self.decision.question),)
        return super().turn_words() if self.shown.finished_trick is not None else ([],)

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """Let Enter continue too, while words are read."""
        if event.key == "enter" and self.host.reading and self.app.screen is self and not self.busy:
            event.stop()
            event.prevent_default()
            self.host.read_on()

    def on_click(self, event: events.Click) -> None:
        """Continue after a click that isn't on a card."""
        if self.host.reading and not self.busy:
            self.host.read_on()

    def on_lesson_panel_clicked(self, event: LessonPanel.Clicked) -> None:
        """Continue reading, or end a pause."""
        event.stop()
        if self.host.reading:
            self.host.read_on()
        else:
            self.host.hurry()

    def action_read_on(self) -> None:
        """Continue after the words have been read."""
        self.host.read_on()

    def action_hint(self) -> None:
        """Select the right choice."""
        self._helped = self.host.help()
        if self._helped is not None and self.decision is not None:
            self.show_hint(self._helped)
            self.say_turn()

    def _is_chosen(self, event: SeatEvent) -> bool:
        """Return whether Enter would take this choice."""
        card = getattr(event, "card", None)
        if card is not None:
            return bool(self.hand.card == card)
        panel = self.query_one("#choices", ChoicePanel)
        return bool(getattr(panel.chosen, "event", None) == event)

    def action_back(self) -> None:
        """Close a dialog, or leave."""
        if self.busy:
            super().action_back()
        else:
            self.action_leave()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> Reason | None:
        """Return why a key does nothing now; lessons have no actions out of turn and no undo."""
        match action:
            case "read_on":
                return None if self.host.reading and not self.busy else dead_key_reasons.NOTHING_TO_READ
            case "aside" | "claim" | "take_back" | "log" | "scores" | "side":
                return dead_key_reasons.LESSON
            case "leave":
                return dead_key_reasons.ASKED if self.busy else None
            case _:
                return super().why_not(action, parameters)


class LessonBiddingScreen(LessonScreen, BiddingScreen):
    """Bids, draws and discards of a lesson."""

    DEFAULT_CSS = BiddingScreen.DEFAULT_CSS.replace("BiddingScreen", "LessonBiddingScreen") + """
    LessonBiddingScreen.-above #main { align: center top; }
    """  # Textual uses only the styles of the first base


class LessonPlayScreen(LessonScreen, TrickPlayScreen):
    """Trick play of a lesson."""


class LessonScoreScreen(LessonPlayScreen):
    """The sheet of a hand, with the words about it."""
