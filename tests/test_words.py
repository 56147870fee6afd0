"""Strings of the program use no phrase that the style guide rules out."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "spades_tui"
ROOMS = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())

PHRASES = {
    "is told, tells": r"\b(is|are|was|were|be|been|being) told\b|\btells\b",
    "stands (for “is”)": r"\b(stands|stood)\b",
    "lies (for “is”)": r"\blies\b",
    "holds (for “is valid”)": r"\bholds (together|at once)\b|\b(does not|doesn't) hold( together)?[.;:]?$",
    "wanted": r"\bwanted\b",
    "so many": r"\bso (many|much|few)\b",
    "goes on": r"\b(go|goes|going|gone) on\b(?! playing)",
    "comes of": r"\b(come|comes|came) of\b",
    "as ever": r"\bas ever\b",
    "oftener": r"\boftener\b",
    "mend": r"\bmend(s|ed|ing)?\b",
    "shall": r"\bshall\b",
    "at the least": r"\bat the (least|most)\b",
    "by itself": r"\bby (itself|themselves)\b",
    "a generic he": r"\b(he|him|his|himself)\b",
    "the book (for the scorebook)": r"\b(the|this|an exported) book\b|\bbook's\b",
    "put aside, give up, take up": r"\bputs? aside\b|\b(give|gives|gave|given) up\b|\b(take|takes|taken) up\b(?! to)",
    "a space before %": r"\d %",
}
"""Phrases to avoid, with their patterns. Games are suspended, saved, resumed, abandoned and reopened."""

ALLOWED: dict[tuple[str, str], str] = {}
"""A file and a string of it that may use such a phrase, with the reason."""


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each string of two words or more with its line, without docstrings. Values in f-strings become “…”."""
    parts = set()
    for node in ast.walk(tree):
        parts |= {id(child.value) for child in ast.iter_child_nodes(node) if isinstance(child, ast.Expr)}
        if isinstance(node, ast.JoinedStr):
            parts |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            text = node.value
        else:
            continue
        if " " in text.strip():
            yield node.lineno, text


def avoided(text: str) -> list[str]:
    """Return the phrases of a text that the style guide rules out."""
    return [name for name, pattern in PHRASES.items() if re.search(pattern, text, re.IGNORECASE)]


def faults(path: Path) -> list[str]:
    """Return a line for each string of a file that uses such a phrase without being allowed to."""
    name = path.relative_to(PACKAGE).as_posix()
    return [
        f"{name}:{line}: avoid {', '.join(found)}: {text!r}"
        for line, text in texts(ast.parse(path.read_text("utf-8")))
        if (found := avoided(text)) and (name, text) not in ALLOWED
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_strings_use_plain_words(room: str) -> None:
    assert [fault for path in sorted((PACKAGE / room).rglob("*.py")) for fault in faults(path)] == []


def test_strings_of_the_top_level_use_plain_words() -> None:
    assert [fault for path in sorted(PACKAGE.glob("*.py")) for fault in faults(path)] == []


def test_allowed_strings_exist() -> None:
    for name, text in ALLOWED:
        assert text in [found for _, found in texts(ast.parse((PACKAGE / name).read_text("utf-8")))]


def test_the_check_finds_phrases_only_in_strings() -> None:
    tree = ast.parse('''def told():
    """It is told."""
    return f"{told} found, a number wanted", "goes on", "wanted"''')
    assert [avoided(text) for _, text in sorted(texts(tree))] == [["goes on"], ["wanted"]]
