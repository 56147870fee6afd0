"""The process group of an outside player, which ends with the game, even if this program is killed."""

import os
import signal
import subprocess
from contextlib import suppress

HAS_GROUPS = hasattr(os, "killpg")
"""Whether the system has process groups, and with them outside players; Windows doesn't."""

_WATCH = 'read -r closed || { sleep 1; kill -s KILL -- "-$1"; }'
"""A shell script that waits for a line.

If standard input ends without a line, this program was killed, so it kills the player a second later.
"""


class Watcher:
    """A shell that outlives this program if that is killed, and then kills the player's process group.

    Without `sh`, nothing is watched.
    """

    def __init__(self, group: int) -> None:
        """Watch a process group, by its number."""
        self._shell: subprocess.Popen[bytes] | None = None
        with suppress(OSError):
            self._shell = subprocess.Popen(
                ["sh", "-c", _WATCH, "sh", str(group)],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip

    def close(self) -> None:
        """Stop watching: the group has ended."""
        if self._shell is not None:
            self._shell.communicate(b"closed\n")


def end_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and its process group, including children that it left behind, and wait for it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (OSError, AttributeError):  # the group has ended, or the system has no process groups
        process.kill()
    process.wait()
