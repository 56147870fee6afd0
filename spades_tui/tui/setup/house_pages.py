"""The pages of house rules: texts of the form, the rules with differences, the name to save them under; and a lab.

The lab measures the changed game beside the original, live, from hands that other processes play.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from string import ascii_uppercase

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import Input

from spades_tui.analysis.kept_counts import GameCounts
from spades_tui.analysis.rule_lab import CLOSE, RuleComparison, count_game
from spades_tui.house_rules import form_words as words
from spades_tui.house_rules import own_variants
from spades_tui.house_rules.form_rows import ADD_PROMISE, AS_IT_STANDS, FormRow
from spades_tui.house_rules.rules_draft import RulesDraft, bounds_words
from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.presentation import lab_words
from spades_tui.rules.catalogue import own_folder
from spades_tui.rules.rules_page import rules_page
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError
from spades_tui.settings import dead_key_reasons
from spades_tui.system.jobs import Jobs, JobsLost, processes
from spades_tui.system.output import os_words
from spades_tui.tui.dialogs import Confirmation, FormScreen
from spades_tui.tui.frame import PAGING, SpadesScreen
from spades_tui.tui.setup.rule_rows import RuleLine
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading, problem
from spades_tui.tui.widgets.table import Head, Line, ListTable

NEWS = 2
"""The number of new sentences shown below the form."""


def lines_of(draft: RulesDraft, before: Mapping[str, FormRow], barred: Mapping[str, str]) -> list[RuleLine]:
    """Return the form's rows; `before`: the rows of the original, `barred`: reasons why some can't change now."""
    lines: list[RuleLine] = []
    group = ""
    for row in draft.rows:
        if row.group != group:
            group = row.group
            lines.append(RuleLine(f"heading-{group}", words.GROUPS[group], heading=True))
        was = before.get(row.key, before.get(row.key.replace("[1]", "")))
        before_told = ""
        if was is None:
            changed = row.key != ADD_PROMISE and row.value != AS_IT_STANDS
        else:
            changed = was.value != row.value
            if changed:
                before_told = was.told
        lines.append(RuleLine(
            row.key, row.label, value=row.told, level=row.level, was=before_told, changed=changed,
            barred=row.key in barred, number=row.kind == "number",
        ))  # fmt: skip
    return lines


def about(
    row: FormRow, was: FormRow | None, origin: Variant, whys: Mapping[str, str], also: Sequence[str] = ()
) -> list[Paragraph]:
    """Return the explanation of a row; `whys`: reasons against other values, `also`: rows changed with it."""
    name = f" In {origin.name}: {was.told}." if was is not None and was.value != row.value else ""
    if row.kind == "number":
        nothing = ", or nothing" if row.empty else ""
        said = f"{bounds_words(row)}{nothing}; type digits"
    elif row.kind == "text":
        said = f"{row.told}. Press Enter to type"
    else:
        values = []
        for _, value in row.choices:
            if value == row.told:
                values.append(f"[{value}]")
            else:
                values.append(f"✗ {value}" if value in whys else value)
        said = " · ".join(values)
    told = [Paragraph(f"{row.label}: {said}.{name}", inks.soft)]
    barred: dict[str, list[str]] = {}
    for value, why in whys.items():
        barred.setdefault(why, []).append(value)
    for why, those in barred.items():
        told.append(problem(": ".join(filter(None, (", ".join(those), f"{capitalized(why).removesuffix('.')}.")))))
    return [*told, Paragraph(f"This also changes: {'; '.join(also)}.", inks.gold)] if also else told


def _new(sentence: str) -> Paragraph:
    return Paragraph(sentence, inks.text, "+ ", inks.green)


def _gone(sentence: str) -> Paragraph:
    return Paragraph(sentence, inks.soft, "− ", inks.red)


def news_told(news: Sequence[str], key: str) -> list[Paragraph]:
    """Return the first new sentences of the rules, and the key (`key`) that shows all of them."""
    told, more = [*map(_new, news[:NEWS])], len(news) - NEWS
    if more > 0:
        told.append(Paragraph(f"{key} shows {more} more and all the rules.", inks.soft, "+ ", inks.green))
    return told


def rules_told(draft: RulesDraft) -> list[Paragraph]:
    """Return the rules page, the differences first; new sentences are marked."""
    origin, variant = draft.origin, draft.variant
    page = [heading(f"Different from {origin.name}")]
    changes = own_variants.differences(origin, variant)
    if changes == own_variants.Differences():
        page.append(Paragraph("Nothing is different yet.", inks.soft))
    page += map(_new, changes.new)
    page += map(_gone, changes.gone)
    page += [_new(f"A table can now choose: {choice}.") for choice in changes.choices]
    page += [_gone(f"A table can no longer choose: {choice}.") for choice in changes.no_choices]
    old = set(own_variants.sentences(origin))
    page += [Paragraph(), heading("The rules")]
    for title, listed in rules_page(variant.changed(options=())):
        page += [Paragraph(), Paragraph(title, inks.gold)]
        for sentence in listed:
            page.append(bullet(sentence) if sentence in old else _new(sentence))
    page += [Paragraph(one, inks.text, "· ") for one in variant.special]
    return page


class DraftRulesScreen(SpadesScreen):
    """The rules of a draft, the differences first."""

    BINDINGS = [
        *PAGING,
        Binding("down", "page(1)"),
        Binding("up", "page(-1)"),
        Binding("enter", "back"),
        Binding("r", "back", id="rules"),
    ]

    def __init__(self, draft: RulesDraft) -> None:
        super().__init__()
        self.set_top([("Your rules", inks.bold), (f"  from {draft.origin.name}", inks.gold)])
        self.draft = draft

    def compose_body(self) -> ComposeResult:
        """Lay out the page."""
        yield PageScroll(Page(rules_told(self.draft)), id="rules")


class HouseNameScreen(FormScreen):
    """A form with name and summary; `saved` is called with the file once it is written."""

    TITLE = "What are your rules called?"
    HELP_LINES = (
        "The file is saved with your own variants. Friends can put a copy in their folder of the same name.",
        "Before it's saved, computer players try three games with these rules. At least one must end.",
    )

    def __init__(self, draft: RulesDraft, own: Path | None, saved: Callable[[Path], object]) -> None:
        super().__init__()
        self.draft, self.own, self._saved = draft, own, saved

    def fields(self) -> Iterable[tuple[str, Widget]]:
        """Return the fields for the name and a line about the rules."""
        start = self.draft.start
        called, summary = start.name, start.summary
        if self.own is None:
            called = own_variants.suggested_name(self.draft.origin)
            if self.draft.changed:  # the game's own line may name what has changed
                summary = f"{start.name}, with your changes."
        yield "Name", Input(called, max_length=own_variants.NAME_LONGEST, compact=True, id="house-name")
        yield "Summary", Input(summary, max_length=200, compact=True, id="house-summary")

    def on_mount(self) -> None:
        """Show where the file will be."""
        self._say_where()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show where the file will be."""
        event.stop()
        self._say_where()

    def _say_where(self) -> None:
        slug = own_variants.slug_of(self.written("house-name"))
        self.say(f"Saved as {own_variants.file_of(slug)}" if slug else "")

    def keep(self) -> None:
        """Check the name, ask before overwriting another file of the user's, try the rules, and write the file."""
        if any(worker.node is self for worker in self.workers):
            return
        name, summary = self.written("house-name"), self.written("house-summary")
        try:
            slug = own_variants.check_name(name, summary, self.own)
            text = own_variants.text_of(self.draft, slug, name, summary)
        except (UnusableError, VariantError) as error:
            self._refuse(error)
            return
        known = own_variants.saved_entry(slug)
        if known is None:
            self._begin_trial(slug, text, over=False)
            return
        words = f"{known.path} already has rules called {known.title}. Replace them?"
        question = Confirmation("Your rules", words, "Replace", "Another name", "no")
        self.app.ask(question, lambda _: self._begin_trial(slug, text, over=True))

    def _refuse(self, error: Exception) -> None:
        words = str(error)
        if isinstance(error, VariantError):
            words = f"These rules contradict each other: {error.message}."
        elif isinstance(error, OSError):
            words = f"The file can't be saved in {own_folder()}: {os_words(error)}."
        self.say(words, wrong=True)

    @work(group="trial")
    async def _begin_trial(self, slug: str, text: str, over: bool) -> None:
        """Play trial games in a thread, like ``variants check``, and then write the file."""
        variant = self.draft.named(slug, self.written("house-name"), self.written("house-summary"))
        self.say("Computer players are trying the rules …")
        try:
            await asyncio.to_thread(own_variants.play_trials, variant)
            path = own_variants.write(slug, text, over)
        except (UnusableError, VariantError, OSError) as error:
            self._refuse(error)
        else:
            if self.app.screen is self:
                self.app.pop_screen()
                self._saved(path)

    def action_back(self) -> None:
        """Go back to the rules; a running trial is stopped."""
        self.workers.cancel_group(self, "trial")
        super().action_back()


SECONDS = 60.0
"""Seconds after which measuring stops."""
STEP = 0.25
"""Seconds between two updates of the screen."""
BAR = 30
"""Columns of the progress bar."""
HEADS = (
    Head(gap=4),
    Head("original", inks.gold, right=True),
    Head("        changed", inks.gold, right=True),
    Head(),
)


class RuleLabScreen(SpadesScreen):
    """Sentences about certain differences, and the figures, while other processes play."""

    HELP_LINES = (
        "Computer players (club) play the original and your game with the same deals.",
        f"{lab_words.INTERVAL} {lab_words.SAME_MEANS}",
        lab_words.UNKNOWN_MEANS,
        lab_words.MINUTES,
        "Two to eight changes are also measured alone where possible, and each has a letter.",
        "The command spades-tui lab prints the same figures, from more hands.",
    )
    BINDINGS = [
        Binding("s", "stop", "stop", id="stop"),
        Binding("m", "measure", "measure on", id="measure"),
        *PAGING,
    ]

    def __init__(self, draft: RulesDraft) -> None:
        super().__init__()
        self.played: Callable[[int], AbstractContextManager[Jobs]] = processes
        self.clock = time.monotonic
        changes = own_variants.single_changes(draft)
        self._changes = [change.label for change in changes]
        self.origin, self._zero = draft.origin.name, draft.zero
        self.comparison = RuleComparison(draft.origin, draft.complete.variant, [change.variant for change in changes])
        self._setups = self.comparison.setups()
        self._until_time = False
        """Whether only the time ends this run, because the difference was known when it began."""
        self._ended = ""
        """Why measuring has stopped; empty while it runs."""
        self._began = 0.0
        self._shown = 0.0

    def compose_body(self) -> ComposeResult:
        """Lay out the progress, the sentences and the figures."""
        yield Page(id="progress")
        yield PageScroll(Page(id="sentences"), ListTable(cursor=False, id="figures"), id="lab")

    def on_mount(self) -> None:
        """Begin to measure."""
        self.set_top([("Your rules, measured", inks.bold), (f"  beside {self.origin}", inks.gold)])
        self.action_measure()

    @property
    def running(self) -> bool:
        """Whether it's measuring."""
        return not self._ended

    def action_measure(self) -> None:
        """Measure, or measure on for as long again."""
        self._ended, self._began = "", self.clock()
        self._until_time = self.comparison.within <= CLOSE
        self._measure()
        self._show()

    def action_stop(self) -> None:
        """Stop measuring, and keep the figures."""
        self.workers.cancel_group(self, "measure")
        self._stop("stopped")

    @work(group="measure", exclusive=True)
    async def _measure(self) -> None:
        """Take games from other processes until the time is up or the difference is close."""
        opened = ExitStack()
        try:
            jobs = opened.enter_context(self.played(max(1, min(os.cpu_count() or 1, 8))))
            games: Iterator[GameCounts] = jobs.in_order(count_game, self._setups, lambda: None)
            while (why := self._why_enough()) == "":
                self.comparison.add(await asyncio.to_thread(next, games))
                if self.clock() - self._shown >= STEP:
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
        return "time is up" if self.clock() - self._began >= SECONDS else ""

    def _stop(self, why: str) -> None:
        if self.running:
            self._ended = why
            if self.has_widgets:
                self._show()

    def _show(self) -> None:
        self._shown = now = self.clock()
        full, words = BAR, self._ended
        if self.running:
            taken = now - self._began
            full = round(BAR * min(1.0, taken / SECONDS))
            words = f"{taken:.0f} of {SECONDS:.0f} s"
        hands = f"{self.comparison.hands:,} hands"
        self.query_one("#progress", Page).show(
            [Paragraph(f"{words} · {hands}", inks.soft, "━" * full + "╌" * (BAR - full) + "  ")]
        )
        letters = ascii_uppercase[: len(self._changes)]
        told = lab_words.unfinished(*self.comparison.measured[:2])
        told += lab_words.sentences(self.comparison.measured, self._zero, letters)
        changes = [bullet(words, f"{letter}. ") for letter, words in zip(letters, self._changes, strict=True)]
        self.query_one("#sentences", Page).show(changes + list(map(bullet, told)))
        lines = []
        for figure in lab_words.figure_lines(self.comparison.measured[:2], self._zero):
            ink, mark = inks.faint, (lab_words.SAME, inks.faint)
            if figure.certain:
                ink, mark = inks.text, (lab_words.DIFFERENT, inks.gold)
            cells = [(cell, ink) for cell in (figure.label, *figure.cells)]
            lines.append(Line(figure.label, (*cells, mark)))
        self.query_one("#figures", ListTable).show(HEADS, lines)
        self.refresh_bindings()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing: there's something to stop, or to begin."""
        if action == "stop" and not self.running:
            return dead_key_reasons.STOPPED
        if action == "measure" and self.running:
            return dead_key_reasons.MEASURING
        return None
