"""The progress in lessons is saved in a small file."""

import pytest

from spades_tui.lessons.learned import (
    FIRST,
    Learned,
    learned_file,
    offers_first,
    read_learned,
    remember_done,
    remember_offered,
)


def test_finished_and_offered_lessons_are_saved() -> None:
    assert offers_first()
    remember_done("02-zero")
    assert read_learned() == Learned(("02-zero",), False)
    assert offers_first()
    remember_offered()
    remember_done("02-zero")
    assert read_learned() == Learned(("02-zero",), True)
    assert not offers_first()
    assert learned_file().parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in learned_file().parent.iterdir()] == ["lessons.json"]


def test_the_first_lesson_is_not_offered_once_done() -> None:
    remember_done(FIRST)
    assert not offers_first()


def test_a_broken_progress_file_stays_unchanged() -> None:
    remember_done(FIRST)
    for content in ("{", "[]", '{"done": 1, "offered": true}', '{"done": [1], "offered": true}', "x" * 60_000):
        learned_file().write_text(content, "utf-8")
        assert read_learned().broken
        assert not offers_first()
        with pytest.raises(OSError, match="left as it is"):
            remember_done("02-zero")
        with pytest.raises(OSError, match="left as it is"):
            remember_offered()
        assert learned_file().read_text("utf-8") == content
