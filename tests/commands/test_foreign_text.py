"""Files that other programs saved with a mark or as UTF-16, and pasted text with letters that nobody sees."""

import codecs
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spades_tui import cli
from spades_tui.analysis.game_claim import read_claim
from spades_tui.hosting.invitations import read_code
from spades_tui.language.player_names import fault, tidy
from spades_tui.lessons.learned import learned_file, read_learned
from spades_tui.lessons.lesson_reader import SHIPPED
from spades_tui.play.game_code import setup_by_code
from spades_tui.play.saved_games import is_record
from spades_tui.play.setup import check_name
from spades_tui.record.hand_text import read_hand
from spades_tui.settings.settings_file import load_settings, settings_file
from spades_tui.system.foreign_text import INVISIBLE
from tests.commands.shell import GOLDEN, ROOT

RECORD = (GOLDEN / "bemo.spades.jsonl").read_text("utf-8")
CODE = "sandbags 0PX5-Q2DS"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command; return its status and its output on both streams."""
    status = cli.main([*arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the text of a file for each command that reads one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPADES_TUI_HOME", str(tmp_path_factory.mktemp("home")))
        made = io.StringIO()
        patch.setattr(sys, "stdout", made)
        game = tmp_path_factory.mktemp("game") / "game.jsonl"
        game.write_bytes((GOLDEN / "classic.spades.jsonl").read_bytes())
        said = {}
        for name, words in {"hand": ["export", str(game), "--hand", "1"], "book": ["scorebook", "export"]}.items():
            made.seek(0)
            made.truncate()
            assert cli.main(words) == 0, name
            said[name] = made.getvalue()
    lesson = (SHIPPED / "01-first-hand.lesson.jsonl").read_text("utf-8")
    variant = (ROOT / "variants" / "two-handed.toml").read_text("utf-8")
    return {
        "replay": RECORD, "verify": RECORD, "lessons check": lesson, "variants check": variant, "import": said["hand"],
        "scorebook import": said["book"],
    }  # fmt: skip


COMMANDS = ("replay", "verify", "lessons check", "variants check", "import", "scorebook import")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_mark_at_the_start_changes_nothing(
    command: str, texts: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.lesson.jsonl"
    file.write_text(texts[command], "utf-8")
    plain = run(capsys, *command.split(), str(file))
    assert plain[0] == 0 or command == "verify", plain  # whose choices are of an older version
    file.write_bytes(codecs.BOM_UTF8 + texts[command].encode())
    assert run(capsys, *command.split(), str(file)) == plain


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("command", [*COMMANDS, "compare"])
def test_utf_16_is_named(
    command: str, encoding: str, texts: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.lesson.jsonl"
    file.write_bytes(texts.get(command, f"{CODE}::AAAAA\n").encode(encoding))
    status, out, err = run(capsys, *command.split(), str(file))
    assert (status, out) == (1, "")
    assert str(file) in err
    assert "the file is UTF-16; save it as UTF-8" in err


def test_claims_and_records_are_known_behind_a_mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, claim = tmp_path / "a.spades.jsonl", tmp_path / "claim"
    record.write_bytes(codecs.BOM_UTF8 + RECORD.encode())
    assert is_record(record)
    claim.write_bytes(codecs.BOM_UTF8 + f"{CODE}::AAAAA\n".encode())
    status, _, err = run(capsys, "compare", str(claim))
    assert (status, "has no claim" in err, "\ufeff" in err) == (1, False, False)


def test_settings_keys_and_progress_are_read_behind_a_mark() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_bytes(codecs.BOM_UTF8 + b'name = "Ann"\n[keys]\nhint = "f6"\n')
    assert (load_settings().name, load_settings().keys) == ("Ann", (("hint", "f6"),))
    learned_file().parent.mkdir(parents=True)
    learned_file().write_bytes(codecs.BOM_UTF8 + b'{"done": ["01-first-hand"], "offered": true}')
    assert read_learned().done == ("01-first-hand",)


@pytest.mark.parametrize("letter", INVISIBLE)
def test_invisible_letters_are_removed_from_what_people_paste(letter: str) -> None:
    assert setup_by_code(f"{letter}sand{letter}bags {CODE[9:12]}{letter}{CODE[12:]}{letter}") == setup_by_code(CODE)
    assert read_claim(f"Ann:{letter} {CODE}:AB{letter}:AAAAA{letter}") == read_claim(f"Ann: {CODE}:AB:AAAAA")
    assert tidy(f"An{letter}n") == check_name(f"{letter}Ann") == "Ann"
    assert read_code(f"{letter}K7QF-2M9D{letter}") == read_code("K7QF2M9D") is not None


def test_a_name_that_turns_the_text_around_is_still_refused() -> None:
    assert fault(tidy("Be\u202ea")) == "odd"


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2007", "\u3000"])
@pytest.mark.parametrize("read", [tidy, check_name])
def test_other_spaces_are_plain_ones(space: str, read: Callable[[str], str]) -> None:
    assert setup_by_code(f"{CODE.replace(' ', space)}{space}") == setup_by_code(CODE)
    assert read(f"{space}Ann{space}Bell") == "Ann Bell"
    assert fault(tidy(f"Ann{space}Bell")) is None


def test_names_of_an_imported_hand_have_no_invisible_letters(texts: dict[str, str]) -> None:
    names = read_hand(texts["import"]).names
    changed = texts["import"].replace(names[0], f"{names[0][0]}\u200b{names[0][1:]}")
    assert changed != texts["import"]
    assert read_hand(changed).names == names
