"""How the stream between a host and a friend's program gets from one home to the other.

A `Carrier` is the friend's end, and a `Door` is the host's. Both carry the bytes of docs/stream.md as they are, between
two sockets: one is the host's `HostLink`, the other the guest's `GuestLink`. ssh is one kind, `anywhere` another.
"""

import socket
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager

from spades_tui.hosting.invitations import Invitation, Invitations

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

    @abstractmethod
    async def carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Carry bytes between the stream and the host until one of them ends; `reached` is done once the host answers.

        Raises UnusableError, with a sentence that says what to do, if the host can't be reached or lets nobody in.
        """


class Door(ABC):
    """The host's end, for all friends."""

    @abstractmethod
    def open(self, invitations: Invitations, admit: Admit) -> AbstractAsyncContextManager[None]:
        """Let guests with an invitation in during the block. Raises OSError, UnusableError if that can't be done."""

    @abstractmethod
    def line(self, code: str) -> str:
        """Return what a friend pastes to use a code; call it while the door is open."""

    @property
    @abstractmethod
    def reach(self) -> str:
        """A sentence that says who can come this way."""
