"""How often Python looks for objects that nobody reaches any more: all that the program changes about it.

A look takes as long as many keys, and most of what it goes through is what was imported, which stays anyway.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

USUAL = (700, 10, 10)
"""Python's own thresholds."""


def wait_for_start() -> None:
    """Put off every look while the program starts: what it imports and builds then stays."""
    gc.disable()


def started() -> None:
    """Look as often as Python does from now on, though never through what there is by now."""
    if gc.get_threshold() != USUAL or not gc.isenabled():
        gc.freeze()
        gc.set_threshold(*USUAL)
        gc.enable()


def seldom() -> None:
    """Look a tenth as often: a hand makes thousands of states and notes, and nearly all go without a look."""
    gc.set_threshold(10_000, 10, 10)


class _Paused:
    """Nobody looks while a thread makes very many objects: a look would stop every thread meanwhile, with 10,000 games
    a quarter of a second. Several threads may ask for it at the same time."""

    def __init__(self) -> None:
        self._lock, self._within = Lock(), 0

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self._lock:
            self._within += 1
            gc.disable()
        try:
            yield
        finally:
            with self._lock:
                self._within -= 1
                if not self._within:
                    gc.enable()


paused = _Paused()


def leave() -> None:
    """Spare a process that ends the last look through all that it has, which takes a quarter of its start."""
    gc.freeze()
