"""Why something cannot be, in the words of the form: who changes rules there has not seen a file, nor its keys."""

import re
from collections.abc import Sequence

from spades_tui.house_rules import form_words as words
from spades_tui.house_rules.form_rows import Rules
from spades_tui.language.quoting import either
from spades_tui.rules.component_bases import Problem
from spades_tui.rules.toml_lines import KeyPath
from spades_tui.rules.variant import LISTS

_WHERE = {"score": "scores", "bid": "bids", "ending": "endings"}
_OF_KIND = re.compile(r"(no )?(?:\ban? )?\b(component|score|bid|ending) of kind ('\w+'(?:(?:, | or )'\w+')*)")
_QUOTED = re.compile(r"(?<!\w)'([^']*)'(?!\w)")


def in_words(problem: Problem, rules: Rules, zero: str, own: str = "") -> str:
    """What is wrong, with components, keys and values called as the form calls them.

    `zero`: what the game calls a bid of zero; `own`: the row that is changed, whose value needs no name.
    """
    return _Words(problem.path, rules, zero).told(problem.message, re.sub(r"\[\d+\]", "", own))


class _Words:
    """The words for what stands around one place of the rules."""

    def __init__(self, path: KeyPath, rules: Rules, zero: str) -> None:
        self.zero = zero
        self.where, self.part, rest = _part_at(path, rules)
        keys = [part for part in rest if isinstance(part, str)]
        self.place = ".".join([self.part, *keys]) if self.part else ""
        self.bid = next((str(part) for part in reversed(rest) if isinstance(part, int)), "")

    def told(self, text: str, own: str) -> str:
        """The sentence."""
        text = re.sub(r"\b(with|of) format '([^']*)'", r"\1 the format \2", text)
        text = re.sub(r'`(\w+) = "(\w+)"`', lambda m: self._with_value(m[1], m[2]), text)
        text = re.sub(r"`([\w.]+)` is (\d+)", lambda m: self._with_value(m[1], int(m[2])), text)
        text = re.sub(r"`(\w+)` of '(\w+)'", lambda m: self._key(f"{self._kind_place(m[2])}.{m[1]}"), text)
        text = re.sub(r"`(\w+)` of the (\w+)", lambda m: self._key(f"scores.{m[2]}.{m[1]}"), text)
        text = re.sub(r"`(\w+)` of a contract, a table or a zero", lambda m: self._each_key(m[1]), text)
        text = re.sub(r"`([\w.]+)`", lambda m: self._key(self._key_place(m[1])), text)
        text = _OF_KIND.sub(lambda m: (m[1] or "") + self._kinds(m[3], _WHERE.get(m[2], self.where)), text)
        if self.place in words.KEYS:
            text = re.sub(r"^'(\w+)' found, but", lambda m: f"{self._label} is {self._value(m[1])}, but", text)
            if re.sub(r"\.\d+$", "", own) != self.place:
                text = re.sub(r"^(-?\d+) found, but", rf"{self._label} is \1, but", text)
                text = re.sub(r"^(-?\d+) is above", rf"{self._label}, \1, is above", text)
        text = _QUOTED.sub(lambda m: self._word(m[1]), text)
        return re.sub(r"(?<![\w−-])-(?=\d)", "−", text)

    @property
    def _label(self) -> str:
        """What the form calls the key at which something is wrong."""
        return self._key(self.place)

    def _key(self, place: str) -> str:
        return f"“{words.key_label(place, self.zero).replace('{bid}', self.bid)}”"

    def _with_value(self, key: str, value: object) -> str:
        place = self._key_place(key)
        return f"“{words.key_label(place, self.zero)}: {words.value_words(place, value, self.zero)}”"

    def _each_key(self, key: str) -> str:
        """A key of whatever scores, each label once."""
        places = (f"scores.{kind}.{key}" for kind in ("contract", "table", "zero"))
        return either(dict.fromkeys(self._key(place) for place in places))

    def _key_place(self, key: str) -> str:
        """Where a key stands that is named without its place: here, or in the first component that has it."""
        for place in (key, f"{self.part}.{key}"):
            if place in words.KEYS:
                return place
        return next((place for place in words.KEYS if place.endswith(f".{key}")), key)

    def _kinds(self, quoted: str, where: str) -> str:
        return _QUOTED.sub(lambda m: f"“{words.kind_label(self._kind_place(m[1], where), self.zero)}”", quoted)

    def _kind_place(self, kind: str, where: str = "") -> str:
        """Where components of a kind stand: in this list, or in the first that knows it."""
        named = [place for place in words.KINDS if place.partition(".")[2] == kind]
        here = f"{where or self.where}.{kind}"
        return here if here in named else next(iter(named), kind)

    def _word(self, quoted: str) -> str:
        """A value of the key here, else a component; what somebody has written himself stays as it is."""
        if quoted in words.VALUES.get(self.place, {}):
            return self._value(quoted)
        kind = self._kind_place(quoted)
        if kind in words.KINDS and not self.place.endswith(".name"):
            return f"“{words.kind_label(kind, self.zero)}”"
        return self._value(quoted)

    def _value(self, value: str) -> str:
        known = words.VALUES.get(self.place)
        if known is None and not self.place:  # a format does not say where: then the first key that has it
            known = next((values for values in words.VALUES.values() if value in values), {})
        return f"“{words.zeros_in((known or {}).get(value, value), self.zero)}”"


def _part_at(path: KeyPath, rules: Rules) -> tuple[str, str, Sequence[str | int]]:
    """The list, the component's place in words (``scores.zero``; ``deck``) and the keys further in."""
    match path:
        case ("programme", int(at), *rest) if rest and rest[0] in LISTS:
            return _part_at(tuple(rest), rules["programme"][at])
        case (str(where), int(at), *rest) if where in LISTS:
            return where, f"{where}.{rules[where][at]['kind']}", rest
        case ("deck" | "deal" as where, *rest):
            return where, where, rest
        case (str(where), *rest):
            return where, "", rest
    return "", "", ()
