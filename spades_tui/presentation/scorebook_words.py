"""The scorebook's facts in words, and a person's form: this week, a sparkline of the last games, feats of skill."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING

from spades_tui.language.address import YOU, agreeing, does, whom, whose
from spades_tui.language.times import MONTHS
from spades_tui.play.setup import NAMES
from spades_tui.rules.component import plural
from spades_tui.scorebook.figure_words import FEAT_WORDS
from spades_tui.scorebook.season import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_tui.scorebook.queries import Happened, TableView
    from spades_tui.scorebook.scorebook import Book
    from spades_tui.scorebook.statistics import Form

def day(moment: date, year: bool = True) -> str:
    """Return a date as ``3 March 2026``."""
    return f"{moment.day} {MONTHS[moment.month - 1]}" + (f" {moment.year}" if year else "")


def short_day(moment: date) -> str:
    """Return a date as ``3 Mar``."""
    return f"{moment.day} {MONTHS[moment.month - 1][:3]}"


def session(days: tuple[date, date], write: Callable[[date], str] = day) -> str:
    """Return a gaming session from its first and last day, which `write` turns into words (3B-28)."""
    first, last = days
    return write(first) if first == last else f"the week of {write(first)}"


NONE = "—"
"""The sign for an unknown value."""


def number(value: float | None, digits: int = 1) -> str:
    """Return a number with a real minus sign; a dash if it is unknown."""
    return NONE if value is None else f"{value:.{digits}f}".replace("-", "−")


def gained(value: float | None) -> str:
    """Return points per hand with their sign: ``+1.3 a hand``."""
    return NONE if value is None else f"{value:+.1f} a hand".replace("-", "−")


def share(part: int, whole: int) -> str:
    """Return a share as ``78% of 9``."""
    return f"{100 * part / whole:.0f}% of {whole}" if whole else NONE


WHAT = {
    "star": "wins", "outside": "outside stars", "gold": "gold stars", "red": "red stars",
    "tray_person": "times the tray person", "wire": "times wire to wire", "pile": "trays to carry",
    "tray": "trays on the line", "chit": "tray-chits", "perfect": "perfect days", "imperfect": "imperfect days",
    "deck": "decks owed", "bone": "boneheads", "zero_buddy": "zero buddies",
}  # fmt: skip
"""The counts that people can correct by hand."""
BY_HAND = frozenset(WHAT) - {"pile", "tray", "deck", "zero_buddy"}
"""The counts that change only by a game or a correction; the others change in other ways too."""


def ceremony(happened: "Iterable[Happened]", table: "TableView", you: str = "") -> list[str]:
    """Return the results of a game, one sentence each, the tray first (3B-18 … 3B-30); `you` is called "you"."""
    return [said for _, said in happening_lines(happened, table, you)]


def happening_lines(happened: "Iterable[Happened]", table: "TableView", you: str = "") -> "list[tuple[Happened, str]]":
    """Return what happened, each with its sentence; events without one are left out."""
    happened = tuple(happened)
    carriers = {(one.game, one.person) for one in happened if one.kind == Kind.TRAY_PERSON}
    said = [(one, in_words(one, table, (one.game, one.person) not in carriers, you)) for one in happened]
    return [(one, words) for one, words in said if words]


def in_words(one: "Happened", table: "TableView", late: bool = False, you: str = "") -> str:
    """Return the sentence for one event, or "". `late`: the person wasn't the tray person of that game."""
    name, other = (YOU if you and text == you else text for text in (one.name, one.other or ""))
    amount, them = abs(one.amount), whom(name)
    less = one.amount < 0
    forfeit, deck = table.settings.forfeit, table.settings.deck
    if one.game is None and one.kind in BY_HAND:
        sign = "−" if less else "+"
        return f"Corrected by hand: {them}, {WHAT[one.kind.value]} {sign}{amount}."
    match one.kind:
        case Kind.TRAY_PERSON:
            return f"{does(name, 'is the tray person')}."
        case Kind.WIRE:
            return f"{does(name, 'was in the tray wire to wire')}."
        case Kind.SPARED:
            return f"{does(name, 'carries')} nothing, because {does(whom(other), 'has not carried the trays yet')}."
        case Kind.PILE:
            if less:
                return f"{does(name, 'has carried')} {plural(amount, 'tray')}."
            return f"The trays pile up for {them}, the violator." if late else f"{does(name, forfeit)}."
        case Kind.TRAY:
            line = f"{whose(name)} line"
            said = f"A digit is struck from {line}" if less else f"{plural(amount, 'more tray')} on {line}"
            return f"{said}, for {whom(other)}." if other else f"{said}."
        case Kind.STRUCK:
            return f"{does(name, 'erases')} digit {amount} from {whose(name)} line."
        case Kind.CHIT:
            return "" if less else f"{does(name, 'wins')} {plural(amount, 'tray-chit')}."
        case Kind.CHIT_SPENT | Kind.CHIT_UNKNOWN:
            return (
                f"{does(name, 'spends a chit')}, and {agreeing(name, 'names')} {whom(other)} in {whose(name)} place."
            )
        case Kind.CHIT_LOST:
            return f"{does(name, 'names nobody')} and {agreeing(name, 'loses')} the chit."
        case Kind.OUTSIDE:
            return f"An outside star for {them}: three wins in one week."
        case Kind.GOLD:
            return f"A gold outside star for {them}: four wins in a row."
        case Kind.RED:
            return f"A red outside star for {them}, for good: five wins in a row."
        case Kind.STREAK:
            return f"{does(name, 'has won')} {amount} games in a row."
        case Kind.PERFECT:
            return f"A perfect day for {them}."
        case Kind.IMPERFECT:
            return f"An imperfect day for {them}."
        case Kind.DECK if less:
            return f"{does(name, 'has brought')} {deck}{'' if amount == 1 else f' × {amount}'}."
        case Kind.DECK:
            too = f" for {whose(other)} imperfect day too" if other and other != name else ""
            return f"{does(name, 'owes')} {deck}{too}."
        case Kind.BONE:
            return f"{does(name, 'owns up to')} {plural(amount, 'bonehead play')}."
        case Kind.ZERO_BUDDY:
            return f"{does(name, 'is a zero buddy')}."
        case _:
            return ""


BARS, ASCII_BARS = "▁▂▃▄▅▆▇█", "_.-~=+*#"
"""Bars from the lowest to the highest; the upper half is for games in which the person was ahead."""


def sparkline(leads: "Sequence[float]", ascii_only: bool = False) -> str:
    """Return a bar for each lead, in points per hand, scaled to the largest; a lead of 0 is in the lower half."""
    bars = ASCII_BARS if ascii_only else BARS
    most, half = max((abs(lead) for lead in leads), default=0) or 1, len(bars) // 2
    steps = (min(half - 1, int(half * abs(lead) / most)) for lead in leads)
    return "".join(bars[half + step if lead > 0 else half - 1 - step] for lead, step in zip(leads, steps, strict=True))


def week_words(form: "Form") -> str:
    """Return this week's figures; empty if they have never finished a game."""
    if not form.leads:
        return ""
    said = [plural(form.games, "game"), f"{form.won} won"] if form.games else ["no game yet"]
    if form.zeros:
        said.append(f"nil {form.zeros_made} of {form.zeros}")
    if form.hands:
        said.append(f"{form.bags_per_hand:.1f} bags a hand")
    return f"This week: {', '.join(said)}"


def form_words(form: "Form", ascii_only: bool = False) -> str:
    """Return this week's figures and the last games as a sparkline; empty without games."""
    return f"{week_words(form)}  {sparkline(form.leads, ascii_only)}" if form.leads else ""


def feat_words(feats: "Sequence[str]", ascii_only: bool = False) -> str:
    """Return the feats of a person; empty without any."""
    star = "*" if ascii_only else "★"
    return "  ".join(f"{star} {FEAT_WORDS[feat]}" for feat in feats)


def lines_for(book: "Book", name: str, ascii_only: bool) -> tuple[str, ...]:
    """Return a person's form and feats from the scorebook; the default name is for a user without one."""
    form = book.form(name or NAMES[0])
    return tuple(words for words in (form_words(form, ascii_only), feat_words(form.feats, ascii_only)) if words)
