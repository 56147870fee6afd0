"""`spades-tui host` and `spades-tui join`: open a table for friends with ssh, or sit down at one."""

import argparse
import asyncio
import re
import shlex
from collections.abc import Coroutine
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from spades_tui.commands.argument_parser import port
from spades_tui.commands.arguments import MOST_WATCHERS
from spades_tui.commands.from_arguments import entries, read_resumed, setup_given
from spades_tui.commands.open_game import open_screens, opens_plain
from spades_tui.hosting.carrier import why_not_anywhere
from spades_tui.hosting.invitations import Invitations, saved
from spades_tui.hosting.join_line import read_join_line
from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.quoting import shown
from spades_tui.language.unusable import UnusableError
from spades_tui.play.hosted_games import HOST_PORT, reopen_command
from spades_tui.play.journal import JournalBusy
from spades_tui.play.resume import Suspended
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.setup import TableSetup
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.exit_status import DONE, InputError, UsageError, about_file, address_error
from spades_tui.system.folders import invitations_file
from spades_tui.system.installing import missing
from spades_tui.system.output import os_words, write_text

if TYPE_CHECKING:
    from spades_tui.tui.app import SpadesApp

HAS_TERMINALS = find_spec("termios") is not None
"""Whether the system has POSIX terminals, pipes and processes, unlike Windows."""

if find_spec("asyncssh") is not None and HAS_TERMINALS:
    from spades_tui.hosting.club import club_file, host_club
    from spades_tui.hosting.club_roll import ClubRoll, remove_member
    from spades_tui.hosting.guest import join
    from spades_tui.hosting.lobby import ANYWHERE, last_lobby, lobby_file
    from spades_tui.hosting.open_host import at_terminal, door_to, host_table, invited_host
    from spades_tui.hosting.ssh import SshCarrier, SshDoor

COMMAND, JOIN = "spades-tui host", "spades-tui join"
ADDRESS = r"[\w-]+(\.[\w-]+)+|([\w.-]+|\[[0-9A-Fa-f:]+\]):\d+"
"""What is surely an address and no line: a name or number with a dot, or with a port."""
NO_TERMINALS = "needs Linux or macOS; host in a Linux terminal (WSL), or let a friend host"


def run(arguments: argparse.Namespace) -> int:
    """Host or join a table. Raises UsageError, InputError."""
    if arguments.command == "join":
        return _join(arguments)
    return _host(arguments)


def _host(arguments: argparse.Namespace) -> int:
    """Host a table. Raises UsageError if no port can be used or no host runs here, InputError for a bad game."""
    if not HAS_TERMINALS:
        raise UsageError(NO_TERMINALS, COMMAND)
    if find_spec("asyncssh") is None:
        raise UsageError(missing("asyncssh", "friends", "host"), COMMAND)
    if arguments.what == "members" or arguments.remove is not None:
        return _members(arguments)
    if arguments.tables:
        return _run_club(arguments)
    setup, own, resume = guest_table_given(arguments, COMMAND)
    if arguments.again:
        _check_again(setup, resume)
    invited = partial(invited_host, setup, own, resume, arguments.pause, arguments.watchers, arguments.again)
    play = partial(at_terminal, say)
    if arguments.listen is None and arguments.port is None:
        why = why_not_anywhere("host")
        if not why:
            try:
                return run_table(host_table(invited, door_to(ANYWHERE, 0), play), arguments, COMMAND)
            except UnusableError as error:
                raise InputError(str(error), command=COMMAND) from None
        say(f"{capitalized(why)}.")
    return run_table(host_table(invited, _ssh_door(arguments), play), arguments, COMMAND)


def _ssh_door(arguments: argparse.Namespace) -> "SshDoor":
    """Return the door of an ssh server; fill in where it listens, if the arguments don't say it."""
    arguments.listen = arguments.listen or "localhost"
    arguments.port = HOST_PORT if arguments.port is None else arguments.port
    return SshDoor(arguments.listen, arguments.port)


def _check_again(setup: TableSetup, resume: Suspended | None) -> None:
    """Check that the last table's lines fit this table. Raises UsageError, InputError if their file is damaged."""
    if resume is not None:
        raise UsageError("--again: a saved game keeps its lines anyway; leave --again out", COMMAND)
    try:
        last = last_lobby(len(setup.seats))
    except ValueError as error:
        raise InputError(f"{lobby_file()} is damaged ({error}); delete it, or leave --again out") from None
    if last is None:
        raise UsageError("--again: no earlier table has lines for this game's seats; leave it out", COMMAND)


def say(text: str) -> None:
    """Print lines for the host."""
    write_text(f"{text}\n")


def run_table(table: Coroutine[Any, Any, str | None], arguments: argparse.Namespace, command: str) -> int:
    """Run a table until it closes, and print how to reopen it. Raises UsageError for its address, InputError.

    `table` returns the command that resumes its game, if there is one.
    """
    try:
        reopens = asyncio.run(table)
    except (NotSaved, JournalBusy) as error:
        raise InputError(str(error), command=command) from None
    except OSError as error:
        raise address_error(f"--listen {arguments.listen} --port {arguments.port}", error) from None
    if reopens is not None:
        say(f"The game is saved. Resume it with: {reopens}")
    return DONE


def _run_club(arguments: argparse.Namespace) -> int:
    """Host a club. Raises UsageError for arguments of a single table, or if the port can't be used."""
    if arguments.resume is not None:
        raise UsageError("--tables: a club resumes its own games; leave --resume out", COMMAND)
    if arguments.seats is None:
        arguments.seats = ",".join(["guest"] * len(setup_given(arguments).seats))
    setup, own = _setup_given(arguments, COMMAND)
    if own is not None:
        raise UsageError("--seats: in a club nobody plays at this terminal; write guest, and join it yourself", COMMAND)
    arguments.watchers = arguments.watchers or MOST_WATCHERS
    door = _ssh_door(arguments)
    try:
        club = host_club(setup, arguments.tables, door, arguments.pause, arguments.watchers, say)
        return run_table(club, arguments, COMMAND)
    except ValueError as error:
        raise InputError(f"{club_file()} is damaged ({error}); delete it to begin a new club") from None


def _members(arguments: argparse.Namespace) -> int:
    """List the members of the club, or remove one. Raises UsageError, InputError for a damaged file or a wrong name."""
    if arguments.what is None:
        raise UsageError("--remove: write members before it, as in spades-tui host members --remove NAME", COMMAND)
    file = club_file()
    try:
        if arguments.remove is not None:
            name = remove_member(file, arguments.remove)
            say(f"{name} isn't a member any more.")
            return DONE
        roll = saved(file, ClubRoll)
    except LookupError:
        raise InputError(f"--remove: the club has no member {shown(arguments.remove)}") from None
    except ValueError as error:
        raise InputError(f"{file} is damaged ({error}); delete it to begin a new club") from None
    except OSError as error:
        raise InputError(f"{file}: {os_words(error)}") from None
    if roll is None or not roll.members:
        say("The club has no members.")
        return DONE
    for member in roll.members:
        words = [f"key {member.key}" if member.key is not None else "a password"]
        if not member.played:
            words.append("has never played")
        say(f"{member.name}: {'; '.join(words)}")
    return DONE


def guest_table_given(arguments: argparse.Namespace, command: str) -> tuple[TableSetup, int | None, Suspended | None]:
    """Return the table to host, the host's own seat, and the game to resume. Raises UsageError, InputError."""
    if arguments.resume is None:
        return *_setup_given(arguments, command), None
    if arguments.variant is not None or arguments.seats is not None or arguments.option:
        raise UsageError("--resume keeps the game's own seats and options; leave them out", command)
    resume, own = _hosted_before(Path(arguments.resume))
    return resume.setup, own, resume


def _hosted_before(game: Path) -> tuple[Suspended, int | None]:
    """Return a saved game, and the seat of the host, who needs no invitation. Raises InputError."""
    resume = read_resumed(game, False)
    file = invitations_file(resume.path)
    with about_file(file, ValueError):
        invited = [one.seat for one in Invitations.saved(file)]
    return resume, next((seat for seat in resume.setup.people if seat not in invited), None)


def _setup_given(arguments: argparse.Namespace, command: str) -> tuple[TableSetup, int | None]:
    """Return the new table, where guests have no names yet, and the host's own seat. Raises UsageError, InputError."""
    words = ["human", "guest"]
    if arguments.seats is not None:
        words = entries(arguments.seats, "--seats")
    guests = [seat for seat, word in enumerate(words) if word == "guest"]
    if not guests:
        raise UsageError('--seats: nobody is invited; write guest for each friend, as in "human:Ann,guest"', command)
    own = [seat for seat, word in enumerate(words) if word.partition(":")[0] == "human"]
    if len(own) > 1:
        raise UsageError("--seats: only one person plays at this terminal; write guest for the others", command)
    given = list(map(shlex.quote, words))
    for seat in guests:
        given[seat] = f"human:Guest {seat + 1}"
    arguments.seats = ",".join(given)
    setup = setup_given(arguments)
    seats = list(setup.seats)
    for seat in guests:
        seats[seat] = replace(seats[seat], name="")
    host = next(iter(own), None)
    if command == COMMAND and host is not None and words[host] == "human" and not load_settings().name:
        seats[host] = replace(seats[host], name="")  # the host's own player asks for it, like a guest's
    return replace(setup, seats=tuple(seats)), host


def _join(arguments: argparse.Namespace) -> int:
    """Play as a guest. Raises UsageError for a table that can't be reached, InputError for a wrong code."""
    if not HAS_TERMINALS:
        raise UsageError("needs Linux or macOS; take your seat with the ssh line that your friend has", JOIN)
    if find_spec("asyncssh") is None:
        raise UsageError(missing("asyncssh", "friends", "join"), JOIN)
    given: str = arguments.address
    if arguments.code is None:
        if re.fullmatch(ADDRESS, given):
            where = "it's the word before the @ in the ssh line that the host sees"
            raise UsageError(f"{given!r} is an address without a code; add the code: {where}", JOIN)
        return _join_anywhere(given, arguments.plain)
    address, number = given, ""
    if ":" in given and not given.endswith("]"):
        address, _, number = given.rpartition(":")
    try:
        at = port(number) if number else HOST_PORT
    except argparse.ArgumentTypeError:
        at = 0
    if at == 0:
        raise UsageError(f"{given!r}: there's no port {number!r}; write HOST:PORT, with a port from 1 to 65535", JOIN)
    if not address:
        raise UsageError(f"{given!r} has no host; write HOST:PORT", JOIN)
    try:
        return join(SshCarrier(address.strip("[]"), at, arguments.code), arguments.plain)
    except UnusableError as error:
        raise InputError(str(error), command=JOIN) from None
    except OSError as error:
        raise address_error(f"{address}:{at}", error) from None


def _join_anywhere(given: str, plain: bool) -> int:
    """Play as a guest of the host whom a line names. Raises UsageError, InputError."""
    why_not = why_not_anywhere("join", given)
    if why_not:
        raise UsageError(why_not, JOIN)
    from spades_tui.hosting.anywhere_carrier import AnywhereCarrier  # its library isn't there on every system

    try:
        line = read_join_line(given)
        if opens_plain(plain):
            return join(AnywhereCarrier(line), plain=True)
    except UnusableError as error:
        raise InputError(str(error), command=JOIN) from None
    except OSError as error:
        raise InputError(os_words(error), command=JOIN) from None
    from spades_tui.hosting.join_screen import JoinScreen  # only the screens need Textual

    def opens(app: "SpadesApp") -> None:
        app.open_home()
        app.push_screen(JoinScreen(line))

    return open_screens(opens)


def join_screen() -> object:
    """Return the screen that joins a friend's table, or why it can't be shown."""
    if not HAS_TERMINALS:
        return "Lines of friends need Linux or macOS; play in a browser instead."
    why_not = why_not_anywhere("join")
    if why_not:
        return f"{capitalized(why_not)}."
    from spades_tui.hosting.join_screen import JoinScreen  # only the screens need Textual

    return JoinScreen()


def invite_again_screen(game: Path) -> object:
    """Return the screen that opens a saved game's table again, or why it can't be shown. Raises InputError."""
    from spades_tui.hosting.invite_screen import InviteScreen  # only the screens need Textual

    resume, own = _hosted_before(game)
    if own is None:
        return f"You didn't play in this game. {reopen_command(game)} opens its table."
    return InviteScreen(resume.setup, own, resume)


def why_no_invites() -> str:
    """Return why no friends can be invited from here, and what helps; "" if they can."""
    if not HAS_TERMINALS:
        return "Friends can't be invited from Windows; use a Linux terminal (WSL), or let a friend invite you."
    if find_spec("asyncssh") is None:
        return capitalized(missing("asyncssh", "friends", "host"))
    return ""


def invite_screen(setup: TableSetup, own: int) -> object:
    """Return the screen that invites friends, with the host at the seat `own`, or why it can't be shown."""
    why_not = why_no_invites()
    if why_not:
        return why_not
    from spades_tui.hosting.invite_screen import InviteScreen  # only the screens need Textual

    return InviteScreen(setup, own)
