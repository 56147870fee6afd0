"""The rules of a game being changed, the differences first."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup.house_words import rules_told
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.paragraphs import Page, PageScroll


class DraftRulesScreen(SpadesScreen):
    """The rules of a draft, the differences first."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("draft_rules")
    DEFAULT_CSS = "DraftRulesScreen #rules { padding: 1 3; }"

    def __init__(self, draft: RulesDraft) -> None:
        super().__init__()
        self.draft = draft

    def compose_body(self) -> ComposeResult:
        """Lay out the page."""
        yield PageScroll(Page(), id="rules")

    def on_mount(self) -> None:
        """Name and fill the page."""
        self.set_top([("Your rules", palette.bold), (f"  from {self.draft.origin.name}", palette.gold)])
        self.query_one(PageScroll).show(rules_told(self.draft))
