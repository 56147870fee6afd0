"""A game at this keyboard, line by line, and the games that follow it."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.analysis.fork import why_no_repeat
from spades_tui.game.events import end_decision
from spades_tui.language.unusable import UnusableError
from spades_tui.plain import speech, status
from spades_tui.plain.console import Console, GoneError, LeftError
from spades_tui.plain.game_end import FOLLOWS, following_table
from spades_tui.plain.table_talk import BACK, TableTalk
from spades_tui.play.known_words import KnownWords
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.presentation import decisions
from spades_tui.presentation.new_cards import new_cards_words
from spades_tui.presentation.player_talk import PlayersTalk
from spades_tui.presentation.wording import Wording
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import read_settings
from spades_tui.system.exit_status import DONE, WRONG_INPUT
from spades_tui.system.output import complain, resume_command

if TYPE_CHECKING:
    from spades_tui.play.resume import Suspended
    from spades_tui.play.setup import TableSetup


class PlainTable(TableTalk):
    """One game at this keyboard in plain text. Call `run`."""

    table: Table

    def __init__(self, table: Table, console: Console, settings: Settings, once: bool = False) -> None:
        super().__init__(table, console, settings)
        self.known_words, self.said_words = table.known_words, table.said_words
        self.once = once
        """Whether the table plays only this game, so that nobody is asked to play again."""
        self.kept = True
        """Whether the game was completely on disk when the person left it."""
        self.wanted = "again"
        """The word of `FOLLOWS` that was said after the game."""

    @property
    def asks_cut(self) -> bool:
        """Whether people at the next table are asked to cut."""
        return self._settings.cut

    def run(self) -> bool:
        """Play the game until its end or until it is left; return whether the same table plays again."""
        try:
            self.gather()
            while True:
                match self.table.next():
                    case CutOffered() as offer:
                        self._deal(offer)
                    case Turn(seat, human):
                        self._turn(seat, human)
                    case HandPlayed():
                        self._score()
                    case GameEnded():
                        return self.run_ending()
        except (LeftError, GoneError):
            self._leave()
            return False
        except KeyboardInterrupt:
            self._leave()
            raise

    def _turn(self, seat: int, human: bool) -> None:
        said = self.table.speak()
        if said is not None:
            self.do(said)
        elif human:
            if self.viewer not in (None, seat):  # they learn the result of their decision before another one sits down
                self.say(new_cards_words(self.seen, self.look))
            self.sit(seat, decisions.curtain_words(self.table.observe(seat)))
            self._ask_turn()
        elif not self._may_change():
            self.do(self.table.choose())

    def asks_again(self) -> bool:
        """Ask whether to play on, and how, unless only this game is played."""
        if self.once or not self.table.people:
            return False
        words = ["again"]
        if len(self.table.setup.seats) > 2:
            words.append("change")
        if why_no_repeat(self.table.setup, self.table.open_game(), self.table.path, over=True) is None:
            words.append("repeat")
        choices = ", ".join(f"{word} {FOLLOWS[word]}" for word in words)
        self.wanted = self.among(f"Say {choices}, or quit.", *words)
        return self.wanted in words

    def _may_change(self) -> bool:
        """Ask once per bid whether to change it, while that's allowed (3B-5); return whether it was changed."""
        if self.viewer is None or not decisions.aside_events(self.seen, "change"):
            return False
        now = (self.seen.hand_number, self.seen.bids[self.viewer])
        if self._left_alone == now:
            return False
        self._left_alone = now
        question = decisions.aside(self.seen, self.look, "change")
        return question is not None and self._ask_aside(question, "you may change it to", "Enter leaves it as it is.")

    def _save(self, happens: Callable[[], object]) -> None:
        """Call `happens`, which saves first; if saving fails, ask the person how to continue."""
        while True:
            try:
                happens()
                return
            except NotSaved as error:
                self.say(speech.ended(str(error)))
            answer = self.console.ask("Say again to try once more, unkept to continue without saving, or quit.")
            if answer.casefold() == "quit":
                raise LeftError
            if answer.casefold() == "unkept":
                self.table.continue_unsaved()

    def _leave(self) -> None:
        """Save the game, and print how to resume it, or that part of it couldn't be saved."""
        path = self.table.path
        try:
            self.table.suspend()
        except NotSaved as error:
            self.say(f"{speech.ended(str(error))} Part of the game isn't saved.")
            self.kept = False
            self.table.leave()
            return
        if path is not None and self.table.final is None:
            self.console.tell(f"The game is saved. Resume it with: {resume_command(path, '--plain')}")

    def _score(self) -> None:
        """Offer the remaining actions and take-backs, then score the hand."""
        while self.viewer is not None:
            kinds = [name for name in decisions.ASIDES if decisions.aside_events(self.seen, name)]
            if self.table.rules.practises and self.table.may_take_back(self.viewer):
                kinds.append("undo")
            if not kinds:
                break
            line = self.answer(f"The hand is over. Enter scores it; you may say {' or '.join(kinds)}.", enter=True)
            if not line:
                break
            words = " ".join(line.casefold().split())
            word, _, rest = words.partition(" ")
            try:
                if words in BACK:
                    self._back(self.seen, "")
                elif word in decisions.ASIDES:
                    self._aside(self.seen, rest, word)
                else:
                    self.wrong(line)
            except UnusableError as error:
                self.say(str(error))
            if not isinstance(self.table.next(), HandPlayed):
                return
        self._save(self.table.score)
        self.gather()
        self._scored = self.table.shown(None)
        self.say(*status.sheet(self._scored, self.look, cited=False))


def play(
    setup: "TableSetup | None", resume: "Suspended | None", once: bool = False, said: set[str] | None = None
) -> int:  # fmt: skip
    """Play at a table, and again if people wish; return the exit status, 1 if the game isn't completely saved.

    `once`: play only this game, as in a match. `said`: what computer players have said this evening, which grows.

    Raises RecordError if a journal is broken, InputError if one can't be opened or written.
    """
    console = Console(sys.stdin, sys.stdout)
    settings = read_settings()
    for fault in settings.faults:
        complain(fault)
    liked = settings.settings
    if said is None:
        said = set()
    if setup is not None:
        setup = replace(setup, cut=liked.cut)
    table = Table.open(setup, resume)
    while True:
        table.stays_open = end_decision(table.rules) is not None
        talk = PlayersTalk(table.players, said)
        table.let_talk(talk.after)
        table.known_words = KnownWords.here()
        variant = table.rules.variant
        people = " and ".join(table.names[seat] for seat in table.people)
        you = f" You are {people}." if people else ""
        console.tell(*console.wrapped(f"{variant.name}, with {', '.join(table.names)}.{you}"), "Say help at any time.")
        face = PlainTable(table, console, liked, once)
        face.talk = talk
        again, path = face.run(), table.path
        table.leave()
        if not again:
            return DONE if face.kept else WRONG_INPUT
        table = following_table(table, path, face.wanted, cut=face.asks_cut)
        if face.wanted == "change":
            look = Wording(table.names, people=table.people)
            console.tell(*console.wrapped(f"{look.changed_sides(table.rules)}."))
