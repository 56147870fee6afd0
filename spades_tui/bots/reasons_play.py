"""Why a card is good, in one sentence. From the observation alone."""

from spades_tui.bots.seat_view import SeatView
from spades_tui.bots.sentences import But, Names, called_high, capital, card_words, rank_word, speaker, suit_word
from spades_tui.cards import SPADES
from spades_tui.game.facts import Play
from spades_tui.seats import Observation

ZERO_LIVES = ", and your zero lives."
"""How a sentence about a card under the others ends."""
ZERO_SPOILT = ", which could spoil your zero later."
"""How one ends about a card that is thrown off."""


class PlayReason:
    """The reason for one card. Each method answers a sentence, or None where it has nothing to say."""

    def __init__(self, seen: Observation, seat: int, names: Names) -> None:
        self.view = SeatView(seen, seat)
        self.seen, self.seat = seen, seat
        self.suit_of = seen.rules.cards.suit_of
        self.who = speaker(seen, seat, names)

    def of(self, fact: Play) -> str:
        """The sentence."""
        view, value = self.view, fact.value
        card, wins = fact.card, self.view.wins(fact.value)
        sentence = self._renege(card) or self._only(card)
        if sentence is None and view.led is None:
            sentence = self._lead(card, value)
        elif sentence is None:
            sentence = (
                self._own_zero(card, value, wins)
                or self._partner_zero(value, wins)
                or self._hunt(wins)
                or (self._win(value) if wins else self._lose(card, value))
            )
        sentence = sentence or "It keeps the better cards for later."
        return sentence if fact.ace != "low" else type(sentence)(f"Called low. {sentence}")

    # ---- no choice

    def _renege(self, card: int) -> str | None:
        follows = self.seen.follows
        if self.view.led is None or not follows or follows >> card & 1:
            return None
        return But("It does not follow suit although you can: that may be challenged.")

    def _only(self, card: int) -> str | None:
        view = self.view
        if len({fact.card for fact in view.plays()}) > 1 or not view.plays():
            return None
        if view.own.bit_count() == 1:
            return "It is your last card."
        suit = self.suit_of[card]
        if view.led == suit:
            return f"It is your only {suit_word(suit, 1)}."
        return "It is the only card that may be played."

    # ---- zeros

    def _own_zero(self, card: int, value: int, wins: bool) -> str | None:
        view = self.view
        if not view.zero:
            return None
        if view.void() and not wins:
            if not view.dangerous(value):
                return "You cannot follow, and this takes no trick."
            return f"You cannot follow: throw off the {card_words(card)}{ZERO_SPOILT}"
        if not wins:
            best = view.best if view.best is not None else value
            if value == view.highest_loser() and view.dangerous(value):
                return f"It stays under the {rank_word(best)}, and a dangerous card is gone."
            return f"It stays under the {rank_word(best)}{ZERO_LIVES}"
        if view.highest_loser() is not None:
            return But("It may take the trick, and that ends your zero.")
        if not view.after:
            return "It cannot be helped: every card that you may play takes this trick."
        if view.safe(value, view.led):
            return "Nobody can go over it any more: your zero is lost with this trick."
        return "You cannot stay under; hope that somebody goes over it."

    def _partner_zero(self, value: int, wins: bool) -> str | None:
        view = self.view
        partner = view.partner
        if partner is None or not view.partner_zero:
            return None
        if view.winner == partner:
            best = rank_word(view.best) if view.best is not None else "card"
            if wins:
                return f"It takes the trick from partner's {best} and covers partner's zero."
            if self._could_win():
                return But(f"Partner's {best} is winning, and partner bid zero; this does not help.")
            return None
        if partner not in view.after:
            return None
        if wins and view.is_highest(value):
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
        if not hunted or wins:
            return None
        if view.winner in hunted and view.winner is not None:
            name = self.who(view.winner)
            if all(other in hunted for other in view.after) or not view.after:
                return f"{capital(name)} bid zero and is winning: stay under, and the zero is broken."
            return f"{capital(name)} bid zero and is winning: stay under."
        behind = next((seat for seat in view.after if seat in hunted), None)
        if behind is not None and self._could_win() and view.need < view.left:
            return f"Stay under: {self.who(behind)}, who bid zero, still has to play and may have to go over."
        return None

    # ---- taking a trick

    def _win(self, value: int) -> str | None:
        view = self.view
        winner, best = view.winner, view.best
        if winner is None or best is None:
            return None
        if self._ours(winner):
            return self._over_partner(value, best)
        named = f"the {rank_word(best)}" if self.suit_of[best] != SPADES or view.led == SPADES else "the ruff"
        if view.need <= 0 and not view.lost:
            return self._extra(value)
        broken = view.sets()
        if broken is not None and not view.after:
            return f"It takes a trick that {self.who(broken)} needs: now that bid cannot be made."
        if view.void() and self.suit_of[value] == SPADES:
            return self._ruff(value, named)
        cheap = value == view.cheapest_winner()
        if view.need == 1 and (not view.after or view.safe(value, view.led)):
            return "It takes the trick, the last one that you need for the bid."
        if not view.after:
            return "You are last: win the trick as cheaply as you can." if cheap else "It wins the trick."
        if view.safe(value, view.led):
            return f"Nobody can go over it: one of the {view.need} that you still need." if not view.lost else None
        if view.likely_safe(value):
            return f"It goes over {named}, and no higher {suit_word(self.suit_of[value], 1)} is out."
        if cheap:
            return f"It goes over {named} as cheaply as it can, and may hold."
        return f"It goes over {named} and makes it hard for those behind you."

    def _ours(self, seat: int) -> bool:
        view = self.view
        return seat == view.partner and view.with_partner

    def _ruff(self, value: int, named: str) -> str:
        view = self.view
        led = suit_word(view.led or 0)
        cheap = value == view.cheapest_winner()
        if view.best is not None and self.suit_of[view.best] == SPADES:
            return f"You have no {led} and can go over {named}."
        if cheap:
            return f"You have no {led}: your smallest spade takes the trick."
        return f"You have no {led}; a higher spade is harder to go over."

    def _over_partner(self, value: int, best: int) -> str:
        view = self.view
        theirs = f"partner's {rank_word(best)}"
        if not self._partner_may_lose():
            return But(f"It takes {theirs}, which was winning already.")
        if not view.after:
            return But(f"It takes {theirs}, which was winning already.")
        if view.safe(value, view.led) or view.likely_safe(value):
            return f"{capital(theirs)} may not hold; this makes sure of the trick."
        return f"It goes over {theirs}, which may not hold."

    def _partner_may_lose(self) -> bool:
        view = self.view
        return view.best is not None and bool(view.after) and not view.likely_safe(view.best)

    def _extra(self, value: int) -> str:
        """A trick above the bid."""
        view = self.view
        broken = view.sets()
        if broken is not None and (not view.after or view.safe(value, view.led)):
            return f"Your bid is made, but without this trick {self.who(broken)} cannot make theirs."
        if view.extra_costs <= 0:
            return "Your bid is made, and a trick more does no harm."
        over = "a bag" if view.rules.bags is not None else "one too many"
        if view.highest_loser() is None:
            if view.is_highest(value) and not view.after:
                return f"You cannot help taking it, {over}; then with the highest, and it is gone."
            return f"Your bid is made, and this is {over}, but you cannot stay under."
        return But(f"Your bid is made: if it takes the trick, that is {over}.")

    # ---- leaving a trick

    def _lose(self, card: int, value: int) -> str | None:
        view = self.view
        winner, best = view.winner, view.best
        if winner is None or best is None:
            return None
        if self._ours(winner):
            return self._under_partner(value, best)
        if view.void():
            return self._throw(card)
        named = f"the {rank_word(best)}"
        if view.need <= 0 and view.extra_costs > 0:
            if self._could_win() and value == view.highest_loser():
                return f"Your bid is made: go under {named} with your highest, and be rid of it."
            if self._could_win():
                return f"Your bid is made: stay under {named} and leave the trick to others."
            if value == view.highest_loser() and not view.is_lowest(value):
                if not called_high(value):
                    return f"Your bid is made: it is the highest that stays under {named}."
                return "Your bid is made: get rid of a high card while it cannot take a trick."
        if not self._could_win():
            if view.is_lowest(value):
                return f"You cannot go over {named}: give your lowest."
            dangerous = called_high(value) and view.dangerous(value) and view.is_highest(value)
            if view.over_costs > 5 and dangerous:
                over = "a bag" if view.rules.bags is not None else "a trick too many"
                return f"You cannot go over {named}: be rid of a high card, which could bring {over} later."
            return But(f"You cannot go over {named}, and a lower card would do.")
        kept = view.held_back()
        saved = f"keep the {rank_word(kept)} for later" if kept is not None else "keep what is better"
        if self.suit_of[best] == SPADES and view.led != SPADES:
            return f"The trick has been ruffed: {saved}."
        if view.after and self.view.with_partner and view.partner in view.after:
            return f"Partner is still to play: {saved}."
        return f"Let this one go, and {saved}."

    def _under_partner(self, value: int, best: int) -> str:
        view = self.view
        theirs = f"Partner's {rank_word(best)}"
        if self.suit_of[best] == SPADES and view.led != SPADES:
            theirs = "Partner's ruff"
        sure = not self._partner_may_lose()
        kept = view.held_back()
        if kept is not None and self.suit_of[kept] == SPADES and view.led != SPADES:
            return f"{theirs} is already winning; save the trump." if sure else f"{theirs} may hold; save the trump."
        if kept is not None:
            saved = f"save the {rank_word(kept)}"
            return f"{theirs} is already winning; {saved}." if sure else f"{theirs} may hold; {saved}."
        if view.need <= 0 and view.extra_costs > 0 and not view.is_lowest(value):
            return f"{theirs} is winning, and your bid is made: get rid of a high card."
        if view.void() and self.suit_of[value] != SPADES:
            return f"{theirs} is winning: throw a card that takes no trick."
        return f"{theirs} is winning: {'give your lowest' if view.is_lowest(value) else 'leave it so'}."

    def _throw(self, card: int) -> str:
        """A card of another suit that is no trump, or a trump that is too small."""
        view = self.view
        suit = self.suit_of[card]
        led = suit_word(view.led or 0)
        if suit == SPADES:
            return f"You have no {led}, and this spade cannot take the trick."
        length = len(view.same_suit(card))
        trumps = bool(view.own & view.masks[SPADES])
        if view.need <= 0 and view.extra_costs > 0:
            if view.is_highest(card) and view.dangerous(card):
                return f"Your bid is made: throw off the {card_words(card)} before it takes a trick."
            return "Your bid is made: leave the trick to others."
        if length == 1 and trumps:
            return f"It is your only {suit_word(suit, 1)}: after this you can ruff {suit_word(suit)} as well."
        if self._could_win():
            return "Let this one go, and keep your spades for later."
        if view.is_lowest(card):
            return f"You have no {led}: throw a card that takes no trick anyway."
        return f"You have no {led}; this one you can spare."

    # ---- leading

    def _lead(self, card: int, value: int) -> str | None:
        view = self.view
        return (
            self._lead_with_zeros(value)
            or self._lead_promised()
            or (self._lead_when_made(value) if view.need <= 0 and view.extra_costs > 0 else None)
            or (self._lead_trump(value) if self.suit_of[card] == SPADES else self._lead_plain(card, value))
        )

    def _lead_with_zeros(self, value: int) -> str | None:
        view = self.view
        suit = suit_word(self.suit_of[value], 1)
        if view.zero:
            above = (view.unseen.cards & view.rank_masks.higher[value]).bit_count()
            if not above:
                return But(f"No higher {suit} is out: your zero is in danger with this lead.")
            if above >= 5 or view.is_lowest(value):
                return "Lead low: others have higher cards that must go over it."
            return "Somebody ought to go over it, and a dangerous card is gone."
        if view.partner_zero:
            if view.is_highest(value):
                if not called_high(value):
                    return f"It is your highest {suit}: partner's zero may stay under it."
                return "Lead high, so that partner's zero can stay under it."
            if view.boss(value):
                return f"No higher {suit} is out, so that partner's zero can stay under it."
            return But("It is low, and partner with the zero may have to take it.")
        hunted = view.hunted()
        if hunted and view.is_lowest(value) and not view.boss(value):
            return f"Lead low: {self.who(hunted[0])} bid zero and may have to take it."
        return None

    def _lead_promised(self) -> str | None:
        promised = self.seen.promises[self.seat]
        number = len(self.seen.tricks)
        if number < promised and all(winner == self.seat for winner in self.seen.winners):
            return f"You have promised the first {promised} tricks: this is the best card for the next of them."
        return None

    def _lead_when_made(self, value: int) -> str | None:
        view = self.view
        broken = view.sets()
        if broken is not None and view.safe(value):
            return f"Your bid is made, but without this trick {self.who(broken)} cannot make theirs."
        over = "a bag" if view.rules.bags is not None else "a trick too many"
        if view.boss(value):
            return But(f"Your bid is made, and this card may well take {over}.")
        if view.is_lowest(value):
            return "Your bid is made: lead low and leave the tricks to others."
        gone = ", and a high card is gone" if called_high(value) else ""
        return f"Your bid is made: somebody ought to go over it{gone}."

    def _lead_trump(self, value: int) -> str | None:
        view = self.view
        out = view.trumps_out()
        if not view.own & ~view.masks[SPADES]:
            return "No higher spade is out." if view.boss(value) else "You have nothing but spades."
        if not out:
            return But("Nobody else has a spade: it takes a trick, but no more than it would later.")
        winners = view.winners_beside(SPADES)
        if view.boss(value):
            if winners is not None:
                return f"Draw the trumps: then nobody can ruff your {suit_word(winners)}."
            return "No higher spade is out: it takes the trick and draws trumps."
        if winners is not None:
            return f"Draw the trumps, so that your {suit_word(winners)} are not ruffed."
        return "It brings higher spades out, and your own become good."

    def _lead_plain(self, card: int, value: int) -> str | None:
        view = self.view
        suit = self.suit_of[card]
        name = suit_word(suit)
        length = len(view.same_suit(card))
        unseen = view.unseen
        void = [seat for seat in view.after if unseen.voids[seat] >> suit & 1 and view.trumps_out()]
        ruffers = [seat for seat in void if not unseen.voids[seat] >> SPADES & 1]
        theirs = [seat for seat in ruffers if seat != view.partner]
        if view.partner in ruffers and view.with_partner and not theirs:
            return f"Partner has no {name} left and can ruff."
        if view.boss(value):
            if theirs:
                who = self.who(theirs[0])
                return But(f"No higher {suit_word(suit, 1)} is out, but {who} has none left and may ruff.")
            if not view.trumps_out():
                return f"The trumps are out, and nobody has a higher {suit_word(suit, 1)}."
            return f"Nobody has a higher {suit_word(suit, 1)}: take the trick before somebody can ruff."
        if theirs and view.need <= view.left:
            return f"{capital(self.who(theirs[0]))} has no {name} left: this draws out a trump."
        if length == 1 and view.own & view.masks[SPADES]:
            return f"It is your only {suit_word(suit, 1)}: after it you can ruff."
        above = (unseen.cards & view.rank_masks.higher[value]).bit_count()
        if view.is_highest(value) and above == 1 and length > 1:
            return f"It drives out the last higher {suit_word(suit, 1)}."
        if view.is_lowest(value):
            kept = view.same_suit(card)[-1]
            if length > 1 and view.ranks[kept] >= 11:
                if not unseen.cards & view.rank_masks.higher[kept]:
                    return f"Lead low: the {rank_word(kept)} takes a later trick too."
                return f"Lead low, and keep the {rank_word(kept)} until the higher ones are gone."
            return "Lead low: a good trick is not given away with it."
        return f"It is the {suit_word(suit, 1)} that you can best do without."
