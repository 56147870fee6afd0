"""What the book says, in words."""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from spades_tui.rules.component import plural
from spades_tui.widgets.times import MONTHS

if TYPE_CHECKING:
    from spades_tui.book.views import Happened, TableView


def day(moment: date, year: bool = True) -> str:
    """``3 March 2026``."""
    return f"{moment.day} {MONTHS[moment.month - 1]}" + (f" {moment.year}" if year else "")


def short_day(moment: date) -> str:
    """``3 Mar``."""
    return f"{moment.day} {MONTHS[moment.month - 1][:3]}"


def session(words: str) -> str:
    """A gaming session as the book names it, with its days written out."""
    head, _, last = words.rpartition(" ")
    try:
        return f"{head} {day(date.fromisoformat(last))}".strip()
    except ValueError:
        return words


NONE = "—"
"""For what is not known."""


def number(value: float | None, digits: int = 1) -> str:
    """A number with a real minus; a dash for what is not known."""
    return NONE if value is None else f"{value:.{digits}f}".replace("-", "−")


def gained(value: float | None) -> str:
    """Points a hand with their sign: ``+1.3 a hand``."""
    return NONE if value is None else f"{value:+.1f} a hand".replace("-", "−")


def share(part: int, whole: int) -> str:
    """``78 % of 9``."""
    return f"{100 * part / whole:.0f} % of {whole}" if whole else NONE


WHAT = {
    "star": "wins", "outside": "outside stars", "gold": "gold stars", "red": "red stars",
    "tray_person": "times the tray person", "wire": "times wire to wire", "pile": "trays to carry",
    "tray": "trays on the line", "chit": "tray-chits", "perfect": "perfect days", "imperfect": "imperfect days",
    "deck": "decks owed", "bone": "boneheads", "zero_buddy": "zero buddies",
}  # fmt: skip
"""What can be put right by hand, in words."""
BY_HAND = frozenset(WHAT) - {"pile", "tray", "deck", "zero_buddy"}
"""Of these, what comes of a game or else was put right: the others are also ticked, brought and heard."""


def ceremony(happened: "Iterable[Happened]", table: "TableView") -> list[str]:
    """What came of a game, a sentence each, the tray first (3B-18 … 3B-30)."""
    return [said for _, said in told(happened, table)]


def told(happened: "Iterable[Happened]", table: "TableView") -> "list[tuple[Happened, str]]":
    """What has happened, each with its sentence; what needs none is left out."""
    from spades_tui.book.season import Kind

    happened = tuple(happened)
    carriers = {(one.game, one.person) for one in happened if one.kind == Kind.TRAY_PERSON}
    said = [(one, in_words(one, table, late=(one.game, one.person) not in carriers)) for one in happened]
    return [(one, words) for one, words in said if words]


def in_words(one: "Happened", table: "TableView", late: bool = False) -> str:
    """One thing that has happened; an empty text for what needs no words. `late`: it is not of this person's game."""
    from spades_tui.book.season import Kind

    name, other, amount = one.name, one.other or "", abs(one.amount)
    less = one.amount < 0
    forfeit, deck = table.settings.forfeit, table.settings.deck
    if one.game is None and one.kind in BY_HAND:
        sign = "−" if less else "+"
        return f"Put right by hand: {name}, {WHAT[one.kind.value]} {sign}{amount}."
    match one.kind:
        case Kind.TRAY_PERSON:
            return f"{name} is the tray person."
        case Kind.WIRE:
            return f"{name} was in the tray wire to wire."
        case Kind.SPARED:
            return f"{name} is spared, as {other} has not carried yet."
        case Kind.PILE:
            if less:
                return f"{name} has carried {plural(amount, 'tray')}."
            return f"The trays pile up on {name}, the violator." if late else f"{name} {forfeit}."
        case Kind.TRAY:
            return (
                f"A digit is struck from {name}'s line." if less else f"{name}'s line: {plural(amount, 'tray')} more."
            )
        case Kind.CHIT:
            return "" if less else f"{name} is awarded {plural(amount, 'tray-chit')}."
        case Kind.CHIT_SPENT | Kind.CHIT_UNKNOWN:
            return f"{name} spends a chit, and names {other} in {name}'s place."
        case Kind.CHIT_LOST:
            return f"{name} names nobody, and the chit is lost."
        case Kind.OUTSIDE:
            return f"An outside star for {name}: three wins in one week."
        case Kind.GOLD:
            return f"A gold outside star for {name}: four wins in a row."
        case Kind.RED:
            return f"A red outside star for {name}, for good: five wins in a row."
        case Kind.STREAK:
            return f"{name} has won {amount} games in a row."
        case Kind.PERFECT:
            return f"A perfect day for {name}."
        case Kind.IMPERFECT:
            return f"An imperfect day for {name}."
        case Kind.DECK if less:
            return f"{name} has brought {deck}." if amount == 1 else f"{name} has brought {deck} × {amount}."
        case Kind.DECK:
            whose = f" for {other}'s imperfect day too" if other and other != name else ""
            return f"{name} owes {deck}{whose}."
        case Kind.BONE:
            return f"{name} owns up to {plural(amount, 'bonehead play')}."
        case Kind.ZERO_BUDDY:
            return f"{name} is a zero buddy."
        case _:
            return ""
