"""The form of an event in a record, in plain words: the name of the event, its keys, and what may stand under each.

`record` writes and reads lines by these forms, and checks what stands in a file against them.
"""

from enum import Enum, auto

from spades_tui import cards
from spades_tui.frozen import dataclass

JsonLine = dict[str, object]


class Kind(Enum):
    """What may stand under a key."""

    SEAT = auto()
    SEAT_OR_NOBODY = auto()
    CARD = auto()
    CARDS = auto()
    """Some cards, as one text."""
    HANDS = auto()
    """Cards for each seat, null for one that has none."""
    BID = auto()
    TRICKS = auto()
    HAND_NUMBER = auto()
    PLACE = auto()
    """A place in the pack."""
    ACE = auto()
    """``high`` or ``low``."""
    FLAG = auto()
    """True, or absent."""
    CHOICE = auto()
    """True or false."""
    PACK = auto()
    """Cards in an order that counts, as one text."""
    HEX = auto()
    """32 bytes."""
    WORD = auto()
    """The word of a cut (C-3)."""
    PROOF = auto()
    """The version of a deal's proof."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a line."""

    name: str
    kind: Kind
    optional: bool = False
    """It does not stand in the line where the event has None or False."""
    of: str = ""
    """The field of the event, where it has another name."""

    @property
    def field(self) -> str:
        """The field of the event that stands under this key."""
        return self.of or self.name


@dataclass(frozen=True, slots=True)
class Group:
    """Keys that stand together in an object of their own, or not at all: where one that must stand is None."""

    name: str
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a kind of event."""

    event: str
    keys: tuple[Key | Group, ...] = ()


SEAT = Key("seat", Kind.SEAT)
_CARD, _CARDS, _PACK, _HANDS = Kind.CARD, Kind.CARDS, Kind.PACK, Kind.HANDS
"""By names of their own: an enumeration is slow to be asked for one, and lines of each card ask."""

ACCUSED = Key("accused", Kind.SEAT)
CARD = Key("card", Kind.CARD)
BID = Key("bid", Kind.BID)
TRICKS = Key("tricks", Kind.TRICKS)


def line_of(event: object, form: Form) -> JsonLine:
    """An event as a line."""
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
