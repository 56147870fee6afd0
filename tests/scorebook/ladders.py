"""Make up games of a ladder, and add them to a scorebook."""

from collections.abc import Iterable
from datetime import datetime

from spades_tui.scorebook.game_result import GameResult, SeatResult
from spades_tui.scorebook.scorebook import Book

PARTNERS = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,), (3,))


def seat(player: str, place: int, hands: int, unaided: bool) -> SeatResult:
    """Return a seat: ``Ann`` is a person, ``=club`` a computer player."""
    name, computer, level = player.partition("=")
    alone = unaided and not computer
    return SeatResult(
        name=name or level, kind="bot" if computer else "human", level=level or None, place=place, won=place == 1,
        hands=hands, unaided=alone,
    )  # fmt: skip


def result(
    number: int, ended: datetime, players: Iterable[str], places: tuple[int, ...] = (1, 2), *,
    sides: tuple[tuple[int, ...], ...] = PARTNERS, hands: int = 8, unaided: bool = True, variant: str = "classic",
) -> GameResult:  # fmt: skip
    """Return a game in which the sides finished in these places."""
    place_of = {one: place for side, place in zip(sides, places, strict=True) for one in side}
    seats = tuple(seat(player, place_of[n], hands, unaided) for n, player in enumerate(players))
    winners = tuple(n for n, place in enumerate(places) if place == 1)
    standings = [tuple(n for n, place in enumerate(places) if place == rank) for rank in sorted(set(places))]
    return GameResult(
        id=f"{number:016x}", variant=variant, title=variant.capitalize(), ended=ended.isoformat(), hands=hands,
        reason="points", sides=sides, winners=winners, standings=tuple(standings), totals=(0,) * len(sides), course=(),
        seats=seats,
    )  # fmt: skip


def add(book: Book, results: Iterable[GameResult]) -> None:
    """Add games to a scorebook, as an import does."""
    book.notes.write(*[book.notes.new("game", game=one.to_json()) for one in results])
