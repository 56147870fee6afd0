"""The season of a table (3B-18 … 3B-30), computed from a dated list of happenings.

`Season` takes games, ticks, payments and hearings in order, and writes one entry for each effect. An entry depends only
on earlier happenings, so later ones never change it, and the scoreboard of any day is the sum of the entries up to that
day. This module uses no files, clocks or databases.
"""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from msgspec import Meta, Struct, to_builtins

from spades_tui.record.json_form import checked

STAR_WEEK = 3
"""Wins in one week that make an outside star (3B-28)."""
GOLD_ROW = 4
RED_ROW = 5
HEX_DIGITS = "123456789ABCDEF0"


class Kind(StrEnum):
    """The kinds of entries. Chits held, trays on the line, decks owed and waiting trays are sums of entries."""

    GAME = "game"
    STAR = "star"
    """A game won (3B-28)."""
    OUTSIDE = "outside"
    GOLD = "gold"
    RED = "red"
    STREAK = "streak"
    """A row of five or more wins; the amount is its length, and `other` is the day and the game of its first win."""
    TRAY_PERSON = "tray_person"
    WIRE = "wire"
    SPARED = "spared"
    """A tray person who carries nothing, because the violator does (3B-26)."""
    PILE = "pile"
    """Trays that wait to be carried; subtracted once they have been."""
    TRAY = "tray"
    """Digits on the player's line (3B-25)."""
    STRUCK = "struck"
    """The chosen digit for a perfect day to erase; `amount` is its place on the line (3B-25)."""
    CHIT = "chit"
    CHIT_SPENT = "chit_spent"
    """Another player was named: `other` (3B-27)."""
    CHIT_LOST = "chit_lost"
    CHIT_UNKNOWN = "chit_unknown"
    """A player was named without a chit in the scorebook; the table's decision counts."""
    PERFECT = "perfect"
    IMPERFECT = "imperfect"
    DECK = "deck"
    """A deck of cards owed; `other` is the player whose imperfect day it was (3B-24)."""
    BONE = "bone"
    ZERO_BUDDY = "zero_buddy"


CORRECTABLE = (
    Kind.STAR, Kind.OUTSIDE, Kind.GOLD, Kind.RED, Kind.TRAY_PERSON, Kind.WIRE, Kind.PILE, Kind.TRAY, Kind.CHIT,
    Kind.PERFECT, Kind.IMPERFECT, Kind.DECK, Kind.BONE, Kind.ZERO_BUDDY,
)  # fmt: skip
"""The kinds of entries that a correction may add."""

_HELD = (Kind.PILE, Kind.TRAY, Kind.CHIT, Kind.DECK)
"""Counts that never fall below zero."""


def is_computer(person: str) -> bool:
    """Return whether a person is a level of computer players, which is one player of the scorebook."""
    return person.startswith("c:")


Words = Annotated[str, Meta(min_length=1, max_length=400)]


class Agreements(Struct, frozen=True, forbid_unknown_fields=True):
    """The agreements of a table."""

    session: Literal["day", "week"] = "day"
    """The gaming session in which wins are stars (3B-28)."""
    forfeit: Words = "carries the trays"
    """The tray person's forfeit (3B-26)."""
    deck: Words = "a deck of cards"
    """The debt of an imperfect day (3B-24)."""


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
    has_tray: bool = False
    last: tuple[str, ...] = ()
    """The player in last place; several if they are tied after an outright win (3B-15)."""
    chit: bool = False
    """Whether a chit was used after the game, to name `named` or nobody (3B-27)."""
    named: str | None = None
    more_chits: tuple[tuple[str, str | None], ...] = ()
    """The chits that named players used in turn: each holder, and the player named or None."""
    wire: bool = False
    """Whether the final tray person went wire to wire (3B-20)."""
    perfect: tuple[str, ...] = ()
    imperfect: tuple[str, ...] = ()
    bones: tuple[tuple[str, int], ...] = ()


class Carried(Happening, frozen=True):
    """A tray person has carried all waiting trays (3B-26)."""

    person: str


class SeasonEntry(Happening, frozen=True):
    """One effect of a happening; or one that people have noted, such as a paid deck, which may take effect in part."""

    person: str
    kind: Kind
    amount: int = 1
    game: str | None = None
    other: str | None = None


class DigitLine(Struct, array_like=True):
    """The digits on a player's line that haven't been erased: one for each tray, 1 to F and then 0 again (3B-25).

    A perfect day erases the last one, until its player chooses another. The next tray adds the digit that follows the
    last remaining one.
    """

    top: int = 0
    """Digits written, up to the last one that remains."""
    gone: frozenset[int] = frozenset()
    """Places of erased digits before it."""
    game: str | None = None
    """The game whose perfect day erased a digit, while another may be chosen."""
    before: tuple[int, frozenset[int]] | None = None
    """The line before that: `top` and `gone`."""

    @property
    def text(self) -> str:
        """The remaining digits."""
        standing = (place for place in range(self.top) if place + 1 not in self.gone)
        return "".join(HEX_DIGITS[place % len(HEX_DIGITS)] for place in standing)

    def change(self, amount: int, game: str | None = None) -> None:
        """Add trays, or remove some from the end; in a game, one is removed for a perfect day."""
        struck = amount == -1 and game is not None
        self.before, self.game = ((self.top, self.gone), game) if struck else (None, None)
        if amount > 0:
            self.top += amount
        else:
            self._keep(self.top - len(self.gone) + amount)

    def choose(self, place: int) -> bool:
        """Erase the digit at this place, from 1, instead of the last one; return False if that isn't possible."""
        if self.before is None:
            return False
        top, gone = self.before
        if not 1 <= place <= top - len(gone):
            return False
        self.top, self.gone = top, gone | {_standing(place, gone)}
        self._keep(self.top - len(self.gone))
        return True

    def _keep(self, count: int) -> None:
        """Keep only the first `count` digits."""
        self.top = _standing(count, self.gone)
        self.gone = frozenset(place for place in self.gone if place < self.top)


def _standing(count: int, gone: frozenset[int]) -> int:
    """Return the place of the digit with this number among the remaining ones; 0 for none."""
    place = max(0, count)
    for one in sorted(gone) if place else ():
        if one > place:
            break
        place += 1
    return place


def majority(votes: Iterable[bool], voters: int) -> bool | None:
    """Return the verdict of a hearing: more than half of those who may vote; None if nobody can (3B-30)."""
    return None if voters == 0 else 2 * sum(votes) > voters


def week_of(day: date) -> tuple[int, int]:
    """Return the ISO year and week of a day, Monday to Sunday; a week may be in two years."""
    iso = day.isocalendar()
    return iso.year, iso.week


class Season:
    """The state of a table up to a moment. `state` saves it, and `resumed` continues from there."""

    def __init__(self) -> None:
        self.entries: list[SeasonEntry] = []
        self._held: dict[Kind, dict[str, int]] = {kind: {} for kind in _HELD}
        self._week: dict[tuple[str, bool, tuple[int, int]], int] = {}
        self._row: dict[tuple[str, bool], tuple[int, str]] = {}
        self._lines: dict[str, DigitLine] = {}

    def state(self, today: date) -> dict[str, Any]:
        """Return the state as plain data, with only those wins of a week that may still grow."""
        since = week_of(date.fromordinal(max(1, today.toordinal() - 7)))
        return {
            "held": {kind.value: list(held.items()) for kind, held in self._held.items()},
            "week": [[*key, wins] for key, wins in self._week.items() if key[2] >= since],
            "row": [[*key, *row] for key, row in self._row.items()],
            "lines": [[person, *to_builtins(one)] for person, one in self._lines.items()],
        }

    @classmethod
    def resumed(cls, state: dict[str, Any]) -> Self:
        """Return a season that continues from a saved state."""
        season = cls()
        season._held = {Kind(kind): dict(held) for kind, held in state["held"].items()}
        season._week = {(person, tray, (year, week)): wins for person, tray, (year, week), wins in state["week"]}
        season._row = {(person, tray): (row, since) for person, tray, row, since in state["row"]}
        season._lines = {person: checked(DigitLine, line) for person, *line in state["lines"]}
        return season

    def take(self, happening: Happening) -> None:
        """Add one more happening; call it in the order of moments."""
        match happening:
            case GamePlayed():
                self._play(happening)
            case Carried():  # a digit for each tray that the violator has carried (3B-25, 3B-26); others have none
                piled = self._has(Kind.PILE, happening.person)
                if piled:
                    self._add(happening, happening.person, Kind.PILE, -piled)
                    self._add(happening, happening.person, Kind.TRAY, piled)
            case SeasonEntry(person=person, kind=kind, amount=amount, game=game):
                line = self._lines.get(person, DigitLine())
                if kind in self._held:
                    amount = max(amount, -self._has(kind, person))
                if amount and (kind != Kind.STRUCK or (line.game == game and line.choose(amount))):
                    self._add(happening, person, kind, amount, game=game)

    def _has(self, kind: Kind, person: str) -> int:
        return self._held[kind].get(person, 0)

    def _add(
        self, when: Happening, person: str, kind: Kind, amount: int = 1, *, game: str | None = None,
        other: str | None = None,
    ) -> None:  # fmt: skip
        if kind == Kind.TRAY:
            self._lines.setdefault(person, DigitLine()).change(amount, game)
        if kind in self._held:
            left = self._has(kind, person) + amount
            if left:
                self._held[kind][person] = left
            else:
                # a debtor who has paid goes to the end of the order with the next debt
                self._held[kind].pop(person, None)
        self.entries.append(SeasonEntry(when.moment, when.day, person, kind, amount, game, other))

    def _play(self, game: GamePlayed) -> None:
        people = {person for person in game.players if not is_computer(person)}
        for person in dict.fromkeys(game.players):
            self._add(game, person, Kind.GAME, game=game.game)
        if game.has_tray:
            # a chit must have been held before this game; what this game earns comes later
            self._trays(game, people)
        self._days(game, people)
        self._wins(game, people)
        for person, count in game.bones:
            self._add(game, person, Kind.BONE, count, game=game.game)

    def _trays(self, game: GamePlayed, people: set[str]) -> None:
        """Find who carries (3B-18, 3B-20, 3B-26, 3B-27)."""
        carriers = game.last
        if len(game.last) == 1 and game.last[0] in people:
            carriers = self._use_chit(game, game.last[0], game.named if game.chit else None)
        elif game.chit and game.named is not None:
            carriers = (game.named,)
        for holder, named in game.more_chits:
            if carriers == (holder,):
                carriers = self._use_chit(game, holder, named)
        for person in dict.fromkeys(carriers):
            self._add(game, person, Kind.TRAY_PERSON, game=game.game)
            if game.wire:
                self._add(game, person, Kind.WIRE, game=game.game)
        violators = list(self._held[Kind.PILE])
        for person in violators:
            self._add(game, person, Kind.PILE, game=game.game)
        for person in dict.fromkeys(carriers):
            if person in violators:
                continue
            if violators:
                self._add(game, person, Kind.SPARED, game=game.game, other=violators[0])
            elif person in people:
                self._add(game, person, Kind.PILE, game=game.game)
            else:  # computer players always carry trays at once
                self._add(game, person, Kind.TRAY, game=game.game)

    def _use_chit(self, game: GamePlayed, last: str, named: str | None) -> tuple[str, ...]:
        """Let a chit name another player, or lose it (3B-27); return the tray person.

        If nothing was recorded, the last player's chit is lost. A named player's chit is lost only if the record says
        so, because earlier releases didn't ask named players.
        """
        if self._has(Kind.CHIT, last):
            self._add(game, last, Kind.CHIT, -1, game=game.game)
            self._add(game, last, Kind.CHIT_SPENT if named else Kind.CHIT_LOST, game=game.game, other=named)
        elif named is not None:
            self._add(game, last, Kind.CHIT_UNKNOWN, game=game.game, other=named)
        return (last,) if named is None else (named,)

    def _days(self, game: GamePlayed, people: set[str]) -> None:
        """Count perfect and imperfect days and their effects (3B-23, 3B-24, 3B-25)."""
        for person in game.perfect:
            self._add(game, person, Kind.PERFECT, game=game.game)
            if person in people:
                self._add(game, person, Kind.CHIT, game=game.game)
            if self._has(Kind.TRAY, person):
                self._add(game, person, Kind.TRAY, -1, game=game.game)
        debtor = next(iter(self._held[Kind.DECK]), None)  # the earliest debtor from before
        for person in game.imperfect:
            self._add(game, person, Kind.IMPERFECT, game=game.game)
            if person in people:
                self._add(game, debtor or person, Kind.DECK, game=game.game, other=person)

    def _wins(self, game: GamePlayed, people: set[str]) -> None:
        """Count stars (3B-28). Games with and without a tray are separate; only the former bring chits."""
        winners = list(dict.fromkeys(game.winners))
        for person in winners:
            self._add(game, person, Kind.STAR, game=game.game)
        for person in sorted(people - set(winners)):
            self._row.pop((person, game.has_tray), None)
        for person in winners:
            if person in people:
                self._won(game, person)

    def _won(self, game: GamePlayed, person: str) -> None:
        week = (person, game.has_tray, week_of(game.day))
        self._week[week] = self._week.get(week, 0) + 1
        if self._week[week] == STAR_WEEK:
            self._add(game, person, Kind.OUTSIDE, game=game.game)
            if game.has_tray:
                self._add(game, person, Kind.CHIT, game=game.game)
        row, since = self._row.get((person, game.has_tray), (0, f"{game.day.isoformat()} {game.game}"))
        row += 1
        self._row[person, game.has_tray] = (row, since)
        if row == GOLD_ROW:
            self._add(game, person, Kind.GOLD, game=game.game)
        if row == RED_ROW:
            self._add(game, person, Kind.RED, game=game.game)
        if row >= RED_ROW:
            self._add(game, person, Kind.STREAK, row, game=game.game, other=since)
