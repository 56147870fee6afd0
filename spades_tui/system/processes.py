"""Other processes, for commands that do the same work with many games."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, Protocol, TypeVar

from spades_tui.system.collecting import collect_seldom
from spades_tui.system.exit_status import UsageError

T = TypeVar("T")

TICK = 0.1
"""Seconds between two progress reports while waiting, which is also the longest delay after Ctrl+C."""

MOST = 64
"""Maximum number of processes."""

_NO_WARNING = "ignore:resource_tracker"
"""Option -W for Python's own helper process, which would write a warning on the terminal if this one is killed."""


class Processes(Protocol):
    """Runs work in other processes."""

    def ask(self, work: Callable[..., T], *given: object) -> Future[T]:
        """Submit work; `answer` waits for its result."""
        ...


def answer(asked: Future[T], tick: Callable[[], None]) -> T:
    """Return the result of submitted work, or raise its error; `tick` is called now and then while waiting."""
    while True:
        try:
            return asked.result(TICK)
        except NotYet:
            if asked.done():  # the work has just finished, or has raised this error
                return asked.result()
            tick()


@contextmanager
def processes(count: int) -> Iterator[Processes]:
    """Run `count` processes, `MOST` at most, which end with the block even if they are working.

    Raises UsageError if one of them is killed from outside, for example for lack of memory: its work is lost.
    """
    if _NO_WARNING not in sys.warnoptions:
        sys.warnoptions.append(_NO_WARNING)
    own = _Own()
    executor = ProcessPoolExecutor(min(count, MOST), own, _begin)
    try:
        yield _Pool(executor)
    except BrokenProcessPool:
        raise UsageError(
            "a process was stopped from outside, perhaps because memory ran out; try fewer --jobs"
        ) from None
    finally:
        for child in own.children:
            if child.pid is not None:
                child.terminate()
        executor.shutdown(cancel_futures=True)


class _Own(SpawnContext):
    """Starts processes, and keeps those of this executor, because other threads may have others."""

    def __init__(self) -> None:
        super().__init__()
        self.children: list[SpawnProcess] = []

    def Process(self, *given: Any, **named: Any) -> SpawnProcess:  # type: ignore[override] # noqa: N802
        """Return a new process."""
        child = SpawnProcess(*given, **named)
        self.children.append(child)
        return child


class _Pool:
    """The processes of an executor."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor

    def ask(self, work: Callable[..., T], *given: object) -> Future[T]:
        """Submit work to a process, which may be started for it."""
        with _ignore_ctrl_c():
            return self._executor.submit(work, *given)


@contextmanager
def _ignore_ctrl_c() -> Iterator[None]:
    """Let new processes ignore Ctrl+C: this one handles it, ends them, and reports only its exit status."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # processes inherit this; a signal arrives afterwards
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Prepare a new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End a process with its parent, because after a killed parent it would wait for work forever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
