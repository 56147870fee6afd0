"""A player's line on the scoreboard: hex digits that are written and erased (3B-25)."""

from msgspec import Struct

HEX_DIGITS = "123456789ABCDEF0"


class DigitLine(Struct, array_like=True):
    """The digits on a player's line that haven't been erased: 1 to F and then 0 again (3B-25).

    A game may erase the last one, until its player chooses another. The next digit is the one that
    follows the last remaining one.
    """

    top: int = 0
    """Digits written, up to the last one that remains."""
    gone: frozenset[int] = frozenset()
    """Places of erased digits before it."""
    game: str | None = None
    """The game that erased a digit, while another may be chosen."""
    before: tuple[int, frozenset[int]] | None = None
    """The line before that: `top` and `gone`."""

    @property
    def text(self) -> str:
        """The remaining digits."""
        standing = (place for place in range(self.top) if place + 1 not in self.gone)
        return "".join(HEX_DIGITS[place % len(HEX_DIGITS)] for place in standing)

    def change(self, amount: int, game: str | None = None) -> None:
        """Add digits, or erase some from the end.

        If a game erases one, its player may choose another.
        """
        struck = amount == -1 and game is not None
        self.before, self.game = ((self.top, self.gone), game) if struck else (None, None)
        if amount > 0:
            self.top += amount
        else:
            self._keep(self.top - len(self.gone) + amount)

    def choose(self, place: int) -> bool:
        """Erase the digit at this place, from 1, instead of the last one.

        Return False if that isn't possible.
        """
        if self.before is None:
            return False
        top, gone = self.before
        if not 1 <= place <= top - len(gone):
            return False
        self.top, self.gone = top, gone | {_standing(place, gone)}
        self._keep(self.top - len(self.gone))
        return True

    def _keep(self, count: int) -> None:
        """Keep only the first `count` digits."""
        self.top = _standing(count, self.gone)
        self.gone = frozenset(place for place in self.gone if place < self.top)


def _standing(count: int, gone: frozenset[int]) -> int:
    """Return the place of the digit with this number among the remaining ones; 0 for none."""
    place = max(0, count)
    for one in sorted(gone) if place else ():
        if one > place:
            break
        place += 1
    return place
