"""The course of a game on screen: which screen follows, the pace of the computer players, who may look.

The controller owns the table. Screens get observations of the seat that sits at the keyboard (`viewer`), never of
another one; between two people stands the curtain.
"""

import asyncio
from functools import partial
from time import monotonic

from textual.screen import Screen

from spades_tui.game.facts import Play, SeatFact, TakeBack
from spades_tui.game.findings import Finding, TrickTaken
from spades_tui.game.refusal import IllegalFact, Refusal
from spades_tui.game.state import Phase
from spades_tui.screens import telling
from spades_tui.screens.at_table import TableScreen
from spades_tui.screens.bidding import BiddingScreen
from spades_tui.screens.curtain import CurtainScreen
from spades_tui.screens.dealing import DealingScreen
from spades_tui.screens.decisions import aside_facts, decide
from spades_tui.screens.ending import Ending, NoSeason, Season
from spades_tui.screens.host import Host
from spades_tui.screens.pace import CHANGE, PACES, SHY, THINKING, Pace
from spades_tui.screens.pauses import Pauses
from spades_tui.screens.score import ScoreScreen
from spades_tui.screens.table_host import Lying
from spades_tui.screens.trick_play import TrickPlayScreen
from spades_tui.seats import Observation
from spades_tui.table.table import CutOffered, GameEnded, HandPlayed, Table, Turn, suggest
from spades_tui.widgets.faces import Look


class Controller:
    """One table on screen. `begin` it, and `close` it when it is left."""

    def __init__(self, app: Host, table: Table, season: Season | None = None) -> None:
        self.app, self.table = app, table
        self.ending = Ending(app, self, season if season is not None else NoSeason(), self._stand)
        table.wants_chit = season is not None and table.rules.tray is not None
        self.viewer: int | None = table.people[0] if len(table.people) == 1 else None
        self.look = self._make_look()
        self.lying: Lying | None = None
        self.cut_words = ""
        self._screen: Screen[None] | None = None
        self.pauses = Pauses(app, self._covered)
        self._turn_since = 0.0
        self._closed = False
        self._pending_cut: tuple[bool, int | None] = (False, None)
        self._asked_books: set[int] = set()
        self._thinking: int | None = None
        self._taken_back = 0
        self._last_person: int | None = None

    def _make_look(self) -> Look:
        settings = self.app.settings
        names = tuple(seat.name for seat in self.table.setup.seats)
        return Look(names, settings.letters, settings.sort, settings.trumps, self.table.people)

    @property
    def pace(self) -> Pace:
        """The pauses that the user likes."""
        return PACES[self.app.settings.pace]

    # Beginning and ending

    def begin(self) -> None:
        """Show the first screen."""
        self.step()

    def settings_changed(self) -> None:
        """The user likes other things now."""
        self.look = self._make_look()
        if isinstance(self._screen, TableScreen) and not self._screen.busy:
            self._show()

    def close(self) -> None:
        """Leave the table. The game is kept."""
        if self._closed:
            return
        self._closed = True
        self.pauses.close()
        try:
            if self.table.final is None:
                self.table.suspend()
            else:
                self.table.leave()
        except OSError:
            pass  # every fact is on disk already; only the note that the game is suspended is missing

    def leave(self) -> None:
        """Go home."""
        self.app.open_home()

    def play_again(self) -> None:
        """The same table, the deal moved on."""
        try:
            self.app.start_table(self.table.again())
        except OSError as error:
            self.app.notify(f"The new game cannot be written down ({error.strerror or error}).", severity="error")

    # What is next

    def step(self) -> None:
        """Look at the table, and let what must happen now begin."""
        if self._closed:
            return
        self.pauses.stop()
        match self.table.next():
            case CutOffered() as offer:
                self._offer_cut(offer)
            case Turn(seat, human):
                self._turn(seat, human)
            case HandPlayed():
                self._hand_played()
            case GameEnded():
                self.ending.begin()

    def _stand(self, screen: Screen[None]) -> None:
        self._screen = screen
        self.app.stand(screen)

    def _turn(self, seat: int, human: bool) -> None:
        if self._speaks():
            self._show()
        elif not human:
            self._show()
            self.pauses.after(self._pause(), self._bot)
        elif seat == self.viewer:
            self._hurried_turn()
            self._show()
        elif self._may_change_bid():
            self._show()
            self.pauses.after(self._pause(), lambda: self._curtain(seat))
        else:
            self._curtain(seat)

    def _may_change_bid(self) -> bool:
        """Whether the person at the keyboard may still change a bid (3B-5)."""
        return self.viewer is not None and bool(aside_facts(self.table.observe(self.viewer), "change"))

    def _pause(self) -> float:
        """How long a computer player thinks; longer while a bid may still be changed."""
        if self.pauses.hurried:
            return 0.0
        turn = self.table.next()
        searches = isinstance(turn, Turn) and self.table.takes_time(turn.seat) and not self.table.is_outside(turn.seat)
        think = max(0.0, self.pace.think - THINKING) if searches else self.pace.think
        return max(think, CHANGE) if self._may_change_bid() else think

    def _hurried_turn(self) -> None:
        if self.pauses.hurried and self.pace.think:
            self._turn_since = monotonic()
        self.pauses.hurried = False

    def too_soon(self) -> bool:
        """Whether a key that takes something would take it by mistake."""
        return monotonic() - self._turn_since < SHY

    def _bot(self) -> None:
        """The computer player on turn acts; one that takes its time is waited for, and keys are answered meanwhile."""
        turn = self.table.next()
        if not isinstance(turn, Turn) or turn.human:
            self.step()
        elif not self.table.takes_time(turn.seat):
            self._do(self.table.choose())
        elif self._thinking is None:
            self._thinking = turn.seat
            self.app.run_worker(partial(self._wait_for, turn.seat), group="thinking")  # type: ignore[arg-type]

    async def _wait_for(self, seat: int) -> None:
        """Wait for a player's answer. It is forgotten if the table was left, or an action taken back."""
        taken_back = self._taken_back
        fact: SeatFact | None = None
        try:
            fact = await asyncio.to_thread(self.table.choose)
        except ValueError:
            pass  # its turn was over before it was asked
        finally:
            self._thinking = None
        turn = self.table.next() if not self._closed else None
        if not isinstance(turn, Turn) or turn.human:
            return
        if self.lying is not None or self.pauses.waiting:
            return  # something else goes on at the table; the program is asked again
        if fact is None or turn.seat != seat or taken_back != self._taken_back:
            self.step()
        elif self._covered():
            answer = fact
            self.pauses.after(0.1, lambda: self._answered(seat, answer, taken_back))
        else:
            self._do(fact)

    def _answered(self, seat: int, fact: SeatFact, taken_back: int) -> None:
        """An answer that came while another screen lay over the table."""
        turn = self.table.next()
        if taken_back == self._taken_back and isinstance(turn, Turn) and turn.seat == seat:
            self._do(fact)
        else:
            self.step()

    def _speaks(self) -> bool:
        """Let a computer player say something out of turn, if it wants to."""
        fact = self.table.speak()
        if fact is None:
            return False
        self.pauses.after(0.0 if self.pauses.hurried else self.pace.think, lambda: self._do(fact))
        return True

    # The screens of the hand

    def _show(self) -> None:
        """Show the table as the viewer sees it, on the screen of its phase."""
        seen = self.table.observe(self.viewer)
        kind: type[TableScreen] = TrickPlayScreen if seen.phase in (Phase.PLAY, Phase.PLAYED) else BiddingScreen
        if self.lying is not None:
            kind = TrickPlayScreen
        screen = self._screen
        if type(screen) is not kind:
            screen = kind(self)
            self._stand(screen)
            screen.call_after_refresh(self._fill)
            return
        self._fill()

    def _fill(self) -> None:
        screen = self._screen
        if self._closed or not isinstance(screen, TableScreen) or not (screen.is_mounted and screen.stands):
            return
        seen = self.table.observe(self.viewer)
        mine = seen.on_turn is not None and seen.on_turn == self.viewer and self.lying is None
        screen.show(seen, decide(seen, self.look, self.suggest(seen)) if mine else None)

    def suggest(self, seen: Observation) -> SeatFact | None:
        """What is preselected for a person."""
        return suggest(seen)

    def hint(self, card: int | None = None) -> SeatFact | None:
        """What the program would do; with a card, how it would play that one."""
        seen = self.table.observe(self.viewer)
        if seen.on_turn != self.viewer or not seen.legal:
            return None
        fact = self.suggest(seen)
        if card is not None and isinstance(fact, Play) and fact.card != card:
            return None
        return fact

    def public_log(self, seen: Observation) -> list[str]:
        """The log without the cards of tricks that nobody may look at any more (C-10)."""
        return telling.public_log(self.table, self.look, seen, self.lying is not None)

    def news(self) -> str:
        """What has been announced since the last card but one: broken spades, low-balls and the like."""
        return telling.news(self.table, self.look)

    def waiting_words(self) -> str:
        """Who is waited for, and what happened last."""
        return telling.waiting_words(self.table, self.look, self.viewer)

    # Doing

    def act(self, fact: SeatFact) -> None:
        """What the person at the keyboard has decided. A refusal is shown, and nothing has changed."""
        if self._closed or self.viewer is None:
            return
        self._do(fact)

    def _do(self, fact: SeatFact) -> None:
        self.pauses.stop()
        try:
            findings = self.table.do(fact)
        except IllegalFact as error:
            self._say_refusal(error.refusal)
            return
        except OSError as error:
            self._say_refusal(Refusal("", f"The game could not be written down ({error.strerror or error}); try again"))
            return
        if isinstance(fact, TakeBack):
            self.lying = None
            self._taken_back += 1
        self._last_person = fact.seat if fact.seat in self.table.people else None
        self._asked_books.clear()
        self._followed(findings)

    def _say_refusal(self, refusal: Refusal) -> None:
        self._fill()
        if isinstance(self._screen, TableScreen):
            self._screen.refuse(refusal)
        turn = self.table.next()
        if self.lying is not None:
            self.pauses.after(max(1.5, self.pace.trick), self._gather)
        elif not (isinstance(turn, Turn) and turn.human and turn.seat == self.viewer):
            self.pauses.after(max(1.5, self.pace.think), self.step)

    def _followed(self, findings: tuple[Finding, ...]) -> None:
        taken = next((finding for finding in findings if isinstance(finding, TrickTaken)), None)
        if taken is None and self.lying is not None:  # something was said while a trick lies there
            self._show()
            self.pauses.after(self.pace.trick, self._gather)
            return
        if taken is None:
            self.step()
            return
        trick = self.table.observe(None).tricks[-1]
        self.lying = Lying(trick, taken.winner)
        self.pauses.hurried = False
        self._show()
        self.pauses.after(self.pace.trick, self._gather)

    def _gather(self) -> None:
        """The winner takes the trick in."""
        if isinstance(self.table.next(), Turn) and self._curtain_is_next():
            self.step()
            self.lying = None
            return
        self.lying = None
        self.step()

    def _curtain_is_next(self) -> bool:
        turn = self.table.next()
        return isinstance(turn, Turn) and turn.human and turn.seat != self.viewer

    def go_on(self) -> None:
        """A question over the table has been closed without an answer."""
        self._fill()
        self.pauses.go_on()

    # Dealing

    def _offer_cut(self, offer: CutOffered) -> None:
        self.lying = None
        if offer.human and len(self.table.people) > 1 and offer.seat != self.viewer:
            self._curtain(offer.seat, ("You are asked to cut the pack.",))
            return
        screen = DealingScreen(self, offer)
        self._stand(screen)
        if offer.human:
            screen.call_after_refresh(lambda: screen.offer_cut(self.app.settings.cut_patience))
        else:
            self.pauses.after(self.pace.think, lambda: self.cut(None))

    def cut(self, depth: int | None) -> None:
        """The pack is cut, or not; the dealer may then choose the extra card."""
        offer = self.table.next()
        screen = self._screen
        if not isinstance(offer, CutOffered) or not isinstance(screen, DealingScreen):
            return
        self.pauses.stop()
        screen.depth = depth
        name = self.look.name(offer.seat)
        self.cut_words = f"{name} did not cut." if depth is None else f"{name} cut {depth} cards deep."
        if offer.may_designate is None:
            self._deal(None)
        elif len(self.table.people) > 1 and offer.may_designate != self.viewer:
            self._curtain(offer.may_designate, ("You deal, and may choose the extra card.",))
        else:
            screen.offer_place()

    def designate(self, place: int) -> None:
        """The dealer has chosen the card that is left over."""
        offer = self.table.next()
        if isinstance(offer, CutOffered):
            self._deal(place if place != offer.cards - 1 else None)

    def _deal(self, extra_at: int | None) -> None:
        screen = self._screen
        if not isinstance(screen, DealingScreen):
            return
        self.table.deal(screen.depth, extra_at)
        self.pauses.hurried = False
        if self.pace.deal == 0:
            self.step()
            return
        screen.run_deal(self.pace.deal)
        self.pauses.after(self.pace.deal + 0.35, self.step)

    # The curtain

    def _curtain(self, seat: int, words: tuple[str, ...] = ()) -> None:
        """Nobody looks until the person named has opened it."""
        dealing = self._screen if isinstance(self._screen, DealingScreen) else None
        self.viewer = None
        pending = dealing is not None and isinstance(self.table.next(), CutOffered)
        self._pending_cut = (pending, dealing.depth if dealing is not None else None)
        self._stand(CurtainScreen(self, seat, words or telling.curtain_words(self.table.observe(seat))))

    def may_take_back_behind_curtain(self) -> int | None:
        """The person who acted last, if that may be taken back although the curtain has come down (3B-11)."""
        seat = self._last_person
        return seat if seat is not None and self.table.may_take_back(seat) else None

    def take_back_behind_curtain(self) -> None:
        """Take it back; another curtain stands before that person looks again."""
        seat = self.may_take_back_behind_curtain()
        if seat is not None and not self._closed:
            self._do(TakeBack(seat))

    def curtain_opened(self, seat: int) -> None:
        """The person named looks now."""
        if self._closed:
            return
        self.viewer = seat
        self.lying = None
        self.pauses.hurried = False
        due = self.table.next()
        if isinstance(due, CutOffered):
            waiting, depth = self._pending_cut
            if waiting and due.may_designate == seat:
                screen = DealingScreen(self, due)
                screen.depth = depth
                self._stand(screen)
                screen.call_after_refresh(screen.offer_place)
                return
        if isinstance(due, HandPlayed):
            self._ask_books()
            return
        self.step()

    # After the last card

    def _hand_played(self) -> None:
        if self._speaks():
            self._show()
            return
        for seat in self.table.people:
            if aside_facts(self.table.observe(seat), "books") and seat not in self._asked_books:
                self._asked_books.add(seat)
                if seat != self.viewer:
                    self._curtain(seat)
                else:
                    self._ask_books()
                return
        self._asked_books.clear()
        self._score()

    def _ask_books(self) -> None:
        self._show()
        screen = self._screen
        self.pauses.keep(self.step)
        if isinstance(screen, TableScreen):
            screen.call_after_refresh(lambda: screen.action_aside("books"))

    def _score(self) -> None:
        self.table.score()
        self.ending.close_game()
        self.lying = None
        self._stand(ScoreScreen(self))
        if not self.table.people:
            self.pauses.after(self.pace.sheet, self.score_seen)

    def score_seen(self) -> None:
        """The sheet has been looked at."""
        self.pauses.stop()
        self.step()

    def next_dealer(self) -> int:
        """Who deals the next hand (C-2)."""
        hands = self.table.observe(None).standing.hands
        return (self.table.setup.dealer + hands) % len(self.look.names)

    # Pauses

    @property
    def waiting(self) -> bool:
        """A pause is going on, which any key ends."""
        return self.pauses.waiting

    def hurry(self) -> bool:
        """End the pause that is going on; True if there was one."""
        return self.pauses.hurry()

    def _covered(self) -> bool:
        if self.app.screen is not self._screen:
            return True
        return isinstance(self._screen, TableScreen) and self._screen.busy
