"""Why a card is good, in one sentence. From the observation alone."""

from spades_tui.bots.scene import Scene, played_value
from spades_tui.bots.sentences import But, Names, capital, card_words, rank_word, speaker, suit_word
from spades_tui.cards import SPADES, SUIT_OF
from spades_tui.game.facts import Play
from spades_tui.game.kernel import suit_of
from spades_tui.seats import Observation


class PlayReason:
    """The reason for one card. Each method answers a sentence, or None where it has nothing to say."""

    def __init__(self, seen: Observation, seat: int, names: Names) -> None:
        self.scene = Scene(seen, seat)
        self.seen, self.seat = seen, seat
        self.who = speaker(seen, seat, names)

    def of(self, fact: Play) -> str:
        """The sentence."""
        scene, value = self.scene, played_value(fact)
        card, wins = fact.card, self.scene.wins(played_value(fact))
        sentence = self._renege(card) or self._only(card)
        if sentence is None and scene.led is None:
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
        if self.scene.led is None or not follows or follows >> card & 1:
            return None
        return But("It does not follow suit although you can: that may be challenged.")

    def _only(self, card: int) -> str | None:
        scene = self.scene
        if len({fact.card for fact in scene.plays()}) > 1 or not scene.plays():
            return None
        if scene.own.bit_count() == 1:
            return "It is your last card."
        suit = SUIT_OF[card]
        if scene.led == suit:
            return f"It is your only {suit_word(suit, 1)}."
        return "It is the only card that may be played."

    # ---- zeros

    def _own_zero(self, card: int, value: int, wins: bool) -> str | None:
        scene = self.scene
        if not scene.zero:
            return None
        if scene.void() and not wins:
            if not scene.dangerous(value):
                return "You cannot follow, and this takes no trick."
            return f"You cannot follow: throw off the {card_words(card)}, which could spoil your zero later."
        if not wins:
            best = scene.best if scene.best is not None else value
            if value == scene.highest_loser() and scene.dangerous(value):
                return f"It stays under the {rank_word(best)}, and a dangerous card is gone."
            return f"It stays under the {rank_word(best)}, and your zero lives."
        if scene.highest_loser() is not None:
            return But("It may take the trick, and that ends your zero.")
        if not scene.after:
            return "It cannot be helped: every card that you may play takes this trick."
        if scene.safe(value, scene.led):
            return "Nobody can go over it any more: your zero is lost with this trick."
        return "You cannot stay under; hope that somebody goes over it."

    def _partner_zero(self, value: int, wins: bool) -> str | None:
        scene = self.scene
        partner = scene.partner
        if partner is None or not scene.partner_zero:
            return None
        if scene.winner == partner:
            best = rank_word(scene.best) if scene.best is not None else "card"
            if wins:
                return f"It takes the trick from partner's {best} and covers partner's zero."
            if self._could_win():
                return But(f"Partner's {best} is winning, and partner bid zero; this does not help.")
            return None
        if partner not in scene.after:
            return None
        if wins and scene.is_highest(value):
            return "Play high, so that partner's zero can go under it."
        if not wins and self._could_win():
            return But("It stays low although partner, who bid zero, still has to play.")
        return None

    def _could_win(self) -> bool:
        return self.scene.cheapest_winner() is not None

    def _hunt(self, wins: bool) -> str | None:
        """An opponent's zero that this trick may break."""
        scene = self.scene
        hunted = scene.hunted()
        if not hunted or wins:
            return None
        if scene.winner in hunted and scene.winner is not None:
            name = self.who(scene.winner)
            if all(other in hunted for other in scene.after) or not scene.after:
                return f"{capital(name)} bid zero and is winning: stay under, and the zero is broken."
            return f"{capital(name)} bid zero and is winning: stay under."
        behind = next((seat for seat in scene.after if seat in hunted), None)
        if behind is not None and self._could_win() and scene.need < scene.left:
            return f"Stay under: {self.who(behind)}, who bid zero, still has to play and may have to go over."
        return None

    # ---- taking a trick

    def _win(self, value: int) -> str | None:
        scene = self.scene
        winner, best = scene.winner, scene.best
        if winner is None or best is None:
            return None
        if self._ours(winner):
            return self._over_partner(value, best)
        named = f"the {rank_word(best)}" if suit_of(best) != SPADES or scene.led == SPADES else "the ruff"
        if scene.need <= 0 and not scene.lost:
            return self._extra(value)
        broken = scene.sets()
        if broken is not None and not scene.after:
            return f"It takes a trick that {self.who(broken)} needs: now that bid cannot be made."
        if scene.void() and suit_of(value) == SPADES:
            return self._ruff(value, named)
        cheap = value == scene.cheapest_winner()
        if scene.need == 1 and (not scene.after or scene.safe(value, scene.led)):
            return "It takes the trick, the last one that you need for the bid."
        if not scene.after:
            return "You are last: win the trick as cheaply as you can." if cheap else "It wins the trick."
        if scene.safe(value, scene.led):
            return f"Nobody can go over it: one of the {scene.need} that you still need." if not scene.lost else None
        if scene.likely_safe(value):
            return f"It goes over {named}, and no higher {suit_word(suit_of(value), 1)} is out."
        if cheap:
            return f"It goes over {named} as cheaply as it can, and may hold."
        return f"It goes over {named} and makes it hard for those behind you."

    def _ours(self, seat: int) -> bool:
        scene = self.scene
        return seat == scene.partner and scene.with_partner

    def _ruff(self, value: int, named: str) -> str:
        scene = self.scene
        led = suit_word(scene.led or 0)
        cheap = value == scene.cheapest_winner()
        if scene.best is not None and suit_of(scene.best) == SPADES:
            return f"You have no {led} and can go over {named}."
        if cheap:
            return f"You have no {led}: your smallest spade takes the trick."
        return f"You have no {led}; a higher spade is harder to go over."

    def _over_partner(self, value: int, best: int) -> str:
        scene = self.scene
        theirs = f"partner's {rank_word(best)}"
        if not self._partner_may_lose():
            return But(f"It takes {theirs}, which was winning already.")
        if not scene.after:
            return But(f"It takes {theirs}, which was winning already.")
        if scene.safe(value, scene.led) or scene.likely_safe(value):
            return f"{capital(theirs)} may not hold; this makes sure of the trick."
        return f"It goes over {theirs}, which may not hold."

    def _partner_may_lose(self) -> bool:
        scene = self.scene
        return scene.best is not None and bool(scene.after) and not scene.likely_safe(scene.best)

    def _extra(self, value: int) -> str:
        """A trick above the bid."""
        scene = self.scene
        broken = scene.sets()
        if broken is not None and (not scene.after or scene.safe(value, scene.led)):
            return f"Your bid is made, but without this trick {self.who(broken)} cannot make theirs."
        if scene.extra_costs <= 0:
            return "Your bid is made, and a trick more does no harm."
        over = "a bag" if scene.rules.bags is not None else "one too many"
        if scene.highest_loser() is None:
            if scene.is_highest(value) and not scene.after:
                return f"You cannot help taking it, {over}; then with the highest, and it is gone."
            return f"Your bid is made, and this is {over}, but you cannot stay under."
        return But(f"Your bid is made: if it takes the trick, that is {over}.")

    # ---- leaving a trick

    def _lose(self, card: int, value: int) -> str | None:
        scene = self.scene
        winner, best = scene.winner, scene.best
        if winner is None or best is None:
            return None
        if self._ours(winner):
            return self._under_partner(value, best)
        if scene.void():
            return self._throw(card)
        named = f"the {rank_word(best)}"
        if scene.need <= 0 and scene.extra_costs > 0:
            if self._could_win() and value == scene.highest_loser():
                return f"Your bid is made: go under {named} with your highest, and be rid of it."
            if self._could_win():
                return f"Your bid is made: stay under {named} and leave the trick to others."
            if value == scene.highest_loser() and not scene.is_lowest(value):
                return "Your bid is made: get rid of a high card while it cannot take a trick."
        if not self._could_win():
            if scene.is_lowest(value):
                return f"You cannot go over {named}: give your lowest."
            if scene.over_costs > 5 and scene.dangerous(value) and scene.is_highest(value):
                over = "a bag" if scene.rules.bags is not None else "a trick too many"
                return f"You cannot go over {named}: be rid of a high card, which could bring {over} later."
            return But(f"You cannot go over {named}, and a lower card would do.")
        kept = scene.held_back()
        saved = f"keep the {rank_word(kept)} for later" if kept is not None else "keep what is better"
        if suit_of(best) == SPADES and scene.led != SPADES:
            return f"The trick has been ruffed: {saved}."
        if scene.after and self.scene.with_partner and scene.partner in scene.after:
            return f"Partner is still to play: {saved}."
        return f"Let this one go, and {saved}."

    def _under_partner(self, value: int, best: int) -> str:
        scene = self.scene
        theirs = f"Partner's {rank_word(best)}"
        if suit_of(best) == SPADES and scene.led != SPADES:
            theirs = "Partner's ruff"
        sure = not self._partner_may_lose()
        kept = scene.held_back()
        if kept is not None and SUIT_OF[kept] == SPADES and scene.led != SPADES:
            return f"{theirs} is already winning; save the trump." if sure else f"{theirs} may hold; save the trump."
        if kept is not None:
            saved = f"save the {rank_word(kept)}"
            return f"{theirs} is already winning; {saved}." if sure else f"{theirs} may hold; {saved}."
        if scene.need <= 0 and scene.extra_costs > 0 and not scene.is_lowest(value):
            return f"{theirs} is winning, and your bid is made: get rid of a high card."
        if scene.void():
            return f"{theirs} is winning: throw a card that takes no trick."
        return f"{theirs} is winning: {'give your lowest' if scene.is_lowest(value) else 'leave it so'}."

    def _throw(self, card: int) -> str:
        """A card of another suit that is no trump, or a trump that is too small."""
        scene = self.scene
        suit = SUIT_OF[card]
        led = suit_word(scene.led or 0)
        if suit == SPADES:
            return f"You have no {led}, and this spade cannot take the trick."
        length = len(scene.same_suit(card))
        trumps = bool(scene.own & scene.masks[SPADES])
        if scene.need <= 0 and scene.extra_costs > 0:
            if scene.is_highest(card) and scene.dangerous(card):
                return f"Your bid is made: throw off the {card_words(card)} before it takes a trick."
            return "Your bid is made: leave the trick to others."
        if length == 1 and trumps:
            return f"It is your only {suit_word(suit, 1)}: after this you can ruff {suit_word(suit)} as well."
        if self._could_win():
            return "Let this one go, and keep your spades for later."
        if scene.is_lowest(card):
            return f"You have no {led}: throw a card that takes no trick anyway."
        return f"You have no {led}; this one you can spare."

    # ---- leading

    def _lead(self, card: int, value: int) -> str | None:
        scene = self.scene
        return (
            self._lead_with_zeros(value)
            or self._lead_promised()
            or (self._lead_when_made(value) if scene.need <= 0 and scene.extra_costs > 0 else None)
            or (self._lead_trump(value) if SUIT_OF[card] == SPADES else self._lead_plain(card, value))
        )

    def _lead_with_zeros(self, value: int) -> str | None:
        scene = self.scene
        suit = suit_word(suit_of(value), 1)
        if scene.zero:
            above = (scene.sight.unseen & scene.edges.higher[value]).bit_count()
            if not above:
                return But(f"No higher {suit} is out: your zero is in danger with this lead.")
            if above >= 5 or scene.is_lowest(value):
                return "Lead low: others have higher cards that must go over it."
            return "Somebody ought to go over it, and a dangerous card is gone."
        if scene.partner_zero:
            if scene.boss(value) or scene.is_highest(value):
                return "Lead high, so that partner's zero can stay under it."
            return But("It is low, and partner with the zero may have to take it.")
        hunted = scene.hunted()
        if hunted and scene.is_lowest(value) and not scene.boss(value):
            return f"Lead low: {self.who(hunted[0])} bid zero and may have to take it."
        return None

    def _lead_promised(self) -> str | None:
        promised = self.seen.promises[self.seat]
        number = len(self.seen.tricks)
        if number < promised and all(winner == self.seat for winner in self.seen.winners):
            return f"You have promised the first {promised} tricks: this is the best card for the next of them."
        return None

    def _lead_when_made(self, value: int) -> str | None:
        scene = self.scene
        broken = scene.sets()
        if broken is not None and scene.safe(value):
            return f"Your bid is made, but without this trick {self.who(broken)} cannot make theirs."
        over = "a bag" if scene.rules.bags is not None else "a trick too many"
        if scene.boss(value):
            return But(f"Your bid is made, and this card may well take {over}.")
        if scene.is_lowest(value):
            return "Your bid is made: lead low and leave the tricks to others."
        return "Your bid is made: somebody ought to go over it, and a high card is gone."

    def _lead_trump(self, value: int) -> str | None:
        scene = self.scene
        out = scene.trumps_out()
        if not scene.own & ~scene.masks[SPADES]:
            return "No higher spade is out." if scene.boss(value) else "You have nothing but spades."
        if not out:
            return But("Nobody else has a spade: it takes a trick, but no more than it would later.")
        winners = scene.winners_beside(SPADES)
        if scene.boss(value):
            if winners is not None:
                return f"Draw the trumps: then nobody can ruff your {suit_word(winners)}."
            return "No higher spade is out: it takes the trick and draws trumps."
        if winners is not None:
            return f"Draw the trumps, so that your {suit_word(winners)} are not ruffed."
        return "It brings higher spades out, and your own become good."

    def _lead_plain(self, card: int, value: int) -> str | None:
        scene = self.scene
        suit = SUIT_OF[card]
        name = suit_word(suit)
        length = len(scene.same_suit(card))
        sight = scene.sight
        void = [seat for seat in scene.after if sight.voids[seat] >> suit & 1 and scene.trumps_out()]
        ruffers = [seat for seat in void if not sight.voids[seat] >> SPADES & 1]
        theirs = [seat for seat in ruffers if seat != scene.partner]
        if scene.partner in ruffers and scene.with_partner and not theirs:
            return f"Partner has no {name} left and can ruff."
        if scene.boss(value):
            if theirs:
                who = self.who(theirs[0])
                return But(f"No higher {suit_word(suit, 1)} is out, but {who} has none left and may ruff.")
            if not scene.trumps_out():
                return f"The trumps are out, and nobody has a higher {suit_word(suit, 1)}."
            return f"Nobody has a higher {suit_word(suit, 1)}: take the trick before somebody can ruff."
        if theirs and scene.need <= scene.left:
            return f"{capital(self.who(theirs[0]))} has no {name} left: this draws out a trump."
        if length == 1 and scene.own & scene.masks[SPADES]:
            return f"It is your only {suit_word(suit, 1)}: after it you can ruff."
        above = (sight.unseen & scene.edges.higher[value]).bit_count()
        if scene.is_highest(value) and above == 1 and length > 1:
            return f"It drives out the last higher {suit_word(suit, 1)}."
        if scene.is_lowest(value):
            kept = scene.same_suit(card)[-1]
            if length > 1 and scene.ranks[kept] >= 11:
                return f"Lead low, and keep the {rank_word(kept)} until the higher ones are gone."
            return "Lead low: a good trick is not given away with it."
        return f"It is the {suit_word(suit, 1)} that you can best do without."
