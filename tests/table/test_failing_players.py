"""A fault in a computer player never ends a game: a simpler one answers, the log says so, and a report is kept."""

import io
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spades_tui import bots, cards
from spades_tui.analysis.verify import Gap, Verified, verify
from spades_tui.bots.levels import LEVELS, simpler_levels
from spades_tui.bots.styles import split_level
from spades_tui.fair import Stream
from spades_tui.game.events import SeatEvent
from spades_tui.play import bot_process
from spades_tui.play.bot_decision import suggest
from spades_tui.play.bot_process import BotProcess, ThinkerLost
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.record import RecordError
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from spades_tui.system import faults
from tests.no_cards import no_card_in
from tests.table.playing import resumed

SEED = "faults"
NAMES = ("Ann", "Bea", "Cy", "Dot")
EVERY = [LEVELS[:n] for n in range(1, len(LEVELS) + 1)]
"""The levels that fail: the beginner, the club player too, and so on."""

Line = dict[str, Any]


@pytest.fixture(autouse=True)
def no_earlier_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the faults of other tests."""
    monkeypatch.setattr(faults, "_WRITTEN", set())


def plant(monkeypatch: pytest.MonkeyPatch, *failing: str) -> None:
    """Let these levels fail at each choice, with their cards in the error."""
    real = bots.choose

    def choose(level: str, seen: Observation, stream: Stream) -> SeatEvent:
        if split_level(level)[0] in failing:
            raise ZeroDivisionError(f"cannot choose from {cards.hand_text(seen.own or 0)}")
        return real(level, seen, stream)

    monkeypatch.setattr(bots, "choose", choose)


def table_of(*levels: str, folder: Path, slug: str = "sandbags", **options: object) -> Table:
    """Return a saved table; its seats are played by these levels, or by a person for an empty one."""
    seats = tuple(
        SeatSetup(name, "bot", level) if level else SeatSetup(name, "human")
        for name, level in zip(NAMES, levels, strict=True)
    )
    dealer = first_dealer(SEED, len(seats)) if "" in levels else 0
    return Table.create(TableSetup(shipped()[slug], options, seats, dealer, SEED), folder)


def play_hand(table: Table, cards_most: int = 99) -> list[str]:
    """Play a hand, or its first cards, and return the log."""
    played = 0
    while True:
        if (said := table.speak()) is not None:
            table.do(said)
        match table.next():
            case CutOffered() if table.scores:
                return [entry.text for entry in table.entries]
            case CutOffered():
                table.deal(None)
            case Turn(seat, human):
                if played == cards_most:
                    return [entry.text for entry in table.entries]
                event = suggest(table.observe(seat)) if human else table.choose()
                assert event is not None
                table.do(event)
                played += 1
            case HandPlayed():
                table.score()
            case _:
                raise AssertionError


def lines_of(table: Table) -> list[Line]:
    assert table.path is not None
    return [json.loads(line) for line in table.path.read_text("utf-8").splitlines()]


def verified(table: Table) -> Verified:
    assert table.path is not None
    (found,) = verify(io.BytesIO(table.path.read_bytes()))
    return found


def stood_in(lines: list[Line]) -> set[int]:
    return {line["seat"] for line in lines if line.get("stand_in")}


@pytest.mark.parametrize("failing", EVERY, ids="+".join)
def test_a_simpler_level_answers_for_each_that_fails(
    failing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    levels = ("", "beginner", "club", LEVELS[len(failing) - 1])
    expected = {seat for seat, level in enumerate(levels) if level in failing}
    table = table_of(*levels, folder=tmp_path)
    plant(monkeypatch, *failing)
    log = play_hand(table)
    assert table.scores
    for seat in expected:
        assert sum(f"plays for {NAMES[seat]}" in line for line in log) == 1
    assert stood_in(lines_of(table)) == expected
    no_card_in("\n".join(one for one in log if "fault" in one))
    reports = [path.read_text() for path in faults.reports()]
    assert reports
    for report in reports:
        assert "ZeroDivisionError in" in report
        no_card_in(report)
    assert set(verified(table).gaps) == {Gap.STAND_IN}


@pytest.mark.parametrize("meanwhile", [False, True], ids=["not on turn", "decided meanwhile"])
def test_a_player_whose_turn_is_over_is_not_replaced(
    meanwhile: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = table_of("club", "club", "club", "club", folder=tmp_path)
    while not isinstance(turn := table.next(), Turn):
        table.deal(None)

    def choose(level: str, seen: Observation, stream: Stream) -> SeatEvent:
        if meanwhile:
            table.do(table.observe(turn.seat).legal[0])
        raise ZeroDivisionError

    monkeypatch.setattr(bots, "choose", choose)
    seat = turn.seat if meanwhile else (turn.seat + 1) % 4
    with pytest.raises(ZeroDivisionError):
        table.decided(seat, "club")
    assert faults.reports() == []


def test_an_expert_that_fails_is_replaced_by_strong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = table_of("expert/bold", "beginner", "beginner", "beginner", folder=tmp_path)
    plant(monkeypatch, "expert")
    play_hand(table, 12)
    assert stood_in(lines_of(table)) == {0}
    assert set(verified(table).gaps) == {Gap.STAND_IN}
    assert simpler_levels("expert/bold") == ("strong/bold", "club/bold", "beginner")


def test_a_resumed_game_continues_with_a_player_that_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = table_of("", "club", "club", "club", folder=tmp_path)
    plant(monkeypatch, "club")
    play_hand(table, 20)
    path = table.path
    assert path is not None
    table.suspend()
    again = resumed(path)
    log = play_hand(again)
    assert again.scores
    assert sum("plays for Bea" in line for line in log) == 1
    assert set(verified(again).gaps) == {Gap.STAND_IN}


def test_verify_refuses_a_choice_that_no_simpler_player_would_make(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = table_of("club", "club", "club", "club", folder=tmp_path)
    plant(monkeypatch, "club")
    play_hand(table, 4)
    lines = [{key: value for key, value in line.items() if key != "sum"} for line in lines_of(table)]
    bid = next(line for line in lines if line["event"] == "bid")
    bid["bid"] = 13
    forged = "".join(json.dumps(line) + "\n" for line in lines[: lines.index(bid) + 1])
    with pytest.raises(RecordError, match=r"the stand-in for .* wouldn't do that"):
        list(verify(io.BytesIO(forged.encode())))


def test_failing_to_speak_out_of_turn_ends_no_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def speak(level: str, seen: Observation, stream: Stream) -> SeatEvent | None:
        raise ZeroDivisionError(cards.hand_text(seen.own or 0))

    table = table_of(*["beginner"] * 4, folder=tmp_path, slug="jokers", enforcement="challenge")
    monkeypatch.setattr(bots, "speak", speak)
    log = play_hand(table)
    assert table.scores
    assert sum("challenge" in line and "fault" in line for line in log) == 1
    assert len(faults.reports()) == 1
    assert not verified(table).not_verified


# ---- a process that dies or hangs


def lost(level: str, how: Callable[..., object]) -> Callable[..., Any]:
    """Return a brain in whose process one level does something else."""
    asked: list[str] = []

    def brain(work: Callable[..., Any], *given: Any) -> Any:
        if given[0] != level:
            return work(*given)
        asked.append(level)
        assert len(asked) == 1, "it was asked again"
        return how()

    return brain


def test_a_level_whose_process_is_lost_is_not_asked_again(tmp_path: Path) -> None:
    def dies() -> None:
        raise ThinkerLost

    table = table_of("", "strong", "strong", "beginner", folder=tmp_path)
    table.brain = lost("strong", dies)
    log = play_hand(table)
    assert table.scores
    assert stood_in(lines_of(table)) == {1, 2}
    for name in ("Bea", "Cy"):
        assert sum(f"plays for {name}" in line for line in log) == 1
    assert len(faults.reports()) == 1
    assert set(verified(table).gaps) == {Gap.STAND_IN}


@pytest.mark.parametrize(("work", "given"), [(os._exit, 3), (time.sleep, 99)], ids=["dies", "hangs"])
def test_a_question_that_ends_or_stops_the_process_is_not_computed_here(
    work: Callable[..., object], given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = BotProcess()
    try:
        assert thinker.ask(abs, -1) == 1
        monkeypatch.setattr(bot_process, "ANSWER_SECONDS", 1.0 if work is time.sleep else 60.0)
        with pytest.raises(ThinkerLost):
            thinker.ask(work, given)
        monkeypatch.setattr(bot_process, "ANSWER_SECONDS", 60.0)
        assert thinker.ask(os.getpid) != os.getpid()
        assert thinker.wanted
    finally:
        thinker.end()
    assert thinker.ask(os.getpid) == os.getpid()


def test_a_process_killed_from_outside_is_replaced() -> None:
    thinker = BotProcess()
    try:
        first = thinker.ask(os.getpid)
        os.kill(first, 9)
        second = thinker.ask(os.getpid)
        assert second not in (first, os.getpid())
    finally:
        thinker.end()
