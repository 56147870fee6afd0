"""Build the wheel and the source archive from a copy of the files."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
_HATCH = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
PARTS: list[str] = _HATCH["targets"]["sdist"]["include"]
"""The files and folders of the source archive, from which the wheel is built too."""


def build(folder: Path, seconds: int, *, compiled: bool = False) -> list[Path]:
    """Build the source archive and the wheel from a copy of the files, all with this modification time.

    With `compiled`, the wheel has the compiled players.
    """
    source, out = folder / f"source{seconds}", folder / f"out{seconds}"
    source.mkdir()
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(ROOT / name, source / name)
    for path in sorted(source.rglob("*"), reverse=seconds % 2 == 0):
        os.utime(path, (seconds, seconds))
    environment = {name: value for name, value in os.environ.items() if name != "SPADES_TUI_COMPILE"}
    if compiled:
        environment["SPADES_TUI_COMPILE"] = "1"
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", out], cwd=source, env=environment, check=True,
        capture_output=True, timeout=1800,
    )  # fmt: skip
    return sorted(out.iterdir(), key=lambda path: path.suffix == ".whl")
