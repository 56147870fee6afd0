"""The choice of a game: the variants on the left, and a description of the preselected one beside them."""

from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from spades_tui.house_rules.own_variants import reopened_draft
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.play import saved_games
from spades_tui.rules.catalogue import Entry
from spades_tui.rules.options import options_of
from spades_tui.rules.rules_page import bidding, describe
from spades_tui.rules.variant_reader import VariantError
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup.house_rules_form import HouseRulesScreen
from spades_tui.tui.setup.new_table import label
from spades_tui.tui.setup.rules_screen import RulesScreen, entries
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.edge_lines import Sentence
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading, problem

ROWS_FOR_FULL = 40
"""Minimum rows for a longer description."""
YOURS = "your-rules"
"""The id of the line that leads to house rules."""
MOST_ROWS = 12
"""Maximum number of options to list in a row each; more go into one paragraph."""


def variant_paragraphs(entry: Entry, full: bool) -> list[Paragraph]:
    """Return the description of an entry in about eight lines; for a broken one, its error.

    `full`: add the bidding and the table's choices.
    """
    if entry.variant is None:
        return [
            Paragraph(entry.title, palette.bold),
            problem("This variant can't be played:"),
            Paragraph(),
            Paragraph(str(entry.error)),
            Paragraph(),
            Paragraph("Correct the file and come back. Other games aren't affected.", palette.soft),
        ]
    variant = entry.variant
    own = [] if entry.shipped else [Paragraph(), Paragraph(f"Your own: {entry.path}", palette.soft)]
    lines = [Paragraph(variant.name, palette.gold), Paragraph(variant.summary), Paragraph()]
    lines += [bullet(line) for line in describe(variant, full)]
    if full:
        lines += [Paragraph(), heading("Bidding")]
        lines += [bullet(sentence) for sentence in bidding(variant)]
        lines += [Paragraph(), heading("Your table can choose")]
        labels = [label(option) for option in options_of(variant)]
        lines += [bullet(one) for one in labels] if len(labels) <= MOST_ROWS else [bullet("; ".join(labels))]
    return lines + own


OF_YOUR_RULES = [
    Paragraph("Your rules", palette.gold),
    Paragraph("Any game with your house rules."),
    Paragraph(),
    bullet("Take a game and change its points, bags, blind bids, cards, players or end."),
    bullet("See the rules, and what you changed, as you go."),
    bullet("A value that doesn't fit is refused, with the reason."),
    bullet("Try a hand with computer players."),
    bullet("Save your rules as a file. They join this list, and you can share the file."),
]


class VariantSelectionScreen(SpadesScreen):
    """A choice of a game."""

    HELP_LINES = (
        "Up and down choose a game; Enter selects it.",
        "Your own variants come after the others. A faulty one says what's wrong.",
        "Your rules: take any game, change it, try a hand, and save it.",
    )
    BINDINGS = Bindings("variants")
    DEFAULT_CSS = """
    VariantSelectionScreen #variants {
        width: 22; height: 1fr; padding: 1 0 0 1; overflow: hidden auto; scrollbar-size-vertical: 1;
    }
    VariantSelectionScreen #about { padding: 1 0 0 2; }
    VariantSelectionScreen.-wide #variants { width: 36; padding: 2 2 0 3; }
    VariantSelectionScreen.-wide #about { padding: 2 4 0 4; }
    VariantSelectionScreen #choice { height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.entries = entries()
        self._kept, self._said = "", ""
        """The slug of the rules saved on this screen, and the message about them."""

    def _choices(self) -> list[Choice]:
        """Return the games, the user's under a heading, and the line that leads to new ones."""
        choices = [
            Choice(str(n), entry.title if entry.variant else f"✗ {entry.title}") for n, entry in enumerate(self.entries)
        ]
        own = next((n for n, entry in enumerate(self.entries) if not entry.shipped), None)
        if own is not None:
            choices.insert(own, Choice("", "Your own", heading=True))
        return [*choices, Choice(YOURS, "Your rules …", letter="y")]

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and the description beside it."""
        choices = self._choices()
        with Horizontal(id="choice"):
            with Container(id="variants"):
                yield ChoiceList(choices, key=self._first(), click_takes=False)
            yield PageScroll(Page(), id="about")
        yield Sentence()

    def _first(self) -> str:
        """Return the game of the last table, or the first of the list."""
        last = saved_games.last_setup()
        if last is None:
            return ""
        return next((str(n) for n, entry in enumerate(self.entries) if entry.variant == last.variant), "")

    def on_mount(self) -> None:
        """Name the page, and describe the preselected game."""
        self.set_top([("New game", palette.bold), ("  which one?", palette.soft)])
        self.query_one(ChoiceList).focus()
        self.on_resize()

    def on_resize(self) -> None:
        """Use more space if there is room."""
        self.set_class(self.app.size.width >= 110, "-wide")
        for choices in self.query(ChoiceList):
            choices.set_gap(1 if self.app.size.height >= 34 and len(choices.choices) < 15 else 0)
            self._tell()

    def _tell(self) -> None:
        entry = self.entry
        if entry is None:
            self.query_one("#about", PageScroll).show(OF_YOUR_RULES)
            self.query_one(Sentence).say([(self._said, palette.gold)])
            return
        full = self.app.size.height >= ROWS_FOR_FULL
        self.query_one("#about", PageScroll).show(variant_paragraphs(entry, full=full))
        if self._said:
            self.query_one(Sentence).say([(self._said, palette.gold)])
        elif entry.variant is None:
            self.query_one(Sentence).say([("This game can't be played; the others can.", palette.red)])
        else:
            source = entry.variant.source
            self.query_one(Sentence).say([(f"Source: {source}" if source else "", palette.soft)])

    @property
    def entry(self) -> Entry | None:
        """The preselected entry; None for the line that leads to house rules."""
        key = self.query_one(ChoiceList).chosen.key
        return self.entries[int(key)] if key.isdigit() else None

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Describe the preselected game."""
        if event.choice.key != self._kept:
            self._said = ""
        self._tell()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.Reason | None:
        """Return why a key does nothing: on lines without a game there are no rules to read or change."""
        if action not in ("rules", "change") or not self.is_mounted:
            return None
        if self.entry is None:
            return dead_key_reasons.CHOOSE_GAME
        return dead_key_reasons.BROKEN_GAME if action == "rules" and self.entry.variant is None else None

    def take_line(self, choice: Choice) -> None:
        """Go to the seats, or ask with which game house rules begin; for a broken variant, stay here."""
        entry = self.entry
        if entry is None:
            games = [Choice(str(n), entry.title) for n, entry in enumerate(self.entries) if entry.variant is not None]
            words = "Which game do you start from? You can change any of its rules."
            change = AskChoice("Your rules", words, games, lambda key: self._change(self.entries[int(key)]))
            self.app.push_screen(change)
            return
        if entry.variant is None:
            self.app.bell()
            return
        self.app.push_screen(SeatsScreen(entry.variant))

    def action_rules(self) -> None:
        """Show all rules of the preselected game."""
        if self.entry is not None:
            self.app.push_screen(RulesScreen(self.entry.variant))

    def action_change(self) -> None:
        """Open the form with this game, unless it is damaged."""
        entry = self.entry
        if entry is not None and self.is_active:
            self._change(entry)

    def _change(self, entry: Entry) -> None:
        if entry.variant is None:
            wrong = "This file is damaged and wasn't changed. Correct it in an editor first."
            self.query_one(Sentence).say([("✗ ", palette.red), (wrong, palette.red)])
            self.app.bell()
            return
        try:
            draft = RulesDraft(entry.variant) if entry.shipped else reopened_draft(entry.path)
        except (OSError, VariantError) as error:
            self.query_one(Sentence).say([(f"✗ This game can't be changed: {error}", palette.red)])
            return
        own = None if entry.shipped else entry.path
        self.app.push_screen(HouseRulesScreen(draft, self._kept_as, own))

    def _kept_as(self, slug: str, path: Path) -> None:
        """Preselect the saved rules in the list, and show where their file is."""
        self.entries = entries()
        place = next((n for n, entry in enumerate(self.entries) if entry.path == path), 0)
        self._kept = str(place)
        self._said = "Saved in the file above. Friends can put a copy in the same folder."
        self.query_one(ChoiceList).show(self._choices(), self._kept)
        self._tell()
        self.refresh_bindings()

    def action_page(self, step: int) -> None:
        """Scroll the description, if it doesn't fit on the screen."""
        about = self.query_one("#about", PageScroll)
        about.scroll_relative(y=step * (about.size.height - 2), animate=False)
