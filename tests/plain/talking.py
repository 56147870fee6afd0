"""Play a person who types answers at a console."""

import io
from collections.abc import Iterable
from pathlib import Path

from spades_tui.plain.console import Console, GoneError
from spades_tui.plain.home_table import PlainTable
from spades_tui.plain.menus import Home
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.settings.settings import Settings
from tests.record.records import replayed

NAMES = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")


def table_of(slug: str, folder: Path | None, people: int = 1, **options: object) -> Table:
    """Return a table with this many people; the other players are beginners."""
    variant = shipped()[slug]
    seats = tuple(
        SeatSetup(NAMES[n], "human") if n < people else SeatSetup(NAMES[n], "bot", "beginner")
        for n in range(variant.seats)
    )
    return Table.create(TableSetup(variant, options, seats, 0, "plain"), folder)


def is_over(journal: Path) -> bool:
    """Return whether a game follows the rules and is over."""
    (game,) = replayed(journal.read_bytes())
    return game.over is not None


class Typist(Console):
    """A person who types these answers and then leaves; `lines` is everything said."""

    def __init__(self, answers: Iterable[str] = ()) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.answers = list(answers)
        self.lines: list[str] = []

    def tell(self, *lines: str) -> None:
        """Note the lines."""
        self.lines += [line for line in lines if line]

    def answer(self) -> str:
        """Return the next answer. Raises GoneError if there is none."""
        if not self.answers:
            raise GoneError
        return self.answers.pop(0)

    def page(self) -> None:
        """Do nothing, because tests need no pages."""

    @property
    def text(self) -> str:
        """Return everything said so far."""
        return "\n".join(self.lines)


def text_at_home(*answers: str) -> str:
    """Return everything said at home for these answers, until they run out or one of them leaves."""
    return text_for(Typist(answers))


def text_for(typist: Typist) -> str:
    """Return everything said to a typist at home."""
    assert Home(typist).choose() is None
    return typist.text


class Taker(Typist):
    """A person who types answers, then takes the right choice of a lesson or a puzzle again and again."""

    def answer(self) -> str:
        """Return the next answer, or ``take``."""
        return self.answers.pop(0) if self.answers else "take"


class Player(Typist):
    """A person who types answers, then accepts suggestions until this many hands are played or the game is over."""

    def __init__(self, table: Table, hands: int, answers: Iterable[str] = ()) -> None:
        super().__init__(answers)
        self.table, self.hands = table, hands

    def answer(self) -> str:
        asked = self.lines[-1]
        if asked.endswith("say ready when only you can read or hear this."):
            return "ready"
        if asked.startswith("Say again") or self.table.observe(None).hand_number > self.hands:
            return "quit"
        return self.answers.pop(0) if self.answers else "take"


def transcript(slug: str, hands: int, people: int, *answers: str, **options: object) -> list[str]:
    """Return the text of the first hands of a game."""
    table = table_of(slug, None, people, **options)
    player = Player(table, hands, answers)
    PlainTable(table, player, Settings()).run()
    table.leave()
    return player.lines
