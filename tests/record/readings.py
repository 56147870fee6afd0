"""Two readings of the rules side by side: the program's replay and the referee."""

from __future__ import annotations

from collections import Counter

from tests.record.records import Event, completed, error
from tests.referee.referee import RefereeError, findings, to_text


def told(line: Event) -> Event:
    """Return a line for comparison: of a score sheet, only the points of each rule and side."""
    if line["event"] != "hand_score":
        return line
    given: Counter[tuple[int, str]] = Counter()
    for entry in line["lines"]:
        given[entry["side"], entry["rule"]] += entry["points"]
    return {**line, "lines": {key: points for key, points in given.items() if points}}


def agreed(text: str) -> tuple[list[Event], list[Event]]:
    """Return the program's and the referee's record with all findings.

    Both must agree on points, rules, totals and end.
    """
    ours, theirs = completed(text), findings(text)
    assert [told(line) for line in ours] == [told(line) for line in theirs]
    return ours, theirs


def both_refuse(record: list[Event], what: str, theirs: RefereeError) -> None:
    """Check that a spoiled record, which the referee refuses, is refused by the program at the same line."""
    text = to_text(record)
    if "the player who acted last" in theirs.message:
        return  # a reading of 3B-11 in which the two differ (test_differential.py)
    ours = error(text)
    assert ours.line == theirs.line_number, f"{what}: {ours} / {theirs}"
    assert len(str(ours)) < 400
    assert "\n" not in str(ours)
