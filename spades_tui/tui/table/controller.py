"""Run a game on screen: choose the next screen, time it, and apply people's actions.

The controller owns the table. Screens see it as a `TableHost`, which shows only what the person at the keyboard
(`viewer`) may see; a curtain hides the cards between two people's turns. Its parts (curtains, next steps, the end
of the game) return effects, and only `Controller.act` carries them out.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual.app import SystemCommand
from textual.screen import Screen

from spades_tui.game.events import SeatEvent, TakeBack
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import IllegalEvent
from spades_tui.play.bot_decision import HINT_FAILED
from spades_tui.play.coach import least_cost
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.shown import CutOffered, FinishedTrick, GameEnded, HandPlayed, Shown, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import curtain_words, decide
from spades_tui.seats import Observation
from spades_tui.settings.keymap import with_keys
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host
from spades_tui.tui.scorebook_thread import TableSeason
from spades_tui.tui.table import effects
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.next_steps import Curtains, Ending, NextSteps
from spades_tui.tui.table.save_trouble import SaveTrouble
from spades_tui.tui.table.table_host import Pauses, TableHost
from spades_tui.tui.widgets.card_faces import CardStyle

if TYPE_CHECKING:
    from spades_tui.presentation.decisions import Question
    from spades_tui.record.open_hands import OpenGame
    from spades_tui.tui.table.table_screen import TableScreen


SUGGEST_AFTER = 0.2
"""Seconds after a question in which nothing is weighed, so that quick answers cost no computer player's time."""


class Controller(TableHost):
    """One table on screen: call `begin` to start it and `close` to leave it."""

    PAUSES: ClassVar[type[Pauses]] = Pauses

    def __init__(self, app: Host, table: Table, season: TableSeason | None = None) -> None:
        self.app, self.table = app, table
        self._settings_shown = app.settings
        self.look = self._make_look()
        table.wants_chit = season is not None and table.rules.tray is not None
        self.ending = Ending(self, table, season or TableSeason(app.scorebook, None))
        self.pauses = self.PAUSES(app, self.covered)
        self.save_trouble = SaveTrouble(app, table, self.ending.season.moved)
        self.curtains = Curtains(table)
        self.steps = NextSteps(app, table, self.pauses, self.curtains)
        self.closed = False
        self.done: SeatEvent | None = None
        """The user's action at this point of the game they forked; it isn't suggested."""
        self._screen: Screen[None] | None = None
        self._hand_screen: TableScreen | None = None
        self._cut_made: effects.Cut | None = None
        """The cut that the next deal is made with."""
        self._effects: deque[effects.Effect] = deque()
        self._acting = False

    # Carrying out effects

    def act(self, *wanted: SeatEvent | effects.Effect) -> None:
        """Carry out these effects, and all that follow from them, one after the other.

        A plain event is a decision of the person at the keyboard; if it's refused, show the reason and change nothing.
        If an effect can't be written to disk, ask where to save the game before continuing, because nothing is shown
        before it is on disk.
        """
        for one in wanted:
            if not isinstance(one, SeatEvent):
                self._effects.append(one)
            elif self.viewer is not None:  # without a viewer, the decision came too late
                self._effects.append(effects.Happen(one))
        if self._acting:
            return
        self._acting = True
        try:
            while self._effects and not self.closed:
                match self._effects[0]:
                    case effects.Happen(event):
                        self.pauses.stop()
                        self.pauses.stepped()
                        follows: effects.Effects
                        try:
                            follows = self.steps.happened(type(event), event.seat, self.table.do(event))
                            self.done = None
                        except IllegalEvent as error:
                            follows = self.steps.refused(error.refusal)
                    case effects.Do.FILL_SCREEN:
                        follows = ()
                        screen = self.hand_screen
                        if screen is not None and screen.is_mounted and screen.has_widgets:
                            screen.show(shown := self.shown, self.decision(shown))
                    case effect:
                        follows = self._carry_out(effect)
                self._effects.popleft()
                self._effects.extendleft(reversed(follows))
        except NotSaved as error:
            self.save_trouble.ask(error, partial(self.act, *self._effects))
        finally:
            self._effects.clear()
            self._acting = False

    def _carry_out(self, effect: effects.Effect) -> effects.Effects:
        """Carry out an effect other than an event or an update of the hand's screen. Raises NotSaved."""
        match effect:
            case effects.Do.STEP:
                self.pauses.stop()
                return self._next_step()
            case effects.Do.SHOW_HAND:
                kind = self._kind_of_screen()
                if type(self.hand_screen) is kind:
                    return (effects.Do.FILL_SCREEN,)
                self._hand_screen = kind(self)
                return (effects.ShowScreen(self._hand_screen, partial(self.act, effects.Do.FILL_SCREEN)),)
            case effects.ShowScreen(shown, then):
                self._screen = shown
                self.app.replace_screens(shown)
                if then is not None:
                    shown.call_after_refresh(then)
            case effects.LowerCurtain(seat):
                return self._lower_curtain(seat)
            case effects.OpenCurtain(seat):
                return self._open_curtain(seat)
            case effects.Do.TAKE_BACK_LAST if (last := self.curtains.may_take_back()) is not None:
                return (effects.Happen(TakeBack(last)),)
            case effects.SayRefusal(refusal):
                if (hand_screen := self.hand_screen) is not None:
                    hand_screen.refuse(refusal)
            case effects.Pause(seconds, then, least):
                self.pauses.after(seconds, partial(self.act, then), least)
            case effects.Do.GATHER_TRICK:
                self.curtains.note_tricks_seen()
                turn = self.table.next()
                if isinstance(turn, Turn) and turn.human and turn.seat != self.viewer:
                    return effects.Do.STEP, effects.Do.REMOVE_TRICK  # the curtain still shows the trick
                self.steps.finished_trick = None
                return (effects.Do.STEP,)
            case effects.Do.REMOVE_TRICK:
                self.steps.finished_trick = None
            case effects.Do.PLAY_ONLY_CARD:
                play = self.steps.only_card()
                return (effects.Happen(play) if play is not None else effects.Do.STEP,)
            case effects.Do.ASK_COMPUTER:
                return self.steps.ask_computer()
            case effects.Do.THINK:
                self.app.run_worker(self._think, group="thinking")  # type: ignore[arg-type]
            case effects.Answered() as answer if self.finished_trick is None and not self.pauses.waiting:
                return self.steps.answered(answer, covered=self.covered())
            case effects.Cut(depth, word):
                return self._cut(depth, word)
            case effects.DealCards(extra_at) if (screen := self.dealing_screen) is not None:
                return self._deal(extra_at, screen)
            case effects.Do.OFFER_BOOKS:
                self.pauses.keep(partial(self.act, effects.Do.STEP))
                if (hand_screen := self.hand_screen) is not None:
                    hand_screen.call_after_refresh(partial(hand_screen.action_aside, "books"))
            case effects.Do.SCORE_HAND:
                return self._score()
            case effects.Do.LEAVE_SCORE:
                self.pauses.stop()
                if not self.app.trial_hand_open:
                    return (effects.Do.STEP,)
                self.leave()
            case effects.Do.PLAY_AGAIN:
                self.app.leave_table(self._play_again)
            case effects.Do.END_GAME:
                return self.ending.next_part()
            case effects.DecideAfterGame(event):
                self.table.do(event)
                return (effects.Do.END_GAME,)
        return ()

    async def _think(self) -> None:
        self.act(await self.steps.think())

    def _make_look(self) -> CardStyle:
        return CardStyle.liked(self.app.settings, self.table.names, self.table.people, self.table.rules)

    # Shown

    @property
    def viewer(self) -> int | None:
        """The seat of the person at the keyboard; None while the curtain is down."""
        return self.curtains.viewer

    @property
    def finished_trick(self) -> FinishedTrick | None:
        """The complete trick that has not been gathered yet."""
        return self.steps.finished_trick

    @property
    def shown(self) -> Shown:
        """The table as it is now, as the viewer may see it."""
        return self.steps.shown

    @property
    def hand_screen(self) -> "TableScreen | None":
        """The hand's screen, if it is the table's current screen, even if others cover it."""
        return self._hand_screen if self._hand_screen is self._screen else None

    @property
    def dealing_screen(self) -> DealingScreen | None:
        """The screen of the deal, if it is the table's current screen."""
        return self._screen if isinstance(self._screen, DealingScreen) else None

    def _kind_of_screen(self) -> "type[TableScreen]":
        """Return the class of the screen that shows the hand now, imported when it is first needed."""
        phase = self.table.observe(self.viewer).phase
        if self.table.all_open or self.finished_trick is not None or phase in (Phase.PLAY, Phase.PLAYED):
            from spades_tui.tui.table.trick_play import TrickPlayScreen, WatchScreen

            return WatchScreen if self.table.all_open else TrickPlayScreen
        from spades_tui.tui.table.bidding_screen import BiddingScreen

        return BiddingScreen

    def decision(self, shown: Shown) -> "Question | None":
        """Return the question for the viewer, if it is the viewer's turn."""
        seen = shown.seen
        if seen.on_turn is None or seen.on_turn != self.viewer or self.finished_trick is not None:
            return None
        question = decide(seen, self.look, with_keys("{take_back}"))
        only = self.steps.only_card()
        if only is None:
            return question
        words = f"You can play only {self.look.in_sentence(only.card)}, so it's played for you."
        return replace(question, sentences=(words,))

    def suggest(self, seen: Observation, then: Callable[[SeatEvent], object]) -> None:
        """Call `then` with the first choice of the hint, once the computer players' process has found it."""
        if self.app.settings.suggestions:
            self.app.set_timer(SUGGEST_AFTER, partial(self._start_weighing, seen, then))

    def _start_weighing(self, seen: Observation, then: Callable[[SeatEvent], object]) -> None:
        if not self.closed and self._still_asks(seen):
            self.app.run_worker(self._weigh(seen, then), group="suggestion")

    async def _weigh(self, seen: Observation, then: Callable[[SeatEvent], object]) -> None:
        screen = self.hand_screen
        if screen is None or screen.seen is None:
            return
        failed = partial(self.note_fault, HINT_FAILED)
        advice = await asyncio.to_thread(screen.coach_line.coach.advice, screen.seen, self.app.brain, failed)
        best = next((one.event for one in advice or () if one.event in seen.legal), None)  # a claim isn't
        if best is not None and self._still_asks(seen) and best != self.done:
            then(best)

    def _still_asks(self, seen: Observation) -> bool:
        """Return whether this is still the open question of the person at the keyboard."""
        screen = self.hand_screen
        return not self.closed and screen is not None and screen.decision is not None and screen.asked_with is seen

    @property
    def coach_from(self) -> float | None:
        """The cost in points from which the coach speaks to the people at this keyboard."""
        return least_cost(self.app.settings, len(self.table.people))

    def note_coached(self, seat: int) -> None:
        """Let the seat's next decision be marked in the record."""
        self.table.coached.add(seat)

    def note_fault(self, told: str, error: Exception) -> None:
        """Keep a report on a computer player's fault, and say so once in the table's log."""
        self.table.note_fault(told, error)

    def stars(self, then: "Callable[[dict[str, int]], object]") -> None:
        """Ask the scorebook for today's stars of the people at this table."""
        people = [self.table.names[seat] for seat in self.table.people]
        self.ending.season.ask(lambda book, _: book.session_stars(people), then)

    def open_game(self) -> "OpenGame":
        """Return the hands that may be viewed with all cards open; none if they open only after the game."""
        game = self.table.open_game()
        return replace(game, hands=()) if self.opens_later else game

    @property
    def opens_later(self) -> bool:
        """Whether the user wants all hands to open only after the game, and it isn't over."""
        wanted = self.app.settings.open_hands == "game" and bool(self.table.people)
        return wanted and self.table.observe(None).phase != Phase.OVER

    # Beginning and ending

    def begin(self) -> None:
        """Show the first screen."""
        self.curtains.begin()
        self.act(effects.Do.STEP)

    def settings_changed(self) -> None:
        """Apply changed settings; if only the pace changed, keep the screen and the choice on it."""
        before, self._settings_shown = self._settings_shown, self.app.settings
        if replace(before, pace=self._settings_shown.pace) == self._settings_shown:
            return
        self.look = self._make_look()
        if self.hand_screen is not None and not self.hand_screen.busy:
            self.act(effects.Do.SHOW_HAND)

    def close(self) -> str:
        """Leave the table and save the game. Return a warning if it can't be saved, else ""."""
        if self.closed:
            return ""
        self.closed = True
        self.pauses.close()
        return self.save_trouble.close()

    def commands(self) -> Iterable[SystemCommand]:
        """Return entries of the palette for this table alone."""
        return ()

    def leave(self) -> None:
        """Go home."""
        self.app.open_home()

    def _play_again(self) -> None:
        try:
            self.app.start_table(self.table.again())
        except OSError as error:
            self.app.notify(f"The new game can't be saved ({os_words(error)}).", severity="error")

    # The next step

    def _next_step(self) -> effects.Effects:
        match self.table.next():
            case CutOffered() as offer:
                return self._offer_cut(offer)
            case Turn(seat, human):
                return self.steps.speak() or self.steps.turn(seat, human, self.look)
            case HandPlayed():
                return self.steps.speak() or self.steps.hand_played()
            case GameEnded():
                return (effects.Do.END_GAME,)

    # The deal and the curtain

    def _offer_cut(self, offer: CutOffered) -> effects.Effects:
        self.steps.finished_trick, self.late = None, False
        if offer.human and self.curtains.hides_from(offer.seat):
            return (effects.LowerCurtain(offer.seat),)
        screen = DealingScreen(self, offer)
        if offer.human:
            return (effects.ShowScreen(screen, partial(screen.offer_cut, self.app.settings.cut_patience)),)
        return effects.ShowScreen(screen), effects.Pause(self.steps.pace.think, effects.Cut(None))

    def _lower_curtain(self, seat: int) -> effects.Effects:
        from spades_tui.tui.table.curtain_screen import CurtainScreen

        self.curtains.viewer = None
        theirs = self.table.observe(seat)
        unseen = self.curtains.unseen.get(seat, ())
        words = curtain_words(theirs, cut=self._cut_made is not None)
        back = self.curtains.may_take_back() is not None
        return (effects.ShowScreen(CurtainScreen(self, seat, words, unseen, cards=bool(theirs.own), back=back)),)

    def _cut(self, depth: int | None, word: str) -> effects.Effects:
        """Note the cut; the dealer may then choose the extra card."""
        offer, screen = self.table.next(), self.dealing_screen
        if not isinstance(offer, CutOffered) or screen is None:
            return ()
        self.pauses.stop()
        self._cut_made = effects.Cut(depth, word)
        if offer.may_designate is None:
            return (effects.DealCards(None),)
        if self.curtains.hides_from(offer.may_designate):
            return (effects.LowerCurtain(offer.may_designate),)
        screen.offer_place()
        return ()

    def _deal(self, extra_at: int | None, screen: DealingScreen) -> effects.Effects:
        """Deal, and animate it. Raises NotSaved."""
        offer, seconds, cut = self.table.next(), self.steps.pace.deal, self._cut_made or effects.Cut(None)
        last = isinstance(offer, CutOffered) and extra_at == offer.cards - 1
        self.table.deal(cut.depth, None if last else extra_at, cut.word)
        self._cut_made = None
        self.pauses.hurried = False
        if seconds == 0 or isinstance(self.table.next(), CutOffered):  # a dealer at another terminal chooses first
            return (effects.Do.STEP,)
        screen.run_deal(seconds)
        return (effects.Pause(seconds + 0.35, effects.Do.STEP),)

    def _open_curtain(self, seat: int) -> effects.Effects:
        self.curtains.viewer = seat
        self.curtains.note_tricks_seen()
        self.late = self.steps.others_acted = False
        self.steps.finished_trick = None
        self.pauses.hurried = False
        due = self.table.next()
        if self._cut_made is not None and isinstance(due, CutOffered) and due.may_designate == seat:
            screen = DealingScreen(self, due)
            return (effects.ShowScreen(screen, screen.offer_place),)
        return (effects.Do.SHOW_HAND, effects.Do.OFFER_BOOKS) if isinstance(due, HandPlayed) else (effects.Do.STEP,)

    # After the last card

    def _score(self) -> effects.Effects:
        from spades_tui.tui.table.score_screen import ScoreScreen

        if isinstance(self.table.next(), HandPlayed):  # otherwise only the end of the game wasn't saved
            self.table.score()
        self.ending.close_game()
        self.steps.finished_trick = None
        self.pauses.ask_person(after_hurry=False)
        held = self.pauses.held
        self.pauses.hold(False)  # resume at the next hand; the sheet itself waits for a key
        shows, leaves = effects.ShowScreen(ScoreScreen(self)), effects.Do.LEAVE_SCORE
        return (shows,) if self.table.people or held else (shows, effects.Pause(self.steps.pace.sheet, leaves))

    # Pauses

    def question_closed(self) -> None:
        """Continue after a question over the table was closed without an answer."""
        self.act(effects.Do.FILL_SCREEN)
        self.pauses.question_closed()

    def covered(self) -> bool:
        """Whether a screen or a question covers the table, so that the game waits."""
        if self.app.screen is not self._screen or self.pauses.awaits_step:
            return True
        return self.hand_screen is not None and self.hand_screen.busy
