"""The rules and the glossary in the words of the reference (`docs/`), which the program shows."""

import re
from functools import lru_cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent.parent

_RULE = re.compile(r"^- \*\*([A-Z0-9]{1,3}-[0-9]{1,3})\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_WORD = re.compile(r"^- \*\*([^*]+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def reference_folder() -> Path:
    """Return the folder of the pages: inside the installed package, or next to it in a checkout."""
    inside = _HERE / "docs"
    return inside if inside.is_dir() else _HERE.parent / "docs"


@lru_cache(maxsize=1)
def rule_texts() -> dict[str, str]:
    """Return every rule by its name, such as ``SB-5``, as the reference has it. Raises OSError."""
    return {name: _plain(text) for name, text in _RULE.findall(_page("rules.md"))}


@lru_cache(maxsize=1)
def words() -> dict[str, str]:
    """Return the words of the table and their meanings, in alphabetical order. Raises OSError."""
    return {word: _plain(text) for word, text in _WORD.findall(_page("glossary.md"))}


def _page(name: str) -> str:
    return (reference_folder() / name).read_text("utf-8")


def _plain(text: str) -> str:
    """Return a text on one line, without Markdown."""
    return " ".join(re.sub(r"[*`]", "", _LINK.sub(r"\1", text)).split())
