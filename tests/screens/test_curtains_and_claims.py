"""Curtains, claims and the last score sheet don't get in the player's way."""

import pytest

from spades_tui.game.events import Promise, Stand
from tests.driver import driving
from tests.scenes import at, mine
from tests.screens.deciding import stop_the_clock
from tests.screens.looking import TableApp


@pytest.mark.rule("BM-4")
@pytest.mark.parametrize(("tricks", "name"), [(4, "Bemo"), (6, "Big Bemo")])
async def test_a_promise_is_shown_on_the_curtain(tricks: int, name: str) -> None:
    table = at("bemo", mine("raise"), people=3, seed="promise 1")
    promise = next(f for f in table.observe(0).legal if isinstance(f, Promise) and f.tricks == tricks)
    table.do(promise)
    while table.observe(None).on_turn == 0:
        table.do(next(f for f in table.observe(0).legal if isinstance(f, Stand)))
    async with driving(TableApp(table)) as seat:
        assert seat.place == "curtain" and not seat.sees("A N N")
        bid = table.observe(None).bids[0]
        assert f"{bid} {name} " in seat.line(f"Ann {bid} ")


async def test_the_curtain_before_a_cut_names_the_next_hand() -> None:
    table = at("3b-five", lambda seen: seen.phase == "deal" and seen.standing.hands == 1, people=5)
    async with driving(TableApp(table)) as seat:
        assert seat.place == "curtain"
        assert seat.sees("It's your turn to cut the deck", "hand 2 of")
        for gone in ("hand 1 of", "○", "●"):  # what was bid before is over
            assert not seat.sees(gone)


@pytest.mark.rule("C-12")
async def test_a_claim_has_its_own_key_and_needs_more_than_enter() -> None:
    table = at("sandbags", mine("play", 9, 0))
    async with driving(TableApp(table)) as seat:
        tricks, before = len(table.observe(0).tricks), seat.lines[:-1]
        assert "m claim" in seat.footer
        await seat.press("c")
        assert seat.lines[:-1] == before, "C stands for clubs, and c for nothing else"
        await seat.press("m")
        assert "Esc back" in seat.footer and seat.chosen == "Play on"
        await seat.press("home")
        assert seat.chosen == "Play on", "Home and End belong to the hand"
        await seat.press("escape")
        assert not seat.sees("Play on")
        await seat.press("m", "enter")
        assert table.may_claim(0), "nothing was claimed"
        assert table.observe(0).may_claim
        assert len(table.observe(0).tricks) == tricks
        await seat.press("m", "left")
        assert seat.chosen == "Claim 3"


@pytest.mark.parametrize("last", [False, True])
async def test_the_last_score_sheet_leads_to_the_winner(last: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 12), target=1 if last else 5000)
    async with driving(TableApp(table)) as seat:
        await seat.until("score", most=10)
        assert ("next hand" in seat.footer) != last
        assert ("who won" in seat.footer) == last
        await seat.press("enter")
        assert (seat.place == "game over") == last, table.final
        assert seat.place != "score"


async def test_an_enter_typed_ahead_starts_no_new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who hurries through the last trick and the sheet still sees the winner. The next Enter plays again."""
    stop_the_clock(monkeypatch)
    async with driving(TableApp(at("sandbags", mine("play", 12), target=1))) as seat:
        await seat.type(*["enter"] * 12)
        assert seat.place == "game over" and seat.sees("Play again")
        await seat.press("enter")
        assert seat.place != "game over"
