"""The choice of a game, and the page of its rules: a list of games, and a page about the chosen one beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from spades_tui.house_rules.own_variants import reopened_draft
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.play import saved_games
from spades_tui.presentation.new_table_words import explained, label
from spades_tui.rules.catalogue import Entry, shelf
from spades_tui.rules.rules_page import bidding, describe, rules_page
from spades_tui.rules.variant import Variant, options_of
from spades_tui.rules.variant_reader import VariantError
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.frame import PAGING, SpadesScreen
from spades_tui.tui.setup.house_rules_form import HouseRulesScreen
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.edge_lines import Sentence
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading, problem

COMMON = (
    "Spades are always trumps, and jokers are spades. (C-1)",
    "The deal passes to the left after each hand; the player on the dealer's right may cut. (C-2, C-3)",
    "The player on the dealer's left bids and leads first; the winner of a trick leads to the next. (C-4, C-5)",
    "The highest spade wins a trick; without one, the highest card of the suit led. (C-7)",
    "A bid or card that breaks the rules is refused with the reason. (C-8)",
    "Bids, tricks taken, the score and the cards of the trick are open to all; hands are not. (C-9, C-13)",
)


def entries() -> list[Entry]:
    """Return all variants: shipped games, then the user's, broken ones last."""
    return sorted(shelf(), key=lambda entry: (not entry.shipped, entry.variant is None))


def rules_of(variant: Variant) -> list[Paragraph]:
    """Return all rules of a variant, each sentence with the rule's name."""
    page = [Paragraph(variant.name, inks.gold), Paragraph(variant.summary)]
    if variant.source:
        page.append(Paragraph(f"Source: {variant.source}", inks.soft))
    for title, sentences in rules_page(variant.changed(options=())):
        page += [Paragraph(), heading(title), *map(bullet, sentences)]
    if variant.options:
        page += [Paragraph(), heading("Your table can choose")]
        page += [bullet(f"{label(option)}. {explained(variant, option)}") for option in options_of(variant)]
    return [*page, Paragraph(), heading("In every game"), *map(bullet, COMMON)]


def keys_and_beans(letters: bool) -> list[Paragraph]:
    """Return explanations of signs and keys; `letters`: show suits as letters."""
    taken, needed, over, zero, bag, turn = tuple(glyphs.sign("●○✚✗▪▶", letters))
    return [
        *_signs("Beans: bids and tricks at every seat", (
            (taken, "a trick you bid and took"),
            (needed, "a trick you bid and still need"),
            (over, "a trick over the bid"),
            (zero, "a trick on a zero"),
            (bag, "a bag: a trick over the bid, counted through the game"),
        )),
        *_signs("The table", (
            (turn, "this seat's turn; the sentence above your hand says what to do"),
            ("lead", "the card led; the card winning so far is marked too"),
        )),
        *_signs("Keys", (
            (glyphs.key("⏎"), "bids, plays or selects what is chosen"),
            ("← →", "choose; you can also type suit and rank: S then A for the ace of spades"),
            ("Space", "opens the curtain when nobody else is looking"),
            ("{hint}", "a hint: what the computer would do"),
            ("{last_trick}", "the last trick, where the game allows it"),
            ("{scores}", "the scores of the whole game"),
            ("{claim}", "claims all remaining tricks"),
            ("{help}", "the keys that work here"),
            ("Esc", "back"),
            ("{leave}", "leaves the table; the game is saved, and Continue resumes it"),
            ("{palette}", "all commands by name"),
            ("Ctrl+Q", "quits at once; the game is saved"),
        )),
        heading("The mouse"),
        Paragraph("Click a card or bid to choose it; click again to play or bid."),
        Paragraph("You can also click the keys in the last line."),
        Paragraph(),
        heading("Glossary"),
        bullet("A hand is one deal, played to its last card."),
        bullet("A side is two partners, or one player alone. Set: a side that missed its bid."),
        bullet("Ruff: play a spade on another suit. Void: no card of a suit."),
    ]  # fmt: skip


def _signs(title: str, meanings: Sequence[tuple[str, str]]) -> list[Paragraph]:
    """Return signs or keys with what they mean, below a heading."""
    told = (Paragraph(text, lead=f"{with_keys(sign):<8}") for sign, text in meanings)
    return [heading(title), *told, Paragraph()]


class ShelfScreen(SpadesScreen):
    """A list of games with a page about the chosen one beside it; override `choices` and `describe`."""

    ALLOW_SELECT = True
    HORIZONTAL_BREAKPOINTS = [(110, "-wide")]
    TAKES: ClassVar[bool] = True
    """Whether the lines of the list can be taken."""

    first = ""
    """The key of the game to begin with."""

    def choices(self) -> list[Choice]:
        """Return the lines of the list."""
        return []

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and the page beside it."""
        with Horizontal():
            yield ChoiceList(self.choices(), key=self.first, click_takes=False, takes=self.TAKES, id="variants")
            yield PageScroll(Page(), id="about")

    def on_mount(self) -> None:
        """Describe the first game."""
        self.describe()

    def on_option_list_option_highlighted(self, event: ChoiceList.OptionHighlighted) -> None:
        """Describe another game."""
        self.describe()

    def describe(self) -> None:
        """Show the page about the chosen game."""


class RulesScreen(ShelfScreen):
    """The rules of every variant on the shelf, beginning with the given one."""

    TAKES = False
    TITLE_LEFT = (("Rules", inks.bold),)
    HELP_LINES = ("Up and down choose a game; Page Up and Page Down scroll its rules.",)
    BINDINGS = [
        *PAGING,
        Binding("enter", "page(1)", show=False),
    ]

    def __init__(self, variant: Variant | None = None, *, keys: bool = False) -> None:
        """Begin with the page on keys and beans if `keys`."""
        super().__init__()
        self.pages: list[tuple[str, Variant | None]] = [(one.title, one.variant) for one in entries() if one.variant]
        known = [n for n, (_, other) in enumerate(self.pages) if other == variant]
        self.first = str(known[0]) if known else ""
        if variant is not None and not known:
            self.pages.insert(0, ("This table", variant))
        self.pages.append(("Keys and beans", None))
        if keys:
            self.first = str(len(self.pages) - 1)

    def choices(self) -> list[Choice]:
        """Return the games, and the line for keys and beans."""
        return [Choice(str(n), title) for n, (title, _) in enumerate(self.pages)]

    def describe(self) -> None:
        """Show the rules of the chosen game."""
        variant = self.pages[self.query_one(ChoiceList).highlighted or 0][1]
        letters = glyphs.letters(self.app.settings)
        page = rules_of(variant) if variant is not None else keys_and_beans(letters)
        self.query_one(PageScroll).show(page)


ROWS_FOR_FULL = 40
"""Minimum rows for a longer description."""
YOURS = "your-rules"
"""The id of the line that leads to house rules."""
MOST_ROWS = 12
"""Maximum number of options to list in a row each; more go into one paragraph."""


def variant_paragraphs(entry: Entry, full: bool) -> list[Paragraph]:
    """Return a description of an entry, or its error; `full`: add the bidding and the table's choices."""
    if entry.variant is None:
        fix = Paragraph("Correct the file and come back. Other games aren't affected.", inks.soft)
        title, wrong = Paragraph(entry.title, inks.bold), problem("This variant can't be played:")
        return [title, wrong, Paragraph(), Paragraph(str(entry.error)), Paragraph(), fix]
    variant = entry.variant
    lines = [Paragraph(variant.name, inks.gold), Paragraph(variant.summary), Paragraph()]
    lines += map(bullet, describe(variant, full))
    if full:
        lines += [Paragraph(), heading("Bidding")]
        lines += map(bullet, bidding(variant))
        lines += [Paragraph(), heading("Your table can choose")]
        labels = list(map(label, options_of(variant)))
        if len(labels) > MOST_ROWS:
            labels = ["; ".join(labels)]
        lines += map(bullet, labels)
    if not entry.shipped:
        lines += [Paragraph(), Paragraph(f"Your own: {entry.path}", inks.soft)]
    return lines


OF_YOUR_RULES = [
    Paragraph("Your rules", inks.gold),
    Paragraph("Any game with your house rules."),
    Paragraph(),
    bullet("Take a game and change its points, bags, blind bids, cards, players or end."),
    bullet("See the rules, and what you changed, as you go."),
    bullet("A value that doesn't fit is refused, with the reason."),
    bullet("Try a hand with computer players."),
    bullet("Save your rules as a file. They join this list, and you can share the file."),
]


class VariantSelectionScreen(ShelfScreen):
    """A choice of a game."""

    HELP_LINES = (
        "Up and down choose a game; Enter selects it.",
        "Your own variants come after the others. A faulty one says what's wrong.",
        "Your rules: take any game, change it, try a hand, and save it.",
    )
    BINDINGS = [
        Binding("r", "rules", "full rules", id="rules"),
        Binding("c", "change", "change rules", id="change_rules", tooltip="change the rules of this game"),
        Binding("pagedown", "page(1)", "next page", show=False),
        Binding("pageup", "page(-1)", "previous page", show=False),
    ]

    def __init__(self, invites: bool = False) -> None:
        """With `invites`, the seats of the chosen game are for friends elsewhere."""
        super().__init__()
        self.invites = invites
        self.set_top([("Invite friends" if invites else "New game", inks.bold), ("  which one?", inks.soft)])
        self.entries = entries()
        last = saved_games.last_setup()
        if last is not None:  # begin with the game of the last table
            self.first = next((str(n) for n, entry in enumerate(self.entries) if entry.variant == last.variant), "")
        self._kept = ""
        """The line of the rules just saved on this screen."""

    def choices(self) -> list[Choice]:
        """Return the games, the user's under a heading, and the line that leads to new ones."""
        choices, own = list[Choice](), False
        for n, entry in enumerate(self.entries):
            if not (own or entry.shipped):
                choices.append(Choice("", "Your own", heading=True))
                own = True
            choices.append(Choice(str(n), entry.title if entry.variant else f"✗ {entry.title}"))
        return [*choices, Choice(YOURS, "Your rules …", letter="y")]

    def compose_body(self) -> ComposeResult:
        """Lay out the list, the description beside it, and a sentence."""
        yield from super().compose_body()
        yield Sentence()

    def on_resize(self) -> None:
        """Use a longer description if there is room."""
        if self.is_mounted:
            self.describe()

    def describe(self) -> None:
        """Show the description of the chosen game, and its source."""
        page, sentence, entry = self.query_one(PageScroll), self.query_one(Sentence), self.entry
        page.show(variant_paragraphs(entry, self.app.size.height >= ROWS_FOR_FULL) if entry else OF_YOUR_RULES)
        if entry is None:
            sentence.say("")
        elif self._kept:
            sentence.say([("Saved in the file above. Friends can put a copy in the same folder.", inks.gold)])
        elif entry.variant is None:
            sentence.say([("This game can't be played; the others can.", inks.red)])
        else:
            source = f"Source: {entry.variant.source}" if entry.variant.source else ""
            sentence.say([(source, inks.soft)])

    @property
    def entry(self) -> Entry | None:
        """The preselected entry; None for the line that leads to house rules."""
        key = self.query_one(ChoiceList).chosen.key
        return self.entries[int(key)] if key.isdigit() else None

    def on_option_list_option_highlighted(self, event: ChoiceList.OptionHighlighted) -> None:
        """Forget the message about saved rules; the base then describes the game."""
        if event.option_id != self._kept:
            self._kept = ""

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
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
            games = [Choice(str(n), one.title) for n, one in enumerate(self.entries) if one.variant is not None]
            words = "Which game do you start from? You can change any of its rules."
            question = AskChoice("Your rules", words, games)
            self.app.ask(question, lambda key: self._change(self.entries[int(key)]))
        elif entry.variant is None:
            self.app.bell()
        else:
            self.app.push_screen(SeatsScreen(entry.variant, self.invites))

    def action_rules(self) -> None:
        """Show all rules of the preselected game."""
        assert self.entry is not None
        self.app.push_screen(RulesScreen(self.entry.variant))

    def action_change(self) -> None:
        """Open the form with this game, unless it is damaged."""
        if self.entry is not None and self.is_active:
            self._change(self.entry)

    def _change(self, entry: Entry) -> None:
        if entry.variant is None:
            wrong = "✗ This file is damaged and wasn't changed. Correct it in an editor first."
            self.query_one(Sentence).say([(wrong, inks.red)])
            self.app.bell()
            return
        try:
            draft = RulesDraft(entry.variant) if entry.shipped else reopened_draft(entry.path)
        except (OSError, VariantError) as error:
            self.query_one(Sentence).say([(f"✗ This game can't be changed: {error}", inks.red)])
            return
        own = None if entry.shipped else entry.path
        self.app.push_screen(HouseRulesScreen(draft, self._kept_as, own))

    def _kept_as(self, path: Path) -> None:
        """Preselect the saved rules in the list, and show where their file is."""
        self.entries = entries()
        self._kept = next((str(n) for n, entry in enumerate(self.entries) if entry.path == path), "0")
        self.query_one(ChoiceList).show(self.choices(), self._kept)
        self.describe()
        self.refresh_bindings()
