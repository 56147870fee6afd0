"""One table as lines of text: what happens, what is asked, and the answers that people type.

It stands on the same table as the screens do, and asks the same questions in the same words.
"""

from collections.abc import Callable, Sequence
from functools import partial

from spades_tui import cards
from spades_tui.asking.decisions import ASIDES, Offer, Question, ace_calls, aside, aside_facts, decide
from spades_tui.asking.told import curtain_words, what_came
from spades_tui.asking.wording import sorted_hand
from spades_tui.game.facts import Claim, Play, SeatFact, TakeBack
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import IllegalFact
from spades_tui.plain import reading, speech, telling
from spades_tui.plain.console import Console, GoneError
from spades_tui.plain.ending import Ending
from spades_tui.plain.reading import NotUnderstoodError
from spades_tui.record.words import LogEntry
from spades_tui.seats import Observation
from spades_tui.table.deciding import suggest
from spades_tui.table.not_kept import NotKept
from spades_tui.table.settings import Settings
from spades_tui.table.shown import Shown, finished
from spades_tui.table.steps import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.table.table import Table

QUIET = frozenset({"look", "score", "over"})
"""Kinds of log entries that are not said, or at another place."""

TOLD = {"hand": telling.hand, "trick": telling.trick, "last": telling.last_trick, "bids": telling.bids}
"""What can be asked during one's turn and needs no more than what the seat sees."""

HELP = (
    "A card: nine of clubs, or 9c, or nine where you hold one nine, or its number in your hand as it is told.",
    "hand: your cards. trick: what lies on the table. last: the last trick. bids: who has bid what.",
    "score: the totals. sheet: the last hand's score. rules: the rules of this table.",
    "hint: what the program would do, and why. take: do what it suggests at first sight.",
    "options: what may be chosen now, and what each choice means. claim: say that all tricks left are yours.",
    "back: take back what you did last, at a practice table. quit: leave; the game is kept.",
)


class LeftError(Exception):
    """The table has been left; the game is kept."""


class PlainTable:
    """One game, told and asked line by line. `run` it."""

    def __init__(self, table: Table, console: Console, settings: Settings) -> None:
        self.table, self.console = table, console
        self.look: speech.Spoken = speech.Spoken.liked(settings, table.names, table.people, table.rules)
        self.viewer: int | None = table.people[0] if len(table.people) == 1 else None
        """Who sits at the keyboard; None while nobody may look."""
        self._lines: list[LogEntry] = []
        self._hand, self._known = 0, 0
        self._heard = dict.fromkeys(table.people, 0)
        """How many of the lines each person has been told."""
        self._left_alone: tuple[int, int | None] | None = None
        self._asides_told = False

    @property
    def shown(self) -> Shown:
        """The table as whoever sits at the keyboard may see it."""
        return self.table.shown(self.viewer)

    @property
    def seen(self) -> Observation:
        """The game as whoever sits at the keyboard sees it."""
        return self.table.observe(self.viewer)

    def run(self) -> bool:
        """Play the game to its end, or until it is left. True: the same table shall play once more."""
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
                        return Ending(self).run()
        except (LeftError, GoneError):
            self._leave()
            return False

    # What is told

    def gather(self) -> None:
        """Take up what the log has that is new, and tell it whoever sits here; others hear it when they look."""
        seen = self.table.observe(None)
        just_finished = finished(seen) if seen.tricks and not seen.trick else None
        shown = self.table.shown(None, just_finished)
        if shown.public.hand_number != self._hand or len(shown.entries) < self._known:
            self._hand, self._known = shown.public.hand_number, 0
        self._lines += [entry for entry in shown.entries[self._known :] if entry.text and entry.kind not in QUIET]
        self._known = len(shown.entries)
        if self.viewer is not None or not self.table.people:
            self._catch_up(self.viewer)

    def _catch_up(self, seat: int | None) -> None:
        """Tell the lines that this person has not heard."""
        heard = self._heard.get(seat, 0) if seat is not None else self._heard.setdefault(-1, 0)
        for entry in self._lines[heard:]:
            self.say(f"{entry.text.rstrip('.')}." if not entry.text.endswith("!") else entry.text)
        self._heard[seat if seat is not None else -1] = len(self._lines)

    def say(self, *sentences: str) -> None:
        """Say sentences with their cards by name."""
        said = (self.look.words(sentence) for sentence in sentences)
        self.console.tell(*(_large(sentence) for sentence in said))

    # Dealing

    def _deal(self, offer: CutOffered) -> None:
        depth: int | None = None
        word = ""
        if offer.human:
            self.sit(offer.seat, ("You are asked to cut the pack.",))
            depth, word = self._ask_cut(offer)
        place: int | None = None
        if offer.may_designate is not None:
            self.sit(offer.may_designate, ("You deal, and may choose the extra card.",))
            place = self._ask_place(offer)
        self._kept(partial(self.table.deal, depth, place, word))
        self.gather()

    def _ask_cut(self, offer: CutOffered) -> tuple[int | None, str]:
        """How many cards are lifted, and the word that goes into the shuffle."""
        self.say(f"The seal of this deal is {offer.commitment[:12]}.")
        while True:
            line = self.answer(f"Cut the pack? A number from 1 to {offer.cards - 1}, perhaps with a word; "
                                "Enter leaves it as it is.", enter=True)  # fmt: skip
            number, _, word = line.partition(" ")
            if not line:
                return None, ""
            if number.isdecimal() and number.isascii() and 1 <= int(number[:6]) < offer.cards:
                from spades_tui.fair import is_word

                if not word.strip() or is_word(word.strip()):
                    return int(number), word.strip()
            self.say(f"Say a number from 1 to {offer.cards - 1}, perhaps with a short word behind it, or nothing.")

    def _ask_place(self, offer: CutOffered) -> int | None:
        """Which card of the pack is set aside; None: the last one."""
        while True:
            line = self.answer(f"Which card is set aside, face down? 1 to {offer.cards}; Enter takes the last one.",
                               enter=True)  # fmt: skip
            number = reading.number_in(line)
            if not line or number == offer.cards:
                return None
            if number is not None and 1 <= number < offer.cards:
                return number - 1
            self.say(f"Say a number from 1 to {offer.cards}, or nothing.")

    # Who sits here

    def sit(self, seat: int, why: tuple[str, ...]) -> None:
        """Let this person look; where somebody else has looked before, the keyboard goes on first."""
        if self.viewer == seat:
            return
        self.viewer = None
        name = self.table.names[seat]
        self.console.page()
        self.say(f"Pass the keyboard to {name}.", *why)
        while self.console.ask(f"{name}, say ready when only you can read or hear this.").casefold() != "ready":
            self.say('Say "ready".')
        self.viewer = seat
        self._catch_up(seat)

    # Turns

    def _turn(self, seat: int, human: bool) -> None:
        said = self.table.speak()
        if said is not None:
            self.do(said)
        elif human:
            self._shows_first(seat)
            self.sit(seat, curtain_words(self.table.observe(seat)))
            self._ask_turn()
        elif not self._may_change():
            self.do(self.table.choose())

    def _shows_first(self, seat: int) -> None:
        """What a decision has brought is told to the one who made it, before somebody else sits down."""
        if self.viewer not in (None, seat):
            self.say(what_came(self.seen, self.look))

    def _may_change(self) -> bool:
        """Ask whether a bid that may still be changed shall be (3B-5), once for each bid; True if it was."""
        if self.viewer is None or not aside_facts(self.seen, "change"):
            return False
        now = (self.seen.hand_number, self.seen.bids[self.viewer])
        if self._left_alone == now:
            return False
        self._left_alone = now
        question = aside(self.seen, self.look, "change")
        return question is not None and self._ask_aside(question, "you may change it to", "Enter leaves it as it is.")

    def _ask_turn(self) -> None:
        """Ask until the person on turn has decided something."""
        seen = self.seen
        question = decide(seen, self.look, suggest(seen), back="back")
        self._tell_turn(seen, question)
        asked = f"{question.question} "
        while True:
            line = self.answer(f"{asked}{self._what_to_say(seen, question)}")
            try:
                fact = self._meant(line, seen, question)
            except NotUnderstoodError as error:
                self.say(str(error))
                asked = ""
                continue
            if fact is None:
                if self.table.next() != Turn(seen.seat or 0, True) or self.seen is not seen:
                    return  # something was said, or taken back
                asked = ""
                continue
            if self.do(fact):
                return
            asked = ""

    def _tell_turn(self, seen: Observation, question: Question) -> None:
        """What has to be known before the question: the hand, or what of it can be played."""
        self.say(*question.notes, "" if seen.phase == Phase.BID else what_came(seen, self.look))
        if seen.seat is not None and seen.own is None:
            self.say("You have not looked at your cards.")
            return
        if seen.phase == Phase.DRAFT and not seen.own:
            return
        suits = None
        if seen.phase == Phase.PLAY and seen.led is not None:
            follows = {seen.rules.cards.suit_of[card] for card in cards.cards_of(question.choosable)}
            suits = follows if follows == {seen.led} else None
        self.say(f"You hold, {self.look.hand(seen, suits)}.")
        kinds = [name for name in ASIDES if name != "change" and aside_facts(seen, name)]
        if kinds and not self._asides_told:
            self._asides_told = True
            self.say(f"You may also say {' or '.join(kinds)}.")

    def _what_to_say(self, seen: Observation, question: Question) -> str:
        """What may be answered, in a sentence."""
        if question.sets:
            count = max(chosen.bit_count() for chosen in question.sets)
            return f"Which {count} cards?" if count > 1 else "Which card?"
        if question.on_hand:
            return "Your card?"
        offers = [offer for row in question.rows for offer in row]
        counted = speech.numbers(offer.number for offer in offers if offer.number is not None)
        return f"Say {', or '.join([*_said(offers), *([counted] if counted else [])])}."

    def _meant(self, line: str, seen: Observation, question: Question) -> SeatFact | None:
        """What an answer decides; None if it was a question or a remark. Raises NotUnderstoodError."""
        words = reading.words_of(line)
        if not words:
            self._tell_turn(seen, question)
            return None
        command = line.strip().casefold()
        if command in TOLD:
            self.say(*TOLD[command](seen, self.look))
            return None
        if command in self._commands:
            return self._commands[command](seen, question)
        if command in ASIDES:
            self._aside(seen, command)
            return None
        if question.on_hand:
            return self._cards_meant(words, seen, question)
        number = reading.number_in(line)
        offers = [offer for row in question.rows for offer in row]
        for offer in offers:
            if number is not None and offer.number == number:
                return offer.fact
        found = reading.chosen(line, {offer.label: offer for offer in offers})
        if found is None:
            raise NotUnderstoodError(f"{line[:40]!r} cannot be chosen here.")
        return found.fact

    def _cards_meant(self, words: list[str], seen: Observation, question: Question) -> SeatFact:
        """The play, or the cards given away, that these words name. Raises NotUnderstoodError."""
        held = sorted_hand(seen.rules, self.look, seen.own or 0)
        call = words.pop() if len(words) > 1 and words[-1] in ("high", "low") and not question.sets else None
        named = reading.cards_in(" ".join(words), held)
        if question.sets:
            fact = question.sets.get(cards.hand_of(named))
            if fact is None:
                raise NotUnderstoodError(f"These cannot be chosen: {self.look.cards(named)}.")
            return fact
        if len(named) > 1:
            raise NotUnderstoodError("One card is played at a time.")
        card = named[0]
        plays = [fact for fact in seen.legal if isinstance(fact, Play) and fact.card == card]
        if not plays:
            why = seen.why_not.get(card)
            raise NotUnderstoodError(str(why) if why is not None else f"You cannot play {self.look.told(card)} now.")
        if len(plays) == 1:
            return plays[0]
        fitting = [fact for fact in plays if fact.ace == call]
        if fitting and call is not None:
            return fitting[0]
        calls = ace_calls(seen, self.look, card, lambda _: None)
        while calls is not None:
            said = reading.chosen(self.answer(f"{self.look.face(card).capitalize()}: high or low?"),
                                  {str(fact.ace): fact for fact in plays})  # fmt: skip
            if said is not None:
                return said
        return plays[0]

    # Doing

    def do(self, fact: SeatFact) -> bool:
        """Let something happen, and tell it; False if the rules refuse it, which is said."""
        try:
            self._kept(partial(self.table.do, fact))
        except IllegalFact as error:
            self.say(f"{error.refusal.sentence.rstrip('.')}. Rule {error.refusal.rule}.")
            return False
        if isinstance(fact, TakeBack):
            self._left_alone = None
        self.gather()
        return True

    def _kept(self, happens: Callable[[], object]) -> None:
        """Let something happen that must be on disk first; where it cannot be, the person decides."""
        while True:
            try:
                happens()
                return
            except NotKept as error:
                self.say(f"{error}.")
            answer = self.console.ask("Say again to try once more, unkept to go on without keeping the game, or quit.")
            if answer.casefold() == "quit":
                raise LeftError
            if answer.casefold() == "unkept":
                self.table.go_on_unkept()

    def answer(self, question: str, enter: bool = False) -> str:
        """What the person says to a question; what can be asked at any time is answered before.

        `enter`: saying nothing is an answer, and what the program suggests.
        """
        while True:
            self.say(question)
            line = self.console.answer()
            match line.casefold():
                case "quit":
                    raise LeftError
                case "help" | "?":
                    self.console.tell(*HELP)
                case "score":
                    self.say(*telling.totals(self.shown, self.look))
                case "sheet":
                    self.say(*telling.sheet(self.shown, self.look))
                case "rules":
                    self._rules()
                case "take" if enter:
                    return ""
                case _:
                    return line

    def _leave(self) -> None:
        """Put the game aside, and say where it lies."""
        path = self.table.path
        try:
            self.table.suspend()
        except NotKept as error:
            self.say(f"{error}. The game is not whole on disk.")
            self.table.leave()
            return
        if path is not None and self.table.final is None:
            self.console.tell(f"The game is kept. Go on with it: spades-tui play --plain --resume {path}")

    # Questions of the person

    @property
    def _commands(self) -> dict[str, Callable[[Observation, Question], SeatFact | None]]:
        return {
            "hint": self._hint, "take": self._take, "options": self._options, "claim": self._claim, "back": self._back,
        }  # fmt: skip

    def _rules(self) -> None:
        from spades_tui.rules.words import page

        self.say(*page(self.shown.public.rules.variant.changed(options=())).splitlines())

    def _options(self, seen: Observation, question: Question) -> None:
        if question.on_hand and not question.sets:
            self.say(f"You may play {self.look.cards(sorted_hand(seen.rules, self.look, question.choosable))}.")
            return
        for offer in (offer for row in question.rows for offer in row):
            self.say(". ".join([offer.label, *(words.rstrip(".") for words in offer.explain)]) + ".")

    def _hint(self, seen: Observation, question: Question) -> None:
        from spades_tui.bots.advice import ADVISER, Advice
        from spades_tui.table.questions import Advise

        advice: tuple[Advice, ...] = self.table.brain.ask(Advise(ADVISER, seen, self.table.names))
        best = advice[0]
        chance = f" It is made {round(100 * best.made)} times in 100." if best.weighed else ""
        self.say(f"I would choose {self.look.choice(best.fact, seen.rules)}. {best.reason}{chance}")

    def _take(self, seen: Observation, question: Question) -> SeatFact | None:
        return suggest(seen)

    def _claim(self, seen: Observation, question: Question) -> SeatFact | None:
        if not seen.may_claim or seen.seat is None:
            raise NotUnderstoodError("Nothing can be claimed now.")
        left = seen.rules.tricks - len(seen.tricks)
        sure = self.answer(f"Claim all {left} tricks left? It stands only if you cannot lose one. Say yes or no.")
        return Claim(seen.seat, left) if sure.casefold() in ("yes", "y") else None

    def _back(self, seen: Observation, question: Question) -> None:
        if self.viewer is None or not self.table.may_take_back(self.viewer):
            raise NotUnderstoodError("Nothing can be taken back now.")
        self.do(TakeBack(self.viewer))

    # Out of turn

    def _aside(self, seen: Observation, name: str) -> None:
        question = aside(seen, self.look, name)
        if question is None:
            raise NotUnderstoodError("That cannot be said now.")
        self._ask_aside(question, "say", "Enter says nothing.")

    def _ask_aside(self, question: Question, say: str, nothing: str) -> bool:
        """Ask something out of turn; True if it was said."""
        offers = [offer for row in question.rows for offer in row if offer.fact is not None]
        counted = speech.numbers(offer.number for offer in offers if offer.number is not None)
        choices = ", or ".join([*_said(offers), *([counted] if counted else [])])
        asked = question.question.removesuffix(" Change it to:")
        while True:
            line = self.answer(f"{asked} {_large(say)} {choices}. {nothing}", enter=True)
            if not line:
                return False
            number = reading.number_in(line)
            by_number = next((one for one in offers if number is not None and one.number == number), None)
            offer = by_number or reading.chosen(line, {one.label: one for one in offers})
            if offer is not None and offer.fact is not None:
                return self.do(offer.fact)
            self.say(f"{line[:40]!r} cannot be chosen here.")

    # The end of a hand

    def _score(self) -> None:
        """The hand has been played: what can still be said, or taken back, before it is scored."""
        while self.viewer is not None:
            kinds = [name for name in ASIDES if aside_facts(self.seen, name)]
            if self.table.may_take_back(self.viewer):
                kinds.append("back")
            if not kinds:
                break
            line = self.answer(f"The hand is over. Enter scores it; you may say {' or '.join(kinds)}.", enter=True)
            if not line:
                break
            try:
                if line.casefold() == "back":
                    self._back(self.seen, Question("", ()))
                elif line.casefold() in ASIDES:
                    self._aside(self.seen, line.casefold())
                else:
                    self.say(f"{line[:40]!r} cannot be said here.")
            except NotUnderstoodError as error:
                self.say(str(error))
            if not isinstance(self.table.next(), HandPlayed):
                return
        self._kept(self.table.score)
        self.gather()
        self.say(*telling.sheet(self.shown, self.look))


def _large(text: str) -> str:
    """A text at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def _said(offers: Sequence[Offer]) -> list[str]:
    """What is typed for choices that are no numbers: their words, of more than two the first where it is enough."""
    labels = list(dict.fromkeys(offer.label.lower() for offer in offers if not offer.label.isdecimal()))
    first = [label.split()[0] for label in labels]
    return [
        word if len(label.split()) > 2 and first.count(word) == 1 else label
        for label, word in zip(labels, first, strict=True)
    ]
