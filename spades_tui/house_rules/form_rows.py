"""The rows of the form: everything that can change in a game, with its value and the values that files allow."""

import copy
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta, Struct

from spades_tui.house_rules import form_words
from spades_tui.rules.component import (
    CARD_PATTERN,
    Checked,
    Component,
    components_in,
    defaults_of,
    fields_of,
    key_of,
)
from spades_tui.rules.deck import DealRules, Deck
from spades_tui.rules.option_places import KINDS
from spades_tui.rules.toml_lines import KeyPath
from spades_tui.rules.variant import Rules

ADD_PROMISE = "bids.promise_more"
"""The key of the row that adds another promise."""
MOST_PROMISES = 4
"""Maximum number of promises in a game made with the form."""
RowKind = Literal["switch", "choice", "number", "text"]

IN_OR_OUT = ((False, form_words.OUT), (True, form_words.IN))
"""The values of a switch, with their words."""
ALWAYS = ("bids.number", "plays.follow", "plays.lead")
"""Components that every game has, so they have no switch."""

MOST_STEPS = 60
"""Maximum number of values that an arrow tries until one fits the other rules."""

NOT_HERE = ("kind", "rule", "on")
WHEN: Mapping[str, tuple[str, tuple[Any, ...]]] = {
    "bids.blind.least": ("bids", ("any", "both")),
    "bids.blind.nil_behind": ("bids", ("both",)),
    "bids.kitty.card": ("taker", ("holder",)),
    "plays.lead.broken_by": ("spades", ("broken",)),
    "scores.zero.over": ("stray", ("helps", "bags")),
}
"""Keys that matter only while another key of the component has one of these values."""
OF_SPECIALS = ("specials", "blind_doubles_special")
"""Keys that matter only while some bids have their own points."""
_BLIND_PAY = ("scores.zero", "scores.contract")
"""Components whose keys beginning with ``blind`` are shown below the blind bid."""


class Row(Struct, frozen=True):
    """A row of the form: one thing that can change."""

    key: str
    """Its permanent name: ``scores.zero.made``, or ``scores.zero`` for the component's switch."""
    group: str
    """The first word of its key, or ``table``."""
    label: str
    kind: RowKind
    value: Any
    told: str
    """The value in words."""
    path: KeyPath
    """Its place in the rule object; empty if it has none."""
    level: int = 0
    """Depth of indentation."""
    choices: tuple[tuple[Any, str], ...] = ()
    """The values of a switch or a choice, with their words."""
    bounds: tuple[int, int] | None = None
    """The bounds of a number, as a file allows them."""
    empty: bool = False
    """Whether it may be left empty."""
    form: str = ""
    """The content of a text: ``cards``, ``spades``, ``numbers``, ``words``."""
    longest: int = 0

    def parse(self, text: str) -> Any:
        """Return the value for a typed text. Raises ValueError with a sentence."""
        text = " ".join(text.replace(",", " ").split()) if self.form != "words" else text.strip()
        if self.form == "cards":
            cards = text.upper().split()
            for card in cards:
                if not re.fullmatch(CARD_PATTERN, card):
                    raise ValueError(f"{card} is no card; write cards such as 2C, TD or AS")
            return cards
        if self.form == "numbers":
            if not re.fullmatch(r"([0-9]{1,4} ?)*", text):
                raise ValueError("write numbers with spaces between them, such as 0 1 2")
            return [int(one) for one in text.split()]
        return text.upper() if self.form == "spades" else text

    def next_values(self, step: int) -> list[tuple[Any, str]]:
        """Return the values of a choice or a number in the order in which an arrow tries them, each with its words."""
        if self.choices:
            at = next((n for n, (value, _) in enumerate(self.choices) if value == self.value), 0)
            return [self.choices[(at + step * n) % len(self.choices)] for n in range(1, len(self.choices))]
        assert self.bounds is not None
        least, greatest = self.bounds
        here = self.value if self.value is not None else 0
        wide = greatest - least > 300 and abs(here) >= 50 and not here % 10
        size = 10 if wide else 1
        numbers = (here + step * size * n for n in range(1, MOST_STEPS))
        return [(number, str(number)) for number in numbers if least <= number <= greatest]


def rows_of(rules: Rules, zero: str) -> list[Row]:
    """Return the rows of a game without its options, in order; `zero`: the game's word for a bid of zero."""
    maker = _Maker(rules, zero)
    return [*maker.table(), *(row for where in KINDS for row in maker.listed(where))]


class _Maker:
    def __init__(self, rules: Rules, zero: str) -> None:
        self.rules, self.zero = rules, zero

    def table(self) -> Iterator[Row]:
        """Yield rows for the players, the deck and the deal."""
        yield self._typed("number", "seats", "table", ("seats",), self.rules["seats"], 0, bounds=(2, 6))
        yield self._choice("sides", "table", ("sides",), self.rules["sides"], ("partners", "threes", "solo"))
        for where, component in (("deck", Deck), ("deal", DealRules)):
            yield from self._fields(component, self.rules[where], where, (where,), "table", 0)

    def listed(self, where: str) -> Iterator[Row]:
        """Yield rows for the components of a list, including those not in the game."""
        for kind, component in KINDS[where].items():
            place = f"{where}.{kind}"
            there = [(at, part) for at, part in enumerate(self.rules.get(where, [])) if part["kind"] == kind]
            if not there:
                yield self._switch(place, place, where, (), False)
            for number, (at, part) in enumerate(there, 1):
                key = f"{place}[{number}]" if len(there) > 1 else place
                on = part.get("on", defaults_of(component).get("on", True))
                if place not in ALWAYS:
                    yield self._switch(key, place, where, (where, at), on)
                if on:
                    level = 0 if place in ALWAYS else 1
                    yield from self._fields(component, part, key, (where, at), where, level)
                if on and place == "bids.blind":
                    yield from self._blind_pay(part)
            if place == "bids.promise" and may_add_promise(self.rules):
                label = "One more promise"
                yield Row(ADD_PROMISE, where, label, "switch", False, form_words.OUT, (), 1, IN_OR_OUT)

    def _blind_pay(self, blind: Mapping[str, Any]) -> Iterator[Row]:
        """Yield rows for the pay of blind bids, which a file has among the scores."""
        for place in _BLIND_PAY[:1] if blind.get("bids") == "nil" else _BLIND_PAY:
            for at, part in enumerate(self.rules["scores"]):
                if place == f"scores.{part['kind']}" and part.get("on", True):
                    component = KINDS["scores"][part["kind"]]
                    yield from self._fields(component, part, place, ("scores", at), "bids", 1, blind=True)

    def _fields(
        self, component: type[Component], part: Mapping[str, Any], key: str, path: KeyPath, group: str, level: int,
        blind: bool = False,
    ) -> Iterator[Row]:  # fmt: skip
        """Yield a row for each key of a component; with `blind` only for the keys of blind bids."""
        place = re.sub(r"\[\d+\]", "", key)
        for name, annotation in fields_of(component).items():
            field = key_of(name)
            if field in NOT_HERE or field.endswith("_rule"):
                continue
            if place in _BLIND_PAY and field.startswith("blind") != blind:
                continue
            if field in OF_SPECIALS and not part.get("special"):
                continue
            other, values = WHEN.get(f"{place}.{field}", ("", ()))
            if other and part.get(other, defaults_of(component).get(other)) not in values:
                continue
            value = part.get(field, _plain(defaults_of(component).get(name)))
            yield from self._field(annotation, value, f"{key}.{field}", (*path, field), group, level)

    def _field(
        self, annotation: Any, value: Any, key: str, path: KeyPath, group: str, level: int, empty: bool = False
    ) -> Iterator[Row]:
        inner, marks = _without_marks(annotation)
        origin = get_origin(inner)
        if origin in (Union, types.UnionType):
            kinds = [one for one in get_args(inner) if one is not type(None)]
            nested = components_in(kinds[0])
            if nested:
                yield from self._nested(nested[0], value, key, path, group, level)
            elif get_origin(kinds[0]) is Literal:
                yield self._choice(key, group, path, value, (None, *get_args(kinds[0])), level)
            else:
                yield from self._field(kinds[0], value, key, path, group, level, empty=True)
        elif inner is bool or origin is Literal:
            yield self._choice(key, group, path, value, get_args(inner) or (False, True), level)
        elif inner is int:
            bounds: tuple[Any, Any] = next((mark.ge, mark.le) for mark in marks if isinstance(mark, Meta))
            if bounds[1] - bounds[0] <= 1 and not empty:
                yield self._choice(key, group, path, value, bounds, level)
            else:
                yield self._typed("number", key, group, path, value, level, bounds=bounds, empty=empty)
        elif inner is str:
            spades = any(isinstance(mark, Meta) and mark.pattern for mark in marks)
            longest = next((mark.max_length for mark in marks if isinstance(mark, Meta) and mark.max_length), 120)
            form = "spades" if spades else "words"
            yield self._typed("text", key, group, path, value, level, form=form, longest=longest)
        elif origin is tuple:
            yield from self._list(get_args(inner)[0], marks, value, key, path, group, level)

    def _list(
        self, inner: Any, marks: tuple[Any, ...], value: Any, key: str, path: KeyPath, group: str, level: int
    ) -> Iterator[Row]:
        nested = components_in(inner)
        column = path[-1] in ("made", "lost", "blind_made", "blind_lost")
        if nested:
            yield self._typed("number", key, group, path, len(value), level, bounds=(0, 20))
            for at, part in enumerate(value):
                yield from self._fields(nested[0], part, f"{key}[{at + 1}]", (*path, at), group, level + 1)
        elif column:
            _, numbers = _without_marks(inner)
            bounds: tuple[Any, Any] = next((mark.ge, mark.le) for mark in numbers if isinstance(mark, Meta))
            for bid, points in enumerate(value):
                row = self._typed("number", key, group, (*path, bid), points, level)
                label = row.label.replace("{bid}", str(bid))
                yield Row(f"{key}.{bid}", group, label, "number", points, row.told, (*path, bid), level, bounds=bounds)
        else:
            cards = any(isinstance(mark, Checked) for mark in marks)
            form = "cards" if cards else "numbers"
            yield self._typed("text", key, group, path, list(value), level, form=form, longest=120)

    def _nested(
        self, component: type[Component], value: Any, key: str, path: KeyPath, group: str, level: int
    ) -> Iterator[Row]:
        """Yield rows for a table that may be missing."""
        place, on = re.sub(r"\[\d+\]", "", key), value is not None
        label = form_words.key_label(place, self.zero)
        yield Row(key, group, label, "switch", on, IN_OR_OUT[on][1], path, level, IN_OR_OUT)
        if on:
            yield from self._fields(component, value, key, path, group, level + 1)

    def _switch(self, key: str, place: str, group: str, path: KeyPath, on: bool) -> Row:
        label = form_words.kind_label(place, self.zero)
        return Row(key, group, label, "switch", on, IN_OR_OUT[on][1], path, 0, IN_OR_OUT)

    def _choice(
        self, key: str, group: str, path: KeyPath, value: Any, values: tuple[Any, ...], level: int = 0
    ) -> Row:
        place = re.sub(r"\[\d+\]", "", key)
        choices = tuple((one, form_words.value_words(place, one, self.zero)) for one in values)
        told = next((told for one, told in choices if one == value), str(value))
        return Row(key, group, form_words.key_label(place, self.zero), "choice", value, told, path, level, choices)

    def _typed(
        self, kind: RowKind, key: str, group: str, path: KeyPath, value: Any, level: int, **more: Any
    ) -> Row:
        """Return the row of a value that is typed: a number or a text."""
        place = re.sub(r"\[\d+\]", "", key)
        told = form_words.value_words(place, value, self.zero)
        return Row(key, group, form_words.key_label(place, self.zero), kind, value, told, path, level, **more)


def _without_marks(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return an annotation without its marks, and the marks."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        return inner, tuple(marks)
    return annotation, ()


def _plain(value: Any) -> Any:
    """Return a default in the form of a rule object."""
    return list(value) if isinstance(value, tuple) else value


AS_IT_STANDS = ""
"""For a hand without a format."""
LEVEL = "level"
"""Instead of a hand's number: hands played because of a tie."""
MOST_HAND_ROWS = 40
"""Maximum number of hands that get a row."""

Formats = dict[str, dict[str, Any]]
"""The changes of formats by name, without their hands."""


def known_formats(*programmes: Sequence[Mapping[str, Any]]) -> Formats:
    """Return the formats of these programmes; if two have the same name, the first."""
    found: Formats = {}
    for one in (form for programme in programmes for form in programme):
        kept = {key: value for key, value in one.items() if key not in ("hands", LEVEL)}
        found.setdefault(str(one["format"]), kept)
    return found


def format_of(programme: Sequence[Mapping[str, Any]], hand: str) -> str:
    """Return the format of a hand, by its number, or of hands played because of a tie."""
    for one in programme:
        if one.get(LEVEL, False) if hand == LEVEL else int(hand) in one.get("hands", ()):
            return str(one["format"])
    return AS_IT_STANDS


def with_format(
    programme: Sequence[Mapping[str, Any]], formats: Formats, hand: str, name: str
) -> list[dict[str, Any]]:
    """Return the programme with another format for a hand. A format without hands is dropped."""
    hands = {str(n) for one in programme for n in one.get("hands", ())} | {LEVEL, hand}
    has = {one: name if one == hand else format_of(programme, one) for one in hands}
    made = []
    for called, changes in formats.items():
        numbers = sorted(int(one) for one, whose in has.items() if whose == called and one != LEVEL)
        level = has[LEVEL] == called
        if numbers or level:
            known = {key: copy.deepcopy(value) for key, value in changes.items() if key != "format"}
            made.append({"format": called, "hands": numbers, **({LEVEL: True} if level else {}), **known})
    return made


def listed_hands(programme: Sequence[Mapping[str, Any]], hands: int) -> Iterator[str]:
    """Yield the hands that get a row: the game's `hands`, those that a format names, and hands after a tie."""
    last = max([hands, *(n for one in programme for n in one.get("hands", ()))])
    yield from (str(n) for n in range(1, min(last, MOST_HAND_ROWS) + 1))
    yield LEVEL


def may_add_promise(rules: dict[str, Any]) -> bool:
    """Return whether a game with a promise may have another one."""
    listed = [part for part in rules["bids"] if part["kind"] == "promise"]
    return 0 < len(listed) < MOST_PROMISES and any(part.get("on", True) for part in listed)
