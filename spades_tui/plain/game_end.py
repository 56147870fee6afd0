"""The end of a game, line by line.

It has ceremonies of customs, the winners, the scorebook, and the question whether to play again.
"""

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.plain import status
from spades_tui.plain.ceremonies import Ceremonies
from spades_tui.play.setup import with_sides_changed

if TYPE_CHECKING:
    from spades_tui.play.table import Table
    from spades_tui.scorebook.scoreboard import GameEnd


FOLLOWS = {
    "again": "to play once more",
    "change": "to change sides",
    "repeat": "for the last hand",
}
"""What the words after a game do."""


def following_table(table: "Table", path: Path | None, wanted: str) -> "Table":
    """Return the table that follows a finished game, by a word of `FOLLOWS`.

    `path` is the game's record. Raises as `Table.open` does.
    """
    if wanted == "repeat" and path is not None:
        from spades_tui.analysis.fork import repeat_hand
        from spades_tui.play.resume import read_journal

        fork = repeat_hand(path, table.scores[-1].hand, table.people[0])
        return type(table).open(None, read_journal(fork))
    setup = table.again()
    if wanted == "change":
        setup = with_sides_changed(setup)
    return type(table).open(setup, None)


class Ending(Ceremonies):
    """Everything after the last score of one table."""

    once: bool
    wanted = "again"
    """The word of `FOLLOWS` that was said."""

    @abstractmethod
    def gather(self) -> None:
        """Print what has happened since the last report."""

    def run_ending(self) -> bool:
        """Run the whole ending; return whether the same table plays again."""
        from spades_tui.scorebook.scoreboard import GameEnd

        self.before_closing()
        self.table.close_game()
        self.gather()
        shown = self.table.shown(None)
        if shown.final is not None:
            self.say(*status.end(shown.final, shown.public.rules, self.look))
            self.say(*status.tricks_off(shown, self.look))
        if shown.code is not None:
            self.say(f"To deal this game again: spades-tui play {shown.code}")
        end = self.with_book(lambda book, path: book.end_of(path), GameEnd())
        self._say_results(end)
        self._say_stars()
        self.after_closing(end)
        if self.once or not self.table.people:
            return False
        words = ["again"]
        if len(self.table.setup.seats) > 2:
            words.append("change")
        if self._may_repeat():
            words.append("repeat")
        told = ", ".join(f"{word} {FOLLOWS[word]}" for word in words)
        self.wanted = self.among(f"Say {told}, or quit.", *words)
        return self.wanted in words

    def _may_repeat(self) -> bool:
        """Return whether the last hand can be played again."""
        from spades_tui.analysis.fork import why_no_repeat

        table = self.table
        return why_no_repeat(table.setup, table.open_game(), table.path, over=True) is None

    def _say_results(self, end: "GameEnd") -> None:
        """Print the results for the table's season."""
        from spades_tui.presentation.scorebook_words import happening_lines
        from spades_tui.scorebook.season import Kind

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
