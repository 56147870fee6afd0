"""A journal has its lock and permissions, is found again, and its good part becomes a new game."""

import errno
import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.game.events import Bone
from spades_tui.language.unusable import UnusableError
from spades_tui.play import resume
from spades_tui.play.journal import Journal, JournalBusy
from spades_tui.play.rescue import good_part, hint, rescue
from spades_tui.play.resume import Suspended, read_journal
from spades_tui.play.saved_games import known_people, last_setup, last_table_words, remember_setup, suspended
from spades_tui.play.setup import check_name, check_seats
from spades_tui.record import RecordError
from spades_tui.scorebook.game_files import look
from spades_tui.system.folders import forks_folder, games_folder, next_secret_file
from tests.commands.shell import spades
from tests.games import path_of
from tests.table.playing import opened, resumed, setup_of, state_of, step


def test_only_the_owner_can_read_games(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags"), tmp_path / "data" / "games")
    table.next()
    assert path_of(table).stat().st_mode & 0o777 == 0o600
    assert next_secret_file(path_of(table)).stat().st_mode & 0o777 == 0o600
    assert path_of(table).parent.stat().st_mode & 0o777 == 0o700
    table.leave()


def test_a_game_is_open_in_one_window_only(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags", seed="x"), tmp_path)
    path = path_of(table)
    with pytest.raises(JournalBusy, match="is open in another window"):
        resumed(path)
    step(table, random.Random(1))
    table.leave()
    again = resumed(path)
    assert state_of(again) == state_of(table)
    again.leave()


def test_a_game_is_played_on_a_disk_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refused(handle: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refused)
    table = opened(setup_of("sandbags", seed="x"), tmp_path)
    path = path_of(table)
    step(table, random.Random(1))
    table.leave()
    again = resumed(path)
    assert state_of(again) == state_of(table)
    again.leave()


def test_events_from_another_window_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other window plays after the journal is read and before it is locked."""
    table = opened(setup_of("sandbags", seed="x"), tmp_path)
    path = path_of(table)
    read = read_journal

    def while_the_other_plays(journal: Path) -> Suspended:
        found = read(journal)
        step(table, random.Random(1))
        table.leave()
        return found

    monkeypatch.setattr(resume, "read_journal", while_the_other_plays)
    with pytest.raises(JournalBusy):
        resumed(path)
    monkeypatch.undo()
    again = resumed(path)
    assert state_of(again) == state_of(table)
    again.leave()


@pytest.mark.rule("3B-29")
def test_a_finished_game_with_a_late_bonehead_is_never_resumed(tmp_path: Path) -> None:
    table = opened(setup_of("3b-three", "hbb", "over", hands=1), tmp_path)
    path, rng = path_of(table), random.Random(1)
    while step(table, rng):
        pass
    table.do(Bone(0))
    table.leave()
    raw = path.read_bytes()
    with pytest.raises(RecordError, match="the game is over"):
        resumed(path)
    assert path.read_bytes() == raw


def test_a_new_journal_never_overwrites_another(tmp_path: Path) -> None:
    path = tmp_path / "a.spades.jsonl"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        Journal(path)
    assert path.read_text("utf-8") == "mine"


def test_unfinished_games_are_listed_with_those_that_people_have_played_in_first(tmp_path: Path) -> None:
    rng = random.Random(1)
    first = opened(setup_of("3b-three", seed="1", hands=1), tmp_path)
    while step(first, rng):
        pass
    second = opened(setup_of("bemo", seed="2"), tmp_path)
    for _ in range(5):
        step(second, rng)
    third = opened(setup_of("3b-five", seed="3"), tmp_path)
    fourth = opened(setup_of("sandbags", seed="4"), tmp_path)
    while not fourth.scores:
        step(fourth, rng)
    for table in (first, second, third, fourth):
        table.leave()
    for age, slug in enumerate(("3b-three", "bemo", "3b-five", "sandbags")):
        (path,) = tmp_path.glob(f"*{slug}*.spades.jsonl")
        os.utime(path, (age * 100, age * 100))
    games = suspended(tmp_path)
    assert [game.title for game in games] == [
        "Sandbags · P0, P1, P2, P3 · hand 2",  # the next one, because the first is scored
        "Bemo · P0, P1, P2 · hand 1",
        "3B for five · P0, P1, P2, P3, P4",
    ]
    assert [game.when for game in games] == [300, 100, 200]
    assert suspended(tmp_path / "nowhere") == []
    (tmp_path / "noise.spades.jsonl").write_bytes(os.urandom(1000))
    (tmp_path / "empty.spades.jsonl").write_bytes(b"")
    (tmp_path / "folder.spades.jsonl").mkdir()
    assert suspended(tmp_path) == games


def test_the_last_table_is_remembered() -> None:
    assert last_setup() is None
    assert last_table_words() is None
    setup = setup_of("3b-four", "hbbb", hands=3, aces="high")
    remember_setup(setup)
    assert last_setup() == setup
    assert (last_table_words() or "").startswith("3B for four · P0, B1, B2, B3")
    assert games_folder().parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", '{"variant": "gone", "options": {}, "seats": []}', '{"variant": 3}', '"\\ud800"']
)
def test_an_invalid_last_table_is_ignored(text: str) -> None:
    remember_setup(setup_of("sandbags"))
    (games_folder().parent / "last-table.json").write_text(text, "utf-8")
    assert last_setup() is None
    last_table_words()


def test_impossible_seats_are_refused() -> None:
    setup = setup_of("sandbags")
    check_seats(setup.variant, setup.seats)
    with pytest.raises(UnusableError, match="3 players don't fit Sandbags; it has 4 seats"):
        check_seats(setup.variant, setup.seats[:3])
    with pytest.raises(UnusableError, match="is there twice"):
        check_seats(setup.variant, (setup.seats[0],) * 4)
    for first, second in (("Ann", "ann"), ("Zo\u00eb", "ZOE\u0308")):
        alike = tuple(replace(setup.seats[seat], name=name) for seat, name in enumerate((first, second, "Cy", "Dot")))
        with pytest.raises(UnusableError, match="one person in the scorebook"):
            check_seats(setup.variant, alike)
    for name in ("", "  ", "x" * 21, "a\nb", "\x1b[2J", "?", "- .", "…"):
        with pytest.raises(UnusableError):
            check_name(name)
    for name in ("字", "J.", "7", "🂡"):
        assert check_name(name) == name
    check_seats(setup.variant, tuple(replace(seat, name="?" * (n + 1)) for n, seat in enumerate(setup.seats)))
    assert check_name(" Žofie ") == "Žofie"


def journal(folder: Path, steps: int = 70, slug: str = "sandbags", **options: object) -> Path:
    table = opened(setup_of(slug, "", "broken", **options), folder)
    path = path_of(table)
    rng = random.Random(1)
    for _ in range(steps):
        if not step(table, rng):
            break
    table.leave()
    return path


def broken_at(path: Path, line: int) -> bytes:
    """Change a line, counted from 1; return what the file contains then."""
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"sum": "', b'"sum": "0')
    path.write_bytes(b"".join(lines))
    return path.read_bytes()


@pytest.mark.parametrize("line", [2, 3, 9, 40, 84])
def test_the_lines_before_a_wrong_one_become_a_game(line: int, tmp_path: Path) -> None:
    path = journal(tmp_path / "games")
    raw = path.read_bytes()
    spoiled = broken_at(path, line)
    with pytest.raises(RecordError) as caught:
        read_journal(path)
    assert caught.value.line == line
    part = good_part(path)
    assert part is not None
    assert (part.lines, part.over) == (line - 1, False)
    new = rescue(part, tmp_path / "games")
    assert path.read_bytes() == spoiled
    assert new.read_bytes() == b"".join(raw.splitlines(keepends=True)[: line - 1])
    assert new.stat().st_mode & 0o777 == 0o600
    again = resumed(new)
    assert again.observe(None).standing.hands == (1 if line == 84 else 0)
    step(again, random.Random(2))
    held = state_of(again)
    again.leave()
    third = resumed(new)
    assert state_of(third) == held
    third.leave()


def test_no_rescue_is_offered_for_sound_or_useless_files(tmp_path: Path) -> None:
    path = journal(tmp_path / "games", 10)
    assert good_part(path) is None
    assert hint(path) == ""
    broken_at(path, 1)
    assert good_part(path) is None
    path.write_bytes(b"")
    assert good_part(path) is None
    assert hint(tmp_path / "nowhere") == ""
    assert hint(tmp_path) == ""


def test_the_good_part_ends_before_a_second_game(tmp_path: Path) -> None:
    path, other = journal(tmp_path / "games", 12), journal(tmp_path / "others", 12)
    raw = path.read_bytes()
    path.write_bytes(raw + other.read_bytes())
    with pytest.raises(RecordError, match="a second game begins here") as caught:
        read_journal(path)
    assert caught.value.line == raw.count(b"\n") + 1
    part = good_part(path)
    assert part is not None
    assert rescue(part, tmp_path / "games").read_bytes() == raw


def test_the_good_part_ends_where_sums_stop(tmp_path: Path) -> None:
    path = journal(tmp_path / "games", 12)
    raw = path.read_bytes()
    count = raw.count(b"\n")
    for end in (b"\n", b""):  # an editor may leave out the end of the last line
        path.write_bytes(raw + b'{"event": "suspend"}' + end)
        part = good_part(path)
        assert part is not None
        assert (part.text, part.words) == (raw, f"The first {count} lines are good, up to hand 1.")


def test_a_game_finished_in_its_good_part_goes_to_the_scorebook(tmp_path: Path) -> None:
    path = journal(tmp_path / "games", 2000, "3b-three", hands=1)
    path.write_bytes(path.read_bytes() + b"and then something else\n")
    part = good_part(path)
    assert part is not None
    assert part.over
    assert "a finished game" in part.words
    assert len(look(rescue(part, tmp_path / "games")).games or ()) == 1


def test_the_command_line_names_the_good_part(tmp_path: Path) -> None:
    path = journal(tmp_path / "Application Support" / ("as long as a name may be " * 5) / "games", 40)
    broken_at(path, 20)
    done = spades("play", "--resume", str(path))
    assert done.status == 1
    first, second = done.err.splitlines()
    assert first.startswith(f"{path}:20: sum")
    assert second == (
        "The first 19 lines are good, up to hand 1. To resume a copy of them: "
        f"spades-tui play --good-part --resume '{path}'"
    )
    done = spades("play", "--resume", str(path), "--good-part")
    assert (done.status, done.err) == (0, "")
    (new,) = games_folder().glob("*.spades.jsonl")
    assert new.read_bytes().splitlines()[:19] == path.read_bytes().splitlines()[:19]
    assert spades("play", "--good-part").error.startswith("spades-tui play: --good-part needs a game")


def test_people_to_choose_from_have_played_and_have_a_name_for_a_seat(tmp_path: Path) -> None:
    """The last to play comes first; records of other programs may have names that no seat takes here."""
    for number, name in enumerate(("Ann", "Bea", " Cy", "D" * 50, "Ann")):
        head = {"event": "game", "format": "spades-record/1", "variant": "classic"}
        seats = [{"name": name, "kind": "human"}, {"name": "Gus", "kind": "bot", "level": "club"}]
        text = json.dumps({**head, "seats": [*seats, *seats[1:], *seats[1:]], "dealer": 0})
        (tmp_path / f"2026-01-0{number + 1}-120000-classic.spades.jsonl").write_text(text + "\n", "utf-8")
    assert known_people(tmp_path) == ["Ann", "Bea"]


@pytest.mark.parametrize("folder", [games_folder, forks_folder])
def test_a_rescued_game_stays_among_games_of_its_kind(folder: Callable[[], Path]) -> None:
    path = journal(folder())
    broken_at(path, 9)
    part = good_part(path)
    assert part is not None and rescue(part).parent == folder()
