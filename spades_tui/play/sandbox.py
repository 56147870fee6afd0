"""A program of somebody else's in a sandbox of bubblewrap's: it plays, and comes to nothing else (docs/seat.md)."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from spades_tui.play.setup import SeatSetup

BWRAP = "bwrap"

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix")
"""What a program needs in order to run; to be read only."""

PASSED_ON = ("PATH", "LANG", "LC_ALL", "TZ")
"""Variables that bwrap and the program get; the others may hold passwords."""

_SECONDS = 10.0
"""What a sandbox may take to start on a busy machine."""


class SandboxError(Exception):
    """There can be no sandbox here; the text is one sentence."""


def check_sandbox() -> None:
    """Whether a program can be run in a sandbox here. Raises SandboxError."""
    if shutil.which(BWRAP) is None:
        raise SandboxError("--sandbox needs the program bwrap (bubblewrap), which is not installed")
    command = [*_sandbox(Path("/"), (), ()), "true"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SandboxError(f"--sandbox: bwrap cannot be run ({error})") from None
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().splitlines()[:1] or ["it does not say why"]
        raise SandboxError(f"--sandbox: this system does not let bwrap make a sandbox ({why[0]})")


def in_sandbox(seats: Iterable[SeatSetup], private: Sequence[Path]) -> tuple[SeatSetup, ...]:
    """The seats, with the programs in them in sandboxes. Raises SandboxError for a command that cannot be read."""
    try:
        return tuple(
            replace(seat, command=sandboxed(seat.command, private)) if seat.command else seat for seat in seats
        )
    except ValueError as error:
        raise SandboxError(f"exec: {str(error).lower()}") from None


def sandboxed(command: str, private: Sequence[Path]) -> str:
    """The command that runs another one in a sandbox, in the working directory.

    It has no network, no home, no processes but its own, a /tmp of its own, the system to read, and of the user's files
    the working directory, unless that is his home, or one of the `private` folders, or has them in it: then only the
    files that the command names. It ends with the table. Raises ValueError for a command that cannot be read.
    """
    arguments = shlex.split(command)
    folder = Path.cwd()
    home, *others = (path.resolve() for path in (Path.home(), *private))
    open_to_it = not _holds(folder, home) and not any(_holds(folder, one) or _holds(one, folder) for one in others)
    named = [] if open_to_it else [folder / one for one in arguments if _is_file(folder / one)]
    covered = [one for one in (home, *others) if one.is_dir() and any(_holds(Path(place), one) for place in SYSTEM)]
    return shlex.join([*_sandbox(folder, [folder] if open_to_it else named, covered), *arguments])


def _sandbox(folder: Path, shown: Iterable[Path], covered: Iterable[Path]) -> list[str]:
    """The sandbox's own part of the command line."""
    passed_on = [f"{name}={os.environ[name]}" for name in PASSED_ON if name in os.environ]
    # bwrap is process 1 of the sandbox, and its own environment can be read there: it starts with the short one too
    line = ["env", "-i", *passed_on, "HOME=/tmp", "TMPDIR=/tmp"]
    line += [BWRAP, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for place in SYSTEM:
        line += ["--ro-bind-try", place, place]
    line += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
    for path in covered:
        line += ["--tmpfs", str(path)]
    for path in shown:
        line += ["--ro-bind", str(path), str(path)]
    return [*line, "--dir", str(folder), "--remount-ro", "/", "--chdir", str(folder)]


def _holds(outer: Path, inner: Path) -> bool:
    """Whether a folder is another, or has it in it."""
    return inner == outer or outer in inner.parents


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
