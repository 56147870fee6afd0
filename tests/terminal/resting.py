"""Detect that a program rests, so that the next key is typed after the effect of the last one."""

from pathlib import Path

PROC = Path("/proc")
CAN_BE_SEEN = (PROC / "self" / "task").exists()
"""Whether the system shows which threads sleep, as Linux does."""
_SLEEPS = frozenset("SIZTX")
"""States of a waiting, idle, ended or stopped process."""


def slept(process: int) -> int | None:
    """Return how often the threads of a process and its children have gone to sleep so far.

    None while one of them runs or is ready to run. A process that has ended has never slept.
    """
    count = 0
    for task in _listed(PROC / str(process) / "task"):
        try:
            status = (task / "status").read_text("utf-8", "replace")
            children = (task / "children").read_text().split() if (task / "children").exists() else []
        except (FileNotFoundError, ProcessLookupError):  # the process ended between the two readings
            return None
        said = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        if said["State"][0] not in _SLEEPS:
            return None
        count += int(said.get("voluntary_ctxt_switches", 0))
        for child in children:
            more = slept(int(child))
            if more is None:
                return None
            count += more
    return count


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except (FileNotFoundError, ProcessLookupError):
        return []
