"""The compiled inner loops of the search find what those in Python find, to the last bit."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

from tests.bots import kernel_choices
from tests.bots.tables import TABLES
from tests.commands.shell import ROOT

HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
MODULES = HOOK["hooks"]["custom"]["modules"]


def no_compiler() -> str:
    """Why nothing can be compiled here; empty if something can."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if sys.platform != "win32" and shutil.which(command) is None:
        return f"there is no C compiler ({command})"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's headers are not installed (Python.h)"
    return ""


def test_what_is_compiled_is_there() -> None:
    assert [module for module in MODULES if not (ROOT / module).is_file()] == []


@pytest.mark.slow
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "-")
def test_compiled_it_finds_the_same(tmp_path: Path) -> None:
    script = ROOT / ".build" / "compile.py"
    subprocess.run([sys.executable, str(script), str(ROOT), str(tmp_path), *MODULES], check=True, timeout=600)
    for folder in ("spades_tui", "tests/bots", "tests/bench", "variants"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.so")
        )
    (tmp_path / "tests" / "__init__.py").touch()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bots.kernel_choices"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)}, check=True,
        capture_output=True, encoding="utf-8", timeout=600,
    )  # fmt: skip
    form, *compiled = done.stdout.splitlines()
    assert (kernel_choices.form(), form) == ("python", "compiled")
    python = [line for number in range(len(TABLES)) for line in kernel_choices.told(number)]
    assert len(python) > 5_000
    assert compiled == python
