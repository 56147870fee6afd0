"""Why a card is good, or worse than the best one, in at most 18 words of a player."""

from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.valued_choice import Aim
from spades_tui.game.events import Play
from spades_tui.language.sentence_parts import number_word
from spades_tui.presentation.card_names import MOST_SETTING, CardNames, Namer
from spades_tui.presentation.follow_words import FollowWords
from spades_tui.presentation.lead_words import LeadWords
from spades_tui.presentation.why_not_words import WhyNotWords
from spades_tui.presentation.wording import fitting

SAFE = 0.97
"""Chance, 0 to 1, from which a bid or a nil looks safe."""
LEADING: dict[Plan | None, str] = {Plan.DRAW_TRUMPS: "draw trumps with", Plan.CASH: "cash"}
"""What a lead that nothing in its suit beats does, by its plan."""
APART = 0.05
"""Least difference of two chances, 0 to 1, for cards not to be called as likely."""
GIVEN_UP = 0.5
"""Share of the deals, 0 to 1, from which a card gives the bid up, and doesn't only risk it."""
COMPLETE = (Plan.COVER_NIL, Plan.SETTING_TRICK, Plan.MAKE_BID)
"""Plans whose sentence needs nothing about the bids after it."""


class PlayWords(CardNames):
    """Words the reasons of one turn to play a card."""

    def __init__(self, position: Position, who: Namer, nil: str, aim: Aim | None = None) -> None:
        super().__init__(position, who, nil, aim)
        self._leads = LeadWords(position, who, nil, aim)
        self._follows = FollowWords(position, who, nil, aim)
        self._nots = WhyNotWords(position, who, nil, aim)

    def why(self, play: Play, against: Play | None) -> str:
        """Return why a card is played, and not `against`, which a person might have played."""
        if len(self.at.plays) == 1:
            return self._only()
        plan = plan_of(self.at, play)
        head = self._head(play, plan, against)
        tail = self._tail(play, plan)
        short = head.partition(", your lowest")[0].partition(", the cheapest")[0]
        brief = tail.replace(" still ", " ")
        bare = self._bare(play, plan)
        ways = [f"{head}{tail}", f"{short}{tail}", f"{short}{brief}"]
        if self.aim in (Aim.SET, Aim.WIN) and (tail == self._unless_set() or self.at.set_next):
            ways.append(f"{bare}{tail}")  # what the others need decides more than anything else
        return fitting(*ways, head, short, f"{bare}{tail}")

    def any_of(
        self, play: Play, best: Play | None, chance: float | None, here: float | None = None
    ) -> str:
        """Return why any card will do, or why the best of some equal ones is a sound choice.

        `chance` is the one to make the own bid or nil with `best`, 0 to 1, and `here` with `play`.
        `best` is None for the best one itself.
        """
        if len(self.at.plays) == 1:
            return self._only()
        same = self._no_difference()
        if not same and best is None:
            return self.why(play, None)
        if not same and best is not None and self._takes_partners(play, best):
            return self.why_not(play, best)
        if not same and best is not None and chance is not None and here is not None:
            likelier = best if chance > here else play
            if abs(chance - here) >= APART:
                mine = f"your {self.nil}" if self.at.seat in self.at.nils else "your bid"
                likelier_with = f"{mine} is likelier with {self._the(likelier)}"
                return f"worth about the same, but {likelier_with}"
        return f"any of these: {same or self._no_matter(chance)}"

    def _takes_partners(self, play: Play, best: Play) -> bool:
        """Return whether a card, unlike the best one, takes a trick that the partner has."""
        at = self.at
        if at.best is None or not at.partner_wins or at.nils or not at.stands_for_side(at.best):
            return False
        return at.beats(play.value) and not at.beats(best.value)

    def why_not(self, play: Play, best: Play) -> str:
        """Return why a card is worse than the best one."""
        keep = f"keep {self._the(play)} and {self._bare(best)}"
        if self.at.leads:
            reason = self._leads.lead_not(play, best)
        else:
            reason = self._nots.follow_not(play, best)
        if reason:
            return fitting(reason, keep)
        head = self._head(best, plan_of(self.at, best), play)
        short = head.partition(", the highest")[0].partition(", and you keep")[0]
        instead = f"not {self._the(play)}"
        return fitting(f"{instead}; {head}", f"{instead}; {short}", keep)

    def _only(self) -> str:
        at, card = self.at, self.at.plays[0].value
        if at.own.bit_count() > 1 and at.led is not None and not at.void:
            if at.held(at.led).bit_count() == 1:
                return f"your only {self._a(at.led)}: you must follow suit"
            return "the rules leave you only this card"
        if at.own.bit_count() == 1:
            return "your only card"
        return f"only the {self._full(card)} may be played now"

    def _bare(self, play: Play, plan: Plan | None = None) -> str:
        """Return what to do with a card, without a reason."""
        at = self.at
        verb = "play"
        if at.leads:
            verb = LEADING.get(plan, "lead")
            if plan == Plan.CASH and self._ruffer(play.value) is not None:
                verb = "lead"
        elif at.beats(play.value) and at.seat not in at.nils:
            verb = "take it with"
            if at.void and at.is_trump(play.value):
                verb = "ruff with"
        return f"{verb} {self._the(play)}"

    def _no_difference(self) -> str:
        """Return the fact for which no card is better than another, or ""."""
        at = self.at
        if self._touch():
            return "no card between them is out, so they do the same"
        if at.decided:
            return "every bid is decided, and nothing more can be won"
        if at.closed and at.rules.bags is not None and not at.is_exact(at.side):
            return "every bid is decided, and only bags are left"
        if at.need is not None and at.need > at.left:
            need, left = number_word(at.need), number_word(at.left)
            return f"your bid is lost: you need {need} and {left} are left"
        return self._sure_bid() if at.sure_bid and not at.nils else ""

    def _no_matter(self, chance: float | None) -> str:
        """Return what the cards have in common."""
        at, best = self.at, self.at.best
        if not at.leads and not at.winners:
            if at.partner_wins:
                partners = f"partner's {self._name(at.best or 0)}"
                return f"{partners} is ahead, and none of your cards beats it"
            mine = "cards" if at.void or at.led is None else self._some(at.led)
            return f"none of your {mine} beats {self._best()}"
        partner_has_it = at.partner_wins and best is not None and at.stands_for_side(best)
        if partner_has_it and at.seat not in at.nils and at.partner_nil != at.winner:
            return f"partner has it with the {self._name(best or 0)}"
        sure = all(at.stands(play.value) for play in at.plays)
        if not at.leads and not at.losers and sure:
            return f"each of them beats {self._best()}"
        if at.leads and not any(map(self._may_lose, (play.value for play in at.plays))):
            return "each is the highest left of its suit"
        return self._same_chance(chance)

    def _same_chance(self, chance: float | None) -> str:
        """Return that the own bid or nil, and so the others', are as likely with each card."""
        at, mine = self.at, "your bid"
        if at.seat in at.nils:
            mine = f"your {self.nil}"
        elif at.need is not None and at.need <= 0:
            return "your bid is made, and the others' bids come out the same"
        if chance is None or (at.need is None and mine == "your bid"):
            return "the bids come out the same with each"
        if chance >= SAFE:
            return f"{mine} looks safe with each"
        if chance <= 1 - SAFE:
            return f"{mine} looks lost with each"
        return f"{mine} is as likely with each"

    def _touch(self) -> bool:
        """Return whether all legal cards are of one suit, and no unseen card ranks between them."""
        at, plays = self.at, self.at.winners + self.at.losers
        if len({at.suit_of(play.value) for play in plays}) > 1 or (at.winners and at.losers):
            return False
        return len({at.higher(play.value) for play in plays}) == 1

    def _head(self, play: Play, plan: Plan, against: Play | None) -> str:
        if self.at.leads:
            return self._leads.lead(play, plan, against)
        if self.at.beats(play.value):
            return self._follows.win(play, plan, against)
        return self._follows.lose(play, plan, against)

    def _tail(self, play: Play, plan: Plan) -> str:
        at, need = self.at, self.at.need
        beatable = bool(at.higher(play.value))
        if at.leads:
            wins = not beatable
            if need == 1 and wins and (self.at.is_trump(play.value) or not at.trumps_out):
                return "; that makes your bid"
        else:
            lowest = not at.losers and play == at.winners[0] and need != at.left
            hopes_to_lose = lowest and beatable and not at.stands(play.value)
            wins = at.beats(play.value) and not hopes_to_lose
        if not wins or at.seat in at.nils or plan in COMPLETE:
            return ""
        if at.must_set and self.aim != Aim.MAKE:
            return self._unless_set()
        setting = self._set_tail()
        if self.aim == Aim.SET and setting:
            return setting
        if need == 1 and at.left:
            return "; you need one more"
        settling = self._settling_tail(play)
        if settling:
            return settling
        if need is not None and 0 < need <= at.left:
            return f"; you still need {number_word(need)}"
        return setting

    def _settling_tail(self, play: Play) -> str:
        """Return that sure trumps make the rest of the bid after this trick, or ""."""
        at, need = self.at, self.at.need
        if need is None or need < 2 or at.leads or at.is_exact(at.side):
            return ""
        if at.sure_tricks(play) < need or not at.stands_for_side(play.value):
            return ""
        if need == 2:
            highest = next(card for card in reversed(at.sure_trumps) if card != play.card)
            return f"; then the {self._full(highest)} makes your bid"
        return "; then your high trumps make your bid"

    def _unless_set(self) -> str:
        """Return what stops another side that wins the game if it makes its bid, or ""."""
        at = self.at
        if not at.must_set:
            return ""
        if at.must_set[0] in at.set_next:
            return f"; one trick sets {self._them(at.must_set[0])}"
        verb = self._verb(at.must_set[0], "win", "wins")
        return f"; {self._side(at.must_set[0])} {verb} the game unless set"

    def _set_tail(self) -> str:
        """Return how many of the tricks left set another side; "" if that's far away."""
        at = self.at
        for side in at.other_sides:
            needed = at.needed(side)
            if needed is None or not 0 < needed <= at.left:
                continue
            sets = at.left - needed + 1
            if sets > MOST_SETTING:
                continue
            whom = self._them(side)
            if sets == 1:
                return f"; one trick sets {whom}"
            if sets == at.left:
                every = "both" if sets == 2 else f"all {number_word(sets)}"
                return f"; {every} tricks left set {whom}"
            return f"; {number_word(sets)} of the {number_word(at.left)} left set {whom}"
        return ""

    def gives_up(self, play: Play, whose: int | None, share: float) -> str:
        """Return what is worth more than the own bid, which a card loses in this share of deals."""
        verb = "lose" if share >= GIVEN_UP else "risk"
        more = {
            Aim.KEEP: f"partner's {self.nil} is worth more",
            Aim.BREAK: f"{self.who(whose or 0)}'s {self.nil} is worth more",
            Aim.SET: "setting them is worth more",
            Aim.WIN: "that wins more games",
        }
        gain = more.get(self.aim or Aim.MAKE, "that gains more points")
        cost = f"{self._bare(play)} and {verb} your bid"
        bid = number_word(self.at.contract or 0)
        return fitting(f"{cost} of {bid}: {gain}", f"{cost}: {gain}")
