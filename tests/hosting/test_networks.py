"""The three ways to reach a table work across routers: each machine is a network namespace of its own."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from tests.hosting.networks import Network, may_make_networks, run
from tests.hosting.programs import PROGRAM, ssh_words
from tests.hosting.tables import SECONDS

SSHD = shutil.which("sshd") or "/usr/sbin/sshd"


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not may_make_networks(), reason="making networks needs root, ip and ssh"),
]


@pytest.fixture
def network() -> Iterator[Network]:
    """Yield a network, and remove it after the test."""
    made = Network()
    try:
        yield made
    finally:
        made.close()


def _on(machine: str, command: list[str], folder: Path) -> "pexpect.spawn[str]":
    """Run a program on a machine, in a terminal."""
    folder.mkdir(exist_ok=True)
    env = {**os.environ, "SPADES_TUI_HOME": str(folder), "TERM": "dumb"}
    return pexpect.spawn("ip", ["netns", "exec", machine, *command], env=env, encoding="utf-8", timeout=SECONDS)


@contextmanager
def _hosted(machine: str, listen: str, folder: Path) -> Iterator[str]:
    """Host a table on a machine; yield the guest's code."""
    words = ["host", "--seats", "guest,bot", "--variant", "two-handed", "--port", "2222", "--listen", listen]
    host = _on(machine, [*PROGRAM, *words], folder)
    host.expect(r"ssh -p \d+ (\w+)@")
    code = host.match.group(1)
    host.expect("fingerprint")
    try:
        yield code
    finally:
        host.sendintr()
        host.expect(pexpect.EOF)
        host.close()


def _reaches(machine: str, address: str, port: int, code: str, folder: Path) -> bool:
    """Return whether a guest on a machine reaches the table with `ssh`."""
    words = ssh_words(str(port), code)
    words[-1] = f"{code}@{address}"
    guest = _on(machine, ["ssh", "-o", "ConnectTimeout=5", *words], folder)
    try:
        return bool(guest.expect(["your name", pexpect.EOF]) == 0)
    finally:
        guest.close(force=True)


def _home_networks(network: Network) -> tuple[str, str, str]:
    """Return the host and a guest, each behind a router, and a server that both can reach; it forwards nothing."""
    host, guest, server = (network.machine(name) for name in ("host", "guest", "server"))
    for number, machine in enumerate((host, guest), 1):
        router = network.machine(f"router{number}")
        network.link(machine, f"192.168.{number}.2/24", router, f"192.168.{number}.1/24")
        network.link(router, f"203.0.113.{4 * number + 1}/30", server, f"203.0.113.{4 * number + 2}/30")
        run("ip", "-n", machine, "route", "add", "default", "via", f"192.168.{number}.1")
        run("ip", "-n", router, "route", "add", "default", "via", f"203.0.113.{4 * number + 2}")
        run("ip", "netns", "exec", router, "sysctl", "-qw", "net.ipv4.ip_forward=1")
        # the server knows the way back to a home, as if its router translated addresses; other homes don't
        run("ip", "-n", server, "route", "add", f"192.168.{number}.0/24", "via", f"203.0.113.{4 * number + 1}")
    return host, guest, server


def test_a_guest_in_the_same_network_reaches_the_table(network: Network, tmp_path: Path) -> None:
    """By default nobody else does; with an address of one network, such as a VPN's, nobody in another."""
    host, guest, member = (network.machine(name) for name in ("host", "guest", "member"))
    network.link(host, "192.168.1.2/24", guest, "192.168.1.3/24")
    network.link(host, "100.64.0.1/24", member, "100.64.0.2/24")
    for listen, is_reached in (("0.0.0.0", True), ("localhost", False), ("100.64.0.1", False)):
        with _hosted(host, listen, tmp_path / listen) as code:
            assert _reaches(guest, "192.168.1.2", 2222, code, tmp_path / "b") is is_reached
            if listen == "100.64.0.1":
                assert _reaches(member, listen, 2222, code, tmp_path / "c")


@pytest.mark.skipif(not Path(SSHD).exists(), reason="there is no sshd")
def test_a_guest_elsewhere_reaches_the_table_through_a_server(network: Network, tmp_path: Path) -> None:
    """The host's `ssh -R` opens a port of the server; the table listens on localhost only."""
    host, guest, server = _home_networks(network)
    for name in ("server-key", "own-key"):
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name))
    settings = tmp_path / "sshd_config"
    settings.write_text(
        f"Port 22\nHostKey {tmp_path / 'server-key'}\nAuthorizedKeysFile {tmp_path / 'own-key.pub'}\nStrictModes no\n"
        "GatewayPorts yes\nPasswordAuthentication no\nUsePAM no\nPidFile none\n"
    )
    Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    daemon = _on(server, [SSHD, "-D", "-e", "-f", str(settings)], tmp_path / "server")
    daemon.expect("listening")
    with _hosted(host, "localhost", tmp_path / "a") as code:
        assert not _reaches(guest, "192.168.1.2", 2222, code, tmp_path / "b")
        options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "ExitOnForwardFailure=yes"]
        words = [word for option in options for word in ("-o", option)]
        key = str(tmp_path / "own-key")
        tunnel = _on(
            host, ["ssh", "-v", "-F", "none", *words, "-i", key, "-N", "-R", "2222:localhost:2222", "root@203.0.113.6"],
            tmp_path / "tunnel",
        )  # fmt: skip
        tunnel.expect("remote forward success")
        assert _reaches(guest, "203.0.113.10", 2222, code, tmp_path / "b")
        tunnel.close(force=True)
    daemon.close(force=True)
