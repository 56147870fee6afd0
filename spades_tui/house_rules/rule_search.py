"""Search the form for rules by words.

Labels come first, then keys of files, names of options, and other names.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from spades_tui.house_rules import form_words
from spades_tui.house_rules.form_rows import FormRow
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.option_declarations import KNOWN, Option, known_option
from spades_tui.rules.variant import name_of

ZEROS = ("nil", "zero")
"""Players' words for a bid of zero, whatever this game calls it."""


def found(draft: RulesDraft, sought: str) -> list[str]:
    """Return the keys of the rows that have every word of `sought`, or its beginning.

    The likeliest row is the first. The full name of an option ranks before a label, a label before
    a key, and a number before other rows, because people mostly look for points. A label that
    begins with the words ranks before one that has them later. Ties keep the form's order.
    """
    words = _words(sought)
    if not words:
        return []
    ranked = []
    for place, (row, labels, names, options) in enumerate(_index(draft)):
        matching = [label for label in labels if _has(label, words)]
        if matching or _has(names, words):
            begins = any(label[0].startswith(words[0]) for label in matching)
            named = "_".join(words) in options and len(words) > 1
            rank = (not named, not matching, row.kind != "number", not begins, place)
            ranked.append((*rank, row.key))
    return [key for *_, key in sorted(ranked)]


@lru_cache(maxsize=2)
def _index(draft: RulesDraft) -> list[tuple[FormRow, list[list[str]], list[str], set[str]]]:
    """Return each row with the words of its labels, the words of its names, and its options.

    Cached, because a user types letter by letter.
    """
    index = []
    options = _options_at(draft)
    for row in draft.rows:
        place = form_words.place_of(row.key)
        here = options.get(place, {})
        words = form_words.WORDS.get(".".join(place.split(".")[:2]), {})
        component = form_words.zeros_in(words.get("", ""), draft.zero)
        others = form_words.OTHER_NAMES.get(place, "")
        names = _words(" ".join((place, component, others, *here, *here.values())))
        labels = [*map(_words, _labels(row, draft.zero))]
        index.append((row, labels, names, set(here)))
    return index


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _has(words: Iterable[str], beginnings: Iterable[str]) -> bool:
    """Return whether each of the beginnings begins a word."""
    text = " ".join(("", *words))
    return all(f" {beginning}" in text for beginning in beginnings)


def _labels(row: FormRow, zero: str) -> Iterator[str]:
    """Yield the label, and the label with other words for zero."""
    yield row.label
    for other in ZEROS:
        yield re.sub(rf"\b{re.escape(zero)}\b", other, row.label, flags=re.IGNORECASE)


def _options_at(draft: RulesDraft) -> dict[str, dict[str, str]]:
    """Return each place that options set, with their names and labels."""
    rules = draft.start.to_json()
    entries = {name_of(entry): entry for entry in (*KNOWN, *draft.start.options)}
    at: dict[str, dict[str, str]] = {}
    for name, entry in entries.items():
        try:
            option = entry if isinstance(entry, Option) else known_option(entry, rules)
        except UnusableError:  # this game lacks what the option sets
            continue
        for setting in option.sets:
            place = form_words.place_of(setting.place).removesuffix(".on")
            at.setdefault(place, {})[name] = option.label or ""
    return at
