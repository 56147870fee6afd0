"""A sample hand on the settings screen."""

from spades_tui import cards
from spades_tui.presentation.wording import sorted_hand
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings.settings import Settings
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.card_faces import CardStyle, paint_card

SAMPLE = "AS QS 7S KH TH 5H JD 9D 3D QC 8C 4C"
"""A hand with all suits and both high and low cards, to show the effect of the settings."""


class SampleHand(CanvasWidget):
    """A hand, sorted and drawn by the settings."""

    DEFAULT_CSS = "SampleHand { width: 1fr; height: 4; }"

    def __init__(self, settings: Settings, variant: str) -> None:
        super().__init__()
        self.settings, self._variant = settings, variant

    def show(self, settings: Settings) -> None:
        """Show it with these settings."""
        self.settings = settings
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw twelve cards in a row, sorted and drawn as at the table, in the size that fits."""
        look = CardStyle.liked(self.settings)
        held = cards.hand_of(cards.parse(name) for name in SAMPLE.split(" "))
        canvas.put(0, 0, "Your hand will look like this:", palette.soft)
        large = canvas.height > 4 and not look.compact
        width, height = (8, 7) if large else (5, 3)
        for place, card in enumerate(sorted_hand(ruleset(find(self._variant)), look, held)):
            paint_card(canvas, (width + 1) * place, 1, width, height, look, card)
