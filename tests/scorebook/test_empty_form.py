"""Somebody without games has an empty form and empty statistics."""

from msgspec.structs import asdict

from tests.scorebook.games import Season


def test_a_person_nobody_knows_has_a_form_of_zeros(season: Season) -> None:
    assert not any(asdict(season.book.form("Nobody")).values())


def test_a_week_without_games_counts_nothing(season: Season) -> None:
    season.on("2026-02-24").play()
    season.on("2026-03-10")
    form = asdict(season.book.form("Ann"))
    assert {name for name, value in form.items() if value} <= {"leads", "feats"}
