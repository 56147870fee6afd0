"""A lesson at the table: screens with the words of the lesson beside the cards, and the coroutine that runs it."""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct
from textual import events
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.language.sentence_parts import plural
from spades_tui.lessons.lesson import END, RIGHT, TURN, WRONG, Decision, Lesson, LessonEvent, LessonPlay, Words
from spades_tui.play.shown import Shown, finished
from spades_tui.presentation.decisions import Question, decide
from spades_tui.record.open_hands import OpenGame
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.app_host import Host
from spades_tui.tui.table.answers import DECISION, Continue
from spades_tui.tui.table.pauses import PACES
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import top_line
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.paragraphs import Page, Paragraph
from spades_tui.tui.widgets.score_sheet import HandSheet

GO_ON: Piece = ("Space: continue", inks.gold)


class LessonText(Struct, frozen=True):
    """The content of the panel."""

    text: str = ""
    verdict: Literal["", "right", "wrong"] = ""
    foot: Piece = ("", inks.soft)
    """How to continue; or the bids so far, because there is no room for the bid board."""
    progress: str = ""


class LessonPanel(Vertical):
    """The words of a lesson, with the verdict above them; at the foot how to continue, and the progress."""

    DEFAULT_CSS = """
    LessonPanel { padding: 0 1; }
    LessonPanel Page { height: 1fr; }
    LessonPanel Horizontal { dock: bottom; height: 1; }
    LessonPanel Static { text-wrap: nowrap; }
    LessonPanel #foot { width: auto; max-width: 100%; text-overflow: ellipsis; }
    LessonPanel #progress { width: 1fr; text-align: right; color: $faint; }
    """

    def __init__(self) -> None:
        self._words = Page()
        self._foot, self._progress = Static(id="foot"), Static(id="progress", markup=False)
        super().__init__(self._words, Horizontal(self._foot, self._progress), id="lesson")

    def show(self, content: LessonText, look: CardStyle) -> None:
        """Show these words."""
        told = []
        if content.verdict == "wrong":
            told.append(Paragraph(f"{glyphs.sign('✗', look.letters)} {WRONG}", inks.red))
        elif content.verdict == "right":
            told.append(Paragraph(f"{glyphs.sign('✓', look.letters)} {RIGHT}", inks.green))
        if content.text:
            told.append(Paragraph(look.words(content.text)))
        self._words.show(told)
        self._foot.update(Content.styled(*content.foot))
        self._progress.update(content.progress)


class LessonScreen(TableScreen):
    """A table with the words of a lesson beside it, or above it if bids need the room."""

    HELP_LINES = (
        "The cards are fixed, and you make every decision. A mistake is explained, and you try again.",
        "Space continues after the text; {hint} shows the right answer.",
        "Arrows and Enter, numbers, letters and clicks work as at any table.",
    )
    BINDINGS = [
        Binding("space", "read_on", "continue"),
        Binding("h", "hint", "show me", id="hint", tooltip="show what to do"),
        Binding("q", "leave", "leave", id="leave", tooltip="back to the list of lessons"),
        Binding("escape", "back", "back", show=False, tooltip="close a question, or leave"),
    ]

    SUGGESTS = False

    def __init__(self, host: "LessonRunner") -> None:
        super().__init__(host)
        self.host = host
        self.panel = LessonPanel()
        self._helped: SeatEvent | None = None
        """The choice that the key for help has shown."""

    def on_mount(self) -> None:
        """Put the words beside the table."""
        self.query_one("#middle").mount(self.panel)

    @property
    def side_panel_shown(self) -> bool:
        """False: the words of the lesson take the place of the side panel."""
        return False

    def show(self, shown: Shown, decision: Question | None) -> None:
        """Show the table, with the words beside or above it."""
        self._helped = None
        self.panel.show(self.host.text, self.controller.look)
        self.set_class(decision is not None and not decision.on_hand, "-choosing")
        super().show(shown, decision)
        if self.host.reading:
            self.say("")
        self.set_top([(self.host.lesson.title, inks.bold), (f" · {shown.public.rules.variant.name}", inks.soft)],
                     top_line(shown, self.controller.look)[1])  # fmt: skip

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return the question; nothing while words are read or another player acts."""
        if self.decision is not None:
            words = self.decision.question
            if self._helped is not None and self._is_chosen(self._helped):
                call = getattr(self._helped, "ace", None)
                called = f", called {call}" if call else ""
                words = f"This one{called}: press Enter."
            return (self.marked(words),)
        return super().turn_words() if self.shown.finished_trick is not None else ([],)

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """Let Enter continue too, while words are read."""
        if event.key == "enter" and self.host.reading and self.app.screen is self and not self.busy:
            event.stop()
            event.prevent_default()
            self.host.act(Continue())

    def on_click(self, event: events.Click) -> None:
        """Continue after a click that isn't on a card; one on the words doesn't hurry the next player."""
        if self.host.reading and not self.busy:
            if event.widget is not None and self.panel in event.widget.ancestors_with_self:
                event.prevent_default()
            self.host.act(Continue())

    def action_read_on(self) -> None:
        """Continue after the words have been read."""
        self.host.act(Continue())

    def action_hint(self) -> None:
        """Select the right choice."""
        self._helped = self.host.play.help()
        if self._helped is not None and self.decision is not None:
            self.show_hint(self._helped)
            self.say_turn()

    def _is_chosen(self, event: SeatEvent) -> bool:
        """Return whether Enter would take this choice."""
        card = getattr(event, "card", None)
        if card is not None:
            return bool(self.hand.card == card)
        return getattr(self.question.chosen, "event", None) == event

    def action_back(self) -> None:
        """Close a dialog, or leave."""
        if self.busy:
            super().action_back()
        else:
            self.action_leave()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; lessons have no actions out of turn and no undo."""
        match action:
            case "read_on":
                return None if self.host.reading and not self.busy else dead_key_reasons.NOTHING_TO_READ
            case "aside" | "claim" | "take_back" | "log" | "why" | "scores" | "side":
                return dead_key_reasons.LESSON
            case "leave":
                return dead_key_reasons.ASKED if self.busy else None
            case "back":
                return None
            case _:
                return super().why_not(action, parameters)


class LessonScoreScreen(LessonScreen):
    """The sheet of a hand, with the words about it."""

    @property
    def bidding(self) -> bool:
        """False: the hand is over."""
        return False

    def main_widgets(self) -> Iterable[Widget]:
        """Return the sheet."""
        return (HandSheet(self.shown.public.rules, self.controller.look, self.shown.scores),)

    def main_state(self, seen: Observation) -> None:
        """Return None: the sheet doesn't change."""


class LessonRunner(TableRunner):
    """One lesson on screen; `begin` starts it.

    It calls `learned` before its last words, and `ended` when it is over, with whether it was completed.
    """

    def __init__(
        self, app: Host, lesson: Lesson, learned: Callable[[], None], ended: Callable[[bool], None], place: str = ""
    ) -> None:
        super().__init__(app, CardStyle.liked(app.settings, lesson.names, (lesson.seat,), lesson.rules))
        self.lesson, self._learned, self._ended = lesson, learned, ended
        self.place = place
        """Its place among the puzzles after a lesson, such as `2/3`."""
        self.went_on = False
        """Whether the user continued after the last words, instead of leaving."""
        self.play = LessonPlay(lesson)

    # Shown on the screen

    @property
    def shown(self) -> Shown:
        """The table now, with the learner's cards and no other player's."""
        return self.play.shown(self.finished_trick)

    def open_game(self) -> OpenGame:
        """Return no hands: a lesson shows only the learner's."""
        return OpenGame(self.lesson.rules, self.lesson.names, (self.lesson.seat,), ())

    @property
    def reading(self) -> bool:
        """Whether the panel shows words that wait for the user to continue."""
        return not isinstance(self.play.moment, Decision | LessonEvent)

    @property
    def text(self) -> LessonText:
        """Return the text of the panel."""
        moment, bids = self.play.moment, (self._bids(), inks.soft)
        done, total = self.play.progress()
        progress = self.place if self.lesson.puzzle else f"{done}/{total}"
        go_on = GO_ON
        if self.play.finished and self.lesson.puzzles:
            go_on = (f"Space: {plural(len(self.lesson.puzzles), 'puzzle')} about it", inks.gold)
        match moment:
            case Words(text, praise):
                return LessonText(text, "right" if praise else "", go_on, progress)
            case Decision(text=text):
                wrong = self.play.wrong
                foot = (with_keys("{hint}: show me"), inks.gold) if self.play.tried > 1 else bids
                return LessonText(wrong or text or TURN, "wrong" if wrong else "", foot, progress)
            case LessonEvent():
                return LessonText("", "", bids, progress)
            case _:
                return LessonText(END, "", go_on, progress)

    def _bids(self) -> str:
        """Return the bids so far in one line, while bids are made."""
        seen = self.play.observe()
        if seen.phase not in (Phase.BID, Phase.DRAW, Phase.DISCARD, Phase.RAISE):
            return ""
        told = [f"{self.look.name(seat)} {seen.bids[seat]}" for seat in seen.order if seen.bids[seat] is not None]
        return f"Bids: {', '.join(told)}" if told else ""

    # From the first text to the last

    async def run(self) -> None:
        """Go through the lesson: let others act, let the learner decide, and wait until texts have been read."""
        while True:
            self._show()
            match self.play.moment:
                case LessonEvent():
                    think = PACES[self.app.settings.pace].think
                    await self.pauses.pause(0.0 if self.pauses.hurried else think)
                    self.play.advance()
                    await self._look_at_trick()
                case Decision():
                    self.pauses.ask_person()
                    await self._decide()
                    await self._look_at_trick()
                case _:
                    self.pauses.ask_person()
                    await self._read()

    async def _decide(self) -> None:
        """Let the learner choose until it's right; explain what is wrong."""
        while True:
            answer = self.play.attempt(await self.pauses.answer(DECISION))
            if answer.right:
                return
            self.fill()
            if answer.refusal is not None and self.hand_screen is not None:
                self.hand_screen.refuse(answer.refusal)

    async def _look_at_trick(self) -> None:
        """Leave a complete trick on the table for some seconds, or until the words about it have been read."""
        if not self.play.trick_taken:
            return
        self.finished_trick = finished(self.play.observe())
        self.pauses.hurried = False
        self._show()
        if self.reading:
            await self._read()
        elif self.unseen_waits:
            await self.pauses.pause(None, least=self.pauses.seen)
        else:
            await self.pauses.pause(PACES[self.app.settings.pace].trick)
        self.finished_trick = None

    async def _read(self) -> None:
        """Continue after the words have been read."""
        await self.pauses.answer(Continue)
        self.finished_trick = None
        if self.play.finished:
            self.went_on = True
            self.leave()
            await self.pauses.answer()  # nothing follows the last words
        self.play.advance()

    # The screens

    def _show(self) -> None:
        if self.play.finished:
            self._learned()
        shown = self.shown
        over = shown.seen.phase in (Phase.DEAL, Phase.OVER) and self.finished_trick is None
        kind = LessonScoreScreen if over and shown.scores else LessonScreen
        before = self.screen
        if type(before) is kind:
            self.fill()
            return
        self.screen = self.hand_screen = screen = kind(self)
        if before is None:
            self.app.push_screen(screen)
        else:
            self.app.switch_screen(screen)

    def decision(self, shown: Shown) -> Question | None:
        """Return the question for the learner, if there is one now."""
        if not isinstance(self.play.moment, Decision) or self.finished_trick is not None:
            return None
        return decide(shown.seen, self.look, with_keys("{take_back}"))

    def leave(self) -> None:
        """Go back to the list; a lesson left at its last words is completed."""
        if not self.closed:
            self.close()
            self._ended(self.play.finished)
