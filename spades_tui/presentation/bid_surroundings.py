"""What the score and the others' bids mean for a bid, in a few words."""

from spades_tui.bots.side_scores import contract_pay, may_end
from spades_tui.bots.sound_bids import reaches_goal
from spades_tui.bots.valued_choice import is_nil
from spades_tui.cards import SPADES
from spades_tui.language.sentence_parts import plain
from spades_tui.presentation.bid_pay import overtrick_cost, pay_if_made
from spades_tui.presentation.trick_words import number_word
from spades_tui.seats import Observation

FEW = 3
"""Tricks that nobody has bid from which the others' bids are low."""

FEW_BAGS = 2
"""Bags before a penalty from which it's worth a trick more in the bid."""
MANY_TRUMPS = 0.45
"""Share of a hand that is trumps, 0 to 1, from which they may win more than they count for."""
FAR = 2
"""Tricks below the count from which a bid needs another reason than the doubtful cards."""
FAR_APART = 2
"""Average hands by which a side leads or trails far: it may bid more safely, or must reach."""


class BidSurroundings:
    """The score and the others' bids around a seat's bid; `theirs`: its partner's bid, if known."""

    def __init__(self, seen: Observation, seat: int, theirs: int | None) -> None:
        self.seen, self.seat, self.theirs = seen, seat, theirs
        others = [seen.bids[other] for other in seen.order if other != seat]
        self._known = [bid for bid in others if bid is not None]
        self._all = len(self._known) == len(others)
        self._left = seen.rules.tricks - sum(self._known)
        self._may_end = may_end(seen.rules, seen.standing)
        self._share = seen.rules.tricks // len(seen.rules.sides)

    def reaches(self, bid: int) -> str:
        """Return that just this number brings the side to the goal of the game, or ""."""
        if not self._gets_there(bid) or self._gets_there(bid - 1):
            return ""
        return f"{self._with_partners}that reaches {self.seen.rules.goal}"

    @property
    def _with_partners(self) -> str:
        """The partner's bid as the beginning of a clause, if it counts."""
        return f"with partner's {number_word(self.theirs)} " if self.theirs else ""

    def _gets_there(self, bid: int) -> bool:
        """Return whether the side reaches the goal with this number and the partner's bid."""
        return reaches_goal(self.seen, self.seat, bid)

    def decisive(self, bid: int) -> str:
        """Return what this number decides in what may be the last hand, or ""."""
        return self.reaches(bid) or self.threat()

    def enough(self, bid: int) -> str:
        """Return that this number reaches the goal of the game, as a lower one may, or ""."""
        if not bid or not self._gets_there(bid):
            return ""
        return f"{self._with_partners}that's enough for {self.seen.rules.goal}"

    def either(self, bid: int, other: int) -> str:
        """Return which of two equal numbers is enough to reach the goal of the game, or ""."""
        low, high = sorted((bid, other))
        goal = self.seen.rules.goal
        if low and self._gets_there(low):
            return f"{number_word(low)} {self._with_partners}is enough for {goal}"
        if self._gets_there(high):
            return f"only {number_word(high)} {self._with_partners}reaches {goal}"
        if self._alone_gets_there(high) and not self._alone_gets_there(low):
            return f"only {number_word(high)} alone reaches {goal}"
        return ""

    def _alone_gets_there(self, bid: int) -> bool:
        """Return whether a seat whose partner hasn't bid reaches the goal with its own number."""
        goal, side = self.seen.rules.goal, self.seen.rules.side_of[self.seat]
        if goal is None or not bid or self.theirs is not None:
            return False
        pay = pay_if_made(self.seen, {self.seat: bid})
        return self.seen.standing.totals[side] + pay >= goal

    def threat(self) -> str:
        """Return that another side's bid reaches the goal of the game unless it is set, or ""."""
        rules, own = self.seen.rules, self.seen.rules.side_of[self.seat]
        if rules.goal is None:
            return ""
        for side, seats in enumerate(rules.sides):
            bids = {seat: self.seen.bids[seat] for seat in seats if seat in self.seen.order}
            made = {seat: bid for seat, bid in bids.items() if bid is not None}
            if side == own or not made or len(made) < len(bids):
                continue
            if self.seen.standing.totals[side] + pay_if_made(self.seen, made) >= rules.goal:
                theirs = len(rules.sides) == 2 and len(seats) > 1
                whose = "the others'" if theirs else "an opponent's"
                nil = rules.zero_word if is_nil(rules, min(made.values())) else ""
                number = number_word(sum(made.values())) if any(made.values()) else ""
                called = " and ".join(filter(None, [nil, number]))
                reach = "reach" if nil and number else "reaches"
                return f"{whose} {called} {reach} {rules.goal} unless set"
        return ""

    def around(self, bid: int, about: int, nils: bool) -> tuple[str, ...]:
        """Return what the bids of the others mean for a bid up to the count, the longest way first.

        Not what they decide in what may be the last hand; see `decisive`.

        `nils`: whether a bid of nothing is a nil.
        """
        if not self._known:
            return tuple(filter(None, [self.score() or self._bags_to_penalty()]))
        if self.theirs == 0 and nils:
            return (f"partner's {self.seen.rules.zero_word} needs cover",)
        total = sum(self._known)
        if self._all and self._left <= bid <= about:
            short = f"{number_word(total)} are out: don't stretch"
            if self.theirs:
                return (f"partner bid {number_word(self.theirs)}, so {short}", short)
            return (short,)
        if self._all and self._left >= bid + FEW:
            return (self._only(total),)
        return tuple(filter(None, [self.score() or self._bags_to_penalty()]))

    def score(self) -> str:
        """Return what a side needs in a hand that may end the game, or "".

        That is the own side, unless it trails by more than a hand brings.
        """
        rules = self.seen.rules
        if rules.goal is None:
            return f"last hand, and {self._margin()}" if self._may_end else ""
        if max(self.seen.standing.totals) + self._pay(self._share + 1) < rules.goal:
            return ""
        needed = rules.goal - self.seen.standing.totals[rules.side_of[self.seat]]
        if self._ahead < 0 and needed > self._pay(self._share + 1):
            two_sides = len(rules.sides) == 2 and rules.partners
            rivals = "they need" if two_sides else "an opponent needs"
            nearest = max(rules.goal - max(self.seen.standing.totals), 0)
            return f"{rivals} only {plain(nearest, rules.points_unit)} to win" if nearest else ""
        return f"you need {plain(needed, rules.points_unit)} to win" if needed > 0 else ""

    def at_stake(self, bid: int, other: int) -> str:
        """Return what a side needs to win, or what else speaks for one of two equal bids, or ""."""
        if self.score() or bid < other:
            return self.score() or self._safe()
        return self._reach() or self._bags_to_penalty()

    def _safe(self) -> str:
        """Return that the side leads by so much that it shouldn't risk a set, or ""."""
        return f"{self._margin()}: play safe" if self._ahead > 0 and self._far_apart else ""

    def _reach(self) -> str:
        """Return that the side trails by so much that it should bid for all it can, or ""."""
        return f"{self._margin()}: reach" if self._ahead < 0 and self._far_apart else ""

    @property
    def _far_apart(self) -> bool:
        """Whether a side leads or trails by more than a hand or two bring, or at the game's end."""
        return self._may_end or abs(self._ahead) >= FAR_APART * self._pay(self._share)

    def _pay(self, contract: int) -> int:
        """Return the points of a side that makes a contract."""
        return contract_pay(self.seen.rules, contract, contract)

    def _margin(self) -> str:
        """Return by how much the seat's side leads or trails."""
        if not self._ahead:
            return "you're tied"
        verb = "lead" if self._ahead > 0 else "trail"
        return f"you {verb} by {plain(abs(self._ahead), self.seen.rules.points_unit)}"

    def falls_short(self, bid: int, best: int) -> str:
        """Return that a bid, unlike the best one, doesn't reach the goal of the game, or ""."""
        if bid >= best or not self.reaches(best):
            return ""
        return f"leaves you short of {self.seen.rules.goal}"

    def with_partner(self, bid: int) -> tuple[str, ...]:
        """Return what a bid makes with the partner's, if that's known."""
        if not self.theirs:
            return ()
        both = number_word(bid + self.theirs)
        return (f"with partner's {number_word(self.theirs)} that makes {both}",)

    def cheap_set(self, bid: int) -> str:
        """Return that a set costs nothing and a trick above the bid something, or ""."""
        over = overtrick_cost(self.seen, bid) if 0 < bid < self.seen.rules.tricks else 0
        cost = plain(over, self.seen.rules.points_unit)
        return f"a set costs nothing, each overtrick {cost}" if over else ""

    def _only(self, total: int) -> str:
        rest = "the others" if len(self._known) > 1 else "your opponent"
        return f"{rest} bid only {number_word(total)}"

    def why_more(self, bid: int) -> str:
        """Return why to bid more than the count, or ""."""
        reach = self.reaches(bid)
        if reach:
            return reach
        penalty = self._bags_to_penalty()
        if penalty:
            return penalty
        cheap = self.cheap_set(bid)
        if cheap:
            return cheap
        if self._all and self._left > bid:
            rest = "the others leave" if len(self._known) > 1 else "your opponent leaves"
            return f"{rest} {number_word(self._left)}"
        behind = self.far_behind()
        if behind:
            return behind
        share = self.seen.rules.tricks * len(self._known) / self.seen.rules.players
        if any(self._known) and not self._all and sum(self._known) <= share - FEW / 2:
            return f"only {number_word(sum(self._known))} bid so far"
        own = self.seen.own or 0
        trumps = (own & self.seen.rules.cards.suit_masks[SPADES]).bit_count()
        if trumps >= MANY_TRUMPS * own.bit_count():
            return f"you have {number_word(trumps)} trumps"
        return ""

    def far_behind(self) -> str:
        """Return that the side trails by much, or in what may be the last hand, or ""."""
        return self._margin() if self._ahead < 0 and self._far_apart else ""

    def why_less(self, bid: int, about: int) -> str:
        """Return why to bid less than the count, or ""."""
        total = sum(self._known)
        if self._all and self._left <= bid:
            return f"{number_word(total)} are out: don't stretch"
        if self._safe():
            return self._safe()
        if self.seen.rules.side_raises:
            return "your side can still raise"
        if about - bid < FAR:
            return ""
        return f"better {'a bag' if self.seen.rules.bags else 'one over'} than a set"

    def _bags_to_penalty(self) -> str:
        """Return that a bag or two more cost the side the penalty, or ""."""
        cost = self.seen.rules.bags
        if cost is None or not cost.penalty:
            return ""
        side = self.seen.rules.side_of[self.seat]
        left = cost.limit - self.seen.standing.bags[side] % cost.limit
        if left > FEW_BAGS:
            return ""
        bags = "one bag more costs" if left == 1 else f"{number_word(left)} bags more cost"
        return f"{bags} {plain(abs(cost.penalty), self.seen.rules.points_unit)}"

    @property
    def _ahead(self) -> int:
        """The points by which the seat's side leads the best other one; negative if it trails."""
        totals = list(self.seen.standing.totals)
        own = totals.pop(self.seen.rules.side_of[self.seat])
        return own - max(totals, default=own)
