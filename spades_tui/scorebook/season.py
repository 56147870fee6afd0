"""The season of a table (3B-18 … 3B-30), computed from a dated list of happenings.

`Season` takes games, payments and verdicts in order, and writes one entry for each effect. An entry depends only
on earlier happenings, so later ones never change it, and the scoreboard of any day is the sum of the entries up to that
day. This module uses no files, clocks or databases.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field

from spades_tui.rules import season_effects
from spades_tui.rules.custom_keys import with_keys
from spades_tui.rules.digit_line import DigitLine as DigitLine
from spades_tui.rules.record_types import Words as Words
from spades_tui.rules.season_facts import is_computer as is_computer
from spades_tui.rules.season_kinds import Kind as Kind

STAR_WEEK = 3
"""Wins in one week that make an outside star (3B-28)."""
GOLD_ROW = 4
RED_ROW = 5


CORRECTABLE = (Kind.STAR, Kind.OUTSIDE, Kind.GOLD, Kind.RED, *season_effects.CORRECTABLE)
"""The kinds of entries that a correction may add."""


class Agreements(Struct, frozen=True, forbid_unknown_fields=True):
    """The agreements of a table."""

    session: Literal["day", "week"] = "day"
    """The gaming session in which wins are stars (3B-28)."""
    forfeit: Words = season_effects.AGREEMENTS["forfeit"]
    """What last place costs (3B-26)."""
    deck: Words = season_effects.AGREEMENTS["deck"]
    """What a game without any bid met costs (3B-24)."""


class Happening(Struct, frozen=True):
    """Something that happened at a table."""

    moment: str
    """As sortable text in UTC."""
    day: date
    """The day at the table."""


class GamePlayed(Happening, frozen=True):
    """A finished game."""

    game: str
    players: tuple[str, ...]
    """The person in each seat."""
    winners: tuple[str, ...]
    names_last: bool = field(default=False, name="has_tray")
    """Whether a custom names the player in last place."""

    def values(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the values of these keys of customs."""
        return {key: getattr(self, key) for key in keys}


if not TYPE_CHECKING:
    GamePlayed = with_keys(GamePlayed, season_effects.GAME_KEYS)


class CountMoved(Happening, frozen=True):
    """All of a person's count becomes another count (3B-26)."""

    person: str
    kind: Kind
    into: Kind


class SeasonEntry(Happening, frozen=True):
    """One effect of a happening; or one that people have noted, such as a paid deck, which may take effect in part."""

    person: str
    kind: Kind
    amount: int = 1
    game: str | None = None
    other: str | None = None


def majority(votes: Iterable[bool], voters: int) -> bool | None:
    """Return the verdict on a judged card: more than half of those who may vote; None if nobody can (3B-30)."""
    if voters == 0:
        return None
    return 2 * sum(votes) > voters


def week_of(day: date) -> tuple[int, int]:
    """Return the ISO year and week of a day, Monday to Sunday; a week may be in two years."""
    iso = day.isocalendar()
    return iso.year, iso.week


class Season:
    """A table up to a moment, in `entries`."""

    def __init__(self) -> None:
        self.entries: list[SeasonEntry] = []
        self._held: dict[Kind, dict[str, int]] = {kind: {} for kind in season_effects.HELD}
        """Counts that never fall below zero, by person, the earliest holder first."""
        self._week = Counter[tuple[str, bool, tuple[int, int]]]()
        """Wins in a week."""
        self._row: dict[tuple[str, bool], tuple[int, str]] = {}
        """Wins in a row, and the day and the game of the first."""
        self._lines: dict[str, DigitLine] = {}

    def take(self, happening: Happening) -> None:
        """Add one more happening; call it in the order of moments."""
        match happening:
            case GamePlayed():
                self._play(happening)
            case CountMoved(person=person, kind=kind, into=into):
                amount = self.has(kind, person)
                if amount:
                    self._add(happening, person, kind, -amount)
                    self._add(happening, person, into, amount)
            case SeasonEntry(person=person, kind=kind, amount=amount, game=game):
                line = self._lines.get(person, DigitLine())
                if kind in self._held:
                    amount = max(amount, -self.has(kind, person))
                if amount and (kind not in season_effects.STRUCK or (line.game == game and line.choose(amount))):
                    self._add(happening, person, kind, amount, game=game)

    def has(self, kind: Kind, person: str) -> int:
        """Return how much a person has of a count that never falls below zero."""
        return self._held[kind].get(person, 0)

    def holders(self, kind: Kind) -> list[str]:
        """Return the persons who have some of such a count, the earliest first."""
        return list(self._held[kind])

    def add(self, game: GamePlayed, person: str, kind: Kind, amount: int = 1, other: str | None = None) -> None:
        """Add an entry because of a game; `other`: a second person, if any."""
        self._add(game, person, kind, amount, game=game.game, other=other)

    def _add(
        self, when: Happening, person: str, kind: Kind, amount: int = 1, *, game: str | None = None,
        other: str | None = None,
    ) -> None:  # fmt: skip
        if kind in season_effects.ON_LINE:
            self._lines.setdefault(person, DigitLine()).change(amount, game)
        if kind in self._held:
            left = self.has(kind, person) + amount
            if left:
                self._held[kind][person] = left
            else:
                # a debtor who has paid goes to the end of the order with the next debt
                self._held[kind].pop(person, None)
        self.entries.append(SeasonEntry(when.moment, when.day, person, kind, amount, game, other))

    def _play(self, game: GamePlayed) -> None:
        for person in dict.fromkeys(game.players):
            self.add(game, person, Kind.GAME)
        season_effects.before_wins(self, game)
        self._wins(game)
        season_effects.after_wins(self, game)

    def _wins(self, game: GamePlayed) -> None:
        """Count stars (3B-28). Games that name the last player are separate from the others."""
        winners = list(dict.fromkeys(game.winners))
        people = {person for person in game.players if not is_computer(person)}
        for person in winners:
            self.add(game, person, Kind.STAR)
        for person in sorted(people - set(winners)):
            self._row.pop((person, game.names_last), None)
        for person in winners:
            if person in people:
                self._won(game, person)

    def _won(self, game: GamePlayed, person: str) -> None:
        week = (person, game.names_last, week_of(game.day))
        self._week[week] += 1
        if self._week[week] == STAR_WEEK:
            self.add(game, person, Kind.OUTSIDE)
            season_effects.outside(self, game, person)
        row, since = self._row.get((person, game.names_last), (0, f"{game.day.isoformat()} {game.game}"))
        row += 1
        self._row[person, game.names_last] = (row, since)
        if row == GOLD_ROW:
            self.add(game, person, Kind.GOLD)
        if row == RED_ROW:
            self.add(game, person, Kind.RED)
        if row >= RED_ROW:
            self.add(game, person, Kind.STREAK, row, other=since)
