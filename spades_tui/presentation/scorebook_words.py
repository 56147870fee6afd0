"""The scorebook in words: what happened, a person's form, and figures with labels.

Commands and plain text print the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from msgspec import Struct

from spades_tui.language.mistakes import FileError
from spades_tui.language.sentence_parts import YOU, does, plural, whom
from spades_tui.language.times import MONTHS
from spades_tui.play.setup import NAMES
from spades_tui.presentation import season_debts
from spades_tui.rules import season_effects
from spades_tui.rules.catalogue import find
from spades_tui.rules.rules_page import zero_word
from spades_tui.rules.season_custom import SeasonNews
from spades_tui.scorebook import BookError
from spades_tui.scorebook.feats import COVERED_BID, FEATS, LONG, NILS, SAFE
from spades_tui.scorebook.season import Kind

if TYPE_CHECKING:
    from spades_tui.scorebook.feats import EarnedFeat, FeatName
    from spades_tui.scorebook.queries import BookTable, Happened
    from spades_tui.scorebook.scoreboard import BoardLine, Scoreboard
    from spades_tui.scorebook.scorebook import Book
    from spades_tui.scorebook.statistics import PersonForm


def practice_words(book: Book) -> str:
    """Return a sentence about the number of practice games; empty without any."""
    count = len(book.records.practice_files())
    if not count:
        return ""
    games = "1 practice game doesn't" if count == 1 else f"{count} practice games don't"
    return f"{games} count in the scorebook."


def day(moment: date, year: bool = True) -> str:
    """Return a date as ``3 March 2026``."""
    words = f"{moment.day} {MONTHS[moment.month - 1]}"
    if not year:
        return words
    return f"{words} {moment.year}"


def short_day(moment: date) -> str:
    """Return a date as ``3 Mar``."""
    return f"{moment.day} {MONTHS[moment.month - 1][:3]}"


def session(days: tuple[date, date], write: Callable[[date], str] = day) -> str:
    """Return a gaming session from its first and last day, as `write` words them (3B-28)."""
    first, last = days
    if first == last:
        return write(first)
    return f"the week of {write(first)}"


NONE = "—"
"""The sign for an unknown value."""


def number(value: float | None, digits: int = 1) -> str:
    """Return a number with a real minus sign; a dash if it is unknown."""
    if value is None:
        return NONE
    return f"{value:.{digits}f}".replace("-", "−")


def gained(value: float | None) -> str:
    """Return points per hand with their sign: ``+1.3 a hand``."""
    if value is None:
        return NONE
    return f"{value:+.1f} a hand".replace("-", "−")


def share(part: int, whole: int) -> str:
    """Return a share as ``78% of 50``; of fewer than 10 as ``2 of 3``."""
    if not whole:
        return NONE
    if whole < 10:
        return f"{part} of {whole}"
    return f"{100 * part / whole:.0f}% of {whole}"


STAR_KINDS = {"star": "wins", "outside": "outside stars", "gold": "gold stars", "red": "red stars"}
WHAT = STAR_KINDS | {kind: count.words for kind, count in season_effects.COUNTS.items()}
"""The counts that people can correct by hand."""
NOTED = frozenset(kind for kind, count in season_effects.COUNTS.items() if count.noted)
"""The counts that people also change by noting something.

The others change only by a game or a correction.
"""


def happening_lines(
    happened: Iterable[Happened], table: BookTable, you: str = ""
) -> list[tuple[Happened, str]]:
    """Return what happened (3B-18 … 3B-30), each with its sentence, if it has one.

    The person with the name `you` is called "you".
    """
    happened = tuple(happened)
    carriers = {(event.game, event.person) for event in happened if event.kind == Kind.TRAY_PERSON}
    lines = []
    for event in happened:
        late = (event.game, event.person) not in carriers
        sentence = in_words(event, table, late, you)
        if sentence:
            lines.append((event, sentence))
    return lines


_GAINED = {
    Kind.OUTSIDE: "An outside star for {}: three wins in one week.",
    Kind.GOLD: "A gold outside star for {}: four wins in a row.",
    Kind.RED: "A red outside star for {}, for good: five wins in a row.",
}


def in_words(event: Happened, table: BookTable, late: bool = False, you: str = "") -> str:
    """Return the sentence for one event, or "".

    `late`: the person wasn't in last place in that game.
    """
    name, other, kind = event.name, event.other or "", event.kind
    if you and name == you:
        name = YOU
    if you and other == you:
        other = YOU
    amount, less = abs(event.amount), event.amount < 0
    if event.game is None and kind in WHAT and kind not in NOTED:
        sign = "+"
        if less:
            sign = "−"
        return f"Corrected by hand: {whom(name)}, {WHAT[kind.value]} {sign}{amount}."
    if kind == Kind.STREAK:
        return f"{does(name, 'has won')} {amount} games in a row."
    if kind in _GAINED:
        return _GAINED[kind].format(whom(name))
    agreed = table.settings
    news = SeasonNews(kind.value, name, other, amount, less, late, agreed.forfeit, agreed.deck)
    return season_effects.sentence(news)


BARS, ASCII_BARS = "▁▂▃▄▅▆▇█", "_.-~=+*#"
"""Bars from the lowest to the highest; the upper half is for games with the person ahead."""


def sparkline(leads: Sequence[float], ascii_only: bool = False) -> str:
    """Return a bar for each lead, in points per hand, scaled to the largest.

    A lead of 0 is in the lower half.
    """
    bars = ASCII_BARS if ascii_only else BARS
    half = len(bars) // 2
    most = max(map(abs, leads), default=0) or 1
    line = ""
    for lead in leads:
        step = min(half - 1, int(half * abs(lead) / most))
        line += bars[half + step] if lead > 0 else bars[half - 1 - step]
    return line


def week_words(form: PersonForm) -> str:
    """Return this week's figures; empty if they have never finished a game."""
    if not form.leads:
        return ""
    figures = ["no game yet"]
    if form.games:
        figures = [plural(form.games, "game"), f"{form.won} won"]
    if form.zeros:
        figures.append(f"nil {form.zeros_made} of {form.zeros}")
    if form.hands:
        figures.append(f"{form.bags / form.hands:.1f} bags a hand")
    return f"This week: {', '.join(figures)}"


def form_words(form: PersonForm, ascii_only: bool = False) -> str:
    """Return this week's figures and the last games as a sparkline; empty without games."""
    if not form.leads:
        return ""
    if len(form.leads) == 1:  # a single bar compares nothing
        return week_words(form)
    return f"{week_words(form)}  {sparkline(form.leads, ascii_only)}"


def feat_words(feats: Sequence[str], ascii_only: bool = False) -> str:
    """Return the feats of a person, or their number if they are many; empty without any."""
    star = "*" if ascii_only else "★"
    if len(feats) > MOST_FEATS:
        return f"{star} {len(feats)} of {len(FEATS)} feats"
    return "  ".join(f"{star} {FEAT_WORDS[feat]}" for feat in feats)


def feat_lines(book: Book, name: str) -> tuple[str, ...]:
    """Return each of a person's feats with the hand that earned it; else one sentence."""
    try:
        feats = book.feats(name or NAMES[0])
    except BookError:
        feats = ()
    lines = tuple(f"{FEAT_WORDS[feat.name]}: {feat_row(feat.name, feat)}" for feat in feats)
    return lines or ("You haven't earned a feat yet.",)


def lines_for(book: Book, name: str, ascii_only: bool) -> tuple[str, ...]:
    """Return a person's form and feats from the scorebook.

    The default name is for a user without one.
    """
    form = book.form(name or NAMES[0])
    lines = form_words(form, ascii_only), feat_words(form.feats, ascii_only)
    return tuple(filter(None, lines))


def zero_of(games: Iterable[str]) -> str:
    """Return the word for a bid of zero in these games, by their slugs: "nil" if they differ."""
    words = set()
    for slug in games:
        with suppress(KeyError, OSError, FileError):  # a game of your own that is gone
            words.add(zero_word(find(slug)))
    return "zero" if words == {"zero"} else "nil"


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
    """Whether the screen shows the column even if it is empty for every person, where it fits."""


def counted(attribute: str) -> Callable[[BoardLine], str]:
    """Return a function for a count as text."""
    return lambda line: str(getattr(line, attribute) or NO_COUNT)


def out_of(part: str, *parts: str) -> Callable[[BoardLine], str]:
    """Return a function for a count and the sum of `parts`, as ``3/5``."""

    def cell(line: BoardLine) -> str:
        whole = sum(getattr(line, attribute) for attribute in parts)
        if not whole:
            return NO_COUNT
        return f"{getattr(line, part)}/{whole}"

    return cell


def points(line: BoardLine, digits: int = 1) -> str:
    """Return the points a hand with their sign."""
    if line.points_per_hand is None:
        return NO_COUNT
    return f"{line.points_per_hand:+.{digits}f}".replace("-", "−")


STARS = {"stars": "stars", "outside": "outside stars", "gold": "gold stars", "red": "red stars"}
"""The counts of stars, and how they are spoken."""
STAR_TITLES = {"outside": "out"}
"""Shorter names of stars in the command's table."""
PLAYED = (
    BookColumn(counted("games"), ("games", "games", "games")),
    BookColumn(counted("wins"), ("won", "won", "won"), "wins", "wins"),
)
OF_CUSTOMS = tuple(
    BookColumn(counted(column.attribute), column.heads, column.title, column.spoken, column.always)
    for column in season_effects.COLUMNS
)
"""The columns of games with a season of customs."""


def _plain_columns(zero: str) -> tuple[BookColumn, ...]:
    """Return the columns of games without such a season, with their word for a bid of zero."""
    zeros = f"{zero}s made", f"{zero}s", zero[0].upper()
    blinds = "blind made", "blind", "L"
    bemos = "Bemos kept", "Bemos", "E"
    return (
        BookColumn(points, ("points a hand", "points", "P"), "points/hand"),
        BookColumn(out_of("made", "made", "set"), ("bids made", "made", "M")),
        BookColumn(counted("set"), ("set", "set", "S"), spoken="bids set"),
        BookColumn(counted("bags"), ("bags", "bags", "B"), always=False),
        BookColumn(out_of("zeros_made", "zeros"), zeros, always=False),
        BookColumn(out_of("blinds_made", "blinds"), blinds, "", "blind bids made", always=False),
        BookColumn(out_of("bemos_kept", "bemos"), bemos, always=False),
    )


def board_games(board: Scoreboard) -> str:
    """Return how many games a scoreboard has, and whether they are still being counted."""
    games = plural(board.games, "game")
    if board.counting:
        return f"{games}, still being counted"
    return games


def counts_of(board: Scoreboard) -> list[BookColumn]:
    """Return the columns that a table's games need, without stars and digits."""
    columns = [*PLAYED]
    if board.plain:
        columns += _plain_columns(zero_of(board.plain_games))
    if season_debts.keeps_season(board):
        columns += OF_CUSTOMS
    return columns


def board_columns(board: Scoreboard) -> list[tuple[str, str, Callable[[BoardLine], str]]]:
    """Return each column in text: its title, how it is spoken, and the function for its cells."""
    counts = []
    for column in counts_of(board):
        words, short, _ = column.heads
        counts.append((column.title or short, column.spoken or words, column.cell))
    stars = [(STAR_TITLES.get(name, name), STARS[name], counted(name)) for name in STARS]
    games, figures = counts[: len(PLAYED)], counts[len(PLAYED) :]
    return [*games, *stars, *figures, *season_debts.digit_columns(board)]


def board_owed(board: Scoreboard, day: Callable[[date], str] = str) -> list[str]:
    """Return everybody's debts at a table, and the streaks of wins; `day` writes a date."""
    lines = list(season_debts.debts(board))
    for streak in board.streaks[:10]:
        days = f"{day(streak.first)} to {day(streak.last)}"
        lines.append(f"{streak.length} wins in a row: {streak.name}, {days}")
    return lines


FEAT_WORDS = {
    "blind_nil": "blind nil made",
    "no_bag": f"{LONG}+ hands won without a bag",
    "above_expert": "a day above expert",
    "king_nil": "nil made with a king",
    "three_nils": f"{NILS} nils made in a game",
    "covered": f"bid of {COVERED_BID}+ made beside a nil",
    "ten": "contract of 10+ made",
    "exact": f"{LONG}+ hands, every bid exact",
    "never_set": f"{SAFE}+ hands won, never set",
    "comeback": "won from far behind",
    "beat_experts": "experts beaten",
    "with_beginner": "won with a beginner as partner",
}
"""The feats of skill in words."""

MOST_FEATS = 3
"""The most feats that a line has room for."""


def feat_row(name: FeatName, feat: EarnedFeat | None) -> str:
    """Return where a feat was earned: ``3 March 2026 · Classic, hand 4``."""
    if feat is None:
        return "not yet"
    when = day(feat.day)
    if not feat.hand:
        return when
    return f"{when} · {feat.title}, hand {feat.hand}"
