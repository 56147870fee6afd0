"""A finished game replayed hand by hand, with the same cards and `expert` in the person's chair.

The hands follow one after another; `expert` thinks in the computer players' process, so that keys don't wait.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen

from spades_tui.analysis.duplicate import (
    DuplicateError,
    TwoLines,
    hands_to_repeat,
    most_different,
    play_again,
)
from spades_tui.analysis.other_tables import EXPERT
from spades_tui.analysis.review import Record, collect_journal
from spades_tui.presentation.match_words import line_words, sum_words
from spades_tui.record import RecordError
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, Paragraph


class DuplicateScreen(SpadesScreen):
    """Both results of every hand; Enter opens the review at the first difference."""

    HELP_LINES = (
        "Expert plays your cards in your seat, against the same players. It also plays for any other people.",
        "The hand that differed most is chosen first. Enter opens the review at the first decision that differs.",
    )
    BINDINGS = Bindings("duplicate")
    DEFAULT_CSS = """
    DuplicateScreen #told { height: auto; padding: 0 1; }
    DuplicateScreen #played {
        height: 1fr; padding: 1 1; overflow: hidden auto;
        scrollbar-size-vertical: 1; scrollbar-color: $surface-lighten-2; scrollbar-background: $background;
    }
    """

    def __init__(self, path: Path, review: Callable[[Path, int | None], Screen[None]]) -> None:
        """Play the game in this record again; `review` makes the screen of its review."""
        super().__init__()
        self.path, self._review = path, review
        self.lines: list[TwoLines] = []

    def compose_body(self) -> ComposeResult:
        """Lay out a sentence and the hands."""
        yield Page([Paragraph("Reading the game …", palette.soft)], id="told")
        with Container(id="played"):
            yield ChoiceList(click_takes=False)

    def on_mount(self) -> None:
        """Name the page and begin to play."""
        self.set_top([("Your cards again", palette.bold), (f"  {EXPERT} in your seat", palette.soft)])
        self.run_worker(self._play, group="duplicate", exclusive=True)  # type: ignore[arg-type]

    async def _play(self) -> None:
        try:
            record = await asyncio.to_thread(collect_journal, self.path)
            hands = hands_to_repeat(record)
        except (RecordError, DuplicateError, OSError) as error:
            self._tell(f"This game can't be played again: {error}")
            return
        chair, brain = next(iter(record.people), 0), self.app.brain
        for place, number in enumerate(hands, 1):
            self._tell(f"Playing hand {place} of {len(hands)} …  Esc leaves.")
            two = await asyncio.to_thread(play_again, record, number, chair, EXPERT, brain)
            if two is not None:
                self.lines.append(two)
                self._list(record, chair)
        if not self.lines:
            self._tell(f"{EXPERT} calls for another deal in every hand.")
            return
        self._tell(sum_words(record.names[chair], EXPERT, self.lines))
        most = most_different(self.lines)
        self._list(record, chair, str(most.hand) if most is not None else "")

    def _tell(self, sentence: str) -> None:
        if self.has_widgets:
            self.query_one("#told", Page).show([Paragraph(sentence, palette.text)])

    def _list(self, record: Record, chair: int, key: str | None = None) -> None:
        """Show the hands played so far; `key`: the id of the one to choose, by default the one chosen now."""
        if not self.has_widgets:
            return
        name = record.names[chair]
        choices = [
            Choice(str(two.hand), f"Hand {two.hand}: {name} {line_words(two.done)}", f"{EXPERT} {again}")
            for two, again in ((two, line_words(two.again)) for two in self.lines)
        ]
        played = self.query_one(ChoiceList)
        played.show(choices, played.chosen.key if key is None else key)

    def take_line(self, choice: Choice) -> None:
        """Open the review at the first decision that differs."""
        two = next(one for one in self.lines if str(one.hand) == choice.key)
        self.app.push_screen(self._review(self.path, two.parted))
