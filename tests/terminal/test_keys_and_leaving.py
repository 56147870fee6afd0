"""A thread that waits for a key wakes up when the program leaves the terminal."""

import os
import selectors
import sys
import threading

import pytest

from spades_tui.tui.app import SpadesApp
from spades_tui.tui.terminal import KeySelector, Leaving

LONG = 60.0
"""Seconds that a failed test would wait for a key."""


def test_leaving_wakes_a_thread_waiting_for_a_key() -> None:
    terminal, other_end = os.pipe()
    leaving, found = Leaving(), ["nothing yet"]
    selector = KeySelector(leaving.ear)
    selector.register(terminal, selectors.EVENT_READ)

    def wait() -> None:
        while not leaving.is_set():
            found[:] = [str(len(selector.select(LONG)))]
        selector.unregister(terminal)
        found.append(str(len(selector.select(LONG))))
        selector.close()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    leaving.set()
    thread.join(LONG / 2)
    assert not thread.is_alive()
    assert found[-1] == "0"
    for end in (terminal, other_end):
        os.close(end)


def test_a_typed_key_is_reported_at_once() -> None:
    terminal, keyboard = os.pipe()
    selector = KeySelector(Leaving().ear)
    selector.register(terminal, selectors.EVENT_READ)
    assert selector.select(0) == []
    os.write(keyboard, b"x")
    assert [key.fd for key, _ in selector.select(LONG)] == [terminal]
    selector.close()
    for end in (terminal, keyboard):
        os.close(end)


@pytest.mark.skipif(sys.platform == "win32", reason="another driver")
async def test_the_program_uses_this_selector_for_keys() -> None:
    from textual.drivers import linux_driver

    driver = SpadesApp().get_driver_class()
    assert issubclass(driver, linux_driver.LinuxDriver)
    assert isinstance(driver(SpadesApp()).exit_event, Leaving)
    assert vars(linux_driver)["selectors"].SelectSelector.func is KeySelector
