"""A digest keeps every chit and tray of its game, and refuses seats and sides that it doesn't have."""

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import asdict, replace

from spades_tui.rules.judged_cards import Mark
from spades_tui.scorebook import BookError
from spades_tui.scorebook.game_result import GameResult, SeatResult, result_from
from tests.scorebook.made_up import made_up

WHEN = datetime(2026, 3, 2, 20, 0, tzinfo=UTC)


def result(**changed: Any) -> GameResult:
    return replace(made_up(1, WHEN, random.Random(1)), perfect=(), imperfect=(), **changed)


@pytest.mark.rule("3B-27")
@pytest.mark.parametrize(
    ("last", "chits", "row", "carriers"),
    [
        ((), (), (), ()),
        ((2,), (), (2,), (2,)),
        ((1, 2), (), (1, 2), (1, 2)),
        ((2,), ((2, None),), (2,), (2,)),
        ((2,), ((2, 0),), (2, 0), (0,)),
        ((2,), ((2, 0), (0, 1)), (2, 0, 1), (1,)),
        ((2,), ((2, 0), (0, 1), (1, 3)), (2, 0, 1, 3), (3,)),
        ((2,), ((2, 0), (0, None)), (2, 0), (0,)),
    ],
)
def test_every_chit_hands_the_tray_on(
    last: tuple[int, ...], chits: tuple[tuple[int, int | None], ...], row: tuple[int, ...], carriers: tuple[int, ...]
) -> None:
    game = result(last=last, chit=chits[0] if chits else None, more_chits=chits[1:])
    assert game.chits == chits
    assert game.tray_row == row
    assert game.carriers == carriers
    data = game.to_json()
    assert ("more_chits" in data) == (len(chits) > 1)
    assert result_from(data) == game


def test_counts_that_a_stored_seat_leaves_out_are_zero() -> None:
    seat = asdict(convert({"name": "Ann", "kind": "human"}, SeatResult))
    counts = {key: value for key, value in seat.items() if isinstance(value, int)}
    assert counts == {**dict.fromkeys(counts, 0), "place": 1}


MARK = Mark(hand=1, accused=0, card="AS", by=(1, 2), hunters=(1, 2, 3))


def test_sides_of_partners_are_fewer_than_seats() -> None:
    pairs: dict[str, Any] = {"sides": ((0, 2), (1, 3)), "totals": (1, 2), "course": ((1, 2),)}
    whole = result(**pairs, winners=(1,), standings=((1,), (0,)), last=(3,), tray=None)
    assert result_from(whole.to_json()) == whole
    with pytest.raises(BookError, match="no such side"):
        result_from(replace(whole, winners=(2,)).to_json())


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"last": (4,)}, "no such seat"),
        ({"perfect": (4,)}, "no such seat"),
        ({"imperfect": (4,)}, "no such seat"),
        ({"tray": 4}, "no such seat"),
        ({"chit": (4, None)}, "no such seat"),
        ({"chit": (0, 4)}, "no such seat"),
        ({"chit": (0, 1), "more_chits": ((1, 4),)}, "no such seat"),
        ({"sides": ((0,), (1,), (2,), (4,))}, "no such seat"),
        ({"marks": (replace(MARK, accused=4),)}, "no such seat"),
        ({"marks": (replace(MARK, by=(1, 4)),)}, "no such seat"),
        ({"marks": (replace(MARK, hunters=(1, 4)),)}, "no such seat"),
        ({"winners": (4,)}, "no such side"),
        ({"standings": ((0,), (1,), (2,), (4,))}, "no such side"),
        ({"ended": "yesterday"}, "game: "),
    ],
)
def test_a_digest_of_a_seat_or_side_that_is_not_there_is_refused(change: dict[str, Any], problem: str) -> None:
    whole = result(marks=(MARK, replace(MARK, hunters=None)), tray=None)
    assert result_from(whole.to_json()) == whole
    with pytest.raises(BookError, match=problem):
        result_from(replace(whole, **change).to_json())
