"""A damaged record reports all its mistakes at once, in the order of its lines."""

from itertools import chain, repeat
from pathlib import Path

import pytest

from spades_tui.record import RecordError, replay
from spades_tui.record.replay import MOST_LATER
from tests.record.records import error

RECORD = (Path(__file__).parent.parent / "golden" / "sandbags.spades.jsonl").read_text(encoding="utf-8")
LINES = RECORD.splitlines()
BID, LATER_BID = 2, 3
SCORE = next(number for number, line in enumerate(LINES) if '"hand_score"' in line)


def changed(*changes: tuple[int, str]) -> str:
    """Return the record with other lines, by their index."""
    lines = LINES.copy()
    for place, line in changes:
        lines[place] = line
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "changes",
    [
        [(BID, "no JSON")],
        [(BID, '{"event": "bid", "seat": "one"}'), (SCORE, "[]")],
        [(BID, '{"event": "sneeze"}'), (LATER_BID, '{"seat": 1}'), (len(LINES) - 1, "")],
    ],
)
def test_each_line_of_a_wrong_form_is_named(changes: list[tuple[int, str]]) -> None:
    first = error(changed(*changes))
    wrong_lines = {mistake.line for mistake in (first, *first.more)}
    assert wrong_lines == {place + 1 for place, _ in changes}
    assert first.line == changes[0][0] + 1
    assert all(line.startswith("game.spades.jsonl:") for line in first.lines)


def test_a_broken_rule_comes_with_the_later_mistakes_of_form() -> None:
    wrong_seat = '{"event": "bid", "seat": 0, "bid": 3}'
    first = error(changed((BID, LINES[LATER_BID]), (LATER_BID, wrong_seat), (SCORE, "{")))
    assert first.line == BID + 1
    assert first.rule
    assert [mistake.line for mistake in first.more] == [SCORE + 1]


def test_every_wrong_key_of_a_finding_is_named() -> None:
    wrong = LINES[SCORE].replace('"points": [', '"points": [1, ').replace('"bags": [', '"bags": [1, ')
    assert wrong != LINES[SCORE]
    first = error(changed((SCORE, wrong)))
    assert {mistake.message.partition(":")[0] for mistake in (first, *first.more)} >= {"points", "bags"}


def test_a_file_that_is_no_record_has_one_mistake() -> None:
    first = error("Dear Ann,\nthank you.\n" * 20)
    assert (first.line, list(first.more)) == (1, [])


def test_the_mistakes_of_a_ruined_record_are_bounded() -> None:
    first = error(LINES[0] + "\n" + "?\n" * 10 * MOST_LATER)
    assert len(first.more) == MOST_LATER
    assert len(first.lines) < 30


class Endless:
    """A record whose third line is wrong, and then the same good line without an end."""

    def __init__(self) -> None:
        wrong_bid = '{"event": "bid", "seat": "one"}'
        self._lines = chain([*LINES[:BID], wrong_bid], repeat(LINES[LATER_BID]))

    def readline(self, size: int = -1, /) -> bytes:
        return next(self._lines).encode() + b"\n"


def test_a_damaged_record_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_LINES", 1000)
    with pytest.raises(RecordError) as caught:
        list(replay.replay(Endless()))
    assert {mistake.line for mistake in (caught.value, *caught.value.more)} == {BID + 1}
