"""Read a variant's options and apply a table's choice (the `options` of a record)."""

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from spades_tui.language.quoting import either, nearest, shown
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.component import Texts, from_keys
from spades_tui.rules.component_bases import RuleComponent
from spades_tui.rules.customs import Slip
from spades_tui.rules.endings import Hands
from spades_tui.rules.option_declarations import (
    LATER,
    LATER_VALUES,
    Entry,
    Option,
    Value,
    known_option,
    same,
)
from spades_tui.rules.option_places import slots
from spades_tui.rules.variant import LISTS, Rules, Variant, beaten, name_of, with_new_keys

__all__ = ["Option", "as_released", "options_of", "with_options"]

_AT_FIRST = frozenset({"alone"})
"""Keys that only set how a new table starts, and change no rule of a running game."""


def options_of(variant: Variant) -> tuple[Option, ...]:
    """Return the options of a valid variant, in the order of the file."""
    rules = variant.to_json()
    return tuple(whole(entry, rules) for entry in variant.options)


def whole(entry: str | Option, rules: Rules) -> Option:
    """Return an option with its rule and default filled in from the rest of the file.

    Raises UnusableError if the file lacks a place that it sets, or if what it has fits none of the
    option's values.
    """
    option = known_option(entry, rules) if isinstance(entry, str) else entry
    if option.default is None:
        option = replace(option, default=_value_in(option, rules))
    if option.rule is None:
        option = replace(option, rule=_rule_in(option, rules))
    return option


def _value_in(option: Option, rules: Rules) -> Value:
    """Return the option's value that fits what the file has at its places. Raises UnusableError."""
    if option.bounds is not None:
        for setting in option.sets:
            here = slots(rules, setting.place)[0].value
            if setting.is_ is None and type(here) is int and not here % setting.times:
                times = here // setting.times
                if option.takes(times) and setting.applies(times) and _is_set(option, times, rules):
                    return times
    for value in option.values:
        if _is_set(option, value, rules):
            return value
    raise UnusableError("missing; the file has none of the option's values, so write one")


def _is_set(option: Option, value: Value, rules: Rules) -> bool:
    """Return whether every place already has what this value would set."""
    applies = False
    for setting in option.sets:
        if setting.applies(value):
            applies = True
            put = setting.put(value)
            if not all(same(slot.value, put) for slot in slots(rules, setting.place)):
                return False
    return applies


def _rule_in(option: Option, rules: Rules) -> str:
    """Return the rule of the first component that the option sets; empty if that has none."""
    for setting in option.sets:
        where, kind, *_ = setting.place.split(".")
        for part in rules[where] if where not in ("deck", "deal") else ():
            if part["kind"] == kind.partition("[")[0] and "rule" in part:
                return str(part["rule"])
    return ""


def with_values(variant: Variant, before: Rules, chosen: Iterable[tuple[Option, Value]]) -> Variant:
    """Return the variant with valid values applied one after another to its rule object.

    Raises UnusableError.
    """
    rules = data_with(before, chosen)
    changes: dict[str, Any] = {}
    for table in ("deck", "deal"):
        if rules[table] is not before[table]:
            changes[table] = from_keys(type(getattr(variant, table)), rules[table])
    for where in LISTS:
        changes[where] = with_new_keys(variant, where, before, rules)
    return variant.changed(**changes)


def data_with(before: Rules, chosen: Iterable[tuple[Option, Value]]) -> Rules:
    """Return a rule object with these values applied; unchanged parts are the same objects.

    Raises UnusableError.
    """
    chosen = list(chosen)
    rules = dict(before)
    settings = []
    for option, value in chosen:
        for setting in option.sets:
            if setting.applies(value):
                settings.append((setting.place, setting.put(value)))
    for place in {place for place, _ in settings}:
        where, kind, *_ = place.split(".")
        if isinstance(rules[where], list):
            parts = list(rules[where])
            for at, part in enumerate(parts):
                if part["kind"] == kind.partition("[")[0]:
                    parts[at] = copy.deepcopy(part)
            rules[where] = parts
        else:
            rules[where] = dict(rules[where])
    for place, value in settings:
        for slot in slots(rules, place):
            slot.put(value)
    return rules


def with_options(variant: Variant, chosen: Mapping[str, object]) -> Variant:
    """Return the variant with a table's chosen options applied.

    Options apply in the order of the file. An option that wasn't chosen applies with its default if
    a chosen one sets the same place. Raises UnusableError for an option that the variant doesn't
    offer or a value that it can't take.
    """
    if not chosen:
        return variant
    offered = options_of(variant)
    by_name = {option.name: option for option in offered}
    for name in chosen:
        if name not in by_name:
            near = nearest(name, by_name) or f" (it has: {either(by_name, 'and') or 'none'})"
            raise UnusableError(f"{variant.slug} has no option {shown(name)}{near}")
    taken = [option for option in offered if option.name in chosen]
    values = {option.name: option.checked(chosen[option.name]) for option in taken}
    made = with_values(variant, variant.to_json(), with_others(offered, values))
    if not variant.programme:
        return made
    return made.changed(programme=beaten(variant.programme, taken))


def of_one_hand(variant: Variant, slug: str) -> Variant:
    """Return a variant that ends after one hand, even with a tie, without options about the end."""
    ending = Hands(kind="hands", rule=variant.endings[-1].rule, hands=1, parts="none")
    at_once = [part for part in variant.endings if part.at_once]
    options = []
    for entry, option in zip(variant.options, options_of(variant), strict=True):
        if not any(setting.place.startswith("endings.") for setting in option.sets):
            options.append(entry)
    name, endings = f"{variant.name}, one hand", (*at_once, ending)
    return variant.changed(slug=slug, name=name, endings=endings, options=tuple(options))


def at_first(variant: Variant, people: int) -> dict[str, Value]:
    """Return the options that differ from the file's defaults at a new table of `people` people."""
    slips = [part for part in variant.customs if isinstance(part, Slip)]
    if people != 1 or not any(slip.alone and not slip.on for slip in slips):
        return {}
    chosen: dict[str, Value] = {}
    for option in options_of(variant):
        if option.type == "switch" and option.sets_place("customs.slip.on"):
            chosen[option.name] = True
    return chosen


def with_others(
    offered: Sequence[Option], taken: Mapping[str, Value]
) -> list[tuple[Option, Value]]:
    """Return the options to apply, in order.

    The chosen ones, and defaults of those that set the same places.
    """
    touched: list[str] = []
    for option in offered:
        if option.name in taken:
            touched += (setting.place for setting in option.sets)
    pairs = []
    for option in offered:
        if option.name in taken or any(map(option.sets_place, touched)):
            pairs.append((option, taken.get(option.name, option.usual)))
    return pairs


def as_released(variant: Variant) -> Variant:
    """Return the variant without prose and additions since 0.1.0 that have their defaults."""
    switched: set[str] = set()
    kept = []
    for entry in variant.options:
        if name_of(entry) not in LATER:
            kept.append(_as_released(entry))
        elif isinstance(entry, Option):
            switched |= {setting.place for setting in entry.sets}
    lists = {}
    for where in LISTS:
        parts = getattr(variant, where)
        lists[where] = tuple(part for part in parts if not _is_addition(where, part, switched))
    return variant.changed(options=tuple(kept), **lists)


def _is_addition(where: str, part: RuleComponent, switched: set[str]) -> bool:
    """Return whether a component came after 0.1.0 and does nothing unless a table asks for it.

    `switched`: the places of later options. Such an option brings the component that it switches
    on.
    """
    if not part.on and f"{where}.{part.kind}.on" in switched:
        return True
    return (
        part.added
        and where == "customs"
        and len(part.to_keys(defaults=False).keys() - _AT_FIRST) <= 1
    )


def _as_released(entry: Entry) -> Entry:
    """Return an option without prose and without values that it got after 0.1.0."""
    if isinstance(entry, str):
        return entry
    values = tuple(value for value in entry.values_ if (entry.name, value) not in LATER_VALUES)
    return replace(entry, words="", label=None, sentence=None, says=Texts(), values_=values)
