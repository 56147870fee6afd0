"""A variant: one file, one frozen model; its options, and a table's choice (`options` of a record).

A format of its programme makes another variant, for some of its hands (LG-3).
The modules of the components explain them.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from spades_tui.language.quoting import either, nearest, shown
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.bids import AnyBid
from spades_tui.rules.component import (
    SLUG_PATTERN,
    Component,
    Label,
    Prose,
    Texts,
    defaults_of,
    from_keys,
)
from spades_tui.rules.component_bases import RuleComponent
from spades_tui.rules.customs import AnyCustom, Slip
from spades_tui.rules.deck import DEFAULT_SUITS, DealRules, Deck
from spades_tui.rules.endings import AnyEnding, Hands
from spades_tui.rules.option_declarations import (
    LATER,
    LATER_VALUES,
    MOST_OPTIONS,
    Entry,
    Option,
    Value,
    known_option,
    same,
)
from spades_tui.rules.option_places import slots
from spades_tui.rules.plays import AnyPlay, LastTrick
from spades_tui.rules.programme import MOST_FORMATS, OVERLAID, Format
from spades_tui.rules.scores import AnyScore

Rules = dict[str, Any]
"""A rule object, as `Variant.to_json` returns it."""

SCHEMA: Literal[1] = 1

LISTS = ("bids", "plays", "scores", "endings", "customs")
"""The lists of components of a file."""


def name_of(entry: Entry) -> str:
    """Return the name of an option, well known or declared."""
    if isinstance(entry, str):
        return entry
    return entry.name


class Variant(Component):
    """A complete rule object, as in a variant file or the `rules` of a record."""

    schema_: Literal[1] = SCHEMA
    slug: Annotated[str, Meta(pattern=SLUG_PATTERN)]
    name: Label
    summary: Prose
    special: Annotated[tuple[Prose, ...], Meta(min_length=0, max_length=12)] = ()
    """Sentences about this game that don't come from a component."""
    source: Label | None = None
    """The document that describes it."""
    seats: Annotated[int, Meta(ge=2, le=6)]
    sides: Literal["partners", "threes", "solo"]
    """``partners``: pairs, such as seats 0 and 2 against 1 and 3; ``solo``: every player alone.

    ``threes``: two sides of three, seats 0, 2 and 4 against 1, 3 and 5 (HR-8).
    """
    options: Annotated[tuple[Entry, ...], Meta(max_length=MOST_OPTIONS)] = ()
    """The choices that a table has when it sets up a game."""
    deck: Deck = Deck()
    deal: DealRules
    bids: Annotated[tuple[AnyBid, ...], Meta(min_length=1, max_length=20)]
    plays: Annotated[tuple[AnyPlay, ...], Meta(min_length=1, max_length=20)]
    scores: Annotated[tuple[AnyScore, ...], Meta(min_length=1, max_length=20)]
    endings: Annotated[tuple[AnyEnding, ...], Meta(min_length=1, max_length=10)]
    customs: Annotated[tuple[AnyCustom, ...], Meta(min_length=0, max_length=20)] = ()
    programme: Annotated[tuple[Format, ...], Meta(max_length=MOST_FORMATS)] = ()
    """The formats of a game whose hands aren't all alike (LG-1)."""

    @property
    def players(self) -> int:
        """The number of seats that play a hand."""
        return self.seats - (self.deal.sits_out == "dealer")

    def side_seats(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""
        sides = {"solo": self.seats, "partners": self.seats // 2, "threes": 2}[self.sides]
        return tuple(tuple(range(side, self.seats, sides)) for side in range(sides))

    @property
    def last_trick_shown(self) -> bool | None:
        """Whether players may look at the last trick again (C-10); None if no component sets it."""
        for part in self.plays:
            if isinstance(part, LastTrick):
                return part.shown
        return None

    def with_last_trick(self, shown: bool) -> "Variant":
        """Return a copy in which players may look at the last trick again, or may not (C-10)."""
        plays = list(self.plays)
        for at, part in enumerate(plays):
            if isinstance(part, LastTrick):
                plays[at] = part.changed(shown=shown)
        return self.changed(plays=tuple(plays))

    def unfit(self, people: int) -> tuple[str, str] | None:
        """Return why this many people can't play by these rules, as half a sentence, and the rule.

        Return None if they can.
        """
        for part in self.customs:
            words = part.unfit(people)
            if words:
                return words, part.rule
        return None

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options."""
        return tuple(map(name_of, self.options))

    def option_sets(self, place: str) -> bool:
        """Return whether an option sets this place, such as ``deck.aces``."""
        rules = self.to_json()
        for entry in self.options:
            with suppress(UnusableError):
                option = known_option(entry, rules) if isinstance(entry, str) else entry
                if option.sets_place(place):
                    return True
        return False

    def in_play(self) -> "Variant":
        """Return a copy without components that are off.

        Those whose switch is as old as they are stay.
        """
        if all(map(_is_in_play, self.components())):
            return self
        lists = {where: tuple(filter(_is_in_play, getattr(self, where))) for where in LISTS}
        return self.changed(**lists)

    def shortened(self, hands: int) -> "Variant":
        """Return the game with at most `hands` hands; unchanged if it doesn't count hands."""
        return self.changed(endings=tuple(part.shortened(hands) for part in self.endings))

    def components(self) -> Iterator[RuleComponent]:
        """Yield all components, in the order of the file's lists."""
        for where in LISTS:
            yield from getattr(self, where)

    def to_json(self) -> dict[str, Any]:
        """Return the rule object for a record's `rules`.

        Later keys are left out if they have their defaults.
        """
        rules = self.to_keys()
        if not self.programme:
            del rules["programme"]
        if self.deck.suits == DEFAULT_SUITS:
            del rules["deck"]["suits"]
        for where in LISTS:
            parts: tuple[RuleComponent, ...] = getattr(self, where)
            for part, keys in zip(parts, rules[where], strict=True):
                defaults = defaults_of(type(part))
                for key in part.later & keys.keys():
                    default = defaults[key]
                    if isinstance(default, tuple):
                        default = list(default)
                    if keys[key] == default:
                        del keys[key]
        return rules


def _is_in_play(part: RuleComponent) -> bool:
    return part.on or "on" not in part.later


def with_new_keys(
    variant: Variant, where: str, before: Rules, after: Rules
) -> tuple[RuleComponent, ...]:
    """Return the components of a list with their keys in `after`.

    Those whose keys aren't those in `before` are built again.
    """
    parts = list(getattr(variant, where))
    for at, (old, new) in enumerate(zip(before[where], after[where], strict=True)):
        if new is not old:
            parts[at] = from_keys(type(parts[at]), new)
    return tuple(parts)


def overlaid(rules: Rules, form: Format) -> Rules:
    """Return the rule object with a format's changes.

    A change to a missing component does nothing.
    """
    changed = dict(rules)
    for where, entries in form.overlays().items():
        parts = list(rules[where])
        for entry in entries:
            for at, part in enumerate(parts):
                if part["kind"] == entry["kind"]:
                    parts[at] = part | entry
        changed[where] = parts
    return changed


def in_format(variant: Variant, form: Format) -> Variant:
    """Return the variant for hands in a format; its name includes the format's."""
    before: Rules = {}
    for where in form.overlays():
        before[where] = [part.to_keys() for part in getattr(variant, where)]
    after = overlaid(before, form)
    changes: dict[str, Any] = {"name": f"{variant.name} · {form.format}", "programme": ()}
    for where in before:
        changes[where] = with_new_keys(variant, where, before, after)
    return variant.changed(**changes)


def beaten(formats: Sequence[Format], options: Sequence[Option]) -> tuple[Format, ...]:
    """Return the formats without the keys that the table's options also set.

    Options win (LG-3).
    """
    places = [setting.place.split(".") for option in options for setting in option.sets]
    kept = []
    for form in formats:
        for place in places:
            if len(place) == 3 and place[0] in OVERLAID:
                form = form.without(place[0], place[1].partition("[")[0], place[2])
        kept.append(form)
    return tuple(kept)


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
