"""Why cards may not be played, in sentences that are made on demand."""

from collections.abc import Iterator, Mapping

from spades_tui import cards
from spades_tui.cards import SPADES
from spades_tui.game.refusal import Refusal
from spades_tui.rules.ruleset import Ruleset


class WhyNot(Mapping[int, Refusal]):
    """Cards that may not be played, and why. Sentences are made on demand: computer players never ask for them."""

    __slots__ = ("barred", "first", "holding", "led", "rules")

    def __init__(self, rules: Ruleset, led: int | None, holding: int, barred: int, first: bool) -> None:
        self.rules, self.led, self.holding, self.barred, self.first = rules, led, holding, barred, first

    def __getitem__(self, card: int) -> Refusal:
        if not self.barred >> card & 1:
            raise KeyError(card)
        return _reason(self.rules, self.led, self.holding, card, self.first)

    def __iter__(self) -> Iterator[int]:
        return iter(cards.cards_of(self.barred))

    def __len__(self) -> int:
        return self.barred.bit_count()


def _reason(rules: Ruleset, led: int | None, holding: int, card: int, first: bool) -> Refusal:
    """Return why a card of this hand may not be played on this lead, or led."""
    if first and led is None and rules.opening is not None:
        return Refusal(rules.opening.rule, "The lowest club leads to the first trick, and you hold it")
    spade, other = rules.cards.suit_masks[SPADES] >> card & 1, holding & ~rules.cards.suit_masks[SPADES]
    if first and rules.first_trick is not None and spade and other:
        if led is None:
            return Refusal(rules.first_trick.rule, "You hold other cards, so you lead no spade to the first trick")
        if not holding & rules.cards.suit_masks[led]:
            return Refusal(rules.first_trick.rule, "You hold other cards, so you play no spade to the first trick")
    if led is None:
        odd = f"; {cards.in_sentence(card)} is a spade here" if card in rules.cards.odd else ""
        if rules.lead.broken_by == "any_spade":
            return Refusal(rules.lead.rule, f"Spades may not be led until a spade has been played{odd}")
        return Refusal(rules.lead.rule, f"Spades may not be led until one has been played on another suit{odd}")
    suit = cards.SUIT_NAMES[led]
    what = "is a spade here" if card in rules.cards.odd else "does not"
    return Refusal("C-6", f"You hold {suit}, so you must follow {suit}; {cards.in_sentence(card)} {what}")
