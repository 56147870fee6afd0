"""Curtains, claims and the last score sheet don't get in the player's way."""

import pytest

from spades_tui.game.events import Claim, Promise, Stand
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from spades_tui.tui.table.table_screen import TableScreen
from tests.scenes import at, mine
from tests.screens.deciding import stop_the_clock
from tests.screens.looking import TableApp, screen_text, settle, top_screen, type_keys


@pytest.mark.rule("BM-4")
@pytest.mark.parametrize(("tricks", "name"), [(4, "Bemo"), (6, "Big Bemo")])
async def test_a_promise_is_shown_on_the_curtain(tricks: int, name: str) -> None:
    table = at("bemo", mine("raise"), people=3, seed="promise 1")
    promise = next(f for f in table.observe(0).legal if isinstance(f, Promise) and f.tricks == tricks)
    table.do(promise)
    while table.observe(None).on_turn == 0:
        table.do(next(f for f in table.observe(0).legal if isinstance(f, Stand)))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert top_screen(app, CurtainScreen).seat != 0
        line = next(line for line in screen_text(app).splitlines() if f"Ann {table.observe(None).bids[0]} " in line)
        assert f"{table.observe(None).bids[0]} {name} " in line


async def test_the_curtain_before_a_cut_names_the_next_hand() -> None:
    table = at("3b-five", lambda seen: seen.phase == "deal" and seen.standing.hands == 1, people=5)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert isinstance(app.screen, CurtainScreen)
        text = screen_text(app)
        assert "It's your turn to cut the deck" in text
        assert "hand 2 of" in text
        assert "hand 1 of" not in text
        assert "○" not in text, "what was bid before is over"
        assert "●" not in text


@pytest.mark.rule("C-12")
async def test_a_claim_has_its_own_key_and_needs_more_than_enter() -> None:
    table = at("sandbags", mine("play", 9, 0))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        screen, tricks = top_screen(app, TableScreen), len(table.observe(0).tricks)
        assert "c" not in screen.active_bindings, "C stands for clubs, and c for nothing else"
        assert "m" in screen.active_bindings
        type_keys(app, "c")
        await settle(app)
        assert not screen.busy
        assert "Esc" not in screen_text(app).splitlines()[-1]
        type_keys(app, "m")
        await settle(app)
        assert screen.busy
        assert "Esc back" in screen_text(app).splitlines()[-1]
        assert screen.question.chosen is not None
        assert screen.question.chosen.label == "Play on"
        type_keys(app, "home")
        await settle(app)
        assert screen.question.chosen.label == "Play on", "Home and End belong to the hand"
        type_keys(app, "escape")
        await settle(app)
        assert not screen.busy
        for key in ("m", "enter"):
            type_keys(app, key)
            await settle(app)
        assert table.may_claim(0), "nothing was claimed"
        assert table.observe(0).may_claim
        assert len(table.observe(0).tricks) == tricks
        for key in ("m", "left"):
            type_keys(app, key)
            await settle(app)
        chosen = screen.question.chosen
        assert chosen is not None
        assert isinstance(getattr(chosen, "event", None), Claim)


@pytest.mark.parametrize("last", [False, True])
async def test_the_last_score_sheet_leads_to_the_winner(last: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 12), target=1 if last else 5000)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        for _ in range(10):
            if isinstance(app.screen, ScoreScreen):
                break
            type_keys(app, "enter")
            await settle(app)
        top_screen(app, ScoreScreen)
        line = screen_text(app).splitlines()[-1]
        assert ("next hand" in line) != last
        assert ("who won" in line) == last
        type_keys(app, "enter")
        await settle(app)
        assert isinstance(app.screen, GameOverScreen) == last, table.final
        assert not isinstance(app.screen, ScoreScreen)


async def test_an_enter_typed_ahead_starts_no_new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who hurries through the last trick and the sheet still sees the winner. The next Enter plays again."""
    stop_the_clock(monkeypatch)
    app = TableApp(at("sandbags", mine("play", 12), target=1))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, *["enter"] * 12)
        await settle(app)
        assert "Play again" in screen_text(app)
        over = top_screen(app, GameOverScreen)
        type_keys(app, "enter")
        await settle(app)
        assert app.screen is not over
