"""The review of a game: the cost of each decision of a person, the luck, and the same cards in the hands of `expert`.

The computer players' process analyses one decision after another; the user can leave at any time.
"""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding

from spades_tui.analysis import review as analysis
from spades_tui.analysis import reviewed_record
from spades_tui.analysis.duplicate import EXPERT, TwoLines, hands_to_repeat, most_different, play_again
from spades_tui.analysis.fork import code_of_record, fork
from spades_tui.analysis.hand_story import HandStory, hand_stories
from spades_tui.analysis.hindsight import hindsight_at
from spades_tui.analysis.review import Judged, Review
from spades_tui.analysis.reviewed_record import Record
from spades_tui.language.sentence_parts import plural
from spades_tui.language.unusable import UnusableError
from spades_tui.lessons.mistakes import add_mistakes, system_time
from spades_tui.lessons.mistakes_words import added_words
from spades_tui.play.game_code import code_of_hand
from spades_tui.presentation.hand_story_words import told_hands, work_on_words
from spades_tui.presentation.hindsight_words import hindsight_words
from spades_tui.presentation.match_words import line_words, sum_words
from spades_tui.presentation.review_words import decision_row, summary_words
from spades_tui.presentation.story import story_of
from spades_tui.presentation.wording import moment_of
from spades_tui.record import RecordError
from spades_tui.settings import dead_key_reasons
from spades_tui.system.faults import write_once
from spades_tui.system.folders import forks_folder, is_fork
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import WayBack
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.review.hands_screen import HOW, HandsScreen
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen, play_on_in_fork, playing_on
from spades_tui.tui.review.story_screen import StoryScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.card_faces import BIG_HEIGHT, CardStyle
from spades_tui.tui.widgets.decision_view import DecisionState, DecisionView
from spades_tui.tui.widgets.paragraphs import Page, Paragraph
from spades_tui.tui.widgets.score_sheet import corner_code
from spades_tui.tui.widgets.table import Head, Line, ListTable

if TYPE_CHECKING:
    from spades_tui.scorebook.scorebook import Book

DECISION_HEADS = (Head("decision", shrinks=True), Head("cost", right=True), Head())
COLUMNS_FOR_TRICK = 100
"""Minimum columns to draw the trick of a decision, if the height allows it too."""

_LAST: dict[tuple[Path, float], tuple[Record, Review, list[HandStory]]] = {}
"""The last finished review, cached so that it opens again at once."""

PLAYER_FAILED = "The best player has a fault, so a simpler one judged some decisions."


class ReviewScreen(SpadesScreen):
    """The review of the game in one record."""

    ALLOW_SELECT = True
    HORIZONTAL_BREAKPOINTS = [(COLUMNS_FOR_TRICK, "-wide")]
    VERTICAL_BREAKPOINTS = [(BIG_HEIGHT, "-tall")]
    TITLE_LEFT = (("Review", inks.bold),)
    HELP_LINES = (
        *HOW,
        "You play on in a copy of the game. It's saved, but doesn't count in the scorebook. When you "
        "leave it, you come back to this review.",
    )
    BINDINGS = [
        Binding("a", "every", "all decisions", id="all_decisions", tooltip="all decisions, or only the costliest"),
        Binding("t", "hands", "by hand", id="by_hand", tooltip="cards, play and luck, hand by hand"),
        Binding("e", "duplicate", "as expert", id="duplicate", tooltip="what expert makes of your cards, hand by hand"),
        Binding("s", "story", "story", id="story", tooltip="the card that cost most, to share as text or as a picture"),
        Binding("o", "open_hands", "all hands", id="all_hands", tooltip="that hand, trick by trick, from here"),
        Binding("f", "fork", "play on", id="play_on", tooltip="play on from here, in any player's place"),
        Binding("y", "copy_code", "copy code", id="copy_code", tooltip="copy the code of this hand, or of the game"),
    ]

    def __init__(self, path: Path, at: int | None = None) -> None:
        """Begin with the decision after `at` lines of the record, if given."""
        super().__init__()
        self.path = path
        self.record: Record | None = None
        self.review: Review | None = None
        self.judged: list[Judged] = []
        self._failed = False
        """Whether the best player has failed at a decision, so that the figures aren't kept."""
        self._seats: tuple[int, ...] = ()
        self._every = False
        self._kept = "" if at is None else str(at)
        """The id of the decision to keep marked as the list grows; "" for the costliest."""
        self._view = DecisionView(id="decision")
        self._added = ""
        """How many decisions were added to the user's mistakes, or why none could be."""
        self._sentence = ""
        """The words above the list: the progress, the summary or a message."""
        self._stories: dict[tuple[int, int], tuple[str, ...]] = {}
        """The sentences about each hand, by hand and seat."""
        self._briefly: dict[tuple[int, int], tuple[str, ...]] = {}
        """The same without hints, which the chosen decision gives anyway."""
        self._looked_back: dict[int, tuple[str, ...]] = {}
        """What cards led to, by the number of record lines before them."""
        self._game_code = self._code = ""
        """The codes of the finished game, and of the chosen decision's hand; empty if there are none."""

    def compose_body(self) -> ComposeResult:
        """Lay out a sentence, the list of decisions, and the chosen one."""
        yield Page([Paragraph("Reading the game …", inks.soft)], id="told")
        yield ListTable(takes=False)
        yield self._view

    def on_mount(self) -> None:
        """Begin the review."""
        self._look_through()

    # Looking through the game

    @work(group="review")
    async def _look_through(self) -> None:
        try:
            key = (self.path, self.path.stat().st_mtime)
            known = _LAST.get(key)
            if known is not None:
                record = known[0]
            else:
                record = await asyncio.to_thread(reviewed_record.collect_journal, self.path)
        except (RecordError, OSError) as error:
            self._tell(f"This game can't be reviewed: {error}")
            return
        self.record, self._seats = record, record.people or tuple(range(record.replayed.rules.seats))
        self.refresh_bindings()
        self._game_code = code_of_record(record.replayed) or ""
        self._show_code(None)
        if known is not None:
            _, self.review, stories = known
            self.judged = list(self.review.judged)
        else:
            decisions = analysis.needs_judging(record.of(self._seats))
            for number, decision in enumerate(decisions, 1):
                one = await asyncio.to_thread(analysis.judge, decision, self.app.brain, self._player_failed)
                self.judged.append(one)
                self._tell(f"{number} of {plural(len(decisions), 'decision')} reviewed …  Esc leaves.")
                if one.cost:
                    self._list()
            reviewed = analysis.review_of(record, self._seats, self.judged)
            stories = await asyncio.to_thread(hand_stories, record, reviewed)
            self.review = reviewed
            if not self._failed:
                _LAST.clear()
                _LAST[key] = (record, self.review, stories)
                self._note(record, self.review)
                self._added = self._add_mistakes(record)
        self._stories = told_hands(record, stories, self.look)
        self._briefly = told_hands(record, stories, self.look, hints=False)
        summary = summary_words(self.review, self.look, record.replayed.rules.points_unit)
        failed = PLAYER_FAILED if self._failed else ""
        self._tell("  ".join(filter(None, (summary, self._added, failed))))
        if self._kept:
            self._every = all(str(one.decision.before) != self._kept for one in self._notable())
        self._list()
        self.refresh_bindings()

    def _player_failed(self, error: Exception) -> None:
        """Note that a decision is judged by a simpler player."""
        self._failed = True
        write_once(error)

    def _show_code(self, one: Judged | None) -> None:
        """Show the code of a decision's hand in the corner, or the game's; `y` copies it even if it's too long."""
        self._code = self._game_code
        if one is not None and self._game_code:
            self._code = code_of_hand(self._game_code, one.decision.hand) or self._game_code
        code = corner_code(self._code)
        if self.record is not None:
            left = [("Review · ", inks.soft), (self.record.replayed.variant.name, inks.bold)]
            self.set_top(left, [(code, inks.gold)] if code else "")

    def _note(self, record: Record, review: Review) -> None:
        """Save each person's luck and cost of play in the scorebook, if it keeps this game."""
        if record.replayed.over is None or is_fork(self.path) or record.replayed.rules.practice:
            return

        def note(book: "Book") -> None:
            for seat in record.people:
                book.note_review(self.path, seat, review.totals(seat)["luck"], review.totals(seat)["play"])

        self.app.scorebook.ask(note, lambda _: None)

    def _add_mistakes(self, record: Record) -> str:
        """Add the costliest decisions to the user's mistakes, and return a sentence about it."""
        try:
            return added_words(add_mistakes(self.path, record, self.judged, system_time()))
        except OSError as error:
            return f"Your mistakes can't be saved ({os_words(error)})."

    def _tell(self, sentence: str) -> None:
        self._sentence = sentence
        self._show_told()

    def _show_told(self) -> None:
        """Show the sentence, and the story of the chosen decision's hand."""
        if not self.has_widgets:
            return
        told = [*self._work_on(), Paragraph(self._sentence, inks.text)]
        one = self.chosen
        hand = (one.decision.hand, one.decision.seat) if one is not None else next(iter(self._briefly), None)
        if hand in self._briefly:
            told.append(Paragraph(" ".join(self._briefly[hand]), lead=f"Hand {hand[0]}: "))
        self.query_one("#told", Page).show(told)

    def _work_on(self) -> Iterator[Paragraph]:
        """Yield what each person should work on, if a kind of choice stands out."""
        if self.review is None:
            return
        for seat in self.review.seats:
            words = work_on_words(self.review.of(seat))
            name = f"{self.look.name(seat)}: " if len(self.review.seats) > 1 else ""
            if words:
                yield Paragraph(words, inks.bold, name)

    # The list

    @property
    def look(self) -> CardStyle:
        """The user's style of cards."""
        settings = self.app.settings
        if self.record is None:
            return CardStyle.liked(settings)
        return CardStyle.liked(settings, self.record.names, self._seats, self.record.open_game.rules)

    def _list(self) -> None:
        """Show the list: the costliest decisions, or all in order."""
        if not self.has_widgets or self.record is None:
            return
        shown = self.judged if self._every else self._notable()
        if shown:
            lines = map(self._line, range(len(shown)), shown)
            self.query_one(ListTable).show(DECISION_HEADS, lines, self._kept)
        self._show_chosen()
        self.refresh_bindings()

    def _notable(self) -> list[Judged]:
        """Return the costliest decisions, or the hardest ones if none cost anything."""
        found = analysis.costliest(self.judged)
        if found or self.review is None:
            return found
        return analysis.hardest(self.judged) or self.judged

    def _line(self, place: int, one: Judged) -> Line:
        words = decision_row(one, self.look, with_name=len(self._seats) > 1)
        styles = (inks.text, inks.text, inks.soft)
        return Line(str(one.decision.before), tuple(zip(words, styles, strict=True)), (place, one.cost, words[2]))

    @property
    def chosen(self) -> Judged | None:
        """The chosen decision."""
        key = self.query_one(ListTable).chosen
        return next((one for one in self.judged if str(one.decision.before) == key), None)

    def _show_chosen(self) -> None:
        one = self.chosen
        self._show_code(one)
        self._show_told()
        if one is None or self.record is None:
            self._view.show(None)
        else:
            known = self._looked_back.get(one.decision.before)
            trick, winner = self.record.trick_of(one.decision)
            self._view.show(DecisionState(one, self.look, trick, winner, known or ()))
            roomy = self.size.width >= COLUMNS_FOR_TRICK and self.size.height >= BIG_HEIGHT
            if known is None and self.review is not None and roomy:
                self._look_back(self.record, one)

    def on_resize(self) -> None:
        """Look back at the chosen decision, if there is room for it now."""
        if self.has_widgets:
            self._show_chosen()

    @work(exclusive=True, group="hindsight")
    async def _look_back(self, record: Record, one: Judged) -> None:
        """Show what the chosen decision led to, with all cards open."""
        self._looked_back[one.decision.before] = await asyncio.to_thread(self._in_hindsight, record, one)
        if self.has_widgets and self.chosen is one:
            self._show_chosen()

    def _in_hindsight(self, record: Record, one: Judged) -> tuple[str, ...]:
        """Return what a card led to with all cards open, in sentences; () for another choice."""
        hand = next((hand for hand in record.opened if hand.number == one.decision.hand), None)
        back = None if hand is None else hindsight_at(hand, hand.place_of(one.decision.before) + 1)
        if back is None or back.card != one.decision.event:
            return ()
        advice = tuple(choice for choice in (one.best, one.done) if choice is not None)
        return hindsight_words(back, advice, self.look)

    def on_data_table_row_highlighted(self, event: ListTable.RowHighlighted) -> None:
        """Show another decision."""
        table = self.query_one(ListTable)
        self._kept = table.chosen if table.cursor_row > 0 else ""
        self._show_chosen()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it works."""
        if action in ("every", "fork") and not self.judged:
            return dead_key_reasons.NO_DECISIONS if self.review is not None else dead_key_reasons.REVIEWING
        if action in ("open_hands", "duplicate", "story", "copy_code"):
            if self.record is None:
                return dead_key_reasons.REVIEWING
            if action == "copy_code":
                return None if self._code else dead_key_reasons.NO_CODE
            if action == "open_hands":
                return None if self.record.open_game.hands else dead_key_reasons.NO_HANDS
            if self.record.replayed.over is None:
                return dead_key_reasons.NO_STORY_YET if action == "story" else dead_key_reasons.NOT_OVER
        return dead_key_reasons.REVIEWING if action in ("hands", "story") and self.review is None else None

    def action_story(self) -> None:
        """Tell the card that cost most, to share it."""
        assert self.record is not None
        tell = partial(story_of, self.record, self.judged, letters=self.look.letters)
        try:
            self.app.push_screen(StoryScreen(self.path, tell))
        except UnusableError as error:
            self._tell(f"This game has no story: {error}.")

    def action_copy_code(self) -> None:
        """Copy the code of the chosen decision's hand, or the game's, to the clipboard."""
        code = self._code
        self.app.copy_text(code, lambda how: self._tell(f"{how[:1].upper()}{how[1:]}: {code}"))

    def action_duplicate(self) -> None:
        """Show how `expert` does with the same cards."""
        self.app.push_screen(DuplicateScreen(self.path))

    def action_open_hands(self) -> None:
        """Show all hands with everything open, at the chosen decision."""
        record, one = self.record, self.chosen
        assert record is not None
        game, at, place = record.open_game, 0, 0
        for number, hand in enumerate(game.hands):
            if one is not None and hand.number == one.decision.hand:
                at, place = number, hand.place_of(one.decision.before)
        done = {one.decision.before: one.decision.event for one in self.judged if one.cost}
        line = one.decision.before if one is not None else None
        play_on = playing_on(self.app, self.path, record.names, self._way_back(line), done)
        self.app.push_screen(OpenHandsScreen(game, self.look, hand=at, place=place, play_on=play_on))

    def action_every(self) -> None:
        """Switch between all decisions and the costliest."""
        self._every, self._kept = not self._every, self.query_one(ListTable).chosen
        self._list()

    def action_hands(self) -> None:
        """Show cards, play and luck, hand by hand."""
        assert self.review is not None and self.record is not None
        unit = self.record.replayed.rules.points_unit
        self.app.push_screen(HandsScreen(self.record.names, self.review, unit, self._stories))

    # Playing on from a decision, in a fork

    def _way_back(self, at: int | None) -> WayBack:
        """Return the way back to this review, at this decision."""
        app, path = self.app, self.path
        return WayBack("Back to the review", lambda: app.push_screen(ReviewScreen(path, at)))

    def action_fork(self) -> None:
        """Ask in which seat to resume the game."""
        one, record = self.chosen, self.record
        if one is None or record is None:
            return
        before, seat, moment = one.decision.before, one.decision.seat, moment_of(one.decision.seen, ", bidding")
        play_on_in_fork(
            self.app, f"{moment}, before {self.look.whom(seat)} decided,", record.names, seat,
            "whose decision it is", lambda taken: fork(record.replayed, before, taken, forks_folder(self.path.parent)),
            one.decision.event, self._way_back(before),
        )  # fmt: skip


class DuplicateScreen(SpadesScreen):
    """Both results of each hand of a finished game: the person's, and `expert`'s in their chair with the same cards."""

    ALLOW_SELECT = True
    HELP_LINES = (
        "Expert plays your cards in your seat, against the same players. It also plays for any other people.",
        "The hand that differed most is chosen first. Enter opens the review at the first decision that differs.",
    )
    BINDINGS = [Binding("e", "back", id="duplicate")]

    def __init__(self, path: Path) -> None:
        """Play the game in this record again."""
        super().__init__()
        self.path = path
        self.lines: list[TwoLines] = []

    def compose_body(self) -> ComposeResult:
        """Lay out a sentence and the hands."""
        yield Page([Paragraph("Reading the game …", inks.soft)], id="told")
        yield ListTable()

    def on_mount(self) -> None:
        """Name the page and begin to play."""
        self.set_top([("Your cards again", inks.bold), (f"  {EXPERT} in your seat", inks.soft)])
        self._play()

    @work(group="duplicate")
    async def _play(self) -> None:
        try:
            record = await asyncio.to_thread(reviewed_record.collect_journal, self.path)
            hands = hands_to_repeat(record)
        except (RecordError, UnusableError, OSError) as error:
            self._tell(f"This game can't be played again: {error}")
            return
        chair, brain = next(iter(record.people), 0), self.app.brain
        for place, number in enumerate(hands, 1):
            self._tell(f"Playing hand {place} of {len(hands)} …  Esc leaves.")
            try:
                two = await asyncio.to_thread(play_again, record, number, chair, EXPERT, brain)
            except Exception as error:
                write_once(error)
                self._tell(f"{EXPERT} has a fault, and can't play these cards.")
                return
            if two is not None:
                self.lines.append(two)
                self._list(record, chair)
        if not self.lines:
            self._tell(f"{EXPERT} calls for another deal in every hand.")
            return
        self._tell(sum_words(record.names[chair], EXPERT, self.lines))
        most = most_different(self.lines)
        self._list(record, chair, str(most.hand) if most is not None else "")

    def _tell(self, sentence: str) -> None:
        if self.has_widgets:
            self.query_one("#told", Page).show([Paragraph(sentence, inks.text)])

    def _list(self, record: Record, chair: int, key: str | None = None) -> None:
        """Show the hands played so far; `key`: the id of the one to choose, by default the one chosen now."""
        if not self.has_widgets:
            return
        heads = (Head("hand"), Head(record.names[chair], shrinks=True), Head(EXPERT))
        lines = []
        for two in self.lines:
            words = (f"Hand {two.hand}", line_words(two.done), line_words(two.again))
            points = (two.hand, two.done.points, two.again.points)
            lines.append(Line(str(two.hand), tuple((part, inks.text) for part in words), points))
        self.query_one(ListTable).show(heads, lines, key)

    def on_data_table_row_selected(self) -> None:
        """Open the review at the first decision that differs."""
        chosen = self.query_one(ListTable).chosen
        two = next(one for one in self.lines if str(one.hand) == chosen)
        if self.is_active:
            self.app.push_screen(ReviewScreen(self.path, two.parted))
