"""Name house rules, and save them in a file after three complete trial games."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from textual.widget import Widget

from spades_tui.house_rules import own_variants
from spades_tui.house_rules.own_variants import NAME_LONGEST, OwnVariantError
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules.catalogue import own_folder
from spades_tui.rules.variant_reader import VariantError
from spades_tui.system.output import os_words
from spades_tui.tui.dialogs import FormScreen, confirmation
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.fields import TextField
from spades_tui.tui.widgets.paragraphs import Page

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

    def _sorry(self, words: str) -> None:
        self.query_one("#about", Page).say(words, wrong=True)

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
            self._sorry(str(error))
            return
        except VariantError as error:
            self._sorry(f"These rules contradict each other: {error.message}.")
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
            self._sorry(f"These rules contradict each other: {error.message}.")
        except OwnVariantError as error:
            self._sorry(str(error))
        except OSError as error:
            self._sorry(f"The file can't be saved in {own_folder()}: {os_words(error)}.")
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
