"""A process in which computer players think, so that the screen answers keys as fast while they do.

It is started once the first frame stands and ends with the program: it reads its questions from a pipe, and when the
pipe closes, for whatever reason, it is gone. It is sent observations, levels and random numbers, never the state of a
game or the secret of a deal. What it does not answer is decided in place.
"""

import io
import json
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, Protocol

from spades_tui.faults import remember_places
from spades_tui.frozen import dataclass

if TYPE_CHECKING:
    from spades_tui.bots.advice import Advice
    from spades_tui.fair import Stream
    from spades_tui.game.facts import SeatFact
    from spades_tui.rules.ruleset import Ruleset
    from spades_tui.seats import Observation

PATIENCE = 20.0
"""Seconds after which a worker that does not answer is given up; a decision takes less than one."""

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from spades_tui.table.worker import serve; serve()"
)
_SIZE = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Choose:
    """What would a player of this level do?"""

    level: str
    seen: "Observation"
    stream: "Stream"

    def answer(self) -> "SeatFact":
        """The decision, made here."""
        from spades_tui import bots

        return bots.choose(self.level, self.seen, self.stream)


@dataclass(frozen=True, slots=True)
class Advise:
    """What are the choices worth?"""

    level: str
    seen: "Observation"
    names: tuple[str, ...] | None = None

    def answer(self) -> "tuple[Advice, ...]":
        """The advice, worked out here."""
        from spades_tui.bots.advice import advise

        return advise(self.level, self.seen, self.names)


class Warm:
    """Import what thinking needs; nobody waits for the answer."""

    def answer(self) -> None:
        """Done by the unpickling of it, and this."""
        import spades_tui.bots.advice
        import spades_tui.bots.club
        import spades_tui.bots.search.decide  # noqa: F401


Question = Choose | Advise | Warm


class Brain(Protocol):
    """Where decisions are made: in a worker, or in place."""

    def ask(self, question: Question) -> Any:
        """The answer, waited for. Raises what the question's own `answer` raises."""


class InPlace:
    """Decisions are made where they are asked for."""

    def ask(self, question: Question) -> Any:
        """Work it out."""
        return question.answer()


class Later:
    """Whoever thinks, begun when the first question is asked."""

    def __init__(self, begin: "Callable[[], Brain]") -> None:
        self._begin = begin

    def ask(self, question: Question) -> Any:
        """The answer of whoever thinks by now. Raises what the question's own `answer` raises."""
        return self._begin().ask(question)


class Gone(Exception):
    """The worker has ended, or does not answer."""


class Thinker:
    """The worker, as the program that has started it knows it.

    `ask` may be called from any thread; questions are answered one after another. What the worker does not answer,
    because it could not be started, has crashed or hangs, is worked out in the thread that asks.
    """

    def __init__(self, command: list[str] | None = None) -> None:
        """Start the process. It imports nothing of weight before the first question."""
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
        """The number of the process."""
        return self._process.pid if self._process is not None else None

    def warm_up(self) -> None:
        """Let the process import what it needs."""
        if self.alive:
            self._questions.put((Warm(), Future()))

    def ask(self, question: Question) -> Any:
        """The answer, waited for; worked out here where the worker has none. Raises what `answer` raises."""
        if self.alive:
            future: Future[Any] = Future()
            self._questions.put((question, future))
            try:
                return future.result(PATIENCE)
            except Gone:
                pass
            except TimeoutError:
                self.close()
        return question.answer()

    def close(self) -> None:
        """End the process. Questions that wait are answered by those who ask them."""
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
        """Pass questions on and take the answers in, one after another; this thread sleeps while it waits."""
        while (item := self._questions.get()) is not None:
            question, future = item
            if self._closed:
                future.set_exception(Gone())
                continue
            try:
                answer = self._exchange(process, question)
            except Exception:  # a pipe that has broken, an answer cut off: whatever it is, the worker is no more
                self._closed = True
                future.set_exception(Gone())
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
        with suppress(queue.Empty):
            while True:
                item = self._questions.get_nowait()
                if item is not None:
                    item[1].set_exception(Gone())

    def _exchange(self, process: subprocess.Popen[bytes], question: Question) -> Any:
        if process.stdin is None or process.stdout is None:
            raise Gone
        _send(process.stdin, _dump(question, self._number))
        return pickle.loads(_receive(process.stdout))

    def _number(self, rules: "Ruleset") -> tuple[int, bytes | None]:
        """The rules by their number; the first time with the variant they are made of."""
        number = self._sent.get(id(rules))
        if number is not None:
            return number, None
        self._rules.append(rules)  # kept, so that its id stays its own
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


# ---- both ends of the pipe ---------------------------------------------------------------------------------


def _send(stream: IO[bytes], data: bytes) -> None:
    stream.write(_SIZE.pack(len(data)) + data)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    """One message. Raises EOFError when the other end has closed."""
    head = stream.read(_SIZE.size)
    if len(head) < _SIZE.size:
        raise EOFError
    size = _SIZE.unpack(head)[0]
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _dump(question: Question, number: "Callable[[Ruleset], tuple[int, bytes | None]]") -> bytes:
    """A question as bytes. Rules go once: what is computed from them is kept by which object they are."""
    from spades_tui.rules.ruleset import Ruleset

    buffer = io.BytesIO()

    class Pickler(pickle.Pickler):
        def persistent_id(self, obj: object) -> Any:
            return number(obj) if isinstance(obj, Ruleset) else None

    Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump(question)
    return buffer.getvalue()


def _load(data: bytes, known: "dict[int, Ruleset]") -> Question:
    from spades_tui.rules.ruleset import Ruleset, ruleset

    class Unpickler(pickle.Unpickler):
        def persistent_load(self, pid: Any) -> Ruleset:
            number, variant = pid
            if variant is not None:
                known[number] = ruleset(pickle.loads(variant))
            return known[number]

    question: Question = Unpickler(io.BytesIO(data)).load()
    return question


def serve() -> None:
    """The worker itself: answer until the pipe closes. Nothing is ever printed."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program that asks decides when this ends
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not stand between the answers
    known: dict[int, Ruleset] = {}
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            data = _receive(questions)
            answer: object
            try:
                answer = _load(data, known).answer()
            except Exception as error:
                remember_places(error)
                answer = error
            try:
                reply = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
            except Exception:
                reply = pickle.dumps(RuntimeError(f"{type(answer).__name__} cannot be sent"))
            _send(answers, reply)
    os._exit(0)
