"""What the screens and the table ask of the book: in a thread of its own, and whatever goes wrong is one sentence.

SQLite is opened, used and closed in the thread that asks. Nothing that the book says ever stops a game.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from textual.app import App
from textual.worker import get_current_worker

from spades_tui.frozen import dataclass
from spades_tui.system.collecting import paused

if TYPE_CHECKING:
    from spades_tui.play.shown import ZeroBuddyMark
    from spades_tui.scorebook.digits import Erasing
    from spades_tui.scorebook.scorebook import Book
    from spades_tui.scorebook.views import CaughtUp, ChitDecision, Happened, Hearing, TableView

T = TypeVar("T")

_SAID: WeakKeyDictionary[App[Any], tuple[str, float]] = WeakKeyDictionary()
"""The last sentence that each program was told, and when."""
_AGAIN = 20.0
"""Seconds after which the same sentence may be said again."""
_LOCK = Lock()
"""One thread of this program at a time, so that it never finds the book locked by itself."""
_MOMENT = 1.5
"""Seconds that a table waits for the book."""
_SLICE = 0.05
"""Seconds of catching up before whoever waits for the book may have it."""
_OFTEN = 20
"""After so many games or records a progress is told."""


class _Stopped(Exception):
    """The program ends: what the book's own facts say is taken in at the next start."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """What the book says as a game ends."""

    decision: "ChitDecision | None" = None
    """The tray person must decide first (3B-27): then nothing has been taken in yet, and the rest is empty."""
    game: str = ""
    """Its name in the book."""
    table: "TableView | None" = None
    happened: "tuple[Happened, ...]" = ()
    """All that came of the game, in order; `spades_tui.presentation.scorebook_words.ceremony` has the words."""
    violator: str | None = None
    """The tray person of the game, where trays wait to be carried now."""
    practice: str = ""
    """Why the game counts for nothing, as half a sentence (3B-11); the rest is empty then."""
    erasings: "tuple[Erasing, ...]" = ()
    """Digits that perfect days have erased, while another may be chosen (3B-25)."""
    hearings: "tuple[Hearing, ...]" = ()
    """Marks that are to be heard (3B-30): somebody can vote, and there is no verdict yet."""


class BookKeeper:
    """Asks the book for an app. Every answer comes later, in the app's own thread, by calling `then`.

    A trouble is told by `sorry` in one sentence (without one, by a notification), and `then` is not called.
    """

    def __init__(self, app: App[Any]) -> None:
        self.app = app

    def ask(
        self, work: "Callable[[Book], T]", then: Callable[[T], object], sorry: Callable[[str], object] | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:  # fmt: skip
        """Open the book, let `work` use it, close it, and call `then` with what it answered. Where all of the book must
        be computed anew, `progress` is told now and then how many games are done, of how many."""
        told = self.tell if sorry is None else sorry
        self.app.run_worker(
            partial(self._work, work, then, told, progress), name="book", group="book", thread=True, exit_on_error=False
        )

    def wait(self, work: "Callable[[Book], T]", seconds: float) -> T | None:
        """Ask, and wait for the answer at most so long; None where there is none, and a sentence tells why.

        For the one question that the table cannot go on without (3B-27).
        """
        answers: list[T] = []
        troubles: list[Exception] = []

        def ask() -> None:
            try:
                with _LOCK:
                    answers.append(self._opened(work))
            except Exception as error:  # as in `_work`
                troubles.append(error)

        thread = Thread(target=ask, name="book", daemon=True)
        thread.start()
        thread.join(seconds)
        if answers:
            return answers[0]
        self.tell(sentence_of(troubles[0]) if troubles else "The book does not answer; the game goes on without it.")
        return None

    def tell(self, sentence: str) -> None:
        """Say one sentence beside whatever stands on the screen; not the same one again and again."""
        before, since = _SAID.get(self.app, ("", 0.0))
        if sentence == before and monotonic() - since < _AGAIN:
            return
        _SAID[self.app] = (sentence, monotonic())
        self.app.notify(sentence, severity="warning", timeout=8, markup=False)

    def _work(
        self, work: "Callable[[Book], T]", then: Callable[[T], object], sorry: Callable[[str], object],
        progress: Callable[[int, int], object] | None,
    ) -> None:  # fmt: skip
        """In the thread; what takes long stops when the program does."""
        told = self._told(progress)

        def watched(book: "Book") -> T:
            book.progress = told
            return work(book)

        try:
            with _LOCK, paused():
                answer = self._opened(watched)
        except _Stopped:
            return
        except Exception as error:
            # whatever it is, the game goes on; only the sentence may leave, as an exception's values may be cards
            self.app.call_later(sorry, sentence_of(error))
            return
        self.app.call_later(then, answer)

    def _told(self, progress: Callable[[int, int], object] | None) -> Callable[[int, int], None]:
        """What the book tells of its progress, from its thread; raises `_Stopped` when the program ends."""
        worker = get_current_worker()

        def told(done: int, of: int) -> None:
            if worker.is_cancelled:
                raise _Stopped
            if progress is not None and of > done and done % _OFTEN == 0:
                self.app.call_later(progress, done, of)

        return told

    def _opened(self, work: "Callable[[Book], T]") -> T:
        with self._book() as book:
            told = book.notice
            if told is not None:
                self.app.call_later(self.tell, told)
            if book.anew and book.catch_up(_MOMENT / 2).left:
                self.app.call_later(self.catch_up)
            try:
                return work(book)
            finally:
                if book.notice not in (None, told):  # damage that was met on the way
                    self.app.call_later(self.tell, book.notice)

    def _book(self) -> "Book":
        from spades_tui.scorebook.scorebook import open_book

        return open_book()

    def catch_up(self, playing: str = "") -> None:
        """Take in, bit by bit, every record that the book does not know yet; to be called when the program begins.

        `playing` is the name of the record of a game that goes on here already.
        """
        work = partial(self._catch_up, playing)
        self.app.run_worker(work, name="book", group="book", thread=True, exit_on_error=False)

    def _catch_up(self, playing: str) -> None:
        """In the thread; it stops when the program does."""
        broken: list[tuple[str, str]] = []
        try:
            with _LOCK:
                opened = self._book()
            with opened as book:
                if book.notice is not None:
                    self.app.call_later(self.tell, book.notice)
                while not get_current_worker().is_cancelled:
                    with _LOCK:
                        done: CaughtUp = book.catch_up(_SLICE, playing=playing)
                    broken += done.broken
                    if not done.left:
                        break
        except Exception as error:
            self.app.call_later(self.tell, sentence_of(error))
        if broken:
            self.app.call_later(self.tell, passed_over(broken))

    def rebuild(
        self, then: "Callable[[CaughtUp], object]", sorry: Callable[[str], object],
        progress: Callable[[int, int], object],
    ) -> None:  # fmt: skip
        """Compute the book anew from the records. They are read while others may ask the book; only the writing, at the
        end, has it for itself. `progress` is told now and then how many records are read, of how many."""
        self.app.run_worker(
            partial(self._rebuild, then, sorry, progress), name="book", group="book", thread=True, exit_on_error=False
        )

    def _rebuild(
        self, then: "Callable[[CaughtUp], object]", sorry: Callable[[str], object],
        progress: Callable[[int, int], object],
    ) -> None:  # fmt: skip
        """In the thread; it stops when the program does, and the old book stands."""
        told = self._told(progress)
        try:
            with self._book() as book, paused():
                book.progress = told
                files = book.read_all(told)
                with _LOCK:
                    answer = book.rebuild_from(files)
        except _Stopped:
            return
        except Exception as error:  # as in `_work`
            self.app.call_later(sorry, sentence_of(error))
            return
        self.app.call_later(then, answer)

    def take_in(self, path: Path) -> None:
        """Take in what a record has now, and say nothing unless it fails: the table is left before the ceremony."""
        self.ask(partial(_take_in, path), _nothing)


class TableSeason:
    """The book as one table needs it while its game ends: the `SeasonHost` of a controller."""

    def __init__(self, keeper: BookKeeper, path: Path | None) -> None:
        self.keeper, self.path = keeper, path
        self._holders: dict[str, bool] = {}

    def holds_chit(self, name: str) -> bool:
        """Whether the tray person, whose name this is, must decide about a chit now (3B-27).

        The book is asked once about each tray person, and given a moment. If it doesn't answer, the game goes on
        without the question, and a sentence says so.
        """
        path = self.path
        if path is not None and name not in self._holders:
            decision = self.keeper.wait(lambda book: book.must_decide_chit(path), _MOMENT)
            self._holders[name] = decision is not None and decision.name == name
        return self._holders.get(name, False)

    def game_over(self) -> None:
        """The game is closed: take it in. Before the hearings, and more than once if need be."""
        if self.path is not None:
            self.keeper.take_in(self.path)

    def moved(self, path: Path) -> None:
        """The record of the game is another file now."""
        self.path = path

    def came_of(self, then: Callable[[GameEnd, int], object]) -> None:
        """What came of the closed game, and the trays that its tray person has to carry now (3B-26)."""
        if self.path is not None:
            self.keeper.ask(partial(_ceremony, self.path), lambda answer: then(*answer))

    def carried(self, person: str, table: str, then: Callable[[int], object]) -> None:
        """The trays have been carried (3B-26)."""
        self.keeper.ask(lambda book: book.tick_carried(person, table), then)

    def stars(self, people: Sequence[str], then: "Callable[[dict[str, int]], object]") -> None:
        """Tell how often each of these people has won in today's session (3B-28)."""
        if self.path is not None:
            self.keeper.ask(lambda book: book.session_stars(people), then)

    def erase(self, erasing: "Erasing", digit: str, then: Callable[[None], object]) -> None:
        """Erase this digit for a perfect day (3B-25)."""
        self.keeper.ask(lambda book: book.erase(erasing, digit), then)

    def record_hearing(self, mark: "ZeroBuddyMark", votes: Mapping[str, bool]) -> None:
        """What the people named voted on a ZB mark (3B-30)."""
        path = self.path
        if path is None or not votes:
            return
        from spades_tui import cards

        hand, card, said = mark.hand, cards.text(mark.card), dict(votes)

        def work(book: "Book") -> None:
            heard = next((one for one in book.hearings(path) if (one.hand, one.card) == (hand, card)), None)
            if heard is not None:
                book.record_hearing(heard.game, heard.mark, {book.person(name).id: aye for name, aye in said.items()})

        self.keeper.ask(work, _nothing)


def sentence_of(error: Exception) -> str:
    """What is said of a trouble. What the book does not tell by itself is reported as a fault of the program's own."""
    from spades_tui.scorebook.scorebook_error import BookError, BookTrouble
    from spades_tui.system.faults import noted

    if isinstance(error, (BookTrouble, BookError)):
        return str(error)
    noted(error)
    return f"The book cannot be used just now ({type(error).__name__}); no game is lost."


def passed_over(broken: Sequence[tuple[str, str]]) -> str:
    """What is said of files that are no records."""
    if len(broken) == 1:
        return f"A record is passed over: {broken[0][1]}"
    return f"{len(broken)} records cannot be read and are passed over; `spades-tui book rebuild` names them."


def _nothing(answer: object) -> None:
    """Nothing is to be said."""


def _take_in(path: Path, book: "Book") -> tuple[str, ...]:
    return book.take_in(path)


def _ceremony(path: Path, book: "Book") -> tuple[GameEnd, int]:
    end = end_of(path, book, closed=True)
    if end.table is None or end.violator is None:
        return end, 0
    return end, book.to_carry(end.violator, end.table.id)


def end_of(path: Path, book: "Book", closed: bool = False) -> GameEnd:
    """What the book says as a game ends; taken in unless a chit must be decided first. Of a game that is closed nothing
    is to be decided any more. Raises what the book does."""
    decision = book.must_decide_chit(path) if not closed else None
    if decision is not None:
        return GameEnd(decision)
    games = book.take_in(path)
    return what_came_of(games[-1], book) if games else GameEnd(practice=book.practice(path))


def what_came_of(game: str, book: "Book") -> GameEnd:
    """What the book says of a game that it has. Raises what the book does."""
    from spades_tui.scorebook.season import Kind

    waiting = tuple(one for one in book.hearings(game) if not one.lapsed and one.verdict is None)
    table, happened = book.table_of(game), book.came_of(game)
    tray = next((one.person for one in happened if one.kind == Kind.TRAY_PERSON), None)
    violator = tray if tray is not None and book.to_carry(tray, table.id) else None
    return GameEnd(None, game, table, happened, violator, "", book.erasings(game), waiting)
