"""Run the measurements in several processes, with results in order, whatever the number of processes."""

import signal
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

UnitT = TypeVar("UnitT")
ResultT = TypeVar("ResultT")


def _leave_signals_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def results(
    work: Callable[[UnitT], ResultT], units: Iterable[UnitT], processes: int = 1, minutes: float | None = None
) -> Iterator[ResultT]:
    """Yield the result of `work` for each unit, in order; stop at Ctrl+C or after `minutes`.

    `work` is a function of a module; the units and the results are passed between processes.
    """
    until = time.monotonic() + 60 * minutes if minutes is not None else None
    try:
        if processes <= 1:
            for unit in units:
                yield work(unit)
                if until is not None and time.monotonic() > until:
                    return
            return
        context = get_context("spawn")
        with context.Pool(processes, initializer=_leave_signals_to_the_parent) as pool:
            source = iter(units)
            waiting = [pool.apply_async(work, (unit,)) for unit in islice(source, 2 * processes)]
            while waiting:
                result = waiting.pop(0).get()
                late = until is not None and time.monotonic() > until
                if not late:
                    waiting += [pool.apply_async(work, (unit,)) for unit in islice(source, 1)]
                yield result
                if late:
                    return
    except KeyboardInterrupt:
        print("stopped", flush=True)
