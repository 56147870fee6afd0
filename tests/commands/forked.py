"""Run many commands quickly: a process that has imported the program forks for each of them.

Each command still has its own process, streams, environment and folder; only the imports are shared.
`python -m tests.commands.forked FD` is the forking process, and `Forks` talks to it through a socket.
"""

import atexit
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[2]
AT_START = ("PYTHON", "LC_", "LANG", "PATH")
"""Beginnings of variables that a process reads before its first line runs."""
REQUEST = 1 << 20
"""Size in bytes of the largest request: arguments and environment."""
HEAVY = ("spades_tui.tui", "spades_tui.web", "spades_tui.__main__")
"""Modules that no command of these tests imports."""


def at_start(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment variables that a running process can't change."""
    return {name: value for name, value in environment.items() if name.startswith(AT_START)}


class Forks:
    """Start the process that has imported the program, and ask it to fork for each command."""

    def __init__(self) -> None:
        self.settings = at_start(dict(os.environ))
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, REQUEST)
        with theirs:
            command = [sys.executable, "-m", "tests.commands.forked", str(theirs.fileno())]
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True
            )
        atexit.register(self._close)

    def _close(self) -> None:
        self._socket.close()
        self._process.wait()

    def run(
        self,
        arguments: list[str],
        given: bytes,
        environment: dict[str, str],
        timeout: float,
        output: str | None = None,
        closed: int | None = None,
    ) -> tuple[int, bytes, bytes, float]:
        """Run a command; return its status, what it wrote to both outputs, and its seconds of the processor.

        `output` is a file that takes the place of its standard output, `closed` a standard stream that it starts
        without.
        """
        ours, theirs = zip(*(os.pipe() for _ in range(3)), strict=True)
        ends = [ours[0], theirs[1], theirs[2]]
        mine = [theirs[0], ours[1], ours[2]]
        if output is not None:
            file = os.open(output, os.O_WRONLY)
            os.dup2(file, ends[1])
            os.close(file)
        request = {"arguments": arguments, "environment": environment, "closed": closed}
        socket.send_fds(self._socket, [json.dumps(request).encode()], ends)
        for end in ends:
            os.close(end)
        pid = int(self._socket.recv(64))
        out, err = _exchanged(mine, given, monotonic() + timeout, pid)
        status, seconds = json.loads(self._socket.recv(256))
        return status, out, err, seconds


def _exchanged(ends: list[int], given: bytes, until: float, pid: int) -> tuple[bytes, bytes]:
    """Write the input and read both outputs to their ends; kill a process that takes too long."""
    entry, *outputs = ends
    read: dict[int, bytearray] = {output: bytearray() for output in outputs}
    rest = memoryview(given)
    with selectors.DefaultSelector() as ready:
        for output in outputs:
            ready.register(output, selectors.EVENT_READ)
        if rest:
            os.set_blocking(entry, False)
            ready.register(entry, selectors.EVENT_WRITE)
        else:
            os.close(entry)
        while ready.get_map():
            events = ready.select(max(0.0, until - monotonic()))
            if not events:
                os.kill(pid, signal.SIGKILL)
                raise subprocess.TimeoutExpired("spades-tui", 0)
            for key, _ in events:
                end = key.fd
                if end == entry:
                    try:
                        rest = rest[os.write(entry, rest[:65536]) :]
                    except BrokenPipeError:
                        rest = rest[:0]
                    if rest:
                        continue
                elif more := os.read(end, 65536):
                    read[end] += more
                    continue
                ready.unregister(end)
                os.close(end)
    return bytes(read[outputs[0]]), bytes(read[outputs[1]])


def _serve(number: int) -> None:
    """Fork for each request; answer with the process id, its status and its processor seconds."""
    import gc
    from pkgutil import walk_packages

    import spades_tui

    gc.disable()
    for module in walk_packages(spades_tui.__path__, "spades_tui."):
        if not module.name.startswith(HEAVY):
            __import__(module.name)
    gc.freeze()
    requests = socket.socket(fileno=number)
    while True:
        request, ends, _, _ = socket.recv_fds(requests, REQUEST, 3)
        if not request:
            return
        pid = os.fork()
        if not pid:
            requests.close()
            _become(ends, **json.loads(request))
            return
        for end in ends:
            os.close(end)
        requests.send(str(pid).encode())
        _, status, used = os.wait4(pid, 0)
        requests.send(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime]).encode())


def _become(ends: list[int], arguments: list[str], environment: dict[str, str], closed: int | None) -> None:
    """Turn this process into the command: with its streams, environment, arguments and exit status."""
    import gc
    import random

    for number, end in enumerate(ends):
        os.dup2(end, number)
        os.close(end)
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    if closed is not None:
        setattr(sys, ("stdin", "stdout", "stderr")[closed], None)
        os.close(closed)
    sys.argv = [str(ROOT / "spades_tui" / "__main__.py"), *arguments]
    random.seed()
    gc.enable()
    from spades_tui.cli import main

    raise SystemExit(main())


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
