"""The deal of the day: its three hands, what computer players score with the same cards, the streak and a calendar.

The process of the computer players computes the comparison, only for hands that are over.
"""

import asyncio
from datetime import date, timedelta
from importlib import import_module
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from spades_tui.language.unusable import UnusableError
from spades_tui.lessons.learned import read_learned
from spades_tui.lessons.puzzles import puzzle_words, puzzles_of_day
from spades_tui.play import daily
from spades_tui.play.setup import NAMES
from spades_tui.presentation.daily_words import HOW, calendar, line_to_paste, result_words, streak_words
from spades_tui.rules.catalogue import shipped
from spades_tui.settings import dead_key_reasons
from spades_tui.system.faults import write_once
from spades_tui.tui.app_host import Host, WayBack
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.lessons.puzzle_list import begin_item, puzzle_choice
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

if TYPE_CHECKING:
    from spades_tui.analysis.duplicate import Comparison


_COMPARED: "dict[tuple[date, str, int | None], Comparison]" = {}
"""Comparisons so far by day, game and points, kept so that the screen opens fast the next time."""


class DailyScreen(SpadesScreen):
    """The hands of a day: Enter plays one, or shows the review of a finished one."""

    HELP_LINES = HOW
    VERTICAL_BREAKPOINTS = [(0, "-tight"), (26, "-roomy")]  # a short terminal has no rows to leave empty
    BINDINGS = [
        Binding("y", "copy_line", "copy line", id="copy_code", tooltip="copy your results as a line without spoilers"),
        Binding("v", "review", "review", id="review", tooltip="what your decisions in this hand have cost"),
        Binding("left", "day(-1)", "day", key_display="←→", tooltip="the day before, and the next"),
        Binding("right", "day(1)"),
    ]

    def __init__(self, day: date | None) -> None:
        super().__init__()
        self.today = daily.utc_today()
        self.day = min(day, self.today) if day is not None else self.today
        self.results: dict[date, daily.Day] = {}

    def compose_body(self) -> ComposeResult:
        """Lay out the hands, the streak, the line to paste and the calendar."""
        yield ChoiceList(click_takes=False, id="hands")
        yield Page(id="streak")
        yield Static(id="calendar", markup=False)
        yield Page(id="line")

    def on_mount(self) -> None:
        """Show today's hands."""
        self._show_day()

    def on_screen_resume(self) -> None:
        """Show new results, and the new day if one has begun."""
        today = daily.utc_today()
        if today != self.today and today >= daily.FIRST:
            self.day, self.today = today, today
            self._show_day()

    @property
    def done(self) -> daily.Day:
        """The results of the day."""
        return self.results.get(self.day, {})

    def _show_day(self) -> None:
        self.results = daily.played_days(self.today)
        words = f"  {self.day}" + ("" if self.day == self.today else "  an earlier day")
        self.set_top([("Deal of the day", inks.bold), (words, inks.gold)], "UTC")
        self._show()
        self._compare()

    def _known(self) -> "dict[str, Comparison]":
        keys = {game: (self.day, game, points) for game, points in daily.points_of(self.done).items()}
        return {game: _COMPARED[key] for game, key in keys.items() if key in _COMPARED}

    def _show(self) -> None:
        done, known = self.done, self._known()
        choices = [Choice(game, shipped()[game].name, result_words(game, done, known, " …")) for game in daily.GAMES]
        learned, ascii_only = read_learned().done, glyphs.letters(self.app.settings)
        puzzles = puzzles_of_day(self.day)
        if puzzles:
            choices.append(Choice("#puzzles", "Puzzles", heading=True))
        for puzzle in puzzles:
            choices.append(puzzle_choice(puzzle, learned, ascii_only, puzzle_words(puzzle, learned)))
        hands = self.query_one(ChoiceList)
        hands.show(choices, hands.chosen.key or daily.next_game_of_day(done) or daily.GAMES[0])
        streak = daily.streak_of(self.results, self.today)
        self.query_one("#streak", Page).show([Paragraph(streak_words(streak, self.today), inks.gold)])
        self.query_one("#calendar", Static).update("\n".join(calendar(self.results, self.today)))
        self.query_one("#line", Page).show([Paragraph(self.line(), inks.text)])
        self.refresh_bindings()

    def line(self) -> str:
        """Return the line to paste; empty while no hand is finished."""
        experts = {game: known.expert for game, known in self._known().items()}
        return line_to_paste(self.day, self.done, experts, daily.streak_of(self.results, self.today))

    @work(group="compare", exclusive=True)
    async def _compare(self) -> None:
        """Compute and show what others score with the cards of each finished hand; note a day above `expert`."""
        day, brain, others = self.day, self.app.brain, import_module("spades_tui.analysis.duplicate")
        for game, points in daily.points_of(self.done).items():
            if (day, game, points) in _COMPARED:
                continue
            table, tables = daily.table_of_day(day, game), list[int]()
            try:
                expert = await asyncio.to_thread(brain, others.expert_points, table, daily.CHAIR)
                for part in others.parts_of_tables(table):
                    tables += await asyncio.to_thread(brain, others.points_at, part, daily.CHAIR)
            except Exception as error:  # a computer player has a fault, so there is nothing to compare with
                write_once(error)
                continue
            _COMPARED[day, game, points] = others.comparison(points, expert, tables)
            if self.has_widgets and day == self.day:
                self._show()
        experts = {game: known.expert for game, known in self._known().items()}
        above = daily.above_expert(day, self.results, experts)
        if above is not None and day == self.day:
            name = self.app.settings.name or NAMES[daily.CHAIR]
            self.app.scorebook.ask(
                lambda book: book.note_above_expert(name, day, *above), lambda _: None, lambda _: None
            )

    def take_line(self, choice: Choice) -> None:
        """Play the chosen hand, resume it, or show its review."""
        app, day, result = self.app, self.day, self.done.get(choice.key)
        puzzle = next((one for one in puzzles_of_day(day) if one.name == choice.key), None)
        if puzzle is not None:
            begin_item(self, puzzle, self._tell, lambda _: self._show())
            return
        back = WayBack("Back to the day", lambda: app.push_screen(DailyScreen(day)))
        if result is None:
            app.try_table(daily.table_of_day(day, choice.key, app.settings.name), back)
        elif result.totals is None:
            import_module("spades_tui.tui.dialogs").resume(app, result.path, app.sorry, back)
        else:
            self.action_review()

    def _tell(self, problem: str) -> None:
        if problem:
            self.query_one("#streak", Page).say(problem, wrong=True)

    def action_review(self) -> None:
        """Show the review of the chosen hand, which the first frame doesn't need."""
        result = self.done[self.query_one(ChoiceList).chosen.key]
        self.app.push_screen(import_module("spades_tui.tui.review.review_screen").ReviewScreen(result.path))

    def action_copy_line(self) -> None:
        """Copy the line to paste to the clipboard, and show a notice."""
        page = self.query_one("#streak", Page)
        self.app.copy_text(self.line(), lambda how: page.show([Paragraph(f"The line was {how}.", inks.gold)]))

    def action_day(self, step: int) -> None:
        """Show the previous or the next day."""
        day = self.day + timedelta(days=step)
        if daily.FIRST <= day <= self.today:
            self.day = day
            self._show_day()
        else:
            self.app.bell()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it works."""
        if action == "copy_line" and not self.line():
            return dead_key_reasons.NO_LINE
        if action == "review":
            result = self.done.get(self.query_one(ChoiceList).chosen.key) if self.is_mounted else None
            return dead_key_reasons.NOT_FINISHED if result is None or result.totals is None else None
        return None


def show_day(app: Host, day: date | None = None) -> None:
    """Show the deal of a day, or of today; if the clock is before the first day, say so instead."""
    today = daily.utc_today()
    try:
        daily.checked_day(today, today)
    except UnusableError as error:
        app.sorry(f"Check your clock: {error}.")
    else:
        app.push_screen(DailyScreen(day))
