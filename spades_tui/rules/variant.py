"""A variant: one file, one frozen model.

A format of its programme makes another variant, for some of its hands (LG-3).
The modules of the components explain them.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

from msgspec import Meta

from spades_tui.language.unusable import UnusableError
from spades_tui.rules.bids import AnyBid
from spades_tui.rules.component import SLUG_PATTERN, Component, Label, Prose, defaults_of, from_keys
from spades_tui.rules.component_bases import RuleComponent
from spades_tui.rules.customs import AnyCustom
from spades_tui.rules.deck import DEFAULT_SUITS, DealRules, Deck
from spades_tui.rules.endings import AnyEnding
from spades_tui.rules.option_declarations import MOST_OPTIONS, Entry, Option, known_option
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
