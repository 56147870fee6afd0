"""Digests of what the program says and does, which tests compare with those of the last commit."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence


def digest(texts: Iterable[str]) -> str:
    """Return a SHA-256, shortened."""
    total = hashlib.sha256()
    for text in texts:
        total.update(text.encode())
    return total.hexdigest()[:16]


def source_of(name: str, digests: Mapping[str, str | Sequence[str]] | Sequence[str | Sequence[str]]) -> str:
    """Return the lines of a test file that hold digests, or rows of them, by name or by number."""
    if isinstance(digests, Mapping):
        rows = [f'    "{key}": {_quoted(row)},' for key, row in digests.items()]
        return "\n".join([f"{name} = {{", *rows, "}"])
    rows = [f"    {_quoted(row)}," for row in digests]
    return "\n".join([f"{name} = (", *rows, ")"])


def _quoted(row: str | Sequence[str]) -> str:
    if isinstance(row, str):
        return f'"{row}"'
    return f"({', '.join(map(_quoted, row))})"
