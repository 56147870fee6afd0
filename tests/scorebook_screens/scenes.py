"""Scenes of the scorebook, always the same: its folder is filled, and its day is fixed."""

import os
import shutil
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace
from textual.pilot import Pilot

from spades_tui.play.table import Table
from spades_tui.scorebook.ladder import Ladder, Rung, level_ratings, season_of
from spades_tui.scorebook.scorebook import open_book
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import data_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.scorebook.games_screen import AfterGameScreen
from spades_tui.tui.scorebook.ladder_screen import LadderScreen
from tests.driver import Driver
from tests.scenes import Scene
from tests.scorebook.games import Season, game
from tests.scorebook_screens.filled import ANN, filled
from tests.scorebook_screens.helpers import press, wait_for_answer
from tests.scorebook_screens.playing import KEYS
from tests.scorebook_screens.playing import unfinished as unfinished_game

NOON = datetime(2026, 2, 27, 12, tzinfo=UTC)


def stand_still() -> None:
    """Set the scorebook's day to this one."""
    assert open_book.__kwdefaults__ is not None
    open_book.__kwdefaults__["clock"] = lambda: NOON


def at_home() -> SpadesApp:
    """Return the program of a user with a past season, whose folder is filled once."""
    os.environ["LOGNAME"] = "ann"
    if not data_folder().exists():
        shutil.copytree(_past_season().name, data_folder())
    return SpadesApp(settings=Settings())


@cache
def _past_season() -> TemporaryDirectory[str]:
    """Return the data folder of this user, made once and removed at the end of the tests."""
    folder = TemporaryDirectory(prefix="past-season-")
    home = Path(folder.name)
    filled(home)
    for file in (home / "games").iterdir():
        os.utime(file, (1_588_334_400, 1_588_334_400))
    with open_book(home, clock=lambda: NOON) as book:
        book.records.catch_up()
        newest = book.games(limit=1)[0]
        for seat, (luck, play) in enumerate(((12.5, -4.0), (-3.0, -9.5), (12.5, -1.0), (-3.0, -6.0))):
            book.note_review(newest.id, seat, luck, play)
        book.delete_game(book.games("Lunch", limit=3)[2].id)
        unfinished(home)
        for file in sorted((home / "games").glob("2026-05-0*")):
            if "00002" in file.name:
                book.records.give_up(file)
        book.note_review(newest.id, 0, 12.5, -4.0)
    return folder


def fresh() -> SpadesApp:
    """Return the program at the instant pace, before the game that the scene plays."""
    app = at_home()
    for path in (data_folder() / "games").glob("2026-02-26*"):
        path.unlink()
    app.settings = Settings(pace="instant", cut_patience=0)
    return app


def unfinished(home: Path) -> None:
    """Write two unfinished games."""
    season = Season(home)
    for n in (1, 2):
        path = season.on(f"2020-05-0{n}").write(ANN)
        there = path.with_name(f"2026-05-0{n}-000000-0000{n}.spades.jsonl")
        path.rename(there)
        there.write_text("".join(there.read_text("utf-8").splitlines(keepends=True)[:6]), "utf-8")
        os.utime(there, (1_588_334_400, 1_588_334_400))
    season.book.close()


def keys(*pressed: str) -> Scene:
    """Return a scene that presses these keys at home."""

    async def go(pilot: Pilot[int]) -> None:
        await pilot.pause(0.6)  # wait for work at the start of the program
        await wait_for_answer(pilot)
        await press(pilot, *pressed)

    return Scene(at_home, go)


async def after_game(pilot: Pilot[int]) -> None:
    """Show the results of the last game between the three."""
    await wait_for_answer(pilot)
    path = max((data_folder() / "games").glob("2026-02-*"))
    pilot.app.push_screen(AfterGameScreen(path))
    await wait_for_answer(pilot)


async def ceremony(pilot: Pilot[int]) -> None:
    """Show the end of a game between the three."""
    await pilot.pause(0.6)
    await wait_for_answer(pilot)
    season = Season(data_folder()).on("2026-02-26")
    if season.book.scoreboard("Lunch").violators:
        season.book.tick_carried("Cy", "Lunch")
    path = season.path()
    if not path.exists():
        unfinished_game(path, game(season.now, ANN, wire=True, perfect=(1,)))
    season.book.close()
    assert isinstance(pilot.app, SpadesApp)
    pilot.app.sit_down(Table.resume(path, stays_open=True, clock=lambda: "2026-02-26T20:00:00+00:00"))
    seat = Driver(pilot.app, pilot)
    while seat.place != "tray":
        await wait_for_answer(pilot)
        await press(pilot, *KEYS.get(seat.place, ["enter"]))
    await wait_for_answer(pilot)


def climbing() -> tuple[Ladder, ...]:
    """Return the ladders of somebody who has played two games for a season."""
    season = replace(season_of(date(2026, 11, 30)), games=12, won=7, change=34)
    rungs = [Rung(level, rating) for level, rating in reversed([*level_ratings("classic").items()])]
    course = (1450, 1480, 1466, 1502, 1540, 1521, 1560, 1534)
    classic = Ladder(
        "p:ann", "Ann", "classic", "Classic", tuple(rungs), season, games=41, rating=1534, uncertainty=90,
        next_level="club", course=course, helped=9, short=2,
    )  # fmt: skip
    empty = Ladder("p:ann", "Ann", "sandbags", "Sandbags", tuple(rungs), season_of(date(2026, 11, 12)))
    return classic, empty


async def ladder(pilot: Pilot[int]) -> None:
    """Show a ladder of a known day, because seasons depend on the clock."""
    await wait_for_answer(pilot)
    screen = LadderScreen()
    pilot.app.push_screen(screen)
    await wait_for_answer(pilot)
    screen.load = lambda: screen.show_ladders(climbing())  # type: ignore[method-assign]
    screen.load()
    screen.say("")
    await wait_for_answer(pilot)


LUNCH = ("b", "down")
BOOK_SCENES: dict[str, Scene] = {
    "book": keys(*LUNCH),
    "book-person": keys("b", "p", "enter"),
    "book-against": keys("b", "p", "enter", "right"),
    "book-games": keys(*LUNCH, "g", "down"),
    "book-players": keys("b", "f2"),
    "book-more": keys(*LUNCH, "m"),
    "book-correct": keys(*LUNCH, "c"),
    "book-table": keys(*LUNCH, "s"),
    "book-new-table": keys(*LUNCH, "plus", "down", "down"),  # away from the fields, whose cursor blinks
    "book-assign": keys(*LUNCH, "g", "a"),
    "book-unfinished": keys("b", "u"),
    "book-ladder": Scene(at_home, ladder),
    "book-feats": keys("b", "p", "enter", "f"),
    "tray-person": Scene(fresh, ceremony),
    "book-after": Scene(at_home, after_game),
}
