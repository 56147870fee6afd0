"""All hands of a game with everything open, trick by trick and card by card, forwards and backwards (C-9).

From any moment, play on in a fork of the game and in a chosen seat.
"""

from asyncio import to_thread
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding

from spades_tui.analysis.fork import fork_hand, repeat_hand
from spades_tui.analysis.hindsight import hindsight_at
from spades_tui.game.events import Bid, SeatEvent
from spades_tui.language.sentence_parts import whose
from spades_tui.play.bot_decision import hints
from spades_tui.presentation.hindsight_words import bid_in_hindsight, hindsight_words
from spades_tui.presentation.public_reason_words import reasons_at
from spades_tui.presentation.why_words import why_words
from spades_tui.presentation.wording import choice_words, moment_of, moment_words
from spades_tui.record import RecordError
from spades_tui.record.open_hands import Moments, OpenGame, OpenHand
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.system.faults import write_once
from spades_tui.system.folders import forks_folder, is_fork
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host, WayBack
from spades_tui.tui.dialogs import AskChoice, resume
from spades_tui.tui.frame import ReasonsWindow, SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.choice_list import Choice
from spades_tui.tui.widgets.decision_view import HINDSIGHT
from spades_tui.tui.widgets.open_table import OpenState, OpenTableView
from spades_tui.tui.widgets.paragraphs import Page, Paragraph, bullet, heading

PlayOn = Callable[[OpenHand, int], None]
"""Resumes the game, in a fork, at a moment of a hand."""


HANDS = Binding.Group("hand")


class OpenHandsScreen(SpadesScreen):
    """The hands that have been scored; `play_on`, if given, resumes the game from the moment shown.

    `taught`: what the first moment shown has taught its player.
    """

    DEFAULT_CSS = "OpenHandsScreen #taught { padding: 0 1; }"
    HELP_LINES = (
        "All cards as dealt; cards already played are struck through. A hand still in play isn't shown.",
        "With the mouse: click the right half for the next card, the left half for the one before, or use the wheel.",
    )
    BINDINGS = [
        Binding("left", "card(-1)", "card", key_display="←→"),
        Binding("right", "card(1)"),
        Binding("up,pageup", "trick(-1)", "trick", key_display="↑↓"),
        Binding("down,pagedown", "trick(1)"),
        Binding("home", "end(0)", "deal"),
        Binding("end", "end(1)", "end"),
        Binding("[", "hand(-1)", "previous hand", id="hand_before", group=HANDS),
        Binding("]", "hand(1)", "next hand", id="hand_after", group=HANDS),
        Binding("f", "fork", "play on", id="play_on", tooltip="play on from here, in any player's place"),
        Binding("y", "why", "why", id="why", tooltip="why this player bid or played so"),
        Binding("o", "back", id="all_hands"),
    ]

    def __init__(
        self, game: OpenGame, look: CardStyle, *, hand: int = -1, place: int = 0, play_on: PlayOn | None = None,
        taught: str = "",
    ) -> None:  # fmt: skip
        super().__init__()
        self.game, self.look, self.play_on = game, look, play_on
        self.at = hand % len(game.hands)
        self.place = place
        self.view = OpenTableView()
        self._begun = self.at, place
        self._taught = Page([Paragraph(taught, inks.gold)] if taught else [], id="taught")
        """What the first moment has taught, below it."""

    @property
    def hand(self) -> OpenHand:
        """The hand shown."""
        return self.game.hands[self.at]

    def compose_body(self) -> ComposeResult:
        """Lay out the table."""
        yield self.view
        yield self._taught

    def on_mount(self) -> None:
        """Show the first moment."""
        self.go(self.at, self.place)

    def go(self, hand: int, place: int) -> None:
        """Show a moment of a hand."""
        self.at = max(0, min(hand, len(self.game.hands) - 1))
        self.place = max(0, min(place, len(self.hand.moments) - 1))
        self._taught.display = bool(self._taught.words) and self._begun == (self.at, self.place)
        here = self.game.people[0] if self.game.people else 0
        hint = "" if self.place else with_keys("After a bid or a card, {why} says why.")
        self.view.show(OpenState(self.game.rules, self.look, self.hand, self.place, here, hint))
        rules, moment = self.game.rules, self.hand.moments[self.place]
        left: list[Piece] = [("All hands", inks.gold), (f" · {rules.variant.name}", inks.bold)]
        left.append((f" · hand {self.hand.number}", inks.soft))
        if len(self.game.hands) > 1:
            left.append((f" of {self.game.hands[-1].number}", inks.soft))
        trick = f"trick {moment.number}/{rules.tricks}" if moment.number else "before the first lead"
        counted = f"{self.place + 1} of {len(self.hand.moments)}"
        self.set_top(left, [(f"{trick}  ", inks.soft), (counted, inks.soft)])
        self.refresh_bindings()

    def action_card(self, step: int) -> None:
        """Go one event forwards or backwards; past the end of a hand, to the next hand."""
        place = self.place + step
        if 0 <= place < len(self.hand.moments):
            self.go(self.at, place)
        elif 0 <= self.at + step < len(self.game.hands):
            self.go(self.at + step, 0 if step > 0 else len(self.game.hands[self.at - 1].moments) - 1)
        else:
            self.say_why_not(dead_key_reasons.NO_CARD_AFTER if step > 0 else dead_key_reasons.NO_CARD_BEFORE)

    def action_trick(self, step: int) -> None:
        """Go to the next or the previous complete trick; at the ends, to the deal or the score."""
        stops = {0, len(self.hand.moments) - 1, *self.hand.tricks()}
        beyond = [stop for stop in stops if (stop - self.place) * step > 0]
        if beyond:
            self.go(self.at, min(beyond, key=lambda stop: abs(stop - self.place)))

    def action_end(self, last: int) -> None:
        """Go to the deal, or to the end of the hand."""
        self.go(self.at, len(self.hand.moments) - 1 if last else 0)

    def action_hand(self, step: int) -> None:
        """Go to the deal of the next or the previous hand."""
        if 0 <= self.at + step < len(self.game.hands):
            self.go(self.at + step, 0)
        else:
            self.say_why_not(dead_key_reasons.LAST_HAND if step > 0 else dead_key_reasons.FIRST_HAND)

    def action_fork(self) -> None:
        """Resume the game from here."""
        assert self.play_on is not None
        self.play_on(self.hand, self.place)

    @property
    def _decision(self) -> tuple[Observation, SeatEvent] | None:
        """The decision that led to the moment shown, and what its seat saw; guests don't get that."""
        moments = self.hand.moments
        return moments.decision(self.place) if isinstance(moments, Moments) else None

    def action_why(self) -> None:
        """Show the reason of the player who has just bid or played, found while the screen accepts keys.

        Guests read what everybody at the table could see.
        """
        if self._decision is None:
            moment = self.hand.moments[self.place]
            title = f"Why did they? · {moment_words(self.hand.number, moment.number)}"
            self.app.push_screen(WhyPage(title, "What everybody saw", self._public_reasons))
            return
        seen, event = self._decision
        player = self.look.whom(event.seat)
        title = f"Why {choice_words(event, self.look.letters, seen.rules)}? · {moment_of(seen)}"
        find = partial(why_words, seen, event, self.app.brain, self.look.names)
        above = f"Advice to {player}, with {whose(player)} cards"
        self.app.push_screen(WhyPage(title, above, find, self._in_hindsight))

    def _in_hindsight(self) -> Sequence[str]:
        """Return what became of the choice that led to the moment shown, and whether it mattered."""
        decision = self._decision
        if decision is None:
            return ()
        seen, event = decision
        if isinstance(event, Bid):
            return bid_in_hindsight(event, self.hand.moments[-1].took[event.seat], self.look)
        one = hindsight_at(self.hand, self.place)
        if one is None:
            return ()
        return hindsight_words(one, hints(seen, self.app.brain, write_once), self.look)

    def _public_reasons(self) -> list[str]:
        return reasons_at(self.game.rules, self.hand, self.place, self.look)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it works."""
        if action == "hand" and len(self.game.hands) < 2:
            return dead_key_reasons.ONE_HAND
        if action == "fork" and (self.play_on is None or self.hand.moments[self.place].on_turn is None):
            return dead_key_reasons.NO_PLAYING_ON
        if action == "why" and self._decision is None:
            known = isinstance(self.hand.moments, Moments)
            return dead_key_reasons.NO_DECISION if known or not self._public_reasons() else None
        return None

    def on_click(self, event: events.Click) -> None:
        """Go one card forwards or backwards, after a click on the table."""
        if event.widget is self.view:
            event.stop()
            self.action_card(1 if event.x >= self.view.size.width // 2 else -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go one card forwards."""
        event.stop()
        self.action_card(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go one card backwards."""
        event.stop()
        self.action_card(-1)


class WhyPage(ReasonsWindow):
    """Reasons of a finished hand below a heading, and then what `hindsight` says; both are called in a thread."""

    def __init__(
        self, title: str, above: str, find: Callable[[], Sequence[str]], hindsight: Callable[[], Sequence[str]] = tuple
    ) -> None:
        super().__init__()
        self.title, self._above, self._find, self._hindsight = title, above, find, hindsight
        self._page = Page([Paragraph("Thinking …", inks.soft)])
        self.body = (self._page,)

    def on_mount(self) -> None:
        """Look for the reasons."""
        self._show()

    @work
    async def _show(self) -> None:
        reasons = [*map(bullet, await to_thread(self._find))]
        page = [heading(self._above), *(reasons or [Paragraph("No reason is known.")])]
        self._page.show(page)
        hindsight = await to_thread(self._hindsight)
        if hindsight:
            self._page.show([*page, Paragraph(), heading(HINDSIGHT), *map(bullet, hindsight)])


def _back_to_game(app: Host, path: Path) -> WayBack:
    """Return the way back to the game of a journal."""
    return WayBack("Back to the game", lambda: resume(app, path, app.sorry))


def play_on_in_fork(
    app: Host, where: str, names: Sequence[str], first: int, beside: str,
    forked: Callable[[int], Path], done: SeatEvent | None, back: WayBack,
) -> None:  # fmt: skip
    """Ask in which seat to play on from a moment (`where`), and resume the fork that `forked` writes for that seat.

    The `first` seat has the note `beside`. Don't preselect what was `done` there. Leaving the fork leads `back`.
    """

    def play(seat: str) -> None:
        try:
            app.resume_table(forked(int(seat)), done, back)
        except (OSError, RecordError) as error:
            app.notify(f"The copy can't be made ({os_words(error)}).", severity="error")

    seats = sorted(range(len(names)), key=lambda seat: seat != first)
    choices = []
    for seat in seats:
        choices.append(Choice(str(seat), f"As {names[seat]}", beside if seat == first else ""))
    words = f"Play on from {where} in a copy of the game, which doesn't count. Whose place do you take?"
    app.ask(AskChoice("Play on from here", words, choices), play)


def play_hand_again(
    app: Host, path: Path, number: int, names: Sequence[str], seat: int, *, others: bool
) -> None:  # fmt: skip
    """Play a hand of a journal again in a fork: in the same seat, or in one of the others, which is asked for.

    Leaving the fork leads back to the game, or to where an earlier fork began.
    """
    back = _back_to_game(app, path)
    if is_fork(path) and app.way_back is not None:
        back = app.way_back

    def play(chosen: str) -> None:
        try:
            app.leave_table(partial(app.resume_table, repeat_hand(path, number, int(chosen)), back=back))
        except (OSError, RecordError) as error:
            app.notify(f"The hand can't be played again ({os_words(error)}).", severity="error")

    if not others:
        play(str(seat))
        return
    choices = [Choice(str(other), f"As {name}") for other, name in enumerate(names) if other != seat]
    words = f"Play hand {number} again with whose cards? It's practice and doesn't count."
    app.ask(AskChoice("The same hand as the others held it", words, choices), play)


def playing_on(
    app: Host, path: Path, names: tuple[str, ...], back: WayBack | None = None,
    done: Mapping[int, SeatEvent] | None = None, over: tuple[OpenGame, CardStyle] | None = None,
) -> PlayOn:  # fmt: skip
    """Return what plays on from a moment of a journal's game, with the player on turn first among the seats.

    Leaving the fork leads to the same moment of a game that is `over`, or else to `back`, or to the game. `done` has
    the choices made, by the number of record lines before them, which a fork doesn't preselect.
    """

    def play_on(hand: OpenHand, place: int) -> None:
        moment = hand.moments[place]
        assert moment.on_turn is not None
        way = back or _back_to_game(app, path)
        if over is not None:
            game, look = over
            screen = partial(OpenHandsScreen, game, look, hand=game.hands.index(hand), place=place, play_on=play_on)
            way = WayBack("Back to all hands", lambda: app.push_screen(screen()))
        where = moment_words(hand.number, moment.number, ", before the first lead")
        play_on_in_fork(
            app, where, names, moment.on_turn, "whose turn it is",
            lambda seat: fork_hand(path, hand.number, place, seat, forks_folder(path.parent)),
            (done or {}).get(moment.lines), way,
        )  # fmt: skip

    return play_on
