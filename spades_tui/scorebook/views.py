"""The data that screens and the command line show of the scorebook, plain and frozen."""

from datetime import date

from msgspec import Struct

from spades_tui.scorebook.people import Settings
from spades_tui.scorebook.season import Kind


class PersonView(Struct, frozen=True):
    """A person in the scorebook."""

    id: str
    name: str
    computer: bool
    games: int


class TableView(Struct, frozen=True):
    """A table."""

    id: str
    name: str
    settings: Settings
    games: int
    people: tuple[str, ...]
    """Names."""


class ScoreLine(Struct, frozen=True):
    """A player's line on the scoreboard.

    Counts are for the year shown; chits, debts and trays are as of its end.
    """

    person: str
    name: str
    computer: bool
    games: int = 0
    wins: int = 0
    stars: int = 0
    """Wins in the gaming session (3B-28)."""
    outside: int = 0
    gold: int = 0
    """In the year shown, or the current one."""
    red: int = 0
    """In the year shown and all earlier ones."""
    chits: int = 0
    trays: str = ""
    """A hex digit for each tray carried, without erased ones (3B-25)."""
    tray_count: int = 0
    tray_times: int = 0
    """How often the player was the tray person."""
    wire_to_wire: int = 0
    to_carry: int = 0
    """Trays that the violator still has to carry (3B-26); 0 for everybody else."""
    spared: int = 0
    decks: int = 0
    """Decks of cards owed (3B-24)."""
    perfect: int = 0
    imperfect: int = 0
    off_over: int = 0
    """Tricks beyond the bids, in games that count tricks off (3B-22)."""
    off_short: int = 0
    boneheads: int = 0
    zero_buddies: int = 0
    unknown_chits: int = 0
    """Players named without a chit in the scorebook."""
    plain_hands: int = 0
    """This and the fields below: counts of the year in games without a tray; points and bids made are the side's."""
    points: int = 0
    made: int = 0
    set: int = 0
    bags: int = 0
    zeros: int = 0
    zeros_made: int = 0
    blinds: int = 0
    blinds_made: int = 0
    bemos: int = 0
    bemos_kept: int = 0

    @property
    def points_per_hand(self) -> float | None:
        """Points of the side per hand, in games without a tray; None without such hands."""
        return self.points / self.plain_hands if self.plain_hands else None


class StreakLine(Struct, frozen=True):
    """A line in the list of longest streaks."""

    person: str
    name: str
    length: int
    first: date
    last: date


class Scoreboard(Struct, frozen=True):
    """The scoreboard of a table."""

    table: TableView
    year: int | None
    """None: all years."""
    years: tuple[int, ...]
    """Years in which the table has played."""
    games: int
    session: tuple[date, date]
    """The first and last day of the gaming session whose wins are stars (3B-28)."""
    lines: tuple[ScoreLine, ...]
    streaks: tuple[StreakLine, ...]
    violators: tuple[str, ...]
    """Names of players who haven't carried yet; hardly ever more than one."""
    debtor: str | None
    """The player who would owe the next deck too (3B-24)."""
    trays: bool = True
    """Whether the table plays for trays, chits, decks and days (3B-18 … 3B-27)."""
    plain: bool = False
    """Whether it has played games without a tray."""
    counting: bool = False
    """Whether the season isn't counted to its end yet, after many new games."""


class Happened(Struct, frozen=True):
    """One effect of a game or note, for the ceremony at a game's end and for the history."""

    day: date
    person: str
    name: str
    kind: Kind
    amount: int
    other: str | None
    """The name of a second person, if any."""
    game: str | None


class GameRow(Struct, frozen=True):
    """A finished game in a list."""

    id: str
    table: str
    variant: str
    title: str
    ended: str
    day: date
    hands: int
    players: tuple[str, ...]
    winners: tuple[str, ...]
    points: tuple[int, ...]
    """Of each seat's side."""
    file: str | None


class GameProgress(Struct, frozen=True):
    """A game for a plot: the totals after each hand."""

    title: str
    sides: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    """One tuple per hand, by side."""


class ChitDecision(Struct, frozen=True):
    """The decision that a tray person with a chit must make now (3B-27)."""

    game: str
    seat: int
    person: str
    name: str
    chits: int
    choices: tuple[tuple[int, str], ...]
    """Seats and names of players who may be named; naming nobody loses the chit."""


class Hearing(Struct, frozen=True):
    """A ZB mark to be heard (3B-30)."""

    game: str
    mark: str
    hand: int
    card: str
    accused: str
    accused_name: str
    marked_by: tuple[str, ...]
    """Names."""
    voters: tuple[tuple[str, str], ...]
    """Persons and names of the voters: people of the hunters' team without the accused. Empty: the mark lapses."""
    verdict: bool | None
    """The verdict of the hearing; None before it."""

    @property
    def lapsed(self) -> bool:
        """Whether nobody can vote."""
        return not self.voters


class GivenUp(Struct, frozen=True):
    """An abandoned game: it doesn't count."""

    file: str
    at: str


class CatchUpResult(Struct, frozen=True):
    """The result of `catch_up` or `rebuild`."""

    games: int = 0
    """The number of games added or changed."""
    left: int = 0
    """The number of files not read, or of tables whose season isn't counted, when the time was up."""
    broken: tuple[tuple[str, str], ...] = ()
    """Files that aren't records, and why."""
    kept: int = 0
    """The number of games without a record, kept from the scorebook's data."""
    passed_over: tuple[str, ...] = ()
    """Sentences about invalid notes."""
