"""The rows of the form: everything that can change in a game, with its value and the values that files allow."""

import copy
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import replace

from spades_tui.house_rules import form_words
from spades_tui.rules.component import CARD_PATTERN, Component, components_in, defaults_of, fields_of, key_of
from spades_tui.rules.option_places import KINDS
from spades_tui.rules.toml_lines import KeyPath
from spades_tui.rules.variant import Rules, Variant

ADD_PROMISE = "bids.promise_more"
"""The key of the row that adds another promise."""
MOST_PROMISES = 4
"""Maximum number of promises in a game made with the form."""
RowKind = Literal["switch", "choice", "number", "text"]
Choices = tuple[tuple[Any, str], ...]

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


class FormRow(Struct, frozen=True):
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
    choices: Choices = ()
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


class _RowSpot(NamedTuple):
    """Where a row is: its key, its place in the rule object, its group and its indentation."""

    key: str
    path: KeyPath
    group: str
    level: int = 0


def rows_of(rules: Rules, zero: str) -> list[FormRow]:
    """Return the rows of a game without its options, in order; `zero`: the game's word for a bid of zero."""
    maker = _Maker(rules, zero)
    table = (
        row
        for key in ("seats", "sides", "deck", "deal")
        for row in maker.field(fields_of(Variant)[key], rules[key], _RowSpot(key, (key,), "table"))
    )
    return [*table, *(row for where in KINDS for row in maker.listed(where))]


class _Maker:
    def __init__(self, rules: Rules, zero: str) -> None:
        self.rules, self.zero = rules, zero

    def listed(self, where: str) -> Iterator[FormRow]:
        """Yield rows for the components of a list, including those not in the game."""
        for kind, component in KINDS[where].items():
            place = f"{where}.{kind}"
            there = [(at, part) for at, part in enumerate(self.rules.get(where, [])) if part["kind"] == kind]
            if not there:
                yield self._switch(_RowSpot(place, (), where), False)
            for number, (at, part) in enumerate(there, 1):
                spot = _RowSpot(f"{place}[{number}]" if len(there) > 1 else place, (where, at), where)
                on = part.get("on", defaults_of(component)["on"])
                if place not in ALWAYS:
                    yield self._switch(spot, on)
                    spot = spot._replace(level=1)
                if on:
                    yield from self._fields(component, part, spot)
                if on and place == "bids.blind":
                    yield from self._blind_pay(part)
            in_play = any(part.get("on", True) for _, part in there)
            if place == "bids.promise" and in_play and len(there) < MOST_PROMISES:
                yield FormRow(ADD_PROMISE, where, "One more promise", "switch", False, form_words.OUT, (), 1, IN_OR_OUT)

    def _blind_pay(self, blind: Mapping[str, Any]) -> Iterator[FormRow]:
        """Yield rows for the pay of blind bids, which a file has among the scores."""
        for place in _BLIND_PAY[:1] if blind.get("bids") == "nil" else _BLIND_PAY:
            for at, part in enumerate(self.rules["scores"]):
                if place == f"scores.{part['kind']}" and part.get("on", True):
                    spot = _RowSpot(place, ("scores", at), "bids", 1)
                    yield from self._fields(KINDS["scores"][part["kind"]], part, spot, blind=True)

    def _fields(
        self, component: type[Component], part: Mapping[str, Any], spot: _RowSpot, blind: bool = False
    ) -> Iterator[FormRow]:
        """Yield a row for each key of a component; with `blind` only for the keys of blind bids."""
        place, usual = form_words.place_of(spot.key), defaults_of(component)
        for name, annotation in fields_of(component).items():
            field = key_of(name)
            other, values = WHEN.get(f"{place}.{field}", ("", ()))
            if (
                field in NOT_HERE
                or field.endswith("_rule")
                or (place in _BLIND_PAY and field.startswith("blind") != blind)
                or (field in OF_SPECIALS and not part.get("special"))
                or (other and part.get(other, usual.get(other)) not in values)
            ):
                continue
            value = part.get(field, usual.get(name))
            inside = _RowSpot(f"{spot.key}.{field}", (*spot.path, field), spot.group, spot.level)
            yield from self.field(annotation, list(value) if isinstance(value, tuple) else value, inside)

    def field(self, annotation: Any, value: Any, spot: _RowSpot, empty: bool = False) -> Iterator[FormRow]:
        """Yield the rows for a value with this annotation; `empty`: whether it may be left empty."""
        inner, marks = _without_marks(annotation)
        origin, kinds = get_origin(inner), get_args(inner)
        if inner is bool or origin is Literal:
            yield self._row("choice", spot, value, kinds or (False, True))
        elif inner is int:
            least, most = _bounds(marks)
            if most - least <= 1 and not empty:
                yield self._row("choice", spot, value, (least, most))
            else:
                yield self._row("number", spot, value, bounds=(least, most), empty=empty)
        elif inner is str:
            metas = [mark for mark in marks if isinstance(mark, Meta)]
            form = "spades" if any(mark.pattern for mark in metas) else "words"
            longest = next((mark.max_length for mark in metas if mark.max_length), 120)
            yield self._row("text", spot, value, form=form, longest=longest)
        elif origin is tuple:
            yield from self._list(kinds[0], value, spot)
        elif types.NoneType in kinds:
            kind = next(one for one in kinds if one is not types.NoneType)
            nested = components_in(kind)
            if nested:
                yield self._switch(spot, value is not None)
            if get_origin(kind) is Literal:
                yield self._row("choice", spot, value, (None, *get_args(kind)))
            elif not nested or value is not None:
                yield from self.field(kind, value, spot._replace(level=spot.level + 1) if nested else spot, empty=True)
        else:
            yield from self._fields(inner, value, spot)

    def _list(self, annotation: Any, value: Any, spot: _RowSpot) -> Iterator[FormRow]:
        """Yield the rows for a list; `annotation`: of its entries."""
        (inner, marks), nested = _without_marks(annotation), components_in(annotation)
        if nested:
            yield self._row("number", spot, len(value), bounds=(0, 20))
            for at, part in enumerate(value):
                key, path = f"{spot.key}[{at + 1}]", (*spot.path, at)
                yield from self._fields(nested[0], part, _RowSpot(key, path, spot.group, spot.level + 1))
        elif spot.path[-1] in ("made", "lost", "blind_made", "blind_lost"):
            for bid, points in enumerate(value):
                row = self._row("number", spot, points, bounds=_bounds(marks))
                label = row.label.replace("{bid}", str(bid))
                yield replace(row, key=f"{row.key}.{bid}", path=(*row.path, bid), label=label)
        else:
            yield self._row("text", spot, value, form="numbers" if inner is int else "cards", longest=120)

    def _switch(self, spot: _RowSpot, on: bool) -> FormRow:
        label = form_words.label(form_words.place_of(spot.key), self.zero)
        return FormRow(spot.key, spot.group, label, "switch", on, IN_OR_OUT[on][1], spot.path, spot.level, IN_OR_OUT)

    def _row(self, kind: RowKind, spot: _RowSpot, value: Any, values: tuple[Any, ...] = (), **more: Any) -> FormRow:
        """Return a row; `values`: those of a choice."""
        place = form_words.place_of(spot.key)
        choices = tuple((one, form_words.value_words(place, one, self.zero)) for one in values)
        label, told = form_words.label(place, self.zero), form_words.value_words(place, value, self.zero)
        return FormRow(spot.key, spot.group, label, kind, value, told, spot.path, spot.level, choices, **more)


def _without_marks(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return an annotation without its marks, and the marks."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        return inner, tuple(marks)
    return annotation, ()


def _bounds(marks: tuple[Any, ...]) -> tuple[Any, Any]:
    return next((mark.ge, mark.le) for mark in marks if isinstance(mark, Meta))


AS_IT_STANDS = ""
"""For a hand without a format."""
LEVEL = "level"
"""Instead of a hand's number: hands played because of a tie."""
MOST_HAND_ROWS = 40
"""Maximum number of hands that get a row."""

Formats = dict[str, dict[str, Any]]
"""The changes of formats, by name."""


def known_formats(*programmes: Sequence[Mapping[str, Any]]) -> Formats:
    """Return the formats of these programmes; if two have the same name, the first."""
    found: Formats = {}
    for one in (form for programme in programmes for form in programme):
        kept = {key: value for key, value in one.items() if key not in ("format", "hands", LEVEL)}
        found.setdefault(str(one["format"]), kept)
    return found


def formats_by_hand(programme: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the name of the format of each hand that has one; hands are numbers, or `LEVEL`."""
    return {
        hand: str(one["format"])
        for one in programme
        for hand in (*map(str, one.get("hands", ())), *((LEVEL,) if one.get(LEVEL) else ()))
    }


def with_format(programme: Sequence[Mapping[str, Any]], formats: Formats, hand: str, name: str) -> list[dict[str, Any]]:
    """Return the programme with another format for a hand. A format without hands is dropped."""
    has = formats_by_hand(programme) | {hand: name}
    made = []
    for called, changes in formats.items():
        hands = [one for one, whose in has.items() if whose == called]
        level = {LEVEL: True} if LEVEL in hands else {}
        if hands:
            numbers = sorted(int(one) for one in hands if one != LEVEL)
            made.append({"format": called, "hands": numbers, **level, **copy.deepcopy(changes)})
    return made
