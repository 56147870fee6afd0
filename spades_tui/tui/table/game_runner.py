"""Run a game on screen: one coroutine goes from the deal to the last score, hand by hand.

It asks the table what is next, shows it, and waits for an answer in its inbox or for a pause. Screens see only what the
person at the keyboard (`viewer`) may see; a curtain hides the cards between two people's turns. What the first frame of
a table doesn't need, such as the score sheet, is imported when it's shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from spades_tui.game.events import Challenge, Claim, Play, SeatEvent, TakeBack
from spades_tui.game.findings import Finding, TrickTaken
from spades_tui.game.phase import IllegalEvent, Phase, Refusal
from spades_tui.play.any_table import AnyTable
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.presentation.decisions import aside_events, curtain_words
from spades_tui.presentation.moments import moments_of_claim
from spades_tui.presentation.new_cards import new_cards_words
from spades_tui.settings.settings_file import note_beans_explained
from spades_tui.tui.app_host import Host
from spades_tui.tui.scorebook_thread import TableSeason
from spades_tui.tui.sounds import sounds_of
from spades_tui.tui.table.answers import (
    DECISION,
    Arrived,
    Continue,
    CutAnswer,
    LeaveOver,
    OpenCurtain,
    PlayAgain,
    QuestionClosed,
    TakeBackLast,
)
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.game_on_screen import GameOnScreen
from spades_tui.tui.table.pauses import BID_CHANGE

T = TypeVar("T")

REFUSED = 1.5
"""Minimum seconds for which a refusal is shown before the game continues without the user."""
AFTER_DEAL = 0.35
"""Seconds for which the piles of a deal stay after they have grown."""


class GameRunner(GameOnScreen, ABC):
    """One game on screen, whose table may be here or elsewhere."""

    def __init__(self, app: Host, table: AnyTable, season: TableSeason) -> None:
        super().__init__(app, table, season)
        self._others_acted = False
        """Whether a computer player has acted since a person did."""
        self._waited = False
        """Whether the table has waited since the last event for a person who may take it back."""

    # What a table here and one elsewhere do differently

    @abstractmethod
    async def others_act(self, seat: int) -> None:
        """Let the computer player or the guest on turn act, unless somebody does something else first."""

    @abstractmethod
    async def decided(self, do: Callable[[], T]) -> T:
        """Return the result of `do`, which gives the table a decision; one elsewhere answers later."""

    def thinking_time(self, seat: int) -> float:
        """Return the seconds that the player in this seat takes to think, by which its pause is shorter."""
        return 0.0

    @abstractmethod
    async def score_hand(self) -> None:
        """Score the hand that has been played, and show its sheet."""

    @abstractmethod
    def save_and_leave(self, then: Callable[[], None]) -> None:
        """Save the game and call `then`; if not all of it is on disk, ask first."""

    @abstractmethod
    def play_again(self, sides_changed: bool) -> None:
        """Begin another game at this table, with other partners if the sides are changed."""

    # The game

    async def run(self) -> None:
        """Play the game from here to its end."""
        self.curtains.begin()
        self.note_moments()
        while True:
            match self.table.next():
                case CutOffered() as offer:
                    await self.deal(offer)
                case Turn(seat, human):
                    await self.turn(seat, human)
                case HandPlayed():
                    await self.hand_played()
                case GameEnded():
                    await self.end_game()

    # The deal

    async def deal(self, offer: CutOffered) -> None:
        """Let the cutter cut and a person who deals choose the extra card, and deal."""
        self.finished_trick, self.late = None, False
        if offer.human and not await self._curtain(offer.seat):
            return
        cut, place = await self._cut(offer), None
        if offer.may_designate is not None:
            if not await self._curtain(offer.may_designate, cut=True):
                return
            place = await self._extra_card(offer)
        await self.decided(partial(self.table.deal, cut.depth, place, cut.word))
        if not isinstance(self.table.next(), CutOffered):  # a dealer at another terminal chooses first
            await self.show_deal()

    async def _cut(self, offer: CutOffered) -> CutAnswer:
        screen = DealingScreen(self, offer)
        if not offer.human:
            self.show_screen(screen)
            await self.pause(self.pace.think)
            return CutAnswer(None)
        self.show_screen(screen, partial(screen.offer_cut, self.app.settings.cut_patience))
        return await self.pauses.answer(CutAnswer)

    async def _extra_card(self, offer: CutOffered) -> int | None:
        """Return the place of the extra card in the deck; None for the last."""
        if isinstance(self.screen, DealingScreen):
            self.screen.offer_place()
        else:
            screen = DealingScreen(self, offer)
            self.show_screen(screen, screen.offer_place)
        place = (await self.pauses.answer(LeaveOver)).place
        return place if place < offer.cards - 1 else None

    async def show_deal(self) -> None:
        """Animate the deal that has been made."""
        seconds = self.pace.deal
        self.pauses.hurried = False
        if seconds and isinstance(self.screen, DealingScreen):
            self.screen.run_deal(seconds)
            await self.pause(seconds + AFTER_DEAL)

    # Turns

    async def turn(self, seat: int, human: bool) -> None:
        """Let the player on turn act, after a curtain if another person has the keyboard."""
        if await self._speak():
            return
        if not human:
            await self._others_turn(seat)
        elif seat == self.viewer:
            await self._own_turn()
        elif not await self._look_first(seat):
            await self._curtain(seat)

    async def _speak(self) -> bool:
        """Let a computer player say what it wants to say out of turn, after a pause; return whether one does."""
        event = self.table.speak()
        if event is None:
            return False
        self.show_hand()
        acted = await self.pause(0.0 if self.pauses.hurried else self.pace.think)
        await self.happen(acted if acted is not None else event)
        return True

    async def _others_turn(self, seat: int) -> None:
        self.show_hand()
        acted = await self.pause(None if self._waits_for_key() else self._pause_before(seat))
        if acted is not None:
            await self.happen(acted)
        else:
            await self.others_act(seat)

    def _pause_before(self, seat: int) -> float:
        """Return the seconds before the next player acts; more while the person may still change a bid."""
        if self.pauses.hurried:
            return 0.0
        think = max(0.0, self.pace.think - self.thinking_time(seat))
        if self.says_more:
            think += self._longer(self.moments[0].strength if self.moments else 1)
        return max(think, BID_CHANGE) if self._may_change_bid() else think

    def _may_change_bid(self) -> bool:
        """Return whether the person at the keyboard may still change a bid (3B-5)."""
        return self.viewer is not None and bool(aside_events(self.table.observe(self.viewer), "change"))

    async def _own_turn(self) -> None:
        self.pauses.ask_person(after_hurry=self.pace.think > 0)
        if self._others_acted and self.app.settings.bell:
            self.app.bell()
        if self._others_acted:
            self.app.sounds.play(["turn"])
        self._others_acted = False
        self.show_hand()
        await self.happen(await self._decision())

    async def _decision(self, least: float = 0.0) -> SeatEvent | None:
        """Return what the viewer decides, or after at least these seconds what is done for them.

        None: another seat has acted, or the user wants to do such things themselves from now on.
        """
        if self.forced() is None:
            answer = await self.pauses.answer(DECISION, Arrived)
            return answer if isinstance(answer, SeatEvent) else None
        seconds = self.pace.trick if len(self.table.people) > 1 else self.pace.only  # the keyboard has changed hands
        acted = await self.pause(max(least, seconds), self.pauses.seen)
        return acted if acted is not None else self.forced()

    async def _look_first(self, seat: int) -> bool:
        """Let the viewer look at new cards or change a bid before this seat's curtain; return whether they act."""
        viewer = self.viewer
        acted_last = viewer is not None and viewer == self.curtains.last
        if acted_last and new_cards_words(self.table.observe(viewer), self.look):
            seconds = None
        elif self._may_change_bid():
            seconds = self._pause_before(seat)
        else:
            return False
        self.show_hand()
        acted = await self.pause(seconds)
        await self.happen(acted)
        return acted is not None

    async def _curtain(self, seat: int, *, cut: bool = False) -> bool:
        """Hide the table from everybody else until this person opens the curtain, unless they have the keyboard.

        Return False if the last person's action is taken back instead. `cut`: the deck has been cut.
        """
        if len(self.table.people) == 1 or seat == self.viewer:
            return True
        self.curtains.viewer = None
        theirs, unseen = self.table.observe(seat), self.curtains.unseen.get(seat, ())
        words, back = curtain_words(theirs, cut=cut), self.curtains.may_take_back() is not None
        self.show_screen(CurtainScreen(self, seat, words, unseen, cards=bool(theirs.own), back=back))
        self.finished_trick = None  # which the curtain shows
        while not isinstance(await self.pauses.answer(OpenCurtain, TakeBackLast), OpenCurtain):
            if (last := self.curtains.may_take_back()) is not None:
                await self.happen(TakeBack(last))
                return False
        self.curtains.viewer = seat
        self.curtains.note_tricks_seen()
        self.late = self._others_acted = self.pauses.hurried = False
        return True

    # What has happened

    async def happen(self, event: SeatEvent | None) -> None:
        """Apply a decision, and what people do before the table's next step; show why one is refused."""
        while event is not None:
            self.pauses.stepped()
            try:
                findings = await self.decided(partial(self.table.do, event))
            except IllegalEvent as error:
                event = await self._refused(error.refusal)
            else:
                event = await self.followed(type(event), event.seat, findings)

    async def followed(self, kind: type[SeatEvent], seat: int, findings: tuple[Finding, ...]) -> SeatEvent | None:
        """Show what follows from a seat's event, which is on disk; return what a person does meanwhile."""
        self.done, self._waited = None, False
        strength = self.note_moments()
        by_person = seat in self.table.people
        took = any(isinstance(finding, TrickTaken) for finding in findings)
        if kind is Play:
            self.app.sounds.play(["trick" if took else "card"])
        if strength:
            self.app.sounds.play(sounds_of(self.moments))
        self._others_acted = not by_person
        self.curtains.last = seat if by_person else None
        if kind is TakeBack:
            self.finished_trick = None
            self.curtains.taken_back()
        if kind is Challenge and seat == self.viewer and self.hand_screen is not None:
            # with the tricks of the hand and how the challenge ended (C-11)
            self.app.call_later(self.hand_screen.action_log)
        if kind is Claim and self.app.settings.claims == "told":
            acted = await self._tell_claim() if self.pace.moment else None
            if acted is not None:
                return acted
            self.show_hand()
            return await self.pause(self.pace.trick + self._longer(strength), self.pauses.seen)
        waits = False
        if took:
            self.finished_trick = self.curtains.note_trick()
            self.pauses.hurried = False
            waits = self._waits_for_key(isinstance(self.table.next(), HandPlayed))
        elif self.finished_trick is None:  # otherwise somebody spoke while a complete trick is on the table
            return None
        self.show_hand()
        return await self._gather(until_key=waits, longer=self._longer(strength))

    async def _tell_claim(self) -> SeatEvent | None:
        """Show the tricks of a claim as they are taken, up to the last, if they decide something.

        Return what a person does meanwhile.
        """
        said = self.moments, self.spoken
        acted, self.spoken = None, None
        for count, happened in enumerate(moments_of_claim(self.table.observe(None))[:-1], 1):
            self.claimed_tricks, self.moments = count, happened
            self.app.sounds.play(["trick"])
            self.show_hand()
            strength = happened[0].strength if happened else 0
            acted = await self.pause(self.pace.trick + self._longer(strength) if happened else self.pace.think)
            if acted is not None or self.pauses.hurried:
                break
        self.claimed_tricks = None
        self.moments, self.spoken = said
        return acted

    def _longer(self, strength: int) -> float:
        """Return the seconds that a moment of this strength, and words about it, add to a pause."""
        return self.pace.moment * (max(0, strength - 1) + bool(self.spoken))

    async def _gather(self, *, until_key: bool = False, least: float = 0.0, longer: float = 0.0) -> SeatEvent | None:
        """Leave a complete trick on the table for some seconds, or until a key.

        `longer`: more seconds, for a moment. Return what a person does meanwhile; then the trick stays.
        """
        until_key = until_key or self.unseen_waits
        acted = await self.pause(None if until_key else max(least, self.pace.trick + longer), self.pauses.seen)
        if acted is None:
            self.curtains.note_tricks_seen()
            turn = self.table.next()
            if not (isinstance(turn, Turn) and turn.human and turn.seat != self.viewer):
                self.finished_trick = None  # otherwise the curtain shows it once more
        return acted

    async def _refused(self, refusal: Refusal) -> SeatEvent | None:
        """Say why an event is refused; return what a person does next, if that comes before the table's next step."""
        self.fill()
        if self.hand_screen is not None:
            self.hand_screen.refuse(refusal)
        turn = self.table.next()
        if self.finished_trick is not None:
            return await self._gather(least=REFUSED)
        if isinstance(turn, Turn) and turn.human and turn.seat == self.viewer:
            return await self._decision(REFUSED)
        return await self.pause(max(REFUSED, self.pace.think))

    def _waits_for_key(self, last_chance: bool = False) -> bool:
        """Return whether a practice table waits once for the person who acted last, who may take it back (3B-11).

        `last_chance`: the score comes next, so the table waits no matter who has acted since. It never waits at tables
        that allow only slips.
        """
        seat, rules = self.viewer, self.table.rules
        if self._waited or seat is None or not (rules.practises and self.table.may_take_back(seat)):
            return False
        if seat != self.curtains.last and not last_chance:
            return False
        self._waited = True
        return True

    async def pause(self, seconds: float | None, least: float = 0.0) -> SeatEvent | None:
        """Wait for some seconds, or until a key if None; return the viewer's decision if there is one first."""
        return await self.pauses.pause(seconds, DECISION, least=least)

    # After the last card

    async def hand_played(self) -> None:
        """Let everybody look for reneges, and score the hand."""
        if await self._speak():
            return
        for seat in self.table.people:
            if aside_events(self.table.observe(seat), "books") and not await self._offer_books(seat):
                return
        if self._waits_for_key(last_chance=True):
            self.show_hand()
            acted = await self.pause(None)
            if acted is not None:
                await self.happen(acted)
                return
        await self.score_hand()

    async def _offer_books(self, seat: int) -> bool:
        """Offer a person to look for reneges; return whether they have nothing to say."""
        self.pauses.ask_person()
        if not await self._curtain(seat):
            return False
        self.show_hand()
        screen = self.hand_screen
        if screen is not None and self.screen is not None:
            self.screen.call_after_refresh(partial(screen.action_aside, "books"))
        answer = await self.pauses.answer(DECISION, QuestionClosed, Arrived)
        if isinstance(answer, SeatEvent):
            await self.happen(answer)
        return isinstance(answer, QuestionClosed)

    async def show_score(self) -> None:
        """Show the sheet of the scored hand, at a table without people for some seconds."""
        from spades_tui.tui.table.score_screen import ScoreScreen

        await self.close_game()
        strength = self.note_moments()
        if strength and self.pace.moment:  # otherwise a moment, such as a comeback, is on the sheet alone
            self.show_hand()
            await self.pauses.pause(self.pace.trick + self._longer(strength))
        if self.explains_beans:
            self.explains_beans = False
            note_beans_explained()
            self.app.settings = replace(self.app.settings, beans_explained=True)
        self.finished_trick = None
        self.pauses.ask_person(after_hurry=False)
        seconds = None if self.table.people or self.pauses.held else self.pace.sheet
        self.pauses.hold(False)  # resume at the next hand; the sheet itself waits for a key
        self.show_screen(ScoreScreen(self))
        if seconds is None:
            await self.pauses.answer(Continue)
        else:
            await self.pauses.pause(seconds, Continue)
        self.moments, self.spoken = (), None  # which are no news above the bids of the next hand
        if self.app.trial_hand_open:
            self.leave()
            await self.pauses.answer()  # nothing follows a trial hand

    # After the last score

    async def end_game(self) -> None:
        """Hold the ceremonies of the table's customs, close the game, and say who has won."""
        from spades_tui.tui.table.score_screen import GameOverScreen

        await self.before_closing()
        await self.after_closing()
        self.show_screen(GameOverScreen(self))
        while True:
            answer = await self.pauses.answer(PlayAgain)
            self.play_again(answer.sides_changed)

    async def before_closing(self) -> None:
        """Hold the ceremonies on which the record of the game depends, and close the game."""
        from spades_tui.tui.table import ceremonies

        await ceremonies.before_closing(self)
        await self.close_game()

    async def after_closing(self) -> None:
        """Hold the ceremonies about the closed game."""
        from spades_tui.tui.table import ceremonies

        await ceremonies.after_closing(self)

    async def close_game(self) -> None:
        """Close a game that is over, and add it to the scorebook, once no ceremony holds it up."""
        if self.shown.public.phase != Phase.OVER:
            return
        from spades_tui.tui.table import ceremonies

        if not await ceremonies.holds_up(self):
            await self.saved(self.table.close_game)
            self.season.game_over()
