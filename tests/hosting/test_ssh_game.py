"""Games through real programs: one player at the host's terminal, one by OpenSSH or by `join`."""

import io
import re
import shutil
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

from spades_tui.cards import text
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.commands.shell import spades
from tests.hosting.programs import PROGRAM, ssh_words, started
from tests.terminal.terminal import TAKE, Terminal
from tests.terminal.watching import allowed_cards, faces, journal

ASKED = r"Your card\?|Say (?!start|swap|computer|friend|new line)[^\r\n]*\.\r\n|Enter [a-z]+ (?:it|nothing)"
"""A question of the game, not of the lobby."""
ENDED = "In order:"
A_GAME = 1800.0
"""Seconds that a game on screens takes at most, on a busy machine."""
needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH isn't installed")
WAYS = [pytest.param("ssh", marks=[needs_ssh, pytest.mark.slow]), "join"]


def hosted(folder: Path, *more: str) -> tuple[Any, str, str]:
    """Return a host with one guest invited, its port, and the guest's code."""
    host = started([*PROGRAM, "host", "--seats", "human:Ann,guest", "--port", "0", *more], folder)
    host.expect(r"ssh -p (\d+) (\w+)@localhost")
    port, code = host.match.groups()
    return host, port, code


def arrived_by_ssh(port: str, code: str, folder: Path, term: str = "dumb") -> Any:
    """Return an ssh client whose guest, without a key, has chosen a name and a password."""
    guest = started(["ssh", *ssh_words(port, code)], folder, term)
    guest.expect("name")
    guest.sendline("Gus")
    guest.expect("password")
    guest.sendline("swordfish")
    return guest


@pytest.mark.parametrize("way", WAYS)
def test_two_people_play_a_game_to_its_end(way: str, tmp_path: Path) -> None:
    """Both hear the result, both programs end, and the game is on disk. Phrases come to players who aren't muted."""
    host, port, code = hosted(tmp_path / "a", "--option", "target=100", "--pause", "0")
    if way == "ssh":
        guest = arrived_by_ssh(port, code, tmp_path / "b")
    else:
        guest = started([*PROGRAM, "join", f"localhost:{port}", code], tmp_path / "b")
        guest.expect("name")
        guest.sendline("Gus")
    says = {guest: ["mute", "phrase 3"], host: ["take", "take", "phrase 4"]}
    heard = {child: io.StringIO() for child in says}
    for child, text_of in heard.items():
        child.logfile_read = text_of
    ended: set[Any] = set()
    while len(ended) < 2:
        for child in {host, guest} - ended:
            found = child.expect([ASKED, ENDED, pexpect.EOF, pexpect.TIMEOUT], timeout=0.1)
            if found == 0 and "at any time" not in child.after:
                child.sendline(says[child].pop(0) if says[child] else "take")
            elif found in (1, 2):
                assert found == 1, child.before
                ended.add(child)
    for child in (host, guest):
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
    assert "Gus: Nice!" in heard[host].getvalue()
    assert "Ann: Well played." in heard[host].getvalue()
    assert "Ann: Well played." not in heard[guest].getvalue()
    (game,) = (tmp_path / "a" / "data" / "games").glob("*.jsonl")
    assert "Gus" in game.read_text("utf-8")


@needs_ssh
def test_a_guest_plays_on_screens_by_ssh(tmp_path: Path) -> None:
    """The guest sees the table, leaves it with a key, and their terminal is as it was before."""
    host, port, code = hosted(tmp_path / "a")
    guest = arrived_by_ssh(port, code, tmp_path / "b", "xterm-256color")
    guest.expect("for screens")
    guest.sendline("")
    guest.expect(r"\x1b\[\?1049h")
    guest.expect("leave")
    guest.send("q")
    guest.expect(r"\x1b\[\?1049l")
    guest.expect("Your seat waits for you")
    guest.expect(pexpect.EOF)
    host.sendeof()
    host.expect(pexpect.EOF)


@needs_ssh
@pytest.mark.slow
def test_two_people_play_a_game_on_screens_by_ssh(tmp_path: Path) -> None:
    """Each byte to either terminal is searched for cards of others; the record of the game can be verified."""
    home = tmp_path / "a"
    save_settings(Settings(name="Ann", pace="instant", cut_patience=0), home / "config" / "settings.toml")
    host = Terminal(
        "host", "--variant", "call-break", "--option", "hands=1", "--seats", "human:Ann,guest", "--port", "0",
        "--pause", "0", home=home,
    )  # fmt: skip
    guest = None
    try:
        host.wait("The table waits")
        (line,) = re.findall(r"ssh -p (\d+) (\w+)@localhost", host.text())
        guest = Terminal(*ssh_words(*line), home=tmp_path / "b", program="ssh")
        for question, answer in (("your name", "Gus"), ("password, 4", "swordfish"), ("for screens", "")):
            guest.wait(question)
            guest.child.send(f"{answer}\r")
        saw_own = set()
        players, end = {0: host, 1: guest}, time.monotonic() + A_GAME
        while any("W I N" not in player.text() for player in players.values()):
            assert time.monotonic() < end, "\n\n".join(player.text() for player in players.values())
            for seat, player in players.items():
                assert player.child.isalive(), player.text()
                player.read(0.2)
                if "W I N" not in player.text():
                    player.child.send(TAKE)
                shown = faces(player.rows_since(0))
                wrong = shown - allowed_cards(journal(home), seat)
                assert not wrong, (seat, sorted(map(text, wrong)))
                if shown - allowed_cards(journal(home), None):
                    saw_own.add(seat)
        assert saw_own == {0, 1}
        for player in (guest, host):
            player.child.send("q")
            assert player.ended() == 0
    finally:
        for one in (host, guest):
            if one is not None:
                one.close()
    (game,) = (home / "data" / "games").glob("*.jsonl")
    assert spades("verify", str(game)).status == 0


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_members_of_a_club_sit_down_leave_and_come_back(way: str, tmp_path: Path) -> None:
    """The lobby takes table numbers; a game is saved, and so is the club."""
    words = ["--tables", "2", "--seats", "guest,guest,bot,bot", "--port", "0", "--pause", "0"]
    host = started([*PROGRAM, "host", *words], tmp_path / "a")
    host.expect(r"ssh -p (\d+) (\w+)@localhost")
    port, code = host.match.groups()
    if way == "ssh":
        gus = arrived_by_ssh(port, code, tmp_path / "b")
    else:
        gus = started([*PROGRAM, "join", f"localhost:{port}", code], tmp_path / "b")
        gus.expect("name")
        gus.sendline("Gus")
    hal = started([*PROGRAM, "join", f"localhost:{port}", code], tmp_path / "c")
    hal.expect("name")
    hal.sendline("Hal")
    for guest in (gus, hal):
        guest.expect("2  Classic: waiting")
    gus.sendline("two")
    gus.expect("table's number")
    gus.sendline("2")
    gus.expect("when everybody is here")
    hal.expect("2  Classic: waiting; Gus")
    gus.sendline("quit")
    hal.expect(r"2  Classic: waiting; Ann \(computer\) and Bea \(computer\); free: seats 1 and 2")
    for guest in (gus, hal):
        guest.sendline("2")
    before = {gus, hal}
    while before:
        for guest in tuple(before):
            found = guest.expect(["Hand 1", "Cut the deck", pexpect.TIMEOUT], timeout=0.1)
            if found == 0:
                before.remove(guest)
            elif found == 1:
                guest.sendline("")
    gus.sendline("quit")
    gus.expect("waits for you")
    gus.expect(r"playing; .*Gus \(away\)")
    gus.sendline("watch 2")
    gus.expect("You watch")
    gus.sendline("quit")
    gus.expect("playing")
    gus.sendline("2")
    gus.expect("Here: ")
    host.sendintr()
    for guest in (gus, hal):
        guest.expect("closed the club")
        guest.expect(pexpect.EOF)
    host.expect(pexpect.EOF)
    host.close()
    assert host.exitstatus == 0
    assert len(list((tmp_path / "a" / "data" / "games").glob("*.jsonl"))) == 1
    assert "Gus" in (tmp_path / "a" / "data" / "hosting" / "club.json").read_text("utf-8")
