"""How the stream between a host and a friend's program gets from one home to the other.

A `Carrier` is the friend's end, and a `Door` is the host's. Both carry the bytes of docs/formats.md as they are,
between two sockets: one is the host's `HostLink`, the other the guest's `GuestLink`. ssh is one kind, `anywhere`
another.
"""

import asyncio
import platform
import socket
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec

from spades_tui.hosting.invitations import Invitation, Invitations
from spades_tui.system.installing import missing

FAREWELL_SECONDS = 2.0  # seconds that a carrier may take to tell the host that the guest has left

Admit = Callable[[Invitation, str | None, socket.socket, str], None]
"""Welcomes a guest, with the fingerprint of their public key, at the other end of a stream, which it then owns.

The last argument is the guest's address, or their network's.
"""


class Carrier(ABC):
    """The friend's end of a way to one host."""

    table: str
    """Names the table on this machine, such as host and code, so that its deals are checked across connections."""
    noted: Callable[[bool], object] = staticmethod(lambda _: None)
    """Called in the carrier's thread with True when the way is cut, and with False when it's there again."""
    is_gone = False
    """Whether the host no longer knows the stream, because their program has ended; the same way leads to a new one.

    It's set before the stream ends.
    """

    @abstractmethod
    async def carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Carry bytes between the stream and the host until one of them ends; `reached` is done once the host answers.

        Raises UnusableError, with a sentence that says what to do, if the host can't be reached or lets nobody in.
        """


class CarriedStream:
    """A stream to a table, which a carrier carries in a thread of its own."""

    def __init__(self, carrier: Carrier) -> None:
        self.carrier = carrier
        self.stream, self._theirs = socket.socketpair()
        self.reached: Future[None] = Future()
        """Done once the host answers, or with why they can't be reached."""
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _carry(self) -> None:
        try:
            asyncio.run(self.carrier.carry(self._theirs, self.reached))
        except Exception as error:
            self.error = error
            if not self.reached.done():
                self.reached.set_exception(error)
        finally:
            self.reached.cancel()  # if nothing is known
            self._theirs.close()

    def wait(self, seconds: float = FAREWELL_SECONDS) -> None:
        """Wait until the carrier has ended, at most this long."""
        self._thread.join(seconds)


class Door(ABC):
    """The host's end, for all friends: `open` it first."""

    fingerprint = ""
    """The fingerprint of the host key that ssh shows; "" if friends need no ssh."""
    unguarded = ""
    """A sentence about what guests' processes aren't kept from; "" if there is nothing to say."""
    address: tuple[str, int] | None = None
    """The address and port whose lines are kept for another day; None if nobody owns a line."""

    @abstractmethod
    def open(self, invitations: Invitations, admit: Admit) -> AbstractAsyncContextManager[None]:
        """Let guests with an invitation in during the block. Raises OSError, UnusableError if that can't be done."""

    @abstractmethod
    def line(self, code: str) -> str:
        """Return what a friend types or pastes to use a code."""

    @abstractmethod
    def command(self, watchers: int) -> tuple[str, ...]:
        """Return the command that opens such a table again, with its options, for so many watchers."""

    @property
    @abstractmethod
    def reach(self) -> str:
        """A sentence that says who can come this way."""


LOCAL = ("localhost", "127.0.0.1", "::1")
ANY = ("", "0.0.0.0", "::")


def reach_of(address: str, port: int) -> str:
    """Return a sentence that says who can connect to an address and a port."""
    if address in LOCAL:
        return "Only this machine can connect. For friends elsewhere, add --listen 0.0.0.0."
    where = "this machine" if address in ANY else address
    return f"Everybody who can reach {where} at port {port} can try to connect."


WITH_WHEELS = {("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64")}
"""Systems and processors for which iroh has a wheel, and where the program has terminals."""


def why_not_anywhere(*command: str) -> str:
    """Return why this copy can't reach other homes, and what to do; "" if it can. `command` is what needs it."""
    if find_spec("iroh") is not None:
        return ""
    if (sys.platform, platform.machine()) not in WITH_WHEELS:
        return "lines for friends need Linux, or a Mac with Apple silicon; here, play with ssh or in a browser"
    return missing("iroh", "friends", *command)
