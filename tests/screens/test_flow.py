"""A game can be played on screen from the cut to the end, with keys and with the mouse."""

from typing import Any

import pytest

from spades_tui.cards import pretty
from spades_tui.play.table import Table
from spades_tui.presentation.wording import sorted_hand
from spades_tui.system.output import IN_BROWSER
from spades_tui.tui.frame import TooSmallScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from spades_tui.tui.table.screen_at_table import GameSheetScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen, WatchScreen
from spades_tui.tui.widgets.canvas import Pieces
from spades_tui.tui.widgets.card_faces import CardStyle, HandView
from spades_tui.tui.widgets.edge_lines import TopLine
from tests.scenes import at, mine, setup
from tests.screens.looking import TableApp, dealt, press_until, screen_text, table_of, top_screen

VARIANTS = (
    ("sandbags", {"target": 60}),
    ("jokers", {"target": 60}),
    ("bemo", {"target": 60}),
    ("3b-three", {"hands": 1}),
    ("3b-four", {"hands": 1}),
    ("3b-five", {"hands": 1}),
    ("two-handed", {"target": 30}),
    *(
        pytest.param(slug, {"target": 60}, marks=pytest.mark.slow)
        for slug in ("classic", "whiz", "mirrors", "suicide", "cutthroat", "cutthroat-three", "joker-deuces")
    ),
    pytest.param("call-break", {"hands": 1}, marks=pytest.mark.slow),
    pytest.param("six-handed", {"target": 60}, marks=pytest.mark.slow),
    pytest.param("league", {}, marks=pytest.mark.slow),
)


@pytest.mark.rule("C-3", "SB-10")
async def test_enter_alone_plays_a_game_of_sandbags_to_its_end() -> None:
    app = TableApp(Table.create(setup("sandbags", dealer=1, seed="enter", target=60)))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        met = await press_until(pilot, "enter", GameOverScreen)
        assert {"DealingScreen", "BiddingScreen", "TrickPlayScreen", "ScoreScreen"} <= set(met)
        assert table_of(app).table.final is not None
        assert "Play again" in screen_text(app)
        dealer = table_of(app).table.setup.dealer
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(app.screen, GameOverScreen)
        assert table_of(app).table.setup.dealer == (dealer + 1) % 4


async def test_every_screen_names_its_game_from_the_first_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = []
    show = TopLine.show

    def noted(self: TopLine, left: str | Pieces, right: str | Pieces = "") -> None:
        shown.append(left if isinstance(left, str) else next(iter(left))[0])
        show(self, left, right)

    monkeypatch.setattr(TopLine, "show", noted)
    app = TableApp(at("sandbags", lambda seen: len(seen.tricks) == 12))
    async with app.run_test(size=(80, 24)) as pilot:
        await press_until(pilot, "enter", ScoreScreen)
        await press_until(pilot, "enter", TrickPlayScreen)
    assert set(shown) == {"Sandbags"}


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), VARIANTS)
async def test_enter_alone_plays_every_variant(slug: str, options: dict[str, Any]) -> None:
    app = TableApp(Table.create(setup(slug, seed="every", dealer=0, **options)))
    async with app.run_test(size=(80, 24)) as pilot:
        await press_until(pilot, "enter", GameOverScreen, 1500)


async def test_a_table_without_people_is_watched() -> None:
    app = TableApp(at("sandbags", lambda seen: len(seen.tricks) == 11, people=0), pace="leisurely")
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, WatchScreen)
        assert not app.screen.query_one(HandView).display
        await press_until(pilot, "enter", ScoreScreen)


@pytest.mark.rule("C-8", "C-6")
async def test_an_illegal_card_is_refused_on_screen_with_the_rule() -> None:
    table = at("sandbags", lambda seen: mine("play", 1)(seen) and len(seen.why_not) > 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seen = table.observe(0)
        card, refusal = next(iter(seen.why_not.items()))
        hand = app.screen.query_one(HandView)
        hand.choose(card)
        await pilot.press("enter")
        await pilot.pause()
        assert refusal.sentence.rstrip(".") in top_screen(app, TableScreen).sentence.words
        assert refusal.rule in top_screen(app, TableScreen).sentence.words
        assert table.observe(0).own == seen.own


async def test_cards_are_chosen_by_suit_and_rank_by_number_and_with_arrows() -> None:
    table = at("sandbags", mine("play", 1, 0))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        hand = app.screen.query_one(HandView)
        for place, card in enumerate(hand.held, 1):
            for char in str(place):
                await pilot.press(char)
            assert hand.card == card
            await pilot.press("home")  # an arrow ends a number
        for card in hand.held:
            rank = pretty(card)[0].replace("1", "T")
            await pilot.press("CDHS"["♣♦♥♠".index(pretty(card)[-1])])
            await pilot.press(rank.lower() if rank.isalpha() else rank)
            assert hand.card == card
        before = hand.card
        await pilot.press("right")
        assert hand.card != before


async def test_the_mouse_selects_and_plays_a_card() -> None:
    table = at("sandbags", mine("play", 0, 0))
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        hand = app.screen.query_one(HandView)
        places = [n for n, card in enumerate(hand.held) if card not in table.observe(0).why_not]
        place = next(n for n in places if hand.held[n] != hand.card)
        card = hand.held[place]
        assert hand._canvas is not None
        spot = next(spot for spot, value in hand._canvas.spots if value == place)
        await pilot.click(HandView, offset=(spot.x + 1, spot.y + 1))
        await pilot.pause()
        assert hand.card == card
        assert len(table.observe(None).trick) == 0
        await pilot.click(HandView, offset=(spot.x + 1, spot.y + 1))
        await pilot.pause()
        assert table.observe(None).trick[0].card == card


async def test_a_bid_is_chosen_with_a_number() -> None:
    table = at("sandbags", mine("bid"))
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("1", "1", "enter")
        await pilot.pause()
        assert table.observe(None).bids[0] == 11


async def test_the_order_of_cards_can_be_changed_at_the_table() -> None:
    table = at("sandbags", mine("play", 0, 0))
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        hand = top_screen(app, TableScreen).hand
        rules, own = table.rules, table.observe(0).own
        assert own is not None
        assert list(hand.held) == list(sorted_hand(rules, table_of(app).look, own))
        app.open_settings()
        await pilot.pause()
        for name in ("sort", "trumps"):
            app.screen.query_one(f"#setting-{name}").focus()
            await pilot.press("right")
        await pilot.press("escape")
        await pilot.pause()
        assert (app.settings.sort, app.settings.trumps) == ("ranks", "right")
        assert top_screen(app, TableScreen).hand is hand
        assert list(hand.held) == list(sorted_hand(rules, CardStyle((), sort="ranks", trumps="right"), own))
        await pilot.press("right", "enter")
        await pilot.pause()
        assert len(table.observe(None).trick) == 1


@pytest.mark.rule("C-12")
async def test_a_refused_claim_says_so_and_removes_its_key() -> None:
    table = at("sandbags", mine("play", 0, 0))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("m")
        await pilot.pause()
        assert "Claim all the remaining tricks?" in screen_text(app)
        await pilot.press("left")
        await pilot.press("enter")
        await pilot.pause()
        assert "C-12" in top_screen(app, TableScreen).sentence.words
        assert app.screen.check_action("claim", ()) is False


async def test_a_small_terminal_loses_nothing() -> None:
    table = at("sandbags", mine("play", 2, 0))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = screen_text(app)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        assert "80×24" in screen_text(app)
        assert "Ctrl+Q quits; your game is saved." in screen_text(app)
        await pilot.press("enter")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, TrickPlayScreen)
        assert screen_text(app) == before


async def test_a_small_window_of_a_browser_says_how_to_zoom(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal has no such key."""
    for value in ("", "1"):
        monkeypatch.setenv(IN_BROWSER, value)
        app = TableApp(at("sandbags", mine("play", 2, 0)))
        async with app.run_test(size=(37, 20)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, TooSmallScreen)
            assert ("Ctrl and -" in screen_text(app)) == bool(value)


async def test_a_larger_terminal_has_the_log_and_the_scores() -> None:
    table = at("sandbags", mine("play", 2, 0))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "This hand" not in screen_text(app)
        await pilot.resize_terminal(140, 45)
        await pilot.pause()
        await pilot.pause()
        assert "This hand" in screen_text(app)
        assert "Bids" in screen_text(app)


@pytest.mark.rule("C-10")
async def test_the_log_hides_the_cards_of_tricks_that_cannot_be_seen_again() -> None:
    table = at("sandbags", mine("play", 3, 1))
    app = TableApp(table)
    async with app.run_test(size=(140, 45)) as pilot:
        await pilot.pause()
        shown = screen_text(app)
        seen = table.observe(0)
        for trick in seen.tricks:
            for played in trick:
                assert f"{table_of(app).look.name(played.seat)} plays {pretty(played.card)}" not in shown
        assert f"plays {pretty(seen.trick[0].card)}" in shown


async def test_the_log_goes_back_to_the_beginning_of_the_hand() -> None:
    table = at("jokers", mine("play", 11, 1))
    app = TableApp(table, pace="leisurely")
    first, last = table.entries[0].text, table.entries[-1].text
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("g")
        await pilot.pause()
        assert last in screen_text(app)
        assert first not in screen_text(app)
        assert "This hand · " in screen_text(app)
        await pilot.press("home")
        await pilot.pause()
        assert first in screen_text(app)
        assert "This hand · " not in screen_text(app)
        await pilot.press("down", "down")
        await pilot.pause()
        assert "This hand · 2 earlier" in screen_text(app)
        await pilot.press("end")
        await pilot.pause()
        assert last in screen_text(app)
        await pilot.press("escape")
        await pilot.resize_terminal(140, 45)
        await pilot.pause()
        assert "Your turn" in screen_text(app)
        assert "This hand" in screen_text(app)
        await pilot.press("g")
        await pilot.pause()
        assert "the log" in screen_text(app)


@pytest.mark.rule("C-10")
async def test_the_last_trick_is_shown_if_the_table_allows_it() -> None:
    app = TableApp(at("3b-four", mine("play", 3, 0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        assert "last trick" in top_screen(app, TableScreen).sentence.words
        assert "took it" in screen_text(app)
        await pilot.press("l")
        await pilot.pause()
        assert "took it" not in screen_text(app)
    app = TableApp(at("sandbags", mine("play", 3, 0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.check_action("last_trick", ()) is False


async def test_any_key_ends_a_pause_except_keys_that_open_a_screen() -> None:
    app = TableApp(at("sandbags", mine("play", 2, 3)), pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert table_of(app).finished_trick is not None
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, GameSheetScreen)
        assert table_of(app).finished_trick is not None
        await pilot.press("escape")
        await pilot.press("a")
        await pilot.pause()
        assert table_of(app).finished_trick is None


async def test_leaving_keeps_the_game() -> None:
    from spades_tui.play.saved_games import suspended
    from spades_tui.system.folders import games_folder

    table = Table.create(setup("sandbags", dealer=0), games_folder())
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await press_until(pilot, "enter", BiddingScreen)
        before = table_of(app).table.observe(0).own
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app.controller is None
        games = suspended()
        assert len(games) == 1
        app.resume_table(games[0].path)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert table_of(app).table.observe(0).own == before


@pytest.mark.rule("C-3")
async def test_the_cut_is_offered_with_the_seal_and_may_be_declined() -> None:
    app = TableApp(Table.create(setup("sandbags", dealer=1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, DealingScreen)
        seal = app.screen.offer.commitment
        digits = screen_text(app).replace(" ", "")
        assert seal[:16] in digits
        assert seal not in digits
        await pilot.press("f")
        await pilot.pause()
        assert seal[:16] in screen_text(app).replace(" ", "")
        assert seal[16:] in screen_text(app).replace(" ", "")
        await pilot.press("n")
        await pilot.pause()
        assert dealt(app).cut is None


@pytest.mark.rule("C-3")
async def test_the_time_to_cut_runs_out() -> None:
    app = TableApp(Table.create(setup("sandbags", dealer=1)))
    app.settings = type(app.settings)(pace="instant", cut_patience=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause(2.3)
        assert dealt(app).cut is None


@pytest.mark.rule("3B-4")
async def test_the_dealer_chooses_the_extra_card() -> None:
    table = Table.create(setup("3b-four", dealer=0))
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        table_of(app).pauses.hurry()  # the pause before it, if it hasn't ended yet
        await pilot.pause()
        assert isinstance(app.screen, DealingScreen)
        assert "which card do you set aside" in app.screen.sentence.words
        await pilot.press("left", "left", "enter")
        await pilot.pause()
        assert table.observe(None).extra_down
        assert app.screen.stage == "deal"


@pytest.mark.rule("3B-3")
async def test_an_ace_is_called_on_screen() -> None:
    table = at("3b-four", lambda seen: mine("play")(seen) and (seen.own or 0) >> 51 & 1 == 1 and 51 not in seen.why_not)
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S", "A", "enter")
        await pilot.pause()
        assert "high or low?" in screen_text(app)
        await pilot.press("right", "right", "enter")
        await pilot.pause()
        assert "You play A♠, called low" in [entry.text for entry in table.entries]


@pytest.mark.slow
async def test_several_people_reach_the_end_with_enter_and_space() -> None:
    app = TableApp(Table.create(setup("bemo", people=3, seed="hot", dealer=0, target=30)))
    async with app.run_test(size=(80, 24)) as pilot:
        import spades_tui.tui.table.curtain_screen as curtain

        deaf, curtain.DEAF = curtain.DEAF, 0.0
        try:
            curtains = 0
            for _ in range(900):
                if isinstance(app.screen, ScoreScreen):
                    break
                closed = isinstance(app.screen, CurtainScreen)
                curtains += closed
                await pilot.press("space" if closed else "enter")
                await pilot.pause()
            assert isinstance(app.screen, ScoreScreen)
            assert curtains > 20
        finally:
            curtain.DEAF = deaf


@pytest.mark.rule("3B-11")
async def test_a_bid_is_taken_back_at_a_practice_table() -> None:
    table = at("sandbags", mine("bid"), take_back=True)
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert table.observe(0).bids[0] is not None
        await pilot.press("u")
        await pilot.pause()
        assert table.observe(0).bids[0] is None
        assert isinstance(app.screen, BiddingScreen)


@pytest.mark.rule("3B-5")
async def test_a_bid_can_be_changed_until_the_next_bid() -> None:
    table = at("3b-four", mine("bid"))
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("4", "enter")
        await pilot.pause()
        assert "change bid" in screen_text(app)
        await pilot.press("b")
        await pilot.pause()
        assert "Change it to" in screen_text(app)
        await pilot.press("5", "enter")
        await pilot.pause()
        assert table.observe(None).bids[0] == 5


@pytest.mark.rule("C-11", "JK-14")
async def test_enter_alone_accuses_no_player() -> None:
    table = at("jokers", mine("play", 2, 0), enforcement="challenge")
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("x")
        await pilot.pause()
        assert "Who reneged?" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert not any("challenges" in entry.text for entry in table.entries)
        await pilot.press("x", "up", "enter")
        await pilot.pause()
        assert any("You challenge" in entry.text for entry in table.entries)


async def test_a_trick_screen_is_not_busy_before_its_layout() -> None:
    """A pause may end between pushing a screen and laying out its widgets."""
    app = TableApp(Table.create(setup("sandbags", dealer=1, seed="enter", target=60)))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True):
        assert not TrickPlayScreen(table_of(app)).busy
