"""Make a copy of the program with compiled inner loops (docs/extending.md), beside the unchanged checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
MODULES: list[str] = _WHEEL["hooks"]["custom"]["modules"]
"""The modules to compile."""


def no_compiler() -> str:
    """Return why nothing can be compiled here; "" if something can."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if sys.platform != "win32" and shutil.which(command) is None:
        return f"there is no C compiler ({command})"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's headers are not installed (Python.h)"
    return ""


def copied(folder: Path, *parts: str) -> None:
    """Copy these parts of the project into a folder, without what is compiled."""
    for part in parts:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    shutil.copy(ROOT / "tests" / "__init__.py", folder / "tests")


def compiled_copy(folder: Path) -> None:
    """Copy program, tools and variants into a folder and compile there. Raises CalledProcessError."""
    copied(folder, "spades_tui", "tests/bots", "tests/bench", "variants")
    script = ROOT / ".build" / "compile.py"
    subprocess.run([sys.executable, str(script), str(ROOT), str(folder), *MODULES], check=True, timeout=1800)


def run_there(folder: Path, *arguments: str) -> str:
    """Return the output of Python with these arguments in a compiled copy. Raises CalledProcessError."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, check=True,
        stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    return done.stdout
