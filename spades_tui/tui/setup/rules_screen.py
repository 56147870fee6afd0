"""The rules page, made of the components' sentences, and a page on keys and beans."""

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from spades_tui.rules.catalogue import Entry, shelf
from spades_tui.rules.options import options_of
from spades_tui.rules.rules_page import rules_page
from spades_tui.rules.variant import Variant
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup.new_table import explained, label
from spades_tui.tui.widgets import glyphs, palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList, RulesList
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading

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
    page = [Paragraph(variant.name, palette.gold), Paragraph(variant.summary)]
    if variant.source:
        page.append(Paragraph(f"Source: {variant.source}", palette.soft))
    for title, sentences in rules_page(variant.changed(options=())):
        page += [Paragraph(), heading(title), *(bullet(sentence) for sentence in sentences)]
    if variant.options:
        page += [Paragraph(), heading("Your table can choose")]
        page += [bullet(f"{label(option)}. {explained(variant, option)}") for option in options_of(variant)]
    return [*page, Paragraph(), heading("In every game"), *(bullet(sentence) for sentence in COMMON)]


def keys_and_beans(letters: bool) -> list[Paragraph]:
    """Return explanations of signs and keys; `letters`: show suits as letters."""
    marks = "*o+x#>" if letters else "●○✚✗▪▶"
    beans = (
        (marks[0], "a trick you bid and took"),
        (marks[1], "a trick you bid and still need"),
        (marks[2], "a trick over the bid"),
        (marks[3], "a trick on a zero"),
        (marks[4], "a bag: a trick over the bid, counted through the game"),
    )
    table = (
        (marks[5], "this seat's turn; the sentence above your hand says what to do"),
        ("lead", "the card led; the card winning so far is marked too"),
    )
    keys = (
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
    )
    page = [heading("Beans: bids and tricks at every seat")]
    page += [Paragraph(text, lead=f"{mark:<8}") for mark, text in beans]
    page += [Paragraph(), heading("The table"), *(Paragraph(text, lead=f"{mark:<8}") for mark, text in table)]
    page += [Paragraph(), heading("Keys"), *(Paragraph(text, lead=f"{with_keys(mark):<8}") for mark, text in keys)]
    page += [
        Paragraph(),
        heading("The mouse"),
        Paragraph("Click a card or bid to choose it; click again to play or bid."),
        Paragraph("You can also click the keys in the last line."),
        Paragraph(),
        heading("Glossary"),
        bullet("A hand is one deal, played to its last card."),
        bullet("A side is two partners, or one player alone. Set: a side that missed its bid."),
        bullet("Ruff: play a spade on another suit. Void: no card of a suit."),
    ]
    return page


class RulesScreen(SpadesScreen):
    """The rules of every variant on the shelf, beginning with the given one."""

    HELP_LINES = ("Up and down choose a game; Page Up and Page Down scroll its rules.",)
    BINDINGS = Bindings("rules_page")
    DEFAULT_CSS = """
    RulesScreen #variants { width: 22; height: 1fr; padding: 1 0 0 1; overflow: hidden auto; }
    RulesScreen #rules { padding: 1 0 0 2; }
    RulesScreen.-wide #variants { width: 36; padding: 2 2 0 3; }
    RulesScreen.-wide #rules { padding: 2 4 0 4; }
    """

    def __init__(self, variant: Variant | None = None, *, keys: bool = False) -> None:
        """Begin with the page on keys and beans if `keys`."""
        super().__init__()
        self.pages: list[tuple[str, Variant | None]] = [
            (entry.title, entry.variant) for entry in entries() if entry.variant is not None
        ]
        self.first = ""
        if variant is not None:
            known = [n for n, (_, other) in enumerate(self.pages) if other == variant]
            if known:
                self.first = str(known[0])
            else:
                self.pages.insert(0, ("This table", variant))
        self.pages.append(("Keys and beans", None))
        if keys:
            self.first = str(len(self.pages) - 1)

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and the rules beside it."""
        choices = [Choice(str(n), title) for n, (title, _) in enumerate(self.pages)]
        with Horizontal():
            with Container(id="variants"):
                yield RulesList(choices, key=self.first, click_takes=False)
            yield PageScroll(Page(), id="rules")

    def on_mount(self) -> None:
        """Name the page, and show the rules of the first game."""
        self.set_top([("Rules", palette.bold)])
        self.query_one(ChoiceList).focus()
        self._tell()
        self.on_resize()

    def on_resize(self) -> None:
        """Use more space if there is room."""
        self.set_class(self.app.size.width >= 110, "-wide")
        for choices in self.query(ChoiceList):
            choices.set_gap(1 if self.app.size.height >= 34 and len(choices.choices) < 15 else 0)

    def _tell(self) -> None:
        variant = self.pages[self.query_one(ChoiceList).at][1]
        self.query_one(PageScroll).show(
            keys_and_beans(glyphs.letters(self.app.settings)) if variant is None else rules_of(variant)
        )

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Show the rules of the preselected game."""
        self._tell()

    def take_line(self, choice: Choice) -> None:
        """Scroll the rules."""
        self.action_page(1)
