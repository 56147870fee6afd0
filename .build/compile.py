"""Compile modules of the program with mypyc: ``python compile.py PROJECT FOLDER MODULE…``.

FOLDER gets the extension modules at the same relative paths as the modules in PROJECT, which isn't changed. Needs mypy,
setuptools and a C compiler.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

GROUP = "spades_tui.kernel"
"""All modules become one library, ``spades_tui/kernel__mypyc``, and each of them a small one that loads it."""


def compile_into(project: Path, folder: Path, modules: list[str]) -> None:
    """Compile modules, given as paths below the project; of their other imports only the types are read.

    Raises SystemExit if they can't be compiled.
    """
    from mypyc.build import mypycify
    from setuptools import setup

    with TemporaryDirectory() as work:
        source = Path(work, "source")
        shutil.copytree(project / "spades_tui", source / "spades_tui", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
        os.chdir(source)
        options = ["--config-file=", f"--cache-dir={work}/mypy", "--ignore-missing-imports", "--follow-imports=silent"]
        extensions = mypycify([*options, *modules], target_dir=f"{work}/c", group_name=GROUP, debug_level="0")
        if sys.platform != "win32":  # a product and a sum are rounded twice, as Python does it
            for extension in extensions:
                extension.extra_compile_args.append("-ffp-contract=off")
        setup(
            name="kernel",
            packages=[],
            ext_modules=extensions,
            script_args=["--quiet", "build_ext", f"--build-lib={folder}", f"--build-temp={work}/o"],
        )
        os.chdir(project)


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:])
