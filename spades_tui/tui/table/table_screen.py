"""The screen of a hand, from the first bid to the last trick: layout, keys, and questions over the table."""

import asyncio
from collections.abc import Iterable
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from spades_tui.game.events import SeatEvent, TakeBack
from spades_tui.game.phase import Phase
from spades_tui.play.shown import Shown, finished
from spades_tui.presentation import marked_hand
from spades_tui.presentation.decisions import Question
from spades_tui.presentation.why_not_now import DECIDE, why_no_count, why_not_now
from spades_tui.rules.rules_page import rules_of_bidding, rules_of_play
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.actions import ACTIONS, ASIDES, KEYS
from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings import noted
from spades_tui.tui.table.choosing_screen import ARROWS, ChoosingScreen, Marked
from spades_tui.tui.table.screen_at_table import HandSheetScreen, TableRulesScreen
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_words import bean_words, bid_notes, moment_said, public_log, top_line, words_below
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.bid_board import BidBoard, BidsState
from spades_tui.tui.widgets.canvas import StateView
from spades_tui.tui.widgets.card_faces import BIG_HEIGHT, HUGE_HEIGHT, HandView
from spades_tui.tui.widgets.choices import ChoicePanel
from spades_tui.tui.widgets.noted_facts import SideState
from spades_tui.tui.widgets.side_panels import HintPanel, LogPanel, SidePanel
from spades_tui.tui.widgets.table_view import LastTrickView, TableState, TableView

SIDE_FROM, BROAD_FROM, LOG_FROM, WIDE_FROM = 100, 108, 130, 180
"""Minimum columns for a left panel, larger cards (in a tall terminal), the log at the right, and wide panels."""
SUGGEST_AFTER = 0.2
"""Seconds after a question in which nothing is weighed, so that quick answers cost no computer player's time."""


class TableScreen(ChoosingScreen):
    """A screen with a hand; it passes the viewer's decisions to the table's runner.

    Bids are above their choices; once cards are played, the table takes their place. One panel of choices asks
    everything that isn't answered with a card.
    """

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
    SUGGESTS = True
    """Whether the hint's own choice may be suggested here."""
    HOW_TO_CHOOSE = ("press an arrow key, or type a number", "press an arrow key, or type a card, such as S A")
    """How to choose in rows of choices, and in the hand."""
    BINDINGS = [
        Binding("left,right", "nothing", "choose", key_display="←→"),
        Binding("enter", "take", "play"),
        Binding("enter", "bid", "bid"),
        Binding("enter", "select", "select"),
        Binding("space", "lift", "pick", tooltip="pick a card, or put it back"),
        *(Binding(KEYS[name], f"aside('{word}')", ACTIONS[name][1], id=name) for word, name in ASIDES.items()),
        Binding("h", "hint", "hint", id="hint"),
        Binding("c", "count", "count", show=False, id="count", tooltip="mark cards that win tricks, or endanger a nil"),
        Binding("u", "take_back", "undo", id="take_back"),
        Binding("l", "last_trick", "last trick", id="last_trick"),
        Binding("m", "claim", "claim", id="claim", tooltip="claim the remaining tricks"),
        Binding("s", "scores", "scores", id="scores"),
        Binding("g", "log", "log", id="log", tooltip="the hand in words"),
        Binding("y", "why", "why", show=False, id="why", tooltip="why the others bid and played as they did"),
        Binding(
            "n", "notes", "notes", show=False, id="notes", tooltip="facts you could have noted; Settings choose them"
        ),
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
        self.board = BidBoard(id="bid-board")
        self.table_view = TableView()
        self.last_trick = LastTrickView(id="last-trick")
        self.side, self.log_panel = SidePanel(), LogPanel()
        self.asked_with: Observation | None = None
        """What the person saw when the open question was first shown; it may be shown again after news."""
        self._at: int | None = None
        """The card chosen before the last trick was shown."""

    # What is shown

    @property
    def side_panel_shown(self) -> bool:
        """Whether bids and hands are shown beside the table."""
        return self.app.size.width >= SIDE_FROM

    def compose_body(self) -> ComposeResult:
        """Lay out bids and hands, table and log side by side; the sentence; the hand."""
        with Horizontal(id="middle"):
            yield self.side
            with Vertical(id="centre"), Vertical(id="main"):
                yield from self.main_widgets()
                yield self.question
            yield self.log_panel
            yield self.hint_panel
        yield self.sentence
        yield self.hand

    def main_widgets(self) -> Iterable[Widget]:
        """Return the widgets in the middle, one of which is shown."""
        return self.board, self.table_view, self.last_trick

    def on_mount(self) -> None:
        """Show everything from the first frame on."""
        self._fit(self.app.size)
        self.controller.fill()

    def on_resize(self, event: events.Resize) -> None:
        """Adapt the layout to the size."""
        self._fit(event.size)
        if event.size.width < SIDE_FROM and self.side.has_focus:
            self.set_focus(None)
        if self.seen is not None and not self.bidding:
            self.table_view.show(self._table_state(self.seen))  # with the sides' bids if no panel has them
        if self.seen is not None and self.sentence.ways == self._turn_said:
            self.say_turn()

    def _fit(self, size: Size) -> None:
        """Lay out what has room in a terminal of this size."""
        width, height = size
        self.update_classes(
            {
                "-side": width >= SIDE_FROM,
                "-broad": width >= BROAD_FROM,
                "-log": width >= LOG_FROM,
                "-wide": width >= WIDE_FROM,
                "-roomy": height >= BIG_HEIGHT and width >= BROAD_FROM,
            }
        )
        self._fit_hand(width, height)

    def _fit_hand(self, width: int, height: int) -> None:
        """Show the hand's cards as large as will fit, unless the user has chosen small ones."""
        large = not self.controller.look.compact
        self.hand.set_class(large and height >= BIG_HEIGHT and width >= BROAD_FROM, "-big")
        self.hand.set_class(large and height >= HUGE_HEIGHT and width >= WIDE_FROM, "-huge")

    def show(self, shown: Shown, decision: Question | None) -> None:
        """Show the table as the viewer sees it; a decision means that it is the viewer's turn."""
        seen, look, last, before = shown.seen, self.controller.look, self.seen, self.asked_with
        if last is None or (seen.seat, seen.phase) != (last.seat, last.phase) or why_no_count(seen):
            self._marked = Marked.NOTHING
        asked_again = decision is not None and before is not None and before.legal == seen.legal
        self._close_question()
        chosen = self._chosen_choice
        self.shown, self.seen, self.decision = shown, seen, decision
        if not asked_again:
            self.asked_with = seen if decision is not None else None
            self.suggested = chosen = None
            self.hand.choose(None)
            self.forget_choice()
        self.forget_typed()
        self.hint_panel.close()
        self.begin_coach(seen)
        if decision is not None and self.key_line.said == dead_key_reasons.WAIT.words:
            self.key_line.unsay()
        self.set_top(*top_line(shown, look))
        self.side.show(SideState(shown.public, look, shown.scores, self.app.settings))
        self.log_panel.show(public_log(shown, look))
        self.set_class(self.bidding, "-bidding")
        self._look_back(False)
        main = self.main_state(seen)
        if main is not None:
            view, state = main
            view.show(state)
        if self.bidding:
            self._show_choices(chosen)
        self.sentence.say(*self._sentences())
        self._turn_said, self._refused = self.sentence.ways, ""
        self._fit_hand(*self.app.size)
        self.hand.show(self.hand_state(seen, decision))
        if decision is not None and not asked_again:
            self._choose_first(seen)
        self.refresh_bindings()

    def main_state(self, seen: Observation) -> tuple[StateView[Any], object] | None:
        """Return the view in the middle and its new state, None if nothing changes; a complete trick stays there."""
        if not self.bidding:
            self.table_view.gathers = self.app.moves
            return self.table_view, self._table_state(seen)
        look = self.controller.look
        said = moment_said(self.controller.moments, self.shown, look)
        return self.board, BidsState(seen, look, bid_notes(self.shown, look), said, self.controller.spoken)

    def _table_state(self, seen: Observation) -> TableState:
        look, trick = self.controller.look, self.shown.finished_trick
        moment, spoken = moment_said(self.controller.moments, self.shown, look), self.controller.spoken
        words: tuple[str, ...] = ()
        if moment is None:
            words = words_below(self.shown, self.controller)
        sides = not self.side_panel_shown
        lies, winner = seen.trick, seen.winning
        turn = seen.on_turn if seen.phase == Phase.PLAY else None
        if trick is not None:
            lies, winner, turn = trick.trick, trick.winner, None
        here, complete = seen.seat or 0, trick is not None
        return TableState(seen, look, lies, complete, winner, turn, here, words, sides, moment, spoken)

    def _choose_first(self, seen: Observation) -> None:
        """Choose the only choice, or let the hint's own choice be suggested."""
        if len(seen.legal) == 1:
            self.show_hint(seen.legal[0])
        elif seen.legal and self.SUGGESTS and self.app.settings.suggestions:
            self.weigh(seen)

    @work(group="suggestion", exclusive=True)
    async def weigh(self, seen: Observation) -> None:
        """Suggest the first choice of the hint, if the question is still open when it's known."""
        await asyncio.sleep(SUGGEST_AFTER)
        if self.seen is None or not self._still_asks(seen):
            return
        failed = self.controller.hint_failed
        advice = await asyncio.to_thread(self.coach.advice, self.seen, self.app.brain, failed)
        best = next((one.event for one in advice if one.event in seen.legal), None)  # a claim isn't
        if best is not None and self._still_asks(seen) and best != self.controller.done:
            self.suggest(best)

    def _still_asks(self, seen: Observation) -> bool:
        """Return whether this is still the open question of the person at the keyboard."""
        return self.has_widgets and self.decision is not None and self.asked_with is seen

    def suggest(self, event: SeatEvent) -> None:
        """Move to the suggested choice, unless the person has chosen something."""
        self.suggested = event
        self.controller.hinted.add(event.seat)
        if self.under_cursor is None:
            self.controller.pauses.suggested()
            self.show_hint(event)

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """End a pause at any key; choose with digits and letters."""
        if self.app.screen is not self or self._uses(event):
            event.stop()

    def _uses(self, event: events.Key) -> bool:
        """Handle a key. Return whether nothing else may handle it."""
        key, pauses = event.key, self.controller.pauses
        if self.looking_back:
            if self._looks_back(key):
                return False
            self.close_last_trick()  # without playing a card at Enter
            if key in ("enter", "space", "escape"):
                return True
        if key in ("escape", "backspace") and self.sentence.typed and not self.busy:
            self.forget_typed()
            return True
        if self.side.has_focus:
            active = self.active_bindings.get(key)
            if active is not None and active.node is self.side:
                return False
            self.set_focus(None)  # any other key belongs to the table
        self.table_view.end_motion()
        if key not in ("enter", "space") and self.forget_warning():
            self.say_turn()
            if key == "escape":
                return True
        if key in ("up", "down") and self.hint_panel.move(1 if key == "down" else -1):
            return True
        if key != "escape" and not self._looks_back(key):  # Esc closes the hint alone, and the last trick covers it
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

    def _looks_back(self, key: str) -> bool:
        """Return whether a key shows the last trick, or hides it again."""
        active = self.active_bindings.get(key)
        return active is not None and active.enabled and active.binding.action == "last_trick"

    def hurries(self, key: str) -> bool:
        """Return whether a key ends the running pause; if it waits for any key, even a key without a use here does."""
        shown = self.shown
        goes_on = self.controller.pauses.awaits_key or shown.finished_trick is not None or shown.public.on_turn is None
        active = self.active_bindings.get(key)
        return super().hurries(key) or (goes_on and not (active and active.enabled))

    def _end_late(self) -> None:
        """Let keys choose again: the user has seen that they were too late to cut."""
        self.controller.late = False
        self.say_turn()
        self.refresh_bindings()

    def on_click(self, event: events.Click) -> None:
        """End a pause with a click anywhere, or bring the table back without choosing anything."""
        if self.looking_back:
            self.close_last_trick()
            return
        self.table_view.end_motion()
        if self.late:
            self._end_late()
        self.controller.pauses.hurry()

    # Decisions

    def action_take(self) -> None:
        """Do what is chosen, unless the user is still typing a number."""
        if self.typed.unfinished(monotonic(), self.chooser.numbers):
            self.say_not_there((f"There's no {self.typed.digits} to choose.", inks.bold))
            self.end_typing()
            return
        self.forget_typed()
        if self._asking is not None and self.question.chosen is not None:
            self._take_option(self.question.chosen)
        elif self.late:
            self.say_turn()
        elif self.confirmed is not None:
            self.controller.act(self.confirmed)
        elif self.under_cursor is None and (self.decision is not None or self._asking is not None):
            how = self.HOW_TO_CHOOSE[self.chooser is self.hand]
            if any(worker.group == "suggestion" and not worker.is_finished for worker in self.workers):
                how = "the suggestion comes in a moment"
            self.say([("Nothing is chosen yet: ", inks.bold), (f"{how}.", inks.text)])
        elif self.decision is not None:
            event = self.chosen_event()
            if event is not None and not self.holds_back(event):
                self.controller.act(event)

    action_bid = action_select = action_lift = action_take

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
        self.forget_warning()
        self.moved()

    def action_hint(self) -> None:
        """Choose the suggested action, and show why."""
        if self.seen is not None and self.decision is not None:
            weigh = partial(self.coach.advice, self.seen, self.app.brain, self.controller.hint_failed)
            self.hint_panel.ask(self.seen, self.controller.look, weigh)
            self.refresh_bindings()

    def action_count(self) -> None:
        """Mark the cards that win a trick; again, those that endanger a nil; then nothing."""
        if self.seen is None:
            return
        last = Marked.DANGERS if marked_hand.nil_possible(self.seen) else Marked.TRICKS
        self._marked = Marked((self._marked + 1) % (last + 1))
        self.hand.show(self.hand_state(self.seen, self.decision))
        self.say_turn()

    def on_hint_panel_found(self, event: HintPanel.Found) -> None:
        """Show the hint, if the decision is still open."""
        event.stop()
        if self.has_widgets and self.seen is event.seen and self.hint_panel.display:
            self.controller.hinted.add(event.event.seat)
            if not self.keeps_typed(event.event):
                self.show_hint(event.event)

    def action_take_back(self) -> None:
        """Take back the last action, at a practice table."""
        if self.seen is not None and self.seen.seat is not None:
            self.controller.act(TakeBack(self.seen.seat))

    # The last trick

    def action_last_trick(self) -> None:
        """Show the last trick over the table, or hide it again (C-10)."""
        seen = self.seen
        if self.looking_back:
            self.close_last_trick()
        elif seen is not None and seen.last_trick is not None and self.shown.finished_trick is None:
            self.forget_typed()
            self._at = self.hand.card
            self.last_trick.show((finished(seen), self.controller.look))
            self._look_back(True)
            self.hand.show(self.hand_state(seen, None))
            self.say([("You're looking at the last trick. ", inks.bold),
                      (with_keys("{last_trick} or Esc brings the table back."), inks.soft)])  # fmt: skip
            self.refresh_bindings()

    def close_last_trick(self) -> None:
        """Hide the last trick, and bring the table back."""
        self._look_back(False)
        if self.seen is not None:
            self.hand.show(self.hand_state(self.seen, self.decision))
            self.hand.choose(self._at)
        self.say_turn()
        self.refresh_bindings()

    def _look_back(self, on: bool) -> None:
        self.looking_back = on
        self.set_class(on, "-looking-back")
        self.hint_panel.cover(on)

    # Pages and panels

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
        if self._refused:
            now = [self._refused, *now]
        self.app.push_screen(TableRulesScreen(rules, now, words))

    def action_back(self) -> None:
        """Bring the table back, or close a hint or a question."""
        if self.looking_back:
            self.close_last_trick()
        elif self.hint_panel.display:
            self.close_hint()
        elif self._asking is not None:
            self._take_option(None)

    def help_lines(self) -> tuple[str, ...]:
        """Return how to choose cards and bids, or what a watcher sees and can do instead; and what the signs mean."""
        look = self.controller.look
        star = glyphs.sign("★", look.letters)
        signs = f"{bean_words(look)[0]} {star} is a joker, or a game won today."
        return (*(self.HELP_LINES if self.shown.people else self.WATCHER_LINES), signs)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done now."""
        if self.seen is None:
            return None if action in ("leave", "keys", "scores") else dead_key_reasons.NOT_READY
        action = "take" if action == "bid" else action
        if self.looking_back and action in (*DECIDE, "back"):
            return dead_key_reasons.LOOKING_BACK if action in DECIDE else None
        if action == "lift":
            needless = None if self._cards_needed() > 1 else dead_key_reasons.TAKE_WITH_ENTER
            return self.why_not("select", ()) or needless
        if action == "back" and self.hint_panel.display:
            return None
        if self.late and action in ("nothing", "take", "select"):
            return dead_key_reasons.TOO_LATE
        if self.controller.awaits_answer and action in DECIDE and action != "hint":
            return dead_key_reasons.SENT
        what = str(parameters[0]) if parameters else ""
        mine = self.decision is not None
        if action == "notes" and not noted(self.app.settings):
            return dead_key_reasons.NO_NOTES
        if action == "side" and not (self.side.can_focus and self.side.display):
            return dead_key_reasons.INSTEAD
        return why_not_now(action, what, self.shown, mine=mine, asked=self._asking is not None)
