"""The rules at a table: first the ones that matter now, then all of them, and the glossary."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from spades_tui.rules.rules_page import programme_of, rule_texts, rules_page, this_hand, words
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading

if TYPE_CHECKING:
    from spades_tui.rules.ruleset import Ruleset


def now_and_all(rules: "Ruleset", now: Sequence[str]) -> list[Paragraph]:
    """Return the rules of the table as paragraphs.

    First come the differences of this hand and the rules in `now`, in the words of the reference. The whole game
    follows, with a sentence for each component, and then the programme.
    """
    try:
        texts = rule_texts()
    except OSError:
        texts = {}
    page, usual = [], rules.programme.whole if rules.programme is not None else None
    differs = this_hand(usual, rules.variant) if usual is not None else []
    if differs:
        page.append(heading(f"This hand: {rules.format or 'the standard rules'}"))
        page += [*(bullet(told) for told in differs), Paragraph()]
    told = [name for name in dict.fromkeys(now) if name in texts]
    page += [heading("Rules that apply now")] if told else []
    for name in told:
        page += [Paragraph(texts[name], lead=f"{name:<7}"), Paragraph()]
    page.append(Paragraph(rules.variant.name, palette.gold))
    for title, sentences in rules_page(rules.variant.changed(options=())):
        page += [Paragraph(), heading(title)]
        page += [_marked(told, any(told.startswith(other) for other in differs)) for told in sentences]
    if usual is not None:
        page += [Paragraph(), heading("Programme of hands")]
        page += [_marked(told, name == rules.format) for name, told in programme_of(usual)]
        page += [Paragraph(), Paragraph("* this hand, and how it differs", palette.soft)]
    return page


def _marked(text: str, different: bool) -> Paragraph:
    """Return one point of a list, marked if it applies to this hand only."""
    return Paragraph(text, palette.bold, lead="* ") if different else bullet(text)


class TableRulesScreen(SpadesScreen):
    """The rules of one table."""

    HELP_LINES = ("The rules that apply now come first. Score lines name the rule in brackets.",)
    BINDINGS = Bindings("rules")
    DEFAULT_CSS = "TableRulesScreen #rules { padding: 1 0 0 2; }"

    def __init__(self, rules: "Ruleset", now: Sequence[str], words: bool) -> None:
        super().__init__()
        self._rules, self._now = rules, tuple(now)
        self._words = words

    def compose_body(self) -> ComposeResult:
        """Lay out the page."""
        yield PageScroll(Page(self._page()), id="rules")

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Rules · ", palette.soft), (self._rules.variant.name, palette.bold)])

    def action_words(self) -> None:
        """Switch between the rules and the glossary."""
        self._words = not self._words
        self.query_one(PageScroll).show(self._page())

    def _page(self) -> list[Paragraph]:
        if not self._words:
            return now_and_all(self._rules, self._now)
        return [heading("Glossary"), *(Paragraph(meaning, lead=f"{word:<15}") for word, meaning in words().items())]

    def action_scroll(self, lines: int) -> None:
        """Scroll by this number of lines; negative for up."""
        self.query_one(PageScroll).scroll_relative(y=lines, animate=False)
