"""Play on from a moment of a hand, in a fork of the game and in a chosen seat."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from spades_tui.analysis.fork import fork_hand
from spades_tui.game.events import SeatEvent
from spades_tui.record import RecordError
from spades_tui.record.open_hands import OpenGame, OpenHand
from spades_tui.system.folders import forks_folder
from spades_tui.tui.app_host import Host, WayBack
from spades_tui.tui.dialogs import AskChoice, resume
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.choice_list import Choice


class PlayingOn:
    """Handles the key for playing on, for the open hands of a journal's game."""

    def __init__(
        self, app: Host, path: Path, names: tuple[str, ...], back: WayBack | None = None,
        done: Mapping[int, SeatEvent] | None = None,
    ) -> None:  # fmt: skip
        """Set where leaving the fork leads: to `back`, or to the game if it isn't over."""
        self._app, self._path, self._names = app, path, names
        self._back = back or WayBack("Back to the game", self._to_the_game)
        self._over: tuple[OpenGame, CardStyle] | None = None
        self._done = done or {}
        """By the number of record lines before a decision: the choice made there, which a fork doesn't preselect."""

    def of_finished(self, game: OpenGame, look: CardStyle) -> "PlayingOn":
        """Return one whose forks lead back to the open hands of a finished game, at the same moment."""
        self._over = game, look
        return self

    def __call__(self, hand: OpenHand, place: int) -> None:
        """Ask for the seat, with the player on turn first."""
        moment = hand.moments[place]
        if moment.on_turn is None:
            return
        seats = sorted(range(len(self._names)), key=lambda seat: seat != moment.on_turn)
        choices = [
            Choice(str(seat), f"As {self._names[seat]}", "whose turn it is" if seat == moment.on_turn else "")
            for seat in seats
        ]
        where = f"hand {hand.number}, " + (f"trick {moment.number}" if moment.number else "before the first lead")
        words = (
            f"Play on from {where} in a fork, a copy of the game that doesn't count. Which seat do you take?"
        )
        self._app.push_screen(AskChoice("Play on from here", words, choices, partial(self._fork, hand, place)))

    def _way_back(self, hand: OpenHand, place: int) -> WayBack:
        if self._over is None:
            return self._back
        game, look = self._over

        def again() -> None:
            self._app.push_screen(
                OpenHandsScreen(game, look, hand=game.hands.index(hand), place=place, play_on=self)
            )

        return WayBack("Back to all hands", again)

    def _to_the_game(self) -> None:
        resume(self._app, self._path, lambda sentence: self._app.notify(sentence, severity="error"))

    def _fork(self, hand: OpenHand, place: int, key: str) -> None:
        try:
            path = fork_hand(self._path, hand.number, place, int(key), forks_folder(self._path.parent))
            self._app.resume_table(path, self._done.get(hand.moments[place].lines), self._way_back(hand, place))
        except (OSError, RecordError) as error:
            self._app.notify(f"The fork can't be made ({error}).", severity="error")
