"""The clipboard of this computer, by the command that its system has for it.

Terminals take a text for the clipboard as a sequence, OSC 52, but many ignore it, and none answers.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from shutil import which

from spades_tui.system.output import IN_BROWSER

COPY_SECONDS = 3.0
"""Seconds after which a command has failed."""
WITH_WAYLAND = ("wl-copy",)
WITH_X = (("xclip", "-selection", "clipboard"), ("xsel", "--clipboard", "--input"))


def clipboard_command(environment: Mapping[str, str] = os.environ) -> list[str] | None:
    """Return the command that copies its input; None if there is none, or the user is elsewhere.

    A user who has come by ssh or a browser has a clipboard at their own computer.
    """
    if environment.get("SSH_CONNECTION") or environment.get(IN_BROWSER):
        return None
    path = environment.get("PATH", os.defpath)
    for name, *arguments in _commands(environment):
        if program := which(name, path=path):
            return [program, *arguments]
    return None


def _commands(environment: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return the commands of this system, the likeliest first."""
    if sys.platform == "darwin":
        return [("pbcopy",)]
    if sys.platform == "win32":  # by its whole path: Windows looks in the folder first
        return [(str(Path(environment.get("SystemRoot", "C:\\Windows"), "System32", "clip.exe")),)]
    commands: list[tuple[str, ...]] = []
    if environment.get("WAYLAND_DISPLAY"):
        commands.append(WITH_WAYLAND)
    if environment.get("DISPLAY"):
        commands += WITH_X
    if environment.get("WSL_DISTRO_NAME"):  # Linux in Windows
        commands.append(("clip.exe",))
    return commands


def copy(command: list[str], text: str) -> bool:
    """Give a text to the command; return whether it succeeded. Takes up to `COPY_SECONDS`."""
    given = text.encode("utf-16" if Path(command[0]).name == "clip.exe" else "utf-8")
    nowhere = subprocess.DEVNULL  # xclip stays, and would keep a pipe open
    try:
        done = subprocess.run(
            command, input=given, stdout=nowhere, stderr=nowhere, timeout=COPY_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
