"""Declarations of options: name, texts and values, and the keys that each value sets; and the well-known ones.

A file may just name a well-known option, as in 0.1.0.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeGuard

from msgspec import Struct

from spades_tui.language.quoting import either, nearest, shown
from spades_tui.rules.component import WithData
from spades_tui.rules.option_places import PlaceError, same_place

Value = bool | int | str
"""A value that a table can choose."""

OptionType = Literal["switch", "words", "number"]


class OptionError(ValueError):
    """An unknown option, or a value that it can't take; the message is one sentence."""


def spelled(value: Value) -> str:
    """Return a value as a file spells it, without quotation marks."""
    return shown(value) if isinstance(value, bool) else str(value)


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
        listed = list(map(spelled, self.values))
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

    def takes(self, value: object) -> TypeGuard[Value]:
        """Return whether the option can take this value."""
        if self.bounds is not None and type(value) is int and self.bounds[0] <= value <= self.bounds[1]:
            return True
        return any(same(value, known) for known in self.values)

    def checked(self, value: object) -> Value:
        """Return the value. Raises OptionError if the option can't take it."""
        if not self.takes(value):
            raise self._wrong(value)
        return value

    def _wrong(self, value: object) -> OptionError:
        known = [one for one in self.values if isinstance(one, str)]
        near = nearest(value, known) if isinstance(value, str) else ""
        return OptionError(f"option {self.name}: {shown(value)} isn't allowed; use {self.allowed()}{near}")

    def sets_place(self, place: str) -> bool:
        """Return whether it sets this place."""
        return any(same_place(setting.place, place) for setting in self.sets)

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


def _switch(name: str, label: str, words: str, sentence: str, rule: str, place: str) -> Option:
    return Option(
        name=name, type="switch", label=label, words=words, sentence=sentence, rule=rule, values=(True, False),
        sets=(Setting(place),),
    )  # fmt: skip


_PLAIN = (
    Option(
        name="target", type="number", label="Points to play to", words="points to play to",
        sentence="The game ends after the hand in which a side reaches this many points.",
        bounds=(1, 1_000_000), sets=(Setting("endings.target.points"),),
    ),
    Option(
        name="hands", type="number", label="Hands to play", words="hands to play",
        sentence="The number of hands in a game.", bounds=(1, 200), sets=(Setting("endings.hands.hands"),),
    ),
    Option(
        name="first_zero", type="number", label="Starting value of a zero", words="points for a zero before it grows",
        sentence="Points for a zero before it grows. After a zero is made, the value starts here again.", rule="3B-14",
        bounds=(1, 1_000), sets=(Setting("scores.zero.made"),),
    ),
    Option(
        name="enforcement", type="words", label="Not following suit", words="a card that doesn't follow suit",
        sentence="Refused: you can't renege. Can be challenged: a renege is played without a word, and an opponent who"
        " notices can challenge it.",
        rule="C-11", values=("refuse", "challenge"), sets=(Setting("customs.enforcement.mode"),),
        says=(("refuse", "is refused"), ("challenge", "can be challenged")),
    ),
    _switch(
        "take_back", "Practice: undo until seen", "practice table: actions can be undone",
        "A table for practice: you can undo your last action as long as it showed nobody a card.", "3B-11",
        "customs.take_back.on",
    ),
    _switch(
        "undo", "Practice: undo", "practice alone: actions can be undone back to the deal",
        "One person against the computer: undo one action after another. You can't undo an action that showed you a"
        " hidden card, a claim or a challenge. The game doesn't count in the scorebook.", "3B-11",
        "customs.undo.on",
    ),
    _switch(
        "slip", "Slips can be undone", "a slip can be undone until another player acts",
        "You can undo your last bid or card until another player acts, unless you have seen something new. The record"
        " and the scorebook count it.", "3B-11", "customs.slip.on",
    ),
    _switch(
        "double_sets", "Twice the bid is a set", "taking twice the bid is a set",
        "A side that takes twice its bid or more is set as well.", "JK-13", "scores.contract.double_sets",
    ),
    _switch(
        "bag_penalty", "Bags cost points", "overtricks cost points",
        "Overtricks add up over the game, and cost points each time they reach the limit.", "JK-13", "scores.bags.on",
    ),
    _switch(
        "ten_or_less", "Ten or less: not played", "a hand with low bids isn't played",
        "If all bids add up to ten or less, the hand isn't played, and each side is paid for its bid.", "JK-13",
        "bids.skip.on",
    ),
    _switch(
        "new_deal", "New deal for a bad hand", "a bad hand can be dealt again",
        "A player with no spade, no picture card and no ace may call for a new deal.", "JK-13", "bids.new_deal.on",
    ),
    _switch(
        "blind_ten_400", "Blind ten worth double", "a blind ten that is made is worth double",
        "A blind ten that is made pays twice as much as a ten.", "JK-10", "scores.contract.blind_doubles_special",
    ),
)  # fmt: skip


def _joker(rules: Mapping[str, Any]) -> Option:
    """Build the option; without the joker there is no extra card, and nobody draws it (3B-1)."""
    jokers, extra = rules["deck"]["jokers"], rules["deal"]["extra"]
    if (jokers, extra) not in ((1, 1), (0, 0)):
        raise PlaceError("it takes out one joker and the one extra card, so the deck and the deal must have them")
    order = " ".join(name for name in rules["deck"]["spades"].split(" ") if name not in ("BJ", "LJ"))
    off = [("deck.jokers", "0"), ("deck.spades", f'"{order}"'), ("deal.extra", "0")]
    drawing = [part["kind"] for part in rules["bids"] if part["kind"] in ("zero_draw", "high_draw")]
    off += [(f"bids.{kind}.on", "false") for kind in drawing]
    return Option(
        name="joker", type="switch", label="Joker and extra card", words="the joker, and the extra card with it",
        sentence="With the joker, one card is left over for zero bidders and the highest bidder to draw.",
        rule="3B-1", values=(True, False), default=jokers == 1,
        sets=tuple(Setting(place, when=(False,), puts=puts) for place, puts in off),
    )  # fmt: skip


def _aces(rules: Mapping[str, Any]) -> Option:
    if not any(part["kind"] == "ace_call" for part in rules["plays"]):
        raise PlaceError("a component of kind 'ace_call' is missing")
    return Option(
        name="aces", type="words", label="Aces", words="aces are called, or always high", rule="3B-3",
        sentence="If aces are called, you say whether an ace is high or low as you play it.",
        values=("called", "high"), sets=(Setting("deck.aces"),),
        says=(("called", "called high or low"), ("high", "always high")),
    )  # fmt: skip


_SAME_EVERYWHERE = {option.name: option for option in _PLAIN}
_BY_RULES: dict[str, Callable[[Mapping[str, Any]], Option]] = {"joker": _joker, "aces": _aces}

KNOWN = (*_SAME_EVERYWHERE, *_BY_RULES)
"""The names of the options."""

LATER = ("undo", "first_zero", "slip")
"""The names of options about components that came after 0.1.0."""


def known_option(name: str, rules: Mapping[str, Any]) -> Option:
    """Return the declaration of a well-known option for these rules.

    Raises PlaceError if they have nothing that it sets.
    """
    return _BY_RULES[name](rules) if name in _BY_RULES else _SAME_EVERYWHERE[name]
