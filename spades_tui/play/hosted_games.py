"""Games with friends: the command that opens their table again where guests find it."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from spades_tui.record.json_form import checked
from spades_tui.record.small_file import read_small, write_small
from spades_tui.system.folders import invitations_file
from spades_tui.system.output import resume_command

HOST_PORT, WEB_PORT = 2222, 8000
"""The default ports of `host` and `serve`."""
MOST_BYTES = 4000  # maximum bytes of a command in a file


def address_options(address: str, port: int, default: int, watchers: int) -> list[str]:
    """Return the options of `host` or `serve` for a table like this one, without defaults."""
    given = ("--listen", address, "localhost"), ("--port", port or default, default), ("--watchers", watchers, 0)
    words: list[str] = []
    for option, value, usual in given:
        if value != usual:
            words += [option, str(value)]
    return words


class _Command(Struct, frozen=True):
    """The content of the file."""

    command: list[str]


def _command_file(path: Path) -> Path:
    return invitations_file(path).with_suffix(".command")


def note_command(path: Path, words: Sequence[str]) -> None:
    """Note with which command and options a game is hosted. Raises OSError."""
    write_small(_command_file(path), {"command": list(words)})


def reopen_command(path: Path) -> str:
    """Return the command that opens a hosted game again, as it is typed in a shell. Never raises."""
    with suppress(OSError, ValueError):
        data = read_small(_command_file(path), MOST_BYTES)
        command, *options = checked(_Command, data).command
        return resume_command(path, *options, command=command)
    return resume_command(path, command="host")
