"""What is given away: the wheel and the source archive, the same bytes from the same files."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = (".build", "spades_tui", "variants", "tests", "docs", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md",
         "pyproject.toml")  # fmt: skip


def built(folder: Path, seconds: int) -> dict[str, str]:
    """The archives made of a copy of the files, all of which were changed at that moment: name and digest of each."""
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
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", out], cwd=source, env=environment, check=True,
        capture_output=True, timeout=600,
    )  # fmt: skip
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(out.iterdir())}


@pytest.mark.slow
def test_built_twice_the_archives_are_the_same_to_the_byte_and_whole(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling builds them; the extra `check` has it")
    first, second = built(tmp_path, 1_700_000_001), built(tmp_path, 1_700_000_002)
    assert first == second
    wheel, archive = sorted(first, reverse=True, key=lambda name: name.endswith(".whl"))
    with zipfile.ZipFile(tmp_path / "out1700000001" / wheel) as file:
        names = set(file.namelist())
    assert {f"spades_tui/variants/{path.name}" for path in (ROOT / "variants").glob("*.toml")} <= names
    assert {"spades_tui/docs/rules.md", "spades_tui/docs/words.md"} <= names
    assert [name for name in names if name.endswith("share/man/man1/spades-tui.1")]
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]
    with tarfile.open(tmp_path / "out1700000001" / archive) as file:
        inside = {name.partition("/")[2] for name in file.getnames()}
    assert {"README.md", "tests/test_packaging.py", "variants/bemo.toml", ".build/hook.py"} <= inside
