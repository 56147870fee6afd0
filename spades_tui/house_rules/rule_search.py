"""Search the form for rules by words: first in labels, then in keys of files, names of options, and other names."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from spades_tui.house_rules import form_words
from spades_tui.house_rules.form_rows import FormRow
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.option_declarations import KNOWN, Option, known_option

ZEROS = ("nil", "zero")
"""Players' words for a bid of zero, whatever this game calls it."""


def found(draft: RulesDraft, sought: str) -> list[str]:
    """Return the keys of the rows that have every word of `sought`, or its beginning; the likeliest row first.

    The full name of an option ranks before a label, a label before a key, and a number before other rows, because
    people mostly look for points. A label that begins with the words ranks before one that has them later. Ties keep
    the form's order.
    """
    wanted = _words(sought)
    ranked = []
    for place, (row, labels, names, options) in enumerate(_index(draft) if wanted else ()):
        matching = [label for label in labels if _has(label, wanted)]
        if matching or _has(names, wanted):
            begins = any(label[0].startswith(wanted[0]) for label in matching)
            named = "_".join(wanted) in options and len(wanted) > 1
            ranked.append((not named, not matching, row.kind != "number", not begins, place, row.key))
    return [key for *_, key in sorted(ranked)]


@lru_cache(maxsize=2)
def _index(draft: RulesDraft) -> list[tuple[FormRow, list[list[str]], list[str], set[str]]]:
    """Return each row with the words of its labels, the words of its names, and its options.

    Cached, because a user types letter by letter.
    """
    made, options = [], _options_at(draft)
    for row in draft.rows:
        place = form_words.place_of(row.key)
        here = options.get(place, {})
        words = form_words.WORDS.get(".".join(place.split(".")[:2]), {})
        component = form_words.zeros_in(words.get("", ""), draft.zero)
        others = form_words.OTHER_NAMES.get(place, "")
        names = _words(" ".join((place, component, others, *here, *here.values())))
        made.append((row, [_words(label) for label in _labels(row, draft.zero)], names, set(here)))
    return made


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _has(there: Iterable[str], wanted: Iterable[str]) -> bool:
    """Return whether each sought word begins one that is there."""
    there = list(there)
    return all(any(word.startswith(one) for word in there) for one in wanted)


def _labels(row: FormRow, zero: str) -> Iterator[str]:
    """Yield the label, and the label with other words for zero."""
    yield row.label
    for other in ZEROS:
        yield re.sub(rf"\b{re.escape(zero)}\b", other, row.label, flags=re.IGNORECASE)


def _options_at(draft: RulesDraft) -> dict[str, dict[str, str]]:
    """Return each place that options set, with their names and labels."""
    rules = draft.start.to_json()
    entries = {entry if isinstance(entry, str) else entry.name: entry for entry in (*KNOWN, *draft.start.options)}
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
