"""A reason gives an aim and its numbers from the play-outs, and never contradicts the figures beside it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from spades_tui.bots import weigh
from spades_tui.bots.advice import ADVISER, advice_about, advise, stream_of
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.reasons import Reasons
from spades_tui.bots.search.playout_outlook import Outlook
from spades_tui.bots.valued_choice import Advice, Aim, PlainReason, Reason, ValuedChoice, grouped
from spades_tui.cards import parse, text
from spades_tui.game.events import Bid, Claim, Discard, Draft, Look, Pass, Play
from spades_tui.lessons.puzzle_lesson import choice_word
from spades_tui.presentation.reason_words import reason_words
from spades_tui.seats import Observation
from tests import few
from tests.advice.contradictions import MOST_WORDS, NAMES, contradictions, positions
from tests.bots.plan_settings import BAG, FOLLOW, LEAD, VOID, Setting, bid
from tests.bots.tables import at_play, rules_of, seen_by
from tests.game.drafting import at_draft, drafted
from tests.game.exchanging import passed, table
from tests.game.tables import Sitting
from tests.games import SLUGS, each_game

STRONG = LEVELS[-2]
HELD = {
    0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "8H 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD",
    2: "7H 3H 6H JC QC KC AC 2S 3S 4S 5S 6S 7S", 3: "5H TH QH JH AH KH 8S 9S TS JS QS KS AS",
}  # fmt: skip
"""The nil bidder leads the nine of hearts, and the last player holds the five."""


def best_of(seen: Observation) -> Advice:
    return advise(ADVISER, seen)[0]


def choice_for(seen: Observation, card: str) -> Advice:
    assert seen.seat is not None
    found = advice_about(advise(ADVISER, seen), Play(seen.seat, parse(card)))
    assert found is not None
    return found


# ---- agreement with the figures


@pytest.mark.parametrize("slug", each_game("3b-five", "bemo", "cutthroat", "jokers", "sandbags"))
def test_no_reason_contradicts_the_figures_beside_it(slug: str) -> None:
    for seen in positions(rules_of(slug), "quick", 3):
        assert contradictions(seen, advise(STRONG, seen)) == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_no_reason_contradicts_the_figures_in_many_positions(slug: str) -> None:
    for seen in positions(rules_of(slug), "many", few(27)):
        assert contradictions(seen, advise(ADVISER, seen)) == []


def longest(slug: str, count: int) -> int:
    """Return the number of words of the longest hint in this number of sampled positions."""
    return max(
        len(reason_words(one.reason, seen, NAMES).split())
        for seen in positions(rules_of(slug), "words", count)
        for one in advise(STRONG, seen)
    )


@pytest.mark.parametrize("slug", ["3b-five", "classic"])
def test_hints_have_at_most_18_words(slug: str) -> None:
    assert 2 < longest(slug, 4) <= MOST_WORDS


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_hints_have_at_most_18_words_in_many_positions(slug: str) -> None:
    assert 2 < longest(slug, few(60)) <= MOST_WORDS


# ---- the aim


@pytest.mark.rule("NL-5")
def test_a_partners_nil_is_covered() -> None:
    held = {
        0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "8H 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD",
        2: "AH KH 3H JC QC KC AC 2S 3S 4S 5S 6S 7S",
    }
    seen = seen_by(at_play(rules_of("sandbags"), held, [0, 3, 3, 3], "9H 8H"))
    low = choice_for(seen, "3H").reason
    assert (low.goal, low.whose) == (Aim.KEEP, 0)
    assert low.number is not None and low.other is not None
    assert low.number < low.other
    assert low.better < 0
    assert "partner's zero" in reason_words(low, seen, NAMES)


def test_an_opponents_nil_is_broken() -> None:
    seen = seen_by(at_play(rules_of("sandbags"), HELD, [0, 3, 3, 4], "9H 8H 7H"))
    best = best_of(seen)
    assert best.event == Play(3, parse("5H"))
    assert (best.reason.goal, best.reason.whose, best.reason.number) == (Aim.BREAK, 0, 1.0)
    assert best.reason.other is not None and best.reason.other < 0.1
    assert "Ann's zero" in reason_words(best.reason, seen, NAMES)


def test_the_reason_for_a_nil_bidders_card_names_the_nil() -> None:
    held = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "8H JH 5D 6D 7D 8D 9D TD JD QD KD TC AD"}
    seen = seen_by(at_play(rules_of("sandbags"), held, [3, 0, 3, 3], "9H"))
    jack = choice_for(seen, "JH").reason
    assert (jack.goal, jack.whose) == (Aim.KEEP, 1)
    assert jack.number is not None and jack.other is not None
    assert jack.number < jack.other


def test_a_card_that_none_of_the_hand_beats_is_named() -> None:
    """The ace is already on the table, so playing the king would waste it."""
    held = {0: "AH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "KH 2H 5S 5D 6D 7D 8D 9D TD JD QD KD TC"}
    seen = seen_by(at_play(rules_of("sandbags"), held, [3, 3, 3, 3], "AH"))
    reason = best_of(seen).reason
    assert reason.event == Play(1, parse("2H"))
    assert reason.against == Play(1, parse("KH"))
    assert reason.plan == Plan.CANT_BEAT
    assert "Ann's ace" in reason_words(reason, seen, NAMES)


def test_equal_cards_have_one_reason_and_name_each_other() -> None:
    held = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "AH KH QH 2H 5D 6D 7D 8D 9D TD JD QD 2S"}
    seen = seen_by(at_play(rules_of("sandbags"), held, [3, 3, 3, 3], "9H"))
    king = choice_for(seen, "KH")
    assert {event.card for event in king.equals if isinstance(event, Play)} == {parse("AH"), parse("QH")}
    assert king.reason.goal == choice_for(seen, "AH").reason.goal
    assert king.reason.number == choice_for(seen, "AH").reason.number


def test_cards_with_the_same_figures_are_one_choice_only_if_they_are_equal() -> None:
    held = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "AH KH QH 2H 5D 6D 7D 8D 9D TD JD QD 2S"}
    seen = seen_by(at_play(rules_of("sandbags"), held, [3, 3, 3, 3], "9H"))
    advice = tuple(replace(one, value=1.0, made=0.5, tricks=3.0) for one in advise(ADVISER, seen))
    groups = [{text(one.event.card) for one in group if isinstance(one.event, Play)} for group in grouped(advice)]
    assert sorted(map(sorted, groups)) == [["2H"], ["AH", "KH", "QH"]]


@pytest.mark.rule("SB-9")
def test_a_reason_names_a_penalty_for_bags_that_is_near() -> None:
    *_, seen = positions(rules_of("sandbags"), "f3", 6)
    assert seen.standing.bags == (0, 8)
    best, *others = advise(ADVISER, seen)
    assert (best.reason.goal, best.reason.whose) == (Aim.PENALTY, 1)
    assert best.reason.number is not None
    chances = [one.reason.number for one in others if one.reason.goal == Aim.PENALTY]
    assert max(filter(None, chances)) > best.reason.number


# ---- bids


@pytest.mark.rule("NL-8")
def test_bids_are_weighed_beyond_the_best_one() -> None:
    """Players here never bid above six, which never fails, but the hint weighs seven and eight too."""
    sitting = Sitting("classic", dealer=3, blind_pass=2).so_far(totals=(100, -100))
    sitting.deal("", "", "", "AQ52S 742H K9C AKT9D").do(Bid(0, 1), Bid(1, 0, True), Bid(2, 0))
    seen = sitting.do(Look(3)).sees(3)
    tried = {row.event.bid for row in weigh(ADVISER, seen, stream_of(seen)) if isinstance(row.event, Bid)}
    advice = advise(ADVISER, seen)
    known = {one.event.bid: one for one in advice if isinstance(one.event, Bid) and one.weighed}
    best = advice[0].event
    assert isinstance(best, Bid)
    assert {best.bid - 1, best.bid, best.bid + 1} <= known.keys()
    assert known.keys() - tried
    assert contradictions(seen, advice) == []


@pytest.mark.parametrize("slug", ["sandbags", "classic", "cutthroat", "bemo", "3b-four"])
def test_the_neighbours_of_the_best_bid_are_always_weighed(slug: str) -> None:
    for number in range(3):
        sitting = Sitting(slug, dealer=number)
        sitting.deal()
        while any(isinstance(event, Look) for event in sitting.sees(sitting.turn).legal):
            sitting.do(Look(sitting.turn or 0))
        seen = sitting.sees(sitting.turn)
        advice = advise(STRONG, seen)
        known = [one.event.bid for one in advice if isinstance(one.event, Bid) and one.weighed]
        legal = {event.bid for event in seen.legal if isinstance(event, Bid) and not event.blind}
        best = known[0]
        assert not best or not {best + 1} & legal - set(known)


def test_the_reason_for_a_bid_gives_its_chance_to_be_made() -> None:
    seen = Sitting("sandbags", dealer=3).deal("AKQ9S AH 8H 5H KD 9D QC 7C 2C 4S").sees(0)
    advice = advise(ADVISER, seen)
    for one in advice:
        if one.weighed:
            assert one.reason.goal in (Aim.MAKE, PlainReason.POINTS)
            assert one.reason.number == one.made
    zero = advice_about(advice, Bid(0, 0))
    assert zero is not None
    assert (zero.reason.goal, zero.reason.number) == (PlainReason.SURE_TRICKS, 3)


def test_bids_decided_without_play_outs_have_a_reason() -> None:
    first = Sitting("sandbags", dealer=3).deal("AKQJT98765432S").sees(0)
    beside = Sitting("sandbags", dealer=3).deal("", "", "QJ2H T983D A87432C").do(Bid(0, 13), Bid(1, 1)).sees(2)
    few, more = advice_about(advise(STRONG, first), Bid(0, 12)), advice_about(advise(STRONG, beside), Bid(2, 1))
    assert few is not None and more is not None
    assert (few.reason.goal, few.reason.number) == (PlainReason.SURE_TRICKS, 13)
    assert (more.reason.goal, more.reason.number) == (PlainReason.ROOM, 0)
    forced = Sitting("mirrors", dealer=3).deal("AK432S 2-9C").sees(0)
    allowed = {PlainReason.RULED, Aim.KEEP, PlainReason.POINTS, PlainReason.NIL}
    assert {one.reason.goal for one in advise(STRONG, forced)} <= allowed


# ---- choices without a play-out


def test_reasons_name_an_only_card_and_a_renege() -> None:
    held = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2S 3D 4D", 1: "AH 5S 5D 6D 7D 8D 9D TD JD QD KD TC AD"}
    seen = seen_by(at_play(rules_of("bemo", enforcement="challenge"), held, [3, 3, 3], "9H", dealer=2))
    assert best_of(seen).reason.goal == PlainReason.ONLY
    assert choice_for(seen, "5D").reason.goal == PlainReason.RENEGE


def test_a_claim_says_how_many_tricks_are_left() -> None:
    sitting = Sitting("sandbags", dealer=3).deal("AKQJT98765432S").bids(13, 0, 0, 0)
    best = best_of(sitting.sees(0))
    assert isinstance(best.event, Claim)
    assert (best.reason.goal, best.reason.number) == (PlainReason.CLAIM, 13)


@pytest.mark.rule("NL-8")
def test_the_reason_for_a_pass_compares_the_nil_before_and_after() -> None:
    sitting = table(4, 0, 3, 5)
    best = best_of(sitting.sees(2))
    assert isinstance(best.event, Pass)
    assert best.reason.goal == PlainReason.PASS
    assert best.reason.number is not None and best.reason.other is not None
    assert best.reason.number > best.reason.other
    sitting.do(passed(2, "AC 6S"))
    best = best_of(sitting.sees(0))
    assert (best.reason.goal, best.reason.card) == (PlainReason.HIGHEST, parse("7H"))


@pytest.mark.rule("TW-1")
def test_the_numbers_in_a_draft_reason_agree_with_the_choice() -> None:
    bare = drafted(at_draft("KH 2C 3C 4C QS 5C 6C 7C QD"), *[True, False] * 2).sees(1)
    for seen, keep in ((at_draft("AS").sees(1), True), (at_draft("2C").sees(1), False), (bare, False)):
        best = best_of(seen)
        assert best.event == Draft(1, keep)
        assert best.reason.number is not None and best.reason.other is not None
        assert (best.reason.number >= best.reason.other) == keep


@pytest.mark.rule("TW-1")
@pytest.mark.parametrize(("card", "keep"), [("AS", True), ("2C", False)])
def test_a_draft_is_explained_without_figures(card: str, keep: bool) -> None:
    seen = at_draft(card).sees(1)
    best, other = (reason_words(one.reason, seen, NAMES) for one in advise(ADVISER, seen))
    assert best.startswith("Keep" if keep else "Throw away")
    assert not other.startswith(("Keep", "Throw"))
    assert not any(letter.isdigit() for letter in best + other)


@pytest.mark.rule("TW-1")
@pytest.mark.parametrize("adds", [0.05, 0.3, 0.5, 0.8, 1.2])
@pytest.mark.parametrize("keep", [True, False])
def test_no_reason_for_a_draft_is_too_long(adds: float, keep: bool) -> None:
    reason = Reason(PlainReason.DRAFT, Draft(1, keep), adds, other=1.3 - adds, card=parse("7D"))
    assert len(reason_words(reason, at_draft("7D").sees(1), NAMES).split()) <= MOST_WORDS


def test_the_lowest_card_is_not_said_to_win_when_all_cards_beat_the_trick() -> None:
    held = {0: "2C 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2D", 1: "6C JC QC 2S 3S 4S 5S 6S 7S 8S 9S TS JS"}
    seen = seen_by(at_play(rules_of("sandbags"), held, [2, 3, 3, 3], "2C"))
    low = reason_words(Reason(Aim.MAKE, Play(1, parse("6C")), plan=Plan.WIN_CHEAPLY), seen, NAMES)
    assert "your lowest" in low
    assert "still need" not in low


def test_a_card_under_the_trick_is_never_called_the_highest_left() -> None:
    """Only the king beats the seven; the two is no winner although no heart is out."""
    held = {0: "7H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", 1: "2H KH AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD"}
    rest = {2: "3H 4H 5H 6H 8H 9H TH JH QH AH QD KD AD"}
    state = at_play(rules_of("sandbags"), held | rest, [3, 3, 3, 3], "7H")
    seen = seen_by(state)
    alike = reason_words(Reason(PlainReason.ALIKE, Play(1, parse("2H")), plan=Plan.CANT_BEAT), seen, NAMES)
    assert "highest" not in alike


def test_a_suit_that_nobody_else_has_costs_the_others_a_trump() -> None:
    held = {0: " ".join(f"{rank}D" for rank in "AKQJT98765432")}
    seen = seen_by(at_play(rules_of("sandbags"), held, [3, 3, 3, 3], ""))
    words = reason_words(Reason(Aim.MAKE, Play(0, parse("AD")), plan=Plan.CASH), seen, NAMES)
    assert "nobody else has a diamond left, and a ruff costs a trump" in words


@pytest.mark.parametrize(("bids", "said"), [([3, 3, 3, 3], True), ([3, 3, 0, 3], False)])
def test_only_opponents_with_a_bid_to_make_overruff(bids: list[int], said: bool) -> None:
    known, _, _ = VOID
    seen = seen_by(at_play(rules_of("sandbags"), known, bids, "9H"))
    nine, two = Play(1, parse("9S")), Play(1, parse("2S"))
    reason = Reason(PlainReason.POINTS, nine, 0.0, two, better=1.0, plan=Plan.RUFF)
    assert ("harder to overruff" in reason_words(reason, seen, NAMES)) == said
    highest = Reason(PlainReason.POINTS, Play(1, parse("AS")), 0.0, two, better=1.0, plan=Plan.RUFF)
    words = reason_words(highest, seen, NAMES)
    assert "harder" not in words
    assert ("can't be overruffed" in words) == said


def test_a_zero_throws_the_card_that_endangers_it() -> None:
    held = {0: "4C 6C 8C 9C JC KC 2D 9D JD 2H 4H 6H 4S 6S"}
    seen = seen_by(at_play(rules_of("sandbags"), {0: held[0][:38]}, [0, 3, 3, 3], ""))
    reason = Reason(Aim.KEEP, Discard(0, parse("JC")), against=Discard(0, parse("4H")), better=1.0)
    assert "endangers your zero more" in reason_words(reason, seen, NAMES)


ENDING: Setting = (
    {
        0: "9S 8S 6S AD TC 2C 3C 4C 5C 6C 7C 8C 9C",
        1: "AS KS QS JS 2D 3D 4D 5D 6D 7D 8D 9D TD",
        2: "JD QD KD 2H 3H 4H 5H 6H 7H 8H 9H TH JH",
        3: "TS 7S 5S 4S 3S 2S JC QC KC AC QH KH AH",
    },
    [1, 3, 3, 3],
    "",
)
"""The first lead, with the ace of diamonds."""


@pytest.mark.parametrize("chance", [0.0, 0.5, 1.0])
def test_a_hint_for_any_card_names_none(chance: float) -> None:
    """A card with the words about another one is a riddle."""
    known, bids, plays = ENDING
    seen = seen_by(at_play(rules_of("sandbags"), known, bids, plays))
    low, best = Play(0, parse("2C")), Play(0, parse("AD"))
    words = reason_words(Reason(PlainReason.ALIKE, low, chance, best, plan=Plan.LEAD_LOW), seen, NAMES)
    assert "your bid" in words
    assert "ace" not in words


def test_a_forced_card_is_no_last_card() -> None:
    known = {0: HELD[0], 1: "8H 2S 5D 6D 7D 8D 9D TD JD QD KD TC AD"}
    seen = seen_by(at_play(rules_of("sandbags"), known, [3, 3, 3, 3], "9H"))
    assert "you must follow suit" in reason_words(best_of(seen).reason, seen, NAMES)


def test_a_nil_bidders_lead_has_a_reason() -> None:
    """The sentence was too long, so the card stood alone."""
    known, _, plays = ENDING
    seen = seen_by(at_play(rules_of("sandbags"), known, [0, 3, 3, 3], plays))
    low, high = Play(0, parse("2C")), Play(0, parse("AD"))
    reason = Reason(Aim.KEEP, low, 0.9, high, 0.1, 9.0, 0, plan=plan_of(Position(seen), low))
    assert "higher clubs are out, so your zero should survive" in reason_words(reason, seen, NAMES)


@pytest.mark.parametrize(("aim", "about_bags"), [(Aim.BAGS, True), (Aim.SET, False), (Aim.KEEP, False)])
def test_bags_are_the_reason_only_if_nothing_more_is_at_stake(aim: Aim, about_bags: bool) -> None:
    known, bids, plays = BAG
    seen = seen_by(at_play(rules_of("classic"), known, bids, plays))
    low, high = Play(3, parse("8H")), Play(3, parse("AS"))
    reason = Reason(aim, low, 0.5, high, 0.4, 9.0, 0, plan=plan_of(Position(seen), low))
    assert ("bags cost" in reason_words(reason, seen, NAMES)) == about_bags


@pytest.mark.parametrize(("cost", "alike"), [(0.6, True), (1.0, True), (1.1, False), (8.7, False)])
def test_cards_are_alike_only_within_one_point(cost: float, alike: bool) -> None:
    seen = seen_by(at_play(rules_of("sandbags"), HELD, [0, 3, 3, 4], "9H 8H 7H"))
    five, ten = (Play(3, parse(card)) for card in ("5H", "TH"))
    rows = [ValuedChoice(five, 0.0, 0.76, 3.0, 40), ValuedChoice(ten, -cost, 0.5, 3.0, 40, doubt=10.0)]
    reasons = Reasons(seen, 3, rows, [None, None])
    for place in (0, 1):
        reason = reasons.of(place)
        assert (reason.goal == PlainReason.ALIKE) == alike
        assert reason.as_good is None
    assert reason_words(reasons.of(1), seen, NAMES).startswith("Any of these") == alike
    assert not reason_words(reasons.of(0), seen, NAMES).startswith("Any of these"), "a sound card has its reason"


@pytest.mark.parametrize(("tricks", "alike"), [(3.0, True), (4.0, False)])
def test_bids_with_other_aims_are_alike_by_the_figures_that_both_have(tricks: float, alike: bool) -> None:
    seen = Sitting("sandbags", dealer=3).deal("AK52S A94H Q83D 762C").sees(0)
    rows = [ValuedChoice(Bid(0, bid), 50.0, 0.8, took, 10) for bid, took in ((0, 3.0), (3, tricks))]
    aims = [
        Outlook({(aim, 0): 0.8, (Aim.TRICKS, 0): row.tricks}, {(aim, 0): 60.0}, 0.8, row.tricks)
        for aim, row in zip((Aim.KEEP, Aim.MAKE), rows, strict=True)
    ]
    for place in (0, 1):
        assert (Reasons(seen, 0, rows, aims).of(place).goal == PlainReason.ALIKE) == alike


TOUCHING: Setting = (
    {
        0: "AH KH 4H 2H KC QC TC AS 9S 8S 5D 4D 3D",
        1: "QH JH TH 9H AC JC 9C KS QS AD KD QD JD",
        2: "8H 7H 6H 5H 8C 7C 6C 5C JS TS 7S TD 9D",
    },
    [3, 3, 3, 3],
    "",
)
"""The first lead, with the ace and king of hearts."""
LOW_ACE: Setting = (
    {
        0: "KH 4H 3H 2C 3C 4C 5C 6C 7C 8C 9C TC JC",
        1: "AH 2H 5H 2D 3D 4D 5D 6D 7D 8D 9D TD JD",
        2: "6H 7H 8H QC KC AC 2S 3S 4S 5S 6S 7S 8S",
        3: "9H TH JH QH QD KD AD 9S TS JS QS KS AS",
    },
    [3, 3, 2, 4],
    "KH",
)
"""Seat 1 follows to the king of hearts; its ace may be called low."""


@pytest.mark.parametrize(
    ("slug", "setting", "card", "other", "best", "words"),
    [
        ("call-break", LEAD, "AS", "4H", True, "a trump that falls can't ruff your ace of hearts"),
        ("call-break", LEAD, "AH", "4H", True, "cash the ace of hearts before somebody has no heart left"),
        ("call-break", TOUCHING, "KH", "4H", True, "no higher heart is out"),
        ("call-break", TOUCHING, "KH", "AS", False, "no need to cash"),
        ("sandbags", bid(FOLLOW, plays="9H 5H"), "3H", "AH", False, "leaves it to partner's nine; the ace"),
        ("classic", BAG, "8H", "2H", True, "lead the eight of hearts and keep the two"),
        ("classic", BAG, "2H", "8H", False, "lead the eight of hearts: it is harder to lose later than the two"),
        ("sandbags", bid(VOID, plays="9H"), "9S", "AS", True, "ruff with the nine of spades"),
        ("3b-four", LOW_ACE, "AHl", "5H", False, "may be called high later"),
        ("3b-four", LOW_ACE, "2H", "5H", False, "let the five go; "),
    ],
)
def test_a_reason_says_what_the_better_card_does(
    slug: str, setting: Setting, card: str, other: str, best: bool, words: str
) -> None:
    known, bids, plays = setting
    seen = seen_by(at_play(rules_of(slug), known, bids, plays))
    position = Position(seen)
    play, against = (
        next(one for one in position.plays if choice_word(one) in (name, f"{name}h")) for name in (card, other)
    )
    reason = Reason(PlainReason.POINTS, play, 0.0, against, better=1.0 if best else -1.0, plan=plan_of(position, play))
    assert words in reason_words(reason, seen, NAMES).lower()
