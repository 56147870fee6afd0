"""The ladder: which games count, in which order, and what a rating means."""

import json
import subprocess
import sys
import time
from datetime import UTC, date, datetime, timedelta

import pytest
from msgspec.structs import replace

from spades_tui.bots.levels import LEVELS
from spades_tui.presentation import ladder_words
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook import ladder as ladders
from spades_tui.scorebook.game_result import GameResult
from tests.bench.ladder import difference, fit
from tests.scorebook.games import Season
from tests.scorebook.ladders import ALONE, add, result

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
AGAINST_CLUB = ("Ann", "=club", "=strong", "=club")


def games(won: str, players: tuple[str, ...] = AGAINST_CLUB) -> list[GameResult]:
    """Return a game a day; ``w`` is won, ``l`` is lost."""
    found = []
    for day, letter in enumerate(won):
        places = (1, 2) if letter == "w" else (2, 1)
        found.append(result(day, NOON + timedelta(days=day), players, places))
    return found


def test_rating_rises_with_wins_and_becomes_surer(season: Season) -> None:
    assert season.book.ladders("Ann") == ()
    add(season.book, games("w"))
    first = season.book.ladder("Ann", "classic")
    add(season.book, games("wwww"))
    later = season.book.ladder("Ann", "classic")
    assert (first.games, later.games) == (1, 4)
    assert later.rating > first.rating > ladders.FIRST
    assert later.uncertainty < first.uncertainty < 2 * ladders.SPREAD
    assert later.course[-1] == later.rating
    assert len(later.course) == 4


def test_losses_against_better_players_cost_less(season: Season) -> None:
    add(season.book, games("l", ("Ann", "=beginner", "=club", "=beginner")))
    add(season.book, [result(9, NOON, ("Bea", "=expert", "=club", "=expert"), (2, 1))])
    assert season.book.ladder("Ann", "classic").rating < season.book.ladder("Bea", "classic").rating < ladders.FIRST


def test_rating_follows_the_order_of_time_not_of_adding(season: Season) -> None:
    add(season.book, reversed(games("wlllw")))
    backwards = season.book.ladder("Ann", "classic")
    other = Season(season.home.with_name("other"))
    add(other.book, games("wlllw"))
    assert other.book.ladder("Ann", "classic") == backwards
    other.book.close()


def test_a_rebuilt_scorebook_has_the_same_ladder(season: Season) -> None:
    add(season.book, games("wlwwl"))
    before = season.book.ladder("Ann", "classic")
    season.book.records.rebuild()
    assert season.again().ladder("Ann", "classic") == before


@pytest.mark.parametrize(
    ("left_out", "game"),
    [
        ("helped", result(1, NOON, AGAINST_CLUB, unaided=False)),
        ("short", result(1, NOON, AGAINST_CLUB, hands=3)),
        ("unrated", result(1, NOON, ("Ann", "=club", "=exec", "=club"))),
    ],
)
def test_game_with_help_or_few_hands_or_an_outside_player_does_not_count(
    season: Season, left_out: str, game: GameResult
) -> None:
    add(season.book, [game])
    ladder = season.book.ladder("Ann", "classic")
    assert (ladder.games, ladder.rating) == (0, ladders.FIRST)
    assert {name for name in ("helped", "short", "unrated") if getattr(ladder, name)} == {left_out}
    assert len(ladder_words.sentences(ladder)) == 3


def test_help_of_anybody_at_the_table_leaves_the_game_out(season: Season) -> None:
    for number in range(2):
        game = result(number, NOON, ("Ann", "Bea", "=club", "=club"))
        seats = list(game.seats)
        seats[number] = replace(seats[number], unaided=False)
        add(season.book, [replace(game, seats=tuple(seats))])
    assert season.book.ladder("Ann", "classic").games == 0
    assert season.book.ladder("Bea", "classic").helped == 2


def test_people_who_play_alone_are_rated_by_their_places(season: Season) -> None:
    people = ("Ann", "Bea", "Cy", "=club")
    for number in range(6):
        places = (1, 2, 3, 4)
        ended = NOON + timedelta(days=number)
        add(season.book, [result(number, ended, people, places, sides=ALONE, variant="cutthroat")])
    ratings = [season.book.ladder(name, "cutthroat").rating for name in ("Ann", "Bea", "Cy")]
    assert ratings == sorted(ratings, reverse=True)
    assert len(set(ratings)) == 3


def test_next_to_beat_is_the_weakest_level_not_surely_passed(season: Season) -> None:
    add(season.book, games("w" * 30, ("Ann", "=expert", "=club", "=expert")))
    ladder = season.book.ladder("Ann", "classic")
    low = ladder.rating - ladder.uncertainty
    above = [rung.level for rung in reversed(ladder.rungs) if rung.rating > low]
    assert ladder.next_level == (above[0] if above else None)
    add(season.book, [result(99, NOON, ("Bea", "=club", "=club", "=club"))])
    assert season.book.ladder("Bea", "classic").next_level == "beginner"


def test_season_has_ten_weeks_from_a_monday_and_counts_only_its_games(season: Season) -> None:
    first = ladders.season_of(NOON.date())
    assert first.first.weekday() == 0
    assert (first.last - first.first).days == 69
    assert ladders.season_of(first.last).weeks_left == 0
    assert ladders.season_of(first.first).weeks_left == 9
    assert ladders.season_of(first.last + timedelta(days=1)).first == first.last + timedelta(days=1)
    for day in (date.min, date.max):
        assert ladders.season_of(day).first <= day <= ladders.season_of(day).last
    add(season.book, games("wl"))
    next_season = datetime.combine(first.last + timedelta(days=3), NOON.time(), UTC)
    add(season.book, [result(7, next_season, AGAINST_CLUB)])
    season.on(f"{next_season:%Y-%m-%d}")
    found = season.book.ladder("Ann", "classic")
    assert (found.season.games, found.season.won, found.games) == (1, 1, 3)
    assert found.season.change == found.course[-1] - found.course[-2]


def test_every_game_has_a_rating_of_every_level_and_club_is_the_measure() -> None:
    known = ladders._all_ratings()
    assert set(known) <= {*shipped(), ladders.OTHER_GAMES}
    for variant in (*shipped(), "my-rules"):
        ratings = ladders.level_ratings(variant)
        assert tuple(ratings) == LEVELS
        assert ratings["club"] == ladders.FIRST
        assert all(500 <= rating <= 2500 for rating in ratings.values())


def test_rating_follows_from_games_against_the_next_weaker_level() -> None:
    """`expert` has what explains 24 games won of 30 against `strong`, whatever it won against `club`."""
    measured = ("classic strong club: won 34.0 of 40", "classic expert strong: won 24.0 of 30")
    files = [list(fit([*measured, f"classic expert club: won {wins} of 30"])) for wins in (20, 27)]
    assert files[0] == files[1]
    ratings = ladders.level_ratings("classic")
    assert ratings["expert"] - ratings["strong"] == round(difference("classic", 24, 30))


def test_unaided_record_counts_and_one_with_a_hint_does_not() -> None:
    from spades_tui.scorebook.record_digest import digests
    from tests.scorebook.games import short_game

    lines = short_game(3)
    for hinted in (False, True):
        marked = [{**line, "hinted": True} if hinted and line["event"] == "bid" else line for line in lines]
        marked[0] = {key: value for key, value in marked[0].items() if key != "program"}
        raw = "".join(json.dumps(line) + "\n" for line in marked).encode()
        (game,) = digests(raw, "2026-03-03-200000-3b-three.spades.jsonl", 0.0)
        assert isinstance(game, GameResult)
        assert [seat.unaided for seat in game.seats] == [not hinted, False, False]


def test_record_of_a_release_without_marks_of_hints_is_not_unaided(season: Season) -> None:
    season.play()
    assert season.book.ladder("Ann", "3b-three").games == 0
    assert "unaided" not in season.book.database.rows("SELECT json FROM results")[0][0]


def test_ladder_of_thousands_of_games_takes_well_under_a_second(season: Season) -> None:
    many = [
        result(n, NOON + timedelta(minutes=n), AGAINST_CLUB, (1, 2) if n % 3 else (2, 1))
        for n in range(2000)
    ]  # fmt: skip
    add(season.book, many)
    season.book.ladder("Ann", "classic")  # with the import of the library
    began = time.process_time()
    ladder = season.book.ladder("Ann", "classic")
    assert time.process_time() - began < 1
    assert ladder.games == 2000


def test_the_library_is_imported_only_for_a_ladder_with_games() -> None:
    code = "import sys; import spades_tui.scorebook.scorebook; print('openskill' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "False"
