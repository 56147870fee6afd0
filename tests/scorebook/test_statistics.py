"""Statistics agree with the score sheets of simulated games, and plots use the dates of games."""

import json
from datetime import date

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.presentation.scorebook_words import zero_of
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook import BookError
from tests.scorebook.games import Season

ANN_WINS, BEA_WINS = (0, 1, 2), (1, 2, 0)


def test_games_with_partners_and_against_opponents_are_counted(season: Season) -> None:
    variant = shipped()["sandbags"]
    wins: dict[str, list[int]] = {}
    for n in range(4):
        names = ["Ann", *(["Bea", "Cy", "Dot"] if n % 2 else ["Cy", "Bea", "Dot"])]
        seats = tuple(SeatSetup(name, "bot", "beginner") for name in names)
        text = play_game(TableSetup(variant, {"target": 100}, seats, seed="partners", game=n + 1)).text
        path = season.path()
        path.write_text(text.replace('"kind": "bot", "level": "beginner"', '"kind": "human"'), "utf-8")
        season.book.records.take_in(path)
        over = json.loads(text.splitlines()[-1])
        wins.setdefault(names[2], []).append(int(0 in over["winners"]))
    found = season.book.statistics("Ann")
    assert {one.name: (one.games, one.wins) for one in found.partners} == {
        name: (len(games), sum(games)) for name, games in wins.items()
    }
    assert found.partners[0].wins == max(sum(games) for games in wins.values())
    assert [(one.name, one.games) for one in found.opponents] == [("Dot", 4), ("Bea", 2), ("Cy", 2)]
    dot = found.opponents[0]
    assert dot.wins == dot.ahead == sum(map(sum, wins.values()))


def test_a_level_in_several_seats_counts_once_per_game(season: Season) -> None:
    names = ("Ann", "Bea=club", "Cy=club")
    season.play(ANN_WINS, names=names)
    season.play(BEA_WINS, names=names)
    season.play((1, 0, 2), names=names)
    (club,) = season.book.statistics("Ann").opponents
    assert (club.name, club.games, club.wins, club.ahead) == ("Computer (club)", 3, 1, 1)
    (ann,) = season.book.statistics("Computer (club)").opponents
    assert (ann.name, ann.games, ann.wins, ann.ahead) == ("Ann", 3, 2, 2)
    assert season.book.statistics("club").places == (2, 1)
    assert season.book.statistics("club") == season.book.statistics("Computer (club)")
    season.book.delete_game(season.book.games(limit=1)[0].id)
    (club,) = season.book.statistics("Ann").opponents
    assert (club.games, club.wins) == (2, 1)


@pytest.mark.parametrize(("games", "word"), [(["classic"], "nil"), (["bemo"], "zero"), (["bemo", "classic"], "nil")])
def test_zeros_have_the_word_of_the_games_they_were_bid_in(games: list[str], word: str) -> None:
    assert zero_of(games) == word
    assert zero_of([*games, "a-game-that-is-gone"]) == word


def test_statistics_count_weeks_places_and_variants(season: Season) -> None:
    season.on("2025-12-31").play(ANN_WINS)  # Wednesday
    season.on("2026-01-04").play(BEA_WINS)  # the Sunday of that week
    season.on("2026-01-05").play((1, 0, 2))
    found = season.book.statistics("Ann")
    assert [(week.monday, week.hands) for week in found.weeks] == [(date(2025, 12, 29), 4), (date(2026, 1, 5), 2)]
    assert sum(week.points for week in found.weeks) == found.points
    assert found.places == (1, 1, 1)
    assert found.variants == (("3b-three", "3B for three", 3),)
    assert (found.luck, found.play) == (None, None)
    assert found.points_per_hand == found.points / 6
    assert season.book.statistics("Ann", "bemo").games == 0
    assert (found.average_bid, found.average_tricks) == (found.bid_sum / 6, found.trick_sum / 6)
    without = season.book.statistics("Ann", "bemo")
    assert (without.average_bid, without.average_tricks) == (None, None)


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


@pytest.mark.parametrize("year", [0, 10_000])
def test_a_scoreboard_of_no_year_is_refused(season: Season, year: int) -> None:
    season.play()
    with pytest.raises(BookError, match=f"{year} is not a year"):
        season.book.scoreboard(season.table, year)
    assert season.book.scoreboard(season.table, 9999).lines is not None
