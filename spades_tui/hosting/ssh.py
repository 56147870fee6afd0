"""Both ends of ssh: the server of a host, which lets guests in and starts a process for each, and `join`.

A guest has no shell, no command, no files, no forwarding: only a terminal, whose bytes go to a guest process, and the
channel `spades-tui`. With it, `join` carries the table's messages to the program on the guest's own machine. Numbers of
connections are bounded, and so is the time before a login.
"""

import asyncio
import errno
import os
import socket
from base64 import b64decode
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import partial
from ipaddress import IPv6Address, IPv6Network, ip_address
from pathlib import Path

import asyncssh

from spades_tui.hosting.carrier import ANY, Admit, Carrier, Door, reach_of
from spades_tui.hosting.guest_processes import ForkServer, guest_processes
from spades_tui.hosting.invitations import LENGTH, Invitation, Invitations, PasswordChecks, read_code, save, saved
from spades_tui.hosting.links import FAREWELL_SECONDS, Pipe, wait_while
from spades_tui.language.quoting import shown
from spades_tui.language.unusable import UnusableError
from spades_tui.play.hosted_games import HOST_PORT, address_options
from spades_tui.system.disk import write_whole
from spades_tui.system.folders import data_folder

CONNECTED = 200  # maximum number of connections at once, of guests and strangers
LOGGING_IN = 64  # maximum number of connections at once that haven't logged in
LOGGING_IN_FROM_ONE = 16
"""Maximum number of these from one address, or from one /64 network of IPv6 addresses."""
MOST_OF_ONE = 4
"""Maximum number of connections of one key, or to one seat; with another one, the oldest ends."""
KEYLESS_FROM_ONE = 32
"""Maximum number of connections from one address of guests who have neither a key nor a seat."""
WRONG_AT_ONCE = 4
"""Maximum delayed refusals per address; further wrong codes are refused without a delay."""
LOGIN_SECONDS = 60.0
WRONG_SECONDS = 3.0  # seconds before a wrong code is refused
IDLE_SECONDS = 15
"""Seconds between two keep-alive requests; after three without an answer, the connection ends."""
STOPPED_SECONDS = 3600
"""Seconds for which the connection of a stopped `join` is kept; the table's own questions notice at once."""
SUBSYSTEM = "spades-tui"
COLUMNS, ROWS = (20, 400), (5, 200)  # the bounds of a guest's terminal
ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM")
"""Variables that a guest may set, beside ``TERM``."""
LAST_SECONDS = 2.0  # seconds that a friend's program may take to read the last bytes
LONGEST_VALUE = 40  # maximum letters of a value in a guest's environment
PUT_BACK = b"\x1b[?1049l\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?2004l\x1b[?2048l\x1b[<u\x1b[?25h\x1b[0m"
"""Control codes that reset the terminal: screen, mouse, pasting, sizes, keys, cursor and colours."""
UNREAD_BYTES = 1 << 16
"""Bytes that a guest may send before they are read; then ssh's own flow control holds them back."""


class Limits:
    """The connections, and counts of refused logins by address."""

    def __init__(self) -> None:
        self.connected: dict[GuestConnection, None] = {}  # from the oldest
        self.logging_in: set[GuestConnection] = set()  # those of them that haven't logged in
        self.wrong: Counter[str] = Counter()  # refused logins under way, by address
        self.passwords = PasswordChecks()


class GuestConnection(asyncssh.SSHServer):
    """One connection, before and after its login."""

    def __init__(self, invitations: Invitations, admit: Admit, forks: ForkServer, limits: Limits) -> None:
        self._invitations, self._admit, self._forks, self._limits = invitations, admit, forks, limits
        self._invitation: Invitation | None = None
        self._address = ""
        self._offered: str | None = None
        self._has_session = False
        self._owns = False  # whether the login has proved that the seat is this guest's
        self.who = ""
        """After the login: the key, the seat or the address that counts its connections."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Refuse the connection if there are too many."""
        limits, self._conn = self._limits, conn
        self._address = network_of(str(conn.get_extra_info("peername", ("",))[0]))
        from_there = sum(one._address == self._address for one in limits.logging_in)
        full = len(limits.logging_in) >= LOGGING_IN or from_there >= LOGGING_IN_FROM_ONE
        if full or len(limits.connected) >= CONNECTED:
            conn.abort()
            return
        limits.connected[self] = None
        limits.logging_in.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._limits.connected.pop(self, None)
        self._limits.logging_in.discard(self)

    # Logging in

    async def begin_auth(self, username: str) -> bool:
        """Look up the code; every login must prove whose it is, and a wrong code waits before it fails."""
        self._invitation = self._invitations.find(username)
        if self._invitation is None:
            await self._delay()
            self._conn.send_auth_banner("No seat here has this code. Ask your friend for the line again.\n")
        return True

    async def _delay(self) -> None:
        """Wait before a refusal, unless the address already has too many delayed refusals."""
        wrong = self._limits.wrong
        if wrong[self._address] >= WRONG_AT_ONCE:
            raise asyncssh.DisconnectError(asyncssh.DISC_TOO_MANY_CONNECTIONS, "too many wrong codes; try again later")
        wrong[self._address] += 1
        try:
            await asyncio.sleep(WRONG_SECONDS)
        finally:
            wrong.subtract([self._address])
            wrong += Counter()  # drop addresses without any

    def public_key_auth_supported(self) -> bool:
        """Accept public keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Return whether the seat is free, or belongs to this key. The key's owner takes it when they have signed."""
        invitation = self._invitation
        if invitation is None or (invitation.taken and invitation.key is None):
            return False
        self._offered = key.get_fingerprint()
        return invitation.key is None or invitation.key == self._offered

    def kbdint_auth_supported(self) -> bool:
        """Accept guests without a key: without a password at first, later with the one they chose."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]] | bool:
        """Return the question for a guest without a key: none at first, later their password."""
        invitation = self._invitation
        self._offered = None
        if invitation is not None and invitation.key is not None:
            self._conn.send_auth_banner("This seat is taken. Only the ssh key that took it opens it.\n")
        if invitation is None or invitation.key is not None:
            return False
        return "spades-tui", "", "", [("Password of your seat: ", False)] if invitation.password else []

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Return whether the seat is free, or this is its password."""
        invitation = self._invitation
        if invitation is None or invitation.key is not None:
            return False
        if not invitation.password:
            return not responses
        checks = self._limits.passwords
        return len(responses) == 1 and await checks.opens(invitation, responses[0], self._address, WRONG_SECONDS)

    def auth_completed(self) -> None:
        """Give a free seat to the guest's key, which has just signed the login."""
        self._limits.logging_in.discard(self)
        one = self._invitation
        if one is not None and self._offered is not None and not one.take_with_key(self._offered):
            self._invitation = None  # another guest was faster
        self._owns = one is not None and one.taken
        if one is not None:
            self._bound(one)

    def _bound(self, invitation: Invitation) -> None:
        """End the oldest connection of a guest who has too many, or this one if nobody can tell whose it is."""
        if self._offered is not None:
            self.who = f"key {self._offered}"
        elif invitation.seat is not None:
            self.who = f"seat {invitation.code}"
        else:
            self.who = f"address {self._address}"
        same = [one for one in self._limits.connected if one.who == self.who]
        if self.who.startswith("address"):
            if len(same) > KEYLESS_FROM_ONE:
                self._conn.abort()
        elif len(same) > MOST_OF_ONE:
            same[0]._conn.abort()

    # The session

    def session_requested(self) -> "GuestSession | bool":
        """Open the one session that a connection may have, unless the seat was taken since its login."""
        if self._invitation is None or self._has_session or (self._invitation.taken and not self._owns):
            return False
        self._has_session = True
        admit = partial(self._admit, self._invitation, self._offered)
        return GuestSession(lambda stream: admit(stream, self._address), self._forks)


class GuestSession(asyncssh.SSHServerSession[bytes]):
    """A guest's terminal: what they type goes to their process, what it shows goes to them."""

    def __init__(self, admit: Callable[[socket.socket], None], forks: ForkServer) -> None:
        """Let a guest in at the host's end of a stream; their process comes from `forks`, if they have none."""
        self._admit, self._forks = admit, forks
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._behind: Pipe | None = None
        """What is behind the channel: a guest's process, or the stream of a program elsewhere."""
        self._term: str | None = None
        self._size = 80, 24
        self._joins = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Keep the channel."""
        self._channel = chan
        chan.set_write_buffer_limits(UNREAD_BYTES)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Remember the terminal's type and size."""
        self._term, self._size = term_type, _bounded(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """Accept, if there is a terminal."""
        return self._term is not None

    def subsystem_requested(self, subsystem: str) -> bool:
        """Accept `join`, which draws the screens on the guest's own machine."""
        self._joins = subsystem == SUBSYSTEM
        return self._joins

    def session_started(self) -> None:
        """Start the guest's process."""
        channel = self._channel
        assert channel is not None
        try:
            if self._joins:
                ours, theirs = socket.socketpair()
                channel.get_connection().set_keepalive(count_max=STOPPED_SECONDS // IDLE_SECONDS)
                self._behind = Pipe(theirs, self.write, partial(self.ended, 0), self.ready)
            else:
                given = {**channel.get_environment(), "TERM": self._term or "dumb"}
                kept = {name: given[name] for name in ("TERM", *ENVIRONMENT) if _harmless(given.get(name))}
                self._behind, ours = self._forks.start(self._size, kept, self.write, self.ended, self.ready)
            self._admit(ours)
        except OSError:
            closed, busy = b"The host has closed the table.", b"The table is busy. Try the same line again in a minute."
            channel.write((closed if self._forks.has_ended else busy) + b"\r\n")
            channel.exit(1)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Resize the terminal."""
        self._size = _bounded(width, height)
        if self._behind is not None:
            self._behind.resize(*self._size)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the guest's process; the seat waits for them."""
        self._channel = None
        if self._behind is not None:
            self._behind.close()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on what comes over the channel; let its sender wait while nobody reads."""
        if self._behind is not None and not self._behind.write(data) and self._channel is not None:
            self._channel.pause_reading()

    def pause_writing(self) -> None:
        """Stop reading from behind, because the connection is slow."""
        if self._behind is not None:
            self._behind.pause()

    def resume_writing(self) -> None:
        """Read from behind again."""
        if self._behind is not None:
            self._behind.resume()

    # From behind

    def write(self, data: bytes) -> None:
        """Send bytes over the channel."""
        if self._channel is not None and not self._channel.is_closing():
            self._channel.write(data)

    def ready(self) -> None:
        """Take bytes from the channel again."""
        if self._channel is not None and not self._channel.is_closing():
            self._channel.resume_reading()

    def ended(self, status: int) -> None:
        """End the session after the process, and reset the terminal if the process couldn't."""
        if self._channel is not None and not self._channel.is_closing():
            if status and self._term not in (None, "", "dumb"):
                self._channel.write(PUT_BACK)
            self._channel.exit(status)


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
    return address


def _harmless(value: str | None) -> bool:
    """Return whether a guest's variable has a value that their process may get."""
    return value is not None and len(value) <= LONGEST_VALUE and value.isascii() and value.isprintable()


def _bounded(columns: int, rows: int) -> tuple[int, int]:
    """Return a terminal's size within its bounds; 80×24 for an unknown one."""
    columns, rows = columns or 80, rows or 24
    return min(max(columns, COLUMNS[0]), COLUMNS[1]), min(max(rows, ROWS[0]), ROWS[1])


def key_in(file: Path) -> asyncssh.SSHKey:
    """Return the private key in a file of this user; create it the first time. Raises OSError, also for damage."""
    if not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(file, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    os.chmod(file, 0o600)
    content = file.read_bytes()
    try:
        key = asyncssh.import_private_key(content)
        if b"OPENSSH" in content and key.public_data not in b64decode(b"".join(content.splitlines()[1:-1])):
            raise ValueError("the public half is another key's")
    except (ValueError, asyncssh.KeyImportError):
        raise OSError(errno.EINVAL, "damaged; delete it, and the program makes a new key", str(file)) from None
    return key


class SshDoor(Door):
    """The host's end, for friends who reach an address of this machine."""

    def __init__(self, address: str, port: int, forks: ForkServer | None = None) -> None:
        """Listen at an address, and at a port, or at any free one if it's 0; None: start what guests come from."""
        self.address: tuple[str, int] = address, port
        self.limits = Limits()
        self._forks = forks

    @asynccontextmanager
    async def open(self, invitations: Invitations, admit: Admit) -> AsyncIterator[None]:
        """Let guests in during the block. Raises OSError if the address or the port can't be used."""
        key = key_in(data_folder() / "hosting" / "host-key")
        self.fingerprint = key.get_fingerprint()
        async with guest_processes() if self._forks is None else nullcontext(self._forks) as forks:
            self.unguarded = forks.unguarded
            server = await asyncssh.listen(
                *self.address, server_factory=partial(GuestConnection, invitations, admit, forks, self.limits),
                server_host_keys=[key], server_version="spades-tui", encoding=None, line_editor=False,
                login_timeout=LOGIN_SECONDS, keepalive_interval=IDLE_SECONDS, keepalive_count_max=3, allow_scp=False,
                sftp_factory=None, x11_forwarding=False, agent_forwarding=False, password_auth=False, gss_host=None,
                config=[], window=UNREAD_BYTES, compression_algs=None, send_server_host_keys=False,
            )  # fmt: skip
            self.address = self.address[0], server.get_port()
            try:
                yield
            finally:
                server.close()
                limits = self.limits
                await wait_while(lambda: limits.connected.keys() - limits.logging_in, FAREWELL_SECONDS)

    def line(self, code: str) -> str:
        """Return what a friend types to use a code."""
        address, port = self.address
        return f"ssh -p {port} {code}@{socket.gethostname() if address in ANY else address}"

    def command(self, watchers: int) -> tuple[str, ...]:
        """Return the command that opens such a table again."""
        return "host", *address_options(*self.address, HOST_PORT, watchers)

    @property
    def reach(self) -> str:
        """A sentence that says who can connect."""
        return reach_of(*self.address)


# ---- joining


class SshCarrier(Carrier):
    """The way to a host whose address the friend knows."""

    def __init__(self, address: str, port: int, code: str) -> None:
        """Use the code of a seat. Raises UnusableError if it can't be one."""
        read = read_code(code)
        if read is None:
            raise UnusableError(f"{shown(code)} isn't a code; it has {LENGTH} letters and numbers, such as K7QF2M9D")
        self._address, self._port, self._code = address, port, code
        self.table = f"{address}:{port} {read}"

    async def carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Carry the stream over a channel until one of its ends closes. Raises UnusableError, OSError."""
        place, hosts = f"{self._address}:{self._port}", _hosts_file()
        try:
            saved(hosts, dict[str, str])
        except ValueError as error:
            raise UnusableError(f"{hosts} is damaged ({error}); delete it, and the program trusts hosts anew") from None
        try:
            await self._carry(stream, reached)
        except asyncssh.PermissionDenied:
            raise UnusableError(f"{self._code!r} opens no seat there; ask your friend for the code") from None
        except asyncssh.HostKeyNotVerifiable:
            raise UnusableError(
                f"{place} shows another key than last time; ask your friend whether it's still their table. "
                f"Then delete it in {hosts}"
            ) from None
        except asyncssh.Error as error:
            raise UnusableError(f"{place} doesn't let you in ({error.reason or error})") from None

    async def _carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Carry the stream. Raises OSError, asyncssh.Error."""
        own = key_in(data_folder() / "hosting" / "guest-key")  # proves whose seat it is
        async with asyncssh.connect(
            self._address, self._port, username=self._code,
            client_factory=lambda: _JoiningClient(self._address, self._port), client_keys=[own],
            known_hosts=((), (), ()), config=[], agent_path=None, preferred_auth=["publickey"],
            login_timeout=LOGIN_SECONDS, keepalive_interval=IDLE_SECONDS,
        ) as connection:  # fmt: skip
            reader, writer = await asyncio.open_connection(sock=stream)
            channel = await connection.create_process(subsystem=SUBSYSTEM, encoding=None, stdin=reader, stdout=writer)
            reached.set_result(None)
            await channel.wait_closed()
            writer.close()
            with suppress(TimeoutError, OSError):
                await asyncio.wait_for(writer.wait_closed(), LAST_SECONDS)


class _JoiningClient(asyncssh.SSHClient):
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


def _hosts_file() -> Path:
    return data_folder() / "hosting" / "known-hosts.json"
