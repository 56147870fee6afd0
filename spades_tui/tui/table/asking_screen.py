"""Questions and pages over the table: claims, actions out of turn, the coach's warning, the log, reasons and notes."""

from spades_tui.game.events import Claim, SeatEvent, TakeBack
from spades_tui.presentation.decisions import Offer, Question, aside
from spades_tui.seats import Observation
from spades_tui.tui.table.coach_line import CoachLine
from spades_tui.tui.table.screen_at_table import LogScreen, NotesScreen, WhyScreen
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.typing_screen import TypingScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.side_panels import HintPanel
from spades_tui.tui.widgets.table_view import trick_words

CAREFUL = ("challenge", "mark", "claim", "ace")
"""Questions that begin at a choice that does nothing, unless another one is suggested."""


class AskingScreen(TypingScreen):
    """A screen that asks questions over the table."""

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self.hint_panel = HintPanel()
        self.seen: Observation | None = None
        self.coach_line = CoachLine(controller)

    def ask(self, name: str, decision: Question) -> None:
        """Ask a question over the table."""
        self._asking = name
        self.forget_typed()
        self.hint_panel.close()
        offers = decision.offers
        first = next((one for one in offers if one.event is not None and one.event == decision.first), None)
        if first is None and name in CAREFUL:  # Enter pressed too early must do nothing dangerous
            first = next((one for one in offers if one.event is None), None)
        self.question.suggested = decision.first
        seen = None if self.has_class("-roomy") else self.seen
        context = trick_words(seen, self.controller.look) if seen is not None else []
        self.question.ask(decision.question, decision.rows, first or offers[0], context)
        self.add_class("-asking")
        self.refresh_bindings()

    def _close_question(self) -> None:
        self._asking = None
        self.remove_class("-asking")

    def _take_option(self, option: Offer | None) -> None:
        name = self._asking
        self._close_question()
        self.refresh_bindings()
        if option is not None and option.event is not None:
            if name == "ace" and self._holds_back(option.event):
                return
            self.controller.act(option.event)
        elif name is not None:
            self.controller.question_closed()

    def _holds_back(self, event: SeatEvent) -> bool:
        """Show the coach's warning of a choice, if there is one; return whether there is."""
        words = self.coach_line.warning(self.seen, event, self._under_cursor) if self.seen is not None else ""
        if words:
            self.close_hint()
            self._refused = ""
            self.sentence.say_all((" ! ", inks.chosen), words, inks.gold)
        return bool(words)

    @property
    def _under_cursor(self) -> object:
        """What the cursor is on: a card or a choice."""
        return self.hand.card if self.chooser is self.hand else getattr(self.chooser, "chosen", None)

    def action_aside(self, name: str) -> None:
        """Offer an action out of turn."""
        if self.seen is None:
            return
        decision = aside(self.seen, self.controller.look, name)
        if decision is not None:
            self.ask(name, decision)

    def action_claim(self) -> None:
        """Claim the remaining tricks, after asking once more."""
        seen = self.seen
        if seen is None or seen.seat is None or seen.rules.claim is None:
            return
        left = seen.rules.tricks - len(seen.tricks)
        event: SeatEvent = Claim(seen.seat, left)
        words = (
            "The claim is accepted only if you can't lose a trick, however the others play.",
            "A refused claim shows no cards, but you can't claim again in this hand.",
        )
        claim = Offer(event, f"Claim {left}" if left > 1 else "Claim it", explain=words)
        self.ask("claim", Question(("Claim all the remaining tricks?",), ((claim, Offer(None, "Play on")),)))

    def action_take_back(self) -> None:
        """Take back the last action, at a practice table."""
        if self.seen is not None and self.seen.seat is not None:
            self.controller.act(TakeBack(self.seen.seat))

    def action_log(self) -> None:
        """Show the whole log of the hand; a wide screen also has its end beside the table."""
        self.app.push_screen(LogScreen(self.controller))

    def action_why(self) -> None:
        """Show why the others bid and played as they did, as far as everybody can see."""
        self.app.push_screen(WhyScreen(self.controller))

    def action_notes(self) -> None:
        """Show the facts that any player could have noted, as far as the settings want them."""
        self.app.push_screen(NotesScreen(self.controller))

    def close_hint(self) -> None:
        """Close the hint, if one is open."""
        if self.hint_panel.display:
            self.hint_panel.close()
            self.refresh_bindings()
