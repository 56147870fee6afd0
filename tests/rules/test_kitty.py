"""The component `kitty`: one player takes several cards before the bidding, and throws as many back (HR-9)."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.bots import choose
from spades_tui.bots.advice import advise
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.valued_choice import PlainReason
from spades_tui.cards import cards_of, hand_of, hand_text, pretty
from spades_tui.game.events import Bid, Discard, Draw
from spades_tui.game.phase import Phase
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import decide
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import Wording
from spades_tui.rules.bids import Kitty
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant_reader import load
from tests.bots.tables import stream
from tests.driver import driving
from tests.game.tables import Sitting, card
from tests.house_rules.changing import changed
from tests.rules.parts import Entry, bounded, built, error_of
from tests.screens.looking import TableApp

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "kitty.toml"


@cache
def of_holder() -> Ruleset:
    """Return the example: the holder of 2♣ takes four cards."""
    return ruleset(load(EXAMPLE))


@pytest.mark.rule("HR-9")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("sandbags", "bids", Kitty, "cards", 1, 7)
    assert built(Kitty, cards=4) == Kitty(kind="kitty", rule="HR-9", cards=4, taker="dealer", card="2C")


@pytest.mark.rule("HR-9")
@pytest.mark.parametrize(
    ("slug", "entry", "tables", "place"),
    [
        ("mirrors", {"cards": 3}, {"deal": {"cards": 12}}, "deal.cards"),
        ("3b-three", {"cards": 3}, {"deal": {"cards": 16}}, "bids[1].kind"),
        ("3b-five", {"cards": 5}, {"deal": {"cards": 12, "extra": 0}}, "bids[1].kind"),
        ("jokers", {"cards": 4}, {"deal": {"cards": 12}}, "bids[1].kind"),
        ("two-handed", {"cards": 4}, {}, "bids[1].kind"),
        ("mirrors", {"cards": 4, "taker": "holder", "card": "BJ"}, {"deal": {"cards": 12}}, "bids[1].card"),
    ],
)
def test_what_a_kitty_does_not_go_with(slug: str, entry: Entry, tables: dict[str, Any], place: str) -> None:
    found = error_of(slug, "bids", {"kind": "kitty", **entry}, **tables)
    assert found.partition(":")[0] == place


@pytest.mark.rule("HR-9")
def test_the_holder_of_the_card_takes_it_or_the_dealer_if_nobody_holds_it() -> None:
    assert Sitting(of_holder(), dealer=2).deal("", "2C").turn == 1
    assert Sitting(of_holder(), dealer=2).deal("2C").turn == 0
    assert Sitting(of_holder(), dealer=2).deal(kitty="2C").turn == 2


@pytest.mark.rule("HR-9")
def test_as_many_cards_go_back_before_anybody_bids() -> None:
    game = Sitting(of_holder()).deal("AC", "2C 3C 4C", kitty="AS KS QS JS")
    assert game.refused(Draw(0), Draw(2), Discard(1, card("2C")), Bid(1, 3)) == {"HR-9", "C-4"}
    game.do(Draw(1))
    assert game.sees(1).sizes == (16, 20, 16)
    assert game.sees(1).drawn == game.sees(1).fresh == hand_of(map(card, ("AS", "KS", "QS", "JS")))
    assert game.refused(Discard(1, card("AC")), Bid(0, 3)) == {"HR-9", "C-4"}
    for back, left in (("2C", 19), ("JS", 18), ("3C", 17)):
        game.do(Discard(1, card(back)))
        assert (game.state.phase, game.turn, game.sees(1).sizes[1]) == (Phase.DISCARD, 1, left)
    assert hand_text(game.sees(1).fresh) == "QS KS AS"
    game.do(Discard(1, card("4C")))
    assert (game.state.phase, game.turn) == (Phase.BID, 1)
    assert game.sees(1).thrown == game.hand.aside == hand_of(map(card, ("2C", "3C", "4C", "JS")))


@pytest.mark.rule("HR-9", "C-9")
def test_the_others_see_neither_the_kitty_nor_what_goes_back() -> None:
    game = Sitting(of_holder()).deal("", "2C 3C", kitty="AS KS QS JS")
    for event, own in ((Draw(1), {"cards": "JS QS KS AS"}), (Discard(1, card("3C")), {"card": "3C"})):
        before, public = game.state, {"event": event.event_name(), "seat": 1}
        game.do(event)
        assert event.shown_to(1, before, game.state) == public | own
        assert event.shown_to(2, before, game.state) == public
        for seat in (2, None):
            seen = game.sees(seat)
            assert (seen.drawn, seen.thrown, seen.fresh) == (0, 0, 0)
        assert game.sees(2).own == game.hand.holding[2]


@pytest.mark.rule("HR-9")
def test_the_deal_has_the_right_kitty() -> None:
    game = Sitting(of_holder())
    deal = game.deal_event()
    assert deal.kitty is not None
    one = deal.kitty & -deal.kitty
    assert game.refused(replace(deal, kitty=None), replace(deal, kitty=deal.kitty ^ one)) == {"HR-9"}
    assert Sitting("cutthroat").refused(replace(Sitting("cutthroat").deal_event(), kitty=1)) == {"C-3"}


@pytest.mark.rule("HR-9")
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_throws_back_its_worst_cards(level: str) -> None:
    game = Sitting(of_holder()).deal("", "2C 7D 4H 5C AH KH QH AD KD", kitty="AS KS QS 3C")
    while game.state.phase != Phase.BID:
        game.do(choose(level, game.sees(1), stream()))
    thrown = hand_text(game.hand.aside).split()
    assert len(thrown) == 4
    assert not {"AS", "KS", "QS", "AH", "KH", "AD", "KD"} & set(thrown)


@pytest.mark.rule("HR-9")
def test_the_question_says_why_and_how_many() -> None:
    game = Sitting(of_holder(), dealer=2).deal("", "2C 3C", kitty="AS KS QS JS")
    look = Wording(("Ann", "Ben", "Cid"))
    asked = decide(game.sees(1), look)
    assert "2♣" in asked.question
    assert [offer.event for row in asked.rows for offer in row] == [Draw(1)]
    game.do(Draw(1))
    assert "4 cards" in decide(game.sees(1), look).question
    game.do(Discard(1, card("3C")))
    assert "3 more cards" in decide(game.sees(1), look).question
    nobody = Sitting(of_holder(), dealer=2).deal(kitty="2C")
    assert "Nobody has 2♣" in decide(nobody.sees(2), look).question


@pytest.mark.rule("HR-9")
@pytest.mark.parametrize("slug", ["sandbags", "cutthroat", "3b-three", "bemo", "jokers"])
def test_the_form_fits_the_other_rules_to_a_kitty(slug: str) -> None:
    draft = changed(RulesDraft(shipped()[slug]), ("bids.kitty", True))
    assert draft.problem is None
    rules = ruleset(draft.variant)
    assert rules.kitty is not None
    assert rules.kitty.cards + rules.tricks * (rules.players + draft.variant.deal.dead_hands) == len(rules.cards.pack)
    more = changed(draft, ("bids.kitty.cards", rules.kitty.cards + 1))
    assert more.problem is None
    assert more.row("bids.kitty.card") is None
    card_named = changed(more, ("bids.kitty.taker", "holder"), ("bids.kitty.card", "AH"))
    of_card = ruleset(card_named.variant).kitty
    assert of_card is not None
    assert (of_card.cards, of_card.taker, of_card.card) == (rules.kitty.cards + 1, "holder", "AH")
    without = changed(draft, ("bids.kitty", False))
    assert without.problem is None
    assert ruleset(without.variant).kitty is None


@pytest.mark.rule("HR-9")
def test_a_hint_says_what_the_other_cards_are_worth() -> None:
    game = Sitting(of_holder()).deal("", "2C 7D", kitty="AS KS QS 3C").do(Draw(1))
    best, *others = advise("club", game.sees(1))
    assert best.reason.goal == PlainReason.COUNT
    for one in (best, *others):
        assert "other cards" in reason_words(one.reason, game.sees(1))
        assert (best.reason.number or 0) >= (one.reason.number or 0)


async def test_every_card_of_a_hand_with_the_kitty_shows_its_suit_and_number_on_a_small_screen() -> None:
    seats = (SeatSetup("Ann", "human"), *(SeatSetup(name, "bot", "beginner") for name in ("Bea", "Cy")))
    app = TableApp(Table.create(TableSetup(load(EXAMPLE), {}, seats, 1, "shot 2")))
    async with driving(app) as seat:
        while seat.table.observe(0).phase != Phase.DISCARD:
            await seat.press("enter")
        own = list(cards_of(seat.table.observe(0).own or 0))
        assert len(own) == 20
        for number, held in enumerate(own, 1):
            assert pretty(held) in seat.text and f" {number} " in seat.text
