"""Why a card is worse than the best one in a trick that another seat led, in a player's words."""

from spades_tui.cards import SPADES, called_high, rank_word
from spades_tui.game.events import Play
from spades_tui.language.sentence_parts import number_word
from spades_tui.presentation.card_names import WORTH_KEEPING, CardNames
from spades_tui.presentation.wording import fitting


class WhyNotWords(CardNames):
    """Words what speaks against a card."""

    def follow_not(self, play: Play, best: Play) -> str:
        ahead, there = self.at.beats(play.value), self.at.beats(best.value)
        if ahead and there:
            return self._other_winner(play, best)
        if ahead:
            return self._needless_win(play, best)
        if there:
            return self._lost_trick(play, best)
        return self._other_loser(play, best)

    def _other_winner(self, play: Play, best: Play) -> str:
        at, the, other = self.at, self._the(play), self._the(best)
        if at.rank(play.value) > at.rank(best.value):
            if at.seat in at.nils:
                return ""
            if at.stands(best.value):
                return f"{other} takes it too: keep {the}"
            return f"{other} is ahead too: keep {the} for later"
        apart = at.higher(play.value) != at.higher(best.value)
        if at.stands(play.value) and at.extra_costs and apart and self._low_stays():
            return f"{other} takes it too: keep {the} {self._low_stays()}"
        if at.seat in at.nils:
            rid = f"get rid of {other}, which endangers your {self.nil} more"
            return f"both are ahead: {rid}"
        higher = at.higher(play.value)
        there = at.higher(best.value)
        if higher and not there and not at.last:
            out = f"{number_word(len(higher))} higher are"
            if len(higher) == 1:
                out = f"the {self._short(higher[0])} is"
            safe = f"{other} can't be beaten"
            if not at.stands(best.value):
                safe += f" in {self._some(at.suit_of(best.value))}"
            return f"{out} out and might beat {the}; {safe}"
        if len(higher) > len(there) and not at.last:
            beating = f"{number_word(len(higher))} higher cards might beat {the}"
            return f"{beating}, only {number_word(len(there))} {other}"
        return ""

    def _needless_win(self, play: Play, best: Play) -> str:
        at, the, other = self.at, self._the(play), self._the(best)
        if at.seat in at.nils:
            if at.stands(play.value):
                return f"{the} takes the trick and breaks your {self.nil}; {other} doesn't"
            return f"{the} would be ahead of {self._best()}: your {self.nil} may have to take it"
        if at.winner in at.other_nils:
            return f"{the} takes the trick from {self._winner()}, whose {self.nil} is winning it"
        if at.partner_wins and at.partner_nil != at.winner:
            if self._is_partners_as_good(play.value):
                return f"{self._partners_is_as_good(play)}: play {other}"
            if not at.stands_for_side(at.best or 0):
                ahead = f"partner is ahead with the {self._name(at.best or 0)}"
                return f"{ahead}: keep {the} and play {other}"
            needless = "only spends a high card" if called_high(play.value) else "isn't needed"
            if at.is_trump(play.value) and at.led != SPADES:
                needless = "only spends a trump"
            return f"partner is winning with the {self._name(at.best or 0)}: {the} {needless}"
        if self.has_enough:
            enough = self._enough()
            ahead = f"{enough}: {the} would be ahead of {self._best()}"
            return fitting(ahead, f"{enough}: {the} would take one")
        if at.void:
            return self._needless_ruff(play, best)
        higher = at.higher(play.value)
        if len(higher) == 1 and not at.last:
            return f"the {self._short(higher[0])} is out and might beat {the}: risk only {other}"
        if higher and not at.last:
            out = f"{number_word(len(higher))} higher {self._some(at.suit_of(play.value))}"
            return f"{out} might beat {the}: play {other}"
        return f"keep {the} for a later trick and leave this one to {self._winner()}"

    def _needless_ruff(self, play: Play, best: Play) -> str:
        """Return why a trick isn't ruffed: only a player without the suit can overruff."""
        at, the, other = self.at, self._the(play), self._the(best)
        goes = f"play {other}" if at.is_trump(best.value) else f"throw {other}"
        ruffer = self._overruffer(play.value)
        if ruffer is not None:
            either = f"{self.who(ruffer)} has no {self._some(at.led or 0)} either"
            return f"{either} and might overruff: {goes}"
        if at.partner_nil is None and any(map(at.is_partner, at.later)):
            return f"partner still plays after you: {goes}"
        return f"keep {the} for a later trick and leave this one to {self._winner()}"

    def _lost_trick(self, play: Play, best: Play) -> str:
        at, the, other = self.at, self._the(play), self._the(best)
        if at.partner_nil is not None and at.partner_nil == at.winner:
            return f"{the} leaves partner's {self.nil} winning the trick; {other} takes it over"
        if at.seat in at.nils:
            return ""
        if at.partner_wins:
            partner = f"{the} leaves it to partner's {self._name(at.best or 0)}"
            if at.stands_for_side(at.best or 0):
                return f"{partner}; {other} takes it over"
            if self._is_partners_as_good(best.value):
                return f"{partner}; {other} is as good, and may give you the lead"
            sure = "makes sure of it" if at.stands(best.value) else "is harder to beat"
            return f"{partner}; {other} {sure}"
        left = f"{the} leaves the trick to {self._winner()}"
        need = at.need
        if at.set_next and at.stands_for_side(best.value):
            return f"{left}; {other} sets them"
        if need is not None and 0 < need <= at.left:
            do = "ruff it" if at.void and at.is_trump(best.value) else f"{other} beats it"
            return f"{left}, and you still need {number_word(need)}: {do}"
        return f"{left}; {other} beats {self._best()}"

    def _other_loser(self, play: Play, best: Play) -> str:
        at, card = self.at, play.value
        the, other = self._the(play), self._the(best)
        same = at.suit_of(card) == at.suit_of(best.value)
        if at.seat in at.nils and same and at.height(card) < at.height(best.value):
            danger = f"it endangers your {self.nil} more"
            return f"neither card wins: throw {other} while you can, {danger}"
        if at.seat in at.nils:
            return f"throw {other}: it endangers your {self.nil} more"
        if at.is_trump(card) and not at.is_trump(best.value):
            return f"{the} can't win this trick: don't waste a trump"
        if same and at.height(card) > at.height(best.value):
            return self._higher_loser(card, the, best)
        if play.ace == "low":
            keep = "keep the ace, which may be called high later"
            return f"neither card wins: {keep}, and play {other}"
        if same:
            return self._lower_loser(play, best)
        if not at.higher(card) and at.higher(best.value):
            suit = self._a(at.suit_of(card))
            return f"keep {the}: no higher {suit} is out, so it may take a trick"
        return self._other_discard(card, best.value)

    def _higher_loser(self, card: int, the: str, best: Play) -> str:
        """Return why the higher one of two losing cards of a suit stays in the hand."""
        at, other, higher = self.at, self._the(best), self.at.higher(card)
        if not higher:
            top = f"no higher {self._a(at.suit_of(card))} is out"
            return f"keep {the}: {top}, so it may take a trick"
        if len(higher) == 1:
            return f"keep {the}: only the {self._name(higher[0])} beats it; play {other}"
        if len(higher) <= WORTH_KEEPING:
            return f"keep {the}: {self._higher_out(card)}; play {other}"
        lowest = ", your lowest" if best == at.losers[0] else ", the lower one"
        return f"neither card wins this trick: play {other}{lowest}"

    def _lower_loser(self, play: Play, best: Play) -> str:
        """Return why the lower one of two losing cards of a suit stays in the hand."""
        the, other, done = self._the(play), self._the(best), self._no_more()
        if done:
            return f"{done}: keep {the} to duck with, and let {other} go"
        nil = self._saved_for(best, play)
        if nil:
            return f"let {other} go and keep {the} for {nil}"
        if self._fewer():
            return f"neither card wins this trick: let {other} go {self._fewer()}"
        if not self._low_stays():
            return f"neither card wins: let {other} go{self._out_above(best.value)}"
        keep = f"keep the {self._beside(best, play)} {self._low_stays()}"
        return f"neither card wins: let {other} go and {keep}"

    def _other_discard(self, card: int, best: int) -> str:
        """Return what speaks against throwing one of two cards of different suits."""
        at, suit, there = self.at, self.at.suit_of(card), self.at.suit_of(best)
        full, other = self._full(card), self._full(best)
        own, short = at.held(suit), at.held(there).bit_count()
        comes_back = self._may_come_back(there)
        if short == 1 < own.bit_count() and comes_back:
            last = f"the {rank_word(best)} is your last {self._a(there)}"
            return f"keep the {full}: {last}, and then you can ruff"
        likelier = len(at.higher(card)) > len(at.higher(best)) and at.lower(best)
        if self.has_enough and likelier:
            sooner = "it might take an unwanted trick sooner than"
            return f"throw the {other}: {sooner} the {full}"
        if not self.has_enough and len(at.higher(card)) < len(at.higher(best)):
            return f"keep the {full}: fewer cards can beat it than the {other}"
        if short < own.bit_count() and comes_back:
            fewer = f"you have fewer {self._some(there)} than {self._some(suit)}"
            return f"{fewer}: throw the {other} to ruff sooner"
        return f"keep the {full}; the {other} can go"
