"""The zero buddy: a hunter whose card lets a zero off."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from spades_tui.language.address import does
from spades_tui.rules.component_bases import Checker
from spades_tui.rules.custom_component import CustomComponent, HandFacts, SeasonColumn, SeasonCount, SeasonNews
from spades_tui.rules.ledger import Standing
from spades_tui.rules.problems import Flaw, Part


class ZeroMarks(CustomComponent):
    """A card may be marked as having ZB potential while a zero is hunted (3B-30)."""

    kind: Literal["zb"]
    separate_zeros: ClassVar[bool] = True
    form_words: ClassVar[Mapping[str, str]] = {"": "ZB marks"}
    seen_keys: ClassVar[tuple[str, ...]] = ("marks",)
    default_rule: ClassVar[str] = "3B-30"
    words: ClassVar[str] = "You may mark a hunter's card that lets a zero off as having ZB potential."
    season_kinds: ClassVar[Mapping[str, SeasonCount]] = {"zero_buddy": SeasonCount("zero buddies", noted=True)}
    season_columns: ClassVar[tuple[SeasonColumn, ...]] = (
        SeasonColumn(6, "zero_buddies", ("zero buddies", "buddies", "z"), "ZB"),
    )

    @classmethod
    def season_sentence(cls, news: SeasonNews) -> str | None:
        """Say who has been voted a zero buddy."""
        return f"{does(news.name, 'is a zero buddy')}." if news.kind == "zero_buddy" else None

    def problems(self, check: Checker) -> None:
        """Report a game without separate zeros, in which nobody hunts them."""
        check.say(Flaw.NO_ZERO_HUNTED, "kind", when=not check.zeros_separate, kind=Part(("scores.zero",)))

    def shows(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Show how many cards have been marked in this hand."""
        if not hand.noted:
            return {}
        return {"marks": sum([note.custom == "zb" for note in hand.noted])}
