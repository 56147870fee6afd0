"""A reason is true of what the side still needs, of the card it names, and of the players after it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.valued_choice import Advice, Aim, PlainReason, Reason
from spades_tui.cards import SPADES, cards_of, hand_of, parse
from spades_tui.game.events import Play
from spades_tui.language.sentence_parts import ordinal_word
from spades_tui.presentation.chance_words import chance_words
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.why_words import why_words
from spades_tui.seats import Observation
from tests.advice.contradictions import NAMES
from tests.advice.sentences import DUCK, said, setting_seen, with_tricks
from tests.bots.plan_settings import LEAD, VOID, Setting, bid


@pytest.mark.parametrize("slug", ["classic", "3b-four"])
@pytest.mark.parametrize(("card", "other", "better"), [("TH", "5H", 1.0), ("5H", "TH", -1.0)])
def test_a_low_card_is_kept_to_duck_with_only_once_the_side_has_its_tricks(
    slug: str, card: str, other: str, better: float
) -> None:
    seen = setting_seen(slug, DUCK)
    for need in (1, 3):
        words = said(with_tricks(seen, need), card, other, better)
        assert "duck" not in words and "lose a trick" not in words
        assert "let the ten go; three higher hearts are out" in words
    assert "duck" in said(with_tricks(seen, 0), card, other, better, Aim.SET)


GUARDED: Setting = (
    {
        0: "KD JD 7D 4D 3D 2S 3S 4S QH JH 5H 2C 3C",
        1: "AD 2D 5D 4C 5C 6C 7C 8C 9C TC JC QC KC",
        2: "QD 6D 8D AC 2H 3H 4H 5S 6S 7S 8S 9S TS",
    },
    [3, 3, 3, 3],
    "",
)
"""The first lead, with a guarded king of diamonds and touching hearts."""


def test_the_card_that_is_kept_is_the_one_that_only_the_ace_beats() -> None:
    """The queen is out too, and beats the jack that is led."""
    words = said(setting_seen("call-break", GUARDED), "JD", "2C")
    assert "keep the king, which only the ace of diamonds beats" in words


@pytest.mark.parametrize(
    ("slug", "card", "other", "aim", "why"),
    [
        ("call-break", "2C", "JH", Aim.MAKE, "your king of diamonds wins more often if others lead diamonds"),
        ("classic", "3C", "QH", Aim.BAGS, "lead the three of clubs to take fewer bags"),
        ("classic", "3C", "QH", Aim.GIVE, "wins more often"),
    ],
)
def test_a_low_lead_says_what_it_spares_or_saves(slug: str, card: str, other: str, aim: Aim, why: str) -> None:
    seen = setting_seen(slug, GUARDED)
    clubs = hand_of(one for one in cards_of(seen.own or 0) if one not in (parse("2C"), parse("3C")))
    three = replace(seen, own=clubs | hand_of([parse(card), parse("9C"), parse("8C")]))
    assert why in said(three, card, other, aim=aim)


AGAINST_NIL: Setting = (
    {
        0: "AH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "9H QH 3H JH QC KC AC 2S 3S 4S 5S 6S 7S",
        2: "TH 5H KD 5D 6D 7D 8D 9D TD JD QD JC TC",
    },
    [3, 0, 3, 3],
    "AH 9H",
)
"""Seat 2 leaves the trick to its partner's ace, and seat 1 has a nil."""


@pytest.mark.parametrize(("card", "other", "better"), [("TH", "5H", 1.0), ("5H", "TH", -1.0)])
def test_a_low_card_is_kept_for_a_nil_that_may_have_to_follow(card: str, other: str, better: float) -> None:
    seen = setting_seen("classic", AGAINST_NIL)
    assert "the five for bea's nil" in said(seen, card, other, better, Aim.BREAK)
    known, bids, _ = AGAINST_NIL
    no_hearts = {**known, 1: "2S 3S 4S 5S 6S 7S 8S 9S TS JS QC KC AC"}
    void = setting_seen("classic", (no_hearts, bids, "AH 2S"))
    assert "bea's nil" not in said(void, card, other, better, Aim.BREAK)


def test_a_touching_card_leads_away_from_nothing() -> None:
    seen = setting_seen("call-break", GUARDED)
    assert "leads away from your queen" in said(seen, "5H", "2C", -1.0)
    assert "away" not in said(seen, "JH", "2C", -1.0)


LAST_CLUB: Setting = (
    {
        0: "AH KH 2C 3C 4C 5C 6C 7C 2D 3D 4D 5D AD",
        1: "QC AS KS 6D 7D 8D 9D TD JD QD KD 2S 3S",
        2: "2H 3H 4H 8C 9C TC JC KC AC 4S 5S 6S 7S",
    },
    [3, 3, 3, 3],
    "AH",
)
"""Seat 1 can't follow, and has one club."""


@pytest.mark.parametrize(("card", "other", "better"), [("QC", "7D", 1.0), ("7D", "QC", -1.0)])
def test_a_suit_that_nobody_else_holds_is_never_ruffed(card: str, other: str, better: float) -> None:
    seen = setting_seen("sandbags", LAST_CLUB)
    assert "ruff" in said(seen, card, other, better)
    clubs = seen.rules.cards.suit_masks[0] & ~(seen.own or 0)
    assert "ruff" not in said(replace(seen, thrown=clubs), card, other, better)


VOID_AFTER: Setting = (
    {
        0: "AH KH 4H 2C 3C 4C 5C 6C 7C 7D 3D 4D 5D",
        1: "2H 3H 5H 6H 8C 9C TC JC QC KC AC 6D 3S",
        2: "QH JH TH 9H 8H 7H 8D 9D TD JD QD KD AD",
        3: "2S 2D 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    },
    [3, 3, 3, 3],
    "AH 2H 7H 2D",
)
"""Seat 3, an opponent of seat 0, has no heart."""
PARTNER_HAS_IT: Setting = (
    {
        0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "KH 3H 5D 6D 7D 8D 9D TD JD QD KD TC JC",
        2: "5H 6H QC KC AC 2S 3S 4S 5S 6S 7S 8H QH",
        3: "2H 7H AH TH JH AD 8S 9S TS JS QS KS AS",
    },
    [1, 3, 1, 7],
    "9H KH 5H",
)
"""Seat 3 plays last, and its partner is winning."""


LAST: Setting = (
    {
        0: "2H 9H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC",
        1: "3H AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD",
        2: "4H KD AD 5S 6S 7S 8S 9S TS JS QS KS AS",
    },
    [3, 3, 3, 3],
    "2H 3H 4H",
)
"""Seat 3 plays last, and each of its hearts wins."""
UNSURE: Setting = (
    {
        0: "4H 2H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "AH 5H 5D 6D 7D 8D 9D TD JD QD KD TC JC",
        2: "KH 6H 9H QC KC AC 2S 3S 4S 5S 6S 7S QH",
        3: "3H 7H 8H TH JH AD 8S 9S TS JS QS KS AS",
    },
    [3, 3, 3, 3],
    "4H",
)
"""Seat 1 beats the four with the ace as well as with the five, which the king could beat."""


def any_of(seen: Observation) -> str:
    """Return the sentence that another card will do as well as the one suggested."""
    best, play, *_ = Position(seen).plays
    reason = Reason(PlainReason.ALIKE, play, 0.5, best, plan=plan_of(Position(seen), play))
    return reason_words(reason, seen, NAMES)


def test_a_high_card_is_not_cashed_as_sure_before_an_opponent_who_may_ruff() -> None:
    seen = setting_seen("classic", VOID_AFTER)
    words = said(seen, "KH", "3D")
    assert "cash" not in words
    assert "dot might ruff" in words
    might = "dot has no hearts and might ruff the king of hearts"
    assert might in said(seen, "KH", "3D", -1.0)
    assert might in said(seen, "3D", "KH")
    trumps = seen.rules.cards.suit_masks[3]
    assert "ruff" not in said(replace(seen, thrown=trumps), "KH", "3D")
    assert "it stays the highest heart" in said(replace(seen, thrown=trumps), "KH", "3D", -1.0)


@pytest.mark.parametrize("no_trumps", [True, False])
def test_why_a_card_is_kept_is_said_once(no_trumps: bool) -> None:
    seen = setting_seen("classic", VOID_AFTER)
    if no_trumps:
        seen = replace(seen, thrown=seen.rules.cards.suit_masks[3])
    king, low = (Play(0, parse(card)) for card in ("KH", "3D"))
    worse = Reason(Aim.MAKE, king, 0.4, low, 0.5, -9.0, 0, plan=plan_of(Position(seen), king))
    gain = Reason(Aim.MAKE, low, 0.5, king, 0.4, 9.0, 0, plan=plan_of(Position(seen), low))
    advice = Advice(king, 0.0, 9.0, 0.4, 3.0, 40, worse, gain)
    words = " ".join(why_words(seen, king, lambda *_: [advice], NAMES)).lower()
    assert words.count("might ruff the king") + words.count("keep the king") == 1


@pytest.mark.parametrize(("plays", "sure"), [("9H KH 5H", True), ("9H 3H", False)])
def test_any_card_will_do_because_the_partner_has_the_trick_only_if_nobody_can_beat_it(plays: str, sure: bool) -> None:
    words = any_of(setting_seen("classic", bid(PARTNER_HAS_IT, plays=plays)))
    assert ("artner has it" in words) == sure


def test_cards_of_which_one_may_still_be_beaten_are_not_lumped_with_a_sure_winner() -> None:
    assert "each of them beats" in any_of(setting_seen("classic", LAST))
    assert "each of them beats" not in any_of(setting_seen("classic", UNSURE))


def test_a_card_is_enough_only_if_a_higher_one_would_win_too() -> None:
    last = setting_seen("classic", LAST)
    assert "is enough" in said(last, "5H", "AH")
    only = setting_seen("classic", bid(PARTNER_HAS_IT, plays="9H 3H QH"))
    assert "the ace beats" in said(only, "AH", "2H")


def test_leads_that_will_be_ruffed_are_not_called_the_highest_left() -> None:
    """One diamond is out, so at least two of the others can't follow to the ace of diamonds."""
    held = {0: "AH " + " ".join(f"{rank}D" for rank in "AKQJT9876543")}
    seen = setting_seen("sandbags", (held, [3, 3, 3, 3], ""))
    aces = tuple(one for one in seen.legal if isinstance(one, Play) and one.card in (parse("AH"), parse("AD")))
    seen = replace(seen, legal=aces)
    assert "highest left" not in any_of(seen)
    trumps = seen.rules.cards.suit_masks[3]
    assert "highest left" in any_of(replace(seen, thrown=trumps))


PARTNER_AHEAD: Setting = (
    {
        0: "QH 9H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC",
        1: "2H 3H 5D 6D 7D 8D 9D TD JD QD KD AD 2D",
        2: "KC AC 2S 3S 4S 5S 6S 7S 8S 9S TS 3D 4D",
    },
    [3, 3, 3, 3],
    "QH 2H",
)
"""Seat 2 has no heart; its partner's queen is ahead, and the king and ace are out."""


def test_a_ruff_is_needless_only_if_nobody_can_beat_the_partners_card() -> None:
    seen = setting_seen("classic", PARTNER_AHEAD)
    assert "partner is ahead with the queen: keep" in said(seen, "6S", "3D", -1.0)
    hearts = seen.rules.cards.suit_masks[2] | seen.rules.cards.suit_masks[3]
    assert "only spends a trump" in said(replace(seen, thrown=hearts), "6S", "3D", -1.0)


def test_the_top_trump_is_not_kept_to_ruff_with() -> None:
    seen = setting_seen("call-break", LEAD)
    assert "ruff" not in said(seen, "AS", "5D", -1.0)
    assert "to ruff with" in said(seen, "8S", "5D", -1.0)


@pytest.mark.parametrize(
    ("card", "other", "thrown", "aim", "why"),
    [
        ("TH", "5H", "JH QH KH", Aim.MAKE, "no higher heart is out, so it may take a trick"),
        ("TH", "5H", "JH QH", Aim.MAKE, "only the king beats it"),
        ("5H", "TH", "", Aim.BAGS, "let the ten go to take fewer bags"),
        ("TH", "5H", "JH", Aim.MAKE, "keep the ten: two higher hearts are out"),
        ("TH", "5H", "", Aim.MAKE, "play the five, your lowest"),
    ],
)
def test_which_of_two_losers_is_kept_has_a_reason(card: str, other: str, thrown: str, aim: Aim, why: str) -> None:
    seen = replace(setting_seen("sandbags", DUCK), thrown=hand_of(map(parse, thrown.split())))
    assert why in said(seen, card, other, -1.0, aim)


def test_a_card_thrown_so_as_not_to_ruff_is_not_risked() -> None:
    """The ten of spades is the only trump out."""
    seen = setting_seen("classic", bid(VOID, plays="9H"))
    seen = replace(seen, thrown=seen.rules.cards.suit_masks[3] & ~hand_of([parse("TS"), *cards_of(seen.own or 0)]))
    assert "partner still plays after you: throw the five" in said(seen, "9S", "5D", -1.0)


BOTH_VOID: Setting = (
    {
        0: "AH KH 4H 2C 3C 4C 5C 6C 7C 8C 3D 4D 5D",
        1: "2S 9S JS 6D 7D 8D 9D TD JD QD KD AD 2D",
        2: "2H 3H 5H 6H 9C TC JC QC KC AC 4S 5S 6S",
        3: "3S 7S 8S TS QS KS AS 7H 8H 9H TH JH QH",
    },
    [3, 3, 3, 3],
    "AH",
)
"""Seat 1, which can't follow, has trumps."""


@pytest.mark.parametrize(("void", "words"), [
    (2, "cy has no hearts either and might overruff: throw"), (3, "partner still plays after you: throw"),
])  # fmt: skip
def test_only_a_player_without_the_suit_overruffs(void: int, words: str) -> None:
    seen = setting_seen("classic", BOTH_VOID)
    earlier = tuple([Play(seat, parse(card)) for seat, card in enumerate(("KH", "2D", "5H", "TH"))])
    discarded = (*earlier[:void], Play(void, parse("TC")), *earlier[void + 1 :])
    seen = replace(seen, tricks=(discarded,), winners=(0,))
    assert words in said(seen, "2S", "6D", -1.0)


def test_the_only_card_above_a_thrown_one_is_named_with_its_suit() -> None:
    seen = setting_seen("classic", VOID)
    only = hand_of([parse("AD"), *cards_of(seen.own or 0)])
    seen = replace(seen, thrown=seen.rules.cards.suit_masks[1] & ~only)
    assert "only the ace of diamonds beats it" in said(seen, "KD", "5D", -1.0)


GIVE: Setting = (
    {
        0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "AH 5H KD 5D 6D 7D 8D 9D TD JD QD JC TC",
        2: "TH QH 3H JH QC KC AC 2S 3S 4S 5S 6S 7S",
    },
    [3, 3, 3, 3],
    "9H",
)


@pytest.mark.rule("SB-9")
@pytest.mark.parametrize("slug", ["classic", "sandbags"])
@pytest.mark.parametrize(("bags", "over", "costs"), [(9, 0, True), (8, 0, False), (8, 1, True), (0, 0, False)])
def test_a_bag_that_costs_the_opponents_points_is_named(slug: str, bags: int, over: int, costs: bool) -> None:
    """Seat 1 ducks the nine of seat 0, whose side has its bid of six."""
    seen = setting_seen(slug, GIVE)
    standing = replace(seen.standing, bags=(bags, 0))
    took = (6 + over, 0, 0, 0)
    seen = replace(seen, standing=standing, took=took, side_tricks=(6 + over, 0))
    words = said(seen, "5H", "AH")
    assert ("their tenth bag, which costs 100 points" in words) == costs
    assert ("let them take a bag" in words) == (not costs)


def test_a_player_alone_has_no_side() -> None:
    """Seat 1 ducks the nine of seat 0, which has its bid of three and plays alone."""
    seen = setting_seen("cutthroat", GIVE)
    words = said(replace(seen, took=(3, 0, 0, 0), side_tricks=(3, 0, 0, 0)), "5H", "AH")
    assert "bid is made: play the five and let" in words
    assert "side" not in words and "them" not in words


@pytest.mark.parametrize(
    ("number", "word"), [(1, "first"), (10, "tenth"), (12, "twelfth"), (13, "13th"), (22, "22nd"), (100, "100th")]
)
def test_a_place_is_a_word_up_to_twelve(number: int, word: str) -> None:
    assert ordinal_word(number) == word


@pytest.mark.parametrize(
    ("card", "need", "plays", "chance"),
    [
        ("AH", 1, "9H KH 5H", "100%"),
        ("AH", 2, "9H KH 5H", ">90%"),
        ("7H", 1, "9H KH 5H", "100%"),
        ("QH", 1, "9H 3H", ">90%"),
    ],
)
def test_a_card_is_certain_to_make_the_bid_if_it_or_a_partner_s_wins_last_and_one_trick_is_needed(
    card: str, need: int, plays: str, chance: str
) -> None:
    seen = with_tricks(setting_seen("classic", bid(PARTNER_HAS_IT, plays=plays)), need)
    play = Play(seen.seat or 0, parse(card))
    assert chance_words(Advice(play, 0.0, 0.0, 1.0, 3.0, 40, Reason(Aim.MAKE, play)), seen) == chance
    unsure = Advice(play, 0.0, 0.0, 0.9, 3.0, 40, Reason(Aim.MAKE, play))
    assert chance_words(unsure, seen) == "~90%"


@pytest.mark.parametrize(("card", "other", "better", "aim", "need", "words"), [
    ("JS", "2S", 1.0, Aim.BAGS, 2, "keep the two to take fewer bags later"),
    ("JS", "2S", 1.0, Aim.WIN, 2, ""), ("9S", "8S", 1.0, Aim.BAGS, 0, ""), ("2S", "JS", 1.0, Aim.MAKE, 2, ""),
    ("JS", "2S", 1.0, Aim.BAGS, 0, "keep the two to lose a trick with"),
])  # fmt: skip
def test_a_low_trump_is_kept_to_lose_with_once_no_trick_is_needed(
    card: str, other: str, better: float, aim: Aim, need: int, words: str
) -> None:
    """Equal trumps lose the same tricks."""
    known, bids, _ = BOTH_VOID
    eight = {**known, 1: "2S 8S 9S JS 6D 7D 8D 9D TD JD QD KD AD", 3: "2D 3S 7S TS QS KS AS 7H 8H 9H TH JH QH"}
    ruff = with_tricks(setting_seen("classic", (eight, bids, "AH")), need)
    if card == "9S":
        ruff = replace(ruff, legal=tuple(play for play in ruff.legal if play != Play(1, parse("2S"))))
    sentence = said(ruff, card, other, better, aim)
    assert (words or "ruff with") in sentence and ("keep the" in sentence) == bool(words)


def test_a_partners_card_as_good_as_the_own_one_is_taken_for_the_lead() -> None:
    """Only a ruff beats the queen, and the ace too."""
    known, bids, _ = PARTNER_AHEAD
    hearts = {**known, 2: "AH 4H 2S 3S 4S 5S 6S 7S 8S 9S TS 3D 4D"}
    seen = setting_seen("classic", (hearts, bids, "QH 2H"))
    assert "could still be beaten" in said(seen, "AH", "4H")
    assert "to get the lead" in said(replace(seen, thrown=hand_of([parse("KH")])), "AH", "4H")


@pytest.mark.parametrize(("needs", "words"), [
    ((0, 1), "they need one more of the 13 left"), ((0, 0), "no higher spade is out, so it wins a trick anyway"),
    ((3, 1), "ten are out, and none is higher"),
])  # fmt: skip
def test_drawing_trumps_says_what_is_still_at_stake(needs: tuple[int, int], words: str) -> None:
    known, bids, _ = LEAD
    seen = setting_seen("sandbags", ({**known, 0: "4H 2H KC QC TC 3C AS 9S 8S 5D 4D 3D 2C"}, bids, ""))
    tricks = tuple([(contract or 0) - need for contract, need in zip(seen.contracts, needs, strict=True)])
    assert words in said(replace(seen, side_tricks=tricks), "AS", "2H")


def test_the_side_that_needs_every_trick_and_wins_the_game_is_set_by_one() -> None:
    seen = with_tricks(setting_seen("classic", VOID_AFTER), 5)
    left = seen.own.bit_count() if seen.own else 0
    standing = replace(seen.standing, totals=(100, 490))
    tricks = (seen.side_tricks[0], (seen.contracts[1] or 0) - left)
    sentence = said(replace(seen, standing=standing, side_tricks=tricks), "KH", "3D", aim=Aim.SET)
    assert "one trick sets them" in sentence and "unless set" not in sentence


@pytest.mark.parametrize("lower", [True, False])
def test_only_a_card_that_somebody_can_lead_under_takes_an_unwanted_trick(lower: bool) -> None:
    first = LAST_CLUB[0][0].replace("2D", "JC")
    third = "2H 3H 4H 5H 9C TC QS 4S 5S 6S 7S 8S 9S"
    known = {0: first, 1: "QC AC KC 6D 7D 8D 9D TD JD QD KD 2D 8C", 2: third}
    seen = with_tricks(setting_seen("sandbags", (known, [3, 3, 3, 3], "AH")), 0)
    diamonds = hand_of(card for card in seen.rules.cards.pack if seen.rules.cards.suit_of[card] == 1)
    if not lower:
        seen = replace(seen, thrown=diamonds & ~(seen.own or 0))
    assert ("unwanted trick" in said(seen, "KD", "6D")) == lower


def test_trumps_arent_all_kept_if_one_goes_under_a_higher_trump() -> None:
    seen = setting_seen("classic", bid(VOID, plays="9H"))
    ruffed = replace(seen.trick[0], card=parse("8S"))
    words = said(replace(seen, trick=(ruffed,), winning=0), "2S", "AS")
    assert "two of spades and keep the ace" in words
    assert "trumps" not in words


@pytest.mark.parametrize(("out", "aim", "need", "words"), [
    ("", Aim.MAKE, 3, "partner's queen could still be beaten"),
    ("KH AH", Aim.MAKE, 3, "partner's queen is as hard to beat, but you want the lead"),
    ("KH AH", Aim.BAGS, 0, "two winners in one trick to take fewer bags"),
])  # fmt: skip
def test_a_ruff_beats_the_partners_card_only_for_an_aim(out: str, aim: Aim, need: int, words: str) -> None:
    seen = with_tricks(setting_seen("classic", PARTNER_AHEAD), need)
    assert words in said(replace(seen, thrown=hand_of(map(parse, out.split()))), "2S", "3D", aim=aim)


@pytest.mark.parametrize(("king", "guards"), [("KS", True), ("QS", False)])
def test_a_trump_that_lower_ones_guard_is_kept_from_a_ruff(king: str, guards: bool) -> None:
    """Two higher trumps may fall on both cards of the queen's suit, but one leaves the king."""
    known, bids, _ = BOTH_VOID
    first = f"2S {king} 6D 7D 8D 9D TD JD QD KD AD 2D 4D"
    third = f"3S 7S 8S TS {'QS' if guards else 'KS'} AS 7H 8H 9H TH JH QH 9S"
    held = {**known, 0: known[0].replace("4D", "JS"), 1: first, 3: third}
    assert ("small trumps guard the" in said(setting_seen("cutthroat", (held, bids, "AH")), "6D", "2S")) == guards


def test_a_trump_that_wins_anyway_is_kept_for_a_later_trick() -> None:
    known, bids, plays = BOTH_VOID
    seen = with_tricks(setting_seen("classic", (known, bids, f"{plays} 6D 2H")), 1)
    trick = tuple(replace(laid, card=parse(card)) for laid, card in zip(seen.trick, ("9S", "2S", "6S"), strict=True))
    legal = tuple(Play(3, parse(card)) for card in ("3S", "AS"))
    last = replace(seen, trick=trick, winning=0, legal=legal, led=SPADES, follows=hand_of(map(parse, ("3S", "AS"))))
    assert said(last, "3S", "AS") == "the ace wins a trick later anyway: play the three."


def test_a_trick_that_sets_them_is_no_bag() -> None:
    seen = with_tricks(setting_seen("sandbags", LEAD), 0)
    left = seen.own.bit_count() if seen.own else 0
    tricks = (seen.side_tricks[0], (seen.contracts[1] or 0) - left)
    words = said(replace(seen, side_tricks=tricks), "2H", "AH", aim=Aim.BAGS)
    assert "one trick sets them: lead the two of hearts and keep the ace for it" in words
    assert "bags" in said(seen, "2H", "AH", aim=Aim.BAGS)
