"""The curtain between two people's turns: a screen without cards, which only Space opens."""

from textual import events
from textual.binding import Binding

from spades_tui.game.phase import Phase
from spades_tui.game.trick import Trick
from spades_tui.play.shown import FinishedTrick, Shown
from spades_tui.rules.ledger import words_beside
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.table.answers import OpenCurtain, TakeBackLast
from spades_tui.tui.table.screen_at_table import ScreenAtTable
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_words import news, top_line
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, Shrinking, clip, first_fitting, squeezed
from spades_tui.tui.widgets.card_faces import CardStyle, plaque, spaced, trick_row
from spades_tui.tui.widgets.table_view import called_bid

DEAF = 0.25
"""Seconds during which a new curtain ignores Space, which may have been typed ahead."""
PAGE = 8
"""The number of older tricks on one page of the curtain."""


class CurtainView(CanvasWidget):
    """The next person's name, and the public events since they last looked."""

    DEFAULT_CSS = "CurtainView { width: 1fr; height: 1fr; }"

    def __init__(
        self, shown: Shown, look: CardStyle, name: str, words: tuple[str, ...], unseen: tuple[FinishedTrick, ...],
        cards: bool,
    ) -> None:  # fmt: skip
        super().__init__()
        self.opens = "shows your cards" if cards else "continues"
        self.name_shown, self.words, self.look, self.news = name, words, look, news(shown, look)
        self.seen, self.finished_trick = shown.public, unseen[-1] if unseen else shown.finished_trick
        self.older = unseen[:-1]
        """Finished tricks that the person hasn't seen, except the last one, which is drawn as cards."""

    def turn_page(self) -> bool:
        """Show the next page of finished tricks; return False if there is none."""
        if not self.older:
            return False
        self.older = self.older[PAGE:]
        self.redraw()
        return True

    def draw(self, canvas: Canvas) -> None:
        """Draw the name in the middle, public events below, the key last."""
        if self.older:
            self._older(canvas)
            return
        trick, now = self.seen.trick, Trick()
        if self.finished_trick is not None:
            trick = self.finished_trick.trick
            if self.seen.trick != trick:
                now = self.seen.trick
        card_w, card_h = (9, 5) if canvas.height >= 32 else (6, 3)
        content = 7 + len(self.words) + bool(self.news) + bool(now)
        if trick:
            content += card_h + 4
        bids = self._bids()
        if bids:
            content += 3
        y = max(0, (canvas.height - content) // 2)
        self._pass_to(canvas, y)
        y += 5
        lines: list[list[Piece]] = [[(line, inks.text)] for line in self.words]
        if self.news:
            lines.append([(first_fitting(self.news, canvas.width - 4), inks.bold)])
        if bids:
            lines += [[], *bids]
        for line in lines:
            canvas.centred(0, canvas.width, y, line)
            y += 1
        if trick:
            self._trick(canvas, y, card_w, card_h, trick)
            y += card_h + 3
        if now:
            canvas.centred(0, canvas.width, y, clip(self._now(now), canvas.width - 4))
            y += 1
        self._space(canvas, y + 1, f"{self.opens} when nobody else is looking")

    def _space(self, canvas: Canvas, y: int, does: str) -> None:
        line = [("Space", inks.key), (f"  {does}", inks.soft)]
        canvas.centred(0, canvas.width, min(y, canvas.height - 1), line)

    def _pass_to(self, canvas: Canvas, y: int) -> None:
        name = (spaced(self.name_shown, canvas.width - 10), inks.gold)
        lines = (("Pass the keyboard to", inks.soft), name)
        plaque(canvas, 0, y, canvas.width, lines, inks.gold, margin=8, least=34)

    def _older(self, canvas: Canvas) -> None:
        """Draw a page of the tricks finished since then, a line for each."""
        tricks = self.older[:PAGE]
        y = max(0, (canvas.height - 9 - len(tricks)) // 2)
        self._pass_to(canvas, y)
        canvas.centred(0, canvas.width, y + 5, [("Tricks finished meanwhile:", inks.text)])
        for row, finished_trick in enumerate(tricks):
            line: list[Piece] = [(f"{_number(finished_trick)}   ", inks.soft)]
            for played in finished_trick.trick:
                style = inks.gold if played.seat == finished_trick.winner else inks.text
                line += [(Shrinking(self.look.name(played.seat)), style), (" ", style)]
                line += [self.look.card(played.card, short=True), ("   ", inks.text)]
            line += [(Shrinking(self.look.name(finished_trick.winner)), inks.gold), (" took it", inks.gold)]
            canvas.centred(0, canvas.width, y + 7 + row, clip(squeezed(line, canvas.width - 2), canvas.width - 2))
        self._space(canvas, y + 8 + len(tricks), f"shows the next one{'' if len(self.older) <= PAGE else 's'}")

    def _now(self, trick: Trick) -> list[Piece]:
        line: list[Piece] = [("On the table now:  ", inks.soft)]
        for place, played in enumerate(trick):
            line += [(f"{self.look.name(played.seat)}{' led' if not place else ''} ", inks.text),
                     self.look.card(played.card), ("   ", inks.text)]  # fmt: skip
        return line[:-1]

    def _bids(self) -> list[list[Piece]]:
        seen, look = self.seen, self.look
        lines: list[list[Piece]] = [[]]
        if seen.phase == Phase.DEAL:  # the bids belong to the last hand
            return []
        for seat in seen.order:
            bid = seen.bids[seat]
            if bid is None:
                continue
            part: list[Piece] = [(f"{look.name(seat)} {called_bid(seen, seat)} ", inks.text)]
            part += [(f"{word} ", inks.gold) for word in words_beside(seen.announced, seat)]
            if seen.phase in (Phase.PLAY, Phase.PLAYED) or bid:
                part += look.beans(seen.rules, bid, seen.took[seat])
            if sum(len(text) for text, _ in (*lines[-1], *part)) > 70:
                lines.append([])
            lines[-1] += [*part, ("    ", inks.text)]
        return [each[:-1] for each in lines if each]

    def _trick(self, canvas: Canvas, y: int, width: int, height: int, cards: Trick) -> None:
        winner, takes = self.seen.winning, "wins"
        if self.finished_trick is not None:
            winner, takes = self.finished_trick.winner, "takes it"
            if self.finished_trick.number:
                canvas.centred(0, canvas.width, y, [(f"{_number(self.finished_trick)} is finished", inks.soft)])
        trick_row(canvas, y + 1, width, height, self.look, cards, winner, takes)


def _number(finished_trick: FinishedTrick) -> str:
    return f"Hand {finished_trick.hand}, trick {finished_trick.number}"


class CurtainScreen(ScreenAtTable):
    """A screen that hides one person's cards before another looks."""

    HELP_LINES = (
        "One person at a time sees cards. Space shows them to the person named.",
        "Tricks finished since that person last played are shown here once, for everyone.",
    )
    BINDINGS = [
        Binding("space", "open", "show cards"),
        Binding("u", "take_back", "undo", id="take_back", tooltip="undo; the player before gets the keyboard back"),
        Binding("s", "scores", "scores", id="scores"),
        Binding("q", "leave", "leave", id="leave", tooltip="leave the table; the game is saved"),
    ]

    def __init__(
        self, controller: TableRunner, seat: int, words: tuple[str, ...], unseen: tuple[FinishedTrick, ...], *,
        cards: bool, back: bool,
    ) -> None:  # fmt: skip
        """Create a curtain that a seat's player opens.

        `cards`: whether that person has cards to see yet; `back`: whether the last action may be taken back (3B-11).
        """
        super().__init__(controller)
        self._back, self.seat, look = back, seat, controller.look
        self._view = CurtainView(self.shown, look, look.name(seat), words, unseen, cards)
        self.body = (self._view,)
        self._listen_later()

    def on_mount(self) -> None:
        """Show the score at the top."""
        deals = self.shown.public.phase == Phase.DEAL
        self.set_top(*top_line(self.shown, self.controller.look, next_hand=deals))
        self._listen_later()

    def _listen_later(self) -> None:
        self._since = events.Mount().time  # the clock that key events use

    def on_key(self, event: events.Key) -> None:
        """Ignore a Space that was typed too early, even if it arrives late."""
        if event.key == "space" and event.time - self._since < DEAF:
            event.stop()

    def action_open(self) -> None:
        """Open the curtain, or first show finished tricks that the person has not seen."""
        if self.app.screen is not self or events.Mount().time - self._since < DEAF:
            return
        if self._view.turn_page():
            self._listen_later()
        else:
            self.controller.act(OpenCurtain())

    def action_take_back(self) -> None:
        """Take back the last action, at a practice table."""
        if self.app.screen is self:
            self.controller.act(TakeBackLast())

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done; only the last action can be taken back."""
        if action == "take_back" and not self._back:
            return dead_key_reasons.NOTHING_TO_TAKE_BACK
        return dead_key_reasons.CURTAIN if action == "back" else None
