"""Files of released versions open in this one, with the same contents.

Each folder here is a release (`make.py`). A set never changes, because users of that version have such files.
"""

import json
import random
import shutil
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import __version__
from spades_tui.analysis.masked import masked
from spades_tui.lessons.learned import read_learned
from spades_tui.play.saved_games import EARLIER_NOTES, SCOREBOOK_FILE, last_setup, suspended
from spades_tui.play.table import Table
from spades_tui.record.replay import replay
from spades_tui.scorebook.scorebook import open_book
from spades_tui.settings.settings import OLD_SWITCHES
from spades_tui.settings.settings_file import read_settings, save_settings
from spades_tui.system.folders import HOME_VARIABLE, forks_folder, games_folder
from tests.commands.shell import spades
from tests.driver import driving, home_app
from tests.games import SLUGS
from tests.releases.make import ASIDE, COMMANDS, EXPORTED, FOLDER, GAMES, HOME, KEPT, OWN, date, said, step
from tests.scorebook.earlier import lose

RELEASES = sorted(path.parent.name for path in FOLDER.glob(f"*/{KEPT}"))
LARGEST = 1_500_000
"""Maximum bytes of a set."""


NEWEST = max(RELEASES, key=lambda name: [int(part) for part in name.split(".")])


@pytest.fixture(params=[name if name == NEWEST else pytest.param(name, marks=pytest.mark.slow) for name in RELEASES])
def release(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the set of a release, with a copy as the user's home, so that the set doesn't change."""
    folder = FOLDER / str(request.param)
    shutil.copytree(folder / HOME, tmp_path / HOME)
    date(tmp_path / HOME)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / HOME))
    return folder


def records() -> list[Path]:
    return sorted(games_folder().iterdir())


def contains(now: Any, then: Any) -> bool:
    """Return whether everything said then is said now; a later version may say more, and word a score otherwise."""
    if isinstance(then, dict):
        facts = [key for key in then if key != "text"]
        return isinstance(now, dict) and all(key in now and contains(now[key], then[key]) for key in facts)
    if isinstance(then, list):
        return isinstance(now, list) and len(now) == len(then) and all(map(contains, now, then))
    return bool(now == then)


def test_the_next_set_has_a_game_of_every_variant() -> None:
    assert {slug for slug, *_ in GAMES} == {*SLUGS, OWN.stem}


def test_release_0_1_0_is_kept_and_every_release_is_small() -> None:
    assert "0.1.0" in RELEASES
    for name in RELEASES:
        assert sum(file.stat().st_size for file in (FOLDER / name).rglob("*") if file.is_file()) < LARGEST


@pytest.mark.usefixtures("release")
def test_records_of_a_release_are_scored_as_before() -> None:
    done = spades("replay", "--json", *map(str, records()))
    assert (done.status, done.err) == (0, "")
    now = [json.loads(line) for line in done.out.splitlines()]
    then = [json.loads(line) for path in records() for line in path.read_text("utf-8").splitlines()]
    assert contains(now, [{key: value for key, value in line.items() if key != "sum"} for line in then])


def test_every_deal_of_a_release_is_proved_fair(release: Path) -> None:
    """The choices of another version's players are left open: those players may be better today."""
    lenient = [] if release.name == __version__ else ["--lenient"]
    done = spades("verify", *lenient, *map(str, records()))
    assert (done.status, done.err) == (0, "")
    for line in done.out.splitlines():
        proved, of, deals = line.partition("game 1: ")[2].split()[:3]
        assert (of, proved) == ("of", deals), line
    assert "all from the seed" in next(line for line in done.out.splitlines() if "seeded" in line)


@pytest.mark.usefixtures("release")
async def test_a_saved_game_can_be_resumed() -> None:
    (path,) = (path for path in records() if ASIDE in path.name)
    unfinished = {path for path in records() if b'"game_over"' not in path.read_bytes()}
    assert path in unfinished
    abandoned = {path for path in unfinished if "given-up" in path.name}
    assert {game.path for game in suspended()} == unfinished - abandoned | {*forks_folder().glob("*")}
    done = spades("play", "--resume", str(path))  # without a terminal it continues in plain text, and nobody answers
    assert (done.status, "The game is saved." in done.out) == (0, True)
    app = home_app()
    app.opens_first = partial(app.resume_table, path)
    async with driving(app, (100, 30)) as seat:
        assert seat.place == "curtain", seat.text
        while seat.place == "curtain":  # it is deaf for a moment
            await seat.press("space")
        assert seat.place in ("bid", "play"), seat.text


def left_at(path: Path, event: int) -> Path:
    """Write a journal of the same game as it was after this many events."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    left = games_folder() / f"left-{event}-{path.name}"
    left.write_text("".join(lines[:event]), "utf-8")
    return left


def check_playing_on(path: Path) -> None:
    """Play on in a game that was left, and check its record. Raises AssertionError."""
    table = Table.resume(path, stays_open=True)
    chance = random.Random(path.name)
    before = path.read_bytes()
    for _ in range(40):
        if not step(table, chance):
            break
    table.suspend()
    assert path.read_bytes().startswith(before)
    assert len(path.read_bytes()) > len(before)
    with path.open("rb") as stream:
        (replayed,) = replay(stream, path.name)
    assert replayed.count > before.count(b"\n")


@pytest.mark.parametrize("part", [pytest.param(0.3), pytest.param(0.6, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("release")
def test_an_unfinished_game_of_every_variant_can_be_resumed(part: float) -> None:
    every = [path for path in records() if b'"game_over"' in path.read_bytes()]
    assert len(every) > 10
    for path in every:
        check_playing_on(left_at(path, int(part * path.read_bytes().count(b"\n"))))


@pytest.mark.usefixtures("release")
def test_an_abandoned_game_can_be_restored_and_resumed() -> None:
    (path,) = (path for path in records() if "given-up" in path.name)
    with open_book() as book:
        book.records.catch_up()
        assert book.records.given_up() == (path.name,)
    assert spades("book", "take-up", str(path)).status == 0
    with open_book() as book:
        assert book.records.given_up() == ()
    check_playing_on(path)


@pytest.mark.usefixtures("release")
def test_forks_of_a_release_can_be_resumed() -> None:
    for path in forks_folder().glob("*"):
        assert path in [game.path for game in suspended()]
        check_playing_on(path)


@pytest.mark.usefixtures("release")
def test_the_last_table_and_a_house_variant_can_be_played() -> None:
    setup = last_setup()
    assert setup is not None
    table = Table.create(setup, games_folder())
    chance = random.Random(3)
    assert all(step(table, chance) for _ in range(30))
    table.suspend()
    done = spades("simulate", "--variant", OWN.stem, "--seed", "tuesday", "--option", "target=60")
    assert (done.status, done.out.count('"game_over"')) == (0, 1)
    done = spades("play", "--plain", "--variant", OWN.stem, "--seed", "tuesday", given=b"take\n" * 20)
    assert (done.status, "Hand 2" in done.out) == (0, True)


@pytest.mark.usefixtures("release")
def test_changing_settings_keeps_the_other_settings() -> None:
    then = read_settings().settings
    save_settings(replace(then, theme="contrast", sort="ranks"))
    again = read_settings()
    assert again.faults == ()
    assert again.settings == replace(then, theme="contrast", sort="ranks")
    assert spades("settings", "check").status == 0


@pytest.mark.usefixtures("release")
def test_a_fault_report_hides_the_hand_in_progress() -> None:
    (path,) = (path for path in records() if ASIDE in path.name)
    found = masked(path.read_bytes())
    assert (found.broken, found.hidden) == ("", (2,))
    for over in records():
        assert masked(over.read_bytes()).broken == ""


def test_an_exported_scorebook_can_be_imported(release: Path, tmp_path: Path) -> None:
    exported = release / EXPORTED
    if not exported.exists():
        return  # 0.1.0 has none; what its book says is held above
    empty = str(tmp_path / "empty")
    assert spades("book", "import", str(exported), SPADES_TUI_HOME=empty).status == 0
    events = [json.loads(line) for line in exported.read_text("utf-8").splitlines()]
    again = [json.loads(line) for line in spades("book", "export", SPADES_TUI_HOME=empty).out.splitlines()]
    assert {event.get("id") for event in events} <= {event.get("id") for event in again}


@pytest.mark.slow
@pytest.mark.usefixtures("release")
def test_review_and_advise_read_games_of_a_release() -> None:
    (aside,) = (path for path in records() if ASIDE in path.name)
    done = spades("advise", "--json", "--level", "club", str(aside))
    assert (done.status, bool(json.loads(done.out)["choices"])) == (0, True)
    over = (path for path in records() if b'"game_over"' in path.read_bytes())
    short = min(over, key=lambda path: path.stat().st_size)
    done = spades("review", "--json", str(short))
    assert (done.status, done.err) == (0, "")


def test_the_scorebook_of_a_release_shows_the_same(release: Path) -> None:
    kept = json.loads((release / KEPT).read_text("utf-8"))
    assert set(kept) == {" ".join(command) for command in COMMANDS}
    for person in kept["book --json --year 2025"]["persons"]:
        for partner in person["partners"]:
            del partner["ahead"]  # 1.1.0 counted some games with a level that had seats on both sides
        if sum(person["places"]) > person["games"]:
            del person["places"]  # until 1.2.0, each seat of a level had a place of its own in the same game

    def same() -> None:
        for command in COMMANDS:
            assert contains(said(*command), kept[" ".join(command)])

    with open_book() as book:
        assert book.notice is None
        done = book.records.catch_up()
        assert (done.broken, done.passed_over) == ((), ())
    same()
    with open_book() as book:
        book.records.rebuild()
    same()
    (games_folder().parent / SCOREBOOK_FILE).unlink()
    same()  # from its copy
    if (games_folder().parent / EARLIER_NOTES).exists():
        lose(games_folder().parent)
        same()  # from the notes of that release


@pytest.mark.usefixtures("release")
def test_settings_table_lessons_and_variants_of_a_release_are_read() -> None:
    home = games_folder().parent.parent
    loaded = read_settings()
    assert loaded.problem is None
    for name, value in tomllib.loads((home / "config" / "settings.toml").read_text("utf-8")).items():
        for now in OLD_SWITCHES.get(name, (name,)):
            assert getattr(loaded.settings, now) == value
    table = last_setup()
    assert table is not None
    assert (table.variant.slug, table.options) == (OWN.stem, {"target": 60, "bag_penalty": True})
    assert read_learned().done == ("01-first-hand",)
    done = spades("variants", "check", str(home / "config" / "variants" / OWN.name))
    assert (done.status, done.err) == (0, "")
    assert spades("variants", "show", OWN.stem).status == 0
