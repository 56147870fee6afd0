"""Whether a process that a test has started, or that the program has, is there."""

import os
import time
from contextlib import suppress
from pathlib import Path


def ended(pid: int, seconds: float = 60.0) -> bool:
    """Return whether a process is gone, or gone soon."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        # It may be gone between the question and the reading; elsewhere than on Linux there is nothing to read.
        with suppress(FileNotFoundError, ProcessLookupError):
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        time.sleep(0.02)
    return False
