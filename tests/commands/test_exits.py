"""Commands end through one handler; manual, completion, first dealer and ways to get an extra are as documented."""

import ast
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from spades_tui import cli, fair
from spades_tui.commands import figure_files, host, play, serve, simulate
from spades_tui.commands.arguments import parser
from spades_tui.play.setup import TableSetup
from spades_tui.record import RecordError
from spades_tui.system import installing
from spades_tui.system.exit_status import (
    WRONG_INPUT,
    WRONG_USAGE,
    InputError,
    UsageError,
    run_reporting,
)
from spades_tui.system.faults import FAULT
from spades_tui.system.installing import install_command
from spades_tui.system.jobs import workers
from tests import LONG
from tests.commands.shell import GOLDEN, python, spades, spades_into, spades_without_stream
from tests.make_manual import MAN, MARKDOWN, commands, man, markdown
from tests.quick_cases import slow_but
from tests.table.playing import setup_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (UsageError("no"), WRONG_USAGE, "spades-tui: no\n"),
        (InputError("wrong", "what to do"), WRONG_INPUT, "wrong\nwhat to do\n"),
        (InputError("wrong", ""), WRONG_INPUT, "wrong\n"),
        (RecordError(3, "a blank line", file="f"), WRONG_INPUT, "f:3: a blank line\n"),
        (FileNotFoundError(2, "No such file"), WRONG_USAGE, "spades-tui: f: no such file or folder\n"),
        (OSError("odd"), WRONG_USAGE, "spades-tui: f: odd\n"),
    ],
)
def test_each_error_has_its_message_and_status(
    error: Exception, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        raise error

    assert run_reporting(work, file="f") == status
    assert capsys.readouterr().err == said


def test_no_command_handles_errors_itself() -> None:
    """Exit statuses are defined in one place, and so are the messages for file errors."""
    commands = [ROOT / "spades_tui" / "cli.py", *sorted((ROOT / "spades_tui" / "commands").glob("*.py"))]
    assert len(commands) > 4
    for path in commands:
        text = path.read_text("utf-8")
        assert "strerror" not in text, path
        assigned = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assign)]
        assert not any("WRONG_USAGE" in ast.unparse(node.targets[0]) for node in assigned), path


RECORD = str(GOLDEN / "bemo.spades.jsonl")
SAYS_SOMETHING = [
    ("replay", RECORD), ("replay", "--json", RECORD, RECORD), ("verify", "--lenient", RECORD),
    ("verify", "--lenient", "--jobs", "2", RECORD, RECORD), ("advise", "--line", "9", RECORD),
    ("review", "--seat", "0", str(GOLDEN / "leaflet.spades.jsonl")), ("variants",), ("variants", "show", "bemo"),
    ("variants", "schema"), ("lessons",), ("lessons", "play"), ("settings", "path"), ("settings", "check"), ("book",),
    ("book", "export"), ("completion", "bash"), ("--version",), ("--help",), ("book", "--help"), ("play", "--plain"),
    (), ("simulate", "--variant", "bemo", "--option", "target=20"),
]  # fmt: skip


@pytest.mark.parametrize("words", slow_but([("--help",), ("play", "--plain")], SAYS_SOMETHING), ids=" ".join)
@pytest.mark.parametrize("closed", [True, False], ids=["closed", "full"])
def test_an_unwritable_output_is_reported(words: tuple[str, ...], closed: bool, tmp_path: Path) -> None:
    if not closed and not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    done = spades_without_stream(*words, closed=1) if closed else spades_into("/dev/full", *words)
    why = "it is closed" if closed else "the disk is full"
    assert (done.status, done.err) == (WRONG_USAGE, f"spades-tui: standard output: {why}\n")
    assert not (tmp_path / "home" / "data" / "faults").exists()


@pytest.mark.parametrize(
    "words", ["replay -", "verify -", "advise -", "review -", "book import -", "lessons play --plain", "play --plain"]
)
def test_a_closed_input_counts_as_empty(words: str) -> None:
    closed, empty = spades_without_stream(*words.split(), closed=0), spades(*words.split())
    assert closed.status == empty.status < FAULT
    assert closed.err == empty.err


def test_ctrl_c_while_the_program_is_loaded_prints_nothing() -> None:
    interrupt = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'spades_tui.record': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from spades_tui.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = python("-c", interrupt)
    assert (done.status, done.out, done.err) == (130, "", "")


def test_errors_without_standard_error_are_not_printed_elsewhere() -> None:
    done = spades_without_stream("replay", "nobody-has-this", closed=2)
    assert (done.status, done.out) == (WRONG_USAGE, "")


def test_the_pages_match_the_help() -> None:
    assert MARKDOWN.read_text(encoding="utf-8") == markdown(), "python -m tests.make_manual makes them anew"
    assert MAN.read_text(encoding="utf-8") == man(), "python -m tests.make_manual makes them anew"


def test_every_command_and_argument_has_a_help_text() -> None:
    told = list(commands(parser()))
    assert [command.name for command in told][:2] == ["spades-tui", "spades-tui play"]
    assert "spades-tui scorebook abandon" in [command.name for command in told]
    for command in told:
        assert command.about.endswith("."), command
        assert all(words for _, words in command.arguments + command.options), command


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here, which sets pages for man")
def test_the_man_page_has_no_warning() -> None:
    set_page = ["groff", "-Kutf8", "-man", "-Tutf8", "-ww", str(MAN)]
    done = subprocess.run(set_page, capture_output=True, check=True, timeout=LONG)
    assert not done.stderr
    assert b"start a game at once" in done.stdout.lower()


def first_dealer(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Return the first dealer at the table that a command line opens."""
    opened: list[TableSetup] = []

    def opens(setup: TableSetup, resume: Path | None, said: set[str] | None = None) -> int:
        assert resume is None
        opened.append(setup)
        return 0

    monkeypatch.setattr(play, "open_plain", opens)
    assert cli.main(["play", "--plain", *arguments]) == 0
    (setup,) = opened
    return setup.dealer


@pytest.mark.rule("C-2")
@pytest.mark.parametrize(("slug", "seats"), [("sandbags", 4), ("bemo", 3), ("3b-five", 5)])
def test_a_seed_draws_the_first_dealer(slug: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = [first_dealer(monkeypatch, "--variant", slug, "--seed", f"lot {n}") for n in range(40)]
    assert set(drawn) == set(range(seats))
    assert drawn == [first_dealer(monkeypatch, "--variant", slug, "--seed", f"lot {n}") for n in range(40)]


@pytest.mark.rule("C-2")
def test_the_first_dealer_is_random_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def lot(seats: int) -> int:
        asked.append(seats)
        return 2

    monkeypatch.setattr(secrets, "randbelow", lot)
    assert first_dealer(monkeypatch, "--variant", "bemo") == 2
    assert asked == [3]


def test_a_seed_draws_the_same_first_dealer_as_before() -> None:
    """The same seed seats the same first dealer in every version."""
    assert [fair.seeded_dealer("tuesday", seats) for seats in (3, 4, 5)] == [1, 0, 2]
    assert "".join(str(fair.seeded_dealer(f"lot {n}", 4)) for n in range(20)) == "20322222222020221130"


BREAKS = " \t\n\"'><=;|&(:"
"""The characters that end a word in bash."""


def offered(line: str, home: Path) -> list[str]:
    """Return the completions that a shell gets at the end of a line."""
    answer = home / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_COMP_WORDBREAKS": BREAKS,
        "IFS": "\v",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line.encode())),
        "COMP_TYPE": "9",
        "SPADES_TUI_HOME": str(home),
    }
    subprocess.run(
        [sys.executable, "-m", "spades_tui"], env=os.environ | asked, cwd=home, check=True, timeout=LONG,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return answer.read_text(encoding="utf-8").split("\v")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("spades-tui si", ["simulate "]),
        ("spades-tui book gi", ["give-up "]),
        ("spades-tui play --se", ["--seats", "--seed"]),
        ("spades-tui play --variant 3b-f", ["3b-five", "3b-four"]),
        ("spades-tui play --variant bemo --option un", ["undo=off", "undo=on"]),
        ("spades-tui simulate --bots exp", ["expert "]),
        ("spades-tui replay mine", ["mine.spades.jsonl "]),
        ("spades-tui book rename m", [""]),
        ("spades-tui play --pace b", ["brisk "]),
        ("spades-tui play wh", ["whiz "]),
        ("spades-tui play bemo --option un", ["undo=off", "undo=on"]),
        ("spades-tui lab bemo --option un", ["undo=off", "undo=on"]),
        ("spades-tui scorebook --variant wh", ["whiz "]),
        ("spades-tui scorebook delete wh", [""]),
        ("spades-tui daily check mine", ["mine.spades.jsonl "]),
        ("spades-tui import hand.ptn --out mine", ["mine.spades.jsonl "]),
    ],
)
def test_commands_options_and_values_are_completed(line: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "mine.spades.jsonl").touch()
    assert sorted(offered(line, tmp_path)) == words


def test_house_rules_and_their_options_are_completed(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2] / "variants" / "bemo.toml"
    own = tmp_path / "config" / "variants"
    own.mkdir(parents=True)
    text = shipped.read_text(encoding="utf-8")
    (own / "ours.toml").write_text(text.replace('"bemo"', '"ours"', 1), encoding="utf-8")
    assert offered("spades-tui play --variant ou", tmp_path) == ["ours "]
    assert "undo=on" in offered("spades-tui play --variant ours --option undo", tmp_path)


@pytest.mark.parametrize(("shell", "word"), [("bash", "complete "), ("zsh", "#compdef"), ("fish", "complete ")])
def test_each_shell_has_its_script(shell: str, word: str) -> None:
    done = spades("completion", shell)
    assert done.status == 0
    assert word in done.out
    assert "spades-tui" in done.out


@pytest.mark.posix("plays in a pseudo-terminal")
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_tab_completes_in_bash(tmp_path: Path) -> None:
    folder = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "SPADES_TUI_HOME": str(tmp_path), "PS1": "> "}
    bash = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], env=environment, encoding="utf-8", timeout=LONG)
    bash.sendline('eval "$(spades-tui completion bash)"; echo re""ady')
    bash.expect("ready")
    bash.send("spades-tui variants show cutthroat-t\t")
    bash.expect("cutthroat-three")
    bash.close(force=True)


@pytest.mark.parametrize(
    ("place", "file", "command"),
    [
        ("cache/uv/archive-v0/x1", None, "uvx --from 'spades-tui[host]' spades-tui host"),
        ("tools/spades-tui", "uv-receipt.toml", "uv tool install 'spades-tui[host]'"),
        ("venvs/spades-tui", "pipx_metadata.json", "pipx install --force 'spades-tui[host]'"),
        ("venv", None, "pip install 'spades-tui[host]'"),
    ],
)
def test_an_installed_copy_names_its_own_installer(
    place: str, file: str | None, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True)
    if file is not None:
        (folder / file).touch()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(installing, "_is_checkout", lambda: False)
    monkeypatch.setenv("VIRTUAL_ENV", str(folder))
    assert install_command("host", "host") == command


def test_an_environment_that_is_not_active_gets_its_own_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installing, "_is_checkout", lambda: False)
    assert install_command("web") == f"{sys.executable} -m pip install 'spades-tui[web]'"


def test_pythons_own_environment_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(installing, "_is_checkout", lambda: False)
    assert install_command("lab") == "pipx install 'spades-tui[lab]'"


def test_a_checkout_installs_itself() -> None:
    assert install_command("host", "host").endswith("pip install '.[host]' in the checkout")


def _host(*words: str) -> None:
    host.run(parser().parse_args(["host", *words]))


def test_every_missing_extra_is_answered_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("asyncssh", "distributed", "matplotlib", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(serve, "HAS_WEB", False)
    monkeypatch.setattr(host, "HAS_TERMINALS", True)
    told = []
    for work in (
        lambda: _host(), lambda: host.run(parser().parse_args(["join", "localhost", "code"])),
        lambda: serve.run(parser().parse_args(["serve"])), figure_files.matplotlib_figure, simulate.pyarrow,
        lambda: workers(1, "tcp://127.0.0.1:9").__enter__(),
    ):  # fmt: skip
        with pytest.raises(UsageError) as error:
            work()
        told.append(error.value.text)
    setup: TableSetup = setup_of("sandbags")
    told.append(str(host.invite_screen(setup, 0)))
    extras = ["friends", "friends", "web", "lab", "lab", "cluster", "friends"]
    assert [text.partition("; get it with: ")[2] for text in told] == [install_command(extra) for extra in extras]
