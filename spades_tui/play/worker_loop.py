"""The main loop of the process in which computer players think; `bot_process` starts it and talks to it.

It imports only what thinking needs, after the first question. It uses no screen, no files and no other process.
"""

import io
import os
import pickle
import signal
import struct
import sys
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spades_tui.play.bot_questions import Question
    from spades_tui.rules.ruleset import Ruleset

_SIZE = struct.Struct(">I")


def send(stream: IO[bytes], data: bytes) -> None:
    """Write one message: its length in four bytes, then its data. Raises OSError if the other end has closed."""
    stream.write(_SIZE.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Return one message. Raises EOFError if the other end has closed."""
    head = stream.read(_SIZE.size)
    if len(head) < _SIZE.size:
        raise EOFError
    size = _SIZE.unpack(head)[0]
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def load(data: bytes, known: "dict[int, Ruleset]") -> "Question":
    """Return the question in a message, and add new rules to `known` by number."""
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
    """Answer questions until the pipe closes. Keeps standard output free for answers."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the program that asks ends this one
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not end up between answers
    known: dict[int, Ruleset] = {}
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            data = receive(questions)
            answer: object
            try:
                answer = load(data, known).answer()
            except Exception as error:
                from spades_tui.system.faults import remember_places

                remember_places(error)
                answer = error
            try:
                reply = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
            except Exception:
                reply = pickle.dumps(RuntimeError(f"{type(answer).__name__} can't be sent"))
            send(answers, reply)
    os._exit(0)
