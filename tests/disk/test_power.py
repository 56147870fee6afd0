"""After a power failure, every file that is written as a whole is either complete or as before."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.house_rules import own_variants
from spades_tui.lessons.learned import learned_file, remember_done
from spades_tui.play.deal_secrets import DealSecrets
from spades_tui.play.saved_games import LAST_TABLE, SCOREBOOK_FILE, remember_setup
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook import BookError, copies, database, transfer
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings, read_settings, save_changes, save_some, settings_file
from spades_tui.system.disk import make_folder, write_new, write_whole
from spades_tui.system.folders import config_folder, data_folder
from tests.commands.shell import ROOT
from tests.disk.power import Power
from tests.scorebook.games import Season

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the disk is watched through /proc")


@pytest.fixture
def power(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Power:
    return Power(tmp_path, monkeypatch)


def keep_settings() -> Path:
    save_some(pace="brisk")
    return settings_file()


def keep_last_table() -> Path:
    seats = tuple(SeatSetup(name, "bot", "club") for name in NAMES[:4])
    remember_setup(TableSetup(shipped()["sandbags"], {}, seats))
    return data_folder() / LAST_TABLE


def keep_lesson() -> Path:
    remember_done("01-first-hand")
    return learned_file()


def keep_variant() -> Path:
    return own_variants.write("mine", 'slug = "mine"\n')


def keep_secret() -> Path:
    journal = data_folder() / "games" / "x.spades.jsonl"
    make_folder(journal.parent)
    DealSecrets(TableSetup(shipped()["sandbags"]), journal).make(1, 1, None)
    return journal.with_name(journal.name + ".deal")


WRITERS = (keep_settings, keep_last_table, keep_lesson, keep_variant, keep_secret)


@pytest.mark.parametrize("keep", WRITERS, ids=lambda keep: keep.__name__.removeprefix("keep_"))
def test_a_new_file_is_on_disk_with_its_folders(keep: Callable[[], Path], power: Power) -> None:
    path = keep()
    assert power.left(path) == path.read_bytes()


def test_changed_settings_are_on_disk_and_the_previous_ones_beside_them(power: Power) -> None:
    save_some(pace="brisk")
    before = settings_file().read_bytes()
    save_some(theme="light")
    beside = settings_file().with_name("settings.previous.toml")
    assert power.left(settings_file()) == settings_file().read_bytes() != before
    assert power.left(beside) == before


def test_a_new_scorebook_is_in_its_folder_and_its_copy_on_disk(tmp_path: Path, power: Power) -> None:
    season = Season(tmp_path / "data")
    season.play((0, 1, 2))
    path = season.home / SCOREBOOK_FILE
    assert power.left(path) is not None  # SQLite itself writes the content
    season.book.close()
    newest = copies.names(path)[0]
    assert power.left(newest) == newest.read_bytes()


def test_a_copy_that_replaces_a_damaged_scorebook_is_on_disk(tmp_path: Path, power: Power) -> None:
    season = Season(tmp_path / "data")
    season.play((0, 1, 2))
    season.book.close()
    path = season.home / SCOREBOOK_FILE
    path.write_bytes(b"damaged" * 1000)
    season.again()
    assert power.left(path) == copies.names(path)[0].read_bytes()
    (aside,) = season.home.glob("scorebook.damaged-*.sqlite3")
    assert power.left(aside) is not None


def test_each_transaction_is_written_to_disk_before_it_ends(tmp_path: Path) -> None:
    with closing(database.connect(tmp_path / "scorebook.sqlite3")) as connection:
        modes = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
    assert modes == [2, "truncate"]


def test_a_damaged_database_that_is_set_aside_is_on_disk(power: Power) -> None:
    path = data_folder() / "scorebook.sqlite3"
    write_whole_with_folders(path, b"damaged")
    assert power.left(database.set_aside(path)) == b"damaged"


def write_whole_with_folders(path: Path, content: bytes) -> None:
    make_folder(path.parent)
    write_whole(path, content)


def test_an_exported_scorebook_is_complete_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    season = Season(tmp_path / "book")
    season.play((0, 1, 2))
    path = tmp_path / "out.csv"
    power = Power(tmp_path, monkeypatch)
    transfer.export_to(path, season.book)
    assert power.left(path) == path.read_bytes()
    written = path.read_bytes()
    with pytest.raises(BookError, match="already"):
        transfer.export_to(path, season.book)
    assert path.read_bytes() == written


KILLED = """
import os, sys
from pathlib import Path
from spades_tui.system.disk import write_new
real = os.fsync
os.fsync = lambda handle: os.kill(os.getpid(), 9)
write_new(Path(sys.argv[1]), "half and half")
"""


def test_a_program_killed_while_it_writes_leaves_no_torn_file(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, check=False)
    assert done.returncode == -9
    assert not path.exists()


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        write_new(path, "b")
    monkeypatch.setattr(os, "link", lambda *given: (_ for _ in ()).throw(PermissionError(1, "no links here")))
    write_new(tmp_path / "c", "d")
    assert (tmp_path / "c").read_text("utf-8") == "d"
    assert sorted(entry.name for entry in tmp_path.iterdir() if entry.name.startswith(".")) == []


def test_settings_of_two_programs_are_merged_by_name(tmp_path: Path) -> None:
    save_some(pace="brisk")
    old = load_settings()
    first = replace(old, theme="light", keys=(("hint", "j"),))
    second = replace(old, suits="two", keys=(("log", "["),))
    saving = [threading.Thread(target=save_changes, args=(old, new)) for new in (first, second)]
    for thread in saving:
        thread.start()
    for thread in saving:
        thread.join()
    assert load_settings() == replace(old, theme="light", suits="two", keys=(("hint", "j"), ("log", "[")))
    save_changes(first, replace(first, keys=()))
    assert load_settings().keys == (("log", "["),)


def test_settings_saved_at_the_same_time_all_stay() -> None:
    names = {"motion": False, "plain": True, "trumps": "right", "order": "low-high", "sort": "ranks"}
    for _ in range(10):
        settings_file().unlink(missing_ok=True)
        saving = [threading.Thread(target=save_some, kwargs={name: value}) for name, value in names.items()]
        for thread in saving:
            thread.start()
        for thread in saving:
            thread.join()
        assert load_settings() == Settings(**names)  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [b"", b"\n", b"\0" * 400])
def test_an_empty_settings_file_is_reported_with_the_previous_one(content: bytes) -> None:
    save_some(pace="brisk")
    save_some(theme="light")
    settings_file().write_bytes(content)
    loaded = read_settings()
    assert loaded.settings == Settings()
    assert "settings.previous.toml" in (loaded.problem or "")
    save_some(theme="dark", pace="instant")
    assert read_settings().faults == ()
    assert load_settings().pace == "instant"
    assert (config_folder() / "settings.previous.toml").read_text("utf-8").count("brisk") == 1


@pytest.mark.parametrize("value", ["false", "0", '""', "[]"])
def test_a_keys_entry_that_is_not_a_table_is_reported_and_the_rest_used(value: str) -> None:
    write_whole_with_folders(settings_file(), f'keys = {value}\npace = "brisk"\n'.encode())
    loaded = read_settings()
    assert [(fault.line, fault.name) for fault in loaded.faults] == [(1, "keys")]
    assert loaded.settings == Settings(pace="brisk")
