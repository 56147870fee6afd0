"""Why something can't be done: a rule and a sentence (C-8)."""

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """A reason with its rule, to show to the player."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


class IllegalEvent(Exception):
    """An event that the rules refuse; nothing has changed (C-8)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
