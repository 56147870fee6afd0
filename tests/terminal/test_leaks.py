"""Whoever looks for leaked cards finds them: nothing in the program as it is, and one planted in each of ten places."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from tests.terminal.watching import Watch

pytestmark = pytest.mark.slow

OTHER = '''
from spades_tui import cards
from spades_tui.app import SpadesApp
from spades_tui.screens.table.controller import Controller
from spades_tui.screens.table.curtain import CurtainScreen

def other(app):
    """Three cards of a person who does not sit at the keyboard."""
    controller = app.controller
    hand = controller.table._course.state.hand if controller is not None else None
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
        real(self, argument)
        more(self)
    setattr(owner, name, with_one if real.__code__.co_argcount > 1 else alone)
'''

PLANTS = {
    "palette": """
from textual.app import SystemCommand
real = SpadesApp.get_system_commands
def commands(self, screen):
    yield from real(self, screen)
    yield SystemCommand(other(self), "A command", lambda: None)
SpadesApp.get_system_commands = commands
""",
    "toast": """
after(Controller, "curtain_opened", lambda self: self.app.notify(other(self.app), timeout=30))
""",
    "log": """
import spades_tui.screens.table.log as log
real = log.public_log
log.public_log = lambda shown, look: [*real(shown, look), other(log.app_here())]
from textual._context import active_app
log.app_here = active_app.get
""",
    "title": """
after(CurtainScreen, "on_mount", lambda self: self.app._driver.write(f"\\x1b]0;{other(self.app)}\\x07"))
""",
    "resize": """
after(SpadesApp, "_mind_size", lambda self: hasattr(self.screen, "set_top") and self.screen.set_top(other(self)))
""",
    "curtain": """
import spades_tui.screens.table.curtains as curtains
down = curtains.Curtains.come_down
def come_down(self, seat, words=()):
    held = self._controller.table._course.state.hand
    shown = tuple(cards.pretty(card) for card in cards.cards_of(held.holding[seat])) if held else words
    down(self, seat, shown)
curtains.Curtains.come_down = come_down
""",
    "crash": """
import spades_tui.faults as faults
from spades_tui.screens.table.table_screen import TableScreen
def broken(self):
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
real = Controller.act
def act(self, fact):
    picture(self)
    real(self, fact)
Controller.act = act
""",
    "clipboard": """
after(Controller, "curtain_opened", lambda self: self.app.copy_to_clipboard(other(self.app)))
""",
    "late update": """
def later(self):
    self.set_timer(0.15, lambda: self.set_top(other(self.app)))
after(CurtainScreen, "on_mount", later)
""",
}


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[[str], Watch]]:
    """Two people at a table of the program, with something planted in it; ends it afterwards."""
    begun: list[Terminal] = []

    def begin(plant: str) -> Watch:
        seats = "human:Ann,human:Bea,bot:beginner:Cy,bot:beginner:Dot"
        terminal = Terminal("play", "--seats", seats, "--seed", "leak", "--pace", "instant", home=tmp_path, plant=plant)
        begun.append(terminal)
        return Watch(terminal, tmp_path)

    yield begin
    for terminal in begun:
        terminal.close()


def test_the_program_as_it_is_shows_nobody_a_card_of_somebody_else(watch: Callable[[str], Watch]) -> None:
    watching = watch(OTHER)  # planted, and never called
    assert watching.course(bids=3) == set()
    assert watching.terminal.child.exitstatus == 0


@pytest.mark.parametrize("place", PLANTS)
def test_a_card_that_is_leaked_there_is_found(place: str, watch: Callable[[str], Watch]) -> None:
    watching = watch(OTHER + PLANTS[place])
    assert watching.course(), watching.terminal.text()
