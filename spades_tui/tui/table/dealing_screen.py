"""The deal on screen: the shuffled deck, its seal, the cut, the place of the extra card and the animation."""

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct
from textual import events
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from spades_tui.fair import WORD_MOST
from spades_tui.language.sentence_parts import does
from spades_tui.presentation.hand_words import grouped
from spades_tui.record.event_words import SIDES
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.table.answers import CutAnswer, LeaveOver
from spades_tui.tui.table.screen_at_table import ScreenAtTable
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_words import away_words, top_line
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, Motion, Piece, StateView
from spades_tui.tui.widgets.card_faces import CardStyle, paint_back
from spades_tui.tui.widgets.edge_lines import Sentence
from spades_tui.tui.widgets.fields import WordField
from spades_tui.tui.widgets.table_view import arrange, card_size

if TYPE_CHECKING:
    from spades_tui.play.shown import CutOffered
    from spades_tui.tui.widgets.fields import WordField

SEAL_SHOWN = 16
"""Digits of the commitment that are always shown."""


class DealState(Struct, frozen=True):
    """The state of a deal."""

    look: CardStyle
    seen: Observation
    offer: "CutOffered"
    stage: str
    at: int
    """The place chosen in the deck."""
    whole: bool
    """Whether the whole seal is shown."""
    dealt: int
    """The number of rounds dealt so far."""


class DealView(StateView[DealState]):
    """The deck seen from its edge, or the growing piles."""

    DEFAULT_CSS = "DealView { width: 1fr; height: 1fr; }"

    @dataclass
    class Picked(Message):
        """Reports a click on a place in the deck."""

        place: int

    def picture(self, canvas: Canvas, state: DealState) -> None:
        """Draw the deck before the deal, then the growing piles."""
        if state.stage == "deal":
            self._piles(canvas, state)
        else:
            self._pack(canvas, state)
        self._seal(canvas, state)

    def _seal(self, canvas: Canvas, state: DealState) -> None:
        y = canvas.height - (4 if state.whole else 3)
        seal = state.offer.commitment
        why = "The deck is sealed: nobody can change a card now, not even the computer."
        canvas.centred(0, canvas.width, y, [(why, inks.soft)])
        if state.whole:
            canvas.centred(0, canvas.width, y + 1, [(grouped(seal[:SEAL_SHOWN]), inks.gold)])
            canvas.centred(0, canvas.width, y + 2, [(grouped(seal[SEAL_SHOWN:]), inks.gold)])

    def _pack(self, canvas: Canvas, state: DealState) -> None:
        cards, at, cuts = state.offer.cards, state.at, state.stage == "cut"
        gap = 3 if cuts else 0
        each = 2 if canvas.width >= 2 * cards + gap + 4 else 1
        tall = 7 if each == 2 and canvas.height >= 30 else 4
        left = (canvas.width - each * cards - gap) // 2
        y = max(2, canvas.height // 2 - tall // 2 - 3)
        for place in range(cards):
            x = left + each * place + (gap if place >= at else 0)
            here = state.stage == "place" and place == at
            top = y - 1 if here or (cuts and place < at) else y
            for row in range(tall):
                line = "▏" if row not in (0, tall - 1) else " "
                canvas.put(x, top + row, f"{line} "[:each], inks.chosen if here else inks.back_edge)
            canvas.spot(x, y - 1, each, tall + 1, place)
        if state.stage not in ("cut", "place"):
            return
        canvas.put(left + each * at + cuts, y + tall + 1, glyphs.sign("▲", state.look.letters), inks.gold)
        if cuts:
            words = f"{at} cards from the top, {cards - at} left below"
        elif at == cards - 1:
            words = "the last card"
        else:
            words = f"card {at + 1} of {cards} in the order of the deal"
        canvas.centred(0, canvas.width, y + tall + 2, [(words, inks.text)])

    def _piles(self, canvas: Canvas, state: DealState) -> None:
        height, look, seen = canvas.height - 4, state.look, state.seen
        card_w, card_h = card_size(canvas.width, height, look.compact)
        places = arrange(len(look.names), canvas.width, height, card_w, card_h)
        here = look.people[0] if len(look.people) == 1 else 0
        for seat in range(len(look.names)):
            place = places[(seat - here) % len(places)]
            name = [(look.name(seat), inks.bold), (" · deals" if seat == seen.dealer else "", inks.soft)]
            if place.align == "left":
                canvas.pieces(place.plate_x, place.plate_y, name)
            elif place.align == "right":
                canvas.right(place.plate_x, place.plate_y, name)
            else:
                canvas.centred(place.plate_x - 20, 40, place.plate_y + (1 if place.plate_y else 0), name)
            count = min(state.dealt, seen.sizes[seat])
            if count:
                paint_back(canvas, place.card_x, place.card_y, card_w, card_h, look)
                canvas.centred(place.card_x, card_w, place.card_y + card_h // 2, [(f" {count} ", inks.on_back)])
        self._beside_own_pile(canvas, state, places[0].card_x + card_w + 4, places[0].card_y + card_h // 2 - 1)

    def _beside_own_pile(self, canvas: Canvas, state: DealState, x: int, y: int) -> None:
        """Draw the cards that belong to no hand to the right of the lowest pile, where no other pile is."""
        seen, deal = state.seen, state.seen.rules.variant.deal
        done = state.dealt >= max(seen.sizes, default=0)
        if deal.draft:
            words = "the stock"
        elif deal.extra and done:
            words = "the extra card"
        elif deal.dead_hands and done:
            words = "the dead hand"
        else:
            return
        paint_back(canvas, x, y, 6, 3, state.look)
        canvas.put(x + 7, y + 1, words, inks.soft)

    def clicked(self, spot: int) -> None:
        """Report the clicked place in the deck."""
        self.post_message(self.Picked(spot))


ROUNDS = 6
"""The number of steps in the animation of a deal."""

STAGES = {
    "nothing": ("cut", "place"), "take": ("cut",), "decline": ("cut",), "word": ("cut",), "leave_over": ("place",),
}  # fmt: skip
"""The stages of a deal that allow an action; an action not listed is allowed at every stage."""
OTHER_STAGE = {
    "place": dead_key_reasons.CUT_MADE,
    "wait": dead_key_reasons.NOT_YOUR_CUT,
    "elsewhere": dead_key_reasons.NOT_YOUR_CUT,
    "deal": dead_key_reasons.DEALING,
}
"""The reason to show if an action isn't allowed at a stage."""


class DealingScreen(ScreenAtTable):
    """The screen of a deal, which shows no hand; `stage` is `cut`, `place`, `wait` or `deal`."""

    HELP_LINES = (
        "The seal is the fingerprint of a secret fixed before the deal. The secret, your cut and any word you type "
        "decide the shuffle together. After the hand, {seal} shows the secret.",
        "So nobody can arrange the deck in advance. Every depth can be tried beforehand, but not a word that nobody "
        "can guess.",
        "If you don't cut, or a computer player cuts, the seal proves only that no card changed after it was shown.",
    )
    BINDINGS = [
        Binding("left,right", "nothing", "choose", key_display="←→"),
        Binding("enter", "take", "cut"),
        Binding("enter", "leave_over", "set aside"),
        Binding("w", "word", "add word", id="cut_word", tooltip="type a word that goes into the shuffle"),
        Binding("n", "decline", "don't cut", id="no_cut"),
        Binding("f", "seal", "full seal", id="seal"),
        Binding("s", "scores", "scores", id="scores"),
        Binding("+", "pace(1)", "faster", show=False, id="faster", tooltip="play faster"),
        Binding("-", "pace(-1)", "slower", show=False, id="slower", tooltip="play slower"),
        Binding("q", "leave", "leave", id="leave", tooltip="leave the table; the game is saved"),
    ]

    AUTO_FOCUS = ""

    def __init__(self, controller: TableRunner, offer: "CutOffered") -> None:
        super().__init__(controller)
        self.offer = offer
        self.stage = "wait"
        self._view = DealView()
        self.word: WordField | None = None
        """The box to type a word into; None until someone opens it."""
        self._word_line = Horizontal(Static("Your word"), id="word-line")
        self.sentence = Sentence(above_hand=True)
        self._at = offer.cards // 2
        self._patience = self._until = 0.0
        """The seconds to cut without a key, and the time at which they are over."""
        self._timer: Timer | None = None
        """Runs while the time to cut does."""
        self._dealt = 0
        self._motion = Motion(self, self._round)
        self._whole_seal = False
        self._elsewhere = offer.seat
        self.body = (self._view, self._word_line, self.sentence)

    def on_mount(self) -> None:
        """Ask for the cut, or say that it is skipped."""
        self.set_top(*top_line(self.controller.shown, self.controller.look, next_hand=True))
        self.say_turn()

    def offer_cut(self, patience: int) -> None:
        """Offer the cut to a person; without a key it is declined after `patience` seconds, or never if 0 (C-3)."""
        self._go_to("cut")
        if patience:
            self._patience, self._timer = patience, self.set_interval(1.0, self._tick)
            self._key_pressed()

    def offer_place(self) -> None:
        """Ask the dealer for the place of the extra card (3B-4)."""
        self._at = self.offer.cards - 1
        self._go_to("place")

    def wait_for(self, seat: int) -> None:
        """Show who is cutting, or choosing the extra card, at another terminal."""
        self._elsewhere = seat
        self._go_to("elsewhere")

    def run_deal(self, seconds: float) -> None:
        """Animate the deal; the table continues when the time is over."""
        self._dealt = max(self.controller.shown.public.sizes, default=0)
        self._go_to("deal")
        if seconds > 0 and self._dealt and self.app.moves:
            self._motion.begin(min(self._dealt, ROUNDS))

    def _go_to(self, stage: str) -> None:
        self._stop()
        self.stage = stage
        self.say_turn()
        self.refresh_bindings()

    def _round(self, done: int, steps: int) -> None:
        self._dealt = max(self.controller.shown.public.sizes, default=0) * done // steps
        self.say_turn()

    def _tick(self) -> None:
        if self.app.screen is not self:
            self._until = monotonic() + self._patience  # the time to cut stops while another page is open
        elif monotonic() >= self._until:
            self.controller.late = True
            self.action_decline()
        else:
            self.say_turn()

    @property
    def typing(self) -> bool:
        """Whether a word is being typed, so that letters aren't keys."""
        return self._word_line.has_class("-open")

    @property
    def typed(self) -> str:
        """The word typed so far."""
        return self.word.value if self.word is not None else ""

    def _type(self, on: bool) -> None:
        if self.word is not None:
            self.word.value = ""
        self._word_line.set_class(on, "-open")
        self.set_focus(self.word if on else None)
        self.say_turn()
        self.refresh_bindings()

    def _stop(self) -> None:
        if self.typing:
            self._type(False)
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def say_turn(self) -> None:
        """Show the deck or the piles, who cuts, deals or chooses a card, and whether sides have changed."""
        look, shown = self.controller.look, self.controller.shown
        seen = shown.public
        self._view.show(DealState(look, seen, self.offer, self.stage, self._at, self._whole_seal, self._dealt))
        if self.stage == "elsewhere" and self._elsewhere in shown.away:
            self.sentence.say(*away_words(look.who(self._elsewhere), watching=shown.seen.seat is None))
        else:
            words = self._words(look.who(shown.next_dealer), look.who(self.offer.seat))
            changed = [entry.text for entry in shown.entries if entry.kind == SIDES]
            ways = [[*words, (f"   {sentence}.", inks.gold)] for sentence in changed]
            self.sentence.say(*ways, words)

    def _words(self, dealer: str, cutter: str) -> list[Piece]:
        if self.controller.awaits_answer:
            return [(dead_key_reasons.SENT.words, inks.gold)]
        alone = len(self.controller.look.people) == 1
        match self.stage:
            case "cut":
                who = "Your cut" if alone else f"{cutter}, your cut"
                asked = "where do you cut the deck?"
                if self.typing:
                    full = len(self.typed) >= WORD_MOST
                    asked = "the word is as long as it can be." if full else "the word goes into the shuffle too."
                words = self.marked(f"{who}: {asked}")
                if self._timer is not None:
                    left = max(0, round(self._until - monotonic()))
                    words.append((f"   {left} s left.", inks.soft))
                return words
            case "place":
                who = "You deal" if alone else f"{dealer}, you deal"
                return self.marked(f"{who}: which card do you set aside, face down?")
            case "deal":
                draft = self.controller.shown.public.rules.variant.deal.draft
                told = does(dealer, "puts the deck down as the stock." if draft else "deals.")
            case "elsewhere":
                waited = self.controller.look.who(self._elsewhere)
                told = f"{does(dealer, 'has')} shuffled. The table waits for {waited}."
            case _:
                told = does(dealer, "has shuffled.")
        return [(told, inks.text)]

    async def on_key(self, event: events.Key) -> None:
        """End the animation at any key; choose the place with arrows, unless a word is being typed."""
        if self.app.screen is not self:
            event.stop()
            return
        self._key_pressed()
        if self.hurries(event.key) and self.controller.pauses.hurry() and event.key in ("enter", "space"):
            event.stop()
            return
        steps = {"left": -1, "right": 1, "up": -5, "down": 5, "pageup": -5, "pagedown": 5, "home": -999, "end": 999}
        if self.typing and event.key in ("left", "right", "home", "end"):
            return
        if event.key in steps and self.stage in ("cut", "place"):
            event.stop()
            self._choose(self._at + steps[event.key])

    def _choose(self, place: int) -> None:
        self._at = max(1 if self.stage == "cut" else 0, min(self.offer.cards - 1, place))
        self.say_turn()

    def on_click(self, event: events.Click) -> None:
        """Choose the place with a click on the deck; elsewhere, end the animation."""
        self._key_pressed()
        self.controller.pauses.hurry()

    def on_deal_view_picked(self, event: DealView.Picked) -> None:
        """Choose the place clicked in the deck; a second click confirms it."""
        event.stop()
        self._key_pressed()
        if self.stage not in ("cut", "place"):
            return
        if event.place == self._at:
            self.action_take()
            self.action_leave_over()
        else:
            self._choose(event.place)

    def action_take(self) -> None:
        """Cut there, with the word if one was typed."""
        if self.stage == "cut":
            word = self.typed
            self._stop()
            self.controller.act(CutAnswer(self._at, word))

    async def action_word(self) -> None:
        """Open the box for a word."""
        if self.stage != "cut" or self.typing:
            return
        if self.word is None:
            self.word = WordField()
            await self._word_line.mount(self.word)
        self._type(True)

    def action_no_word(self) -> None:
        """Close the box for a word."""
        if self.typing:
            self._type(False)

    def on_input_submitted(self, event: "WordField.Submitted") -> None:
        """Cut when Enter is pressed, with or without a word."""
        event.stop()
        self.action_take()

    def on_input_changed(self, event: "WordField.Changed | WordField.Pressed") -> None:
        """Show the word as it is typed or pasted, and restart the time to cut."""
        event.stop()
        self._key_pressed()

    on_word_field_pressed = on_input_changed

    def _key_pressed(self) -> None:
        """Restart the time to cut, because someone is there."""
        self._until = monotonic() + self._patience
        self.say_turn()

    def action_leave_over(self) -> None:
        """Leave the chosen card over."""
        if self.stage == "place":
            self._stop()
            self.controller.act(LeaveOver(self._at))

    def action_decline(self) -> None:
        """Decline the cut."""
        if self.stage == "cut":
            self._stop()
            self.controller.act(CutAnswer(None))

    def action_seal(self) -> None:
        """Show the whole commitment, or only its beginning."""
        self._whole_seal = not self._whole_seal
        self.say_turn()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done at this stage of the deal."""
        if action == "back":
            return dead_key_reasons.LEAVE_INSTEAD
        if action == "no_word":
            return None if self.typing else dead_key_reasons.INSTEAD
        if self.typing:
            return None if action == "nothing" else dead_key_reasons.INSTEAD  # letters belong to the word
        if self.controller.awaits_answer and action in STAGES:
            return dead_key_reasons.SENT
        if self.stage in STAGES.get(action, (self.stage,)):
            return None
        if action in ("take", "leave_over") and self.stage in ("cut", "place"):
            return dead_key_reasons.INSTEAD  # Enter does the other
        return OTHER_STAGE[self.stage]
