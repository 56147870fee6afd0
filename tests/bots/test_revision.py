"""Players of another revision choose here exactly as they did in their own program."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from spades_tui.game.events import Event, Score
from spades_tui.game.history import History
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset
from tests.bench import revision
from tests.bench.bots import play_hand
from tests.bench.measures import dealt_game, main
from tests.games import each_game

IN_GIT = (revision.ROOT / ".git").exists()


@pytest.fixture
def another(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield a revision that is the present program in a separate process."""
    started = revision.Elsewhere(revision.ROOT)
    monkeypatch.setattr(revision, "elsewhere", lambda name: {"another": started}[name])
    yield "another"
    started.end()


def events_of(slug: str, levels: list[str], number: int) -> list[Event]:
    """Return all events of three hands."""
    rules = ruleset(find(slug))
    course = History(dealt_game(rules, 1, number))
    found: list[Event] = []
    for hand in range(3):
        play_hand(course, levels[: rules.seats], bytes([number, hand]) * 8)
        found += [step.event for step in course.steps]
        course.do(Score())
    return found


@pytest.mark.parametrize("slug", each_game("3b-four"))
def test_players_of_another_revision_make_the_same_choices_here(slug: str, another: str) -> None:
    here = ["club", "beginner"] * 3
    there = [f"{level}@{another}" for level in here]
    for number in (1, 2):
        assert events_of(slug, here, number) == events_of(slug, there, number)


@pytest.mark.slow
def test_searching_players_of_another_revision_make_the_same_choices(another: str) -> None:
    assert events_of("jokers", ["strong"] * 4, 1) == events_of("jokers", ["strong", f"strong@{another}"] * 2, 1)


def test_a_revision_unknown_to_git_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["duel", "--level", "club", "--against-revision", "no-such-thing"])
    assert "git knows no revision 'no-such-thing'" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not IN_GIT, reason="not a checkout")
def test_a_duel_against_the_checked_out_revision_prints_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "spades_tui"], cwd=revision.ROOT).returncode
    monkeypatch.setattr(revision, "KEPT", tmp_path / "kept")
    main(["duel", "--level", "club", "--against", "club", "--against-revision", "HEAD", "--deals", "2"])
    told = capsys.readouterr().out
    assert "club over club@HEAD" in told
    assert changed or "points a hand: +0.00 ± 0.00 (n = 2)" in told
