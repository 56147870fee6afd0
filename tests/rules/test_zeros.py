"""A zero: its score, the marks for those who spare it, the extra card and the exchange."""

import pytest

from spades_tui.rules.bids import Exchange, ZeroDraw
from spades_tui.rules.customs.zero_buddy import hunters
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.scores import Zero
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.rules.parts import PAIRS, Entry, bounded, built, error_of, hand, placed, scored


@pytest.mark.rule("NL-6", "NL-7")
def test_nils_and_their_tricks_have_their_own_lines() -> None:
    nil: Entry = {"word": "nil", "made": 100, "lost": -100, "over": 1, "over_rule": "NL-6", "rule": "NL-5"}
    blind: Entry = {"blind_made": 200, "blind_lost": -200, "blind_rule": "NL-7"}
    zero = built(Zero, **nil, **blind, stray="bags")
    ledger = scored(zero, hand((0, 0, 4, 6), (2, 1, 4, 1), PAIRS, blind=(False, True, False, False)))
    assert [(line.rule, line.points, line.text) for line in ledger.lines] == [
        ("NL-5", -100, "Nil set, took 2"), ("NL-6", 2, "2 taken at nil"),
        ("NL-7", -200, "Blind nil set, took 1"), ("NL-6", 1, "1 taken at nil"),
    ]  # fmt: skip


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
