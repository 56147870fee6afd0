"""JSON from files and programs that anybody may have written: every text in it can be written down again."""

import json
from typing import Any

from spades_tui.system.output import is_unicode

HALF_PAIR = "a text with half of a surrogate pair; write the character itself or both halves"
"""JSON lets a lone half of a pair be escaped; UTF-8, sums and terminals have no place for one."""


def loads(text: str | bytes) -> Any:
    """Return what a JSON text says. Raises ValueError, for half of a surrogate pair too, and RecursionError."""
    data = json.loads(text)
    if has_half_pair(text, data):
        raise ValueError(HALF_PAIR)
    return data


def has_half_pair(text: str | bytes, data: object) -> bool:
    """Return whether a JSON text, which says `data`, has half of a surrogate pair anywhere."""
    escaped = b"\\ud" in text.lower() if isinstance(text, bytes) else "\\ud" in text.lower()
    return escaped and not is_unicode(json.dumps(data, ensure_ascii=False))
