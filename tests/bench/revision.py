"""Players from an earlier revision of the program, for the measurements: ``expert@6ad4992``.

The files of that revision are copied from git into `.revisions` of the checkout, once, and compiled if this program is.
Its players run in a separate process (`far_player`), which gets events as record lines. So the two programs share only
the form of records, and the players make the same choices as they did then.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import asdict

from spades_tui.bots import levels
from spades_tui.bots.search import playout
from spades_tui.game.events import Event, SeatEvent
from spades_tui.game.state import GameState
from spades_tui.record.reader import read
from spades_tui.record.writer import event_line
from spades_tui.system.output import json_text

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / ".revisions"
PARTS = (".build", "pyproject.toml", "spades_tui", "variants")
"""Files taken from a revision."""


def split(level: str) -> tuple[str, str]:
    """Return a level, and its revision; "" for this program."""
    name, _, revision = level.partition("@")
    return name, revision


def level_problem(level: str) -> str | None:
    """Return what is wrong with a level's text, in a sentence; None if nothing is."""
    name, revision = split(level)
    if revision and not _hash_of(revision):
        return f"{level!r}: git knows no revision {revision!r}"
    return levels.level_problem(name)


@cache
def _hash_of(revision: str) -> str:
    """Return the full name of a revision; "" if there is none."""
    command = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout.strip()


@cache
def program_of(revision: str) -> Path:
    """Return the program's folder of a revision. Raises CalledProcessError if git or the compiler fails."""
    compiled = not playout.__file__.endswith((".py", ".pyc"))
    name = _hash_of(revision)
    place = KEPT / (f"{name}-compiled" if compiled else name)
    if place.is_dir():
        return place
    KEPT.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=KEPT) as made:
        folder = Path(made, "program")
        archive = ["git", "archive", "--format=tar", name, *PARTS]
        packed = subprocess.run(archive, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            tar.extractall(folder, filter="data")
        if compiled:
            wheel = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
            modules = wheel["wheel"]["hooks"]["custom"]["modules"]
            script = folder / ".build" / "compile.py"
            subprocess.run([sys.executable, str(script), str(folder), str(folder), *modules], check=True)
        if not place.is_dir():
            folder.rename(place)
    return place


class Elsewhere:
    """The players of a revision at one table."""

    def __init__(self, program: Path) -> None:
        script = Path(__file__).with_name("far_player.py")
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(script)], cwd=program, env={**os.environ, "PYTHONPATH": str(program)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip

    def _say(self, *request: object) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write(json.dumps(request) + "\n")
        stdin.flush()

    def end(self) -> None:
        """End the process."""
        self._process.communicate()

    def begin(self, state: GameState) -> None:
        """Begin a hand of a game with this standing, of which nothing else is known."""
        rules = state.rules
        whole = rules.whole
        plain = whole.changed(options=())  # Leave out the disabled parts, which options may name.
        self._say("begin", plain.to_json(), state.first_dealer, asdict(state.standing))

    def dealt(self, secret: bytes) -> None:
        """Send the source of the players' random numbers in this deal."""
        self._say("dealt", secret.hex())

    def do(self, event: Event) -> None:
        """Send an event."""
        self._say("do", json_text(event_line(event)))

    def ask(self, kind: str, level: str, seat: int) -> SeatEvent | None:
        """Return a player's action in turn (`choose`) or out of turn (`speak`).

        Raises ValueError if the program ended.
        """
        self._say(kind, level, seat)
        stdout = self._process.stdout
        assert stdout is not None
        line = stdout.readline()
        if not line:
            raise ValueError(f"the program of that revision has ended ({self._process.wait()})")
        if line == "null\n":
            return None
        event = next(read([(1, line.encode())])).event
        if not isinstance(event, SeatEvent):
            raise ValueError(f"a player has done what no player does: {line}")
        return event


@cache
def elsewhere(revision: str) -> Elsewhere:
    """Return the players of a revision; each process starts it once, and ends it."""
    return Elsewhere(program_of(revision))
