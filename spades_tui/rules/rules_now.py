"""The rules that apply at the moment, as they are at this table."""

from collections.abc import Iterable
from functools import lru_cache

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.rules_page import rule_texts, zero_word
from spades_tui.rules.variant import Variant, options_of


def rules_now(variant: Variant, names: Iterable[str]) -> list[tuple[str, str]]:
    """Return these rules with their texts in the reference, without unknown names. Raises OSError.

    If the reference explains options that this game doesn't have, its own sentences replace the
    text.
    """
    texts, zero = rule_texts(), zero_word(variant)
    parts = [part for part in variant.in_play().components() if part.sentence()]
    told = []
    for name in dict.fromkeys(names):
        here = [part.sentence(zero) for part in parts if name in part.cites]
        other_options = _options_by_rule().get(name, frozenset()).difference(variant.option_names)
        if name in texts:
            told.append((name, " ".join(here) if here and other_options else texts[name]))
    return told


def in_short(variant: Variant, names: Iterable[str]) -> list[str]:
    """Return these rules in this game's own words: ``NL-9: Every 10 bags cost 100 points.``.

    A rule without any is left out.
    """
    zero = zero_word(variant)
    parts = list(variant.in_play().components())
    lines = []
    for name in dict.fromkeys(names):
        here = [part.sentence(zero) for part in parts if name in part.cites]
        if any(here):
            lines.append(f"{name}: {' '.join(filter(None, here))}")
    return lines


@lru_cache(maxsize=1)
def _options_by_rule() -> dict[str, frozenset[str]]:
    """Return the names of the options of the shipped games, by their rules."""
    found: dict[str, frozenset[str]] = {}
    for variant in shipped().values():
        for option in options_of(variant):
            if option.rule is not None:
                found[option.rule] = found.get(option.rule, frozenset()) | {option.name}
    return found
