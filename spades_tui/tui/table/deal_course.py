"""The course of a deal on screen: the cut, the choice of the extra card, the animation."""

from typing import TYPE_CHECKING

from textual.screen import Screen

from spades_tui.play.shown import CutOffered
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.effects import DealCards, Effects, LowerCurtain, Pause, ShowScreen, Step
from spades_tui.tui.table.table_host import TableHost

if TYPE_CHECKING:
    from spades_tui.play.table import Table


class DealCourse:
    """The deals of one table. Parameters named `current` are the screen that the table shows now."""

    def __init__(self, host: TableHost, table: "Table") -> None:
        self._host, self._table = host, table
        self._screen: DealingScreen | None = None
        self._interrupted = False
        self._depth: int | None = None
        self._word = ""

    def show(self, offer: CutOffered) -> DealingScreen:
        """Return a screen for this deal."""
        self._screen = DealingScreen(self._host, offer)
        return self._screen

    def current_screen(self, current: Screen[None] | None) -> DealingScreen | None:
        """Return the deal's screen, if the table shows it now."""
        return self._screen if self._screen is current else None

    def cut(self, offer: CutOffered, screen: DealingScreen, depth: int | None, word: str, hidden: bool) -> Effects:
        """Note the cut; the dealer may then choose the extra card. `hidden`: a curtain comes before that."""
        self._depth, self._word = depth, word
        if offer.may_designate is None:
            return (DealCards(None),)
        if hidden:
            return (LowerCurtain(offer.may_designate, ("You deal, and you can choose the extra card.",)),)
        screen.offer_place()
        return ()

    def interrupt(self, current: Screen[None] | None) -> None:
        """Note that a curtain comes down, perhaps between the cut and the deal."""
        self._interrupted = self.current_screen(current) is not None and isinstance(self._table.next(), CutOffered)

    def resume_choice(self, seat: int, offer: CutOffered) -> Effects:
        """Let the dealer, who has opened the curtain, choose the extra card; return no effects if that isn't due."""
        if not self._interrupted or offer.may_designate != seat:
            return ()
        screen = self.show(offer)
        return (ShowScreen(screen, screen.offer_place),)

    def deal(self, extra_at: int | None, screen: DealingScreen, seconds: float) -> Effects:
        """Deal, and animate it for some seconds. Raises NotSaved."""
        offer = self._table.next()
        last = isinstance(offer, CutOffered) and extra_at == offer.cards - 1
        self._table.deal(self._depth, None if last else extra_at, self._word)
        if seconds == 0 or isinstance(self._table.next(), CutOffered):  # a dealer at another terminal chooses first
            return (Step(),)
        screen.run_deal(seconds)
        return (Pause(seconds + 0.35, Step()),)
