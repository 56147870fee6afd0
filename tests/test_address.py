"""The owner's name and addresses, filled in once, reach every place that publishes them."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = (
    ".build/address.py", ".build/hook.py", ".build/notes.py", ".github/CITATION.cff", "CHANGELOG.md", "LICENSE",
    "README.md", "pyproject.toml", "spades_tui/__init__.py",
)  # fmt: skip
REPOSITORY = "https://example.org/ann/spades"
SITE = "https://ann.example.org/spades/"


def copy(folder: Path) -> Path:
    """Return a copy of the files that name the owner."""
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def fill_in(folder: Path, **values: str) -> None:
    """Fill in the table of a copy."""
    path = folder / "pyproject.toml"
    text = path.read_text("utf-8")
    for name, value in values.items():
        text, count = re.subn(rf'^{name} = ".*?"', f'{name} = "{value}"', text, flags=re.MULTILINE)
        assert count == 1
    path.write_text(text, "utf-8")


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in a copy."""
    return subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, encoding="utf-8")


def metadata(folder: Path) -> dict[str, object]:
    """Return the metadata of a copy's archives."""
    done = run(folder, "-m", "hatchling", "metadata")
    assert done.returncode == 0, done.stderr
    read: dict[str, object] = json.loads(done.stdout)
    return read


def test_every_copy_of_the_table_agrees_with_it(tmp_path: Path) -> None:
    here = copy(tmp_path)
    assert run(here, ".build/address.py").returncode == 0
    for name in FILES:
        assert (here / name).read_text("utf-8") == (ROOT / name).read_text("utf-8"), "run python .build/address.py"


def test_a_filled_in_table_reaches_every_place(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling makes the metadata; the extra `check` has it")
    here = copy(tmp_path)
    fill_in(here, authors="Ann Baker", repository=REPOSITORY, site=SITE)
    for _ in range(2):  # the second time changes nothing
        assert run(here, ".build/address.py").returncode == 0
    citation = (here / ".github/CITATION.cff").read_text("utf-8")
    assert citation.count("  - name: Ann Baker\n") == 1
    assert citation.count(f'repository-code: "{REPOSITORY}"\n') == 1
    assert citation.count(f'url: "{SITE}"\n') == 1
    assert "Ann Baker\n" in (here / "LICENSE").read_text("utf-8")
    read = metadata(here)
    assert read["authors"] == [{"name": "Ann Baker"}]
    urls, readme = read["urls"], read["readme"]
    assert isinstance(urls, dict)
    assert {urls["Source"], urls["Documentation"]} == {REPOSITORY, SITE}
    assert isinstance(readme, dict)
    links = re.findall(r"\]\(([^)]+)\)", readme["text"])
    assert len(links) > 20
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    assert f"]({REPOSITORY}/raw/HEAD/docs/hand.svg)" in readme["text"]
    assert f"]({REPOSITORY}/blob/HEAD/docs/rules.md)" in readme["text"]
    assert f"]({REPOSITORY}/releases/latest)" in readme["text"]
    notes = run(here, ".build/notes.py", "1.1.0").stdout
    assert f"]({REPOSITORY}/blob/HEAD/docs/same-cards.md#the-deal-of-the-day)" in notes


def test_an_empty_table_changes_no_link(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling makes the metadata; the extra `check` has it")
    here = copy(tmp_path)
    fill_in(here, repository="", site="")
    read = metadata(here)
    assert "urls" not in read
    assert isinstance(read["readme"], dict)
    assert read["readme"]["text"] == (ROOT / "README.md").read_text("utf-8")


def test_a_wrong_address_is_named(tmp_path: Path) -> None:
    here = copy(tmp_path)
    fill_in(here, repository="ann/spades")
    done = run(here, ".build/address.py")
    assert done.returncode == 1
    assert "repository is 'ann/spades'" in done.stderr


def test_the_notes_of_a_release_are_its_section_of_the_changelog(tmp_path: Path) -> None:
    here = copy(tmp_path)
    (here / "CHANGELOG.md").write_text(
        "# Changelog\n\n## 1.3.0 — 2027-01-02\n\n- One,\n  and more.\n- Two.\n\n## 1.2.0\n\n- Old.\n", "utf-8"
    )
    assert run(here, ".build/notes.py", "1.3.0").stdout == "- One, and more.\n- Two.\n"
    assert run(here, ".build/notes.py", "1.2.0").stdout == "- Old.\n"
    assert "no section 1.4.0" in run(here, ".build/notes.py", "1.4.0").stderr
