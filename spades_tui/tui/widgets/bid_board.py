"""The bids: a box for each seat, with notes above and the beans of all bids below."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len

from spades_tui.game.phase import Phase
from spades_tui.language.sentence_parts import plural
from spades_tui.presentation.moments import is_big
from spades_tui.record.event_words import LogEntry
from spades_tui.rules.ledger import words_beside
from spades_tui.seats import Observation
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, StateView, length, packed, two_lines
from spades_tui.tui.widgets.card_faces import CardStyle, frame, paint_back, paint_card
from spades_tui.tui.widgets.moment_line import MomentLine, moment_line
from spades_tui.tui.widgets.paragraphs import wrapped
from spades_tui.tui.widgets.table_view import called_bid, roles, side_word, without_tail

ROWS_FOR_NOTES = 2
"""Rows above the boxes."""
ROWS_FOR_BEANS = 12
"""Minimum rows for taller boxes, with beans below for the bids."""


class BidsState(NamedTuple):
    """Everything that the bid board shows."""

    seen: Observation
    look: CardStyle
    notes: tuple[str, ...]
    moment: MomentLine | None = None
    """A big or blind bid that has just been made; its line takes the place of a note."""
    spoken: LogEntry | None = None
    """What a computer player has just said, which follows it."""


class BidBoard(StateView[BidsState]):
    """A box for each seat, the one on turn with a heavy frame."""

    DEFAULT_CSS = "BidBoard { width: 1fr; height: 7; }"

    def picture(self, canvas: Canvas, state: BidsState) -> None:
        """Draw notes, then boxes."""
        seen, look, notes, moment, spoken = state
        heard = spoken.text if spoken is not None else ""
        if moment is not None:
            ways = [f"{words} {heard}".rstrip() for words in moment.words]
            moment_line(canvas, 0, replace(moment, words=(*ways, *moment.words)))
        else:
            canvas.centred(0, canvas.width, 0, [(heard, inks.bold)])
        first = int(bool(moment or heard))
        for y, line in enumerate(whole_notes(notes, canvas.width - 4, ROWS_FOR_NOTES - first), first):
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
        y, height = 2 + roomy, 5 + 2 * roomy
        for place, seat in enumerate(order):
            self._box(canvas, state, left + place * (width + gap), y, width, height, seat, tall)
        if drafting and len(order) == 2:
            top = seen.draft.top if seen.draft is not None else None
            if top is None:
                paint_back(canvas, canvas.width // 2 - 3, y, 6, 5, look)
            else:
                paint_card(canvas, canvas.width // 2 - 3, y, 6, 5, look, top)
        bids = [bid for bid in seen.bids if bid is not None]
        if roomy and bids and not drafting:
            bid, tricks = sum(bids), seen.rules.tricks
            to_take, nobodys, over = tuple(glyphs.sign("○·✚", look.letters))
            beans = (
                (to_take * min(bid, tricks), inks.soft),
                (nobodys * max(0, tricks - bid), inks.faint),
                (over * max(0, bid - tricks), inks.orange),
            )
            apart = [(" ".join(text) + " ", ink) for text, ink in beans if text]
            canvas.centred(0, canvas.width, 11, without_tail(apart))

    def _name_lines(self, state: BidsState, seat: int, room: int) -> list[list[Piece]]:
        """Return the name of a seat behind the mark of its side, in one line of `room` cells or in two."""
        seen, look = state.seen, state.look
        before = look.marked(seen.rules, seen.rules.side_of[seat])
        style = inks.gold if self._on_turn(state, seat) else inks.bold
        lines: list[list[Piece]] = [[(part, style)] for part in two_lines(look.name(seat), room - length(before), room)]
        lines[0] = [*before, *lines[0]]
        picture = look.picture(seat)
        if picture[0] and len(lines) == 1 and length([*lines[0], picture]) + 1 <= room:
            lines[0] += [(" ", inks.text), picture]
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
        seen, look = state.seen, state.look
        turn, room = self._on_turn(state, seat), width - 2
        frame(canvas, x, y, width, height, inks.gold if turn else inks.line, heavy=turn)
        for row, name in enumerate(self._name_lines(state, seat, room), 1):
            canvas.centred(x + 1, room, y + row, name)
        bid, beans = self._bid(state, seat, turn), look.beans(seen.rules, seen.bids[seat] or None, 0)
        row = y + 2 + (tall or height > 5)
        if height > 5:
            canvas.centred(x + 1, room, row, [bid])
            canvas.centred(x + 1, room, row + 1, beans)
        else:
            line = [bid, (" ", inks.text), *beans]
            canvas.centred(x + 1, room, row, line if length(line) <= room else [bid])
        words = roles(seen, look, seat, "partner")
        below = tall and height <= 5
        role = ", ".join(words)
        manner = look.manner(seen.rules, seat)
        with_manner = ", ".join([*words, manner])
        if manner and len(with_manner) <= room:
            role = with_manner
        if len(role) + 2 > room and len(words) > 1:  # a partner who deals
            role = words[-1]
            if not below:  # one role in the box, the other in its lower edge
                canvas.centred(x + 1, room, y + height - 2, [(words[0], inks.soft)])
                below = True
        if below and role and len(role) + 2 <= room:
            role = f" {role} "
        canvas.centred(x + 1, room, y + height - 2 + below, [(role, inks.soft)])

    def _bid(self, state: BidsState, seat: int, turn: bool) -> Piece:
        seen, look = state.seen, state.look
        bid = seen.bids[seat]
        if seen.phase == Phase.DRAFT:
            return (plural(seen.sizes[seat], "card"), inks.gold if turn else inks.text)
        if bid is not None:
            called = [called_bid(seen, seat), *words_beside(seen.announced, seat)]
            big = is_big(seen, (seat,), bid)
            words = " + ".join(called)
            return (f" {words} ", inks.with_style(inks.bold, "reverse")) if big else (words, inks.bold)
        return (glyphs.sign("▶ ?", look.letters), inks.gold) if turn else ("–", inks.faint)


def whole_notes(notes: Iterable[str], width: int, rows: int = ROWS_FOR_NOTES) -> list[str]:
    """Return the notes that fit whole in the rows above the boxes, the first ones first; long ones wrap."""
    parts: list[str] = []
    for note in notes:
        lines = [note] if cell_len(note) <= width else wrapped(note, width)
        longer = [*parts, *lines]
        if len(packed(longer, width, "  ")) <= rows:
            parts = longer
    return packed(parts, width, "  ")


def side_bids(seen: Observation, look: CardStyle) -> str:
    """Return the bids of the sides, if there are partners."""
    if not seen.rules.partners:
        return ""
    bids = []
    for side, contract in enumerate(seen.contracts):
        bid = "–" if contract is None else contract
        bids.append(f"{side_word(seen, look, side)}: {bid}")
    return "   ".join(bids)
