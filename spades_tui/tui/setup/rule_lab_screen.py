"""Measure house rules: the changed game beside the original, live, from hands that other processes play."""

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from string import ascii_uppercase

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from spades_tui.analysis.kept_counts import GameCounts
from spades_tui.analysis.rule_lab import CLOSE, Comparison, count_game
from spades_tui.house_rules.differences import single_changes
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.presentation import lab_words
from spades_tui.presentation.lab_words import FigureLine
from spades_tui.settings import dead_key_reasons
from spades_tui.system.jobs import Jobs, JobsLost, processes
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.canvas import LinesView, Piece
from spades_tui.tui.widgets.paragraphs import Page, Paragraph, bullet

SECONDS = 60.0
"""Seconds after which measuring stops."""
STEP = 0.25
"""Seconds between two updates of the screen."""
BAR = 30
"""Columns of the progress bar."""
LABEL, CELL = 32, 17
"""Columns of the table."""
GAP: Piece = (" ", palette.text)


def lines_of_figures(figures: Iterable[FigureLine]) -> list[list[Piece]]:
    """Return the figures of the original and the changed game.

    Those that aren't certainly different are grey, with a sign.
    """
    heads: list[Piece] = [(" " * LABEL, palette.text)]
    heads += [piece for head in ("original", "changed") for piece in ((f"{head:>{CELL - 1}}", palette.gold), GAP)]
    lines = [heads]
    for figure in figures:
        style = palette.text if figure.certain else palette.faint
        line: list[Piece] = [(figure.label, style), (" " * (LABEL - len(figure.label)), palette.text)]
        line += [piece for cell in figure.cells for piece in ((f"{cell:>{CELL - 1}}", style), GAP)]
        sign = lab_words.DIFFERENT if figure.certain else lab_words.SAME
        lines.append([*line, GAP, (sign, palette.gold if figure.certain else style)])
    return lines


class RuleLabScreen(SpadesScreen):
    """Sentences about certain differences, and the figures, while other processes play.

    `played` opens these processes; `clock` gives seconds.
    """

    HELP_LINES = (
        "Computer players (club) play the original and your game with the same deals.",
        f"{lab_words.INTERVAL} {lab_words.SAME_MEANS}",
        lab_words.MINUTES,
        "If you made several changes, each is measured alone too, and has a letter.",
        "The command spades-tui lab prints the same figures, from more hands.",
    )
    BINDINGS = Bindings("rule_lab")
    DEFAULT_CSS = """
    RuleLabScreen #progress { padding: 1 3 0 3; }
    RuleLabScreen #figures { margin: 1 0 0 0; }
    RuleLabScreen #lab { width: 1fr; height: 1fr; padding: 1 3 0 3; scrollbar-size-vertical: 1; }
    """

    def __init__(
        self, draft: RulesDraft, played: Callable[[int], AbstractContextManager[Jobs]] = processes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        super().__init__()
        self._played, self._clock = played, clock
        changes = single_changes(draft)
        self._changes = [change.label for change in changes]
        self.origin = draft.origin.name
        self.comparison = Comparison(draft.origin, draft.complete.variant, [change.variant for change in changes])
        self._setups = self.comparison.setups()
        self.running = False
        self._until_time = False
        """Whether only the time ends this run, because the difference was known when it began."""
        self._ended = ""
        """Why measuring has stopped."""
        self._began = 0.0
        self._shown = 0.0

    def compose_body(self) -> ComposeResult:
        """Lay out the progress, the sentences and the figures."""
        yield Page(id="progress")
        with VerticalScroll(id="lab", can_focus=False):
            yield Page(id="sentences")
            yield LinesView(id="figures")

    def on_mount(self) -> None:
        """Begin to measure."""
        self.set_top([("Your rules, measured", palette.bold), (f"  beside {self.origin}", palette.gold)])
        self.action_measure()

    def action_measure(self) -> None:
        """Measure, or measure on for as long again."""
        self.running, self._ended = True, ""
        self._until_time = self.comparison.within <= CLOSE
        self._began = self._clock()
        self.run_worker(self._measure, group="measure", exclusive=True)  # type: ignore[arg-type]
        self._show()

    def action_stop(self) -> None:
        """Stop measuring, and keep the figures."""
        self.workers.cancel_group(self, "measure")
        self._stop("stopped")

    async def _measure(self) -> None:
        """Take games from other processes until the time is up or the difference is close."""
        opened = ExitStack()
        try:
            jobs = opened.enter_context(self._played(max(1, min(os.cpu_count() or 1, 8))))
            games: Iterator[GameCounts] = jobs.in_order(count_game, self._setups, lambda: None)
            while (why := self._why_enough()) == "":
                self.comparison.add(await asyncio.to_thread(next, games))
                if self._clock() - self._shown >= STEP:
                    self._show()
            self._stop(why)
        except (JobsLost, OSError) as error:
            self._stop(f"stopped: {error}")
        finally:
            await asyncio.to_thread(opened.close)

    def _why_enough(self) -> str:
        """Return why no more hands are needed; empty if they are."""
        if self.comparison.within <= CLOSE and not self._until_time:
            return f"the difference is known within {CLOSE:.0f} point a hand"
        return "time is up" if self._clock() - self._began >= SECONDS else ""

    def _stop(self, why: str) -> None:
        if self.running:
            self.running, self._ended = False, why
            if self.has_widgets:
                self._show()

    def _show(self) -> None:
        """Show everything known so far."""
        self._shown = now = self._clock()
        taken = now - self._began if self.running else SECONDS
        full = round(BAR * min(1.0, taken / SECONDS)) if self.running else BAR
        words = f"{taken:.0f} of {SECONDS:.0f} s" if self.running else self._ended
        hands = f"{self.comparison.hands:,} hands"
        self.query_one("#progress", Page).show(
            [Paragraph(f"{words} · {hands}", palette.soft, "━" * full + "╌" * (BAR - full) + "  ")]
        )
        letters = ascii_uppercase[: len(self._changes)]
        told = lab_words.sentences(self.comparison.differences, self.comparison.alike, letters)
        changes = [bullet(words, f"{letter} ") for letter, words in zip(letters, self._changes, strict=True)]
        self.query_one("#sentences", Page).show(changes + [bullet(one) for one in told])
        figures = lab_words.figure_lines(self.comparison.measured[:2])
        self.query_one("#figures", LinesView).show(lines_of_figures(figures))
        self.refresh_bindings()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.Reason | None:
        """Return why a key does nothing: there's something to stop, or to begin."""
        if action == "stop" and not self.running:
            return dead_key_reasons.STOPPED
        if action == "measure" and self.running:
            return dead_key_reasons.MEASURING
        return None
