"""What a table may choose within a variant (the `options` of a record), and what each choice changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from spades_tui.rules import bids, customs, endings, plays, scores
from spades_tui.rules.bases import RuleComponent
from spades_tui.rules.component import Component, kind_of
from spades_tui.rules.messages import either, nearest, shown
from spades_tui.rules.variant import Variant


class OptionError(ValueError):
    """A choice that the variant does not have, or a value that it cannot take; its text is one sentence."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its name, its words, its values, and how it changes a variant."""

    name: str
    words: str
    rule: str
    values: tuple[object, ...]
    """The values to choose from; for a number the least and the greatest."""
    number: bool
    read: Callable[[Variant], object]
    """The value that a variant has. Raises OptionError if it has nothing that the option changes."""
    write: Callable[[Variant, object], Variant]
    added: bool = False
    """Whether it chooses something that came after 0.1.0."""

    def wanted(self) -> str:
        """The values in words."""
        if self.number:
            return f"a number from {self.values[0]} to {self.values[1]}"
        return either(shown(value) if isinstance(value, bool) else value for value in self.values)

    def missing(self, variant: Variant) -> str:
        """Why there is nothing to choose in a variant; empty if there is."""
        try:
            self.read(variant)
        except OptionError as error:
            return str(error)
        first, *others = (self.write(variant, value) for value in self.values)
        return "every choice would be the same" if all(other == first for other in others) else ""

    def parse(self, text: str) -> object:
        """The value that a text on the command line means. Raises OptionError."""
        for value in self.values if not self.number else ():
            spelled = ("true", "on", "yes") if value is True else ("false", "off", "no") if value is False else (value,)
            if text in spelled:
                return value
        if self.number and text.isascii() and text.isdigit() and len(text) <= 9:
            return self.checked(int(text))
        raise self._wrong(text)

    def checked(self, value: object) -> object:
        """The value itself. Raises OptionError if the option cannot take it."""
        if self.number:
            least, greatest = self.values
            bounded = isinstance(least, int) and isinstance(greatest, int)
            if bounded and type(value) is int and least <= value <= greatest:  # type: ignore[operator]
                return value
        elif any(value is known or (isinstance(known, str) and value == known) for known in self.values):
            return value
        raise self._wrong(value)

    def _wrong(self, value: object) -> OptionError:
        known = [one for one in self.values if isinstance(one, str)]
        near = nearest(value, known) if isinstance(value, str) else ""
        return OptionError(f"option {self.name}: {shown(value)} found, {self.wanted()} wanted{near}")


def _get(variant: Variant, where: str, kind: type[Component], key: str) -> object:
    for part in getattr(variant, where):
        if isinstance(part, kind):
            return getattr(part, key)
    raise OptionError(f"a component of kind {kind_of(kind)!r} is missing")


def _set(variant: Variant, where: str, kind: type[Component], key: str, value: object) -> Variant:
    parts = tuple(
        part.changed(**{key: value}) if isinstance(part, kind) else part for part in getattr(variant, where)
    )
    return variant.changed(**{where: parts})


def _simple(
    name: str, words: str, rule: str, where: str, kind: type[RuleComponent], key: str, values: tuple[object, ...],
    number: bool = False,
) -> Option:  # fmt: skip
    return Option(
        name, words, rule, values, number,
        read=lambda variant: _get(variant, where, kind, key),
        write=lambda variant, value: _set(variant, where, kind, key, value), added=kind.added,
    )  # fmt: skip


def _read_joker(variant: Variant) -> object:
    if variant.deck.jokers != 1 or variant.deal.extra != 1:
        if variant.deck.jokers == 0 and variant.deal.extra == 0:
            return False
        raise OptionError("it takes out one joker and the one extra card, so the deck and the deal must have them")
    return True


def _write_joker(variant: Variant, value: object) -> Variant:
    """Without the joker there is no extra card, and nobody draws it (3B-1)."""
    if value:
        return variant
    deal = variant.deal.changed(extra=0)
    kept = tuple(part for part in variant.bids if not isinstance(part, bids.ZeroDraw | bids.HighDraw))
    return variant.changed(deck=variant.deck.without_jokers(), deal=deal, bids=kept)


def _read_aces(variant: Variant) -> object:
    _get(variant, "plays", plays.AceCall, "kind")
    return variant.deck.aces


def _write_aces(variant: Variant, value: object) -> Variant:
    return variant.changed(deck=variant.deck.changed(aces=value))


ON_OFF = (True, False)

_ALL = (
    _simple("target", "points to play to", "SB-10", "endings", endings.Target, "points", (1, 1_000_000), number=True),
    _simple("hands", "hands to play", "3B-16", "endings", endings.Hands, "hands", (1, 200), number=True),
    _simple(
        "enforcement", "a card that does not follow suit", "C-11", "customs", customs.Enforcement, "mode",
        ("refuse", "challenge"),
    ),
    _simple(
        "take_back", "practice table: actions may be taken back", "3B-11", "customs", customs.TakeBack, "on", ON_OFF
    ),
    _simple("undo", "practice alone: actions may be undone back to the deal", "3B-11", "customs", customs.Undo, "on",
            ON_OFF),
    _simple("double_sets", "taking twice the bid is a set", "JK-13", "scores", scores.Contract, "double_sets", ON_OFF),
    _simple("bag_penalty", "ten tricks over cost points", "JK-13", "scores", scores.Bags, "on", ON_OFF),
    _simple("ten_or_less", "a hand with little bid is not played", "JK-13", "bids", bids.Skip, "on", ON_OFF),
    _simple("new_deal", "a worthless hand may be thrown in", "JK-13", "bids", bids.NewDeal, "on", ON_OFF),
    _simple(
        "blind_ten_400", "a made blind ten is worth double", "JK-10", "scores", scores.Contract,
        "blind_doubles_special", ON_OFF,
    ),
    Option("joker", "the joker, and the extra card with it", "3B-1", ON_OFF, False, _read_joker, _write_joker),
    Option("aces", "aces are called, or always high", "3B-3", ("called", "high"), False, _read_aces, _write_aces),
)  # fmt: skip

OPTIONS: dict[str, Option] = {option.name: option for option in _ALL}


def as_released(variant: Variant) -> Variant:
    """The variant as it was before what came after 0.1.0, wherever that is left as it is by itself."""

    def stays(part: RuleComponent) -> bool:
        return not part.added or len(part.to_keys(defaults=False)) > 1

    return variant.changed(
        options=tuple(name for name in variant.options if not OPTIONS[name].added),
        customs=tuple(part for part in variant.customs if stays(part)),
    )


def with_options(variant: Variant, chosen: Mapping[str, object]) -> Variant:
    """The variant as this table plays it.

    Raises OptionError for a choice that the variant does not offer or a value that it cannot take.
    """
    for name, value in chosen.items():
        if name not in variant.options:
            offered = either(variant.options, "and") or "none"
            near = nearest(name, variant.options) or f" (it has: {offered})"
            raise OptionError(f"{variant.slug} has no option {shown(name)}{near}")
        option = OPTIONS[name]
        variant = option.write(variant, option.checked(value))
    return variant
