"""The base of the screens that a table shows, and the pages that open over it: sheets, the seal, the log, the rules."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from spades_tui.play.shown import DealProof
from spades_tui.presentation.decisions import Offer
from spades_tui.presentation.hand_words import cut_words, grouped, of_score, proved
from spades_tui.presentation.public_reason_words import LATER, why_did_they
from spades_tui.presentation.wording import in_words
from spades_tui.rules.rules_now import in_short, rules_now
from spades_tui.rules.rules_page import programme_of, rules_page, this_hand, words
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings import CHOICES
from spades_tui.tui.frame import SCROLLING, Dialog, ReasonsWindow, SpadesScreen
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_words import public_log, top_line
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.choices import ChoicePanel
from spades_tui.tui.widgets.noted_facts import NotedFacts, SideState
from spades_tui.tui.widgets.paragraphs import Page, PageScroll, Paragraph, bullet, heading
from spades_tui.tui.widgets.score_sheet import GameSheet, HandSheet, corner_code

if TYPE_CHECKING:
    from spades_tui.rules.ruleset import Ruleset
    from spades_tui.tui.widgets.card_faces import CardStyle


RULE_NAMES = "The rules that gave these points:"
PACE_SHOWN = 2.0
"""Seconds for which the footer announces a new pace."""


class ScreenAtTable(SpadesScreen):
    """A screen of one table; `shown` is the table when the screen was opened."""

    code = ""
    """The code that can be copied; "" if there is none."""

    def __init__(self, controller: TableRunner) -> None:
        super().__init__()
        self.controller = controller
        self.shown = controller.shown

    def marked(self, words: str) -> list[Piece]:
        """Return a sentence to the person at the keyboard, behind a marker."""
        mark = glyphs.sign(" ▶ ", self.controller.look.letters)
        return [(mark, inks.chosen), (f" {words}", inks.gold)]

    @property
    def cross(self) -> Piece:
        """The mark before a sentence that says why something can't be done."""
        return glyphs.sign("✗ ", self.controller.look.letters), inks.red

    def name_page(self, words: str, *, of_hand: bool = False) -> None:
        """Name a page in the top line, after the game and perhaps its hand, with the code or the score at the right."""
        left, right = top_line(self.shown, self.controller.look)
        code = corner_code(self.code)
        left = [*(left if of_hand else left[:1]), (f" · {words}", inks.gold)]
        self.set_top(left, [(code, inks.gold)] if code else right)

    def rules_of_lines(self, place: int = -1) -> tuple[str, ...]:
        """Return the rules behind the lines of a score, for the keys page; `place` is its index."""
        score = self.shown.scores[place]
        variant = self.shown.public.rules.of_hand(score.hand).variant
        return (RULE_NAMES, *in_short(variant, [line.rule for line in score.lines]))

    def say_turn(self) -> None:
        """Show whose turn it is, or what the table waits for, where the screen says that."""

    def action_nothing(self) -> None:
        """Do nothing: `on_key` handles the arrows; this gives them a label in the footer."""

    def action_scores(self) -> None:
        """Show the whole game's sheet, which is public."""
        self.app.push_screen(GameSheetScreen(self.controller))

    def action_log(self) -> None:
        """Show the whole log of the hand; a wide screen also has its end beside the table."""
        self.app.push_screen(LogScreen(self.controller))

    def action_why(self) -> None:
        """Show why the others bid and played as they did, as far as everybody can see."""
        self.app.push_screen(WhyScreen(self.controller))

    def action_notes(self) -> None:
        """Show the facts that any player could have noted, as far as the settings want them."""
        self.app.push_screen(NotesScreen(self.controller))

    def action_seal(self) -> None:
        """Show the secret that opens the last commitment."""
        self.app.push_screen(SealScreen(self.shown.proof, self.controller.look))

    def action_leave(self) -> None:
        """Save the game and go home."""
        self.controller.leave()

    def action_pace(self, step: int) -> None:
        """Play faster (1) or slower (-1) from now on, save it in the settings, and announce the new pace."""
        app, paces = self.app, CHOICES["pace"]
        place = paces.index(app.settings.pace) - step
        if 0 <= place < len(paces):
            app.change_setting("pace", paces[place], f"Pace: {paces[place]}")
            told = with_keys("{faster} is faster, {slower} slower.")
        else:
            told = "It can't be faster." if step > 0 else "It can't be slower."
            app.bell()
        self.key_line.say(f"Pace: {app.settings.pace}. {told}", PACE_SHOWN)

    def action_copy_code(self) -> None:
        """Copy the code to the clipboard."""
        self.app.copy_text(self.code, lambda how: self.key_line.say(f"The code was {how}.", 3))


def choice(label: str, do: Callable[[], object], words: str = "") -> tuple[Offer, Callable[[], object]]:
    """Return an offer with an explanation, and what it does."""
    return Offer(None, label, explain=(words,) if words else ()), do


class OfferScreen(ScreenAtTable):
    """A screen after the last card, with offers: arrows choose one, Enter or a click takes it."""

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self._choices = ChoicePanel()
        self._does: list[list[Callable[[], object]]] = []

    def offer(self, asked: str, *rows: Sequence[tuple[Offer, Callable[[], object]]], at: int = 0) -> None:
        """Ask a question with rows of offers, each with what it does; one of the first row is preselected, if any."""
        shown: list[list[Offer]] = []
        self._does = []
        for row in filter(None, rows):
            shown.append([offer for offer, _ in row])
            self._does.append([does for _, does in row])
        self._choices.ask(asked, shown, shown[0][at] if shown else None)

    async def on_key(self, event: events.Key) -> None:
        """Choose with the arrows."""
        if self.app.screen is not self:
            event.stop()
        elif event.key in ("left", "right", "up", "down"):
            event.stop()
            self._choices.move(-1 if event.key in ("left", "up") else 1)

    def on_choice_panel_taken(self, event: ChoicePanel.Taken) -> None:
        """Take the offer that was clicked."""
        event.stop()
        self.take()

    def take(self) -> None:
        """Do what the chosen offer says."""
        if self.app.screen is self and self._choices.at is not None:
            y, x = self._choices.at
            self._does[y][x]()

    action_take = take


class GameSheetScreen(ScreenAtTable):
    """The whole game's sheet."""

    BINDINGS = [
        Binding("up,down", "nothing", "scroll", show=False, key_display="↑↓"),
        Binding("y", "copy_code", "copy code", show=False, id="copy_code", tooltip="copy the code of a finished game"),
        Binding("o", "elsewhere", show=False, id="all_hands"),
        Binding("v", "elsewhere", show=False, id="review"),
        Binding("enter,space", "back"),
        Binding("s", "back", id="scores"),
    ]

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self.code = self.shown.code or ""
        seen = self.shown.public
        marks, off = seen.rules.hand_marks(seen.standing), seen.rules.tricks_off(seen.standing)
        self._sheet = GameSheet(seen.rules, controller.look, self.shown.scores, marks, off)
        self.body = (self._sheet,)

    def on_mount(self) -> None:
        """Name the page."""
        self.name_page("all scores")
        self.controller.stars(self._sheet.show_stars)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why the code can't be copied, or that other keys belong to the sheet of a hand."""
        if action == "elsewhere":
            return dead_key_reasons.AFTER_HAND
        return dead_key_reasons.NO_CODE_YET if action == "copy_code" and not self.code else None

    async def on_key(self, event: events.Key) -> None:
        """Scroll with the arrows."""
        steps = {"up": 1, "down": -1, "pageup": 8, "pagedown": -8, "home": 999, "end": -999}
        if event.key in steps:
            event.stop()
            self._sheet.scroll_hands(steps[event.key])


class HandSheetScreen(ScreenAtTable):
    """The sheet of an earlier hand of this game, with keys for the hands before and after."""

    BINDINGS = [
        Binding("left,up", "hand(-1)", "hand", key_display="←→"),
        Binding("right,down", "hand(1)"),
        Binding("enter,space,tab", "back"),
    ]

    def __init__(self, controller: TableRunner, place: int) -> None:
        """Create the sheet of a hand; `place` is its index among the scored hands."""
        super().__init__(controller)
        self.place = place
        self.body = (self._of_hand(),)

    def help_lines(self) -> tuple[str, ...]:
        """Return what the rules are that the lines name."""
        return self.rules_of_lines(self.place)

    def _of_hand(self) -> HandSheet:
        rules, scores = self.shown.public.rules, self.shown.scores[: self.place + 1]
        look = self.controller.look
        of_hand = rules.of_hand(scores[-1].hand)
        notes: list[list[Piece]] = []
        for remark in of_score(of_hand, look, scores[-1]):
            notes.append([(part.words, inks.text) for part in remark])
        return HandSheet(of_hand, look, scores, notes)

    def on_mount(self) -> None:
        """Name the page."""
        self.name_page(f"hand {self.shown.scores[self.place].hand}")

    async def action_hand(self, hands: int) -> None:
        """Show the hand before, or the one after."""
        place = max(0, min(len(self.shown.scores) - 1, self.place + hands))
        if place != self.place:
            self.place = place
            self.body = (self._of_hand(),)
            with self.app.batch_update():
                body = self.query_one("#body")
                await body.remove_children()
                await body.mount(*self.body)
            self.on_mount()


class SealScreen(Dialog):
    """The proof that the deal of the scored hand was fair."""

    TITLE = "The seal of the deal"
    ALLOW_SELECT = True
    BINDINGS = [
        Binding("enter,space", "back"),
        Binding("f", "back", id="seal"),
    ]

    def __init__(self, proof: DealProof | None, look: "CardStyle") -> None:
        super().__init__()
        self._proof, self._look = proof, look

    def compose_body(self) -> ComposeResult:
        """Lay out commitment and secret in groups of four digits, the cut, and the explanations."""
        proof, look = self._proof, self._look
        if proof is None:
            return
        for label, digits in (
            ("The seal, shown before the deal", proof.commitment),
            ("The secret that opens it", proof.secret),
        ):
            lines = f"\n{grouped(digits[:32])}\n{grouped(digits[32:])}"
            yield Static(Content.assemble((label, inks.soft), (lines, inks.gold)))
        cut = Content(cut_words(proof, look.who(proof.cut_seat)))
        yield Static(Content.assemble(cut, "\n", (proof.word, inks.gold)) if proof.word else cut + ".")
        yield Static("\n".join(proved(proof, proof.cut_seat in look.people)), markup=False)


class LogScreen(ScreenAtTable):
    """The log, with the newest line at the bottom."""

    ALLOW_SELECT = True
    BINDINGS = [
        *SCROLLING,
        Binding("y", "why", "why", id="why", tooltip="why the others bid and played as they did"),
        Binding("enter,space", "back"),
        Binding("g", "back", id="log"),
    ]

    def compose_body(self) -> ComposeResult:
        """Lay out the lines; the newest is bright."""
        *older, newest = public_log(self.shown, self.controller.look, seal=True) or ("",)
        page = [Paragraph(line, inks.soft, "· ", inks.soft) for line in older]
        yield PageScroll(Page([heading("This hand"), *page, bullet(newest)]))

    def on_mount(self) -> None:
        """Name the page, and begin at the end."""
        self.name_page("the log", of_hand=True)
        self.query_one(PageScroll).scroll_end(animate=False)

    def action_why(self) -> None:
        """Show why the others bid and played as they did, as far as everybody can see."""
        self.app.switch_screen(WhyScreen(self.controller))


class WhyScreen(ReasonsWindow):
    """Reasons for the cards of this trick and the last one, and for the bids."""

    TITLE = "Why did they?"
    HELP_LINES = ("These reasons use only bids, played cards and shown voids, so they give nothing away.",)

    def __init__(self, controller: TableRunner) -> None:
        super().__init__()
        page: list[Paragraph] = []
        for title, lines in why_did_they(controller.shown, controller.look.in_sentence):
            page += [heading(title), *(bullet(line) for line in lines), Paragraph()]
        self.body = (Page([*page, Paragraph(LATER, inks.soft)]),)


class NotesScreen(ScreenAtTable):
    """The facts that any player could have noted, for terminals without the panel beside the table."""

    HELP_LINES = ("Settings choose these facts: Cards out, Voids and Needs. Everybody at the table could note them.",)
    BINDINGS = [
        Binding("enter,space", "back"),
        Binding("n", "back", id="notes"),
    ]

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self._facts = NotedFacts()
        settings = controller.app.settings
        shown = {"Cards out": settings.cards_out, "Voids": settings.voids, "Needs": settings.needs}
        hidden = [name for name, is_shown in shown.items() if not is_shown]
        below = Page()
        below.display = bool(hidden)
        below.styles.padding = (0, 2)  # as the facts above
        if hidden:
            below.say(f"Off in the settings: {in_words(hidden)}.")
        self.body = (self._facts, below)

    def on_mount(self) -> None:
        """Name the page, and show the facts."""
        self.name_page("notes", of_hand=True)
        self._facts.show(SideState(self.shown.public, self.controller.look, self.shown.scores, self.app.settings))


def _now_and_all(rules: "Ruleset", now: Sequence[str]) -> list[Paragraph]:
    """Return the rules of the table as paragraphs.

    First come the differences of this hand and the rules in `now`, usually in the words of the reference. The whole
    game follows, with a sentence for each component, and then the programme.
    """
    applying, differs = rules_now(rules.variant, now), tuple(this_hand(rules.whole, rules.variant))
    page: list[Paragraph] = []
    if differs:
        page.append(heading(f"This hand: {rules.format or 'the standard rules'}"))
        page += [*map(bullet, differs), Paragraph()]
    if applying:
        page.append(heading("Rules that apply now"))
    for name, text in applying:
        page += [Paragraph(text, lead=f"{name:<7}"), Paragraph()]
    page.append(Paragraph(rules.variant.name, inks.gold))
    for title, sentences in rules_page(rules.variant.changed(options=())):
        page += [Paragraph(), heading(title)]
        page += [_marked(sentence, sentence.startswith(differs)) for sentence in sentences]
    if rules.whole.programme:
        page += [Paragraph(), heading("Programme of hands")]
        page += [_marked(text, name == rules.format) for name, text in programme_of(rules.whole)]
        page += [Paragraph(), Paragraph("* this hand, and how it differs", inks.soft)]
    return page


def _marked(text: str, different: bool) -> Paragraph:
    """Return one point of a list, marked if it applies to this hand only."""
    return Paragraph(text, inks.bold, lead="* ") if different else bullet(text)


class TableRulesScreen(SpadesScreen):
    """The rules of one table."""

    ALLOW_SELECT = True
    HELP_LINES = ("The rules that apply now come first.",)
    BINDINGS = [
        Binding("w", "words", "glossary or rules", id="words", tooltip="the glossary, or the rules again"),
        *SCROLLING,
        Binding("space", "scroll(15)"),
        Binding("enter", "back"),
        Binding("r", "back", id="rules"),
    ]

    def __init__(self, rules: "Ruleset", now: Sequence[str], words: bool) -> None:
        super().__init__()
        self._rules, self._now = rules, tuple(now)
        self._words = words

    def compose_body(self) -> ComposeResult:
        """Lay out the page."""
        yield PageScroll(Page(self._page()), id="rules")

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Rules · ", inks.soft), (self._rules.variant.name, inks.bold)])

    def action_words(self) -> None:
        """Switch between the rules and the glossary."""
        self._words = not self._words
        self.query_one(PageScroll).show(self._page())

    def _page(self) -> list[Paragraph]:
        if not self._words:
            return _now_and_all(self._rules, self._now)
        return [heading("Glossary"), *(Paragraph(meaning, lead=f"{word:<17}") for word, meaning in words().items())]
