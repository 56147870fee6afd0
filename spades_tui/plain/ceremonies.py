"""What customs ask after the last score, line by line: the tray-chit, a perfect day's digit, hearings of cards."""

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from spades_tui import cards
from spades_tui.game.events import Chit, SeatEvent
from spades_tui.language.sentence_parts import whose
from spades_tui.plain import speech
from spades_tui.plain.turns import SeatedFace
from spades_tui.play.any_table import AnyTable
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import majority
from spades_tui.system.folders import is_fork
from spades_tui.system.output import os_words

if TYPE_CHECKING:
    from spades_tui.scorebook.scoreboard import Erasing, GameEnd
    from spades_tui.scorebook.scorebook import Book

T = TypeVar("T")


class Ceremonies(SeatedFace):
    """The customs' part in the end of one table's game."""

    table: AnyTable

    @abstractmethod
    def sit(self, seat: int, why: tuple[str, ...]) -> None:
        """Let this person look. Raises LeftError, GoneError."""

    @abstractmethod
    def do(self, event: SeatEvent) -> bool:
        """Apply an event; return False if the rules refuse it."""

    def before_closing(self) -> None:
        """Ask what the record of the game must say. Raises LeftError, GoneError."""
        while True:
            holder = self._chit_holder()
            if holder is None or not self.ask_decision(holder):
                break

    def after_closing(self, end: "GameEnd") -> None:
        """Ask what the scorebook must know about the closed game. Raises LeftError, GoneError."""
        for erasing in end.erasings:
            self._ask_digit(erasing)
        for mark in self.table.shown(None).marks:
            self._hear(mark)

    def with_book(self, work: "Callable[[Book, Path], T]", otherwise: T) -> T:
        """Ask the scorebook about the game's record; if that fails, print why and return `otherwise`."""
        path = self.table.path
        if path is None or is_fork(path):
            return otherwise
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
        seat = self.table.shown(None).decider
        if seat is None:
            return None
        name = self.with_book(lambda book, path: book.must_decide(path), None)
        if name != self.table.names[seat]:
            return None
        return seat

    def ask_decision(self, holder: int) -> bool:
        """Ask the tray person to spend a chit; return False if they didn't (3B-27)."""
        been = self.table.shown(None).named
        others = {name: seat for seat, name in enumerate(self.table.names) if seat not in been}
        self.sit(holder, ("You hold a tray-chit.",))
        asked = f"You hold a tray-chit. Who is the tray person instead of you? {', '.join([*others, 'or nobody'])}."
        choices: dict[str, int | None] = {**others, "nobody": None}
        return self.do(Chit(holder, choices[self.among(asked, *choices)]))

    def _ask_digit(self, erasing: "Erasing") -> None:
        """Let somebody with a perfect day choose the digit that is erased (3B-25)."""
        asked = f"A perfect day for {erasing.name}: which digit of {' '.join(erasing.line)} do you erase? "
        digit = self.among(f"{asked}{', '.join(erasing.choices)}.", *erasing.choices)
        self.with_book(lambda book, _: book.erase(erasing, digit), None)

    def _hear(self, mark: CardToJudge) -> None:
        """Hold the hearing of a marked card: the other hunters vote, or the mark lapses (3B-30)."""
        voters = mark.voters(self.table.people)
        if not voters or self.table.rules.practice:
            why = "This game doesn't count" if self.table.rules.practice else "Nobody can vote"
            self.say(f"{why}, so the mark on {whose(self.look.name(mark.accused))} card is dropped.")
            return
        self.say(self.ballot_words(mark))
        votes: dict[str, bool] = {}
        for seat in voters:
            name = self.look.name(seat)
            votes[name] = self.asked_vote(name, mark)
        self.say_verdict(mark, majority(votes.values(), len(voters)))
        self.with_book(lambda book, path: book.hear(path, mark.hand, mark.card, votes), None)

    def ballot_words(self, mark: CardToJudge) -> str:
        """Return what a hearing is about (3B-30)."""
        by = " and ".join(map(self.look.who, mark.by))
        name = self.look.name(mark.accused)
        played = f"{name} played {cards.card_words(mark.card)} while a zero was hunted"
        return f"A hearing. In hand {mark.hand}, {played}. {by} saw a zero buddy in it. {name} can explain."

    def asked_vote(self, voter: str, mark: CardToJudge) -> bool:
        """Ask a voter whether the accused let the zero off. Raises LeftError, GoneError."""
        asked = f"{voter}, did {self.look.name(mark.accused)} let the zero off? Yes or no."
        return self.among(asked, "yes", "no") == "yes"

    def say_verdict(self, mark: CardToJudge, guilty: bool | None) -> None:
        """Say what the table has decided."""
        self.say(f"{mark.verdict(self.look.name(mark.accused), guilty)}.")
