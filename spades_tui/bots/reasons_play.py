"""Why a card is good, in one sentence. From the observation alone."""

from spades_tui.bots.play_words import PlayWords
from spades_tui.bots.reasons_lead import LeadReason
from spades_tui.bots.seat_view import SeatView
from spades_tui.bots.sentences import But, Names, called_high, capital, card_words, speaker, suit_word
from spades_tui.cards import SPADES
from spades_tui.game.facts import Play
from spades_tui.seats import Observation

ZERO_LIVES = ", and your zero lives."
"""How a sentence about a card under the others ends."""
ZERO_SPOILT = ", which could spoil your zero later."
"""How one ends about a card that is thrown off."""
ENOUGH = "Let this one go: you hold as many top cards as you still need tricks."
"""Why a trick that is needed may be left all the same."""
EVERY = "You need every trick that is left, this one too."
"""Why one may not be left."""
FEW = 2
"""So few higher cards may well lie elsewhere than behind the seat."""


class PlayReason:
    """The reason for one card. Each method answers a sentence, or None where it has nothing to say."""

    def __init__(self, seen: Observation, seat: int, names: Names) -> None:
        self.view = SeatView(seen, seat)
        self.seen = seen
        self.suit_of = seen.rules.cards.suit_of
        self.who = speaker(seen, seat, names)
        self.words = PlayWords(self.view, self.who)

    def of(self, fact: Play) -> str:
        """The sentence."""
        card = fact.card
        sentence = self._renege(card) or self._only(card)
        if sentence is not None:
            return sentence
        if fact.ace != "low":
            return self._sentence(card, fact.value)
        view = self.view
        if view.need > 0 and not view.lost and not view.hunted():
            return But(f"Called low, the ace gives its trick away, and you still need {view.need}.")
        sentence = self._sentence(card, fact.value)
        return type(sentence)(f"Called low. {sentence}")

    def _sentence(self, card: int, value: int) -> str:
        view = self.view
        best = view.best
        if view.led is None or best is None:
            return LeadReason(self.words).of(card, value)
        wins = view.wins(value)
        return (
            self._own_zero(card, value, best)
            or self._partner_zero(value, best)
            or self._hunt(wins)
            or (self._win(value, best) if wins else self._lose(card, value, best))
        )

    # ---- no choice

    def _renege(self, card: int) -> str | None:
        follows = self.seen.follows
        if self.view.led is None or not follows or follows >> card & 1:
            return None
        return But("It does not follow suit although you can: that may be challenged.")

    def _only(self, card: int) -> str | None:
        view = self.view
        if len(view.plays()) != 1:
            return None
        if view.own.bit_count() == 1:
            return "It is your last card."
        suit = self.suit_of[card]
        if view.led == suit:
            return f"It is your only {suit_word(suit, 1)}."
        return "It is the only card that may be played."

    # ---- zeros

    def _own_zero(self, card: int, value: int, best: int) -> str | None:
        view = self.view
        if not view.zero:
            return None
        if view.wins(value):
            return self._zero_goes_over(value)
        if view.void():
            if not view.dangerous(value):
                return "You cannot follow, and this takes no trick."
            return f"You cannot follow: throw off the {card_words(card)}{ZERO_SPOILT}"
        named = f"the {self.words.on_table(best)}"
        if value == view.highest_loser() and view.dangerous(value):
            return f"It stays under {named}, and a dangerous card is gone."
        return f"It stays under {named}{ZERO_LIVES}"

    def _zero_goes_over(self, value: int) -> str:
        """The own zero, with a card that is the best so far."""
        view = self.view
        if view.losers():
            takes = "takes" if not view.after else "may take"
            return But(f"It {takes} the trick, and that ends your zero.")
        if not view.after:
            return "It cannot be helped: every card that you may play takes this trick."
        if view.safe(value, view.led):
            return "Nobody can go over it any more: your zero is lost with this trick."
        cheap = view.cheapest_winner()
        if cheap is not None and not view.same_strength(value, cheap):
            return But("You cannot stay under, and a lower card is more likely to be beaten.")
        if view.boss(value) and self.suit_of[value] != SPADES:
            return "You cannot stay under, and only a ruff could go over it."
        return f"You cannot stay under; hope that {self.words.somebody} goes over it."

    def _partner_zero(self, value: int, best: int) -> str | None:
        view = self.view
        partner, wins = view.partner, view.wins(value)
        if partner is None or not view.partner_zero or view.led is None:
            return None
        if view.winner == partner:
            theirs = self.words.on_table(best)
            if wins:
                return f"It takes the trick from partner's {theirs} and covers partner's zero."
            if self._could_win():
                return But(f"Partner's {theirs} is winning, and partner bid zero; this does not help.")
            return None
        if partner not in view.after or not view.may_hold(partner, view.led):
            return None
        if wins and view.below(value) and (view.boss(value) or view.as_high(value)):
            return "Play high, so that partner's zero can go under it."
        if not wins and self._could_win():
            return But("It stays low although partner, who bid zero, still has to play.")
        return None

    def _could_win(self) -> bool:
        return self.view.cheapest_winner() is not None

    def _hunt(self, wins: bool) -> str | None:
        """An opponent's zero that this trick may break."""
        view = self.view
        hunted = view.hunted()
        if not hunted or wins or view.led is None or view.best is None:
            return None
        if view.winner in hunted and view.winner is not None:
            name = self.who(view.winner)
            if all(other in hunted for other in view.after) or not view.after:
                return f"{capital(name)} bid zero and is winning: stay under, and the zero is broken."
            return f"{capital(name)} bid zero and is winning: stay under."
        behind = next((seat for seat in view.after if seat in hunted and view.may_hold(seat, view.led)), None)
        if behind is not None and self._could_win() and view.need < view.left and view.above(view.best):
            return f"Stay under: {self.who(behind)}, who bid zero, still has to play and may have to go over."
        return None

    # ---- taking a trick

    def _win(self, value: int, best: int) -> str:
        view = self.view
        if view.winner is not None and view.is_ours(view.winner):
            return self._over_partner(value, best)
        if view.need <= 0:
            return self._extra(value)
        broken = view.sets()
        if broken is not None and not view.after:
            return f"It takes a trick that {self.who(broken)} needs: now that bid cannot be made."
        if view.void() and self.suit_of[value] == SPADES:
            return self._ruff(value, best)
        sure = view.safe(value, view.led)
        if view.need == 1 and sure:
            return "It takes the trick, the last one that you need for the bid."
        if not view.after:
            return self._last(value)
        if sure:
            return "Nobody can go over it." if view.lost else f"Nobody can go over it: one of the {view.need} you need."
        return self._over(value, f"the {self.words.on_table(best)}")

    def _is_cheap(self, value: int) -> bool:
        """Whether a card wins, and no cheaper one would do as well."""
        cheap = self.view.cheapest_winner()
        return cheap is not None and self.view.same_strength(value, cheap)

    def _last(self, value: int) -> str:
        """The seat is last and takes the trick."""
        cheap = self.view.cheapest_winner()
        if cheap is None or value == cheap:
            return "You are last: win the trick as cheaply as you can."
        if self._is_cheap(value):
            return "You are last, and it wins the trick."
        return f"It wins the trick; the {self.words.rank(cheap)} would do."

    def _over(self, value: int, named: str) -> str:
        """A card goes over the best one, and others still play."""
        view = self.view
        suit = suit_word(self.suit_of[value], 1)
        above = view.above(value).bit_count()
        if not above:
            if self.suit_of[value] != SPADES and view.may_be_ruffed(self.suit_of[value]):
                return f"It goes over {named}, and no higher {suit} is out, but it may be ruffed."
            return f"It goes over {named}, and no higher {suit} is out."
        if above <= FEW:
            if self._is_cheap(value):
                return f"It goes over {named} as cheaply as it can, and may hold."
            return f"It goes over {named} and makes it hard for those behind you."
        if self._is_cheap(value):
            return f"It goes just over {named}: to beat it, {self.words.somebody} must spend a higher {suit}."
        return f"It goes over {named}, but many higher {suit}s are out."

    def _ruff(self, value: int, best: int) -> str:
        view = self.view
        none = f"You have no {suit_word(view.led or 0)}"
        if self.suit_of[best] == SPADES:
            return f"{none} and can go over the {self.words.on_table(best)}."
        sure, cheap = view.safe(value, view.led), view.cheapest_winner()
        spade = "your only spade" if (view.own & view.masks[SPADES]).bit_count() == 1 else "your smallest spade"
        if not self._is_cheap(value):
            if cheap is not None and view.safe(cheap, view.led):
                return But(f"{none}, and a smaller spade would do.")
            return f"{none}; {'nobody can go over this spade' if sure else 'a higher spade is harder to go over'}."
        if value != cheap:
            spade = "this spade"
        return f"{none}: {spade} takes the trick." if sure else f"{none}: ruff with {spade}."

    def _over_partner(self, value: int, best: int) -> str:
        view = self.view
        theirs = f"partner's {self.words.on_table(best)}"
        if not view.losers():
            if value == view.cheapest_winner():
                return f"You cannot help going over {theirs}: do it with the lowest."
            return f"Every card that you may play goes over {theirs}."
        if view.holds(best):
            return But(f"It takes {theirs}, which was winning already.")
        if view.same_strength(value, best):
            return But(f"It goes over {theirs}, but is no better.")
        if view.sated:
            return But(f"It goes over {theirs}, although your bid is made.")
        if view.safe(value, view.led):
            return f"{capital(theirs)} may not hold; this makes sure of the trick."
        if view.boss(value):
            return f"{capital(theirs)} may not hold; no higher {suit_word(self.suit_of[value], 1)} than this is out."
        return f"It goes over {theirs}, which may not hold."

    def _extra(self, value: int) -> str:
        """A trick above the bid."""
        view, settled = self.view, self.words.settled()
        sure = view.safe(value, view.led)
        broken = view.sets()
        if broken is not None and sure:
            return f"{settled}, but without this trick {self.who(broken)} cannot make theirs."
        if view.extra_costs <= 0:
            return f"{settled}, and a trick more does no harm."
        over = self.words.extra()
        if view.losers():
            return But(f"{settled}: if it takes the trick, that is {over}.")
        if not sure:
            if self._is_cheap(value) and not view.boss(value):
                return f"{settled}, but you cannot stay under; hope that {self.words.somebody} goes over it."
            return f"{settled}, but you cannot stay under: if it holds, that is {over}."
        if view.as_high(value) and not view.as_low(value):
            return f"You cannot help taking it, {over}; then with the highest, and it is gone."
        return f"{settled}, and this is {over}, but you cannot stay under."

    # ---- leaving a trick

    def _lose(self, card: int, value: int, best: int) -> str:
        view = self.view
        partners = view.winner is not None and view.is_ours(view.winner)
        if view.void():
            return self._throw(card, f"Partner's {self.words.on_table(best)} is winning" if partners else None)
        if partners:
            return self._under_partner(card, value, best)
        named = f"the {self.words.on_table(best)}"
        if view.sated:
            return self._stay_under(value, named)
        if not self._could_win():
            return self._cannot_win(value, named)
        bound = self._bound()
        if bound is not None:
            return bound
        kept = view.held_back(card)
        saved = f"keep the {self.words.rank(kept)} for later" if kept is not None else "leave the trick"
        if self.suit_of[best] == SPADES and view.led != SPADES:
            return f"The trick has been ruffed: {saved}."
        if view.with_partner and view.partner in view.after:
            return f"Partner is still to play: {saved}."
        if self._has_enough(card):
            return ENOUGH
        return f"Let this one go, and {saved}."

    def _bound(self) -> str | None:
        """What speaks for or against leaving a trick whatever the card: the bid fails with it, or is lost already and
        the trick costs whoever has it."""
        view, winner = self.view, self.view.winner
        if view.need == view.left and not any(view.is_ours(seat) for seat in view.after):
            return But(EVERY)
        if winner is None or view.after or not view.lost or not view.glutted(winner):
            return None
        return f"Your bid cannot be made any more: leave {self.who(winner)} {self.words.extra()}."

    def _has_enough(self, card: int) -> bool:
        """Whether the highest cards that stay in the hand make the bid, and tricks above it cost something."""
        view = self.view
        return 0 < view.need <= view.winners() - view.boss(card) and view.over_costs > 0

    def _stay_under(self, value: int, named: str) -> str:
        """No trick is wanted any more, and the card takes none."""
        view, settled = self.view, self.words.settled()
        losers, highest = view.losers(), view.highest_loser()
        if len(losers) == 1:
            return f"{settled}: only this card stays under {named}."
        if highest is not None and called_high(value) and view.same_strength(value, highest):
            return f"{settled}: get rid of a high card while it cannot take a trick."
        if value != highest:
            return f"{settled}: stay under {named} and leave the trick to {self.words.others}."
        return f"{settled}: it is the highest that stays under {named}."

    def _cannot_win(self, value: int, named: str) -> str:
        view = self.view
        if view.as_low(value):
            return f"You cannot go over {named}: {self.words.lowest(value)}."
        spare = view.winners() - view.boss(value)
        if called_high(value) and view.dangerous(value) and view.over_costs > 5 and 0 < view.need <= spare:
            return f"You cannot go over {named}: be rid of a high card, which could bring {self.words.extra()} later."
        return But(f"You cannot go over {named}, and a lower card would do.")

    def _under_partner(self, card: int, value: int, best: int) -> str:
        view = self.view
        theirs = f"Partner's {self.words.on_table(best)}"
        kept = view.held_back(card)
        if kept is not None:
            holds = "is already winning" if view.holds(best) else "may hold"
            return f"{theirs} {holds}; save the {self.words.rank(kept)}."
        if view.sated and not view.as_low(value):
            if called_high(value):
                return f"{theirs} is winning, and your bid is made: get rid of a high card."
            return f"{theirs} is winning, and your bid is made: keep what is lower."
        if view.as_low(value):
            return f"{theirs} is winning: {self.words.lowest(value)}."
        return But(f"{theirs} is winning, and a lower card would do.")

    def _throw(self, card: int, partners: str | None) -> str:
        """A card of another suit that is no trump, or a trump that is too small; `partners` says that partner wins."""
        view = self.view
        suit = self.suit_of[card]
        none = partners or f"You have no {suit_word(view.led or 0)}"
        if suit == SPADES:
            if all(self.suit_of[fact.card] == SPADES for fact in view.plays()):
                return f"{none}: {self.words.lowest(card)}." if view.as_low(card) else "You have nothing but spades."
            return But(f"{none}, and this spade is wasted.") if partners else f"{none}, and this spade is too small."
        if view.sated:
            if view.as_high(card) and view.dangerous(card):
                return f"{self.words.settled()}: throw off the {card_words(card)} before it takes a trick."
            return f"{self.words.settled()}: leave the trick to {'partner' if partners else self.words.others}."
        if view.boss(card) and view.need > 0 and not view.lost:
            if not all(view.boss(value) for value in view.losers()):
                return But(f"The {card_words(card)} could still take a trick: throw something else.")
            if not self._could_win():
                return "Each of your cards could take a trick, but one has to go."
        if partners and self._could_win():
            return f"{none}; save the trump."
        return self._void_made(card) or self._leave(card, none)

    def _void_made(self, card: int) -> str | None:
        """The last card of a suit."""
        view, suit = self.view, self.suit_of[card]
        if len(view.same_suit(card)) > 1 or not view.gains_by_ruffing() or not view.out(suit):
            return None
        if view.only_trumps_beside(card):
            return "It is your last card beside your spades."
        return f"It is your only {suit_word(suit, 1)}: after this you can ruff {suit_word(suit)} as well."

    def _leave(self, card: int, none: str) -> str:
        view = self.view
        one = suit_word(self.suit_of[card], 1)
        if self._could_win():
            bound = self._bound()
            if bound is not None:
                return bound
            if self._has_enough(card):
                return ENOUGH
            spades = "spade" if (view.own & view.masks[SPADES]).bit_count() == 1 else "spades"
            return f"Let this one go, and keep your {spades} for later."
        if view.low(card):
            return f"{none}: throw a low {one}."
        if view.above(card):
            return f"{none}; higher {one}s than this are out."
        if view.lost:
            return f"{none}; your bid cannot be made any more."
        return f"{none}; a trick more is not needed."
