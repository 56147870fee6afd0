"""The end of a game, line by line.

It has ceremonies of customs, the winners, the scorebook, and the question whether to play again.
"""

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.analysis.fork import repeat_hand
from spades_tui.plain import status
from spades_tui.plain.ceremonies import Ceremonies
from spades_tui.play.resume import read_journal
from spades_tui.play.setup import with_sides_changed
from spades_tui.presentation.game_end_words import game_words
from spades_tui.presentation.hand_words import habit_of_game
from spades_tui.presentation.scorebook_words import happening_lines
from spades_tui.scorebook.scoreboard import GameEnd
from spades_tui.scorebook.season import Kind

if TYPE_CHECKING:
    from spades_tui.play.shown import Shown
    from spades_tui.play.table import Table
    from spades_tui.scorebook.scoreboard import GameEnd


FOLLOWS = {
    "again": "to play once more",
    "change": "to change sides",
    "repeat": "for the last hand",
}
"""What the words after a game do."""


def following_table(table: "Table", path: Path | None, wanted: str, *, cut: bool) -> "Table":
    """Return the table that follows a finished game, by a word of `FOLLOWS`.

    `path` is the game's record. `cut`: whether people are asked to cut at a new table. Raises as
    `Table.open` does.
    """
    if wanted == "repeat" and path is not None:
        fork = repeat_hand(path, table.scores[-1].hand, table.people[0])
        return type(table).open(None, read_journal(fork))
    setup = table.again()
    if wanted == "change":
        setup = with_sides_changed(setup)
    return type(table).open(replace(setup, cut=cut), None)


class Ending(Ceremonies):
    """Everything after the last score of one table."""

    @abstractmethod
    def gather(self) -> None:
        """Print what has happened since the last report."""

    def run_ending(self) -> bool:
        """Run the whole ending; return whether the same table plays again."""
        self.before_closing()
        self.table.close_game()
        self.gather()
        shown = self.table.shown(None)
        if shown.final is not None:
            self.say(*status.end(shown.final, shown.public.rules, self.look))
            self.say(*status.tricks_off(shown, self.look))
            self.say_about_game(shown)
        if shown.code is not None:
            self.say(f"To deal this game again: spades-tui play {shown.code}")
        end = self.with_book(lambda book, path: book.end_of(path), GameEnd())
        self._say_results(end)
        self._say_stars()
        self.after_closing(end)
        return self.asks_again()

    def asks_again(self) -> bool:
        """Ask what follows; return whether this table plays again. One elsewhere doesn't."""
        return False

    def say_about_game(self, shown: "Shown") -> None:
        """Say to the people here what decided the game, what they did well, and how others bid."""
        if shown.final is not None:
            winners, people = shown.final.winners, self.table.people
            self.say(*game_words(shown.public.rules, shown.scores, winners, people, self.look))
            habit = habit_of_game(shown, self.look) if people else ""
            self.say(*filter(None, [habit]))

    def _say_results(self, end: "GameEnd") -> None:
        """Print the results for the table's season."""
        if end.table is None:
            return
        names, people = self.table.names, self.table.people
        you = names[people[0]] if len(people) == 1 else ""
        in_ceremonies = (Kind.TRAY_PERSON, Kind.WIRE, Kind.PERFECT, Kind.IMPERFECT)
        for event, sentence in happening_lines(end.happened, end.table, you):
            if event.kind not in in_ceremonies:
                self.say(sentence)

    def _say_stars(self) -> None:
        """Print how often each person has won in today's session (3B-28)."""
        people = [self.table.names[seat] for seat in self.table.people]
        nobody: dict[str, int] = {}
        stars = self.with_book(lambda book, _: book.session_stars(people), nobody)
        if stars:
            stars_text = ", ".join(f"{name} {count}" for name, count in stars.items())
            self.say(f"Stars of this session: {stars_text}.")
