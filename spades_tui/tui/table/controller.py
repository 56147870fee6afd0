"""The course of a game on screen: which screen comes next, how fast, and what people's actions do.

The controller owns the table. Its screens see it as a `TableHost`, which shows them only what the person at the
keyboard (`viewer`) may see; between two people's turns a curtain hides the cards. Parts such as curtains, deals and
computer turns are separate classes, which see the controller as a `TableCourse`.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.screen import Screen

from spades_tui.game.events import Claim, SeatEvent, TakeBack
from spades_tui.game.findings import Finding, TrickTaken
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import IllegalEvent, Refusal
from spades_tui.play.shown import Lying, Shown
from spades_tui.play.steps import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.tui.app_host import Host
from spades_tui.tui.table.computer_turns import ComputerTurns
from spades_tui.tui.table.curtains import Curtains
from spades_tui.tui.table.deal_course import DealCourse
from spades_tui.tui.table.hand_screens import HandScreens
from spades_tui.tui.table.hindrance import stays_until_key
from spades_tui.tui.table.pace import PACES, SHY, Pace
from spades_tui.tui.table.pauses import Pauses
from spades_tui.tui.table.save_trouble import Keeping
from spades_tui.tui.table.season_host import NoSeason, SeasonHost
from spades_tui.tui.table.single_card import OnlyCard
from spades_tui.tui.table.table_ending import Ending
from spades_tui.tui.widgets.card_faces import CardStyle

if TYPE_CHECKING:
    from spades_tui.record.open_hands import OpenGame


class Controller:
    """One table on screen: call `begin` to start it and `close` to leave it."""

    def __init__(self, app: Host, table: Table, season: SeasonHost | None = None) -> None:
        self.app, self.table = app, table
        self.ending = Ending(self, season if season is not None else NoSeason(), self.stand)
        table.wants_chit = season is not None and table.rules.tray is not None
        self.pauses = Pauses(app, self.covered)
        self.keeping = Keeping(app, table, self._moved)
        self.curtains = Curtains(self, self._curtain_comes_down)
        self.dealing, self.computers = DealCourse(self, self.curtains), ComputerTurns(self)
        self.only_card = OnlyCard(self)
        self.hands = HandScreens(self, self.only_card)
        self._liked = app.settings
        self.look = self._make_look()
        self.lying: Lying | None = None
        """The complete trick that has not been gathered yet."""
        self.closed = self.late = False
        self._screen: Screen[None] | None = None
        self._turn_since = 0.0
        self._waited = False
        self._asked_books: set[int] = set()

    def _make_look(self) -> CardStyle:
        return CardStyle.liked(self.app.settings, self.table.names, self.table.people, self.table.rules)

    @property
    def pace(self) -> Pace:
        """The pauses of the user's pace."""
        return PACES[self.app.settings.pace]

    # The screens

    @property
    def viewer(self) -> int | None:
        """The seat of the person at the keyboard; None while the curtain is down."""
        return self.curtains.viewer

    @property
    def shown(self) -> Shown:
        """The table as it is now, as the viewer may see it."""
        return self.table.shown(self.viewer, self.lying)

    def stars(self, then: "Callable[[dict[str, int]], object]") -> None:
        """Ask the scorebook for today's stars of the people at this table."""
        self.ending.season.stars([self.table.names[seat] for seat in self.table.people], then)

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
        self.step()

    def settings_changed(self) -> None:
        """Apply changed settings; if only the pace changed, keep the screen and the choice on it."""
        before, self._liked = self._liked, self.app.settings
        if replace(before, pace=self._liked.pace) == self._liked:
            return
        self.look = self._make_look()
        screen = self.hands.standing
        if screen is not None and not screen.busy:
            self.hands.show()

    def close(self) -> str:
        """Leave the table and save the game. Return a warning if it can't be saved, else ""."""
        if self.closed:
            return ""
        self.closed = True
        self.pauses.close()
        return self.keeping.close()

    def leaving(self, then: Callable[[], None]) -> None:
        """Save the game, close the table and call `then`; if the game can't be saved, ask first."""

        def left() -> None:
            self.app.close_table()
            then()

        self.keeping.leave(left)

    def _moved(self, path: Path) -> None:
        """Note that the game is saved in another file now."""
        self.ending.season.moved(path)

    def leave(self) -> None:
        """Go home."""
        self.app.open_home()

    def play_again(self) -> None:
        """Play another game at this table; the deal moves to the next player."""
        self.leaving(self._play_again)

    def _play_again(self) -> None:
        try:
            self.app.start_table(self.table.again())
        except OSError as error:
            self.app.notify(f"The new game can't be saved ({error.strerror or error}).", severity="error")

    # The next step

    def step(self) -> None:
        """Look at what must happen next, and begin it."""
        if self.closed:
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
                self.keeping.do(self.ending.begin)

    def stand(self, screen: Screen[None]) -> None:
        """Replace the table's screen by this one."""
        self._screen = screen
        self.app.stand(screen)

    def stands(self, screen: Screen[None] | None) -> bool:
        """Return whether this is the table's screen, even if others cover it."""
        return screen is not None and screen is self._screen

    def _turn(self, seat: int, human: bool) -> None:
        if self.computers.speaks():
            self.hands.show()
        elif not human:
            self.hands.show()
            self.computers.ask_after_pause()
        elif seat == self.viewer:
            self._hurried_turn()
            self.hands.show()
            self.only_card.ring()
            self.only_card.play_after_pause()
        elif self.curtains.shows_first():
            self.hands.show()
            self.pauses.wait(lambda: self.curtains.come_down(seat))
        elif self.may_change_bid():
            self.hands.show()
            self.pauses.after(self.computers.pause(), lambda: self.curtains.come_down(seat))
        else:
            self.curtains.come_down(seat)

    def may_change_bid(self) -> bool:
        """Return whether the person at the keyboard may still change a bid (3B-5)."""
        from spades_tui.presentation.decisions import aside_events

        return self.viewer is not None and bool(aside_events(self.table.observe(self.viewer), "change"))

    def _hurried_turn(self) -> None:
        if (self.pauses.hurried or self.pauses.keyed) and self.pace.think:
            self._turn_since = monotonic()
        self.pauses.hurried = self.pauses.keyed = False

    @property
    def awaits_key(self) -> bool:
        """Whether a pause is running that only a key ends."""
        return self.pauses.awaits_key

    def too_soon(self) -> bool:
        """Whether the turn has just begun, so that a key may have been meant for the pause before."""
        return monotonic() - self._turn_since < SHY

    # The screens of the hand

    def hint(self, card: int | None = None) -> SeatEvent | None:
        """Return the suggested action; with a card, how to play that card."""
        return self.hands.hint(card)

    # Actions

    def act(self, event: SeatEvent) -> None:
        """Apply the decision of the person at the keyboard; if it is refused, say why and change nothing."""
        if self.closed or self.viewer is None:
            return
        self.do(event)

    def do(self, event: SeatEvent) -> None:
        """Apply an action of any player, and continue."""
        self.keeping.do(partial(self._do, event))

    def _do(self, event: SeatEvent) -> None:
        if self.closed:
            return
        self.pauses.stop()
        self.pauses.stepped()
        try:
            findings = self.table.do(event)
        except IllegalEvent as error:
            self._say_refusal(error.refusal)
            return
        self.hands.done = None
        self.computers.happened()
        if isinstance(event, TakeBack):
            self.lying = None
            self.curtains.taken_back()
        self._waited = False
        self.only_card.acted(event.seat)
        self.curtains.last = event.seat if event.seat in self.table.people else None
        self._asked_books.clear()
        if isinstance(event, Claim) and self.app.settings.claims == "told":
            self.hands.show()
            self.pauses.after(self.pace.trick, self.step, self.pauses.seen)
            return
        self._followed(findings)

    def _say_refusal(self, refusal: Refusal) -> None:
        self.hands.fill()
        if (screen := self.hands.standing) is not None:
            screen.refuse(refusal)
        turn = self.table.next()
        if self.lying is not None:
            self._let_lie(1.5)
        elif not (isinstance(turn, Turn) and turn.human and turn.seat == self.viewer):
            self.pauses.after(max(1.5, self.pace.think), self.step)
        else:
            self.only_card.play_after_pause(1.5)

    def _followed(self, findings: tuple[Finding, ...]) -> None:
        taken = any(isinstance(finding, TrickTaken) for finding in findings)
        if not taken and self.lying is not None:  # something was said while a complete trick is on the table
            self.hands.show()
            self._let_lie()
            return
        if not taken:
            self.step()
            return
        self.lying = self.curtains.trick_taken()
        self.pauses.hurried = False
        self.hands.show()
        if self.waits_for_key(isinstance(self.table.next(), HandPlayed)):
            self.pauses.wait(self._gather, self.pauses.seen)
        else:
            self._let_lie()

    def _let_lie(self, least: float = 0.0) -> None:
        """Leave a complete trick on the table for a while; until a key if nobody may see it again (C-10)."""
        if stays_until_key(self.shown):
            self.pauses.wait(self._gather, self.pauses.seen)
        else:
            self.pauses.after(max(least, self.pace.trick), self._gather, self.pauses.seen)

    def waits_for_key(self, last_chance: bool = False) -> bool:
        """Return whether a practice table waits once for the person who acted last, who may take it back (3B-11).

        With `last_chance`, the hand would be scored next, and the table waits whoever has acted since. It never waits
        for a slip.
        """
        seat, rules = self.viewer, self.table.rules
        if self._waited or seat is None or not (rules.practises and self.table.may_take_back(seat)):
            return False
        if seat != self.curtains.last and not last_chance:
            return False
        self._waited = True
        return True

    def _gather(self) -> None:
        """Let the winner gather the trick."""
        self.curtains.gathered()
        if self.curtains.is_next:
            self.step()  # the curtain still shows the trick
            self.lying = None
            return
        self.lying = None
        self.step()

    def go_on(self) -> None:
        """Continue after a question over the table was closed without an answer."""
        self.hands.fill()
        self.pauses.go_on()

    # The deal and the curtain

    def _curtain_comes_down(self) -> None:
        self.dealing.interrupted()

    def _offer_cut(self, offer: CutOffered) -> None:
        self.lying = None
        self.dealing.offer_cut(offer)

    def cut(self, depth: int | None, word: str = "") -> None:
        """Cut the pack, perhaps with a word, or decline; the dealer may then choose the extra card."""
        self.dealing.cut(depth, word)

    def designate(self, place: int) -> None:
        """Deal with the extra card that the dealer has chosen."""
        self.dealing.designate(place)

    def may_take_back_behind_curtain(self) -> int | None:
        """Return the person who acted last, if they may still take it back (3B-11)."""
        return self.curtains.may_take_back()

    def take_back_behind_curtain(self) -> None:
        """Take back the last action; another curtain comes before that person looks again."""
        seat = self.curtains.may_take_back()
        if seat is not None and not self.closed:
            self.do(TakeBack(seat))

    def curtain_opened(self, seat: int) -> None:
        """Show the table to this person, who has opened the curtain."""
        if self.closed:
            return
        self.curtains.opened(seat)
        self.late = False
        self.only_card.handed_over()
        self.lying = None
        self.pauses.hurried = False
        due = self.table.next()
        if isinstance(due, CutOffered) and self.dealing.taken_up(seat, due):
            return
        if isinstance(due, HandPlayed):
            self._ask_books()
            return
        self.step()

    # After the last card

    def _hand_played(self) -> None:
        if self.computers.speaks():
            self.hands.show()
            return
        from spades_tui.presentation.decisions import aside_events

        for seat in self.table.people:
            if aside_events(self.table.observe(seat), "books") and seat not in self._asked_books:
                self._asked_books.add(seat)
                if seat != self.viewer:
                    self.curtains.come_down(seat)
                else:
                    self._ask_books()
                return
        self._asked_books.clear()
        if self.waits_for_key(last_chance=True):
            self.hands.show()
            self.pauses.wait(self.step)
        else:
            self._score()

    def _ask_books(self) -> None:
        self.hands.show()
        screen = self.hands.standing
        self.pauses.keep(self.step)
        if screen is not None:
            screen.call_after_refresh(lambda: screen.action_aside("books"))

    def _score(self) -> None:
        self.keeping.do(self._scored)

    def _scored(self) -> None:
        from spades_tui.tui.table.score_screen import ScoreScreen

        if isinstance(self.table.next(), HandPlayed):  # else only the end of the game was not on disk
            self.table.score()
        self.ending.close_game()
        self.lying = None
        self.stand(ScoreScreen(self))
        if not self.table.people and not self.pauses.held:
            self.pauses.after(self.pace.sheet, self.score_seen)
        self.pause(False)  # at the next hand; until then the sheet waits for a key

    def score_seen(self) -> None:
        """Continue after the score sheet; a trial hand ends here."""
        self.pauses.stop()
        if self.app.on_trial:
            self.leave()
            return
        self.step()

    # When the game is over

    def write_down(self, event: SeatEvent, then: Callable[[], None]) -> None:
        """Write down a decision made after the game, then call `then`."""

        def written() -> None:
            self.table.do(event)
            self.keeping.do(then)

        self.keeping.do(written)

    def close_game(self) -> None:
        """Close the game; nothing is left to decide."""
        self.table.close_game()

    def remark(self, text: str) -> None:
        """Write the result of a hearing into the log."""
        self.table.remark(text, "hearing")

    # Pauses

    def hurry(self) -> bool:
        """End the running pause. Return whether there was one."""
        return self.pauses.hurry()

    @property
    def paused(self) -> bool:
        """Whether the user has paused a table that they watch."""
        return self.pauses.held

    def pause(self, on: bool) -> None:
        """Pause the table, or resume it."""
        self.pauses.held = on
        self.pauses.stepped()

    def step_on(self) -> None:
        """Pause the table after the next event."""
        self.pauses.one_step()

    def covered(self) -> bool:
        """Whether a screen or a question covers the table, so that the game waits."""
        if self.app.screen is not self._screen or self.pauses.held_up:
            return True
        screen = self.hands.standing
        return screen is not None and screen.busy
