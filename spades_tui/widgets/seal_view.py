"""The seal of a deal and what opens it."""

from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.widgets.deal_view import grouped


class SealView(CanvasWidget):
    """The commitment and the secret, and what they are for."""

    DEFAULT_CSS = "SealView { width: 1fr; height: 1fr; }"

    def __init__(self, seal: str, secret: str, cut: str) -> None:
        super().__init__()
        self.seal, self.secret, self.cut = seal, secret, cut

    def draw(self, canvas: Canvas) -> None:
        """Both, in fours."""
        y = max(1, canvas.height // 2 - 6)
        for title, digits in (("The seal, shown before the cut", self.seal), ("The secret that opens it", self.secret)):
            canvas.centred(0, canvas.width, y, [(title, palette.soft)])
            canvas.centred(0, canvas.width, y + 1, [(grouped(digits[:32]), palette.gold)])
            canvas.centred(0, canvas.width, y + 2, [(grouped(digits[32:]), palette.gold)])
            y += 4
        lines = (
            self.cut,
            "The secret alone decides the shuffle; the seal is its fingerprint (SHA-256).",
            "So the pack was the same before the cut and after it.",
            "`spades-tui verify` checks a whole game.",
        )
        for line in lines:
            canvas.centred(0, canvas.width, y, [(line, palette.text)])
            y += 1
