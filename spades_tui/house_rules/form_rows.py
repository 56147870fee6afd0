"""The rows of the form: everything that can change in a game.

Each has its value, and the values that files allow.
"""

import copy
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import replace

from spades_tui.house_rules import form_words
from spades_tui.rules.component import (
    CARD_PATTERN,
    Component,
    components_in,
    defaults_of,
    fields_of,
    key_of,
)
from spades_tui.rules.option_places import KINDS
from spades_tui.rules.problems import KeyPath
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
        if self.form == "words":
            return text.strip()
        text = " ".join(text.replace(",", " ").split())
        if self.form == "cards":
            cards = text.upper().split()
            for card in cards:
                if not re.fullmatch(CARD_PATTERN, card):
                    raise ValueError(f"{card} is no card; write cards such as 2C, TD or AS")
            return cards
        if self.form == "numbers":
            if not re.fullmatch(r"([0-9]{1,4} ?)*", text):
                raise ValueError("write numbers with spaces between them, such as 0 1 2")
            return [*map(int, text.split())]
        if self.form == "spades":
            return text.upper()
        return text

    def next_values(self, step: int) -> list[tuple[Any, str]]:
        """Return the values of a choice or a number in the order in which an arrow tries them.

        Each has its words. `step` is 1 or -1.
        """
        if self.choices:
            values = [value for value, _ in self.choices]
            at = values.index(self.value) if self.value in values else 0
            others = [*self.choices[at + 1 :], *self.choices[:at]]
            return others[::step]
        assert self.bounds is not None
        least, greatest = self.bounds
        here = self.value or 0
        if greatest - least > 300 and abs(here) >= 50 and here % 10 == 0:
            step *= 10
        numbers = range(here + step, here + step * MOST_STEPS, step)
        return [(number, str(number)) for number in numbers if least <= number <= greatest]


class _RowSpot(NamedTuple):
    """Where a row is: its key, its place in the rule object, its group and its indentation."""

    key: str
    path: KeyPath
    group: str
    level: int = 0


def rows_of(rules: Rules, zero: str) -> list[FormRow]:
    """Return the rows of a game without its options, in order.

    `zero`: the game's word for a bid of zero.
    """
    maker = _Maker(rules, zero)
    annotations = fields_of(Variant)
    rows: list[FormRow] = []
    for key in ("seats", "sides", "deck", "deal"):
        rows += maker.field(annotations[key], rules[key], _RowSpot(key, (key,), "table"))
    for where in KINDS:
        rows += maker.listed(where)
    return rows


class _Maker:
    def __init__(self, rules: Rules, zero: str) -> None:
        self.rules = rules
        self.zero = zero

    def listed(self, where: str) -> Iterator[FormRow]:
        """Yield rows for the components of a list, including those not in the game."""
        for kind, component in KINDS[where].items():
            place = f"{where}.{kind}"
            parts = enumerate(self.rules.get(where, []))
            there = [(at, part) for at, part in parts if part["kind"] == kind]
            if not there:
                yield self._switch(_RowSpot(place, (), where), False)
            for number, (at, part) in enumerate(there, 1):
                key = f"{place}[{number}]" if len(there) > 1 else place
                spot = _RowSpot(key, (where, at), where)
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
                yield FormRow(
                    ADD_PROMISE, where, "One more promise", "switch",
                    value=False, told=form_words.OUT, path=(), level=1, choices=IN_OR_OUT,
                )  # fmt: skip

    def _blind_pay(self, blind: Mapping[str, Any]) -> Iterator[FormRow]:
        """Yield rows for the pay of blind bids, which a file has among the scores."""
        for place in _BLIND_PAY:
            if place != "scores.zero" and blind.get("bids") == "nil":
                continue
            for at, part in enumerate(self.rules["scores"]):
                if place == f"scores.{part['kind']}" and part.get("on", True):
                    spot = _RowSpot(place, ("scores", at), "bids", 1)
                    component = KINDS["scores"][part["kind"]]
                    yield from self._fields(component, part, spot, blind=True)

    def _fields(
        self,
        component: type[Component],
        part: Mapping[str, Any],
        spot: _RowSpot,
        blind: bool = False,
    ) -> Iterator[FormRow]:
        """Yield a row for each key of a component; with `blind` only for the keys of blind bids."""
        place = form_words.place_of(spot.key)
        defaults = defaults_of(component)
        for name, annotation in fields_of(component).items():
            field = key_of(name)
            other, values = WHEN.get(f"{place}.{field}", ("", ()))
            if (
                field in NOT_HERE
                or field.endswith("_rule")
                or (place in _BLIND_PAY and field.startswith("blind") != blind)
                or (field in OF_SPECIALS and not part.get("special"))
                or (other and part.get(other, defaults.get(other)) not in values)
            ):
                continue
            value = part.get(field, defaults.get(name))
            if isinstance(value, tuple):
                value = list(value)
            inside = _RowSpot(f"{spot.key}.{field}", (*spot.path, field), spot.group, spot.level)
            yield from self.field(annotation, value, inside)

    def field(
        self, annotation: Any, value: Any, spot: _RowSpot, empty: bool = False
    ) -> Iterator[FormRow]:
        """Yield the rows for a value with this annotation.

        `empty`: whether it may be left empty.
        """
        inner, marks = _without_marks(annotation)
        origin = get_origin(inner)
        kinds = get_args(inner)
        if inner is bool or origin is Literal:
            yield self._row("choice", spot, value, kinds or (False, True))
        elif inner is int:
            least, most = _bounds(marks)
            if most - least <= 1 and not empty:
                yield self._row("choice", spot, value, (least, most))
            else:
                yield self._row("number", spot, value, bounds=(least, most), empty=empty)
        elif inner is str:
            form = "words"
            longest = 120
            for mark in marks:
                if isinstance(mark, Meta):
                    longest = mark.max_length or longest
                    form = "spades" if mark.pattern else form
            yield self._row("text", spot, value, form=form, longest=longest)
        elif origin is tuple:
            yield from self._list(kinds[0], value, spot)
        elif types.NoneType in kinds:
            kind = next(kind for kind in kinds if kind is not types.NoneType)
            nested = components_in(kind)
            if nested:
                yield self._switch(spot, value is not None)
                spot = spot._replace(level=spot.level + 1)
            if get_origin(kind) is Literal:
                yield self._row("choice", spot, value, (None, *get_args(kind)))
            elif not nested or value is not None:
                yield from self.field(kind, value, spot, empty=True)
        else:
            yield from self._fields(inner, value, spot)

    def _list(self, annotation: Any, value: Any, spot: _RowSpot) -> Iterator[FormRow]:
        """Yield the rows for a list; `annotation`: of its entries."""
        inner, marks = _without_marks(annotation)
        nested = components_in(annotation)
        if nested:
            yield self._row("number", spot, len(value), bounds=(0, 20))
            for at, part in enumerate(value):
                key = f"{spot.key}[{at + 1}]"
                inside = _RowSpot(key, (*spot.path, at), spot.group, spot.level + 1)
                yield from self._fields(nested[0], part, inside)
        elif spot.path[-1] in ("made", "lost", "blind_made", "blind_lost"):
            for bid, points in enumerate(value):
                row = self._row("number", spot, points, bounds=_bounds(marks))
                label = row.label.replace("{bid}", str(bid))
                yield replace(row, key=f"{row.key}.{bid}", path=(*row.path, bid), label=label)
        else:
            form = "numbers" if inner is int else "cards"
            yield self._row("text", spot, value, form=form, longest=120)

    def _switch(self, spot: _RowSpot, on: bool) -> FormRow:
        label = form_words.label(form_words.place_of(spot.key), self.zero)
        words = IN_OR_OUT[on][1]
        return FormRow(
            spot.key, spot.group, label, "switch", on, words, spot.path, spot.level, IN_OR_OUT
        )

    def _row(
        self, kind: RowKind, spot: _RowSpot, value: Any, values: tuple[Any, ...] = (), **limits: Any
    ) -> FormRow:
        """Return a row.

        `values`: those of a choice; `limits`: what else the row says about its value.
        """
        place = form_words.place_of(spot.key)
        label = form_words.label(place, self.zero)
        words = form_words.value_words(place, value, self.zero)
        choices = []
        for choice in values:
            choices.append((choice, form_words.value_words(place, choice, self.zero)))
        return FormRow(
            spot.key, spot.group, label, kind, value, words, spot.path, spot.level,
            tuple(choices), **limits,
        )  # fmt: skip


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
    formats: Formats = {}
    for form in chain(*programmes):
        changes = {key: form[key] for key in form if key not in ("format", "hands", LEVEL)}
        formats.setdefault(str(form["format"]), changes)
    return formats


def formats_by_hand(programme: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the name of the format of each hand that has one; hands are numbers, or `LEVEL`."""
    names: dict[str, str] = {}
    for form in programme:
        hands = [*map(str, form.get("hands", ()))]
        if form.get(LEVEL):
            hands.append(LEVEL)
        names |= dict.fromkeys(hands, str(form["format"]))
    return names


def with_format(
    programme: Sequence[Mapping[str, Any]], formats: Formats, hand: str, name: str
) -> list[dict[str, Any]]:
    """Return the programme with another format for a hand. A format without hands is dropped."""
    names = formats_by_hand(programme) | {hand: name}
    forms = []
    for format_name, changes in formats.items():
        hands = [hand for hand, its_format in names.items() if its_format == format_name]
        if not hands:
            continue
        numbers = sorted(int(hand) for hand in hands if hand != LEVEL)
        form: dict[str, Any] = {"format": format_name, "hands": numbers}
        if LEVEL in hands:
            form[LEVEL] = True
        forms.append(form | copy.deepcopy(changes))
    return forms
