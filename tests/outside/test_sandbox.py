"""With `--sandbox`, an outside player can reach nothing else; a missing sandbox is reported."""

import itertools
import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from spades_tui.language.unusable import UnusableError
from spades_tui.play import sandbox
from spades_tui.play.sandbox import check_sandbox, in_sandbox, program_sandbox, sandboxed
from spades_tui.play.setup import SeatSetup
from spades_tui.system.folders import games_folder
from tests import LONG
from tests.commands.shell import spades

SYSTEM_PYTHON = shutil.which("python3", path="/usr/bin:/bin")

SPY = """
import json, os, random, socket, sys

def tried(what):
    try:
        return repr(what())
    except OSError as error:
        return type(error).__name__

def connect():
    with socket.socket() as one:
        one.settimeout(2)
        one.connect((sys.argv[1], int(sys.argv[2])))

def environments():
    texts = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                texts.append(file.read().decode())
        except PermissionError:  # bwrap, process 1, if root has started it
            texts.append("HOME=/tmp")
    return texts

found = {
    "network": tried(connect), "shadow": tried(lambda: open("/etc/shadow").close()),
    "home": tried(lambda: os.listdir(sys.argv[3])),
    "journals": tried(lambda: os.listdir(sys.argv[4])), "here": sorted(os.listdir(".")),
    "write here": tried(lambda: open("new", "w")), "write system": tried(lambda: open("/usr/new", "w")),
    "write tmp": tried(lambda: open("/tmp/new", "w").close()), "tmp": sorted(os.listdir("/tmp")),
    "processes": sum(name.isdigit() for name in os.listdir("/proc")), "environments": environments(),
}
print(json.dumps(found), file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" in message:
        print(json.dumps(random.choice(message["ask"]["legal"])), flush=True)
"""


def why_not() -> str:
    """Return why this machine has no sandbox; "" if it has one."""
    try:
        check_sandbox()
    except UnusableError as error:
        return str(error)
    return "" if SYSTEM_PYTHON else "there is no Python of the system's"


needs_sandbox = pytest.mark.skipif(bool(why_not()), reason=why_not() or "there is one")


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with a players' folder, where the table starts."""
    home, folder = tmp_path / "user", tmp_path / "user" / "players"
    folder.mkdir(parents=True)
    (home / "diary").write_text("mine")
    (folder / "spy.py").write_text(SPY, "utf-8")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("SPADES_TUI_HOME", str(home / "spades"))
    games_folder().mkdir(parents=True)
    monkeypatch.chdir(folder)
    return home


def bound(command: str) -> set[str]:
    """Return the folders visible in a sandbox besides the system's."""
    parts = shlex.split(command)
    return {parts[place + 1] for place, part in enumerate(parts) if part == "--ro-bind"}


def test_the_sandbox_command_isolates_the_player(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "xyzzy")
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    command = sandboxed("python3 'spy.py' 'a b'", [games_folder().parent])
    parts = shlex.split(command)
    assert parts[:2] == ["env", "-i"]
    assert "bwrap" in parts
    assert parts[-3:] == ["python3", "spy.py", "a b"]
    for wanted in (*sandbox.APART, "--die-with-parent", "--new-session", "--remount-ro"):
        assert wanted in parts
    assert "--share-net" not in parts
    assert "xyzzy" not in command
    assert "--bind" not in parts  # the sandbox can't write the user's files
    assert bound(command) == {str(places / "players")}
    assert ("--ro-bind", str(places)) not in list(itertools.pairwise(parts))


def test_the_sandbox_hides_the_home_and_the_programs_folders(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private = [games_folder().parent]
    for folder in (places, places.parent, Path("/"), games_folder().parent, games_folder()):
        monkeypatch.chdir(folder)
        assert bound(sandboxed("python3 spy.py", private)) == set()
    monkeypatch.chdir(places)
    assert bound(sandboxed("python3 players/spy.py", private)) == {str(places / "players" / "spy.py")}
    parts = shlex.split(sandboxed("python3", [Path("/usr")]))
    assert ("--tmpfs", "/usr") in list(itertools.pairwise(parts))


def test_outside_players_alone_run_in_the_sandbox(places: Path) -> None:
    seats = (SeatSetup("Ann", "human"), SeatSetup("Bea", "bot", "club"), SeatSetup("Cy", "bot", "exec", "python3 x"))
    boxed = in_sandbox(seats, ())
    assert boxed[:2] == seats[:2]
    assert boxed[2].command == sandboxed("python3 x", ())
    with pytest.raises(UnusableError, match="no closing quotation"):
        in_sandbox([SeatSetup("Cy", "bot", "exec", "python3 'x")], ())


@pytest.mark.parametrize("words", [("simulate", "--variant", "sandbags"), ("play",)])
def test_missing_bubblewrap_is_reported_in_one_sentence(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = spades(*words, "--sandbox", PATH=str(tmp_path))
    assert (done.status, "bwrap is not installed" in done.error) == (2, True)


def test_a_forbidden_sandbox_is_reported_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(UnusableError, match=r"can't make a sandbox .*No permissions"):
        check_sandbox()
    assert spades("simulate", "--variant", "bemo", "--sandbox").status == 2


def test_a_resumed_game_keeps_its_sandbox() -> None:
    done = spades("play", "--resume", "x.spades.jsonl", "--sandbox")
    assert (done.status, "--resume keeps" in done.error) == (2, True)


@needs_sandbox
def test_a_sandboxed_player_plays_and_reads_nothing_else(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from spades_tui.play.outside_player import OutsidePlayer

    monkeypatch.setenv("SECRET", "xyzzy")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        command = f"{SYSTEM_PYTHON} spy.py 127.0.0.1 {port} {places} {games_folder()}"
        log = places / "log"
        player = OutsidePlayer(sandboxed(command, [games_folder().parent]), 0, log)
        player.start()
        assert player.ask((), 20)[0] is None  # the program has no choice, and ends
        player.close()
    found = json.loads(log.read_text("utf-8").splitlines()[0])
    assert found["network"] in ("ConnectionRefusedError", "OSError", "TimeoutError")
    assert found["shadow"] != "None"
    assert found["home"] in ("['players']", "FileNotFoundError")
    assert found["journals"] == "FileNotFoundError"
    assert found["here"] == ["spy.py"]
    assert (found["write here"], found["write system"], found["write tmp"]) == ("OSError", "OSError", "None")
    assert "new" in found["tmp"]
    assert found["processes"] <= 3
    assert len(found["environments"]) >= 2  # bwrap, process 1, and the player
    assert not any("SECRET" in text for text in found["environments"])
    assert all("HOME=/tmp" in text for text in found["environments"])
    assert not Path("/tmp/new").exists()


@needs_sandbox
def test_the_program_itself_runs_in_a_sandbox_without_the_users_files(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest's process can import the screens and the games, and reach nothing of the host's."""
    monkeypatch.setenv("SECRET", "xyzzy")
    load = "import spades_tui.tui.app; from spades_tui.rules.catalogue import shipped; assert shipped()\n"
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        done = subprocess.run(
            [*program_sandbox([games_folder().parent]), sys.executable, "-c", load + SPY, "127.0.0.1", port,
             str(places), str(games_folder())],
            stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=LONG,
        )  # fmt: skip
    found = json.loads(done.stderr)
    assert found["network"] in ("ConnectionRefusedError", "OSError", "TimeoutError")
    assert found["shadow"] != "None"
    assert found["home"] == found["journals"] == "FileNotFoundError"
    assert (found["write here"], found["write system"]) == ("OSError", "OSError")
    assert found["processes"] <= 3
    assert not any("SECRET" in text for text in found["environments"])


@needs_sandbox
def test_a_simulated_game_ends_in_the_sandbox(places: Path) -> None:
    text = spades_here("--bots", f'"exec:{SYSTEM_PYTHON} spy.py 127.0.0.1 9 x x",club,club,club')
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[-1]["event"] == "game_over"
    played = [line for line in lines if line["event"] == "play" and line["seat"] == 0]
    assert played
    assert not any("stand_in" in line for line in lines)


def spades_here(*arguments: str) -> str:
    """Simulate a game with sandboxes from the working directory; return its output."""
    import subprocess

    root = Path(sandbox.__file__).parents[2]
    command = [sys.executable, "-m", "spades_tui", "simulate", "--variant", "sandbags", "--sandbox", "--seed", "box"]
    command += ["--option", "target=60", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=True, env=environment)
    assert done.stderr == ""
    return done.stdout
