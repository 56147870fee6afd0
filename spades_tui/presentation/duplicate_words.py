"""Words for a game replayed by a computer player in a person's chair."""

from collections.abc import Sequence

from spades_tui.analysis.duplicate import Line, TwoLines, most_different
from spades_tui.rules.component import signed


def line_words(line: Line) -> str:
    """Return one result of a hand in words: ``+51 (bid 5, took 6)``."""
    bid = "no bid" if line.bid is None else f"bid {line.bid}"
    return f"{signed(line.points)} ({bid}, took {line.took})"


def sum_words(who: str, level: str, lines: Sequence[TwoLines]) -> str:
    """Return both sums in a sentence, and the hand that differed most."""
    mine, its = sum(two.done.points for two in lines), sum(two.again.points for two in lines)
    said = f"{who} {signed(mine)} · {level} in the same seat {signed(its)}."
    most = most_different(lines)
    if most is None:
        return f"{said} Every decision was the same."
    if most.gain == 0:
        return f"{said} Decisions differed, but every hand scored the same."
    return f"{said} Hand {most.hand} differed most, by {abs(most.gain)}."
