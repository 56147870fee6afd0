"""Bids, views and words of `classic` and of the games with dictated bids (NL, WZ, MR, SU, C-14)."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Look
from spades_tui.game.phase import Phase
from spades_tui.rules.catalogue import shipped
from tests.game.tables import Sitting

BEHIND = {"totals": (-100, 0)}
"""Seats 0 and 2 are 100 points behind."""
HANDS = ("AS KS QS JS 2H 3H 4H 5H 2C 3C 4C 5C 6C", "", "TS 9S 6H 7H 8H 9H 7C 8C 9C TC JC QC KC")
"""Seat 0 holds four spades, seat 2 two; they bid last and second."""


def numbers(sitting: Sitting, seat: int) -> list[int]:
    """Return the numbers that a seat may bid now, with its cards seen."""
    return [event.bid for event in sitting.sees(seat).legal if isinstance(event, Bid) and not event.blind]


@pytest.mark.rule("NL-1", "NL-2")
def test_classic_deals_thirteen_cards_and_allows_bids_up_to_thirteen() -> None:
    sitting = Sitting("classic").deal()
    assert len(sitting.rules.cards.pack) == 52
    assert sitting.sees(0).sizes == (13,) * 4
    assert sitting.rules.sides == ((0, 2), (1, 3))
    assert numbers(sitting, 1) == list(range(14))
    sitting.bids(13, 13, 13, 13)
    assert sitting.hand.bids == (13,) * 4


# ---- blind nil -----------------------------------------------------------------------------------------


@pytest.mark.rule("NL-7")
def test_only_nil_is_bid_blind_and_its_bidder_then_sees_the_cards() -> None:
    sitting = Sitting("classic").so_far(**BEHIND).deal(*HANDS)
    assert sitting.sees(1).own is not None  # seat 1 is on the leading side
    assert sitting.sees(2).own is sitting.sees(0).own is None
    sitting.do(Bid(1, 3))
    assert sitting.sees(2).legal == (Look(2), Bid(2, 0, True))
    assert sitting.refused(Bid(2, 0), Bid(2, 4), Bid(2, 4, True)) == {"NL-7"}
    sitting.do(Bid(2, 0, True))
    assert sitting.sees(2).own is not None
    assert sitting.sees(0).own is None
    assert sitting.hand.blind == (False, False, True, False)


@pytest.mark.rule("NL-7")
def test_after_looking_any_bid_is_open_and_the_partner_may_go_blind() -> None:
    sitting = Sitting("classic").so_far(**BEHIND).deal(*HANDS).do(Bid(1, 3), Look(2))
    assert sitting.sees(2).own is not None
    assert numbers(sitting, 2) == list(range(14))
    sitting.do(Bid(2, 0), Bid(3, 3))
    assert sitting.sees(0).legal == (Look(0), Bid(0, 0, True))
    sitting.do(Bid(0, 0, True))
    assert sitting.state.phase == Phase.PLAY


@pytest.mark.rule("NL-7", "NL-11")
def test_a_partner_barred_from_nil_sees_the_cards_at_once() -> None:
    """The first partner has bid two, so the second must bid at least two and sees the cards before their turn."""
    sitting = Sitting("classic", board=True).so_far(**BEHIND).deal(*HANDS).do(Bid(1, 3), Look(2))
    assert sitting.sees(0).own is None
    sitting.do(Bid(2, 2))
    assert sitting.sees(0).own is not None
    sitting.do(Bid(3, 3))
    assert numbers(sitting, 0) == list(range(2, 14))
    assert [why.rule for why in sitting.sees(0).why_bids] == ["NL-11"]


@pytest.mark.rule("NL-2")
def test_without_nils_zero_is_a_bid_like_any_other() -> None:
    sitting = Sitting("classic", nil=False).deal()
    assert sitting.rules.bid_word(0) == "0"
    assert Sitting("classic").rules.bid_word(0) == "nil"
    assert Sitting("sandbags").rules.bid_word(0) == "0"


# ---- dictated bids -------------------------------------------------------------------------------------


@pytest.mark.rule("WZ-1", "MR-1", "C-14")
@pytest.mark.parametrize(("slug", "two", "rule"), [("whiz", [0, 2], "WZ-1"), ("mirrors", [2], "MR-1")])
def test_the_number_of_spades_dictates_the_bid(slug: str, two: list[int], rule: str) -> None:
    sitting = Sitting(slug).deal(*HANDS)
    sitting.do(Bid(1, numbers(sitting, 1)[-1]))
    assert numbers(sitting, 2) == two
    nil = " or nil" if len(two) > 1 else ""
    (why,) = sitting.sees(2).why_bids
    assert str(why) == f"You hold 2 spades, so you bid 2{nil} ({rule})"
    assert sitting.why(Bid(2, 5)) == why
    assert sitting.state.phase == Phase.BID  # even a single legal bid is a question


@pytest.mark.rule("C-14")
def test_the_reason_for_a_dictated_bid_is_private() -> None:
    sitting = Sitting("mirrors").deal(*HANDS)
    assert all(not sitting.sees(seat).why_bids for seat in (0, 2, 3))
    assert not sitting.sees(None).why_bids
    assert "spades" not in repr(sitting.sees(1))


@pytest.mark.rule("SU-1")
@pytest.mark.parametrize(("first", "second"), [(0, list(range(4, 14))), (4, [0]), (13, [0])])
def test_exactly_one_partner_bids_nil_in_suicide(first: int, second: list[int]) -> None:
    sitting = Sitting("suicide").deal(*HANDS)
    assert numbers(sitting, 1) == [0, *range(4, 14)]
    sitting.do(Bid(1, first), Bid(2, 0))
    assert numbers(sitting, 3) == second
    assert numbers(sitting.do(Bid(3, second[0])), 0) == list(range(4, 14))


@pytest.mark.rule("NL-5")
def test_games_with_nils_call_a_zero_bid_nil() -> None:
    for slug in ("classic", "whiz", "mirrors", "suicide"):
        assert "A nil made: +100; failed: −100." in "".join(part.sentence() for part in shipped()[slug].scores)
    sitting = Sitting("classic").deal(*HANDS)
    names = ("Ann", "Bea", "Cy", "Dot")
    assert Bid(1, 0).sentence(names, sitting.state) == "Bea bids nil"
    assert cards.hand_text(sitting.hand.holding[0]).startswith("2C")


@pytest.mark.rule("C-14", "LG-1")
def test_a_bid_fixed_for_everyone_is_explained() -> None:
    league = Sitting("league").so_far(hands=5).deal()
    assert numbers(league, 1) == []
    assert numbers(league, league.turn or 0) == [3]
    (why,) = league.sees(league.turn).why_bids
    assert str(why) == "Everybody bids 3 in this hand (LG-1)"
    assert league.state.phase == Phase.BID  # and is still a question


@pytest.mark.rule("C-14", "JK-4")
@pytest.mark.parametrize(("first", "second"), [(13, 0), (12, None)])
def test_the_only_bid_left_by_the_sides_total_is_explained(first: int, second: int | None) -> None:
    sitting = Sitting("jokers").deal().do(Bid(1, first))
    assert numbers(sitting, 3) == ([second] if second is not None else [0, 1])
    said = [str(why) for why in sitting.sees(3).why_bids]
    assert said == ([] if second is None else ["Your side bids 4 to 13 together, so you bid 0 (JK-4)"])
