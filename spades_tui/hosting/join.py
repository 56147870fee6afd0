"""Join a host's table with the program on this machine; the table's messages come over an ssh channel."""

import asyncio
import socket
import threading
from concurrent.futures import Future
from pathlib import Path

import asyncssh

from spades_tui.hosting.guest import main
from spades_tui.hosting.invitations import LENGTH, read_code, save, saved
from spades_tui.hosting.links import Pipe
from spades_tui.hosting.ssh_server import IDLE_SECONDS, LOGIN_SECONDS, SUBSYSTEM, Relay, key_in
from spades_tui.language.quoting import shown
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.folders import data_folder


class JoinError(Exception):
    """The table can't be joined; the message is one sentence."""


def join(address: str, port: int, code: str) -> int:
    """Play as a guest at this terminal; return the exit status. Raises JoinError, OSError."""
    if read_code(code) is None:
        raise JoinError(f"{shown(code)} isn't a code; it has {LENGTH} letters and numbers, such as K7QF2M9D")
    ours, theirs = socket.socketpair()
    joined: Future[None] = Future()

    def carry() -> None:
        try:
            asyncio.run(_carry(theirs, address, port, code, joined))
        except BaseException as error:
            if not joined.done():
                joined.set_exception(error)
        finally:
            theirs.close()

    threading.Thread(target=carry, daemon=True).start()
    with ours:
        try:
            joined.result()
        except asyncssh.PermissionDenied:
            raise JoinError(f"{code!r} opens no seat there; ask your friend for the code") from None
        except asyncssh.HostKeyNotVerifiable:
            raise JoinError(
                f"{address}:{port} shows another key than last time; ask your friend whether it's still their table. "
                f"Then delete it in {_hosts_file()}"
            ) from None
        except asyncssh.Error as error:
            raise JoinError(f"{address}:{port} doesn't let you in ({error.reason or error})") from None
        return main(ours, load_settings().name)


async def _carry(stream: socket.socket, address: str, port: int, code: str, joined: "Future[None]") -> None:
    """Carry the table's stream over a channel until one of its ends closes. Raises OSError, asyncssh.Error."""
    own = key_in(data_folder() / "hosting" / "guest-key")  # proves whose seat it is
    async with asyncssh.connect(
        address, port, username=code, client_factory=lambda: _Client(address, port), client_keys=[own],
        known_hosts=((), (), ()), config=[], agent_path=None, preferred_auth=["publickey"], login_timeout=LOGIN_SECONDS,
        keepalive_interval=IDLE_SECONDS,
    ) as connection:  # fmt: skip
        session = _Session(stream)
        await connection.create_session(lambda: session, subsystem=SUBSYSTEM, encoding=None)
        joined.set_result(None)
        await session.over.wait()


class _Client(asyncssh.SSHClient):
    """A connection to a host, whose key is saved the first time and must stay the same."""

    def __init__(self, address: str, port: int) -> None:
        self._name = f"{address}:{port}"

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        """Return whether this is the key that the host has shown before."""
        shown = key.get_fingerprint()
        known = saved(_hosts_file(), dict[str, str]) or {}
        if self._name not in known:
            save(_hosts_file(), {**known, self._name: shown})
            return True
        return known[self._name] == shown


class _Session(Relay[asyncssh.SSHClientChannel[bytes]], asyncssh.SSHClientSession[bytes]):
    """The channel of the table's stream."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self.over = asyncio.Event()

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """Keep the channel."""
        self._channel = chan

    def session_started(self) -> None:
        """Begin to pass on messages."""
        self._behind = Pipe(self._stream, self.write, self.ended, self.ready)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the stream."""
        self._channel = None
        if isinstance(self._behind, Pipe):
            self._behind.finish()
        self.over.set()

    def ended(self) -> None:
        """Close the channel: the guest has left."""
        if self._channel is not None:
            self._channel.close()


def _hosts_file() -> Path:
    """Return the file with the keys of hosts."""
    return data_folder() / "hosting" / "known-hosts.json"
