"""The games on the page about variants without Python can be played: Porch Spades and the kitchen league."""

import json
import re
import tomllib
from functools import lru_cache
from pathlib import Path

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.cli import main
from spades_tui.game.events import Bid
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.rules_page import page
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, from_data, load
from tests.game.tables import Sitting, sheet
from tests.referee.referee import check

PAGE = (Path(__file__).parents[2] / "docs" / "variants.md").read_text("utf-8")


def named(name: str) -> str:
    """Return the example of the page under a name."""
    (found,) = re.findall(rf"^<!-- {name} -->\n```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@lru_cache
def porch() -> Variant:
    return from_data(tomllib.loads(named("home variant: porch")))


@lru_cache
def league() -> Variant:
    """Return a game with the parts from the page."""
    data = shipped()["classic"].to_json() | {"slug": "kitchen-league", "name": "Kitchen League", "options": []}
    data["bids"] = [
        {"kind": "number", "max": 13},
        {"kind": "count", "on": False},
        {"kind": "at_least", "bid": 4, "on": False},
        {"kind": "as_partner", "on": False},
    ]
    winner = {"kind": "hand_winner", "on": False, "compares": "tricks", "best": "lowest", "won": 10}
    zero = {"kind": "zero", "word": "nil", "made": 100, "lost": -100, "bags": True}
    data["scores"] = [zero, *data["scores"][1:2], winner, *data["scores"][2:]]
    data["endings"] = [{"kind": "hands", "hands": 4, "parts": "first"}]
    return from_data(data | tomllib.loads(named("league sheet")))


# ---- Porch Spades --------------------------------------------------------------------------------------


def test_each_game_on_the_page_is_a_valid_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "porch.toml"
    path.write_text(named("home variant: porch"), "utf-8")
    assert main(["variants", "check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: Porch Spades: no mistakes\n"
    assert load(path) == porch() == from_data(porch().to_json())
    every = [{**variant.to_json(), "slug": "", "name": "", "summary": ""} for variant in shipped().values()]
    assert {**porch().to_json(), "slug": "", "name": "", "summary": ""} not in every


def test_the_first_hand_of_porch_spades_leaves_only_zero_to_bid() -> None:
    game = Sitting(ruleset(porch())).deal()
    assert [event for event in game.sees(game.turn).legal if isinstance(event, Bid)] == [Bid(1, 0)]
    assert [str(why) for why in game.sees(1).why_bids] == ["Nobody bids a trick here (PS-1)"]
    score = game.bids(0, 0, 0, 0).took(4, 2, 5, 2).score()
    assert (sheet(score, 0), sheet(score, 1)) == ([("PS-6", 90)], [("PS-6", 40)])
    assert (score.format, score.bags) == ("self-bid", (0, 0))
    game.deal().do(Bid(2, 0), Bid(3, 3))
    assert game.state.rules.format is None
    assert game.refused(Bid(0, 3)) == {"PS-2"}


# ---- the kitchen league --------------------------------------------------------------------------------


def offered(game: Sitting) -> list[int]:
    return [event.bid for event in game.sees(game.turn).legal if isinstance(event, Bid)]


@pytest.mark.rule("LG-3")
def test_each_game_on_the_page_asks_its_decisions() -> None:
    game = Sitting(ruleset(league())).deal()
    assert (game.state.rules.format, offered(game)) == ("three or nil", [0, 3])
    game.bids(3, 3, 3, 0).took(3, 4, 3, 3).score()
    game.deal()
    assert (game.state.rules.format, offered(game)) == ("same as the partner", list(range(14)))
    game.do(Bid(2, 5), Bid(3, 2))
    assert offered(game) == [5]
    game.bids(5, 2, 5, 2).took(5, 2, 4, 2).score()
    game.deal("", "", "", "AKQ4H /H")
    assert (game.state.rules.format, game.turn, offered(game)) == ("bid your hearts", 3, [4])
    for seat in (3, 0, 1, 2):
        game.do(Bid(seat, offered(game)[0]))
    third = game.took(3, 4, 3, 3).score()
    assert third.format == "bid your hearts"
    fourth = game.deal()
    assert (fourth.state.rules.format, offered(fourth)) == ("lowest total wins", [0])


@pytest.mark.rule("LG-3")
def test_the_lowest_total_wins_the_hand_and_a_tie_adds_another() -> None:
    game = Sitting(ruleset(league())).so_far(hands=3, totals=(0, 100)).deal()
    score = game.bids(0, 0, 0, 0).took(2, 4, 4, 3).score()
    assert (sheet(score, 0), sheet(score, 1)) == ([("LG-3", 100)], [])
    assert [line.text for line in score.lines] == ["6 tricks, the lowest total"]
    score = game.deal().bids(0, 0, 0, 0).took(5, 2, 3, 3).score()
    assert (score.hand, score.format, score.totals) == (5, "lowest total wins", (100, 200))
    assert game.over().reason == "hands"


@pytest.mark.rule("LG-3")
@pytest.mark.parametrize("level", ["beginner", "club"])
def test_each_game_on_the_page_is_played_to_its_end(level: str) -> None:
    for number in (1, 2):
        game = play_game(TableSetup(league(), {}, bot_seats(4, level), 0, "kitchen league", number))
        assert game.ended
        assert len(check(game.text)) == 1
        scores = [json.loads(line) for line in game.text.splitlines() if '"hand_score"' in line]
        assert [one["format"] for one in scores][:4] == [form.format for form in league().programme]
        assert set(scores[0]["bids"]) <= {0, 3}


# ---- a hand of nils, and double nils -------------------------------------------------------------------


@lru_cache
def nils() -> Variant:
    """Return a game with classic nils in three hands; everyone must bid nil in the second."""
    data = shipped()["classic"].to_json() | {"slug": "all-nil", "name": "All Nil", "options": []}
    data["bids"] = [{"kind": "number", "max": 13}]
    data["scores"] = [{"kind": "zero", "word": "nil", "made": 100, "lost": -100}, *data["scores"][1:]]
    data["endings"] = [{"kind": "hands", "hands": 3, "parts": "first"}]
    return from_data(data | tomllib.loads(named("nil sheet")))


def test_the_rules_page_has_the_games_word_for_a_bid_of_zero() -> None:
    assert "Everybody bids nil." in page(nils())
    for slug, word in (("mirrors", "nil"), ("sandbags", "zero")):
        bids = [{"kind": "number", "max": 13}, {"kind": "at_least", "bid": 4}, {"kind": "board", "least": 5}]
        told = page(from_data(shipped()[slug].to_json() | {"options": [], "bids": bids}))
        assert f"A bid is {word}, or 4 or more." in told and f"a {word} adds nothing." in told


@pytest.mark.parametrize(
    ("took", "points"),
    [((0, 7, 0, 6), (300, -200)), ((1, 6, 0, 6), (-200, -200)), ((0, 13, 0, 0), (300, -200))],
)
def test_a_double_nil_is_scored_as_one(took: tuple[int, ...], points: tuple[int, int]) -> None:
    game = Sitting(ruleset(nils()))
    game.played((3, 3, 3, 3), (3, 4, 3, 3))
    game.deal()
    assert {event.bid for event in game.sees(2).legal if isinstance(event, Bid)} == {0}
    assert [why.sentence for why in game.sees(2).why_bids] == ["Everybody bids nil in this hand"]
    score = game.bids(0, 0, 0, 0).took(*took).score()
    assert score.points == points
    assert [line.text for line in score.lines] == [f"Double nil {'made' if n > 0 else 'set'}" for n in points]
    third = game.played((0, 3, 3, 3), (0, 3, 4, 6))  # one nil, at its own price
    assert ("SB-6", 100) in sheet(third, 0)


def test_double_nils_need_partners_and_a_price_that_does_not_grow() -> None:
    for slug, entry, message in (
        ("cutthroat", {"both_made": 100}, "nobody has a partner who bids nil too"),
        ("classic", {"both_made": -1}, "must give points"),
        ("classic", {"both_lost": 1}, "must not give points"),
    ):
        data = shipped()[slug].to_json()
        data["scores"][0] |= entry
        with pytest.raises(VariantError, match=message):
            from_data(data)
