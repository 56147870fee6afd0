"""The look of cards, beans and names, with suits as symbols or letters; and the hand.

Playable cards of the hand are a row higher, and the chosen one has a heavy border.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from msgspec.structs import replace
from rich.cells import cell_len
from textual.message import Message

from spades_tui import cards
from spades_tui.game.trick import Trick
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ruleset import Ruleset
from spades_tui.settings.settings import Settings
from spades_tui.tui.widgets import card_art, glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, fit, fit_name, length
from spades_tui.tui.widgets.inks import Ink

SIDE_MARKS = "◆◇▲△●"
SIDE_LETTERS = "ABCDE"


class CardStyle(Wording, frozen=True):
    """The players' names, how this user likes cards to look, and their colours."""

    deck: str = "pictures"
    """What large cards show besides their corners (`card_art.face_art`)."""
    back: str = "weave"
    """The pattern of cards face down (`card_art.BACKS`)."""

    @classmethod
    def liked(
        cls, settings: Settings, names: tuple[str, ...] = (), people: tuple[int, ...] = (),
        rules: Ruleset | None = None,
    ) -> Self:  # fmt: skip
        """Return the look that the settings ask for; in plain ASCII, and with suits as letters, cards stay plain."""
        look = super().liked(settings, names, people, rules)
        if glyphs.plain():
            return replace(look, deck="plain")
        if look.letters and settings.deck == "pictures":
            return replace(look, deck="plain", back=settings.back)
        return replace(look, deck=settings.deck, back=settings.back)

    @classmethod
    def in_letters(cls, settings: Settings) -> bool:
        """Return whether suits are letters: by the settings, or because everything is plain ASCII."""
        return glyphs.letters(settings)

    def picture(self, seat: int) -> Piece:
        """Return the picture of a named computer player; an empty piece for everybody else."""
        player = self.player(seat)
        return ("" if player is None else player.picture, inks.soft)

    def side_mark(self, rules: Ruleset, side: int) -> Piece:
        """Return a side's mark, if there are partners; an empty piece if every player is alone."""
        if not rules.partners:
            return ("", inks.text)
        signs = SIDE_LETTERS if self.letters else SIDE_MARKS
        return (signs[side], inks.SIDES[side])

    def marked(self, rules: Ruleset, side: int) -> list[Piece]:
        """Return what is before a side's name: its mark and a space; nothing if every player is alone."""
        return [self.side_mark(rules, side), (" ", inks.text)] if rules.partners else []

    def card(self, card: int, *, told: bool = False, short: bool = False) -> Piece:
        """Return a card in a line of text; `told`: within a sentence, `short`: as in its corner."""
        if not self.odd(card):
            return (self.face(card), inks.with_style(inks.SUITS[cards.FACE_SUIT[card]], "bold"))
        if short or card < cards.LITTLE_JOKER:
            return (self.face(card), inks.joker)
        return (self.in_sentence(card) if told else cards.pretty(card), inks.joker)

    def row(self, row: Iterable[int], room: int) -> list[Piece]:
        """Return cards side by side; jokers have their full names if everything then fits in `room` cells."""
        row = list(row)
        for short in (False, True):
            pieces: list[Piece] = []
            for card in row:
                pieces += [self.card(card, short=short), (" ", inks.text)]
            if length(pieces) - 1 <= room:
                break
        return pieces[:-1]

    def bag_marks(self, count: int) -> Piece:
        """Return the marks of bags, which have another shape than beans."""
        return (glyphs.sign("▪", self.letters) * count, inks.orange)

    def beans(self, rules: Ruleset, bid: int | None, took: int, *, over: bool = False) -> list[Piece]:
        """Return the beans of a pile: earned, still to earn, beyond the bid, and tricks on a zero (SB-11).

        `over`: the hand has been played, so no more beans can be earned.
        """
        earned, wanted, beyond, burst = tuple(glyphs.sign("●○✚✗", self.letters))
        if bid is None:
            return []
        if bid == 0 and rules.zeros_pay:  # otherwise it only adds 0 to the bid of its side
            if took:
                return [(burst * took, inks.red)]
            return [("made", inks.green)] if over else [("safe so far", inks.faint)]
        return [
            (earned * min(bid, took), inks.green),
            (wanted * max(0, bid - took), inks.red if over else inks.soft),
            (beyond * max(0, took - bid), inks.orange),
        ]


FACES = {
    (False, False): "face", (True, False): "face-dim", (False, True): "face-chosen", (True, True): "face-barred",
}  # fmt: skip
"""The roles of a card's face, by whether it can't be played and whether it's chosen."""


def _card_styles(look: CardStyle, card: int, dim: bool, chosen: bool, heavy: bool) -> tuple[Ink, Ink, Ink]:
    """Return the styles of a card's edge, of its signs, and of its number in the hand."""
    face = FACES[dim, chosen]
    edge = "face-heavy" if heavy and face == "face" else f"{face}-edge"
    sign = "joker" if look.odd(card) else f"suit-{cards.FACE_SUIT[card]}"
    body, number = Ink(f"${face}-{sign} on ${face}"), Ink(f"${face}-foot on ${face}")
    if not dim:
        body = Ink(f"bold {body}")
    if chosen:
        number = Ink(f"bold {number}")
    return Ink(f"${edge} on ${face}"), body, number


def paint_card(
    canvas: Canvas, x: int, y: int, width: int, height: int, look: CardStyle, card: int, *, dim: bool = False,
    chosen: bool = False, heavy: bool = False, foot: str = "", low: bool = False,
) -> None:  # fmt: skip
    """Draw a card face up; `chosen` and `heavy` have another border, so that they can be seen without colours."""
    canvas.stamp(x, y, _picture(look, card, width, height, dim, chosen, chosen or heavy, foot, low))


@lru_cache(maxsize=512)
def _picture(
    look: CardStyle, card: int, width: int, height: int, dim: bool, chosen: bool, heavy: bool, foot: str, low: bool
) -> Canvas:
    """Return a card's picture; cached, because it looks the same wherever it is drawn."""
    canvas = Canvas(width, height)
    edge, body, number = _card_styles(look, card, dim, chosen, heavy)
    frame(canvas, 0, 0, width, height, edge, heavy=heavy)
    canvas.fill(1, 1, width - 2, height - 2, body)
    corner = look.face(card)
    canvas.put(1, 1, corner, body, width - 2)
    if card in look.odd_trumps:  # the face is as printed, so a spade in the other corner shows its suit in this game
        canvas.put(width - 2, 1, look.suit(cards.SPADES), body)
    if low:  # the word is in the lower edge if the face has one row
        canvas.put(1, height - 1 - (height > 3), fit("low", width - 2), body)
    elif height >= 5 and width >= 6:
        if height >= 6:
            canvas.right(width - 1, height - 2, [(corner, body)])
        _middle(canvas, look, card, body)
    canvas.put(2, height - 1, foot, number)
    return canvas


def paint_narrow_card(
    canvas: Canvas, x: int, y: int, height: int, look: CardStyle, card: int, *, dim: bool = False, chosen: bool = False,
    foot: str = "",
) -> None:  # fmt: skip
    """Draw a card of three columns: its corner, and below that its number in the hand (`foot`).

    Cards of less than four rows have no lower edge.
    """
    edge, body, number = _card_styles(look, card, dim, chosen, chosen)
    canvas.fill(x, y, 3, height, edge)
    canvas.put(x, y, "┏━┓" if chosen else "╭─╮", edge)
    canvas.put(x, y + 1, look.face(card), body)
    if card in look.odd_trumps:
        canvas.put(x + 2, y + 1, look.suit(cards.SPADES), inks.with_style(body, "not bold"))
    canvas.put(x, y + 2, f"{foot:^3}", number)
    if height > 3:
        canvas.put(x, y + height - 1, "┗━┛" if chosen else "╰─╯", edge)


def _middle(canvas: Canvas, look: CardStyle, card: int, style: Ink) -> None:
    """Draw the largest art of the deck that leaves both corners and a blank free; otherwise the sign of the suit.

    Cards too low for two corners have their art at the right of the only one.
    """
    width, height, corner = canvas.width, canvas.height, cell_len(look.face(card))
    sign = look.suit(cards.FACE_SUIT[card])
    for art in card_art.face_art(look.deck, card):
        wide, high = len(art[0]), len(art)
        beside = wide + 2 * (corner + 1) <= width - 2 and high <= height - 2
        if height < 6 and wide + corner < width - 2 and high <= height - 2:
            x, y = width - 1 - wide, 1
        elif beside or (wide <= width - 2 and high <= height - 4):
            x, y = (width - wide) // 2, (height - high) // 2
        else:
            continue
        for row, signs in enumerate(art, y):
            for column, mark in enumerate(signs, x):
                if mark != " ":
                    canvas.put(column, row, sign if mark == "*" else mark, style)
        return
    canvas.put(width // 2, height // 2, "★" if card >= cards.LITTLE_JOKER and not look.letters else sign, style)


def paint_back(canvas: Canvas, x: int, y: int, width: int, height: int, look: CardStyle) -> None:
    """Draw a card face down."""
    frame(canvas, x, y, width, height, inks.back_edge)
    for row, pattern in enumerate(card_art.back_rows(look.back, width - 2, height - 2), y + 1):
        canvas.put(x + 1, row, pattern, inks.back_weave)


def paint_slot(canvas: Canvas, x: int, y: int, width: int, height: int, turn: bool) -> None:
    """Draw an empty place for a card; `turn`: its player is on turn."""
    frame(canvas, x, y, width, height, inks.gold if turn else inks.line)
    if turn:
        canvas.centred(x + 1, width - 2, y + height // 2, [("?", inks.gold)])


def frame(canvas: Canvas, x: int, y: int, width: int, height: int, style: Ink, heavy: bool = False) -> None:
    """Draw a box."""
    corners = "┏━┓┃┗┛" if heavy else "╭─╮│╰╯"
    canvas.put(x, y, corners[0] + corners[1] * (width - 2) + corners[2], style)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, corners[3], style)
        canvas.put(x + width - 1, row, corners[3], style)
    canvas.put(x, y + height - 1, corners[4] + corners[1] * (width - 2) + corners[5], style)


def spaced(name: str, room: int) -> str:
    """Return a name in capitals with a space between two letters, if that fits in `room` letters."""
    capitals = " ".join(name.upper())
    return capitals if len(capitals) <= room else name


def plaque(
    canvas: Canvas, x: int, y: int, width: int, lines: tuple[Piece, Piece], style: Ink, *, margin: int = 6,
    least: int = 0, crest: str = "", heavy: bool = True,
) -> None:  # fmt: skip
    """Draw two lines in a frame of four rows in the middle of a space, with a crest in the upper edge.

    `margin`: the cells of the frame beside the longer line; `least`: its width at least.
    """
    size = min(width - 1, max(least, max(cell_len(words) for words, _ in lines) + margin))
    left = x + (width - size) // 2
    frame(canvas, left, y, size, 4, style, heavy=heavy)
    if crest:
        canvas.centred(left, size, y, [(f" {crest} ", style)])
    for row, (words, ink) in enumerate(lines, y + 1):
        canvas.centred(left, size, row, [(fit_name(words, size - 2), ink)])


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
        at = x + (cell - width) // 2
        paint_card(canvas, at, y, width, height, look, played.card, heavy=wins, low=played.low)
        name_ink, ink = (inks.gold, inks.gold) if wins else (inks.text, inks.soft)
        words = ["led"] if place == 0 else []
        if wins:
            words.append(takes)
        canvas.centred(x, cell, y + height, [(fit(names[place], cell - 2), name_ink)])
        canvas.centred(x, cell, y + height + 1, [(", ".join(words), ink)])


BIG_HEIGHT = 38
"""Minimum rows of the terminal for large cards, if the columns allow them."""
HUGE_HEIGHT = 54
"""Minimum rows of the terminal for even larger cards."""
WIDTHS = ((9, 7, 6), (11, 9, 7, 6))
"""The widths of a large card and of an even larger one in cells, to try in order; odd ones have a middle."""
NARROW = 3
"""Columns of a narrow card, which show a ten and its suit."""


SUGGESTED = "suggested"
"""The word beside the choice that a hint would name first."""


class HandPicture(NamedTuple):
    """Everything that a hand shows."""

    held: list[int]
    """The cards from left to right."""
    suit_of: Sequence[int] = cards.FACE_SUIT
    """The suit of every card, for choosing by suit."""
    look: CardStyle | None = None
    hidden: int = 0
    """The number of cards to draw face down, if the cards are hidden."""
    raised: int = 0
    """The cards that may be chosen, as a bit set."""
    active: bool = False
    """Whether a card can be chosen now."""
    marks: Mapping[int, str] = {}
    """Short words on cards."""
    suggested: int = 0
    """The cards of the suggested choice, as a bit set; the chosen one of them says so."""


class HandView(CanvasWidget):
    """The cards of one seat, one of which may be chosen."""

    DEFAULT_CSS = """
    HandView { height: 5; }
    HandView.-big { height: 8; }
    HandView.-huge { height: 10; }
    """

    class Chosen(Message):
        """Reports a click on the chosen card, which plays it."""

    class Moved(Message):
        """Reports that another card was chosen with the mouse."""

    def __init__(self) -> None:
        super().__init__(id="hand")
        self.state = HandPicture([])
        self._at: int | None = None
        """The place of the chosen card; None if none is chosen."""

    def show(self, state: HandPicture | None) -> None:
        """Show a hand, or nothing. The chosen card stays chosen while it is in the hand."""
        self.display = state is not None
        if state is None:
            return
        old, before, place = self.state, self.card, self._at
        self.state, self._at = state, None
        if before in state.held:
            self._at = state.held.index(before)
        if state != old or self._at != place:
            self.redraw()

    @property
    def held(self) -> tuple[int, ...]:
        """The cards from left to right."""
        return tuple(self.state.held)

    @property
    def card(self) -> int | None:
        """The chosen card; None if there is none."""
        return self.state.held[self._at] if self._at is not None else None

    def choose(self, card: int | None) -> None:
        """Choose a card, if it is in the hand; None chooses none."""
        place = None
        if card is not None:
            if card not in self.state.held:
                return
            place = self.state.held.index(card)
        if place != self._at:
            self._at = place
            self.redraw()

    @property
    def numbers(self) -> range:
        """The numbers of the cards, counted from 1 at the left."""
        return range(1, len(self.state.held) + 1)

    def choose_number(self, number: int) -> bool:
        """Choose the card with this number; return False if there is none."""
        if number not in self.numbers:
            return False
        self.choose(self.state.held[number - 1])
        return True

    def move(self, across: int, down: int = 0) -> None:
        """Choose the next playable card in a direction, or with `down` the next card; the ends are neighbours.

        Without a chosen card, begin at the end.
        """
        held, at, step = self.state.held, self._at, across + down
        row = held if down else self._playable(held)
        ahead = row
        if at is not None:
            ahead = [card for card in row if (held.index(card) - at) * step > 0]
        ahead = ahead or row
        if ahead:
            self.choose(ahead[0 if step > 0 else -1])

    def _playable(self, row: list[int]) -> list[int]:
        """Return those of these cards that may be chosen; all of them if none may."""
        return [card for card in row if self.state.raised >> card & 1] or row

    def choose_suit(self, suit: int) -> bool:
        """Choose the next card of a suit, playable ones first; return False if there is none."""
        for suit_of in (self.state.suit_of, cards.FACE_SUIT):
            of_suit = self._playable([card for card in self.state.held if suit_of[card] == suit])
            if of_suit:
                place = of_suit.index(self.card) + 1 if self.card in of_suit else 0
                self.choose(of_suit[place % len(of_suit)])
                return True
        return False

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards from left to right.

        If wide ones don't fit, draw narrow ones, the unplayable ones lowest and the chosen one highest. The edge cuts
        off their lower ends, so that a higher card shows more of its face.
        """
        look, state, height = self.state.look, self.state, canvas.height - 1
        count = len(state.held) or state.hidden
        if look is None or not count:
            return
        width = 5
        if height >= 6:
            fitting = (wide for wide in WIDTHS[height >= 9] if count * (wide + 1) <= canvas.width - 2)
            width = next(fitting, 6)
        pitch = min(width + 1, (canvas.width - 2 - width) // max(1, count - 1))
        narrow = next((n for n in (NARROW + 1, NARROW) if pitch < width and count * n <= canvas.width - 1), 0)
        if narrow:
            width, pitch = NARROW, narrow
        left = (canvas.width - pitch * (count - 1) - width) // 2
        lefts = [left + n * pitch for n in range(count)]
        if not state.held:
            for x in lefts:
                paint_back(canvas, x, 1, width, height, look)
        for n, card in enumerate(state.held):
            x = lefts[n]
            up = bool(state.raised >> card & 1)
            chosen, dim = state.active and n == self._at, state.active and not up
            foot, mark = str(n + 1) if state.active else "", state.marks.get(card, "")
            if narrow:
                y = 0 if chosen else 1 + dim
                paint_narrow_card(canvas, x, y, canvas.height - y, look, card, dim=dim, chosen=chosen, foot=foot)
                canvas.put(x, y, mark, inks.chosen, width)
                place = (x, 0, pitch, canvas.height)
            else:
                y = int(not up)
                paint_card(canvas, x, y, width, height, look, card, dim=dim, chosen=chosen, foot=foot)
                canvas.put(x + 1, y, mark if len(mark) < pitch else "+", inks.chosen, width - 2)
                place = (x, y, width, height)
            if state.active:
                canvas.spot(*place, n)
        if state.active and self.card is not None and state.suggested >> self.card & 1:
            self._tag(canvas, lefts, width)

    def _tag(self, canvas: Canvas, lefts: Sequence[int], width: int) -> None:
        """Tag the chosen card as suggested, without covering another card; `lefts`: the first columns of the cards.

        Playable cards leave the lowest row free, so the tag is there, below the chosen card and a playable neighbour.
        Without one, it is in the highest row, which the other cards leave free.
        """
        left, most = lefts[self._at or 0], canvas.width - len(SUGGESTED)
        x, y = min(left, most), 0
        for start in (x, max(0, min(most, left + width - len(SUGGESTED)))):
            if width > NARROW and self._all_raised(lefts, start - width, start + len(SUGGESTED)):
                x, y = start, canvas.height - 1
                break
        canvas.put(x, y, SUGGESTED, inks.chosen)

    def _all_raised(self, lefts: Sequence[int], after: int, before: int) -> bool:
        """Return whether all cards that begin between these columns may be chosen."""
        between = [card for left, card in zip(lefts, self.state.held, strict=True) if after < left < before]
        return all(self.state.raised >> card & 1 for card in between)

    def clicked(self, spot: int) -> None:
        """Choose the clicked card, or report a click on the chosen one."""
        if spot == self._at:
            self.post_message(self.Chosen())
        else:
            self._at = spot
            self.redraw()
            self.post_message(self.Moved())
