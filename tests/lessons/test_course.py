"""The course has twelve lessons in their order; each teaches what the strongest player does, and ends with puzzles."""

from itertools import pairwise

import pytest

from spades_tui.analysis.review import COST_SURE
from spades_tui.bots.advice import ADVISER, advise
from spades_tui.lessons.course import COURSE, check_puzzles, puzzles_after, sections
from spades_tui.lessons.learned import remember_done
from spades_tui.lessons.lesson import Decision, LessonPlay
from spades_tui.lessons.lesson_reader import heads, next_lesson, read_lesson
from spades_tui.record import RecordError
from tests.lessons.files import example, lesson

LISTED = [head for head in heads() if not head.name.startswith("own:")]
LESSONS = [head for head in LISTED if head.course is not None]

MOST_COST = 2.0
"""Maximum points that a right choice may surely cost by the best player's evaluation."""

NO_BIDS = "it shows what wins a trick, to a player who doesn't know of bids yet"
EXCEPTIONS: dict[tuple[str, int], str] = {
    ("01-first-hand", 2): NO_BIDS,
    ("01-first-hand", 3): NO_BIDS,
    ("01-first-hand", 4): NO_BIDS,
    ("01-first-hand", 5): NO_BIDS,
    ("01-first-hand", 7): "a new player takes the sure trick first",
}
"""Right choices that cost more, by lesson and decision (from 0), and why they are taught all the same."""


def test_the_course_comes_first_in_its_order() -> None:
    assert [head.course for head in LESSONS] == list(range(1, len(LESSONS) + 1))
    assert LISTED[: len(LESSONS)] == LESSONS
    assert sections(LISTED)[0].title == COURSE
    assert sections(LISTED)[0].heads == tuple(LESSONS)


def test_each_lesson_of_the_course_has_three_puzzles() -> None:
    for head in LESSONS:
        check_puzzles(read_lesson(head.path), str(head.path))
        assert len(puzzles_after(head.puzzles, LISTED)) == 3, head.name


def test_the_next_lesson_follows_the_course() -> None:
    remember_done("02-zero")
    for head, after in pairwise(LESSONS):
        remember_done(head.name)
        assert next_lesson(heads()) == after


def test_a_name_that_a_newer_program_knows_is_passed_over() -> None:
    found = puzzles_after(["plan:later", "11-just-enough", "98-later"], LISTED)
    assert [one.name for one in found] == ["11-just-enough"]


def test_a_plan_named_three_times_gives_three_puzzles() -> None:
    found = puzzles_after(["plan:draw_trumps"] * 3, LISTED)
    assert len({one.name for one in found}) == 3


@pytest.mark.parametrize("course", [0, 13, 10**30, "1", None, [1]])
def test_a_place_outside_the_course_is_refused(course: object) -> None:
    lines = example()
    lines[0]["course"] = course
    with pytest.raises(RecordError):
        lesson(lines)


@pytest.mark.slow
@pytest.mark.parametrize("name", [head.name for head in LESSONS])
def test_a_right_choice_of_the_course_costs_little(name: str) -> None:
    play = LessonPlay(read_lesson(next(head.path for head in LESSONS if head.name == name)))
    dear: dict[int, float] = {}
    while play.moment is not None:
        if not isinstance(play.moment, Decision):
            play.advance()
            continue
        number, seen = play.progress()[0], play.observe()
        right = play.help()
        assert right is not None
        if len(seen.legal) > 1:
            rows = advise(ADVISER, seen)
            row = next(row for row in rows if row.event == right)
            assert row.weighed or row == rows[0], (name, number)
            if row.cost > max(MOST_COST, COST_SURE * row.doubt):
                dear[number] = row.cost
        play.attempt(right)
    assert set(dear) <= {number for lesson_name, number in EXCEPTIONS if lesson_name == name}, dear
