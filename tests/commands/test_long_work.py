"""A claim or a record can't keep the program busy for hours: it's refused before work begins, without `--long`."""

import io
from pathlib import Path
from typing import NoReturn

import pytest

from spades_tui import cli
from spades_tui.analysis import simulate
from spades_tui.commands import advise, long_work
from spades_tui.commands.long_work import claim_seconds, record_seconds, time_words
from spades_tui.play.game_code import setup_by_code
from tests.table.playing import finished

HOSTILE = "sandbags 60K7-QF20-CCC2-M0ZK-JMFW-M1K"
"""A game to 1,000,000 points against three experts."""

SLOW = ("review", "story", "verify", "duplicate --as beginner", "code --claim")
"""Commands that make the decisions of a record again."""


@pytest.fixture
def finished_game(tmp_path: Path) -> str:
    """Return a finished game of a person and three beginners that has a code."""
    return str(finished(tmp_path, "sandbags", "hbbb", target=60))


def stop(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


def test_a_claim_of_hours_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(*_: object) -> NoReturn:
        raise AssertionError("it was played")

    claims = tmp_path / "claims.txt"
    claims.write_text(f"Eve: {HOSTILE}:{'1' * 40_000}:AAAAA\n", "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(simulate.GameInMemory, "play", play)
        assert cli.main(["compare", str(claims)]) == 1
        assert f"{claims}:1: this takes about" in (said := capsys.readouterr().err) and "--long" in said
    monkeypatch.setattr(simulate.GameInMemory, "play", stop)
    assert cli.main(["compare", "--long", str(claims)]) == 130
    assert "stopped" in capsys.readouterr().err


def test_many_claims_together_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []
    monkeypatch.setattr(simulate.GameInMemory, "play", lambda *_: played.append(1))
    claims = tmp_path / "claims.txt"
    claims.write_text(f"Eve: {HOSTILE}:{'1' * 400}:AAAAA\n" * 20, "utf-8")
    assert cli.main(["compare", str(claims)]) == 1
    seconds = claim_seconds(setup_by_code(HOSTILE), 400)
    assert len(played) == int(long_work.LONG_SECONDS / seconds) < 20
    assert capsys.readouterr().err.count("--long") == 20 - len(played)


@pytest.mark.parametrize("command", SLOW)
def test_long_work_on_a_record_is_refused_unless_somebody_insists(
    command: str, finished_game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*command.split(), finished_game]
    monkeypatch.setattr(long_work, "LONG_SECONDS", 0.001)
    monkeypatch.setattr(advise, "judge", stop)
    assert cli.main(words) == 1
    out, err = capsys.readouterr()
    assert out == "" and finished_game in err and "--long" in err
    assert cli.main([*words, "--long"]) in (0, 130)
    assert "--long" not in capsys.readouterr().err


@pytest.mark.parametrize("command", [*SLOW, "daily check"])
def test_ctrl_c_ends_a_long_command_with_a_sentence(
    command: str, finished_game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    works = ("advise.judge", "daily_text.check", "same_cards.play_again", "same_cards.claim_of", "records.verify")
    for work in works:
        monkeypatch.setattr(f"spades_tui.commands.{work}", stop)
    assert cli.main([*command.split(), finished_game]) == 130
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("spades-tui: stopped")


def test_the_work_on_a_record_is_counted_by_its_players(tmp_path: Path) -> None:
    text = finished(tmp_path, "sandbags", "hbbb", target=60).read_bytes()
    slower = text.replace(b'"level": "beginner"', b'"level": "expert/bold"')
    quick, slow = (list(record_seconds(io.BytesIO(2 * record))) for record in (text, slower))
    assert len(quick) == len(slow) == 2 and quick[0] == quick[1] > 0
    assert slow[0] == pytest.approx(quick[0] * long_work.SECONDS["expert"] / long_work.QUICK_SECONDS)
    assert list(record_seconds(io.BytesIO(b'{"event": "game", "seats": [1]}\n{"seat": 1}\nx'))) == [0]


def test_a_time_is_said_in_minutes_or_hours() -> None:
    assert [time_words(seconds) for seconds in (10, 600, 36_000)] == ["about 2 minutes", "about 10 minutes",
                                                                      "about 10 hours"]  # fmt: skip
