"""The seal of a deal, its secret, and the proof."""

from spades_tui.play.shown import DealProof
from spades_tui.presentation.seal_words import cut_words, proved
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, fit
from spades_tui.tui.widgets.deal_view import grouped


class SealView(CanvasWidget):
    """The commitment, the secret and the cut, with explanations."""

    DEFAULT_CSS = "SealView { width: 1fr; height: 1fr; }"

    def __init__(self, proof: DealProof, cutter: str, by_person: bool) -> None:
        super().__init__()
        self.proof, self.cutter, self.by_person = proof, cutter, by_person

    def draw(self, canvas: Canvas) -> None:
        """Draw both in groups of four digits, then the sentences."""
        proof = self.proof
        y = max(1, canvas.height // 2 - 8)
        for title, digits in (
            ("The seal, shown before the cut", proof.commitment),
            ("The secret that opens it", proof.secret),
        ):
            canvas.centred(0, canvas.width, y, [(title, palette.soft)])
            canvas.centred(0, canvas.width, y + 1, [(grouped(digits[:32]), palette.gold)])
            canvas.centred(0, canvas.width, y + 2, [(grouped(digits[32:]), palette.gold)])
            y += 4
        for line in (*self._cut(canvas.width - 2), ("", palette.text), *self._proved()):
            canvas.centred(0, canvas.width, y, [line])
            y += 1

    def _cut(self, width: int) -> list[Piece]:
        """Return how the pack was cut; a word has a separate line."""
        cut = cut_words(self.proof, self.cutter)
        if not self.proof.word:
            return [(f"{cut}.", palette.text)]
        return [(cut, palette.text), (fit(self.proof.word, width), palette.gold)]

    def _proved(self) -> list[Piece]:
        return [(line, palette.text) for line in proved(self.proof, self.by_person)]
