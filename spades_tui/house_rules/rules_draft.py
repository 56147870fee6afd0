"""A draft of house rules: a game and its changes. Drafts are immutable; each change makes a new one."""

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
from spades_tui.language.address import capitalized
from spades_tui.language.amounts import plain
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.component import from_keys
from spades_tui.rules.option_declarations import GREATEST, KNOWN, MOST_VALUES, Entry, Option, known_option
from spades_tui.rules.option_places import slots
from spades_tui.rules.options import whole
from spades_tui.rules.problems import Problem
from spades_tui.rules.variant import LISTS, Rules, Variant, name_of
from spades_tui.rules.variant_check import contradicted, problems, problems_but_options, read_rules

MOST_REPAIRS = 4
"""Maximum number of components to remove because they need one that was switched off."""
_HEAD = ("slug", "name", "summary")


class RulesDraft:
    """Rules being edited. Differences compare with `origin`; `start` is the game that was opened."""

    def __init__(
        self, origin: Variant, start: Variant | None = None, rules: Rules | None = None, switched: tuple[str, ...] = ()
    ) -> None:
        self.origin = origin
        self.start = start if start is not None else origin
        self.rules: Rules = rules if rules is not None else self._first_rules
        self.switched = switched
        """Options of the game that a table may no longer choose, and well-known ones that it may choose too."""

    def _with(self, rules: Rules | None = None, switched: tuple[str, ...] | None = None) -> "RulesDraft":
        """Return a draft with other rules or options, of the same game."""
        draft = RulesDraft(
            self.origin, self.start, self.rules if rules is None else rules,
            self.switched if switched is None else switched,
        )  # fmt: skip
        draft._opened = self._opened
        return draft

    @property
    def zero(self) -> str:
        """The game's word for a bid of zero."""
        return str(constraints.value_at(self.rules, "scores.zero.word", "zero"))

    @cached_property
    def _opened(self) -> Rules:
        """The rule object of the game that was opened. Never change it, because all drafts share it."""
        return self.start.to_json()

    @property
    def _first_rules(self) -> Rules:
        return {key: value for key, value in self._opened.items() if key not in ("options", *_HEAD)}

    @cached_property
    def _own_options(self) -> dict[str, Entry]:
        """The options of the game that was opened, by name."""
        return {name_of(entry): entry for entry in self.start.options}

    @cached_property
    def options(self) -> tuple[Entry, ...]:
        """The options of a table, as far as known without checking every value."""
        kept = (entry for name, entry in self._own_options.items() if name not in self.switched)
        added = (name for name in self.switched if name not in self._own_options)
        return fitting_options((*kept, *added), self.rules)

    def _offering(self, name: str, on: bool) -> "RulesDraft":
        """Return a draft with or without an option."""
        others = tuple(one for one in self.switched if one != name)
        return self._with(switched=others if on == (name in self._own_options) else (*others, name))

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
        variant, found = read_rules(self.data)
        if variant is not None:
            found = problems_but_options(variant)
        return found[0] if found else None

    def why_not(self, row: FormRow) -> str | None:
        """Return why the game is invalid after a change of this row, in words of the form; None if it's valid."""
        return form_words.in_words(self.problem, self.rules, self.zero, row.key) if self.problem is not None else None

    @cached_property
    def complete(self) -> "RulesDraft":
        """The same draft without options that no longer fit; slower to compute."""
        variant, _ = read_rules(self.data)
        found = problems(variant) if variant is not None else []
        match found[0].path if found else ():
            case ("options", int(at), *_):
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
        """Try another value: return the new draft, or why it's impossible. Only valid drafts are returned."""
        if row.group == "options":
            return self._offer(row, bool(value))
        why, tries = None, self._tries(row, value)
        for draft in tries:
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
        yield from (self._changed(row, value, also) for also in others)
        if row.kind == "switch" and value is False and row.path and row.key.count(".") == 1:
            repaired = (self._changed(row, value, also)._repaired() for also in others)
            yield from (draft for draft in repaired if draft is not None)

    def _changed(self, row: FormRow, value: Any, also: constraints.LinkedChanges) -> "RulesDraft":
        rules = copy.deepcopy(self.rules)
        if row.key.startswith("programme."):
            hand = row.key.partition(".")[2]
            rules["programme"] = form_rows.with_format(rules["programme"], self._formats, hand, value)
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
        """Return the draft without components that lack something they need; None if that doesn't help."""
        draft = self
        for _ in range(MOST_REPAIRS):
            match draft.problem.path if draft.problem is not None else None:
                case None:
                    return draft
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
        """Return a draft with other rules, without empty keys and components that are off and weren't in the game."""
        for where in LISTS:
            known = [part["kind"] for part in self._opened.get(where, [])]
            kept = (part for part in rules.get(where, []) if part.get("on", True) or part["kind"] in known)
            rules[where] = [{key: value for key, value in part.items() if value is not None} for part in kept]
        return self._with(rules=rules)

    def _also(self, draft: "RulesDraft", row: FormRow) -> tuple[str, ...]:
        """Return the other changes in words."""
        before = {one.key: one for one in self.rows}
        own = form_words.place_of(row.key)
        told = []
        for one in draft.rows:
            was = before.get(one.key, before.get(one.key.replace("[1]", "")))
            if one.key == row.key or (was is None and one.key.startswith(f"{own}.")):
                continue
            formats = one.key.startswith("programme") and row.key.startswith("programme")
            elsewhere = one.group == "bids" and one.key.startswith("scores.")  # like the points of blind bids
            same = was.value == one.value if was is not None else not one.value or (one.level and not elsewhere)
            if not (formats or same or one.group == "options"):
                told.append(f"{one.label}: {one.told}")
        return tuple(told)

    # Rows that aren't in a component

    def _head_rows(self) -> list[FormRow]:
        rows, kept = [], "unchanged"
        for key in ("special", "programme"):
            usual, value = self._opened.get(key), self.rules.get(key, [])
            if usual:
                told = kept if value == usual else "changed" if value else form_words.OUT
                choices: form_rows.Choices = ((usual, kept), ([], form_words.OUT))
                label = form_words.label(key, self.zero)
                rows.append(FormRow(key, "customs", label, "choice", value, told, (key,), 0, choices))
        return [*rows, *self._format_rows()]

    @property
    def _formats(self) -> form_rows.Formats:
        """The formats that a hand may have, from the game and from its original."""
        original = self._opened if self.origin is self.start else self.origin.to_json()
        return form_rows.known_formats(*(rules.get("programme", ()) for rules in (self._opened, original)))

    def _format_rows(self) -> list[FormRow]:
        """Return a row for the format of each hand and of extra hands, if there is a programme."""
        programme = self.rules.get("programme")
        if not programme:
            return []
        choices = ((form_rows.AS_IT_STANDS, "no format"), *((name, name) for name in self._formats))
        formats = form_rows.formats_by_hand(programme)
        ends = (part["hands"] for part in self.rules["endings"] if part["kind"] == "hands" and part.get("on", True))
        last = max((*ends, *(int(hand) for hand in formats if hand != form_rows.LEVEL)), default=0)
        rows = []
        for hand in (*map(str, range(1, min(last, form_rows.MOST_HAND_ROWS) + 1)), form_rows.LEVEL):
            label = "Extra hands of a tie" if hand == form_rows.LEVEL else f"Hand {hand}"
            name = formats.get(hand, form_rows.AS_IT_STANDS)
            told = name or "no format"
            rows.append(
                FormRow(f"programme.{hand}", "customs", label, "choice", name, told, ("programme",), 1, choices)
            )
        return rows

    def _option_rows(self) -> list[FormRow]:
        own, now = self._own_options, {name_of(entry) for entry in self.options}
        known = (name for name in KNOWN if name not in own and _whole(name, self.rules))
        rows = []
        for name in (*own, *known):
            on = name in now
            entry, rules = own.get(name, name), self._opened if name in own else self.rules
            option = known_option(entry, rules) if isinstance(entry, str) else entry
            label = option.label or capitalized(option.words)
            words = form_rows.IN_OR_OUT
            rows.append(FormRow(f"options.{name}", "options", label, "switch", on, words[on][1], (), 0, words))
        return rows

    def _offer(self, row: FormRow, on: bool) -> "Attempt":
        name = row.key.partition(".")[2]
        draft = self._offering(name, on)
        if on and name not in map(name_of, draft.complete.options):
            return Attempt(None, "with the current rules there is nothing to choose, or some values don't fit", ())
        why = draft.why_not(row)
        return Attempt(draft, None, ()) if why is None else Attempt(None, why, ())


class Attempt(Struct, frozen=True):
    """The result of a change: the draft, or None and the reason."""

    draft: RulesDraft | None
    why: str | None
    also: tuple[str, ...]
    """The other changes, in words."""


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
    listed = list(contract.get("special", ()))[:count]
    taken = {one["bid"] for one in listed}
    free = [bid for bid in (10, *range(9, 0, -1), *range(11, 21)) if bid not in taken]
    listed += [{"bid": bid, "points": 200, "rule": "JK-8"} for bid in free[: count - len(listed)]]
    contract["special"] = listed


def bounds_words(row: FormRow) -> str:
    """Return the bounds of a number in words."""
    return f"{plain(row.bounds[0])} to {plain(row.bounds[1])}" if row.bounds is not None else ""


def fitting_options(entries: Iterable[Entry], rules: Rules) -> tuple[Entry, ...]:
    """Return the options that fit the rules.

    An option whose default no longer matches the rules gets another default, or one more value, or is dropped.
    """
    kept, tried = list(entries), set[str]()
    while True:
        found = [_whole(entry, rules) for entry in kept]
        offered = [option for option in found if option is not None]
        wrong = [found.index(None)] if None in found else [at for at, _ in contradicted(rules, offered)]
        if not wrong:
            return tuple(kept)
        entry = kept.pop(wrong[0])
        if isinstance(entry, Option) and entry.name not in tried:
            tried.add(entry.name)
            kept[wrong[0] : wrong[0]] = _adapted(entry, rules)


def _whole(entry: Entry, rules: Rules) -> Option | None:
    """Return an option with its default and rule; None if it doesn't fit the rules."""
    with suppress(UnusableError):
        return whole(entry, rules)
    return None


def _adapted(option: Option, rules: Rules) -> list[Option]:
    """Return the option with the default that these rules have, with a new number among its values if needed."""
    asked = replace(option, default=None)
    for one in filter(None, (asked, _with_number(asked, rules))):
        found = _whole(one, rules)
        if found is not None:
            return [one if option.default is None else replace(one, default=found.default)]
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
            return replace(option, least=min(option.bounds[0], number), greatest=max(option.bounds[1], number))
        numbers = [one for one in option.values if isinstance(one, int)]
        if number in numbers or len(option.values) >= MOST_VALUES:
            return None
        rising = numbers == sorted(numbers)
        words = tuple(one for one in option.values if not isinstance(one, int))
        return replace(option, values_=(*sorted((*numbers, number), reverse=not rising), *words))
    return None
