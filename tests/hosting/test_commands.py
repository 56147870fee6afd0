"""`host` and `join` on the command line: every mistake is one sentence."""

import asyncio
import shlex
import socket
import time
from functools import partial
from pathlib import Path

import pexpect
import pytest

from spades_tui.commands.arguments import parser as make_parser
from spades_tui.commands.host import run_table
from spades_tui.hosting.club import club_file
from spades_tui.hosting.club_roll import ClubRoll, Member
from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import save
from spades_tui.hosting.messages import TableUpdate
from spades_tui.hosting.open_host import at_terminal, host_table, invited_host
from spades_tui.hosting.ssh import SshDoor
from spades_tui.play.hosted_games import reopen_command
from spades_tui.play.journal import JournalBusy
from spades_tui.system.exit_status import DONE, WRONG_USAGE, InputError
from tests.commands.shell import spades
from tests.hosting.loopback import opened, setup_of
from tests.hosting.programs import PROGRAM, started


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("host", "--seats", "human:Ann,bot"), "nobody is invited"),
        (("host", "--seats", "human:Ann,human:Bea,guest"), "only one person"),
        (("host", "--seats", "guest,guest,guest,guest,guest"), "5 players"),
        (("host", "--seats", "guest", "--resume", "x"), "leave them out"),
        (("host", "--resume", "nothing"), "no such file"),
        (("host", "--watchers", "21"), "write 0 to 20"),
        (("host", "--pause", "-1"), "--pause"),
        (("host", "--remove", "Ann"), "write members before it"),
        (("host", "guests"), "members"),
        (("join", ":2222", "K7QF2M9D"), "no host"),
        (("join", "localhost:2222"), "before the @"),
        (("join", "192.0.2.7"), "before the @"),
        (("join", "[2001:db8::7]:2222"), "before the @"),
        (("join", "localhost:x", "K7QF2M9D"), "HOST:PORT"),
        (("join", "localhost:0", "K7QF2M9D"), "there's no port '0'"),
        (("join", "localhost:65536", "K7QF2M9D"), "1 to 65535"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = spades(*words)
    assert (done.status, said in done.error) == (WRONG_USAGE, True), done


@pytest.mark.parametrize(
    ("given", "same"),
    [
        (("localhost", 2222, 0), []),
        (("0.0.0.0", 2301, 1), ["--listen", "0.0.0.0", "--port", "2301", "--watchers", "1"]),
    ],
)
async def test_a_saved_table_reopens_at_the_same_address_even_in_a_folder_with_spaces(
    given: tuple[str, int, int], same: list[str], tmp_path: Path
) -> None:
    """The command that is printed is the one that is noted, also for a free port that `--port 0` has picked."""
    async with opened(setup_of("sandbags", 1), tmp_path / "ann lee", 1) as table, table.guest(0, "Ann") as ann:
        address, port, table.host.most_watchers = given
        table.host.door = SshDoor(address, port)
        await ann.expect(TableUpdate)
        (game,) = (tmp_path / "ann lee").glob("*.jsonl")
        assert shlex.split(table.host.reopens or "") == ["spades-tui", "host", *same, "--resume", str(game)]
        assert table.host.reopens == reopen_command(game)


async def test_the_host_hears_who_can_come_and_what_isnt_guarded(tmp_path: Path) -> None:
    said: list[str] = []
    door = SshDoor("127.0.0.1", 0, ForkServer([], "", unguarded="Nobody is kept apart."))
    invited = partial(invited_host, setup_of("sandbags", 2), None, None, 0.0, 2)

    async def play(host: TableHost) -> None:
        playing = asyncio.ensure_future(at_terminal(said.append, host))
        while not said:
            await asyncio.sleep(0.01)
        host.close()
        await playing

    assert await host_table(invited, door, play) is None
    lines = said[0].splitlines()
    assert [line.partition("@")[2] for line in lines if "@" in line] == ["127.0.0.1"] * 3
    assert {door.fingerprint in line for line in lines} == {True, False}
    assert lines[-1] == "Nobody is kept apart."
    assert "Only this machine can connect" in said[0] and "Up to 2 people can watch" in said[0]


def test_a_game_that_is_open_elsewhere_is_named_without_the_address() -> None:
    async def busy() -> None:
        raise JournalBusy("a.spades.jsonl is open in another window")

    arguments = make_parser().parse_args(["host"])
    with pytest.raises(InputError, match=r"^spades-tui host: a\.spades\.jsonl is open in another window$"):
        run_table(busy(), arguments, "spades-tui host")


def test_a_port_in_use_is_refused_with_its_number() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = spades("host", "--listen", "127.0.0.1", "--port", str(port))
    assert (done.status, f"--port {port}: address already in use" in done.error) == (WRONG_USAGE, True), done


def test_a_table_that_is_not_open_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    done = spades("join", f"127.0.0.1:{port}", "K7QF2M9D")
    assert done.error == f"spades-tui: 127.0.0.1:{port}: connection refused"
    assert done.status == WRONG_USAGE


@pytest.mark.parametrize("seats", ["human:Ann,guest", "guest,guest"])
def test_ctrl_c_closes_a_table_that_has_just_opened(seats: str, tmp_path: Path) -> None:
    """Also while the host's own player still loads: the status is that of a closed table, and nothing fails aloud."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text('relay = "http://127.0.0.1:9/"\n')
    host = started([*PROGRAM, "host", "--variant", "two-handed", "--seats", seats], tmp_path)
    try:
        host.expect("Send each friend one line")
        while "human" in seats and not Path(f"/proc/{host.pid}/task/{host.pid}/children").read_text("utf-8"):
            time.sleep(0.01)
        host.sendintr()
        host.expect(pexpect.EOF)
        assert "Traceback" not in host.before
        assert "add --again to your command" in host.before
    finally:
        host.close(force=True)
    assert host.exitstatus == DONE


@pytest.mark.parametrize(
    ("saved", "seats", "said"),
    [
        ("", "human,guest", "What is your name"),
        ('name = "Hanna"\n', "human,guest", "Here: Hanna"),
        ("", "human:Ann,guest", "Here: Ann"),
    ],
)
def test_a_host_whose_name_nobody_knows_is_asked_for_it(saved: str, seats: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text(f'{saved}relay = "http://127.0.0.1:9/"\n')
    host = started([*PROGRAM, "host", "--seats", seats], tmp_path)
    try:
        assert host.expect(["What is your name", r"Here: \w+"]) == ("name" not in said)
        assert said in host.after
        if "name" in said:
            host.sendline("Hanna")
            host.expect("Here: Hanna")
    finally:
        host.close(force=True)


def test_members_are_listed_and_removed() -> None:
    """Of a club that is closed, too; a wrong name or a damaged file is a sentence."""
    assert "no members" in spades("host", "members").out
    file = club_file()
    save(file, ClubRoll("K7QF2M9D", [Member(name="Ann", key="SHA256:abc"), Member(name="Bea", played=False)]))
    done = spades("host", "members")
    assert done.out.splitlines() == ["Ann: key SHA256:abc", "Bea: a password; has never played"]
    assert spades("host", "members", "--remove", "bea").out == "Bea isn't a member any more.\n"
    assert "Bea" not in spades("host", "members").out
    again = spades("host", "members", "--remove", "Bea")
    assert (again.status, again.error.count("\n")) == (1, 0)
    assert "no member 'Bea'" in again.error
    file.write_text("{")
    assert "is damaged" in spades("host", "members").error
