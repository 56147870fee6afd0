"""The progress in lessons is saved in a small file."""

from pathlib import Path

import pytest

from spades_tui.lessons.learned import FIRST, Learned, offers_first, read_learned, remember_done, remember_offered


def test_finished_and_offered_lessons_are_saved(tmp_path: Path) -> None:
    file = tmp_path / "data" / "lessons.json"
    assert offers_first(file)
    remember_done("02-zero", file)
    assert read_learned(file) == Learned(("02-zero",), False)
    assert offers_first(file)
    remember_offered(file)
    remember_done("02-zero", file)
    assert read_learned(file) == Learned(("02-zero",), True)
    assert not offers_first(file)
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in file.parent.iterdir()] == ["lessons.json"]


def test_the_first_lesson_is_not_offered_once_done(tmp_path: Path) -> None:
    file = tmp_path / "lessons.json"
    remember_done(FIRST, file)
    assert not offers_first(file)


def test_a_broken_progress_file_stays_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "lessons.json"
    for content in ("{", "[]", '{"done": 1, "offered": true}', '{"done": [1], "offered": true}', "x" * 60_000):
        file.write_text(content)
        assert read_learned(file).broken
        assert not offers_first(file)
        with pytest.raises(OSError, match="left as it is"):
            remember_done("02-zero", file)
        with pytest.raises(OSError, match="left as it is"):
            remember_offered(file)
        assert file.read_text() == content
