"""The form measures what its changes do, live and in other processes."""

from multiprocessing import active_children

import pytest

from spades_tui.analysis.kept_counts import GameCounts
from spades_tui.analysis.rule_lab import CLOSE, MEASURES, Figure, Measured, RuleComparison, count_game
from spades_tui.house_rules.own_variants import MOST_CHANGES, single_changes
from spades_tui.presentation.lab_words import DIFFERENT, SAME, cell, figure_lines, sentences, unfinished
from spades_tui.rules.variant_check import MOST_HANDS
from tests.driver import Driver, driving
from tests.house_rules.measuring import FormApp, LabApp
from tests.make_screenshots import slim
from tests.measured_rules import changed, draft_of, kept
from tests.screens.looking import wait_until
from tests.sizes import LARGE, SMALL, at_each_size

BAGS, NIL = ("scores.bags.limit", 2), ("scores.zero.made", 20)


def test_each_change_is_measured_alone() -> None:
    draft = changed(BAGS, NIL, ("bids.blind", True))
    alone = single_changes(draft)
    assert len(alone) == 3
    parts = [{part["kind"]: part for part in one.variant.to_json()["scores"]} for one in alone]
    assert [part["bags"]["limit"] for part in parts] == [10, 10, 2]
    assert [part["zero"]["made"] for part in parts] == [100, 20, 100]


def test_an_interval_that_excludes_nothing_is_a_question_mark() -> None:
    share = next(measure for measure in MEASURES if measure.percent)
    assert cell(share, Figure(1.0, 0.6)).endswith("± ?")
    assert not cell(share, Figure(1.0, 0.4)).endswith("?")


def test_a_single_change_needs_no_other_measurement() -> None:
    assert single_changes(changed(BAGS)) == []
    assert single_changes(changed()) == []
    assert MOST_CHANGES >= 2


def test_what_changes_together_is_one_change() -> None:
    """A failed nil costs what a made one pays; both rows change at once."""
    draft = changed(("scores.zero.made", 60), BAGS)
    row = draft.row("scores.zero.lost")
    assert row is not None and row.value == -60
    assert len(single_changes(draft)) == 2


def test_the_cause_of_a_difference_is_found() -> None:
    """A cheaper nil is bid less often, and bags that cost points sooner make hands swing more; not the other way."""
    labels = [one.label for one in single_changes(draft_of("bags"))]
    told = sentences(kept("bags"), "nil", labels)
    causes = {one.partition(":")[0]: one.partition(" Cause: ")[2] for one in told}
    assert causes["Nil is bid less often"] == "Zero made: 50."
    assert causes["Hands swing more"] == "Bags that cost points: 5."


def test_the_games_of_all_rules_are_counted_in_turn() -> None:
    draft = changed(BAGS, NIL)
    comparison = RuleComparison(draft.origin, draft.variant, [one.variant for one in single_changes(draft)])
    games = [setup.variant for _, setup in zip(range(5), comparison.setups(), strict=False)]
    assert games[:2] == [draft.origin, draft.variant] and games[4] == draft.origin
    for hands in (1, 2, 3, 4, 5):
        comparison.add(GameCounts(hands, True, {measure.name: (1, hands) for measure in MEASURES}))
    assert [one.hands for one in comparison.measured] == [1 + 5, 2, 3, 4]
    assert comparison.hands == 15


def hands(seat: Driver) -> int:
    """Return how many hands have been measured."""
    return int(seat.line(" hands").split("· ")[1].split()[0].replace(",", ""))


@at_each_size(SMALL, LARGE)
async def test_the_screen_shows_sentences_and_figures_and_stops(size: tuple[int, int]) -> None:
    """What was measured before becomes more precise, until the points are known closely enough."""
    draft, known = draft_of("bags"), kept("bags")
    measured = sum(one.hands for one in known)
    app = LabApp(draft, 20, known)
    async with driving(app, size) as seat:
        await seat.wait("time is up")
        assert seat.sees("original", "changed")
        assert seat.sees(DIFFERENT, SAME), "certain and uncertain figures have different signs"
        for figure in figure_lines(app.comparison.measured[:2], draft.zero):
            shown = [line for line in seat.lines if figure.label in line and "·" not in line]
            assert all((DIFFERENT in line) is figure.certain for line in shown), shown
        before = hands(seat)
        assert before > measured and app.comparison.within <= CLOSE
        await seat.press("s")
        assert seat.sees("continues")
        await seat.press("m")
        assert not seat.sees("time is up")
        await seat.press("s")
        assert seat.sees("stopped") and hands(seat) >= before
        await seat.press("escape")
        assert seat.place == "home"


async def test_the_form_opens_it_when_something_has_changed() -> None:
    async with driving(FormApp(changed())) as seat:
        assert "m measure" not in seat.footer
        await seat.press("m")
        assert seat.place == "form" and seat.sees("nothing to measure")
        await seat.press("slash", *"target", "enter", *"300", "enter")
        assert "m measure" in seat.footer, "even after a search, in the smallest terminal"
        await seat.press("m")
        assert seat.heading.startswith("Your rules, measured")
        await seat.press("escape")
        assert seat.place == "form"
        await seat.press("x")
        assert "m measure" not in seat.footer


def test_games_that_never_end_are_named_and_have_no_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.analysis.simulate.MOST_HANDS", 40)
    draft = changed(("endings.target.points", 60_000))
    comparison = RuleComparison(draft.origin, draft.variant)
    for _, setup in zip(range(2), comparison.setups(), strict=False):
        comparison.add(count_game(setup))
    original, endless = comparison.measured
    assert original.figure("minutes").value is not None
    assert endless.figure("minutes").value is None and endless.figure("hands").value is None
    assert unfinished(original, endless) == [f"1 of 1 games by your rules didn't end within {MOST_HANDS} hands."]


def test_alike_games_say_nothing_about_the_dealer_itself() -> None:
    """The dealer may gain in both games, and as much in one as in the other."""
    same = Measured()
    for points in range(40):
        same.add(GameCounts(10, True, {"points": (0, 20), "spread": (0, 20), "dealer": (600 + points, 20)}))
    assert sentences([same, same], "nil")[-1] == "The dealer gains as much, within 0.3 points a hand."


def test_pictures_keep_the_digits_of_figures() -> None:
    assert slim('<text x="36.61" y="2.04">0.12</text>') == '<text x="36.6" y="2.0">0.12</text>'


@pytest.mark.slow
async def test_processes_play_and_end_with_the_screen() -> None:
    async with driving(LabApp(changed(BAGS, NIL)), LARGE) as seat:
        assert await wait_until(lambda: seat.sees("hands") and hands(seat) >= 20, 120)
        assert active_children()
        await seat.press("escape")
        assert await wait_until(lambda: not active_children())
