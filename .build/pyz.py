"""Pack a wheel and its dependencies into files that run with Python alone: `python pyz.py WHEEL FOLDER [SYSTEM…]`.

Each file is for one system, all without names, and works with every version of Python below. Needs pex.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
SYSTEMS = {
    "linux-x86_64": "linux_x86_64",
    "linux-aarch64": "linux_aarch64",
    "macos-arm64": "macosx_11_0_arm64",
    "macos-x86_64": "macosx_11_0_x86_64",
    "windows-x86_64": "win_amd64",
}
"""The systems for which the dependencies have compiled wheels: our name, and that of the wheels."""


def pack(wheel: str, system: str, out: Path, pythons: Sequence[str] = PYTHONS) -> None:
    """Write the file of a system. Raises CalledProcessError, for example if a dependency has no wheel for it."""
    tags = [python.replace(".", "") for python in pythons]
    platforms = [f"--platform={SYSTEMS[system]}-cp-{tag}-cp{tag}" for tag in tags]
    options = ["--script=spades-tui", f"--output-file={out}", "--python-shebang=/usr/bin/env python3", "--no-build"]
    # pex's own resolver is pip's old one, which sometimes leaves out what an extra needs
    command = [sys.executable, "-m", "pex", wheel, "--resolver-version=pip-2020-resolver", *options, *platforms]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    wheel, folder, *names = sys.argv[1:]
    for name in names or SYSTEMS:
        pack(wheel, name, Path(folder, f"spades-tui-{name}.pyz"))
