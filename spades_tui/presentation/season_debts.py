"""What the people of a table owe in its season: trays, decks, and digits (3B-24 … 3B-26).

The agreements of a table say what last place and an imperfect day cost; the words about them are
here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from spades_tui.language.sentence_parts import plural, times

if TYPE_CHECKING:
    from spades_tui.scorebook.scoreboard import BoardLine, Erasing, Scoreboard

DIGITS = 24
"""The most digits of a line that a table in text shows: the latest."""
NO_DIGITS = "·"
STANDING = (
    "Counts are for the year shown; chits, trays and decks are as at its end.",
    "Each tray is a hex digit, 1 to F and then 0 again. A perfect day erases one.",
)
"""What the scoreboard's counts mean."""
CORRECTED = "chits, stars or trays"
"""Examples of counts that can be corrected."""
FIRST_CORRECTED = "chit"
"""The count that the form for corrections shows at first."""
AGREEMENTS = {"forfeit": "Tray person", "deck": "Imperfect day"}
"""What a table agrees on, as labels of its form."""
AGREEMENT_HELP = {
    "forfeit": "What the tray person does (3B-26), such as 'carries the trays' or 'makes the tea'.",
    "deck": (
        "What a player owes after an imperfect day: a deck of cards, or what your table chose"
        " (3B-24)."
    ),
}
TO_CARRY = "Trays pile up until you note that they were carried, here or in the scorebook."


def keeps_season(board: Scoreboard) -> bool:
    """Return whether a table plays for trays, chits, decks and days."""
    return board.trays


def digits(line: BoardLine) -> str:
    """Return a digit for each tray on a person's line (3B-25)."""
    return line.trays


def waiting(line: BoardLine) -> str:
    """Return how many trays still wait for the violator; empty if none do (3B-26)."""
    if not line.to_carry:
        return ""
    return f"+{line.to_carry} to carry"


def digit_columns(board: Scoreboard) -> list[tuple[str, str, Callable[[BoardLine], str]]]:
    """Return the column of digits for a scoreboard in text: title, spoken title, cells."""

    def cell(line: BoardLine) -> str:
        digits, owed = line.trays[-DIGITS:] or NO_DIGITS, waiting(line)
        if not owed:
            return digits
        return f"{digits} ({owed})"

    if not board.trays:
        return []
    return [("trays", "trays", cell)]


def digits_lead(name: str) -> str:
    """Return the words before the digits of a person."""
    return f"{name}  trays "


def counted(amount: int) -> str:
    """Return a number of trays."""
    return plural(amount, "tray")


def to_do(line: BoardLine, forfeit: str) -> str:
    """Return what the violator still has to do (3B-26)."""
    return f"{line.name} {forfeit} ({counted(line.to_carry)})."


def violator_words(board: Scoreboard, line: BoardLine) -> str:
    """Return who carries how many trays (3B-26), without a full stop."""
    return (
        f"{line.name} is the violator and {board.table.settings.forfeit} ({counted(line.to_carry)})"
    )


def decks_owed(board: Scoreboard, line: BoardLine) -> str:
    """Return who owes how many decks, and who owes the next one (3B-24), without a full stop."""
    owed = board.table.settings.deck
    if line.decks > 1:
        owed += f", {times(line.decks)}"
    if line.name == board.debtor:
        return f"{line.name} owes {owed}, and owes the next one too"
    return f"{line.name} owes {owed}"


def debts(board: Scoreboard) -> Iterable[str]:
    """Return everybody's debts at a table, each without a full stop."""
    yield from (violator_words(board, line) for line in board.lines if line.to_carry)
    yield from (decks_owed(board, line) for line in board.lines if line.decks)


def has_carried(name: str, amount: int) -> str:
    """Return that somebody has carried trays."""
    return f"{name} has carried {counted(amount)}."


def asks_carried(line: BoardLine, forfeit: str) -> str:
    """Return the question whether the violator has carried the trays."""
    return f"Has {line.name} done it? ({forfeit}) This ticks off {counted(line.to_carry)}."


def carried(amount: int) -> str:
    """Return that trays have been carried, without naming anybody."""
    return f"{counted(amount)} carried."


def asks_digit(erasing: Erasing) -> str:
    """Return the question which digit a perfect day erases (3B-25)."""
    return f"A perfect day: which digit of {erasing.line} does {erasing.name} erase?"
