"""The table's sounds: a thread passes them to the process that plays them, so no key waits for a sound.

A sound follows from what everybody at the table sees, and says no more than that.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from importlib.util import find_spec
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from spades_tui.system.sound_player import LETTERS, Sound

if TYPE_CHECKING:
    from spades_tui.presentation.moments import Moment

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from spades_tui.system.sound_player import serve; serve()"
)
WITHOUT_DEVICE = "Sound: no audio device can be opened here, so the table stays silent."
PROBLEMS: dict[str, str] = {
    "ready": "",
    "extra": "Sound: this needs an extra; install spades-tui[sound]. Until then, the table stays silent.",
    "device": WITHOUT_DEVICE,
}
"""A sentence for each answer of the process."""
MOST_WAITING = 8
"""Sounds that may wait for the process; later ones are left out, because they'd be late."""
SURE_AFTER = 5.0
"""Maximum seconds to wait for the answer whether sounds can be played."""


_OF_MOMENTS: dict[str, Sound] = {"nil_made": "nil", "nil_broken": "set", "set": "set"}
"""The sound of each kind of moment (`MomentKind`) that has one."""


def sounds_of(happened: Iterable["Moment"]) -> tuple[Sound, ...]:
    """Return the sounds of moments, each once: a nil that is made, and a bid or a nil that isn't."""
    sounds = [_OF_MOMENTS[moment.kind] for moment in happened if moment.kind in _OF_MOMENTS]
    return tuple(dict.fromkeys(sounds))


class Sounds:
    """Plays sounds, or nothing if they're off or can't be played."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """Play nothing yet; `command` replaces the process that plays."""
        self.allowed = True
        """Whether this program may play sounds at all; not for a guest whose screens run on the host's machine."""
        self._command = command
        self._letters: SimpleQueue[bytes] | None = None
        """The way to the thread; None while sounds are off."""
        self._problem: Future[str] = Future()
        """Why sounds that are on can't be played, as a sentence; "" if they can."""

    def use(self, wanted: bool) -> None:
        """Turn sounds on or off. Returns at once: the process starts in a thread."""
        if wanted == (self._letters is not None) or not self.allowed:
            return
        if self._letters is not None:
            self._letters.put(b"")
            self._letters = None
            return
        self._problem, self._letters = Future(), SimpleQueue()
        Thread(target=self._serve, args=[self._letters, self._problem], daemon=True).start()

    def play(self, sounds: Iterable[Sound]) -> None:
        """Play these sounds at once, if sounds are on."""
        if self._letters is not None and self._letters.qsize() < MOST_WAITING:
            for sound in sounds:
                self._letters.put(LETTERS[sound])

    def problem(self) -> str:
        """Return why sounds can't be played, as a sentence, or "" if they can or are off; call it in a thread."""
        try:
            return self._problem.result(SURE_AFTER) if self._letters is not None else ""
        except TimeoutError:
            return WITHOUT_DEVICE

    def _serve(self, letters: "SimpleQueue[bytes]", problem: "Future[str]") -> None:
        """Start the process, note its answer, and pass on letters until an empty one."""
        process = self._begin() if self._command or find_spec("miniaudio") is not None else None
        answer = process.stdout.readline().decode().strip() if process is not None and process.stdout else "extra"
        problem.set_result(PROBLEMS.get(answer, WITHOUT_DEVICE))
        while letter := letters.get():
            if process is not None and process.stdin is not None:
                with suppress(OSError, ValueError):  # the process may have ended
                    process.stdin.write(letter)
                    process.stdin.flush()
        if process is not None:
            _end(process)

    def _begin(self) -> "subprocess.Popen[bytes] | None":
        """Start the process; return None if that's impossible."""
        command = self._command
        if command is None:
            here = os.getcwd()
            path = [os.path.join(here, entry) for entry in sys.path]
            command = [sys.executable, "-P", "-c", _START, json.dumps(path)]
        try:
            return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except (OSError, ValueError):
            return None


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Let the process end by closing its pipes; kill it if it doesn't."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    try:
        process.wait(1.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
