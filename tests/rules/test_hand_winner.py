"""The component `hand_winner` pays for the lowest or highest total of tricks, bids or points."""

import io
from typing import Any

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.bots.hand_worth import worth
from spades_tui.bots.side_scores import Bidding
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.scores import Contract, HandWinner
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.rules.parts import PAIRS, Entry, built, hand, home_game, lines, scored, standing

WON = (0,) * 13
"""Winners of the tricks of a complete hand."""


def winner(**more: Any) -> HandWinner:
    return built(HandWinner, **{"rule": "HM-1", "compares": "tricks", "best": "lowest", "won": 50, "lost": -20, **more})


@pytest.mark.rule("LG-3")
@pytest.mark.parametrize(
    ("more", "took", "points"),
    [
        ({}, (3, 4, 6), (50, -20, -20)),
        ({"lost": 0}, (3, 4, 6), (50, 0, 0)),
        ({"best": "highest"}, (3, 4, 6), (-20, -20, 50)),
        ({}, (3, 3, 7), (0, 0, 0)),
        ({"shared": "all"}, (3, 3, 7), (50, 50, -20)),
        ({"compares": "bids"}, (3, 4, 6), (-20, 50, -20)),
        ({"compares": "bids", "best": "highest"}, (3, 4, 6), (50, -20, -20)),
    ],
)
def test_the_lowest_or_highest_tricks_or_bids_win(more: Entry, took: tuple[int, ...], points: tuple[int, ...]) -> None:
    ledger = scored(winner(**more), hand((5, 2, 3), took, winners=WON), standing(totals=(0, 0, 0)))
    assert ledger.points == list(points)
    assert {line.rule for line in ledger.lines} <= {"HM-1"}


@pytest.mark.rule("LG-3")
def test_partners_share_one_total() -> None:
    ledger = scored(winner(), hand((3, 4, 3, 3), (3, 5, 3, 2), PAIRS, winners=WON))
    assert lines(ledger) == [(0, "HM-1", 50), (1, "HM-1", -20)]
    assert [line.text for line in ledger.lines] == ["6 tricks, the lowest total", "7 tricks, not the lowest total"]
    bids = scored(winner(compares="bids", best="highest"), hand((3, 1, 0, 0), (3, 5, 3, 2), PAIRS, winners=WON))
    told = ["3 tricks bid, the highest total", "1 trick bid, not the highest total"]
    assert [line.text for line in bids.lines] == told


@pytest.mark.rule("LG-3")
def test_points_compared_are_those_of_earlier_scores() -> None:
    contract = built(Contract, rule="NL-4", zeros="counted", made=10, over=1, lost=-10)
    ledger = scored(contract, hand((3, 4, 3, 3), (3, 5, 3, 2), PAIRS, winners=WON))
    winner(compares="points").score(hand((3, 4, 3, 3), (3, 5, 3, 2), PAIRS, winners=WON), ledger)
    assert lines(ledger) == [(0, "NL-4", 60), (1, "NL-4", 70), (0, "HM-1", 50), (1, "HM-1", -20)]
    failed = hand((3, 5, 3, 3), (3, 5, 3, 2), PAIRS, winners=WON)
    ledger = scored(contract, failed)
    winner(compares="points").score(failed, ledger)
    assert ledger.lines[-1].text == "−80 points, the lowest total"


@pytest.mark.rule("LG-3", "3B-1")
def test_sat_out_seats_are_not_compared() -> None:
    assert lines(scored(winner(), hand((None, 2, 3), (None, 4, 9), winners=WON))) == [(1, "HM-1", 50), (2, "HM-1", -20)]


@pytest.mark.rule("LG-3")
def test_an_incomplete_hand_leaves_the_winner_open() -> None:
    """With only two sides, the tricks of one give those of the other."""
    ledger = scored(winner(), hand((3, None, None), (2, None, None)), standing(totals=(0, 0, 0)))
    assert not ledger.lines
    assert [(note.what, note.side, note.about) for note in ledger.notes] == [
        (Decided.OPEN, 0, "the lowest total of tricks")
    ]
    for took, points in ((6, 50), (7, -20)):
        ledger = scored(winner(), hand((3, None, 3, None), (took, None, 0, None), PAIRS))
        assert (ledger.points, ledger.notes) == ([points, 0], [])


@pytest.mark.rule("LG-3")
def test_the_value_of_tricks_falls_if_the_lowest_total_wins() -> None:
    """Whether alone or with a partner, players assume average results for the others."""
    for slug, seats in (("cutthroat", 4), ("sandbags", 4)):
        entries = [{"kind": "hand_winner", "compares": "tricks", "best": "lowest", "won": 50, "lost": -50}]
        rules = home_game(slug, scores=entries)
        plain = ruleset(shipped()[slug])
        said = Bidding((3,) * seats, (False,) * seats, tuple(3 * len(side) for side in rules.sides))
        ours, theirs = (worth(one, one.fresh_standing(), said).row(0) for one in (rules, plain))
        more = [round(mine - other) for mine, other in zip(ours, theirs, strict=True)]
        assert more[0] == 50
        assert more[-1] == -50
        assert more == sorted(more, reverse=True)


NOBODY = {"kind": "number", "min": 0, "max": 0}
ALL = {"kind": "hand_winner", "compares": "tricks", "best": "lowest", "won": 50}


@pytest.mark.rule("LG-3")
@pytest.mark.parametrize("sides", ["partners", "solo"])
@pytest.mark.parametrize("level", ["beginner", "club"])
def test_a_game_scored_only_by_the_hand_winner_can_be_played(sides: str, level: str) -> None:
    data = shipped()["cutthroat" if sides == "solo" else "classic"].to_json()
    data |= {"slug": "least", "options": [], "bids": [NOBODY], "scores": [ALL]}
    data["endings"] = [{"kind": "target", "points": 150}]
    variant = from_data(data)
    game = play_game(TableSetup(variant, {}, bot_seats(4, level), 0, "least", 1))
    assert game.ended
    (played,) = replay(io.BytesIO(game.text.encode()), "least")
    assert played.over is not None


def test_comparing_bids_is_refused_if_all_bids_are_equal() -> None:
    data = {**shipped()["classic"].to_json(), "slug": "least", "options": [], "bids": [NOBODY]}
    data["scores"] = [{**ALL, "compares": "bids"}]
    with pytest.raises(VariantError, match=r"scores\[1\]\.compares: every side bids 0, so no total is lower"):
        from_data(data)
    data["scores"] = [{"kind": "perfect_row", "length": 2, "points": 5, "further": 5}]
    with pytest.raises(VariantError, match="nothing scores the bids"):
        from_data(data)
