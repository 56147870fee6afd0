"""Find the end of a game, its winner and the standings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.referee.rulebook import Part
from tests.referee.state import Fact

if TYPE_CHECKING:
    from tests.referee.scoring import Scoring


def leaders(game: Scoring) -> list[int]:
    """Return the sides with the most points."""
    return [side for side in range(game.sides) if game.totals[side] == max(game.totals)]


def parted(game: Scoring, part: Part) -> list[int]:
    """Return the leading sides, or only those with the fewest bags if the ending says so (BM-12)."""
    first = leaders(game)
    if part["fewest_bags"]:
        fewest = min(game.bags[side] for side in first)
        first = [side for side in first if game.bags[side] == fewest]
    return first


def outright(game: Scoring, part: Part) -> list[int]:
    """Return the side whose bid wins the game (BM-12, 3B-15)."""
    return [game._outright[0]] if game._outright else []


def sets(game: Scoring, part: Part) -> list[int]:
    """Return the winner if a side was set too often; if both were, the points decide (JK-11)."""
    lost = [side for side in range(game.sides) if game.sets[side] >= part["limit"]]
    return [1 - lost[0]] if len(lost) == 1 else alone(leaders(game)) if lost else []


def target(game: Scoring, part: Part) -> list[int]:
    """Return the side with the most points once enough were reached; a tie means another hand (SB-10, JK-12, BM-12)."""
    return alone(parted(game, part)) if max(game.totals) >= part["points"] else []


def hands(game: Scoring, part: Part) -> list[int]:
    """Return the winner after enough hands; depending on `parts`, a tie means another hand (3B-16, 3B-17, LG-2)."""
    if len(game.results) < part["hands"]:
        return []
    if part["parts"] == "first":
        return alone(parted(game, part))
    tied = part["parts"] == "all" and len(set(game.totals)) < game.sides
    return [] if tied else leaders(game)


def floor(game: Scoring, part: Part) -> list[int]:
    """Return the leader once a side has fallen to the floor (NL-10)."""
    return alone(parted(game, part)) if min(game.totals) <= part["points"] else []


def alone(first: list[int]) -> list[int]:
    """Return the leading side, or none if several are tied."""
    return first if len(first) == 1 else []


ENDINGS: dict[str, Callable[[Scoring, Part], list[int]]] = {
    "outright": outright,
    "sets": sets,
    "target": target,
    "hands": hands,
    "floor": floor,
}
"""The winners by each kind of ending; none if the game continues."""


def hand_ending(game: Scoring) -> Fact | None:
    """Return the ``game_over`` that follows from the hand just scored, if the game has ended."""
    for part in game.rules.whole["endings"]:
        if not part["on"]:
            continue
        winners = ENDINGS[part["kind"]](game, part)
        if winners:
            return standings(game, part["kind"], winners)
        if part["kind"] == "sets" and max(game.sets) >= part["limit"]:
            return None  # both have lost with equal points: play until one has more (JK-11)
    return None


def standings(game: Scoring, reason: str, winners: list[int]) -> Fact:
    """Return the winners first, the others by points, with tied sides together."""
    totals = game.totals
    others = [side for side in range(game.sides) if side not in winners]
    places = [winners] + [
        [side for side in others if totals[side] == points]
        for points in sorted({totals[side] for side in others}, reverse=True)
    ]
    over: Fact = {"event": "game_over", "reason": reason, "winners": winners, "totals": list(totals)}
    over["standings"] = places
    if game.has("customs", "tray"):
        over["tray"] = places[-1][0] if len(places[-1]) == 1 else None
    if game.has("customs", "days"):
        over["perfect"] = [s for s in range(game.seats) if game.off[s] and not any(game.off[s])]
        over["imperfect"] = [s for s in range(game.seats) if game.off[s] and all(game.off[s])]
    return over


def game_over(game: Scoring) -> Fact:
    """Return the finding at the end of the game, after the chit if there is one (3B-20, 3B-27)."""
    assert game.over is not None
    over = dict(game.over)
    if game.has("customs", "tray"):
        named = [chit["tray"] for chit in game.chits if chit["tray"] is not None]
        tray = over["tray"] = named[-1] if named else over["tray"]
        over["wire_to_wire"] = tray is not None and all(tray in listed for listed in game.trays)
    return over
