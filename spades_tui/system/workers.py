"""Workers for a command: processes here, or those of a Dask cluster (extra `cluster`)."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, cast

from spades_tui import __version__
from spades_tui.system.exit_status import UsageError
from spades_tui.system.jobs import Jobs, JobsLost, processes

SCHEDULER_SECONDS = 10
"""Seconds to wait for the scheduler and its first worker."""


@contextmanager
def workers(count: int, cluster: str | None = None) -> Iterator[Jobs | None]:
    """Yield `count` processes, or the workers of a cluster at this address; None for work in this process.

    Raises UsageError if the cluster can't be used.
    """
    if cluster is not None:
        with _on_cluster(cluster) as jobs:
            yield jobs
    elif count == 1:
        yield None
    else:
        with processes(count) as jobs:
            yield jobs


@contextmanager
def _on_cluster(address: str) -> Iterator[Jobs]:
    """Yield the workers of the cluster whose scheduler is at this address, such as ``tcp://10.0.0.5:8786``.

    Raises UsageError if it can't be reached, or if its workers would give other results.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError("--cluster: Dask is missing; install 'spades-tui[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        raise UsageError(f"--cluster: {address!r} isn't a scheduler that answers: {error}") from None
    with client:
        threads = _threads(client, address)

        def opened() -> Executor:
            if client.status != "running":
                raise UsageError(f"--cluster: {address} is gone; run the command again when it is back")
            return cast("Executor", _Undemanding(client.get_executor(pure=False)))

        jobs = Jobs(opened, 2 * threads)
        try:
            yield jobs
        except distributed.KilledWorker:
            raise JobsLost from None
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
    """Return how many workers there are. Raises UsageError unless they have this version and one thread each."""
    try:
        client.wait_for_workers(1, timeout=SCHEDULER_SECONDS)
    except TimeoutError:
        raise UsageError(f"--cluster: {address} has no workers; start some with: dask worker {address}") from None
    if any(threads > 1 for threads in client.nthreads().values()):
        raise UsageError("--cluster: workers have several threads; start them with --nthreads 1")
    for worker, version in client.run(_version, on_error="return").items():
        if version != __version__:
            found = f"version {version}" if isinstance(version, str) else "none"
            raise UsageError(f"--cluster: {worker} has {found} of spades-tui; install {__version__} there")
    return len(client.nthreads())


def _version() -> str:
    return __version__
