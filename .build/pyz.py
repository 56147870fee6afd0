"""Pack a wheel and its dependencies into one file that runs with Python alone: ``python pyz.py WHEEL OUT``.

The file works on every system below and with every version of Python below. Needs pex.
"""

import subprocess
import sys

PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
SYSTEMS = ("linux_x86_64", "linux_aarch64", "macosx_11_0_arm64", "macosx_11_0_x86_64", "win_amd64")
"""Systems for which the dependencies have compiled wheels."""


def pack(wheel: str, out: str) -> None:
    """Write the file. Raises CalledProcessError, for example if a dependency has no wheel for one of the systems."""
    tags = [python.replace(".", "") for python in PYTHONS]
    platforms = [f"--platform={system}-cp-{tag}-cp{tag}" for tag in tags for system in SYSTEMS]
    options = ["--script=spades-tui", f"--output-file={out}", "--python-shebang=/usr/bin/env python3"]
    subprocess.run([sys.executable, "-m", "pex", wheel, *options, "--no-build", *platforms], check=True)


if __name__ == "__main__":
    pack(*sys.argv[1:])
