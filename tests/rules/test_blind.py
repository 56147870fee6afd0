"""The component `blind` lets players bid without seeing their cards."""

import pytest

from spades_tui.bots import choose
from spades_tui.game.events import Bid, Look
from spades_tui.rules.bids import Blind
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.bots.tables import QUICK, stream
from tests.game.tables import Sitting
from tests.rules.parts import Entry, bounded, built, placed


@pytest.mark.rule("JK-9", "BM-3")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("jokers", "bids", Blind, "behind", 0, 1_000_000, who="side")
    assert built(Blind, who="side") == Blind(kind="blind", rule="JK-9", who="side", behind=0)


@pytest.mark.rule("JK-9")
def test_blind_bidding_leaves_the_range_of_bids_unchanged() -> None:
    blind = built(Blind, who="side")
    assert (blind.blind, blind.one_bid((0, 9))) == (True, (0, 9))


@pytest.mark.rule("HR-4")
def test_a_blind_bid_can_have_a_minimum() -> None:
    rules, _ = placed("bemo", "bids", {"kind": "blind", "least": 6})
    sitting = Sitting(ruleset(from_data(rules))).deal()
    seat = sitting.turn
    assert seat is not None
    legal = [event for event in sitting.sees(seat).legal if isinstance(event, Bid)]
    assert [event.bid for event in legal if event.blind] == list(range(6, 14))
    assert "6 or more" in sitting.why(Bid(seat, 5, blind=True)).sentence
    sitting.do(Look(seat), Bid(seat, 2))


@pytest.mark.rule("HR-4")
def test_a_blind_side_bids_the_minimum_together() -> None:
    rules, _ = placed("jokers", "bids", {"kind": "blind", "least": 12, "behind": 0})
    sitting = Sitting(ruleset(from_data(rules))).deal()
    first = sitting.turn
    assert first is not None
    sitting.do(Bid(first, 3, blind=True))
    second = sitting.turn
    assert second == (first + 2) % 4
    legal = [event.bid for event in sitting.sees(second).legal if isinstance(event, Bid)]
    assert legal == [9, 10]
    assert "partners together" in sitting.why(Bid(second, 8, blind=True)).sentence


@pytest.mark.rule("HR-4")
def test_a_side_cannot_have_to_bid_more_blind_than_all_tricks() -> None:
    assert 13 in blind_bids(two_offers("classic", (0, 0), least=13))
    with pytest.raises(VariantError, match="the value is 14, but the highest bid is 13"):
        two_offers("classic", (0, 0), least=14)


def two_offers(slug: str, totals: tuple[int, ...], limits: tuple[Entry, ...] = (), **entry: object) -> Sitting:
    """Return a hand of a game with nils in which blind nils stand beside other blind bids."""
    rules = shipped()[slug].to_json() | {"options": []}
    who = "side" if rules["sides"] == "partners" else "anyone"
    blind = {"kind": "blind", "rule": "HR-7", "who": who, "bids": "both", **entry}
    order = "by_side" if who == "side" else "clockwise"
    rules["bids"] = [blind, {"kind": "number", "rule": "NL-2", "max": 13, "order": order}, *limits]
    prices = {"zero": {"blind_made": 200, "blind_lost": -200}, "contract": {"blind_made": 20}}
    for score in rules["scores"]:
        score |= prices.get(score["kind"], {})
    return Sitting(ruleset(from_data(rules))).so_far(totals=totals).deal()


def blind_bids(sitting: Sitting) -> list[int]:
    """Return what the seat on turn may bid blind."""
    assert sitting.turn is not None
    return [event.bid for event in sitting.sees(sitting.turn).legal if isinstance(event, Bid) and event.blind]


@pytest.mark.rule("HR-7")
@pytest.mark.parametrize(
    ("slug", "totals", "entry", "blind"),
    [
        ("classic", (300, 0), {"behind": 200, "nil_behind": 100}, [*range(14)]),
        ("classic", (150, 0), {"behind": 200, "nil_behind": 100}, [0]),
        ("classic", (150, 0), {"behind": 100, "nil_behind": 200}, [*range(1, 14)]),
        ("classic", (50, 0), {"behind": 200, "nil_behind": 100}, []),
        ("cutthroat", (300, 0, 0, 0), {"behind": 200, "least": 6}, [0, *range(6, 14)]),
        ("cutthroat", (100, 0, 0, 0), {"behind": 200, "least": 6}, [0]),
    ],
)
def test_each_blind_offer_has_its_own_distance(
    slug: str, totals: tuple[int, ...], entry: Entry, blind: list[int]
) -> None:
    sitting = two_offers(slug, totals, **entry)
    assert sitting.turn == 1
    assert blind_bids(sitting) == blind
    assert (sitting.sees(1).own is None) == bool(blind)
    if blind:
        sitting.do(Look(1), Bid(1, 3))


@pytest.mark.rule("HR-7")
def test_a_blind_nil_binds_no_partner_and_shows_its_bidder_the_cards() -> None:
    sitting = two_offers("classic", (0, 0), least=6)
    sitting.do(Bid(1, 0, blind=True))
    assert sitting.sees(1).own is not None
    assert (sitting.turn, blind_bids(sitting), sitting.sees(3).own) == (3, [0], None)
    assert "Only nil" in sitting.why(Bid(3, 6, blind=True)).sentence
    sitting.do(Look(3), Bid(3, 4))


@pytest.mark.rule("HR-7", "HR-4")
@pytest.mark.parametrize(("first", "second"), [(2, [*range(4, 14)]), (6, [*range(14)])])
def test_a_blind_contract_binds_the_partner(first: int, second: list[int]) -> None:
    sitting = two_offers("classic", (0, 0), least=6)
    sitting.do(Bid(1, first, blind=True))
    assert sitting.sees(1).own is None
    assert blind_bids(sitting) == second
    assert "blind" in sitting.why(Bid(3, 5)).sentence
    sitting.do(Bid(3, second[0], blind=True))
    assert sitting.sees(1).own is not None and sitting.sees(3).own is not None


@pytest.mark.rule("HR-7")
@pytest.mark.parametrize("level", QUICK)
def test_a_player_far_behind_chooses_one_of_two_blind_offers_or_none(level: str) -> None:
    said = choose(level, two_offers("classic", (450, 0), least=6).sees(1), stream())
    assert isinstance(said, Bid | Look)


BOARD = {"kind": "board", "least": 4}
FOUR_OR_NIL = {"kind": "at_least", "bid": 4}
NOT_THIRTEEN = {"kind": "last_bid", "total": 13}
ONE_NIL = {"kind": "one_nil"}
AS_PARTNER = {"kind": "as_partner"}
WHIZ = {"kind": "count", "or_nil": True}


@pytest.mark.rule("HR-4", "NL-11", "SU-1", "CT-3")
@pytest.mark.parametrize("least", [0, 6])
@pytest.mark.parametrize("limit", [BOARD, FOUR_OR_NIL, NOT_THIRTEEN, ONE_NIL, AS_PARTNER, WHIZ])
def test_a_blind_side_has_no_other_limits(limit: Entry, least: int) -> None:
    sitting = two_offers("classic", (0, 0), (limit,), least=least)
    assert blind_bids(sitting) == [*range(14)]
    sitting.do(Bid(1, 2, blind=True))
    assert blind_bids(sitting) == [*range(max(0, least - 2), 14)]
    sitting.do(Bid(3, 5, blind=True), Look(2))
    seen = [event.bid for event in sitting.sees(2).legal if isinstance(event, Bid)]
    assert seen
    sitting.do(Bid(2, seen[-1]))


@pytest.mark.rule("HR-7", "NL-11", "SU-1")
def test_limits_apply_beside_a_blind_nil_of_ones_own() -> None:
    sitting = two_offers("classic", (0, 0), (BOARD,), least=6)
    sitting.do(Bid(1, 0, blind=True))
    assert blind_bids(sitting) == [], "two nils are less than a board"
    assert [event.bid for event in sitting.sees(3).legal if isinstance(event, Bid)] == [*range(4, 14)]
    sitting = two_offers("classic", (0, 0), (ONE_NIL,), least=6)
    sitting.do(Look(1), Bid(1, 4))
    assert blind_bids(sitting) == [0]


@pytest.mark.rule("HR-4", "CT-3")
def test_blind_bids_can_leave_the_last_player_without_a_bid() -> None:
    """Everybody bids 13 except a blind side, so only blind bids can bring the others to 33."""
    thirteen = {"kind": "at_least", "bid": 13, "or_nil": False}
    with pytest.raises(VariantError, match="has no bid"):
        two_offers("classic", (0, 0), (thirteen, {"kind": "last_bid", "total": 33}), least=6)
