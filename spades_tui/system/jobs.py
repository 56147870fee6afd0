"""Work for other processes.

Here, on a Dask cluster (extra `cluster`), or on any other `concurrent.futures.Executor`. Work is
done again if its process was killed, so it must give the same result every time.
"""

import logging
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, redirect_stderr
from importlib import import_module
from multiprocessing import parent_process, resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, Generic, TypeVar, cast

from spades_tui import __version__
from spades_tui.system import MOST_PROCESSES
from spades_tui.system.exit_status import StoppedError, UsageError
from spades_tui.system.faults import remember_places
from spades_tui.system.installing import missing

T = TypeVar("T")

TICK = 0.1
"""Seconds between two progress reports while waiting, and the longest delay after Ctrl+C."""

TRIES = 3  # times that work is begun whose processes are killed, for example for lack of memory

_NO_WARNING = "ignore:resource_tracker"
"""Option -W for Python's own helper process.

It would write a warning on the terminal if this one is killed.
"""


class JobsLost(StoppedError):
    """Work can't be done: its processes are killed again and again, or their cluster is gone."""

    def __init__(self, why: str = "") -> None:
        memory = "perhaps because memory ran out; try fewer --jobs"
        super().__init__(why or f"processes were stopped from outside, {memory}")


class Jobs:
    """Does work on an executor, and opens another one if that dies."""

    def __init__(
        self, opened: Callable[[], Executor], ahead: int, check: Callable[[], None] = lambda: None
    ) -> None:
        """Open an executor. `ahead`: how much work to submit before the first of it is answered.

        `check` is called while waiting. It raises JobsLost if the executor will never answer.
        """
        self.ahead, self.check = ahead, check
        self._opened, self.executor = opened, opened()
        self._closed = False

    def ask(self, work: Callable[..., T], *given: object) -> "Job[T]":
        """Submit work."""
        return Job(self, work, given)

    def submit(self, work: Callable[..., T], given: tuple[object, ...]) -> Future[T]:
        """Submit work to the executor, which may be dead. Raises JobsLost."""
        if self._closed:
            raise JobsLost
        try:
            with _ignore_ctrl_c():
                return self.executor.submit(_there, work, *given)
        except BrokenExecutor as error:
            lost: Future[T] = Future()
            lost.set_exception(error)
            return lost

    def renew(self, dead: Executor) -> None:
        """Replace a dead executor, unless that has been done."""
        if dead is self.executor and not self._closed:
            dead.shutdown(wait=False, cancel_futures=True)
            self.executor = self._opened()

    def in_order(
        self, work: Callable[..., T], given: Iterable[object], tick: Callable[[], None]
    ) -> Iterator[T]:
        """Yield the results of work in the order in which it is given. Raises JobsLost."""
        waiting: deque[Job[T]] = deque()
        for work_item in given:
            waiting.append(self.ask(work, work_item))
            if len(waiting) == self.ahead:
                yield waiting.popleft().answer(tick)
        while waiting:
            yield waiting.popleft().answer(tick)

    def close(self) -> None:
        """End the executor, and drop the work that isn't done."""
        self._closed = True
        self.executor.shutdown(cancel_futures=True)


class Job(Generic[T]):
    """Work that has been submitted; if it was lost, waiting for it begins it again."""

    def __init__(self, jobs: Jobs, work: Callable[..., T], given: tuple[object, ...]) -> None:
        self._jobs = jobs
        self._work = work
        self._given = given
        self._begun = 0
        self._begin()

    def _begin(self) -> None:
        if self._begun == TRIES:
            raise JobsLost
        self._begun += 1
        self._executor = self._jobs.executor
        self._future = self._jobs.submit(self._work, self._given)

    def done(self, seconds: float) -> bool:
        """Wait at most this long; return whether the work is done. Raises JobsLost."""
        future = self._future
        if not future.done():
            wait([future], seconds)
        if not future.done():
            self._jobs.check()
            return False
        if lost := future.cancelled() or isinstance(
            future.exception(), BrokenExecutor | CancelledError
        ):
            self._jobs.renew(self._executor)
            self._begin()
        return not lost

    def answer(self, tick: Callable[[], None]) -> T:
        """Return the result, or raise its error; `tick` is called now and then while waiting.

        Raises JobsLost.
        """
        while not self.done(TICK):
            tick()
        return self._future.result()


def _there(work: Callable[..., T], *given: object) -> T:
    """Do work in another process, and keep the tracebacks of its errors."""
    try:
        return work(*given)
    except Exception as error:
        remember_places(error)
        raise


@contextmanager
def processes(number: int) -> Iterator[Jobs]:
    """Run this many processes, `MOST_PROCESSES` at most, which end with the block.

    If one of them is killed from outside, its work and the work of the others is done again in new
    processes.
    """
    if _NO_WARNING not in sys.warnoptions:
        sys.warnoptions.append(_NO_WARNING)
    # Python's own helper process gets standard error; under Textual, that has no file
    if sys.platform != "win32":
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
    # Windows waits for 61 at most
    most = min(MOST_PROCESSES, 61) if sys.platform == "win32" else MOST_PROCESSES
    own, number = _Own(), min(number, most)
    jobs = Jobs(lambda: ProcessPoolExecutor(number, own, _begin), 2 * number)
    try:
        yield jobs
    finally:
        for child in own.children:
            if child.pid is not None:
                child.terminate()
        jobs.close()


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


@contextmanager
def _ignore_ctrl_c() -> Iterator[None]:
    """Let new processes ignore Ctrl+C.

    This one handles it, ends them, and reports only its exit status.
    """
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End a process with its parent; without it, it would wait for work forever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


# ---- workers for a command

SCHEDULER_SECONDS = 10  # seconds to wait for the scheduler and its first worker


@contextmanager
def workers(count: int, cluster: str | None) -> Iterator[Jobs | None]:
    """Yield the workers of a cluster at this address, or `count` processes; None for work here.

    Raises UsageError.
    """
    if cluster is not None:
        before = logging.root.manager.disable
        # Dask would write tracebacks about lost connections, which are reported in a sentence
        # anyway
        logging.disable()
        try:
            with _on_cluster(cluster) as jobs:
                yield jobs
        finally:
            logging.disable(before)
    elif count == 1:
        yield None
    else:
        with processes(count) as jobs:
            yield jobs


@contextmanager
def _on_cluster(address: str) -> Iterator[Jobs]:
    """Yield the workers of a cluster.

    Raises UsageError if it isn't there, or would give other results.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError(f"--cluster: {missing('Dask', 'cluster')}") from None
    try:
        client = distributed.Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        words = f"{address!r} isn't a scheduler that answers: {error}"
        raise UsageError(f"--cluster: {words}") from None
    with client:
        threads = _threads(client, address)

        # A closed client cancels its work, except what was being submitted: that waits forever
        def check() -> None:
            if client.status != "running":
                words = f"{address} is gone; run the command again when it is back"
                raise JobsLost(f"--cluster: {words}")

        def opened() -> Executor:
            check()
            return cast("Executor", _Undemanding(client.get_executor(pure=False)))

        jobs = Jobs(opened, 2 * threads, check)
        try:
            yield jobs
        except distributed.KilledWorker:
            words = "workers died again and again, perhaps because memory ran out"
            raise JobsLost(f"--cluster: {words}") from None
        finally:
            jobs.close()


class _Undemanding:
    """Dask's executor, whose `shutdown` knows only one of the usual arguments."""

    def __init__(self, executor: Any) -> None:
        self.submit, self._shutdown = executor.submit, executor.shutdown

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel all work."""
        self._shutdown(wait=False)


def _threads(client: Any, address: str) -> int:
    """Return how many workers there are.

    Raises UsageError unless they have this version and one thread each.
    """
    try:
        client.wait_for_workers(1, timeout=SCHEDULER_SECONDS)
    except TimeoutError:
        words = f"{address} has no workers; start some with: dask worker {address}"
        raise UsageError(f"--cluster: {words}") from None
    if any(threads > 1 for threads in client.nthreads().values()):
        raise UsageError("--cluster: workers have several threads; start them with --nthreads 1")
    for worker, version in client.run(_version, on_error="return").items():
        if version != __version__:
            found = f"version {version}" if isinstance(version, str) else "none"
            words = f"{worker} has {found} of spades-tui; install {__version__} there"
            raise UsageError(f"--cluster: {words}")
    return len(client.nthreads())


def _version() -> str:
    return __version__
