"""Whether a program rests: whoever types the next key then has seen what came of the last, on a busy machine too."""

from pathlib import Path

PROC = Path("/proc")
CAN_BE_SEEN = (PROC / "self" / "task").exists()
"""Linux tells of each thread whether it sleeps."""
_SLEEPS = frozenset("SIZTX")
"""Waits for something, idle, ended, stopped."""


def slept(process: int) -> int | None:
    """How often the threads of a process, and of the processes it has started, have gone to sleep by now.

    None while one of them works or wants to. A process that is gone has never slept.
    """
    count = 0
    for task in _listed(PROC / str(process) / "task"):
        try:
            status = (task / "status").read_text("utf-8", "replace")
            children = (task / "children").read_text().split() if (task / "children").exists() else []
        except (FileNotFoundError, ProcessLookupError):  # ended between two looks
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
