"""Shared by endings that a game may combine: their order, and how ties are broken."""

from spades_tui.rules.component_bases import Checker
from spades_tui.rules.problems import Flaw, Part
from spades_tui.rules.score_capabilities import CountsBags


def asked_late(kind: str, check: Checker, place: int) -> None:
    """Report a usual end of the game before one that comes at once."""
    if any(part.at_once for part in check.variant.endings[place + 1 :]):
        check.say(Flaw.ASKED_TOO_EARLY, "endings", place, "kind", kind=Part((f"endings.{kind}",)))


def bags_are_counted(wanted: bool, check: Checker, place: int) -> None:
    """Report ties broken by overtricks where nobody counts them."""
    counted = any(isinstance(score, CountsBags) and score.counts_bags for score in check.variant.scores)
    if wanted and not counted and not check.some_hands:
        check.say(Flaw.NO_BAGS_TO_PART, "endings", place, "fewest_bags")


def parted(fewest_bags: bool) -> str:
    """Return the half-sentence that fewer overtricks break a tie; empty if they don't."""
    return "; fewer overtricks break a tie" if fewest_bags else ""
