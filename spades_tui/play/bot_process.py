"""A process in which computer players think, so that the screen stays responsive.

It starts after the first frame, reads its work from a pipe, and exits when the pipe closes. It gets observations,
levels and random numbers, never the state of a game or the secret of a deal. The one exception is a finished hand of
the day: it gets the seed, to play the hand at other tables.
"""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import RLock, Thread, Timer
from typing import Any

from spades_tui.play.worker_loop import warm_up

ANSWER_SECONDS = 60.0
"""Seconds to wait for an answer of the process. A decision takes about one; a slow machine may take longer, because its
choices must be the same."""

TRIES = 2
"""Processes to ask, one after another, before a question counts as the reason why they die."""

SLICE = 0.002
"""Seconds between thread switches if no process can be started, so that the screen gets turns while a thread thinks."""

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from spades_tui.play.worker_loop import serve; serve()"
)


class ThinkerLost(Exception):
    """The process hasn't answered a question, and may never do: it has died twice, or had to be ended."""


class BotProcess:
    """A process that works for computer players; it starts at the first question.

    `ask`, a `Brain`, may be called from any thread; questions are answered one after another. If the process isn't
    wanted, or can't be started, the calling thread computes the answer. A process that dies or hangs is replaced.
    """

    def __init__(self, wanted: bool = True, command: list[str] | None = None) -> None:
        self.wanted, self._command = wanted, command
        self.process: subprocess.Popen[bytes] | None = None
        self._proven = False
        """Whether the process has answered: if it then dies, the reason may be the question."""
        self._hung = False
        """Whether the last question had no answer in time."""
        self._busy = RLock()

    def start(self) -> None:
        """Start the process, unless it isn't wanted or has been started before. It imports little at first."""
        command = self._command
        if command is None:
            here = os.getcwd()
            path = [os.path.join(here, entry) for entry in sys.path]
            command = [sys.executable, "-P", "-c", _START, json.dumps(path)]
        with self._busy:
            if self.wanted and self.process is None:
                try:
                    self.process = subprocess.Popen(
                        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                    )
                except (OSError, ValueError):
                    self.wanted = False
                    sys.setswitchinterval(SLICE)

    def warm_up(self) -> None:
        """Start the process if needed, and let it import what it needs, ahead of the first question."""
        if self.wanted:
            Thread(target=self._ready, daemon=True).start()

    def ask(self, work: Callable[..., Any], *given: object) -> Any:
        """Return the result of work, done here if no process can do any. Raises its errors.

        A process that dies might have been killed from outside, so a second one tries. Raises ThinkerLost if that dies
        too, or if one doesn't answer in time: the same work might end or stop this process.
        """
        if not self.wanted:
            return work(*given)
        for _ in range(TRIES):
            answers = self._answers(work, *given)
            if answers and isinstance(answers[0], BaseException):
                raise answers[0]
            if answers:
                return answers[0]
        if self.wanted:
            raise ThinkerLost
        return work(*given)

    def end(self) -> None:
        """End the process, and never start another. Waiting questions are answered by their callers."""
        self.wanted = False
        if self.process is not None:
            _kill(self.process)

    def _ready(self) -> subprocess.Popen[bytes] | None:
        """Return the process once it has imported what it needs. If it can't, end it and return None."""
        with self._busy:
            self.start()
            if self.process is not None and not self._proven:
                self._proven = bool(self._exchange(self.process, warm_up))
                if not self._proven:
                    self.end()
            return self.process if self.wanted else None

    def _answers(self, *question: object) -> list[Any]:
        """Return the answer of the process in a list, or an empty list if it has died. Raises ThinkerLost if it hangs.

        A process without an answer has ended.
        """
        with self._busy:
            process = self._ready()
            if process is None:
                return []
            answers = self._exchange(process, *question)
            if not answers and self.wanted:
                _kill(process)
                self.process, self._proven = None, False
                if self._hung:
                    raise ThinkerLost
            return answers

    def _exchange(self, process: subprocess.Popen[bytes], *question: object) -> list[Any]:
        """Ask a question; return the answer in a list, or an empty list."""
        if process.stdin is None or process.stdout is None:
            return []
        self._hung = False
        ends = Timer(ANSWER_SECONDS, self._give_up, [process])
        ends.daemon = True
        ends.start()
        try:
            process.stdin.write(pickle.dumps(question, pickle.HIGHEST_PROTOCOL))
            process.stdin.flush()
            return [pickle.load(process.stdout)]
        except Exception:  # a broken pipe or an incomplete answer means that the process is gone
            return []
        finally:
            ends.cancel()

    def _give_up(self, process: subprocess.Popen[bytes]) -> None:
        """End a process that hasn't answered in time."""
        self._hung = True
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process, and close its pipes."""
    with suppress(OSError):
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(2.0)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
