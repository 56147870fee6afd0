"""The archives have the same bytes if built from the same files, and the source archive passes its own tests."""

import hashlib
import os
import platform
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from runpy import run_path

import pytest

from spades_tui import __version__
from tests import LONG
from tests.building import build
from tests.commands.shell import spades

ROOT = Path(__file__).parent.parent
PYZ = run_path(str(ROOT / ".build" / "pyz.py"))


def built(folder: Path, seconds: int) -> dict[str, str]:
    """Return name and digest of the archives built from a copy of the files with this modification time."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in build(folder, seconds)}


@pytest.mark.slow
def test_two_builds_give_the_same_complete_archives(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling builds them; the extra `check` has it")
    first, second = built(tmp_path, 1_700_000_001), built(tmp_path, 1_700_000_002)
    assert first == second
    wheel, archive = sorted(first, reverse=True, key=lambda name: name.endswith(".whl"))
    with zipfile.ZipFile(tmp_path / "out1700000001" / wheel) as file:
        names = set(file.namelist())
    assert {f"spades_tui/variants/{path.name}" for path in (ROOT / "variants").glob("*.toml")} <= names
    assert {"spades_tui/docs/rules.md", "spades_tui/docs/rules-3b.md", "spades_tui/docs/glossary.md"} <= names
    assert {f"spades_tui/web/page.{kind}" for kind in ("html", "css", "js")} <= names
    assert [name for name in names if name.endswith("share/man/man1/spades-tui.1")]
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]
    with tarfile.open(tmp_path / "out1700000001" / archive) as file:
        inside = {name.partition("/")[2] for name in file.getnames()}
    assert {"README.md", "tests/test_packaging.py", "variants/bemo.toml", ".build/hook.py"} <= inside


ABOUT_FILES = (
    "tests/test_address.py", "tests/test_commits.py", "tests/test_docs.py", "tests/test_hand.py", "tests/test_house.py",
    "tests/test_packaging.py", "tests/test_promises.py", "tests/test_workflows.py", "tests/bots/test_compiled.py",
    "tests/review/test_duplicate.py", "tests/rules/test_reference.py", "tests/screens/test_pictures.py",
)  # fmt: skip
"""Tests that read files of the project, or compare pictures."""


@pytest.mark.slow
def test_the_source_archive_passes_its_own_tests_without_pictures(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling builds it; the extra `check` has it")
    archive = build(tmp_path, 1_700_000_007)[0]
    assert archive.stat().st_size < 5_000_000
    with tarfile.open(archive) as file:
        assert [name for name in file.getnames() if name.endswith(".svg") and "/docs/" not in name] == []
        file.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", *ABOUT_FILES]
    done = subprocess.run(command, cwd=unpacked, capture_output=True, encoding="utf-8", timeout=1800)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "has no pictures to compare with" in done.stdout


def this_system() -> str:
    """Return the name of this system in `.build/pyz.py`, or skip the test."""
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform)
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    name = f"{system}-{machine}"
    if name not in PYZ["SYSTEMS"]:
        pytest.skip(f"no file is packed for {name}")
    return name


@pytest.mark.slow
def test_the_file_for_this_system_runs_with_python_alone(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling builds the wheel; the extra `check` has it")
    pytest.importorskip("pex", reason="pex packs; the extra `check` has it")
    wheel, out = build(tmp_path, 1_700_000_009)[1], tmp_path / "spades-tui.pyz"
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    try:
        PYZ["pack"](str(wheel), this_system(), out, [version])
    except subprocess.CalledProcessError:
        pytest.skip("the index of packages here has no wheels for this system")
    environment = {"PATH": os.defpath, "HOME": str(tmp_path), "PEX_ROOT": str(tmp_path / "pex"), "LANG": "C.UTF-8"}

    def said(*arguments: str) -> str:
        """Return the output of the file, run without any installed package."""
        command = [sys.executable, "-I", str(out), *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, check=True, capture_output=True, encoding="utf-8", timeout=LONG
        ).stdout

    assert said("--version") == f"spades-tui {__version__} (kernel: pure Python)\n"
    simulated = ("simulate", "--variant", "bemo", "--seed", "tuesday")
    assert said(*simulated) == spades(*simulated).out


def test_readme_and_citation_name_the_newest_release_and_its_date() -> None:
    cited = (ROOT / ".github" / "CITATION.cff").read_text("utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    version, date = re.findall(r"^## (\S+) — (\S+)$", changes, re.MULTILINE)[0]
    assert re.findall(r"^version: (\S+)$", cited, re.MULTILINE) == [version]
    assert re.findall(r'^date-released: "(\S+)"$', cited, re.MULTILINE) == [date]
    assert f"badge/version-{version}-" in (ROOT / "README.md").read_text("utf-8")
    assert __version__ == version or __version__.endswith(".dev0")
