"""A draft has its turns, cards, secrets and record (TW-1, TW-2, TW-3)."""

import pytest
from msgspec.structs import replace

from spades_tui import fair
from spades_tui.game.events import Bid, Deal, Draft, TakeBack
from spades_tui.game.events.deal import Proof
from spades_tui.game.phase import Phase
from spades_tui.play.deal_secrets import cards_dealt
from spades_tui.record.json_form import checked
from spades_tui.record.line_forms import EVENTS
from spades_tui.rules.ruleset import ruleset
from tests.game.drafting import at_draft, drafted, stock_of, text, two, two_rules
from tests.game.tables import Sitting, card


@pytest.mark.rule("TW-1")
def test_drafting_players_keep_the_first_card_or_take_the_next() -> None:
    sitting = at_draft("AS 2C 3C KH 4D 5D")
    assert (sitting.state.phase, sitting.turn) == (Phase.DRAFT, 1)
    drafted(sitting, True, False, True)
    assert [text(held) for held in sitting.hand.holding] == ["KH", "4D AS"]
    assert sitting.turn == 0
    drafted(sitting)
    assert [held.bit_count() for held in sitting.hand.holding] == [13, 13]
    assert (sitting.state.phase, sitting.turn, sitting.hand.stock) == (Phase.BID, 1, ())


@pytest.mark.rule("TW-2")
def test_the_nondealer_bids_first_and_leads_first() -> None:
    sitting = drafted(at_draft("AS")).do(Bid(1, 4), Bid(0, 5))
    assert (sitting.state.phase, sitting.turn) == (Phase.PLAY, 1)


@pytest.mark.rule("TW-1", "C-9")
@pytest.mark.parametrize("second", ["seen", "unseen"])
def test_each_player_sees_only_their_own_draft(second: str) -> None:
    sitting = at_draft("AS 2C 3C KH 4D 5D", second)
    mine, theirs, nobody = sitting.sees(1), sitting.sees(0), sitting.sees(None)
    assert mine.draft is not None
    assert (mine.draft.top, mine.draft.stock) == (card("AS"), 52)
    for seen in (theirs, nobody):
        assert seen.draft is not None
        assert seen.draft.top is None
    drafted(sitting, True, False)
    mine = sitting.sees(1)
    assert mine.draft is not None
    assert mine.draft.last is not None
    assert mine.draft.last.second == (card("2C") if second == "seen" else None)
    assert text(mine.draft.away) == ("2C" if second == "seen" else "")
    assert mine.draft.decided == ((1, True), (0, False))
    other = sitting.sees(0)
    assert other.draft is not None
    assert other.draft.last is not None
    assert (other.draft.last.first, other.draft.last.second) == (card("3C"), card("KH"))
    assert text(other.draft.away) == "3C"
    assert text(other.fresh) == "KH"


@pytest.mark.rule("TW-1", "C-9")
def test_observations_hide_the_other_players_draft() -> None:
    """This hides the other player's cards, the stock, and cards discarded unseen."""
    first = at_draft("AS 2C 3C KH 4D 5D", "unseen")
    second = at_draft("AS 9H TS JC 4D 8C", "unseen", seed=7)
    for sitting in (first, second):
        drafted(sitting, True, False, True)
    assert first.sees(1) == second.sees(1)
    assert first.sees(None) == second.sees(None)
    assert "AS" not in repr(first.sees(1))


@pytest.mark.rule("TW-1", "TW-3")
def test_each_seat_gets_only_its_own_part_of_a_draft() -> None:
    for second, told in (("seen", {"card": "2C"}), ("unseen", {})):
        sitting = at_draft("AS 2C 3C KH", second)
        before, event = sitting.state, Draft(1, True)
        sitting.do(event)
        assert event.shown_to(1, before, sitting.state) == {"event": "draft", "seat": 1, "keep": True} | told
        assert event.shown_to(0, before, sitting.state) == {"event": "draft", "seat": 1, "keep": True}
        before, event = sitting.state, Draft(0, False)
        sitting.do(event)
        assert event.shown_to(0, before, sitting.state) == {"event": "draft", "seat": 0, "keep": False, "card": "KH"}
    sitting = Sitting(two_rules())
    deal = Deal(1, 0, (0, 0), stock=stock_of("AS"), proof=Proof(v=2, commitment="0" * 64, secret="1" * 64))
    before = sitting.state
    sitting.do(deal)
    assert deal.shown_to(1, before, sitting.state) == {
        "event": "deal", "hand": 1, "dealer": 0, "hands": [None, ""], "fair": {"v": 2, "commitment": "0" * 64},
    }  # fmt: skip


@pytest.mark.rule("TW-3")
def test_the_stock_is_the_proved_pack_from_the_top() -> None:
    rules, secret = two_rules(), bytes(32)
    dealt = cards_dealt(rules, 0, secret, 17, word="Größe 7")
    assert dealt.stock == fair.cut_pack(rules.cards.pack, secret, 17, "Größe 7")
    assert dealt.hands == (0, 0)
    line = Deal(1, 0, (0, 0), stock=dealt.stock).line()
    assert line["hands"] == ["", ""]
    assert str(line["stock"]).startswith("TC TH KC 4S 2C QS ")
    read = checked(EVENTS["deal"], line).to_event()
    assert read == Deal(1, 0, (0, 0), stock=dealt.stock)
    assert "TC" not in repr(read)


@pytest.mark.rule("TW-3")
def test_wrong_drafts_are_refused() -> None:
    whole = stock_of("AS")
    new = Sitting(two_rules())
    assert new.refused(
        Deal(1, 0, (0, 0)), Deal(1, 0, (0, 0), stock=whole[1:]), Deal(1, 0, (0, 0), stock=(*whole[1:], whole[1])),
        Deal(1, 0, (1 << whole[0], 0), stock=whole),
    ) == {"TW-3"}  # fmt: skip
    four = Sitting("sandbags")
    assert four.refused(replace(four.deal_event(), stock=whole)) == {"C-3"}
    sitting = at_draft("AS 2C")
    assert sitting.refused(Draft(0, True)) == {"TW-1"}
    assert sitting.refused(Bid(1, 3)) == {"C-4"}
    assert drafted(sitting).refused(Draft(1, True)) == {"TW-1"}


@pytest.mark.rule("TW-3", "3B-11")
@pytest.mark.parametrize("option", ["take_back", "undo", "slip"])
def test_no_draft_decision_can_be_taken_back(option: str) -> None:
    data = two().to_json()
    customs = [{**part, "on": part["kind"] == option} for part in data["customs"]]
    sitting = Sitting(ruleset(two(customs=customs))).do(Deal(1, 0, (0, 0), stock=stock_of("AS")))
    drafted(sitting, True)
    assert sitting.refused(TakeBack(1)) == {"3B-11"}
    drafted(sitting).do(Bid(1, 3), TakeBack(1))
    assert sitting.refused(TakeBack(1)) == {"3B-11"}
