"""The main loop of the process in which computer players think; `bot_process` starts it and talks to it.

It imports only what thinking needs, after the first question. It uses no screen, no files and no other process.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_tui.bots.valued_choice import Advice
    from spades_tui.game.events import SeatEvent
    from spades_tui.seats import Observation


def warm_up() -> None:
    """Import everything that thinking needs, ahead of the first real question."""
    import spades_tui.bots.club
    import spades_tui.bots.search.search_players  # noqa: F401


def advise(level: str, observation: Observation, also: SeatEvent | None = None) -> tuple[Advice, ...]:
    """Return every legal choice, best first; a program that only asks this process imports no search.

    `also`: a bid to play out in any case. Raises ValueError for an unknown level, or if the seat is not on turn.
    """
    from spades_tui.bots import advice

    return advice.advise(level, observation, also)


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
