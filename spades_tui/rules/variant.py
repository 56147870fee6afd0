"""A variant: one file, one frozen model. What each component means stands with the component."""

from collections.abc import Iterator
from typing import Annotated, Literal

from spades_tui.rules.bases import RuleComponent
from spades_tui.rules.bids import AnyBid
from spades_tui.rules.component import SLUG_PATTERN, Between, Component, Entries, Label, Pattern, Prose
from spades_tui.rules.customs import AnyCustom
from spades_tui.rules.deck import Deal, Deck
from spades_tui.rules.endings import AnyEnding
from spades_tui.rules.plays import AnyPlay, LastTrick
from spades_tui.rules.scores import AnyScore

SCHEMA: Literal[1] = 1

OptionName = Literal[
    "target",
    "hands",
    "enforcement",
    "take_back",
    "undo",
    "double_sets",
    "bag_penalty",
    "ten_or_less",
    "new_deal",
    "blind_ten_400",
    "joker",
    "aces",
]


class Variant(Component):
    """A complete rule object, as a variant file and the `rules` of a record hold it."""

    schema_: Literal[1] = SCHEMA
    slug: Annotated[str, Pattern(SLUG_PATTERN)]
    name: Label
    summary: Prose
    special: Annotated[tuple[Prose, ...], Entries(0, 12)] = ()
    """What no component says about this game, a sentence each."""
    source: Label | None = None
    """Which document describes it."""
    seats: Annotated[int, Between(3, 5)]
    sides: Literal["partners", "solo"]
    """``partners``: seats 0 and 2 against 1 and 3; ``solo``: every player alone."""
    options: Annotated[tuple[OptionName, ...], Entries(0, 20)] = ()
    """What a table may choose when it sets up a game."""
    deck: Deck = Deck()
    deal: Deal
    bids: Annotated[tuple[AnyBid, ...], Entries(1, 20)]
    plays: Annotated[tuple[AnyPlay, ...], Entries(1, 20)]
    scores: Annotated[tuple[AnyScore, ...], Entries(1, 20)]
    endings: Annotated[tuple[AnyEnding, ...], Entries(1, 10)]
    customs: Annotated[tuple[AnyCustom, ...], Entries(0, 20)] = ()

    @property
    def players(self) -> int:
        """Seats that play a hand."""
        return self.seats - (1 if self.deal.sits_out == "dealer" else 0)

    def side_seats(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        if self.sides == "partners":
            return tuple(tuple(range(side, self.seats, 2)) for side in range(2))
        return tuple((seat,) for seat in range(self.seats))

    @property
    def last_trick_shown(self) -> bool | None:
        """Whether the last trick may be looked at again (C-10); None where nothing says so."""
        return next((part.shown for part in self.plays if isinstance(part, LastTrick)), None)

    def with_last_trick(self, shown: bool) -> "Variant":
        """The same with the last trick shown, or not."""
        plays = tuple(
            part.changed(shown=shown) if isinstance(part, LastTrick) else part for part in self.plays
        )
        return self.changed(plays=plays)

    def unfit(self, people: int) -> tuple[str, str] | None:
        """Why so many people cannot play by these rules, as half a sentence, and the rule; None if they can."""
        found = ((part.unfit(people), part.rule) for part in self.customs)
        return next(((words, rule) for words, rule in found if words), None)

    def shortened(self, hands: int) -> "Variant":
        """The same game of so many hands at most, where hands are counted."""
        return self.changed(endings=tuple(part.shortened(hands) for part in self.endings))

    def components(self) -> Iterator[RuleComponent]:
        """All components, in the order of the file's lists."""
        for listed in (self.bids, self.plays, self.scores, self.endings, self.customs):
            yield from listed

    def to_json(self) -> dict[str, object]:
        """The rule object as a record's `rules` holds it."""
        return self.to_keys()
