"""Build the variant for hands in one format of a programme (LG-3)."""

from collections.abc import Sequence
from typing import Any

from spades_tui.rules.component import from_keys
from spades_tui.rules.declared_option import Option
from spades_tui.rules.programme import OVERLAID, Format
from spades_tui.rules.variant import Variant

Rules = dict[str, Any]


def overlaid(rules: Rules, form: Format) -> Rules:
    """Return the rule object with a format's changes; a change to a missing component does nothing."""
    changed = dict(rules)
    for where, entries in form.overlays().items():
        listed = list(rules[where])
        for entry in entries:
            listed = [{**part, **entry} if part["kind"] == entry["kind"] else part for part in listed]
        changed[where] = listed
    return changed


def in_format(variant: Variant, form: Format) -> Variant:
    """Return the variant for hands in a format; its name includes the format's."""
    before: Rules = {where: [part.to_keys() for part in getattr(variant, where)] for where in form.overlays()}
    after = overlaid(before, form)
    changes: dict[str, Any] = {"name": f"{variant.name} · {form.name}", "programme": ()}
    for where in before:
        listed = zip(getattr(variant, where), before[where], after[where], strict=True)
        changes[where] = tuple(part if new is old else from_keys(type(part), new) for part, old, new in listed)
    return variant.changed(**changes)


def beaten(formats: Sequence[Format], options: Sequence[Option]) -> tuple[Format, ...]:
    """Return the formats without the keys that the table's options also set, because options win (LG-3)."""
    places = [setting.place.split(".") for option in options for setting in option.sets]
    kept = []
    for form in formats:
        for place in places:
            if len(place) == 3 and place[0] in OVERLAID:
                form = form.without(place[0], place[1].partition("[")[0], place[2])
        kept.append(form)
    return tuple(kept)


def different(usual: Variant, hand: Variant) -> list[str]:
    """Return the sentences of the rules page that differ in a format's hands."""
    told = [part.sentence() for part in usual.in_play().components()]
    return [words for part in hand.in_play().components() if (words := part.sentence()) and words not in told]


def left_out(usual: Variant, hand: Variant) -> list[str]:
    """Return the sentences of components that a format's hands leave out without a replacement of their kind."""
    kinds = [part.kind for part in hand.in_play().components() if part.sentence()]
    return [words for part in usual.in_play().components() if (words := part.sentence()) and part.kind not in kinds]
