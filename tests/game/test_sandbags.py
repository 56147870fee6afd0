"""Rules SB-1 to SB-11: partners, their bids together, separate zeros, bags."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Play
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.game.tables import Sitting, card, sheet


def sitting(dealer: int = 0, **options: object) -> Sitting:
    return Sitting("sandbags", dealer, **options)


@pytest.mark.rule("SB-1")
def test_sandbags_has_four_players_two_sides_and_the_whole_pack() -> None:
    rules = sitting().rules
    assert rules.sides == ((0, 2), (1, 3))
    assert (rules.seats, rules.tricks, len(rules.cards.pack)) == (4, 13, 52)
    for suit in range(4):
        ranks = [rules.cards.ranks[one] for one in range(13 * suit, 13 * suit + 13)]
        assert ranks == sorted(ranks)  # from the two to the ace


@pytest.mark.rule("SB-2")
def test_each_player_bids_once_from_zero_to_thirteen() -> None:
    game = sitting().deal()
    assert list(game.sees(1).legal) == [Bid(1, bid) for bid in range(14)]
    assert game.refused(Bid(1, 14), Bid(1, -1), Bid(1, 3, blind=True)) == {"SB-2"}
    game.do(Bid(1, 13))
    assert game.refused(Bid(1, 12)) == {"SB-2"}  # the bid is final
    game.do(Bid(2, 13), Bid(3, 0), Bid(0, 13))  # more than thirteen in all
    assert game.hand.bids == (13, 13, 13, 0)


@pytest.mark.rule("SB-3")
def test_spades_may_be_led_only_after_one_was_played_on_another_suit() -> None:
    game = sitting().deal("JH", "AS 2H", "3H 4S", "56S /H").bids(2, 2, 2, 2)
    refusal = game.why(Play(1, card("AS")))
    assert refusal.rule == "SB-3"
    assert refusal.sentence == "You can't lead a spade until one has been played on another suit"
    assert game.sees(1).why_not[card("AS")] == refusal
    game.play("2H 3H 5S")
    assert game.hand.broken
    game.play("JH")
    assert game.hand.winners == (3,)
    game.play("6S")


@pytest.mark.rule("SB-3")
def test_a_hand_of_only_spades_may_lead_one_without_breaking_spades() -> None:
    game = sitting().deal("AH", "2-AS", "KH", "QH").bids(0, 13, 0, 0).play("2S")
    assert not game.hand.broken
    game.play(" ".join(cards.hand_text(game.hand.holding[seat]).split()[0] for seat in (2, 3, 0)))
    assert not game.hand.broken  # nobody else has a spade; it was led, not played on another suit
    assert game.playable() == cards.hand_text(game.hand.holding[1])


@pytest.mark.rule("SB-4")
def test_a_void_player_may_ruff_the_first_trick() -> None:
    game = sitting().deal("", "2H", "2S /H").bids(1, 1, 1, 1).play("2H")
    assert "2S" in game.playable().split()
    game.play("2S")


@pytest.mark.rule("SB-5")
@pytest.mark.parametrize(
    ("bids", "took", "lines", "bags"),
    [
        ((3, 4, 3, 3), (3, 4, 3, 3), [("SB-5", 60)], 0),  # made
        ((3, 3, 3, 3), (8, 2, 0, 3), [("SB-5", 60), ("SB-5", 2)], 2),  # two above
        ((3, 4, 3, 3), (5, 4, 0, 4), [("SB-5", -60)], 0),  # one short: both count together
        ((5, 4, 3, 3), (1, 6, 0, 6), [("SB-5", -80)], 0),  # seven short costs no more
        ((7, 0, 6, 0), (6, 0, 7, 0), [("SB-5", 130)], 0),  # all of them
    ],
)
def test_bids_and_tricks_of_partners_add_up(
    bids: tuple[int, ...], took: tuple[int, ...], lines: list[tuple[str, int]], bags: int
) -> None:
    score = sitting().played(bids, took)
    assert sheet(score, 0) == lines
    assert score.bags is not None
    assert score.bags[0] == bags
    assert score.side_bids == (sum(bids[::2]), sum(bids[1::2]))


@pytest.mark.rule("SB-6")
@pytest.mark.parametrize(("took", "points"), [(0, 100), (1, -100), (5, -100)])
def test_a_zero_is_scored_separately_and_first(took: int, points: int) -> None:
    score = sitting().played((0, 3, 4, 4), (took, 4, 4, 5 - took))
    assert sheet(score, 0) == [("SB-6", points), ("SB-8", 40)]


@pytest.mark.rule("SB-7")
def test_tricks_of_a_failed_zero_are_bags_and_do_not_help_the_partner() -> None:
    score = sitting().played((0, 3, 4, 4), (3, 4, 3, 3))
    assert sheet(score, 0) == [("SB-6", -100), ("SB-8", -40)]  # six tricks in all, but the four were not made
    assert score.bags == (3, 0)


@pytest.mark.rule("SB-8")
def test_the_partner_of_a_zero_is_scored_on_their_own_bid_and_tricks() -> None:
    score = sitting().played((0, 3, 4, 3), (1, 3, 6, 3))
    assert sheet(score, 0) == [("SB-6", -100), ("SB-8", 40), ("SB-8", 2)]
    assert score.bags == (3, 0)


@pytest.mark.rule("SB-8")
def test_two_zeros_leave_no_bid_to_make() -> None:
    score = sitting().played((0, 6, 0, 6), (0, 6, 2, 5))
    assert sheet(score, 0) == [("SB-6", 100), ("SB-6", -100)]
    assert sheet(score, 1) == [("SB-5", -120)]
    assert score.bags == (2, 0)


@pytest.mark.rule("SB-9")
@pytest.mark.parametrize(
    ("before", "bids", "took", "penalty", "left"),
    [
        (7, (2, 4, 3, 4), (5, 4, 2, 2), 0, 9),
        (8, (2, 4, 3, 4), (5, 4, 2, 2), -100, 0),
        (9, (2, 4, 3, 4), (5, 4, 2, 2), -100, 1),
        (9, (0, 0, 1, 0), (12, 0, 1, 0), -200, 1),  # again, if ten are still left
    ],
)
def test_ten_bags_cost_a_hundred_points(
    before: int, bids: tuple[int, ...], took: tuple[int, ...], penalty: int, left: int
) -> None:
    game = sitting().so_far(totals=(300, 0), bags=(before, 0))
    score = game.played(bids, took)
    assert [line for line in sheet(score, 0) if line[0] == "SB-9"] == ([("SB-9", penalty)] if penalty else [])
    assert score.bags is not None
    assert score.bags[0] == left
    assert score.totals[0] == 300 + sum(points for _, points in sheet(score, 0))


@pytest.mark.rule("SB-10")
@pytest.mark.parametrize(
    ("before", "target", "after", "winner"),
    [
        ((449, 300), 500, (499, 380), None),
        ((450, 300), 500, (500, 380), 0),
        ((470, 450), 500, (520, 530), 1),  # both reach it: more points win
        ((460, 430), 500, (510, 510), None),  # tied: another hand
        ((250, 100), 300, (300, 180), 0),  # any target
        ((0, -100), 1, (50, -20), 0),
    ],
)
def test_the_game_ends_at_the_target(
    before: tuple[int, int], target: int, after: tuple[int, int], winner: int | None
) -> None:
    game = sitting(target=target).so_far(totals=before)
    score = game.played((2, 4, 3, 4), (3, 4, 2, 4))  # 50 and 80
    assert score.totals == after
    if winner is None:
        assert game.course.game_over() is None
        game.deal()  # another hand is played
        return
    over = game.over()
    assert (over.reason, over.winners, over.standings) == ("target", (winner,), ((winner,), (1 - winner,)))
    assert over.totals == after
    assert game.refused(game.deal_event()) == {"C-2"}


@pytest.mark.rule("SB-10")
def test_a_target_is_a_positive_number() -> None:
    for wrong in (0, -1, True, "500", 1_000_001):
        with pytest.raises(ValueError, match="option target"):
            sitting(target=wrong)


@pytest.mark.rule("SB-11")
def test_beans_show_the_bid_the_tricks_and_the_bags() -> None:
    game = sitting().so_far(bags=(3, 0)).deal().bids(3, 2, 0, 1)
    seen = game.sees(2)
    assert (seen.bids, seen.took, seen.standing.bags) == ((3, 2, 0, 1), (0, 0, 0, 0), (3, 0))
    look = CardStyle(("J", "B", "J", "B"))

    def pile(bid: int, took: int) -> list[str]:
        return [text for text, _ in look.beans(seen.rules, bid, took) if text]

    assert pile(3, 0) == ["○○○"]
    assert pile(3, 2) == ["●●", "○"]
    assert pile(3, 3) == ["●●●"]
    assert pile(3, 5) == ["●●●", "✚✚"]
    assert pile(0, 1) == ["✗"]
    assert look.bag_marks(3)[0] == "▪▪▪"


@pytest.mark.rule("SB-5", "SB-6", "SB-8", "SB-9")
def test_the_leaflets_example_scores_as_printed() -> None:
    """John and Jennie sit in seats 0 and 2, Bill and Ben in 1 and 3."""
    game = sitting()
    score = game.played((3, 4, 3, 4), (3, 3, 3, 4))
    assert score.totals == (60, -80)
    score = game.played((0, 3, 5, 3), (0, 3, 7, 3))
    assert (score.points, score.totals, score.bags) == ((152, 60), (212, -20), (2, 0))
    score = game.played((2, 4, 3, 4), (1, 5, 2, 5))
    assert (score.points, score.totals, score.bags) == ((-50, 82), (162, 62), (2, 2))
