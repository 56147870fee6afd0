"""The gacc: leading a spade straight after making the bid."""

from typing import ClassVar, Literal

from spades_tui.rules.component_bases import CustomComponent


class Gacc(CustomComponent):
    """Leading a spade straight after making the bid is announced and counted (3B-10)."""

    kind: Literal["gacc"]
    default_rule: ClassVar[str] = "3B-10"
    words: ClassVar[str] = "Leading a spade straight after you make your bid is gaccing."
