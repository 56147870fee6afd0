"""Why a lead is good, or worse than the best one, in a player's words."""

from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import forced_out
from spades_tui.bots.valued_choice import Aim
from spades_tui.cards import (
    JOKER_NAMES,
    SPADES,
    SUIT_NAMES,
    called_high,
    cards_of,
    printed_suit,
    rank_word,
)
from spades_tui.game.events import Play
from spades_tui.language.sentence_parts import number_word
from spades_tui.presentation.card_names import MOST_SETTING, WORTH_KEEPING, CardNames

FEW = 3
"""Lower cards that another player's nil could hide under: with fewer, a lead endangers it."""


class LeadWords(CardNames):
    """Words the reasons of a lead."""

    def lead(self, play: Play, plan: Plan, against: Play | None) -> str:
        """Return why a card is led, and not the one that a person might have led instead."""
        at, card, suit = self.at, play.value, self.at.suit_of(play.value)
        full, higher = self._full(card), at.higher(card)
        if plan == Plan.KEEP_NIL:
            if not higher:
                high = f"no higher {self._a(suit)} is out"
                return f"lead the {full}: {high}, but your other leads endanger the {self.nil} more"
            survive = "should survive" if len(higher) > 2 else "may survive"
            return f"lead the {full}: {self._higher_out(card)}, so your {self.nil} {survive}"
        if plan == Plan.COVER_NIL:
            top = f"nothing beats it in {self._some(suit)}"
            return f"lead the {full}: {top}, so partner's {self.nil} is safe under it"
        if plan in (Plan.ATTACK_NIL, Plan.ZERO_HUNT) or self._hunts(card):
            return self._hunt(card, against)
        safer = self._partner_nil_safer(card, against)
        if safer:
            return safer
        if plan == Plan.PROMISE:
            promise = f"you promised the first {number_word(at.promised)} tricks"
            return f"lead the {full}: {promise}, and nothing out is higher"
        if plan == Plan.DRAW_TRUMPS:
            return self._draw_trumps(card)
        if plan == Plan.CASH:
            if suit == SPADES or not at.trumps_out:
                return f"cash the {full}: no trump is out, and nothing can beat it"
            if not at.out(suit):
                none = f"nobody else has a {self._a(suit)} left"
                return f"lead the {full}: {none}, and a ruff costs a trump"
            void_shown = any(at.voids[seat] >> suit & 1 for seat in at.later)
            if rank_word(card) == "ace" and at.left == at.rules.tricks:
                return f"cash the {full} before somebody has no {self._a(suit)} left"
            if rank_word(card) == "ace" and not void_shown:
                return f"cash the {full}: nobody has shown a void in {self._some(suit)}"
            top = f"no higher {self._a(suit)} is out"
            ruffer = self._ruffer(card)
            if ruffer is not None:
                return f"lead the {full}: {top}, but {self.who(ruffer)} might ruff"
            return f"cash the {full}: {top}"
        if plan == Plan.LEAD_PARTNER_VOID:
            return f"lead the {full}: partner has no {self._a(suit)} left and may ruff it"
        if plan == Plan.FORCE_OUT:
            out = forced_out(at, card)
            assert out is not None
            driven, raised = out
            names_suit = printed_suit(card) == suit and card not in JOKER_NAMES
            high = self._full(raised)
            if names_suit:
                high = self._short(raised)
            return (
                f"lead the {full} to drive out the {self._short(driven)}: then your {high} is high"
            )
        if higher and self.has_enough:
            return self._lead_to_lose(card)
        kept = self._top(at.held(suit))
        if at.set_next and at.need is not None and at.need <= 0 and kept != card:
            whom = self._them(at.set_next[0])
            return f"one trick sets {whom}: lead the {full} and keep the {self._short(kept)} for it"
        return self._low_lead(card, against)

    def _hunts(self, card: int) -> bool:
        """Return whether a lead endangers another player's nil, which has few lower cards."""
        return self.aim == Aim.BREAK and bool(self._hunted(card)) and self.at.lower(card) < FEW

    def _hunted(self, card: int) -> list[int]:
        """Return the opponents with a nil who may have to follow to a lead."""
        at, suit = self.at, self.at.suit_of(card)
        return [seat for seat in at.other_nils if not at.voids[seat] >> suit & 1]

    def _partner_nil_safer(self, card: int, against: Play | None) -> str:
        """Return why a lead that can be beaten is good for the partner's nil, or ""."""
        at, suit, higher = self.at, self.at.suit_of(card), self.at.higher(card)
        lead, nils, nil = f"lead the {self._full(card)}", f"partner's {self.nil}", at.partner_nil
        if nil is None:
            return ""
        if at.voids[nil] >> suit & 1:
            return f"{lead}: partner has no {self._a(suit)} left, so {nils} is safe"
        if self.aim not in (Aim.KEEP, Aim.WIN):
            return ""
        if len(higher) == 1:
            return f"{lead}: only the {self._full(higher[0])} beats it, which covers {nils}"
        if against is not None and self.aim == Aim.KEEP:
            return f"{lead}: the {self._full(against.value)} endangers {nils} more"
        return ""

    def _hunt(self, card: int, against: Play | None) -> str:
        """Return how many lower cards save another player's nil, unless `against` leaves fewer."""
        at, suit = self.at, self.at.suit_of(card)
        nil = f"{self.who(self._hunted(card)[0])}'s {self.nil}"
        lower = at.lower(card)
        if at.held(suit).bit_count() == 1 < FEW <= lower and self._may_come_back(suit):
            return self._low_lead(card, against)
        hunts_too = against is not None and bool(self._hunted(against.value))
        if against is not None and hunts_too and at.lower(against.value) < lower:
            keep = f"and keep the {self._full(against.value)} for later"
            return f"lead the {self._full(card)} against {nil} {keep}"
        left = f"no lower {self._a(suit)}"
        if lower == 1:
            left = f"only one lower {self._a(suit)}"
        elif lower:
            only = "only " if lower <= FEW else ""
            left = f"{only}{number_word(lower)} lower {self._some(suit)}"
        return f"lead the {self._full(card)}: {nil} has {left} left to hide under"

    def _lead_to_lose(self, card: int) -> str:
        at, suit, higher = self.at, self.at.suit_of(card), self.at.higher(card)
        lead = f"{self._enough()}: lead the {self._full(card)}"
        same = [play.value for play in at.plays if at.suit_of(play.value) == suit]
        low = min(same, key=at.rank)
        if at.higher(low) != higher and not called_high(low):
            return f"{lead} and keep the {self._short(low)}"
        if len(higher) == 1:
            return f"{lead}, which the {self._short(higher[0])} can beat"
        return f"{lead}, which {number_word(len(higher))} higher {self._some(suit)} can beat"

    def _high_plain_cards(self) -> list[int]:
        """Return the hand's cards, except trumps, that no unseen card of their suit beats."""
        at = self.at
        plain = [card for card in cards_of(at.own) if at.suit_of(card) != SPADES]
        return [card for card in plain if not at.higher(card)]

    def _draw_trumps(self, card: int) -> str:
        """Return why trumps are drawn: whatever they could ruff, or that none is higher."""
        at, full = self.at, self._full(card)
        out = at.trumps_out
        plain = self._high_plain_cards()
        if plain and out == 1:
            safe = self._full(plain[-1])
            return f"draw the last trump with the {full}: it can't ruff your {safe}"
        if plain:
            safe = self._full(plain[-1])
            return f"draw trumps with the {full}: a trump that falls can't ruff your {safe}"
        if out == 1:
            return f"draw the last trump with the {full}"
        far = [side for side in at.other_sides if at.left - (at.needed(side) or 0) >= MOST_SETTING]
        others = self._still_needs()
        if others and len(far) == len(at.other_sides) and at.need is not None and at.need <= 0:
            return f"draw trumps with the {full}: {others} of the {number_word(at.left)} left"
        if self.has_enough and not others:
            top = f"no higher {self._a(SPADES)} is out"
            return f"lead the {full}: {top}, so it wins a trick anyway"
        return f"draw trumps with the {full}: {number_word(out)} are out, and none is higher"

    def _might_ruff(self, card: int) -> str:
        """Return which opponent has shown a void and might ruff a card, or ""."""
        ruffer = self._ruffer(card)
        if ruffer is None:
            return ""
        void = f"{self.who(ruffer)} has no {self._some(self.at.suit_of(card))}"
        return f"{void} and might ruff the {self._full(card)}"

    def _keeps(self, card: int, against: Play | None) -> str:
        """Return that another lead is worth keeping, because of a ruff or its rank, or ""."""
        at = self.at
        if against is None or (at.has_enough and not at.need):
            return ""
        suit = at.suit_of(against.value)
        top = self._top(at.held(suit))
        higher = at.higher(top)
        lead = f"lead the {self._full(card)}"
        ruffed = self._might_ruff(top)
        if not higher and against.value == top and ruffed:
            return f"{lead}: {ruffed}"
        if suit == SPADES or len(higher) != 1:
            return ""
        only = f"which only the {self._full(higher[0])} beats"
        return f"{lead} and keep the {self._full(top)}, {only}"

    def _low_lead(self, card: int, against: Play | None) -> str:
        """Return why a card is led that unseen cards can beat."""
        at, suit = self.at, self.at.suit_of(card)
        full, own, higher = self._full(card), at.held(suit), at.higher(card)
        rank, count = self._short(card), own.bit_count()
        top = self._top(own)
        short = self._may_come_back(suit)
        if short and count == 1:
            only = f"lead your only {self._a(suit)}, the {rank}"
            return f"{only}: then you can ruff {self._some(suit)}"
        if suit == SPADES and self._high_plain_cards():
            return self._low_trump(card, against)
        if self._fewer() and (self.aim != Aim.GIVE or not at.need):
            return f"lead the {full} {self._fewer()}: {self._higher_out(card)}"
        if top != card and not at.higher(top):
            return f"lead the {full} and keep the {self._short(top)} for a later round"
        if len(higher) == 1 and higher == at.higher(top):
            high = f"{self._full(higher[0])}{self._or_ruff(card)}"
            return f"lead the {full}: only the {high} can beat it"
        if short and count == 2:
            return f"lead the {full}: one {self._a(suit)} more, and you can ruff the suit"
        if top != card and len(at.higher(top)) == 1:
            high = self._full(at.higher(top)[0])
            return f"lead the {full} and keep the {self._short(top)}, which only the {high} beats"
        if top == card and self._next_below(card, own):
            return f"lead the {full}, the top of your {self._some(suit)}: the next one is as good"
        if top != card and higher == at.higher(top):
            return f"lead the {full}: no card between the {rank} and the {self._short(top)} is out"
        if suit == SPADES:
            return self._low_trump(card, against)
        return self._exit(card, against)

    def _exit(self, card: int, against: Play | None) -> str:
        """Return why a plain card without prospects is led: for what it spares or may bring."""
        at, suit, full = self.at, self.at.suit_of(card), self._full(card)
        spared = self._spared(suit, against)
        if spared is not None:
            some = self._some(at.suit_of(spared))
            waits = f"your {self._full(spared)} wins more often if others lead {some}"
            return f"lead the {full}: {waits}"
        keeps = self._keeps(card, against)
        if keeps:
            return keeps
        count = at.held(suit).bit_count()
        if count > at.out(suit).bit_count() and (at.need or not at.extra_costs):
            long = f"{number_word(count)} {self._some(suit)}"
            return f"lead the {full} from your {long}: the long suit may make tricks later"
        if all(at.higher(play.value) for play in at.plays):
            return f"you have no sure winner to lead: get out with the {full}"
        return f"lead the {full}: {self._higher_out(card)}, and you keep your sure winners"

    def _spared(self, led: int, against: Play | None) -> int | None:
        """Return an honour of another suit that wins more often if somebody else leads it."""
        at = self.at
        first = None if against is None else at.suit_of(against.value)
        suits = sorted(range(len(SUIT_NAMES)), key=lambda suit: suit != first)
        honours = [at.guarded_honour(suit) for suit in suits if suit != led]
        return next((card for card in honours if card is not None), None)

    def _low_trump(self, card: int, against: Play | None) -> str:
        """Return why a trump is led that higher ones can beat."""
        at, full = self.at, self._full(card)
        own, out = at.held(SPADES).bit_count(), at.trumps_out
        if own >= out:
            majority = f"you hold {number_word(own)} trumps, and only {number_word(out)} are out"
            return f"lead the {full}: {majority}"
        high = self._high_plain_cards()
        if high:
            safe = self._full(high[-1])
            return f"lead the {full}: a trump that falls now can't ruff your {safe} later"
        own_suits = [suit for suit in range(len(SUIT_NAMES)) if suit != SPADES and at.held(suit)]
        for seat in at.later if at.need else ():
            voids = [suit for suit in own_suits if at.voids[seat] >> suit & 1]
            if voids and not at.is_partner(seat) and not at.voids[seat] >> SPADES & 1:
                none = f"{self.who(seat)} has no {self._a(voids[0])} left"
                return f"lead the {full}: {none} and might ruff another lead"
        keeps = self._keeps(card, against)
        if keeps:
            return keeps
        some = f"{number_word(out)} are out, and each that falls is one ruff fewer"
        return f"lead a trump, the {full}: {some}"

    def _next_below(self, card: int, own: int) -> bool:
        """Return whether the same unseen cards beat another card of the suit in the hand."""
        at = self.at
        others = [other for other in cards_of(own) if other != card]
        return any(at.higher(other) == at.higher(card) for other in others)

    def lead_not(self, play: Play, best: Play) -> str:
        at, card, suit = self.at, play.value, self.at.suit_of(play.value)
        full, other = self._full(card), self._full(best.value)
        higher, there = at.higher(card), at.higher(best.value)
        if at.seat in at.nils and not higher:
            none = f"the {full} has no higher {self._a(suit)} out"
            return f"{none}: your {self.nil} would win with it"
        if at.seat in at.nils:
            return f"your {self.nil} is safer if you lead the {other} than the {full}"
        if at.partner_nil is not None and higher and not there:
            return f"the {full} may leave the trick to partner's {self.nil}; the {other} covers it"
        best_suit = at.suit_of(best.value)
        if there and self._hunts(best.value) and not self._hunts(card):
            return self._hunt(best.value, None)
        if self.has_enough and not higher and there:
            sure = at.is_trump(card) or not at.trumps_out
            win = "would win one" if sure else "would probably win one"
            return f"{self._enough()}: the {full} {win}"
        if higher and not there:
            beaten = f"the {self._short(higher[0])} can beat the {full}"
            if len(higher) > 1:
                beating = f"{number_word(len(higher))} higher {self._some(suit)}"
                beaten = f"{beating} can beat the {self._short(card)}"
            return f"{beaten}; nothing out is higher than the {other}"
        if suit == SPADES != best_suit and higher:
            return f"keep the {full} to ruff with; lead the {other}"
        if higher == there and suit == best_suit:
            return f"no card between the {full} and the {other} is out; lead the {other}"
        ruffed = self._might_ruff(card)
        if not higher and ruffed:
            return f"{ruffed}: lead the {other}"
        if not higher and self._or_ruff(card):
            return f"no need to cash the {full} yet; lead the {other}"
        if not higher and card == self._top(at.held(suit)):
            return f"keep the {full}: it stays the highest {self._a(suit)}; lead the {other}"
        if not higher:
            return f"keep the {full}: no higher {self._a(suit)} is out; lead the {other}"
        if suit == best_suit and at.height(card) > at.height(best.value):
            if len(higher) <= WORTH_KEEPING and not self.at.has_enough:
                return f"keep the {full}: {self._higher_out(card)}; lead the {other}"
            return f"keep the {full} for later; lead the {other}"
        return self._worse_lead(card, best.value)

    def _worse_lead(self, card: int, best: int) -> str:
        """Return what speaks against one of two leads that unseen cards can beat."""
        at, suit = self.at, self.at.suit_of(card)
        best_suit = at.suit_of(best)
        full, other, own = self._full(card), self._full(best), at.held(suit)
        higher, there, top = at.higher(card), at.higher(best), self._top(own)
        below = called_high(top) and higher != at.higher(top) and suit not in (SPADES, best_suit)
        if below and 0 < len(at.higher(top)) <= 2 and not self.has_enough:
            away = f"the {full} leads away from your {self._short(top)}"
            return f"{away}; lead the {other}"
        if below and not at.higher(top) and not self.has_enough:
            return f"don't open {self._some(suit)} under your {self._short(top)}; lead the {other}"
        shorter = at.held(best_suit).bit_count() < own.bit_count()
        if shorter and self._may_come_back(best_suit):
            sooner = f"you are sooner void in {self._some(best_suit)}"
            return f"{sooner}: lead the {other} rather than the {full}"
        if self.has_enough and len(higher) > len(there):
            return f"lead the {other}: it is harder to lose later than the {full}"
        if len(higher) > len(there):
            named = self._a(best_suit) if len(there) == 1 else self._some(best_suit)
            fewer = f"{number_word(len(there))} higher {named} can beat it"
            return f"lead the {other}: {fewer}, {number_word(len(higher))} the {full}"
        if suit == best_suit:
            better = f"the {other} does more than the {self._short(card)} here"
            return f"{better}: fewer {self._some(suit)} beat it"
        if self.has_enough and len(higher) < len(there):
            return f"lead the {other}: more cards can beat it than the {full}"
        if at.has_enough:
            return f"the {full} is no easier to lose than the {other}"
        if len(higher) == 1:
            only = self._full(higher[0])
            return f"keep the {full}: only the {only} beats it; lead the {other}"
        if len(higher) <= WORTH_KEEPING:
            return f"keep the {full}: {self._higher_out(card)}; lead the {other}"
        return ""
