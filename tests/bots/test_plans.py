"""The plan of a card is recognised by the facts of the position, and not by the look of the card."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import forced_out, plan_of
from spades_tui.bots.position import Position
from spades_tui.cards import parse
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs import LowBall
from spades_tui.rules.ledger import PROMISE, Announced
from spades_tui.rules.ruleset import ruleset
from tests.bots.plan_settings import BAG, BOTH_VOID, FOLLOW, LAST, LEAD, ONE_TRUMP, PARTNER_VOID, VOID, Setting, bid
from tests.bots.tables import at_play, rules_of, seen_by


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


@pytest.mark.rule("3B-8")
def test_a_side_with_its_tricks_in_a_low_ball_leads_low() -> None:
    known, bids, plays = BAG
    variant = shipped()["classic"]
    low_ball = LowBall(kind="low_ball", rule="3B-8", under=12, super_under=11)
    rules = ruleset(replace(variant, customs=(*variant.customs, low_ball)))
    position = Position(seen_by(at_play(rules, known, bids, plays)))
    low = next(play for play in position.plays if play.card == parse("7H"))
    assert plan_of(position, low) == Plan.LOW_BALL
