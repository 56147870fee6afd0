"""Pages that open over a table at any time: the sheets of the game and of a hand, the seal, the log."""

from textual import events
from textual.app import ComposeResult

from spades_tui.presentation.after_hand import of_score
from spades_tui.rules.ledger import struck_trays
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.table_host import TableHost
from spades_tui.tui.table.table_words import public_log, top_line
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.deal_view import SealView
from spades_tui.tui.widgets.podium import corner_code
from spades_tui.tui.widgets.score_sheet import GameSheet, HandSheet, LogPanel


class GameSheetScreen(SpadesScreen):
    """The whole game's sheet."""

    BINDINGS = Bindings("sheet")

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller
        self.shown = controller.shown
        seen = self.shown.public
        trays = struck_trays(seen.standing.trays) if seen.rules.tray is not None else ()
        off = [seen.standing.off(seat) for seat in range(seen.rules.seats)] if seen.rules.days is not None else ()
        self._sheet = GameSheet(seen.rules, controller.look, self.shown.scores, trays=trays, off=off)

    def compose_body(self) -> ComposeResult:
        """Show the rows and the chart."""
        yield self._sheet

    def on_mount(self) -> None:
        """Name the page."""
        left, right = top_line(self.shown, self.controller.look)
        code = corner_code(self.shown.code)
        self.set_top([*left[:1], (" · all scores", palette.gold)], [(code, palette.gold)] if code else right)
        self.controller.stars(self._sheet.show_stars)

    def action_copy_code(self) -> None:
        """Copy the game's code to the clipboard through the terminal."""
        self.app.copy_to_clipboard(self.shown.code or "")
        self.key_line.say("The code was sent to the clipboard.", 3)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.Reason | None:
        """Return why the code can't be copied: the game has none, or isn't over."""
        return dead_key_reasons.NO_CODE_YET if action == "copy_code" and self.shown.code is None else None

    async def on_key(self, event: events.Key) -> None:
        """Scroll with the arrows."""
        steps = {"up": 1, "down": -1, "pageup": 8, "pagedown": -8, "home": 999, "end": -999}
        if event.key in steps:
            event.stop()
            self._sheet.scroll_hands(steps[event.key])

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll with the wheel."""
        self._sheet.scroll_hands(1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll with the wheel."""
        self._sheet.scroll_hands(-1)

    def action_nothing(self) -> None:
        """Do nothing: `on_key` handles the arrows."""


class HandSheetScreen(SpadesScreen):
    """The sheet of an earlier hand of this game, with keys for the hands before and after."""

    BINDINGS = Bindings("hand_sheet")

    def __init__(self, controller: TableHost, place: int) -> None:
        """Create the sheet of a hand; `place` is its index among the scored hands."""
        super().__init__()
        self.controller, self.place = controller, place
        self.shown = controller.shown
        self._sheet = self._of_hand()

    def _of_hand(self) -> HandSheet:
        rules, scores = self.shown.public.rules, self.shown.scores[: self.place + 1]
        look = self.controller.look
        of_hand = rules.of_hand(scores[-1].hand)
        notes = [[(part.words, palette.text) for part in remark] for remark in of_score(of_hand, look, scores[-1])]
        return HandSheet(of_hand, look, scores, notes)

    def compose_body(self) -> ComposeResult:
        """Show the sheet."""
        yield self._sheet

    def on_mount(self) -> None:
        """Name the page."""
        self._name_page()

    def _name_page(self) -> None:
        left, right = top_line(self.shown, self.controller.look)
        number = self.shown.scores[self.place].hand
        self.set_top([*left[:1], (f" · hand {number}", palette.gold)], right)

    def action_hand(self, hands: int) -> None:
        """Show the hand before, or the one after."""
        place = max(0, min(len(self.shown.scores) - 1, self.place + hands))
        if place != self.place:
            self.place = place
            fresh = self._of_hand()
            self._sheet.rules, self._sheet.scores, self._sheet.notes = fresh.rules, fresh.scores, fresh.notes
            self._sheet.redraw()
            self._name_page()


class SealScreen(SpadesScreen):
    """The proof that the deal of the scored hand was fair."""

    BINDINGS = Bindings("seal")

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller

    def compose_body(self) -> ComposeResult:
        """Show all parts of the proof."""
        proof = self.controller.shown.proof
        if proof is not None:
            look, seat = self.controller.look, proof.cut_seat
            yield SealView(proof, look.who(seat), seat in look.people)

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("The seal of the deal", palette.bold)])


class LogScreen(SpadesScreen):
    """The log, with the newest line at the bottom."""

    BINDINGS = Bindings("log")

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller
        self._log = LogPanel()

    def compose_body(self) -> ComposeResult:
        """Show the log."""
        yield self._log

    def on_mount(self) -> None:
        """Name the page."""
        shown = self.controller.shown
        left, right = top_line(shown, self.controller.look)
        self.set_top([*left, (" · the log", palette.gold)], right)
        self._log.show(public_log(shown, self.controller.look))

    def action_scroll(self, lines: int) -> None:
        """Scroll back in the hand, or forward."""
        self._log.scroll(lines)

    def on_mouse_scroll_up(self) -> None:
        """Scroll back with the wheel."""
        self._log.scroll(3)

    def on_mouse_scroll_down(self) -> None:
        """Scroll forward with the wheel."""
        self._log.scroll(-3)
