"""Bidding: all bids so far, the choices and what each pays, and your hand; also draws and discards."""

from typing import NamedTuple

from rich.cells import cell_len
from textual.binding import Binding
from textual.containers import Vertical
from textual.widget import Widget

from spades_tui.cards import cards_of
from spades_tui.game.events import Bid, Draw, Look, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.language.amounts import plural
from spades_tui.presentation.decisions import Question, notes
from spades_tui.rules.ledger import words_beside
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import fork_words, news, question_words
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, StateView, length, two_lines
from spades_tui.tui.widgets.card_faces import CardStyle, HandState, HandView, frame, paint_back, paint_card
from spades_tui.tui.widgets.choices import ChoicePanel
from spades_tui.tui.widgets.table_view import roles, side_word, without_tail

EDGE_CELLS = 7
"""Cells of the sentence line taken by the marker and the edges, not by the question."""
ROWS_FOR_BEANS = 12
"""Minimum rows for taller boxes, with beans below for the bids."""


class BidsState(NamedTuple):
    """Everything that the bid board shows."""

    seen: Observation
    look: CardStyle
    notes: tuple[str, ...]


class BidBoard(StateView[BidsState]):
    """A box for each seat, the one on turn with a heavy frame."""

    DEFAULT_CSS = "BidBoard { width: 1fr; height: 7; }"

    def picture(self, canvas: Canvas, state: BidsState) -> None:
        """Draw notes, then boxes."""
        seen, look, notes = state
        lines = [""]
        for note in notes:
            if lines[-1] and len(lines[-1]) + len(note) + 2 > canvas.width - 4:
                lines.append("")
            lines[-1] = f"{lines[-1]}  {note}" if lines[-1] else note
        for y, line in enumerate(lines[:2]):
            canvas.centred(0, canvas.width, y, [(line, inks.soft)])
        order = seen.order or seen.table
        if not order:
            return
        roomy = canvas.height >= ROWS_FOR_BEANS
        drafting = seen.phase == Phase.DRAFT
        gap = 12 if drafting else 2
        width = min(24, (canvas.width - 2) // len(order) - gap)
        left = (canvas.width - (width + gap) * len(order) + gap) // 2
        tall = any(len(self._name_lines(state, seat, width - 2)) > 1 for seat in order)
        y, height = (3, 7) if roomy else (2, 5)
        for place, seat in enumerate(order):
            self._box(canvas, state, left + place * (width + gap), y, width, height, seat, tall)
        if drafting and len(order) == 2:
            top = seen.draft.top if seen.draft is not None else None
            if top is None:
                paint_back(canvas, canvas.width // 2 - 3, y, 6, 5)
            else:
                paint_card(canvas, canvas.width // 2 - 3, y, 6, 5, look, top)
        if roomy and not drafting:
            total = sum(bid for bid in seen.bids if bid is not None)
            beans = look.beans(seen.rules, seen.rules.tricks, total) if any(b is not None for b in seen.bids) else []
            apart = [(" ".join(text) + " ", style) for text, style in beans if text]
            canvas.centred(0, canvas.width, 11, without_tail(apart))

    def _name_lines(self, state: BidsState, seat: int, room: int) -> list[list[Piece]]:
        """Return the name of a seat behind the mark of its side, in one line of `room` cells or in two."""
        seen, look, _ = state
        before = look.marked(seen.rules, seen.rules.side_of[seat])
        style = inks.gold if self._on_turn(state, seat) else inks.bold
        lines: list[list[Piece]] = [[(part, style)] for part in two_lines(look.name(seat), room - length(before), room)]
        lines[0] = [*before, *lines[0]]
        return lines

    def _on_turn(self, state: BidsState, seat: int) -> bool:
        seen = state.seen
        return seat == seen.on_turn and seen.phase not in (Phase.DEAL, Phase.PLAY)

    def _box(
        self, canvas: Canvas, state: BidsState, x: int, y: int, width: int, height: int, seat: int, tall: bool
    ) -> None:
        """Draw name, bid and role.

        If any name takes two lines (`tall`), all bids move below them. In a low box, the lower edge then shows the
        roles. It also shows the second of two roles that don't fit beside each other.
        """
        seen, look, _ = state
        turn, room = self._on_turn(state, seat), width - 2
        frame(canvas, x, y, width, height, inks.gold if turn else inks.line, heavy=turn)
        for row, name in enumerate(self._name_lines(state, seat, room), 1):
            canvas.centred(x + 1, room, y + row, name)
        bid, beans = self._bid(state, seat, turn), look.beans(seen.rules, seen.bids[seat], 0) if seen.bids[seat] else []
        row = y + (3 if tall or height > 5 else 2)
        if height > 5:
            canvas.centred(x + 1, room, row, [bid])
            canvas.centred(x + 1, room, row + 1, beans)
        else:
            line = [bid, (" ", inks.text), *beans]
            canvas.centred(x + 1, room, row, line if length(line) <= room else [bid])
        words = roles(seen, look, seat, "partner")
        below = tall and height <= 5
        role = ", ".join(words)
        if len(role) > room and len(words) > 1:  # a partner who deals
            role = words[-1]
            if not below:  # one role in the box, the other in its lower edge
                canvas.centred(x + 1, room, y + height - 2, [(words[0], inks.soft)])
                below = True
        if below and role and len(role) + 2 <= room:
            role = f" {role} "
        canvas.centred(x + 1, room, y + height - (1 if below else 2), [(role, inks.soft)])

    def _bid(self, state: BidsState, seat: int, turn: bool) -> Piece:
        seen, look, _ = state
        bid = seen.bids[seat]
        if seen.phase == Phase.DRAFT:
            return (plural(seen.sizes[seat], "card"), inks.gold if turn else inks.text)
        if bid is None:
            return (("> ?" if look.letters else "▶ ?") if turn else "–", inks.gold if turn else inks.faint)
        words = f"{'blind ' if seen.blind[seat] else ''}{seen.rules.bid_word(bid)}"
        words += "".join(f" + {word}" for word in words_beside(seen.announced, seat))
        return (words, inks.bold)


def side_bids(seen: Observation, look: CardStyle) -> str:
    """Return the bids of the sides, if there are partners."""
    if not seen.rules.partners:
        return ""
    bids = ("–" if contract is None else contract for contract in seen.contracts)
    return "   ".join(f"{side_word(seen, look, side)}: {bid}" for side, bid in enumerate(bids))


class BiddingScreen(TableScreen):
    """The screen for all decisions before the first card: looks, bids, draws, discards, raises."""

    BINDINGS = [
        Binding("left,right", "nothing", "choose", key_display="←→"),
        Binding("enter", "take", "bid"),
        Binding("enter", "select", "select"),
        Binding("space", "lift", "pick", tooltip="pick a card, or put it back"),
    ]

    def main_widget(self) -> Widget:
        """Return the widget with the bids above and the choices below."""
        self.board = BidBoard(id="bid-board")
        self.choices = ChoicePanel()
        self._picked = self._hinted = 0
        return Vertical(self.board, self.choices, id="bidding")

    def table_state(self, seen: Observation) -> tuple[BidBoard, BidsState]:
        """Return the view of the bids and its state, and show the choices."""
        told = (fork_words(self.shown), *notes(seen, self.controller.look), side_bids(seen, self.controller.look))
        decision = self.decision
        chosen = self.choices.chosen
        self.choices.ask("", decision.rows if decision is not None else (), None)
        if chosen is not None and chosen.event is not None:  # the question is shown again
            self.choices.choose(chosen.event)
        return self.board, BidsState(seen, self.controller.look, tuple(note for note in told if note))

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return the question with the latest announcement, or whose turn it is."""
        if self.late or self.decision is None:
            return super().turn_words()
        look = self.controller.look
        said = "".join(news(self.shown, look)[:1])
        asked, room = self.decision.question + self._count_words(), self.size.width - EDGE_CELLS
        if self.decision.short and cell_len(asked) > room:
            asked = self.decision.short + self._count_words()
        question = question_words(self.shown, look, asked, self.size.width)
        marked = self.marked(question)
        if not said or said == fork_words(self.shown) or said in question:
            return (marked,)
        return [*marked, (f"   {said}", inks.soft)], marked

    @property
    def chooser(self) -> ChoicePanel | HandView:
        """The widget in which arrows and numbers choose: the choices, or the hand when cards are discarded."""
        chooses = self._asking is None and self.decision is not None and not self.decision.on_hand
        return self.choices if chooses else super().chooser

    def names_cards(self) -> bool:
        """Return whether typed suits and ranks choose a card of the hand."""
        return super().names_cards() and self.decision is not None and self.decision.on_hand

    @property
    def selects(self) -> bool:
        """Whether Enter selects a card or an answer, instead of bidding."""
        if super().selects or self.decision is None:
            return super().selects
        kinds = {type(offer.event) for offer in self.decision.offers}
        return Bid not in kinds or not kinds.isdisjoint((Look, Draw))

    def chosen_event(self) -> SeatEvent | None:
        """Return the chosen bid, draw or discard; None while more cards must be picked."""
        decision = self.decision
        if decision is None or self.seen is None:
            return None
        if decision.on_hand:
            return self._pick(decision, self.seen, self.hand.card) if self.hand.card is not None else None
        option = self.choices.chosen
        return option.event if option is not None else None

    action_lift = TableScreen.action_take
    """Pick the chosen card, or put it back, where several are discarded."""

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done now; picking cards makes sense only if several are needed."""
        if action != "lift":
            return super().why_not(action, parameters)
        return super().why_not("select", ()) or (None if self._cards_needed() > 1 else dead_key_reasons.TAKE_WITH_ENTER)

    def _cards_needed(self) -> int:
        sets = self.decision.sets if self.decision is not None else {}
        return next((chosen.bit_count() for chosen in sets), 0)

    def _count_words(self) -> str:
        """Return how many cards have been picked, where several must be."""
        return f" {self._picked.bit_count()} of {self._cards_needed()} picked." if self._cards_needed() > 1 else ""

    def _pick(self, decision: Question, seen: Observation, card: int) -> SeatEvent | None:
        """Pick a card, or put it back; return the event once enough cards are picked, otherwise None."""
        self._picked ^= 1 << card
        event = decision.sets.get(self._picked)
        if event is not None:
            self._picked = 0
            return event
        self.hand.show(self.hand_state(seen, decision))
        if (self._picked & self._hinted) >> card & 1:
            self.hand.choose(next(iter(cards_of(self._hinted & ~self._picked)), card))
        self.say_turn()
        return None

    def show_hint(self, event: SeatEvent) -> None:
        """Choose the suggested choice; of several cards to pass, choose the first one, and pick none."""
        if self.decision is not None and self.decision.on_hand and self.seen is not None:
            self._hinted = self._cards_of(event)
            self.hand.show(self.hand_state(self.seen, self.decision))
            self.hand.choose(next(iter(cards_of(self._hinted & ~self._picked)), None))
            return
        self.choices.suggested = self.suggested
        self.choices.choose(event)
        self.say_turn()

    def forget_choice(self) -> None:
        """Let Enter do nothing until something else than a card is chosen."""
        self._picked = self._hinted = 0
        self.choices.at = self.choices.suggested = None

    @property
    def nothing_chosen(self) -> bool:
        """Whether neither a card nor another choice is chosen."""
        return self.choices.at is None and super().nothing_chosen

    def hand_state(self, seen: Observation, decision: Question | None) -> HandState | None:
        """Return the hand; its cards can be chosen only in a discard or a pass."""
        return super().hand_state(seen, decision if decision is not None and decision.on_hand else None)

    def marks(self, seen: Observation) -> dict[int, str]:
        """Return the marks of the cards, including those picked."""
        return super().marks(seen) | dict.fromkeys(cards_of(self._picked), "up")

    @property
    def suggested_cards(self) -> int:
        """The cards of the suggested choice, as a bit set."""
        return self._cards_of(self.suggested)

    def _cards_of(self, event: SeatEvent | None) -> int:
        """Return the cards that an event gives away, as a bit set; 0 if it gives none."""
        sets = self.decision.sets if self.decision is not None else {}
        return next((chosen for chosen, known in sets.items() if known == event), 0)
