"""What the screens and the command line show of the book, as plain frozen data."""

from dataclasses import field
from datetime import date

from spades_tui.frozen import dataclass
from spades_tui.scorebook.people import Settings
from spades_tui.scorebook.season import Kind


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody in the book."""

    id: str
    name: str
    computer: bool
    games: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table."""

    id: str
    name: str
    settings: Settings
    games: int
    people: tuple[str, ...]
    """Names."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A player's line on the scoreboard. What is counted is of the year shown; what is held, owed or carried is as it
    stands at the end of it."""

    person: str
    name: str
    computer: bool
    games: int = 0
    wins: int = 0
    stars: int = 0
    """Wins in the gaming session (3B-28)."""
    outside: int = 0
    gold: int = 0
    """Of the year shown, or of the current one."""
    red: int = 0
    """For good: of this and all earlier years."""
    chits: int = 0
    trays: str = ""
    """A hex digit for each tray carried, less those struck (3B-25)."""
    tray_count: int = 0
    tray_times: int = 0
    """How often the tray person."""
    wire_to_wire: int = 0
    to_carry: int = 0
    """Trays that wait for the violator (3B-26); 0 for everybody else."""
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
    """Players named without a chit that the book knows of."""
    plain_hands: int = 0
    """From here on: counts of the year shown, in games without a tray; points and bids made are the side's."""
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
        """Points of the side, a hand of a game without a tray; None without such hands."""
        return self.points / self.plain_hands if self.plain_hands else None


@dataclass(frozen=True, slots=True)
class StreakLine:
    """A line in the list of longest streaks."""

    person: str
    name: str
    length: int
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The scoreboard of a table."""

    table: TableView
    year: int | None
    """None: all years."""
    years: tuple[int, ...]
    """Those in which the table has played."""
    games: int
    session: str
    """The gaming session whose wins are stars, in words."""
    lines: tuple[ScoreLine, ...]
    streaks: tuple[StreakLine, ...]
    violators: tuple[str, ...]
    """Names of those who have not carried yet; hardly ever more than one."""
    debtor: str | None
    """Who would owe the next deck as well (3B-24)."""
    trays: bool = True
    """Whether trays, chits, decks and days are played for here (3B-18 … 3B-27)."""
    plain: bool = False
    """Whether games without a tray have been played here."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that came of a game or of what was noted, for the ceremony at a game's end and for the history."""

    day: date
    person: str
    name: str
    kind: Kind
    amount: int
    other: str | None
    """A name, where there is a second person."""
    game: str | None


@dataclass(frozen=True, slots=True)
class GameRow:
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


@dataclass(frozen=True, slots=True)
class GameProgress:
    """A game for a plot: the totals after each hand."""

    title: str
    sides: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    """One tuple a hand, per side."""


@dataclass(frozen=True, slots=True)
class ChitDecision:
    """A tray person who holds a chit must decide now (3B-27)."""

    game: str
    seat: int
    person: str
    name: str
    chits: int
    choices: tuple[tuple[int, str], ...]
    """Seats and names of those who may be named; naming nobody loses the chit."""


@dataclass(frozen=True, slots=True)
class Hearing:
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
    """Persons and names of those who vote: people of the hunters' team, less the accused. Empty: the mark lapses."""
    verdict: bool | None
    """Of the hearing, once it was held."""

    @property
    def lapsed(self) -> bool:
        """Nobody can vote."""
        return not self.voters


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A game that was given up: kept apart, and counts for nothing."""

    file: str
    at: str


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What `catch_up` and `rebuild` have done."""

    games: int = 0
    """Taken in, or changed."""
    left: int = 0
    """Files that were not looked at, because the time was up."""
    broken: tuple[tuple[str, str], ...] = ()
    """Files that are no records, and why."""
    kept: int = 0
    """Games whose record is gone, kept from what the book knew of them."""
    passed_over: tuple[str, ...] = field(default=())
    """Lines of the book's own facts that make no sense."""
