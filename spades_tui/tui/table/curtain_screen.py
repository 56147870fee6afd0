"""The curtain between two people's turns: a screen without cards, which only Space opens."""

from time import monotonic

from textual import events
from textual.app import ComposeResult

from spades_tui.game.phase import Phase
from spades_tui.play.shown import FinishedTrick
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import Reason
from spades_tui.tui.table.effects import OpenCurtain, TakeBackLast
from spades_tui.tui.table.screen_at_table import ScreenAtTable
from spades_tui.tui.table.table_host import TableHost
from spades_tui.tui.table.table_words import news, top_line
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.curtain_view import CurtainView

DEAF = 0.25
"""Seconds during which a new curtain ignores Space, which may have been typed ahead."""


class CurtainScreen(ScreenAtTable):
    """A screen that hides one person's cards before another looks."""

    ERASES = True
    HELP_LINES = (
        "One person at a time sees cards. Space shows them to the person named.",
        "Tricks finished since that person last played are shown here once, for everyone.",
    )
    BINDINGS = Bindings("curtain")

    def __init__(
        self,
        controller: TableHost,
        seat: int,
        words: tuple[str, ...],
        unseen: tuple[FinishedTrick, ...],
        *,
        cards: bool,
        back: bool,
    ) -> None:
        """Create a curtain that a seat's player opens.

        `cards`: whether that person has cards to see yet; `back`: whether the last action may be taken back (3B-11).
        """
        super().__init__(controller)
        self._back, self.seat = back, seat
        self.shown, look = controller.shown, controller.look
        self._view = CurtainView(look.name(seat), words, self.shown, look, news(self.shown, look), unseen, cards)
        self._listen_later()

    def compose_body(self) -> ComposeResult:
        """Show the curtain."""
        yield self._view

    def on_mount(self) -> None:
        """Show the score at the top."""
        deals = self.shown.public.phase == Phase.DEAL
        self.set_top(*top_line(self.shown, self.controller.look, next_hand=deals))
        self._listen_later()

    def _listen_later(self) -> None:
        self._since = monotonic()
        self._stood = events.Mount().time  # the clock that key events use

    def on_key(self, event: events.Key) -> None:
        """Ignore a Space that was typed too early, even if it arrives late."""
        if event.key == "space" and event.time - self._stood < DEAF:
            event.stop()

    def action_open(self) -> None:
        """Open the curtain, or first show finished tricks that the person has not seen."""
        if self.app.screen is not self or monotonic() - self._since < DEAF:
            return
        if self._view.turn_page():
            self._listen_later()
        else:
            self.controller.act(OpenCurtain(self.seat))

    def action_take_back(self) -> None:
        """Take back the last action, at a practice table."""
        if self.app.screen is self:
            self.controller.act(TakeBackLast())

    def why_not(self, action: str, parameters: tuple[object, ...]) -> Reason | None:
        """Return why an action can't be done; only the last action can be taken back."""
        if action == "take_back" and not self._back:
            return dead_key_reasons.NOTHING_TO_TAKE_BACK
        return dead_key_reasons.CURTAIN if action == "back" else None
