"""The curtain between two people's turns: opaque, no hand in its tree, opened by Space and nothing else."""

from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from spades_tui.game.state import Phase, Trick
from spades_tui.screens.frame import SpadesScreen
from spades_tui.screens.sheets import GameSheetScreen
from spades_tui.screens.table_host import Lying, TableHost
from spades_tui.screens.top import top_line
from spades_tui.seats import Observation
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget, Piece, fit
from spades_tui.widgets.faces import Look, frame, paint_card
from spades_tui.widgets.table_view import first_that_fits

DEAF = 0.25
"""Seconds after the curtain has come down in which a Space typed ahead does not open it."""


class CurtainView(CanvasWidget):
    """Whom to pass the keyboard to, and what everybody may see meanwhile."""

    DEFAULT_CSS = "CurtainView { width: 1fr; height: 1fr; }"

    def __init__(self, name: str, words: tuple[str, ...], seen: Observation, controller: TableHost) -> None:
        super().__init__()
        self.name_shown, self.words, self.seen = name, words, seen
        self.look: Look = controller.look
        self.lying: Lying | None = controller.lying
        self.news = controller.news()

    def draw(self, canvas: Canvas) -> None:
        """The name in the middle, public things below, the key last."""
        seen = self.seen
        trick = self.lying.trick if self.lying is not None else seen.trick
        card_w, card_h = (9, 5) if canvas.height >= 32 else (6, 3)
        content = 7 + len(self.words) + bool(self.news) + (card_h + 4 if trick else 0)
        content += 3 if any(bid is not None for bid in seen.bids) else 0
        y = max(0, (canvas.height - content) // 2)
        title = " ".join(self.name_shown.upper())
        width = min(canvas.width - 4, max(len(title) + 8, 34))
        frame(canvas, (canvas.width - width) // 2, y, width, 4, palette.gold, heavy=True)
        canvas.centred(0, canvas.width, y + 1, [("Pass the keyboard to", palette.soft)])
        canvas.centred(0, canvas.width, y + 2, [(title, palette.gold)])
        y += 5
        for line in self.words:
            canvas.centred(0, canvas.width, y, [(line, palette.text)])
            y += 1
        if self.news:
            news = first_that_fits(self.news, canvas.width - 4)
            canvas.centred(0, canvas.width, y, [(news, palette.bold)])
            y += 1
        bids = self._bids()
        if bids:
            y += 1
            for pieces in bids:
                canvas.centred(0, canvas.width, y, pieces)
                y += 1
        if trick:
            self._trick(canvas, y, card_w, card_h, trick)
            y += card_h + 3
        canvas.centred(0, canvas.width, min(y + 1, canvas.height - 1), [
            ("Space", palette.key), ("  opens, when only you look", palette.soft)])  # fmt: skip

    def _bids(self) -> list[list[Piece]]:
        seen, look = self.seen, self.look
        line: list[Piece] = []
        lines = [line]
        for seat in seen.order:
            bid = seen.bids[seat]
            if bid is None:
                continue
            words = f"{look.name(seat)} {'blind ' if seen.blind[seat] else ''}{bid}"
            part: list[Piece] = [(f"{words} ", palette.text)]
            if seen.phase in (Phase.PLAY, Phase.PLAYED) or bid:
                part += look.beans(bid, seen.took[seat])
            if sum(len(text) for text, _ in (*line, *part)) > 70:
                line = []
                lines.append(line)
            line += [*part, ("    ", palette.text)]
        return [each[:-1] for each in lines if each]

    def _trick(self, canvas: Canvas, y: int, width: int, height: int, cards: Trick) -> None:
        cell = max(14, width + 4)
        left = (canvas.width - cell * len(cards)) // 2
        winner = self.lying.winner if self.lying is not None else self.seen.winning
        for place, played in enumerate(cards):
            x = left + place * cell
            wins = played.seat == winner
            at = x + (cell - width) // 2
            paint_card(canvas, at, y + 1, width, height, self.look, played.card, heavy=wins, low=played.low)
            words = fit(self.look.name(played.seat), 12)
            told = ["led"] if place == 0 else []
            told += ["takes it" if self.lying is not None else "wins"] if wins else []
            canvas.centred(x, cell, y + 1 + height, [(words, palette.gold if wins else palette.text)])
            canvas.centred(x, cell, y + 2 + height, [(", ".join(told), palette.gold if wins else palette.soft)])


class CurtainScreen(SpadesScreen):
    """Hides everything of one person before another looks."""

    HELP: ClassVar[tuple[str, ...]] = (
        "Cards are shown to one person at a time. Space shows them to the one who is named.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "open", "open", key_display="Space"),
        Binding("u", "take_back", "take back", tooltip="whoever acted last takes it back, and the keyboard too"),
        Binding("s", "scores", "scores"),
        Binding("q", "leave", "leave", tooltip="leave the table; the game is kept"),
    ]

    def __init__(self, controller: TableHost, seat: int, words: tuple[str, ...]) -> None:
        super().__init__()
        self.controller, self.seat = controller, seat
        self._view = CurtainView(controller.look.name(seat), words, controller.table.observe(None), controller)
        self._since = monotonic()
        self._stood = events.Mount().time

    def compose_body(self) -> ComposeResult:
        """The curtain."""
        yield self._view

    def on_mount(self) -> None:
        """The score stays readable."""
        self.set_top(*top_line(self._view.seen, self.controller))
        self._since = monotonic()
        self._stood = events.Mount().time  # by the clock of events

    def on_key(self, event: events.Key) -> None:
        """A Space typed too early does not open it, however late it comes through."""
        if event.key == "space" and event.time - self._stood < DEAF:
            event.stop()

    def action_open(self) -> None:
        """The person named sits at the keyboard now."""
        if self.app.screen is self and monotonic() - self._since >= DEAF:
            self.controller.curtain_opened(self.seat)

    def action_take_back(self) -> None:
        """Whoever acted last takes it back, at a practice table."""
        if self.app.screen is self:
            self.controller.take_back_behind_curtain()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing to take back, no key for it."""
        return action != "take_back" or self.controller.may_take_back_behind_curtain() is not None

    def action_scores(self) -> None:
        """The whole game's sheet is public."""
        self.app.push_screen(GameSheetScreen(self.controller))

    def action_leave(self) -> None:
        """Go home; the game is kept."""
        self.controller.leave()

    def action_back(self) -> None:
        """There is nothing to go back to: what lies behind is somebody's hand."""
