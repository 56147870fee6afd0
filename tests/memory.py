"""How much memory this process takes, as the system counts it."""

from __future__ import annotations

from pathlib import Path

STATUS = Path("/proc/self/status")


def known() -> bool:
    """Whether the system tells."""
    return STATUS.exists()


def _kilobytes(key: str) -> int:
    return next(int(line.split()[1]) for line in STATUS.read_text("ascii").splitlines() if line.startswith(key))


def peak() -> float:
    """The most that it has taken so far, in megabytes (`ru_maxrss` would count what its parent had)."""
    return _kilobytes("VmHWM:") / 1024


def peak_from_now() -> bool:
    """Let `peak` tell the most from now on, whatever was before. Whether the system does that."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def now() -> float:
    """What it takes now, in megabytes."""
    return _kilobytes("VmRSS:") / 1024
