"""A person's statistics, over all tables."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from spades_tui.book.result import pairs_of


@dataclass(frozen=True, slots=True)
class Together:
    """What came of playing with or against somebody."""

    person: str
    name: str
    games: int
    wins: int
    """Games that the person of the statistics won."""
    ahead: int
    """Games in which that person finished before this one; with a partner 0."""


@dataclass(frozen=True, slots=True)
class WeekPoints:
    """A week's hands and points, for the plot of points a hand."""

    monday: date
    hands: int
    points: int

    @property
    def per_hand(self) -> float:
        return self.points / self.hands if self.hands else 0.0


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """What a person has done, in one variant or in all. Points are the side's.

    A level of computer players may have several seats in a game: its counts are of all of them, its games of each once.
    """

    person: str
    name: str
    computer: bool
    variant: str | None
    variants: tuple[tuple[str, str, int], ...]
    """Slug, name and games of each variant that the person has played."""
    games: int = 0
    wins: int = 0
    places: tuple[int, ...] = ()
    """How often first, second, third …"""
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
    pairs: tuple[tuple[int, int, int], ...] = ()
    """Bid, tricks, and how many hands went so."""
    weeks: tuple[WeekPoints, ...] = ()
    partners: tuple[Together, ...] = ()
    """Best first."""
    opponents: tuple[Together, ...] = ()
    """Most games first."""
    luck: float | None = None
    """From the review, where it was made."""
    play: float | None = None

    @property
    def points_per_hand(self) -> float | None:
        return self.points / self.hands if self.hands else None

    @property
    def average_bid(self) -> float | None:
        return self.bid_sum / self.hands_bid if self.hands_bid else None

    @property
    def average_tricks(self) -> float | None:
        return self.trick_sum / self.hands_bid if self.hands_bid else None

    @property
    def best_partner(self) -> Together | None:
        return self.partners[0] if self.partners else None


_SUMS = (
    "won", "hands", "points", "made", '"set"', "bags", "bid", "tricks", "zeros", "zeros_made", "blinds", "blinds_made",
    "bemos", "bemos_kept", "bones",
)  # fmt: skip


def statistics(
    connection: sqlite3.Connection, person: str, name: str, computer: bool, variant: str | None
) -> PersonStatistics:
    """All about a person. One pass over his seats, two joins for those he sat with."""
    where, given = "person = ?", [person]
    if variant is not None:
        where, given = "person = ? AND variant = ?", [person, variant]
    totals = [0] * len(_SUMS)
    places: Counter[int] = Counter()
    pairs: Counter[str] = Counter()
    weeks: dict[date, list[int]] = {}
    games: set[str] = set()
    won_games: set[str] = set()
    seats = connection.execute(f"SELECT game, day, place, pairs, {', '.join(_SUMS)} FROM seats WHERE {where}", given)
    for row in seats:
        games.add(row[0])
        if row[4]:
            won_games.add(row[0])
        places[row[2]] += 1
        pairs.update(row[3].split())
        for n, value in enumerate(row[4:]):
            totals[n] += value
        day = date.fromisoformat(row[1])
        week = weeks.setdefault(date.fromordinal(day.toordinal() - day.weekday()), [0, 0])
        week[0] += row[5]
        week[1] += row[6]
    _, hands, points, made, lost, bags, bid, tricks, *rest = totals
    zeros, zeros_made, blinds, blinds_made, bemos, bemos_kept, bones = rest
    counted = [(*pairs_of(text)[0], count) for text, count in pairs.items()]
    return PersonStatistics(
        person=person, name=name, computer=computer, variant=variant, variants=_variants(connection, person),
        games=len(games), wins=len(won_games), places=tuple(places[n] for n in range(1, max(places, default=0) + 1)),
        hands=hands, points=points, bids=made + lost, made=made, set=lost, bags=bags, bid_sum=bid, trick_sum=tricks,
        hands_bid=sum(pairs.values()), zeros=zeros, zeros_made=zeros_made, blinds=blinds, blinds_made=blinds_made,
        bemos=bemos, bemos_kept=bemos_kept, boneheads=bones, pairs=tuple(sorted(counted)),
        weeks=tuple(WeekPoints(monday, *counts) for monday, counts in sorted(weeks.items())),
        partners=_partners(connection, person, variant), opponents=_opponents(connection, person, variant),
    )  # fmt: skip


def _variants(connection: sqlite3.Connection, person: str) -> tuple[tuple[str, str, int], ...]:
    rows = connection.execute(
        "SELECT s.variant, (SELECT title FROM games g WHERE g.variant = s.variant LIMIT 1), count(DISTINCT s.game) "
        "FROM seats s WHERE s.person = ? GROUP BY s.variant ORDER BY 3 DESC, 1",
        (person,),
    )
    return tuple((slug, title or slug, games) for slug, title, games in rows)


def _with_others(
    connection: sqlite3.Connection, person: str, variant: str | None, sides: str
) -> list[Sequence[object]]:
    also, given = ("", [person]) if variant is None else (" AND a.variant = ?", [person, variant])
    return connection.execute(
        "SELECT b.person, p.name, count(*), sum(a.won), sum(a.place < b.place) FROM seats a "
        f"JOIN seats b ON b.game = a.game AND b.side {sides} a.side AND b.seat <> a.seat "
        f"JOIN persons p ON p.id = b.person WHERE a.person = ?{also} AND b.person <> a.person "
        "GROUP BY b.person ORDER BY 3 DESC, 2",
        given,
    ).fetchall()


def _partners(connection: sqlite3.Connection, person: str, variant: str | None) -> tuple[Together, ...]:
    """The share of games won, each partner given one game won and one lost beforehand: one lucky game is no proof."""
    found = [Together(*row) for row in _with_others(connection, person, variant, "=")]  # type: ignore[arg-type]
    return tuple(sorted(found, key=lambda one: (-(one.wins + 1) / (one.games + 2), -one.games, one.name)))


def _opponents(connection: sqlite3.Connection, person: str, variant: str | None) -> tuple[Together, ...]:
    return tuple(Together(*row) for row in _with_others(connection, person, variant, "<>"))  # type: ignore[arg-type]
