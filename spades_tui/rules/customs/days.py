"""Perfect and imperfect days."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from spades_tui.rules.component_bases import Checker, CustomComponent


class PerfectDays(CustomComponent):
    """Perfect and imperfect days (3B-22, 3B-23)."""

    kind: Literal["days"]
    default_rule: ClassVar[str] = "3B-22"
    words: ClassVar[str] = "A game with every bid met exactly is a perfect day; a game with none is an imperfect day."
    shown_after: Annotated[int, Meta(ge=1, le=200)] = 3

    def problems(self, check: Checker) -> None:
        """Report a game with partners."""
        check.alone_only("customs.days")
