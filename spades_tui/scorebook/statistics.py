"""A person's statistics over all tables, and their form: this week's games, the last ten, and three feats of skill.

Each game adds to the counts of its persons, so that statistics needn't read every game.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple

from msgspec import Struct

from spades_tui.bots.styles import style_named
from spades_tui.play.cast import cast
from spades_tui.scorebook.feats import FEATS, LONG, EarnedFeat, FeatName
from spades_tui.scorebook.people import directory, names_of
from spades_tui.scorebook.season import is_computer

LAST = 10
"""The number of games whose form is shown."""


class Together(Struct, frozen=True):
    """Games with or against another person."""

    person: str
    name: str
    games: int
    wins: int
    """Games that the person of the statistics won."""
    ahead: int
    """Games in which the person of the statistics finished ahead of this one; 0 for a partner."""


class WithPlayer(Struct, frozen=True):
    """Games with or against a computer player of the cast, at any level."""

    name: str
    style: str
    games_with: int
    """As partners."""
    won_with: int
    games_against: int
    won_against: int
    """Games against this player that the person of the statistics won."""

    @property
    def habit(self) -> str:
        """The style in a few words."""
        return style_named(self.style).manner

    @property
    def games(self) -> int:
        """Games at one table, together or against each other."""
        return self.games_with + self.games_against


class WeekPoints(Struct, frozen=True):
    """A week's hands and points, for the plot of points per hand."""

    monday: date
    hands: int
    points: int


class PersonStatistics(Struct, frozen=True):
    """A person's results, in one variant or in all. Points are the side's.

    A level of computer players may have several seats in a game. All of them count, but the game counts once.
    """

    person: str
    name: str
    computer: bool
    variant: str | None
    variants: tuple[tuple[str, str, int], ...]
    """Slug, name and number of games of each variant that the person has played."""
    feats: tuple[str, ...] = ()
    """The feats of skill that the person has, in any variant (see `FEATS`); none for a computer player."""
    games: int = 0
    wins: int = 0
    places: tuple[int, ...] = ()
    """The number of games finished first, second, third …"""
    hands: int = 0
    points: int = 0
    bids: int = 0
    """Bids above zero."""
    made: int = 0
    set: int = 0
    bags: int = 0
    bid_sum: int = 0
    trick_sum: int = 0
    hands_bid: int = 0
    """Hands that were bid and played."""
    zeros: int = 0
    zeros_made: int = 0
    blinds: int = 0
    blinds_made: int = 0
    bemos: int = 0
    bemos_kept: int = 0
    boneheads: int = 0
    off_hands: int = 0
    """Hands of games that count tricks off (3B-22)."""
    off_over: int = 0
    off_short: int = 0
    take_backs: int = 0
    """Bids and cards taken back (3B-11)."""
    coached: int = 0
    """Decisions before which the coach spoke."""
    pairs: tuple[tuple[int, int, int], ...] = ()
    """Bid, tricks, and the number of hands with these."""
    weeks: tuple[WeekPoints, ...] = ()
    partners: tuple[Together, ...] = ()
    """Best first."""
    opponents: tuple[Together, ...] = ()
    """Most games first."""
    cast: tuple[WithPlayer, ...] = ()
    """The computer players that the person has met, most games first."""
    luck: float | None = None
    """Points per hand from reviewed games; None without any."""
    play: float | None = None
    reviewed: int = 0
    """Number of reviewed games."""

    @property
    def points_per_hand(self) -> float | None:
        """Points of the side per hand; None without hands."""
        return self.points / self.hands if self.hands else None

    @property
    def average_bid(self) -> float | None:
        """Average bid in tricks; None without bids."""
        return self.bid_sum / self.hands_bid if self.hands_bid else None

    @property
    def average_tricks(self) -> float | None:
        """Average tricks in hands that were bid; None without any."""
        return self.trick_sum / self.hands_bid if self.hands_bid else None


class PersonForm(Struct, frozen=True):
    """A person's form. Counts are of the current week, from Monday."""

    games: int = 0
    won: int = 0
    hands: int = 0
    bags: int = 0
    zeros: int = 0
    zeros_made: int = 0
    leads: tuple[float, ...] = ()
    """Points per hand above the best other side in the last games, the latest last."""
    feats: tuple[str, ...] = ()
    """Which of `FEATS` the person has."""


def statistics(
    connection: sqlite3.Connection, person: str, name: str, computer: bool, variant: str | None
) -> PersonStatistics:
    """Return a person's statistics from the stored counts."""
    where, given = "", [person]
    if variant is not None:
        where, given = " AND variant = ?", [person, variant]
    counts: dict[str, dict[str, int]] = {}
    for what, key, amount in connection.execute(
        f"SELECT what, key, sum(amount) FROM tallies WHERE person = ?{where} GROUP BY what, key", given
    ):
        counts.setdefault(what, {})[key] = amount

    def of(what: str) -> int:
        return counts.get(what, {}).get("", 0)

    pairs = []
    for text, count in counts.get("pair", {}).items():
        bid, took = text.split(":")
        pairs.append((int(bid), int(took), count))
    places = {int(place): count for place, count in counts.get("place", {}).items()}
    points = counts.get("week_points", {})
    weeks = tuple(
        WeekPoints(date.fromisoformat(monday), hands, points.get(monday, 0))
        for monday, hands in sorted(counts.get("week_hands", {}).items())
    )
    sums: dict[str, Any] = {name: of(name) for name in PersonStatistics.__struct_fields__ if "" in counts.get(name, {})}
    opponents = sorted(_together(connection, counts, "against"), key=lambda one: (-one.games, one.name))
    played = connection.execute(
        "SELECT variant, (SELECT title FROM games g WHERE g.variant = t.variant LIMIT 1), amount FROM tallies t "
        "WHERE person = ? AND what = 'games' ORDER BY 3 DESC, 1",
        (person,),
    )
    luck, play, reviewed = _reviewed(connection, where, given)
    return PersonStatistics(
        person=person, name=name, computer=computer, variant=variant,
        variants=tuple((slug, title or slug, games) for slug, title, games in played),
        feats=() if computer else feats_of(connection, person),
        places=tuple(places.get(n, 0) for n in range(1, max(places, default=0) + 1)),
        bids=of("made") + of("set"), bid_sum=of("bid"), trick_sum=of("tricks"), boneheads=of("bones"),
        hands_bid=sum(count for _, _, count in pairs), pairs=tuple(sorted(pairs)), weeks=weeks,
        partners=_partners(connection, counts), opponents=tuple(opponents), cast=_cast(counts),
        luck=luck, play=play, reviewed=reviewed, **sums,
    )  # fmt: skip


def _reviewed(connection: sqlite3.Connection, where: str, given: list[str]) -> tuple[float | None, float | None, int]:
    """Return luck and play per hand over the reviewed games, and the number of these games."""
    if connection.execute("SELECT 1 FROM reviews LIMIT 1").fetchone() is None:
        return None, None, 0
    luck, play, hands, games = connection.execute(
        "SELECT sum(r.luck), sum(r.play), sum(s.hands), count(DISTINCT s.game) FROM seats s "
        f"JOIN reviews r ON r.game = s.game AND r.seat = s.seat WHERE s.person = ?{where}",
        given,
    ).fetchone()
    if not hands:
        return None, None, 0
    return luck / hands, play / hands, games


def _together(connection: sqlite3.Connection, counts: dict[str, dict[str, int]], word: str) -> list[Together]:
    names = names_of(connection, directory(connection))
    won, ahead = counts.get(f"{word}_won", {}), counts.get(f"{word}_ahead", {})
    return [
        Together(other, names[other], games, won.get(other, 0), ahead.get(other, 0))
        for other, games in counts.get(word, {}).items()
    ]


def _cast(counts: dict[str, dict[str, int]]) -> tuple[WithPlayer, ...]:
    words = ("cast_with", "cast_with_won", "cast_against", "cast_against_won")
    met: list[WithPlayer] = []
    for player in cast():
        results = [counts.get(word, {}).get(player.name, 0) for word in words]
        if any(results):
            met.append(WithPlayer(player.name, player.style, *results))
    return tuple(sorted(met, key=lambda player: -player.games))


def _partners(connection: sqlite3.Connection, counts: dict[str, dict[str, int]]) -> tuple[Together, ...]:
    """Rank partners by the share of games won.

    Add one win and one loss to each, so that one lucky game doesn't rank first.
    """
    found = _together(connection, counts, "with")
    return tuple(sorted(found, key=lambda one: (-(one.wins + 1) / (one.games + 2), -one.games, one.name)))


def form_of(connection: sqlite3.Connection, person: str, today: date) -> PersonForm:
    """Return the form of a person (id) on a day."""
    monday = today - timedelta(days=today.weekday())
    counts = connection.execute(
        "SELECT count(*), sum(won), sum(hands), sum(bags), sum(zeros), sum(zeros_made) FROM seats "
        "WHERE person = ? AND day BETWEEN ? AND ?",
        (person, monday.isoformat(), (monday + timedelta(days=6)).isoformat()),
    ).fetchone()
    rows = connection.execute(
        "SELECT s.game, s.points - (SELECT max(o.points) FROM seats o WHERE o.game = s.game AND o.side != s.side), "
        "s.hands FROM games g JOIN seats s ON s.game = g.id WHERE s.person = ? "
        "ORDER BY g.moment DESC, g.id DESC LIMIT ?",
        (person, LAST),
    ).fetchall()
    leads = tuple(lead / hands for _, lead, hands in reversed(rows) if lead is not None and hands)
    games, won, played, bags, zeros, made = (count or 0 for count in counts)
    return PersonForm(
        games=games,
        won=won,
        hands=played,
        bags=bags,
        zeros=zeros,
        zeros_made=made,
        leads=leads,
        feats=feats_of(connection, person),
    )


def feats_of(connection: sqlite3.Connection, person: str) -> tuple[FeatName, ...]:
    """Return which of `FEATS` a person (id) has."""
    return tuple(feat.name for feat in feats_with_hands(connection, person))


def feats_with_hands(connection: sqlite3.Connection, person: str) -> tuple[EarnedFeat, ...]:
    """Return the feats of a person (id), in the order of `FEATS`, each where it was first earned."""
    first = _earned_earlier(connection, person) | {feat.name: feat for feat in _earned_feats(connection, person)}
    return tuple(first[name] for name in FEATS if name in first)


def _earned_earlier(connection: sqlite3.Connection, person: str) -> dict[FeatName, EarnedFeat]:
    """Return feats of which no hand is known: of games without a record, with help, and of deals of the day."""
    earlier: dict[FeatName, EarnedFeat] = {}
    blind_nil = connection.execute(
        "SELECT min(day) FROM seats WHERE person = ? AND blind_zeros_made > 0", (person,)
    ).fetchone()
    no_bag = connection.execute(  # in a game in which somebody has taken bags
        "SELECT min(day) FROM seats WHERE person = ? AND won AND bags = 0 AND made > 0 AND hands >= ? AND variant IN "
        "(SELECT variant FROM tallies WHERE what = 'bags' AND amount > 0)",
        (person, LONG),
    ).fetchone()
    names: tuple[FeatName, ...] = ("blind_nil", "no_bag")
    for name, (text,) in zip(names, (blind_nil, no_bag), strict=True):
        if text is not None:
            earlier[name] = EarnedFeat(name, date.fromisoformat(text))
    who = directory(connection)
    noted = connection.execute("SELECT about, json FROM notes WHERE event = 'above_expert' ORDER BY place DESC")
    for about, text in noted:
        if who.person(about) == person:  # also under a former name
            earlier["above_expert"] = EarnedFeat("above_expert", date.fromisoformat(json.loads(text)["day"]))
    return earlier


def _earned_feats(connection: sqlite3.Connection, person: str) -> Iterable[EarnedFeat]:
    """Return the feats that a person (id) has earned in games, each with the first hand that earned it."""
    first: dict[FeatName, EarnedFeat] = {}
    rows = connection.execute(
        "SELECT s.feats, g.day, g.title, r.file FROM seats s JOIN games g ON g.id = s.game "
        "JOIN results r ON r.id = s.game WHERE s.person = ? AND s.feats <> '' ORDER BY g.moment, g.id",
        (person,),
    )
    for feats, day, title, file in rows:
        for name, hand in json.loads(feats).items():
            first.setdefault(name, EarnedFeat(name, date.fromisoformat(day), title, hand, file))
    return first.values()


# ---- the counts

Tallies = dict[tuple[str, str], Counter[tuple[str, str]]]
"""By person and variant, then by the name of a count and its key: the count.

``pair`` has bid and tricks as its key, ``week_…`` a Monday, ``with…`` and ``against…`` another person, ``cast_…`` the
name of a computer player. The rest are sums with an empty key.
"""


class Seat(NamedTuple):
    """A seat of a finished game: the columns that are counted."""

    seat: int
    person: str
    variant: str
    day: str
    side: int
    place: int
    pairs: str
    player: str
    """The name of a computer player of the cast; "" for others."""
    feats: str
    """The feats as JSON; "" for none."""
    won: bool
    sums: tuple[int, ...]
    """The columns of `SUMS`."""


SUMS = (
    "hands", "points", "made", "set", "bags", "bid", "tricks", "zeros", "zeros_made", "blinds", "blinds_made", "bemos",
    "bemos_kept", "bones", "off_hands", "off_over", "off_short", "take_backs", "blind_zeros_made",
    "coached", "unaided",
)  # fmt: skip
"""The columns that are counted as sums."""
SEAT_COLUMNS = (*Seat._fields[:-1], *SUMS)
"""The columns of a seat in the database, after its game."""


def tally(seats: Iterable[Seat], sign: int, tallies: Tallies) -> None:
    """Add a game to the counts, or subtract it with `sign` −1.

    A level of computer players may have several seats. Its game counts once, also with and against others; all else
    counts for each seat.
    """
    seats = tuple(seats)
    won: dict[str, bool] = {}
    best: dict[str, int] = {}
    for seat in seats:
        won[seat.person] = won.get(seat.person, False) or bool(seat.won)
        best[seat.person] = min(best.get(seat.person, seat.place), seat.place)
    variant, day = seats[0].variant, date.fromisoformat(seats[0].day)
    monday = date.fromordinal(max(1, day.toordinal() - day.weekday())).isoformat()
    counts = {person: tallies.setdefault((person, variant), Counter()) for person in won}
    for person, first in won.items():
        counts[person]["games", ""] += sign
        counts[person]["wins", ""] += sign * first
    for seat in seats:
        own = counts[seat.person]
        for name, amount in zip(SUMS, seat.sums, strict=True):
            if amount:
                own[name, ""] += sign * amount
        hands, points, *_ = seat.sums
        own["place", str(seat.place)] += sign
        for pair in seat.pairs.split():
            own["pair", pair] += sign
        own["week_hands", monday] += sign * hands
        own["week_points", monday] += sign * points
    for (word, person, other), victory in _met(seats).items():
        own = counts[person]
        own[word, other] += sign
        own[f"{word}_won", other] += sign * victory
        if other in best and best[person] < best[other]:
            own[f"{word}_ahead", other] += sign


def _met(seats: tuple[Seat, ...]) -> dict[tuple[str, str, str], bool]:
    """Return who played with and against which persons and players of the cast, and whether the first of the two won.

    Computer players are persons by level, and players of the cast by name.
    """
    met: dict[tuple[str, str, str], bool] = {}
    for one in seats:
        for other in seats:
            word = "with" if one.side == other.side else "against"
            if one.person != other.person:
                key = (word, one.person, other.person)
                met[key] = met.get(key, False) or bool(one.won)
            if other.player and not is_computer(one.person):
                key = (f"cast_{word}", one.person, other.player)
                met[key] = met.get(key, False) or bool(one.won)
    return met
