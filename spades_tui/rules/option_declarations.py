"""Declarations of options: name, texts and values, and the keys that each value sets.

And the well-known ones. A file may just name a well-known option, as in 0.1.0.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Annotated, Any, Literal, TypeGuard

from msgspec import Meta

from spades_tui.language.quoting import either, nearest, shown
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.component import (
    Checked,
    Component,
    Json,
    Prose,
    ReadBy,
    RuleName,
    Short,
    Texts,
    one_printable_line,
)  # fmt: skip
from spades_tui.rules.component_bases import Declared
from spades_tui.rules.problems import Flaw, FlawError, Problem, Quoted

NAME_PATTERN = r"^[a-z][a-z0-9_]{0,29}$"
PLACE_PATTERN = r"^[a-z]+(\.[a-z_]+(\[[1-9][0-9]?\])?)+$"
MOST_OPTIONS = 40
MOST_VALUES = 30
MOST_SETS = 40
GREATEST = 1_000_000
"""The highest number that an option may allow; the lowest is its negative."""


def _read_value(value: object) -> object:
    number = type(value) is int and abs(value) <= GREATEST
    if (
        number
        or isinstance(value, bool)
        or (isinstance(value, str) and re.fullmatch(NAME_PATTERN, value))
    ):
        return value
    allowed = f"a number up to {GREATEST}, or a word of small letters, digits and underlines"
    raise FlawError(Flaw.VALUE_WRONG, value=Quoted(value), allowed=allowed, near="")


def _value_schema() -> dict[str, Any]:
    number = {"type": "integer", "minimum": -GREATEST, "maximum": GREATEST}
    return {"anyOf": [{"type": "boolean"}, number, {"type": "string", "pattern": NAME_PATTERN}]}


Value = Annotated[bool | int | str, ReadBy(_read_value, _value_schema)]
"""A value that a table can choose."""

OptionType = Literal["switch", "words", "number"]


def spelled(value: Value) -> str:
    """Return a value as a file spells it, without quotation marks."""
    if isinstance(value, bool):
        return shown(value)
    return str(value)


def same(one: object, other: object) -> bool:
    """Return whether two values are the same choice; ``true`` is not 1."""
    return type(one) is type(other) and one == other


def _is_among(value: object, others: Iterable[object]) -> bool:
    return any(same(value, other) for other in others)


def _spellings(value: Value) -> tuple[str, ...]:
    """Return the words of the command line for a value."""
    if value is True:
        return ("true", "on", "yes")
    if value is False:
        return ("false", "off", "no")
    return (str(value),)


def _not_zero(number: int) -> int:
    if not number:
        raise ValueError("0 isn't allowed; use a whole number from -1000 to 1000, but not 0")
    return number


def steps_of(place: str) -> list[tuple[str, int | None]]:
    """Return each word of a place and the number after it, if any; numbers count from 1."""
    steps = []
    for part in place.split("."):
        word, _, number = part.rstrip("]").partition("[")
        steps.append((word, int(number) if number else None))
    return steps


def same_place(place: str, other: str) -> bool:
    """Return whether two places can be the same.

    Without a number, a place means every component of its kind.
    """
    ones, others = steps_of(place), steps_of(other)
    if [word for word, _ in ones] != [word for word, _ in others]:
        return False
    numbers = zip(ones, others, strict=True)
    return all(None in (one, other) or one == other for (_, one), (_, other) in numbers)


Place = Annotated[str, Meta(pattern=PLACE_PATTERN, max_length=100)]
"""A place such as ``endings.target.points``."""
Bound = Annotated[int, Meta(ge=-GREATEST, le=GREATEST)]
Caption = Annotated[str, Meta(min_length=1, max_length=26), Checked(one_printable_line)]
Values = Annotated[
    tuple[Value, ...],
    Meta(max_length=MOST_VALUES),
    Short(lambda one: one if isinstance(one, list | tuple) else [one], Value),
]
"""Values of an option, or only one of them."""


class Setting(Declared):
    """One place that an option sets, and the value for it."""

    place: Place
    when: Values = ()
    """The values of the option for which this applies; empty: all."""
    unless: Values = ()
    """The values of the option for which this doesn't apply."""
    is_: Annotated[Json | None, ReadBy(Json.of)] = None
    """The value for the place; None: the value of the option."""
    times: Annotated[
        int, Meta(ge=-1000, le=1000, extra_json_schema={"not": {"const": 0}}), Checked(_not_zero)
    ] = 1
    """Multiplies the option's value; 1 by default, −1 for a penalty."""

    def misfits(self) -> Iterator[Problem]:
        """Yield the problem of a setting with both `is` and `times`."""
        if self.is_ is not None and self.times != 1:
            yield _said("write either `is` or `times`, not both", "times")

    def applies(self, value: Value) -> bool:
        """Return whether it applies to this value of the option."""
        if _is_among(value, self.unless):
            return False
        return not self.when or _is_among(value, self.when)

    def put(self, value: Value) -> Any:
        """Return the value for its place."""
        if self.is_ is not None:
            return self.is_.value
        if type(value) is int:
            return value * self.times
        return value


class Option(Declared):
    """A choice of the table."""

    name: Annotated[str, Meta(pattern=NAME_PATTERN)]
    """The name in ``--option`` and in records."""
    type: OptionType
    label: Caption | None = None
    """Its label in a form."""
    words: Annotated[str, Meta(min_length=1, max_length=100), Checked(one_printable_line)]
    """The subject of the option, in a few words."""
    sentence: Prose | None = None
    """Its explanation in a form."""
    rule: RuleName | None = None
    values_: Annotated[tuple[Value, ...], Meta(min_length=1, max_length=MOST_VALUES)] = ()
    """The values that a file lists; with bounds, words for special cases."""
    least: Bound | None = None
    greatest: Bound | None = None
    default: Value | None = None
    """The default value; None: the value that its places have in the file."""
    says: Mapping[str, Caption] = Texts()
    """The texts of a form for each value, as a file spells it."""
    sets: Annotated[
        tuple[
            Annotated[
                Setting, Short(lambda one: {"place": one} if isinstance(one, str) else one, Place)
            ],
            ...,
        ],
        Meta(min_length=1, max_length=MOST_SETS),
        Short(lambda one: [one] if isinstance(one, str) else one, Place),
    ]

    @property
    def values(self) -> tuple[Value, ...]:
        """The values to choose from; with `bounds`, words for special cases."""
        if self.type == "switch":
            return (True, False)
        return self.values_

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The lowest and highest number."""
        if self.least is None or self.greatest is None:
            return None
        return self.least, self.greatest

    @property
    def usual(self) -> Value:
        """The default value, of an option with one."""
        assert self.default is not None
        return self.default

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
        """Return the value for a text from the command line, with ``-`` or ``−`` as minus.

        Raises UnusableError.
        """
        text = re.sub(r"^−(?=[0-9])", "-", text)
        for value in self.values:
            if text in _spellings(value):
                return value
        if self.bounds is not None and re.fullmatch(r"-?[0-9]{1,9}", text, re.ASCII):
            return self.checked(int(text))
        raise self._wrong(text, "on or off" if self.type == "switch" else "")

    def takes(self, value: object) -> TypeGuard[Value]:
        """Return whether the option can take this value."""
        if self.bounds is not None and type(value) is int:
            least, greatest = self.bounds
            if least <= value <= greatest:
                return True
        return _is_among(value, self.values)

    def checked(self, value: object) -> Value:
        """Return the value. Raises UnusableError if the option can't take it."""
        if not self.takes(value):
            raise self._wrong(value)
        return value

    def _wrong(self, value: object, allowed: str = "") -> UnusableError:
        near = ""
        if isinstance(value, str):
            near = nearest(value, [word for word in self.values if isinstance(word, str)])
        allowed = allowed or self.allowed()
        words = f"{shown(value)} isn't allowed; use {allowed}{near}"
        return UnusableError(f"option {self.name}: {words}")

    def sets_place(self, place: str) -> bool:
        """Return whether it sets this place."""
        return any(same_place(setting.place, place) for setting in self.sets)

    def misfits(self) -> Iterable[Problem]:
        return list(self._wrong_values()) or self._wrong_references()

    def _wrong_values(self) -> Iterator[Problem]:
        """Yield the problems of the values to choose from."""
        kind = self.type
        numbers = {"least": self.least, "greatest": self.greatest}
        given = [key for key, number in numbers.items() if number is not None]
        if kind == "switch" and self.values_:
            yield _said("a switch is true or false; leave `values` out", "values")
        if kind == "words" and not self.values_:
            yield _said("missing; write a list of words", "values")
        if kind == "number" and not self.values_ and not given:
            yield _said("missing; write a list of numbers, or `least` and `greatest`", "values")
        for at, value in enumerate(self.values_):
            if isinstance(value, bool) or (kind == "words" and isinstance(value, int)):
                allowed = "a word of small letters, digits and underlines"
                if kind == "number":
                    allowed = f"a number up to {GREATEST}, or {allowed}"
                yield _not_allowed(value, allowed, "values", at)
            if _is_among(value, self.values_[:at]):
                yield _said(f"{shown(value)} is named twice", "values", at)
        for key in numbers:
            if key in given and kind != "number":
                yield _said(f"{key!r} belongs to a number, not to {shown(kind)}", key)
            if key not in given and kind == "number" and given:
                yield _said("missing; write a value", key)
        if self.bounds is not None and self.bounds[0] >= self.bounds[1]:
            least, greatest = self.bounds
            yield _not_allowed(least, f"a number below `greatest`, {greatest}", "least")
        elif len(self.tried) == 1:
            words = "there is nothing to choose; write two values, or `least` and `greatest`"
            yield _said(words, "values")

    def _wrong_references(self) -> Iterator[Problem]:
        """Yield the problems of keys that name a value which the option doesn't have."""
        if self.default is not None and not self.takes(self.default):
            yield _not_allowed(self.default, self.allowed(), "default")
        spellings = list(map(spelled, self.values))
        for word in self.says:
            if word not in spellings:
                yield _not_allowed(word, self.allowed(), "says")
        for at, setting in enumerate(self.sets):
            for key, values in (("when", setting.when), ("unless", setting.unless)):
                for value in values:
                    if not self.takes(value):
                        yield _not_allowed(value, self.allowed(), "sets", at, key)


def _said(words: str, *path: str | int) -> Problem:
    return Problem(path, Flaw.SAID, {"words": words})


def _not_allowed(value: object, allowed: str, *path: str | int) -> Problem:
    return Problem(path, Flaw.VALUE_WRONG, {"value": Quoted(value), "allowed": allowed, "near": ""})


def _known(name: object) -> object:
    if name not in KNOWN:
        near = nearest(name, KNOWN) if isinstance(name, str) else ""
        raise FlawError(Flaw.VALUE_WRONG, value=Quoted(name), allowed=either(KNOWN), near=near)
    return name


KnownName = Annotated[str, ReadBy(_known, lambda: {"type": "string", "enum": list(KNOWN)})]


class Named(Component):
    """A table that only names a well-known option."""

    name: KnownName


def _by_name(entry: Any) -> Any:
    named = isinstance(entry, Mapping) and set(entry) == {"name"} and isinstance(entry["name"], str)
    return entry["name"] if named else entry


Entry = Annotated[KnownName | Option, Short(_by_name, Named)]
"""An entry of a file's `options`: the name of a well-known option, or a declaration."""


def _switch(name: str, label: str, words: str, sentence: str, rule: str, place: str) -> Option:
    return Option(
        name=name, type="switch", label=label, words=words, sentence=sentence, rule=rule,
        sets=(Setting(place=place),),
    )  # fmt: skip


_PLAIN = (
    Option(
        name="target", type="number", label="Points to play to", words="points to play to",
        sentence="The game ends after the hand in which a side reaches this many points.",
        least=1, greatest=1_000_000, sets=(Setting(place="endings.target.points"),),
    ),
    Option(
        name="hands", type="number", label="Hands to play", words="hands to play",
        sentence="The number of hands in a game.", least=1, greatest=200,
        sets=(Setting(place="endings.hands.hands"),),
    ),
    Option(
        name="first_zero", type="number", label="Starting value of a zero",
        words="points for a zero before it grows",
        sentence="Points for a zero before it grows. "
        "After a zero is made, the value starts here again.",
        rule="3B-14", least=1, greatest=1_000, sets=(Setting(place="scores.zero.made"),),
    ),
    Option(
        name="enforcement", type="words", label="Not following suit",
        words="a card that doesn't follow suit",
        sentence="Refused: you can't renege. Can be challenged: "
        "a renege is played without a word, and an opponent who notices can challenge it.",
        rule="C-11", values_=("refuse", "challenge"),
        sets=(Setting(place="customs.enforcement.mode"),),
        says=Texts(refuse="is refused", challenge="can be challenged"),
    ),
    _switch(
        "take_back", "Undo until a card is seen", "practice table: actions can be undone",
        "A table for practice: you can undo your last action as long as it showed nobody a card.",
        "3B-11",
        "customs.take_back.on",
    ),
    _switch(
        "undo", "Undo back to the deal", "practice alone: actions can be undone back to the deal",
        "One person against the computer: undo one action after another. You can't undo an action "
        "that showed you a"
        " hidden card, a claim or a challenge. The game doesn't count in the scorebook.", "3B-11",
        "customs.undo.on",
    ),
    _switch(
        "slip", "Undo until the next turn", "a slip can be undone until another player acts",
        "You can undo your last bid or card until another player acts, unless you have seen "
        "something new. The record"
        " and the scorebook count it.", "3B-11", "customs.slip.on",
    ),
    _switch(
        "double_sets", "Twice the bid is a set", "taking twice the bid is a set",
        "A side that takes twice its bid or more is set as well.", "JK-13",
        "scores.contract.double_sets",
    ),
    _switch(
        "bag_penalty", "Bags cost points", "overtricks cost points",
        "Overtricks add up over the game, and cost points each time they reach the limit.", "JK-13",
        "scores.bags.on",
    ),
    _switch(
        "ten_or_less", "Ten or less: not played", "a hand with low bids isn't played",
        "If all bids add up to ten or less, the hand isn't played, "
        "and each side is paid for its bid.",
        "JK-13", "bids.skip.on",
    ),
    _switch(
        "new_deal", "New deal for a bad hand", "a bad hand can be dealt again",
        "A player with no spade, no picture card and no ace may call for a new deal.", "JK-13",
        "bids.new_deal.on",
    ),
    _switch(
        "blind_ten_400", "Blind ten worth double", "a blind ten that is made is worth double",
        "A blind ten that is made pays twice as much as a ten.", "JK-10",
        "scores.contract.blind_doubles_special",
    ),
)  # fmt: skip


def _joker(rules: Mapping[str, Any]) -> Option:
    """Build the option; without the joker there is no extra card, and nobody draws it (3B-1)."""
    jokers, extra = rules["deck"]["jokers"], rules["deal"]["extra"]
    if (jokers, extra) not in ((1, 1), (0, 0)):
        words = "it takes out one joker and the one extra card"
        raise UnusableError(f"{words}, so the deck and the deal must have them")
    spades = rules["deck"]["spades"].split(" ")
    order = " ".join(name for name in spades if name not in ("BJ", "LJ"))
    off: list[tuple[str, object]] = [("deck.jokers", 0), ("deck.spades", order), ("deal.extra", 0)]
    drawing = [part["kind"] for part in rules["bids"] if part["kind"] in ("zero_draw", "high_draw")]
    off += [(f"bids.{kind}.on", False) for kind in drawing]
    return Option(
        name="joker", type="switch", label="Joker and extra card",
        words="the joker, and the extra card with it",
        sentence=(
            "With the joker, one card is left over for zero bidders and the "
            "highest bidder to draw."
        ),
        rule="3B-1", default=jokers == 1,
        sets=tuple(Setting(place=place, when=(False,), is_=Json.of(value)) for place, value in off),
    )  # fmt: skip


def _aces(rules: Mapping[str, Any]) -> Option:
    if not any(part["kind"] == "ace_call" for part in rules["plays"]):
        raise UnusableError("a component of kind 'ace_call' is missing")
    return Option(
        name="aces", type="words", label="Aces", words="aces are called, or always high",
        rule="3B-3",
        sentence="If aces are called, you say whether an ace is high or low as you play it.",
        values_=("called", "high"), sets=(Setting(place="deck.aces"),),
        says=Texts(called="called high or low", high="always high"),
    )  # fmt: skip


_SAME_EVERYWHERE = {option.name: option for option in _PLAIN}
_BY_RULES: dict[str, Callable[[Mapping[str, Any]], Option]] = {"joker": _joker, "aces": _aces}

KNOWN = (*_SAME_EVERYWHERE, *_BY_RULES)
"""The names of the options."""

LATER = ("undo", "first_zero", "slip", "least_total", "calls", "eight_wins", "no_spade", "tenths")
"""The names of options that came after 0.1.0."""

LATER_VALUES = frozenset(product(("nil_pass", "blind_pass"), (4, 5, 6)))
"""Names of options, each with a value that it can take since a release after 0.1.0."""


def known_option(name: str, rules: Mapping[str, Any]) -> Option:
    """Return a well-known option as these rules have it.

    Raises UnusableError if they have nothing that it sets.
    """
    if name in _BY_RULES:
        return _BY_RULES[name](rules)
    return _SAME_EVERYWHERE[name]
