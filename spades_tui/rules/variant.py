"""A variant: one file, one frozen model. What each component means stands with the component."""

from typing import Annotated, Literal

from pydantic import Field

from spades_tui.rules.bids import BidPart
from spades_tui.rules.customs import CustomPart
from spades_tui.rules.deck import Deal, Deck
from spades_tui.rules.endings import EndingPart
from spades_tui.rules.part import SLUG_PATTERN, Label, Part, Prose
from spades_tui.rules.plays import PlayPart
from spades_tui.rules.scores import ScorePart

SCHEMA: Literal[1] = 1

OptionName = Literal[
    "target",
    "hands",
    "enforcement",
    "take_back",
    "double_sets",
    "bag_penalty",
    "ten_or_less",
    "new_deal",
    "blind_ten_400",
    "joker",
    "aces",
]


class Variant(Part):
    """A complete rule object, as a variant file and the `rules` of a record hold it."""

    schema_: Annotated[Literal[1], Field(alias="schema")] = SCHEMA
    slug: Annotated[str, Field(strict=True, pattern=SLUG_PATTERN)]
    name: Label
    summary: Prose
    special: Annotated[tuple[Prose, ...], Field(max_length=12)] = ()
    """What is special about this game, a sentence each."""
    source: Label | None = None
    """Which document describes it."""
    seats: Annotated[int, Field(strict=True, ge=3, le=5)]
    sides: Literal["partners", "solo"]
    """``partners``: seats 0 and 2 against 1 and 3; ``solo``: every player alone."""
    options: Annotated[tuple[OptionName, ...], Field(max_length=20)] = ()
    """What a table may choose when it sets up a game."""
    deck: Deck = Deck()
    deal: Deal
    bids: Annotated[tuple[BidPart, ...], Field(min_length=1, max_length=20)]
    plays: Annotated[tuple[PlayPart, ...], Field(min_length=1, max_length=20)]
    scores: Annotated[tuple[ScorePart, ...], Field(min_length=1, max_length=20)]
    endings: Annotated[tuple[EndingPart, ...], Field(min_length=1, max_length=10)]
    customs: Annotated[tuple[CustomPart, ...], Field(max_length=20)] = ()

    @property
    def players(self) -> int:
        """Seats that play a hand."""
        return self.seats - (1 if self.deal.sits_out == "dealer" else 0)

    def side_seats(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        if self.sides == "partners":
            return tuple(tuple(range(side, self.seats, 2)) for side in range(2))
        return tuple((seat,) for seat in range(self.seats))

    def to_json(self) -> dict[str, object]:
        """The rule object as a record's `rules` holds it."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)
