"""Two readings of the rules side by side: the program's replay and the referee."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.record.records import Event, completed, error
from tests.referee.referee import RefereeError, check, findings, to_text


def told(line: Event) -> Event:
    """Return a line for comparison: of a score sheet, only the points of each rule and side."""
    if line["event"] != "hand_score":
        return line
    given: Counter[tuple[int, str]] = Counter()
    for entry in line["lines"]:
        given[entry["side"], entry["rule"]] += entry["points"]
    return {**line, "lines": {key: points for key, points in given.items() if points}}


def agreed(text: str) -> list[Event]:
    """Return the record with all findings, after checking that both readings agree on points, rules, totals and end."""
    ours, theirs = completed(text), findings(text)
    assert [told(line) for line in ours] == [told(line) for line in theirs]
    return ours


def both_refuse(record: list[Event], what: str) -> None:
    """Check that both readings refuse a spoiled record at the same line."""
    text = to_text(record)
    with pytest.raises(RefereeError) as caught:
        check(text)
    theirs = caught.value
    if "the player who acted last" in theirs.message:
        return  # a reading of 3B-11 in which the two differ (test_differential.py)
    ours = error(text)
    assert ours.line == theirs.line_number, f"{what}: {ours} / {theirs}"
    assert len(str(ours)) < 400
    assert "\n" not in str(ours)
