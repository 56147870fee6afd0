"""A person with cards, at a table or in a lesson: answer their questions, and ask for their decisions."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar

from spades_tui.game.events import SeatEvent
from spades_tui.language.address import capitalized
from spades_tui.plain import status, turns
from spades_tui.plain.answers import NotUnderstoodError, words_of
from spades_tui.plain.console import Face
from spades_tui.plain.speech import Spoken
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import ASIDES, Offer, Question
from spades_tui.presentation.wording import sorted_hand
from spades_tui.seats import Observation

TOLD: dict[str, Callable[[Observation, Spoken], list[str]]] = {
    "hand": status.hand, "trick": status.trick, "last": status.last_trick, "bids": status.bids,
}  # fmt: skip
"""Questions that people may ask at any time, and that need only the seat's observation."""

Command = Callable[[Observation, Question, str], SeatEvent | None]
"""Runs a command, with the words after it."""


class Seated(Face):
    """The common base of a table and a lesson, for a person with cards."""

    HELP: ClassVar[tuple[str, ...]] = (
        "Name a card: nine of clubs, 9c, or just nine if you hold one. A number is a rank or a place in your hand; "
        "if it could be both, you're asked which.",
        "Say hand for your cards, trick for the cards on the table, last for the last trick, bids for the bids.",
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
        """Commands that can be typed instead of a decision; if the function returns an event, it is the decision."""

    def news(self, sentences: list[str]) -> list[str]:
        """Return the sentences that haven't been printed yet."""
        return sentences

    def answers_aside(self, words: str) -> bool:
        """Answer questions about the hand, the trick, the bids, the score and the rules."""
        first, _, rest = words.partition(" ")
        if words in TOLD:
            self.say(*TOLD[words](self.seen, self.look))
        elif words in ("score", "scores"):
            self.say(*status.totals(self.shown, self.look))
        elif words == "sheet all":
            self.say(*status.all_scores(self.shown, self.look))
        elif first == "sheet":
            self.say(*status.sheet(self.scored, self.look, rest))
        elif words == "seal last":
            self.say(*status.seal(self.scored, self.look))
        elif first == "rules":
            self.say(*status.rules(self.shown.public.rules.variant.changed(options=()), rest))
        else:
            return False
        return True

    def ask(
        self, seen: Observation, question: Question, *more: str, again: bool = False, whole: bool = True
    ) -> SeatEvent | None:
        """Ask until there is a decision; return None if something else happened and the question is due again.

        `more`: sentences to print once, after the hand. `again`: the hand has already been printed. `whole`: whether to
        print the question. Raises LeftError, GoneError.
        """
        asked = ""
        if not again:
            self.say(*self.news(turns.question_lines(seen, question, self.look)), *more)
            asked = turns.asked(seen, question) if whole else ""
        while True:
            options = partial(self.options, seen, question)
            line = self.answer(f"{asked} {turns.to_say(question)}".strip(), options=options)
            asked, word = "", " ".join(line.casefold().split())
            try:
                if not words_of(line):
                    self.say(*turns.question_lines(seen, question, self.look))
                    asked = turns.asked(seen, question)
                    continue
                first, _, rest = (word, "", "") if word in self.commands else word.partition(" ")
                if first not in self.commands or (rest and first not in ASIDES):
                    return turns.meant(line, seen, question, self.look, self.answer)
                event = self.commands[first](seen, question, rest)
                if event is not None or self.seen is not seen:
                    return event
            except NotUnderstoodError as error:
                self.say(str(error))

    def options(self, seen: Observation, question: Question) -> None:
        """Print the choices, and what each means."""
        if question.on_hand:
            self.say(f"You may choose {self.look.cards(sorted_hand(seen.rules, self.look, question.choosable))}.")
            return
        self.explain(offer for row in question.rows for offer in row)

    def explain(self, offers: Iterable[Offer]) -> None:
        """Print what each of these choices means."""
        said: set[str] = set()
        for offer in offers:
            self.say(" ".join(f"{capitalized(words.rstrip('.'))}." for words in (offer.label, *offer.explain)
                              if words not in said))  # fmt: skip
            said.update(words for words in offer.explain if not any(map(str.isdigit, words)))
