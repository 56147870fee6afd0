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
    "spades_tui.rules.deck",
    "spades_tui.rules.asked",
    "spades_tui.rules.ledger",
    "spades_tui.rules.outcome",
    "spades_tui.rules.bases",
    "spades_tui.rules.bids",
    "spades_tui.rules.endings",
    "spades_tui.rules.scores",
    "spades_tui.rules.declared",
    "spades_tui.rules.declaring",
    "spades_tui.rules.ruleset",
    "spades_tui.game.numbers",
    "spades_tui.game.trick",
    "spades_tui.game.passing",
    "spades_tui.game.sequence",
    "spades_tui.game.facts.form",
    "spades_tui.game.course",
    "spades_tui.seats.parts",
    "hmac",
    "spades_tui.fair",
    "spades_tui.table.dealing",
    "spades_tui.bots",
    "spades_tui.record.head",
    "spades_tui.table.outside",
    "spades_tui.table.game_loop",
    "spades_tui.table.open_hand",
    "spades_tui.table.shown",
    "spades_tui.table.table",
    "spades_tui.widgets.faces",
    "spades_tui.widgets.table_view",
    "spades_tui.widgets.deal_view",
    "spades_tui.widgets.fields",
    "spades_tui.screens.table.dealing",
    "spades_tui.screens.table.ending",
    "spades_tui.screens.table.computer_turns",
    "spades_tui.screens.table.curtains",
    "spades_tui.screens.table.keeping",
    "spades_tui.screens.table.only_card",
    "spades_tui.screens.table.controller",
    "spades_tui.screens.table.bid_pay",
    "spades_tui.screens.table.decisions",
    "spades_tui.screens.table.log",
    "spades_tui.widgets.hint",
    "spades_tui.screens.table.sheets",
    "spades_tui.screens.table.table_screen",
    "spades_tui.screens.table.bidding",
    "spades_tui.book.season",
    "spades_tui.screens.table.ceremony",
    "spades_tui.screens.table.curtain",
    "spades_tui.widgets.open_table",
    "spades_tui.screens.table.open_hands",
    "spades_tui.widgets.podium",
    "spades_tui.screens.table.score",
    "spades_tui.screens.table.trick_play",
    "spades_tui.screens.table.unkept",
    "spades_tui.screens.table.watch",
    "spades_tui.bots.holding",
    "spades_tui.bots.estimate",
    "spades_tui.bots.drafting",
    "spades_tui.bots.cardplay",
    "spades_tui.bots.bidding",
    "spades_tui.bots.club",
)
"""What a table needs as the game goes on."""

SLICES: tuple[str, ...] = (
    *OF_A_TABLE,
    "spades_tui.screens.setup.broken",
    "spades_tui.screens.setup.name_question",
    "spades_tui.screens.setup.players",
    "spades_tui.screens.setup.rules_page",
    "spades_tui.screens.setup.seating",
    "spades_tui.table.settings",
    "spades_tui.widgets.table_plan",
    "spades_tui.screens.setup.table_options",
    "spades_tui.screens.setup.seats",
    "spades_tui.screens.setup.settings",
    "spades_tui.screens.setup.variant_selection",
    "spades_tui.screens.book",
    "spades_tui.screens.book.keeper",
    "spades_tui.screens.book.page",
    "spades_tui.screens.book.after_game",
    "spades_tui.book.result",
    "spades_tui.widgets.scoreboard_view",
    "spades_tui.screens.book.book",
    "spades_tui.screens.book.correct",
    "spades_tui.screens.book.files",
    "spades_tui.widgets.plot",
    "spades_tui.screens.book.games",
    "spades_tui.screens.book.person",
    "spades_tui.screens.book.table_settings",
    "spades_tui.screens.book.unfinished",
    "spades_tui.screens.learn",
    "spades_tui.screens.learn.lesson_screens",
    "spades_tui.screens.review",
    "spades_tui.screens.review.play_on",
    "spades_tui.widgets.decision_view",
    "spades_tui.screens.review.review",
    "spades_tui.screens.commands",
    "spades_tui.widgets.key_list",
    "spades_tui.screens.keys",
    "spades_tui.screens.table_rules",
    "spades_tui.book.people",
    "spades_tui.book.tallies",
    "spades_tui.book.store",
    "spades_tui.book.views",
    "spades_tui.book.mending",
    "spades_tui.book.refiling",
    "spades_tui.book.keeping",
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
    """Does the first thing when the first frame stands, imports slices, and then does the rest."""

    def __init__(
        self, app: Host, then: Callable[[], None], slices: Sequence[str] = SLICES,
        first: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.app, self.then, self.first = app, then, first
        self.left = list(slices)

    def go_on(self) -> None:
        """Import one slice if nobody waits for anything; come back until there is none left."""
        if self.app.typing or not self.app.stands:
            self.app.set_timer(LOOK_AGAIN, self.go_on)
            return
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


def collect_again() -> None:
    """Look for unreachable objects from now on, though not among those that stay: a look at all of them takes as long
    as many keys. (`spades_tui.cli` puts it off until here.) Nothing is done where they are looked for already."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
