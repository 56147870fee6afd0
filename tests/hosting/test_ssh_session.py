"""A guest's session by ssh, without a network."""

from typing import cast

import asyncssh

from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.ssh import GuestSession


class Channel:
    """What a guest's terminal gets."""

    def __init__(self) -> None:
        self.said = b""
        self.status: int | None = None

    def set_write_buffer_limits(self, _: int) -> None:
        """Have no limits."""

    def get_environment(self) -> dict[str, str]:
        """Return what ssh sends of its variables."""
        return {}

    def write(self, data: bytes) -> None:
        """Show it."""
        self.said += data

    def exit(self, status: int) -> None:
        """Note the end."""
        self.status = status


def test_a_guest_who_logs_in_while_the_table_closes_reads_that_it_has_closed() -> None:
    forks = ForkServer((), "")
    assert forks.has_ended
    channel = Channel()
    session = GuestSession(lambda _: None, forks)
    session.connection_made(cast(asyncssh.SSHServerChannel[bytes], channel))
    session.session_started()
    assert channel.said == b"The host has closed the table.\r\n"
    assert channel.status == 1
