"""Customs beside the play: days, dumps, gaccs, boneheads, low-balls, and their hooks."""

import pickle

import pytest

from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.hand_end import hand_counts
from spades_tui.record.line_forms import EVENTS
from spades_tui.record.writer import finding_line
from spades_tui.rules import customs
from spades_tui.rules.component import kind_of
from spades_tui.rules.custom_component import CustomComponent
from spades_tui.rules.custom_keys import CustomKey, with_keys
from spades_tui.rules.customs import BoneheadPlays, Gacc, LowBall
from spades_tui.rules.ruleset import HAND_KEYS
from spades_tui.scorebook import BookError
from spades_tui.scorebook.game_result import GameResult, SeatResult
from spades_tui.scorebook.notes import ABOUT, new_note
from spades_tui.scorebook.season import Agreements, GamePlayed, Kind
from spades_tui.seats import Observation
from tests.game.tables import Sitting
from tests.rules.parts import bounded, built, error_of


@pytest.mark.rule("3B-29")
def test_bonehead_plays_are_allowed_in_every_game() -> None:
    assert built(BoneheadPlays) == BoneheadPlays(kind="bone", rule="3B-29")
    assert built(BoneheadPlays).sentence() == "You may cite yourself for a bonehead play."
    for slug in ("sandbags", "jokers", "bemo", "3b-four"):  # it fits every other component
        assert error_of(slug, "customs", {"kind": "bone"}) == ""


@pytest.mark.rule("3B-10")
def test_gaccing_is_allowed_in_every_game() -> None:
    assert built(Gacc) == Gacc(kind="gacc", rule="3B-10")
    assert built(Gacc).sentence() == "Leading a spade straight after you make your bid is gaccing."
    for slug in ("sandbags", "jokers", "bemo", "3b-four"):  # it fits every other component
        assert error_of(slug, "customs", {"kind": "gacc"}) == ""


@pytest.mark.rule("3B-8")
def test_values_out_of_bounds_are_refused() -> None:
    bounded("3b-four", "customs", LowBall, "under", 0, 20, super_under=0)
    bounded("3b-four", "customs", LowBall, "super_under", 0, 20, under=20)
    low = built(LowBall, under=12, super_under=11)
    assert low == LowBall(kind="low_ball", rule="3B-8", under=12, super_under=11)
    sentence = "Bids that add up to less than 12 are a low-ball; less than 11, a super-low-ball. A zero counts as one."
    assert low.sentence() == sentence


EVERY = pytest.mark.parametrize("custom", customs.REGISTRY, ids=kind_of)


@EVERY
def test_what_a_custom_adds_has_a_field_and_a_key(custom: type[CustomComponent]) -> None:
    assert set(custom.hand_keys) <= {*HandScore.__struct_fields__}
    assert set(custom.hand_keys) <= {*EVENTS["hand_score"].__struct_fields__}
    assert set(custom.game_keys) <= {*GameOver.__struct_fields__}
    assert set(custom.game_keys) <= {*EVENTS["game_over"].__struct_fields__}
    assert set(custom.seen_keys) <= {*Observation.__struct_fields__}


@pytest.mark.parametrize("keys", ["hand_keys", "game_keys", "seen_keys", "season_game_keys"])
def test_no_two_customs_declare_the_same_key(keys: str) -> None:
    declared = [name for custom in customs.REGISTRY for name in getattr(custom, keys)]
    assert len({*declared}) == len(declared)


def test_a_custom_cannot_replace_what_the_game_says() -> None:
    with pytest.raises(ValueError, match="own, seat"):
        with_keys(Observation, {"own": CustomKey(int, 0), "seat": CustomKey(int), "sweep": CustomKey(int)})


def test_what_a_custom_adds_is_pickled_for_another_process() -> None:
    score = Sitting("3b-four").deal().bids(3, 3, 3, 3).took(4, 3, 3, 3).score()
    again = pickle.loads(pickle.dumps(score))
    assert again == score
    assert again.values(HAND_KEYS) == score.values(HAND_KEYS)


def test_customs_return_the_keys_that_they_declare() -> None:
    game = Sitting("3b-four").deal().bids(3, 3, 3, 3).took(4, 3, 3, 3)
    game.score()
    for custom in game.rules.customs:
        assert {*custom.shows(game.hand, game.standing)} in ({*custom.seen_keys}, set())
        assert {*custom.of_hand(game.hand, game.standing)} == {*custom.hand_keys}
        assert {*custom.of_game(game.state)} - {"names_last"} == {*custom.game_keys}
        assert {*custom.of_short_game()} <= {*custom.game_keys}
        values = GameOver("hands", (0,), (1, 0), ((0,), (1,))).values(custom.game_keys)
        assert {*custom.season_keys(game.state, values, {1: game.hand})} <= {*GameResult.__struct_fields__}
        for seat in range(game.rules.seats):
            counts = custom.season_counts(game.hand, hand_counts(game.rules, game.hand), seat)
            assert {*counts} <= {*SeatResult.__struct_fields__}


@EVERY
def test_what_a_custom_adds_to_the_season_has_a_field_a_form_and_a_kind(custom: type[CustomComponent]) -> None:
    assert set(custom.season_game_keys) <= {*GamePlayed.__struct_fields__}
    assert set(custom.season_agreements) <= {*Agreements.__struct_fields__}
    assert {*custom.season_kinds, *custom.season_held} <= {*Kind}
    for event, form in custom.season_notes.items():
        assert ABOUT[event] == form.about
        with pytest.raises(BookError, match=f"{event}: the key '[a-z_]+' is missing"):
            new_note(event, "2026-03-02T12:00:00")


def test_records_keep_the_order_of_their_keys_whatever_order_the_customs_have() -> None:
    finished = GameOver("hands", (0,), (1, 0), ((0,), (1,)), keys=("perfect", "imperfect", "tray", "wire_to_wire"))
    assert [*finding_line(finished)][-4:] == ["tray", "wire_to_wire", "perfect", "imperfect"]


@pytest.mark.parametrize("custom", customs.REGISTRY)
def test_a_game_without_a_custom_answers_no_and_not_nothing(custom: type[CustomComponent]) -> None:
    every = (custom.hand_keys, custom.seen_keys, custom.game_keys, getattr(custom, "season_game_keys", {}))
    switches = [key for keys in every for key in keys.values() if key.form is bool]
    assert all(key.absent is False for key in switches)
