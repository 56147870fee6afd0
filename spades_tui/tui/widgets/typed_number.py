"""A number that is being typed, digit by digit; the last digit always counts."""

from collections.abc import Collection
from dataclasses import dataclass

PAUSE = 0.6
"""Seconds after which the next digit begins a new number."""


@dataclass
class TypedNumber:
    """The digits so far. Each digit is added with its time and with the numbers that can be chosen now."""

    digits: str = ""
    _since: float = 0.0

    def type(self, digit: str, now: float, numbers: Collection[int]) -> int | None:
        """Add a digit; return the number that is chosen now, or None while there is no such number.

        A digit that can't continue the number begins a new one; so does one after a pause.
        """
        longer = self.digits + digit if now - self._since <= PAUSE else digit
        if not _leads_to(longer, numbers):
            longer = digit
        self.digits = longer if _leads_to(longer, numbers) else ""
        self._since = now
        return int(longer) if str(int(longer)) == longer and int(longer) in numbers else None

    def end(self) -> None:
        """Let the next digit begin a new number."""
        self.digits = ""

    def unfinished(self, now: float, numbers: Collection[int]) -> bool:
        """Return whether there are digits that aren't a number yet, such as the 1 of 12 if there is no 1."""
        return bool(self.digits) and now - self._since <= PAUSE and int(self.digits) not in numbers


def _leads_to(digits: str, numbers: Collection[int]) -> bool:
    """Return whether a number that can be chosen begins with these digits."""
    return any(str(number).startswith(digits) for number in numbers)
