"""Pages that open over a table at any time: the sheets of the game and of a hand, the seal, the log, the rules."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult

from spades_tui.presentation.after_hand import of_score
from spades_tui.rules.ledger import struck_trays
from spades_tui.rules.rules_page import programme_of, rule_texts, rules_page, this_hand, words
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.table_host import TableHost
from spades_tui.tui.table.table_words import public_log, top_line
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.deal_view import SealView
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading
from spades_tui.tui.widgets.podium import corner_code
from spades_tui.tui.widgets.score_sheet import GameSheet, HandSheet, LogPanel

if TYPE_CHECKING:
    from spades_tui.rules.ruleset import Ruleset


class GameSheetScreen(SpadesScreen):
    """The whole game's sheet."""

    BINDINGS = Bindings("sheet")

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller
        self.shown = controller.shown
        seen = self.shown.public
        trays = struck_trays(seen.standing.trays) if seen.rules.tray is not None else ()
        off = [seen.standing.off(seat) for seat in range(seen.rules.seats)] if seen.rules.days is not None else ()
        self._sheet = GameSheet(seen.rules, controller.look, self.shown.scores, trays=trays, off=off)

    def compose_body(self) -> ComposeResult:
        """Show the rows and the chart."""
        yield self._sheet

    def on_mount(self) -> None:
        """Name the page."""
        left, right = top_line(self.shown, self.controller.look)
        code = corner_code(self.shown.code)
        self.set_top([*left[:1], (" · all scores", palette.gold)], [(code, palette.gold)] if code else right)
        self.controller.stars(self._sheet.show_stars)

    def action_copy_code(self) -> None:
        """Copy the game's code to the clipboard through the terminal."""
        self.app.copy_to_clipboard(self.shown.code or "")
        self.key_line.say("The code was sent to the clipboard.", 3)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.Reason | None:
        """Return why the code can't be copied: the game has none, or isn't over."""
        return dead_key_reasons.NO_CODE_YET if action == "copy_code" and self.shown.code is None else None

    async def on_key(self, event: events.Key) -> None:
        """Scroll with the arrows."""
        steps = {"up": 1, "down": -1, "pageup": 8, "pagedown": -8, "home": 999, "end": -999}
        if event.key in steps:
            event.stop()
            self._sheet.scroll_hands(steps[event.key])

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll with the wheel."""
        self._sheet.scroll_hands(1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll with the wheel."""
        self._sheet.scroll_hands(-1)

    def action_nothing(self) -> None:
        """Do nothing: `on_key` handles the arrows."""


class HandSheetScreen(SpadesScreen):
    """The sheet of an earlier hand of this game, with keys for the hands before and after."""

    BINDINGS = Bindings("hand_sheet")

    def __init__(self, controller: TableHost, place: int) -> None:
        """Create the sheet of a hand; `place` is its index among the scored hands."""
        super().__init__()
        self.controller, self.place = controller, place
        self.shown = controller.shown
        self._sheet = self._of_hand()

    def _of_hand(self) -> HandSheet:
        rules, scores = self.shown.public.rules, self.shown.scores[: self.place + 1]
        look = self.controller.look
        of_hand = rules.of_hand(scores[-1].hand)
        notes = [[(part.words, palette.text) for part in remark] for remark in of_score(of_hand, look, scores[-1])]
        return HandSheet(of_hand, look, scores, notes)

    def compose_body(self) -> ComposeResult:
        """Show the sheet."""
        yield self._sheet

    def on_mount(self) -> None:
        """Name the page."""
        self._name_page()

    def _name_page(self) -> None:
        left, right = top_line(self.shown, self.controller.look)
        number = self.shown.scores[self.place].hand
        self.set_top([*left[:1], (f" · hand {number}", palette.gold)], right)

    def action_hand(self, hands: int) -> None:
        """Show the hand before, or the one after."""
        place = max(0, min(len(self.shown.scores) - 1, self.place + hands))
        if place != self.place:
            self.place = place
            fresh = self._of_hand()
            self._sheet.rules, self._sheet.scores, self._sheet.notes = fresh.rules, fresh.scores, fresh.notes
            self._sheet.redraw()
            self._name_page()


class SealScreen(SpadesScreen):
    """The proof that the deal of the scored hand was fair."""

    BINDINGS = Bindings("seal")

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller

    def compose_body(self) -> ComposeResult:
        """Show all parts of the proof."""
        proof = self.controller.shown.proof
        if proof is not None:
            look, seat = self.controller.look, proof.cut_seat
            yield SealView(proof, look.who(seat), seat in look.people)

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("The seal of the deal", palette.bold)])


class LogScreen(SpadesScreen):
    """The log, with the newest line at the bottom."""

    BINDINGS = Bindings("log")

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller
        self._log = LogPanel()

    def compose_body(self) -> ComposeResult:
        """Show the log."""
        yield self._log

    def on_mount(self) -> None:
        """Name the page."""
        shown = self.controller.shown
        left, right = top_line(shown, self.controller.look)
        self.set_top([*left, (" · the log", palette.gold)], right)
        self._log.show(public_log(shown, self.controller.look))

    def action_scroll(self, lines: int) -> None:
        """Scroll back in the hand, or forward."""
        self._log.scroll(lines)

    def on_mouse_scroll_up(self) -> None:
        """Scroll back with the wheel."""
        self._log.scroll(3)

    def on_mouse_scroll_down(self) -> None:
        """Scroll forward with the wheel."""
        self._log.scroll(-3)


def _now_and_all(rules: "Ruleset", now: Sequence[str]) -> list[Paragraph]:
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
            return _now_and_all(self._rules, self._now)
        return [heading("Glossary"), *(Paragraph(meaning, lead=f"{word:<15}") for word, meaning in words().items())]

    def action_scroll(self, lines: int) -> None:
        """Scroll by this number of lines; negative for up."""
        self.query_one(PageScroll).scroll_relative(y=lines, animate=False)
