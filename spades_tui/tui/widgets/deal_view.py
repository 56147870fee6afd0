"""The deck on the table, face down: its seal with the proof, the place of the cut, and the cards being dealt."""

from dataclasses import dataclass

from msgspec import Struct
from rich.style import Style
from textual.events import Click
from textual.message import Message

from spades_tui.play.shown import DealProof
from spades_tui.presentation.after_hand import cut_words, proved
from spades_tui.rules.ruleset import Ruleset
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, StateView, fit
from spades_tui.tui.widgets.card_faces import CardStyle, paint_back
from spades_tui.tui.widgets.table_view import arrange, card_size

SEAL_SHOWN = 16
"""Digits of the commitment that are always shown."""


class DealState(Struct, frozen=True):
    """The state of a deal."""

    look: CardStyle
    rules: Ruleset
    stage: str
    cards: int
    at: int
    seal: str
    whole: bool
    dealer: int
    table: tuple[int, ...]
    dealt: int
    """The number of rounds dealt so far."""
    sizes: tuple[int, ...]
    extra: bool
    dead: bool
    stock: bool = False
    """Whether the deck is on the table for a draft."""


def grouped(digits: str) -> str:
    """Return hex digits in groups of four."""
    return " ".join(digits[n : n + 4] for n in range(0, len(digits), 4))


class DealView(StateView[DealState]):
    """The deck seen from its edge, or the growing piles."""

    DEFAULT_CSS = "DealView { width: 1fr; height: 1fr; }"

    @dataclass
    class Chosen(Message):
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
        seal = grouped(state.seal[:SEAL_SHOWN])
        words = f"The secret of this shuffle is sealed. The seal{':' if state.whole else ' begins'} "
        canvas.centred(0, canvas.width, y, [(words, palette.soft), (seal, palette.gold)])
        if state.whole:
            canvas.centred(0, canvas.width, y + 1, [(grouped(state.seal[SEAL_SHOWN:]), palette.gold)])

    def _pack(self, canvas: Canvas, state: DealState) -> None:
        choosing = state.stage in ("cut", "place")
        gap = 3 if choosing and state.stage == "cut" else 0
        each = 2 if canvas.width >= 2 * state.cards + gap + 4 else 1
        tall = 7 if each == 2 and canvas.height >= 30 else 4
        left = (canvas.width - each * state.cards - gap) // 2
        y = max(2, canvas.height // 2 - tall // 2 - 3)
        edge = Style(color=palette.BACK_EDGE, bgcolor=palette.BACK)
        gold = palette.chosen
        for place in range(state.cards):
            x = left + each * place + (gap if place >= state.at and gap else 0)
            lifted = choosing and state.stage == "cut" and place < state.at
            here = state.stage == "place" and place == state.at
            top = y - 1 if lifted or here else y
            for row in range(tall):
                line = "▏" if row not in (0, tall - 1) else " "
                canvas.put(x, top + row, f"{line} "[:each], gold if here else edge)
            canvas.spot(x, y - 1, each, tall + 1, place)
        marker = left + each * state.at + (1 if gap else 0)
        if not choosing:
            return
        canvas.put(marker, y + tall + 1, "^" if state.look.letters else "▲", palette.gold)
        if state.stage == "cut":
            below = state.cards - state.at
            words = f"{state.at} cards from the top, {below} left below"
        elif state.at == state.cards - 1:
            words = "the last card"
        else:
            words = f"card {state.at + 1} of {state.cards} in the order of the deal"
        canvas.centred(0, canvas.width, y + tall + 2, [(words, palette.text)])

    def _piles(self, canvas: Canvas, state: DealState) -> None:
        height = canvas.height - 4
        card_w, card_h = card_size(canvas.width, height, state.look.compact)
        places = arrange(len(state.look.names), canvas.width, height, card_w, card_h)
        here = state.look.people[0] if len(state.look.people) == 1 else 0
        for seat in range(len(state.look.names)):
            place = places[(seat - here) % len(places)]
            name = [(state.look.name(seat), palette.bold), (" · deals" if seat == state.dealer else "", palette.soft)]
            if place.align == "left":
                canvas.pieces(place.plate_x, place.plate_y, name)
            elif place.align == "right":
                canvas.right(place.plate_x, place.plate_y, name)
            else:
                canvas.centred(place.plate_x - 20, 40, place.plate_y + (1 if place.plate_y else 0), name)
            if seat not in state.table:
                continue
            count = min(state.dealt, state.sizes[seat])
            if count:
                paint_back(canvas, place.card_x, place.card_y, card_w, card_h)
                ink = Style(color=palette.ON_BACK, bgcolor=palette.BACK, bold=True)
                canvas.centred(place.card_x, card_w, place.card_y + card_h // 2, [(f" {count} ", ink)])
        middle = canvas.width // 2
        done = state.dealt >= max(state.sizes, default=0)
        y = height // 2 - 1
        middles = {
            "the extra card": state.extra and done, "the stock": state.stock, "the dead hand": state.dead and done
        }  # fmt: skip
        for words in (words for words, there in middles.items() if there):
            paint_back(canvas, middle - 3, y, 6, 3)
            canvas.put(middle + 4, y + 1, words, palette.soft)

    def on_click(self, event: Click) -> None:
        """Report the clicked place in the deck."""
        place = self.spot_at(event.x, event.y)
        if isinstance(place, int):
            event.stop()
            self.post_message(self.Chosen(place))


class SealView(CanvasWidget):
    """The commitment, the secret and the cut, with explanations."""

    DEFAULT_CSS = "SealView { width: 1fr; height: 1fr; }"

    def __init__(self, proof: DealProof, cutter: str, by_person: bool) -> None:
        super().__init__()
        self.proof, self.cutter, self.by_person = proof, cutter, by_person

    def draw(self, canvas: Canvas) -> None:
        """Draw commitment and secret in groups of four digits, then the explanations."""
        proof = self.proof
        y = max(1, canvas.height // 2 - 8)
        for title, digits in (
            ("The seal, shown before the cut", proof.commitment),
            ("The secret that opens it", proof.secret),
        ):
            canvas.centred(0, canvas.width, y, [(title, palette.soft)])
            canvas.centred(0, canvas.width, y + 1, [(grouped(digits[:32]), palette.gold)])
            canvas.centred(0, canvas.width, y + 2, [(grouped(digits[32:]), palette.gold)])
            y += 4
        proven = [(line, palette.text) for line in proved(self.proof, self.by_person)]
        for line in (*self._cut(canvas.width - 2), ("", palette.text), *proven):
            canvas.centred(0, canvas.width, y, [line])
            y += 1

    def _cut(self, width: int) -> list[Piece]:
        """Return how the deck was cut; a word has a separate line."""
        cut = cut_words(self.proof, self.cutter)
        if not self.proof.word:
            return [(f"{cut}.", palette.text)]
        return [(cut, palette.text), (fit(self.proof.word, width), palette.gold)]
