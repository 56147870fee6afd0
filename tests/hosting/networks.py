"""Machines with networks of their own: each is a network namespace of Linux."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from itertools import count

from tests.hosting.tables import SECONDS


def may_make_networks() -> bool:
    """Return whether this process may make network namespaces and link them."""
    if sys.platform != "linux" or os.geteuid() or shutil.which("ip") is None or shutil.which("ssh") is None:
        return False
    name = f"spades-try-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode == 0
    if made:
        linked = run("ip", "-n", name, "link", "add", "e0", "type", "veth", "peer", "name", "e1", check=False)
        subprocess.run(["ip", "netns", "del", name], check=False)
        return linked.returncode == 0
    return False


def run(*words: str, check: bool = True) -> "subprocess.CompletedProcess[bytes]":
    """Run a command. Raises CalledProcessError if it fails and `check`."""
    return subprocess.run(words, capture_output=True, check=check, timeout=SECONDS)


class Network:
    """Machines, each a network namespace."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._numbers = count()

    def machine(self, name: str) -> str:
        """Add a machine."""
        full = f"spades-{os.getpid()}-{name}"
        run("ip", "netns", "add", full)
        self._names.append(full)
        run("ip", "-n", full, "link", "set", "lo", "up")
        return full

    def link(self, one: str, its: str, other: str, others: str) -> tuple[str, str]:
        """Connect two machines with these addresses; return the names of the two ends."""
        ends = f"e{next(self._numbers)}", f"e{next(self._numbers)}"
        run("ip", "-n", one, "link", "add", ends[0], "type", "veth", "peer", "name", ends[1], "netns", other)
        for machine, end, address in ((one, ends[0], its), (other, ends[1], others)):
            run("ip", "-n", machine, "addr", "add", address, "dev", end)
            run("ip", "-n", machine, "link", "set", end, "up")
        return ends

    def close(self) -> None:
        """Remove all machines."""
        for name in self._names:
            for pid in run("ip", "netns", "pids", name, check=False).stdout.split():
                with suppress(ProcessLookupError):
                    os.kill(int(pid), 9)
            run("ip", "netns", "del", name, check=False)


class HomeNetwork:
    """A machine behind the router of its home, which translates addresses and lets nobody in who wasn't asked."""

    def __init__(self, network: Network, name: str, number: int, internet: str, is_open: bool = False) -> None:
        """Connect a home with this number to the machine that is the internet; an open one is reached from there."""
        self._number, self._address = number, 2
        self.outside = f"203.0.{number}.1"
        """The router's address in the internet."""
        self.machine, self.router = network.machine(name), network.machine(f"{name}-router")
        self._inside, self._outside = network.link(
            self.machine, f"192.168.{number}.2/24", self.router, f"192.168.{number}.1/24"
        )
        wan, _ = network.link(self.router, f"203.0.{number}.1/30", internet, f"203.0.{number}.2/30")
        self._route()
        run("ip", "-n", self.router, "route", "add", "default", "via", f"203.0.{number}.2")
        for machine in (self.router, internet):
            run("ip", "netns", "exec", machine, "sysctl", "-qw", "net.ipv4.ip_forward=1")
        if is_open:
            run("ip", "-n", internet, "route", "add", f"192.168.{number}.0/24", "via", f"203.0.{number}.1")
            return
        for words in (
            "add table ip home",
            "add chain ip home post { type nat hook postrouting priority 100 ; }",
            f"add rule ip home post oifname {wan} masquerade",
            "add chain ip home input { type filter hook input priority 0 ; }",
            f"add rule ip home input iifname {wan} ct state new drop",
            "add chain ip home forward { type filter hook forward priority 0 ; }",
            f"add rule ip home forward iifname {wan} ct state new drop",
        ):
            run("ip", "netns", "exec", self.router, "nft", words)

    def _route(self) -> None:
        run("ip", "-n", self.machine, "route", "replace", "default", "via", f"192.168.{self._number}.1")

    def plug(self, is_in: bool) -> None:
        """Pull the machine's cable out of the router, or plug it in."""
        run("ip", "-n", self.router, "link", "set", self._outside, "up" if is_in else "down")

    def move(self) -> None:
        """Give the machine another address, as in another network."""
        before, self._address = self._address, self._address + 1
        network = f"192.168.{self._number}"
        run("ip", "-n", self.machine, "addr", "del", f"{network}.{before}/24", "dev", self._inside)
        run("ip", "-n", self.machine, "addr", "add", f"{network}.{self._address}/24", "dev", self._inside)
        self._route()
