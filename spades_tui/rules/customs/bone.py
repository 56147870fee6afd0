"""The bonehead play, for which players cite themselves."""

from typing import ClassVar, Literal

from spades_tui.rules.component_bases import CustomComponent


class BoneheadPlays(CustomComponent):
    """Players may cite themselves for a bonehead play (3B-29)."""

    kind: Literal["bone"]
    default_rule: ClassVar[str] = "3B-29"
    words: ClassVar[str] = "You may cite yourself for a bonehead play."
