"""Import modules after the first frame, in short slices.

A slice takes one turn of the event loop, and waiting keys are handled before the next. So the first frame waits only
for the code that it needs, and later screens don't wait for imports.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from spades_tui.system.collecting import started
from spades_tui.system.faults import write_once
from spades_tui.tui.app_host import Host

OF_A_TABLE: tuple[str, ...] = (
    "spades_tui.rules.bid_context", "spades_tui.rules.component_bases", "spades_tui.rules.scores",
    "spades_tui.rules.option_places", "spades_tui.rules.ruleset", "spades_tui.game.bidding",
    "spades_tui.game.events.bid", "spades_tui.play.bot_decision", "spades_tui.play.game_loop", "spades_tui.play.table",
    "spades_tui.tui.table.dealing_screen", "spades_tui.tui.table.home_runner", "spades_tui.tui.table.typing_screen",
    "spades_tui.tui.table.table_screen", "spades_tui.tui.table.bidding_screen", "spades_tui.tui.table.score_screen",
    "spades_tui.tui.table.trick_play", "spades_tui.bots.club",
)  # fmt: skip
"""Modules that a table needs during the game."""

SLICES: tuple[str, ...] = (
    *OF_A_TABLE,
    "spades_tui.tui.setup.home", "spades_tui.tui.table.tray_and_hearing", "spades_tui.tui.table.curtain_screen",
    "spades_tui.tui.dialogs", "spades_tui.tui.review.open_hands_screen", "spades_tui.house_rules.own_variants",
    "spades_tui.tui.widgets.fields", "spades_tui.play.daily", "spades_tui.play.match",
    "spades_tui.presentation.daily_words", "spades_tui.tui.setup.daily_screen", "spades_tui.tui.setup.house_pages",
    "spades_tui.system.jobs", "spades_tui.tui.setup.house_rules_form", "spades_tui.tui.setup.seat_widgets",
    "spades_tui.tui.setup.name_question", "spades_tui.tui.setup.games_and_rules", "spades_tui.tui.setup.match_screen",
    "spades_tui.tui.setup.seats_screen", "spades_tui.tui.setup.settings_and_keys", "spades_tui.tui.scorebook",
    "spades_tui.tui.scorebook.pages_and_forms", "spades_tui.scorebook.game_result",
    "spades_tui.scorebook.database_store", "spades_tui.scorebook.scorebook", "spades_tui.bots.search.end_values",
    "spades_tui.record.reader", "spades_tui.analysis.review", "spades_tui.tui.scorebook.games_screen",
    "spades_tui.tui.scorebook.person_screen", "spades_tui.tui.scorebook.scorebook_screen", "spades_tui.tui.lessons",
    "spades_tui.tui.lessons.lesson_table", "spades_tui.tui.command_palette",
)  # fmt: skip
"""Modules in the order in which they are imported, with those for a table first.

Each imports few others; ``python -m tests.bench.slices`` measures each, and lists slices for other modules.
"""

SLICE_GAP = 0.002
"""Seconds between two slices, to leave time for keys."""
SECONDS_AFTER_FIRST_FRAME = 0.05
"""Seconds from the first frame to the first slice, because the frame reaches the terminal in several parts."""
LOOK_AGAIN = 0.02
"""Seconds between two checks whether the first frame is shown and no key is being handled."""


class Preloader:
    """The work after the first frame: a first task, the slices of imports, and a last task."""

    def __init__(
        self, app: Host, then: Callable[[], None], slices: Sequence[str] = SLICES,
        first: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.app, self.then, self.first = app, then, first
        self.left = list(slices)
        self.waited = False

    def load_next(self) -> None:
        """Import one slice if nothing is waiting; call itself again until no slice is left."""
        if self.app.typing or not self.app.is_painted:
            self.app.set_timer(LOOK_AGAIN, self.load_next)
            return
        if not self.waited:
            self.waited = True
            self.app.set_timer(SECONDS_AFTER_FIRST_FRAME, self.load_next)
            return
        first, self.first = self.first, lambda: None
        first()
        if self.left:
            try:
                import_module(self.left.pop(0))
            except Exception as error:  # if the module is needed, importing it fails again
                write_once(error)
            while self.left and self.left[0] in sys.modules:
                del self.left[0]
            self.app.set_timer(SLICE_GAP, self.load_next)
            return
        started()
        self.then()
