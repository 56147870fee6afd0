"""A word for the cut can be typed at the table, visibly and within limits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.pilot import Pilot

from spades_tui import fair
from spades_tui.fair import WORD_MOST
from spades_tui.game.events.deal import Cut
from spades_tui.play.table import Table
from spades_tui.tui.frame import KeysScreen
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.screen_at_table import SealScreen
from tests.scenes import SceneApp, advance, at, last_card, mine, setup, to
from tests.screens.looking import TableApp, dealt, screen_text, table_of, top_screen


@asynccontextmanager
async def asked(people: int = 1, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[TableApp, Pilot[int]]]:
    """Yield an app that asks the person at the keyboard to cut."""
    app = TableApp(Table.create(setup("sandbags", people, dealer=1)))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, DealingScreen)
        yield app, pilot


def dealing(app: TableApp) -> DealingScreen:
    assert isinstance(app.screen, DealingScreen)
    return app.screen


async def typed(pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
    await pilot.pause()


@pytest.mark.rule("C-3")
async def test_enter_alone_cuts_without_a_word() -> None:
    async with asked() as (app, pilot):
        await typed(pilot, "left", "enter")
        deal = dealt(app)
        assert deal.cut == Cut(0, 25)
        assert deal.proof is not None and deal.proof.version == 2


@pytest.mark.rule("C-3")
async def test_a_typed_word_is_visible_and_enter_cuts_with_it() -> None:
    async with asked() as (app, pilot):
        await typed(pilot, "w")
        assert "Your word" in screen_text(app)
        await typed(pilot, *"Nf q?s", "ö", "n", "w")  # keys of the screen are letters now
        assert isinstance(app.screen, DealingScreen)
        assert "Nf q?sönw" in screen_text(app)
        await typed(pilot, "up", "enter")
        deal = dealt(app)
        assert deal.cut == Cut(0, 21, "Nf q?sönw")
        assert deal.proof is not None
        secret = bytes.fromhex(deal.proof.secret)
        pack = fair.cut_pack(app.controller.table.rules.cards.pack, secret, 21, "Nf q?sönw")  # type: ignore[union-attr]
        assert deal.hands[2] == sum(1 << card for card in pack[0::4])


@pytest.mark.rule("C-3")
async def test_escape_removes_the_word() -> None:
    async with asked() as (app, pilot):
        await typed(pilot, "w", *"abc", "escape")
        assert "abc" not in screen_text(app)
        assert "Your word" not in screen_text(app)
        await typed(pilot, "w")
        assert "abc" not in screen_text(app)
        await typed(pilot, "enter")  # an empty word counts as none
        assert dealt(app).cut == Cut(0, 26)


@pytest.mark.rule("C-3")
async def test_a_word_accepts_no_invisible_character_and_has_a_maximum() -> None:
    async with asked() as (app, pilot):
        await typed(pilot, "w")
        screen = dealing(app)
        assert screen.word is not None
        for text in ("a\tb", "\x1b[31mred", "a\x00", "\x85", "\u202e", "\ud800", "x" * 65):
            screen.word.post_message(events.Paste(text))
            await pilot.pause()
            assert screen.word.value in ("", "a")  # a paste ends with its first line
            screen.word.value = ""
        screen.word.post_message(events.Paste("x" * 63))
        await typed(pilot, "y", "z")
        assert screen.word.value == "x" * 63 + "y"
        assert "as long as it can be" in screen_text(app)
        await typed(pilot, "tab", "ctrl+a", "enter")
        cut = dealt(app).cut
        assert cut is not None and cut.word == "x" * 63 + "y"


@pytest.mark.rule("C-3")
async def test_a_click_into_the_pack_cuts_with_the_word() -> None:
    async with asked() as (app, pilot):
        await typed(pilot, "w", *"abc")
        screen = dealing(app)
        screen.post_message(screen._view.Chosen(9))
        await pilot.pause()
        assert screen.typed == "abc"
        screen.post_message(screen._view.Chosen(9))
        await pilot.pause()
        assert dealt(app).cut == Cut(0, 9, "abc")


def nearly_over(screen: DealingScreen) -> float:
    """Let the time to cut almost run out; return when it would have ended."""
    assert screen._until is not None
    until, screen._until = screen._until, screen._until - 999
    return until


@pytest.mark.rule("C-3")
async def test_any_key_restarts_the_time_to_cut() -> None:
    async with asked() as (app, pilot):
        screen = dealing(app)
        screen.offer_cut(1000)
        for key in ("left", "f", "y", "w", "a", "right", "home", "tab"):  # from w on, keys go to the word
            until = nearly_over(screen)
            await typed(pilot, key)
            assert (screen._until or 0.0) >= until, key
        assert screen.word is not None
        screen.word.value = "x" * WORD_MOST
        await typed(pilot)
        until = nearly_over(screen)
        await typed(pilot, "y")  # the word is full
        assert (screen._until or 0.0) >= until
        nearly_over(screen)
        await typed(pilot, "escape", "question_mark")
        until = nearly_over(screen)
        screen._tick()  # the person reads the help meanwhile
        assert (screen._until or 0.0) >= until


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("word", [False, True])
async def test_keys_meant_for_the_cut_do_not_bid(word: bool) -> None:
    async with asked() as (app, pilot):
        screen = dealing(app)
        screen.offer_cut(1000)
        if word:
            await typed(pilot, "w", "a")
        screen._until = 0.0  # the time has run out
        screen._tick()
        await pilot.pause()
        assert dealt(app).cut is None
        table = table_of(app).table
        while table.observe(0).on_turn != 0:
            await typed(pilot, "y")
        bidding = top_screen(app, BiddingScreen)
        chosen = bidding.choices.at
        await typed(pilot, "left", "up", "enter", "5", "enter", "enter")
        assert table.observe(0).bids[0] is None
        assert bidding.choices.at == chosen
        assert "too late to cut" in screen_text(app)
        await pilot.pause()
        assert not {"left", "enter"} & {one for one in bidding.active_bindings if bidding.active_bindings[one].enabled}
        await typed(pilot, "space")
        await pilot.pause()
        assert bidding.active_bindings["left"].enabled and bidding.active_bindings["enter"].enabled
        assert table.observe(0).bids[0] is None
        assert "too late to cut" not in screen_text(app)
        await typed(pilot, "enter")
        assert table.observe(0).bids[0] is not None


@pytest.mark.rule("C-3")
async def test_no_word_is_offered_if_a_computer_player_cuts() -> None:
    app = SceneApp(at("sandbags", lambda seen: True, dealer=2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, DealingScreen)
        await pilot.press("w", "x", "n")
        await pilot.pause()
        assert not screen.typing
        assert "Your word" not in screen_text(app)


@pytest.mark.rule("C-3")
async def test_the_help_explains_what_the_seal_proves() -> None:
    async with asked() as (app, pilot):
        await typed(pilot, "question_mark")
        assert isinstance(app.screen, KeysScreen)
        words = " ".join(screen_text(app).split())
        assert "fixed before you cut" in words
        assert "nobody can arrange the deck in advance" in words
        assert "Every depth can be tried beforehand" in words
        assert "proves only that no card changed" in words


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(
    ("cut", "word", "said"),
    [
        (None, "", ("Nobody cut.", "For a full proof, a person must cut.")),
        (1, "", ("You cut 1 card deep.", "Type a word as well")),
        (17, "Größe 7", ("You cut 17 cards deep, with the word", "Größe 7", "couldn't know which deck")),
        (17, "李" * 64, ("李" * 30, "…", "couldn't know which deck")),
    ],
)
async def test_the_page_of_the_seal_claims_only_what_is_proved(
    cut: int | None, word: str, said: tuple[str, ...]
) -> None:
    table = Table.create(setup("sandbags", dealer=1))
    table.next()
    table.deal(cut, word=word)
    app = SceneApp(last_card(advance(table, mine("play"))))
    async with app.run_test(size=(80, 24)) as pilot:
        secret = table.dealt.proof.secret  # type: ignore[union-attr]
        assert secret is not None
        await pilot.pause()
        assert secret[:4] + " " + secret[4:8] not in screen_text(app)
        await to("ScoreScreen")(pilot)
        await pilot.press("f")
        await pilot.pause()
        assert isinstance(app.screen, SealScreen)
        text = screen_text(app)
        for part in (*said, secret[:4] + " " + secret[4:8], "verify"):
            assert part in text
