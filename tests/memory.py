"""Measure the memory of this process."""

from pathlib import Path

STATUS = Path("/proc/self/status")


def known() -> bool:
    """Return whether the system reports memory."""
    return STATUS.exists()


def _kilobytes(key: str) -> int:
    return next(int(line.split()[1]) for line in STATUS.read_text("ascii").splitlines() if line.startswith(key))


def peak() -> float:
    """Return the peak since the start in megabytes (`ru_maxrss` would include the parent's memory)."""
    return _kilobytes("VmHWM:") / 1024


def peak_from_now() -> bool:
    """Let `peak` start again from now; return whether the system can do that."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")
    except OSError:
        return False
    return True


def now() -> float:
    """Return the current memory in megabytes."""
    return _kilobytes("VmRSS:") / 1024
