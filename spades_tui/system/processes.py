"""Processes beside this one, for commands that do the same with many games."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Protocol, TypeVar

from spades_tui.system.collecting import seldom
from spades_tui.system.exit_status import UsageError

T = TypeVar("T")

TICK = 0.1
"""Seconds to wait for them before a command says how far it has come; it ends no later when Ctrl+C is pressed."""

MOST = 64
"""Processes, at most."""


class Processes(Protocol):
    """What is asked to do something in another process."""

    def ask(self, work: Callable[..., T], *given: object) -> Future[T]:
        """Have it done; `answer` waits for it."""
        ...


def answer(asked: Future[T], tick: Callable[[], None]) -> T:
    """What came of it. Raises what was raised there; `tick` is called every now and then while it is waited for."""
    while True:
        try:
            return asked.result(TICK)
        except NotYet:
            if asked.done():  # just now, or that is what was raised there
                return asked.result()
            tick()


@contextmanager
def processes(count: int) -> Iterator[Processes]:
    """So many processes, `MOST` at most, which end with the block, also while they work.

    Raises UsageError if one of them is ended from outside, as by a system that wants memory: what it did is lost.
    """
    others = set(active_children())
    executor = ProcessPoolExecutor(min(count, MOST), get_context("spawn"), _begin)
    try:
        yield _Pool(executor)
    except BrokenProcessPool:
        raise UsageError(
            "spades-tui: one of the processes was ended from outside, perhaps for want of memory; try fewer --jobs"
        ) from None
    finally:
        for child in set(active_children()) - others:
            child.terminate()
        executor.shutdown(cancel_futures=True)


class _Pool:
    """The processes of an executor."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor

    def ask(self, work: Callable[..., T], *given: object) -> Future[T]:
        """Have it done, in a process that may be started for it."""
        with _deaf_to_ctrl_c():
            return self._executor.submit(work, *given)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started now do not hear Ctrl+C: this one does, ends them, and says nothing but its status."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which processes inherit; it is heard later
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """What a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    seldom()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
