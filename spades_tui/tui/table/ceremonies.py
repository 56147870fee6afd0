"""What customs do after the last score: the tray person (3B-18 … 3B-28), their tray-chit, hearings of cards (3B-30)."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from spades_tui.game.events import Chit
from spades_tui.language.sentence_parts import You, agreeing, does, plain, whom, whose
from spades_tui.presentation import season_debts
from spades_tui.presentation.scorebook_words import happening_lines
from spades_tui.presentation.wording import in_words, subject
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.rules.rules_page import meaning
from spades_tui.scorebook.scoreboard import Erasing, GameEnd
from spades_tui.scorebook.season import Kind, majority
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.scorebook_thread import TableSeason
from spades_tui.tui.table.answers import END_DECISION, Continue
from spades_tui.tui.table.game_on_screen import GameOnScreen
from spades_tui.tui.table.proclamation import Proclaimed, ProclamationScreen
from spades_tui.tui.table.screen_at_table import choice
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece


class ChitScreen(ProclamationScreen):
    """Asks the tray person, who holds a tray-chit, to name another player or lose it (3B-27)."""

    def __init__(self, controller: TableRunner, holder: int) -> None:
        super().__init__(controller)
        self.holder = holder

    def ask(self) -> None:
        """Ask who becomes the tray person."""
        look = self.controller.look
        name, who = look.name(self.holder), look.who(self.holder)
        row = self.controller.shown.named
        why = "is named tray person" if len(row) > 1 else "is in last place"
        lines: list[list[Piece]] = [
            [(f"{does(who, why)}, and {agreeing(who, 'holds')} a tray-chit.", inks.text)],
            [("Use it or lose it: name a player who hasn't been the tray person in this game.", inks.soft)],
        ]
        self._view.show(Proclaimed("the tray person of this game", name, lines))
        named = []
        for seat, other in enumerate(map(look.name, range(len(look.names)))):
            if seat not in (*row[:-1], self.holder):
                named.append(choice(other, partial(self._decide, seat), f"{other} is the tray person."))
        lost = f"The chit is lost, and {does(whom(who), 'is the tray person')}."
        nobody = choice("Nobody", partial(self._decide, None), lost)
        if self.holder in self.controller.shown.people:
            self.offer("Who is the tray person instead?", named, [nobody])
        else:  # they sit at a terminal elsewhere
            self.offer("")
        self.sentence.say(self.marked(f"{does(who, 'decides')}."))

    def _decide(self, tray: int | None) -> None:
        self.controller.act(Chit(self.holder, tray))


MOST_SENTENCES = 7
"""The number of sentences that fit; the page after the game shows the rest."""


class TrayScreen(ProclamationScreen):
    """The tray person of the game that has just ended, and the consequences."""

    def __init__(self, controller: TableRunner, season: TableSeason) -> None:
        super().__init__(controller)
        self.season = season
        self._sentences: list[str] = []
        self.end = GameEnd()
        self._asked = False

    def ask(self) -> None:
        """Name the tray person, and add the scorebook's sentences when they arrive."""
        look, final = self.controller.look, self.controller.shown.final
        rules = self.controller.shown.public.rules
        if final is None:
            return
        ends = final.values(("tray", "wire_to_wire"))
        seats = [ends["tray"]]
        if ends["tray"] is None:
            seats = []
            for side in final.standings[-1]:
                seats += rules.sides[side]
        name = in_words(map(look.name, seats))
        carriers = subject(map(look.who, seats))
        if len(seats) == 1:
            small = "the tray person of this game"
            verb = agreeing(carriers, "has")
            words = does(carriers, "is the tray person")
        else:
            small = "tied for last: tray people together"
            verb = "have"
            words = f"{carriers} are tray people together"
        points = plain(final.totals[rules.side_of[seats[0]]], rules.points_unit)
        wire = ", and was in the tray wire to wire, after every hand" if ends["wire_to_wire"] else ""
        sentences = self._sentences or [f"{carriers} {verb} {points} points{wire}."]
        lines: list[list[Piece]] = [[(sentence, inks.text)] for sentence in sentences[:MOST_SENTENCES]]
        rest = len(sentences) - MOST_SENTENCES
        if rest > 0:
            lines.append([(f"… and {rest} more in the scorebook ({with_keys('{result}')} after the game)", inks.text)])
        self._view.styles.height = 7 + len(lines)
        self._view.show(Proclaimed(small, name, lines))
        asked, rows = "", [[choice("Continue", self.end_game)]]
        if self.end.to_carry:
            carried = choice("Carried", self._carry, season_debts.carried(self.end.to_carry))
            rows = [[choice("Continue", self.end_game, season_debts.TO_CARRY), carried]]
        if self.end.erasings:
            erasing = self.end.erasings[0]
            asked = season_debts.asks_digit(erasing)
            erase = partial(self._erase, erasing)
            rows.append([choice(one, partial(erase, one), f"This erases the {one}.") for one in erasing.choices])
        self._choices.styles.height = 6 + len(rows) - 1
        self.offer(asked, *rows)
        self.sentence.say([(f" {words}.", inks.gold), (f"   {meaning('tray')}", inks.soft)], f" {words}.")
        if not self._asked:
            self._asked = True
            self.season.ask(lambda book, path: book.end_of(path), self._show_end)

    def _show_end(self, end: GameEnd) -> None:
        if not self.has_widgets or end.table is None:
            return
        self.end = end
        names, people = self.controller.shown.names, self.controller.shown.people
        you = names[people[0]] if len(people) == 1 else ""
        lines = happening_lines(end.happened, end.table, you)
        # the tray person is named above in large letters
        self._sentences = [sentence for event, sentence in lines if event.kind != Kind.TRAY_PERSON]
        self.ask()

    def _carry(self) -> None:
        def carried(trays: int) -> None:
            self._changed(replace(self.end, to_carry=0), season_debts.carried(trays))

        person, table = self.end.tray_person, self.end.table
        if table is not None and person is not None:
            self.season.ask(lambda book, _: book.tick_carried(person, table.id), carried)

    def _erase(self, erasing: Erasing, digit: str) -> None:
        def erased(_: object) -> None:
            rest = replace(self.end, erasings=self.end.erasings[1:])
            self._changed(rest, f"{erasing.name} has erased the {digit}.")

        self.season.ask(lambda book, _: book.erase(erasing, digit), erased)

    def _changed(self, end: GameEnd, words: str) -> None:
        if self.has_widgets:
            self.end = end
            self._sentences.append(words)
            self.ask()


async def chit_holder(game: GameOnScreen) -> int | None:
    """Return the tray person, if they hold a chit and haven't decided about it (3B-27)."""
    seat = game.shown.decider
    if seat is None:
        return None
    name = game.look.name(seat)
    holder = await game.season.answer_about(name, lambda book, path: book.must_decide(path))
    return seat if holder == name else None


async def holds_up(game: GameOnScreen) -> bool:
    """Return whether a decision is left before the game can be closed."""
    return await chit_holder(game) is not None


async def before_closing(game: GameOnScreen) -> None:
    """Let the tray person spend a chit; the player named may have one as well. Raises NotSaved."""
    holder = await chit_holder(game)
    while holder is not None:
        game.show_screen(ChitScreen(game, holder))
        decision = await game.pauses.answer(END_DECISION)
        await game.saved(partial(game.table.do, decision))
        holder = await chit_holder(game)


async def at_each_keyboard(game: GameOnScreen) -> None:
    """Name the tray person, also on the screens of guests, who needn't ask the host."""
    final = game.shown.final
    if game.shown.people and final is not None and final.names_last:
        game.show_screen(TrayScreen(game, game.season))
        await game.pauses.answer(Continue)


class HearingScreen(ProclamationScreen):
    """The hearing of one marked card: the accused may plead, then the other hunters vote in turn (3B-30)."""

    def __init__(
        self, controller: TableRunner, mark: CardToJudge, voters: tuple[int, ...],
        voted: Callable[[Mapping[int, bool]], bool | None], here: tuple[int, ...],
    ) -> None:  # fmt: skip
        """Let the `voters` vote; `here` are those at this keyboard.

        After each of their votes, `voted` gets all votes and returns the verdict, if there is one.
        """
        super().__init__(controller)
        self.mark, self.voters, self._voted, self._here = mark, voters, voted, here
        self.votes: dict[int, bool] = {}
        self.verdict: bool | None = None
        self._pleaded = False

    def ask(self) -> None:
        """Show the plea, a vote, or the verdict."""
        look, mark = self.controller.look, self.mark
        name = look.name(mark.accused)
        lines: list[list[Piece]] = [
            [(f"Hand {mark.hand}: ", inks.soft), (f"{name} played ", inks.text),
             look.card(mark.card, told=True), (" while the others hunted a zero.", inks.text)],
            [(f"{subject(map(look.who, mark.by))} thought it might be a zero buddy.", inks.soft)],
        ]  # fmt: skip
        for seat, aye in self.votes.items():
            vote = "a zero buddy" if aye else "no zero buddy"
            lines.append([(f"{look.who(seat)}: ", inks.soft), (vote, inks.bold)])
        self._view.show(Proclaimed("hearing: was this a zero buddy?", name, lines))
        missing = [seat for seat in self.voters if seat not in self.votes]
        asked = next((seat for seat in missing if seat in self._here), None)
        if self.verdict is not None:
            self.offer("", [choice("Continue", self.end_game)])
            self.sentence.say([(f"{mark.verdict(name, self.verdict)}.", inks.gold)])
        elif asked is None:
            self.offer("")
            waits = "The table counts the votes."
            if missing:
                waits = f"The table waits for the vote of {in_words(map(look.name, missing))}."
            self.sentence.say(self.marked(waits))
        elif not self._pleaded:
            self.offer("", [choice("Vote", self._end_plea)])
            self.sentence.say(self.marked(f"{name} can explain."))
        else:
            voter = look.who(asked)
            whose_vote = "Your" if isinstance(voter, You) else f"{voter}, your"
            no = choice("No", partial(self._vote, asked, False), f"{name} didn't let the zero off.")
            yes = choice("Yes, a zero buddy", partial(self._vote, asked, True), f"{name} let the zero off.")
            self.offer("", [no, yes])
            self.sentence.say(self.marked(f"{whose_vote} vote: did {name} let the zero off?"))

    def _end_plea(self) -> None:
        self._pleaded = True
        self.ask()

    def _vote(self, seat: int, aye: bool) -> None:
        votes = {**self.votes, seat: aye}
        self.show_votes(votes, self._voted(votes))

    def show_votes(self, votes: Mapping[int, bool], verdict: bool | None) -> None:
        """Show who has voted how, and the verdict once there is one."""
        self.votes = dict(votes)
        self.verdict = verdict
        if self.has_widgets:
            self.ask()


async def hold_hearings(game: GameOnScreen) -> None:
    """Hear each marked card, or say why it isn't heard: no person has a vote, or the game doesn't count (3B-30)."""
    for mark in game.shown.marks:
        voters, practice = mark.voters(game.shown.people), game.shown.public.rules.practice
        if voters and not practice:
            game.show_screen(HearingScreen(game, mark, voters, partial(_voted, game, mark), voters))
            await game.pauses.answer(Continue)
            continue
        why = "The game doesn't count"
        if not practice:
            why = f"Nobody can vote on {whose(game.look.who(mark.accused))} card"
        game.table.remark(f"{why}; the mark is dropped", "hearing")


def _voted(game: GameOnScreen, mark: CardToJudge, votes: Mapping[int, bool]) -> bool | None:
    """Return the verdict when all have voted: a majority credits a zero buddy (3B-30)."""
    if len(votes) < len(mark.voters(game.shown.people)):
        return None
    verdict = majority(votes.values(), len(votes))
    words = mark.verdict(game.look.whom(mark.accused), verdict)
    game.table.remark(f"The table has voted: {words}", "hearing")
    game.season.record_votes(mark, {game.look.name(seat): vote for seat, vote in votes.items()})
    return verdict


async def after_closing(game: GameOnScreen) -> None:
    """Hold the ceremonies about the closed game."""
    await at_each_keyboard(game)
    await hold_hearings(game)


DecisionScreen = ChitScreen
"""The screen for a decision about the end of the game."""
BallotScreen = HearingScreen
"""The screen for the votes on a marked card."""
