"""The base of the screens for bidding and trick play: layout, keys, and questions over the table."""

from enum import IntEnum
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget

from spades_tui import cards
from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.play.bot_decision import HINT_FAILED
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import Question
from spades_tui.presentation.why_not_now import why_no_count, why_not_now
from spades_tui.presentation.wording import sorted_hand
from spades_tui.rules.rules_page import rules_of_bidding, rules_of_play
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings import noted
from spades_tui.tui.table.asking_screen import AskingScreen
from spades_tui.tui.table.screen_at_table import HandSheetScreen, TableRulesScreen
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_words import public_log, question_words, top_line, waiting_words
from spades_tui.tui.table.typing_screen import ARROWS
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece, StateView
from spades_tui.tui.widgets.card_faces import BIG_HEIGHT, HUGE_HEIGHT, HandState, HandView
from spades_tui.tui.widgets.choices import ChoicePanel
from spades_tui.tui.widgets.noted_facts import SideState
from spades_tui.tui.widgets.side_panels import HintPanel, LogPanel, SidePanel

SIDE_FROM, BROAD_FROM, LOG_FROM, WIDE_FROM = 100, 108, 130, 180
"""Minimum columns for a left panel, larger cards (in a tall terminal), the log at the right, and wide panels."""


class Marked(IntEnum):
    """What the cards of the hand are marked with, before the first card."""

    NOTHING = 0
    TRICKS = 1
    DANGERS = 2


class TableScreen(AskingScreen):
    """A screen with a hand; it passes the viewer's decisions to the host."""

    SHOWN_WHEN_COMPLETE = True
    AUTO_FOCUS = ""
    HELP_LINES: ClassVar[tuple[str, ...]] = (
        "Arrows choose a card or bid, Enter plays or bids it. You can also type a card's number, or its suit and "
        "rank: capital S, H, D or C, then A K Q J T 9 … (B and L for the jokers).",
        "With the mouse: click to choose, click again to play or bid. Any key makes the others play faster. {palette} "
        "opens the palette, with settings such as pace and how cards look.",
    )
    WATCHER_LINES: ClassVar[tuple[str, ...]] = (
        "You're watching: you see what everybody at the table sees, and every hand's cards when the hand is over.",
        "Any key ends the pause after a trick. {palette} opens the palette, with settings such as pace and how cards "
        "look.",
    )
    HOW_TO_CHOOSE = ("press an arrow key, or type a number", "press an arrow key, or type a card, such as S A")
    """How to choose in rows of choices, and in the hand."""
    BINDINGS = [
        Binding("left,right", "nothing", "choose", key_display="←→"),
        Binding("enter", "select", "select"),
        Binding("b", "aside('change')", "change bid", id="change_bid"),
        Binding("d", "aside('dump')", "dump", id="dump"),
        Binding("x", "aside('challenge')", "challenge", id="challenge"),
        Binding("k", "aside('books')", "take tricks", id="take_books"),
        Binding("o", "aside('bone')", "bonehead", id="bonehead"),
        Binding("z", "aside('mark')", "ZB mark", id="zb_mark"),
        Binding("h", "hint", "hint", id="hint"),
        Binding("c", "count", "count", show=False, id="count", tooltip="mark cards that win tricks, or endanger a nil"),
        Binding("u", "take_back", "undo", id="take_back"),
        Binding("l", "last_trick", "last trick", id="last_trick"),
        Binding("m", "claim", "claim", id="claim", tooltip="claim the remaining tricks"),
        Binding("s", "scores", "scores", id="scores"),
        Binding("g", "log", "log", id="log", tooltip="the hand in words"),
        Binding("y", "why", "why", show=False, id="why", tooltip="why the others bid and played as they did"),
        Binding("n", "notes", "notes", show=False, id="notes", tooltip="cards out, voids, and what each side needs"),
        Binding("tab", "side", "hands", tooltip="choose a hand to see its score sheet"),
        Binding("r", "rules", "rules", id="rules", tooltip="the rules that apply now"),
        Binding("w", "rules(True)", "glossary", id="words", tooltip="what the words mean"),
        Binding("+", "pace(1)", "faster", show=False, id="faster", tooltip="play faster"),
        Binding("-", "pace(-1)", "slower", show=False, id="slower", tooltip="play slower"),
        Binding("q", "leave", "leave", id="leave", tooltip="leave; the game is saved"),
        Binding("escape", "back", "back", tooltip="close a hint, or a question unanswered"),
    ]

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self.log_panel = LogPanel()
        self.side = SidePanel()
        self.decision: Question | None = None
        self._marked = Marked.NOTHING
        self._turn_said: tuple[list[Piece], ...] = ()
        """The sentence about whose turn it is, in the ways that fitted when it was last said."""
        self.asked_with: Observation | None = None
        """What the person saw when the open question was first shown; it may be shown again after news."""
        self.suggested: SeatEvent | None = None
        """The first choice of the hint for the open question, once it is known."""

    @property
    def side_panel_shown(self) -> bool:
        """Whether bids and hands are shown beside the table."""
        return self.size.width >= SIDE_FROM

    def compose_body(self) -> ComposeResult:
        """Lay out bids and hands, table and log side by side; the sentence; the hand."""
        with Horizontal(id="middle"):
            yield self.side
            with Vertical(id="centre"):
                with Container(id="main"):
                    yield self.main_widget()
                yield self.question
            yield self.log_panel
            yield self.hint_panel
        yield self.sentence
        yield self.hand

    def main_widget(self) -> Widget:
        """Return the widget in the middle."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Show the game and the score from the first frame on."""
        self.set_top(*top_line(self.shown, self.controller.look))

    def on_resize(self, event: events.Resize) -> None:
        """Adapt the layout to the size."""
        self.set_class(event.size.width >= SIDE_FROM, "-side")
        self.set_class(event.size.width >= BROAD_FROM, "-broad")
        self.set_class(event.size.width >= LOG_FROM, "-log")
        self.set_class(event.size.width >= WIDE_FROM, "-wide")
        self.set_class(event.size.height >= BIG_HEIGHT and event.size.width >= BROAD_FROM, "-roomy")
        if event.size.width < SIDE_FROM and self.side.has_focus:
            self.set_focus(None)
        self._fit_hand(event.size.width, event.size.height)
        if self.seen is not None and self.sentence.ways == self._turn_said:
            self.say_turn()

    def _fit_hand(self, width: int, height: int) -> None:
        """Show the hand's cards as large as will fit, unless the user has chosen small ones."""
        large = not self.controller.look.compact
        self.hand.set_class(large and height >= BIG_HEIGHT and width >= BROAD_FROM, "-big")
        self.hand.set_class(large and height >= HUGE_HEIGHT and width >= WIDE_FROM, "-huge")

    # Called by the host

    def show(self, shown: Shown, decision: Question | None) -> None:
        """Show the table as the viewer sees it; a decision means that it is the viewer's turn."""
        if self.seen is None or shown.seen.seat != self.seen.seat or why_no_count(shown.seen):
            self._marked = Marked.NOTHING
        seen, look, before = shown.seen, self.controller.look, self.asked_with
        self.shown, self.seen, self.decision = shown, seen, decision
        asked_again = decision is not None and before is not None and before.legal == seen.legal
        if not asked_again:
            self.asked_with, self.suggested = seen if decision is not None else None, None
            self.hand.choose(None)
            self.forget_choice()
        self.forget_typed()
        self.hint_panel.close()
        self._close_question()
        self.coach_line.begin(seen, decision is not None, self.app.brain)
        if decision is not None and self.key_line.said == dead_key_reasons.WAIT.words:
            self.key_line.unsay()
        self.set_top(*top_line(shown, look))
        self.side.show(SideState(shown.public, look, shown.scores, self.app.settings))
        self.log_panel.show(public_log(shown, look))
        if (state := self.table_state(seen)) is not None:
            state[0].show(state[1])
        self.sentence.say(*self._sentences())
        self._turn_said, self._refused = self.sentence.ways, ""
        self._fit_hand(*self.app.size)
        self.hand.show(self.hand_state(seen, decision))
        if decision is not None and not asked_again:
            self._choose_first(seen)
        self.refresh_bindings()
        self.show_complete()

    def _choose_first(self, seen: Observation) -> None:
        """Choose the only choice, or let the hint's own choice be suggested."""
        if len(seen.legal) == 1:
            self.show_hint(seen.legal[0])
        elif seen.legal:
            self.controller.suggest(seen, self._suggest)

    def _suggest(self, event: SeatEvent) -> None:
        """Move to the suggested choice, unless the person has chosen something."""
        self.suggested = event
        if self.nothing_chosen:
            self.controller.pauses.suggested()
            self.show_hint(event)

    def forget_choice(self) -> None:
        """Let Enter do nothing until something else than a card is chosen."""

    @property
    def nothing_chosen(self) -> bool:
        """Whether neither a card nor another choice is chosen."""
        return self.hand.card is None

    def table_state(self, seen: Observation) -> tuple[StateView[Any], object] | None:
        """Return the view in the middle of the table and its new state; None if nothing changes."""
        raise NotImplementedError

    def hand_state(self, seen: Observation, decision: Question | None) -> HandState | None:
        """Return the hand, with the cards that may be chosen raised; None if there is none."""
        if seen.seat is None or seen.seat not in seen.table:
            return None
        chooses = decision is not None and decision.on_hand
        return HandState(
            sorted_hand(seen.rules, self.controller.look, seen.own or 0),
            seen.rules.cards.suit_of,
            self.controller.look,
            hidden=seen.sizes[seen.seat] if seen.own is None else 0,
            raised=decision.choosable if decision is not None else 0,
            active=chooses,
            marks=self.marks(seen),
            suggested=self.suggested_cards,
        )

    @property
    def suggested_cards(self) -> int:
        """The cards of the suggested choice, as a bit set."""
        card = getattr(self.suggested, "card", None)
        return 1 << card if card is not None else 0

    def marks(self, seen: Observation) -> dict[int, str]:
        """Return short marks for cards of the hand."""
        given = seen.passed & (seen.own or 0) if seen.phase == Phase.PASS else 0  # until the partner has chosen too
        if self._marked:
            from spades_tui.presentation import marked_hand

            count = marked_hand.counted(seen)
            if count is None:
                return {}
            return marked_hand.marks(count, self.controller.look.letters, self._marked == Marked.DANGERS)
        return dict.fromkeys(cards.cards_of(seen.fresh), "new") | dict.fromkeys(cards.cards_of(given), "out")

    def say(self, content: str | list[Piece]) -> None:
        """Show a sentence."""
        self._refused = ""
        self.sentence.say(content)

    def refuse(self, refusal: Refusal) -> None:
        """Show why an action was refused, with the rule."""
        self._refused = refusal.rule
        said = [self.cross, (f"{refusal.sentence}.", inks.bold)]
        if not refusal.rule:
            self.sentence.say(said)
            return
        key = with_keys("{rules}")
        ways = (f"  {key} shows rule {refusal.rule}", f"  {key} shows {refusal.rule}", f"  {refusal.rule}", "")
        self.sentence.say(*([*said, (words, inks.soft)] for words in ways))

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """End a pause at any key; choose with digits and letters."""
        if self.app.screen is not self or self._uses(event):
            event.stop()

    def _uses(self, event: events.Key) -> bool:
        """Handle a key. Return whether nothing else may handle it."""
        key, pauses = event.key, self.controller.pauses
        if key in ("escape", "backspace") and self.sentence.typed and not self.busy:
            self.forget_typed()
            return True
        if self.side.has_focus:
            active = self.active_bindings.get(key)
            if active is not None and active.node is self.side:
                return False
            self.set_focus(None)  # any other key belongs to the table
        self.end_animations()
        if key not in ("enter", "space") and self.coach_line.forget():
            self.say_turn()
            if key == "escape":
                return True
        if key in ("up", "down") and self.hint_panel.move(1 if key == "down" else -1):
            return True
        if key != "escape":  # which closes only the hint
            self.close_hint()
        if self.late and self.hurries(key):
            if key == "space":
                self._end_late()
            else:
                self.say_turn()
            return True
        if self.hurries(key) and pauses.hurry():
            if key in ("enter", "space") or self.reason(key) is not None:
                return True
        elif key in ("enter", "space") and pauses.too_soon(event.time):
            return True
        else:
            pauses.suggested(False)
        if key in (*ARROWS, "home", "end") and (self.busy or self.decision is not None):
            self.move(key)
            return True
        return bool(event.character and self.type(event.character, event.time))

    def hurries(self, key: str) -> bool:
        """Return whether a key ends the running pause; if it waits for any key, even a key without a use here does."""
        shown = self.shown
        goes_on = self.controller.pauses.awaits_key or shown.finished_trick is not None or shown.public.on_turn is None
        active = self.active_bindings.get(key)
        return super().hurries(key) or (goes_on and not (active and active.enabled))

    @property
    def late(self) -> bool:
        """Whether the viewer was too late to cut, so that the next key may have been meant for the cut."""
        return self.controller.late and self.decision is not None and not self.busy

    def _end_late(self) -> None:
        """Let keys choose again: the user has seen that they were too late to cut."""
        self.controller.late = False
        self.say_turn()
        self.refresh_bindings()

    def end_animations(self) -> None:
        """End all animations."""

    def on_click(self, event: events.Click) -> None:
        """End a pause with a click anywhere."""
        self.end_animations()
        if self.late:
            self._end_late()
        self.controller.pauses.hurry()

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return sentences about whose turn it is, longest first; the screen shows the first that fits."""
        look = self.controller.look
        if self.late:
            return ([(dead_key_reasons.TOO_LATE.words, inks.text)],)
        if self.decision is not None:
            return (self.marked(question_words(self.shown, look, self.decision.question, self.size.width)),)
        return tuple([(way, inks.text)] for way in waiting_words(self.shown, look))

    def say_turn(self) -> None:
        """Show whose turn it is."""
        self._refused = ""
        self.sentence.say(*self._sentences())
        self._turn_said = self.sentence.ways

    def _sentences(self) -> tuple[list[Piece], ...]:
        """Return what the marks of the hand mean, if it's marked; otherwise whose turn it is."""
        if not self._marked or self.seen is None:
            return self.turn_words()
        from spades_tui.presentation import marked_hand

        count, nil = marked_hand.counted(self.seen), self._marked == Marked.DANGERS
        if count is None:
            return self.turn_words()
        return ([(f" {marked_hand.count_line(count, self.seen, self.controller.look, nil)}", inks.gold)],)

    moved = say_turn  # forgets an old refusal when another card or choice is chosen

    # Decisions

    def action_select(self) -> None:
        """Do what is chosen, if that is neither a bid nor a card to play."""
        self.action_take()

    def action_take(self) -> None:
        """Do what is chosen, unless the user is still typing a number."""
        if self.typed.unfinished(monotonic(), self.chooser.numbers):
            self.say_not_there((f"There's no {self.typed.digits} to choose.", inks.bold))
            self.end_typing()
            return
        self.forget_typed()
        if self._asking is not None:
            self._take_option(self.question.chosen)
        elif self.late:
            self.say_turn()
        elif (confirmed := self.coach_line.confirmed(self._under_cursor)) is not None:
            self.controller.act(confirmed)
        elif self.decision is not None and self.nothing_chosen:
            how = self.HOW_TO_CHOOSE[self.decision.on_hand]
            self.say([("Nothing is chosen: ", inks.bold), (f"{how}.", inks.text)])
        elif self.decision is not None:
            event = self.chosen_event()
            if event is not None and not self._holds_back(event):
                self.controller.act(event)

    def chosen_event(self) -> SeatEvent | None:
        """Return the chosen event. If it's refused or incomplete, show why and return None."""
        raise NotImplementedError

    def on_choice_panel_taken(self, event: ChoicePanel.Taken | HandView.Chosen) -> None:
        """Take the choice or the card that was clicked; the first click after a missed cut only continues."""
        event.stop()
        if self.late:
            self._end_late()
        elif not self.controller.pauses.too_soon(event.time):
            self.action_take()

    on_hand_view_chosen = on_choice_panel_taken

    def on_hand_view_moved(self, event: HandView.Moved) -> None:
        """Note that another card is chosen with the mouse."""
        event.stop()
        self.forget_typed()
        self.coach_line.forget()
        self.moved()

    def action_hint(self) -> None:
        """Choose the suggested action, and show why."""
        if self.seen is not None and self.decision is not None:
            failed = partial(self.controller.note_fault, HINT_FAILED)
            weigh = partial(self.coach_line.coach.advice, self.seen, self.app.brain, failed)
            self.hint_panel.ask(self.seen, self.controller.look, weigh)
            self.refresh_bindings()

    def action_count(self) -> None:
        """Mark the cards that win a trick; again, those that endanger a nil; then nothing."""
        if self.seen is None:
            return
        from spades_tui.presentation import marked_hand

        last = Marked.DANGERS if marked_hand.nil_possible(self.seen) else Marked.TRICKS
        self._marked = Marked((self._marked + 1) % (last + 1))
        self.hand.show(self.hand_state(self.seen, self.decision))
        self.say_turn()

    def on_hint_panel_found(self, event: HintPanel.Found) -> None:
        """Show the hint, if the decision is still open."""
        event.stop()
        if self.has_widgets and self.seen is event.seen and self.hint_panel.display:
            self.show_hint(event.event)

    def show_hint(self, event: SeatEvent) -> None:
        """Mark the suggested choice."""
        raise NotImplementedError

    def action_side(self) -> None:
        """Move the focus to the hands at the side."""
        self.set_focus(self.side)

    def on_side_panel_opened(self, event: SidePanel.Opened) -> None:
        """Open the sheet of that hand."""
        event.stop()
        self.app.push_screen(HandSheetScreen(self.controller, event.place))

    def action_rules(self, words: bool = False) -> None:
        """Show the rules of this table, first the rule of a refusal, then the rules of the current phase."""
        rules = self.shown.public.rules
        playing = self.shown.public.phase == Phase.PLAY
        now = rules_of_play(rules.variant) if playing else rules_of_bidding(rules.variant)
        now = [self._refused, *now] if self._refused else now
        self.app.push_screen(TableRulesScreen(rules, now, words))

    def action_back(self) -> None:
        """Close a hint or a question."""
        if self.hint_panel.display:
            self.close_hint()
        elif self._asking is not None:
            self._take_option(None)

    def help_lines(self) -> tuple[str, ...]:
        """Return how to choose cards and bids; for a watcher, what they see and can do instead."""
        return self.HELP_LINES if self.shown.people else self.WATCHER_LINES

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done now."""
        if self.seen is None:
            return None if action in ("leave", "keys", "scores") else dead_key_reasons.NOT_READY
        if action == "back" and self.hint_panel.display:
            return None
        if self.late and action in ("nothing", "take", "select", "lift"):
            return dead_key_reasons.TOO_LATE
        what = str(parameters[0]) if parameters else ""
        mine = self.decision is not None
        if action == "notes" and not noted(self.app.settings):
            return dead_key_reasons.NO_NOTES
        if action == "side" and not (self.side.can_focus and self.side.display):
            return dead_key_reasons.INSTEAD
        return why_not_now(action, what, self.shown, mine=mine, asked=self._asking is not None)
