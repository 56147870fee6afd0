"""The process of the program behind one tab: frames go to standard output, keys come from standard input."""

import os
import signal
import sys
from contextlib import suppress
from typing import Any

from textual.app import App
from textual.drivers.web_driver import WebDriver
from textual.events import AppFocus

from spades_tui.system.faults import report_fault, report_thread_faults
from spades_tui.tui.app import SpadesApp, run
from spades_tui.tui.terminal_keys import asked_for


class TabDriver(WebDriver):
    """Textual's web driver, changed so that closing the tab ends the program like closing a terminal."""

    def __init__(self, app: App[Any], **named: Any) -> None:
        super().__init__(app, **named)
        self.app = app

    def write(self, data: str) -> None:
        """Write to the tab; ask it for other mouse reports than Textual.

        Drop everything if the server has gone. Then standard input ends too, and with it the program.
        """
        with suppress(BrokenPipeError):
            super().write(asked_for(data))

    def write_meta(self, data: dict[str, object]) -> None:
        """Write a message to the server; drop it if the server has gone."""
        with suppress(BrokenPipeError):
            super().write_meta(data)

    def start_application_mode(self) -> None:
        """Focus the app: Textual's driver treats a new tab as a background one, whose first click only raises it."""
        super().start_application_mode()
        self.app.call_later(self.app.post_message, AppFocus())

    def run_input_thread(self) -> None:
        """Read keys until standard input ends: the tab was closed, or the server is gone."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            os.kill(os.getpid(), getattr(signal, "SIGHUP", signal.SIGTERM))


def main() -> int:
    """Open the program behind this tab, and return its exit status. The server's terminal shows errors."""
    report_thread_faults()
    try:
        return run(SpadesApp(thinks=True))
    except Exception as error:
        return report_fault(error)


if __name__ == "__main__":
    sys.exit(main())
