"""The seal of a deal, what opens it, and what that proves."""

from spades_tui.rules.component import plural
from spades_tui.table.shown import DealProof
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget, Piece, fit
from spades_tui.widgets.deal_view import grouped


class SealView(CanvasWidget):
    """The commitment and the secret, the cut, and what they are for."""

    DEFAULT_CSS = "SealView { width: 1fr; height: 1fr; }"

    def __init__(self, proof: DealProof, cutter: str, by_person: bool) -> None:
        super().__init__()
        self.proof, self.cutter, self.by_person = proof, cutter, by_person

    def draw(self, canvas: Canvas) -> None:
        """Both in fours, then the sentences."""
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
        """How the pack was cut; a word has a line of its own."""
        proof = self.proof
        if proof.cut_seat is None:
            return [("The cut was declined.", palette.text)]
        cut = f"{self.cutter} cut {plural(proof.depth, 'card')} deep"
        if not proof.word:
            return [(f"{cut}.", palette.text)]
        return [(f"{cut}, with the word", palette.text), (fit(proof.word, width), palette.gold)]

    def _proved(self) -> list[Piece]:
        """What is proved, and no more than that."""
        proof = self.proof
        lines = ["The seal is the fingerprint (SHA-256) of the secret."]
        if proof.version == 1:
            lines += [
                "The secret alone decided the shuffle; the cut turned the pack.",
                "No card was changed after the seal was shown.",
            ]
        elif not self.by_person:
            lines += [
                "No card was changed after the seal was shown.",
                "Nothing more is proved unless a person cuts.",
            ]
        else:
            lines += [
                "The secret and the cut decided the shuffle together, and the secret came first:",
                "whoever made it did not know which pack the cut would choose.",
            ]
            if not proof.word:
                lines.append("Depths alone are few, and can all be tried; words are countless.")
        return [(line, palette.text) for line in (*lines, "`spades-tui verify` checks a whole game.")]
