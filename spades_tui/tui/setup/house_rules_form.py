"""House rules: choose a game and change it. The form shows the differences, and refuses impossible combinations."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import DescendantBlur
from textual.widgets import Static

from spades_tui.house_rules.form_rows import FormRow
from spades_tui.house_rules.own_variants import differences
from spades_tui.house_rules.rule_search import found
from spades_tui.house_rules.rules_draft import Attempt, RulesDraft
from spades_tui.language.sentence_parts import plural
from spades_tui.play.new_table import default_setup
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.dialogs import AskLine, Confirmation
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup import house_pages
from spades_tui.tui.setup.rule_rows import RuleRows
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.choice_list import Choice
from spades_tui.tui.widgets.edge_lines import Sentence
from spades_tui.tui.widgets.fields import FindLine
from spades_tui.tui.widgets.paragraphs import Page, PageScroll

COLUMNS_FOR_RULES = 110
"""Minimum columns to show the rules beside the form."""
WORK_AFTER = 0.15
"""Seconds after a key before background work begins."""
WORK_GAP = 0.01
"""Seconds between two pieces of that work, to leave time for keys."""
OF_ROWS = ("find", "rules", "measure", "try_hand", "save", "original", "back")
"""Actions of the rows; during a search, their keys type letters."""


class HouseRulesScreen(SpadesScreen):
    """The form; `kept` is called with the file when the rules have been saved."""

    HELP_LINES = (
        "Arrows choose a rule and change it. Digits write a number.",
        "A value that doesn't fit the other rules is refused, with the reason.",
        "The cost of a failed bid follows its reward while the two are equal.",
        "Try a hand against the computer. It isn't in the scorebook.",
        "Measure what your changes do in thousands of hands.",
        "Save writes a file for the list of games, and for your friends.",
    )
    BINDINGS = [
        Binding("/", "find", "find", id="find", tooltip="find a rule by its words"),
        Binding("r", "rules", "rules", id="rules", tooltip="all rules, and what you changed"),
        Binding("t", "try_hand", "try a hand", id="try_hand"),
        Binding("s", "save", "save", id="save"),
        Binding("ctrl+s", "save"),
        Binding("m", "measure", "measure", id="measure", tooltip="measure what your changes do"),
        Binding("x", "original", "reset", id="original", tooltip="reset this rule"),
        Binding("n", "find_next", "next", id="find_again", tooltip="find the next rule"),
    ]

    def __init__(self, draft: RulesDraft, kept: Callable[[Path], object], own: Path | None = None) -> None:
        super().__init__()
        self.draft = self._kept_draft = draft
        self.kept, self.own = kept, own
        self.origin_rows = {row.key: row for row in RulesDraft(draft.origin).rows}
        self.whys: dict[str, str] = {}
        """Reasons against other values of the chosen row."""
        self.barred: dict[str, str] = {}
        """Components that can't be put in or taken out now, with the reasons."""
        self.also: tuple[str, ...] = ()
        """Other rows that the last change has changed too."""
        self.news: tuple[str, ...] = ()
        """New sentences of the rules after the last change."""
        self._sought = ""
        """The words of the last search."""
        self._found_from = ""
        """The key of the row that was chosen before the search."""
        self._replaced_rules: RulesDraft | None = None
        """The rules before the user began to type a number."""

    @property
    def unsaved(self) -> bool:
        """Whether there are unsaved changes."""
        return self.draft.data != self._kept_draft.data

    def compose_body(self) -> ComposeResult:
        """Lay out the rows, the explanation of the chosen one, and the rules beside them if there is room."""
        with Horizontal(id="house"):
            with Vertical(id="form"):
                yield RuleRows(house_pages.lines_of(self.draft, self.origin_rows, self.barred))
                yield Page(id="about")
            yield PageScroll(Page(), id="beside")
        with Horizontal(id="finding"):
            yield Static("Find", markup=False)
            yield FindLine(max_length=40, compact=True, id="find")
            yield Page(id="matches")
        yield Sentence()

    def on_mount(self) -> None:
        """Show the game without changes."""
        self.on_resize()
        self._show()

    def on_resize(self) -> None:
        """Show the rules beside the form if there is room."""
        self.set_class(self.app.size.width >= COLUMNS_FOR_RULES, "-wide")
        self._show_rules()

    @property
    def rows(self) -> RuleRows:
        """The form's rows."""
        return self.query_one(RuleRows)

    @property
    def row(self) -> FormRow:
        """The row that the keys change."""
        found = self.draft.row(self.rows.chosen.key)
        assert found is not None
        return found

    # Showing

    def _show(self) -> None:
        self.rows.show_rules(house_pages.lines_of(self.draft, self.origin_rows, self.barred))
        # the rows below a rule that was added are details of one change, as in the lab
        changes = sum(line.changed and (bool(line.was) or not line.level) for line in self.rows.choices)
        count = plural(changes, "change") if changes else ""
        name = self.own.name if self.own is not None else f"from {self.draft.origin.name}"
        self.set_top([("Your rules", inks.bold), (f"  {name}", inks.gold)], [(count, inks.soft)])
        self._show_about()
        self._show_rules()
        self.query_one(Sentence).say("")
        self.refresh_bindings()
        self._begin_work()

    def _show_about(self) -> None:
        row = self.row
        whys = self.whys or ({"": self.barred[row.key]} if row.key in self.barred else {})
        told = house_pages.about(row, self.origin_rows.get(row.key), self.draft.origin, whys, self.also)
        if not self.has_class("-wide"):  # in a wide terminal, they are marked beside the form
            told += house_pages.news_told(self.news, with_keys("{rules}"))
        self.query_one("#about", Page).show(told)

    def _show_rules(self) -> None:
        if self.has_class("-wide"):
            self.query_one("#beside", PageScroll).page.show(house_pages.rules_told(self.draft))

    # Changes

    def _take(self, attempt: Attempt, value: str = "") -> bool:
        """Apply a change if the rules allow it, or show why not. Return whether they do."""
        if attempt.draft is None:
            self.whys, self.news, self.also = {value: attempt.why or ""}, (), ()
            self._show_about()
            return False
        self.news, self.also = differences(self.draft.variant, attempt.draft.variant).new, attempt.also
        self.draft, self.whys = attempt.draft, {}
        self._show()
        return True

    def on_rule_rows_stepped(self, event: RuleRows.Stepped) -> None:
        """Go to the next allowed value, and explain why those between aren't allowed."""
        event.stop()
        self._replaced_rules = None
        row = self.row
        if row.kind == "text":
            self._write()
            return
        whys: dict[str, str] = {}
        for value, words in row.next_values(event.step):
            attempt = self.draft.with_value(row, value)
            if attempt.draft is not None:
                self._take(attempt)
                break
            if len(whys) < 3:
                whys[words] = attempt.why or ""
        else:
            self.app.bell()
        self.whys = whys
        self._show_about()

    def on_rule_rows_typed(self, event: RuleRows.Typed) -> None:
        """Apply a number as soon as it's allowed. Without a sign, it may mean a negative number."""
        event.stop()
        before = self._replaced_rules = self._replaced_rules or self.draft
        same, text, row = Attempt(before, None, ()), event.text, before.row(self.row.key)
        assert row is not None and row.bounds is not None
        self.whys = {}
        if text in ("", "-"):
            nothing = row.empty and not text and row.value is not None
            self._take(before.with_value(row, None) if nothing else same)
            return
        number, (least, most) = int(text), row.bounds
        refused = f"{text} is out of range; write {least} to {most}".replace("-", "−")
        attempts = []
        for value in dict.fromkeys((number, -abs(number))):
            if least <= value <= most:
                attempts.append(same if value == row.value else before.with_value(row, value))
        attempts.append(Attempt(None, refused, ()))
        attempt = next((one for one in attempts if one.draft is not None), attempts[0])
        if attempt.draft is None:
            self.draft = before
            self._show()
        self.rows.wrong = not self._take(attempt, text)

    def _end_typing(self) -> None:
        self.rows.typed = ""
        self._replaced_rules = None

    def take_line(self, choice: Choice) -> None:
        """Finish a number, write a text, or go to the next value."""
        if self.rows.typed:
            wrong = self.rows.wrong
            self._end_typing()
            if wrong:
                self.app.bell()
        elif self.row.kind == "text":
            self._write()
        elif self.row.kind != "number":
            self.rows.action_step(1)

    def on_option_list_option_highlighted(self, event: RuleRows.OptionHighlighted) -> None:
        """Explain the row."""
        self.whys, self.news, self.also, self._replaced_rules = {}, (), (), None
        self._show_about()
        self._say_found()
        self._begin_work()

    def _write(self) -> None:
        row = self.row
        written = "" if row.told == "none" else row.told
        question = AskLine(row.label, f"{row.label}:", written, row.longest)
        self.app.ask(question, lambda text: self._take(self.draft.with_text(self.row, text), text))

    def action_original(self) -> None:
        """Restore this row's original value."""
        row, was = self.row, self.origin_rows.get(self.row.key)
        value = was.value if was is not None else False
        if was is None and row.kind != "switch":
            self.say_why_not(dead_key_reasons.NEW_RULE)
        elif value == row.value:
            self.say_why_not(dead_key_reasons.ORIGINAL_ALREADY)
        else:
            self._end_typing()
            if not self._take(self.draft.with_value(row, value), was.told if was is not None else "no"):
                self.app.bell()

    @work(group="work", exclusive=True)
    async def _begin_work(self) -> None:
        """Find reasons against the row's other values, the table's choices, and components that can't be added.

        That is done while no key is pressed; the work that the last key began ends.
        """
        await self._leave_time(WORK_AFTER)
        row, draft = self.row, self.draft
        if row.kind in ("choice", "switch") and not self.whys:
            others = {words: (row, value) for value, words in row.choices if value != row.value}
            self.whys = await self._refused(draft, others)
            self._show_about()
        if draft.complete is not draft:
            self.draft = draft = draft.complete
            self._show_rules()
            self.rows.show_rules(house_pages.lines_of(draft, self.origin_rows, self.barred))
        switches = {one.key: (one, not one.value) for one in draft.rows if one.kind == "switch"}
        barred = await self._refused(draft, switches)
        if barred != self.barred:
            self.barred = barred
            self.rows.show_rules(house_pages.lines_of(draft, self.origin_rows, barred))
            self._show_about()

    async def _refused(self, draft: RulesDraft, changes: Mapping[str, tuple[FormRow, object]]) -> dict[str, str]:
        """Return the reasons against these changes, by name; between two attempts, leave time for keys."""
        whys = {}
        for name, (row, value) in changes.items():
            await self._leave_time(WORK_GAP)
            attempt = draft.with_value(row, value)
            if attempt.why is not None:
                whys[name] = attempt.why
        return whys

    async def _leave_time(self, seconds: float) -> None:
        """Wait this long, and while keys are typed, another screen is in front, or the program ends."""
        await asyncio.sleep(seconds)
        while self.app.keys.typing or not self.is_active or not self.app.is_running:
            await asyncio.sleep(WORK_AFTER)

    # Searching

    @property
    def finding(self) -> bool:
        """Whether search words are being typed."""
        return self.has_class("-finding")

    def action_find(self) -> None:
        """Open the search line; each letter goes to the best match."""
        line = self.query_one(FindLine)
        self._end_typing()
        self._found_from = self.rows.chosen.key
        self.add_class("-finding")
        line.value = self._sought
        line.focus()
        self._say_found()
        self.refresh_bindings()

    def on_input_changed(self, event: FindLine.Changed) -> None:
        """Go to the best match of the text so far, or back to where the search began."""
        event.stop()
        if self.finding and event.value != self._sought:
            self._sought = event.value
            self.rows.choose(next(iter(found(self.draft, self._sought)), self._found_from))
            self._say_found()

    def on_input_submitted(self, event: FindLine.Submitted) -> None:
        """Go to the rule that was found; stay if none was."""
        event.stop()
        if self._sought and not found(self.draft, self._sought):
            self.app.bell()
        else:
            self.rows.focus()

    def action_no_find(self) -> None:
        """Go back to the row where the search began."""
        self._sought = ""
        self.rows.choose(self._found_from)
        self.rows.focus()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """Close the search line when the focus goes elsewhere, but not because another window is in front."""
        if isinstance(event.widget, FindLine) and self.app.app_focus:
            self.remove_class("-finding")
            self._say_found()
            self.refresh_bindings()

    def action_find_next(self, step: int = 1) -> None:
        """Go to the next or the previous match."""
        keys = found(self.draft, self._sought)
        here = self.rows.chosen.key
        if keys:
            self.rows.choose(keys[(keys.index(here) + step) % len(keys)] if here in keys else keys[0])
        else:
            self.app.bell()
        self._say_found()

    def _say_found(self) -> None:
        """Show which match this is, or that there are none."""
        keys, here, sought = found(self.draft, self._sought), self.rows.chosen.key, self._sought.strip()
        words, wrong = "", bool(sought) and not keys
        if wrong:
            words = f"No rule matches “{sought}”."
        elif here in keys:
            words = f"{keys.index(here) + 1} of {len(keys)} match “{sought}”"
        if self.finding:
            self.query_one("#matches", Page).say(words, wrong)
            return
        if here in keys and len(keys) > 1:
            words += with_keys("; {find_again}: next")
        self.query_one(Sentence).say([(f"✗ {words}", inks.red) if wrong else (words, inks.soft)])

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing: a search takes all letters, and the next match needs a search."""
        if self.is_mounted and self.finding and action in OF_ROWS:
            return dead_key_reasons.INSTEAD
        if action == "measure" and not self.draft.changed and self.draft.origin is self.draft.start:
            return dead_key_reasons.NOTHING_CHANGED
        if action == "find_next" and self.is_mounted and not self.finding and not self._sought:
            return dead_key_reasons.NOTHING_FOUND
        return None

    # Looking, measuring, trying, saving, leaving

    def action_rules(self) -> None:
        """Show the rules and their differences on another screen."""
        self.app.push_screen(house_pages.DraftRulesScreen(self.draft))

    def action_measure(self) -> None:
        """Measure the changed game beside the original."""
        if self.is_active:
            self.app.push_screen(house_pages.RuleLabScreen(self.draft))

    def action_try_hand(self) -> None:
        """Play a hand by these rules with computer players; it isn't saved."""
        if not self.is_active:
            return
        settings = self.app.settings
        variant = self.draft.complete.variant
        variant = variant.changed(name=f"{variant.name[:48]}, on trial")
        self.app.try_hand(default_setup(variant, settings.name, settings.partner))

    def action_save(self) -> None:
        """Ask for a name, and save."""
        if self.is_active:
            self.app.push_screen(house_pages.HouseNameScreen(self.draft, self.own, self._saved))

    def _saved(self, path: Path) -> None:
        self._kept_draft = self.draft
        self.app.pop_screen()
        self.kept(path)

    def action_back(self) -> None:
        """Go back, after one question if changes would be lost."""
        if not self.is_active:
            return
        if self.rows.typed:
            self._end_typing()
        elif self.unsaved:
            self.ask_leaving(super().action_back)
        else:
            super().action_back()

    def ask_leaving(self, then: Callable[[], object]) -> None:
        """Ask once whether these changes may be lost."""

        def discard(_: bool) -> None:
            self._kept_draft = self.draft
            then()

        words = "You haven't saved your rules. Discard the changes?"
        self.app.ask(Confirmation("Your rules", words, "Discard", "Keep editing", "no"), discard)
