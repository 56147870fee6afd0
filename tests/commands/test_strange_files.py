"""Strange files in the games folder block nothing, are reported in one sentence, and can't upset the terminal."""

import json
import os
import re
import resource
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widgets import Input, Static

from spades_tui.play import saved_games
from spades_tui.play.saved_games import suspended
from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.rules.variant_reader import VariantError, load
from spades_tui.system.output import MOST_ECHOED, complain, echoed, printable
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.terminal import plain
from tests import LONG
from tests.commands.shell import GOLDEN, ROOT, spades
from tests.quick_cases import slow_but
from tests.terminal.terminal import Terminal

ODD = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories that must never be printed: controls, formats such as U+202E, surrogates, separators."""

EVIL = "2026-01-01-000002-\x1b[31m\x9b\x7fevil.spades.jsonl"


@pytest.fixture(scope="module")
def huge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a line of 50 MB and a file of 600,000 lines, which each test links to."""
    folder = tmp_path_factory.mktemp("huge")
    (folder / "line").write_bytes(b'{"event": "' + b"x" * 50_000_000)
    (folder / "lines").write_bytes(b'{"event": "suspend"}\n' * 600_000)
    return folder


@pytest.fixture
def games(tmp_path: Path, huge: Path) -> Path:
    """Return a games folder with one game and many strange files."""
    folder = tmp_path / "data" / "games"
    folder.mkdir(parents=True)
    lines = (GOLDEN / "sandbags.spades.jsonl").read_bytes().splitlines(keepends=True)[:9]
    (folder / "2026-01-01-000009-sandbags-aaaaaa.spades.jsonl").write_bytes(b"".join(lines))
    os.mkfifo(folder / "2026-01-01-000000-sandbags-aaaaab.spades.jsonl")
    os.link(huge / "line", folder / "2026-01-01-000001-sandbags-aaaaac.spades.jsonl")
    (folder / EVIL).write_bytes(b'{"event": "game"}\n')
    os.link(huge / "lines", folder / "2026-01-01-000003-sandbags-aaaaad.spades.jsonl")
    os.symlink("/dev/zero", folder / "2026-01-01-000004-sandbags-aaaaae.spades.jsonl")
    (folder / "2026-01-01-000005-sandbags-aaaaaf.spades.jsonl").mkdir()
    return folder


@pytest.mark.parametrize(
    "name",
    [
        "config/settings.toml", "config/variants/x.toml", "config/lessons/x.lesson.jsonl", "data/last-table.json",
        "data/lessons.json", "data/book.spades-book.jsonl", "data/scorebook.sqlite3",
    ],
)  # fmt: skip
def test_a_pipe_instead_of_any_file_causes_no_wait(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    os.mkfifo(file)
    home = str(tmp_path)
    played = spades("--plain", given=b"quick\nquit\nlearn\nquit\n", SPADES_TUI_HOME=home)
    assert (played.status, "The game is saved." in played.out) == (0, True)
    for command in (["book"], ["variants"], ["lessons"], ["settings", "check"]):
        done = spades(*command, SPADES_TUI_HOME=home)  # `spades` gives up after two minutes.
        assert done.status in (0, 1, 2)
        assert "Traceback" not in done.err
    assert file.is_fifo() or file.name == "last-table.json"  # Every table writes the file again.


def test_a_game_deleted_meanwhile_leaves_the_others_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = b"".join((GOLDEN / "sandbags.spades.jsonl").read_bytes().splitlines(keepends=True)[:9])
    for n in range(3):
        (tmp_path / f"2026-01-01-00000{n}-sandbags-aaaaaa.spades.jsonl").write_bytes(head)
    known = saved_games._may_be_a_game
    left = [2]

    def gone(entry: os.DirEntry[str]) -> bool:
        found = known(entry)
        left[0] -= 1
        if not left[0]:
            os.unlink(entry.path)
        return found

    monkeypatch.setattr(saved_games, "_may_be_a_game", gone)
    assert len(suspended(tmp_path)) == 2


def test_undecodable_names_and_broken_links_are_skipped_and_reported(games: Path) -> None:
    file = next(games.glob("*-000009-*"))
    (games / os.fsdecode(b"\xe9.spades.jsonl")).write_bytes(file.read_bytes())
    (games / "loop.spades.jsonl").symlink_to("loop.spades.jsonl")
    (games / "through.spades.jsonl").symlink_to(file / "x")
    for command in ("book games", "book", "book export", "book rebuild"):
        done = spades(*command.split(), SPADES_TUI_HOME=str(games.parents[1]))
        assert done.status == 0, done.err
        for name in (r"\xe9", "loop", "through"):
            assert f"{name}.spades.jsonl: skipped: " in done.err, command
    assert not list(games.parent.rglob("*damaged*"))
    found = {game.path.name for game in suspended(games)}
    assert found == {file.name}


def test_half_a_surrogate_pair_is_refused_by_every_command(tmp_path: Path) -> None:
    lines = (GOLDEN / "sandbags.spades.jsonl").read_text("utf-8").splitlines()[:9]
    game = {**json.loads(lines[0]), "rules": {"x": "\ud800"}, "sum": "0123456789abcdef"}
    file = tmp_path / "data" / "games" / "2026-01-01-000009-sandbags-aaaaaa.spades.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("\n".join([json.dumps(game), *lines[1:], ""]))
    home = str(tmp_path)
    for command in ("replay", "verify", "advise", "review", "bug", "play --plain --resume", "book import"):
        done = spades(*command.split(), str(file), SPADES_TUI_HOME=home)
        assert done.status in (1, 2), command
        assert re.search(rf"{re.escape(str(file))}:? ?.*(line )?1\b", done.err), command
    assert spades("book", "games", SPADES_TUI_HOME=home).status == 0
    rebuilt = spades("book", "rebuild", SPADES_TUI_HOME=home)
    assert (rebuilt.status, f"{file}:1: " in rebuilt.err) == (0, True)
    assert not list(tmp_path.rglob("*damaged*"))
    assert not (tmp_path / "data" / "faults").exists()
    assert suspended(file.parent) == []


@pytest.mark.parametrize("name", ["2026-01-01-000000-sandbags-aaaaab", "2026-01-01-000004-sandbags-aaaaae"])
def test_a_pipe_or_a_device_is_not_resumed(games: Path, name: str) -> None:
    file = str(games / f"{name}.spades.jsonl")
    done = spades("play", "--resume", file)
    assert (done.status, done.error) == (2, f"spades-tui: {file}: not a plain file")


ENDLESS = Path("/dev/zero")
LINE_TOO_LONG = f"1: the line is longer than {MAX_LINE} bytes"
TOO_LARGE = "too large for the record of a game"


@pytest.mark.skipif(not ENDLESS.exists(), reason="needs /dev/zero")
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("advise {}", 2, f"spades-tui: {{}}: {TOO_LARGE}"), ("review {}", 1, f"{{}}:{LINE_TOO_LONG}"),
        ("replay {}", 1, f"{{}}:{LINE_TOO_LONG}"), ("verify {}", 1, f"{{}}:{LINE_TOO_LONG}"),
        ("book import {}", 1, "{}: too large for an exported scorebook"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", slow_but([str(ENDLESS)], [str(ENDLESS), "-"]))
def test_a_file_without_an_end_is_refused_in_little_memory(name: str, command: str, status: int, said: str) -> None:
    with ENDLESS.open("rb") as given:
        done = subprocess.run(
            [sys.executable, "-m", "spades_tui", *command.format(name).split()],
            stdin=given, capture_output=True, text=True, timeout=LONG, cwd=ROOT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (status, said.format(name) + "\n")


@pytest.mark.parametrize("command", ["replay", "verify", "review", "advise"])
def test_control_characters_in_a_file_name_are_escaped(games: Path, command: str) -> None:
    done = spades(command, str(games / EVIL))
    assert done.status == 1
    assert done.error.isprintable()
    assert r"\x1b[31m\x9b\x7fevil" in done.error


def test_control_characters_in_a_variants_file_name_are_escaped(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31m\x9b\x7fevil.toml"
    path.write_text("slug = 3\n", "utf-8")
    done = spades("variants", "check", str(path))
    lines = done.err.splitlines()
    assert (done.status, all(line.isprintable() for line in lines)) == (1, True)
    assert lines
    assert all(r"\x1b[31m\x9b\x7fevil.toml:" in line for line in lines)
    with pytest.raises(VariantError) as caught:
        load(path)
    assert caught.value.file.endswith(r"\x1b[31m\x9b\x7fevil.toml")


def test_quoted_input_is_escaped_and_cut() -> None:
    assert printable("a\x1b[2J\x7f\u2028\U000e0001b") == r"a\x1b[2J\x7f\u2028\U000e0001b"
    assert echoed("/tmp/games/one") == "/tmp/games/one"
    assert len(echoed("x" * 500)) == MOST_ECHOED
    assert echoed("a" * 100 + "end").endswith("end")


TURNED = "A\u202ennA\u200b\u2066\u2028\ufeff\U000e0041"
"""A name that reverses the direction of writing and has invisible characters."""


def strange_record(folder: Path, name: str = TURNED) -> Path:
    """Write a record with a player of this name."""
    lines = (GOLDEN / "sandbags.spades.jsonl").read_text("utf-8").splitlines()
    head = json.loads(lines[0])
    head["seats"][0] = {"name": name, "kind": "human"}
    del head["seed"]
    file = folder / "2026-01-01-000001-sandbags-aaaaaa.spades.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n", "utf-8")
    return file


def plain_lines(text: str) -> bool:
    """Return whether a text has only printable characters and line ends."""
    return text.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "command",
    [
        ["replay"], ["replay", "--json"], ["verify", "--lenient"], ["advise", "--line", "4"],
        ["advise", "--line", "4", "--json"],
        *(pytest.param(["review", *more], marks=pytest.mark.slow) for more in ([], ["--json"])),
    ],
)  # fmt: skip
def test_names_in_a_record_are_shown_as_plain_text(command: list[str], tmp_path: Path) -> None:
    file = strange_record(tmp_path)
    done = spades(*command, str(file))
    assert (done.status, done.err) == (0, "")
    assert plain_lines(done.out)
    if "--json" in command and command[0] == "replay":
        assert json.loads(done.out.splitlines()[0])["seats"][0]["name"] == TURNED
        again = spades("replay", "-", "--json", given=done.out.encode())
        assert again.out == done.out


def test_names_in_the_scorebook_are_shown_as_plain_text(tmp_path: Path) -> None:
    strange_record(tmp_path / "data" / "games")
    where = str(tmp_path)
    for command in (["book"], ["book", "--json"], ["book", "games"], ["book", "export"], ["book", "export", "--csv"]):
        done = spades(*command, SPADES_TUI_HOME=where)
        assert done.status == 0
        assert "nnA" in done.out
        assert plain_lines(done.out), command
        assert plain_lines(done.err)
    named = spades("book", "table", "T\u202e\x1b[31m", "--people", "Ann", SPADES_TUI_HOME=where)
    listed = spades("book", SPADES_TUI_HOME=where)
    assert plain_lines(named.out + named.err + listed.out + listed.err)


def test_words_in_a_variant_file_are_shown_as_plain_text(tmp_path: Path) -> None:
    text = (ROOT / "variants" / "sandbags.toml").read_text("utf-8")
    name = next(line for line in text.splitlines() if line.startswith("name"))
    text = text.replace(name, 'name = "S\\u202eand\\u009b31m"').replace('slug = "sandbags"', 'slug = "strange"')
    folder = tmp_path / "config" / "variants"
    folder.mkdir(parents=True)
    file = folder / "strange.toml"
    file.write_text(text, "utf-8")
    where = str(tmp_path)
    for command in (
        ["variants"], ["variants", "show", "strange"], ["variants", "show", "strange", "--json"],
        ["variants", "check", str(file)],
        ["simulate", "--variant", str(file), "--bots", "beginner", "--seed", "x", "--option", "target=10"],
    ):  # fmt: skip
        done = spades(*command, SPADES_TUI_HOME=where)
        assert plain_lines(done.out), command
        assert plain_lines(done.err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--variant", "x" * 5000],
        ["play", "--seats", "y" * 5000],
        ["play", "--option", "z" * 5000],
        ["simulate", "--variant", "sandbags", "--bots", "w " * 2500],
        ["v" * 5000],
        ["book", "--table", "t" * 5000],
        ["replay", "-", "--" + "u" * 5000],
        ["play", "--seats", "human:\u202eAnn\x1b[31m"],
        ["play", "--variant", "\x1b]0;evil\x07\x9b31m\x7f"],
    ],
)
def test_the_command_line_is_quoted_shortened_and_escaped(arguments: list[str], tmp_path: Path) -> None:
    done = spades(*arguments, SPADES_TUI_HOME=str(tmp_path))
    assert done.status == 2
    assert len(done.error) < 400
    assert done.error.isprintable()
    assert not re.search(r"(.)\1{80}|(w ){41}", done.error)


@pytest.mark.parametrize(
    "line",
    [
        {"event": "game", "k" * 5000: 1},
        {"event": "e" * 5000},
        {"event": "game", "format": "f" * 5000},
        {"event": "\x1b[31m\x9b\u202e"},
        {"event": "game", "format": "spades-record/1", "variant": "\u202e" * 40, "seats": []},
    ],
)
def test_a_record_is_quoted_shortened_and_escaped(line: dict[str, object]) -> None:
    for ascii_only in (True, False):
        done = spades("replay", "-", given=(json.dumps(line, ensure_ascii=ascii_only) + "\n").encode())
        assert done.status == 1
        assert len(done.error) < 300
        assert done.error.isprintable()


def test_an_error_is_cut_only_inside_its_quotation(capsys: pytest.CaptureFixture[str]) -> None:
    path = "/home/ann/" + "games/" * 20 + "one.spades.jsonl"
    complain(f"{path}:7: unknown key '{'k' * 500}'; did you mean 'bid'?")
    told = capsys.readouterr().err
    assert told.startswith(f"{path}:7: unknown key 'kkk")
    assert told.endswith("kkk'; did you mean 'bid'?\n")
    assert told.count("k") - 2 == MOST_ECHOED - 1
    complain("(choose from " + ", ".join(f"'{n:05}'" for n in range(40)) + ")")
    assert "…" not in capsys.readouterr().err


def test_screens_and_commands_allow_the_same_characters() -> None:
    for letter in map(chr, range(0x3100)):
        assert (plain(letter) == letter) == (printable(letter) == letter), ascii(letter)


async def test_widgets_show_strange_text_as_plain_text() -> None:
    app = SpadesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        strange: Screen[None] = Screen()
        app.push_screen(strange)
        await strange.mount(Static(f"x{TURNED}\x1b[31m\x9by\x7f", markup=False), Input(value="i\u202e\x9b"))
        await pilot.pause()
        shown = "".join(strip.text for strip in strange._compositor.render_strips())
    assert "xAnnA[31my" in shown
    assert not [letter for letter in shown if unicodedata.category(letter) in ODD]


def test_a_strange_name_is_shown_as_plain_text_at_the_table(tmp_path: Path) -> None:
    file = strange_record(tmp_path / "data" / "games")
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:9]))
    terminal = Terminal(home=tmp_path)
    try:
        terminal.wait("Continue")
        terminal.press("\r")
        terminal.wait("leave")
        sent = terminal.sent_out.decode("utf-8", "replace")
        assert "nnA" in sent
        assert not [letter for letter in sent if ord(letter) > 0x7E and unicodedata.category(letter) in ODD]
    finally:
        terminal.close()


def test_an_unwritable_games_folder_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "games").write_text("a file, where a folder should be")
    terminal = Terminal("play", "--seed", "x", home=tmp_path)
    try:
        text = terminal.wait("can't be opened: file exists")
        assert "Error in" not in text
        assert terminal.ended() == 1
    finally:
        terminal.close()


def test_a_journal_open_elsewhere_is_reported_in_one_sentence(tmp_path: Path) -> None:
    first = Terminal("play", "--seed", "x", home=tmp_path)
    second = None
    try:
        first.wait("leave")
        journal = next((tmp_path / "data" / "games").glob("*.jsonl"))
        second = Terminal("play", "--resume", str(journal), home=tmp_path)
        text = second.wait("is open in another")
        assert "Error in" not in text
        assert second.ended() == 1
    finally:
        first.close()
        if second is not None:
            second.close()
