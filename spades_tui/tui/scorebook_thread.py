"""Requests to the scorebook from screens and tables, in a separate thread; any failure becomes one sentence.

Each request opens, uses and closes SQLite in its own thread. Failures of the scorebook never stop a game. The scorebook
is imported at the first request, after the first frame.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import App
from textual.worker import get_current_worker

from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.system.faults import write_quietly

if TYPE_CHECKING:
    from spades_tui.rules.judged_cards import CardToJudge
    from spades_tui.scorebook.note_keeper import Progress
    from spades_tui.scorebook.record_keeper import CatchUpResult
    from spades_tui.scorebook.scorebook import Book

T = TypeVar("T")

_AGAIN = 20.0
"""Seconds after which the same sentence may be shown again."""
_LOCK = Lock()
"""Admits one thread of this program at a time, so that the program never locks itself out of the scorebook."""
_MOMENT = 1.5
"""Seconds that a table waits for the scorebook."""
_SLICE = 0.05
"""Seconds of catching up before a waiting thread may use the scorebook."""
_HEARD = 1.0
"""Seconds between two calls of these functions."""
_OFTEN = 20
"""Number of games or records after which progress is reported."""


class _Stopped(Exception):
    """Raised when the program ends; the next start continues to compute."""


class BookKeeper:
    """Asks the scorebook questions for its app, and later calls `then` with the answer in the app's thread.

    If it fails, `sorry` (without one, a notification) gets one sentence, and `then` isn't called.
    """

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._said = ("", 0.0)
        """The last sentence shown, and when (seconds, `monotonic`)."""
        self._hearers: list[Callable[[int], object]] | None = None
        """The functions to call about catching up; None if nobody is catching up."""

    def ask(
        self, work: "Callable[[Book], T]", then: Callable[[T], object], sorry: Callable[[str], object] | None = None,
        progress: "Progress | None" = None,
    ) -> None:  # fmt: skip
        """Open the scorebook, let `work` use it, close it, and call `then` with the result.

        If the whole scorebook must be recomputed, `progress` gets the number of games done and of all games from time
        to time.
        """

        def locked(told: "Progress") -> T:
            with _LOCK:
                return self._opened(work, told)

        self._begin(partial(self._work, locked, then, sorry or self.tell, progress))

    def _begin(self, work: Callable[[], None]) -> None:
        self.app.run_worker(work, name="book", group="book", thread=True, exit_on_error=False)

    async def wait(self, work: "Callable[[Book], T]", seconds: float) -> T | None:
        """Ask, and wait at most `seconds`. Without an answer, return None and show why in one sentence.

        For the one question without which the table can't continue (3B-27).
        """

        def asked() -> T:
            with _LOCK:
                return self._opened(work)

        try:
            async with asyncio.timeout(seconds):
                return await asyncio.to_thread(asked)
        except TimeoutError:
            self.tell("The scorebook doesn't answer. You can keep playing.")
        except Exception as error:
            self.tell(sentence_of(error))
        return None

    def tell(self, sentence: str) -> None:
        """Show a sentence in a notification, but not the same one twice within `_AGAIN` seconds."""
        before, since = self._said
        if sentence == before and monotonic() - since < _AGAIN:
            return
        self._said = (sentence, monotonic())
        self.app.notify(sentence, severity="warning", timeout=8, markup=False)

    def _work(
        self, work: "Callable[[Progress], T]", then: Callable[[T], object], sorry: Callable[[str], object],
        progress: "Progress | None",
    ) -> None:  # fmt: skip
        """Do the work in the thread; long work calls its argument now and then, and stops when the program does."""
        worker = get_current_worker()

        def told(done: int, of: int) -> None:
            if worker.is_cancelled:
                raise _Stopped
            if progress is not None and of > done and done % _OFTEN == 0:
                self.app.call_later(progress, done, of)

        try:
            answer = work(told)
        except _Stopped:
            return
        except Exception as error:
            # the game continues after any error; show only a sentence, because an exception's values may be cards
            self.app.call_later(sorry, sentence_of(error))
            return
        self.app.call_later(then, answer)

    def _opened(self, work: "Callable[[Book], T]", told: "Progress | None" = None) -> T:
        with self._book() as book:
            book.notes.progress = told
            try:
                if book.database.restored and book.records.catch_up(_MOMENT / 2).left:
                    self.app.call_later(self.catch_up)
                return work(book)
            finally:
                if book.notice is not None:
                    self.app.call_later(self.tell, book.notice)

    def _book(self) -> "Book":
        from spades_tui.scorebook.scorebook import open_book

        return open_book()

    def catch_up(self, playing: str = "", heard: Callable[[int], object] | None = None) -> None:
        """Add every new record to the scorebook, bit by bit; called when the program begins.

        `playing`: the file name of the record of the game being played. `heard` is called from time to time, and at the
        end, with the number of games added since. If this program is already catching up, only register `heard`.
        """
        hearers = [heard] if heard is not None else []
        if self._hearers is not None:
            self._hearers += hearers
            return
        self._hearers = hearers
        self._begin(partial(self._catch_up, playing))

    def _catch_up(self, playing: str) -> None:
        """Do the work in the thread; it stops when the program does."""
        broken: list[tuple[str, str]] = []
        games, last = 0, monotonic()
        try:
            with _LOCK:
                opened = self._book()
            with opened as book:
                if book.notice is not None:
                    self.app.call_later(self.tell, book.notice)
                while not get_current_worker().is_cancelled:
                    with _LOCK:
                        done: CatchUpResult = book.records.catch_up(_SLICE, playing=playing)
                    broken += done.broken
                    games += done.games
                    if not done.left:
                        break
                    if monotonic() - last > _HEARD:
                        self.app.call_later(self._hear, games)
                        games, last = 0, monotonic()
        except Exception as error:
            self.app.call_later(self.tell, sentence_of(error))
        if broken:
            self.app.call_later(self.tell, sentence_about_others(broken))
        self.app.call_later(self._hear, games, True)

    def _hear(self, games: int, last: bool = False) -> None:
        """Call the functions that wait to hear of added games."""
        for heard in tuple(self._hearers or ()):
            heard(games)
        if last:
            self._hearers = None

    def rebuild(
        self, then: "Callable[[CatchUpResult], object]", sorry: Callable[[str], object],
        progress: "Progress",
    ) -> None:  # fmt: skip
        """Recompute the scorebook from the records.

        Others may use the scorebook while the records are read; only the writing at the end locks it. `progress` gets
        the number of records read and of all records from time to time.
        """

        def work(told: "Progress") -> "CatchUpResult":
            with self._book() as book:
                files = book.records.read_all(told)
                with _LOCK:
                    book.notes.progress = told
                    return book.records.rebuild_from(files)

        self._begin(partial(self._work, work, then, sorry, progress))


class TableSeason:
    """The scorebook's part in one table at the end of its game.

    Without a path, no scorebook includes the game: nobody has stars, and votes are only in the log.
    """

    def __init__(self, keeper: BookKeeper, path: Path | None) -> None:
        self.keeper, self.path = keeper, path
        self._answers: dict[str, str | None] = {}

    async def answer_about(self, name: str, work: "Callable[[Book, Path], str | None]") -> str | None:
        """Return the answer to a question about a person without which the table can't continue (3B-27).

        The scorebook is asked once about each person, for `_MOMENT` seconds. If it doesn't answer, the game continues
        as if the answer were None, and a sentence says so.
        """
        path = self.path
        if path is not None and name not in self._answers:
            self._answers[name] = await self.keeper.wait(lambda book: work(book, path), _MOMENT)
        return self._answers.get(name)

    def ask(self, work: "Callable[[Book, Path], T]", then: Callable[[T], object] = lambda _: None) -> None:
        """Ask the scorebook about the record of the game; without one, nothing happens."""
        path = self.path
        if path is not None:
            self.keeper.ask(lambda book: work(book, path), then)

    def game_over(self) -> None:
        """Add the closed game, silently unless that fails; called before votes, and again if necessary."""
        self.ask(lambda book, path: book.records.take_in(path))

    def moved(self, path: Path) -> None:
        """Use the file to which the record of the game has been moved."""
        if self.path is not None:
            self.path = path

    def record_votes(self, mark: "CardToJudge", votes: Mapping[str, bool]) -> None:
        """Note these people's votes on a marked card (3B-30)."""
        self.ask(lambda book, path: book.hear(path, mark.hand, mark.card, votes))


def sentence_of(error: Exception) -> str:
    """Return the sentence about an error; unknown ones are reported as faults of the program."""
    if isinstance(error, (BookTrouble, BookError)):
        return str(error)
    write_quietly(error)
    return f"The scorebook can't be opened now ({type(error).__name__}). No game is lost."


def sentence_about_others(broken: Sequence[tuple[str, str]]) -> str:
    """Return the sentence about files that aren't records."""
    if len(broken) == 1:
        return f"A saved game was skipped: {broken[0][1]}"
    return f"{len(broken)} saved games can't be read and were skipped; `spades-tui scorebook rebuild` names them."
