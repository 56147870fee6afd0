"""What the program imports when its first frame stands: the rest of itself, one slice after another.

A slice is one turn of the event loop, and a key that comes meanwhile is answered before the next. So the first frame
waits for nothing that it does not show, and no later screen for what could have been imported before.
"""

import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from spades_tui.screens.host import Host

OF_A_TABLE: tuple[str, ...] = (
    "spades_tui.rules.bases",
    "spades_tui.rules.bids",
    "spades_tui.rules.scores",
    "spades_tui.rules.declared",
    "spades_tui.rules.ruleset",
    "spades_tui.game.bidding",
    "spades_tui.game.facts.bid",
    "spades_tui.table.game_loop",
    "spades_tui.table.table",
    "spades_tui.screens.table.dealing",
    "spades_tui.screens.table.controller",
    "spades_tui.asking.bid_pay",
    "spades_tui.screens.table.table_screen",
    "spades_tui.screens.table.bidding",
    "spades_tui.screens.table.score",
    "spades_tui.screens.table.trick_play",
    "spades_tui.bots.club",
)
"""What a table needs as the game goes on."""

SLICES: tuple[str, ...] = (
    *OF_A_TABLE,
    "spades_tui.screens.table.ceremony",
    "spades_tui.screens.table.curtain",
    "spades_tui.screens.review.open_hands",
    "spades_tui.screens.table.unkept",
    "spades_tui.screens.table.watch",
    "spades_tui.screens.broken",
    "spades_tui.screens.setup.name_question",
    "spades_tui.screens.setup.players",
    "spades_tui.screens.setup.rules_page",
    "spades_tui.screens.setup.seating",
    "spades_tui.widgets.table_plan",
    "spades_tui.screens.setup.table_options",
    "spades_tui.table.settings",
    "spades_tui.screens.setup.seats",
    "spades_tui.screens.setup.settings",
    "spades_tui.screens.setup.own_keys",
    "spades_tui.screens.setup.variant_selection",
    "spades_tui.screens.book",
    "spades_tui.screens.book.after_game",
    "spades_tui.widgets.scoreboard_view",
    "spades_tui.screens.book.book",
    "spades_tui.screens.book.correct",
    "spades_tui.screens.book.files",
    "spades_tui.screens.book.games",
    "spades_tui.screens.book.person",
    "spades_tui.screens.book.table_settings",
    "spades_tui.screens.book.unfinished",
    "spades_tui.screens.learn",
    "spades_tui.screens.learn.lesson_screens",
    "spades_tui.screens.review",
    "spades_tui.screens.review.play_on",
    "spades_tui.screens.review.review",
    "spades_tui.screens.everything",
    "spades_tui.screens.commands",
    "spades_tui.screens.keys",
    "spades_tui.screens.table_rules",
    "spades_tui.book.store",
    "spades_tui.book.views",
    "spades_tui.book.queries",
    "spades_tui.book.board",
    "spades_tui.book.book",
    "spades_tui.rules.check",
    "spades_tui.rules.load",
    "spades_tui.rules.house.rows",
    "spades_tui.rules.house.together",
    "spades_tui.rules.house.draft",
    "spades_tui.rules.house.toml_text",
    "spades_tui.table.simulate",
    "spades_tui.table.own_variants",
    "spades_tui.screens.setup.house_name",
    "spades_tui.widgets.rule_rows",
    "spades_tui.screens.setup.house_rules",
)
"""Modules in the order in which they are imported: what a table needs first. Each brings in few more than itself; how
long each takes, and a list for other modules, is told by ``python -m tests.bench.slices``."""

BETWEEN = 0.002
"""Seconds from one slice to the next; a key that comes then has its turn."""
WAIT = 0.05
"""Seconds from the first frame to the first slice: first the frame has to get to the terminal, in several parts."""
LOOK_AGAIN = 0.02
"""Seconds between two looks whether the first frame stands, or a key has been answered."""


class Afterwards:
    """Does the first thing when the first frame stands, imports slices, and then does the rest."""

    def __init__(
        self, app: Host, then: Callable[[], None], slices: Sequence[str] = SLICES,
        first: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.app, self.then, self.first = app, then, first
        self.left = list(slices)
        self.waited = False

    def go_on(self) -> None:
        """Import one slice if nobody waits for anything; come back until there is none left."""
        if self.app.typing or not self.app.stands:
            self.app.set_timer(LOOK_AGAIN, self.go_on)
            return
        if not self.waited:
            self.waited = True
            self.app.set_timer(WAIT, self.go_on)
            return
        gc.enable()
        first, self.first = self.first, lambda: None
        first()
        if self.left:
            import_module(self.left.pop(0))
            while self.left and self.left[0] in sys.modules:
                del self.left[0]
            self.app.set_timer(BETWEEN, self.go_on)
            return
        collect_again()
        self.then()


USUAL = (700, 10, 10)
"""How often Python looks for unreachable objects by itself."""


def collect_again() -> None:
    """Look for unreachable objects as usual from now on, though not among those that stay: a look at all of them takes
    as long as many keys. (`spades_tui.cli` puts it off until here.) Nothing is done where that holds already."""
    if gc.get_threshold() != USUAL:
        gc.freeze()
        gc.set_threshold(*USUAL)
