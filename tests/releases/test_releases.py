"""What a released version has written is opened by this one, and says the same.

Each folder here is a release (`make.py`). A set is never changed: whoever has played with that version has such files.
"""

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from spades_tui.app import SpadesApp
from spades_tui.book.book import open_book
from spades_tui.book.schema import FILE as DATABASE
from spades_tui.folders import HOME_VARIABLE, games_folder
from spades_tui.screens.table.curtain import CurtainScreen
from spades_tui.screens.table.table_screen import TableScreen
from spades_tui.table.lessons.learned import read_learned
from spades_tui.table.saved import last_setup, suspended
from spades_tui.table.settings import read_settings
from tests.commands.shell import spades
from tests.releases.make import ASIDE, COMMANDS, FOLDER, HOME, KEPT, OWN, said
from tests.screens.looking import screen_text

RELEASES = sorted(path.parent.name for path in FOLDER.glob(f"*/{KEPT}"))
LARGEST = 1_500_000
"""Bytes of a set."""


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The set of a release. The user's home is a copy of the one in it, so that nothing in it changes."""
    folder = FOLDER / str(request.param)
    shutil.copytree(folder / HOME, tmp_path / HOME)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / HOME))
    return folder


def records() -> list[Path]:
    return sorted(games_folder().iterdir())


def contains(now: Any, then: Any) -> bool:
    """Whether everything that was said then is said now; a later version may say more."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and contains(now[key], then[key]) for key in then)
    if isinstance(then, list):
        return isinstance(now, list) and len(now) == len(then) and all(map(contains, now, then))
    return bool(now == then)


def test_there_is_one_and_it_is_small() -> None:
    assert "0.1.0" in RELEASES
    for name in RELEASES:
        assert sum(file.stat().st_size for file in (FOLDER / name).rglob("*") if file.is_file()) < LARGEST


@pytest.mark.usefixtures("release")
def test_records_are_read_and_scored_as_they_were() -> None:
    done = spades("replay", "--json", *map(str, records()))
    assert (done.status, done.err) == (0, "")
    now = [json.loads(line) for line in done.out.splitlines()]
    then = [json.loads(line) for path in records() for line in path.read_text("utf-8").splitlines()]
    assert contains(now, [{key: value for key, value in line.items() if key != "sum"} for line in then])


@pytest.mark.usefixtures("release")
def test_every_deal_is_still_proved_fair() -> None:
    done = spades("verify", *map(str, records()))
    assert (done.status, done.err) == (0, "")
    for line in done.out.splitlines():
        proved, of, deals = line.partition("game 1: ")[2].split()[:3]
        assert (of, proved) == ("of", deals), line
    assert "all from the seed" in next(line for line in done.out.splitlines() if "seeded" in line)


@pytest.mark.usefixtures("release")
async def test_a_game_that_was_put_aside_goes_on() -> None:
    (path,) = (path for path in records() if ASIDE in path.name)
    assert path in [game.path for game in suspended()]
    assert [game.path for game in suspended()][:1] or not suspended()
    done = spades("play", "--resume", str(path))  # here is no terminal: it goes on in plain text, and nobody answers
    assert (done.status, "The game is kept." in done.out) == (0, True)
    app = SpadesApp(resume=path)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen), screen_text(app)
        while isinstance(app.screen, CurtainScreen):  # it is deaf for a moment
            await pilot.press("space")
            await pilot.pause()
        assert isinstance(app.screen, TableScreen), screen_text(app)


def test_the_book_says_the_same(release: Path) -> None:
    kept = json.loads((release / KEPT).read_text("utf-8"))
    assert set(kept) == {" ".join(command) for command in COMMANDS}

    def same() -> None:
        for command in COMMANDS:
            assert contains(said(*command), kept[" ".join(command)])

    with open_book() as book:
        assert book.notice is None
        done = book.catch_up()
        assert (done.broken, done.passed_over) == ((), ())
    same()
    with open_book() as book:
        book.rebuild()
    same()
    (games_folder().parent / DATABASE).unlink()
    same()


@pytest.mark.usefixtures("release")
def test_settings_table_lessons_and_variants_are_read() -> None:
    home = games_folder().parent.parent
    loaded = read_settings()
    assert loaded.problem is None
    for name, value in tomllib.loads((home / "config" / "settings.toml").read_text("utf-8")).items():
        assert getattr(loaded.settings, name) == value
    table = last_setup()
    assert table is not None
    assert (table.variant.slug, table.options) == (OWN.stem, {"target": 60, "bag_penalty": True})
    assert read_learned().done == ("01-first-hand",)
    done = spades("variants", "check", str(home / "config" / "variants" / OWN.name))
    assert (done.status, done.err) == (0, "")
    assert spades("variants", "show", OWN.stem).status == 0
