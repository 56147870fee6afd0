"""The process from which guests' processes are forked, so that they share all imports in memory.

`python -m spades_tui.hosting.fork_server FD MODULE…` reads requests from the socket FD, one line of JSON each, and
answers in the same way. A guest's process runs `main(socket)` of the first module. It gets a terminal and one socket,
and nothing else of the host's. With `--apart` before FD, each guest has its own Linux namespaces, if the system allows
it, so that guests can't reach each other's processes. All guests have one account. In its own user namespace, a process
may not read another one's memory; in its own process namespace, it can't even name the others. It has no network, empty
folders for files, and no ``/proc``.
"""

import ctypes
import gc
import json
import os
import selectors
import signal
import socket
import struct
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from spades_tui.play.sandbox import program_folders

_REQUEST = 1 << 14  # maximum bytes of a request
_KINDS = 0x00020000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
"""The flags of `unshare(2)` for mounts, host name, messages between processes, users, processes and network."""
_NO_SETUID, _NO_DEVICES, _PRIVATE = 2, 4, 1 << 14 | 1 << 18
"""Flags of `mount(2)`; the last ones keep mounts from reaching other namespaces."""
_AGAIN = 1 << 12 | 1 << 14
"""Flags of `mount(2)` that show a folder, and what is mounted in it, at another place."""
_ADOPT, _NO_NEW_PRIVILEGES = 36, 38
"""Options of `prctl(2)`: adopt the children of children that have ended, and gain no privileges."""
_CAPABILITIES = 0x20080522  # the version of the structure of `capset(2)`


def main(arguments: list[str]) -> int:
    """Serve requests until the host closes the socket, then end all guests."""
    apart = arguments[0] == "--apart" and _can_be_apart()
    arguments = arguments[arguments[0] == "--apart" :]
    control = socket.socket(fileno=int(arguments[0]))
    guest = import_module(arguments[1])
    for name in arguments[2:]:
        import_module(name)  # guests share these too, besides the imports of their module
    wake, waker = socket.socketpair()
    wake.setblocking(False)
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the host ends this process
    gc.collect()
    gc.freeze()  # the collector would write into pages that guests share
    _Server(control, (wake, waker), guest.main, apart).run()
    return 0


def _can_be_apart() -> bool:
    """Return whether guests can have their own namespaces here."""
    try:
        adopt()
        pid = fork_apart()
        if pid == 0:
            os._exit(0)
        return os.waitpid(pid, 0)[1] == 0
    except OSError:
        return False


class _Server:
    """The guests of one host, by the number that the host gave them."""

    def __init__(
        self, control: socket.socket, wakers: tuple[socket.socket, socket.socket], guest: Any, apart: bool
    ) -> None:
        self._control, self._wakers, self._guest, self._apart = control, wakers, guest, apart
        self._guests: dict[int, int] = {}
        self._selector = selectors.DefaultSelector()

    def run(self) -> None:
        self._selector.register(self._control, selectors.EVENT_READ)
        self._selector.register(self._wakers[0], selectors.EVENT_READ)
        self._tell({"ready": True, "apart": self._apart})
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is not self._control:
                    self._reap()
                elif not self._take_request():
                    for pid in self._guests.values():
                        with suppress(ProcessLookupError):
                            os.kill(pid, signal.SIGKILL)
                    return

    def _tell(self, message: dict[str, Any]) -> None:
        with suppress(OSError):  # the host has ended, and the next read will report it
            self._control.sendall(json.dumps(message).encode() + b"\n")

    def _take_request(self) -> bool:
        """Do what the host asks. Return whether it is still there."""
        text, descriptors = b"", list[int]()
        with suppress(OSError):
            text, descriptors, *_ = socket.recv_fds(self._control, _REQUEST, 2)
        for line in text.splitlines():
            request = json.loads(line)
            if "start" in request:
                self._start(request, descriptors)
            elif request["end"] in self._guests:
                with suppress(ProcessLookupError):
                    os.kill(self._guests[request["end"]], request["signal"])
        return bool(text)

    def _start(self, request: dict[str, Any], descriptors: list[int]) -> None:
        terminal, stream = descriptors
        pid = fork_apart() if self._apart else os.fork()
        if pid == 0:
            status = 3
            try:
                status = self._become(request["environment"], terminal, stream)
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else 1
            finally:
                os._exit(status)
        os.close(terminal)
        os.close(stream)
        self._guests[request["start"]] = pid
        self._tell({"started": request["start"]})

    def _become(self, environment: dict[str, str], terminal: int, stream: int) -> int:
        """Be a guest's process: its terminal, its socket, a short environment, and nothing of the host's."""
        for end in (self._selector, self._control, *self._wakers):
            end.close()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        if self._apart:  # the first process of a namespace would ignore it
            signal.signal(signal.SIGHUP, lambda *_: os._exit(128 + signal.SIGHUP))
        os.login_tty(terminal)
        os.environ.clear()
        os.environ.update(environment)
        status: int = self._guest(socket.socket(fileno=stream))
        return status

    def _reap(self) -> None:
        """Tell the host which guests have ended."""
        with suppress(BlockingIOError):
            self._wakers[0].recv(4096)
        for number, pid in tuple(self._guests.items()):
            with suppress(ChildProcessError):
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    del self._guests[number]
                    self._tell({"ended": number, "status": os.waitstatus_to_exitcode(status)})


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
            os.write(writes, str(pid).encode())
        except OSError:
            os._exit(1)
        os._exit(0)
    os.close(writes)
    try:
        told = os.read(reads, 16)
    finally:
        os.close(reads)
        os.waitpid(between, 0)
    if not told:
        raise OSError("the system gives guests no namespaces of their own")
    return int(told)


def _unshare() -> None:
    """Make the namespaces, in which the account keeps its number. Raises OSError."""
    user, group = os.getuid(), os.getgid()
    _call("unshare", _KINDS)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", name).write_text(text, encoding="utf-8")


def _cover() -> None:
    """Empty the folders for files, except the program in them, hide ``/proc``, and give up all privileges.

    End the process if that fails.
    """
    try:
        _call("mount", b"none", b"/", None, _PRIVATE, None)
        for place in ("/tmp", "/dev/shm"):
            _cover_all_but(place, [one for one in program_folders() if one.is_relative_to(place)])
        _mount_empty("/proc", b"size=4k")
        _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _call("capset", struct.pack("Ii", _CAPABILITIES, 0), bytes(24))
    except OSError:
        os._exit(1)


def _mount_empty(place: str, most: bytes) -> None:
    _call("mount", b"tmpfs", place.encode(), b"tmpfs", _NO_SETUID | _NO_DEVICES, most)


def _cover_all_but(place: str, folders: list[Path]) -> None:
    """Empty a place for files, but keep these folders in it. Raises OSError."""
    kept = [(os.open(folder, os.O_PATH | os.O_DIRECTORY), os.fspath(folder)) for folder in folders]
    _mount_empty(place, b"size=4m")
    for number, folder in kept:
        os.makedirs(folder, exist_ok=True)
        _call("mount", f"/proc/self/fd/{number}".encode(), folder.encode(), None, _AGAIN, None)
        os.close(number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
