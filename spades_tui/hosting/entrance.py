"""Where guests come in after their login: at the door of a table, or of a club."""

import socket
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial

from spades_tui.hosting.guest_processes import ForkServer, GuestProcess, Output
from spades_tui.hosting.invitations import Invitation
from spades_tui.hosting.links import Pipe


class Entrance(ABC):
    """Starts a guest's process, or takes a guest's stream, and connects it."""

    def __init__(self, forks: ForkServer | None) -> None:
        self._forks = forks

    def start(
        self,
        invitation: Invitation,
        key: str | None,
        size: tuple[int, int],
        environment: Mapping[str, str],
        out: Output,
    ) -> GuestProcess:
        """Start the process of a guest with a terminal. Raises OSError if that isn't possible now.

        `key` is the fingerprint of the public key that the guest has proved to have.
        """
        if self._forks is None:
            raise OSError("no guests' processes")
        process, stream = self._forks.start(size, environment, out)
        self.admit(invitation, key, stream)
        return process

    def join(self, invitation: Invitation, key: str | None, out: Output) -> Pipe:
        """Connect a guest whose screens run on their machine."""
        ours, theirs = socket.socketpair()
        self.admit(invitation, key, ours)
        return Pipe(theirs, out.write, partial(out.ended, 0), out.ready)

    @abstractmethod
    def admit(self, invitation: Invitation, key: str | None, stream: socket.socket) -> None:
        """Welcome a guest at the other end of this stream, which belongs to the host from now on."""
