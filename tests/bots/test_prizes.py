"""Contracts with a prize, such as ten for 200, are recognised and preferred by searching players."""

from random import Random

import pytest
from msgspec.structs import replace

from spades_tui.bots import weigh
from spades_tui.bots.search import bid_search, corrected_odds
from spades_tui.bots.search.bid_search import DealPlayOuts
from spades_tui.bots.search.corrected_odds import PRIZE_BONUS, corrected_chance, prize_stake
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.styles import PLAIN
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Raise, SeatEvent, Stand
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import with_options
from spades_tui.seats import Observation
from tests.bots.club_hands import on_turn, played_to

JOKERS = ruleset(find("jokers"))
TEN_FOR_200 = ruleset(with_options(find("classic"), {"ten_for_200": True}))


def prizes(rules: Ruleset) -> dict[int, int]:
    return {bid: stake for bid in range(1, rules.tricks + 1) if (stake := prize_stake(rules, bid))}


@pytest.mark.rule("JK-8")
@pytest.mark.parametrize("slug", shipped())
def test_only_the_jokers_games_have_a_prize_for_ten(slug: str) -> None:
    wanted = {10: 300} if slug in ("jokers", "joker-deuces") else {}
    assert prizes(ruleset(find(slug))) == wanted


@pytest.mark.rule("NL-11")
def test_the_option_ten_for_200_gives_ten_a_prize() -> None:
    assert prizes(TEN_FOR_200) == {10: 300}


def second_to_bid(rules: Ruleset) -> Observation:
    """Return the view of a side's second bidder, after the partner's bid."""
    seen = on_turn(played_to(rules, "prizes", 1 if rules is JOKERS else 2))
    assert seen is not None and seen.seat is not None and seen.own is not None
    assert seen.bids[(seen.seat + 2) % 4]
    return seen


def preferences(seen: Observation, choices: list[SeatEvent]) -> list[float]:
    seat = seen.seat
    assert seat is not None
    run = DealPlayOuts(seen, seat, Deals(seen, seat, Random(1)), choices, PLAIN)
    return [option.liked for option in run.options]


@pytest.mark.parametrize("number", [8, 9, 11])
def test_a_bid_that_makes_the_sides_total_ten_is_preferred(number: int) -> None:
    seen = second_to_bid(JOKERS)
    seat = seen.seat or 0
    theirs = seen.bids[(seat + 2) % 4] or 0
    ten, other = preferences(seen, [Bid(seat, 10 - theirs), Bid(seat, number - theirs)])
    assert (ten, other) == (300 * PRIZE_BONUS, 0.0)


def test_raising_to_ten_and_standing_on_ten_are_preferred() -> None:
    seen = second_to_bid(JOKERS)
    seat = seen.seat or 0
    all_bid = replace(seen, bids=(5, 3, 5, 3), contracts=(10, 6) if seat % 2 == 0 else (6, 10))
    assert preferences(all_bid, [Stand(seat), Raise(seat, 11)]) == [300 * PRIZE_BONUS, 0.0]
    lower = replace(seen, bids=(5, 3, 5, 3), contracts=(8, 8))
    assert preferences(lower, [Stand(seat), Raise(seat, 10)]) == [0.0, 300 * PRIZE_BONUS]


def test_a_ten_without_seen_cards_is_not_preferred() -> None:
    seen = second_to_bid(JOKERS)
    seat = seen.seat or 0
    theirs = seen.bids[(seat + 2) % 4] or 0
    blind = replace(seen, blind=(True, True, True, True))
    assert preferences(blind, [Bid(seat, 10 - theirs)]) == [0.0]


def test_near_the_end_ten_is_not_preferred_for_its_prize() -> None:
    seen = second_to_bid(TEN_FOR_200)
    seat = seen.seat or 0
    theirs = seen.bids[(seat + 2) % 4] or 0
    ten: list[SeatEvent] = [Bid(seat, 10 - theirs)]
    late = replace(seen, standing=replace(seen.standing, totals=(450, 450)))
    assert preferences(late, ten)[0] <= preferences(seen, ten)[0] - 300 * PRIZE_BONUS


def test_the_correction_raises_doubtful_chances_and_keeps_certain_ones() -> None:
    assert [corrected_chance(seen) for seen in (0.0, 1.0)] == [0.0, 1.0]
    assert corrected_chance(0.5) == pytest.approx(0.5 + PRIZE_BONUS)
    assert all(corrected_chance(n / 100) < corrected_chance((n + 1) / 100) <= 1.0 for n in range(100))


def test_only_a_total_of_ten_has_its_chance_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = second_to_bid(JOKERS)
    theirs = seen.bids[((seen.seat or 0) + 2) % 4] or 0
    monkeypatch.setattr(bid_search, "NEAR", 13.0)  # weigh every bid
    monkeypatch.setattr(corrected_odds, "corrected_chance", lambda made: made + 2.0)
    rows = weigh("strong", seen, Stream(b"ten"))
    told = {row.event.bid + theirs: row.made for row in rows if isinstance(row.event, Bid)}
    assert [total for total, made in told.items() if made >= 2.0] == [10]
    assert len(told) > 3
