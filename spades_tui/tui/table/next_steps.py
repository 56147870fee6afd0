"""Decide what follows a turn, a saved event, a refusal, a computer player's answer, the last card or the last score.

The methods return effects for the controller to carry out. `Curtains` knows who may look at the screen.
"""

import asyncio
from collections.abc import Mapping
from functools import partial

from spades_tui.game.events import Claim, Play, SeatEvent, TakeBack
from spades_tui.game.findings import Finding, TrickTaken
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.language.address import does, whose
from spades_tui.play.shown import FinishedTrick, HandPlayed, Shown, Turn, ZeroBuddyMark, finished
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import aside_events, only_card
from spades_tui.presentation.new_cards import new_cards_words
from spades_tui.presentation.why_not_now import stays_until_key
from spades_tui.tui.app_host import Host
from spades_tui.tui.scorebook_thread import TableSeason
from spades_tui.tui.table import effects
from spades_tui.tui.table.table_host import BID_CHANGE, PACES, USUAL_THINKING, Pace, Pauses, TableHost
from spades_tui.tui.widgets.card_faces import CardStyle


class Curtains:
    """The curtain of one table; with a single person, it never comes down."""

    def __init__(self, table: Table) -> None:
        self._table = table
        people = table.people
        self.viewer: int | None = people[0] if len(people) == 1 else None
        """The seat of the person at the keyboard; None while the curtain is down."""
        self.last: int | None = None
        """The person who acted last, unless another player has acted since."""
        self.unseen: dict[int, tuple[FinishedTrick, ...]] = dict.fromkeys(people, ()) if len(people) > 1 else {}
        """The finished tricks that each person at the keyboard has not been shown yet; all are public."""

    def begin(self) -> None:
        """Prepare a resumed game, whose last trick people may not have seen."""
        seen = self._table.observe(None)
        if seen.tricks and seen.phase in (Phase.PLAY, Phase.PLAYED):
            last = finished(seen)
            for seat in self.unseen:
                if all(played.seat != seat for played in seen.trick):
                    self.unseen[seat] = (last,)

    def note_trick(self) -> FinishedTrick:
        """Note a complete trick. Each person is shown it once, even where C-10 allows no second look."""
        last = finished(self._table.observe(None))
        self.unseen = {seat: (*tricks, last) for seat, tricks in self.unseen.items()}
        return last

    def note_tricks_seen(self) -> None:
        """Note that the person at the keyboard has seen all finished tricks."""
        if self.viewer in self.unseen:
            self.unseen[self.viewer] = ()

    def taken_back(self) -> None:
        """Forget a trick that was taken back; it will be finished again."""
        seen = self._table.observe(None)
        for seat, tricks in self.unseen.items():
            self.unseen[seat] = tuple(
                trick for trick in tricks if (trick.hand, trick.number) <= (seen.hand_number, len(seen.tricks))
            )

    def hides_from(self, seat: int) -> bool:
        """Return whether a curtain must come down before this person looks."""
        return len(self._table.people) > 1 and seat != self.viewer

    def may_take_back(self) -> int | None:
        """Return the person who acted last, if they may take it back although the curtain is down (3B-11)."""
        seat = self.last
        return seat if seat is not None and self._table.may_take_back(seat) else None


REFUSED = 1.5
"""Minimum seconds for which a refusal is shown before the game continues without the user."""


class NextSteps:
    """The next steps of one table, whose screen accepts keys while computer players think.

    It also knows the complete trick on the table.
    """

    def __init__(self, app: Host, table: Table, pauses: Pauses, curtains: Curtains) -> None:
        self._app, self._table, self._pauses, self._curtains = app, table, pauses, curtains
        self.finished_trick: FinishedTrick | None = None
        """The complete trick that has not been gathered yet."""
        self.others_acted = False
        """Whether a computer player has acted since a person did."""
        self._waited = False
        self._asked_books: set[int] = set()
        self._thinking = False
        """Whether a computer player is thinking."""
        self._happened = 0
        """The number of events so far; an answer to a question from before the last event is dropped."""

    @property
    def pace(self) -> Pace:
        """The pauses of the user's pace."""
        return PACES[self._app.settings.pace]

    @property
    def shown(self) -> Shown:
        """The table as the viewer may see it."""
        return self._table.shown(self._curtains.viewer, self.finished_trick)

    def turn(self, seat: int, human: bool, look: CardStyle) -> effects.Effects:
        """Begin a turn: after a pause, with a curtain before it, or at once."""
        if not human:
            pause = None if self._waits_for_key() else self._computer_pause()
            return effects.Do.SHOW_HAND, effects.Pause(pause, effects.Do.ASK_COMPUTER)
        if seat == self._curtains.viewer:
            self._pauses.ask_person(after_hurry=self.pace.think > 0)
            if self.others_acted and self._app.settings.bell:
                self._app.bell()
            self.others_acted = False
            return effects.Do.SHOW_HAND, *self._before_only_card()
        viewer = self._curtains.viewer
        if viewer is not None and viewer == self._curtains.last and new_cards_words(self._table.observe(viewer), look):
            return effects.Do.SHOW_HAND, effects.Pause(None, effects.LowerCurtain(seat))  # they see these cards first
        if self._may_change_bid():
            return effects.Do.SHOW_HAND, effects.Pause(self._computer_pause(), effects.LowerCurtain(seat))
        return (effects.LowerCurtain(seat),)

    def speak(self) -> effects.Effects:
        """Let a computer player say what it wants to say out of turn, if anything, after a pause."""
        event = self._table.speak()
        pause = 0.0 if self._pauses.hurried else self.pace.think
        return (effects.Do.SHOW_HAND, effects.Pause(pause, effects.Happen(event))) if event is not None else ()

    def _computer_pause(self) -> float:
        """Return the seconds before the next player acts; more while the person may still change a bid."""
        if self._pauses.hurried:
            return 0.0
        think, turn, table = self.pace.think, self._table.next(), self._table
        if isinstance(turn, Turn) and table.takes_time(turn.seat) and turn.seat not in table.outside:
            think = max(0.0, think - USUAL_THINKING)
        return max(think, BID_CHANGE) if self._may_change_bid() else think

    def _may_change_bid(self) -> bool:
        """Return whether the person at the keyboard may still change a bid (3B-5)."""
        viewer = self._curtains.viewer
        return viewer is not None and bool(aside_events(self._table.observe(viewer), "change"))

    def only_card(self) -> Play | None:
        """Return the viewer's only playable card; None if there are several, or users play such cards themselves."""
        wanted = self._app.settings.only_card and self.finished_trick is None
        return only_card(self.shown) if wanted else None

    def _before_only_card(self, least: float = 0.0) -> effects.Effects:
        """Play an only card after a pause that announces it, longer if the keyboard has just changed hands."""
        if self.only_card() is None:
            return ()
        pause = self.pace.trick if len(self._table.people) > 1 else self.pace.only
        return (effects.Pause(max(least, pause), effects.Do.PLAY_ONLY_CARD, self._pauses.seen),)

    def happened(self, kind: type[SeatEvent], seat: int, findings: tuple[Finding, ...]) -> effects.Effects:
        """Return what follows from a seat's event of this kind, which is on disk."""
        self._happened += 1
        if kind is TakeBack:
            self.finished_trick = None
            self._curtains.taken_back()
        self._waited = False
        by_person = seat in self._table.people
        self.others_acted, self._curtains.last = not by_person, seat if by_person else None
        self._asked_books.clear()
        if kind is Claim and self._app.settings.claims == "told":
            return effects.Do.SHOW_HAND, effects.Pause(self.pace.trick, effects.Do.STEP, self._pauses.seen)
        if not any(isinstance(finding, TrickTaken) for finding in findings):
            if self.finished_trick is None:
                return (effects.Do.STEP,)
            return effects.Do.SHOW_HAND, self._leave_trick()  # someone spoke while a complete trick is on the table
        self.finished_trick = self._curtains.note_trick()
        self._pauses.hurried = False
        if self._waits_for_key(isinstance(self._table.next(), HandPlayed)):
            return effects.Do.SHOW_HAND, effects.Pause(None, effects.Do.GATHER_TRICK, self._pauses.seen)
        return effects.Do.SHOW_HAND, self._leave_trick()

    def refused(self, refusal: Refusal) -> effects.Effects:
        """Return what follows from a refused event."""
        turn = self._table.next()
        said = effects.Do.FILL_SCREEN, effects.SayRefusal(refusal)
        if self.finished_trick is not None:
            return *said, self._leave_trick(REFUSED)
        if not (isinstance(turn, Turn) and turn.human and turn.seat == self._curtains.viewer):
            return *said, effects.Pause(max(REFUSED, self.pace.think), effects.Do.STEP)
        return *said, *self._before_only_card(REFUSED)

    def _leave_trick(self, least: float = 0.0) -> effects.Pause:
        """Leave a complete trick on the table for some seconds, or until a key if nobody may see it again (C-10)."""
        seconds = None if stays_until_key(self.shown) else max(least, self.pace.trick)
        return effects.Pause(seconds, effects.Do.GATHER_TRICK, self._pauses.seen)

    def _waits_for_key(self, last_chance: bool = False) -> bool:
        """Return whether a practice table waits once for the person who acted last, who may take it back (3B-11).

        `last_chance`: the score comes next, so the table waits no matter who has acted since. It never waits at tables
        that allow only slips.
        """
        seat, rules = self._curtains.viewer, self._table.rules
        if self._waited or seat is None or not (rules.practises and self._table.may_take_back(seat)):
            return False
        if seat != self._curtains.last and not last_chance:
            return False
        self._waited = True
        return True

    def hand_played(self) -> effects.Effects:
        """Let everybody look for reneges, and score the hand."""
        for seat in self._table.people:
            if aside_events(self._table.observe(seat), "books") and seat not in self._asked_books:
                self._asked_books.add(seat)
                self._pauses.ask_person()
                if seat != self._curtains.viewer:
                    return (effects.LowerCurtain(seat),)
                return effects.Do.SHOW_HAND, effects.Do.OFFER_BOOKS
        self._asked_books.clear()
        if self._waits_for_key(last_chance=True):
            return effects.Do.SHOW_HAND, effects.Pause(None, effects.Do.STEP)
        return (effects.Do.SCORE_HAND,)

    # Computer players

    def ask_computer(self) -> effects.Effects:
        """Return the action of the computer player on turn, or an effect to let a slow one think."""
        turn = self._computers_turn()
        if turn is None:
            return (effects.Do.STEP,)
        if not self._table.takes_time(turn.seat):
            return (effects.Happen(self._table.choose()),)
        if self._thinking:
            return ()
        self._thinking = True
        return (effects.Do.THINK,)

    async def think(self) -> effects.Answered:
        """Wait for a slow player's answer."""
        event, happened = None, self._happened
        try:
            event = await asyncio.to_thread(self._table.choose)
        except ValueError:
            if not self._pauses.closed and self._computers_turn() is not None and happened == self._happened:
                raise
            # otherwise the turn was over before the player was asked, or the user has left the table
        finally:
            self._thinking = False
        return effects.Answered(happened, event)

    def answered(self, answer: effects.Answered, *, covered: bool) -> effects.Effects:
        """Apply a slow player's answer; drop it if something happened meanwhile.

        An event out of turn might have changed the answer, and `verify` would report the difference.
        """
        if self._computers_turn() is None:
            return ()
        if answer.event is None or answer.happened != self._happened:
            return (effects.Do.STEP,)
        return (effects.Pause(0.1, answer) if covered else effects.Happen(answer.event),)

    def _computers_turn(self) -> Turn | None:
        turn = self._table.next()
        return turn if isinstance(turn, Turn) and not turn.human else None


class Ending:
    """The end of one game."""

    def __init__(self, host: TableHost, table: Table, season: TableSeason) -> None:
        self._host, self._table, self.season = host, table, season
        self._heard: list[ZeroBuddyMark] = []
        self._named = False

    def next_part(self) -> effects.Effects:
        """Return the effects that show the next part. Raises NotSaved."""
        holder = self.chit_holder()
        if holder is not None:  # that player may have a chit as well
            from spades_tui.tui.table.tray_and_hearing import ChitScreen

            return (effects.ShowScreen(ChitScreen(self._host, holder)),)
        self.close_game()
        shown = self._host.shown
        if not self._named and shown.people and shown.final is not None and shown.final.has_tray:
            from spades_tui.tui.table.tray_and_hearing import TrayScreen

            self._named = True
            return (effects.ShowScreen(TrayScreen(self._host, self.season)),)
        waiting = [mark for mark in shown.marks if mark not in self._heard]
        if waiting:
            return self._hear(waiting[0])
        from spades_tui.tui.table.score_screen import GameOverScreen

        return (effects.ShowScreen(GameOverScreen(self._host)),)

    def close_game(self) -> None:
        """Close the game and add it to the scorebook, once no chit is left to decide about. Raises NotSaved."""
        if self._host.shown.public.phase == Phase.OVER and self.chit_holder() is None:
            self._table.close_game()
            self.season.game_over()

    def chit_holder(self) -> int | None:
        """Return the tray person, if they hold a chit and haven't decided about it (3B-27)."""
        seat = self._host.shown.may_spend_chit
        return seat if seat is not None and self.season.holds_chit(self._host.look.name(seat)) else None

    def _hear(self, mark: ZeroBuddyMark) -> effects.Effects:
        """Hear a ZB mark; it lapses if no person has a vote, or the game doesn't count (3B-30)."""
        look = self._host.look
        voters = mark.voters(self._host.shown.people)
        practice = self._host.shown.public.rules.practice
        if voters and not practice:
            from spades_tui.tui.table.tray_and_hearing import HearingScreen

            return (effects.ShowScreen(HearingScreen(self._host, mark, voters, partial(self._voted, mark))),)
        self._heard.append(mark)
        why = "The game doesn't count" if practice else f"Nobody can vote on {whose(look.who(mark.accused))} card"
        self._table.remark(f"{why}; the mark is dropped", "hearing")
        return (effects.Do.END_GAME,)

    def _voted(self, mark: ZeroBuddyMark, votes: Mapping[int, bool]) -> None:
        """Apply the vote on a mark: a majority credits a zero buddy (3B-30)."""
        from spades_tui.scorebook.season import majority

        look = self._host.look
        self._heard.append(mark)
        words = "is a zero buddy" if majority(votes.values(), len(votes)) else "isn't a zero buddy"
        self._table.remark(f"The table has voted: {does(look.whom(mark.accused), words)}", "hearing")
        self.season.record_hearing(mark, {look.name(seat): vote for seat, vote in votes.items()})
