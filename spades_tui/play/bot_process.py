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

ANSWER_SECONDS = 20.0
"""Seconds to wait for an answer of the process. A decision takes less than one."""

SLICE = 0.002
"""Seconds between thread switches if no process can be started, so that the screen gets turns while a thread thinks."""

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from spades_tui.play.worker_loop import serve; serve()"
)


class BotProcess:
    """A process that works for computer players; it starts at the first question.

    `ask`, a `Brain`, may be called from any thread; questions are answered one after another. If the process isn't
    wanted, can't be started, has crashed or hangs, the calling thread computes the answer.
    """

    def __init__(self, wanted: bool = True, command: list[str] | None = None) -> None:
        self.wanted, self._command = wanted, command
        self.process: subprocess.Popen[bytes] | None = None
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
            Thread(target=self._answers, args=(warm_up,), daemon=True).start()

    def ask(self, work: Callable[..., Any], *given: object) -> Any:
        """Return the result of work, done here if the process can't. Raises its errors."""
        answers = self._answers(work, *given) if self.wanted else []
        if not answers:
            return work(*given)
        if isinstance(answers[0], BaseException):
            raise answers[0]
        return answers[0]

    def end(self) -> None:
        """End the process, and never start another. Waiting questions are answered by their callers."""
        self.wanted = False
        process = self.process
        if process is not None:
            with suppress(OSError):
                process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(2.0)
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()

    def _answers(self, *question: object) -> list[Any]:
        """Return the answer of the process in a list, or an empty list if it has none; then it has ended."""
        with self._busy:
            self.start()
            process = self.process
            if process is None or process.stdin is None or process.stdout is None:
                return []
            ends = Timer(ANSWER_SECONDS, self.end)
            ends.daemon = True
            ends.start()
            try:
                process.stdin.write(pickle.dumps(question, pickle.HIGHEST_PROTOCOL))
                process.stdin.flush()
                return [pickle.load(process.stdout)]
            except Exception:  # a broken pipe or an incomplete answer means that the process is gone
                self.end()
                return []
            finally:
                ends.cancel()
