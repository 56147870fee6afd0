"""Add to the archives what pyproject.toml can't say: addresses, and compiled modules.

A wheel gets the search's compiled inner loops if ``SPADES_TUI_COMPILE=1`` is set.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.append(str(Path(__file__).parent))
from address import absolute, address, urls

ASKED = os.environ.get("SPADES_TUI_COMPILE", "") not in ("", "0")


class AddressHook(MetadataHookInterface):
    """Adds the authors, the project's links, and the README with absolute links."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the fields from the table `tool.spades-tui`."""
        read = address()
        readme = Path(self.root, "README.md").read_text("utf-8")
        metadata["authors"] = [{"name": read.authors}]
        metadata["urls"] = urls(read)
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(readme, read.repository)}


class CompileHook(BuildHookInterface):
    """Adds the compiled ``modules`` (pyproject.toml) to the wheel, if they are asked for."""

    def dependencies(self) -> list[str]:
        """Return the packages needed to compile; none if that isn't asked for."""
        return list(self.config["needs"]) if ASKED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a temporary folder, and add the libraries to the wheel. Raises RuntimeError."""
        if not ASKED:
            return
        if version == "editable":
            # A library beside a module would be imported instead of it, so that edits would have no effect.
            self.app.display_warning("an editable install is pure Python: SPADES_TUI_COMPILE changes nothing")
            return
        self.made = TemporaryDirectory()
        made = Path(self.made.name).resolve()
        script = Path(self.root, ".build", "compile.py")
        run = subprocess.run([sys.executable, str(script), self.root, str(made), *self.config["modules"]])
        if run.returncode:
            raise RuntimeError(
                "SPADES_TUI_COMPILE is set, and compiling failed as told above: a C compiler and Python's headers "
                "are needed. Without the variable everything is installed as pure Python and plays the same cards."
            )
        for library in made.rglob("*.*"):
            if library.suffix in (".so", ".pyd"):
                build_data["force_include"][str(library)] = library.relative_to(made).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the folder."""
        if hasattr(self, "made"):
            self.made.cleanup()
