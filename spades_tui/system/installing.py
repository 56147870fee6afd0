"""How to add an extra to this copy of the program, by the way it was installed."""

import json
import os
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from spades_tui.system.output import typed_command

PROGRAM = "spades-tui"


def missing(what: str, extra: str, *command: str) -> str:
    """Return that a package of an extra is missing, and how to get it.

    `command` is what needs it, such as ``host``.
    """
    return f"{what} is missing; get it with: {install_command(extra, *command)}"


def install_command(extra: str, *command: str) -> str:
    """Return the command that adds an extra, as it is typed in a shell.

    Uvx runs the program's `command` with it.
    """
    package, place = f"{PROGRAM}[{extra}]", Path(sys.prefix)
    if any(part.startswith("archive-v") for part in place.parts):  # the cache of uvx
        return typed_command("uvx", "--from", package, PROGRAM, *command)
    if (place / "uv-receipt.toml").exists():
        return typed_command("uv", "tool", "install", package)
    if (place / "pipx_metadata.json").exists():
        return typed_command("pipx", "install", "--force", package)
    if _is_checkout():
        return f"{typed_command(*_pip(), 'install', f'.[{extra}]')} in the checkout"
    # Python's own environment, where many systems forbid pip, or the pyz
    if sys.prefix == sys.base_prefix:
        return typed_command("pipx", "install", package)
    return typed_command(*_pip(), "install", package)


def _pip() -> list[str]:
    active = os.environ.get("VIRTUAL_ENV") == sys.prefix
    if active:
        return ["pip"]
    return [sys.executable, "-m", "pip"]


def _is_checkout() -> bool:
    """Return whether the program runs in a checkout, or was installed from one."""
    if Path(__file__).parents[2].joinpath("pyproject.toml").exists():
        return True
    try:
        source = distribution(PROGRAM).read_text("direct_url.json")
    except PackageNotFoundError:
        return False
    return source is not None and "dir_info" in json.loads(source)
