"""What the program imports when its first frame stands: the rest of itself, one slice after another.

A slice is one turn of the event loop, and a key that comes meanwhile is answered before the next. So the first frame
waits for nothing that it does not show, and no later screen for what could have been imported before.
"""

import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from spades_tui.screens.host import Host

SLICES: tuple[str, ...] = (
    "spades_tui.rules.component",
    "spades_tui.rules.deck",
    "spades_tui.rules.ledger",
    "spades_tui.rules.toml_lines",
    "spades_tui.rules.outcome",
    "spades_tui.rules.bases",
    "spades_tui.rules.bids.skip",
    "spades_tui.rules.customs",
    "spades_tui.rules.plays",
    "spades_tui.rules.scores.perfect_row",
    "spades_tui.rules.ruleset",
    "spades_tui.game.trick",
    "spades_tui.game.state",
    "spades_tui.game.findings",
    "spades_tui.game.facts.form",
    "pydantic_core._pydantic_core",
    "pydantic.errors",
    "pydantic._internal._utils",
    "pydantic.json_schema",
    "pydantic.functional_validators",
    "zoneinfo",
    "pydantic._internal._generate_schema",
    "annotated_types",
    "pydantic.types",
    "email.message",
    "importlib.metadata",
    "pydantic.plugin._loader",
    "spades_tui.fair",
    "pydantic._internal._model_construction",
    "spades_tui.record.lines",
    "spades_tui.rules.options",
    "spades_tui.rules.catalogue",
    "spades_tui.record.replay",
    "spades_tui.seats.parts",
    "spades_tui.table.game_loop",
    "spades_tui.table.open_hand",
    "spades_tui.table.shown",
    "spades_tui.table.table",
    "spades_tui.screens.table.passing",
    "spades_tui.screens.table.bid_pay",
    "spades_tui.screens.table.decisions",
    "spades_tui.screens.table.top_line",
    "spades_tui.screens.table.table_screen",
    "spades_tui.screens.table.curtain",
    "spades_tui.screens.table.dealing",
    "spades_tui.book.season",
    "spades_tui.screens.table.score",
    "spades_tui.screens.table.ending",
    "spades_tui.screens.table.controller",
    "spades_tui.screens.table_rules",
    "spades_tui.screens.setup.broken",
    "spades_tui.screens.setup.name_question",
    "spades_tui.screens.setup.players",
    "spades_tui.screens.setup.rules_page",
    "spades_tui.screens.setup.seating",
    "spades_tui.screens.setup.seats",
    "spades_tui.screens.setup.settings",
    "spades_tui.screens.setup.variant_selection",
    "spades_tui.screens.book",
    "spades_tui.screens.book.after_game",
    "spades_tui.screens.book.book",
    "spades_tui.screens.book.correct",
    "spades_tui.screens.book.files",
    "spades_tui.widgets.progress_view",
    "spades_tui.screens.book.games",
    "spades_tui.screens.book.person",
    "spades_tui.screens.book.table_settings",
    "spades_tui.screens.book.unfinished",
    "spades_tui.screens.learn",
    "spades_tui.table.lessons.lines",
    "spades_tui.table.lessons.lesson",
    "spades_tui.screens.learn.learn",
    "spades_tui.screens.learn.lesson_host",
    "spades_tui.screens.review",
    "spades_tui.screens.review.play_on",
    "spades_tui.screens.review.review",
    "spades_tui.screens.commands",
    "spades_tui.screens.keys",
    "spades_tui.book.store",
    "spades_tui.book.views",
    "spades_tui.book.statistics",
    "spades_tui.book.book",
)
"""Modules in the order in which they are imported: what a table needs first. Each brings in few more than itself; how
long each takes, and a list for other modules, is told by ``python -m tests.bench.slices``."""

BETWEEN = 0.002
"""Seconds from one slice to the next; a key that comes then has its turn."""
LOOK_AGAIN = 0.02
"""Seconds between two looks whether the first frame stands, or a key has been answered."""


class Afterwards:
    """Imports slices, and then does the rest."""

    def __init__(self, app: Host, then: Callable[[], None], slices: Sequence[str] = SLICES) -> None:
        self.app, self.then = app, then
        self.left = list(slices)

    def go_on(self) -> None:
        """Import one slice if nobody waits for anything; come back until there is none left."""
        if self.app.typing or not self.app.stands:
            self.app.set_timer(LOOK_AGAIN, self.go_on)
        elif self.left:
            import_module(self.left.pop(0))
            while self.left and self.left[0] in sys.modules:
                del self.left[0]
            self.app.set_timer(BETWEEN, self.go_on)
        else:
            collect_again()
            self.then()


def collect_again() -> None:
    """Look for unreachable objects from now on, though not among those that stay: a look at all of them takes as long
    as many keys. (`spades_tui.cli` puts it off until here.)"""
    gc.freeze()
    gc.enable()
