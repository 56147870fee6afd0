"""A review judges each decision by its cost, separates luck from play, and can fork the game at any decision."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.analysis import review as module
from spades_tui.analysis.fork import fork
from spades_tui.analysis.review import costliest, judge, lead_of, needs_judging, result_of, review_of
from spades_tui.analysis.reviewed_record import PlayedHand, collect, collect_journal
from spades_tui.analysis.simulate import play_game
from spades_tui.analysis.verify import verify
from spades_tui.bots import advice
from spades_tui.bots.hand_worth import scored_worth
from spades_tui.bots.valued_choice import Advice, Aim, Reason, ValuedChoice
from spades_tui.cards import parse
from spades_tui.cli import main
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.play.brain import IN_PLACE
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.review_words import different
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import Observation
from spades_tui.system.folders import forks_folder, is_fork
from spades_tui.tui.review.hands_screen import HOW
from tests.advice.fakes import weigh_by_rules
from tests.game.tables import Sitting
from tests.games import each_game
from tests.review.reviewing import CLUB, record_of, simulated


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
    doubts = {id(own[5].seen): 2.0}

    def weigh(level: str, seen: Observation, stream: Stream, further: bool, **_: object) -> tuple[ValuedChoice, ...]:
        done = next(one.event for one in own if one.seen is seen)
        other = next((event for event in seen.legal if event != done), done)
        if id(seen) not in dear:
            return (ValuedChoice(done, 10.0, 0.5, 3.0, 10),)
        value, doubt = 10.0 - dear[id(seen)], doubts.get(id(seen), 0.0)
        return ValuedChoice(other, 10.0, 0.6, 3.0, 10), ValuedChoice(done, value, 0.5, 3.0, 10, doubt)

    monkeypatch.setattr(advice, "weigh", weigh)
    review = review_of(record, (0,), [judge(one, IN_PLACE) for one in own])
    assert [one.cost for one in review.costliest()] == [6.0, 2.5]
    assert review.costliest(1) == []
    assert review.mistakes(0) == 1
    assert review.decisions == (len(record.of((0,))),)
    assert review.totals(0)["play"] == -6.0, "a cost that may be chance doesn't count"
    for one in review.costliest():
        assert one.best is not None
        assert one.reason is not None
        assert (one.reason.event, one.reason.against) == (one.best.event, one.decision.event)
        assert one.reason.better == one.cost
    for hand in review.hands:
        assert hand.cards == round(10.0 - hand.lead, 1)
        assert hand.result == pytest.approx(hand.cards + hand.play + hand.luck)
        whole = result_of(record.replayed.rules, record.hands[hand.hand], 0)
        assert hand.result == round(whole - hand.lead, 1)
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


@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "3b-five", "suicide", "call-break"))
def test_the_last_hand_is_worth_more_to_the_winner_of_a_whole_game(slug: str) -> None:
    record = record_of(simulated(slug))
    assert record.hands[max(record.hands)].outcome is not None
    assert_the_winner_is_ahead(record.replayed.rules, record.hands[max(record.hands)])


@pytest.mark.usefixtures("by_rules")
def test_a_hand_near_the_end_counts_beside_the_lead_before_it() -> None:
    record = record_of(simulated("classic"))
    rules = record.replayed.rules
    near = 0
    for played in record.hands.values():
        same = replace(played, after=played.standing, points=(0, 0), outcome=None)
        for seat in range(4):
            assert result_of(rules, same, seat) == pytest.approx(lead_of(rules, played, seat))
        near += lead_of(rules, played, 0) != 0
    assert 0 < near < len(record.hands)
    judged = [judge(one, IN_PLACE) for one in needs_judging(record.of((0,)))]
    for hand in review_of(record, (0,), judged).hands:
        assert hand.label.endswith("*") is hand.near_end


@pytest.mark.parametrize(
    ("slug", "before", "after", "costs"),
    [("joker-deuces", 0, 1, True), ("joker-deuces", 1, 2, True), ("joker-deuces", 1, 1, False),
     ("classic", 0, 1, False)],
)
def test_only_a_new_set_counts_and_only_where_sets_end_the_game(
    slug: str, before: int, after: int, costs: bool
) -> None:
    rules = ruleset(shipped()[slug])
    start = Standing.fresh(rules.seats, len(rules.sides))
    worth = scored_worth(
        rules, replace(start, sets=(before, 0)), replace(start, sets=(after, 0)), (50, 50), outcome=None
    )
    assert (worth[0] < worth[1]) is costs


def test_of_cards_of_the_same_worth_the_first_is_shown_and_of_choices_that_nobody_played_out_the_first() -> None:
    queen, jack, deuce = (Play(0, parse(card)) for card in ("QH", "JH", "2C"))
    rows = [
        Advice(event, 0.0, 0.0, 0.9, 4.0, 100, Reason(Aim.MAKE, event), equals=equals)
        for event, equals in ((queen, (jack,)), (jack, (queen,)), (deuce, ()))
    ]
    assert [one.event for one in different(tuple(rows))] == [queen, deuce]
    unplayed = tuple(replace(one, deals=0) for one in rows)
    assert [one.event for one in different(unplayed)] == [queen]
    assert [one.event for one in different((*unplayed[:2], rows[2]))] == [deuce]
    assert [one.event for one in different((rows[0], *unplayed[1:]))] == [queen]


@pytest.mark.parametrize("game", [3, 4])
def test_the_end_counts_as_it_was_if_both_sides_reach_the_target(game: int) -> None:
    """Side 1 wins by one point."""
    seats = tuple(SeatSetup(name, "bot", CLUB) for name in ("Ann", "Bea", "Cy", "Dot"))
    text = play_game(TableSetup(shipped()["classic"], {"target": 60}, seats, (game - 1) % 4, seed="q", game=game)).text
    [record] = collect(io.BytesIO(text.encode()))
    last = record.hands[max(record.hands)]
    assert last.outcome is not None
    assert last.after.totals == (60, 61)
    assert_the_winner_is_ahead(record.replayed.rules, last)
    assert result_of(record.replayed.rules, last, 0) < -50


def assert_the_winner_is_ahead(rules: Ruleset, last: PlayedHand) -> None:
    """Assert that the last hand is worth more to each winner than to each loser, and that results add up to 0."""
    assert last.outcome is not None
    sides = [side for side, group in enumerate(rules.sides) if any(seat in last.state.table for seat in group)]
    results = {side: result_of(rules, last, rules.sides[side][0]) for side in sides}
    assert sum(results.values()) == pytest.approx(0.0, abs=1e-6)
    won = [result for side, result in results.items() if side in last.outcome.winners]
    lost = [result for side, result in results.items() if side not in last.outcome.winners]
    assert won
    assert lost
    assert min(won) > max(lost)


def ended(
    slug: str, before: Standing, points: tuple[int, ...], bid_wins: int | None = None, **after: Any
) -> PlayedHand:
    """Return a last hand with these points; `bid_wins` is a side whose bid wins the game."""
    rules = shipped_rules(slug)
    totals = tuple(had + more for had, more in zip(before.totals, points, strict=True))
    standing = replace(before, totals=totals, hands=before.hands + 1, **after)
    state = Sitting(slug).deal().state.current
    return PlayedHand(state, before, standing, points, rules.decide(standing, bid_wins))


def shipped_rules(slug: str) -> Ruleset:
    return ruleset(shipped()[slug])


def standing_of(slug: str, totals: tuple[int, ...], hands: int, **more: Any) -> Standing:
    """Return a standing with these totals after some hands."""
    return replace(shipped_rules(slug).fresh_standing(), totals=totals, hands=hands, **more)


@pytest.mark.parametrize(
    ("slug", "totals", "hands", "points", "reason", "winners"),
    [
        ("classic", (440, 440), 8, (60, 61), "target", (1,)),
        ("classic", (440, 300), 8, (60, 199), "target", (0,)),
        ("classic", (490, 480), 8, (63, 80), "target", (1,)),
        ("classic", (-150, 200), 8, (-60, -150), "floor", (1,)),
        ("classic", (-150, -199), 8, (-60, -10), "floor", (1,)),
        ("sandbags", (499, 499), 8, (2, 1), "target", (0,)),
        ("bemo", (490, 480, 100), 8, (20, 31, 50), "target", (1,)),
        ("two-handed", (290, 280), 8, (9, 20), "target", (1,)),
        ("six-handed", (290, 280, 100), 8, (10, 21, 50), "target", (1,)),
        ("cutthroat", (290, 280, 100, 289), 8, (10, 21, 50, 13), "target", (3,)),
        ("3b-five", (30, 31, 5, 6, 7), 8, (2, 2, 1, 1, 3), "hands", (1,)),
        ("call-break", (30, 31, 5, 6), 4, (3, 2, 1, 2), None, ()),
        ("call-break", (30, 31, 5, 6), 4, (3, 1, 1, 2), "hands", (0,)),
        ("league", (400, 380), 11, (60, 81), "hands", (1,)),
        ("classic", (440, 420), 8, (60, 80), None, ()),
    ],
)
def test_every_ending_counts_as_it_was(
    slug: str, totals: tuple[int, ...], hands: int, points: tuple[int, ...],
    reason: str | None, winners: tuple[int, ...],
) -> None:  # fmt: skip
    """The winner is ahead even by one point; a tie that another hand breaks favours neither."""
    rules = shipped_rules(slug)
    last = ended(slug, standing_of(slug, totals, hands), points)
    if reason is not None:
        assert last.outcome is not None
        assert (last.outcome.reason, last.outcome.winners) == (reason, winners)
        assert_the_winner_is_ahead(rules, last)
    else:
        assert last.outcome is None
        assert abs(result_of(rules, last, 0) - result_of(rules, last, 1)) < 25


@pytest.mark.rule("JK-11")
def test_a_game_lost_by_sets_counts_as_lost_although_the_loser_has_more_points() -> None:
    before = standing_of("jokers", (450, 100), 8, sets=(2, 0))
    last = ended("jokers", before, (-50, 60), sets=(3, 0))
    assert last.outcome is not None
    assert (last.outcome.reason, last.outcome.winners) == ("sets", (1,))
    assert_the_winner_is_ahead(shipped_rules("jokers"), last)


@pytest.mark.rule("BM-12", "3B-15")
@pytest.mark.parametrize("slug", ["bemo", "3b-four"])
def test_a_bid_that_wins_the_game_outright_counts_as_won_although_others_have_more_points(slug: str) -> None:
    sides = len(shipped_rules(slug).sides)
    last = ended(slug, standing_of(slug, (0, *[40] * (sides - 1)), 3), (1, *[20] * (sides - 1)), bid_wins=0)
    assert last.outcome is not None
    assert (last.outcome.reason, last.outcome.winners) == ("outright", (0,))
    assert_the_winner_is_ahead(shipped_rules(slug), last)


@pytest.mark.rule("BM-12")
def test_a_tie_broken_by_bags_counts_as_won() -> None:
    last = ended("bemo", standing_of("bemo", (490, 480, 100), 8), (20, 30, 50), bags=(2, 3, 0))
    assert last.outcome is not None
    assert last.outcome.winners == (0,)
    assert_the_winner_is_ahead(shipped_rules("bemo"), last)


@pytest.mark.usefixtures("by_rules")
def test_following_the_adviser_costs_nothing(game: list[dict[str, Any]]) -> None:
    record = record_of(game)
    judged = [judge(one, IN_PLACE) for one in needs_judging(record.of((0,)))]
    review = review_of(record, (0,), judged)
    assert review.costliest() == []
    assert review.mistakes(0) == 0


# ---- the command


@pytest.mark.usefixtures("by_rules")
@pytest.mark.parametrize(("target", "costs"), [(500, r"\d+ points"), (100, r"\d+ games in 100")])
def test_the_review_command_prints_the_costliest_decisions_and_the_luck(
    tmp_path: Path, target: int, costs: str, game: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    spoiled = simulated(target=target)
    place = next(n for n, line in enumerate(spoiled) if line["event"] == "bid" and line["seat"] == 0)
    spoiled[place]["bid"] = 9
    del spoiled[place + 1 :]
    path = tmp_path / "spoiled.spades.jsonl"
    path.write_text(record_text(spoiled), "utf-8")
    assert main(["review", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "Ann: 1 decision, 1 clear mistake" in out
    assert re.search(rf"hand 1: bid 9 cost {costs}", out)
    whole = tmp_path / "whole.spades.jsonl"
    whole.write_text(record_text(game), "utf-8")
    assert main(["review", str(whole), "--seat", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [seat["name"] for seat in data["seats"]] == ["Cy"]
    assert {"hand", "seat", "cards", "play", "luck", "result"} == set(data["hands"][0])
    assert all(one["cost"] == 0 for one in data["decisions"])


def test_the_review_command_refuses_wrong_arguments_and_records(
    tmp_path: Path, game: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.spades.jsonl"
    path.write_text(record_text(game), "utf-8")
    assert main(["review", str(path), "--seat", "4"]) == 2
    assert "no seat 4; choose one from 0 to 3" in capsys.readouterr().err
    bots = [{**game[0], "seats": [{"name": "A", "kind": "bot", "level": CLUB}] * 4}, *game[1:]]
    path.write_text(record_text(bots), "utf-8")
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
    path.write_text(record_text(game), "utf-8")
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


@pytest.mark.parametrize("bid", [0, 9])
def test_a_bid_that_no_player_would_try_is_judged_too(game: list[dict[str, Any]], bid: int) -> None:
    decision = next(one for one in record_of(game).of((0,)) if isinstance(one.event, Bid))
    judged = judge(replace(decision, event=Bid(0, bid)), IN_PLACE)
    assert judged.costs_surely and judged.cost > 20


def test_costs_that_may_be_chance_are_listed_last(game: list[dict[str, Any]]) -> None:
    decision = record_of(game).of((0,))[0]
    one = judge(replace(decision, event=Bid(0, 9)), IN_PLACE)
    assert one.done is not None
    costs = ((30.0, 20.0), (10.0, 1.0), (20.0, 2.0))
    judged = [replace(one, done=replace(one.done, cost=cost, doubt=doubt)) for cost, doubt in costs]
    assert [each.cost for each in costliest(judged)] == [20.0, 10.0, 30.0]


@pytest.mark.parametrize(
    ("fresh", "cost", "surely", "looks"),
    [((-1.0, 0.5), 0.0, False, 1), ((8.0, 1.0), 8.0, True, 3), ((6.0, 4.0), 6.0, False, 1), ((6.0, 2.0), 6.0, True, 3)],
)
def test_a_cost_is_the_one_in_new_deals(
    fresh: tuple[float, float], cost: float, surely: bool, looks: int,
    game: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    decision = next(one for one in record_of(game).of((0,)) if isinstance(one.event, Play) and one.choices > 1)
    other = next(event for event in decision.seen.legal if event != decision.event)
    asked = []

    def weigh(*_: object, among: tuple[SeatEvent, ...] = (), **__: object) -> tuple[ValuedChoice, ...]:
        behind, doubt = 15.0, 4.9  # so clear that advice itself takes no second look
        if among:
            asked.append(among)
            behind, doubt = fresh
        return (
            ValuedChoice(other, 10.0, 0.6, 3.0, 40),
            ValuedChoice(decision.event, 10.0 - behind, 0.5, 3.0, 40, doubt),
        )

    monkeypatch.setattr(advice, "weigh", weigh)
    monkeypatch.setattr(module, "suggest", lambda _: None)
    one = judge(decision, IN_PLACE)
    assert (one.cost, one.costs_surely, one.as_good) == (cost, surely, not cost)
    assert len(asked) == looks
    assert set(asked) == {(other, decision.event)}


def test_the_words_for_the_figures_of_a_hand_mean_the_same_everywhere() -> None:
    page = Path("docs/review.md").read_text("utf-8")
    for name, meaning in module.MEASURES.items():
        assert f"| {name} | {meaning} |" in page
        assert f"{name.capitalize()}: {meaning}." in " ".join(HOW)


def test_the_module_documents_the_formula_of_luck() -> None:
    assert module.__doc__ is not None
    assert "luck = result − cards − play" in module.__doc__


@pytest.mark.parametrize("blind", [True, False])
def test_a_blind_bid_has_no_reason_against_it(game: list[dict[str, Any]], blind: bool) -> None:
    """Its reason is the score, which speaks for the bid as much."""
    bid = next(one for one in record_of(game).of((0,)) if isinstance(one.event, Bid))
    judged = judge(replace(bid, event=replace(bid.event, bid=5)), IN_PLACE)
    assert judged.cost and isinstance(judged.decision.event, Bid)
    decision = replace(judged.decision, event=replace(judged.decision.event, blind=blind))
    assert (replace(judged, decision=decision).reason is None) == blind
