"""A player's line on the scoreboard: its remaining digits, and the one that a perfect day erased (3B-25)."""

from collections.abc import Iterable

from spades_tui.frozen import dataclass
from spades_tui.scorebook.season import HEX_DIGITS, Kind, Line


@dataclass(frozen=True, slots=True)
class Erasing:
    """A digit that a perfect day has erased, while its player may still choose another."""

    game: str
    person: str
    name: str
    line: str
    """The line as it was before."""

    @property
    def choices(self) -> dict[str, int]:
        """The digits of the line, each with its first place, from 1."""
        return {digit: self.line.index(digit) + 1 for digit in dict.fromkeys(self.line)}


def line_of(entries: Iterable[tuple[str, int, str | None]]) -> Line:
    """Return a player's line after its `tray` and `struck` entries: kind, amount and game of each, in order."""
    line = Line()
    for kind, amount, game in entries:
        if kind == Kind.STRUCK:
            line.choose(amount)
        elif amount == -1 and game is not None:
            line.strike(game)
        else:
            line.change(amount)
    return line


def text_of(line: Line) -> str:
    """Return the remaining digits."""
    standing = (place for place in range(line.top) if place + 1 not in line.gone)
    return "".join(HEX_DIGITS[place % len(HEX_DIGITS)] for place in standing)
