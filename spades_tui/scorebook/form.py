"""A person's form: this week's games, the last ten, and three feats of skill."""

import sqlite3
from datetime import date, timedelta

from msgspec import Struct

from spades_tui.scorebook.database_store import directory

LAST = 10
"""The number of games whose form is shown."""
LONG = 4
"""The fewest hands of a game in which taking no bag is a feat."""
FEATS = ("blind_nil", "no_bag", "above_expert")
"""A zero bid blind and made; a game of `LONG` hands or more won without a bag; a deal of the day above `expert`."""


class Form(Struct, frozen=True):
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

    @property
    def bags_per_hand(self) -> float:
        """Bags of the side per hand; 0 without hands."""
        return self.bags / self.hands if self.hands else 0.0


def form_of(connection: sqlite3.Connection, person: str, today: date) -> Form:
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
    return Form(games, won, played, bags, zeros, made, leads, feats_of(connection, person))


def feats_of(connection: sqlite3.Connection, person: str) -> tuple[str, ...]:
    """Return which of `FEATS` a person (id) has."""
    feats = (test(connection, person) for test in (_has_blind_nil, _has_no_bag, _has_day_above_expert))
    return tuple(name for name, has in zip(FEATS, feats, strict=True) if has)


def _has_blind_nil(connection: sqlite3.Connection, person: str) -> bool:
    given = connection.execute(
        "SELECT 1 FROM tallies WHERE person = ? AND what = 'blind_zeros_made' AND amount > 0 LIMIT 1", (person,)
    )
    return given.fetchone() is not None


def _has_no_bag(connection: sqlite3.Connection, person: str) -> bool:
    """Return whether a long game was won without a bag, in a game in which somebody has taken bags."""
    given = connection.execute(
        "SELECT 1 FROM seats WHERE person = ? AND won AND bags = 0 AND made > 0 AND hands >= ? AND variant IN "
        "(SELECT variant FROM tallies WHERE what = 'bags' AND amount > 0) LIMIT 1",
        (person, LONG),
    )
    return given.fetchone() is not None


def _has_day_above_expert(connection: sqlite3.Connection, person: str) -> bool:
    """Return whether a score on a deal of the day was noted as above `expert`, also under a former name."""
    who = directory(connection)
    noted = connection.execute("SELECT DISTINCT about FROM notes WHERE event = 'above_expert'")
    return any(who.person(about) == person for (about,) in noted)
