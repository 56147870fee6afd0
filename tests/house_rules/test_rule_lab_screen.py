"""The form measures what its changes do, live and in other processes."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest
from textual.pilot import Pilot

from spades_tui.analysis.kept_counts import GameCounts
from spades_tui.analysis.rule_lab import CLOSE, MEASURES, Figure, Measured, RuleComparison, count_game
from spades_tui.house_rules.own_variants import MOST_CHANGES, single_changes
from spades_tui.presentation.lab_words import DIFFERENT, SAME, cell, sentences, unfinished
from spades_tui.rules.variant_check import MOST_HANDS
from spades_tui.settings.settings import Settings
from spades_tui.system.jobs import Jobs
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.house_pages import SECONDS, RuleLabScreen
from spades_tui.tui.setup.house_rules_form import HouseRulesScreen
from spades_tui.tui.widgets.paragraphs import Page
from tests.make_screenshots import slim
from tests.measured_rules import changed, draft_of, kept
from tests.screens.looking import settle
from tests.setup.helpers import press, shown
from tests.sizes import LARGE, SMALL, at_each_size

Spades = Pilot[int]
BAGS, NIL = ("scores.bags.limit", 2), ("scores.zero.made", 20)


@contextmanager
def threads(count: int) -> Iterator[Jobs]:
    """Play in one thread of this process."""
    with closing(Jobs(lambda: ThreadPoolExecutor(1), 2)) as jobs:
        yield jobs


def ticking(step: float) -> Callable[[], float]:
    """Return a clock that goes on by `step` whenever somebody looks."""
    seconds = [0.0]

    def look() -> float:
        seconds[0] += step
        return seconds[0]

    return look


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
    """Two bags that cost 100 points cost many points; the value of a rare nil hardly any."""
    draft = changed(("scores.bags.limit", 2), ("scores.zero.made", 90))
    alone = single_changes(draft)
    comparison = RuleComparison(draft.origin, draft.variant, [one.variant for one in alone])
    for _, setup in zip(range(4 * 6), comparison.setups(), strict=False):
        comparison.add(count_game(setup))
    told = sentences(comparison.measured, "nil", [one.label for one in alone])
    points = next(one for one in told if one.startswith("Sides score fewer points a hand: "))
    assert points.endswith(" Cause: Bags that cost points: 2.")
    assert comparison.hands == sum(one.hands for one in comparison.measured) > 48


@pytest.fixture
def app(home: object) -> SpadesApp:
    return SpadesApp(settings=Settings(pace="instant", cut_patience=0, name="Ann"))


@at_each_size(SMALL, LARGE)
async def test_the_screen_shows_sentences_and_figures_and_stops(app: SpadesApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        screen = RuleLabScreen(changed(BAGS))
        screen.played, screen.clock = threads, ticking(SECONDS / 30)
        await app.push_screen(screen)
        await pilot.pause()
        while screen.running:
            await pilot.pause(0.05)
        await settle(app)
        words = shown(pilot)
        assert "original" in words and "changed" in words and "time is up" in words
        assert DIFFERENT in words and SAME in words, "certain and uncertain figures have different signs"
        hands = screen.comparison.hands
        await press(pilot, "s")
        assert "continues" in shown(pilot)
        await press(pilot, "m")
        assert screen.running
        await press(pilot, "s")
        assert not screen.running
        assert "stopped" in screen.query_one("#progress", Page).words
        assert screen.comparison.hands >= hands
        await press(pilot, "escape")
        assert app.screen is not screen


async def test_the_form_opens_it_when_something_has_changed(app: SpadesApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(HouseRulesScreen(changed(), lambda path: None))
        await settle(app)
        await press(pilot, "m")
        assert isinstance(app.screen, HouseRulesScreen)
        assert "nothing to measure" in shown(pilot)
        app.screen.draft = changed(BAGS)
        monkeypatch.setattr(RuleLabScreen.__init__, "__defaults__", (threads, ticking(1)))
        await press(pilot, "m")
        assert isinstance(app.screen, RuleLabScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, HouseRulesScreen)


async def test_the_footer_offers_to_measure_as_soon_as_something_has_changed(app: SpadesApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(HouseRulesScreen(changed(), lambda path: None))
        await settle(app)
        assert "m measure" not in shown(pilot)
        await press(pilot, "slash", *"target", "enter", *"300", "enter")
        await settle(app)
        assert "m measure" in shown(pilot), "even after a search, in the smallest terminal"
        await press(pilot, "x")
        await settle(app)
        assert "m measure" not in shown(pilot)


def test_games_that_never_end_are_named_and_have_no_length() -> None:
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


async def test_another_minute_makes_a_known_difference_more_precise(app: SpadesApp) -> None:
    """Measuring stops when the points are known within one, and can go on from there."""
    async with app.run_test(size=SMALL) as pilot:
        screen = RuleLabScreen(draft_of("bags"))
        screen.played, screen.clock = threads, ticking(SECONDS / 20)
        screen.comparison.measured, known = kept("bags"), sum(one.hands for one in kept("bags"))
        await app.push_screen(screen)
        while screen.running:
            await pilot.pause(0.05)
        assert screen.comparison.within <= CLOSE and screen.comparison.hands > known
        assert "time is up" in shown(pilot)


@pytest.mark.slow
async def test_processes_play_and_end_with_the_screen(app: SpadesApp) -> None:
    from multiprocessing import active_children

    async with app.run_test(size=LARGE) as pilot:
        screen = RuleLabScreen(changed(BAGS, NIL))
        await app.push_screen(screen)
        while screen.running and screen.comparison.hands < 20:
            await pilot.pause(0.1)
        assert active_children()
        await press(pilot, "escape")
        for _ in range(100):
            if not active_children():
                break
            await pilot.pause(0.1)
        assert not active_children()
