"""The project keeps its promises about names, layers and the places of files."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import getsource
from pathlib import Path
from textwrap import dedent

import pytest

from tests import LONG

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "spades_tui"
SLUGS = {path.stem for path in (ROOT / "variants").glob("*.toml")}
OWN = {"", *(path.stem for path in (ROOT / "tests").iterdir())}
"""Names in `tests/`, and "": the beginnings of relative imports."""
MAY_SEE_TEXTUAL = (
    "tui/", "web/", "hosting/guest_screens.py", "hosting/invite_screen.py",
    "hosting/join_screen.py",
)  # fmt: skip

LINES = 500
"""Maximum number of lines in a file of the program."""


@cache
def read(path: Path) -> ast.Module:
    """Return a parsed file, parsed only once."""
    return ast.parse(path.read_text("utf-8"))


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def slugs_in_conditions(tree: ast.AST) -> list[int]:
    """Return the lines with a variant's slug in a comparison, a match or a subscript of a mapping."""
    lines = []
    for node in ast.walk(tree):
        inside: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            inside = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            inside = [node.value]
        elif isinstance(node, ast.Dict):
            # one such word may be another field or event, but two together are a table of variants
            keys = [key for key in node.keys if isinstance(key, ast.Constant) and key.value in SLUGS]
            inside = list(keys) if len(keys) > 1 else []
        for part in inside:
            for constant in ast.walk(part):
                if isinstance(constant, ast.Constant) and constant.value in SLUGS:
                    lines.append(constant.lineno)
    return lines


def test_the_check_finds_a_slug_in_a_condition() -> None:
    assert slugs_in_conditions(ast.parse("if slug == 'bemo':\n    pass\n")) == [1]
    assert slugs_in_conditions(ast.parse("match slug:\n    case 'jokers':\n        pass\n")) == [2]
    assert slugs_in_conditions(ast.parse("TABLE = {'sandbags': 1, 'bemo': 2}\n")) == [1, 1]


def test_exactly_these_variants_are_shipped() -> None:
    six = {"sandbags", "jokers", "bemo", "3b-three", "3b-four", "3b-five"}
    others = {"joker-deuces", "classic", "whiz", "mirrors", "suicide", "cutthroat", "cutthroat-three"}
    others |= {"call-break", "six-handed", "two-handed", "league"}
    assert six | others == SLUGS


def test_only_code_that_shows_cards_reads_their_printed_suits() -> None:
    """A card's printed suit may not be its suit in play (JD-1), so only code that shows faces reads it."""
    faces = {"cards.py", "rules/deck.py", "game/kernel.py", "presentation/wording.py", "tui/widgets/card_faces.py"}
    readers = {str(path.relative_to(PACKAGE)) for path in sources() if "FACE_SUIT" in path.read_text("utf-8")}
    assert readers == faces
    thirteen = re.compile(r"(?:card|value)\w* ?(?://|%|>=|<) ?(?:13|39)\b")
    found = {str(path.relative_to(PACKAGE)) for path in sources() if thirteen.search(path.read_text("utf-8"))}
    assert found <= faces - {"game/kernel.py"}


def test_no_condition_names_a_variant() -> None:
    """This is promise 1."""
    named = [source for source in sources() if any(slug in source.read_text("utf-8") for slug in SLUGS)]
    assert len(named) > 10
    found = {str(source): slugs_in_conditions(read(source)) for source in named}
    assert {source: lines for source, lines in found.items() if lines} == {}


def imports_of_textual(tree: ast.AST) -> list[int]:
    """Return the lines that import Textual or a part of it."""
    lines = []
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        lines += [node.lineno for name in names if name.split(".")[0] == "textual"]  # type: ignore[attr-defined]
    return lines


def test_only_screens_import_textual() -> None:
    """This is promise 2, checked in the text of each file."""
    assert imports_of_textual(read(PACKAGE / "tui" / "app.py"))
    below = [source for source in sources() if not source.relative_to(PACKAGE).as_posix().startswith(MAY_SEE_TEXTUAL)]
    named = [source for source in below if "textual" in source.read_text("utf-8")]
    found = {str(source): imports_of_textual(read(source)) for source in named}
    assert {source: lines for source, lines in found.items() if lines} == {}


PRIVATE = "textual_private.py"
"""The module that uses private names of Textual and Rich."""
PRIVATE_KEYS = "terminal_keys.py"
"""The module that uses Textual's private tables of keys, and nothing of ours."""


def names_defined(tree: ast.AST) -> set[str]:
    """Return the names that start with one underscore and are functions or assigned."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            parts = [part for part in node.body if isinstance(part, ast.Assign | ast.AnnAssign)]
            names = [name for part in parts for name in ast.walk(part) if isinstance(name, ast.Name)]
            found |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return {name for name in found if re.match("_[a-z]", name)}


@cache
def names_of_textual(kind: type) -> set[str]:
    """Return the private names of a class of Textual or Rich; none for other classes."""
    if kind.__module__.split(".")[0] not in ("textual", "rich"):
        return set()
    return names_defined(ast.parse(dedent(getsource(kind))))


def uses_of_private_names(source: Path, ours: set[str]) -> list[str]:
    """Return where a module imports, overrides or reads a private name that isn't one of ours."""
    found = []
    tree = read(source)
    module = import_module(".".join(source.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in ("textual", "rich"):
            names = [*str(node.module).split("."), *(alias.name for alias in node.names)]
            found += [f"{node.lineno}: {name}" for name in names if name.startswith("_")]
        elif isinstance(node, ast.Attribute) and re.match("_[a-z]", node.attr) and node.attr not in ours:
            found.append(f"{node.lineno}: {node.attr}")
    for node in tree.body:
        kind = getattr(module, node.name) if isinstance(node, ast.ClassDef) else None
        theirs = set().union(*map(names_of_textual, kind.__mro__)) if isinstance(kind, type) else set()
        for part in ast.walk(node):
            name = getattr(part, "name", None) or getattr(part, "attr", None)
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.Attribute) and name in theirs:
                found.append(f"{part.lineno}: {name}")
    return [one for one in found if not one.endswith((" _exit", " _replace"))]  # of `os` and of named tuples


def test_private_names_of_textual_are_used_in_two_modules() -> None:
    screens = {source: read(source) for part in ("tui", "web") for source in (PACKAGE / part).rglob("*.py")}
    ours = set().union(*(names_defined(tree) for source, tree in screens.items() if source.name != PRIVATE))
    uses = {source.name: found for source in screens if (found := uses_of_private_names(source, ours))}
    known = {use.split(" ")[1] for use in uses.pop(PRIVATE)}
    assert uses.pop(PRIVATE_KEYS)
    assert "from spades_tui" not in (PACKAGE / "tui" / PRIVATE_KEYS).read_text("utf-8")
    assert known >= {"_compositor", "_display", "_handle_exception", "_must_signal_resume"}
    assert uses == {}


LATE = 150
"""Maximum number of imports inside functions, which make the start faster."""


def late_imports(tree: ast.AST, inside: bool = False) -> Iterator[ast.AST]:
    """Yield the imports inside functions, except those for the type checker only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if inside and isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        yield from late_imports(node, inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_few_imports_are_inside_functions() -> None:
    source = "import a\nif TYPE_CHECKING:\n    import b\ndef f():\n    import c\n"
    assert len([*late_imports(ast.parse(source))]) == 1
    assert sum(1 for path in sources() for _ in late_imports(read(path))) <= LATE


def test_classes_with_styles_have_different_names() -> None:
    """Textual finds styles by class name, so two classes of one name would share their styles."""
    named: dict[str, list[str]] = {}
    styled = set()
    for source in (PACKAGE / "tui").rglob("*.py"):
        for node in read(source).body:
            if isinstance(node, ast.ClassDef):
                named.setdefault(node.name, []).append(source.name)
                if "DEFAULT_CSS" in ast.unparse(node):
                    styled.add(node.name)
    assert len(styled) > 30
    assert {name: named[name] for name in styled if len(named[name]) > 1} == {}


def test_nothing_below_the_screens_loads_textual() -> None:
    """This is promise 2 again, by importing every module below the screens, and those that play in plain text."""
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in sources()
        if not path.relative_to(PACKAGE).as_posix().startswith((*MAY_SEE_TEXTUAL, "commands/", "__main__.py"))
    ]
    code = f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\n"
    code += "print('textual' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=LONG, check=True
    )
    assert done.stdout.strip() == "False"


def test_no_file_is_too_long() -> None:
    """A longer file can be divided."""
    lengths = {str(source): len(source.read_text("utf-8").splitlines()) for source in sources()}
    assert {source: length for source, length in lengths.items() if length > LINES} == {}


def imports_of_helpers(tree: ast.AST) -> list[str]:
    """Return a test's imports from `tests/` that don't use the whole name, or that come from a file of tests."""
    found = []
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += ["." * node.level + (node.module or "")] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            parts = name.split(".")
            if parts[0] in OWN or (parts[0] == "tests" and parts[-1].startswith(("test_", "conftest"))):
                found.append(name)
    return found


def test_the_check_finds_wrong_imports_of_helpers() -> None:
    assert imports_of_helpers(ast.parse("from .tables import card\nfrom . import tables")) == [".tables", "."]
    assert imports_of_helpers(ast.parse("import scenes\nfrom game.tables import card")) == ["scenes", "game.tables"]
    assert imports_of_helpers(ast.parse("from tests.table.test_size import made_up")) == ["tests.table.test_size"]
    assert imports_of_helpers(ast.parse("import sys\nfrom tests.game.tables import card")) == []


def test_tests_import_helpers_by_their_whole_names() -> None:
    """Always write `from tests.game.tables import card`. Helpers for two files of tests belong in a third file."""
    found = {str(source): imports_of_helpers(read(source)) for source in (ROOT / "tests").rglob("*.py")}
    assert {source: names for source, names in found.items() if names} == {}


def test_the_top_level_has_only_listed_files() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=LONG, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    top = {line.split("/")[0] for line in listed.stdout.splitlines()}
    allowed = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs",
        "spades_tui",
        "tests",
        "variants",
        "screenshots",
    }
    assert {name for name in top if not name.startswith(".")} <= allowed


def test_the_readme_has_the_two_commands() -> None:
    """`.ci/run` reads the second command from the README."""
    readme = (ROOT / "README.md").read_text("utf-8")
    for marker in ("<!-- play command -->", "<!-- test command -->"):
        after = readme.split(marker, 1)[1].lstrip()
        assert after.startswith("```sh\npython3 -m venv ")


def test_the_two_test_commands_run_every_test() -> None:
    """The README's command and the one for slow tests in `.ci/run` together run every test."""
    readme = (ROOT / "README.md").read_text("utf-8")
    command = readme.split("<!-- test command -->", 1)[1].split("```")[1]
    assert command.strip().endswith("-m 'not slow'")
    runs = [line for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines() if "-m pytest" in line]
    assert len(runs) == 1
    assert runs[0].split(" </dev/null")[0].endswith("-m slow $again")
