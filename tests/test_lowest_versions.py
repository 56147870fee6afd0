"""The program works with the lowest versions of its dependencies that `pyproject.toml` accepts."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = ("web", "friends", "sound", "lab", "cluster", "test")
MINUTES = 1800  # seconds for the tests below, on a busy machine

TESTS = {
    "textual": ["tests/screens/test_widgets.py"],
    "rich": ["tests/commands/test_work.py"],
    "pydantic": ["tests/variants/test_bad_files.py", "tests/variants/test_good_files.py"],
    "tomlkit": ["tests/setup/test_settings.py", "tests/commands/test_settings_command.py"],
    "msgspec": [
        "tests/record/test_codec.py", "tests/record/test_json_form.py", "tests/record/test_lines.py",
        "tests/lessons/test_reading.py", "tests/review/test_story.py",
    ],
    "platformdirs": ["tests/test_other_systems.py"],
    "fsrs": ["tests/lessons/test_mistakes.py"],
    "openskill": ["tests/scorebook/test_ladder.py"],
    "argcomplete": ["tests/commands/test_exits.py"],
    "textual-serve": ["tests/web/test_server.py"],
    "asyncssh": ["tests/hosting/test_host.py"],
    "iroh": ["tests/hosting/test_anywhere.py"],
    "segno": ["tests/hosting/test_code_screen.py"],
    "miniaudio": ["tests/screens/test_sounds.py"],
    "pyarrow": ["tests/commands/test_lab.py"],
    "matplotlib": ["tests/commands/test_lab.py"],
    "distributed": ["tests/commands/test_jobs.py"],
}  # fmt: skip
"""Tests that use each dependency."""


def lowest(requirement: str) -> str:
    """Return a requirement with its lowest version only: ``rich==14.2`` for ``rich>=14.2,<16``."""
    found = re.match(r"([\w-]+)[=>]=([\d.]+)", requirement)
    assert found is not None, f"{requirement} has no lowest version"
    return f"{found[1]}=={found[2]}"


def requirements() -> list[str]:
    """Return what the program, its extras and its tests require, each in its lowest version."""
    extras = [one for extra in EXTRAS for one in PROJECT["optional-dependencies"][extra]]
    others = [one for one in extras if not one.startswith(f"{PROJECT['name']}[")]
    return sorted({lowest(one) for one in [*PROJECT["dependencies"], *others]})


def test_every_dependency_has_a_lowest_version_and_tests() -> None:
    own = [one for extra in EXTRAS[:-1] for one in PROJECT["optional-dependencies"][extra]]
    names = {lowest(one).partition("==")[0] for one in [*PROJECT["dependencies"], *own]}
    assert names == set(TESTS)
    assert [name for names in TESTS.values() for name in names if not (ROOT / name).exists()] == []


@pytest.mark.slow
def test_the_program_works_with_the_lowest_versions(tmp_path: Path) -> None:
    python = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True, timeout=MINUTES)
    pip: list[str | Path] = [python, "-m", "pip", "install", "-q"]
    if subprocess.run([*pip, "argcomplete"], capture_output=True, timeout=MINUTES).returncode:
        pytest.skip("no index of packages can be asked here")
    subprocess.run([*pip, *requirements()], check=True, timeout=MINUTES)
    subprocess.run([*pip, "--no-deps", "--editable", ROOT], check=True, timeout=MINUTES)
    tests = sorted({name for names in TESTS.values() for name in names})
    chosen: list[str | Path] = ["-q", "-p", "no:cacheprovider", "-m", "not slow", "--basetemp", tmp_path / "tests"]
    done = subprocess.run(
        [python, "-m", "pytest", *chosen, *tests], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=MINUTES
    )
    assert done.returncode == 0, done.stdout[-5000:]
