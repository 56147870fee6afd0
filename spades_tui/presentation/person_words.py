"""A person's statistics in words, for the screen, plain text and the command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from spades_tui.language.sentence_parts import times
from spades_tui.presentation.scorebook_words import (
    FEAT_WORDS,
    NONE,
    gained,
    number,
    share,
    zero_of,
)
from spades_tui.rules import season_effects
from spades_tui.scorebook.season import is_computer

if TYPE_CHECKING:
    from spades_tui.scorebook.statistics import PersonStatistics, WeekPoints

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def figures(person: PersonStatistics) -> list[tuple[str, str]]:
    """Return short figures with their names.

    A dash is for what no game, bid or hand has shown yet.
    """

    def counted(count: int) -> str:
        if not person.hands:
            return NONE
        return str(count)

    best, missed, off = NONE, NONE, NONE
    if person.partners:
        partner = person.partners[0]
        name = partner.name
        if is_computer(partner.person):  # its level is among the partners
            name = "computer"
        best = f"{name}, {partner.wins} of {partner.games}"
    if person.bids:
        missed = times(person.set)
    if person.off_hands:
        off = f"+{person.off_over} −{person.off_short}"
    games = [slug for slug, _, _ in person.variants if person.variant in (None, slug)]
    hands = "hands"
    if person.computer:  # a level may have had several seats
        hands = "hands, by seat"
    rows = [
        ("games won", share(person.wins, person.games)),
        ("1st, 2nd, …", ", ".join(map(str, person.places)) or NONE),
        ("points a hand", number(person.points_per_hand)),
        ("bids made", share(person.made, person.bids)),
        ("set", missed),
        ("bags", counted(person.bags)),
        ("average bid", number(person.average_bid, 2)),
        ("average tricks", number(person.average_tricks, 2)),
        (f"{zero_of(games)}s made", share(person.zeros_made, person.zeros)),
        ("blind made", share(person.blinds_made, person.blinds)),
        ("Bemos kept", share(person.bemos_kept, person.bemos)),
    ]
    for attribute, words in season_effects.FIGURES.items():
        rows.append((words, counted(getattr(person, attribute))))
    rows += [("tricks off", off), ("undone", counted(person.take_backs))]
    if person.coached:
        rows.append(("coached", str(person.coached)))
    return [
        *rows,
        ("luck", gained(person.luck)),
        ("play", gained(person.play)),
        ("best partner", best),
        (hands, counted(person.hands)),
    ]


def person_rows(person: PersonStatistics) -> list[tuple[str, str]]:
    """Return the figures as they are read one after another, and everybody whom the person met."""
    rows = dict(figures(person))
    del rows["1st, 2nd, …"]
    rows["tricks off"] = NONE
    if person.off_hands:
        rows["tricks off"] = f"{person.off_over} over, {person.off_short} short"
    return [("places", _places(person) or NONE), *rows.items(), *_company_rows(person)]


def _places(person: PersonStatistics) -> str:
    """Return how often they finished in each place: ``first once, third three times``."""
    finished = []
    for place, count in zip(PLACES, person.places, strict=False):
        if count:
            finished.append(f"{place} {times(count)}")
    return ", ".join(finished)


def _company_rows(person: PersonStatistics) -> list[tuple[str, str]]:
    """Return the opponents, the feats, and the computer players met."""
    rows = []
    for other in person.opponents[:5]:
        rows.append((f"against {other.name}", f"ahead in {other.ahead} of {other.games}"))
    if person.feats:
        rows.append(("feats", ", ".join(map(FEAT_WORDS.__getitem__, person.feats))))
    for player in person.cast:
        partner = f"won {player.won_with} of {player.games_with} with"
        opponent = f"{player.won_against} of {player.games_against} against"
        rows.append((f"{player.name} ({player.style})", f"{partner}, {opponent}"))
    return rows


def points_by_week(weeks: Sequence[WeekPoints], most: int) -> list[int]:
    """Return the points a hand week by week, in at most `most` steps of equal length.

    A step without hands repeats the one before.
    """
    first = weeks[0].monday
    span = (weeks[-1].monday - first).days // 7 + 1
    long = ceil(span / max(2, most))
    hands, points = Counter[int](), Counter[int]()
    for week in weeks:
        step = (week.monday - first).days // 7 // long
        hands[step] += week.hands
        points[step] += week.points
    value, values = 0, []
    for step in range(ceil(span / long)):
        if hands[step]:
            value = round(points[step] / hands[step])
        values.append(value)
    return values
