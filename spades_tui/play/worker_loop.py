"""The main loop of the process in which computer players think; `bot_process` starts it and talks to it.

It imports only what thinking needs, after the first question. It uses no screen, no files and no other process.
"""

import os
import pickle
import signal
import sys
from contextlib import suppress


def warm_up() -> None:
    """Import everything that thinking needs, ahead of the first real question."""
    import spades_tui.bots.club
    import spades_tui.bots.search.search_players  # noqa: F401


def serve() -> None:
    """Answer questions until the pipe closes. Keeps standard output free for answers."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the program that asks ends this one
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not end up between answers
    with suppress(EOFError, OSError, pickle.UnpicklingError, KeyboardInterrupt):
        while True:
            work, *given = pickle.load(questions)
            answer: object
            try:
                answer = work(*given)
            except Exception as error:
                from spades_tui.system.faults import remember_places

                remember_places(error)
                answer = error
            try:
                reply = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
                if isinstance(answer, Exception):
                    pickle.loads(reply)  # some errors can be sent, but not received
            except Exception:
                reply = pickle.dumps(RuntimeError(f"{type(answer).__name__} can't be sent"))
            answers.write(reply)
            answers.flush()
    os._exit(0)
