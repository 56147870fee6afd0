"""An option as a variant file declares it: its name, texts and values, and the keys that each value sets."""

import json
import re
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.language.quoting import either, nearest, shown
from spades_tui.rules.component import WithData
from spades_tui.rules.option_places import same_place

Value = bool | int | str
"""A value that a table can choose."""

OptionType = Literal["switch", "words", "number"]


class OptionError(ValueError):
    """An unknown option, or a value that it can't take; the message is one sentence."""


def same(one: object, other: object) -> bool:
    """Return whether two values are the same choice; ``true`` is not 1."""
    return type(one) is type(other) and one == other


class Setting(Struct, frozen=True):
    """One place that an option sets, and the value for it."""

    place: str
    """Such as ``endings.target.points``."""
    when: tuple[Value, ...] = ()
    """The values of the option for which this applies; empty: all."""
    unless: tuple[Value, ...] = ()
    """The values of the option for which this doesn't apply."""
    puts: str | None = None
    """The value for the place, as JSON; None: the value of the option."""
    times: int = 1
    """Multiplies the option's value; 1 by default, −1 for a penalty."""

    def applies(self, value: Value) -> bool:
        """Return whether it applies to this value of the option."""
        if any(same(value, one) for one in self.unless):
            return False
        return not self.when or any(same(value, one) for one in self.when)

    def put(self, value: Value) -> Any:
        """Return the value for its place."""
        if self.puts is not None:
            return json.loads(self.puts)
        return value * self.times if type(value) is int else value

    def to_data(self) -> dict[str, object]:
        """Return the form in a file."""
        data: dict[str, object] = {"place": self.place}
        for key, values in (("when", self.when), ("unless", self.unless)):
            if values:
                data[key] = list(values)
        if self.puts is not None:
            data["is"] = json.loads(self.puts)
        if self.times != 1:
            data["times"] = self.times
        return data


class Option(WithData, Struct, frozen=True):
    """A choice of the table."""

    name: str
    """The name in ``--option`` and in records."""
    type: OptionType
    words: str
    """The subject of the option, in a few words."""
    sets: tuple[Setting, ...]
    values: tuple[Value, ...] = ()
    """The values to choose from; with `bounds`, words for special cases."""
    bounds: tuple[int, int] | None = None
    """The lowest and highest number."""
    default: Value | None = None
    """The default value; None: the value that its places have in the file."""
    rule: str | None = None
    label: str | None = None
    """Its label in a form."""
    sentence: str | None = None
    """Its explanation in a form."""
    says: tuple[tuple[str, str], ...] = ()
    """The texts of a form for each value."""

    def whole(self, default: Value, rule: str) -> "Option":
        """Return a copy with a default value and a rule."""
        return replace(self, default=default, rule=rule)

    @property
    def usual(self) -> Value:
        """The default value, of an option with one."""
        assert self.default is not None
        return self.default

    @property
    def number(self) -> bool:
        """Whether it takes any number between bounds, so that forms let people type it."""
        return self.bounds is not None

    @property
    def tried(self) -> tuple[Value, ...]:
        """The values that a check tries: all of them, or the bounds."""
        return (*self.values, *(self.bounds or ()))

    def allowed(self, numbers: str = "a number from {} to {}") -> str:
        """Return the values in words, with any bounds put into `numbers`."""
        listed = [shown(value) if isinstance(value, bool) else str(value) for value in self.values]
        if self.bounds is not None:
            listed = [numbers.format(*self.bounds), *listed]
        return either(listed)

    def parse(self, text: str) -> Value:
        """Return the value for a text from the command line; both ``-`` and ``−`` are read as a minus.

        Raises OptionError for anything else.
        """
        text = re.sub(r"^−(?=[0-9])", "-", text)
        for value in self.values:
            spelled = ("true", "on", "yes") if value is True else ("false", "off", "no") if value is False else (value,)
            if text in spelled or (type(value) is int and text == str(value)):
                return value
        if self.bounds is not None and re.fullmatch(r"-?[0-9]{1,9}", text, re.ASCII):
            return self.checked(int(text))
        raise self._wrong(text)

    def checked(self, value: object) -> Value:
        """Return the value. Raises OptionError if the option can't take it."""
        for known in self.values:
            if same(value, known):
                return known
        if self.bounds is not None and type(value) is int and self.bounds[0] <= value <= self.bounds[1]:
            return value
        raise self._wrong(value)

    def _wrong(self, value: object) -> OptionError:
        known = [one for one in self.values if isinstance(one, str)]
        near = nearest(value, known) if isinstance(value, str) else ""
        return OptionError(f"option {self.name}: {shown(value)} isn't allowed; use {self.allowed()}{near}")

    def takes(self, value: object) -> bool:
        """Return whether the option can take this value."""
        try:
            self.checked(value)
        except OptionError:
            return False
        return True

    def sets_place(self, place: str) -> bool:
        """Return whether it sets this place."""
        return any(same_place(setting.place, place) for setting in self.sets)

    def without_prose(self) -> "Option":
        """Return a copy without the texts that are only for people."""
        return replace(self, words="", label=None, sentence=None, says=())

    def to_data(self) -> dict[str, object]:
        """Return the form in a file."""
        data: dict[str, object] = {"name": self.name, "type": self.type}
        for key, text in (("label", self.label), ("words", self.words), ("sentence", self.sentence)):
            if text is not None:
                data[key] = text
        if self.rule is not None:
            data["rule"] = self.rule
        if self.values and self.type != "switch":
            data["values"] = list(self.values)
        if self.bounds is not None:
            data["least"], data["greatest"] = self.bounds
        if self.default is not None:
            data["default"] = self.default
        if self.says:
            data["says"] = dict(self.says)
        data["sets"] = [setting.to_data() for setting in self.sets]
        return data


Entry = str | Option
"""An entry of a file's `options`: the name of a well-known option, or a declaration."""
