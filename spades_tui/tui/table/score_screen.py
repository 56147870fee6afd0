"""The score sheet after a hand, and the end of the game.

Pages that open from here are imported when they open.
"""

from asyncio import to_thread
from functools import partial
from typing import TYPE_CHECKING

from textual import events, work
from textual.binding import Binding
from textual.widgets import Static

from spades_tui.game.findings import GameOver
from spades_tui.language.sentence_parts import does
from spades_tui.presentation.game_end_words import game_words
from spades_tui.presentation.hand_words import after_hand, habit_of_game
from spades_tui.presentation.wording import sorted_hand
from spades_tui.rules.rules_page import this_hand
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.system.folders import is_fork
from spades_tui.tui.table.answers import Continue, PlayAgain
from spades_tui.tui.table.screen_at_table import OfferScreen, TableRulesScreen, choice
from spades_tui.tui.table.screen_with_hands import SHOWS_CARDS, ScreenWithHands
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_words import moment_said
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece, first_fitting
from spades_tui.tui.widgets.edge_lines import Sentence
from spades_tui.tui.widgets.paragraphs import Page, Paragraph
from spades_tui.tui.widgets.score_sheet import GameCode, HandSheet, Podium, hand_code

if TYPE_CHECKING:
    from spades_tui.analysis.hand_lesson import HandLesson

NOTE_ROOM = 54
"""Cells for the cards of the dead hand, beside the total score on the same line."""
MOMENT_ROOM = 72
"""Cells for the moments of a score, such as a streak, in one line."""

TAUGHT_ROWS = 2
"""Rows that are kept for what a hand teaches, so that nothing moves when it's known."""
MANY_SKIPPED = 15
"""Pauses ended by a key, about as many as a hand has tricks, after which the sheet offers a faster pace."""
FASTER = "You skip many pauses: {faster} at the table makes the others faster, {slower} slower."


SAME_HAND = "play this hand again, as practice"
OTHERS_HAND = "play this hand with another player's cards, as practice"


class ScoreScreen(ScreenWithHands):
    """The score of the last hand, with a line for everything that gave or cost points."""

    DEFAULT_CSS = "ScoreScreen #taught { padding: 0 1; min-height: 2; }  /* TAUGHT_ROWS */"
    BINDINGS = [
        Binding("enter,space", "go_on", "next hand", key_display="⏎"),
        Binding("enter,space", "end", "result", key_display="⏎"),
        Binding("enter,space", "end_trial", "back to rules", key_display="⏎"),
        Binding("s", "scores", "whole game", id="scores"),
        Binding("o", "open_hands", "all hands", id="all_hands", tooltip="every card of this hand, trick by trick"),
        Binding("o", "open_later", "all hands later", id="all_hands", tooltip="all hands open after the game"),
        Binding("a", "repeat", "again", id="same_hand", tooltip=SAME_HAND),
        Binding("x", "repeat(True)", "as others", id="others_hand", tooltip=OTHERS_HAND),
        Binding("v", "review", "look back", id="review", tooltip="the moment that taught most, with all cards open"),
        Binding("f", "seal", "open seal", id="seal"),
        Binding("r", "rules", "rules", id="rules", tooltip="the rules behind these lines"),
        Binding("w", "rules(True)", "glossary", id="words", tooltip="what the words mean"),
        Binding("y", "copy_code", "copy code", id="copy_code", tooltip="copy the hand's code, when the game is over"),
        Binding("q", "leave", "leave", id="leave", tooltip="leave the table; the game is saved"),
    ]

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        rules = self.shown.public.rules
        differs = this_hand(rules.whole, rules.variant)
        self._looked_at = None if self.others_wait else controller.hand_to_look_back_at()
        rows = TAUGHT_ROWS if self._looked_at is not None else 0
        self._sheet = HandSheet(rules, controller.look, self.shown.scores, self._notes(), differs, below=rows)
        self.sentence = Sentence()
        self._taught = Page([Paragraph("Looking back at your choices …", inks.soft)], id="taught")
        """What the hand teaches, once that is known."""
        self._taught.display = self._looked_at is not None
        self._lesson: HandLesson | None = None
        self._lesson_words = ""
        looks = self._looked_at is not None
        self._no_lesson = dead_key_reasons.STILL_LOOKING if looks else dead_key_reasons.NOTHING_TAUGHT
        self.body = (self._sheet, self._taught, self.sentence)
        self._over = self.shown.public.outcome is not None
        self.code = hand_code(self.shown.code, self.shown.scores[-1].hand)

    def _notes(self) -> list[list[Piece]]:
        look, seen, entries = self.controller.look, self.shown.public, self.shown.entries
        tones = {"text": inks.text, "soft": inks.soft, "bold": inks.bold}
        notes: list[list[Piece]] = []
        moment = moment_said(self.controller.moments, self.shown, look)
        if moment is not None:
            notes.append([(first_fitting(moment.words, MOMENT_ROOM), moment.ink)])
        if self.controller.spoken is not None:
            notes.append([(self.controller.spoken.text, inks.soft)])
        for remark in after_hand(self.shown, look):
            notes.append([(part.words, tones[part.tone]) for part in remark])
        place = max((n for n, entry in enumerate(entries) if entry.kind == "score"), default=len(entries))
        for entry in entries[place:]:
            if entry.kind == "announce":
                notes.append([(f"{look.words(entry.text)}.", inks.gold)])
        tips = (self._faster(), self.ladder_note() if len(self.shown.scores) > 1 else "")
        notes += [[(tip, inks.soft)] for tip in tips if tip]
        if seen.dead is not None:
            line: list[Piece] = [("The dead hand: ", inks.soft)]
            line += look.row(sorted_hand(seen.rules, look, seen.dead), NOTE_ROOM)
            notes.append(line)
        return notes

    def _faster(self) -> str:
        """Return how the others play faster, once, to somebody who has skipped many pauses."""
        controller = self.controller
        slow = controller.app.settings.pace in ("brisk", "leisurely") and controller.pauses.skipped >= MANY_SKIPPED
        return with_keys(FASTER) if slow and controller.known_words.meet(["pace"]) else ""

    def on_mount(self) -> None:
        """Name the page, and show what comes next."""
        self.name_page("the score", of_hand=True)
        if self.app.trial_hand_open:
            self.sentence.say([("A trial hand: it doesn't count.   Enter: back to your rules.", inks.gold)])
        elif self._over:
            practice = self.shown.public.rules.practice
            over = f"The game is over and doesn't count: {practice}." if practice else "The game is over."
            self.sentence.say([(over, inks.gold), ("   Enter: the result.", inks.soft)])
        else:
            why = ""
            if self.controller.open_game().hands:
                why = with_keys("   {all_hands}: all hands; {why} there says why a card was played.")
            deals = does(self.controller.look.who(self.shown.next_dealer), "deals next")
            following = self.shown.public.standing.hands + 1
            form = self.shown.public.rules.of_hand(following).format
            words = f"{deals}: hand {following} is {form}." if form else f"{deals}."
            self.sentence.say([(words, inks.text), (why, inks.soft)], words)
        self._look_back()

    @work
    async def _look_back(self) -> None:
        """Show what the hand teaches, found while the screen accepts keys; leaving the screen ends the search."""
        if self._looked_at is None:
            return
        from spades_tui.analysis.hand_lesson import decisions_of, lesson_of
        from spades_tui.analysis.review import judge
        from spades_tui.presentation.bid_end_words import blameless_words
        from spades_tui.presentation.hand_story_words import lesson_words

        judged = []
        for place, decision in await to_thread(decisions_of, *self._looked_at):
            one = await to_thread(judge, decision, self.app.brain, self.controller.hint_failed)
            judged.append((place, one))
        self._lesson = lesson_of(judged)
        if self._lesson is not None and self.app.settings.suggestions and not self._lesson.judged.cost:
            self._lesson = None  # no praise for Enter on what was suggested
        if self._lesson is None:
            self._taught.say(" ".join(blameless_words(*self._looked_at, self.controller.look)))
            self._no_lesson = dead_key_reasons.NOTHING_TAUGHT
            return
        words = self._lesson_words = " ".join(lesson_words(self._lesson.judged, self.controller.look))
        if self.why_not("review", ()) is None:
            words = with_keys("{review} shows it: ") + words
        self._taught.show([Paragraph(words, inks.gold)])
        self.refresh_bindings()

    def action_review(self) -> None:
        """Show the decision that taught most, with all cards open."""
        assert self._lesson is not None
        self.show_hands(self.play_on() if not self.shown.people else None, self._lesson.place, self._lesson_words)

    def help_lines(self) -> tuple[str, ...]:
        """Return what the rules are that the lines name."""
        return self.rules_of_lines()

    def on_key(self, event: events.Key) -> None:
        """Handle a key as usual, unless it was meant for the pause before."""
        if event.key in ("enter", "space") and self.controller.pauses.too_soon(event.time):
            event.stop()

    def on_click(self, event: events.Click) -> None:
        """Continue with a click, unless it was meant for the pause before."""
        if not self.controller.pauses.too_soon(event.time):
            self.action_go_on()

    def action_go_on(self) -> None:
        """Go to the next hand, to the end of the game, or back to the rules after a trial hand."""
        if self.app.screen is self:
            self.controller.act(Continue())

    action_end = action_go_on
    action_end_trial = action_go_on

    def action_open_hands(self) -> None:
        """Show all cards, trick by trick."""
        self.show_hands(self.play_on() if not self.shown.people else None)

    def action_open_later(self) -> None:
        """Show that all cards open only after the game."""
        self.sentence.say([("All hands open after the game. You can change that in Settings.", inks.text)])

    def action_rules(self, words: bool = False) -> None:
        """Show the rules behind this sheet's lines."""
        now = [line.rule for line in self.shown.scores[-1].lines]
        self.app.push_screen(TableRulesScreen(self.shown.public.rules, now, words))

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done: no seal, hands not open yet, or no next hand."""
        match action:
            case "back":
                return dead_key_reasons.LEAVE_INSTEAD
            case _ if action in SHOWS_CARDS and self.others_wait:
                return dead_key_reasons.OTHERS_WAIT
            case "open_hands":
                if self.controller.open_game().hands:
                    return None
                return dead_key_reasons.INSTEAD if self.controller.opens_later else dead_key_reasons.NO_HANDS
            case "open_later":
                return None if self.controller.opens_later else dead_key_reasons.INSTEAD
            case "review" if self._lesson is None:
                return self._no_lesson
            case "review" if not self.controller.open_game().hands:
                return dead_key_reasons.AFTER_GAME
            case "go_on" | "end" | "end_trial":
                now = "end" if self._over else "go_on"
                if self.app.trial_hand_open:
                    now = "end_trial"
                return None if action == now else dead_key_reasons.INSTEAD
            case "repeat":
                return dead_key_reasons.NOT_SAVED if self.app.trial_hand_open else self.controller.why_no_repeat()
            case "seal":
                return None if self.shown.proof is not None else dead_key_reasons.NO_SEAL
            case "copy_code":
                hands = self.controller.open_game().hands
                later = dead_key_reasons.WHY_IN_HANDS if hands else dead_key_reasons.NO_CODE_YET
                return None if self.code else later
        return None


class GameOverScreen(OfferScreen, ScreenWithHands):
    """The winner, the standings, the chart of the score, and what to do next."""

    BINDINGS = [
        Binding("left,right", "nothing", "choose", key_display="←→"),
        Binding("enter,space", "take", "select", key_display="⏎"),
        Binding("s", "scores", "all scores", id="scores"),
        Binding("o", "open_hands", "all hands", id="all_hands", tooltip="every hand of the game, trick by trick"),
        Binding("c", "rematch", "change sides", id="rematch", tooltip="play again with changed sides"),
        Binding("c", "reseat", "change seats", id="rematch", tooltip="play again in other seats"),
        Binding("a", "repeat", "last hand again", show=False, id="same_hand", tooltip=SAME_HAND),
        Binding("x", "repeat(True)", "as others", show=False, id="others_hand", tooltip=OTHERS_HAND),
        Binding("v", "review", "review", id="review"),
        Binding("e", "duplicate", "as expert", id="duplicate", tooltip="what expert makes of your cards, hand by hand"),
        Binding("b", "book", "scorebook", id="result", tooltip="this game in the scorebook"),
        Binding("f", "seal", "open seal", id="seal"),
        Binding("y", "copy_code", "copy code", id="copy_code", tooltip="copy the code that deals this game again"),
        Binding("q", "leave", "home", id="leave"),
        Binding("q", "return", "back", id="leave", tooltip="leave the copy and go back to its game"),
    ]

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        shown = self.shown
        if shown.final is None:
            raise ValueError("the game is not over")
        podium = Podium(shown.public.rules, controller.look, shown.scores, shown.final)
        self._code = GameCode(shown.code)
        about = self._about_game(shown.final)
        self._words = Static(about, id="about-game", markup=False)
        self._words.display = bool(about)
        self.body = (podium, self._words, self._code, self._choices)

    def _about_game(self, final: GameOver) -> str:
        """Return what decided the game, what the people here did well, and how a computer player tends to bid."""
        people, look = self.shown.people, self.controller.look
        decided, *well = game_words(self.shown.public.rules, self.shown.scores, final.winners, people, look) or ("",)
        habit = habit_of_game(self.shown, look) if people else ""
        return "\n".join(filter(None, [decided, " ".join(well), habit, self.ladder_note()]))

    def on_mount(self) -> None:
        """Ask what to do next."""
        self.name_page("over, doesn't count" if self.shown.public.rules.practice else "the game is over")
        back = self.app.way_back
        again = choice("Play again", partial(self.controller.act, PlayAgain()))
        home = choice(back.words if back is not None else "Home", self.controller.leave)
        self.offer("Again?", (again, home), at=int(back is not None))
        self._stood = self._typed = events.Mount().time  # the clock that key events use

    async def on_key(self, event: events.Key) -> None:
        """Note when the key was typed."""
        self._typed = event.time

    def action_take(self) -> None:
        """Take the offer, unless Enter was typed ahead during the last trick."""
        if self._typed >= self._stood:
            self.take()

    def action_copy_code(self) -> None:
        """Copy the game's code to the clipboard, and show a notice."""
        if self.shown.code is not None:
            self.app.copy_text(self.shown.code, self._code.copied)

    def action_book(self) -> None:
        """Show the scorebook's page for this game."""
        from spades_tui.tui.scorebook.games_screen import AfterGameScreen

        if self.shown.journal is not None:
            self.app.push_screen(AfterGameScreen(self.shown.journal))

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done: for example, the scorebook has no unsaved games and no forks."""
        path = self.shown.journal
        back = self.app.way_back
        match action:
            case "back":
                return dead_key_reasons.GO_HOME_INSTEAD if back is None else dead_key_reasons.LEAVE_INSTEAD
            case _ if action in SHOWS_CARDS and self.others_wait:
                return dead_key_reasons.OTHERS_WAIT
            case "leave" | "return" if (action == "leave") != (back is None):
                return dead_key_reasons.INSTEAD
            case "repeat":
                return self.controller.why_no_repeat()
            case "rematch" | "reseat" if (action == "rematch") != self.shown.public.rules.partners:
                return dead_key_reasons.INSTEAD
            case "rematch" | "reseat":
                return self.controller.why_no_rematch()
            case "review" | "duplicate" if not self.shown.people:
                return dead_key_reasons.NOBODY_PLAYED
            case "review" | "duplicate" | "book" if path is None:
                return dead_key_reasons.NOT_SAVED
            case "open_hands" if not self.controller.open_game().hands:
                return dead_key_reasons.NO_HANDS
            case "copy_code" if self.shown.code is None:
                return dead_key_reasons.NO_CODE
            case "book" if is_fork(path):
                return dead_key_reasons.FORK
            case "seal" if self.shown.proof is None:
                return dead_key_reasons.NO_SEAL
        return None

    def action_rematch(self) -> None:
        """Play again with everybody but the first person one seat further."""
        self.controller.act(PlayAgain(sides_changed=True))

    action_reseat = action_rematch

    def action_review(self) -> None:
        """Show the review: what this game's decisions have cost."""
        from spades_tui.tui.review.review_screen import ReviewScreen

        if self.shown.journal is not None:
            self.app.push_screen(ReviewScreen(self.shown.journal))

    def action_duplicate(self) -> None:
        """Show what expert makes of the same cards."""
        from spades_tui.tui.review.review_screen import DuplicateScreen

        if self.shown.journal is not None:
            self.app.push_screen(DuplicateScreen(self.shown.journal))

    def action_open_hands(self) -> None:
        """Show all cards, trick by trick."""
        self.show_hands(self.play_on(over=True))

    action_return = ScreenWithHands.action_leave
    """Return from a fork to the moment at which it began."""
