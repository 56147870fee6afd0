"""The course of a deal on screen: the cut, the choice of the extra card, the animation."""

from functools import partial

from spades_tui.play.steps import CutOffered
from spades_tui.tui.table.curtains import Curtains
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.table_course import TableCourse


class DealCourse:
    """The deals of one table."""

    def __init__(self, course: TableCourse, curtains: Curtains) -> None:
        self._course, self._curtains = course, curtains
        self._screen: DealingScreen | None = None
        self._interrupted = False
        self._depth: int | None = None
        self._word = ""

    def offer_cut(self, offer: CutOffered) -> None:
        """Ask for the cut of a deal, if someone may cut."""
        course = self._course
        course.late = False
        if offer.human and self._curtains.hides_from(offer.seat):
            self._curtains.come_down(offer.seat, ("It's your turn to cut the pack.",))
            return
        screen = self._stand(offer)
        if offer.human:
            screen.call_after_refresh(lambda: screen.offer_cut(course.app.settings.cut_patience))
        else:
            course.pauses.after(course.pace.think, lambda: self.cut(None))

    def _stand(self, offer: CutOffered) -> DealingScreen:
        self._screen = screen = DealingScreen(self._course, offer)
        self._course.stand(screen)
        return screen

    def _standing(self) -> DealingScreen | None:
        return self._screen if self._course.stands(self._screen) else None

    def cut(self, depth: int | None, word: str = "") -> None:
        """Cut the pack, perhaps with a word, or decline; the dealer may then choose the extra card."""
        course = self._course
        offer, screen = course.table.next(), self._standing()
        if not isinstance(offer, CutOffered) or screen is None:
            return
        course.pauses.stop()
        self._depth, self._word = depth, word
        if offer.may_designate is None:
            self.deal(None)
        elif self._curtains.hides_from(offer.may_designate):
            self._curtains.come_down(offer.may_designate, ("You deal, and you can choose the extra card.",))
        else:
            screen.offer_place()

    def interrupted(self) -> None:
        """Note that a curtain comes down, perhaps between the cut and the deal."""
        self._interrupted = self._standing() is not None and isinstance(self._course.table.next(), CutOffered)

    def taken_up(self, seat: int, offer: CutOffered) -> bool:
        """Return whether the dealer has opened the curtain and now chooses the extra card."""
        if not self._interrupted or offer.may_designate != seat:
            return False
        screen = self._stand(offer)
        screen.call_after_refresh(screen.offer_place)
        return True

    def designate(self, place: int) -> None:
        """Deal with the extra card that the dealer has chosen."""
        offer = self._course.table.next()
        if isinstance(offer, CutOffered):
            self.deal(place if place != offer.cards - 1 else None)

    def deal(self, extra_at: int | None) -> None:
        """Deal, and animate it."""
        self._course.keeping.do(partial(self._deal, extra_at))

    def _deal(self, extra_at: int | None) -> None:
        course, screen = self._course, self._standing()
        if screen is None:
            return
        course.table.deal(self._depth, extra_at, self._word)
        course.pauses.hurried = False
        if course.pace.deal == 0:
            course.step()
            return
        screen.run_deal(course.pace.deal)
        course.pauses.after(course.pace.deal + 0.35, course.step)
