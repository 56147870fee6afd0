"""The facts of a turn are exact, and the plan of a card is recognised by them."""

import pytest
from msgspec.structs import replace

from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import forced_out, plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.steady_card import named_first
from spades_tui.cards import HEARTS, SPADES, parse, text
from spades_tui.game.events import Play
from spades_tui.game.trick import Played
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs import LowBall
from spades_tui.rules.ledger import PROMISE, Announced
from spades_tui.rules.ruleset import ruleset
from tests.bots.plan_settings import BAG, BOTH_VOID, FOLLOW, LAST, LEAD, ONE_TRUMP, PARTNER_VOID, VOID, Setting, bid
from tests.bots.tables import at_play, low, rules_of, seen_by
from tests.game.tables import Sitting


def position(setting: Setting, slug: str = "sandbags") -> Position:
    known, bids, plays = setting
    return Position(seen_by(at_play(rules_of(slug), known, bids, plays)))


def names(cards: tuple[int, ...]) -> list[str]:
    return [text(card) for card in cards]


@pytest.mark.parametrize(
    ("setting", "card", "stands", "for_side"),
    [
        (LAST, "5H", True, True),
        (bid(FOLLOW, plays="9H 5H"), "AH", False, False),  # the last player may ruff
        (bid(FOLLOW, plays="9H 5H 3H"), "TH", True, True),
        (BOTH_VOID, "3S", True, True),
        (bid(BOTH_VOID, plays="9H"), "AS", True, True),
        (bid(BOTH_VOID, plays="9H"), "9S", False, False),
        (PARTNER_VOID, "AC", False, False),
    ],
)
def test_card_stands_if_nobody_later_may_beat_it(setting: Setting, card: str, stands: bool, for_side: bool) -> None:
    at = position(setting)
    assert (at.stands(parse(card)), at.stands_for_side(parse(card))) == (stands, for_side)


@pytest.mark.parametrize(
    ("bids", "plays", "cards", "first"),
    [
        ([3, 3, 3, 3], "9H", "KH JH", "JH"),
        ([3, 0, 3, 3], "9H", "KH JH", "JH"),
        ([3, 3, 3, 3], "9H KH", "QH 3H", "3H"),
        ([3, 3, 0, 3], "9H KH", "QH 3H", "QH"),  # an own nil
        ([3, 0, 3, 3], "9H KH", "QH 3H", "QH"),  # an opponent's nil
    ],
)
def test_the_lowest_of_equal_cards_is_named_except_beside_a_nil_that_it_may_hurt(
    bids: list[int], plays: str, cards: str, first: str
) -> None:
    """A higher card that loses is kept in the order of its worth then."""
    at = position((FOLLOW[0], bids, plays))
    equals = [Play(at.seat, parse(card)) for card in cards.split()]
    assert named_first(at, equals)[0] == Play(at.seat, parse(first))


def test_card_stands_for_the_side_if_only_the_partner_may_beat_it() -> None:
    at = position(bid(PARTNER_VOID, plays="AH 2H 5D 8H KH 5H 6D"))
    assert at.later == ()
    at = position(bid(PARTNER_VOID, plays="AH 2H 5D 8H KH"))
    assert at.later == (2, 3)
    assert not at.stands(parse("KH"))
    assert at.voids[2] >> HEARTS & 1


def test_higher_cards_are_the_unseen_ones_of_the_suit_from_low_to_high() -> None:
    at = position(LEAD)
    assert names(at.higher(parse("QH"))) == ["KH"]
    assert names(at.higher(parse("KC"))) == ["AC"]
    assert names(at.higher(parse("TC"))) == ["JC", "AC"]
    assert at.higher(parse("AH")) == ()
    assert at.trumps_out == 10
    assert at.lower(parse("4H")) == 1
    assert at.lower(parse("2H")) == 0


def test_cards_that_the_seat_threw_away_are_not_out() -> None:
    known, bids, plays = LEAD
    seen = seen_by(at_play(rules_of("sandbags"), known, bids, plays))
    at = Position(replace(seen, thrown=1 << parse("KH")))
    assert at.higher(parse("QH")) == ()


@pytest.mark.rule("HR-2")
def test_deuces_are_above_aces_where_the_deck_says_so() -> None:
    known, bids, plays = LEAD
    at = Position(seen_by(at_play(low("classic"), known, bids, plays)))
    assert at.higher(parse("2H")) == ()
    assert names(at.higher(parse("4H"))) == ["3H"]


def test_jokers_are_above_the_ace_of_spades() -> None:
    at = Position(Sitting("joker-deuces", dealer=3).deal("AS 34C", "BJ LJ").bids(3, 3, 3, 3).sees(0))
    assert {"LJ", "BJ"} <= set(names(at.higher(parse("AS"))))
    assert at.suit_of(parse("BJ")) == SPADES


@pytest.mark.rule("3B-3")
def test_called_aces_are_two_cards_with_two_heights() -> None:
    sitting = Sitting("3b-four", dealer=3).deal("AKH 345678C", "", "", "").bids_near(3)
    at = Position(sitting.sees(sitting.turn))
    calls = {play.ace: play.value for play in at.plays if isinstance(play, Play) and play.card == parse("AH")}
    assert {"high", "low"} <= set(calls)
    assert at.higher(calls["high"]) == ()
    assert len(at.higher(calls["low"])) > 5
    assert at.height(calls["low"]) < at.height(parse("2H"))


def test_needed_tricks_are_the_bid_less_those_taken() -> None:
    at = position(BAG, "classic")
    assert (at.need, at.needed(0), at.left) == (0, 6, 12)
    assert at.has_enough
    assert not position(bid(BAG, 3, 2, 3, 0), "classic").has_enough


@pytest.mark.parametrize(("totals", "must_set"), [((450, 300), (0,)), ((430, 300), ()), ((450, 620), ())])
def test_bags_cost_nothing_beside_a_bid_that_wins_the_game(totals: tuple[int, int], must_set: tuple[int, ...]) -> None:
    """Seats 0 and 2 need six tricks for 60 points; seats 1 and 3 have their bid, and their zero has failed."""
    known, bids, plays = BAG
    seen = seen_by(at_play(rules_of("classic"), known, bids, plays))
    at = Position(replace(seen, standing=replace(seen.standing, totals=totals)))
    assert at.must_set == must_set
    assert at.has_enough == (not must_set)


def test_tricks_of_a_failed_zero_help_the_side_only_where_the_rules_say_so() -> None:
    assert position(BAG, "classic").need == 0
    assert position(BAG, "sandbags").need == 1


def test_a_side_that_needs_every_trick_is_set_by_the_next_one() -> None:
    assert position(bid(FOLLOW, 7, 3, 6, 3)).set_next == (0,)
    assert position(bid(FOLLOW, 7, 3, 5, 3)).set_next == ()
    assert position(bid(LEAD, 3, 7, 3, 6)).set_next == (1,)


def test_later_seats_are_those_at_the_table_that_have_not_played() -> None:
    assert position(LEAD).later == (1, 2, 3)
    assert position(bid(FOLLOW, plays="9H")).later == (2, 3)
    assert position(LAST).later == ()
    assert position(LAST).last
    at = Position(Sitting("cutthroat-three", dealer=2).deal().bids(3, 3, 3).sees(0))
    assert at.later == (1, 2)


def test_living_nils_are_named_until_they_take_a_trick() -> None:
    at = position(bid(LEAD, 3, 0, 0, 3))
    assert (at.nils, at.partner_nil, at.other_nils) == ((1, 2), 2, (1,))
    assert position(BAG, "classic").nils == ()


def test_must_beat_leaves_only_winning_cards() -> None:
    assert position(bid(LEAD, plays="2H"), "call-break").losers == ()
    losers = [text(play.card) for play in position(bid(LEAD, plays="TC")).losers]
    assert losers == ["9C"]


@pytest.mark.parametrize(("bids", "sure"), [([1, 3, 0, 3], True), ([1, 3, 1, 3], False)])
def test_sure_trumps_make_the_bid_whatever_is_played(bids: list[int], sure: bool) -> None:
    at = position(bid(LEAD, *bids), "classic")
    assert names(at.sure_trumps) == ["AS"]
    assert at.sure_bid == sure


def plan(slug: str, setting: Setting, card: str, **options: object) -> Plan:
    known, bids, plays = setting
    position = Position(seen_by(at_play(rules_of(slug, **options), known, bids, plays)))
    play = next(play for play in position.plays if play.card == parse(card))
    return plan_of(position, play)


@pytest.mark.parametrize(
    ("setting", "card", "expected"),
    [
        (LEAD, "AH", Plan.CASH),
        (LEAD, "KC", Plan.FORCE_OUT),
        (LEAD, "TC", Plan.LEAD_LOW),
        (LEAD, "QH", Plan.LEAD_LOW),  # the king beats it, but nothing below would be high then
        (LEAD, "4H", Plan.LEAD_LOW),
        (bid(LEAD, 0, 3, 3, 3), "AH", Plan.KEEP_NIL),
        (bid(LEAD, 0, 3, 3, 3), "4H", Plan.KEEP_NIL),
        (bid(LEAD, 3, 3, 0, 3), "AH", Plan.COVER_NIL),
        (bid(LEAD, 3, 3, 0, 3), "QH", Plan.LEAD_LOW),
        (bid(LEAD, 3, 0, 3, 3), "2H", Plan.ATTACK_NIL),
        (bid(LEAD, 3, 0, 3, 3), "QC", Plan.FORCE_OUT),  # nearly every club gets under it
        (bid(LEAD, 3, 0, 3, 3), "AH", Plan.CASH),
    ],
)
def test_plan_of_a_lead_is_recognised_by_what_is_out(setting: Setting, card: str, expected: Plan) -> None:
    assert plan("sandbags", setting, card) == expected


@pytest.mark.parametrize(
    ("setting", "card", "expected"),
    [
        (PARTNER_VOID, "4H", Plan.LEAD_PARTNER_VOID),
        (PARTNER_VOID, "KH", Plan.CASH),
        (PARTNER_VOID, "7C", Plan.LEAD_LOW),
        (FOLLOW, "JH", Plan.COVER),
        (FOLLOW, "KH", Plan.COVER),
        (FOLLOW, "5H", Plan.DUCK),
        (bid(FOLLOW, plays="9H KH"), "AH", Plan.COVER),  # a ruff is possible
        (bid(FOLLOW, plays="9H KH"), "QH", Plan.DUCK),
        (bid(FOLLOW, plays="9H JH AH"), "TH", Plan.CANT_BEAT),
        (bid(FOLLOW, plays="9H 5H 3H"), "TH", Plan.WIN_CHEAPLY),
        (bid(FOLLOW, plays="9H 5H QH"), "2H", Plan.CANT_BEAT),
        (bid(FOLLOW, plays="9H JH 3H"), "2H", Plan.LEAVE_PARTNER),
        (bid(FOLLOW, 3, 0, 3, 3), "5H", Plan.KEEP_NIL),
        (bid(FOLLOW, 3, 3, 3, 0, plays="9H 5H AH"), "TH", Plan.SHED_HIGH),
        (bid(FOLLOW, 3, 3, 3, 0, plays="9H 5H AH"), "6H", Plan.KEEP_NIL),
        (bid(FOLLOW, 3, 0, 3, 3, plays="9H 5H AH 2H AC AD 2C"), "TC", Plan.KEEP_NIL),  # its only club
        (bid(FOLLOW, plays="9H JH"), "AH", Plan.COVER),
        (bid(FOLLOW, plays="9H 5H"), "3H", Plan.LEAVE_PARTNER),
        (bid(FOLLOW, plays="9H 5H"), "AH", Plan.OVERTAKE),
        (bid(FOLLOW, plays="9H 5H 3H"), "8H", Plan.DUCK),
        (bid(FOLLOW, plays="9H JH 3H"), "TH", Plan.LEAVE_PARTNER),
        (bid(FOLLOW, 7, 3, 6, 3, plays="9H 5H 3H"), "TH", Plan.SETTING_TRICK),
        (bid(FOLLOW, 7, 3, 5, 3, plays="9H 5H 3H"), "TH", Plan.WIN_CHEAPLY),
        (bid(FOLLOW, 7, 3, 6, 3), "KH", Plan.COVER),  # somebody may still beat the king
        (bid(FOLLOW, 3, 0, 3, 1, plays="9H 5H 3H"), "TH", Plan.MAKE_BID),
        (LAST, "5H", Plan.WIN_CHEAPLY),
        (LAST, "AH", Plan.WIN_HIGH),
        (bid(FOLLOW, 3, 3, 3, 0), "JH", Plan.COVER_NIL),
        (bid(FOLLOW, 0, 3, 3, 3), "5H", Plan.ATTACK_NIL),
        (bid(FOLLOW, 0, 3, 3, 3), "JH", Plan.COVER),
        (VOID, "2S", Plan.RUFF),
        (VOID, "KD", Plan.REFUSE_RUFF),
        (BOTH_VOID, "3S", Plan.OVERTAKE),
        (BOTH_VOID, "4C", Plan.LEAVE_PARTNER),
        (bid(BOTH_VOID, plays="9H 9S KH"), "3S", Plan.LEAVE_PARTNER),
        (bid(BOTH_VOID, plays="9H AS KH"), "4C", Plan.LEAVE_PARTNER),
        (bid(BOTH_VOID, plays="9H"), "5C", Plan.REFUSE_RUFF),
        (bid(VOID, 3, 0, 3, 3), "KD", Plan.SHED_HIGH),
        (bid(VOID, 3, 0, 3, 3), "QD", Plan.KEEP_NIL),
    ],
)
def test_plan_of_a_following_card_is_recognised_by_the_trick(setting: Setting, card: str, expected: Plan) -> None:
    assert plan("sandbags", setting, card) == expected


def test_forced_out_names_the_card_that_leaves_and_the_one_that_becomes_high() -> None:
    known, bids, plays = LEAD
    position = Position(seen_by(at_play(rules_of("sandbags"), known, bids, plays)))
    assert forced_out(position, parse("KC")) == (parse("AC"), parse("QC"))
    assert forced_out(position, parse("AH")) is None
    assert forced_out(position, parse("QH")) is None


@pytest.mark.parametrize(
    ("slug", "setting", "card", "expected"),
    [
        ("classic", BAG, "7H", Plan.LOSE_BAG),
        ("classic", bid(BAG, 3, 2, 3, 0), "7H", Plan.LEAD_LOW),
        ("classic", bid(BAG, plays="9H 5H 3H TH 8H 4H KH"), "QH", Plan.GIVE_BAG),
        ("classic", bid(BAG, 3, 2, 3, 0, plays="9H 5H 3H TH 8H 4H KH"), "QH", Plan.DUCK),
        ("cutthroat", bid(LEAD, 3, 0, 3, 3), "2H", Plan.ZERO_HUNT),
        ("cutthroat", LEAD, "2H", Plan.LEAD_LOW),
        ("call-break", LEAD, "AS", Plan.DRAW_TRUMPS),
        ("call-break", LEAD, "9S", Plan.LEAD_LOW),
        ("call-break", LAST, "5H", Plan.MUST_BEAT),
        ("sandbags", LAST, "5H", Plan.WIN_CHEAPLY),
    ],
)
def test_plan_of_a_card_follows_the_rules_of_the_game(slug: str, setting: Setting, card: str, expected: Plan) -> None:
    assert plan(slug, setting, card) == expected


def test_the_only_trump_is_kept_and_losers_are_discarded() -> None:
    assert plan("sandbags", ONE_TRUMP, "5D") == Plan.KEEP_TRUMP
    assert plan("sandbags", ONE_TRUMP, "2S") == Plan.RUFF


@pytest.mark.rule("BM-9")
@pytest.mark.parametrize(("promised", "expected"), [(4, Plan.PROMISE), (0, Plan.CASH)])
def test_a_promise_of_the_first_tricks_is_kept_with_a_high_lead(promised: int, expected: Plan) -> None:
    known, bids, plays = LEAD
    seen = seen_by(at_play(rules_of("sandbags"), known, bids, plays))
    seen = replace(seen, announced=(Announced(0, PROMISE, promised), Announced(1, PROMISE, 4)))
    position = Position(seen)
    high = next(play for play in position.plays if play.card == parse("AH"))
    assert plan_of(position, high) == expected


@pytest.mark.rule("BM-9")
@pytest.mark.parametrize(("winners", "promised"), [((), 2), ((0,), 2), ((1,), 0), ((0, 0), 0), ((0, 0, 0), 0)])
def test_a_promise_ends_with_its_last_trick_or_a_trick_of_somebody_else(
    winners: tuple[int, ...], promised: int
) -> None:
    known, bids, plays = LEAD
    seen = seen_by(at_play(rules_of("sandbags"), known, bids, plays))
    tricks = tuple((Played(seat, parse("2C")),) for seat in winners)
    seen = replace(seen, announced=(Announced(0, PROMISE, 2),), tricks=tricks, winners=winners)
    assert Position(seen).promised == promised


@pytest.mark.rule("3B-8")
def test_a_side_with_its_tricks_in_a_low_ball_leads_low() -> None:
    known, bids, plays = BAG
    variant = shipped()["classic"]
    low_ball = LowBall(kind="low_ball", rule="3B-8", under=12, super_under=11)
    rules = ruleset(replace(variant, customs=(*variant.customs, low_ball)))
    position = Position(seen_by(at_play(rules, known, bids, plays)))
    low = next(play for play in position.plays if play.card == parse("7H"))
    assert plan_of(position, low) == Plan.LOW_BALL
