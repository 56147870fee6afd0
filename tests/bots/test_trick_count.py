"""Each card of a hand that wins a trick is marked, sure ones by proof; and so are the cards that endanger a nil."""

import random

import pytest

from spades_tui.bots.estimate import estimate
from spades_tui.bots.sound_bids import sure_of
from spades_tui.bots.trick_count import DANGEROUS, CardMark, TrickCount, count_tricks
from spades_tui.cards import SPADES, hand_of, parse
from spades_tui.game.phase import Phase
from tests.bots.club_hands import on_turn, played_to
from tests.bots.tables import rules_of
from tests.game.tables import Sitting
from tests.games import SLUGS


def counted(slug: str, *hands: str, dealer: int = 3) -> TrickCount:
    """Return the tricks of the first bidder's hand; `hands` as for `Sitting.deal`."""
    found = count_tricks(Sitting(slug, dealer=dealer).deal(*hands).sees(0), 0)
    assert found is not None
    return found


def cards_with(count: TrickCount, mark: CardMark) -> set[int]:
    return {trick.card for trick in count.tricks if trick.mark == mark}


def named(*cards: str) -> set[int]:
    return {parse(card) for card in cards}


def test_top_trumps_are_sure_and_an_ace_of_another_suit_is_likely() -> None:
    count = counted("sandbags", "AK42S AQ3H 842C 973D")
    assert cards_with(count, CardMark.SURE) == named("AS", "KS")
    assert parse("AH") in cards_with(count, CardMark.LIKELY)
    assert not named("8C", "9D", "3H") & {trick.card for trick in count.tricks}


@pytest.mark.parametrize(
    ("hand", "shortest"),
    [
        ("T643S Q963H KT842C", 1),
        ("T6432S QT963H 84C 5D", 1),
        ("T6432S QT963C 84D 5H", 2),
        ("T6432S QT963D 5C 84H", 0),
    ],
)
def test_a_short_suit_with_spare_trumps_brings_ruffs_the_shortest_first(hand: str, shortest: int) -> None:
    ruffs = [trick for trick in counted("sandbags", hand).tricks if trick.mark == CardMark.RUFF]
    lowest = min(ruffs, key=lambda trick: trick.card)
    assert lowest.suit == shortest
    assert {trick.card for trick in ruffs} <= named("TS", "6S", "4S", "3S", "2S")


def test_a_low_trump_is_not_counted_before_a_higher_one() -> None:
    count = counted("classic", "986S AJH AQT83D QT7C")
    trumps = [trick for trick in count.tricks if trick.card in named("9S", "8S") and trick.mark != CardMark.RUFF]
    assert trumps[0].card == parse("9S")


def test_the_ace_of_spades_is_not_sure_where_jokers_are_higher() -> None:
    count = counted("jokers", "AK43S AQ3H 842C 973D")
    assert cards_with(count, CardMark.SURE) == set()


def test_the_first_leader_is_sure_of_plain_aces_once_all_trumps_are_drawn() -> None:
    rules = rules_of("3b-four", joker=False)
    sitting = Sitting("3b-four", dealer=3, joker=False).deal("AKQJT98S AKH AKC AKD")
    seen = sitting.sees(0)
    if seen.rules.lead.spades != "always":
        pytest.skip(f"spades can't be led in {rules.variant.slug}")
    count = count_tricks(seen, 0)
    assert count is not None
    assert len(cards_with(count, CardMark.SURE)) == sure_of(seen, 0)


@pytest.mark.parametrize("slug", SLUGS)
def test_marks_agree_with_the_estimate_and_with_the_sure_tricks(slug: str) -> None:
    rules, checked = rules_of(slug), 0
    for number in range(12):
        seen = on_turn(played_to(rules, f"count {number}", number % 4))
        if seen is None or seen.seat is None or not seen.own or seen.phase in (Phase.PLAY, Phase.DRAFT):
            continue
        count = count_tricks(seen, seen.seat)
        assert count is not None
        checked += 1
        worth = estimate(rules, seen.own).tricks
        assert count.about == max(count.sure, int(worth + 0.5))
        assert count.sure == sure_of(seen, seen.seat)
        marked = [trick.card for trick in count.tricks]
        assert hand_of(marked) & ~seen.own == 0
        assert len(set(marked)) == len(marked), "no card is counted twice"
        assert [trick.mark == CardMark.SURE for trick in count.tricks] == sorted(
            (trick.mark == CardMark.SURE for trick in count.tricks), reverse=True
        )
        assert count.dangers
    assert checked or slug == "two-handed"


def test_sure_cards_win_however_the_other_cards_are_dealt() -> None:
    """The highest trump can't be beaten, so each card marked as sure and without a higher one wins its trick."""
    rules = rules_of("sandbags")
    for number in range(40):
        seen = on_turn(played_to(rules, f"proof {number}", 0))
        assert seen is not None and seen.own is not None and seen.seat is not None
        count = count_tricks(seen, seen.seat)
        assert count is not None
        pack = list(rules.cards.pack)
        random.Random(number).shuffle(pack)
        for trick in count.tricks:
            if trick.mark == CardMark.SURE and not trick.higher:
                better = [card for card in pack if rules.cards.ranks[card] > rules.cards.ranks[trick.card]]
                assert all(seen.own >> card & 1 for card in better if rules.cards.suit_of[card] == SPADES)


def test_a_bare_queen_endangers_a_nil_more_than_a_guarded_one() -> None:
    bare = counted("sandbags", "5432S QH 65432C 742D")
    guarded = counted("sandbags", "543S Q432H 5432C 72D")
    assert bare.dangers[0].card == parse("QH")
    assert bare.dangers[0].below == ()
    queen = next((danger for danger in guarded.dangers if danger.card == parse("QH")), None)
    assert queen is None or queen.worth < bare.dangers[0].worth


def test_a_high_trump_is_the_first_danger_next_to_a_partner() -> None:
    count = counted("sandbags", "Q986S 8H QJT93C KT8D")
    assert count.dangers[0].card == parse("QS")
    assert count.dangers[0].worth >= DANGEROUS


def test_a_hand_that_nobody_has_looked_at_has_no_count() -> None:
    seen = Sitting("bemo", dealer=2).so_far(totals=(-300, 200, 200)).deal().sees(0)
    assert seen.own is None
    assert count_tricks(seen, 0) is None


def test_no_repr_shows_a_counted_card() -> None:
    count = counted("sandbags", "AK42S AQ3H 842C 973D")
    assert "card" not in repr(count) + repr(count.tricks) + repr(count.dangers)
