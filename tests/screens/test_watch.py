"""A table without people is watched with open hands, and can be paused, stepped, looked back at and played on."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.play.table import Table
from spades_tui.record.open_hands import OpenMoment
from spades_tui.seats import Observation
from spades_tui.system.folders import is_fork
from spades_tui.tui.table.pauses import PACES
from tests.driver import Driver, driving
from tests.scenes import Until, advance, at, mine, setup
from tests.screens.deciding import NEVER, hurry_the_clock
from tests.screens.looking import TableApp, faces, open_hands_in_tree, wait_until

PAUSE = 0.3
"""Seconds that a trick or a sheet is shown in tests that wait longer than that."""


def tricks(number: int) -> Until:
    """Accept the moment when this many tricks have been taken."""

    def check(seen: Observation) -> bool:
        return len(seen.tricks) == number

    return check


def watched(number: int, slug: str = "sandbags") -> Table:
    """Return a table of computer players after this many tricks."""
    return at(slug, tricks(number), people=0)


def moments(seat: Driver) -> tuple[OpenMoment, ...]:
    """Return the moments of the current hand."""
    return tuple(seat.table.open_game().hands[-1].moments)


def is_watched(seat: Driver) -> bool:
    return seat.place == "play" and "→ one card" in seat.footer and not seat.hand


async def test_a_watched_game_runs_automatically_and_space_pauses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_the_clock(monkeypatch, PAUSE)
    async with driving(TableApp(watched(2))) as seat:
        assert is_watched(seat)
        await seat.press("space")
        assert seat.sees("Paused")
        count = len(moments(seat))
        await seat.rest(2 * PAUSE)
        assert len(moments(seat)) == count
        await seat.press("space")
        assert not seat.sees("Paused")
        assert await wait_until(lambda: len(moments(seat)) > count)


@pytest.mark.parametrize("slug", ["sandbags", "3b-five"])
async def test_the_right_arrow_plays_one_card(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_the_clock(monkeypatch, PAUSE)
    async with driving(TableApp(watched(3, slug))) as seat:
        await seat.press("space")
        before = len(moments(seat))
        for step in range(1, 7):
            await seat.press("right")
            assert len(moments(seat)) == before + step
            assert seat.sees(f"Paused {moments(seat)[-1].words}.")
        await seat.rest(2 * PAUSE)
        assert len(moments(seat)) == before + 6


async def test_a_watched_game_waits_while_someone_looks_back(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_the_clock(monkeypatch, PAUSE)
    async with driving(TableApp(watched(3))) as seat:
        await seat.press("left")
        assert seat.place == "all hands"
        count = len(moments(seat))
        assert f"{count - 1} of {count}" in seat.heading
        assert seat.sees(moments(seat)[-2].words)
        await seat.rest(2 * PAUSE)
        assert len(moments(seat)) == count
        await seat.press("escape")
        assert is_watched(seat)
        assert await wait_until(lambda: len(moments(seat)) > count)


async def test_a_click_pauses_a_watched_game() -> None:
    async with driving(TableApp(watched(3), pace="leisurely")) as seat:
        await seat.click("♠ ")
        assert seat.sees("Paused")
        await seat.click("♠ ")
        assert not seat.sees("Paused")


async def test_the_sheet_after_a_paused_hand_waits_for_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "instant", replace(PACES["instant"], trick=NEVER, sheet=PAUSE))
    async with driving(TableApp(watched(12))) as seat:
        await seat.until("score", "right", 12)
        await seat.rest(2 * PAUSE)
        assert seat.place == "score"
        await seat.press("enter")
        assert await wait_until(lambda: seat.place == "play")
        assert not seat.sees("Paused")


async def test_a_watched_game_can_be_played_on_from_any_card(tmp_path: Path) -> None:
    table = advance(Table.create(setup("sandbags", 0), tmp_path / "games"), tricks(3))
    async with driving(TableApp(table, pace="leisurely")) as seat:
        await seat.press("right", "right", "right")
        moment = moments(seat)[-1]
        await seat.press("f")
        assert seat.heading == "Play on from here"
        await seat.press("enter")
        fork = seat.table
        assert fork.path is not None
        assert is_fork(fork.path)
        assert fork.people == (moment.on_turn,)
        assert fork.course.state.current.holding == moment.holding
        assert seat.place == "play" and not is_watched(seat)


@pytest.mark.rule("C-9")
async def test_a_table_with_people_is_not_watched() -> None:
    table = at("sandbags", mine("play", 1))
    app = TableApp(table)
    async with driving(app) as seat:
        await seat.press("space")  # which would pause a watched game
        assert open_hands_in_tree(app) == 0
        assert table.open_game().hands == ()
        own, *others = table.course.state.current.holding
        assert faces(own) <= seat.words
        assert not seat.words & {face for holding in others for face in faces(holding)}
