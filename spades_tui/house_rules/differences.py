"""The changes of house rules to their original game: in sentences of the rules page, and each one alone."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from spades_tui.house_rules.form_rows import Row
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules import rules_page
from spades_tui.rules.options import options_of
from spades_tui.rules.variant import Variant


class Differences(Struct, frozen=True):
    """The differences between two games, in the order of the rules page."""

    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """Choices that only a table of the new game has."""
    no_choices: tuple[str, ...] = ()
    """Choices that a table no longer has."""

    @property
    def any(self) -> bool:
        """Whether there is a difference."""
        return bool(self.new or self.gone or self.choices or self.no_choices)


def differences(before: Variant, after: Variant) -> Differences:
    """Return the differences between two games."""
    old, new = sentences(before), sentences(after)
    could, can = _choices(before), _choices(after)
    return Differences(
        tuple(one for one in new if one not in old),
        tuple(one for one in old if one not in new),
        tuple(label for name, label in can.items() if name not in could),
        tuple(label for name, label in could.items() if name not in can),
    )


def sentences(variant: Variant) -> list[str]:
    """Return every sentence of a rules page except a table's choices; the special ones too."""
    return [
        *variant.special,
        *(one for _, listed in rules_page.rules_page(variant.changed(options=())) for one in listed),
    ]


def _choices(variant: Variant) -> dict[str, str]:
    """Return the choices of a table, by name."""
    return {one.name: one.label or one.words for one in options_of(variant)}


MOST_CHANGES = 8
"""Maximum number of changes to try alone; more take too long to measure."""


class SingleChange(Struct, frozen=True):
    """The original game with one change."""

    label: str
    """The change in words, such as ``Bags that cost points: 5``."""
    variant: Variant


def single_changes(draft: RulesDraft) -> list[SingleChange]:
    """Return each change alone if it's possible alone; empty if there are fewer than two, or more than `MOST_CHANGES`.

    Values that must change together are one change. Choices offered to a table don't count: nobody has made them yet.
    """
    origin = RulesDraft(draft.origin)
    before, now = _values(origin), _values(draft)
    wanted = {key: value for key, value in now.items() if key not in before or before[key] != value}
    found: list[SingleChange] = []
    covered: set[str] = set()
    for row in draft.rows:
        if row.key not in wanted or row.key not in before or row.key in covered:
            continue
        alone = _with(origin, row, draft)
        if alone is None:
            continue
        values = _values(alone)
        covered |= {key for key, value in wanted.items() if key in values and values[key] == value}
        found.append(SingleChange(f"{row.label}: {row.told}", alone.complete.variant))
    return found if 2 <= len(found) <= MOST_CHANGES else []


def _with(origin: RulesDraft, row: Row, draft: RulesDraft) -> RulesDraft | None:
    """Return the original with the value of a row, and of the rows below it that it brings; None if impossible."""
    done = _changed(origin, row.key, row.value)
    if done is None:
        return None
    for key, value in _below(draft, row.key):
        done = _changed(done, key, value) or done
    return done


def _changed(draft: RulesDraft, key: str, value: Any) -> RulesDraft | None:
    row = draft.row(key)
    if row is None:
        return None
    return draft if row.value == value else draft.with_value(row, value).draft


def _below(draft: RulesDraft, key: str) -> Iterator[tuple[str, Any]]:
    """Yield the keys and values below a component's switch."""
    if key.count(".") == 1 and (switch := draft.row(key)) is not None and switch.kind == "switch":
        yield from ((row.key, row.value) for row in draft.rows if row.key.startswith(f"{key}."))


def _values(draft: RulesDraft) -> dict[str, Any]:
    return {row.key: row.value for row in draft.rows if row.group != "options"}
