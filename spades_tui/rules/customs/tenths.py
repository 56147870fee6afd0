"""Points written in tens and tenths."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.custom_component import CustomComponent


class Tenths(CustomComponent):
    """Points are written in tens and tenths (CB-8). The scores stay as they are."""

    added: ClassVar[bool] = True

    kind: Literal["tenths"]
    form_words: ClassVar[Mapping[str, str]] = {"": "Points are written as 3.2"}
    words: ClassVar[str] = "Points are written in tens and tenths: 32 points are 3.2."
    rule: RuleName = "CB-8"
