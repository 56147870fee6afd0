"""The lead to the first trick."""

from typing import ClassVar, Literal

from spades_tui.cards import CLUBS
from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, PlayComponent
from spades_tui.rules.deck import tables
from spades_tui.rules.problems import Flaw, Found


class Opening(PlayComponent):
    """Who leads to the first trick, and which card (C-5, NL-3)."""

    kind: Literal["opening"]
    rule: RuleName
    usual_rule: ClassVar[str] = "NL-3"
    leads: Literal["left", "lowest_club"]
    """``left``: the player on the dealer's left; ``lowest_club``: the holder of the lowest club, with that card."""

    def problems(self, check: Checker, place: int) -> None:
        """Report deals in which nobody may hold a club."""
        deck, deal = check.variant.deck, check.variant.deal
        clubs = tables(deck).suit_masks[CLUBS].bit_count()
        idle = len(deck.pack()) - check.variant.players * deal.cards
        if self.leads == "lowest_club" and clubs <= idle:
            check.say(Flaw.NO_CLUB, "plays", place, "leads", found=Found("lowest_club"))

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "" if self.leads == "left" else "The lowest club in play leads to the first trick."
