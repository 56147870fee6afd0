"""Compare two readings of the rules: the program's replay and the referee."""

from collections import Counter

from tests.record.records import Event, completed, error
from tests.referee.referee import RefereeError, findings, to_text


def comparable(line: Event) -> Event:
    """Return the parts of a line to compare: of a score sheet, only the points of each rule and side."""
    if line["event"] != "hand_score":
        return line
    given: Counter[tuple[int, str]] = Counter()
    for entry in line["lines"]:
        given[entry["side"], entry["rule"]] += entry["points"]
    return {**line, "lines": {key: points for key, points in given.items() if points}}


def agreed(text: str) -> tuple[list[Event], list[Event]]:
    """Return the program's and the referee's record with all findings.

    Checks that both agree on points, rules, totals and end.
    """
    ours, theirs = completed(text), findings(text)
    assert [comparable(line) for line in ours] == [comparable(line) for line in theirs]
    return ours, theirs


def both_refuse(record: list[Event], what: str, theirs: RefereeError) -> None:
    """Check that the program refuses a spoiled record at the same line as the referee."""
    text = to_text(record)
    if "the player who acted last" in theirs.message:
        return  # The two readings differ about 3B-11 here (test_differential.py).
    ours = error(text)
    assert ours.line == theirs.line_number, f"{what}: {ours} / {theirs}"
    assert len(str(ours)) < 400
    assert "\n" not in str(ours)
