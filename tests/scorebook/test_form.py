"""A person's form: this week, the last games, and feats of skill."""

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import asdict

from spades_tui.game.events import Bid
from spades_tui.presentation.person_words import person_rows
from spades_tui.presentation.scorebook_words import feat_words, form_words, sparkline, week_words
from spades_tui.rules.ledger import Decided, Note
from spades_tui.scorebook import BookError
from spades_tui.scorebook.feats import FEATS
from spades_tui.scorebook.record_digest import _counts
from spades_tui.scorebook.statistics import PersonForm
from tests.game.tables import Sitting
from tests.scorebook.games import Season

ANN_WINS, BEA_WINS = (0, 1, 2), (1, 2, 0)


def test_form_has_this_week_and_the_last_ten_games(season: Season) -> None:
    season.on("2026-02-24")
    for _ in range(9):
        season.play(BEA_WINS)
    season.on("2026-03-03").play(ANN_WINS)
    season.play(BEA_WINS)
    form = season.book.form("Ann")
    assert (form.games, form.won) == (2, 1)
    assert form.hands >= 2
    assert len(form.leads) == 10
    assert [lead > 0 for lead in form.leads] == [False] * 8 + [True, False]
    assert season.book.form("ann").games == 2
    assert season.book.form("Nobody") == PersonForm()
    season.on("2026-03-10")
    assert season.book.form("Ann").games == 0
    assert len(season.book.form("Ann").leads) == 10


def test_a_deleted_game_does_not_count(season: Season) -> None:
    first = season.on("2026-03-03").play(ANN_WINS)
    season.play(ANN_WINS)
    season.book.delete_game(first)
    form = season.book.form("Ann")
    assert (form.games, len(form.leads)) == (1, 1)
    assert form_words(form) == week_words(form), "one bar compares nothing"


def test_a_day_above_expert_is_noted_once_and_survives_a_rebuild(season: Season) -> None:
    season.play(ANN_WINS)
    for _ in range(2):
        season.book.note_above_expert("Ann", date(2026, 3, 2), 120, 100)
    assert len(season.book.database.rows("SELECT id FROM notes WHERE event = 'above_expert'")) == 1
    assert season.book.form("Ann").feats == ("above_expert",)
    assert season.book.form("Bea").feats == ()
    assert season.book.statistics("Ann").feats == ("above_expert",)
    assert [what for what, _ in person_rows(season.book.statistics("Ann"))].count("feats") == 1
    assert "feats" not in [what for what, _ in person_rows(season.book.statistics("Bea"))]
    season.book.rename("Ann", "Anna")
    season.book.records.rebuild()
    assert season.book.form("Anna").feats == ("above_expert",)
    with pytest.raises(BookError):
        season.book.note_above_expert("Nobody", date(2026, 3, 2), 120, 100)


def test_a_long_game_won_without_a_bag_is_a_feat_only_where_bags_are_taken(season: Season) -> None:
    season.play(ANN_WINS)
    with season.book.database.writing() as connection:
        connection.execute("UPDATE seats SET hands = 4, bags = 0, made = 4, won = 1 WHERE person = 'p:ann'")
        connection.execute("UPDATE seats SET bags = 0")
    assert season.book.form("Ann").feats == ()
    with season.book.database.writing() as connection:
        connection.execute("UPDATE seats SET bags = 3 WHERE person = 'p:cy'")
    assert season.book.form("Ann").feats == ("no_bag",)


def test_words_of_a_form_have_a_plain_face() -> None:
    form = PersonForm(6, 4, 30, 27, 4, 3, (-10.0, 5.0, 20.0, 0.0), FEATS[:3])
    assert form_words(form) == "This week: 6 games, 4 won, nil 3 of 4, 0.9 bags a hand  ▂▆█▄"
    assert form_words(form, ascii_only=True).isascii()
    for feats in (FEATS[:3], FEATS):
        assert feat_words(feats, ascii_only=True).isascii()
    assert feat_words(FEATS[:3]).count("★") == 3
    assert "12 of 12" in feat_words(FEATS)
    assert form_words(PersonForm()) == feat_words(()) == ""
    assert sparkline([0.0]) == "▄"
    assert len(form_words(PersonForm(100, 100, 999, 999, 99, 99, (1.0,) * 10))) <= 74


def test_a_blind_zero_is_counted_apart_from_other_blind_bids() -> None:
    """The two counts alone don't say whether it was the blind bid that was a made zero."""
    sitting = Sitting("bemo")
    sitting.deal().do(Bid(1, 0, blind=True), Bid(2, 4, blind=True))
    hand = sitting.state.current
    notes = (Note(Decided.ZERO_MADE, 1, (1,)), Note(Decided.MADE, 0, (2,), tricks=4))
    score: Any = SimpleNamespace(hand=hand.number, bids=(0, 0, 4, 0), tricks=(0, 0, 4, 0), notes=notes)
    counts = [_counts(sitting.state.rules, [score], {hand.number: hand}, seat)[0] for seat in (1, 2)]
    assert [one["blinds_made"] for one in counts] == [1, 1]
    assert [one.get("blind_zeros_made", 0) for one in counts] == [1, 0]


def test_a_blind_zero_in_the_counts_is_a_feat(season: Season) -> None:
    season.play(ANN_WINS)
    with season.book.database.writing() as connection:
        connection.execute("UPDATE seats SET blind_zeros_made = 1 WHERE person = 'p:ann'")
    assert season.book.form("Ann").feats == ("blind_nil",)


def test_a_person_nobody_knows_has_a_form_of_zeros(season: Season) -> None:
    assert not any(asdict(season.book.form("Nobody")).values())


def test_a_week_without_games_counts_nothing(season: Season) -> None:
    season.on("2026-02-24").play()
    season.on("2026-03-10")
    form = asdict(season.book.form("Ann"))
    assert {name for name, value in form.items() if value} <= {"leads", "feats"}
