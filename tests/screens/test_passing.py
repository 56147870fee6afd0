"""People pass cards for a nil at the table, see what they get, and nobody else sees any of it (NL-8)."""

from typing import Any

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Pass
from spades_tui.game.phase import Phase
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant_reader import from_data
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.decision_scenes import bid
from tests.scenes import NAMES, SceneApp, advance, mine
from tests.screens.looking import TableApp, assert_no_hidden_card, faces, screen_text, top_screen


def at_exchange(people: tuple[int, ...], order: str = "together") -> Table:
    """Return a game of sandbags with an exchange of two cards; Cy, in seat 2, has bid nil and passes first."""
    data: dict[str, Any] = shipped()["sandbags"].to_json()
    data["slug"] = "home"
    data["bids"] = [*data["bids"], {"kind": "exchange", "nil": 2, "pass_order": order}]
    seats = tuple(
        SeatSetup(name, "human") if seat in people else SeatSetup(name, "bot", "beginner")
        for seat, name in enumerate(NAMES[:4])
    )
    table = Table.create(TableSetup(from_data(data), {}, seats, seed="passing"))
    table.deal(None)
    for seat in (1, 2, 3, 0):
        table.do(Bid(seat, 0 if seat == 2 else 3))
    return table


def passes(table: Table) -> dict[int, int]:
    """Return the cards that each seat has passed."""
    hand = table.course.state.hand
    assert hand is not None
    return {seat: chosen for seat, chosen in enumerate(hand.passed) if chosen}


@pytest.mark.rule("NL-8")
async def test_a_person_selects_cards_to_pass_and_lays_them_back() -> None:
    table = at_exchange((2,))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = top_screen(app, BiddingScreen)
        assert "For your nil: give 2 cards to Ann, face down. 0 of 2 picked." in screen_text(app)
        assert not screen._picked, "no card is taken up before the person does it"
        assert "up" not in screen.hand.state.marks.values()
        await pilot.press("1", "space")
        assert "1 of 2 picked" in screen_text(app)
        await pilot.press("1", "space")
        assert "0 of 2 picked" in screen_text(app)
        await pilot.press("1", "space")
        assert "1 of 2 picked" in screen_text(app)
        assert screen.hand.held[0] in cards.cards_of(screen._picked)
        wanted = cards.hand_of((screen.hand.held[0], screen.hand.held[2]))
        await pilot.press("3", "enter")
        await pilot.pause()
        assert passes(table)[2] == wanted
        await pilot.press("x")
        await pilot.pause()
        top_screen(app, TrickPlayScreen)
        seen = table.observe(2)
        assert seen.got == passes(table)[0]
        text = screen_text(app)
        assert "Ann gave you " in text
        assert faces(seen.got) <= {word.strip(",.│┃") for word in text.split()}
        assert text.count("new") == 2


@pytest.mark.rule("NL-8")
async def test_enter_passes_the_suggested_cards() -> None:
    table = at_exchange((2,))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        event = top_screen(app, BiddingScreen).suggested
        assert isinstance(event, Pass)
        await pilot.press("enter")
        await pilot.pause()
        assert passes(table) == {}, "one card is not two"
        await pilot.press("enter")
        await pilot.pause()
        assert passes(table)[2] == event.cards


@pytest.mark.rule("NL-8")
async def test_a_hint_leads_to_cards_without_picking_or_putting_back_any() -> None:
    table = at_exchange((2,))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen, seen = top_screen(app, BiddingScreen), table.observe(2)
        suggested = screen.suggested
        hinted = next(event for event in reversed(seen.legal) if isinstance(event, Pass) and event != suggested)
        screen.show_hint(hinted)
        assert not screen._picked
        assert screen.hand.card in cards.cards_of(hinted.cards)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert passes(table)[2] == hinted.cards
    table = at_exchange((2,))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = top_screen(app, BiddingScreen)
        await pilot.press("1", "space")
        screen.show_hint(hinted)
        assert list(cards.cards_of(screen._picked)) == [screen.hand.held[0]], "the person's own card stays picked"


@pytest.mark.rule("NL-8")
async def test_cards_that_the_partner_has_not_seen_yet_are_marked() -> None:
    table = at_exchange((2,))
    app = SceneApp(table)  # only the person at the keyboard acts here
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter", "enter")
        await pilot.pause()
        seen = table.observe(2)
        assert seen.phase == Phase.PASS
        assert top_screen(app, BiddingScreen).hand.state.marks == dict.fromkeys(cards.cards_of(seen.passed), "out")
        assert screen_text(app).count("out") == 2


@pytest.mark.rule("NL-8", "C-9")
@pytest.mark.parametrize("order", ["together", "nil_first"])
async def test_a_curtain_separates_partners_at_one_keyboard(order: str) -> None:
    table = at_exchange((0, 2), order)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert top_screen(app, CurtainScreen).seat == 2
        assert "Pass cards to your partner." in screen_text(app)
        assert_no_hidden_card(app, table)
        await pilot.pause(0.3)
        await pilot.press("space")
        await pilot.pause()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert table.observe(None).phase == Phase.PASS
        assert top_screen(app, CurtainScreen).seat == 0
        assert_no_hidden_card(app, table)
        await pilot.pause(0.3)
        await pilot.press("space")
        await pilot.pause()
        text = screen_text(app)
        assert ("Cy gave you " in text) == (order == "nil_first")
        if order == "together":
            given = faces(passes(table)[2]) - faces(table.observe(0).own)
            assert not given & {word.strip(",.│┃") for word in text.split()}
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert table.observe(None).phase == Phase.PLAY
        log = " ".join(entry.text for entry in table.shown(0, None).entries)
        assert "Cy passes 2 cards to Ann" in log


@pytest.mark.rule("NL-8", "3B-11")
async def test_taking_back_is_offered_until_others_have_passed() -> None:
    """Ann has bid 4. Once Bea and Dot have exchanged cards for Bea's nil, Ann can't take her bid back."""
    table = bid("classic", 4, 0, 3, 2, nil_pass=2, undo=True)
    assert table.observe(0).phase == Phase.PASS
    assert table.may_take_back(0)
    app = SceneApp(advance(table, mine("play")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Your turn: lead a card." in screen_text(app)
        assert "u undo" not in screen_text(app)
        before = len(table.entries)
        await pilot.press("u")
        await pilot.pause()
        assert len(table.entries) == before
