"""The process group of an outside player: ended with the game, and when the program itself is killed."""

import os
import signal
import subprocess
from contextlib import suppress

_WATCH = 'read -r closed || { sleep 1; kill -s KILL -- "-$1"; }'
"""Wait for a line. If standard input ends without one, this program was killed: give the player a second, then kill it.
"""


class Watcher:
    """A shell beside a player that outlives this program, and ends the player's group if nobody else does.

    Where the system has no `sh`, nothing is watched.
    """

    def __init__(self, group: int) -> None:
        """Watch over a process group, by its number."""
        self._shell: subprocess.Popen[bytes] | None = None
        with suppress(OSError):
            self._shell = subprocess.Popen(
                ["sh", "-c", _WATCH, "sh", str(group)],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip

    def close(self) -> None:
        """Stop watching: the group has been ended."""
        if self._shell is not None:
            self._shell.communicate(b"closed\n")


def end_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and its whole process group, with the programs it left behind, and wait for it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (OSError, AttributeError):  # the group is empty, or the system has no groups
        process.kill()
    process.wait()
