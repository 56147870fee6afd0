"""The deal of the day in words.

Results, streak, calendar, and a line to paste that spoils nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from spades_tui.language.sentence_parts import signed
from spades_tui.language.times import MONTHS
from spades_tui.play.daily import GAMES, Day, Streak, is_whole, points_of

if TYPE_CHECKING:
    from spades_tui.analysis.duplicate import Comparison

HOW = (
    "Everybody has the same three hands each day, from midnight to midnight UTC. "
    "Your first finished try counts.",
    "Expert is a computer player with your cards, in your seat. "
    "The 200 tables are beginner and club players with the same cards.",
)
WEEKS = 4
"""The number of weeks in the calendar."""
_CELL = 7  # columns of a day
_ASCII = str.maketrans({"♠": "*", "·": "|", "−": "-"})


def result_words(
    game: str, done: Day, compared: "Mapping[str, Comparison]", working: str = ""
) -> str:
    """Return a result and its comparison, as far as known.

    `working` follows while that is being computed.
    """
    points = points_of(done).get(game)
    if points is None:
        return "not finished" if game in done else "not played yet"
    others = compared.get(game)
    if others is None:
        return f"{signed(points)}{working}"
    fewer = round(100 * others.fewer / others.tables)
    same = round(100 * others.same / others.tables)
    tables = f"beats {fewer}%, ties {same}% of {others.tables} tables"
    return f"{signed(points)} · expert {signed(others.expert)} · {tables}"


def streak_words(streak: Streak, today: date) -> str:
    """Return the streak in a sentence, with the reason if it has ended or the clock went back."""
    if streak.last is None:
        return "No streak yet: play all three hands of a day on that day."
    if streak.missed is not None:
        return f"Your streak ended: you didn't play all three hands on {streak.missed}."
    if streak.ahead:
        clock = f"Your clock says {today}, but you have played {streak.last}"
        return f"{streak.length}-day streak. {clock}; the streak stays."
    return f"{streak.length}-day streak."


def calendar(results: Mapping[date, Day], today: date) -> list[str]:
    """Return the lines of a calendar with the points of each day, and what the brackets mean."""
    lines = [_week("", ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))]
    for back in reversed(range(WEEKS)):
        monday = today - timedelta(days=today.weekday() + 7 * back)
        days = [_cell(monday + timedelta(days=n), results, today) for n in range(7)]
        lines.append(_week(f"{monday.day} {MONTHS[monday.month - 1][:3]}", days))
    return [*lines, "", "Points of each day; in brackets: not all three hands on that day."]


def _week(begins: str, days: Iterable[str]) -> str:
    return begins.rjust(8) + "".join(day.rjust(_CELL) for day in days)


def _cell(day: date, results: Mapping[date, Day], today: date) -> str:
    points = points_of(results.get(day, {})).values()
    if not points:
        return "" if day > today else "·"
    total = signed(sum(points))
    if is_whole(day, results):
        return total
    return f"({total})"


def line_to_paste(
    day: date, done: Day, experts: Mapping[str, int], streak: Streak, ascii_only: bool = False
) -> str:
    """Return a day's results in a line that spoils nothing; empty if no hand is finished."""
    results: list[str] = []
    label = "expert "  # only once
    for game, points in points_of(done).items():
        result = f"{game} {signed(points)}"
        if game in experts:
            result += f" ({label}{signed(experts[game])})"
            label = ""
        results.append(result)
    if not results:
        return ""
    line = f"Spades daily {day} ♠ {' · '.join(results)}"
    if streak.last == day and streak.length:
        line += f"  {streak.length}-day streak"
    if ascii_only:
        return line.translate(_ASCII)
    return line


def score_table(
    day: date, rows: Sequence[tuple[str, Mapping[str, int]]], experts: Mapping[str, int]
) -> list[str]:
    """Return the lines of a table with everybody's points, highest sum first.

    The last line has `expert`'s points.
    """
    ranked = sorted(rows, key=lambda row: (-len(row[1]), -sum(row[1].values())))
    every = [*ranked, ("expert in your seat", experts)]
    width = max(len(name) for name, _ in every) + 2

    def row(label: str, cells: Iterable[str]) -> str:
        return label.ljust(width) + "".join(cell.rjust(10) for cell in cells)

    lines = [row(str(day), (*GAMES, "sum"))]
    for name, scores in every:
        cells = dict.fromkeys(GAMES, "·")
        for game in cells.keys() & scores.keys():
            cells[game] = signed(scores[game])
        lines.append(row(name, (*cells.values(), signed(sum(scores.values())))))
    return lines
