"""Again: the same hand, the same hand as the others held it, and a rematch with changed sides."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.analysis.fork import repeat_hand, why_no_repeat
from spades_tui.game.events import Deal
from spades_tui.play.setup import bot_seats, with_sides_changed
from spades_tui.play.table import Table
from spades_tui.settings import dead_key_reasons
from spades_tui.system.folders import games_folder, is_fork
from tests.driver import driving
from tests.scenes import advance, last_card, scored, setup
from tests.screens.looking import TableApp


def scored_table(people: int = 1, seed: str | None = None, hands: int = 1) -> Table:
    """Return a saved table after its first hand."""
    given = replace(setup("sandbags", people), seed=seed)
    return advance(Table.create(given, games_folder()), scored(hands))


def deals(path: Path) -> list[dict[str, object]]:
    """Return the deals in a record, by the hands dealt."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [line["hands"] for line in lines if line["event"] == Deal.event_name()]


def seats(path: Path) -> list[str]:
    """Return the kind of player in each seat."""
    return [seat["kind"] for seat in json.loads(path.read_text("utf-8").splitlines()[0])["seats"]]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_hand_again_has_the_same_cards_and_one_person_and_does_not_count(seat: int) -> None:
    table = scored_table()
    assert table.path is not None
    fork = repeat_hand(table.path, 1, seat)
    assert is_fork(fork)
    assert deals(fork) == deals(table.path)
    assert seats(fork) == ["human" if number == seat else "bot" for number in range(4)]
    again = Table.resume(fork)
    seen = again.observe(seat)
    assert seen.phase == "bid"
    assert seen.bids == (None,) * 4
    advance(again, scored(1), seat).leave()
    assert repeat_hand(fork, 1, seat).parent == fork.parent


def test_a_hand_cannot_be_repeated_with_others_at_the_table_or_before_a_seeds_game_is_over() -> None:
    alone, two, seeded = scored_table(), scored_table(people=2), scored_table(seed="cards")
    reasons = {}
    for name, table, over in (
        ("alone", alone, False), ("two", two, True), ("seeded", seeded, False), ("over", seeded, True),
    ):  # fmt: skip
        reasons[name] = why_no_repeat(table.setup, table.open_game(), table.path, over=over)
    assert reasons == {
        "alone": None, "two": dead_key_reasons.OTHERS_HERE, "seeded": dead_key_reasons.SEED_NOT_OVER, "over": None,
    }  # fmt: skip
    closed = replace(alone.open_game(), hands=())
    assert why_no_repeat(alone.setup, closed, alone.path, over=False) is dead_key_reasons.NO_HANDS
    assert why_no_repeat(alone.setup, alone.open_game(), None, over=True) is dead_key_reasons.NOT_SAVED


def test_changed_sides_keep_the_person_and_meet_every_partner() -> None:
    given = setup("sandbags")
    partners = []
    for _ in range(3):
        partners.append(given.seats[2].name)
        given = with_sides_changed(given)
        assert given.seats[0].name == "Ann"
        assert {seat.name for seat in given.seats} == {seat.name for seat in setup("sandbags").seats}
    assert given == setup("sandbags")
    assert sorted(partners) == sorted(seat.name for seat in given.seats[1:])
    watched = replace(given, seats=bot_seats(4, "club"))
    assert [seat.name for seat in with_sides_changed(watched).seats] == [watched.seats[n].name for n in (0, 2, 3, 1)]


async def test_keys_on_the_score_sheet_repeat_the_hand_and_lead_back() -> None:
    given = replace(setup("sandbags"), seed=None)
    table = last_card(Table.create(given, games_folder()))
    app, path = TableApp(table, keep=True), table.path
    assert path is not None
    async with driving(app) as seat:
        await seat.press("enter")
        await seat.until("score")
        await seat.press("a")
        assert seat.place == "bid"
        assert app.controller is not None
        fork = app.controller.table.path
        assert fork is not None
        assert is_fork(fork)
        assert deals(fork) == deals(path)
        await seat.press("q")
        assert app.controller is not None
        assert not is_fork(app.controller.table.path)
