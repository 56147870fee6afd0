"""Statistics give luck and play per hand, over reviewed games only."""

import pytest

from tests.scorebook.games import Season

ANN_WINS = (0, 1, 2)


def test_luck_and_play_are_means_over_the_hands_of_reviewed_games(season: Season) -> None:
    season.play(ANN_WINS)
    reviewed = season.play(ANN_WINS)
    season.book.note_review(reviewed, 0, 9.0, -3.0)
    (hands,) = [game.hands for game in season.book.games() if game.id == reviewed]
    ann, bea = season.book.statistics("Ann"), season.book.statistics("Bea")
    assert ann.reviewed == 1
    assert ann.luck == pytest.approx(9.0 / hands)
    assert ann.play == pytest.approx(-3.0 / hands)
    assert (bea.reviewed, bea.luck, bea.play) == (0, None, None)


def test_a_later_review_replaces_an_earlier_one_and_a_deleted_game_has_none(season: Season) -> None:
    game = season.play(ANN_WINS)
    season.book.note_review(game, 0, 9.0, -3.0)
    season.book.note_review(game, 0, 4.0, -1.0)
    (hands,) = [one.hands for one in season.book.games()]
    assert season.book.statistics("Ann").luck == pytest.approx(4.0 / hands)
    season.play(ANN_WINS)
    season.book.delete_game(game)
    assert season.book.statistics("Ann").reviewed == 0
