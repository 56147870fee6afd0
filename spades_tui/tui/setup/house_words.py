"""The texts of house rules: rows and explanations of the form, and a page with the rules and their differences."""

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult

from spades_tui.house_rules import form_words as words
from spades_tui.house_rules.differences import Differences, differences, sentences
from spades_tui.house_rules.form_rows import ADD_PROMISE, AS_IT_STANDS, Row
from spades_tui.house_rules.rules_draft import RulesDraft, bounds_words
from spades_tui.language.address import capitalized
from spades_tui.rules.rules_page import rules_page
from spades_tui.rules.variant import Variant
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
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
