"""A lesson at the table: a second host for the screens of bidding and trick play."""

from collections.abc import Callable
from time import monotonic

from spades_tui import cards
from spades_tui.game.events import Play, SeatEvent
from spades_tui.game.findings import Finding, TrickTaken
from spades_tui.game.phase import Phase
from spades_tui.lessons.lesson import Asked, Ended, Happens, Lesson, LessonPlay, Said
from spades_tui.play.shown import FinishedTrick, Shown
from spades_tui.presentation.decisions import decide
from spades_tui.presentation.lesson_hints import AGAIN, END, TURN
from spades_tui.presentation.why_not_now import stays_until_key
from spades_tui.record.open_hands import OpenGame
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.app_host import Host
from spades_tui.tui.lessons.lesson_screens import (
    LessonBiddingScreen,
    LessonPlayScreen,
    LessonScoreScreen,
    LessonScreen,
)
from spades_tui.tui.table.effects import Effect
from spades_tui.tui.table.pauses import ENTER_IGNORED, PACES, Pauses
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.lesson_words import LessonText, Verdict

GO_ON = "Space: continue"


class LessonHost:
    """One lesson on screen; `begin` starts it.

    It calls `learned` before its last words, and `ended` when it is over, with whether it was completed.
    """

    def __init__(
        self, app: Host, lesson: Lesson, learned: Callable[[], None], ended: Callable[[bool], None]
    ) -> None:
        self.app, self.lesson, self._learned, self._ended = app, lesson, learned, ended
        self.play = LessonPlay(lesson)
        settings = app.settings
        self.look = CardStyle.liked(settings, lesson.names, (lesson.seat,), lesson.rules)
        self.pauses = Pauses(app, self._covered)
        self._screen: LessonScreen | None = None
        self._finished_trick: FinishedTrick | None = None
        self.late = False
        self._verdict: Verdict = ""
        self._wrong = ""
        self._turn_since = 0.0
        self._closed = False

    # Shown on the screen

    @property
    def shown(self) -> Shown:
        """The table now, with the learner's cards and no other player's."""
        return self.play.shown(self._finished_trick)

    @property
    def reading(self) -> bool:
        """Whether the panel shows words that wait for the user to continue."""
        return isinstance(self.play.moment, Said | Ended)

    @property
    def text(self) -> LessonText:
        """Return the text of the panel."""
        moment = self.play.moment
        done, total = self.play.progress()
        progress = "" if self.lesson.puzzle else f"{done}/{total}"
        match moment:
            case Said(text):
                return LessonText(text, self._verdict, GO_ON, "", progress)
            case Asked(text):
                said = self._wrong or text or TURN
                foot = with_keys("{hint}: show me") if self.play.tried > 1 else ""
                return LessonText(said, "wrong" if self._wrong else "", foot, self._bids(), progress)
            case Ended():
                return LessonText(END, self._verdict, GO_ON, "", progress)
            case _:
                return LessonText("", "", "", self._bids(), progress)

    def _bids(self) -> str:
        """Return the bids so far in one line, while bids are made."""
        seen = self.play.observe()
        if seen.phase not in (Phase.BID, Phase.DRAW, Phase.DISCARD, Phase.RAISE):
            return ""
        told = [f"{self.look.name(seat)} {seen.bids[seat]}" for seat in seen.order if seen.bids[seat] is not None]
        return f"Bids: {', '.join(told)}" if told else ""

    def stars(self, then: object) -> None:
        """Do nothing: no lesson is in a scorebook."""

    def open_game(self) -> OpenGame:
        """Return a game without hands, because lessons never show all cards."""
        return OpenGame(self.lesson.rules, self.lesson.names, (self.lesson.seat,), ())

    @property
    def opens_later(self) -> bool:
        """Return False, because lessons never show all cards."""
        return False

    def hint(self, card: int | None = None) -> SeatEvent | None:
        """Return None, because learners should find the choice themselves."""
        return None

    # Continuing

    def begin(self) -> None:
        """Show the first words."""
        self.step()

    def step(self) -> None:
        """Begin the next step of the lesson."""
        if self._closed:
            return
        self.pauses.stop()
        self._show()
        if isinstance(self.play.moment, Happens):
            self.pauses.after(self._pause(), self._happen)
        elif self.pauses.hurried:
            self._turn_since, self.pauses.hurried = monotonic(), False

    def _pause(self) -> float:
        return 0.0 if self.pauses.hurried else PACES[self.app.settings.pace].think

    def _happen(self) -> None:
        self._verdict = ""
        self._followed(self.play.advance())

    def _followed(self, findings: tuple[Finding, ...]) -> None:
        """Leave a complete trick on the table for some seconds, or until the user has read the words about it."""
        taken = next((finding for finding in findings if isinstance(finding, TrickTaken)), None)
        if taken is None:
            self.step()
            return
        self._finished_trick = FinishedTrick(self.play.shown().public.tricks[-1], taken.winner)
        self.pauses.hurried = False
        self._show()
        if self.reading:
            return
        if stays_until_key(self.shown):
            self.pauses.wait(self._gather, self.pauses.seen)
        else:
            self.pauses.after(PACES[self.app.settings.pace].trick, self._gather)

    def _gather(self) -> None:
        self._finished_trick = None
        self.step()

    def read_on(self) -> None:
        """Continue after the words have been read."""
        if self._closed:
            return
        self._finished_trick, self._verdict = None, ""
        if self.play.finished:
            self.leave()
        elif isinstance(self.play.moment, Said):
            self.play.advance()
            self.step()

    # The screens

    def _covered(self) -> bool:
        return self._screen is None or self.app.screen is not self._screen

    def _show(self) -> None:
        if self.play.finished:
            self._learned()
        shown = self.shown
        kind: type[LessonScreen] = LessonBiddingScreen
        if shown.seen.phase in (Phase.PLAY, Phase.PLAYED) or self._finished_trick is not None:
            kind = LessonPlayScreen
        elif shown.seen.phase in (Phase.DEAL, Phase.OVER) and shown.scores:
            kind = LessonScoreScreen
        before = self._screen
        if type(before) is kind:
            self._fill()
            return
        self._screen = screen = kind(self)
        if before is None:
            self.app.push_screen(screen)
        else:
            self.app.switch_screen(screen)
        screen.call_after_refresh(self._fill)

    def _fill(self) -> None:
        screen = self._screen
        if self._closed or screen is None or not (screen.is_mounted and screen.has_widgets):
            return
        shown = self.shown
        asked = isinstance(self.play.moment, Asked) and self._finished_trick is None
        screen.tell(self.text, self.look)
        screen.show(shown, decide(shown.seen, self.look, None, with_keys("{take_back}")) if asked else None)
        if asked and shown.seen.phase == Phase.PLAY:
            self._choose_first(screen, shown)

    def _choose_first(self, screen: LessonScreen, shown: Shown) -> None:
        """Choose the leftmost playable card, so as not to give away the right one."""
        may = cards.hand_of(event.card for event in shown.seen.legal if isinstance(event, Play))
        if screen.hand.card is None or not may >> screen.hand.card & 1:
            screen.hand.choose(next((card for card in screen.hand.held if may >> card & 1), None))

    # The learner's actions

    def act(self, wanted: SeatEvent | Effect) -> None:
        """Apply a choice; if it's wrong, explain why, and let the learner try again."""
        if self._closed or not isinstance(self.play.moment, Asked) or self._finished_trick is not None:
            return
        if isinstance(wanted, Effect):  # lessons have no table that could carry out an effect
            return
        answer = self.play.attempt(wanted)
        if answer.refusal is not None:
            self._fill()
            if self._screen is not None:
                self._screen.refuse(answer.refusal)
            return
        self._wrong = "" if answer.right else answer.text or AGAIN
        self._verdict = "right" if answer.right and answer.text else ""
        if answer.right:
            self._followed(answer.findings)
        else:
            self._fill()

    def help(self) -> SeatEvent | None:
        """Return the right choice."""
        return self.play.help()

    def leave(self) -> None:
        """Go back to the list; a lesson left at its last words is completed."""
        if self._closed:
            return
        self._closed = True
        self.pauses.close()
        self._ended(self.play.finished)

    def hurry(self) -> bool:
        """End the running pause. Return whether there was one."""
        return self.pauses.hurry()

    @property
    def awaits_key(self) -> bool:
        """Whether a pause lasts until any key."""
        return self.pauses.awaits_key

    def too_soon(self) -> bool:
        """Return whether the question has just appeared, so that a key may not be meant for it."""
        return monotonic() - self._turn_since < ENTER_IGNORED

    def question_closed(self) -> None:
        """Continue after a dialog over the table was closed without an answer."""
        self._fill()
        self.pauses.question_closed()
