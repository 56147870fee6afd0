"""The pages of house rules: texts of the form, the rules with their differences, and the name to save them under."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.widget import Widget

from spades_tui.house_rules import form_words as words
from spades_tui.house_rules import own_variants
from spades_tui.house_rules.differences import Differences, differences, sentences
from spades_tui.house_rules.form_rows import ADD_PROMISE, AS_IT_STANDS, Row
from spades_tui.house_rules.own_variants import NAME_LONGEST, OwnVariantError
from spades_tui.house_rules.rules_draft import RulesDraft, bounds_words
from spades_tui.language.address import capitalized
from spades_tui.rules.catalogue import own_folder
from spades_tui.rules.rules_page import rules_page
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError
from spades_tui.system.output import os_words
from spades_tui.tui.dialogs import FormScreen, confirmation
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.fields import TextField
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading, problem
from spades_tui.tui.widgets.rule_rows import RuleLine

NOTHING = "Nothing is different yet."
NEWS = 2
"""The number of new sentences shown below the form."""


def lines_of(draft: RulesDraft, before: Mapping[str, Row], barred: Mapping[str, str]) -> list[RuleLine]:
    """Return the form's rows; `before`: the rows of the original, `barred`: reasons why some can't change now."""
    lines: list[RuleLine] = []
    group = ""
    for row in draft.rows:
        if row.group != group:
            group = row.group
            lines.append(RuleLine(f"heading-{group}", words.GROUPS[group], heading=True))
        was = before.get(row.key, before.get(row.key.replace("[1]", "")))
        changed = was.value != row.value if was is not None else row.key != ADD_PROMISE and row.value != AS_IT_STANDS
        lines.append(
            RuleLine(
                row.key, row.label, row.told, row.level, was=was.told if was is not None and changed else "",
                changed=changed, barred=row.key in barred, number=row.kind == "number",
            )
        )  # fmt: skip
    return lines


def about(
    row: Row, was: Row | None, origin: Variant, whys: Mapping[str, str], also: Sequence[str] = ()
) -> list[Paragraph]:
    """Return the explanation of a row; `whys`: reasons against other values, `also`: rows changed with it."""
    name = f" In {origin.name}: {was.told}." if was is not None and was.value != row.value else ""
    if row.kind == "number":
        empty = ", or nothing" if row.empty else ""
        told = [Paragraph(f"{row.label}: {bounds_words(row)}{empty}; type digits.{name}", palette.soft)]
    elif row.kind == "text":
        told = [Paragraph(f"{row.label}: {row.told}. Press Enter to type.{name}", palette.soft)]
    else:
        listed = [words for value, words in row.choices]
        shown = " · ".join(f"[{one}]" if one == row.told else f"✗ {one}" if one in whys else one for one in listed)
        told = [Paragraph(f"{row.label}: {shown}.{name}", palette.soft)]
    values: dict[str, list[str]] = {}
    for value, why in whys.items():
        values.setdefault(why, []).append(value)
    told += [problem(": ".join((*filter(None, (", ".join(those),)), _sentence(why)))) for why, those in values.items()]
    return [*told, Paragraph(f"This also changes: {'; '.join(also)}.", palette.gold)] if also else told


def news_told(news: Sequence[str], key: str) -> list[Paragraph]:
    """Return the first new sentences of the rules, and the key (`key`) that shows all of them."""
    more = len(news) - NEWS
    told = [Paragraph(one, palette.text, "+ ", palette.green) for one in news[:NEWS]]
    if more > 0:
        told.append(Paragraph(f"{key} shows {more} more and all the rules.", palette.soft, "+ ", palette.green))
    return told


def _sentence(why: str) -> str:
    """Return the checker's reason as a sentence."""
    return f"{capitalized(why)}{'' if why.endswith('.') else '.'}"


def rules_told(draft: RulesDraft) -> list[Paragraph]:
    """Return the rules page, the differences first; new sentences are marked."""
    origin, variant = draft.origin, draft.variant
    found = differences(origin, variant)
    page = [heading(f"Different from {origin.name}"), *differing(found), Paragraph()]
    old = set(sentences(origin))
    page.append(heading("The rules"))
    for title, listed in rules_page(variant.changed(options=())):
        page += [Paragraph(), Paragraph(title, palette.gold)]
        page += [bullet(one) if one in old else Paragraph(one, palette.text, "+ ", palette.green) for one in listed]
    page += [Paragraph(one, palette.text, "· ") for one in variant.special]
    return page


def differing(found: Differences) -> list[Paragraph]:
    """Return the differences: new sentences, removed ones, choices of a table."""
    if not found.any:
        return [Paragraph(NOTHING, palette.soft)]
    told = [Paragraph(one, palette.text, "+ ", palette.green) for one in found.new]
    told += [Paragraph(one, palette.soft, "− ", palette.red) for one in found.gone]
    told += [Paragraph(f"A table can now choose: {one}.", palette.text, "+ ", palette.green) for one in found.choices]
    told += [Paragraph(f"A table can no longer choose: {one}.", palette.soft, "− ", palette.red)
             for one in found.no_choices]  # fmt: skip
    return told


class DraftRulesScreen(SpadesScreen):
    """The rules of a draft, the differences first."""

    BINDINGS = Bindings("draft_rules")
    DEFAULT_CSS = "DraftRulesScreen #rules { padding: 1 3; }"

    def __init__(self, draft: RulesDraft) -> None:
        super().__init__()
        self.draft = draft

    def compose_body(self) -> ComposeResult:
        """Lay out the page."""
        yield PageScroll(Page(), id="rules")

    def on_mount(self) -> None:
        """Name and fill the page."""
        self.set_top([("Your rules", palette.bold), (f"  from {self.draft.origin.name}", palette.gold)])
        self.query_one(PageScroll).show(rules_told(self.draft))


SLICE = 0.005
"""Seconds between two pieces of the trial, to leave time for keys."""
STEPS = 25
"""Cards and bids of a trial game in each piece."""


class HouseNameScreen(FormScreen):
    """A form with name and summary; `saved` is called with the short name and the file once they are written."""

    HELP_LINES = (
        "The file is saved with your own variants. Friends can put a copy in their folder of the same name.",
        "Before it's saved, computer players try three games with these rules. At least one must end.",
    )

    def __init__(self, draft: RulesDraft, own: Path | None, saved: Callable[[str, Path], object]) -> None:
        super().__init__()
        self.draft, self.own, self._saved = draft, own, saved
        start = draft.start
        self._called = start.name if own is not None else own_variants.suggested_name(draft.origin)
        self._summary = start.summary
        self._trying = False

    def fields(self) -> Iterable[tuple[str, Widget]]:
        """Return the fields for the name and a line about the rules."""
        yield "Name", TextField(self._called, max_length=NAME_LONGEST, id="house-name")
        yield "Summary", TextField(self._summary, max_length=200, id="house-summary")

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Your rules", palette.bold), ("  what are they called?", palette.soft)])
        self.query_one("#house-name").focus()
        self._say_where()

    def on_input_changed(self, event: TextField.Changed) -> None:
        """Show where the file will be."""
        event.stop()
        self._say_where()

    def _say_where(self) -> None:
        slug = own_variants.slug_of(self.written("house-name"))
        self.say(f"Saved as {own_variants.file_of(slug)}" if slug else "")

    def keep(self) -> None:
        """Check the name, ask before overwriting another file of the user's, try the rules, and write the file."""
        if self._trying:
            return
        name, summary = self.written("house-name"), self.written("house-summary")
        try:
            slug = own_variants.check_name(name, summary, self.own)
            known = own_variants.saved_entry(slug)
            if known is not None and known.variant is None:
                raise OwnVariantError(f"{known.path.name} exists but can't be read; choose another name.")
            text = own_variants.text_of(self.draft, slug, name, summary)
        except OwnVariantError as error:
            self.say(str(error), wrong=True)
            return
        except VariantError as error:
            self.say(f"These rules contradict each other: {error.message}.", wrong=True)
            return
        if known is None:
            self._begin_trial(slug, text, over=False)
            return
        words = f"{known.path} already has rules called {known.title}. Replace them?"
        replace = partial(self._begin_trial, slug, text, True)
        self.app.push_screen(confirmation("Your rules", words, "Replace", replace, "Another name", "no"))

    def _begin_trial(self, slug: str, text: str, over: bool) -> None:
        self._trying = True
        self.run_worker(partial(self._try, slug, text, over), group="trial")  # type: ignore[arg-type]

    async def _try(self, slug: str, text: str, over: bool) -> None:
        """Play trial games in small pieces, and then write the file."""
        name, summary = self.written("house-name"), self.written("house-summary")
        trial = own_variants.run_trials(self.draft.named(slug, name, summary))
        self.say("Computer players are trying the rules …")
        try:
            for step, _ in enumerate(trial):
                if step % STEPS == 0:
                    await asyncio.sleep(SLICE)
            path = own_variants.write(slug, text, over)
        except VariantError as error:
            self.say(f"These rules contradict each other: {error.message}.", wrong=True)
        except OwnVariantError as error:
            self.say(str(error), wrong=True)
        except OSError as error:
            self.say(f"The file can't be saved in {own_folder()}: {os_words(error)}.", wrong=True)
        else:
            if self.app.screen is self:
                self.app.pop_screen()
                self._saved(slug, path)
        finally:
            self._trying = False

    def action_back(self) -> None:
        """Go back to the rules; a running trial is stopped."""
        self.workers.cancel_group(self, "trial")
        super().action_back()
