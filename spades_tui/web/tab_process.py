"""The process behind one tab: it starts with the tab, gets its keys, and ends when the tab closes.

Packets go in both directions, as in Textual's driver for the web: one byte for the kind, four for the length.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress

DATA, META = b"D", b"M"
CLOSING_SECONDS = 8.0
"""Seconds to end in order before the process is killed, which loses nothing: everything shown is on disk."""
SMALLEST, LARGEST = 2, 500
"""Minimum and maximum of columns or lines of a terminal."""
DRIVER = "spades_tui.web.driver:TabDriver"


def bounded(number: object, usual: int) -> int:
    """Return a number of columns or lines from a request, within bounds."""
    try:
        return min(max(int(str(number)[:9]), SMALLEST), LARGEST)
    except ValueError:
        return usual


def environment(width: int, height: int) -> dict[str, str]:
    """Return the environment of the process, which describes its terminal."""
    return {
        **os.environ,
        "TEXTUAL_DRIVER": DRIVER,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",  # a browser has letters for everything, whatever the server's terminal has
        "COLUMNS": str(width),
        "ROWS": str(height),
    }


class Tab:
    """What is behind a tab: a process of the program. Call `start`, then `listen`, and `close` at the end."""

    def __init__(self, show: Callable[[bytes], Awaitable[None]]) -> None:
        """Take `show`, which gets the bytes to paint."""
        self._show = show
        self._process: Process | None = None

    async def start(self, width: int, height: int) -> None:
        """Start the process for a terminal of this size. Raises OSError."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "spades_tui.web.tab_process",
            stdin=PIPE, stdout=PIPE, env=environment(width, height), start_new_session=True,
        )  # fmt: skip

    async def listen(self) -> None:
        """Pass on its output until it ends; output that nobody takes is dropped."""
        assert self._process is not None
        stream = self._process.stdout
        assert stream is not None
        with suppress(asyncio.IncompleteReadError):
            await stream.readuntil(b"\n")  # skip the first line, which the driver writes
            while True:
                kind = await stream.readexactly(1)
                payload = await stream.readexactly(int.from_bytes(await stream.readexactly(4), "big"))
                if kind == DATA:
                    with suppress(ConnectionError, RuntimeError):
                        await self._show(payload)

    async def type(self, text: str) -> None:
        """Send keys and mouse events, as a terminal does."""
        await self._send(DATA, text.encode("utf-8", "replace"))

    async def resize(self, width: int, height: int) -> None:
        """Send the terminal's new size."""
        await self._send(META, json.dumps({"type": "resize", "width": width, "height": height}).encode())

    async def focus(self, there: bool) -> None:
        """Send whether the tab is in front."""
        await self._send(META, json.dumps({"type": "focus" if there else "blur"}).encode())

    async def _send(self, kind: bytes, payload: bytes) -> None:
        """Send a packet, unless the process has ended."""
        assert self._process is not None
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(ConnectionError, RuntimeError):
            stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
            await stdin.drain()

    async def close(self) -> None:
        """Let the process end, and wait for it. Call `listen` meanwhile."""
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), CLOSING_SECONDS)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main() -> int:
    """Open the program behind this tab, and return its exit status. The server's terminal shows errors."""
    from spades_tui.system.faults import report_fault, report_thread_faults

    report_thread_faults()
    try:
        from spades_tui.tui.app import run

        return run()
    except Exception as error:
        return report_fault(error)


if __name__ == "__main__":
    sys.exit(main())
