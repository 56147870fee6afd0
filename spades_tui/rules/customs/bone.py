"""The bonehead play, for which players cite themselves."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from spades_tui.rules.custom_component import CustomComponent, HandFacts
from spades_tui.rules.ledger import HandCounts, Noted


class BoneheadPlays(CustomComponent):
    """Players may cite themselves for a bonehead play (3B-29)."""

    kind: Literal["bone"]
    default_rule: ClassVar[str] = "3B-29"
    form_words: ClassVar[Mapping[str, str]] = {"": "Bonehead plays"}
    words: ClassVar[str] = "You may cite yourself for a bonehead play."

    def season_counts(self, hand: HandFacts, counts: HandCounts, seat: int) -> Mapping[str, int]:
        """Count the cards that a seat has cited; a card counts once."""
        return {"bones": len(cited_cards(note for note in hand.noted if note.seat == seat))}


def cited_cards(noted: Iterable[Noted]) -> set[int | None]:
    """Return the cards that their players have cited, from the notes of a hand."""
    return {note.card for note in noted if note.custom == "bone"}
