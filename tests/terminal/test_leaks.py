"""The search for leaked cards finds none in the program, and finds one planted in each of ten places."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from tests.terminal.watching import Watch, journal

pytestmark = pytest.mark.slow

OTHER = '''
from spades_tui import cards
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.home_runner import HomeRunner
from spades_tui.tui.table.curtain_screen import CurtainScreen

def other(app):
    """Three cards of a person who does not sit at the keyboard."""
    controller = app.controller
    hand = controller.table.course.state.hand if controller is not None else None
    if hand is None:
        return ""
    seat = next(seat for seat in controller.table.people if seat != controller.viewer)
    return " ".join(cards.pretty(card) for card in list(cards.cards_of(hand.holding[seat]))[:3])

def after(owner, name, more):
    """Let a method do something more."""
    real = getattr(owner, name)
    def alone(self):
        real(self)
        more(self)
    def with_one(self, argument):
        done = real(self, argument)
        more(self)
        return done
    setattr(owner, name, with_one if real.__code__.co_argcount > 1 else alone)
'''

PLANTS = {
    "palette": """
from textual.app import SystemCommand
real = SpadesApp.get_system_commands
def commands(self, screen):
    yield SystemCommand(other(self), "A command", lambda: None)
    yield from real(self, screen)
SpadesApp.get_system_commands = commands
""",
    "toast": """
after(HomeRunner, "show_hand", lambda self: self.app.notify(other(self.app), timeout=30))
""",
    "log": """
import spades_tui.tui.table.screen_at_table as log
real = log.public_log
log.public_log = lambda *shown, **parts: [*real(*shown, **parts), other(log.app_here())]
from textual._context import active_app
log.app_here = active_app.get
""",
    "title": """
after(CurtainScreen, "on_mount", lambda self: self.app._driver.write(f"\\x1b]0;{other(self.app)}\\x07"))
""",
    "resize": """
after(SpadesApp, "on_resize", lambda self: hasattr(self.screen, "set_top") and self.screen.set_top(other(self)))
""",
    "curtain": """
import spades_tui.tui.table.game_runner as runner
def words(theirs, **more):
    return tuple(cards.pretty(card) for card in cards.cards_of(theirs.own or 0)) or real(theirs, **more)
real, runner.curtain_words = runner.curtain_words, words
""",
    "crash": """
import spades_tui.system.faults as faults
from spades_tui.tui.table.table_screen import TableScreen
scores = TableScreen.action_scores
def broken(self):
    if not other(self.app):
        return scores(self)
    raise ValueError(other(self.app))
TableScreen.action_scores = broken
real = faults.report
faults.report = lambda error: real(error) + str(error)
""",
    "screenshot": """
from textual.app import App
import os
def picture(self):
    App.save_screenshot(self.app, path=os.environ["HOME"])
real = HomeRunner.act
def act(self, answer):
    picture(self)
    real(self, answer)
HomeRunner.act = act
""",
    "clipboard": """
after(HomeRunner, "show_hand", lambda self: self.app.copy_to_clipboard(other(self.app)))
""",
    "late update": """
def later(self):
    self.set_timer(0.15, lambda: self.set_top(other(self.app)))
after(CurtainScreen, "on_mount", later)
""",
}


SEATS = "human:Ann,human:Bea,bot:beginner:Cy,bot:beginner:Dot"
PASSED = '''
def other(app):
    """The cards that others have passed; the partner has not passed yet."""
    controller = app.controller
    hand = controller.table.course.state.hand if controller is not None else None
    if hand is None:
        return ""
    given = sum(chosen for seat, chosen in enumerate(hand.passed) if seat != controller.viewer)
    return " ".join(cards.pretty(card) for card in cards.cards_of(given))
'''
DRAFTED = '''
def other(app):
    """The cards that the other has drafted."""
    controller = app.controller
    hand = controller.table.course.state.hand if controller is not None else None
    if hand is None:
        return ""
    theirs = [made for made in hand.drafts if made.seat != controller.viewer]
    return " ".join(cards.pretty(card) for made in theirs for card in (made.first, made.second))
'''
OBSERVED = {
    "passed": """
from msgspec.structs import replace
import spades_tui.seats.observer as observing
real, theirs = observing.Observation, [0]
def fresh_cards(hand, seat):
    theirs[0] = hand.passed[(seat + 2) % 4]
    return theirs[0]
def observation(**parts):
    seen = real(**parts)
    return replace(seen, got=theirs[0] if seen.seat is not None else 0)
observing.fresh_cards, observing.Observation = fresh_cards, observation
""",
    "drafted": """
from msgspec.structs import replace
import spades_tui.seats.observer as observing
real_draft = observing._draft
def draft(state, hand, seat):
    return replace(real_draft(state, hand, seat), top=hand.stock[0] if hand.stock else None)
observing._draft = draft
""",
}
"""Planted code: observations with another player's passed cards, or with the top card of the stock."""
NEW: dict[str, tuple[str, tuple[str, ...], str, str, str]] = {
    "passed": (
        PASSED, ("--variant", "suicide", "--option", "nil_pass=2"), "pass", "picked",
        "human:Ann,bot:beginner:Cy,human:Bea,bot:beginner:Dot",
    ),
    "drafted": (DRAFTED, ("--variant", "two-handed"), "draft", "on top of the stock", "human:Ann,human:Bea"),
}  # fmt: skip
"""The secret, the game, the event to wait for, its question, and the seats."""


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[..., Watch]]:
    """Yield a function that starts a game of two people with planted code; end it afterwards."""
    terminals: list[Terminal] = []

    def begin(plant: str, *game: str, seats: str = SEATS) -> Watch:
        terminal = Terminal(
            "play", "--seats", seats, "--seed", "leak", "--pace", "instant", *game, home=tmp_path, plant=plant
        )
        terminals.append(terminal)
        return Watch(terminal, tmp_path, bea=[seat.rpartition(":")[2] for seat in seats.split(",")].index("Bea"))

    yield begin
    for terminal in terminals:
        terminal.close()


def test_the_unchanged_program_leaks_no_card(watch: Callable[..., Watch]) -> None:
    watching = watch(OTHER)  # the planted function is never called
    assert watching.course(times=3) == set()
    assert watching.terminal.child.exitstatus == 0


@pytest.mark.parametrize("place", PLANTS)
def test_a_card_leaked_in_any_place_is_found(place: str, watch: Callable[..., Watch]) -> None:
    watching = watch(OTHER + PLANTS[place])
    assert watching.course(first=True), watching.terminal.text()


def sealed(watch: Callable[..., Watch], what: str, plant: str) -> set[str]:
    """Return the leaks of a game where two people at one keyboard pass or draft cards; with a plant, the first ones."""
    secret, game, event, asked, seats = NEW[what]
    watching = watch(OTHER + secret + plant, *game, seats=seats)
    leaks = watching.course(times=4 if what == "drafted" else 2, event=event, asked=asked, first=bool(plant))
    made = [line for line in journal(watching.home) if line["event"] == event]
    assert made or plant, watching.terminal.text()
    return leaks


@pytest.mark.rule("C-9", "NL-8", "TW-1")
@pytest.mark.parametrize("what", NEW)
def test_passed_and_drafted_cards_are_not_leaked(what: str, watch: Callable[..., Watch]) -> None:
    assert sealed(watch, what, "") == set()


@pytest.mark.parametrize(
    ("what", "place"),
    [("passed", "toast"), ("passed", "crash"), ("passed", "late update"), ("drafted", "log"), ("drafted", "palette"),
     ("drafted", "resize"), ("drafted", "clipboard")],
)  # fmt: skip
def test_a_leaked_passed_or_drafted_card_is_found(what: str, place: str, watch: Callable[..., Watch]) -> None:
    assert sealed(watch, what, PLANTS[place])


@pytest.mark.parametrize("what", OBSERVED)
def test_an_observation_that_shows_too_much_is_found(what: str, watch: Callable[..., Watch]) -> None:
    assert sealed(watch, what, OBSERVED[what])


@pytest.mark.parametrize("what", NEW)
def test_a_picture_of_the_cards_on_disk_is_found(what: str, watch: Callable[..., Watch]) -> None:
    assert sealed(watch, what, PLANTS["screenshot"])
