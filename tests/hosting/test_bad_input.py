"""Bad input through real OpenSSH: the guest gets a sentence, and the others notice nothing."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.commands.shell import spades
from tests.hosting.programs import PROGRAM, ssh_words, started

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH isn't installed")
pytestmark = [pytest.mark.slow, needs_ssh]
LINE = r"ssh -p (\d+) (\w+)@localhost"
LARGE, SMALL = (24, 80), (5, 20)
"""Rows and columns of terminals."""
OTHER_VERSION = "from spades_tui import cli; from spades_tui.hosting import messages; messages.VERSION = 99; cli.main()"


class OpenTable:
    """A host without a player of its own, and two seats for guests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        seats = "guest,guest,bot:beginner:Cy,bot:beginner:Di"
        self.host = started([*PROGRAM, "host", "--seats", seats, "--port", "0", "--pause", "0"], folder / "host")
        self.codes: list[str] = []
        for _ in range(2):
            self.host.expect(LINE)
            self.port = self.host.match[1]
            self.codes.append(self.host.match[2])

    def ssh(self, seat: int | str, *more: str, term: str = "dumb") -> Any:
        """Return an ssh client for a seat, or with any code."""
        code = seat if isinstance(seat, str) else self.codes[seat]
        return started(["ssh", *more, *ssh_words(self.port, code)], self.folder / "guest", term)

    def sits_down(self, seat: int, name: str, **more: str) -> Any:
        """Return the ssh client of a guest who has sat down with a password."""
        guest = self.ssh(seat, **more)
        guest.expect("name\\?")
        guest.sendline(name)
        guest.expect("You won't see it")
        guest.sendline("swordfish")
        guest.expect("when everybody is here")
        return guest

    def returns(self, seat: int, term: str) -> Any:
        """Return the ssh client of a guest who has come back."""
        guest = self.ssh(seat, term=term)
        guest.expect("Password of your seat")
        guest.sendline("swordfish")
        guest.expect("Welcome")
        return guest


@pytest.fixture
def table(tmp_path: Path) -> Iterator[OpenTable]:
    """Yield an open table, and close it."""
    one = OpenTable(tmp_path)
    yield one
    one.host.close(force=True)


def key_in(folder: Path, name: str) -> list[str]:
    """Return the arguments with which ssh shows a new key."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    return ["-i", str(folder / name)]


def test_codes_that_open_no_seat_are_explained(table: OpenTable, tmp_path: Path) -> None:
    wrong = table.ssh("K7QF2M9D")
    wrong.expect("No seat here has this code")
    wrong.expect("denied")
    mine = table.ssh(0, *key_in(tmp_path, "mine"))
    mine.expect("name\\?")
    mine.sendline("Ann")
    mine.expect("when everybody is here")
    other = table.ssh(0, *key_in(tmp_path, "other"))
    other.expect("This seat is taken")
    other.expect("denied")
    for code in ("short", "K7QF2M9D!", "K7 QF\x1b[31m", "x" * 300):
        done = spades("join", f"localhost:{table.port}", code)
        assert (done.status, done.error.count("\n")) == (1, 0)
        assert "isn't a code" in done.error and "\x1b" not in done.error


def test_a_guest_with_another_version_may_come_back_by_ssh(table: OpenTable, tmp_path: Path) -> None:
    """Their first key doesn't keep the seat, because they never sat down."""
    old = started([sys.executable, "-c", OTHER_VERSION, "join", f"localhost:{table.port}", table.codes[0]], tmp_path)
    old.expect("needs spades-tui .*; install that version")
    old.expect(pexpect.EOF)
    table.sits_down(0, "Ann")


def test_a_strange_name_is_refused_with_a_sentence(table: OpenTable) -> None:
    guest = table.ssh(0)
    guest.expect("name\\?")
    for name, said in (("\x1b[31mAnn", "printable"), ("   ", "needs a name"), ("x" * 300, "too long")):
        guest.sendline(name)
        guest.expect(said)
        guest.expect("name\\?")


def test_a_small_window_and_invented_keys_do_no_harm(table: OpenTable) -> None:
    """One guest's terminal is strange, has wide letters, and sends anything. The other guest plays on."""
    ann, bea = table.sits_down(0, "Ann"), table.sits_down(1, "漢字かな交じり文", term="xterm")
    bea.expect("Press Enter for screens")
    bea.sendline()
    bea.expect("leave")
    bea.setwinsize(*SMALL)
    bea.expect("Make it larger")
    bea.setwinsize(*LARGE)
    bea.expect("leave")
    for typed in ("\x1b[99;99~", "\x1b[9999999999u", "\x1b[1;1;55296u", "\x1b[1114112;5u", "\x1b]52;c;QUFB\x07",
                  "\x1b[<0;9999;9999M", "\x1bP+q544e\x1b\\", "\x1b[I", "\x1b[48;0;0;0;0t", "\x00"):  # fmt: skip
        bea.send(typed)
    bea.send("?")
    bea.expect("change")  # its bottom line has F2, to change keys
    assert bea.isalive()
    ann.sendline("help")
    ann.expect("quit")
    table.host.expect("is here")


def test_each_terminal_gets_what_it_can_show(table: OpenTable) -> None:
    """Without a usable type it gets plain text; of an unknown type, it may have screens."""
    ann = table.sits_down(0, "Ann")
    table.sits_down(1, "Bea").close(force=True)
    for term in ("", "dumb", "x" * 300, "xterm\x1b[31m"):
        guest = table.returns(1, term)
        guest.expect("Here: ")
        guest.sendline("help")
        guest.expect("Say phrases")
        guest.close(force=True)
    for term in ("nonsense", "vt100"):
        guest = table.returns(1, term)
        guest.expect("Press Enter for screens")
        guest.sendline()
        guest.expect("leave")
        guest.close(force=True)
    assert ann.isalive()
