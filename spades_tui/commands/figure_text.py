"""The figures of `lab` as text: a table, rows of a sweep, CSV, and the data of JSON."""

import csv
import io
from collections.abc import Iterable, Iterator

from spades_tui.analysis.rule_lab import MEASURES, Measured
from spades_tui.house_rules.form_words import zeros_in
from spades_tui.presentation import lab_words
from spades_tui.system.output import echoed, is_unicode, printable

FIGURES = {
    "game": "string", "hands": "int64", "games": "int64", "measure": "string", "value": "float64",
    "within": "float64",
}  # fmt: skip
"""The columns of the figures, with their types in a Parquet file."""
SWEPT = ("bids_made", "nils_bid", "nils_made", "bags", "points", "hands", "leader_wins")
"""The measures in the table of a sweep; `--csv` and `--json` have all."""


def figures_text(
    games: dict[str, Measured], rows: bool, alone: dict[str, Measured], zero: str
) -> str:
    """Return the figures of games as a table, or as a row for each game.

    `alone`: the first game with one change each; `zero`: the games' word for a bid of zero.
    """
    if rows:
        return _text_in_rows(games, zero)
    lines: list[str] = []
    if len(games) == 2:
        every = [*games.values(), *alone.values()]
        lines += [*lab_words.sentences(every, zero, [f"“{name}”" for name in alone]), ""]
    width = max(len(figure.label) for figure in MEASURES)
    heads = lab_words.short_names(list(games), 16)
    wide = max(16, *map(len, heads))

    def row(label: str, cells: Iterable[str], remark: str = "") -> str:
        padded = [cell.rjust(wide) for cell in cells]
        return "  ".join((label.ljust(width), *padded)) + remark

    lines.append(row("", heads).rstrip())
    vague = False
    for line in lab_words.figure_lines(list(games.values()), zero):
        vague = vague or line.vague
        same = len(games) == 2 and not line.certain
        remark = f"  {lab_words.SAME}" if same else ""
        lines.append(row(line.label, line.cells, remark))
    lines.append("")
    for name, measured in (games | alone).items():
        count = f"{measured.hands} hands in {measured.games} games"
        if measured.unfinished:
            count += f", {measured.unfinished} of them not finished"
        lines.append(f"{echoed(name)}: {count}.")
    if len(games) == 2:
        lines.append(f"{lab_words.INTERVAL} {lab_words.SAME_MEANS}")
    else:
        lines.append(lab_words.INTERVAL)
    if vague:
        lines.append(lab_words.UNKNOWN_MEANS)
    lines.append(lab_words.MINUTES)
    return "\n".join(lines) + "\n"


def _text_in_rows(games: dict[str, Measured], zero: str) -> str:
    names = lab_words.whole_names(list(games))
    shown = [figure for figure in MEASURES if figure.name in SWEPT]
    columns = [[" " * max(map(len, names)), *names]]
    for figure in shown:
        cells = [zeros_in(figure.label, zero).split(",")[0].rjust(6)]
        width = len(cells[0])
        for measured in games.values():
            value = measured.figure(figure.name).value
            words = "–" if value is None else figure.words(value)
            cells.append(words.rjust(width))
        columns.append(cells)
    columns[0] = [name.ljust(len(columns[0][0])) for name in columns[0]]
    lines = list(map("  ".join, zip(*columns, strict=True)))
    hands = min(measured.hands for measured in games.values())
    lines += ["", f"At least {hands} hands each. --csv has every measure, with its 95% interval."]
    return "\n".join(lines) + "\n"


def figure_rows(games: dict[str, Measured]) -> Iterator[dict[str, object]]:
    """Yield the figures of some games, each as a row of named values."""
    for name, measured in games.items():
        game = name if is_unicode(name) else printable(name)
        for one in MEASURES:
            figure = measured.figure(one.name)
            if figure.value is None:
                continue
            within = None
            if figure.within < float("inf"):
                within = round(figure.within, 6)
            yield {
                "game": game,
                "hands": measured.hands,
                "games": measured.games,
                "measure": one.name,
                "value": round(figure.value, 6),
                "within": within,
            }


def figures_csv(games: dict[str, Measured]) -> str:
    """Return the figures of some games as CSV."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, FIGURES, lineterminator="\n")
    writer.writeheader()
    writer.writerows(figure_rows(games))
    return stream.getvalue()
