"""The end of a game, line by line: chit, winners, tray person, hearings, scorebook, and whether to play again."""

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from spades_tui import cards
from spades_tui.game.events import Chit, SeatEvent
from spades_tui.language.address import whose
from spades_tui.plain import speech, status
from spades_tui.plain.turns import SeatedFace
from spades_tui.play.shown import ZeroBuddyMark
from spades_tui.play.table import Table
from spades_tui.system.folders import is_fork
from spades_tui.system.output import os_words

if TYPE_CHECKING:
    from spades_tui.scorebook.scoreboard import Erasing, GameEnd
    from spades_tui.scorebook.scorebook import Book

T = TypeVar("T")


class Ending(SeatedFace):
    """Everything after the last score of one table."""

    table: Table
    once: bool

    @abstractmethod
    def sit(self, seat: int, why: tuple[str, ...]) -> None:
        """Let this person look. Raises LeftError, GoneError."""

    @abstractmethod
    def gather(self) -> None:
        """Print what has happened since the last report."""

    @abstractmethod
    def do(self, event: SeatEvent) -> bool:
        """Apply an event; return False if the rules refuse it."""

    def run_ending(self) -> bool:
        """Run the whole ending; return whether the same table plays again."""
        from spades_tui.scorebook.scoreboard import GameEnd

        while (holder := self._chit_holder()) is not None and self.ask_chit(holder):
            pass
        self.table.close_game()
        self.gather()
        shown = self.table.shown(None)
        if shown.final is not None:
            self.say(*status.end(shown.final, shown.public.rules, self.look))
            self.say(*status.tricks_off(shown, self.look))
        if shown.code is not None:
            self.say(f"To deal this game again: spades-tui play {shown.code}")
        end = self._with_book(lambda book, path: book.end_of(path), GameEnd())
        self._say_results(end)
        self._say_stars()
        for erasing in end.erasings:
            self._ask_digit(erasing)
        for mark in shown.marks:
            self._hear(mark)
        if self.once or not self.table.people:
            return False
        return self.among("Say again to play once more, or quit.", "again") == "again"

    def _with_book(self, work: "Callable[[Book, Path], T]", otherwise: T) -> T:
        """Ask the scorebook about the game's record; if that fails, print why and return `otherwise`."""
        path = self.table.path
        if path is None or is_fork(path):
            return otherwise
        from spades_tui.scorebook import BookError, BookTrouble
        from spades_tui.scorebook.scorebook import open_book

        try:
            with open_book() as book:
                return work(book, path)
        except (BookError, BookTrouble) as error:
            self.say(speech.ended(str(error)))
        except OSError as error:
            self.say(f"The scorebook can't be used now: {os_words(error)}. No game is lost.")
        return otherwise

    def _chit_holder(self) -> int | None:
        """Return the tray person who has a chit and hasn't decided about it (3B-27), or None."""
        seat = self.table.shown(None).may_spend_chit
        if seat is None:
            return None
        name = self._with_book(lambda book, path: book.must_decide_chit(path), None)
        return seat if name == self.table.names[seat] else None

    def ask_chit(self, holder: int) -> bool:
        """Ask the tray person to spend a chit; return False if they didn't (3B-27)."""
        been = self.table.shown(None).tray_row
        others = {name: seat for seat, name in enumerate(self.table.names) if seat not in been}
        self.sit(holder, ("You hold a tray-chit.",))
        asked = f"You hold a tray-chit. Who is the tray person instead of you? {', '.join([*others, 'or nobody'])}."
        choices: dict[str, int | None] = {**others, "nobody": None}
        return self.do(Chit(holder, choices[self.among(asked, *choices)]))

    def _say_results(self, end: "GameEnd") -> None:
        """Print the results for the table's season."""
        from spades_tui.presentation.scorebook_words import happening_lines
        from spades_tui.scorebook.season import Kind

        if end.table is not None:
            names, people = self.table.names, self.table.people
            you = names[people[0]] if len(people) == 1 else ""
            said = (Kind.TRAY_PERSON, Kind.WIRE, Kind.PERFECT, Kind.IMPERFECT)
            came = happening_lines(end.happened, end.table, you)
            self.say(*(sentence for one, sentence in came if one.kind not in said))

    def _say_stars(self) -> None:
        """Print how often each person has won in today's session (3B-28)."""
        people = [self.table.names[seat] for seat in self.table.people]
        nobody: dict[str, int] = {}
        stars = self._with_book(lambda book, _: book.session_stars(people), nobody)
        if stars:
            stars_text = ", ".join(f"{name} {count}" for name, count in stars.items())
            self.say(f"Stars of this session: {stars_text}.")

    def _ask_digit(self, erasing: "Erasing") -> None:
        """Let somebody with a perfect day choose the digit that is erased (3B-25)."""
        asked = f"A perfect day for {erasing.name}: which digit of {' '.join(erasing.line)} do you erase? "
        digit = self.among(f"{asked}{', '.join(erasing.choices)}.", *erasing.choices)
        self._with_book(lambda book, _: book.erase(erasing, digit), None)

    def _hear(self, mark: ZeroBuddyMark) -> None:
        """Hold the hearing of a marked card: the other hunters vote, or the mark lapses (3B-30)."""
        from spades_tui.scorebook.season import majority

        voters = mark.voters(self.table.people)
        if not voters or self.table.rules.practice:
            why = "This game doesn't count" if self.table.rules.practice else "Nobody can vote"
            self.say(f"{why}, so the mark on {whose(self.look.name(mark.accused))} card is dropped.")
            return
        self.say(self.hearing_words(mark))
        votes: dict[str, bool] = {}
        for seat in voters:
            name = self.look.name(seat)
            votes[name] = self.asked_vote(name, mark)
        self.say(self.verdict_words(mark, majority(votes.values(), len(voters))))
        self._with_book(lambda book, path: book.hear(path, mark.hand, mark.card, votes), None)

    def hearing_words(self, mark: ZeroBuddyMark) -> str:
        """Return what a hearing is about (3B-30)."""
        by = " and ".join(self.look.who(seat) for seat in mark.by)
        name = self.look.name(mark.accused)
        played = f"{name} played {cards.card_words(mark.card)} while a zero was hunted"
        return f"A hearing. In hand {mark.hand}, {played}. {by} saw a zero buddy in it. {name} can explain."

    def asked_vote(self, voter: str, mark: ZeroBuddyMark) -> bool:
        """Ask a voter whether the accused let the zero off. Raises LeftError, GoneError."""
        return (
            self.among(f"{voter}, did {self.look.name(mark.accused)} let the zero off? Yes or no.", "yes", "no")
            == "yes"
        )

    def verdict_words(self, mark: ZeroBuddyMark, guilty: bool | None) -> str:
        """Return what the table has decided."""
        name = self.look.name(mark.accused)
        return f"{name} is a zero buddy." if guilty else f"{name} isn't a zero buddy."
