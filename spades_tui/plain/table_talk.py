"""One table as lines of text: events, questions, and the answers that people type.

It uses the same table as the screens, and asks the same questions in the same words.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from spades_tui.bots.valued_choice import grouped
from spades_tui.game.events import Claim, Discard, SeatEvent, TakeBack
from spades_tui.game.phase import IllegalEvent
from spades_tui.language.sentence_parts import addressed, capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.plain import speech, status, turns
from spades_tui.plain.console import Console, shown
from spades_tui.plain.cutting import ask_cut, ask_place
from spades_tui.plain.game_end import Ending
from spades_tui.plain.menus import change_settings
from spades_tui.plain.turns import Command
from spades_tui.plain.why import lesson, why
from spades_tui.play.any_table import AnyTable
from spades_tui.play.brain import HINT_FAILED, IN_PLACE
from spades_tui.play.coach import Coach, least_cost
from spades_tui.play.known_words import KnownWords
from spades_tui.play.shown import CutOffered, Shown, finished
from spades_tui.presentation import decisions, marked_hand
from spades_tui.presentation.hand_words import bid_habit, blind_nil_note, meanings
from spades_tui.presentation.played_for_you import played_for_you
from spades_tui.presentation.player_talk import TALK, PlayersTalk
from spades_tui.presentation.reason_words import choice_verb, reason_words
from spades_tui.presentation.why_not_now import why_not_now
from spades_tui.record.event_words import MEANING, LogEntry
from spades_tui.rules.rules_page import meaning
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings

if TYPE_CHECKING:
    from spades_tui.bots.valued_choice import Advice

BACK = ("back", "u", "take back", "undo")
"""Words with which people take back the last action."""
NOTED = {
    "out": ("cards_out", status.out, "count the cards"),
    "voids": ("voids", status.voids, "remember voids"),
    "needs": ("needs", status.needs, "count what each side needs"),
}
"""Questions about facts that any player could have noted: the setting, the answer, and what players do without it."""
AT_CURTAIN = (
    "Say ready to hear your cards. Until then you may ask for trick, last, bids, score or sheet. "
    "Quit saves the game and leaves."
)


class TableTalk(Ending):
    """One game in plain text, at a table here or elsewhere."""

    HELP: ClassVar[tuple[str, ...]] = (
        *Ending.HELP,
        "Say score for the totals, sheet for the last hand's score, sheet all for every hand, rules for the rules.",
        "Say sheet 2 for the score of hand 2, out for the cards not played yet.",
        "Say voids for the suits that players did not follow, needs for what each side still needs.",
        "Say hint for what the program would do, and why; say hint again for the next choice.",
        "Say count, before the first card, for the tricks that your cards are worth.",
        "Say why for why the others bid and played as they did; after a hand, say why 3 for its third trick.",
        "Say review, after a hand, for the choice of yours that is worth a second look.",
        "Say take to make the hint's choice.",
        "Say options for what you may choose now and what each choice means; Enter repeats the question.",
        "Say claim if all tricks left are yours.",
        "Say u, or undo, to undo your last bid or card, if the table allows it.",
        "Say settings for how your hand is sorted, and more; quit saves the game and leaves.",
    )

    def __init__(self, table: AnyTable, console: Console, settings: Settings) -> None:
        super().__init__(console, speech.Spoken.liked(settings, table.names, table.people, table.rules))
        self.table, self._settings = table, settings
        self.talk = PlayersTalk(table.players, set())
        """What computer players say at a table of this program, and the moments of the last event."""
        self.viewer: int | None = table.people[0] if len(table.people) == 1 else None
        """The seat of the person at the keyboard; None while nobody may look."""
        self._lines: list[str] = []
        """The events so far, in sentences."""
        self._hand, self._known = 0, 0
        self._noted_until: Observation | None = None
        """The game as everybody saw it when its moments were last noted."""
        self._scored: Shown | None = None
        self._after_score: tuple[LogEntry, ...] = ()
        """The announcements at the last score, some of which the next deal repeats."""
        self._heard = Counter[int | None]()
        """By person, or None for people who only watch: the number of lines they have heard."""
        self._left_alone: tuple[int, int | None] | None = None
        """The hand and the bid that a person didn't want to change."""
        self.known_words = KnownWords()
        """The words of the glossary that needn't be explained again."""
        self.said_words = KnownWords()
        """The words of the glossary that were explained in this game."""
        self._told_once: set[str] = set()
        """Sentences to print only once at a table."""
        self._hinted: tuple[Observation, tuple[tuple[Advice, ...], ...], int] | None = None
        """The observation of the last hint, its choices, and the index of the next one to print."""
        self._coach = Coach()
        self._held: SeatEvent | None = None
        """The choice that the coach has warned of."""

    @property
    def shown(self) -> Shown:
        return self.table.shown(self.viewer)

    @property
    def seen(self) -> Observation:
        return self.table.observe(self.viewer)

    @property
    def scored(self) -> Shown:
        """The table at the last score, kept because the current one no longer shows the dead hand and the seal."""
        shown = self.shown
        if self._scored is not None and self._scored.scores == shown.scores:
            return self._scored
        return shown

    # Printing events

    def gather(self) -> None:
        """Collect new log entries, and print them for the person here; others get them when they sit down."""
        seen = self.table.observe(None)
        just_finished = finished(seen) if seen.tricks and not seen.trick else None
        shown = self.table.shown(None, just_finished)
        if shown.public.hand_number != self._hand or len(shown.entries) < self._known:
            self._hand, self._known = shown.public.hand_number, 0
        names = addressed(self.table.names, self.table.people)
        on_sheet = meanings(shown)
        new, talk = list[LogEntry](), list[str]()
        for entry in shown.entries[self._known :]:
            repeated = entry.kind == "announce" and entry in self._after_score
            explained = entry.kind == MEANING and entry.text in on_sheet
            if entry.kind == TALK:
                talk.append(entry.text)
            elif not repeated and not explained:
                new.append(entry)
        self._lines += status.events(new, names, seen)
        before, self._noted_until = self._noted_until, seen
        if before is not None:
            happened = self.talk.moments_between(before, seen, shown.scores)
            self._lines += status.moments_said(happened, seen.rules, self.look)
        if self._settings.talk:
            self._lines += talk
        self._known = len(shown.entries)
        kinds = [entry.kind for entry in shown.entries]
        self._after_score = ()
        if "score" in kinds:
            self._after_score = shown.entries[kinds.index("score") :]
        if self.viewer is not None or not self.table.people:
            self._catch_up(self.viewer)

    def _catch_up(self, seat: int | None) -> None:
        """Print the lines that this person hasn't heard."""
        self.say(*self._lines[self._heard[seat] :])
        self._heard[seat] = len(self._lines)

    def news(self, sentences: list[str]) -> list[str]:
        """Return the sentences without the ones that everybody here has heard."""
        return [sentence for sentence in sentences if sentence not in self._lines]

    def answers_aside(self, words: str) -> bool:
        """Answer questions that people may ask at any time, and open the settings."""
        if words in NOTED:
            self.say(*self._noted(words))
            return True
        first, _, rest = words.partition(" ")
        if first == "why":
            self.say(*why(self.shown, self.table.open_game, self.look, rest))
            return True
        if words == "review":
            self.say(*lesson(self.table, self.look))
            return True
        if words != "settings":
            return super().answers_aside(words)
        self._settings = change_settings(self, self._settings)
        self.look = speech.Spoken.liked(self._settings, self.table.names, self.table.people, self.table.rules)
        return True

    def needs(self) -> list[str]:
        """Return what each bid still needs, if the settings want it."""
        if not self._settings.needs:
            return []
        return super().needs()

    def _noted(self, words: str) -> list[str]:
        """Return facts that any player could have noted, or that these are up to the players here."""
        setting, told, effort = NOTED[words]
        if not getattr(self._settings, setting):
            return [f"At this table you {effort} yourself. You can change that in the settings."]
        return told(self.table.observe(None), self.look) or [status.NOTHING_NOTED]

    # Dealing

    def _deal(self, offer: CutOffered) -> None:
        depth: int | None = None
        word = ""
        if offer.human:
            self.sit(offer.seat, ("You may cut the deck.",))
            self.say(*map(meaning, self.known_words.meet(["seal"])))
            depth, word = ask_cut(self, offer)
        place: int | None = None
        if offer.may_designate is not None:
            self.sit(offer.may_designate, ("You deal, and may choose the extra card.",))
            place = ask_place(self, offer)
        self._save(partial(self.table.deal, depth, place, word))
        self.gather()

    # Who is at the keyboard

    def sit(self, seat: int, why: tuple[str, ...]) -> None:
        """Let this person look; if another one has looked before, hand the keyboard over first."""
        if self.viewer == seat:
            return
        self.viewer = None
        name = self.table.names[seat]
        self.console.page()
        self.say(f"Pass the keyboard to {name}.", *why)
        while True:
            asked = f"{name}, say ready when only you can read or hear this."
            line = self.answer(asked, options=partial(self.say, AT_CURTAIN)).strip(" .!")
            if line.casefold() == "ready":
                break
            self.wrong(line)
        self.viewer = seat
        self._catch_up(seat)

    # Turns

    def _ask_turn(self) -> None:
        """Ask until the person on turn has decided, or the situation has changed."""
        only = played_for_you(self.shown, self._settings)
        if only is not None:
            self.do(only)
            return
        seen = self.seen
        question = decisions.decide(seen, self.look, back='the word "back"')
        kinds, words = list[str](), list[str]()
        for name in decisions.ASIDES:
            possible = decisions.aside_events(seen, name)
            if possible and name != "change":
                kinds.append(name)
                words.append(possible[0].glossary_word)
        more = [blind_nil_note(seen, self.shown.scores), bid_habit(self.shown, self.look), turns.warning(seen, question)]
        if kinds:
            more.append(f"You may also say {' or '.join(kinds)}.")
            more += map(meaning, self.said_words.meet(filter(None, words)))
        more = [words for words in more if words not in self._told_once]
        self._told_once.update(more)
        self._held = None
        if least_cost(self._settings, len(self.table.people)) is not None:
            self._coach.think(seen, IN_PLACE, partial(self.table.note_fault, HINT_FAILED))
        event = self.ask(seen, question, *more)
        while event is not None and (self._warns(seen, event) or not self.do(event)):
            event = self.ask(seen, question, again=True)
        self._coach.forget()

    def _warns(self, seen: Observation, event: SeatEvent) -> bool:
        """Warn once of a choice that surely costs much; return False, at once, for all others."""
        least = least_cost(self._settings, len(self.table.people))
        held, self._held = self._held, None
        if least is None or event == held:
            return False
        objection = self._coach.objection(seen, event, least)
        if objection is None:
            return False
        self._held = event
        self.table.coached.add(event.seat)
        verb = choice_verb(event, seen.rules, self.look.in_sentence)
        words = reason_words(objection.reason, seen, self.table.names)
        self.say(f"{words} Say yes to {verb}, or choose again.")
        return True

    # Doing

    @abstractmethod
    def _save(self, happens: Callable[[], object]) -> None:
        """Call `happens`, which gives the table a decision. Raises LeftError, GoneError, IllegalEvent."""

    def do(self, event: SeatEvent) -> bool:
        """Apply an event, and print it; if the rules refuse it, print why and return False."""
        try:
            self._save(partial(self.table.do, event))
        except IllegalEvent as error:
            self.say(speech.refused(error.refusal))
            return False
        if isinstance(event, TakeBack):
            self._left_alone = None
        if isinstance(event, Discard) and event.seat == self.viewer:  # the line for everybody hides the card
            self.say(f"You throw {self.look.in_sentence(event.card)} back.")
            self._heard[event.seat] += 1
        self.gather()
        return True

    # Questions of the person

    @property
    def commands(self) -> dict[str, Command]:
        commands: dict[str, Command] = {}
        if self._held is not None:
            commands["yes"] = lambda *_: self._held
        commands |= {
            "hint": self._hint, "count": self._count, "take": self._take, "claim": self._claim,
            **dict.fromkeys(BACK, self._back),
        }  # fmt: skip
        for name in decisions.ASIDES:
            commands[name] = partial(self._aside, name=name)
        return commands

    def _hint(self, seen: Observation, rest: str) -> None:
        """Print the best choice and why; if asked again, the next best one and why it isn't as good."""
        if self._hinted is None or self._hinted[0] != seen:
            self._hinted = seen, grouped(self._advice(seen)), 0
        self._note_hint(seen)
        _, choices, place = self._hinted
        self._hinted = seen, choices, (place + 1) % len(choices)
        best, *equals = choices[place]
        named = " or ".join(self.look.choice(one.event, seen.rules) for one in (best, *equals))
        begins = "Next" if place else "The computer would choose"
        self.say(f"{begins}: {named}. {reason_words(best.reason, seen, self.table.names)}")

    def _note_hint(self, seen: Observation) -> None:
        """Let the seat's next decision be marked in the record."""
        if seen.seat is not None:
            self.table.hinted.add(seen.seat)

    def _count(self, seen: Observation, rest: str) -> None:
        """Print which cards of the hand win tricks, and which endanger a nil."""
        self._refuse_dead("count")
        count = marked_hand.counted(seen)
        if count is not None:
            self.say(*marked_hand.count_sentences(count, seen, self.look))

    def _refuse_dead(self, action: str, what: str = "") -> None:
        """Raise UnusableError with the reason, the one on the screens, if this action can't be done now."""
        reason = why_not_now(action, what, self.shown, mine=True, asked=False)
        if reason is not None:
            raise UnusableError(str(reason))

    def _advice(self, seen: Observation) -> "tuple[Advice, ...]":
        """Return every choice, best first, as a hint sees it; print any fault."""
        advice = self._coach.advice(seen, IN_PLACE, partial(self.table.note_fault, HINT_FAILED))
        self.gather()
        return advice

    def _take(self, seen: Observation, rest: str) -> SeatEvent | None:
        """Return the first choice of the hint, and say that it's the hint's."""
        self._note_hint(seen)
        if self._hinted is not None and self._hinted[0] == seen:
            best = self._hinted[1][0][0]
        else:
            best = self._advice(seen)[0]
        self.say(f"The hint's choice: {self.look.choice(best.event, seen.rules)}.")
        return best.event

    def _claim(self, seen: Observation, rest: str) -> SeatEvent | None:
        self._refuse_dead("claim")
        left = seen.rules.tricks - len(seen.tricks)
        asked = f"Claim all {left} remaining tricks? The table accepts it only if you can't lose one. Say yes or no."
        if self.among(asked, "yes", "no") == "yes":
            return Claim(seen.seat or 0, left)
        self.say("No claim made.")
        return None

    def _back(self, seen: Observation, rest: str) -> None:
        self._refuse_dead("take_back")
        self.do(TakeBack(seen.seat or 0))

    # Out of turn

    def _aside(self, seen: Observation, rest: str, name: str) -> None:
        """Act out of turn: ``challenge bea`` does so at once; after ``challenge``, ask whom."""
        asked = decisions.aside(seen, self.look, name)
        if asked is None:
            self._refuse_dead("aside", name)
            return
        if not rest:
            self._ask_aside(asked, "say", "Press Enter to skip.")
            return
        offers = [offer for offer in asked.offers if offer.event is not None]
        event = turns.offered(rest, offers)
        if event is None:
            wanted = f"Say {name} and then {turns.choices(offers)}."
            raise UnusableError(f"You can't choose {shown(rest)} here. {wanted}")
        self.do(event)

    def _ask_aside(self, question: decisions.Question, say: str, nothing: str) -> bool:
        """Ask about an action out of turn; return whether it was done."""
        offers = [offer for offer in question.offers if offer.event is not None]
        asked = " ".join(question.sentences)
        if len(offers) == 1:
            asked = " ".join([asked, *offers[0].explain])
        wanted = f"{capitalized(say)} {turns.choices(offers)}. {nothing}"
        while True:
            line = self.answer(f"{asked} {wanted}".strip(), enter=True, options=partial(self.explain, offers))
            if not line:
                return False
            event = turns.offered(line, offers)
            if event is not None:
                return self.do(event)
            self.wrong(line)
            asked = ""
