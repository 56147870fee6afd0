"""At the table ``u`` undoes one of the person's decisions after another, and the sentence names it (3B-11)."""

import pytest

from spades_tui.game.events import Claim, Play
from spades_tui.game.phase import Phase
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from tests.driver import driving
from tests.games import each_game
from tests.scenes import advance, at, mine, setup
from tests.screens.looking import TableApp

pytestmark = pytest.mark.rule("3B-11")


def played_last(seen: Observation) -> bool:
    """Return whether the last card of a hand is due and the person has played theirs."""
    return seen.phase == Phase.PLAY and len(seen.tricks) == 12 and seen.own == 0


def times_taken_back(table: Table) -> int:
    """Return how often the log says that the person has taken something back."""
    return sum(entry.text.startswith("You take back") for entry in table.entries)


@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "3b-four", "suicide", "two-handed"))
async def test_u_undoes_decisions_back_to_the_first_bid(slug: str) -> None:
    table = at(slug, mine("play", 3, 0 if slug == "3b-three" else 1), undo=True)
    async with driving(TableApp(table)) as seat:
        assert seat.place == "play"
        words = []
        while table.may_take_back(0):
            assert "u undo" in seat.footer
            before = len(table.course.steps)
            await seat.press("u")
            assert len(table.course.steps) < before
            words.append(table.taken_back)
            assert seat.sees(f"{table.taken_back}.")
            assert table.observe(None).on_turn == 0
        assert seat.place == "bid" and "u undo" not in seat.footer
        assert not table.observe(None).trick
        assert table.observe(None).bids[0] is None
        assert sum("of" not in word and "to" not in word for word in words) >= 3, words
        await seat.press("enter")
        assert not seat.sees("You take back")


async def test_another_card_can_be_played_after_an_undo() -> None:
    table = at("sandbags", mine("play", 5, 2), undo=True)
    async with driving(TableApp(table)) as seat:
        await seat.press("u", "u", "u")
        seen = table.observe(0)
        assert 1 <= len(seen.tricks) <= 3
        card = next(event.card for event in reversed(seen.legal) if isinstance(event, Play))
        await seat.select(card)
        await seat.until("score")
        assert times_taken_back(table) == 3
        played = table.course.state.current.tricks[len(seen.tricks)]
        assert (0, card) in [(play.seat, play.card) for play in played]


async def test_the_table_waits_for_the_last_chance_before_the_score() -> None:
    """This concerns a person who plays the last card, because a scored hand can't be undone."""
    table = at("sandbags", played_last, undo=True)
    async with driving(TableApp(table)) as seat:
        await seat.wait("takes the trick")
        await seat.rest(0.2)
        assert len(table.observe(None).tricks) == 13
        assert seat.place == "play", "nothing is scored yet"
        assert seat.sees("u: undo")
        await seat.press("u")
        assert len(table.observe(None).tricks) == 12
        assert table.observe(0).own
        await seat.until("score")
        assert not table.may_take_back(0)


async def test_a_claim_cannot_be_undone_on_screen() -> None:
    """A claim has shown something of the other hands, so it can't be undone, and the table doesn't wait."""
    tables = (at("sandbags", mine("play", 12, 0), seed=f"claim {seed}", undo=True) for seed in range(40))
    table = next(table for table in tables if table.course.refusal(Claim(0, 1)) is None)
    async with driving(TableApp(table)) as seat:
        assert table.may_take_back(0)
        await seat.press("m", "left", "enter")
        await seat.rest(0.2)
        assert not table.may_take_back(0)
        await seat.until("score", "u")
        assert times_taken_back(table) == 0


async def test_the_end_and_the_scorebook_say_that_a_practice_game_does_not_count() -> None:
    table = advance(Table.create(setup("sandbags", target=1, undo=True), games_folder()), mine("play", 12))
    async with driving(TableApp(table, keep=True)) as seat:
        await seat.press("u")
        await seat.until("score")
        assert table.observe(None).outcome is not None
        assert seat.sees("The game is over and doesn't count: undo was on.   Enter: who won.")
        await seat.until("game over")
        assert "Sandbags · over, doesn't count " in seat.heading
        await seat.press("b")
        await seat.wait("The game doesn't count in the scorebook: undo was on.")
        await seat.command("scorebook")
        await seat.wait("1 practice game doesn't count in the scorebook.")
