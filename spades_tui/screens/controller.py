"""The course of a game on screen: which screen follows, the pace of the computer players, who may look.

The controller owns the table. Screens get observations of the seat that sits at the keyboard (`viewer`), never of
another one; between two people stands the curtain.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from textual.screen import Screen
from textual.timer import Timer

from spades_tui import cards
from spades_tui.game.facts import Play, SeatFact, TakeBack
from spades_tui.game.findings import Finding, TrickTaken
from spades_tui.game.refusal import IllegalFact, Refusal
from spades_tui.game.state import Phase, Trick
from spades_tui.screens.at_table import TableScreen
from spades_tui.screens.bidding import BiddingScreen
from spades_tui.screens.curtain import CurtainScreen
from spades_tui.screens.dealing import DealingScreen
from spades_tui.screens.decisions import aside_facts, decide
from spades_tui.screens.host import Host
from spades_tui.screens.pace import CHANGE, PACES, SHY, Pace
from spades_tui.screens.score import GameOverScreen, ScoreScreen
from spades_tui.screens.trick_play import TrickPlayScreen
from spades_tui.seats import Observation
from spades_tui.table.table import CutOffered, GameEnded, HandPlayed, Table, Turn, suggest
from spades_tui.widgets.faces import Look


@dataclass(frozen=True, slots=True)
class Lying:
    """A complete trick that has not been gathered yet."""

    trick: Trick
    winner: int


class Controller:
    """One table on screen. `begin` it, and `close` it when it is left."""

    def __init__(self, app: Host, table: Table) -> None:
        self.app, self.table = app, table
        self.viewer: int | None = table.people[0] if len(table.people) == 1 else None
        self.look = self._make_look()
        self.lying: Lying | None = None
        self.cut_words = ""
        self._screen: Screen[None] | None = None
        self._timer: Timer | None = None
        self._due: Callable[[], None] | None = None
        self._hurried = False
        self._turn_since = 0.0
        self._closed = False
        self._pending_cut: tuple[bool, int | None] = (False, None)
        self._asked_books: set[int] = set()

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
        if isinstance(self._screen, TableScreen):
            self._show()

    def close(self) -> None:
        """Leave the table. The game is kept."""
        if self._closed:
            return
        self._closed = True
        self._stop()
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
        self._stop()
        match self.table.next():
            case CutOffered() as offer:
                self._offer_cut(offer)
            case Turn(seat, human):
                self._turn(seat, human)
            case HandPlayed():
                self._hand_played()
            case GameEnded():
                self._stand(GameOverScreen(self))

    def _stand(self, screen: Screen[None]) -> None:
        self._screen = screen
        self.app.stand(screen)

    def _turn(self, seat: int, human: bool) -> None:
        if self._speaks():
            self._show()
        elif not human:
            self._show()
            self._after(self._pause(), self._bot)
        elif seat == self.viewer:
            self._hurried_turn()
            self._show()
        elif self._may_change_bid():
            self._show()
            self._after(self._pause(), lambda: self._curtain(seat))
        else:
            self._curtain(seat)

    def _may_change_bid(self) -> bool:
        """Whether the person at the keyboard may still change a bid (3B-5)."""
        return self.viewer is not None and bool(aside_facts(self.table.observe(self.viewer), "change"))

    def _pause(self) -> float:
        """How long a computer player thinks; longer while a bid may still be changed."""
        if self._hurried:
            return 0.0
        return max(self.pace.think, CHANGE) if self._may_change_bid() else self.pace.think

    def _hurried_turn(self) -> None:
        if self._hurried and self.pace.think:
            self._turn_since = monotonic()
        self._hurried = False

    def too_soon(self) -> bool:
        """Whether a key that takes something would take it by mistake."""
        return monotonic() - self._turn_since < SHY

    def _bot(self) -> None:
        """The computer player on turn acts."""
        self._do(self.table.choose())

    def _speaks(self) -> bool:
        """Let a computer player say something out of turn, if it wants to."""
        fact = self.table.speak()
        if fact is None:
            return False
        self._after(0.0 if self._hurried else self.pace.think, lambda: self._do(fact))
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
        if self._closed or not isinstance(screen, TableScreen) or not screen.is_mounted:
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
        kept = 1 if self.lying is not None or seen.last_trick is not None else 0
        gone = seen.tricks[: len(seen.tricks) - kept]
        plays = {f"{self.look.name(card.seat)} plays {cards.pretty(card.card)}" for trick in gone for card in trick}
        lines = [line for line in self.table.log if line.split(", called ")[0] not in plays]
        return [self.look.words(line) for line in lines]

    def news(self) -> str:
        """What has been announced since the last card but one: broken spades, low-balls and the like."""
        if self.table.trouble:
            return self.table.trouble
        usual = (" plays ", " bids ", " takes trick ", " deals", " looks", " stands", " draws ", " throws ", "goes on")
        recent = self.table.log[-2 * len(self.look.names) :]
        said = [line for line in recent if not any(verb in line for verb in usual)]
        return self.look.words(f"{said[-1].rstrip('.!')}." if said else "")

    def waiting_words(self) -> str:
        """Who is waited for, and what happened last."""
        seen = self.table.observe(None)
        last = self.look.words(f"{self.table.log[-1].rstrip('.')}.  " if self.table.log else "")
        if seen.on_turn is None:
            return f"{last}The hand is over."
        name = self.look.name(seen.on_turn)
        then = ""
        if self.viewer is not None and seen.phase == Phase.PLAY and seen.trick:
            place = seen.table.index(seen.on_turn)
            following = seen.table[(place + 1) % len(seen.table)]
            if following == self.viewer and len(seen.trick) + 1 < len(seen.table):
                then = "; then it is your turn"
        return f"{last}{name} is thinking …{then}"

    # Doing

    def act(self, fact: SeatFact) -> None:
        """What the person at the keyboard has decided. A refusal is shown, and nothing has changed."""
        if self._closed or self.viewer is None:
            return
        self._do(fact)

    def _do(self, fact: SeatFact) -> None:
        self._stop()
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
        self._asked_books.clear()
        self._followed(findings)

    def _say_refusal(self, refusal: Refusal) -> None:
        self._fill()
        if isinstance(self._screen, TableScreen):
            self._screen.refuse(refusal)
        turn = self.table.next()
        if self.lying is not None:
            self._after(max(1.5, self.pace.trick), self._gather)
        elif not (isinstance(turn, Turn) and turn.human and turn.seat == self.viewer):
            self._after(max(1.5, self.pace.think), self.step)

    def _followed(self, findings: tuple[Finding, ...]) -> None:
        taken = next((finding for finding in findings if isinstance(finding, TrickTaken)), None)
        if taken is None and self.lying is not None:  # something was said while a trick lies there
            self._show()
            self._after(self.pace.trick, self._gather)
            return
        if taken is None:
            self.step()
            return
        trick = self.table.observe(None).tricks[-1]
        self.lying = Lying(trick, taken.winner)
        self._hurried = False
        self._show()
        self._after(self.pace.trick, self._gather)

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
        if self._due is not None and self._timer is None:
            self._after(0.0, self._due)

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
            self._after(self.pace.think, lambda: self.cut(None))

    def cut(self, depth: int | None) -> None:
        """The pack is cut, or not; the dealer may then choose the extra card."""
        offer = self.table.next()
        screen = self._screen
        if not isinstance(offer, CutOffered) or not isinstance(screen, DealingScreen):
            return
        self._stop()
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
        self._hurried = False
        if self.pace.deal == 0:
            self.step()
            return
        screen.run_deal(self.pace.deal)
        self._after(self.pace.deal + 0.35, self.step)

    # The curtain

    def _curtain(self, seat: int, words: tuple[str, ...] = ()) -> None:
        """Nobody looks until the person named has opened it."""
        cut = self._screen.depth if isinstance(self._screen, DealingScreen) else None
        dealing = self._screen if isinstance(self._screen, DealingScreen) else None
        self.viewer = None
        self._pending_cut = (dealing is not None and isinstance(self.table.next(), CutOffered), cut)
        if not words:
            words = self._curtain_words(seat)
        self._stand(CurtainScreen(self, seat, words))

    def _curtain_words(self, seat: int) -> tuple[str, ...]:
        theirs = self.table.observe(seat)
        if theirs.phase == Phase.BID:
            if theirs.may_choose_blind:
                return ("It is your turn to bid.", "You may still bid blind: your cards have not been shown.")
            return ("It is your turn to bid.",)
        if theirs.phase == Phase.DRAW:
            return ("The extra card is yours to draw.",)
        if theirs.phase == Phase.RAISE:
            return ("You may raise, or stand.",)
        if theirs.phase == Phase.DISCARD:
            return ("You have a card to throw back.",)
        if theirs.phase == Phase.PLAYED:
            return ("You have the right to take books.",)
        return ("It is your turn to play.",)

    def curtain_opened(self, seat: int) -> None:
        """The person named looks now."""
        if self._closed:
            return
        self.viewer = seat
        self.lying = None
        self._hurried = False
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
        self._due = self.step
        if isinstance(screen, TableScreen):
            screen.call_after_refresh(lambda: screen.action_aside("books"))

    def _score(self) -> None:
        self.table.score()
        self.lying = None
        self._stand(ScoreScreen(self))
        if not self.table.people:
            self._after(self.pace.sheet, self.score_seen)

    def score_seen(self) -> None:
        """The sheet has been looked at."""
        self._stop()
        self.step()

    def next_dealer(self) -> int:
        """Who deals the next hand (C-2)."""
        hands = self.table.observe(None).standing.hands
        return (self.table.setup.dealer + hands) % len(self.look.names)

    # Pauses

    @property
    def waiting(self) -> bool:
        """A pause is going on, which any key ends."""
        return self._timer is not None

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop()
        self._due = then
        self._timer = self.app.set_timer(max(seconds, 0.001), self._ring)

    def _ring(self) -> None:
        """The pause is over; while another screen lies over the table, everything waits."""
        then, self._due, self._timer = self._due, None, None
        if self._closed or then is None:
            return
        if self._covered():
            self._after(0.1, then)
            return
        then()

    def _covered(self) -> bool:
        if self.app.screen is not self._screen:
            return True
        return isinstance(self._screen, TableScreen) and self._screen.busy

    def hurry(self) -> bool:
        """End the pause that is going on; True if there was one."""
        then = self._due
        if self._timer is None or then is None or self._covered():
            return False
        self._hurried = True
        self._stop()
        self.app.call_later(self._hurry_to, then)
        return True

    def _hurry_to(self, then: Callable[[], None]) -> None:
        if self._closed or self._timer is not None or self._due is not None:
            return
        if self._covered():
            self._after(0.1, then)
        else:
            then()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._due = None, None
