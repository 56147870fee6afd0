"""The story of a game as a picture of its trick.

The picture is an SVG, which needs no fonts for its suits and loads nothing.
"""

from html import escape
from textwrap import wrap

from msgspec import Struct

from spades_tui import cards
from spades_tui.game.events import Play
from spades_tui.game.trick import Played, Trick
from spades_tui.presentation.wording import cost_words


class Story(Struct, frozen=True):
    """A decision of a finished game, told with these names."""

    title: str
    """The game and who won it."""
    sentence: str
    """The card played, the better one, and the reason."""
    names: tuple[str, ...]
    trick: Trick
    """The whole trick of the decision; empty for a bid."""
    winner: int | None
    """The seat that took the trick."""
    played: Play | None
    better: Play | None
    """The better card; None if the card was the best choice, or it wasn't a card."""
    cost: float
    """Points that the better card would have gained."""
    unit: int
    """The points that the game writes as 1 (`Ruleset.points_unit`)."""
    hand: str = ""
    """What decided the hand of the decision; empty if it wasn't scored."""
    near_end: bool = False
    """Whether the cost counts winning the game, so that it's no score."""

    @property
    def text(self) -> str:
        """The story in two or three lines."""
        return "\n".join(filter(None, (self.title, self.sentence, self.hand)))


WIDE, HIGH, APART = 110, 154, 40
"""Width and height of a card, and the space between cards, in pixels."""
LEFT, TOP = 40, 110
LINE_PIXELS = 22
"""Pixels from one line of words to the next."""
LETTERS = 88
"""Letters in a line of words."""
_RED, _BLACK, _GOLD, _GREEN = "#b3261e", "#1b1b1f", "#8a6100", "#1b6e37"
_PIPS = (
    "M0-44a22 22 0 0 1 20 32 22 22 0 1 1-12 38l-4-4 6 26h-20l6-26-4 4"
    "a22 22 0 1 1-12-38a22 22 0 0 1 20-32z",
    "M0-48L30 0 0 48-30 0z",
    "M0 46C-46 10-44-34-20-36-8-36 0-26 0-18 0-26 8-36 20-36 44-34 46 10 0 46z",
    "M0-48C8-30 42-8 40 16 38 34 14 36 5 24L12 48H-12L-5 24C-14 36-38 34-40 16-42-8-8-30 0-48z",
)
"""Outlines around 0,0 of clubs, diamonds, hearts and spades."""


def picture(story: Story) -> str:
    """Return the SVG of a trick: its cards in order, who took it, and the better card."""
    shown: list[tuple[Played, str, tuple[str, ...]]] = []
    for played in story.trick:
        below: tuple[str, ...] = ()
        if played.seat == story.winner:
            below = ("took it",)
        card = story.played
        if card is not None and (card.seat, card.card) == (played.seat, played.card):
            cost = cost_words(story.cost, story.unit)
            costs = "cost most" if story.near_end else f"cost {cost} points"
            below += (costs if story.cost else "the best card",)
        name = story.names[played.seat]
        if not shown:
            name = f"{name} led"
        shown.append((played, name, below))
    if story.better is not None:
        better = story.better
        shown.append((Played(better.seat, better.card, low=better.ace == "low"), "better", ()))
    deep = HIGH if shown else -60
    width = max(2 * LEFT + len(shown) * (WIDE + APART) - APART, 760)
    sentence = " ".join(story.sentence.split())
    words = wrap(sentence, LETTERS, break_long_words=False, break_on_hyphens=False)
    height = TOP + deep + 110 + LINE_PIXELS * len(words)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="16">',
        f"<title>{escape(story.title)}</title><desc>{escape(story.sentence)}</desc>",
        f'<rect width="{width}" height="{height}" rx="12" fill="#f4f1e8"/>',
        _words(LEFT, 44, story.title, size=20, bold=True, anchor="start"),
    ]
    for place, (played, name, below) in enumerate(shown):
        x = LEFT + place * (WIDE + APART)
        middle = x + WIDE // 2
        is_better = place >= len(story.trick)
        name_colour = _BLACK
        edge = _GOLD if below else "#9a958a"
        if is_better:
            name_colour = edge = _GREEN
        parts.append(_words(middle, TOP - 16, _short(name), colour=name_colour, bold=bool(below)))
        parts.append(_card(x, TOP, played, edge, heavy=is_better or bool(below)))
        y = TOP + HIGH
        for text in below:
            y += LINE_PIXELS
            parts.append(_words(middle, y, text, colour=_GOLD, bold=True))
    for n, line in enumerate(words):
        y = TOP + deep + 84 + LINE_PIXELS * n
        parts.append(_words(LEFT, y, line, anchor="start"))
    return "\n".join((*parts, "</svg>", ""))


def _card(x: int, y: int, played: Played, edge: str, heavy: bool) -> str:
    """Return a card with its rank in the corner and its suit in the middle, or a joker's name."""
    text = cards.text(played.card)
    stroke = f'stroke="{edge}" stroke-width="{5 if heavy else 2}"'
    out = [
        f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="10" fill="#fffdf7" {stroke}/>'
    ]
    suit = "CDHS".find(text[-1])
    middle = x + WIDE // 2
    if played.card >= cards.LITTLE_JOKER or suit < 0:
        out.append(_words(middle, y + HIGH // 2, cards.pretty(played.card), bold=True))
    else:
        colour = _RED if suit in (1, 2) else _BLACK
        rank = cards.pretty(played.card)[:-1]
        out.append(_words(x + 14, y + 34, rank, colour=colour, size=26, bold=True, anchor="start"))
        place = f"translate({middle} {y + HIGH // 2 + 14})"
        out.append(f'<path transform="{place}" d="{_PIPS[suit]}" fill="{colour}"/>')
        out.append(
            _words(x + WIDE - 14, y + HIGH - 12, text[-1], colour=colour, size=14, anchor="end")
        )
    if played.low:
        out.append(_words(middle, y + 24, "low", colour=_BLACK, size=13))
    return "".join(out)


def _words(
    x: int,
    y: int,
    text: str,
    *,
    colour: str = _BLACK,
    size: int = 16,
    bold: bool = False,
    anchor: str = "middle",
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    look = f'fill="{colour}" font-size="{size}" text-anchor="{anchor}"{weight}'
    return f'<text x="{x}" y="{y}" {look}>{escape(text)}</text>'


def _short(name: str) -> str:
    """Return a name short enough for the space above a card."""
    if len(name) <= 16:
        return name
    return f"{name[:15]}…"
