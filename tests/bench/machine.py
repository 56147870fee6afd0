"""Describe the machine of a measurement in one line."""

import os
import platform
from datetime import date
from pathlib import Path


def machine() -> str:
    """Return the cores, whether the machine is virtual, its system and Python, and the day."""
    try:
        virtual = "hypervisor" in Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        virtual = False
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    kind = f"{cores} core{'s' if cores != 1 else ''}{', virtual' if virtual else ''}"
    return f"[{kind}, {platform.system()}, Python {platform.python_version()}, {date.today().isoformat()}]"
