"""The scorebook in words: what happened, a person's form, and figures with labels for commands and plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from msgspec import Struct

from spades_tui.language.address import YOU, does, whom
from spades_tui.language.amounts import plural
from spades_tui.language.times import MONTHS
from spades_tui.play.setup import NAMES
from spades_tui.presentation import season_debts
from spades_tui.presentation.wording import points_words
from spades_tui.rules import season_words
from spades_tui.rules.season_words import SeasonNews
from spades_tui.scorebook.season import Kind
from spades_tui.scorebook.statistics import LONG

if TYPE_CHECKING:
    from spades_tui.scorebook.queries import BookTable, Happened
    from spades_tui.scorebook.scoreboard import BoardLine, Scoreboard
    from spades_tui.scorebook.scorebook import Book
    from spades_tui.scorebook.statistics import PersonForm, PersonStatistics


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


STAR_KINDS = {"star": "wins", "outside": "outside stars", "gold": "gold stars", "red": "red stars"}
WHAT = STAR_KINDS | {kind: count.words for kind, count in season_words.COUNTS.items()}
"""The counts that people can correct by hand."""
NOTED = frozenset(kind for kind, count in season_words.COUNTS.items() if count.noted)
"""The counts that people also change by noting something; the others change only by a game or a correction."""


def happening_lines(happened: Iterable[Happened], table: BookTable, you: str = "") -> list[tuple[Happened, str]]:
    """Return what happened (3B-18 … 3B-30), each with its sentence; events without one are left out.

    The person with the name `you` is called "you".
    """
    happened = tuple(happened)
    carriers = {(one.game, one.person) for one in happened if one.kind == Kind.TRAY_PERSON}
    said = [(one, in_words(one, table, (one.game, one.person) not in carriers, you)) for one in happened]
    return [(one, words) for one, words in said if words]


_GAINED = {
    Kind.OUTSIDE: "An outside star for {}: three wins in one week.",
    Kind.GOLD: "A gold outside star for {}: four wins in a row.",
    Kind.RED: "A red outside star for {}, for good: five wins in a row.",
}


def in_words(one: Happened, table: BookTable, late: bool = False, you: str = "") -> str:
    """Return the sentence for one event, or "". `late`: the person wasn't in last place in that game."""
    name, other = (YOU if you and text == you else text for text in (one.name, one.other or ""))
    amount, less = abs(one.amount), one.amount < 0
    if one.game is None and one.kind in WHAT and one.kind not in NOTED:
        sign = "−" if less else "+"
        return f"Corrected by hand: {whom(name)}, {WHAT[one.kind.value]} {sign}{amount}."
    if one.kind == Kind.STREAK:
        return f"{does(name, 'has won')} {amount} games in a row."
    if one.kind in _GAINED:
        return _GAINED[one.kind].format(whom(name))
    agreed = table.settings
    return season_words.sentence(
        SeasonNews(one.kind.value, name, other, amount, less, late, agreed.forfeit, agreed.deck)
    )


BARS, ASCII_BARS = "▁▂▃▄▅▆▇█", "_.-~=+*#"
"""Bars from the lowest to the highest; the upper half is for games in which the person was ahead."""


def sparkline(leads: Sequence[float], ascii_only: bool = False) -> str:
    """Return a bar for each lead, in points per hand, scaled to the largest; a lead of 0 is in the lower half."""
    bars = ASCII_BARS if ascii_only else BARS
    most, half = max((abs(lead) for lead in leads), default=0) or 1, len(bars) // 2
    steps = (min(half - 1, int(half * abs(lead) / most)) for lead in leads)
    return "".join(bars[half + step if lead > 0 else half - 1 - step] for lead, step in zip(leads, steps, strict=True))


def week_words(form: PersonForm) -> str:
    """Return this week's figures; empty if they have never finished a game."""
    if not form.leads:
        return ""
    said = [plural(form.games, "game"), f"{form.won} won"] if form.games else ["no game yet"]
    if form.zeros:
        said.append(f"nil {form.zeros_made} of {form.zeros}")
    if form.hands:
        said.append(f"{form.bags / form.hands:.1f} bags a hand")
    return f"This week: {', '.join(said)}"


def form_words(form: PersonForm, ascii_only: bool = False) -> str:
    """Return this week's figures and the last games as a sparkline; empty without games."""
    return f"{week_words(form)}  {sparkline(form.leads, ascii_only)}" if form.leads else ""


def feat_words(feats: Sequence[str], ascii_only: bool = False) -> str:
    """Return the feats of a person; empty without any."""
    star = "*" if ascii_only else "★"
    return "  ".join(f"{star} {FEAT_WORDS[feat]}" for feat in feats)


def lines_for(book: Book, name: str, ascii_only: bool) -> tuple[str, ...]:
    """Return a person's form and feats from the scorebook; the default name is for a user without one."""
    form = book.form(name or NAMES[0])
    return tuple(words for words in (form_words(form, ascii_only), feat_words(form.feats, ascii_only)) if words)


NO_COUNT = "·"
"""The sign for zero in a scoreboard."""


class BookColumn(Struct, frozen=True):
    """A column of the scoreboard."""

    cell: Callable[[BoardLine], str]
    heads: tuple[str, str, str]
    """In words, in a short word, and as a letter."""
    title: str = ""
    """Its head in the command's table, if it isn't the short word."""
    spoken: str = ""
    """Its head in plain text, if it isn't the words."""
    always: bool = True
    """Whether the screen shows the column even if it is empty for every person."""


def counted(attribute: str) -> Callable[[BoardLine], str]:
    """Return a function for a count as text."""
    return lambda line: str(getattr(line, attribute) or NO_COUNT)


def out_of(part: str, *parts: str) -> Callable[[BoardLine], str]:
    """Return a function for a count and the sum of some, as ``3/5``."""

    def cell(line: BoardLine) -> str:
        whole = sum(getattr(line, one) for one in parts)
        return f"{getattr(line, part)}/{whole}" if whole else NO_COUNT

    return cell


def points(line: BoardLine, digits: int = 1) -> str:
    """Return the points a hand with their sign."""
    each = line.points_per_hand
    return NO_COUNT if each is None else f"{each:+.{digits}f}".replace("-", "−")


STARS = {"stars": "stars", "outside": "outside stars", "gold": "gold stars", "red": "red stars"}
"""The counts of stars, and how they are spoken."""
PLAYED = (
    BookColumn(counted("games"), ("games", "games", "games")),
    BookColumn(counted("wins"), ("won", "won", "won"), "wins", "wins"),
)
OF_CUSTOMS = tuple(
    BookColumn(counted(one.attribute), one.heads, one.title, one.spoken, one.always) for one in season_words.COLUMNS
)
"""The columns of games with a season of customs."""
PLAIN = (
    BookColumn(points, ("points a hand", "points", "P"), "points/hand"),
    BookColumn(out_of("made", "made", "set"), ("bids made", "made", "M")),
    BookColumn(counted("set"), ("set", "set", "S"), spoken="bids set"),
    BookColumn(counted("bags"), ("bags", "bags", "B"), always=False),
    BookColumn(out_of("zeros_made", "zeros"), ("zeros made", "zeros", "Z"), always=False),
    BookColumn(out_of("blinds_made", "blinds"), ("blind made", "blind", "L"), spoken="blind bids made", always=False),
    BookColumn(out_of("bemos_kept", "bemos"), ("Bemos kept", "Bemos", "E"), always=False),
)
"""The columns of games without such a season."""


def board_games(board: Scoreboard) -> str:
    """Return how many games a scoreboard has, and whether they are still being counted."""
    return plural(board.games, "game") + (", still being counted" if board.counting else "")


def counts_of(board: Scoreboard) -> list[BookColumn]:
    """Return the columns that a table's games need, without stars and digits."""
    return [*PLAYED, *(PLAIN if board.plain else ()), *(OF_CUSTOMS if season_debts.keeps_season(board) else ())]


def board_columns(board: Scoreboard) -> list[tuple[str, str, Callable[[BoardLine], str]]]:
    """Return each column in text: its title, how it is spoken, and the function for its cells."""
    found = [(one.title or one.heads[1], one.spoken or one.heads[0], one.cell) for one in counts_of(board)]
    stars = [("out" if name == "outside" else name, spoken, counted(name)) for name, spoken in STARS.items()]
    return [*found[:2], *stars, *found[2:], *season_debts.digit_columns(board)]


def board_owed(board: Scoreboard, day: Callable[[date], str] = str) -> list[str]:
    """Return everybody's debts at a table, and the streaks of wins; `day` writes a date."""
    streaks = [f"{s.length} wins in a row: {s.name}, {day(s.first)} to {day(s.last)}" for s in board.streaks[:10]]
    return [*season_debts.debts(board), *streaks]


FEAT_WORDS = {
    "blind_nil": "blind nil made",
    "no_bag": f"{LONG}+ hands won without a bag",
    "above_expert": "a day above expert",
}
"""The feats of skill in words."""


def person_rows(
    one: PersonStatistics, *, places: str = "", times: Callable[[int], str] = lambda count: f"{count}×"
) -> list[tuple[str, str]]:
    """Return a person's statistics: the name of each count, and the count.

    `places`: other words for how often they finished in each place; `times` writes a count.
    """

    def ratio(part: int, whole: int) -> str:
        return f"{part} of {whole}"

    def known(part: int, whole: int) -> str:
        return ratio(part, whole) if whole else NONE

    reviewed = NONE
    if one.luck is not None and one.play is not None:
        reviewed = f"{points_words(one.luck)}, {points_words(one.play)}"
    rows = [
        ("games won", known(one.wins, one.games)),
        ("places", places or " ".join(f"{n}.×{count}" for n, count in enumerate(one.places, 1)) or NONE),
        ("points a hand", number(one.points_per_hand)),
        ("bids made", f"{ratio(one.made, one.bids)}, set {times(one.set)}" if one.bids else NONE),
        ("bags", str(one.bags)),
        ("average bid, tricks", f"{number(one.average_bid)}, {number(one.average_tricks)}"),
        ("zeros made", known(one.zeros_made, one.zeros)),
        ("blind bids made", known(one.blinds_made, one.blinds)),
        ("Bemos kept", known(one.bemos_kept, one.bemos)),
        *((words, str(getattr(one, field))) for field, words in season_words.FIGURES.items()),
        ("tricks off in 3B", f"{one.off_over} over, {one.off_short} short" if one.off_hands else NONE),
        ("undone", str(one.take_backs)),
        *([("coached", str(one.coached))] if one.coached else []),
        ("luck, play a hand", reviewed),
    ]
    rows += [("best partner", f"{best.name}, {ratio(best.wins, best.games)}") for best in one.partners[:1]]
    rows += [("against " + other.name, f"ahead in {ratio(other.ahead, other.games)}") for other in one.opponents[:5]]
    if one.feats:
        rows.append(("feats", ", ".join(FEAT_WORDS[feat] for feat in one.feats)))
    for player in one.cast:
        with_, against = ratio(player.won_with, player.games_with), ratio(player.won_against, player.games_against)
        rows.append((f"{player.name} ({player.style})", f"won {with_} with, {against} against"))
    return rows
