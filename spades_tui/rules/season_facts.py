"""What customs and the season of a table know about each other."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from spades_tui.rules.season_kinds import Kind


def is_computer(person: str) -> bool:
    """Return whether a person is a level of computer players, one player of the scorebook."""
    return person.startswith("c:")


class SeasonNote(NamedTuple):
    """A note about the season that people add to the scorebook."""

    keys: Mapping[str, Any]
    """Its keys, each with the type of its JSON."""
    about: str = "table"
    """The key that says what it is about."""


class NotedChange(NamedTuple):
    """What a note changes in the season."""

    kind: Kind
    amount: int = 1
    game: str | None = None
    into: Kind | None = None
    """The count to which all of the person's count moves; then the amount says nothing."""


class SeasonSeats(NamedTuple):
    """The seats of a game that an entry of the season is about, for names as at the table."""

    seats: tuple[int, ...]
    names: Literal["person", "other", "owner"] = "person"
    """``person`` of the entry, ``other`` for its second person, ``owner``: whose count changes."""
    by: int | None = None
    """For ``other``: the seat of the entry's person."""


class SeasonGame(Protocol):
    """A finished game as the season knows it, with persons instead of seats."""

    @property
    def game(self) -> str: ...
    @property
    def names_last(self) -> bool: ...
    def values(self, keys: Iterable[str]) -> dict[str, Any]: ...


class SeasonFacts(Protocol):
    """The season of a table before a game; `scorebook/season.py` explains each."""

    def has(self, kind: Kind, person: str) -> int: ...
    def holders(self, kind: Kind) -> list[str]: ...
    def add(
        self, game: Any, person: str, kind: Kind, amount: int = 1, other: str | None = None
    ) -> None: ...
