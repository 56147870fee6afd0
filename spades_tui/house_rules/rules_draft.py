"""A draft of house rules: a game and its changes.

Drafts are immutable; each change makes a new one.
"""

import copy
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property, reduce
from operator import getitem
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.house_rules import constraints, form_rows, form_words
from spades_tui.house_rules.form_rows import FormRow
from spades_tui.language.sentence_parts import capitalized, plain
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.component import from_keys
from spades_tui.rules.option_declarations import (
    GREATEST,
    KNOWN,
    MOST_VALUES,
    Entry,
    Option,
    known_option,
)
from spades_tui.rules.option_places import slots
from spades_tui.rules.problems import Problem
from spades_tui.rules.variant import LISTS, Rules, Variant, name_of, whole
from spades_tui.rules.variant_check import contradicted, problems, problems_but_options, read_rules

MOST_REPAIRS = 4
"""Maximum number of components to remove because they need one that was switched off."""
_HEAD = ("slug", "name", "summary")


class RulesDraft:
    """Rules being edited.

    Differences compare with `origin`; `start` is the game that was opened.
    """

    def __init__(
        self,
        origin: Variant,
        start: Variant | None = None,
        rules: Rules | None = None,
        switched: tuple[str, ...] = (),
    ) -> None:
        self.origin = origin
        self.start = start if start is not None else origin
        self.rules: Rules = rules if rules is not None else self._first_rules
        self.switched = switched
        """Options that differ from the game's.

        A table may no longer choose the game's own, and may choose well-known ones too.
        """

    def _with(
        self, rules: Rules | None = None, switched: tuple[str, ...] | None = None
    ) -> "RulesDraft":
        """Return a draft with other rules or options, of the same game."""
        if rules is None:
            rules = self.rules
        if switched is None:
            switched = self.switched
        draft = RulesDraft(self.origin, self.start, rules, switched)
        draft._opened = self._opened
        return draft

    @property
    def zero(self) -> str:
        """The game's word for a bid of zero."""
        return str(constraints.value_at(self.rules, "scores.zero.word", "zero"))

    @cached_property
    def _opened(self) -> Rules:
        """The rule object of the game that was opened.

        Never change it, because all drafts share it.
        """
        return self.start.to_json()

    @property
    def _first_rules(self) -> Rules:
        hidden = ("options", *_HEAD)
        return {key: value for key, value in self._opened.items() if key not in hidden}

    @cached_property
    def _own_options(self) -> dict[str, Entry]:
        """The options of the game that was opened, by name."""
        return {name_of(entry): entry for entry in self.start.options}

    @cached_property
    def options(self) -> tuple[Entry, ...]:
        """The options of a table, as far as known without checking every value."""
        entries = dict(self._own_options)
        for name in self.switched:
            if name in entries:
                del entries[name]
            else:
                entries[name] = name
        return fitting_options(entries.values(), self.rules)

    def _offering(self, name: str, on: bool) -> "RulesDraft":
        """Return a draft with or without an option."""
        switched = tuple(other for other in self.switched if other != name)
        if on != (name in self._own_options):
            switched = (*switched, name)
        return self._with(switched=switched)

    @cached_property
    def data(self) -> Rules:
        """The rule object."""
        head = {key: getattr(self.start, key) for key in _HEAD}
        return {**self.rules, **head, "options": [*map(_keys_of, self.options)]}

    @cached_property
    def variant(self) -> Variant:
        """The game, if `problem` is None."""
        return from_keys(Variant, self.data)

    @cached_property
    def rows(self) -> tuple[FormRow, ...]:
        """Everything that may be changed, in order."""
        return (*form_rows.rows_of(self.rules, self.zero), *self._head_rows(), *self._option_rows())

    def row(self, key: str) -> FormRow | None:
        """Return the row with this key, or None."""
        return next((row for row in self.rows if row.key == key), None)

    @cached_property
    def problem(self) -> Problem | None:
        """The first problem of the game; None if it is valid.

        Options aren't checked here: `complete` drops the ones that don't fit.
        """
        variant, mistakes = read_rules(self.data)
        if variant is not None:
            mistakes = problems_but_options(variant)
        return next(iter(mistakes), None)

    def why_not(self, row: FormRow) -> str | None:
        """Return why the game is invalid after a change of this row, in words of the form.

        Return None if it's valid.
        """
        if self.problem is None:
            return None
        return form_words.in_words(self.problem, self.rules, self.zero, row.key)

    @cached_property
    def complete(self) -> "RulesDraft":
        """The same draft without options that no longer fit; slower to compute."""
        variant, _ = read_rules(self.data)
        if variant is None:
            return self
        match problems(variant):
            case [Problem(path=("options", int(at), *_)), *_]:
                return self._offering(name_of(self.options[at]), False).complete
            case _:
                return self

    @property
    def changed(self) -> bool:
        """Whether it differs from the game that was opened."""
        return self.rules != self._first_rules or bool(self.switched)

    def named(self, slug: str, name: str, summary: str) -> Variant:
        """Return the whole variant with its own name."""
        return self.complete.variant.changed(slug=slug, name=name, summary=summary)

    # Changes

    def with_value(self, row: FormRow, value: Any) -> "Attempt":
        """Try another value: return the new draft, or why it's impossible.

        Only valid drafts are returned.
        """
        if row.group == "options":
            return self._offer(row, bool(value))
        why = None
        for draft in self._tries(row, value):
            if draft.problem is None:
                return Attempt(draft, None, self._also(draft, row))
            why = why or draft.why_not(row)
        return Attempt(None, why or "this value changes nothing", ())

    def with_text(self, row: FormRow, text: str) -> "Attempt":
        """Try a typed value."""
        try:
            return self.with_value(row, row.parse(text))
        except ValueError as error:
            return Attempt(None, str(error), ())

    def _tries(self, row: FormRow, value: Any) -> Iterable["RulesDraft"]:
        others = constraints.others(self.rules, row.key, value, list(self.start.deck.remove))
        for also in others:
            yield self._changed(row, value, also)
        if row.kind == "switch" and value is False and row.path and row.key.count(".") == 1:
            for also in others:
                draft = self._changed(row, value, also)._repaired()
                if draft is not None:
                    yield draft

    def _changed(self, row: FormRow, value: Any, also: constraints.LinkedChanges) -> "RulesDraft":
        rules = copy.deepcopy(self.rules)
        if row.key.startswith("programme."):
            hand = row.key.partition(".")[2]
            programme, formats = rules["programme"], self._formats
            rules["programme"] = form_rows.with_format(programme, formats, hand, value)
        elif row.key == form_rows.ADD_PROMISE:
            constraints.add_promise(rules)
        else:
            _place(rules, row, value)
        for change in also:
            if callable(change):
                change(rules)
            else:
                constraints.put(rules, *change)
        return self._with_rules(rules)

    def _repaired(self) -> "RulesDraft | None":
        """Return the draft without components that lack something they need.

        Return None if that doesn't help.
        """
        draft = self
        for _ in range(MOST_REPAIRS):
            if draft.problem is None:
                return draft
            match draft.problem.path:
                case (str(where), int(at), *_) if where in LISTS:
                    place = f"{where}.{draft.rules[where][at]['kind']}"
                    if place in form_rows.ALWAYS:
                        return None
                    rules = copy.deepcopy(draft.rules)
                    constraints.switch_component(rules, place, False, at)
                    draft = draft._with_rules(rules)
                case _:
                    return None
        return None

    def _with_rules(self, rules: Rules) -> "RulesDraft":
        """Return a draft with other rules.

        It has no empty keys, and no components that are off and weren't in the game.
        """
        for where in LISTS:
            kinds = [part["kind"] for part in self._opened.get(where, [])]
            parts = []
            for part in rules.get(where, []):
                if part.get("on", True) or part["kind"] in kinds:
                    parts.append({key: part[key] for key in part if part[key] is not None})
            rules[where] = parts
        return self._with(rules=rules)

    def _also(self, draft: "RulesDraft", row: FormRow) -> tuple[str, ...]:
        """Return the other changes in words."""
        before = {old.key: old for old in self.rows}
        own = form_words.place_of(row.key)
        changes = []
        for new in draft.rows:
            old = before.get(new.key, before.get(new.key.replace("[1]", "")))
            if new.key == row.key or (old is None and new.key.startswith(f"{own}.")):
                continue
            formats = new.key.startswith("programme") and row.key.startswith("programme")
            if not formats and new.group != "options" and _differs(new, old):
                changes.append(f"{new.label}: {new.told}")
        return tuple(changes)

    # Rows that aren't in a component

    def _head_rows(self) -> list[FormRow]:
        rows = []
        for key in ("special", "programme"):
            original = self._opened.get(key)
            if not original:
                continue
            value = self.rules.get(key, [])
            words = "changed" if value else form_words.OUT
            if value == original:
                words = "unchanged"
            choices: form_rows.Choices = ((original, "unchanged"), ([], form_words.OUT))
            label = form_words.label(key, self.zero)
            rows.append(FormRow(key, "customs", label, "choice", value, words, (key,), 0, choices))
        return [*rows, *self._format_rows()]

    @property
    def _formats(self) -> form_rows.Formats:
        """The formats that a hand may have, from the game and from its original."""
        programmes = [self._opened.get("programme", ())]
        if self.origin is not self.start:
            programmes.append(self.origin.to_json().get("programme", ()))
        return form_rows.known_formats(*programmes)

    def _format_rows(self) -> list[FormRow]:
        """Return a row for the format of each hand and of extra hands, if there is a programme."""
        programme = self.rules.get("programme")
        if not programme:
            return []
        choices = ((form_rows.AS_IT_STANDS, "no format"), *((name, name) for name in self._formats))
        formats = form_rows.formats_by_hand(programme)
        numbers = [int(hand) for hand in formats if hand != form_rows.LEVEL]
        for part in self.rules["endings"]:
            if part["kind"] == "hands" and part.get("on", True):
                numbers.append(part["hands"])
        last = min(max(numbers, default=0), form_rows.MOST_HAND_ROWS)
        rows = []
        for hand in (*map(str, range(1, last + 1)), form_rows.LEVEL):
            label = "Extra hands of a tie" if hand == form_rows.LEVEL else f"Hand {hand}"
            name = formats.get(hand, form_rows.AS_IT_STANDS)
            row = FormRow(
                f"programme.{hand}", "customs", label, "choice", name,
                told=name or "no format", path=("programme",), level=1, choices=choices,
            )  # fmt: skip
            rows.append(row)
        return rows

    def _option_rows(self) -> list[FormRow]:
        own = self._own_options
        offered = [*map(name_of, self.options)]
        others = [name for name in KNOWN if name not in own and _whole(name, self.rules)]
        rows = []
        for name in (*own, *others):
            option = own.get(name, name)
            if isinstance(option, str):
                option = known_option(option, self._opened if name in own else self.rules)
            on = name in offered
            label = option.label or capitalized(option.words)
            words = form_rows.IN_OR_OUT
            row = FormRow(
                f"options.{name}", "options", label, "switch", on, words[on][1], (), 0, words
            )
            rows.append(row)
        return rows

    def _offer(self, row: FormRow, on: bool) -> "Attempt":
        name = row.key.partition(".")[2]
        draft = self._offering(name, on)
        if on and name not in map(name_of, draft.complete.options):
            words = "with the current rules there is nothing to choose, or some values don't fit"
            return Attempt(None, words, ())
        why = draft.why_not(row)
        if why is not None:
            return Attempt(None, why, ())
        return Attempt(draft, None, ())


class Attempt(Struct, frozen=True):
    """The result of a change: the draft, or None and the reason."""

    draft: RulesDraft | None
    why: str | None
    also: tuple[str, ...]
    """The other changes, in words."""


def _keys_of(entry: Entry) -> Any:
    """Return an option as in a file."""
    if isinstance(entry, Option):
        return entry.to_keys()
    return entry


def _differs(new: FormRow, old: FormRow | None) -> bool:
    """Return whether a row has another value, or is new and says something."""
    if old is not None:
        return bool(new.value != old.value)
    elsewhere = new.group == "bids" and new.key.startswith("scores.")  # like points of blind bids
    return bool(new.value) and (new.level == 0 or elsewhere)


def _place(rules: Rules, row: FormRow, value: Any) -> None:
    """Set a value at a row's place."""
    if row.kind == "switch" and row.key.count(".") == 1:
        at = next((step for step in row.path if isinstance(step, int)), None)
        constraints.switch_component(rules, form_words.place_of(row.key), value, at)
        return
    here: Any = reduce(getitem, row.path[:-1], rules)  # type: ignore[arg-type]
    key = row.path[-1]
    if row.kind == "switch":
        here[key] = {"rule": "3B-15", "each": 20, "wins": False} if value else None
    elif row.key.endswith(".special") and type(value) is int:
        _special(here, value)
    else:
        here[key] = value


def _special(contract: Any, count: int) -> None:
    """Set the number of bids with their own points; the first one added is a bid of ten."""
    specials = list(contract.get("special", ()))[:count]
    taken = {special["bid"] for special in specials}
    for bid in (10, *range(9, 0, -1), *range(11, 21)):
        if len(specials) < count and bid not in taken:
            specials.append({"bid": bid, "points": 200, "rule": "JK-8"})
    contract["special"] = specials


def bounds_words(row: FormRow) -> str:
    """Return the bounds of a number in words."""
    if row.bounds is None:
        return ""
    least, greatest = row.bounds
    return f"{plain(least)} to {plain(greatest)}"


def fitting_options(entries: Iterable[Entry], rules: Rules) -> tuple[Entry, ...]:
    """Return the options that fit the rules.

    An option whose default no longer matches the rules gets another default, or one more value, or
    is dropped.
    """
    kept = list(entries)
    adapted = set[str]()
    at = _first_misfit(kept, rules)
    while at is not None:
        entry = kept.pop(at)
        if isinstance(entry, Option) and entry.name not in adapted:
            adapted.add(entry.name)
            kept[at:at] = _adapted(entry, rules)
        at = _first_misfit(kept, rules)
    return tuple(kept)


def _first_misfit(entries: Iterable[Entry], rules: Rules) -> int | None:
    """Return the index of the first option that doesn't fit the rules; None if all fit."""
    options = []
    for at, entry in enumerate(entries):
        option = _whole(entry, rules)
        if option is None:
            return at
        options.append(option)
    for at, _ in contradicted(rules, options):
        return at
    return None


def _whole(entry: Entry, rules: Rules) -> Option | None:
    """Return an option with its default and rule; None if it doesn't fit the rules."""
    with suppress(UnusableError):
        return whole(entry, rules)
    return None


def _adapted(option: Option, rules: Rules) -> list[Option]:
    """Return the option with the default that these rules have.

    It has a new number among its values if needed; the list is empty if it can't fit.
    """
    open_option = replace(option, default=None)
    for candidate in filter(None, (open_option, _with_number(open_option, rules))):
        fitting = _whole(candidate, rules)
        if fitting is None:
            continue
        if option.default is None:
            return [candidate]
        return [replace(candidate, default=fitting.default)]
    return []


def _with_number(option: Option, rules: Rules) -> Option | None:
    """Return the option with the number at its first place as one more value."""
    if option.type != "number":
        return None
    for setting in option.sets:
        try:
            here = slots(rules, setting.place)[0].value
        except UnusableError:
            return None
        if setting.is_ is not None or type(here) is not int or here % setting.times:
            continue
        number = here // setting.times
        if abs(number) > GREATEST:
            return None
        if option.bounds is not None:
            least, greatest = option.bounds
            return replace(option, least=min(least, number), greatest=max(greatest, number))
        numbers = [value for value in option.values if isinstance(value, int)]
        if number in numbers or len(option.values) >= MOST_VALUES:
            return None
        rising = numbers == sorted(numbers)
        words = [value for value in option.values if not isinstance(value, int)]
        return replace(option, values_=(*sorted((*numbers, number), reverse=not rising), *words))
    return None
