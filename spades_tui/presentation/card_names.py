"""Cards, players and suits as the reasons of one turn name them."""

from collections.abc import Callable

from spades_tui.bots.position import Position
from spades_tui.bots.valued_choice import Aim
from spades_tui.cards import (
    JOKER_NAMES,
    LOW_ACE,
    SPADES,
    SUIT_NAMES,
    card_words,
    cards_of,
    printed_suit,
    rank_word,
)
from spades_tui.game.events import Play
from spades_tui.language.sentence_parts import number_word

Namer = Callable[[int], str]
"""Names another player: ``partner``, ``Dot``."""

MOST_SETTING = 3
"""Most tricks with which another side's set is close enough to speak of."""
WORTH_KEEPING = 2
"""Most unseen higher cards with which a card may still win a trick, and is worth keeping."""


class CardNames:
    """Names the cards of one turn: without their suit where it is the one led."""

    def __init__(self, position: Position, who: Namer, nil: str, aim: Aim | None = None) -> None:
        self.at, self.who, self.nil = position, who, nil
        self.aim = aim
        """What the better one of two cards does better; None if nothing is known."""

    def _name(self, card: int) -> str:
        """Return a card, ``king of hearts``, without its suit if that is the one led: ``king``."""
        if self.at.suit_of(card) == self.at.led:
            return self._short(card)
        return self._full(card)

    def _full(self, card: int) -> str:
        return self._called(card, card_words(card))

    def _short(self, card: int) -> str:
        """Return a card without its suit, which the sentence has named, if it is printed on it."""
        if printed_suit(card) != self.at.suit_of(card):
            return self._full(card)
        return self._called(card, rank_word(card))

    def _beside(self, play: Play, low: Play) -> str:
        """Return a card as it is named after another of its suit, which may not show it."""
        if play.value in JOKER_NAMES or printed_suit(play.value) != printed_suit(low.value):
            return self._full(low.value)
        return self._short(low.value)

    def _called(self, card: int, name: str) -> str:
        """Return a name with the call of an ace, where aces are called (3B-3)."""
        if not self.at.rules.cards.aces_called or rank_word(card) != "ace":
            return name
        if card >= LOW_ACE:
            return f"low {name}"
        return f"high {name}"

    def _the(self, play: Play) -> str:
        return f"the {self._name(play.value)}"

    def _a(self, suit: int) -> str:
        """Return one card of a suit: ``heart``, or ``trump`` where trumps show other suits too."""
        if self.at.rules.cards.odd and suit == SPADES:
            return "trump"
        return SUIT_NAMES[suit].removesuffix("s")

    def _some(self, suit: int) -> str:
        return f"{self._a(suit)}s"

    def _winner(self) -> str:
        if self.at.winner is None:
            return ""
        return self.who(self.at.winner)

    def _best(self) -> str:
        """Return the card that is winning and whose it is: ``Bea's king``."""
        best = self.at.best
        if best is None:
            return ""
        return f"{self._winner()}'s {self._name(best)}"

    def _side(self, side: int) -> str:
        """Return an opponents' side as the subject of a sentence."""
        if len(self.at.rules.sides) == 2 and self.at.rules.partners:
            return "they"
        return " and ".join(map(self.who, self.at.rules.sides[side]))

    def _them(self, side: int) -> str:
        """Return an opponents' side as the object of a sentence."""
        name = self._side(side)
        return "them" if name == "they" else name

    def _verb(self, side: int, many: str, one: str) -> str:
        if self._side(side) == "they" or len(self.at.rules.sides[side]) > 1:
            return many
        return one

    def _top(self, own: int) -> int:
        at = self.at
        return max(cards_of(own), key=at.rank)

    def _or_ruff(self, card: int) -> str:
        """Return that a trump may also take a card, where one is out and the card isn't a trump."""
        if self.at.trumps_out and not self.at.is_trump(card):
            return " or a ruff"
        return ""

    def _higher_out(self, card: int) -> str:
        """Return how many unseen cards of the suit are higher: ``three higher hearts are out``."""
        higher = self.at.higher(card)
        if len(higher) == 1:
            return f"the {self._full(higher[0])} is still out"
        return f"{number_word(len(higher))} higher {self._some(self.at.suit_of(card))} are out"

    def _out_above(self, card: int) -> str:
        """Return how many unseen cards are higher than one, as a further clause, or ""."""
        return f"; {self._higher_out(card)}" if self.at.higher(card) else ""

    def _is_partners_as_good(self, card: int) -> bool:
        """Return whether the partner is ahead with a card that the same unseen cards beat."""
        at, best = self.at, self.at.best
        if best is None or not at.partner_wins or at.suit_of(card) != at.suit_of(best):
            return False
        return at.higher(card) == at.higher(best) and not at.stands_for_side(best)

    def _partners_is_as_good(self, play: Play) -> str:
        """Return that the partner's card, which is ahead, is as good as an own one."""
        own = self._name(play.value)
        return f"partner's {self._name(self.at.best or 0)} is as good as your {own}"

    def _may_come_back(self, suit: int) -> bool:
        """Return whether others may lead a suit again, and the seat has a trump to ruff it with."""
        at = self.at
        return suit != SPADES and bool(at.out(suit)) and bool(at.held(SPADES))

    def _ruffer(self, card: int) -> int | None:
        """Return an opponent after this seat who has shown a void and may ruff a card."""
        at, suit = self.at, self.at.suit_of(card)
        for seat in at.later:
            void = at.voids[seat] >> suit & 1
            if void and not at.is_partner(seat) and at.can_beat(seat, card):
                return seat
        return None

    def _may_lose(self, card: int) -> bool:
        """Return whether a higher card of a lead's suit is out, or somebody is bound to ruff."""
        at = self.at
        if at.higher(card) or self._ruffer(card) is not None:
            return True
        short = at.out(at.suit_of(card)).bit_count() < len(at.later)
        return bool(at.trumps_out) and short and not at.is_trump(card)

    @property
    def has_enough(self) -> bool:
        """Whether a further trick costs something, and nothing more important is at stake."""
        at = self.at
        other_aim = self.aim in (Aim.SET, Aim.BREAK, Aim.KEEP) or (self.aim == Aim.WIN and at.nils)
        if at.set_next and not at.nils:
            other_aim = True
        return at.has_enough and (at.is_exact(at.side) or not other_aim)

    def _no_more(self) -> str:
        """Return why no more tricks are wanted, where one costs something; "" if one may help."""
        at = self.at
        if at.need is None or not at.has_enough:
            return ""
        if not at.is_exact(at.side):
            return "your bid is made"
        return "you have your tricks" if at.need == 0 else ""

    def _fewer(self) -> str:
        """Return that a high card goes for fewer tricks above the bid, or ""."""
        if self.at.need is None or self.at.set_next:
            return ""
        if self.aim == Aim.OVER:
            return "to take fewer extra tricks"
        if self.at.rules.bags is None or self.aim not in (Aim.BAGS, Aim.PENALTY, Aim.GIVE):
            return ""
        return "to leave them the bags" if self.aim == Aim.GIVE else "to take fewer bags"

    def _low_stays(self) -> str:
        """Return what a low card stays in the hand for, or "" if the side needs its tricks."""
        at = self.at
        if at.need is None or at.has_enough:
            return "to lose a trick with"
        return f"{self._fewer()} later" if self._fewer() else ""

    def _void_after(self, suit: int) -> list[int]:
        """Return the seats that still play to the trick and have shown no card of a suit."""
        return [seat for seat in self.at.later if self.at.voids[seat] >> suit & 1]

    def _overruffer(self, card: int) -> int | None:
        """Return an opponent after this seat who can't follow either, and may overruff a trump."""
        at = self.at
        for seat in self._void_after(at.led or 0):
            if not at.is_partner(seat) and at.can_beat(seat, card):
                return seat
        return None

    def _still_needs(self) -> str:
        """Return how many tricks the other side that is nearest to being set still needs, or ""."""
        at = self.at
        needed = {side: at.needed(side) or 0 for side in at.other_sides}
        open_bids = [side for side, count in needed.items() if 0 < count <= at.left]
        if not open_bids:
            return ""
        side = max(open_bids, key=needed.__getitem__)
        verb = self._verb(side, "need", "needs")
        return f"{self._side(side)} {verb} {number_word(needed[side])} more"

    def _saved_for(self, play: Play, low: Play) -> str:
        """Return the nil for which a lower card stays in the hand while another one goes, or ""."""
        at = self.at
        if not at.other_nils or self.has_enough or at.higher(low.value) == at.higher(play.value):
            return ""
        suit = at.suit_of(low.value)
        hunted = [seat for seat in at.other_nils if not at.voids[seat] >> suit & 1]
        return f"{self.who(hunted[0])}'s {self.nil}" if hunted else ""

    def _sure_bid(self) -> str:
        """Return that the sure trumps make the bid."""
        sure = self.at.sure_trumps
        if len(sure) == 1:
            return f"your {self._full(sure[0])} makes the bid anyway"
        return "your high trumps make the bid anyway"

    def _enough(self) -> str:
        """Return that the own side has its tricks and a further one costs something."""
        at = self.at
        if at.is_exact(at.side):
            return "you have your tricks, and one more breaks the bid"
        if at.is_called:
            return "it's a low ball, and you have your bid"
        if at.rules.bags is not None:
            return "your bid is made, and bags cost"
        return "your bid is made, and tricks cost"
