"""Before the game, the host deals with friends who don't come: computer players, other seats, another day."""

import asyncio
import shutil
from pathlib import Path

import asyncssh
import pexpect
import pytest

from spades_tui.hosting.host import TAKEN, TAKEN_FOR_NOW
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.lobby import last_lobby, lobby_file, read_line, with_computer_players
from spades_tui.hosting.messages import (
    Begin,
    Closed,
    Give,
    HandOver,
    HostNote,
    Keep,
    Kept,
    Presence,
    Swap,
    TableUpdate,
    Welcome,
)
from spades_tui.hosting.open_host import invited_host
from spades_tui.play import cast
from spades_tui.play.resume import read_journal
from spades_tui.system.folders import invitations_file
from tests.hosting.loopback import guest_over, opened, setup_of
from tests.hosting.programs import PROGRAM, ssh_words, started
from tests.hosting.tables import SECONDS


async def test_a_game_begins_with_a_computer_player_in_an_absent_friends_seat(tmp_path: Path) -> None:
    """The record calls it one, and the friend hears why their line opens nothing any more."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        await ann.expect(Presence)
        assert host.host.ask(Begin()) == ""
        moment = await ann.expect(TableUpdate)
        assert moment.shown.people == (0,)
        async with host.connect(host.codes[1], host.keys[1]) as late:
            assert (await (await guest_over(late)).expect(Closed)).reason == TAKEN
        ann.answer(moment)
        await asyncio.wait_for(ann.play(10), SECONDS)
    (path,) = tmp_path.glob("*.jsonl")
    assert [seat.kind for seat in read_journal(path).setup.seats] == ["human", "bot", "bot", "bot"]


def test_computer_players_of_absent_friends_are_different_people_of_the_cast() -> None:
    setup = with_computer_players(setup_of("six-handed", 6), {1, 3, 5})
    seats = [setup.seats[seat] for seat in (1, 3, 5)]
    assert len({seat.name for seat in seats}) == 3
    assert all(cast.of_seat(seat.name, seat.level) for seat in seats)


async def test_an_empty_table_does_not_begin(tmp_path: Path) -> None:
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host:
        assert host.host.ask(Begin()) == "Nobody is here yet."
        assert not host.host.begun


async def test_only_the_hosts_own_player_begins_or_moves_people(tmp_path: Path) -> None:
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        for message in (Begin(), Swap(0, 1), HandOver(1)):
            ann.send(message)
            assert "Only the host" in (await ann.expect(HostNote)).text
        assert not host.host.begun


async def test_exchanged_seats_keep_their_lines_and_people(tmp_path: Path) -> None:
    """Also for a friend who comes later, and for one who comes back."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        await ann.expect(Presence)
        assert host.host.ask(Swap(0, 2)) == host.host.ask(Swap(1, 3)) == ""
        assert (await ann.expect(Welcome)).seat == 2
        async with host.guest(1, "Bea") as bea:
            assert bea.welcome is not None and bea.welcome.seat == 3
            moment = await bea.expect(TableUpdate)
            assert moment.shown.names[2:] == ("Ann", "Bea")
            assert moment.shown.seen.seat == 3
        async with host.guest(1) as bea:
            assert (await bea.expect(TableUpdate)).shown.seen.seat == 3
        assert "begun" in host.host.ask(Swap(0, 2))


@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 4), (-1, 2)])
async def test_seats_that_are_not_there_are_not_exchanged(first: int, second: int, tmp_path: Path) -> None:
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host:
        before = host.host.setup
        assert "seats 1 to 4" in host.host.ask(Swap(first, second))
        assert host.host.setup == before


async def test_a_saved_game_resumes_without_a_friend_whose_seat_waits(tmp_path: Path) -> None:
    """A computer player sits in; the same line brings the friend back."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host:
        async with host.guest(0, "Ann") as ann, host.guest(1, "Bea") as bea:
            await asyncio.gather(ann.play(5), bea.play(5))
            host.host.close("Until tomorrow.")
            await host.game
        invitations, keys = host.invitations, host.keys
    (path,) = tmp_path.glob("*.jsonl")
    async with opened(read_journal(path).setup, tmp_path, 2, invitations, path) as host:
        host.keys = keys
        async with host.guest(0) as ann:
            await ann.expect(Presence)
            assert "stay" in host.host.ask(Swap(0, 1))
            assert host.host.ask(Begin()) == ""
            while (await ann.expect(Presence)).stand_ins != (1,):
                pass
            async with host.guest(1) as bea:
                assert (await bea.expect(TableUpdate)).shown.seen.seat == 1
                assert (await bea.expect(Presence)).stand_ins == ()


async def test_another_day_the_same_lines_open_the_same_seats(tmp_path: Path) -> None:
    """A game that never began has kept who owns which seat, and its name."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host:
        async with host.guest(0, "Ann") as ann:
            await ann.expect(Presence)
            host.host.ask(Swap(0, 2))
            host.host.close("Nobody else comes.")
            assert (await ann.expect(Closed)).reason == "Nobody else comes."
        await host.game
        codes, keys = host.codes, host.keys
    again = invited_host(setup_of("sandbags", 2), None, None, 0.0, 0, again=True)
    async with opened(again.setup, tmp_path, 2, again.invitations) as host:
        assert set(codes.values()) == set(host.codes.values())
        host.codes, host.keys = codes, keys
        async with host.guest(0) as ann:
            assert ann.welcome is not None
            assert (ann.welcome.seat, ann.welcome.name) == (2, "Ann")
    assert last_lobby(3) is None


SETTINGS = 'theme = "light"\n' * 150
"""The text of a settings file, longer than any other text."""


async def test_settings_are_kept_with_the_seat(tmp_path: Path) -> None:
    """Nobody else gets them, also on another day."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host:
        async with host.guest(0, "Ann") as ann, host.guest(1, "Bea") as bea:
            ann.send(Keep(SETTINGS))
            await asyncio.gather(ann.play(5), bea.play(5))
        async with host.guest(0) as ann, host.guest(1) as bea:
            assert (await ann.expect(Kept)).settings == SETTINGS
            await bea.play(1)
            assert not [message for message in bea.heard if isinstance(message, Kept)]
        path = host.host.journal
        assert path is not None
    saved = Invitations.saved(invitations_file(path))
    assert [one.settings for one in saved if one.seat is not None] == [SETTINGS, ""]


async def test_a_seat_is_handed_over_to_its_owner_on_another_computer(tmp_path: Path) -> None:
    """The old line and key open nothing, the name stays, and the game goes on."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        async with host.guest(1, "Bea") as bea:
            await asyncio.gather(ann.play(3), bea.play(3))
            said = host.host.ask(HandOver(1))
            assert "new line" in (await bea.expect(Closed)).reason
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connect(host.codes[1], host.keys[1])
        host.codes = {**host.codes, 1: said.split()[-1].partition("@")[0]}
        host.keys[1] = asyncssh.generate_private_key("ssh-ed25519")
        async with host.guest(1) as bea:
            assert bea.welcome is not None
            assert (bea.welcome.seat, bea.welcome.name) == (1, "Bea")
            await bea.expect(TableUpdate)
        assert "isn't" in host.host.ask(HandOver(3))


@pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH isn't installed")
def test_an_ssh_guest_gets_plain_text_again_and_a_lost_seat_back(tmp_path: Path) -> None:
    """Enter means the same as last time; the host makes a new line at any time."""
    words = [*PROGRAM, "host", "--variant", "sandbags", "--seats", "human:Ann,guest,bot,bot", "--port", "0"]
    host = started(words, tmp_path / "home")
    host.expect(r"ssh -p (\d+) (\w+)@localhost")
    port, code = host.match.groups()
    for question in ("say plain", "say screens"):
        guest = started(["ssh", *ssh_words(port, code)], tmp_path / "guest", "xterm-256color")
        if question == "say plain":
            guest.expect("name")
            guest.sendline("Gus")
            guest.expect("password")
            guest.sendline("swordfish")
        else:
            guest.expect("Password")
            guest.sendline("swordfish")
        guest.expect(question)
        guest.sendline("plain" if question == "say plain" else "")
        while guest.expect(["Hand 1|[Cc]ut|deals", pexpect.TIMEOUT], timeout=1) == 1:
            host.sendline("take")  # the host may have to cut first
        guest.sendline("quit")
        guest.sendline("quit")
        guest.expect(pexpect.EOF)
    host.sendline("new line 2")
    host.expect(r"seat 2: ssh -p \d+ (\w+)@localhost")
    assert host.match.group(1) != code
    host.close(force=True)


def test_the_host_starts_in_plain_text_and_opens_the_same_lines_again(tmp_path: Path) -> None:
    words = [*PROGRAM, "host", "--variant", "sandbags", "--seats", "human:Ann,guest,bot,bot", "--port", "0"]
    codes = set()
    for more in ([], ["--again"]):
        host = started([*words, *more], tmp_path / "home")
        host.expect(r"ssh -p \d+ (\w+)@localhost")
        codes.add(host.match.group(1))
        host.expect("Say start")
        if not more:
            host.sendline("quit")
            host.expect("add --again")
            host.expect(pexpect.EOF)
    assert len(codes) == 1
    host.sendline("swap 2 9")
    host.expect("seats 1 to 4")
    host.sendline("swap 2 3")
    host.sendline("start")
    host.expect("Hand 1|Cut the deck")
    host.sendline("quit")
    host.sendline("quit")
    host.expect("game is saved")
    host.expect(pexpect.EOF)


def test_damaged_lines_are_reported_and_kept(tmp_path: Path) -> None:
    lobby_file().parent.mkdir(parents=True)
    lobby_file().write_text("{")
    words = [*PROGRAM, "host", "--variant", "sandbags", "--seats", "human:Ann,guest,bot,bot", "--port", "0", "--again"]
    host = started(words, tmp_path / "home")
    host.expect("is damaged")
    host.expect(pexpect.EOF)
    assert lobby_file().read_text() == "{"


@pytest.mark.parametrize(("line", "message"), [
    ("computer 2", Give(1, computer=True)),
    ("Friend 2", Give(1)),
    ("friend 2  Bea  Smith", Give(1, friend="Bea Smith")),
    ("friend two", None),
    ("computer", None),
    ("computer 999", None),
])  # fmt: skip
def test_the_host_gives_seats_away_in_words(line: str, message: Give | None) -> None:
    assert read_line(line) == message


async def test_a_late_guests_seat_goes_to_a_computer_player_and_back(tmp_path: Path) -> None:
    """Their line opens nothing meanwhile. The seat of a guest who is here, or of nobody, can't be given away."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        await ann.expect(Presence)
        for seat in (0, 2, 9, -1):
            assert host.host.ask(Give(seat, computer=True)) == "That isn't the seat of a missing friend."
        assert host.host.ask(Give(1, computer=True)) == ""
        assert [one.kind for one in host.host.setup.seats] == ["human", "bot", "bot", "bot"]
        async with host.connect(host.codes[1], host.keys[1]) as late:
            assert (await (await guest_over(late)).expect(Closed)).reason == TAKEN_FOR_NOW
        assert not host.host.begun
        assert host.host.ask(Give(1)) == ""
        assert "isn't in the list of your friends" in host.host.ask(Give(1, friend="Zoe"))
        async with host.guest(1, "Bea") as bea:
            moment = await bea.expect(TableUpdate)
            assert moment.shown.people == (0, 1)
        assert host.host.ask(Give(1, computer=True)) == "The game has begun."
