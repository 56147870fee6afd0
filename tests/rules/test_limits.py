"""Limits of bids depend on the hand or on the partner's bid, and always leave a bid."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid
from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.bids.limits import AllBids, AsPartner, AtLeast, Board, CountBid, OneNil
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component_bases import BidLimit
from spades_tui.rules.deck import tables
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.game.tables import Sitting
from tests.rules.parts import Entry, built, placed

TABLES = tables(shipped()["sandbags"].deck)
FOUR, VOID = "AS 5S 3S 2S KH QH 9H 7D 6D 5D 4C 3C 2C", "KH QH 9H 8H 7D 6D 5D 4D AC KC 4C 3C 2C"


def asked(own: str | None = FOUR, partner: int | None = None) -> BidContext:
    """Return the context of seat 2, whose partner has bid this number or not yet."""
    held = None if own is None else cards.parse_hand(own)
    return BidContext(cards=TABLES, own=held, bids=(partner, 3, None, None), partner=0, to_come=1, greatest=13)


def legal_bids(sitting: Sitting) -> list[int]:
    assert sitting.turn is not None
    return [event.bid for event in sitting.sees(sitting.turn).legal if isinstance(event, Bid)]


def allowed(limit: BidLimit, who: BidContext) -> list[int]:
    return [bid for bid in range(14) if limit.allows(who, bid)]


@pytest.mark.rule("WZ-1", "MR-1", "C-14")
@pytest.mark.parametrize(
    ("or_nil", "own", "bids", "why"),
    [
        (True, FOUR, [0, 4], "You hold 4 spades, so you bid 4 or nil"),
        (False, FOUR, [4], "You hold 4 spades, so you bid 4"),
        (True, VOID, [0], "You hold no spades, so you bid nil"),
        (False, VOID, [0], "You hold no spades, so you bid nil"),
        (True, None, [0], "Before you look, you can bid only nil"),
    ],
)
def test_a_count_limit_dictates_the_number_of_spades(or_nil: bool, own: str | None, bids: list[int], why: str) -> None:
    limit = built(CountBid, or_nil=or_nil)
    assert allowed(limit, asked(own)) == bids
    assert limit.why(asked(own)) == why


def test_a_count_limit_may_count_another_suit() -> None:
    limit = built(CountBid, suit="hearts")
    assert allowed(limit, asked()) == [3]
    assert limit.why(asked()) == "You hold 3 hearts, so you bid 3"
    assert limit.sentence() == "You bid the number of hearts you hold; with none you bid nil."


@pytest.mark.rule("HR-3")
@pytest.mark.parametrize(
    ("keys", "bids", "why"),
    [
        ({"each": 3}, [3], "You hold 1 of A♣, A♦, A♥ and A♠, so you bid 3"),
        ({"each": 3, "or_nil": True}, [0, 3], "You hold 1 of A♣, A♦, A♥ and A♠, so you bid 3 or nil"),
        ({"cards": ["2C", "2S", "3S"], "each": 5}, [13], "You hold 3 of 2♣, 2♠ and 3♠, so you bid 13"),
        ({"cards": ["BJ"]}, [0], "You hold 0 of big joker, so you bid nil"),
        ({"cards": [], "each": 2}, [8], "You hold 4 spades, so you bid 8"),
    ],
)
def test_named_cards_dictate_a_number_of_tricks_for_each(keys: Entry, bids: list[int], why: str) -> None:
    limit = built(CountBid, **{"cards": ["AC", "AD", "AH", "AS"], **keys})
    assert allowed(limit, asked()) == bids
    assert limit.why(asked()) == why
    assert all(limit.reveals(bid) is None for bid in bids)


@pytest.mark.rule("SU-1")
def test_exactly_one_partner_bids_nil() -> None:
    four, one = built(AtLeast, bid=4), built(OneNil)

    def both(partner: int | None) -> list[int]:
        return [bid for bid in allowed(four, asked(partner=partner)) if one.allows(asked(partner=partner), bid)]

    assert both(None) == [0, *range(4, 14)]
    assert both(0) == list(range(4, 14))
    assert both(5) == [0]
    assert four.why(asked()) == "You bid nil, or 4 or more"
    assert one.why(asked(partner=5)) == "Your partner bid 5, so you bid nil"
    assert one.why(asked(partner=0)) == "Your partner bid nil, so you can't bid nil"


@pytest.mark.rule("NL-11")
@pytest.mark.parametrize(("partner", "least"), [(None, 0), (0, 4), (1, 3), (3, 1), (4, 0), (9, 0)])
def test_a_board_sets_the_second_partners_minimum(partner: int | None, least: int) -> None:
    board = built(Board, least=4)
    assert allowed(board, asked(partner=partner)) == list(range(least, 14))
    if partner is not None and partner < 4:
        assert board.why(asked(partner=partner)).endswith(f"so you bid {least} or more")


def test_the_second_partner_must_bid_the_same() -> None:
    assert allowed(built(AsPartner), asked(partner=3)) == [3]
    assert allowed(built(AsPartner), asked()) == list(range(14))
    assert built(AsPartner).why(asked(partner=0)) == "Your partner bid nil, so you bid the same"


def stuck(*limits: Entry, **number: int) -> str:
    """Return the error for `sandbags` with these limits; "" if every player always has a bid."""
    rules = shipped()["sandbags"].to_json()
    first = {"kind": "number", "min": 0, "max": 13, **number}
    try:
        from_data({**rules, "bids": [first, *limits], "scores": _counted(rules), "options": []})
    except VariantError as error:
        return str(error)
    return ""


def _counted(rules: dict[str, object]) -> list[Entry]:
    """Return scores that are valid with any bids."""
    return [{"kind": "contract", "zeros": "counted", "made": 10, "over": 1, "lost": -10, "bags": True}]


@pytest.mark.parametrize(
    ("limits", "number", "told"),
    [
        ([{"kind": "count"}], {}, ""),
        ([{"kind": "count", "or_nil": True}, {"kind": "at_least", "bid": 4}], {}, ""),
        ([{"kind": "at_least", "bid": 4}, {"kind": "one_nil"}], {}, ""),
        ([{"kind": "board", "least": 4}, {"kind": "at_least", "bid": 3}], {}, ""),
        ([{"kind": "as_partner"}, {"kind": "at_least", "bid": 3}], {}, ""),
        (
            [{"kind": "count"}, {"kind": "at_least", "bid": 4}], {},
            "rules: bids[3].kind: a player who holds 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2S has no bid: "
            "'count' leaves 1 and 'at_least' leaves nil, 4 to 13; allow a number that all of them leave",
        ),
        (
            [{"kind": "count"}], {"max": 12},
            "rules: bids[2].kind: a player who holds 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS has no bid: "
            "'count' leaves nothing; allow a number that all of them leave",
        ),
        (
            [{"kind": "one_nil"}, {"kind": "as_partner"}], {},
            "rules: bids[3].kind: a player whose partner has bid nil and who holds 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
            " AC has no bid: 'one_nil' leaves 1 to 13 and 'as_partner' leaves nil; allow a number that all of them"
            " leave",
        ),
        (
            [{"kind": "count"}, {"kind": "board", "least": 4}], {},
            "rules: bids[3].kind: a player whose partner has bid nil and who holds 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
            " AC has no bid: 'count' leaves nil and 'board' leaves 4 to 13; allow a number that all of them leave",
        ),
        ([{"kind": "count", "cards": ["AS", "AD"], "each": 6}], {"max": 12}, ""),
        (
            [{"kind": "count", "cards": ["AS"], "each": 5}, {"kind": "at_least", "bid": 6}], {},
            "rules: bids[3].kind: a player who holds 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS has no bid: "
            "'count' leaves 5 and 'at_least' leaves nil, 6 to 13; allow a number that all of them leave",
        ),
        ([{"kind": "count"}, {"kind": "count", "suit": "hearts"}], {}, "a second component of kind 'count'"),
    ],
)  # fmt: skip
def test_a_limit_always_leaves_a_bid(limits: list[Entry], number: dict[str, int], told: str) -> None:
    if "rules:" in told or not told:
        assert stuck(*limits, **number) == told
    else:
        assert told in stuck(*limits, **number)


@pytest.mark.rule("HR-10", "NL-12")
def test_all_bids_together_have_a_minimum() -> None:
    sitting = Sitting("classic", least_total=11).deal()
    for seat, bid in ((1, 2), (2, 3)):
        sitting.do(Bid(seat, bid))
    assert legal_bids(sitting) == list(range(14)), "the last player can still bid 13"
    sitting.do(Bid(3, 0))
    assert legal_bids(sitting) == list(range(6, 14))
    assert "6 are missing" in sitting.why(Bid(0, 5)).sentence
    assert sitting.refused(Bid(0, 5)) == {"NL-12"}
    assert legal_bids(Sitting("classic").deal()) == list(range(14))


@pytest.mark.rule("HR-10")
def test_a_minimum_binds_players_before_the_last_if_it_is_high() -> None:
    limit = built(AllBids, least=30)
    assert limit.sentence() == "All bids together are 30 or more; a nil adds nothing."
    sitting = Sitting(ruleset(from_data(placed("cutthroat", "bids", {"kind": "all_bids", "least": 30})[0]))).deal()
    first = sitting.turn
    assert first is not None
    sitting.do(Bid(first, 0))
    assert legal_bids(sitting) == list(range(4, 14))
