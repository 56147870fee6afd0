"""Facts that any player could have noted: bids and what they still need, the cards that are out, and voids.

They come from public events alone, so they look the same for everyone at the keyboard. The settings choose them.
"""

from msgspec import Struct

from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.language.player_names import PartnerNames
from spades_tui.presentation.hand_words import Need, needs, not_played, voids_shown
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, StateView, fit_name, length
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.table_view import called_bid, side_word

BID, TOOK, NEEDS = 4, 5, 9
"""Columns of the numbers after a name."""


class SideState(Struct, frozen=True):
    """The public view of the table, the hands so far, and the settings that choose the facts."""

    public: Observation
    look: CardStyle
    scores: tuple[HandScore, ...]
    settings: Settings


class NotedFacts(StateView[SideState]):
    """The facts on a page of their own."""

    DEFAULT_CSS = "NotedFacts { width: 44; height: 1fr; margin: 1 0 0 1; }"

    def picture(self, canvas: Canvas, state: SideState) -> None:
        """Draw the facts from the top."""
        draw_noted(canvas, 0, state)


def draw_noted(canvas: Canvas, y: int, state: SideState) -> int:
    """Draw the facts, with an empty row after each kind; return the row below."""
    y = _bids(canvas, y, state) + 1
    if state.public.phase not in (Phase.PLAY, Phase.PLAYED):
        return y
    if state.settings.cards_out:
        y = _cards_out(canvas, y, state)
        y += not state.settings.voids  # voids follow the cards without a gap
    if state.settings.voids:
        y = _voids(canvas, y, state) + 1
    return y


Line = tuple[list[Piece], str, list[Piece]]
"""The mark of a side, a name, and the pieces in the columns after it."""


def _bids(canvas: Canvas, y: int, state: SideState) -> int:
    """Draw the state of each bid; return the row below."""
    seen, look = state.public, state.look
    found, needs_shown = needs(seen), state.settings.needs
    edges = [canvas.width - 2 - NEEDS - TOOK, canvas.width - 2 - NEEDS, canvas.width - 2]
    heads = ["bid", "took", "needs"]
    if not needs_shown:
        edges, heads = edges[:2], heads[:2]
    canvas.put(1, y, "Bids", inks.soft)
    for edge, head in zip(edges, heads if found else (), strict=False):
        canvas.right(edge, y, [(head, inks.faint)])
    lines = [_need(seen, look, need) for need in found] or _bid_lines(seen, look)
    for row, (mark, name, cells) in enumerate(lines, y + 1):
        canvas.pieces(1, row, [*mark, (fit_name(name, edges[0] - BID - 1 - length(mark)), inks.text)])
        for edge, cell in zip(edges, cells, strict=False):
            canvas.right(edge, row, [cell])
    return y + 1 + len(lines)


def _need(seen: Observation, look: CardStyle, need: Need) -> Line:
    side = seen.rules.side_of[need.seats[0]]
    name: str = PartnerNames(map(look.name, need.seats))
    if len(need.seats) == len(seen.rules.sides[side]) > 1:
        name = side_word(seen, look, side)
    bid = str(need.bid)
    if need.zero:
        bid = seen.rules.bid_word(need.bid)
        words, style = ("set", inks.red) if need.lost else ("no trick", inks.text)
    elif need.lost:
        words, style = "set", inks.red
    elif need.needed:
        words, style = str(need.needed), inks.bold
    elif need.exact:
        words, style = "no more", inks.text
    elif need.over:
        words, style = f"made +{need.over}", inks.green
    else:
        words, style = "made", inks.green
    return look.marked(seen.rules, side), name, [(bid, inks.text), (str(need.took), inks.text), (words, style)]


def _bid_lines(seen: Observation, look: CardStyle) -> list[Line]:
    """Return the bids while they are made, seat by seat."""
    lines: list[Line] = []
    for seat in seen.order:
        ink = inks.faint if seen.bids[seat] is None else inks.text
        mark = look.marked(seen.rules, seen.rules.side_of[seat])
        lines.append((mark, look.name(seat), [(called_bid(seen, seat), ink)]))
    return lines


def _cards_out(canvas: Canvas, y: int, state: SideState) -> int:
    """Draw the cards not played yet, suit by suit; return the row below."""
    look, out = state.look, not_played(state.public)
    canvas.put(1, y, "Not played yet", inks.soft)
    for suit in reversed(range(4)):
        y += 1
        ranks = list(map(look.rank, out[suit]))
        apart = " " if sum(map(len, ranks)) + len(ranks) + 2 < canvas.width else ""
        canvas.pieces(1, y, [(f"{look.suit(suit)} ", inks.gold), (apart.join(ranks) or "–", inks.text)])
    return y + 1


def _voids(canvas: Canvas, y: int, state: SideState) -> int:
    """Draw the known voids, player by player; return the row below."""
    look = state.look
    known = [(seat, suits) for seat, suits in enumerate(voids_shown(state.public)) if suits]
    if not known and not state.settings.cards_out:
        canvas.put(1, y, "No void shown yet", inks.soft)
        return y + 1
    x = 1
    for seat, suits in known:
        words = f"{fit_name(look.name(seat), 12)} no "
        size = len(words) + len(suits)
        if x > 1 and x + size > canvas.width - 2:
            x, y = 1, y + 1
        x = canvas.put(x, y, words, inks.soft)
        x = canvas.put(x, y, "".join(map(look.suit, suits)), inks.text) + 2
    return y + (1 if x > 1 else 0)
