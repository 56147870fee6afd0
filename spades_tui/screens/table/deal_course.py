"""The course of a deal on screen: the cut, the choice of the extra card, the cards going round."""

from functools import partial
from typing import TYPE_CHECKING

from spades_tui.screens.table.dealing import DealingScreen
from spades_tui.table.steps import CutOffered

if TYPE_CHECKING:
    from spades_tui.screens.table.controller import Controller


class DealCourse:
    """The deals of one table."""

    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self._screen: DealingScreen | None = None
        self._interrupted = False
        self._depth: int | None = None
        self._word = ""

    def offer_cut(self, offer: CutOffered) -> None:
        """A deal is due: ask whoever may cut."""
        controller = self._controller
        if offer.human and controller.curtains.hides_from(offer.seat):
            controller.curtains.come_down(offer.seat, ("You are asked to cut the pack.",))
            return
        screen = self._stand(offer)
        if offer.human:
            screen.call_after_refresh(lambda: screen.offer_cut(controller.app.settings.cut_patience))
        else:
            controller.pauses.after(controller.pace.think, lambda: self.cut(None))

    def _stand(self, offer: CutOffered) -> DealingScreen:
        self._screen = screen = DealingScreen(self._controller, offer)
        self._controller.stand(screen)
        return screen

    def _standing(self) -> DealingScreen | None:
        return self._screen if self._controller.stands(self._screen) else None

    def cut(self, depth: int | None, word: str = "") -> None:
        """The pack is cut, perhaps with a word, or not; the dealer may then choose the extra card."""
        controller = self._controller
        offer, screen = controller.table.next(), self._standing()
        if not isinstance(offer, CutOffered) or screen is None:
            return
        controller.pauses.stop()
        self._depth, self._word = depth, word
        if offer.may_designate is None:
            self.deal(None)
        elif controller.curtains.hides_from(offer.may_designate):
            controller.curtains.come_down(offer.may_designate, ("You deal, and may choose the extra card.",))
        else:
            screen.offer_place()

    def interrupted(self) -> None:
        """A curtain comes down: perhaps between the cut and the deal."""
        self._interrupted = self._standing() is not None and isinstance(self._controller.table.next(), CutOffered)

    def taken_up(self, seat: int, offer: CutOffered) -> bool:
        """Whether the one who has opened the curtain is the dealer, who chooses the extra card now."""
        if not self._interrupted or offer.may_designate != seat:
            return False
        screen = self._stand(offer)
        screen.call_after_refresh(screen.offer_place)
        return True

    def designate(self, place: int) -> None:
        """The dealer has chosen the card that is left over."""
        offer = self._controller.table.next()
        if isinstance(offer, CutOffered):
            self.deal(place if place != offer.cards - 1 else None)

    def deal(self, extra_at: int | None) -> None:
        """Deal, and show the cards going round."""
        self._controller.keeping.do(partial(self._deal, extra_at))

    def _deal(self, extra_at: int | None) -> None:
        controller, screen = self._controller, self._standing()
        if screen is None:
            return
        controller.table.deal(self._depth, extra_at, self._word)
        controller.pauses.hurried = False
        if controller.pace.deal == 0:
            controller.step()
            return
        screen.run_deal(controller.pace.deal)
        controller.pauses.after(controller.pace.deal + 0.35, controller.step)
