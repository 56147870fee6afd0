"""A game can be played on screen from the cut to the end, with keys and with the mouse."""

from typing import Any

import pytest

from spades_tui import cards
from spades_tui.cards import pretty
from spades_tui.play.saved_games import suspended
from spades_tui.play.shown import CutOffered
from spades_tui.play.table import Table
from spades_tui.presentation.wording import Wording, sorted_hand
from spades_tui.system.folders import games_folder
from spades_tui.system.output import IN_BROWSER
from tests.driver import driving
from tests.scenes import at, mine, setup
from tests.screens.looking import TableApp, faces

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("3b-five", {"hands": 1}),
    ("call-break", {"hands": 1}),
    ("six-handed", {"target": 60}),
    ("league", {}),
)
"""Games with decisions and seats of their own; in the others, people take every decision (`test_decisions.py`)."""


@pytest.mark.rule("C-3", "SB-10")
async def test_enter_alone_plays_a_game_of_sandbags_to_its_end() -> None:
    async with driving(TableApp(Table.create(setup("sandbags", dealer=1, seed="enter", target=60)))) as seat:
        assert {"deal", "bid", "play", "score"} <= set(await seat.until("game over"))
        assert seat.table.final is not None
        assert seat.sees("Play again")
        dealer = seat.table.setup.dealer
        await seat.press("enter")
        assert seat.place != "game over"
        assert seat.table.setup.dealer == (dealer + 1) % 4


async def test_every_screen_names_its_game_from_the_first_frame() -> None:
    async with driving(TableApp(at("sandbags", lambda seen: len(seen.tricks) == 12))) as seat:
        frames = seat.frames()
        await seat.until("score")
        await seat.until("play")
    assert len(frames) >= 4
    assert {frame.split()[0] for frame in frames} == {"Sandbags"}


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), GAMES)
async def test_enter_alone_plays_a_game_to_its_end(slug: str, options: dict[str, Any]) -> None:
    async with driving(TableApp(Table.create(setup(slug, seed="every", dealer=0, **options)))) as seat:
        await seat.until("game over", most=1500)


async def test_cards_are_chosen_by_suit_and_rank_by_number_and_with_arrows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.tui.table.typed_keys.PAUSE", 60.0)  # a busy machine needs long for two digits
    table = at("sandbags", mine("play", 1, 0))
    async with driving(TableApp(table)) as seat:
        assert set(seat.hand) == faces(table.observe(0).own)
        for place, face in enumerate(seat.hand, 1):
            await seat.press(*str(place))
            assert seat.card_chosen() == face
            await seat.press("home")  # an arrow ends a number
        for card in cards.cards_of(table.observe(0).own or 0):
            await seat.press("home")
            await seat.select(card)
        before = seat.card_chosen()
        await seat.press("right")
        assert seat.card_chosen() != before


async def test_the_mouse_selects_and_plays_a_card() -> None:
    table = at("sandbags", mine("play", 0, 0))
    async with driving(TableApp(table, pace="leisurely")) as seat:
        legal = faces(table.observe(0).own) - faces(cards.hand_of(table.observe(0).why_not))
        face = min(legal - {seat.card_chosen()})
        await seat.click(f"│{face}")
        assert seat.card_chosen() == face
        assert len(table.observe(None).trick) == 0
        await seat.click(f"┃{face}")
        assert pretty(table.observe(None).trick[0].card) == face


async def test_the_order_of_cards_can_be_changed_at_the_table() -> None:
    table = at("sandbags", mine("play", 0, 0))

    def in_order(**order: Any) -> list[str]:
        return [pretty(card) for card in sorted_hand(table.rules, Wording((), **order), table.observe(0).own or 0)]

    async with driving(TableApp(table, pace="leisurely")) as seat:
        assert seat.hand == in_order()
        await seat.command("suits by rank")
        await seat.command("trumps right")
        assert seat.hand == in_order(sort="ranks", trumps="right") != in_order()
        await seat.press("right", "enter")
        assert len(table.observe(None).trick) == 1


async def test_a_small_terminal_loses_nothing() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 2, 0)))) as seat:
        before = seat.text
        await seat.resize(60, 20)
        assert seat.sees("80×24", "Ctrl+Q quits; your game is saved.")
        assert seat.place != "play"
        await seat.press("enter")
        await seat.resize(80, 24)
        assert seat.text == before


@pytest.mark.parametrize("in_browser", ["", "1"])
async def test_a_small_window_of_a_browser_says_how_to_zoom(in_browser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal has no such key."""
    monkeypatch.setenv(IN_BROWSER, in_browser)
    async with driving(TableApp(at("sandbags", mine("play", 2, 0))), (37, 20)) as seat:
        assert seat.sees("80×24")
        assert seat.sees("Ctrl and -") == bool(in_browser)


async def test_the_log_goes_back_to_the_beginning_of_the_hand() -> None:
    table = at("jokers", mine("play", 11, 1))
    first, last = table.entries[0].text, table.entries[-1].text
    async with driving(TableApp(table, pace="leisurely", hand_end=False)) as seat:
        await seat.press("g")
        assert seat.sees(last)
        assert not seat.sees(first)
        await seat.press("home")
        assert seat.sees("This hand", first)
        await seat.press("down", "down")
        assert not seat.sees("This hand")
        await seat.scroll(-5)
        assert seat.sees("This hand", first)
        await seat.press("end")
        assert seat.sees(last)
        await seat.press("escape")
        await seat.resize(140, 45)
        assert seat.sees("Your turn", "This hand")
        await seat.press("g")
        assert seat.place == "log"


async def test_any_key_ends_a_pause_except_keys_that_open_a_screen() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 2, 3)), pace="leisurely")) as seat:
        await seat.press("enter")
        assert seat.sees("takes it")
        await seat.press("s")
        assert seat.place == "all scores"
        await seat.press("escape")
        assert seat.sees("takes it")
        await seat.press("a")
        assert not seat.sees("takes it")


async def test_leaving_keeps_the_game() -> None:
    async with driving(TableApp(Table.create(setup("sandbags", dealer=0), games_folder()))) as seat:
        await seat.until("bid")
        before, path = seat.table.observe(0).own, seat.table.path
        await seat.press("q")
        assert seat.place == "home"
        assert [game.path for game in suspended()] == [path]
        await seat.press("c")
        assert seat.place == "bid"
        assert seat.table.observe(0).own == before


@pytest.mark.rule("C-3")
async def test_the_cut_is_offered_with_the_seal_and_may_be_declined() -> None:
    async with driving(TableApp(Table.create(setup("sandbags", dealer=1)))) as seat:
        assert seat.place == "deal"
        offered = seat.table.next()
        assert isinstance(offered, CutOffered)
        seal = offered.commitment
        assert seal[:16] not in seat.text.replace(" ", ""), "its digits are for those who ask"
        await seat.press("f")
        digits = seat.text.replace(" ", "")
        assert seal[:16] in digits
        assert seal[16:] in digits
        await seat.press("n")
        assert seat.dealt.cut is None


@pytest.mark.rule("C-11", "JK-14")
async def test_enter_alone_accuses_no_player() -> None:
    table = at("jokers", mine("play", 2, 0), enforcement="challenge")
    async with driving(TableApp(table, pace="leisurely")) as seat:
        await seat.press("x")
        assert seat.sees("Who reneged?")
        await seat.press("enter")
        assert not any("challenges" in entry.text for entry in table.entries)
        await seat.press("x", "up", "enter")
        assert any("You challenge" in entry.text for entry in table.entries)
