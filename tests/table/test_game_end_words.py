"""A finished game says what decided it, and what the player did well."""

import pytest

from spades_tui.game.findings import HandScore
from spades_tui.presentation.game_end_words import game_words
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ledger import Decided, Note
from tests.game.tables import Sitting, rules_of

LOOK = Wording(("Ann", "Bea", "Cy", "Dot"), people=(0,))
US, THEM = (0, 2), (1, 3)


def hands(*results: tuple[tuple[int, ...], tuple[Note, ...]]) -> list[HandScore]:
    """Return the scores of hands with these points and notes."""
    totals = [0] * len(results[0][0])
    scores = []
    for number, (points, notes) in enumerate(results, 1):
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        scores.append(HandScore(number, (), points, tuple(totals), (None,) * 4, (None,) * 4, notes=notes))
    return scores


GAME = hands(
    ((50, 60), (Note(Decided.MADE, 0, US), Note(Decided.MADE, 1, THEM))),
    ((-70, 130), (Note(Decided.SET, 0, US), Note(Decided.ZERO_MADE, 1, (1,)), Note(Decided.MADE, 1, (3,)))),
    ((140, -10), (Note(Decided.ZERO_MADE, 0, (0,)), Note(Decided.ZERO_FAILED, 1, (3,)))),
    ((40, 60), (Note(Decided.MADE, 0, US), Note(Decided.MADE, 1, THEM))),
)


def test_a_lost_game_names_the_hand_that_cost_most_and_what_went_well() -> None:
    decided, well = game_words(rules_of("classic"), GAME, (1,), 0, LOOK)
    assert "lost this game in hand 2" in decided and "200" in decided and "you & Cy were set" in decided
    assert "You made 1 nil" in well


def test_a_won_game_names_the_hand_that_gained_most() -> None:
    decided, _ = game_words(rules_of("classic"), GAME, (0,), 0, LOOK)
    assert "won this game in hand 3" in decided and "150" in decided and "Dot's nil was set" in decided


def test_a_partner_who_made_no_nil_hears_about_the_bids() -> None:
    _, well = game_words(rules_of("classic"), GAME, (1,), 2, Wording(LOOK.names, people=(2,)))
    assert "2 of 3 bids" in well


def test_a_player_who_made_no_bid_hears_about_their_best_hand() -> None:
    scores = hands(((-50, 60), (Note(Decided.SET, 0, US),)), ((-20, 60), (Note(Decided.SET, 0, US),)))
    _, well = game_words(rules_of("classic"), scores, (1,), 0, LOOK)
    assert "hand 2" in well


def test_points_in_tenths_are_written_as_on_screen() -> None:
    scores = hands(((30, 42, 10, 10), (Note(Decided.MADE, 1, (1,)),)))
    decided, _ = game_words(rules_of("call-break", tenths=True), scores, (1,), 0, LOOK)
    assert "1.2" in decided


@pytest.mark.parametrize("winners", [(), (0, 1)])
def test_a_game_without_a_loser_says_nothing(winners: tuple[int, ...]) -> None:
    assert game_words(rules_of("classic"), GAME, winners, 0, LOOK) == ()


@pytest.mark.parametrize("slug", ["classic", "bemo", "jokers", "call-break"])
def test_the_notes_of_real_scores_have_words(slug: str) -> None:
    sitting = Sitting(slug)
    tricks = sitting.rules.tricks
    bids, seats = tuple([4] * sitting.rules.seats), sitting.rules.seats
    score = sitting.played(bids, (tricks - 4, 4, *[0] * (seats - 2)))
    look = Wording(LOOK.names[:seats], people=(0,))
    for winner in range(len(sitting.rules.sides)):
        for seat in range(seats):
            assert len(game_words(sitting.rules, [score], (winner,), seat, look)) == 2
