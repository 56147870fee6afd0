"""A process in which computer players think, so that the screen stays responsive.

It starts after the first frame, reads questions from a pipe, and exits when the pipe closes. It gets observations,
levels and random numbers, never the state of a game or the secret of a deal. The one exception is a finished hand of
the day: it gets the seed, to play the hand at other tables. If it doesn't answer, the caller computes the answer.
"""

import io
import json
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from spades_tui.play.bot_questions import Question, WarmUp
from spades_tui.play.worker_loop import receive, send
from spades_tui.rules.ruleset import Ruleset

PATIENCE = 20.0
"""Seconds to wait for a silent worker. A decision takes less than one, but questions wait in line."""

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from spades_tui.play.worker_loop import serve; serve()"
)


class WorkerGone(Exception):
    """The worker has ended, or doesn't answer."""


class Thinker:
    """The worker, as seen by the program that started it.

    `ask` may be called from any thread; questions are answered one after another. If the worker couldn't be started,
    has crashed or hangs, the calling thread computes the answer.
    """

    def __init__(self, command: list[str] | None = None) -> None:
        """Start the process, which imports little before the first question."""
        self._process: subprocess.Popen[bytes] | None = None
        self._questions: queue.SimpleQueue[tuple[Question, Future[Any]] | None] = queue.SimpleQueue()
        self._sent: dict[int, int] = {}
        self._rules: list[object] = []
        self._closed = False
        with suppress(OSError, ValueError):
            self._process = _start(command)
        if self._process is not None:
            threading.Thread(target=self._run, args=(self._process,), daemon=True, name="thinker").start()

    @property
    def alive(self) -> bool:
        """Whether there is a process that answers."""
        return self._process is not None and not self._closed

    @property
    def pid(self) -> int | None:
        """The process id."""
        return self._process.pid if self._process is not None else None

    def warm_up(self) -> None:
        """Let the process import what it needs, ahead of the first question."""
        if self.alive:
            self._questions.put((WarmUp(), Future()))

    def ask(self, question: Question) -> Any:
        """Return the answer, computed here if the worker has none. Raises the errors of `answer`."""
        if self.alive:
            future: Future[Any] = Future()
            self._questions.put((question, future))
            if self._closed:  # closed meanwhile, so perhaps no thread reads the question
                self._refuse_waiting()
            try:
                return future.result(PATIENCE)
            except WorkerGone:
                pass
            except TimeoutError:
                self.close()
        return question.answer()

    def close(self) -> None:
        """End the process. Waiting questions are answered by their callers."""
        if self._closed:
            return
        self._closed = True
        self._questions.put(None)
        process = self._process
        if process is not None:
            with suppress(OSError):
                process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(2.0)

    def _run(self, process: subprocess.Popen[bytes]) -> None:
        """Send questions and receive answers, one after another; this thread sleeps while it waits."""
        while (item := self._questions.get()) is not None:
            question, future = item
            if self._closed:
                future.set_exception(WorkerGone())
                continue
            try:
                answer = self._exchange(process, question)
            except Exception:  # a broken pipe or an incomplete answer means that the worker is gone
                self._closed = True
                future.set_exception(WorkerGone())
                self._end(process)
                break
            if isinstance(answer, BaseException):
                future.set_exception(answer)
            else:
                future.set_result(answer)
        self._closed = True
        self._refuse_waiting()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        with suppress(OSError):
            process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(2.0)

    def _refuse_waiting(self) -> None:
        """Refuse all waiting questions, and end the thread that takes them."""
        with suppress(queue.Empty):
            while True:
                item = self._questions.get_nowait()
                if item is not None:
                    item[1].set_exception(WorkerGone())
        self._questions.put(None)

    def _exchange(self, process: subprocess.Popen[bytes], question: Question) -> Any:
        if process.stdin is None or process.stdout is None:
            raise WorkerGone
        send(process.stdin, _dump(question, self._number))
        return pickle.loads(receive(process.stdout))

    def _number(self, rules: "Ruleset") -> tuple[int, bytes | None]:
        """Return the number under which the worker knows these rules, and the pickled variant the first time."""
        number = self._sent.get(id(rules))
        if number is not None:
            return number, None
        self._rules.append(rules)  # kept alive, so that its id isn't reused
        self._sent[id(rules)] = len(self._rules)
        return len(self._rules), pickle.dumps(rules.variant)


def _start(command: list[str] | None) -> subprocess.Popen[bytes] | None:
    if command is None:
        if not sys.executable:
            return None
        here = os.getcwd()
        path = [os.path.join(here, entry) for entry in sys.path]
        command = [sys.executable, "-P", "-c", _START, json.dumps(path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def _dump(question: Question, number: "Callable[[Ruleset], tuple[int, bytes | None]]") -> bytes:
    """Return a question as bytes. Rules are sent only once, because the worker caches results per rules object."""
    buffer = io.BytesIO()

    class Pickler(pickle.Pickler):
        def persistent_id(self, obj: object) -> Any:
            return number(obj) if isinstance(obj, Ruleset) else None

    Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump(question)
    return buffer.getvalue()
