"""A host for the screens of this program: a thread opens the table, and the host's own seat is at a stream like any."""

import asyncio
import socket
import threading
from collections.abc import Callable

from spades_tui.hosting.links import GuestLink
from spades_tui.hosting.messages import FromTable
from spades_tui.hosting.open_host import Opened, host_table
from spades_tui.play.save_error import NotSaved
from spades_tui.play.setup import TableSetup
from spades_tui.system.output import os_words

PAUSE = 1.0
"""Seconds before a computer player acts, during which the last bid or card can be undone."""
CLOSED = "The host has closed the table. The game is saved."
PORT = 2222
"""The port of the table; if it can't be used, any free one is."""
LAST_SECONDS = 5.0
"""Seconds that the thread may take to end."""


class OwnHost:
    """A table that this program opens for guests. Everything is called in the thread of the host, or of the stream."""

    def __init__(
        self,
        setup: TableSetup,
        own: int,
        address: str,
        opened: Callable[[Opened], object],
        hear: Callable[[FromTable], None],
        ended: Callable[[str], object],
    ) -> None:
        """Host a table whose host has the seat `own`.

        `opened` is called once guests can come, `hear` with each message for that seat, and `ended` once, with a
        sentence about a fault, or "".
        """
        self._setup, self._own, self.address = setup, own, address
        self._opened, self._hear, self._ended = opened, hear, ended
        ours, theirs = socket.socketpair()
        self.link = GuestLink(ours)
        """The stream of the host's own seat."""
        self._theirs: socket.socket | None = theirs
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: Opened | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Open the table."""
        self._thread.start()

    def close(self) -> None:
        """Close the table, and wait until the game is saved and its guests know."""
        if self._loop is not None and self._table is not None:
            self._loop.call_soon_threadsafe(self._table.host.close, CLOSED)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(LAST_SECONDS)

    def _run(self) -> None:
        why = ""
        try:
            try:
                self._host(PORT)
            except OSError:
                if self._table is not None:
                    raise
                self._host(0)
        except OSError as error:
            problem = "The table can't be opened" if self._table is None else "The table has failed"
            why = f"{problem}: {os_words(error)}."
        except NotSaved as error:
            why = f"{error}"
        except Exception as error:
            why = f"The table has failed ({type(error).__name__})."
        finally:
            self._ended(why)

    def _host(self, port: int) -> None:
        """Open the table at a port, or at any free one if it's 0, and play until it closes. Raises as `host_table`."""
        asyncio.run(host_table(self._setup, self._own, None, self.address, port, PAUSE, 0, self._play))

    async def _play(self, opened: Opened) -> None:
        """Take the own seat, and run the table."""
        self._loop, self._table = asyncio.get_running_loop(), opened
        assert self._theirs is not None
        opened.host.connect(self._own, None, self._theirs)
        threading.Thread(target=self.link.read, args=(self._hear, lambda: None), daemon=True).start()
        self._opened(opened)
        await opened.host.run()
