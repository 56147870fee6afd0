"""A match at one keyboard: its hands, the next player, and the results of the hands that everybody has played."""

from contextlib import suppress
from importlib import import_module

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from spades_tui.language.sentence_parts import plural
from spades_tui.language.unusable import UnusableError
from spades_tui.play import SCORINGS
from spades_tui.play import match as matches
from spades_tui.play.match import Match, MatchBoard
from spades_tui.play.setup import TableSetup
from spades_tui.presentation import match_words
from spades_tui.settings import dead_key_reasons
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host, WayBack
from spades_tui.tui.dialogs import AskChoice, resume
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, Paragraph


class MatchScreen(SpadesScreen):
    """The sheet of a match; Enter plays the next table of a hand, or shows a review once everybody has played it."""

    HELP_LINES = match_words.HOW
    BINDINGS = [
        Binding("left", "scoring(-1)", "scoring", key_display="←→", tooltip="points, matchpoints or IMPs"),
        Binding("right", "scoring(1)"),
    ]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.boards: list[MatchBoard] = []

    def compose_body(self) -> ComposeResult:
        """Lay out who plays next, and the hands."""
        yield Page(id="told")
        yield Static(id="sums", markup=False)
        yield ChoiceList(click_takes=False, id="hands")

    def on_mount(self) -> None:
        """Show the hands."""
        self._show()

    def _show(self) -> None:
        """Read the records, and show what they say."""
        try:
            self.boards = self.match.boards()
            name = self.match.table(1, 0).variant.name.partition(",")[0]
        except ValueError as error:  # the user has changed their own game since
            self.query_one("#told", Page).show([Paragraph(f"This match can't be played: {error}", inks.red)])
            return
        self.set_top(
            [("Match", inks.bold), (f"  {name}, {plural(self.match.hands, 'hand')}", inks.gold)],
            match_words.SCORING_WORDS[self.match.scoring],
        )
        following = next((board for board in self.boards if board.next_table is not None), None)
        names, *hands, sums, standing = match_words.sheet(self.match.tables, self.boards, self.match.scoring)
        self.query_one("#sums", Static).update(f"{names}\n{sums}")
        lines = [Choice(str(number), hand) for number, hand in enumerate(hands, 1)]
        self.query_one(ChoiceList).show(lines, str(following.hand) if following is not None else "1")
        told = [Paragraph(standing, inks.text)]
        if following is not None:
            told.append(Paragraph(match_words.next_words(self.match.tables, following), inks.gold))
        self.query_one("#told", Page).show(told)

    def take_line(self, choice: Choice) -> None:
        """Play the chosen hand, resume it, or show a review of it."""
        board = next(one for one in self.boards if str(one.hand) == choice.key)
        number = board.next_table
        if number is None:
            self._ask_review(board)
            return
        app, path = self.app, board.paths[number]
        others_wait = board.totals.count(None) > 1
        back = WayBack("Back to the match", lambda: app.push_screen(MatchScreen(self.match)), others_wait)
        if path is not None:
            resume(app, path, app.sorry, back)
        else:
            app.try_table(self.match.table(board.hand, number), back)

    def _ask_review(self, board: MatchBoard) -> None:
        """Ask whose play to review; all results of the hand are open."""

        def show(number: str) -> None:
            path = board.paths[int(number)]
            assert path is not None
            self.app.push_screen(import_module("spades_tui.tui.review.review_screen").ReviewScreen(path))

        choices = [Choice(str(n), match_words.names_words(names)) for n, names in enumerate(self.match.tables)]
        words = f"Review whose play of hand {board.hand}?"
        self.app.push_screen(AskChoice("Review", words, choices, opens=show))

    def action_scoring(self, step: int) -> None:
        """Compare the results by another scoring."""
        place = (SCORINGS.index(self.match.scoring) + step) % len(SCORINGS)
        self.match = replace(self.match, scoring=SCORINGS[place])
        with suppress(OSError):  # it's chosen again in a moment
            matches.keep_match(self.match)
        self._show()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing: there's nothing to compare."""
        return None if self.boards or action != "scoring" else dead_key_reasons.INSTEAD


def ask_hands(app: Host, setup: TableSetup) -> None:
    """Ask for the number of hands of a match between the people of a table, and show it."""
    try:
        matches.match_of(setup)
    except UnusableError as error:
        app.sorry(f"There's no match: {error}.")
        return

    def begin(hands: str) -> None:
        match = matches.match_of(setup, int(hands))
        try:
            matches.keep_match(match)
        except OSError as error:
            app.sorry(f"The match can't be saved: {os_words(error)}.")
            return
        app.open_home()
        app.push_screen(MatchScreen(match))

    words = "Everybody plays the same hands in turn, and the sheet compares them. How many hands?"
    old = matches.read_match()
    if old is not None:
        people = ", ".join(map(match_words.names_words, old.tables))
        words += f" This replaces the match of {people}; its games stay."
    choices = [Choice(str(hands), plural(hands, "hand")) for hands in matches.HANDS]
    app.ask(AskChoice("Match", words, choices, str(matches.USUAL_HANDS)), begin)
