"""Put each guest's process into its own Linux namespaces, so that guests can't reach each other's processes.

All guests have one account. In its own user namespace, a process may not read another one's memory; in its own
process namespace, it can't even name the others. It has no network, empty folders for files, and no ``/proc``.
"""

import ctypes
import os
import struct
import sys
from pathlib import Path

_KINDS = 0x00020000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
"""The flags of `unshare(2)` for mounts, host name, messages between processes, users, processes and network."""
_NO_SETUID, _NO_DEVICES, _PRIVATE = 2, 4, 1 << 14 | 1 << 18
"""Flags of `mount(2)`; the last ones keep mounts from reaching other namespaces."""
_ADOPT, _NO_NEW_PRIVILEGES = 36, 38
"""Options of `prctl(2)`: adopt the children of children that have ended, and gain no privileges."""
_CAPABILITIES = 0x20080522
"""The version of the structure of `capset(2)`."""


def _call(name: str, *arguments: object) -> None:
    """Call a function of the C library. Raises OSError if it fails."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def adopt() -> None:
    """Be the parent of guests whose own parent ends. Raises OSError."""
    if sys.platform != "linux":
        raise OSError("namespaces need Linux")
    _call("prctl", _ADOPT, 1, 0, 0, 0)


def fork_apart() -> int:
    """Fork into new namespaces; return 0 in the new process, and its id in this one. Raises OSError.

    Only a child of the process that makes a process namespace is in it, so a process in between makes them and ends.
    """
    reads, writes = os.pipe()
    between = os.fork()
    if between == 0:
        try:
            os.close(reads)
            _unshare()
            pid = os.fork()
            if pid == 0:
                os.close(writes)
                _cover()
                return 0
            os.write(writes, struct.pack("i", pid))
        except OSError:
            os._exit(1)
        os._exit(0)
    os.close(writes)
    try:
        told = os.read(reads, 4)
    finally:
        os.close(reads)
        os.waitpid(between, 0)
    if len(told) != 4:
        raise OSError("the system gives guests no namespaces of their own")
    pid = struct.unpack("i", told)[0]
    assert isinstance(pid, int)
    return pid


def _unshare() -> None:
    """Make the namespaces, in which the account keeps its number. Raises OSError."""
    user, group = os.getuid(), os.getgid()
    _call("unshare", _KINDS)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", name).write_text(text)


def _cover() -> None:
    """Empty the folders for files, hide ``/proc``, and give up all privileges. End the process if that fails."""
    try:
        _call("mount", b"none", b"/", None, _PRIVATE, None)
        for place, most in ((b"/tmp", b"size=4m"), (b"/dev/shm", b"size=4m"), (b"/proc", b"size=4k")):
            _call("mount", b"tmpfs", place, b"tmpfs", _NO_SETUID | _NO_DEVICES, most)
        _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _call("capset", struct.pack("Ii", _CAPABILITIES, 0), bytes(24))
    except OSError:
        os._exit(1)
