"""Why a card is good to lead, in one sentence. From the observation alone."""

from spades_tui.bots.play_words import PlayWords
from spades_tui.bots.sentences import But, called_high, capital, rank_word, suit_word
from spades_tui.cards import SPADES, cards_of

QUEEN = 11
"""Its rank in a plain suit: a card that is worth keeping."""


class LeadReason:
    """The reason for one card that is led. Each method answers a sentence, or None where it has nothing to say."""

    def __init__(self, words: PlayWords) -> None:
        self.words, self.view, self.who = words, words.view, words.who
        self.suit_of = self.view.suit_of

    def of(self, card: int, value: int) -> str:
        """The sentence."""
        view = self.view
        return (
            self._own_zero(value)
            or self._partner_zero(value)
            or self._hunt(value)
            or self._promised(value)
            or (self._made(value) if view.sated else None)
            or (self._trump(value) if self.suit_of[card] == SPADES else self._plain(card, value))
        )

    # ---- zeros

    def _own_zero(self, value: int) -> str | None:
        view = self.view
        if not view.zero:
            return None
        if view.boss(value):
            return But(f"No higher {self._one(value)} is out: your zero is in danger with this lead.")
        if view.above(value).bit_count() >= 5 or (view.as_low(value) and view.low(value)):
            return "Lead low: there are many higher cards to go over it."
        return f"{capital(self.words.somebody)} ought to go over it, and a dangerous card is gone."

    def _partner_zero(self, value: int) -> str | None:
        view = self.view
        partner, suit = view.partner, self.suit_of[value]
        if partner is None or not view.partner_zero or not view.may_hold(partner, suit):
            return None
        if not view.below(value):
            return But(f"Only higher {suit_word(suit)} are out: partner with the zero may have to go over it.")
        if view.boss(value):
            return f"No higher {self._one(value)} is out, so that partner's zero can stay under it."
        if view.as_high(value):
            if not called_high(value):
                return f"It is your highest {self._one(value)}: partner's zero may stay under it."
            return "Lead high, so that partner's zero can stay under it."
        if view.low(value):
            return But("It is low, and partner with the zero may have to take it.")
        return But(f"A higher {self._one(value)} would be safer for partner's zero.")

    def _hunt(self, value: int) -> str | None:
        view = self.view
        hunted = [seat for seat in view.hunted() if view.may_hold(seat, self.suit_of[value])]
        if hunted and view.as_low(value) and view.low(value):
            return f"Lead low: {self.who(hunted[0])} bid zero and may have to take it."
        return None

    # ---- what is wanted

    def _promised(self, value: int) -> str | None:
        view = self.view
        promised, number = view.seen.promises[view.seat], len(view.seen.tricks)
        if number >= promised or any(winner != view.seat for winner in view.seen.winners):
            return None
        told = f"You have promised the first {promised} tricks"
        if view.safe(value):
            return f"{told}: nobody can take this one from you."
        if view.boss(value):
            return f"{told}: only a ruff could take this one from you."
        return But(f"{told}, and {self.words.somebody} may go over this.")

    def _made(self, value: int) -> str:
        view, settled = self.view, self.words.settled()
        broken = view.sets()
        if broken is not None and view.safe(value):
            return f"{settled}, but without this trick {self.who(broken)} cannot make theirs."
        over = self.words.extra()
        if view.boss(value):
            if all(view.boss(fact.value) for fact in view.plays()):
                return f"{settled}, and it cannot be helped: whatever you lead may be {over}."
            return But(f"{settled}, and this card may well take {over}.")
        if view.as_low(value) and view.low(value):
            return f"{settled}: lead low and leave the tricks to {self.words.others}."
        gone = ", and a high card is gone" if called_high(value) else ""
        above = cards_of(view.above(value))
        if len(above) == 1:
            return f"{settled}: the {self.words.rank(above[0])} may go over it{gone}."
        return f"{settled}: {self.words.somebody} ought to go over it{gone}."

    # ---- trumps

    def _trump(self, value: int) -> str:
        view = self.view
        if not view.own & ~view.masks[SPADES]:
            if view.boss(value):
                return "No higher spade is out: it takes the trick."
            return self._promotion(value) or "You have nothing but spades."
        if not view.trumps_out():
            return But("Nobody else has a spade: it takes a trick, but no more than it would later.")
        winners = view.winners_beside(SPADES)
        if winners is not None and view.can_draw_trumps():
            first = "No higher spade is out: draw" if view.boss(value) else "Draw"
            verb = "are" if self.words.held(winners).startswith("your") else "is"
            return f"{first} the trumps, so that {self.words.held(winners)} {verb} not ruffed."
        if view.boss(value):
            return "No higher spade is out: it takes the trick and draws trumps."
        return self._promotion(value) or "It draws a spade from everybody who still has one."

    def _promotion(self, value: int) -> str | None:
        """That a higher card is driven out, and one of the seat's own is then the highest."""
        view = self.view
        above = cards_of(view.above(value))
        others = view.others(value)
        if len(above) != 1 or not others or view.boss(others[-1]) or view.above(others[-1]) & ~view.above(value):
            return None
        driven, left = self.words.rank(above[0]), self.words.rank(others[-1])
        return f"It may drive out the {driven}: then your {left} is the highest."

    # ---- plain suits

    def _plain(self, card: int, value: int) -> str:
        view, suit = self.view, self.suit_of[card]
        ruffers = [seat for seat in view.ruffers(suit) if seat not in view.hunted()]
        theirs = [seat for seat in ruffers if seat != view.partner]
        if view.boss(value):
            return self._master(value, theirs)
        if theirs:
            return f"{capital(self.who(theirs[0]))} has no {suit_word(suit)} left: this draws out a trump."
        if any(view.is_ours(seat) for seat in ruffers) and not view.may_be_ruffed(suit):
            return f"Partner has no {suit_word(suit)} left and may ruff."
        return self._short(card, value) or self._promotion(value) or self._low(card, value) or self._middle(value)

    def _master(self, value: int, theirs: list[int]) -> str:
        """The highest card of a plain suit that is left."""
        view, suit = self.view, self.suit_of[value]
        ruff = view.may_be_ruffed(suit)
        if not view.out(suit):
            if ruff:
                return But(f"Nobody else has a {self._one(value)}, but {self.words.somebody} may ruff it.")
            return f"Nobody else has a {self._one(value)}, and nobody is left to ruff it."
        if theirs:
            return But(f"No higher {self._one(value)} is out, but {self.who(theirs[0])} has none left and may ruff.")
        if not view.trumps_out():
            return f"The trumps are gone, and {self.words.higher(value)}."
        highest = capital(self.words.higher(value))
        if ruff:
            return But(f"{highest}, but so few are out that {self.words.somebody} may ruff.")
        return f"{highest}: take the trick before {self.words.somebody} can ruff."

    def _short(self, card: int, value: int) -> str | None:
        """A card that brings a void, or nearly so."""
        view, suit = self.view, self.suit_of[card]
        length = len(view.same_suit(card))
        if length > 2 or not view.gains_by_ruffing():
            return None
        if length == 1 and view.only_trumps_beside(card):
            return "After it you have nothing but spades."
        if length == 1:
            return f"It is your only {suit_word(suit, 1)}: after it you can ruff."
        if called_high(value) and not view.as_low(value) and not view.boss(view.others(value)[0]):
            return f"You have only two {suit_word(suit)}: when they are gone, you can ruff."
        return None

    def _low(self, card: int, value: int) -> str | None:
        view = self.view
        if not view.as_low(value) or not view.low(value):
            return None
        others = view.others(value)
        if others and view.ranks[others[-1]] >= QUEEN:
            kept = rank_word(others[-1])
            if view.boss(others[-1]):
                return f"Lead low, and keep the {kept} for a later trick."
            if len(others) >= view.above(others[-1]).bit_count():
                return f"Lead low, and keep the {kept} until the higher ones are gone."
        return "Lead low: a good trick is not given away with it."

    def _middle(self, value: int) -> str:
        """Neither the highest nor low: what it asks of the others."""
        view = self.view
        above = cards_of(view.above(value))
        higher = f"the {self.words.rank(above[0])}" if len(above) == 1 else f"a higher {self._one(value)}"
        or_ruff = " or ruff" if view.may_be_ruffed(self.suit_of[value]) else ""
        return f"To beat it, {self.words.somebody} must spend {higher}{or_ruff}."

    def _one(self, value: int) -> str:
        return suit_word(self.suit_of[value], 1)
