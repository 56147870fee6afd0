"""The process in which computer players think, seen from within (`worker` is what the program knows of it).

It imports what thinking needs, and nothing before the first question: no screen, no file, no process of its own.
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
    """Write one message: its length in four bytes, and itself. Raises OSError when the other end has gone."""
    stream.write(_SIZE.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """One message. Raises EOFError when the other end has closed."""
    head = stream.read(_SIZE.size)
    if len(head) < _SIZE.size:
        raise EOFError
    size = _SIZE.unpack(head)[0]
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def load(data: bytes, known: "dict[int, Ruleset]") -> "Question":
    """The question in a message. Rules that come for the first time are put among those `known`, by their numbers."""
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
                reply = pickle.dumps(RuntimeError(f"{type(answer).__name__} cannot be sent"))
            send(answers, reply)
    os._exit(0)
