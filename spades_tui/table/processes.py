"""Processes beside this one, for commands that do the same with many games."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.pool import Pool

from spades_tui.collecting import seldom

TICK = 0.1
"""Seconds to wait for them before a command says how far it has come; it ends no later when Ctrl+C is pressed."""

MOST = 64
"""Processes, at most."""


@contextmanager
def processes(count: int) -> Iterator[Pool]:
    """So many processes, `MOST` at most, which end with the block, also while they work."""
    with _deaf_to_ctrl_c():
        pool = get_context("spawn").Pool(min(count, MOST), seldom)
    with pool:
        yield pool


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started now do not hear Ctrl+C: this one does, ends them, and says nothing but its status."""
    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread, which hears no signals anyhow
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
