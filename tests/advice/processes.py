"""Check whether a process started by a test or by the program is still running."""

import os
import time
from contextlib import suppress
from pathlib import Path


def ended(pid: int, seconds: float = 60.0) -> bool:
    """Return whether a process has ended, or ends soon."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        # The process may end between the check and the reading. Only Linux has this file.
        with suppress(FileNotFoundError, ProcessLookupError):
            if Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0] == "Z":
                return True
        time.sleep(0.02)
    return False
