"""Contain a program: in a bubblewrap sandbox, from which it can only play, and in a process group (docs/seat.md)."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

import spades_tui
from spades_tui.language.unusable import UnusableError
from spades_tui.play.setup import SeatSetup

BWRAP = "bwrap"

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix")
"""System paths that a program needs to run, mounted read-only."""

PASSED_ON = ("PATH", "LANG", "LC_ALL", "TZ")
"""Environment variables to pass on; others may contain passwords."""

NOBODY = "65534"
"""The number of the account in a sandbox that root has started."""

APART = ("--unshare-all", "--cap-drop", "ALL")
APART_AS_ROOT = (
    "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
    "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID",
)  # fmt: skip
"""Options of bwrap for everything that a sandbox has for itself. In accounts of its own, root couldn't be left."""

SETPRIV = "setpriv"
"""Changes the account; part of util-linux."""

_SECONDS = 10.0  # seconds that a sandbox may take to start, even on a busy machine


def check_sandbox() -> None:
    """Check that a program can be run in a sandbox here. Raises UnusableError."""
    _check([*_sandbox(Path("/"), (), ()), *_account(), "true"])


def _check(command: Sequence[str]) -> None:
    """Run a command in a sandbox. Raises UnusableError if it fails."""
    if shutil.which(BWRAP) is None:
        raise UnusableError("--sandbox: bwrap is not installed; install bubblewrap")
    if _account() and shutil.which(SETPRIV) is None:
        raise UnusableError("--sandbox: root needs setpriv; install util-linux, or start as another user")
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnusableError(f"--sandbox: bwrap can't be run ({error})") from None
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no reason given"]
        raise UnusableError(f"--sandbox: bwrap can't make a sandbox on this system ({why[0]})")


def in_sandbox(seats: Iterable[SeatSetup], private: Sequence[Path]) -> tuple[SeatSetup, ...]:
    """Return the seats with their programs in sandboxes. Raises UnusableError for an invalid command."""
    inside: list[SeatSetup] = []
    for seat in seats:
        try:
            command = seat.command and sandboxed(seat.command, private)
        except ValueError as error:
            raise UnusableError(f"exec: {str(error).lower()}") from None
        inside.append(replace(seat, command=command))
    return tuple(inside)


def sandboxed(command: str, private: Sequence[Path]) -> str:
    """Return the command that runs another one in a sandbox, in the working directory.

    It has no network, no home, no other processes, its own /tmp, and read-only system files. It also sees the working
    directory, unless that is the user's home or overlaps one of the `private` folders; then it sees only files that the
    command names. It ends with the table. If root starts it, it runs as nobody, so that it can't read root's files.
    Raises ValueError for an invalid command.
    """
    arguments = shlex.split(command)
    folder = Path.cwd()
    home, *others = map(Path.resolve, (Path.home(), *private))
    overlaps = any(_holds(folder, other) or _holds(other, folder) for other in others)
    shown = [folder]
    if overlaps or _holds(folder, home):
        shown = [folder / word for word in arguments if os.path.isfile(folder / word)]
    covered = [path for path in (home, *others) if path.is_dir() and _of_system(path)]
    return shlex.join([*_sandbox(folder, shown, covered), *_account(), *arguments])


def program_sandbox(private: Sequence[Path]) -> list[str]:
    """Return the start of a command line that runs this program's own Python in a sandbox. Raises UnusableError.

    It shows system files, Python and the program, read-only. The user's home and the `private` folders are empty there.
    """
    shown = [path for path in program_folders() if not _of_system(path)]
    hidden = [path.resolve() for path in (Path.home(), *private) if path.is_dir()]
    line = _sandbox(Path("/"), shown, filter(_of_system, hidden))
    for path in hidden:
        if any(_holds(folder, path) for folder in shown):
            line += ["--tmpfs", str(path)]
    line += _account()
    _check([*line, sys.executable, "-c", "import spades_tui, msgspec"])
    return line


def program_folders() -> list[Path]:
    """Return the folders with Python, the installed packages, and the program."""
    package = Path(spades_tui.__file__).parent
    packages = [path for path in map(Path, sys.path) if path.name in ("site-packages", "dist-packages")]
    prefixes = [Path(sys.prefix), Path(sys.base_prefix)]
    parts = [*prefixes, *packages, package, package.parent / "variants", package.parent / "docs"]
    return list(dict.fromkeys(path.resolve() for path in parts if path.is_dir()))


def _of_system(path: Path) -> bool:
    """Return whether a sandbox shows this path among the system's files."""
    return any(_holds(Path(place), path) for place in SYSTEM)


def _sandbox(folder: Path, shown: Iterable[Path], covered: Iterable[Path]) -> list[str]:
    """Return the options of bwrap that build the sandbox."""
    passed_on = [f"{name}={os.environ[name]}" for name in PASSED_ON if name in os.environ]
    # programs in the sandbox can read the environment of bwrap, its process 1, so bwrap gets only these variables too
    line = ["env", "-i", *passed_on, "HOME=/tmp", "TMPDIR=/tmp"]
    apart: tuple[str, ...] = APART
    open_to_all: tuple[str, ...] = ()
    if _account():
        apart = APART_AS_ROOT
        open_to_all = ("--perms", "1777")
    line += [BWRAP, *apart, "--die-with-parent", "--new-session"]
    for place in SYSTEM:
        line += ["--ro-bind-try", place, place]
    line += ["--dev", "/dev", "--proc", "/proc", *open_to_all, "--tmpfs", "/tmp"]
    for path in covered:
        line += ["--tmpfs", str(path)]
    for path in shown:
        for outer in reversed(path.parents):  # bwrap would make them for its own account only
            line += ["--dir", str(outer)]
        line += ["--ro-bind", str(path), str(path)]
    return [*line, "--dir", str(folder), "--remount-ro", "/", "--chdir", str(folder)]


def _account() -> list[str]:
    """Return the start of a command line that gives up root's account; none for other users."""
    if os.getuid():
        return []
    return [SETPRIV, "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]


def _holds(outer: Path, inner: Path) -> bool:
    """Return whether the folder `outer` is or contains `inner`."""
    return inner == outer or outer in inner.parents


# The process group of an outside player, which ends with the game, even if this program is killed

HAS_GROUPS = hasattr(os, "killpg")
"""Whether the system has process groups, and with them outside players; Windows doesn't."""

_WATCH = 'read -r closed || { sleep 1; kill -s KILL -- "-$1"; }'
"""A shell script that waits for a line.

If standard input ends without a line, this program was killed, so it kills the player a second later.
"""


def watch(group: int) -> "subprocess.Popen[bytes] | None":
    """Start a shell that outlives this program if that is killed, and then kills a process group; None without `sh`.

    Send it a line when the group has ended.
    """
    with suppress(OSError):
        return subprocess.Popen(
            ["sh", "-c", _WATCH, "sh", str(group)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    return None


def end_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and its process group, including children that it left behind, and wait for it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (OSError, AttributeError):  # the group has ended, or the system has no process groups
        process.kill()
    process.wait()
