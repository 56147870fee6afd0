"""Words that the sentences about cards share."""

from collections.abc import Callable

from spades_tui.bots.seat_view import SeatView
from spades_tui.bots.sentences import card_words, rank_word, suit_word
from spades_tui.cards import ACES, LITTLE_JOKER, SPADES, cards_of


class PlayWords:
    """How one seat speaks of the trick before it."""

    def __init__(self, view: SeatView, who: Callable[[int], str]) -> None:
        self.view, self.who = view, who
        alone = len(view.seen.table) == 2
        self.others = "your opponent" if alone else "others"
        self.somebody = "your opponent" if alone else "somebody"

    def rank(self, value: int) -> str:
        """A card by its rank; by its full name where it is a trump that ranks out of its order (JK-2, JD-1)."""
        view = self.view
        high_two = view.suit_of[value] == SPADES and view.ranks[value] > view.ranks[ACES[SPADES]]
        if value in view.rules.cards.odd or (high_two and value < LITTLE_JOKER):
            return card_words(value)
        return rank_word(value)

    def on_table(self, value: int) -> str:
        """The best card on the table: `ruff`, or `king`."""
        ruffed = self.view.suit_of[value] == SPADES and self.view.led != SPADES
        return "ruff" if ruffed else self.rank(value)

    def held(self, suit: int) -> str:
        """The own cards of a suit: `your hearts`, or the one by its name."""
        cards = cards_of(self.view.own & self.view.masks[suit])
        return f"the {card_words(cards[0])}" if len(cards) == 1 else f"your {suit_word(suit)}"

    def higher(self, value: int) -> str:
        """That no higher card is out: `nobody has a higher heart`, `else` where the seat has one itself."""
        highest = all(self.view.ranks[other] < self.view.ranks[value] for other in self.view.others(value))
        return f"nobody {'has' if highest else 'else has'} a higher {suit_word(self.view.suit_of[value], 1)}"

    def settled(self) -> str:
        """What is said where no trick is wanted any more."""
        view = self.view
        failed = view.seen.bids[view.seat] == 0 and view.took and view.need + view.took == 0
        return "Your zero is lost" if failed else "Your bid is made"

    def extra(self) -> str:
        """What a trick above the bid is called."""
        return "a bag" if self.view.rules.bags is not None else "a trick too many"

    def lowest(self, value: int) -> str:
        """That there is nothing lower to give."""
        return "give your lowest" if self.view.is_lowest(value) else "this card is worth no more than your lowest"
