"""Refusals in the words of the form, because its users don't know the keys of files."""

import re
from collections.abc import Sequence

from spades_tui.house_rules import form_words
from spades_tui.house_rules.form_rows import Rules
from spades_tui.language.quoting import either, shown
from spades_tui.rules.problems import Held, Key, Part, Problem, Wording
from spades_tui.rules.toml_lines import KeyPath
from spades_tui.rules.variant import LISTS


def in_words(problem: Problem, rules: Rules, zero: str, own: str = "") -> str:
    """Return a problem's sentence with components, keys and values named as in the form.

    `zero`: the game's word for a bid of zero; `own`: the row being changed, whose value needs no name.
    """
    return _FormWording(rules, zero, re.sub(r"\[\d+\]", "", own)).sentence(problem)


class _FormWording(Wording):
    """Names components, keys and values by their labels."""

    def __init__(self, rules: Rules, zero: str, own: str) -> None:
        self.rules, self.zero, self.own = rules, zero, own

    def part(self, part: Part, called: str) -> str:
        """Return components by their labels."""
        return either((f"“{form_words.kind_label(place, self.zero)}”" for place in part.places), part.conjunction)

    def key(self, key: Key, called: str, problem: Problem) -> str:
        """Return a key by its label, without repeating a label."""
        _, bid = self._place(problem.path)
        return either(dict.fromkeys(self._label(place, bid) for place in key.places))

    def held(self, held: Held) -> str:
        """Return a key with its value, like its row in the form."""
        value = form_words.value_words(held.place, held.value, self.zero)
        return f"“{form_words.key_label(held.place, self.zero)}: {value}”"

    def found(self, value: object, called: str, problem: Problem) -> str:
        """Return the value found, with its row unless that is the row being changed and it's a number."""
        place, bid = self._place(problem.path)
        told = self.quoted(value, problem)
        if place not in form_words.KEYS or (isinstance(value, int) and re.sub(r"\.\d+$", "", self.own) == place):
            return told if called else f"the value is {told}"
        return f"{self._label(place, bid)}, {told}," if called else f"{self._label(place, bid)} is {told}"

    def quoted(self, value: object, problem: Problem) -> str:
        """Return a value of a row."""
        if not isinstance(value, str):
            return self.number(value) if type(value) is int else shown(value)
        place, _ = self._place(problem.path)
        known = form_words.VALUES.get(place, {}).get(value, value)
        return f"“{form_words.zeros_in(known, self.zero)}”"

    def name(self, name: str, called: str) -> str:
        """Return a name that a person has given."""
        return f"the {called} {name}" if called else f"“{name}”"

    def number(self, number: int) -> str:
        """Return a number with a printed minus."""
        return str(number).replace("-", "−")

    def _label(self, place: str, bid: str) -> str:
        return f"“{form_words.key_label(place, self.zero).replace('{bid}', bid)}”"

    def _place(self, path: KeyPath) -> tuple[str, str]:
        """Return the form's key for a path (``scores.zero.made``; empty for none), and the index of its entry."""
        part, rest = _part_at(path, self.rules)
        keys = [step for step in rest if isinstance(step, str)]
        bid = next((str(step) for step in reversed(rest) if isinstance(step, int)), "")
        return ".".join([part, *keys]) if part else "", bid


def _part_at(path: KeyPath, rules: Rules) -> tuple[str, Sequence[str | int]]:
    """Return the component's place (``scores.zero``; ``deck``) and the keys further in."""
    match path:
        case ("programme", int(at), *rest) if rest and rest[0] in LISTS:
            return _part_at(tuple(rest), rules["programme"][at])
        case (str(where), int(at), *rest) if where in LISTS:
            return f"{where}.{rules[where][at]['kind']}", rest
        case ("deck" | "deal" as where, *rest):
            return where, rest
    return "", ()
