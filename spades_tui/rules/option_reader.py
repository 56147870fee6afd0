"""Read the `options` of a variant file: names of well-known ones, and declarations, key by key."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import ParamSpec, TypeVar, cast, get_args

from msgspec.structs import replace

from spades_tui.language.quoting import either, meant, nearest, shown
from spades_tui.rules.component import RULE_PATTERN
from spades_tui.rules.option_declarations import (
    KNOWN,
    Entry,
    Option,
    OptionType,
    Setting,
    Value,
    same,
    spelled,
)
from spades_tui.rules.option_places import PLACE_PATTERN
from spades_tui.rules.toml_lines import KeyPath

NAME_PATTERN = r"^[a-z][a-z0-9_]{0,29}$"
MOST_OPTIONS = 40
MOST_VALUES = 30
MOST_SETS = 40
GREATEST = 1_000_000
"""The highest number that an option may allow; the lowest is its negative."""
LABEL_MOST, WORDS_MOST, SENTENCE_MOST = 26, 100, 600

ArgumentsT = ParamSpec("ArgumentsT")
ReadT = TypeVar("ReadT")


class DeclarationError(ValueError):
    """An invalid declaration: the key below `options` or `programme`, its mistake, and any other mistakes."""

    def __init__(self, path: KeyPath, message: str, others: Sequence[tuple[KeyPath, str]] = ()) -> None:
        super().__init__(message)
        self.mistakes = [(path, message), *others]


class Mistakes:
    """Mistakes in declarations, collected so that one run reports them all."""

    def __init__(self) -> None:
        self._found: list[tuple[KeyPath, str]] = []

    def tried(self, read: Callable[ArgumentsT, ReadT], *args: ArgumentsT.args, **keys: ArgumentsT.kwargs) -> ReadT:
        """Return what `read` returns; on DeclarationError note its mistakes, for `refuse` to raise."""
        try:
            return read(*args, **keys)
        except DeclarationError as error:
            self._found += error.mistakes
            return cast(ReadT, None)

    def note(self, path: KeyPath, message: str) -> None:
        """Note a mistake."""
        self._found.append((path, message))

    def known_keys(self, table: Mapping[str, object], keys: Sequence[str], path: KeyPath) -> Mapping[str, object]:
        """Return a table with only known keys. Note each unknown key, and read its value as the nearest known key's."""
        known = {key: value for key, value in table.items() if key in keys}
        for key in [key for key in table if key not in known]:
            near = meant(key, keys)
            self.note((*path, key), f"unknown key{nearest(key, keys) or '; there are ' + either(keys, 'and')}")
            if near is not None:
                known.setdefault(near, table[key])
        return known

    def refuse(self) -> None:
        """Raise DeclarationError with all mistakes, if there are any."""
        if self._found:
            (path, message), *others = self._found
            raise DeclarationError(path, message, others)


def read_entries(data: object) -> tuple[Entry, ...]:
    """Read the `options` of a file. Raises DeclarationError."""
    if isinstance(data, tuple):
        return data
    if not isinstance(data, list):
        raise DeclarationError((), f"{shown(data)} isn't allowed; use a list of at most {MOST_OPTIONS}")
    if len(data) > MOST_OPTIONS:
        raise DeclarationError((), f"a list of {len(data)} isn't allowed; use a list of at most {MOST_OPTIONS}")
    mistakes = Mistakes()
    entries = tuple([mistakes.tried(_read_entry, entry, (at,)) for at, entry in enumerate(data)])
    mistakes.refuse()
    return entries


def _read_entry(entry: object, path: KeyPath) -> Entry:
    if isinstance(entry, Mapping) and set(entry) == {"name"}:
        path, entry = (*path, "name"), entry["name"]
    if isinstance(entry, Mapping):
        return _Reader(entry, path).option()
    if not isinstance(entry, str) or entry not in KNOWN:
        near = nearest(entry, KNOWN) if isinstance(entry, str) else ""
        raise DeclarationError(path, f"{shown(entry)} isn't allowed; use {either(KNOWN)}{near}")
    return entry


_KEYS = ("name", "type", "label", "words", "sentence", "rule", "values", "least", "greatest", "default", "says", "sets")
_SET_KEYS = ("place", "when", "unless", "is", "times")


class _Reader:
    """Reads one declaration, key by key, and notes what would be right for each mistake."""

    def __init__(self, table: Mapping[str, object], path: KeyPath) -> None:
        self.path, self.mistakes = path, Mistakes()
        self.table = self.mistakes.known_keys(table, _KEYS, path)

    def option(self) -> Option:
        """Return the option. Raises DeclarationError."""
        tried = self.mistakes.tried
        name = tried(self._text, "name", NAME_PATTERN, "at most 30 small letters, digits and underlines")
        kind = tried(self._type)
        if kind is None:
            self.mistakes.refuse()  # the other keys depend on this one
        rule_valid = "the name of a rule such as SB-5"
        option = Option(
            name=name,
            type=kind,
            words=tried(self._words),
            sets=tried(self._sets),
            values=tried(self._values, kind),
            bounds=tried(self._bounds, kind),
            rule=tried(self._text, "rule", RULE_PATTERN, rule_valid) if "rule" in self.table else None,
            label=tried(self._prose, "label", LABEL_MOST),
            sentence=tried(self._prose, "sentence", SENTENCE_MOST),
        )
        self.mistakes.refuse()
        if len(option.tried) < 2:
            raise self._wrong("values", "there is nothing to choose; write two values, or `least` and `greatest`")
        return self._with_values(option)

    def _with_values(self, option: Option) -> Option:
        """Return a copy with the keys that refer to its values."""
        tried = self.mistakes.tried
        default = self.table.get("default")
        if default is not None:
            default = tried(self._one_of, option, default, ("default",))
        for at, setting in enumerate(option.sets):
            for key in ("when", "unless"):
                for value in getattr(setting, key):
                    tried(self._one_of, option, value, ("sets", at, key))
        says = self.table.get("says", {})
        if not isinstance(says, Mapping):
            raise self._wrong("says", f"{shown(says)} isn't allowed; use a table")
        for value, words in says.items():
            if any(value == spelled(one) for one in option.values):
                tried(self._one_line, words, ("says", value), LABEL_MOST)
            else:
                self.mistakes.note((*self.path, "says"), f"{shown(value)} isn't allowed; use {option.allowed()}")
        self.mistakes.refuse()
        return replace(option, default=default, says=tuple(says.items()))

    def _type(self) -> OptionType:
        kind = self._need("type", "switch, words or number")
        if kind not in get_args(OptionType):
            near = nearest(kind, get_args(OptionType)) if isinstance(kind, str) else ""
            raise self._wrong("type", f"{shown(kind)} isn't allowed; use switch, words or number{near}")
        return cast(OptionType, kind)

    def _words(self) -> str:
        return self._one_line(self._need("words", f"1 to {WORDS_MOST} characters"), ("words",), WORDS_MOST)

    def _one_of(self, option: Option, value: object, path: KeyPath) -> Value:
        if not option.takes(value):
            raise DeclarationError((*self.path, *path), f"{shown(value)} isn't allowed; use {option.allowed()}")
        return value

    def _values(self, kind: object) -> tuple[Value, ...]:
        values = self.table.get("values")
        if kind == "switch":
            if values is not None:
                raise self._wrong("values", "a switch is true or false; leave `values` out")
            return (True, False)
        if values is None:
            if kind == "words":
                raise self._wrong("values", "missing; write a list of words")
            return ()
        if not isinstance(values, list) or not 1 <= len(values) <= MOST_VALUES:
            found = f"a list of {len(values)}" if isinstance(values, list) else shown(values)
            raise self._wrong("values", f"{found} isn't allowed; use a list of 1 to {MOST_VALUES}")
        for at, value in enumerate(values):
            place = (*self.path, "values", at)
            number = type(value) is int and kind == "number" and abs(value) <= GREATEST
            word = isinstance(value, str) and re.fullmatch(NAME_PATTERN, value)
            if not number and not word:
                valid = f"a number up to {GREATEST}, or a word" if kind == "number" else "a word"
                message = f"{shown(value)} isn't allowed; use {valid} of small letters, digits and underlines"
                self.mistakes.note(place, message)
            elif any(same(value, one) for one in values[:at]):
                self.mistakes.note(place, f"{shown(value)} is named twice")
        return tuple(values)

    def _bounds(self, kind: object) -> tuple[int, int] | None:
        given = [key for key in ("least", "greatest") if key in self.table]
        if not given:
            if kind == "number" and "values" not in self.table:
                raise self._wrong("values", "missing; write a list of numbers, or `least` and `greatest`")
            return None
        if kind != "number":
            raise self._wrong(given[0], f"{given[0]!r} belongs to a number, not to {shown(kind)}")
        bounds = []
        for key in ("least", "greatest"):
            value = self._need(key)
            if type(value) is not int or abs(value) > GREATEST:
                valid = f"a whole number from -{GREATEST} to {GREATEST}"
                raise self._wrong(key, f"{shown(value)} isn't allowed; use {valid}")
            bounds.append(value)
        if bounds[0] >= bounds[1]:
            raise self._wrong("least", f"{bounds[0]} isn't allowed; use a number below `greatest`, {bounds[1]}")
        return bounds[0], bounds[1]

    def _sets(self) -> tuple[Setting, ...]:
        sets = self._need("sets", "a place such as endings.target.points")
        if isinstance(sets, str):
            return (self._setting(sets, ("sets",)),)
        if not isinstance(sets, list) or not 1 <= len(sets) <= MOST_SETS:
            found = f"a list of {len(sets)}" if isinstance(sets, list) else shown(sets)
            message = f"{found} isn't allowed; use a place such as endings.target.points or a list of 1 to {MOST_SETS}"
            raise self._wrong("sets", message)
        return tuple([self.mistakes.tried(self._setting, one, ("sets", at)) for at, one in enumerate(sets)])

    def _setting(self, given: object, path: KeyPath) -> Setting:
        where = (*self.path, *path)
        if isinstance(given, str):
            return Setting(self._place(given, where))
        if not isinstance(given, Mapping):
            raise DeclarationError(where, f"{shown(given)} isn't allowed; use a place or a table")
        given = self.mistakes.known_keys(given, _SET_KEYS, where)
        if "place" not in given:
            raise DeclarationError((*where, "place"), "missing; write a place such as endings.target.points")
        times = given.get("times", 1)
        if type(times) is not int or not 0 < abs(times) <= 1000:
            message = f"{shown(times)} isn't allowed; use a whole number from -1000 to 1000, but not 0"
            raise DeclarationError((*where, "times"), message)
        if "is" in given and "times" in given:
            raise DeclarationError((*where, "times"), "write either `is` or `times`, not both")
        return Setting(
            place=self._place(given["place"], (*where, "place")),
            when=self._listed(given, "when", where),
            unless=self._listed(given, "unless", where),
            puts=self._puts(given["is"], where) if "is" in given else None,
            times=times,
        )

    @staticmethod
    def _place(place: object, path: KeyPath) -> str:
        if not isinstance(place, str) or len(place) > 100 or not re.fullmatch(PLACE_PATTERN, place):
            raise DeclarationError(path, f"{shown(place)} isn't allowed; use a place such as endings.target.points")
        return place

    @staticmethod
    def _listed(given: Mapping[str, object], key: str, where: KeyPath) -> tuple[Value, ...]:
        found = given.get(key, [])
        values = found if isinstance(found, list) else [found]
        if len(values) > MOST_VALUES or not all(isinstance(value, bool | int | str) for value in values):
            message = f"{shown(found)} isn't allowed; use a value of the option or a list of them"
            raise DeclarationError((*where, key), message)
        return tuple(values)

    @staticmethod
    def _puts(value: object, where: KeyPath) -> str:
        try:
            text = json.dumps(value, allow_nan=False)
        except (TypeError, ValueError, RecursionError):
            text = ""
        if not 0 < len(text) <= 2000:
            raise DeclarationError((*where, "is"), f"{shown(value)} isn't allowed; use a value that fits the place")
        return text

    def _need(self, key: str, valid: str = "a value") -> object:
        if key not in self.table:
            raise self._wrong(key, f"missing; write {valid}")
        return self.table[key]

    def _text(self, key: str, pattern: str, valid: str) -> str:
        text = self._need(key, valid)
        if not isinstance(text, str) or not re.fullmatch(pattern, text):
            raise self._wrong(key, f"{shown(text)} isn't allowed; use {valid}")
        return text

    def _prose(self, key: str, most: int) -> str | None:
        return self._one_line(self.table[key], (key,), most) if key in self.table else None

    def _one_line(self, text: object, path: KeyPath, most: int) -> str:
        where = (*self.path, *path)
        if not isinstance(text, str) or not 1 <= len(text) <= most:
            raise DeclarationError(where, f"{shown(text)} isn't allowed; use a text of 1 to {most} letters")
        if not text.isprintable() or text != text.strip():
            raise DeclarationError(where, f"{shown(text)} isn't allowed; use one line of plain text")
        return text

    def _wrong(self, key: str, message: str) -> DeclarationError:
        return DeclarationError((*self.path, key), message)


_ONE: dict[str, object] = {
    "anyOf": [
        {"type": "boolean"},
        {"type": "integer", "minimum": -GREATEST, "maximum": GREATEST},
        {"type": "string", "pattern": NAME_PATTERN},
    ]
}


def _text_schema(most: int) -> dict[str, object]:
    return {"type": "string", "minLength": 1, "maxLength": most}


def _list_schema(items: dict[str, object], most: int) -> dict[str, object]:
    return {"type": "array", "items": items, "minItems": 1, "maxItems": most}


def schema() -> dict[str, object]:
    """Return the JSON Schema of `options`, for an editor."""
    place: dict[str, object] = {"type": "string", "pattern": PLACE_PATTERN}
    some = {"anyOf": [_ONE, _list_schema(_ONE, MOST_VALUES)]}
    whole = {"type": "integer", "minimum": -GREATEST, "maximum": GREATEST}
    setting = {
        "type": "object",
        "properties": {
            "place": place, "when": some, "unless": some, "is": {},
            "times": {"type": "integer", "minimum": -1000, "maximum": 1000},
        },
        "required": ["place"],
        "additionalProperties": False,
    }  # fmt: skip
    declared = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "pattern": NAME_PATTERN},
            "type": {"type": "string", "enum": ["switch", "words", "number"]},
            "label": _text_schema(LABEL_MOST),
            "words": _text_schema(WORDS_MOST),
            "sentence": _text_schema(SENTENCE_MOST),
            "rule": {"type": "string", "pattern": RULE_PATTERN},
            "values": _list_schema(_ONE, MOST_VALUES),
            "least": whole,
            "greatest": whole,
            "default": _ONE,
            "says": {"type": "object", "additionalProperties": _text_schema(LABEL_MOST)},
            "sets": {"anyOf": [place, _list_schema({"anyOf": [place, setting]}, MOST_SETS)]},
        },
        "required": ["name"],
        "additionalProperties": False,
    }
    items = {"anyOf": [{"type": "string", "enum": list(KNOWN)}, declared]}
    return {"type": "array", "items": items, "maxItems": MOST_OPTIONS, "default": []}
