"""A person's statistics over all tables, and their form: this week's games, the last ten, and three feats of skill.

SQLite counts them from the seats of all games each time somebody asks.
"""

import json
import sqlite3
from collections import Counter
from datetime import date, timedelta
from typing import Any

from msgspec import Struct

from spades_tui.bots.styles import style_named
from spades_tui.play.cast import cast
from spades_tui.scorebook.feats import FEATS, LONG, EarnedFeat, FeatName
from spades_tui.scorebook.people import directory, names_of

LAST = 10
"""The number of games whose form is shown."""


SUMS = (
    "hands", "points", "made", "set", "bags", "bid", "tricks", "zeros", "zeros_made", "blinds", "blinds_made", "bemos",
    "bemos_kept", "bones", "off_hands", "off_over", "off_short", "take_backs", "blind_zeros_made",
    "coached", "unaided",
)  # fmt: skip
"""The columns of seats that are counted as sums."""


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

    A level of computer players may have several seats in a game. All of them count, but the game counts once, with the
    best place.
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
        if self.hands:
            return self.points / self.hands
        return None

    @property
    def average_bid(self) -> float | None:
        """Average bid in tricks; None without bids."""
        if self.hands_bid:
            return self.bid_sum / self.hands_bid
        return None

    @property
    def average_tricks(self) -> float | None:
        """Average tricks in hands that were bid; None without any."""
        if self.hands_bid:
            return self.trick_sum / self.hands_bid
        return None


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
    """Return a person's statistics from the seats of their games."""
    where, given = "s.person = ?", [person]
    if variant is not None:
        where, given = f"{where} AND s.variant = ?", [person, variant]
    seats = f"FROM seats s WHERE {where}"
    columns = ", ".join(f'sum("{column}")' for column in SUMS)
    query = f"SELECT count(DISTINCT game), count(DISTINCT CASE WHEN won THEN game END), {columns} {seats}"
    amounts = [amount or 0 for amount in connection.execute(query, given).fetchone()]
    sums: dict[str, Any] = dict(zip(("games", "wins", *SUMS), amounts, strict=True))
    (text,) = connection.execute(f"SELECT group_concat(pairs, ' ') {seats}", given).fetchone()
    pairs = Counter((text or "").split())
    best = f"SELECT min(place) best {seats} GROUP BY game"
    places = dict(connection.execute(f"SELECT best, count(*) FROM ({best}) GROUP BY best", given).fetchall())
    weeks = []
    for monday, *counts in connection.execute(
        f"SELECT date(day, '-6 days', 'weekday 1') monday, sum(hands), sum(points) {seats} GROUP BY monday "
        "HAVING sum(hands) > 0 ORDER BY monday",
        given,
    ):
        weeks.append(WeekPoints(date.fromisoformat(monday), *counts))
    bids = []
    for pair, count in pairs.items():
        bid, took = pair.split(":")
        bids.append((int(bid), int(took), count))
    partners, opponents = _met(connection, where, given)
    feats: tuple[str, ...] = ()
    players: tuple[WithPlayer, ...] = ()
    if not computer:
        feats = feats_of(connection, person)
        players = _cast(connection, where, given)
    luck, play, reviewed = _reviewed(connection, where, given)
    variants = connection.execute(
        "SELECT variant, coalesce(nullif((SELECT title FROM games g WHERE g.variant = s.variant), ''), variant), "
        "count(DISTINCT game) FROM seats s WHERE person = ? GROUP BY variant ORDER BY 3 DESC, 1",
        (person,),
    )
    return PersonStatistics(
        person=person, name=name, computer=computer, variant=variant,
        variants=tuple(variants), feats=feats,
        places=tuple(places.get(n, 0) for n in range(1, max(places, default=0) + 1)),
        bids=sums["made"] + sums["set"], bid_sum=sums["bid"], trick_sum=sums["tricks"], boneheads=sums["bones"],
        hands_bid=pairs.total(), pairs=tuple(sorted(bids)), weeks=tuple(weeks),
        partners=partners, opponents=opponents, cast=players,
        luck=luck, play=play, reviewed=reviewed,
        **{column: sums[column] for column in PersonStatistics.__struct_fields__ if column in sums},
    )  # fmt: skip


def _reviewed(connection: sqlite3.Connection, where: str, given: list[str]) -> tuple[float | None, float | None, int]:
    """Return luck and play per hand over the reviewed games, and the number of these games."""
    luck, play, hands, games = connection.execute(
        "SELECT sum(r.luck), sum(r.play), sum(s.hands), count(DISTINCT s.game) FROM seats s "
        f"JOIN reviews r ON r.game = s.game AND r.seat = s.seat WHERE {where}",
        given,
    ).fetchone()
    if not hands:
        return None, None, 0
    return luck / hands, play / hands, games


def _games_with(connection: sqlite3.Connection, column: str, where: str, given: list[str]) -> list[tuple[Any, ...]]:
    """Return rows about others, by a column of their seats: games with and won with, against and won against, ahead.

    A level of computer players may have several seats. Its game counts once, and its best place.
    """
    return connection.execute(
        "SELECT other, sum(beside), sum(won), sum(against), sum(beat), sum(against AND ahead) "
        f"FROM (SELECT o.{column} other, max(o.side = s.side) beside, max(o.side = s.side AND s.won) won, "
        "max(o.side <> s.side) against, max(o.side <> s.side AND s.won) beat, min(s.place) < min(o.place) ahead "
        f"FROM seats s JOIN seats o ON o.game = s.game WHERE {where} AND o.person <> s.person AND o.{column} <> '' "
        "GROUP BY s.game, other) GROUP BY other",
        given,
    ).fetchall()


def _met(
    connection: sqlite3.Connection, where: str, given: list[str]
) -> tuple[tuple[Together, ...], tuple[Together, ...]]:
    """Return partners, ranked by the share of games won, and opponents, most games first.

    The share has one more win and one more loss, so that one lucky game doesn't rank first.
    """
    names = names_of(connection, directory(connection))
    partners: list[Together] = []
    opponents: list[Together] = []
    for other, beside, won, against, beat, ahead in _games_with(connection, "person", where, given):
        if beside:
            partners.append(Together(other, names[other], beside, won, 0))
        if against:
            opponents.append(Together(other, names[other], against, beat, ahead))
    partners.sort(key=lambda partner: (-(partner.wins + 1) / (partner.games + 2), -partner.games, partner.name))
    opponents.sort(key=lambda opponent: (-opponent.games, opponent.name))
    return tuple(partners), tuple(opponents)


def _cast(connection: sqlite3.Connection, where: str, given: list[str]) -> tuple[WithPlayer, ...]:
    games = {player: counts for player, *counts, _ in _games_with(connection, "player", where, given)}
    met = []
    for player in cast():
        if player.name in games:
            met.append(WithPlayer(player.name, player.style, *games[player.name]))
    return tuple(sorted(met, key=lambda player: -player.games))


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
        "s.hands FROM games g CROSS JOIN seats s ON s.game = g.id WHERE s.person = ? "
        "ORDER BY g.moment DESC, g.id DESC LIMIT ?",
        (person, LAST),
    ).fetchall()
    leads = tuple(lead / hands for _, lead, hands in reversed(rows) if lead is not None and hands)
    games, won, played, bags, zeros, made = (count or 0 for count in counts)
    return PersonForm(games, won, played, bags, zeros, made, leads, feats_of(connection, person))


def feats_of(connection: sqlite3.Connection, person: str) -> tuple[FeatName, ...]:
    """Return which of `FEATS` a person (id) has."""
    return tuple(feat.name for feat in feats_with_hands(connection, person))


_WITHOUT_HAND: dict[FeatName, str] = {
    "blind_nil": "SELECT min(day) FROM seats WHERE person = :person AND blind_zeros_made > 0",
    # in a game in which somebody has taken bags
    "no_bag": "SELECT min(day) FROM (SELECT variant, min(day) day FROM seats WHERE person = :person AND won "
    "AND bags = 0 AND made > 0 AND hands >= :long GROUP BY variant) s "
    "WHERE EXISTS (SELECT 1 FROM seats o WHERE o.variant = s.variant AND o.bags > 0)",
}
"""Queries for the first day of feats whose hand isn't known: of games without a record, and with help."""


def feats_with_hands(connection: sqlite3.Connection, person: str) -> tuple[EarnedFeat, ...]:
    """Return the feats of a person (id), in the order of `FEATS`, each where it was first earned."""
    first: dict[FeatName, EarnedFeat] = {}
    for name, query in _WITHOUT_HAND.items():
        (day,) = connection.execute(query, {"person": person, "long": LONG}).fetchone()
        if day is not None:
            first[name] = EarnedFeat(name, date.fromisoformat(day))
    who = directory(connection)
    noted = connection.execute("SELECT about, json FROM notes WHERE event = 'above_expert' ORDER BY place DESC")
    for about, text in noted:
        if who.person(about) == person:  # also under a former name
            first["above_expert"] = EarnedFeat("above_expert", date.fromisoformat(json.loads(text)["day"]))
    for name, hand, day, title, file in connection.execute(
        "SELECT f.key, f.value, g.day, g.title, r.file FROM seats s JOIN games g ON g.id = s.game "
        "JOIN results r ON r.id = s.game JOIN json_each(s.feats) f WHERE s.person = ? AND s.feats <> '' "
        "ORDER BY g.moment DESC, g.id DESC",
        (person,),
    ):
        first[name] = EarnedFeat(name, date.fromisoformat(day), title, hand, file)
    return tuple(first[name] for name in FEATS if name in first)
