"""The messages between a hosted table and its guests (docs/formats.md), and their bytes.

The table sends a `TableUpdate` after everything that happens, with what this one seat may see. The guest sends what its
player decides.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from spades_tui.game.events import AnySeatEvent
from spades_tui.game.findings import Finding
from spades_tui.game.habits import HabitCount, Habits
from spades_tui.game.phase import Refusal
from spades_tui.play.shown import Next, Shown
from spades_tui.record.json_form import ONE_AT_A_TIME
from spades_tui.record.open_hands import OpenHand
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.rules.problem_words import file_words
from spades_tui.rules.ruleset import MESSAGE_NAMES, Ruleset, rules_of_format
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_check import problems_but_options, read_rules

VERSION = 1
"""The version of these messages; a table and a guest of different versions don't play together."""
PHRASES = (
    "Hello!", "Good luck!", "Nice!", "Well played.", "Sorry, partner.", "Thank you.", "My mistake.", "One moment.",
    "I'm back.", "Your turn, I think.", "Good game.", "See you!",
)  # fmt: skip
"""The phrases that players may say to each other; none is about cards (C-13)."""


BALLOT = MESSAGE_NAMES["ballot"]
"""The kind of a moment with a new ballot, and of the log's lines about it."""
MOST_NUMBER = 10_000_000  # the greatest number in a message from a table, other than a bit set of cards
ALL_CARDS = (1 << 54) - 1
BIT_SETS = frozenset((
    "own", "drawn", "fresh", "thrown", "passed", "got", "dead", "away", "follows", "had", "holding", "played", "aside",
    "cards",
))  # fmt: skip
"""The keys whose numbers may be bit sets of cards."""
MOST_LETTERS = 2000  # maximum letters of a text, except rules and settings
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The first message of a table: the guest's seat, and what their lobby still has to ask."""

    version: int
    seat: int | None  # None for a watcher
    game: str  # the variant's name
    name: str  # the name of the seat; "" if its guest chooses one
    asks_password: bool  # whether the guest has no public key, and chooses a password to come back with
    program: str  # the host's version of the program
    club: bool = False  # whether this is a club, where the guest chooses a table
    begun: bool = False  # whether the game has begun, so that this guest comes late


class Ballot(msgspec.Struct, frozen=True):
    """The votes on a marked card after the game (3B-30)."""

    mark: CardToJudge
    voters: tuple[int, ...]  # the seats of people who may vote
    votes: dict[int, bool]  # by seat, in the order of the votes: whether the accused let the zero off
    left: int  # how many ballots follow
    verdict: bool | None = None  # whether the accused is a zero buddy; None while votes are missing


class TableUpdate(msgspec.Struct, frozen=True, tag="moment"):
    """The table after something has happened."""

    number: int  # the number of the moment, from 1 without gaps
    what: str
    """The name of the event in lower case, such as ``play``.

    ``start`` for the first moment, ``score``, ``over`` for the end after a decision about it, `BALLOT`, ``vote``,
    ``verdict``.
    """
    seat: int | None  # the seat that acted
    findings: tuple[Finding, ...]
    next: Next
    shown: Shown  # the table as the guest's seat may see it
    opened: OpenHand | None = None  # the hand that was scored, with all its cards (C-9)
    ballot: Ballot | None = msgspec.field(default=None, name=BALLOT)  # the one under way, or its verdict


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The guest's last decision isn't allowed, and nothing has happened."""

    refusal: Refusal


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """Somebody says one of the fixed phrases."""

    phrase: int
    seat: int | None = None

    @property
    def words(self) -> str:
        """The phrase; "" for a number that has none."""
        return PHRASES[self.phrase] if 0 <= self.phrase < len(PHRASES) else ""


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """The guests who are connected."""

    here: tuple[int, ...]  # seats whose guests are connected
    names: tuple[str, ...]  # the name of each seat; "" for a guest who hasn't come yet
    people: tuple[int, ...]  # the seats of people
    stand_ins: tuple[int, ...] = ()  # seats that a computer player plays until the guest is back
    watchers: int = 0  # how many people watch

    def __post_init__(self) -> None:
        """Raise ValueError for a seat without a name, or one that comes twice."""
        for seats in (self.here, self.people, self.stand_ins):
            if len(set(seats)) < len(seats) or not set(seats) <= set(range(len(self.names))):
                raise ValueError("these seats can't be at one table")

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats of people who aren't connected, and for whom no computer player plays."""
        return tuple([seat for seat in self.people if seat not in self.here and seat not in self.stand_ins])


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """The table closes, or doesn't let this guest in."""

    reason: str  # the reason, in one sentence


class ClubTable(msgspec.Struct, frozen=True):
    """One table of a club."""

    number: int  # the number of the table, from 1
    game: str  # the variant's name
    begun: bool  # whether its game has begun
    seats: tuple[str, ...]  # the name of each seat; "" for a free one
    away: tuple[int, ...] = ()  # taken seats whose guests aren't at the table
    watchers: int = 0  # how many people watch
    closed: bool = False  # whether nobody can play here, because the table has failed


class Tables(msgspec.Struct, frozen=True, tag="tables"):
    """The tables of a club, for a guest who is at none: after their arrival, and whenever one has changed."""

    tables: tuple[ClubTable, ...]
    reason: str = ""  # why the guest is here again, or why they can't sit down, in one sentence


class HostNote(msgspec.Struct, frozen=True, tag="note"):
    """A sentence for this guest."""

    text: str


class Kept(msgspec.Struct, frozen=True, tag="kept"):
    """The settings that this guest's last process has sent, for a process on the host's machine."""

    settings: str


FromTable = Welcome | TableUpdate | Refused | Phrase | Presence | Closed | Tables | HostNote | Kept


class Arrive(msgspec.Struct, frozen=True, tag="arrive"):
    """The guest sits down. It is the first message of every guest."""

    version: int
    name: str
    password: str = ""  # the password that opens the seat later, for a guest without a public key
    pulse: bool = False  # whether the guest's program answers empty messages


class Decide(msgspec.Struct, frozen=True, tag="decide"):
    """The guest's player acts, in turn or out of turn."""

    event: AnySeatEvent
    coached: bool = False  # whether the coach spoke before it
    hinted: bool = False  # whether the guest saw a hint or a suggestion before it


class CutMessage(msgspec.Struct, frozen=True, tag="cut"):
    """The guest cuts the deck, or declines (C-3)."""

    depth: int | None
    word: str = ""


class Designate(msgspec.Struct, frozen=True, tag="designate"):
    """The guest deals, and chooses the place of the extra card (3B-4)."""

    place: int | None


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The guest has nothing more to say before the hand is scored."""

    hand: int


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """The guest votes on a marked card (3B-30)."""

    hand: int
    card: int
    aye: bool  # whether the accused let the zero off


class StandIn(msgspec.Struct, frozen=True, tag="stand-in"):
    """Let a computer player sit in for everybody who has gone, until they are back."""


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """The guest leaves. If it's the host's own player, the table is saved and closes."""


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The host's own player begins the game without those who haven't come; computer players take their seats."""


class Swap(msgspec.Struct, frozen=True, tag="swap"):
    """The host's own player exchanges two seats before the game, with everybody who has them."""

    first: int
    second: int


class Give(msgspec.Struct, frozen=True, tag="give"):
    """Before the game, the host's own player gives a missing friend's seat to a computer player, or to friends again.

    With a name, only that friend can take it, with the line they already have.
    """

    seat: int
    computer: bool = False
    friend: str = ""


class HandOver(msgspec.Struct, frozen=True, tag="hand-over"):
    """The host's own player gives a seat a new line, for its owner on another computer; the old one opens nothing."""

    seat: int


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """The text of the guest's settings file has changed."""

    settings: str


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """Sit down at a table of the club."""

    table: int
    seat: int | None = None  # the seat; None for the guest's own, or else the first free one


class Watch(msgspec.Struct, frozen=True, tag="watch"):
    """Watch a table of the club."""

    table: int


FromGuest = (
    Arrive | StandIn | Leave | Decide | CutMessage | Designate | Done | Vote | Phrase
    | Begin | Swap | Give | HandOver | Keep | Sit | Watch
)  # fmt: skip


# ---- their bytes


def encode(value: object) -> bytes:
    """Return a value as JSON, with rules as their variant. Raises TypeError for one that isn't plain data.

    An observation has only what its seat may see, so its bytes are safe to send.
    """
    return _ENCODER.encode(value)


def decode(data: bytes, kind: Any) -> Any:
    """Return the value of a kind, which may be a union, from its bytes.

    Raises msgspec.DecodeError if it isn't one, or has numbers or texts that no message of this program has.
    """
    try:
        with ONE_AT_A_TIME:
            if kind is FromTable:  # the table itself refuses what a guest may not send, with a sentence
                _check(msgspec.json.decode(data))
            return msgspec.json.decode(data, type=kind, dec_hook=_decoded)
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None


def _check(data: object) -> None:
    """Refuse numbers that could only make this program slow, and texts that must not reach a terminal.

    Raises msgspec.DecodeError.
    """
    waiting: list[tuple[str, object]] = [("", data)]  # not a match statement: every moment has thousands of values
    while waiting:
        key, found = waiting.pop()
        if isinstance(found, str):
            if _CONTROL.search(found.replace("\n", "") if key == "settings" else found):
                raise msgspec.DecodeError(f"{key}: the text has control characters")
            if len(found) > MOST_LETTERS and key not in ("rules", "settings"):
                raise msgspec.DecodeError(f"{key}: the text is too long")
        elif isinstance(found, int | float):
            if not -MOST_NUMBER <= found <= (ALL_CARDS if key in BIT_SETS else MOST_NUMBER):
                raise msgspec.DecodeError(f"{key}: the number is too large")
        elif isinstance(found, dict):
            waiting += found.items()
            waiting += [("", name) for name in found]
        elif isinstance(found, list):
            waiting += [(key, value) for value in found if value is not None]


def _encoded(value: object) -> object:
    """Return JSON data for a value of a type that JSON doesn't have."""
    if isinstance(value, Ruleset):
        return _rules_text(value)
    if isinstance(value, HabitCount):
        return value.by_seat()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} can't be sent")


_ENCODER = msgspec.json.Encoder(enc_hook=_encoded)


@lru_cache(maxsize=32)
def _rules_text(rules: Ruleset) -> str:
    """Return rules as one text, so that equal ones are read only once."""
    return json.dumps({"rules": rules.whole.to_json(), "format": rules.format}, ensure_ascii=False)


def _decoded(kind: type, data: Any) -> Ruleset | HabitCount:
    """Return a value of a type that JSON doesn't have. Raises ValueError, TypeError or msgspec.ValidationError."""
    if kind is HabitCount:
        return HabitCount(msgspec.convert(data, tuple[Habits, ...]))
    return rules_of_format(*_read_variant(data))


@lru_cache(maxsize=32)
def _read_variant(text: str) -> tuple[Variant, str | None]:
    data = {"rules": None, "format": None} | json.loads(text)
    _check(data)
    variant, found = read_rules(data["rules"])
    if variant is not None:  # its options have already been applied, and parts that are off may be missing
        found = problems_but_options(variant)
    if variant is None or found:
        raise ValueError(f"rules: {file_words(found[0])}")
    return variant, data["format"]
