"""What a card does in a trick that somebody else has led, in a player's words."""

from typing import TypeGuard

from spades_tui.bots.plan import Plan
from spades_tui.bots.valued_choice import Aim
from spades_tui.cards import (
    SPADES,
    SUIT_NAMES,
    called_high,
    rank_word,
)
from spades_tui.game.events import Play
from spades_tui.language.sentence_parts import number_word, ordinal_word
from spades_tui.presentation.card_names import WORTH_KEEPING, CardNames
from spades_tui.presentation.wording import fitting

SHEDS = (Aim.WIN, Aim.BAGS, Aim.PENALTY, Aim.GIVE, Aim.OVER)
"""Aims for which a higher trump than needed ruffs, so that a low one can lose a trick."""


class FollowWords(CardNames):
    """Words what a card does: win, lose, ruff, or get rid of something."""

    def win(self, play: Play, plan: Plan, against: Play | None) -> str:
        at, card, the = self.at, play.value, self._the(play)
        suit = at.suit_of(card)
        if at.seat in at.nils:
            if at.losers and not at.higher(card):
                return f"your {self.nil} looks lost: take it with {the}"
            if at.losers:
                return f"get rid of {the} now: {self._higher_out(card)}"
            if at.last and at.winners[-1] == play and len(at.winners) > 1:
                return f"you must win this one: play {the}, your highest"
            if at.last:
                return f"you must win this one: play {the}"
            if at.stands(card):
                return f"you can't stay under {self._best()}: {the} takes it"
            return f"you can't stay under {self._best()}: play {the} and hope somebody beats it"
        if plan == Plan.COVER_NIL:
            if at.partner_nil == at.winner:
                beat = f"beat partner's {self._name(at.best or 0)} with {the}"
                return f"{beat}: the {self.nil} must not take this trick"
            return f"take it with {the}: partner's {self.nil} still has to play under it"
        if plan == Plan.SETTING_TRICK:
            side = at.set_next[0]
            need = f"{self._side(side)} {self._verb(side, 'need', 'needs')} every trick left"
            return f"take it with {the}: {need}, so this sets them"
        if plan == Plan.MUST_BEAT:
            good = "is the cheapest" if play == at.winners[0] else "stays ahead"
            return f"you must beat {self._best()}: {the} {good}"
        if plan == Plan.PROMISE:
            return f"take it with {the}: you promised the first {number_word(at.promised)} tricks"
        if plan == Plan.OVERTAKE:
            return self._overtake(play)
        if at.void and at.led is not None and suit == SPADES != at.led:
            ruff = self._ruff(play, against)
            if plan != Plan.MAKE_BID:
                return ruff
            made = "; that makes your bid"
            short = ruff.partition(", harder")[0].partition(", which")[0]
            return fitting(f"{ruff}{made}", f"{short}{made}", f"ruff with {the}{made}")
        if self._is_easier_to_lose(against, play):
            keep = f"keep {self._the(against)}, which is easier to lose later"
            return f"take it with {the} and {keep}"
        if plan == Plan.MAKE_BID:
            return f"take it with {the}: that makes your bid"
        lowest = play == at.winners[0]
        if at.last:
            if not lowest and at.higher(at.winners[0].value) != at.higher(card):
                return f"you play last: take it with {the} and keep {self._the(at.winners[0])}"
            if at.rank(at.winners[-1].value) <= at.rank(card):
                return f"you play last: {the} beats {self._best()}"
            enough = f"you play last: {the} is enough to beat {self._best()}"
            if self._is_higher(against, play):
                return f"{enough}, so keep {self._the(against)}"
            return enough
        if at.stands(card):
            return f"take it with {the}: nobody after you can beat it"
        if not at.higher(card):
            top = f"no higher {self._a(suit)} is out"
            ruffer = self._ruffer(card)
            if ruffer is not None:
                top += f", but {self.who(ruffer)} might ruff"
            return f"take it with {the}: {top}"
        return self._cover(play, lowest, against)

    def _overtake(self, play: Play) -> str:
        at, the, best = self.at, self._the(play), self.at.best
        assert best is not None
        partners = f"partner's {self._name(best)}"
        if at.losers and at.stands_for_side(best):
            return self._take_the_lead(f"take it over with {the}")
        if not at.losers:
            if at.place == 3 and not at.last and self._is_high(play) and play != at.winners[0]:
                return f"third hand high: put {the} on {partners}"
            if play == at.winners[0]:
                return f"even your lowest card beats {partners}: play {the}"
            if at.last or at.higher(play.value) == at.higher(at.winners[0].value):
                return f"you can't stay under {partners}: play {the}"
            harder = f"{the} is harder to catch than {self._the(at.winners[0])}"
            return f"you must beat {partners}, and {harder}"
        if self._is_partners_as_good(play.value):
            return f"go over {partners} with {the} to get the lead"
        if not at.stands_for_side(best) and not at.higher(play.value):
            return f"{partners} could still be beaten; nothing out is higher than {the}"
        if at.place == 3 and not at.is_trump(best) and self._is_high(play):
            return f"third hand high: put {the} on {partners}"
        return f"go over {partners} with {the}"

    def _take_the_lead(self, take: str) -> str:
        """Return why a trick is taken that the partner has already: for the lead."""
        at = self.at
        lead = "you want the lead"
        if at.other_nils and self.aim == Aim.BREAK:
            lead = f"your lead attacks {self.who(at.other_nils[0])}'s {self.nil}"
        return f"partner has it with the {self._name(at.best or 0)}, but {lead}: {take}"

    def _is_high(self, play: Play) -> bool:
        """Return whether a card is the highest that wins, or as good."""
        at = self.at
        return at.higher(play.value) == at.higher(at.winners[-1].value)

    def _is_higher(self, against: Play | None, play: Play) -> TypeGuard[Play]:
        """Return whether another card would win the trick too, and is higher."""
        at = self.at
        if against is None or not at.beats(against.value):
            return False
        return at.rank(against.value) > at.rank(play.value)

    def _is_easier_to_lose(self, against: Play | None, play: Play) -> TypeGuard[Play]:
        """Return whether another card would surely win too, and is the better one to keep."""
        at = self.at
        if against is None or not at.extra_costs or not self._low_stays():
            return False
        if not at.stands(against.value):
            return False
        return at.beats(against.value) and len(at.higher(against.value)) > len(
            at.higher(play.value)
        )

    def _ruff(self, play: Play, against: Play | None) -> str:
        at, the, led = self.at, self._the(play), self.at.led or 0
        best = at.best
        assert best is not None
        lowest = play == at.winners[0]
        cheapest = lowest and len(at.winners) > 1
        if at.is_trump(best):
            enough = ", the cheapest that does it" if cheapest else ""
            return f"overruff {self._best()} with {the}{enough}"
        low = at.winners[0].value
        sheds = self.aim in SHEDS and at.extra_costs and not self._void_after(led)
        if sheds and self._low_stays() and at.higher(low) != at.higher(play.value):
            kept = self._beside(play, at.winners[0])
            return f"ruff with {the} and keep the {kept} {self._low_stays()}"
        partners, as_good = f"partner's {self._name(best)}", False
        if at.partner_wins and not at.stands_for_side(best):
            settled = at.need is not None and at.need <= 0 and self.aim != Aim.GIVE
            if settled and self._fewer():
                return f"ruff {partners} with {the}: two winners in one trick {self._fewer()}"
            as_good = not at.higher(best) and not at.lower(play.value)
            if not as_good:
                return f"{partners} could still be beaten: ruff with {the}"
        if at.need is not None and at.need <= 0:
            others = self._still_needs()
            if others:
                return f"{others}: ruff with {the}"
        if as_good:
            return f"{partners} is as hard to beat, but you want the lead: ruff with {the}"
        if at.partner_wins and at.losers:
            return self._take_the_lead(f"ruff with {the}")
        if at.stands_for_side(play.value) and self._is_higher(against, play):
            return f"you have no {self._a(led)}: {the} is enough, so keep {self._the(against)}"
        after = [seat for seat in self._void_after(led) if not at.is_partner(seat)]
        if after and self._is_higher(against, play) and at.can_beat(after[0], against.value):
            over = f"might overruff {self._the(against)} too"
            return f"{self.who(after[0])} has no {self._some(led)} and {over}: ruff with {the}"
        if not lowest and after and at.can_beat(after[0], at.winners[0].value):
            either = f"{self.who(after[0])} has no {self._some(led)} either and might overruff"
            return f"ruff with {the}: {either}"
        ruff = f"you have no {self._a(led)}: ruff with {the}"
        if cheapest:
            ruff += ", your lowest trump"
        if len(at.higher(play.value)) >= len(at.higher(low)) or at.stands_for_side(low):
            return ruff
        if all(at.is_partner(seat) or seat in at.nils for seat in at.later):
            return ruff  # nobody behind wants to overruff
        if not at.higher(play.value):
            return f"{ruff}, which can't be overruffed"
        return f"{ruff}, harder to overruff than the {self._beside(play, at.winners[0])}"

    def _cover(self, play: Play, lowest: bool, against: Play | None) -> str:
        at, the, suit = self.at, self._the(play), self.at.suit_of(play.value)
        higher = at.higher(play.value)
        if len(higher) == 1:
            only = f"only the {self._name(higher[0])} is higher"
            if at.place == 3 and len(at.later) == 1 and self._is_high(play):
                return f"third hand high: beat {self._best()} with {the}; {only}"
            return f"beat {self._best()} with {the}: {only}"
        if at.place == 3 and len(at.later) == 1 and self._is_high(play):
            lose = "ruff" if self._or_ruff(play.value) else "lose"
            forced = f"play a higher {self._a(suit)} or {lose}"
            return f"third hand high: {the} makes {self.who(at.later[0])} {forced}"
        if lowest and len(at.winners) > 1:
            out = f"{number_word(len(higher))} higher {self._some(suit)} are out"
            if self._is_higher(against, play) and len(at.higher(against.value)) == 1:
                catcher = self._name(at.higher(against.value)[0])
                kept = self._the(against)
                head = f"play {the}, your lowest"
                if at.losers:
                    head = f"beat {self._best()} with {the}"
                return f"{head}: the {catcher} is out and might beat {kept}"
            if not at.losers and any(map(at.is_partner, at.later)):
                return f"play {the}, your lowest: partner still plays after you"
            if not at.losers:
                return f"play {the}, your lowest: {out}"
            return f"beat {self._best()} cheaply with {the}: {out}"
        need = f"they need a higher {self._a(suit)}{self._or_ruff(play.value)}"
        return f"beat {self._best()} with {the}: {need}"

    def lose(self, play: Play, plan: Plan, against: Play | None) -> str:
        at, the = self.at, self._the(play)
        if plan in (Plan.KEEP_NIL, Plan.SHED_HIGH):
            return self._nil_stays(play, plan)
        if at.partner_nil is not None and at.partner_nil == at.winner:
            ahead = f"play {the}: partner's {self.nil} is ahead"
            if at.winners and at.stands(at.best or 0):
                return ahead
            if at.winners:
                return f"{ahead}, but somebody else may still take it"
            return f"you can't beat partner's {self._name(at.best or 0)}: play {the}"
        if plan == Plan.LEAVE_PARTNER:
            return self._leave_partner(play, against)
        if plan == Plan.CANT_BEAT:
            return self._beaten(play, against)
        if plan in (Plan.ATTACK_NIL, Plan.ZERO_HUNT):
            best = self._name(at.best or 0)
            duck = self._throw(play) if at.void else f"stay under it with {the}"
            low = at.losers[0]
            if not at.void and at.higher(low.value) != at.higher(play.value):
                duck += f" and keep {self._the(low)}"
            return f"{self._winner()}'s {self.nil} is winning with the {best}: {duck}"
        after = [seat for seat in at.other_nils if seat in at.later]
        under = [seat for seat in after if not at.voids[seat] >> (at.led or 0) & 1]
        if under and at.winners and self.aim == Aim.BREAK and at.higher(at.best or 0):
            nil = f"{self.who(under[0])}'s {self.nil}"
            return f"play {the}: {nil} still has to stay under {self._best()}"
        if self.has_enough and plan in (Plan.LOSE_BAG, Plan.EXACT, Plan.LOW_BALL):
            if at.void and not at.is_trump(play.value):
                return f"{self._enough()}: don't ruff, throw {the}"
            return f"{self._enough()}: stay under {self._best()} with {the}"
        if at.void:
            return self._discard(play, against)
        if plan == Plan.GIVE_BAG:
            return self._give_bag(play)
        return self._duck(play, against)

    def _give_bag(self, play: Play) -> str:
        """Return that the side that is winning gets a bag, and what a full count costs it."""
        at, the = self.at, self._the(play)
        made, whom, whose = f"{self._winner()}'s side has its bid", "them", "their"
        if len(at.rules.sides[at.rules.side_of[at.winner or 0]]) == 1:
            whom, whose = self._winner(), "the"
            made = f"{whom}'s bid is made"
        cost = at.rules.bags
        penalty = at.bag_penalty(at.rules.side_of[at.winner or 0])
        if cost is None or not penalty:
            return f"{made}: play {the} and let {whom} take a bag"
        tenth = f"{whose} {ordinal_word(cost.limit)} bag, which costs {-penalty} points"
        return fitting(
            f"{made}: play {the} and give {whom} {tenth}", f"play {the} and give {whom} {tenth}"
        )

    def _beaten(self, play: Play, against: Play | None) -> str:
        """Return which of the cards that can't win goes, and which one stays."""
        at, the = self.at, self._the(play)
        beaten = f"you can't beat {self._best()}"
        goes = self._let_go(play)
        if goes:
            return f"{beaten}: {goes}"
        if self._is_worth_keeping(against, play):
            return f"{beaten}: play {the} and keep {self._the(against)}"
        low = at.losers[0]
        if play != low and self.has_enough and at.out(at.suit_of(play.value)):
            return f"{beaten}: get rid of {the}, which might take an unwanted trick"
        if low.ace == "low" and low.card != play.card:
            goes = f"play {the} and keep the ace, which may be called high later"
            return fitting(f"{beaten}: {goes}", goes)
        if at.higher(low.value) != at.higher(play.value):
            done = self._no_more()
            if done:
                return f"{done}: let {the} go and keep {self._the(low)} to duck with"
            if not at.extra_costs:
                keep = f"keep your low {self._some(at.suit_of(low.value))}"
                return f"{beaten}: let {the} go and {keep}"
            if self._is_lower(against, play):
                return self._keep_lower(beaten, play, against)
        lowest = ", your lowest" if play == low and len(at.losers) > 1 else ""
        return f"{beaten}: play {the}{lowest}"

    def _let_go(self, play: Play) -> str:
        """Return for what a card goes that isn't the lowest one, or ""."""
        at, the, low = self.at, self._the(play), self.at.losers[0]
        if at.higher(low.value) == at.higher(play.value):
            return ""
        nil = self._saved_for(play, low)
        if nil:
            return f"let {the} go and keep {self._the(low)} for {nil}"
        return f"let {the} go {self._fewer()}" if self._fewer() else ""

    def _is_lower(self, against: Play | None, play: Play) -> TypeGuard[Play]:
        """Return whether another card is lower in the same suit, with an unseen one between."""
        at = self.at
        if against is None or at.suit_of(against.value) != at.suit_of(play.value) or against.ace:
            return False
        return len(at.higher(against.value)) > len(at.higher(play.value))

    def _keep_lower(self, head: str, play: Play, low: Play) -> str:
        """Return why a card goes that can't win now, and a lower one stays."""
        goes = f"let {self._the(play)} go"
        if self._low_stays():
            goes += f" and keep the {self._beside(play, low)} {self._low_stays()}"
        else:
            goes += self._out_above(play.value)
        return fitting(f"{head}: {goes}", goes)

    def _is_worth_keeping(self, against: Play | None, play: Play) -> TypeGuard[Play]:
        """Return whether another card of the same suit is higher and may still win a trick."""
        at = self.at
        if against is None or at.height(against.value) <= at.height(play.value):
            return False
        return len(at.higher(against.value)) <= WORTH_KEEPING

    def _nil_stays(self, play: Play, plan: Plan) -> str:
        at, the = self.at, self._the(play)
        if at.void and not at.lower(play.value):
            return f"throw {the}: you can't follow, so your {self.nil} survives this trick"
        if at.void:
            return f"throw {the}: you can't follow, and your {self.nil} is rid of it"
        if plan == Plan.SHED_HIGH and len(at.losers) > 1:
            return f"throw {the} under {self._best()}: your {self.nil} is rid of it"
        return f"stay under {self._best()} with {the}: your {self.nil} survives this trick"

    def _leave_partner(self, play: Play, against: Play | None) -> str:
        at, the, best = self.at, self._the(play), self.at.best
        assert best is not None
        has = "has it" if at.stands_for_side(best) else "is ahead"
        ahead = f"partner {has} with the {self._name(best)}"
        if at.void:
            loser = "" if at.is_trump(play.value) or not at.higher(play.value) else ", a loser"
            return fitting(f"{ahead}: {self._throw(play)}", f"{ahead}: throw {the}{loser}")
        as_good = [own for own in at.winners if self._is_partners_as_good(own.value)]
        if as_good:
            return f"{self._partners_is_as_good(as_good[0])}: play {the}"
        if against is not None and at.beats(against.value):
            return f"{ahead}: keep {self._the(against)} and play {the}"
        goes = self._let_go(play)
        if goes:
            return f"{ahead}: {goes}"
        low, done = at.losers[0], self._no_more()
        if done and at.higher(low.value) != at.higher(play.value):
            return f"{done}: let {the} go and keep {self._the(low)} to duck with"
        if self._is_lower(against, play):
            return self._keep_lower(ahead, play, against)
        lowest = ", your lowest" if play == low and len(at.losers) > 1 else ""
        return f"{ahead}: play {the}{lowest}"

    def _discard(self, play: Play, against: Play | None) -> str:
        at, led = self.at, self.at.led or 0
        if at.winners and at.is_trump(play.value):
            keep = f"play {self._the(play)} and keep {self._the(at.winners[-1])}"
            return f"let {self._winner()} have this one: {keep}"
        if at.winners:
            return self._refuse(play)
        beaten = f"you can't beat {self._best()}"
        if at.is_trump(play.value) and self._is_lower(against, play):
            return self._keep_lower(beaten, play, against)
        if at.is_trump(play.value):
            return f"{beaten}: play {self._the(play)}"
        if not at.held(SPADES):
            trump = "" if led == SPADES else " and no trump"
            return f"you have no {self._a(led)}{trump}: {self._throw(play, against)}"
        return f"{beaten}: {self._throw(play, against)}"

    def _refuse(self, play: Play) -> str:
        """Return why a trick isn't ruffed."""
        at, led, throw = self.at, self.at.led or 0, self._throw(play)
        if at.sure_bid:
            return f"{self._sure_bid()}: {throw}"
        void = self._void_after(led)
        ruffer = self._overruffer(at.winners[-1].value)
        if ruffer is not None:
            either = f"{self.who(ruffer)} has no {self._some(led)} either"
            return f"{either} and might overruff: {throw}"
        partners = list(filter(at.is_partner, at.later))
        if partners and at.partner_nil is None:
            has_trumps = at.trumps_out and not at.voids[partners[0]] >> SPADES & 1
            if partners[0] in void and has_trumps:
                return f"partner has no {self._a(led)} left and may ruff: {throw}"
            return f"partner still plays after you: {throw}"
        held, top = at.held(SPADES).bit_count(), self._top(at.held(SPADES))
        if held > 1 and at.need and at.higher(top) and len(at.higher(top)) < held:
            return f"your small trumps guard the {self._short(top)}: {throw}"
        if at.held(at.suit_of(play.value)).bit_count() == 1:
            return f"let {self._winner()} have this one: {throw}"
        keep = f"keep your {number_word(held)} trumps" if held > 1 else "keep your trump"
        leave = f"let {self._winner()} have this one"
        return fitting(f"{leave} and {keep}: {throw}", f"{leave}: {throw}", f"{keep}: {throw}")

    def _throw(self, play: Play, against: Play | None = None) -> str:
        """Return the discard and why, and not `against`, which a person might have thrown."""
        at, card, suit = self.at, play.value, self.at.suit_of(play.value)
        full = self._full(card)
        own = at.held(suit).bit_count()
        if own == 1 and at.left > 2 and self._may_come_back(suit) and at.higher(card):
            return f"throw your last {self._a(suit)}, the {rank_word(card)}, to ruff later"
        if self.has_enough and len(at.higher(card)) < 2 and at.lower(card):
            return f"throw the {full}, which might take an unwanted trick"
        if at.other_nils and called_high(card) and not at.higher(card):
            nil = f"{self.who(at.other_nils[0])}'s {self.nil}"
            return f"throw the {full}; {nil} fears your low cards"
        if against is not None and not at.higher(against.value):
            return f"throw the {full} and keep the {self._full(against.value)}"
        guarded = None if self.has_enough else self._guarded(suit)
        if guarded is not None:
            return f"throw the {full} and keep your {self._full(guarded)} guarded"
        if own == 2 and at.left > 3 and self._may_come_back(suit) and at.higher(card):
            return f"throw the {full} to ruff {self._some(suit)} sooner"
        if suit != SPADES and at.higher(card):
            return f"throw the {full}, a loser"
        fewer = self._fewer() if at.out(suit) else ""
        return f"throw the {full} {fewer}".rstrip()

    def _guarded(self, thrown: int) -> int | None:
        """Return a high plain card that would lose its guard if its suit were thrown, or None."""
        at = self.at
        for suit in range(len(SUIT_NAMES)):
            own = at.held(suit)
            if suit in (SPADES, thrown) or own.bit_count() < 2:
                continue
            top = self._top(own)
            if called_high(top) and len(at.higher(top)) == own.bit_count() - 1:
                return top
        return None

    def _duck(self, play: Play, against: Play | None) -> str:
        at, the = self.at, self._the(play)
        kept = against if against is not None and at.beats(against.value) else at.winners[-1]
        higher = at.higher(kept.value)
        keep = self._the(kept)
        if at.last and at.is_trump(kept.value) and not higher and at.need == 1:
            return f"{keep} wins a trick later anyway: play {the}"
        if at.last or (not higher and at.stands(kept.value)):
            return f"let {self._winner()} have this one: play {the} and keep {keep}"
        led = at.led or 0
        ruffs = [seat for seat in self._void_after(led) if at.can_beat(seat, kept.value)]
        if ruffs and not at.is_partner(ruffs[0]) and not at.is_trump(kept.value):
            return (
                f"play {the}: {self.who(ruffs[0])} has no {self._some(led)} and might ruff {keep}"
            )
        low = at.losers[0]
        spared = at.higher(low.value) != at.higher(play.value)
        second = at.place == 2 and not spared and any(map(at.is_partner, at.later))
        if len(higher) == 1 and second:
            out = f"the {self._name(higher[0])} is out"
            return f"second hand low: play {the}; partner still plays after you, and {out}"
        if len(higher) == 1:
            return f"play {the}: the {self._name(higher[0])} is out and might beat {keep}"
        nil = self._saved_for(play, low)
        if nil:
            return f"play {the} and keep {self._the(low)} for {nil}"
        if second:
            return f"second hand low: play {the}, partner still plays after you"
        if higher:
            some = f"{number_word(len(higher))} higher {self._some(at.suit_of(kept.value))}"
            return f"play {the}: {some} can still beat {keep}"
        return f"play {the} and keep {keep} for a later trick"
