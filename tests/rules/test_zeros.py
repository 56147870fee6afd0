"""A zero: its score, the marks for those who spare it, the extra card and the exchange."""

from typing import Any

import pytest

from spades_tui.rules.bids import Exchange, HighDraw, ZeroDraw
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs import ZeroMarks
from spades_tui.rules.customs.zero_buddy import hunters
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.rules.ledger import Ledger
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.scores import Contract, Zero
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.rules.parts import PAIRS, Entry, bounded, built, error_of, hand, lines, part, placed, scored, standing


@pytest.mark.rule("SB-6", "SB-7")
def test_zeros_of_partners_score_separately() -> None:
    ledger = scored(part("sandbags", Zero), hand((0, 0, 0, 5), (0, 2, 1, 10), PAIRS))
    assert lines(ledger) == [(0, "SB-6", 100), (0, "SB-6", -100), (1, "SB-6", -100)]
    assert ledger.bags == [1, 2]


@pytest.mark.rule("3B-13", "3B-14")
@pytest.mark.parametrize(
    ("pool", "took", "sheet", "after"),
    [
        (0, (0, 3, 10), [(0, "3B-13", 100)], 0),
        (70, (0, 3, 10), [(0, "3B-13", 170)], 0),
        (70, (2, 3, 8), [(0, "3B-13", -20), (1, "3B-13", -30)], 120),
        (70, (0, 3, 10), [(0, "3B-13", 170), (1, "3B-13", -30)], 0),
        (70, (0, 0, 13), [(0, "3B-13", 170), (1, "3B-13", 170)], 0),
    ],
    ids=["first", "grown", "two fail", "one of two", "both"],
)
def test_failed_zeros_raise_the_value_of_later_zeros(
    pool: int, took: tuple[int, ...], sheet: list[tuple[int, str, int]], after: int
) -> None:
    bids = (0, 0 if len(sheet) > 1 else 3, 9)
    ledger = scored(part("3b-four", Zero), hand(bids, took), standing(totals=(0, 0, 0), zero_pool=pool))
    assert lines(ledger) == sheet
    assert ledger.zero_pool == after


def test_a_seat_that_sits_out_scores_no_zero() -> None:
    assert lines(scored(part("3b-five", Zero), hand((None, 0, 3), (None, 0, 10)))) == [(1, "3B-13", 100)]


# ---- tricks of a failed nil, and blind nils (NL) -----------------------------------------------------


def nil(**more: Any) -> Zero:
    """Return a zero as in `classic`, with these changes."""
    keys = {"word": "nil", "made": 100, "lost": -100, "over": 1, "over_rule": "NL-6", "rule": "NL-5", "stray": "helps"}
    return built(Zero, **{**keys, "blind_made": 200, "blind_lost": -200, "blind_rule": "NL-7", **more})


def sheet(zero: Zero, bids: tuple[int, ...], took: tuple[int, ...], **more: Any) -> tuple[int, int]:
    """Return points and bags of side 0 for a zero and a contract, in this order."""
    contract = built(Contract, rule="NL-4", zeros="apart", made=10, over=1, lost=-10, bags=True)
    ledger = Ledger(standing())
    counts = hand((bids[0], 6, bids[1], 6), (took[0], 6, took[1], 1), PAIRS, **more)
    for component in (zero, contract):
        component.score(counts, ledger)
    return ledger.points[0], ledger.bags[0]


@pytest.mark.rule("NL-4", "NL-5", "NL-6")
@pytest.mark.parametrize(
    ("stray", "bids", "took", "points", "bags"),
    [
        ("helps", (4, 3), (5, 3), 71, 1),
        ("helps", (0, 4), (0, 4), 140, 0),
        ("helps", (0, 4), (2, 3), -59, 1),
        ("bags", (0, 4), (2, 3), -138, 2),
        ("bags_only", (0, 4), (2, 3), -140, 2),
        ("nothing", (0, 4), (2, 3), -140, 0),
        ("helps", (0, 0), (0, 1), 1, 1),
        ("bags", (0, 0), (0, 1), 1, 1),
        ("bags_only", (0, 0), (0, 1), 0, 1),
        ("nothing", (0, 0), (0, 1), 0, 0),
    ],
)
def test_tricks_of_a_failed_nil_score_by_the_key_stray(
    stray: str, bids: tuple[int, int], took: tuple[int, int], points: int, bags: int
) -> None:
    assert sheet(nil(stray=stray, over=1 if stray in ("helps", "bags") else 0), bids, took) == (points, bags)


@pytest.mark.rule("NL-7")
def test_a_blind_nil_has_its_own_value() -> None:
    blind = (True, False, False, False)
    assert sheet(nil(), (0, 5), (0, 4), blind=blind) == (150, 0)
    ledger = scored(nil(), hand((0, 6, 4, 6), (1, 6, 4, 2), PAIRS, blind=blind))
    assert lines(ledger) == [(0, "NL-7", -200)]
    assert ledger.lines[0].text == "Blind nil set, took 1"
    assert ledger.helping == [1, 0]
    assert lines(scored(nil(), hand((0, 6, 4, 6), (0, 7, 4, 2), PAIRS))) == [(0, "NL-5", 100)]


@pytest.mark.rule("NL-6")
def test_tricks_of_a_failed_nil_have_their_own_line() -> None:
    ledger = scored(nil(stray="bags"), hand((0, 6, 4, 6), (2, 6, 4, 1), PAIRS))
    assert [(line.rule, line.points, line.text) for line in ledger.lines] == [
        ("NL-5", -100, "Nil set, took 2"), ("NL-6", 2, "2 taken at nil"),
    ]  # fmt: skip


@pytest.mark.rule("NL-2")
def test_a_zero_switched_off_is_an_ordinary_number() -> None:
    assert shipped()["classic"].changed(scores=(nil(on=False),)).in_play().scores == ()
    contract = built(Contract, rule="NL-4", zeros="counted", made=10, over=1, lost=-10, bags=True)
    ledger = scored(contract, hand((0, 6, 0, 6), (2, 6, 4, 1), PAIRS))
    assert lines(ledger)[0] == (0, "NL-4", 6)
    assert ledger.bags[0] == 6


def test_invalid_keys_of_a_zero_are_refused() -> None:
    entry = {"kind": "zero", "made": 100, "lost": -100}
    assert error_of("sandbags", "scores", {**entry, "stray": "helps", "bags": True}).endswith("keep one of them")
    assert "the tricks of a failed zero pay nothing" in error_of("sandbags", "scores", {**entry, "over": 1})
    assert "must not give points" in error_of("sandbags", "scores", {**entry, "blind_lost": 1})
    assert "must give points" in error_of("sandbags", "scores", {**entry, "blind_made": -1})
    for key, points in (("blind_made", 200), ("blind_lost", -200)):
        assert error_of("sandbags", "scores", {**entry, key: points}).endswith("a bid of kind 'blind' is missing")
    rules, place = placed("sandbags", "scores", {**entry, "bags": False, "stray": "helps"})
    rules["scores"] = [rules["scores"][1], rules["scores"][place], *rules["scores"][2:]]
    with pytest.raises(VariantError, match=r"scores\[2\]\.stray: these tricks help the contract"):
        from_data(rules)


@pytest.mark.rule("NL-6", "HR-8")
def test_the_sentence_about_tricks_that_help_is_true_for_two_partners_and_for_three() -> None:
    words = built(Zero, word="zero", made=100, lost=-100, stray="helps", over=1).sentence()
    assert "count for a partner's bid; if no partner bids a trick, each is a bag and +1." in words
    assert "both" not in words and "nil" not in words


@pytest.mark.rule("NL-5", "NL-7")
def test_the_sentence_about_two_zeros_together_says_that_a_blind_one_is_scored_alone() -> None:
    double = {"word": "nil", "made": 100, "lost": -100, "both_made": 300}
    assert "scored alone" not in built(Zero, **double).sentence()
    blind = built(Zero, **double, blind_made=200, blind_lost=-200)
    assert "together. If either is bid blind, each nil is scored alone." in blind.sentence()


@pytest.mark.rule("3B-30")
def test_zero_marks_have_their_defaults_and_sentence() -> None:
    assert built(ZeroMarks) == ZeroMarks(kind="zb", rule="3B-30")
    assert built(ZeroMarks).sentence() == "You may mark a hunter's card that lets a zero off as having ZB potential."


@pytest.mark.rule("3B-30")
@pytest.mark.parametrize(
    ("bids", "accused", "voters"),
    [((3, 2, 0, 4), 0, (1, 3)), ((0, 2, 0, 4), 1, (3,)), ((3, None, 0, 4, 5), 0, (3, 4)), ((0, 3, 0, 0), 1, ())],
)
def test_the_zero_bidder_and_sat_out_seats_do_not_vote(
    bids: tuple[int | None, ...], accused: int, voters: tuple[int, ...]
) -> None:
    mark = CardToJudge(1, accused, 40, (0,), hunters(bids))
    assert mark.voters(range(len(bids))) == voters
    assert mark.voters(()) == ()


OVER: dict[str, Entry] = {"deal": {"extra": 1}, "deck": {"remove": ["2D"]}}
"""Changes to `jokers` that add an extra card."""


@pytest.mark.rule("3B-6", "3B-7")
@pytest.mark.parametrize(("kind", "place"), [("zero_draw", 1), ("high_draw", 7)])
def test_drawing_is_refused_with_blind_bids(kind: str, place: int) -> None:
    message = f"bids[{place}].kind: drawing the extra card doesn't go with blind bids; keep one of them"
    assert error_of("jokers", "bids", {"kind": kind}, "", **OVER) == message
    of_the_score = "scores[2].blind_made: nobody can bid blind here; a bid of kind 'blind' is missing"
    assert error_of("jokers", "bids", {"kind": kind}, "blind", **OVER) == of_the_score


@pytest.mark.rule("3B-6", "3B-7")
def test_draws_have_their_defaults_and_sentences() -> None:
    zero, high = built(ZeroDraw), built(HighDraw)
    assert (zero, high) == (ZeroDraw(kind="zero_draw", rule="3B-6"), HighDraw(kind="high_draw", rule="3B-7"))
    assert zero.sentence() == "A player who bids zero draws the extra card and throws one back."
    assert high.sentence() == "After the bidding, the highest bidder draws the extra card and throws one back."
    assert (zero.draws, high.draws) == (True, True)
    assert (high.happens(extra=True), high.happens(extra=False)) == (True, False)


@pytest.mark.rule("3B-6", "3B-7")
def test_without_an_extra_card_nobody_draws() -> None:
    rules, _ = placed("3b-four", "bids", {"kind": "high_draw"})
    bare = {**rules, "deal": {**rules["deal"], "extra": 0}}
    drawn, dry = (ruleset(checked(Variant, one)) for one in (rules, bare))
    assert (drawn.zero_draw, drawn.high_draw) == (built(ZeroDraw), True)
    assert (dry.zero_draw, dry.high_draw, dry.stages) == (None, False, ())


@pytest.mark.rule("NL-8")
def test_values_out_of_bounds_are_refused() -> None:
    bounded("sandbags", "bids", Exchange, "nil", 0, 6)
    bounded("sandbags", "bids", Exchange, "blind_nil", 0, 6)
    bare = built(Exchange)
    assert (bare.rule, bare.nil, bare.blind_nil, bare.pass_order) == ("NL-8", 0, 0, "together")


@pytest.mark.rule("NL-8")
def test_the_exchange_is_skipped_and_silent_without_cards_to_pass() -> None:
    none, some = built(Exchange), built(Exchange, nil=1, blind_nil=2, pass_order="nil_first")
    assert not none.happens(extra=False)
    assert none.sentence() == ""
    assert some.happens(extra=False)
    assert (some.cards(blind=False), some.cards(blind=True)) == (1, 2)
    assert some.sentence() == (
        "After the bidding, a nil bidder and their partner exchange cards, face down (1 card for a nil, 2 cards for a "
        "blind nil); the nil bidder gives first, and the partner sees the cards before giving as many back."
    )
    assert "both choose before they see what they get" in built(Exchange, blind_nil=1).sentence()
