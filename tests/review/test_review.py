"""A review judges each decision by its cost, separates luck from play, and can fork the game at any decision."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from spades_tui.analysis import review as module
from spades_tui.analysis.fork import fork
from spades_tui.analysis.review import Record, collect, collect_journal, judge, needs_judging, result_of, review_of
from spades_tui.analysis.simulate import play_game
from spades_tui.analysis.verify import verify
from spades_tui.bots import LEVELS, advice
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.cli import main
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Play
from spades_tui.play.bot_decision import IN_PLACE
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.record.writer import dump_all
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from spades_tui.system.folders import forks_folder, is_fork
from tests.advice.fakes import weigh_by_rules
from tests.games import each_game

CLUB = LEVELS[1]


def simulated(slug: str = "sandbags", **options: object) -> list[dict[str, Any]]:
    """Return a game of club players with the first marked as a person."""
    variant = shipped()[slug]
    names = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")[: variant.seats]
    seats = tuple(SeatSetup(name, "bot", CLUB) for name in names)
    text = play_game(TableSetup(variant, options, seats, seed="review")).text
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    lines[0]["seats"][0] = {"name": "Ann", "kind": "human"}
    return lines


def record_of(lines: list[dict[str, Any]]) -> Record:
    [record] = collect(io.BytesIO(dump_all(lines).encode()))
    return record


@pytest.fixture(scope="module")
def game() -> list[dict[str, Any]]:
    return simulated(target=150)


@pytest.fixture
def by_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "weigh", weigh_by_rules)


def test_a_review_finds_every_decision_with_its_observation(game: list[dict[str, Any]]) -> None:
    record = record_of(game)
    own = record.of(record.people)
    events = [line for line in game if line["event"] in ("bid", "play", "claim") and line["seat"] == 0]
    assert record.people == (0,)
    assert len(own) == len(events)
    for decision in own:
        assert decision.seen.seat == 0
        assert decision.seen.own is not None
        assert game[decision.line - 1]["seat"] == 0
        if isinstance(decision.event, Play):
            assert decision.seen.own >> decision.event.card & 1
    assert len(needs_judging(own)) < len(own)


def test_an_event_taken_back_is_not_a_decision() -> None:
    lines = simulated("sandbags", take_back=True, target=100)
    place = next(n for n, line in enumerate(lines) if line["event"] == "bid")
    bid = lines[place]
    again = [*lines[: place + 1], {"event": "take_back", "seat": bid["seat"]}, *lines[place:]]
    before, after = record_of(lines), record_of(again)
    assert [(one.seat, one.event) for one in before.decisions] == [(one.seat, one.event) for one in after.decisions]


def test_cost_play_cards_luck_and_result_add_up(game: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of(game)
    own = needs_judging(record.of((0,)))
    dear = {id(own[3].seen): 6.0, id(own[5].seen): 2.5}

    def weigh(level: str, seen: Observation, stream: Stream, further: bool) -> tuple[ValuedChoice, ...]:
        done = next(one.event for one in own if one.seen is seen)
        other = next((event for event in seen.legal if event != done), done)
        if id(seen) not in dear:
            return (ValuedChoice(done, 10.0, 0.5, 3.0, 10),)
        return ValuedChoice(other, 10.0, 0.6, 3.0, 10), ValuedChoice(done, 10.0 - dear[id(seen)], 0.5, 3.0, 10)

    monkeypatch.setattr(advice, "weigh", weigh)
    review = review_of(record, (0,), [judge(one, IN_PLACE) for one in own])
    assert [one.cost for one in review.costliest()] == [6.0, 2.5]
    assert review.costliest(1) == []
    assert review.worse(0) == 2
    assert review.decisions == (len(record.of((0,))),)
    assert review.totals(0)["play"] == -8.5
    for hand in review.hands:
        assert hand.cards == 10.0
        assert hand.result == pytest.approx(hand.cards + hand.play + hand.luck)
        assert hand.result == round(result_of(record.replayed.rules, record.hands[hand.hand], 0), 1)
    assert {hand.hand for hand in review.hands} == set(record.hands)


@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "3b-five", "two-handed", "league"))
@pytest.mark.usefixtures("by_rules")
def test_the_results_of_all_sides_add_up_to_zero(slug: str) -> None:
    record = record_of(simulated(slug))
    rules = record.replayed.rules
    for played in record.hands.values():
        seats = [group[0] for group in rules.sides if any(seat in played.state.table for seat in group)]
        results = [result_of(rules, played, seat) for seat in seats]
        if not played.state.skipped:
            assert sum(results) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.usefixtures("by_rules")
def test_following_the_adviser_costs_nothing(game: list[dict[str, Any]]) -> None:
    record = record_of(game)
    judged = [judge(one, IN_PLACE) for one in needs_judging(record.of((0,)))]
    review = review_of(record, (0,), judged)
    assert review.costliest() == []
    assert review.worse(0) == 0


# ---- the command


@pytest.mark.usefixtures("by_rules")
def test_the_review_command_prints_the_costliest_decisions_and_the_luck(
    tmp_path: Path, game: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    spoiled = [dict(line) for line in game]
    place = next(n for n, line in enumerate(spoiled) if line["event"] == "bid" and line["seat"] == 0)
    spoiled[place]["bid"] = 9
    del spoiled[place + 1 :]
    path = tmp_path / "spoiled.spades.jsonl"
    path.write_text(dump_all(spoiled), "utf-8")
    assert main(["review", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "Ann: 1 decision; 1 wasn't the best" in out
    assert "hand 1: bid 9 cost " in out
    whole = tmp_path / "whole.spades.jsonl"
    whole.write_text(dump_all(game), "utf-8")
    assert main(["review", str(whole), "--seat", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [seat["name"] for seat in data["seats"]] == ["Cy"]
    assert {"hand", "seat", "cards", "play", "luck", "result"} == set(data["hands"][0])
    assert all(one["cost"] == 0 for one in data["decisions"])


def test_the_review_command_refuses_wrong_arguments_and_records(
    tmp_path: Path, game: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.spades.jsonl"
    path.write_text(dump_all(game), "utf-8")
    assert main(["review", str(path), "--seat", "4"]) == 2
    assert "no seat 4; choose one from 0 to 3" in capsys.readouterr().err
    bots = [{**game[0], "seats": [{"name": "A", "kind": "bot", "level": CLUB}] * 4}, *game[1:]]
    path.write_text(dump_all(bots), "utf-8")
    assert main(["review", str(path)]) == 1
    assert "no people play in this game" in capsys.readouterr().err
    path.write_text("{}\n", "utf-8")
    assert main(["review", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{path}:1: ")
    assert main(["review", str(tmp_path / "none")]) == 2


# ---- forks


@pytest.mark.parametrize("seat", [0, 2])
def test_a_fork_continues_from_a_decision_in_any_seat(tmp_path: Path, game: list[dict[str, Any]], seat: int) -> None:
    path = tmp_path / "games" / "whole.spades.jsonl"
    path.parent.mkdir()
    path.write_text(dump_all(game), "utf-8")
    record = collect_journal(path)
    decision = [one for one in record.decisions if isinstance(one.event, Play)][20]
    forked = fork(record.replayed, decision.before, seat, forks_folder(path.parent))
    assert forked.parent == tmp_path / "forks"
    assert is_fork(forked)
    assert not is_fork(path)
    head = json.loads(forked.read_text("utf-8").splitlines()[0])
    assert " fork rules " in head["program"]
    table = Table.resume(forked)
    assert table.people == (seat,)
    turn = table.next()
    assert turn == Turn(decision.seat, decision.seat == seat)
    seen = table.observe(decision.seat)
    assert (seen.own, seen.trick, seen.tricks, seen.bids) == (
        decision.seen.own, decision.seen.trick, decision.seen.tricks, decision.seen.bids
    )  # fmt: skip
    for _ in range(12):
        match table.next():
            case Turn(who, human):
                table.do(table.observe(who).legal[0] if human else table.choose())
            case HandPlayed() | GameEnded():
                break
            case _:
                raise AssertionError
    table.suspend()
    with forked.open("rb") as stream:
        [checked] = verify(stream, str(forked))  # computer players keep their choices; stand-ins may differ
    assert checked.proofs == checked.deals


def test_a_fork_of_a_bid_asks_for_the_bid(tmp_path: Path, game: list[dict[str, Any]]) -> None:
    record = record_of(game)
    decision = next(one for one in record.decisions if isinstance(one.event, Bid))
    table = Table.resume(fork(record.replayed, decision.before, decision.seat, tmp_path))
    assert table.next() == Turn(decision.seat, True)
    with pytest.raises(ValueError, match="no seat 9 at this table"):
        fork(record.replayed, decision.before, 9, tmp_path)


def test_the_module_documents_the_formula_of_luck() -> None:
    assert module.__doc__ is not None
    assert "luck = result − cards − play" in module.__doc__
