"""The repository's own files say the same as the project: versions, Pythons and pinned actions."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS = {path.name: path.read_text("utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")}


def pythons() -> list[str]:
    """Return the versions of Python that the package names."""
    said = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if "Python :: 3." in one]
    assert said[0] == PROJECT["requires-python"].removeprefix(">=")
    return said


def test_every_python_that_the_package_names_is_tested_compiled_and_packed() -> None:
    (tested,) = re.findall(r"python: \[(.*3\.12.*)\]", WORKFLOWS["tests.yml"])
    assert re.findall(r"[\d.]+", tested) == pythons()
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]["build"]
    assert built.split() == [f"cp{one.replace('.', '')}-*" for one in pythons()]
    (packed,) = re.findall(r"^PYTHONS = \((.*)\)$", (ROOT / ".build" / "pyz.py").read_text("utf-8"), re.MULTILINE)
    assert re.findall(r"[\d.]+", packed) == pythons()


def test_every_action_is_pinned_by_its_commit_and_every_job_has_its_permissions() -> None:
    for text in WORKFLOWS.values():
        used = re.findall(r"uses: (?!\$/)(\S+)( # v[\d.]+)?", text)
        assert used
        assert [one for one, version in used if not re.search(r"@[0-9a-f]{40}$", one) or not version] == []
        assert "\npermissions: {}\n" in text
        jobs = text.count("    runs-on:") + len(re.findall(r"^    uses: ", text, re.MULTILINE))
        assert jobs == text.count("    permissions:\n")


def test_pinned_tools_have_one_version() -> None:
    pins = dict(re.findall(r"^([\w-]+)==(\S+)$", (ROOT / ".ci" / "constraints.txt").read_text("utf-8"), re.MULTILINE))
    asked = [one for extra in ("test", "check") for one in PROJECT["optional-dependencies"][extra]]
    exact = dict(re.findall(r"^([\w-]+)==(\S+)$", "\n".join([*asked, *PROJECT["dependencies"]]), re.MULTILINE))
    assert len(exact) > 5
    assert {name: pins.get(name) for name in exact} == exact
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    for name, version in re.findall(r"\[([\w-]+)==([\w.]+)\]", hooks):
        assert exact.get(name, version) == version
    for name, version in re.findall(r"(\w+)==([\d.]+)", WORKFLOWS["release.yml"]):
        assert exact.get(name, version) == version
    zizmor = set(re.findall(r"zizmor==([\d.]+)", hooks + WORKFLOWS["tests.yml"]))
    assert len(zizmor) == 1


def test_an_isolated_build_has_what_the_compiled_modules_import() -> None:
    """Without msgspec's types, mypy refuses the modules, as it did in every isolated build until 1.1.0."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    found = set()
    for module in hook["modules"]:
        text = (ROOT / module).read_text("utf-8")
        found |= set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE))
    foreign = {name for name in found if name not in sys.stdlib_module_names and name != "spades_tui"}
    assert foreign == {"msgspec"}
    asked = {one for one in PROJECT["dependencies"] if one.startswith("msgspec")}
    assert asked < set(hook["needs"])


def test_a_release_waits_for_tests_of_its_commit_and_can_run_again() -> None:
    release = WORKFLOWS["release.yml"]
    assert "    uses: $/.github/workflows/tests.yml\n" in release
    assert "    needs: [tests, pure, compiled]\n" in release
    assert re.findall(r"^  (\w+):\n    if: .*\n    needs: attest\n", release, re.MULTILINE) == ["pypi", "github"]
    assert "\n  workflow_call:" in WORKFLOWS["tests.yml"]
    assert "github.workflow" not in WORKFLOWS["tests.yml"]  # a called workflow has its caller's name
    assert release.count("upload-artifact@") == release.count("overwrite: true") == 2
    assert "skip-existing: true" in release
    assert "--clobber" in release
    assert 'notes.py "${GITHUB_REF_NAME#v}" >' in release


def test_each_compiled_wheel_must_say_that_it_is_compiled() -> None:
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    assert "compiled)" in wheels["test-command"][0]
    assert "'--version'" in wheels["test-command"][0]
