"""The dump: a player declares that they will take no trick."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from spades_tui.rules.component_bases import Checker
from spades_tui.rules.custom_component import CustomComponent, HandFacts
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.ledger import Noted, Standing
from spades_tui.rules.problems import Flaw

LEAST_MISSED = 3
"""From this bid on, a hand without a trick counts as 0 tricks off even without a dump."""


class DumpDeclaration(CustomComponent):
    """A dump may be declared (3B-22)."""

    kind: Literal["dump"]
    trick_keys: ClassVar[tuple[str, ...]] = ("before_trick",)
    form_words: ClassVar[Mapping[str, str]] = {
        "": "Dumps can be declared",
        "before_trick": "Only before trick",
    }
    seen_keys: ClassVar[Mapping[str, CustomKey]] = {"dumped": CustomKey(tuple[bool, ...], ())}
    """Whether each seat has dumped in this hand."""
    default_rule: ClassVar[str] = "3B-22"
    words: ClassVar[str] = (
        "A player without a trick may declare a dump before trick {before_trick}."
    )
    before_trick: Annotated[int, Meta(ge=1, le=18)] = 5

    @classmethod
    def first_values(cls, tricks: int, lowest: int) -> dict[str, Any]:
        """Return the first five tricks."""
        return {"before_trick": min(5, tricks)}

    def problems(self, check: Checker) -> None:
        """Report a trick that the hand doesn't have."""
        late = self.before_trick > check.tricks
        check.say(Flaw.ABOVE_TRICKS, "before_trick", when=late, tricks=check.tricks)

    def shows(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Show who has declared one in this hand."""
        if not hand.noted:
            return {}
        return {"dumped": tuple([has_dumped(hand.noted, seat) for seat in range(len(hand.took))])}


def has_dumped(noted: Iterable[Noted], seat: int) -> bool:
    """Return whether a seat has declared a dump in the hand with these notes."""
    return any(note.custom == "dump" and note.seat == seat for note in noted)
