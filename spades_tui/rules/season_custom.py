"""What customs do in the season of a table: the hooks of the scorebook, and the words about it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.season_facts import (
    NotedChange,
    SeasonFacts,
    SeasonGame,
    SeasonNote,
    SeasonSeats,
)
from spades_tui.rules.season_kinds import Kind


class SeasonCount(NamedTuple):
    """A count of the season that people can correct by hand."""

    words: str
    noted: bool = False
    """Whether people also change it by noting something, such as a paid debt."""


class SeasonColumn(NamedTuple):
    """A column of the season's scoreboard."""

    place: int
    """Its place among the columns of all customs, from 1."""
    attribute: str
    """The field of a line of the scoreboard."""
    heads: tuple[str, str, str]
    """In words, in a short word, and as a letter."""
    title: str = ""
    """Its head in the command's table, if it isn't the short word."""
    spoken: str = ""
    """Its head in plain text, if it isn't the words."""
    always: bool = True
    """Whether the screen shows the column even if it is empty for every person."""


class SeasonNews(NamedTuple):
    """An entry of the season, to be told in a sentence."""

    kind: str
    name: str
    other: str
    """The name of a second person; empty if there is none."""
    amount: int
    """Never negative."""
    less: bool
    """Whether it takes the amount away."""
    late: bool
    """Whether the person wasn't in last place in that game."""
    forfeit: str
    deck: str
    """What the table has agreed on for last place and for a game with no bid met."""


class SeasonCustom:
    """The part of a custom in the season of a table; the default is none."""

    __slots__ = ()

    season_kinds: ClassVar[Mapping[str, SeasonCount]] = {}
    """The counts that it adds to the season, by the kind of their entries."""
    season_columns: ClassVar[tuple[SeasonColumn, ...]] = ()
    """Its columns of the scoreboard."""
    season_figures: ClassVar[Mapping[str, str]] = {}
    """Its rows on a person's page: the field of the person's statistics, with the name of the row.
    """

    season_game_keys: ClassVar[Mapping[str, CustomKey]] = {}
    """The keys that it adds to a game of the season, with persons instead of seats."""
    season_sums: ClassVar[Mapping[Kind, str]] = {}
    """Its counts over a year, each with its field of a line of the scoreboard."""
    season_balances: ClassVar[Mapping[Kind, str]] = {}
    """Its counts since the beginning, each with its field of a line of the scoreboard."""
    season_held: ClassVar[tuple[Kind, ...]] = ()
    """Its counts that never fall below zero."""
    season_line: ClassVar[Kind | None] = None
    """Its count whose entries write digits on the person's line (3B-25)."""
    season_struck: ClassVar[Kind | None] = None
    """The kind of entries with the place of a digit that the person has chosen to erase."""
    season_agreements: ClassVar[Mapping[str, str]] = {}
    """What a table agrees on about it, each with the default."""
    season_notes: ClassVar[Mapping[str, SeasonNote]] = {}
    """The notes about its season, by the event of the note."""

    @classmethod
    def season_game(cls, result: Any, persons: Sequence[str]) -> Mapping[str, Any]:
        """Return the values of `season_game_keys`; `result`: a `GameResult`; `persons`: by seat."""
        return {}

    @classmethod
    def season_before_wins(cls, season: SeasonFacts, game: SeasonGame) -> None:
        """Add what a game changes, before wins are counted."""

    @classmethod
    def season_outside(cls, season: SeasonFacts, game: SeasonGame, person: str) -> None:
        """Add what an outside star brings to a person (3B-28)."""

    @classmethod
    def season_after_wins(cls, season: SeasonFacts, game: SeasonGame) -> None:
        """Add what a game changes, after wins have been counted."""

    @classmethod
    def season_change(cls, note: Mapping[str, Any]) -> NotedChange | None:
        """Return what one of its notes changes; None for nothing."""
        return None

    @classmethod
    def season_seats(cls, kind: Kind, less: bool, result: Any) -> SeasonSeats | None:
        """Return the seats of a game that an entry of this kind is about.

        Return None if the entry isn't its own.

        `less`: whether the entry takes something away; `result`: a `GameResult`.
        """
        return None

    @classmethod
    def season_decider(cls, result: Any) -> tuple[int, Kind] | None:
        """Return the seat that must decide about the end of a game with one of these, or None.

        `result`: a `GameResult`.
        """
        return None

    @classmethod
    def season_verdict(
        cls, mark: str, votes: Mapping[str, bool], guilty: bool
    ) -> tuple[str, Mapping[str, Any]] | None:
        """Return the event and the keys of the note about a judged card, without its game.

        Return None if it judges none.
        """
        return None

    @classmethod
    def season_sentence(cls, news: SeasonNews) -> str | None:
        """Return the sentence for an entry of the season.

        It's empty if it needs none, None if the entry isn't its own.
        """
        return None
