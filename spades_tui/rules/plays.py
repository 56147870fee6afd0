"""Components of trick play."""

from typing import Annotated, Literal

from pydantic import Field

from spades_tui.rules.part import Part, RuleName, Switch


class Follow(Part):
    """A player who holds the suit led must follow it (C-6)."""

    kind: Literal["follow"]
    rule: RuleName = "C-6"

    def sentence(self) -> str:
        """For the rules page."""
        return "Follow the suit led if you can; otherwise any card may be played."


class Lead(Part):
    """When spades may be led (SB-3, JK-6, BM-2, 3B-10)."""

    kind: Literal["lead"]
    rule: RuleName
    spades: Literal["always", "broken"]
    broken_by: Literal["off_suit", "any_spade"] = "off_suit"
    """``off_suit``: a spade played on another suit breaks them (SB-3); ``any_spade``: any spade played (JK-6)."""

    def sentence(self) -> str:
        """For the rules page."""
        if self.spades == "always":
            return "Spades may be led at any time, also first."
        if self.broken_by == "any_spade":
            return "Spades may be led once a spade has been played, or by a player with nothing else."
        return "Spades may be led once one has been played on another suit, or by a player with nothing else."


class AceCall(Part):
    """An ace is called high or low as it is played (3B-3); goes with `aces = "called"` in the deck."""

    kind: Literal["ace_call"]
    rule: RuleName

    def sentence(self) -> str:
        """For the rules page."""
        return "An ace is called high or low as it is played; low is below the two."


class Claim(Part):
    """All remaining tricks may be claimed (C-12)."""

    kind: Literal["claim"]
    rule: RuleName = "C-12"

    def sentence(self) -> str:
        """For the rules page."""
        return "All remaining tricks may be claimed by a player who cannot lose one."


class LastTrick(Part):
    """Whether the last completed trick may be looked at again (C-10)."""

    kind: Literal["last_trick"]
    rule: RuleName = "C-10"
    shown: Switch

    def sentence(self) -> str:
        """For the rules page."""
        return f"The last trick may {'' if self.shown else 'not '}be looked at again."


PlayPart = Annotated[Follow | Lead | AceCall | Claim | LastTrick, Field(discriminator="kind")]
