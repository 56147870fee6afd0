"""The terminal and the system below the screens: bytes that are no text, signals, and a terminal that is closed."""

import asyncio
import codecs
import os
import signal
import threading
from collections.abc import Callable
from functools import partial

from textual.driver import Driver

PATIENCE = 2.0
"""Seconds for an orderly end after a signal; a terminal that is gone may never take the last frame."""

ENDING = ("SIGTERM", "SIGHUP", "SIGINT")
"""Signals that end the program in order. (The key Ctrl+C is a key at the table, and no signal.)"""


def tolerant(driver: type[Driver]) -> type[Driver]:
    """The driver, reading bytes that are not UTF-8 as a replacement mark; Textual's own ends the program for one."""
    if driver.__name__ != "LinuxDriver":
        return driver
    from textual.drivers import linux_driver

    def decoder(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
        return partial(codecs.getincrementaldecoder(encoding), errors="replace")

    vars(linux_driver)["getincrementaldecoder"] = decoder
    return driver


def status_of(number: int) -> int:
    """The exit status that tells a signal, as shells count."""
    return 128 + number


def end_in_order(end: Callable[[int], None]) -> None:
    """Call `end` with the number of a signal that ends the program; what it does not manage in time is cut short.

    Only in the main thread of a running loop, and where the system has signals.
    """
    loop = asyncio.get_running_loop()
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is None:
            continue

        def ended(number: int = number) -> None:
            backstop = threading.Timer(PATIENCE, os._exit, (status_of(number),))
            backstop.daemon = True
            backstop.start()
            end(number)

        try:
            loop.add_signal_handler(number, ended)
        except (NotImplementedError, RuntimeError, ValueError):
            return
