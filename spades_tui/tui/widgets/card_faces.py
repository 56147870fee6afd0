"""The look of cards, beans and names: characters and colours, with suits as symbols or letters."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style

from spades_tui import cards
from spades_tui.game.trick import Trick
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ruleset import Ruleset
from spades_tui.tui.widgets import glyphs, palette
from spades_tui.tui.widgets.canvas import Canvas, Piece, fit

if TYPE_CHECKING:
    from spades_tui.settings.settings import Settings

SIDE_MARKS = "◆◇▲△●"
SIDE_LETTERS = "ABCDE"


class CardStyle(Wording, frozen=True):
    """The players' names, how this user likes cards to look, and their colours."""

    @classmethod
    def in_letters(cls, settings: "Settings") -> bool:
        """Return whether suits are letters: by the settings, or because everything is plain ASCII."""
        return glyphs.letters(settings)

    def side_mark(self, rules: Ruleset, side: int) -> Piece:
        """Return a side's mark, if there are partners; an empty piece if every player is alone."""
        if not rules.partners:
            return ("", palette.text)
        return ((SIDE_LETTERS if self.letters else SIDE_MARKS)[side], palette.SIDES[side])

    def marked(self, rules: Ruleset, side: int) -> list[Piece]:
        """Return what is before a side's name: its mark and a space; nothing if every player is alone."""
        return [self.side_mark(rules, side), (" ", palette.text)] if rules.partners else []

    def card(self, card: int, *, told: bool = False, short: bool = False) -> Piece:
        """Return a card in a line of text; `told`: within a sentence, `short`: as in its corner."""
        if card >= cards.LITTLE_JOKER:
            return (self.face(card) if short else self.in_sentence(card) if told else cards.pretty(card), palette.joker)
        if self.odd(card):
            return (self.face(card), palette.joker)
        return (self.face(card), Style(color=palette.SUIT_ON_GROUND[cards.FACE_SUIT[card]], bold=True))

    def row(self, row: Iterable[int], room: int) -> list[Piece]:
        """Return cards side by side; jokers have their full names if everything then fits in `room` cells."""
        row = list(row)
        pieces: list[Piece] = []
        for short in (False, True):
            pieces = [piece for card in row for piece in (self.card(card, short=short), (" ", palette.text))][:-1]
            if sum(len(text) for text, _ in pieces) <= room:
                break
        return pieces

    def bag_marks(self, count: int) -> Piece:
        """Return the marks of bags, which have another shape than beans."""
        return (("#" if self.letters else "▪") * count, palette.orange)

    def beans(self, bid: int | None, took: int, *, over: bool = False) -> list[Piece]:
        """Return the beans of a pile: earned, still to earn, beyond the bid, and tricks on a zero (SB-11).

        `over`: the hand has been played, so no more beans can be earned.
        """
        earned, wanted, beyond, burst = "*o+x" if self.letters else "●○✚✗"
        if bid is None:
            return []
        if bid == 0:
            if took:
                return [(burst * took, palette.red)]
            return [("kept", palette.green) if over else ("safe so far", palette.faint)]
        return [
            (earned * min(bid, took), palette.green),
            (wanted * max(0, bid - took), palette.red if over else palette.soft),
            (beyond * max(0, took - bid), palette.orange),
        ]


def ink(look: CardStyle, card: int, dim: bool = False) -> str:
    """Return the colour of a card on its face."""
    if look.odd(card):
        return palette.JOKER_INK_DIM if dim else palette.JOKER_INK
    return (palette.SUIT_INK_DIM if dim else palette.SUIT_INK)[cards.FACE_SUIT[card]]


def paint_card(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    look: CardStyle,
    card: int,
    *,
    dim: bool = False,
    chosen: bool = False,
    heavy: bool = False,
    foot: str = "",
    low: bool = False,
) -> None:
    """Draw a card face up; `chosen` and `heavy` have another border, so that they can be seen without colours."""
    canvas.stamp(x, y, _picture(look, card, width, height, dim, chosen, chosen or heavy, foot, low))


@lru_cache(maxsize=512)
def _picture(
    look: CardStyle, card: int, width: int, height: int, dim: bool, chosen: bool, heavy: bool, foot: str, low: bool
) -> Canvas:
    """Return a card's picture; cached, because it looks the same wherever it is drawn."""
    canvas = Canvas(width, height)
    face = palette.FACE_CHOSEN if chosen else palette.FACE_DIM if dim else palette.FACE
    edge = Style(
        color=palette.CARD_EDGE_DIM if dim else palette.CARD_EDGE_HEAVY if heavy else palette.CARD_EDGE,
        bgcolor=face,
    )
    body = Style(color=ink(look, card, dim), bgcolor=face, bold=not dim)
    frame(canvas, 0, 0, width, height, edge, heavy=heavy)
    canvas.fill(1, 1, width - 2, height - 2, body)
    corner = look.face(card)
    canvas.put(1, 1, corner, body, width - 2)
    if card in look.odd_trumps:  # the face is as printed, so a spade in the other corner shows its suit in this game
        canvas.put(width - 2, 1, look.suit(cards.SPADES), body)
    if low:  # the word is in the lower edge if the face has one row
        canvas.put(1, height - (2 if height > 3 else 1), fit("low", width - 2), body)
    elif height >= 5 and width >= 6:
        if height >= 9 and width >= 9 and not look.letters and card < cards.LITTLE_JOKER:
            _pips(canvas, width, height, card, body)
        else:
            middle = "★" if card >= cards.LITTLE_JOKER and not look.letters else look.suit(cards.FACE_SUIT[card])
            canvas.put(width // 2, height // 2, middle, body)
        if height >= 6:
            canvas.right(width - 1, height - 2, [(corner, body)])
    if foot:
        number = palette.CARD_FOOT_DIM if dim else palette.CARD_EDGE_HEAVY if chosen else palette.CARD_FOOT
        canvas.put(2, height - 1, foot, Style(color=number, bgcolor=face, bold=chosen))
    return canvas


def paint_narrow_card(
    canvas: Canvas,
    x: int,
    y: int,
    height: int,
    look: CardStyle,
    card: int,
    *,
    dim: bool = False,
    chosen: bool = False,
    foot: str = "",
) -> None:
    """Draw a card of three columns: its upper edge, its corner, and below that its number in the hand (`foot`)."""
    face = palette.FACE_CHOSEN if chosen else palette.FACE_DIM if dim else palette.FACE
    edge = palette.CARD_EDGE_DIM if dim else palette.CARD_EDGE_HEAVY if chosen else palette.CARD_EDGE
    number = palette.CARD_FOOT_DIM if dim else palette.CARD_EDGE_HEAVY if chosen else palette.CARD_FOOT
    canvas.fill(x, y, 3, height, Style(color=edge, bgcolor=face))
    canvas.put(x, y, "┏━┓" if chosen else "╭─╮", Style(color=edge, bgcolor=face))
    canvas.put(x, y + 1, look.face(card), Style(color=ink(look, card, dim), bgcolor=face, bold=not dim))
    if card in look.odd_trumps:
        canvas.put(x + 2, y + 1, look.suit(cards.SPADES), Style(color=ink(look, card, dim), bgcolor=face))
    canvas.put(x, y + 2, f"{foot:^3}", Style(color=number, bgcolor=face, bold=chosen))


PIPS: dict[int, tuple[tuple[int, float], ...]] = {
    1: ((1, 1 / 2),),
    2: ((1, 0.0), (1, 1.0)),
    3: ((1, 0.0), (1, 1 / 2), (1, 1.0)),
    4: ((0, 0.0), (2, 0.0), (0, 1.0), (2, 1.0)),
}
"""The places of suit signs on a card: a column (0 left, 1 middle, 2 right), and a row from 0 (top) to 1 (bottom)."""
PIPS[5] = (*PIPS[4], (1, 1 / 2))
PIPS[6] = (*PIPS[4], (0, 1 / 2), (2, 1 / 2))
PIPS[7] = (*PIPS[6], (1, 1 / 4))
PIPS[8] = (*PIPS[7], (1, 3 / 4))
PIPS[9] = (*PIPS[5], (0, 1 / 3), (2, 1 / 3), (0, 2 / 3), (2, 2 / 3))
PIPS[10] = (*PIPS[9][:4], *PIPS[9][5:], (1, 1 / 6), (1, 5 / 6))
TEN_IN_ROWS = tuple((column, row / 4) for column in (0, 2) for row in range(5))
"""The places on a ten with only five rows for its signs, which leaves no space between them."""


def _pips(canvas: Canvas, width: int, height: int, card: int, style: Style) -> None:
    """Draw as many suit signs as the card's rank says, or a frame with the letter of a picture card."""
    sign, rank = cards.SYMBOLS[cards.FACE_SUIT[card]], card % 13 + 2
    aside = max(2, width // 5)
    left, middle, top, last = width // 2 - aside, width // 2, 2, height - 5
    if 10 < rank < 14:
        frame(canvas, left, top, 2 * aside + 1, last + 1, style)
        canvas.put(middle, height // 2, cards.RANKS[card % 13], style)
        canvas.put(left + 1, top + 1, sign, style)
        canvas.put(middle + aside - 1, top + last - 1, sign, style)
        return
    pips = TEN_IN_ROWS if rank == 10 and last < 6 else PIPS[1 if rank == 14 else rank]
    for column, down in pips:
        canvas.put(left + column * aside, top + int(down * last + 1 / 2), sign, style)


def paint_back(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Draw a card face down."""
    edge = Style(color=palette.BACK_EDGE, bgcolor=palette.BACK)
    frame(canvas, x, y, width, height, edge)
    canvas.fill(x + 1, y + 1, width - 2, height - 2, Style(color=palette.BACK_WEAVE, bgcolor=palette.BACK), "░")


def paint_slot(canvas: Canvas, x: int, y: int, width: int, height: int, style: Style, text: str) -> None:
    """Draw an empty place for a card."""
    frame(canvas, x, y, width, height, style)
    canvas.centred(x + 1, width - 2, y + height // 2, [(text, style)])


def frame(canvas: Canvas, x: int, y: int, width: int, height: int, style: Style, heavy: bool = False) -> None:
    """Draw a box."""
    corners = "┏━┓┃┗┛" if heavy else "╭─╮│╰╯"
    canvas.put(x, y, corners[0] + corners[1] * (width - 2) + corners[2], style)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, corners[3], style)
        canvas.put(x + width - 1, row, corners[3], style)
    canvas.put(x, y + height - 1, corners[4] + corners[1] * (width - 2) + corners[5], style)


def trick_row(
    canvas: Canvas, y: int, width: int, height: int, look: CardStyle, trick: Trick, winner: int | None, takes: str
) -> None:
    """Draw the cards of a trick side by side, `width` × `height` cells each, with the players' names below.

    `takes` goes below the winning card. The row is `height` + 2 lines high.
    """
    names = [look.name(played.seat) for played in trick]
    room = (canvas.width - 2) // len(trick)
    cell = min(room, max(14, width + 4, min(max(map(cell_len, names)) + 2, room)))
    left = (canvas.width - cell * len(trick)) // 2
    for place, played in enumerate(trick):
        x = left + place * cell
        wins = played.seat == winner
        paint_card(
            canvas, x + (cell - width) // 2, y, width, height, look, played.card, heavy=wins, low=played.low
        )
        told = [*(["led"] if place == 0 else []), *([takes] if wins else [])]
        canvas.centred(x, cell, y + height, [(fit(names[place], cell - 2), palette.gold if wins else palette.text)])
        canvas.centred(x, cell, y + height + 1, [(", ".join(told), palette.gold if wins else palette.soft)])
