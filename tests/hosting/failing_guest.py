"""Run a guest's program that shows what its process has, and fails while a screen is open."""

import json
import os
import socket


def _is_open(name: str) -> bool:
    """Return whether a descriptor is open, other than that of libffi, whose newer versions keep their own file open."""
    path = f"/dev/fd/{name}"
    return os.path.exists(path) and not os.path.basename(os.path.realpath(path)).startswith("libffi.so")


def main(stream: socket.socket) -> int:
    """Write the environment and the open descriptors to the terminal."""
    found = {
        "environment": dict(os.environ),
        "descriptors": sorted(int(name) for name in os.listdir("/dev/fd") if _is_open(name)),
        "stream": stream.fileno(),
        "size": list(os.get_terminal_size(0)),
        "controls": os.tcgetpgrp(0) == os.getpgrp(),
    }
    os.write(1, f"\x1b[?1049h{json.dumps(found)}\n".encode())
    return 7
