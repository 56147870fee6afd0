"""Review a game: compare each decision with what the best player would do with the same knowledge.

All values are points, measured as computer players do. A side counts what it gets from the hand,
with bags and the end of the game, minus the average of the other sides.

- The *cards* of a hand are the value of the best choice at the seat's first decision, in simulated
  play-outs of deals that agree with what it saw.
- A decision's *cost* is the value of the best choice in those play-outs, minus the value of the
  choice made. A cost that seems sure is measured again in new deals. *Play* is the sum of a hand's
  sure costs, as a negative number: the other ones are mostly chance.
- Near the end of a game, values count the chance to win it. *Cards* and *result* leave out what
  the standing before the hand was worth, so that a hand that lost games is below zero.
- The *result* is what the hand brought in the end. The part that is neither cards nor play is
  *luck*: luck = result − cards − play. So others' good and bad play is luck, too.
"""

import math
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.analysis.reviewed_record import PlayedHand, Record, ReviewedDecision
from spades_tui.bots.advice import ADVISER, advice_about, advise, cost_beside
from spades_tui.bots.hand_worth import scored_worth
from spades_tui.bots.search.near_end import counts_the_game
from spades_tui.bots.search.win_chances import value_after
from spades_tui.bots.valued_choice import Advice, Reason
from spades_tui.game import events
from spades_tui.play.bot_decision import hints, suggest
from spades_tui.play.brain import Brain, Failed
from spades_tui.rules.ruleset import Ruleset

MEASURES = {
    "cards": "what the hand was worth with the best first choice, in sampled deals",
    "play": "what the decisions surely cost",
    "luck": "the rest: where the cards were, and how others played",
    "result": "what the hand brought",
}
"""The names of the figures of a hand, and what they mean to a reader."""
NEAR_END_NOTE = "near the end, winning the game counts: below zero, the hand made that less likely"
"""What the points of a hand near the end of its game mean to a reader."""

COSTLIEST = 5
"""The number of decisions that a review lists."""


COST_TO_TELL = 5.0
"""Points that a choice must cost to be called a mistake."""
COST_SURE = 2.0
"""Standard errors that a cost must exceed, so that it isn't chance."""
LOOKS = 3
"""Looks at a cost in new deals, or fewer if it may be chance after all.

A cost that seems clear after the first one gets the others too: stopping there would tell it too
high.
"""


class Judged(Struct, frozen=True):
    """A decision with the best player's advice about it."""

    decision: ReviewedDecision
    best: Advice | None
    """The advice; None if there was no choice, or no advice."""
    done: Advice | None
    tempting: Advice | None = None
    """What a `club` player would have chosen instead of a good choice, if that
    surely costs something."""

    @property
    def weighed(self) -> bool:
        """Whether the best choice was weighed in play-outs."""
        return self.best is not None and self.best.weighed

    @property
    def cost(self) -> float:
        """Points that the best choice would have gained; 0 if unknown."""
        if not self.weighed or self.done is None or not self.done.weighed:
            return 0.0
        return self.done.cost

    @property
    def is_best(self) -> bool:
        """Whether the choice made is known to cost nothing."""
        return self.done is not None and self.done.weighed and not self.cost

    @property
    def as_good(self) -> bool:
        """Whether the choice made is another one than the best, and known to cost nothing."""
        if self.best is None or self.done is None or not self.is_best:
            return False
        return self.best.event not in (self.done.event, *self.done.equals)

    @property
    def near_end(self) -> bool:
        """Whether the cost counts winning the game, so that it's no score."""
        return counts_the_game(self.decision.seen.rules, self.decision.seen.standing)

    @property
    def costs_surely(self) -> bool:
        """Whether the cost is more than chance can explain."""
        return self.done is not None and self.cost > 0 and _costs_surely(self.done)

    @property
    def sure_cost(self) -> float:
        """The cost, or 0 if it may be chance."""
        return self.cost if self.costs_surely else 0.0

    @property
    def is_mistake(self) -> bool:
        """Whether the choice cost enough to speak of, and surely something."""
        return self.sure_cost >= COST_TO_TELL

    @property
    def reason(self) -> Reason | None:
        """Why a bid is worse than the best one, or the best card better, or why it is good."""
        if self.cost and self.done is not None:
            if isinstance(self.decision.event, events.Bid):
                blind = self.decision.event.blind  # whose reason is the score, not what is wrong
                return None if blind else self.done.reason
            return self.done.gain
        if self.best is None:
            return None
        return self.best.reason


def judge(decision: ReviewedDecision, brain: Brain, failed: Failed | None = None) -> Judged:
    """Judge a decision, in a second or less.

    If the best player fails, let a simpler one judge, and call `failed`. A decision with only one
    choice matters only for the value of the hand at its beginning. Raises the player's error
    without `failed`.
    """

    def advised(also: events.SeatEvent | None = None) -> tuple[Advice, ...]:
        if failed is not None:
            return hints(decision.seen, brain, failed, also)
        advice: tuple[Advice, ...] = brain(advise, ADVISER, decision.seen, also)
        return advice

    advice = advised()
    done = advice_about(advice, decision.event)
    untried = done is not None and advice[0].weighed and not done.weighed
    if untried and isinstance(decision.event, events.Bid | events.Raise):
        # a bid so far from the best one that no player would try it
        advice = advised(decision.event)
        done = advice_about(advice, decision.event)
    tempting = None
    if done is not None and done.cost:
        done = _looked_at_again(decision, advice[0], done, brain, failed)
    else:
        tempting = _tempting(decision, advice)
    if tempting is not None:
        tempting = _looked_at_again(decision, advice[0], tempting, brain, failed)
        tempting = tempting if _costs_surely(tempting) else None
    return Judged(decision, advice[0], done, tempting)


def _looked_at_again(
    decision: ReviewedDecision, best: Advice, done: Advice, brain: Brain, failed: Failed | None
) -> Advice:
    """Return the advice about a choice, with its cost in new deals if it surely cost something.

    The best of many choices looks better in the deals that chose it than it is, and the costliest
    decision of a game worse. Raises the player's error without `failed`.
    """
    costs: list[float] = []
    doubts: list[float] = []
    cost, doubt = done.cost, done.doubt
    while len(costs) < LOOKS and cost > COST_SURE * doubt > 0.0:
        try:
            again = brain(cost_beside, decision.seen, done.event, best.event, len(costs))
        except Exception as error:
            if failed is None:
                raise
            failed(error)
            return done
        costs.append(again[0])
        doubts.append(again[1])
        cost, doubt = sum(costs) / len(costs), math.hypot(*doubts) / len(doubts)
    return replace(done, cost=round(max(0.0, cost), 1), doubt=round(doubt, 2))


def _costs_surely(one: Advice) -> bool:
    return one.cost > COST_SURE * one.doubt


def _tempting(decision: ReviewedDecision, advice: tuple[Advice, ...]) -> Advice | None:
    """Return what a `club` player would choose, if that surely costs something."""
    event = suggest(decision.seen) if decision.choices > 1 else None
    one = None if event is None else advice_about(advice, event)
    if one is None or not one.weighed or not _costs_surely(one):
        return None
    return one


def needs_judging(decisions: list[ReviewedDecision]) -> list[ReviewedDecision]:
    """Return the decisions to judge.

    They are those with a choice, and the first of each seat in each hand.
    """
    met: set[tuple[int, int]] = set()
    needed = []
    for decision in decisions:
        key = (decision.seat, decision.hand)
        if decision.choices > 1 or key not in met:
            needed.append(decision)
        met.add(key)
    return needed


class HandReview(Struct, frozen=True):
    """One hand of one seat, in points; see the module."""

    hand: int
    seat: int
    cards: float
    play: float
    luck: float
    result: float
    lead: float = 0.0
    """What the standing before the hand was worth, which `cards` and `result` leave out."""
    near_end: bool = False
    """Whether the points count winning the game."""

    @property
    def label(self) -> str:
        """The name of its row: `hand 6`, or `hand 12*` near the end of the game."""
        return f"hand {self.hand}{'*' if self.near_end else ''}"

    @property
    def figures(self) -> dict[str, float]:
        """The values by name, in the order of `MEASURES`."""
        return {name: getattr(self, name) for name in MEASURES}


class Review(Struct, frozen=True):
    """The review of some seats' decisions."""

    seats: tuple[int, ...]
    judged: tuple[Judged, ...]
    hands: tuple[HandReview, ...]
    decisions: tuple[int, ...]
    """By index in `seats`: the number of decisions reviewed, including those without a choice."""

    def totals(self, seat: int) -> dict[str, float]:
        """Return the figures of a seat over the whole game."""
        hands = [hand.figures for hand in self.hands if hand.seat == seat]
        totals = {}
        for name in MEASURES:
            totals[name] = round(sum(hand[name] for hand in hands), 1)
        return totals

    def of_hand(self, hand: int, seat: int) -> list[Judged]:
        """Return the judged decisions of a seat in a hand."""
        return [choice for choice in self.of(seat) if choice.decision.hand == hand]

    def of(self, seat: int) -> list[Judged]:
        """Return the judged decisions of a seat."""
        return [choice for choice in self.judged if choice.decision.seat == seat]

    def weighed(self, seat: int) -> int:
        """Return how many decisions of a seat were judged.

        They are those with a choice, and the first of each hand.
        """
        return len(self.of(seat))

    def costliest(self, seat: int | None = None) -> list[Judged]:
        """Return the costliest decisions of a seat, or of all."""
        return costliest(self.judged if seat is None else self.of(seat))

    def mistakes(self, seat: int) -> int:
        """Return how many decisions of a seat were clear mistakes."""
        return sum(choice.is_mistake for choice in self.of(seat))


def costliest(judged: Iterable[Judged]) -> list[Judged]:
    """Return the `COSTLIEST` decisions, in descending order of cost; none that cost nothing.

    Those whose cost may be chance come last.
    """
    costly = [choice for choice in judged if choice.cost]
    costly.sort(key=lambda one: (not one.costs_surely, -one.cost, one.decision.before))
    return costly[:COSTLIEST]


def hardest(judged: Iterable[Judged]) -> list[Judged]:
    """Return at most `COSTLIEST` of the best choices where a `club` player would have gone wrong.

    The decisions where that costs most come first.
    """
    hard = [(one.tempting.cost, one) for one in judged if one.tempting is not None and one.is_best]
    hard.sort(key=lambda pair: (-pair[0], pair[1].decision.before))
    return [one for _, one in hard[:COSTLIEST]]


def review_of(record: Record, seats: tuple[int, ...], judged: Iterable[Judged]) -> Review:
    """Combine judged decisions into a review."""
    counts = tuple(len(record.of((seat,))) for seat in seats)
    review = Review(seats, tuple(judged), (), counts)
    hands = []
    for number, played in sorted(record.hands.items()):
        for seat in seats:
            choices = review.of_hand(number, seat)
            if not choices or choices[0].best is None or not choices[0].weighed:
                continue
            cards = choices[0].best.value
            play = -sum(choice.sure_cost for choice in choices)
            rules = record.replayed.rules
            lead = lead_of(rules, played, seat)
            result = round(result_of(rules, played, seat) - lead, 1)
            cards = round(cards - lead, 1)
            luck = round(result - cards - play, 1)
            near_end = near_the_end(rules, played)
            hands.append(
                HandReview(number, seat, cards, round(play, 1), luck, result, lead, near_end)
            )
    return replace(review, hands=tuple(hands))


def near_the_end(rules: Ruleset, played: PlayedHand) -> bool:
    """Return whether the points of a hand count winning the game: near its end, or if it ended."""
    return played.outcome is not None or counts_the_game(rules, played.standing)


def lead_of(rules: Ruleset, played: PlayedHand, seat: int) -> float:
    """Return what the standing before a hand was worth to a seat's side, measured like a decision.

    Far from the game's end it is 0, because only points count there.
    """
    before = played.standing
    rules = rules.of_hand(played.state.number)
    return value_after(rules, before, before, None, rules.side_of[seat], 0.0)


def result_of(rules: Ruleset, played: PlayedHand, seat: int) -> float:
    """Return a hand's result for a seat's side, minus the others', measured like a decision."""
    hand = played.state
    side = rules.side_of[seat]
    rules = rules.of_hand(hand.number)
    worths = scored_worth(rules, played.standing, played.after, played.points, played.outcome)
    rivals = rules.sides_at(hand.table)
    if hand.skipped:
        rivals = set(range(len(rules.sides)))
    rivals.discard(side)
    gained = worths[side] - sum(worths[rival] for rival in sorted(rivals)) / len(rivals)
    return value_after(rules, played.standing, played.after, played.outcome, side, gained)
