"""Control when Python's garbage collector runs.

A collection takes as long as handling many keys, and most objects that it visits are imported code, which stays.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

USUAL = (700, 10, 10)  # Python's default thresholds


def wait_for_start() -> None:
    """Stop the collector while the program starts, because objects from then stay anyway."""
    gc.disable()


def started() -> None:
    """Collect as often as Python does by default, but skip the objects that exist now."""
    if gc.get_threshold() != USUAL or not gc.isenabled():
        gc.freeze()
        gc.set_threshold(*USUAL)
        gc.enable()


def collect_seldom() -> None:
    """Collect only after very many new objects: games leave hardly any that refer to each other."""
    gc.set_threshold(100_000, 10, 10)


_lock, _pauses = Lock(), 0


@contextmanager
def paused() -> Iterator[None]:
    """Stop the collector while a thread makes very many objects; several threads may use it at the same time.

    A collection stops all threads, for a quarter of a second with 10,000 games.
    """
    global _pauses
    with _lock:
        _pauses += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _pauses -= 1
            if not _pauses:
                gc.enable()


def skip_final_collection() -> None:
    """Skip the final collection when a process ends, which takes a quarter as long as its start."""
    gc.freeze()
