"""A finished game played again with a computer player in a person's chair."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from spades_tui import cli
from spades_tui.analysis.duplicate import DuplicateLine, TwoLines, hands_to_repeat, most_different, play_again
from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.bots import advice
from spades_tui.fair import Stream
from spades_tui.language.unusable import UnusableError
from spades_tui.presentation.match_words import sum_words
from spades_tui.presentation.wording import moment_of
from spades_tui.seats import Observation
from tests.driver import Driver, driving
from tests.review.reviewing import ReviewApp, let_expert_be, weigh
from tests.setup.daily_days import DAY, play_hand
from tests.table.playing import finished


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished(tmp_path_factory.mktemp("again"), "sandbags", "hbbb", target=200)


@pytest.mark.parametrize(
    ("slug", "kinds", "options"),
    [("jokers", "hbbb", {"target": 200}), ("bemo", "bhb", {"target": 100}), ("3b-four", "hbbb", {"hands": 2}),
     ("two-handed", "hb", {"target": 100}), ("suicide", "bbhb", {"target": 100})],
)  # fmt: skip
def test_every_hand_is_played_again_with_the_same_cards(
    slug: str, kinds: str, options: dict[str, object], tmp_path: Path
) -> None:
    record = collect_journal(finished(tmp_path, slug, kinds, **options))
    chair = kinds.index("h")
    for number in hands_to_repeat(record):
        two = play_again(record, number, chair, "club")
        assert two is not None
        old = record.hands[number]
        side = record.replayed.rules.side_of[chair]
        assert two.done == DuplicateLine(old.state.bids[chair], old.state.took[chair], old.points[side])
        if two.parted is not None:
            decision = next(one for one in record.decisions if one.before == two.parted)
            assert (decision.seat, decision.hand) == (chair, number)


def test_the_same_player_makes_the_same_line(tmp_path: Path) -> None:
    for slug in ("sandbags", "jokers", "bemo"):
        record = collect_journal(play_hand(tmp_path, DAY, slug))  # club plays it in the person's chair
        two = play_again(record, 1, 0, "club")
        assert two is not None and two.parted is None and two.done == two.again


def test_a_player_in_the_chair_gets_observations_only(game: Path) -> None:
    asked: list[tuple[Any, ...]] = []

    def noting(work: Callable[..., Any], *given: Any) -> Any:
        asked.append(given)
        return work(*given)

    two = play_again(collect_journal(game), 1, 0, "expert", noting)
    assert two is not None and asked
    for level, seen, stream in asked:
        assert (level, type(seen), seen.seat, type(stream)) == ("expert", Observation, 0, Stream)


def test_the_first_of_the_most_different_hands_is_found() -> None:
    none, some = DuplicateLine(3, 3, 30), DuplicateLine(3, 4, 31)
    lines = [TwoLines(1, none, none, None), TwoLines(2, none, some, 9), TwoLines(3, some, none, 12)]
    found = most_different(lines)
    assert found is not None and found.hand == 2
    assert most_different(lines[:1]) is None


def test_a_game_that_cannot_be_repeated_says_why(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = game.read_bytes().splitlines(keepends=True)
    running = tmp_path / "running.spades.jsonl"
    running.write_bytes(b"".join(lines[: len(lines) - 20]))
    with pytest.raises(UnusableError):
        hands_to_repeat(collect_journal(running))
    unproved = tmp_path / "unproved.spades.jsonl"
    plain = [{key: value for key, value in json.loads(line).items() if key not in ("sum", "fair", "seed", "game")}
             for line in lines]  # fmt: skip
    plain[0]["event"] = "game"
    unproved.write_text("".join(json.dumps(line) + "\n" for line in plain), "utf-8")
    outside = tmp_path / "outside.spades.jsonl"
    plain[0]["seats"][1]["level"] = "exec"
    outside.write_text("".join(json.dumps(line) + "\n" for line in plain), "utf-8")
    for file in (running, unproved, outside):
        assert cli.main(["duplicate", str(file)]) == 1
    assert cli.main(["duplicate", str(tmp_path / "missing")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 4


def test_both_lines_are_printed_side_by_side(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = collect_journal(game)
    assert cli.main(["duplicate", str(game), "--as", "club"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(record.hands) + 2
    assert cli.main(["duplicate", str(game), "--as", "club/bold", "--seat", "2"]) == 0
    for wrong in (["--as", "genius"], ["--seat", "4"], ["--seat", "-1"]):
        assert cli.main(["duplicate", str(game), *wrong]) == 2


async def compared(seat: Driver, monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    """Go from the review of a game to the same cards in the hands of a computer player, and wait for it."""
    let_expert_be(level, monkeypatch)
    await seat.press("e")
    await seat.wait("in the same seat")


async def test_enter_opens_the_review_where_the_lines_parted(
    game: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(advice, "weigh", weigh)
    record = collect_journal(game)
    lines = [play_again(record, number, 0, "club") for number in hands_to_repeat(record)]
    most = most_different([line for line in lines if line is not None])
    assert most is not None
    parted = next(one for one in record.decisions if one.before == most.parted)
    async with driving(ReviewApp(game)) as seat:
        await seat.work_ends()
        await compared(seat, monkeypatch, "club")
        assert sum(line[3:].startswith("Hand ") for line in seat.lines) == len(lines)
        assert seat.chosen.startswith(f"Hand {most.hand}")
        await seat.press("enter")
        await seat.work_ends()
        assert seat.place == "review" and seat.chosen.startswith(moment_of(parted.seen, ", bidding"))


def test_choices_that_differ_without_a_difference_in_points_name_no_hand() -> None:
    same = DuplicateLine(5, 6, 51)
    assert "Hand" not in sum_words("Ann", "expert", [TwoLines(1, same, same, parted=7)])
    assert "Hand 2" in sum_words(
        "Ann", "expert", [TwoLines(1, same, same, 7), TwoLines(2, same, DuplicateLine(5, 5, 50), 9)]
    )


def test_both_lines_on_screen_are_as_pictured(
    game: Path, snap_compare: Callable[..., bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(advice, "weigh", weigh)
    app = ReviewApp(game, name="Ann")

    async def compared_there(pilot: Pilot[int]) -> None:
        seat = Driver(app, pilot)
        await seat.work_ends()
        await compared(seat, monkeypatch, "club/bold")

    assert snap_compare(app, terminal_size=(80, 24), run_before=compared_there)
