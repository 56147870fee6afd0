"""People pass cards for a nil at the table, see what they get, and nobody else sees any of it (NL-8)."""

import re
from itertools import pairwise
from typing import Any

import pytest

from spades_tui.game.events import Bid, Pass
from spades_tui.game.phase import Phase
from spades_tui.play.bot_decision import suggest
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant_reader import from_data
from tests.decision_scenes import bid
from tests.driver import Driver, driving
from tests.scenes import NAMES, SceneApp, advance, mine
from tests.screens.deciding import stop_the_clock
from tests.screens.looking import TableApp, assert_no_hidden_card, faces


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


def with_mark(seat: Driver, mark: str) -> list[str]:
    """Return the cards of the hand with this word on their upper edge."""
    marked: list[str] = []
    for line, under in pairwise(seat.lines):
        for edge in re.finditer(rf"[╭┏]{mark}", line):
            marked += re.findall(r"\A[│┃]([^\s│┃]+)", under[edge.start() :])
    return marked


@pytest.mark.rule("NL-8")
async def test_a_person_selects_cards_to_pass_and_lays_them_back() -> None:
    table = at_exchange((2,))
    async with driving(TableApp(table)) as seat:
        assert seat.sees("For your nil: give 2 cards to Ann, face down. 0 of 2 picked.")
        assert with_mark(seat, "up") == [], "no card is taken up before the person does it"
        first, third = seat.hand[0], seat.hand[2]
        for picked in (1, 0, 1):
            await seat.press("1", "space")
            assert seat.sees(f"{picked} of 2 picked")
            assert with_mark(seat, "up") == [first][:picked]
        await seat.press("3", "enter")
        assert faces(passes(table)[2]) == {first, third}
        await seat.press("x")
        assert seat.place == "play"
        seen = table.observe(2)
        assert seen.got == passes(table)[0]
        assert seat.sees("Ann gave you ")
        assert faces(seen.got) <= seat.words
        assert set(with_mark(seat, "new")) == faces(seen.got)


@pytest.mark.rule("NL-8")
async def test_enter_passes_the_suggested_cards() -> None:
    table = at_exchange((2,))
    event = suggest(table.observe(2))
    assert isinstance(event, Pass)
    async with driving(TableApp(table)) as seat:
        await seat.press("enter")
        assert passes(table) == {}, "one card is not two"
        await seat.press("enter")
        assert passes(table)[2] == event.cards


@pytest.mark.rule("NL-8")
@pytest.mark.parametrize("own", [False, True])
async def test_a_hint_leads_to_cards_without_picking_or_putting_back_any(own: bool) -> None:
    table = at_exchange((2,))
    event = suggest(table.observe(2))
    assert isinstance(event, Pass)
    async with driving(TableApp(table)) as seat:
        if own:
            await seat.press("1", "space")
        await seat.press("h")
        await seat.wait("Hint ↑↓")
        await seat.press("down")  # not the cards that Enter passes anyway
        hinted = set(seat.chosen.removeprefix("pass ").split())
        assert with_mark(seat, "up") == seat.hand[:own], "only the person's own card is picked"
        assert seat.card_chosen() in hinted
        if not own:
            await seat.press("enter", "enter")
            assert faces(passes(table)[2]) == hinted != faces(event.cards)


@pytest.mark.rule("NL-8")
async def test_cards_that_the_partner_has_not_seen_yet_are_marked() -> None:
    table = at_exchange((2,))
    async with driving(SceneApp(table)) as seat:  # only the person at the keyboard acts here
        await seat.press("enter", "enter")
        seen = table.observe(2)
        assert seen.phase == Phase.PASS
        assert set(with_mark(seat, "out")) == faces(seen.passed)


@pytest.mark.rule("NL-8", "C-9")
@pytest.mark.parametrize("order", ["together", "nil_first"])
async def test_a_curtain_separates_partners_at_one_keyboard(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = at_exchange((0, 2), order)
    app = TableApp(table)
    async with driving(app) as seat:
        assert seat.next_person == "CY"
        assert seat.sees("Pass cards to your partner.")
        assert_no_hidden_card(app, table)
        await seat.press("space", "enter", "enter")
        assert table.observe(None).phase == Phase.PASS
        assert seat.next_person == "ANN"
        assert_no_hidden_card(app, table)
        await seat.press("space")
        assert seat.sees("Cy gave you ") == (order == "nil_first")
        if order == "together":
            given = faces(passes(table)[2]) - faces(table.observe(0).own)
            assert not given & seat.words
        await seat.press("enter", "enter")
        assert table.observe(None).phase == Phase.PLAY
        log = " ".join(entry.text for entry in table.shown(0, None).entries)
        assert "Cy passes 2 cards to Ann" in log


@pytest.mark.rule("NL-8", "3B-11")
async def test_taking_back_is_offered_until_others_have_passed() -> None:
    """Ann has bid 4. Once Bea and Dot have exchanged cards for Bea's nil, Ann can't take her bid back."""
    table = bid("classic", 4, 0, 3, 2, nil_pass=2, undo=True)
    assert table.observe(0).phase == Phase.PASS
    assert table.may_take_back(0)
    async with driving(SceneApp(advance(table, mine("play")))) as seat:
        assert seat.sees("Your turn: lead a card.")
        assert "u undo" not in seat.footer
        before = len(table.entries)
        await seat.press("u")
        assert len(table.entries) == before
