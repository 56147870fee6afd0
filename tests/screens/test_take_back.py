"""At practice tables, a key takes an action back, and the table waits for it (3B-11)."""

import pytest

from tests.driver import driving
from tests.scenes import at, mine
from tests.screens.deciding import hurry_the_clock, stop_the_clock
from tests.screens.looking import TableApp, wait_until

pytestmark = pytest.mark.rule("3B-11")


@pytest.mark.parametrize("slug", ["sandbags", "3b-four"])
async def test_the_key_to_take_back_stays_until_another_player_plays(slug: str) -> None:
    """You may take your card back while the next player thinks, but not after that player has played."""
    table = at(slug, mine("play", 2, 1), take_back=True)
    async with driving(TableApp(table, pace="leisurely")) as seat:
        assert "u undo" not in seat.footer, "others have played since"
        await seat.press("u")
        assert len(table.observe(None).trick) == 1
        await seat.press("enter")
        if table.observe(None).on_turn == 0:  # an ace asks whether it is high or low
            await seat.press("enter")
        assert len(table.observe(None).trick) == 2
        assert "u undo" in seat.footer
        card = table.observe(None).trick[-1]
        await seat.press("a")  # this key hurries the next players
        assert any(card in trick for trick in table.observe(None).tricks) or len(table.observe(None).trick) > 2
        assert "u undo" not in seat.footer
        entries = len(table.entries)
        await seat.press("u")
        assert not any(entry.text.endswith("takes back") for entry in table.entries[entries:])


async def test_the_table_waits_for_the_person_who_may_take_back() -> None:
    """Even at the instant pace, nobody plays until the person continues or takes the action back."""
    table = at("sandbags", mine("play", 2, 1), take_back=True)
    async with driving(TableApp(table)) as seat:
        for _ in range(2):
            await seat.press("enter")
            await seat.rest(0.1)
            assert len(table.observe(None).trick) == 2, "nobody has played"
            assert seat.sees("u: undo")
            await seat.press("u")
            assert len(table.observe(None).trick) == 1
        await seat.press("enter", "enter")
        assert await wait_until(lambda: len(table.observe(None).tricks) >= 3), "the others did not wait again"


async def test_a_complete_trick_waits_for_the_person_who_may_take_back(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_the_clock(monkeypatch)
    table = at("classic", mine("play", 2, 3), take_back=True)  # a game where other tricks are gathered without a key
    async with driving(TableApp(table, hand_end=False)) as seat:
        await seat.press("enter")
        await seat.rest(0.1)  # much longer than a trick is shown
        assert seat.sees("takes it", "u: undo")
        await seat.press("u")
        assert not seat.sees("takes it")
        assert len(table.observe(None).trick) == 3
        await seat.press("enter", "enter")
        await seat.wait("takes it", gone=True)
        assert len(table.observe(None).tricks) >= 3


async def test_a_bid_can_be_taken_back_after_later_bids() -> None:
    """The later bids show nothing hidden, and their players bid again."""
    table = at("sandbags", mine("bid"), take_back=True, dealer=2)
    async with driving(TableApp(table)) as seat:
        await seat.press("enter")
        await seat.rest(0.2)
        assert sum(bid is not None for bid in table.observe(None).bids) == 2, "it waits"
        await seat.press("u")
        assert sum(bid is not None for bid in table.observe(None).bids) == 1


async def test_a_card_can_be_taken_back_at_the_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 2, 1), people=4, take_back=True)
    async with driving(TableApp(table)) as seat:
        assert seat.next_person == "ANN"
        await seat.press("space", "enter")
        assert seat.next_person == "BEA"
        assert "u undo" in seat.footer
        await seat.press("u")
        assert len(table.observe(None).trick) == 1
        assert seat.next_person == "ANN", "the keyboard returns to the person who took the card back"
        assert "u undo" not in seat.footer, "the card before it was somebody else's"


@pytest.mark.parametrize("practice", [True, False])
async def test_the_screen_says_that_a_bid_can_be_taken_back(practice: bool) -> None:
    async with driving(TableApp(at("3b-four", mine("bid"), take_back=practice))) as seat:
        assert seat.sees("u undoes it.") == practice
