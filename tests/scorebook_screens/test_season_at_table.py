"""A season played on screen, from the last claim to the scorebook: trays, chits, hearings and stars."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest

from spades_tui.play.table import Table
from spades_tui.scorebook.scoreboard import BoardLine
from spades_tui.scorebook.scorebook import open_book
from spades_tui.system.folders import data_folder
from tests.scorebook.computed import content_of
from tests.scorebook.games import Recorded, Season, game, open_with, verdicts
from tests.scorebook_screens.helpers import Reader, reading
from tests.scorebook_screens.playing import Course, hunted, play_out, unfinished

ANN, BEA, CY = (0, 1, 2), (1, 2, 0), (2, 0, 1)
"""Orders by winner; the last player of each carries: Cy, Ann and Bea."""
PATIENCE = 60.0
"""Seconds that the test and the table wait for the scorebook on a busy machine, so that no chit is passed over."""


class Running:
    """A season played at the table, one game after another."""

    def __init__(self, seat: Reader) -> None:
        self.seat = seat
        self.season = Season(data_folder(), patience=PATIENCE)

    async def play(
        self, day: str, order: tuple[int, int, int], chit: str = "Nobody", tick: bool = False, **more: Any
    ) -> Course:
        """Play a game that ends on this day."""
        self.season.on(day)
        record = game(self.season.now, order, **more)
        path = unfinished(self.season.path(), record)
        course = await play_out(self.seat, path, f"{day}T20:00:00+00:00", chit=chit, tick=tick)
        self.season.now += timedelta(hours=9)
        return course

    def line(self, name: str, year: int | None = None) -> BoardLine:
        return self.season.line(name, year)


@pytest.fixture(autouse=True)
def patient_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.tui.scorebook_thread._MOMENT", PATIENCE)
    open_with(monkeypatch, patience=PATIENCE)


@asynccontextmanager
async def at_the_table() -> AsyncIterator[Reader]:
    """Start the program, and wait until it has made the scorebook that the test opens too."""
    async with reading(pace="instant", cut_patience=0) as seat:
        await seat.answered()
        yield seat


@pytest.mark.slow
@pytest.mark.rule("3B-18", "3B-20", "3B-23", "3B-24", "3B-25", "3B-26", "3B-27", "3B-28")
async def test_a_season_played_at_the_table_is_in_the_scorebook(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_the_table() as seat:
        run = Running(seat)
        open_with(monkeypatch, clock=lambda: run.season.now.replace(hour=21))
        line = run.line
        # the year changes during the week: the third win of the week is an outside star of the new year
        first = await run.play("2025-12-29", ANN)
        assert first.screens[-2:] == ["tray", "game over"]
        assert "C Y" in first.ceremony
        assert "Cy carries the trays." in first.ceremony
        await run.play("2025-12-30", ANN)
        third = await run.play("2026-01-01", ANN)
        assert "An outside star for Ann: three wins in one week." in third.ceremony
        assert "Ann wins 1 tray-chit." in third.ceremony
        assert [line("Ann", year).outside for year in (2025, 2026)] == [0, 1]
        # a new week, with four and five wins in a row
        fourth = await run.play("2026-01-05", ANN)
        assert "A gold outside star for Ann: four wins in a row." in fourth.ceremony
        fifth = await run.play("2026-01-06", ANN)
        assert "A red outside star for Ann, for good: five wins in a row." in fifth.ceremony
        assert (line("Ann").red, line("Ann", 2026).gold, line("Ann").outside) == (1, 1, 1)
        # Cy hasn't carried five trays; then the screen ticks them off, with the sixth
        assert line("Cy").to_carry == 5
        sixth = await run.play("2026-01-12", ANN, tick=True)
        assert "6 trays carried." in sixth.ceremony
        assert (line("Cy").to_carry, line("Cy").trays) == (0, "123456")
        # the chit is spent: Ann is last and names Cy
        spent = await run.play("2026-01-13", BEA, chit="Cy")
        assert "chit" in spent.screens
        assert "Ann spends a chit, and names Cy in Ann's place." in spent.ceremony
        assert (line("Ann").chits, line("Ann").tray_times, line("Cy").to_carry) == (0, 0, 1)
        # Cy is the violator and gets the trays of the next games too; a perfect day earns Bea a chit
        spared = await run.play("2026-01-14", BEA, perfect=(1,))
        assert "Ann carries nothing, because Cy has not carried the trays yet." in spared.ceremony
        assert (line("Cy").to_carry, line("Ann").to_carry, line("Bea").chits) == (2, 0, 1)
        run.season.book.tick_carried("Cy", run.season.table)
        # the chit is lost: Bea is last and names nobody
        lost = await run.play("2026-01-19", CY)
        assert "chit" in lost.screens
        assert "Bea names nobody and loses the chit." in lost.ceremony
        assert (line("Bea").chits, line("Bea").to_carry) == (0, 1)
        # a second violator, and decks: the earliest debtor owes the next deck too
        owed = await run.play("2026-01-20", ANN, imperfect=(1,))
        assert "Bea owes a deck of cards." in owed.ceremony
        assert (line("Bea").to_carry, line("Cy").to_carry) == (2, 0)
        passed_on = await run.play("2026-01-21", ANN, imperfect=(0,), wire=True)
        assert "Bea owes a deck of cards for Ann's imperfect day too." in passed_on.ceremony
        assert "wire to wire" in passed_on.ceremony
        assert (line("Bea").decks, line("Ann").decks, line("Cy").wire_to_wire) == (2, 0, 1)
        assert line("Ann").games == 11
    run.season.book.records.catch_up()
    found = content_of(run.season.book)
    run.season.book.records.rebuild()
    assert content_of(run.season.book) == found
    run.season.book.close()


@pytest.mark.rule("3B-18", "3B-27", "3B-29", "3B-30")
async def test_a_game_ends_with_chit_ceremony_hearings_and_scorebook() -> None:
    async with at_the_table() as seat:
        run = Running(seat)
        run.season.on("2026-04-06").play(BEA, perfect=(2,), bones=(0,))  # Cy holds a chit
        path = unfinished(run.season.path(), hunted(run.season.on("2026-04-07")))
        course = await play_out(seat, path, "2026-04-07T20:00:00+00:00", chit="Bea", guilty="Ann")
        at = course.screens.index
        assert at("score") < at("chit") < at("tray") < at("hearing") < at("game over")
        assert "B E A" in course.ceremony
        assert course.verdicts == ["Cy isn't a zero buddy.", "Ann is a zero buddy."]
        await seat.press("b")
        assert seat.sees("Cy spends a chit, and names Bea in Cy's place.")
    assert run.line("Cy").chits == 0
    assert run.line("Bea").tray_times == 1
    assert [run.line(name).zero_buddies for name in ("Ann", "Bea", "Cy")] == [1, 0, 0]
    assert run.line("Ann").boneheads == 1
    game_id = run.season.book.games(limit=1)[0].id
    assert verdicts(run.season.book, game_id) == {"Ann": True, "Cy": False}
    run.season.book.close()


@pytest.mark.rule("3B-30")
async def test_a_mark_without_voters_lapses_at_the_table() -> None:
    async with at_the_table() as seat:
        run = Running(seat)
        record = Recorded(run.season.now, ("Ann", "Rob=club", "Bo=club"), dealer=2, hands=2)
        record.hand_of((13, 0, 1), marks=((2, 0),)).hand_of((3, 13, 1))
        text = record.text
        path = run.season.path()
        path.write_text("".join(text.splitlines(keepends=True)), "utf-8")
        course = await play_out(seat, path, "2026-04-07T20:00:00+00:00")
        assert "hearing" not in course.screens
        assert "tray" in course.screens
    assert run.line("Ann").zero_buddies == 0
    run.season.book.close()


@pytest.mark.rule("3B-26")
async def test_the_ceremony_uses_the_tables_words_for_the_forfeit() -> None:
    from spades_tui.scorebook.season import Agreements as Agreed

    async with at_the_table() as seat:
        run = Running(seat)
        run.season.on("2026-04-06").play(BEA)
        run.season.book.tick_carried("Ann", run.season.table)
        run.season.book.change_table(run.season.table, settings=Agreed(forfeit="sweeps the peanut shells"))
        course = await run.play("2026-04-08", ANN)
        assert "Cy sweeps the peanut shells." in course.ceremony
    run.season.book.close()


async def test_a_game_left_before_the_ceremony_is_in_the_scorebook() -> None:
    async with at_the_table() as seat:
        season = Season(data_folder(), patience=PATIENCE)  # the program opens the same scorebook meanwhile
        path = unfinished(season.path(), game(season.now, ANN))
        await play_out(seat, path, "2026-03-09T20:00:00+00:00", last="tray")
        await seat.press("q")
        assert seat.place == "home"
    season.book.close()
    with open_book(data_folder()) as book:
        book.records.catch_up()
        assert len(book.games()) == 1


@pytest.mark.rule("3B-25")
async def test_a_perfect_day_asks_which_digit_to_erase() -> None:
    async with at_the_table() as seat:
        run = Running(seat)
        for day in (2, 3, 4):
            run.season.on(f"2026-03-0{day}").play(ANN)  # Cy carries
            run.season.book.tick_carried("Cy", run.season.table)
        assert run.line("Cy").trays == "123"
        record = game(run.season.on("2026-03-10").now, CY, perfect=(2,))
        path = unfinished(run.season.path(), record)
        course = await play_out(seat, path, "2026-03-10T20:00:00+00:00", erase="2")
        assert "Cy has erased the 2." in course.ceremony
    assert run.line("Cy").trays == "13"
    run.season.book.close()


@pytest.mark.rule("3B-28")
async def test_the_score_sheet_has_a_star_for_each_win_of_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_the_table() as seat:
        run = Running(seat)
        open_with(monkeypatch, clock=lambda: run.season.now)
        run.season.on("2026-03-10").play(CY)
        run.season.play(CY)
        run.season.play(ANN)
        path = unfinished(run.season.path(), game(run.season.now, CY))
        await seat.sit_down(Table.resume(path, stays_open=True))
        if seat.place == "curtain":
            await seat.press("space")
        await seat.press("s")
        (names,) = [line for line in seat.lines if line.split()[:1] == ["Ann"]]
        assert names.split() == ["Ann", "★", "Bea", "Cy", "★★"]
        assert seat.sees("★ a game won in this session")
    run.season.book.close()
