"""The rules and the glossary of the reference (`docs/`), in its own sentences: the program shows that very text."""

import re
from functools import lru_cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent.parent

_RULE = re.compile(r"^- \*\*([A-Z0-9]{1,3}-[0-9]{1,3})\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_WORD = re.compile(r"^- \*\*([^*]+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def reference_folder() -> Path:
    """Where the pages lie: inside the installed package, or beside it in a checkout."""
    inside = _HERE / "docs"
    return inside if inside.is_dir() else _HERE.parent / "docs"


@lru_cache(maxsize=1)
def rule_texts() -> dict[str, str]:
    """Every rule by its name, such as ``SB-5``, as the reference has it. Raises OSError."""
    return {name: _plain(text) for name, text in _RULE.findall(_page("rules.md"))}


@lru_cache(maxsize=1)
def words() -> dict[str, str]:
    """What is said at the table and what it means, in the order of the alphabet. Raises OSError."""
    return {word: _plain(text) for word, text in _WORD.findall(_page("glossary.md"))}


def _page(name: str) -> str:
    return (reference_folder() / name).read_text("utf-8")


def _plain(text: str) -> str:
    """A text on one line, without the marks of its format."""
    return " ".join(re.sub(r"[*`]", "", _LINK.sub(r"\1", text)).split())
