"""A person with cards, at a table or in a lesson.

Answer their questions, ask for a decision, and understand it.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar

from spades_tui import cards
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.plain import answers, speech, status
from spades_tui.plain.answers import words_of
from spades_tui.plain.console import Face, shown
from spades_tui.plain.speech import Spoken
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import ASIDES, NOT_REFUSED, Offer, Question, ace_calls, duty
from spades_tui.presentation.new_cards import new_cards_words
from spades_tui.presentation.wording import sorted_hand
from spades_tui.seats import Observation

TOLD: dict[str, Callable[[Observation, Spoken], list[str]]] = {
    "hand": status.hand, "trick": status.trick, "last": status.last_trick, "bids": status.bids,
}  # fmt: skip
"""Questions that people may ask at any time, and that need only the seat's observation."""

Command = Callable[[Observation, str], SeatEvent | None]
"""Runs a command for what its person sees, with the words after it.

An event that it returns is the decision.
"""


def question_lines(seen: Observation, question: Question, look: Spoken) -> list[str]:
    """Return what to know before the question: new cards, and the hand or its playable cards."""
    came = "" if seen.phase == Phase.BID else new_cards_words(seen, look)
    notes = [*question.notes, came]
    lines = [words for words in notes if words and words not in question.sentences]
    if seen.seat is not None and seen.own is None:
        lines.append("You haven't looked at your cards.")
    elif seen.own or seen.phase != Phase.DRAFT:
        lines.append(f"You hold, {look.hand(seen, _followed(seen, question))}.")
    return lines


def _followed(seen: Observation, question: Question) -> set[int] | None:
    """Return the suit led, if nothing else can be played; None if every suit matters."""
    if seen.phase != Phase.PLAY or seen.led is None:
        return None
    follows = {seen.rules.cards.suit_of[card] for card in cards.cards_of(question.choosable)}
    if follows != {seen.led}:
        return None
    return follows


def asked(seen: Observation, question: Question) -> str:
    """Return the question, as short as possible after the hand."""
    if seen.phase != Phase.PLAY:
        return " ".join(question.sentences)
    if not seen.trick or seen.led is None:
        return "You lead."
    words = duty(seen, question.choosable)
    if _followed(seen, question) is None:
        return f"{capitalized(words)}."
    if words.endswith("beat the trick"):
        return "Beat the trick."
    return ""  # the hand printed only the suit led


def warning(seen: Observation, question: Question) -> str:
    """Return a warning if the table accepts cards that don't follow suit (C-11), otherwise ""."""
    plays = cards.hand_of(event.card for event in seen.legal if isinstance(event, Play))
    if seen.phase == Phase.PLAY and seen.trick and plays & ~question.choosable:
        return NOT_REFUSED
    return ""


def to_say(question: Question) -> str:
    """Return the possible answers in a sentence."""
    if question.sets:
        count = max(map(int.bit_count, question.sets))
        if count == 1:
            return "Which card?"
        return f"Which {count} cards?"
    if question.on_hand:
        return "Your card?"
    return f"Say {choices(question.offers)}."


def choices(offers: Sequence[Offer]) -> str:
    """Return what to type for these choices: words first, then the offered numbers."""
    numbers = [number for number in map(_number, offers) if number is not None]
    words = _words(offers)
    if numbers:
        words.append(speech.numbers(numbers))
    return ", or ".join(words)


def _number(offer: Offer) -> int | None:
    """Return the number if a choice's label is only that, or None."""
    if offer.label != str(offer.number):
        return None
    return offer.number


def _words(offers: Sequence[Offer]) -> list[str]:
    """Return the words to type for choices that aren't numbers.

    For long ones it's the first word, if that's enough. It isn't for a blind nil beside numbers,
    because they are blind bids too.
    """
    labels = list(dict.fromkeys(offer.label.lower() for offer in offers if _number(offer) is None))
    begun = Counter(label.split()[0] for label in (*labels, *_blind_numbers(offers)))
    words = []
    for label in labels:
        first = label.split()[0]
        words.append(first if begun[first] == 1 else label)
    return words


def _blind_numbers(offers: Sequence[Offer]) -> dict[str, Offer]:
    """Return the blind bids whose label is only a number, by their names, such as ``blind 4``."""
    blind = [offer for offer in offers if isinstance(offer.event, Bid) and offer.event.blind]
    return {f"blind {offer.number}": offer for offer in blind if _number(offer) is not None}


def meant(
    line: str, seen: Observation, question: Question, look: Spoken, ask: Callable[[str], str]
) -> SeatEvent:
    """Return the decision that an answer means; `ask` asks for anything missing.

    Raises UnusableError.
    """
    if question.on_hand:
        return _named_cards(answers.words_of(line), seen, question, look, ask)
    event = offered(line, question.offers)
    if event is None:
        raise UnusableError(f"You can't choose {shown(line)} here.")
    return event


def offered(line: str, offers: Sequence[Offer]) -> SeatEvent | None:
    """Return the choice that a line names, by number or by words.

    Return None if it names none, or more than one.
    """
    number = answers.number_in(line)
    for offer in offers:
        if number is not None and offer.number == number:
            return offer.event
    named = {offer.label: offer for offer in offers} | _blind_numbers(offers)
    chosen = answers.chosen(line, named)
    if chosen is None:
        return None
    return chosen.event


def _named_cards(
    words: list[str], seen: Observation, question: Question, look: Spoken, ask: Callable[[str], str]
) -> SeatEvent:
    """Return the play, or the pass or discard, that these words name. Raises UnusableError."""
    held = listed = sorted_hand(seen.rules, look, seen.own or 0)
    suits = _followed(seen, question)
    if suits is not None:
        listed = [card for card in held if seen.rules.cards.suit_of[card] in suits]
    call = ""
    if len(words) > 1 and words[-1] in ("high", "low") and not question.sets:
        call = words.pop()
    named = answers.cards_in(" ".join(words), held, listed)
    if question.sets:
        event = question.sets.get(cards.hand_of(named))
        if event is None:
            raise UnusableError(_not_these(question, named, look))
        return event
    if len(named) > 1:
        raise UnusableError("Play one card at a time.")
    card = named[0]
    plays = [event for event in seen.legal if isinstance(event, Play) and event.card == card]
    if not plays:
        why = seen.why_not.get(card)
        if why:
            raise UnusableError(speech.refused(why))
        raise UnusableError(f"You can't play {look.in_sentence(card)} now.")
    if len(plays) == 1:
        return plays[0]
    calls = ace_calls(seen, look, card)
    if calls is None:
        return plays[0]
    by_call = {str(event.ace): event for event in plays}
    called = answers.chosen(call or ask(calls.question), by_call)
    if called is None:
        again = f"Name another card, or say {look.face(card)} high, or low."
        raise UnusableError(f"No card is played yet. {again}")
    return called


def _not_these(question: Question, named: Sequence[int], look: Spoken) -> str:
    """Return why these cards can't be given away: too many, too few, or wrong ones."""
    count = max(map(int.bit_count, question.sets))
    if len(named) != count:
        return f"You named {len(named)}; name {count}."
    return f"You can't choose these: {look.cards(named)}."


class SeatedFace(Face):
    """The common base of a table and a lesson, for a person with cards."""

    HELP: ClassVar[tuple[str, ...]] = (
        "Name a card: nine of clubs, 9c, or just nine if you hold one. A number is a rank or a "
        "place in your hand; if it could be both, you're asked which.",
        "Say hand for your cards, trick for the cards on the table, last for the last trick, bids "
        "for the bids.",
    )

    @property
    @abstractmethod
    def shown(self) -> Shown:
        """The table as the person at the keyboard may see it."""

    @property
    def scored(self) -> Shown:
        """The table when the last hand was scored, as far as known."""
        return self.shown

    @property
    @abstractmethod
    def seen(self) -> Observation:
        """The game as the person at the keyboard sees it."""

    @property
    @abstractmethod
    def commands(self) -> dict[str, Command]:
        """Commands that can be typed instead of a decision."""

    def needs(self) -> list[str]:
        """Return what each bid still needs."""
        return status.needs(self.shown.public, self.look)

    def news(self, sentences: list[str]) -> list[str]:
        """Return the sentences that haven't been printed yet."""
        return sentences

    def answers_aside(self, words: str) -> bool:
        """Answer questions about the hand, the trick, the bids, the score and the rules."""
        first, _, rest = words.partition(" ")
        if words in TOLD:
            self.say(*TOLD[words](self.seen, self.look))
            if words == "bids":
                self.say(*self.needs())
        elif words in ("score", "scores"):
            self.say(*status.totals(self.shown, self.look), *self.needs())
        elif words == "sheet all":
            self.say(*status.all_scores(self.shown, self.look))
        elif first == "sheet":
            self.say(*status.sheet(self.scored, self.look, rest))
        elif words == "seal" and self.seen.phase != Phase.DEAL:  # at the cut, it's the next deal's
            self.say(*status.seal(self.shown))
        elif words == "seal last":
            self.say(*status.opened_seal(self.scored, self.look))
        elif first == "rules":
            self.say(*status.rules(self.shown.public.rules.variant.changed(options=()), rest))
        else:
            return False
        return True

    def ask(
        self,
        seen: Observation,
        question: Question,
        *after: str,
        again: bool = False,
        whole: bool = True,
    ) -> SeatEvent | None:
        """Ask until there is a decision.

        Return None if something else happened and the question is due again. `after`: sentences to
        print once, after the hand. `again`: the hand has already been printed. `whole`: whether to
        print the question. Raises LeftError, GoneError.
        """
        due = ""
        if not again:
            self.say(*self.news(question_lines(seen, question, self.look)), *after)
            if whole:
                due = asked(seen, question)
        while True:
            options = partial(self.options, seen, question)
            line = self.answer(f"{due} {to_say(question)}".strip(), options=options)
            due = ""
            word = " ".join(line.casefold().split())
            try:
                if not words_of(line):
                    self.say(*question_lines(seen, question, self.look))
                    due = asked(seen, question)
                    continue
                first, rest = word, ""
                if word not in self.commands:
                    first, _, rest = word.partition(" ")
                if first not in self.commands or (rest and first not in ASIDES):
                    return meant(line, seen, question, self.look, self.answer)
                event = self.commands[first](seen, rest)
                if event is not None or self.seen is not seen:
                    return event
            except UnusableError as error:
                self.say(str(error))

    def options(self, seen: Observation, question: Question) -> None:
        """Print the choices, and what each means."""
        if question.on_hand:
            choosable = sorted_hand(seen.rules, self.look, question.choosable)
            self.say(f"You may choose {self.look.cards(choosable)}.")
            return
        self.explain(question.offers)

    def explain(self, offers: Iterable[Offer]) -> None:
        """Print what each of these choices means."""
        explained: set[str] = set()
        for offer in offers:
            sentences = []
            for words in (offer.label, *offer.explain):
                if words not in explained:
                    sentences.append(f"{capitalized(words.rstrip('.'))}.")
            self.say(" ".join(sentences))
            explained |= {words for words in offer.explain if not any(map(str.isdigit, words))}
