"""A draft of house rules: a game and its changes. Drafts are immutable; each change makes a new one."""

import copy
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.house_rules import constraints, form_rows, form_words
from spades_tui.house_rules.form_rows import Row
from spades_tui.language.address import capitalized
from spades_tui.rules.component import from_keys, plain
from spades_tui.rules.option_declarations import GREATEST, KNOWN, MOST_VALUES, Entry, Option, known_option
from spades_tui.rules.option_places import PlaceError, slots
from spades_tui.rules.options import NoValueError, whole
from spades_tui.rules.problems import Problem
from spades_tui.rules.toml_lines import KeyPath
from spades_tui.rules.variant import LISTS, Rules, Variant, name_of
from spades_tui.rules.variant_check import contradicted, problems, problems_but_options
from spades_tui.rules.variant_reader import no_file_says, read_rules

MOST_REPAIRS = 4
"""Maximum number of components to remove because they need one that was switched off."""
_HEAD = ("slug", "name", "summary")


class RulesDraft:
    """Rules being edited. Differences compare with `origin`; `start` is the game that was opened."""

    def __init__(
        self, origin: Variant, start: Variant | None = None, rules: Rules | None = None,
        fixed: frozenset[str] = frozenset(), offered: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.origin = origin
        self.start = start if start is not None else origin
        self.rules: Rules = rules if rules is not None else _without_options(self.start)
        self.fixed = fixed
        """Options of the game that a table may no longer choose."""
        self.offered = offered
        """Well-known options that a table may choose too."""

    @property
    def zero(self) -> str:
        """The game's word for a bid of zero."""
        named = (part for part in self.rules["scores"] if part["kind"] == "zero")
        return next((str(part.get("word", "zero")) for part in named), "zero")

    @cached_property
    def _opened(self) -> Rules:
        """The rule object of the game that was opened. Never change it, because all drafts share it."""
        return self.start.to_json()

    @cached_property
    def options(self) -> tuple[Entry, ...]:
        """The options of a table, as far as known without checking every value."""
        return fitting_options((*self.start.options, *self.offered), self.rules, self.fixed)

    @cached_property
    def data(self) -> Rules:
        """The rule object."""
        head = {key: getattr(self.start, key) for key in _HEAD}
        options = [one if isinstance(one, str) else one.to_keys() for one in self.options]
        return {**self.rules, **head, "options": options}

    @cached_property
    def variant(self) -> Variant:
        """The game, if `problem` is None."""
        return from_keys(Variant, self.data)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Everything that may be changed, in order."""
        return (*form_rows.rows_of(self.rules, self.zero), *self._head_rows(), *self._option_rows())

    def row(self, key: str) -> Row | None:
        """Return the row with this key, or None."""
        return next((row for row in self.rows if row.key == key), None)

    @cached_property
    def problem(self) -> Problem | None:
        """The first problem of the game; None if it is valid.

        Options aren't checked here: `complete` drops the ones that don't fit.
        """
        variant, found = read_rules(self.data)
        if variant is not None:
            found = problems_but_options(variant, no_file_says)
        return found[0] if found else None

    def why_not(self, row: Row) -> str | None:
        """Return why the game is invalid after a change of this row, in words of the form; None if it's valid."""
        return form_words.in_words(self.problem, self.rules, self.zero, row.key) if self.problem is not None else None

    @cached_property
    def complete(self) -> "RulesDraft":
        """The same draft without options that no longer fit; slower to compute."""
        draft = self
        while True:
            variant, _ = read_rules(draft.data)
            found = problems(variant, no_file_says) if variant is not None else []
            match found[0].path if found else ():
                case ("options", int(at), *_):
                    gone = name_of(draft.options[at])
                    draft = RulesDraft(draft.origin, draft.start, draft.rules, draft.fixed | {gone},
                                  tuple(name for name in draft.offered if name != gone))  # fmt: skip
                case _:
                    return draft

    @property
    def changed(self) -> bool:
        """Whether it differs from the game that was opened."""
        return self.rules != _without_options(self.start) or bool(self.fixed or self.offered)

    def named(self, slug: str, name: str, summary: str) -> Variant:
        """Return the whole variant with its own name."""
        return self.complete.variant.changed(slug=slug, name=name, summary=summary)

    # Changes

    def with_value(self, row: Row, value: Any) -> "Attempt":
        """Try another value: return the new draft, or why it's impossible. Only valid drafts are returned."""
        if row.group == "options":
            return self._offer(row, bool(value))
        why, tries = None, self._tries(row, value)
        for draft in tries:
            if draft.problem is None:
                return Attempt(draft, None, self._also(draft, row))
            why = why or draft.why_not(row)
        return Attempt(None, why or "this value changes nothing", ())

    def with_text(self, row: Row, text: str) -> "Attempt":
        """Try a typed value."""
        try:
            return self.with_value(row, row.parse(text))
        except ValueError as error:
            return Attempt(None, str(error), ())

    def _tries(self, row: Row, value: Any) -> Iterable["RulesDraft"]:
        first: constraints.LinkedChanges = constraints.loss_for_gain(self.rules, row.key, value)
        remove = list(self.start.deck.remove)
        for n, also in enumerate(constraints.others(row.key, value, remove)):
            if not n and first:
                yield self._changed(row, value, first)
            yield self._changed(row, value, also)
        if row.kind == "switch" and value is False and row.path and row.key.count(".") == 1:
            for also in constraints.others(row.key, value, remove):
                draft = self._repaired(self._changed(row, value, also))
                if draft is not None:
                    yield draft

    def _changed(self, row: Row, value: Any, also: constraints.LinkedChanges) -> "RulesDraft":
        rules = copy.deepcopy(self.rules)
        if row.key.startswith("programme."):
            hand = row.key.partition(".")[2]
            rules["programme"] = form_rows.with_format(rules["programme"], self._formats, hand, value)
        elif row.key == form_rows.ADD_PROMISE:
            constraints.add_promise(rules)
        else:
            _place(rules, row, value)
        constraints.apply_linked(rules, also)
        return self._with_rules(rules)

    def _repaired(self, draft: "RulesDraft") -> "RulesDraft | None":
        """Return the draft without components that lack something they need; None if that doesn't help."""
        for _ in range(MOST_REPAIRS):
            variant, _found = read_rules(draft.data)
            found = problems_but_options(variant, no_file_says) if variant is not None else []
            if not found:
                return draft if variant is not None else None
            match found[0].path:
                case (str(where), int(at), *_) if where in LISTS:
                    kind = draft.rules[where][at]["kind"]
                    if f"{where}.{kind}" in form_rows.ALWAYS:
                        return None
                    rules = copy.deepcopy(draft.rules)
                    constraints.switch_component(rules, f"{where}.{kind}", False, at)
                    draft = draft._with_rules(rules)
                case _:
                    return None
        return None

    def _with_rules(self, rules: Rules) -> "RulesDraft":
        """Return a draft with other rules, without empty keys and components that are off and weren't in the game."""
        for where in LISTS:
            known = [part["kind"] for part in self._opened.get(where, [])]
            kept = (part for part in rules.get(where, []) if part.get("on", True) or part["kind"] in known)
            rules[where] = [{key: value for key, value in part.items() if value is not None} for part in kept]
        draft = RulesDraft(self.origin, self.start, rules, self.fixed, self.offered)
        draft._opened = self._opened
        return draft

    def _also(self, draft: "RulesDraft", row: Row) -> tuple[str, ...]:
        """Return the other changes in words."""
        before = {one.key: one for one in self.rows}
        own = re.sub(r"\[\d+\]", "", row.key)
        told = []
        for one in draft.rows:
            was = before.get(one.key, before.get(one.key.replace("[1]", "")))
            if one.key == row.key or (was is None and one.key.startswith(f"{own}.")):
                continue
            if one.key.startswith("programme") and row.key.startswith("programme"):
                continue
            if one.group == "options" or (was is not None and was.value == one.value):
                continue
            elsewhere = one.group == "bids" and one.key.startswith("scores.")  # like the points of blind bids
            if was is None and (not one.value or (one.level and not elsewhere)):
                continue
            told.append(f"{one.label}: {one.told}")
        return tuple(told)

    # Rows that aren't in a component

    def _head_rows(self) -> list[Row]:
        rows = []
        kept = "unchanged"
        for key in ("special", "programme"):
            usual = self._opened.get(key)
            if usual:
                choices: tuple[tuple[Any, str], ...] = ((usual, kept), ([], form_words.OUT))
                value = self.rules.get(key, [])
                told = kept if value == usual else "changed" if value else form_words.OUT
                label = form_words.key_label(key, self.zero)
                rows.append(Row(key, "customs", label, "choice", value, told, (key,), 0, choices))
        return [*rows, *self._format_rows()]

    @property
    def _formats(self) -> form_rows.Formats:
        """The formats that a hand may have, from the game and from its original."""
        original = self._opened if self.origin is self.start else self.origin.to_json()
        return form_rows.known_formats(*(rules.get("programme", ()) for rules in (self._opened, original)))

    def _format_rows(self) -> list[Row]:
        """Return a row for the format of each hand, if there is a programme."""
        programme = self.rules.get("programme")
        if not programme:
            return []
        choices = ((form_rows.AS_IT_STANDS, "no format"), *((name, name) for name in self._formats))
        ends = (part["hands"] for part in self.rules["endings"] if part["kind"] == "hands" and part.get("on", True))
        rows = []
        for hand in form_rows.listed_hands(programme, next(ends, 0)):
            label = "Extra hands of a tie" if hand == form_rows.LEVEL else f"Hand {hand}"
            name = form_rows.format_of(programme, hand)
            told = name or "no format"
            rows.append(Row(f"programme.{hand}", "customs", label, "choice", name, told, ("programme",), 1, choices))
        return rows

    def _option_rows(self) -> list[Row]:
        entries = {name_of(entry): entry for entry in self.start.options}
        known = may_offer(self.rules, entries)
        now = {name_of(entry) for entry in self.options}
        rows = []
        for name in (*entries, *known):
            on = name in now
            entry = entries.get(name, name)
            label = _label(entry, self._opened if name in entries else self.rules)
            words = form_rows.IN_OR_OUT
            rows.append(Row(f"options.{name}", "options", label, "switch", on, words[on][1], (), 0, words))
        return rows

    def _offer(self, row: Row, on: bool) -> "Attempt":
        name = row.key.partition(".")[2]
        own = any(name_of(entry) == name for entry in self.start.options)
        fixed = self.fixed - {name} if on else self.fixed | {name} if own else self.fixed
        offered = tuple(one for one in self.offered if one != name)
        if on and not own:
            offered = (*offered, name)
        draft = RulesDraft(self.origin, self.start, self.rules, fixed, offered)
        after = draft.complete if on else draft
        if on and name not in {name_of(entry) for entry in after.options}:
            return Attempt(None, "with the current rules there is nothing to choose, or some values don't fit", ())
        why = draft.why_not(row)
        return Attempt(draft, None, ()) if why is None else Attempt(None, why, ())


class Attempt(Struct, frozen=True):
    """The result of a change: the draft, or None and the reason."""

    draft: RulesDraft | None
    why: str | None
    also: tuple[str, ...]
    """The other changes, in words."""


def _without_options(variant: Variant) -> Rules:
    rules = variant.to_json()
    for key in ("options", *_HEAD):
        rules.pop(key, None)
    return rules


def _place(rules: Rules, row: Row, value: Any) -> None:
    """Set a value at a row's place."""
    parts = row.key.split(".")
    if row.kind == "switch" and len(parts) == 2:
        where, kind = parts[0], parts[1].partition("[")[0]
        at = row.path[1] if row.path else None
        constraints.switch_component(rules, f"{where}.{kind}", value, at if isinstance(at, int) else None)
        return
    here = _inside(rules, row.path[:-1])
    key = row.path[-1]
    if row.kind == "switch":
        here[key] = {"rule": "3B-15", "each": 20, "wins": False} if value else None
    elif row.key.endswith(".special") and type(value) is int:
        _special(here, value)
    else:
        here[key] = value


def _special(contract: Any, count: int) -> None:
    """Set the number of bids with their own points; the first one added is a bid of ten."""
    listed = list(contract.get("special", ()))[:count]
    taken = {one["bid"] for one in listed}
    free = [bid for bid in (10, *range(9, 0, -1), *range(11, 21)) if bid not in taken]
    listed += [{"bid": bid, "points": 200, "rule": "JK-8"} for bid in free[: count - len(listed)]]
    contract["special"] = listed


def _inside(rules: Rules, path: KeyPath) -> Any:
    here: Any = rules
    for part in path:
        here = here[part]
    return here


def _label(entry: Entry, rules: Rules) -> str:
    option: Option = entry if isinstance(entry, Option) else known_option(entry, rules)
    return option.label or capitalized(option.words)


def bounds_words(row: Row) -> str:
    """Return the bounds of a number in words."""
    return f"{plain(row.bounds[0])} to {plain(row.bounds[1])}" if row.bounds is not None else ""


def fitting_options(entries: Sequence[Entry], rules: Rules, fixed: Collection[str]) -> tuple[Entry, ...]:
    """Return the options of a game that fit its rules, without the `fixed` ones.

    An option whose default no longer matches the rules gets another default, or one more value, or is dropped.
    """
    kept = [entry for entry in entries if name_of(entry) not in fixed]
    tried: set[str] = set()
    while True:
        offered: list[Option] = []
        for entry in list(kept):
            try:
                offered.append(whole(entry, rules))
            except (PlaceError, NoValueError):
                _again(kept, kept.index(entry), rules, tried)
                break
        else:
            wrong = contradicted(rules, offered)
            if not wrong:
                return tuple(kept)
            _again(kept, wrong[0][0], rules, tried)


def may_offer(rules: Rules, offered: Collection[str]) -> list[str]:
    """Return well-known options that a game of these rules could offer too."""
    found = []
    for name in KNOWN:
        if name not in offered:
            try:
                whole(name, rules)
            except (PlaceError, NoValueError):
                continue
            found.append(name)
    return found


def _again(kept: list[Entry], at: int, rules: Rules, tried: set[str]) -> None:
    """Adapt an option, once, or drop it."""
    entry = kept[at]
    adapted = _adapted(entry, rules) if isinstance(entry, Option) and entry.name not in tried else None
    tried.add(name_of(entry))
    if adapted is None:
        del kept[at]
    else:
        kept[at] = adapted


def _adapted(option: Option, rules: Rules) -> Option | None:
    """Return the option with the default that these rules have, with a new number among its values if needed."""
    asked = replace(option, default=None)
    for one in (asked, _with_number(asked, rules)):
        if one is None:
            continue
        try:
            default = whole(one, rules).usual
        except (PlaceError, NoValueError):
            continue
        return one if option.default is None else replace(one, default=default)
    return None


def _with_number(option: Option, rules: Rules) -> Option | None:
    """Return the option with the number at its first place as one more value."""
    if option.type != "number":
        return None
    for setting in option.sets:
        try:
            here = slots(rules, setting.place)[0].value
        except PlaceError:
            return None
        if setting.is_ is not None or type(here) is not int or here % setting.times:
            continue
        number = here // setting.times
        if abs(number) > GREATEST:
            return None
        if option.bounds is not None:
            return replace(option, least=min(option.bounds[0], number), greatest=max(option.bounds[1], number))
        numbers = [one for one in option.values if isinstance(one, int)]
        if number in numbers or len(option.values) >= MOST_VALUES:
            return None
        rising = numbers == sorted(numbers)
        words = tuple(one for one in option.values if not isinstance(one, int))
        return replace(option, values_=(*sorted((*numbers, number), reverse=not rising), *words))
    return None
