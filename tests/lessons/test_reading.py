"""Lessons are read strictly: each mistake gives one line with the file, the line, the value and the fix."""

import json
from collections.abc import Callable
from io import BytesIO

import pytest

from spades_tui.lessons.lesson_reader import MOST_LINES, lesson_of
from spades_tui.record import RecordError
from tests.lessons.files import Lines, example, lesson, text_of

BID, LEAD = 8, 15
"""The places of the two decisions among the lines, from 0."""


def test_the_example_lesson_is_read() -> None:
    found = lesson(example())
    assert (found.title, found.puzzle) == ("The first trick", False)
    assert [decision.line for decision in found.decisions] == [BID + 1, LEAD + 1]


def change(place: int, **keys: object) -> Callable[[Lines], None]:
    return lambda lines: lines[place].update(keys)


def drop(place: int) -> Callable[[Lines], None]:
    return lambda lines: lines.__delitem__(place)


def put(place: int, **line: object) -> Callable[[Lines], None]:
    return lambda lines: lines.insert(place, dict(line))


MISTAKES: dict[str, tuple[Callable[[Lines], None], int, str]] = {
    "empty": (lambda lines: lines.clear(), 1, "the lesson is empty"),
    "no lesson line": (drop(0), 1, "a lesson begins with a 'lesson' line"),
    "no game line": (drop(1), 2, "the 'lesson' line is followed by a 'game' line"),
    "nothing else": (lambda lines: lines.__delitem__(slice(1, None)), 2, "is followed by a 'game' line"),
    "two games": (put(2, **example()[1]), 3, "a second 'game' line"),
    "a misspelt event": (change(3, event="word"), 4, "did you mean 'words'"),
    "a misspelt key": (lambda lines: lines[4].update(card_="AS"), 5, "unknown key 'card_'; did you mean 'card'"),
    "no text": (lambda lines: lines[3].pop("text"), 4, "the key 'text' is missing"),
    "null": (change(4, card=None), 5, "card: null is not valid"),
    "a card that is none": (change(13, card="1D"), 14, "'1D' is not a card"),
    "another format": (change(0, format="spades-lesson/2"), 1, "format"),
    "a long text": (change(3, text="a" * 601), 4, "text"),
    "a control character": (change(3, text="a\x1b[2J"), 4, "text"),
    "a seat that is not there": (change(0, seat=4), 1, "seat 4 is not at this table; there are 4"),
    "a standing of another table": (
        change(0, standing={"hands": 0, "totals": [1, 2, 3]}), 1, "standing.totals: 3 numbers for 2 sides",
    ),
    "an illegal card": (change(LEAD, card="AS"), LEAD + 1, "SB-3"),
    "an illegal bid": (change(BID, bid=14), BID + 1, "SB-2"),
    "a bid out of turn": (change(9, seat=2), 10, "turn"),
    "an unexplained choice": (drop(5), BID, "nothing says why bid 8 is wrong"),
    "an unexplained card": (drop(14), LEAD, "nothing says why the 3♣ is wrong"),
    "a wrong line for nothing": (change(4, bid=14), 5, "no wrong choice like this can be made here"),
    "a wrong line for the right choice": (change(4, bid=6), 5, "no wrong choice like this can be made here"),
    "a wrong line that says it again": (put(5, event="wrong", bid=3, text="No."), 6, "an earlier line has not"),
    "also what cannot be": (change(13, card="AS"), 14, "no other choice that can be made here is like this"),
    "two right lines": (put(8, event="right", text="Yes."), 9, "a second 'right' line"),
    "right before another seat": (put(9, event="right", text="Yes."), 10, "but somebody else acts first"),
    "right before words": (put(12, event="right", text="Yes."), 13, "but words come first"),
    "right at the end": (lambda lines: lines.append({"event": "right", "text": "Yes."}), 17, "the lesson ends first"),
    "taken back": (put(9, event="take_back", seat=0), 10, "a lesson has no 'take_back' line"),
    "a puzzle with two": (change(0, kind="puzzle"), 16, "2 decisions found, a puzzle has one"),
    "a finding that is wrong": (
        lambda lines: lines.append({"event": "trick", "winner": 1}), 17, "no trick is complete yet",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_its_line(name: str) -> None:
    spoil, line, words = MISTAKES[name]
    lines = example()
    spoil(lines)
    with pytest.raises(RecordError) as caught:
        lesson(lines)
    assert caught.value.line == line, caught.value
    assert str(caught.value).startswith(f"test.lesson.jsonl:{line}: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_lesson_without_a_decision_is_refused() -> None:
    lines = example()[:3]
    with pytest.raises(RecordError, match="seat 0 decides nothing"):
        lesson(lines)


def test_a_lesson_has_a_maximum_length() -> None:
    lines = [*example()[:4], *[{"event": "words", "text": "More."}] * MOST_LINES]
    with pytest.raises(RecordError, match=f"at most {MOST_LINES} lines"):
        lesson(lines)


def test_an_accepted_card_must_leave_the_rest_possible() -> None:
    """If the person leads the ace of diamonds, which is accepted, Bea may not play this heart."""
    lines = [*example(), {"event": "play", "seat": 1, "card": "TH"}]
    with pytest.raises(RecordError) as caught:
        lesson(lines)
    assert caught.value.line == 17
    assert "which is right as well" in str(caught.value)
    assert "C-6" in str(caught.value)


def test_an_ace_that_may_be_called_is_written_with_its_call() -> None:
    lines = example()
    lines[1]["variant"] = "3b-four"
    joker = lines[2]["hands"][3].replace("2S", "BJ")
    lines[2]["hands"][3] = joker
    lines[2]["extra"] = "2S"
    draw: Lines = [{"event": "draw", "seat": 0}, {"event": "discard", "seat": 0, "card": "3C"}]
    scene = [line for line in lines if line["event"] in ("game", "deal", "bid")]
    asked: Lines = [{"event": "words", "text": "Lead."}, {"event": "wrong", "text": "No."}]
    play = {"event": "play", "seat": 0, "card": "AH"}
    with pytest.raises(RecordError, match=r"ace: the call is missing.*3B-3"):
        lesson([lines[0], *scene, *draw, *asked, play])
    assert lesson([lines[0], *scene, *draw, *asked, {**play, "ace": "low"}]).decisions


def test_errors_name_the_file_and_json_is_read_strictly() -> None:
    text = text_of(example()).replace(b'"bid": 6}', b'"bid": 6, "bid": 6}')
    with pytest.raises(RecordError, match="the key 'bid' appears twice"):
        lesson_of(BytesIO(text), "x.lesson.jsonl")
    assert json.loads(text_of(example()).splitlines()[0])["title"] == "The first trick"
