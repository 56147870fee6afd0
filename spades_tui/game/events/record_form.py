"""The form of an event in a record: the name of the event, its keys, and the kind of value of each.

`record` writes and reads lines by these forms, and checks files against them.
"""

from enum import Enum, auto
from functools import cache
from inspect import get_annotations

from msgspec import Struct

from spades_tui import cards

JsonLine = dict[str, object]


class Kind(Enum):
    """The kind of a key's value."""

    SEAT = auto()
    SEAT_OR_NOBODY = auto()
    CARD = auto()
    CARDS = auto()
    """Cards, as one text."""
    HANDS = auto()
    """Cards for each seat; null for a seat without any."""
    BID = auto()
    TRICKS = auto()
    HAND_NUMBER = auto()
    PLACE = auto()
    """A place in the deck."""
    ACE = auto()
    """``high`` or ``low``."""
    FLAG = auto()
    """True, or absent."""
    CHOICE = auto()
    """True or false."""
    PACK = auto()
    """Cards in a significant order, as one text."""
    HEX = auto()
    """32 bytes."""
    WORD = auto()
    """The word of a cut (C-3)."""
    PROOF = auto()
    """The version of a deal's proof."""


class Key(Struct, frozen=True):
    """A key of a line."""

    name: str
    kind: Kind
    optional: bool = False
    """Whether the line leaves it out if its value is None or False."""
    of: str = ""
    """The field of the event, if its name differs from the key."""

    @property
    def field(self) -> str:
        """The field of the event that has this key's value."""
        return self.of or self.name


class Group(Struct, frozen=True):
    """Keys in a separate object; the line leaves it out if a required one is None."""

    name: str
    keys: tuple[Key, ...]


class Form(Struct, frozen=True):
    """The form of a kind of event."""

    event: str
    keys: tuple[Key | Group, ...] = ()


_CARD, _CARDS, _PACK, _HANDS = Kind.CARD, Kind.CARDS, Kind.PACK, Kind.HANDS
"""Module constants, because looking up an enum member is slow and the line of each card needs them."""


@cache
def form_of(event: type[Struct]) -> Form:
    """Return the form of an event: its tag, and a key for each field, which is optional if it has a default.

    A field's annotation names the kind of its key: ``bid: Annotated[int, Kind.BID]``.
    """
    kinds = {
        name: mark
        for base in event.__mro__
        for name, annotation in get_annotations(base).items()
        for mark in getattr(annotation, "__metadata__", ())
        if isinstance(mark, Kind)
    }
    names = event.__struct_fields__
    required = len(names) - len(event.__struct_defaults__)
    keys = (Key(name, kinds[name], optional=place >= required) for place, name in enumerate(names))
    return Form(str(event.__struct_config__.tag), tuple(keys))


def line_of(event: object, form: Form) -> JsonLine:
    """Return an event as a line."""
    line: JsonLine = {"event": form.event}
    for part in form.keys:
        if isinstance(part, Key):
            _put(line, part, event)
        elif all(key.optional or getattr(event, key.field) is not None for key in part.keys):
            group: JsonLine = {}
            for key in part.keys:
                _put(group, key, event)
            line[part.name] = group
    return line


def _put(line: JsonLine, key: Key, event: object) -> None:
    value = getattr(event, key.of or key.name)
    if key.optional and (value is None or value is False):
        return
    kind = key.kind
    if kind is _CARD:
        value = cards.text(value)
    elif kind is _CARDS:
        value = cards.hand_text(value)
    elif kind is _PACK:
        value = " ".join(cards.text(card) for card in value)
    elif kind is _HANDS:
        value = [None if hand is None else cards.hand_text(hand) for hand in value]
    line[key.name] = value
