"""The coach: weighs a person's choices while they think, and finds whether the one they take surely costs much.

Hints and suggestions get their choices from it too, so each question is weighed only once for them. For itself, it
looks again and again in other deals, until every cost is clear. It knows only the person's observation, and never makes
anybody wait: if the choice comes first, it is silent. The search is imported when it's asked.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from math import hypot
from threading import Condition, Thread
from typing import TYPE_CHECKING, Final

from spades_tui.bots.valued_choice import PlainReason, is_nil
from spades_tui.game.events import Bid, SeatEvent
from spades_tui.play.bot_decision import hints
from spades_tui.play.brain import Brain, Failed
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings

if TYPE_CHECKING:
    from spades_tui.bots.valued_choice import Advice

Costs = dict[SeatEvent, tuple[float, float]]
"""What each choice costs, in points, and the standard error of that."""
COSTS: Final = {"big": 20.0, "everything": 5.0}
"""By setting: the minimum cost of a choice, in points, before which the coach speaks."""
SURE: Final = 1.0
"""Standard errors by which a cost must exceed the threshold."""
LOOKS: Final = 12
"""Maximum looks at a decision. A hint's figures come from about as many deals as one look has."""
CLEAR: Final = 3.0
"""Standard errors between a cost and every threshold with which it needs no further look."""
FAR_BID: Final = 3
"""Tricks between an untried bid and the best one from which it surely costs much."""
HOPELESS_NIL: Final = 0.1
"""Chance, 0 to 1, up to which an untried nil surely costs much."""


def least_cost(settings: Settings, people: int) -> float | None:
    """Return the cost in points from which the coach speaks; None if it is off.

    Several `people` at one keyboard must have agreed to it.
    """
    if people != 1 and not settings.coach_agreed:
        return None
    return COSTS.get(settings.coach)


def wants_lessons(settings: Settings) -> bool:
    """Return whether a person wants to hear after a hand what it teaches: whoever wants any advice does."""
    return settings.suggestions or settings.coach != "off"


def pooled(looks: Sequence[Costs]) -> Costs:
    """Return what the choices cost by all looks together; choices that a look doesn't have are left out.

    Each look counts costs against its own best choice. The best choice of all looks together costs nothing.
    """
    means: Costs = {}
    for event in looks[0]:
        if all(event in look for look in looks):
            costs, doubts = zip(*[look[event] for look in looks], strict=True)
            means[event] = sum(costs) / len(looks), hypot(*doubts) / len(looks)
    least = min((mean for mean, _ in means.values()), default=0.0)
    return {event: (mean - least, doubt) for event, (mean, doubt) in means.items()}


def are_clear(costs: Iterable[tuple[float, float]]) -> bool:
    """Return whether every cost is so far from each threshold that further looks would hardly change the answer."""
    pairs = product(costs, COSTS.values())
    return all(abs(cost - least) >= CLEAR * doubt for (cost, doubt), least in pairs)


def surely_costs(costs: Costs, one: "Advice", least: float) -> bool:
    """Return whether a choice costs at least so many points by the looks, less `SURE` for chance.

    A choice that the looks don't have costs nothing for sure.
    """
    for event in (one.event, *one.equals):
        if event in costs and one.gain is not None:
            cost, doubt = costs[event]
            return cost - SURE * doubt >= least
    return False


def is_far_bid(one: "Advice", advice: "tuple[Advice, ...]", seen: Observation) -> bool:
    """Return whether a bid is so far from the best one that `expert` doesn't even play it out.

    Return False where few or many bids change the pay (3B-8), because there a far bid may be a plan.
    """
    event, rules = one.event, seen.rules
    if one.weighed or not isinstance(event, Bid) or rules.calls_bids:
        return False
    if is_nil(rules, event.bid):
        return one.reason.goal == PlainReason.NIL and (one.reason.number or 0.0) <= HOPELESS_NIL
    tried = [other.event for other in advice if other.weighed and isinstance(other.event, Bid)]
    beside = [bid.bid for bid in tried if bid.blind == event.blind and not is_nil(rules, bid.bid)]
    return bool(beside) and abs(event.bid - beside[0]) >= FAR_BID


class Coach:
    """Weighs the latest decision in a thread of its own, which ends when there is nothing to weigh."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._wanted: tuple[Observation, Brain, Failed, bool] | None = None
        self._found: tuple[Observation, tuple[Advice, ...]] | None = None
        self._costs: Costs = {}
        """What the choices cost by all looks so far."""
        self._thinks = False
        self._weighs = False
        """Whether the thread is at work on a decision, the latest or an older one."""

    def think(self, seen: Observation, brain: Brain, failed: Failed) -> None:
        """Begin to weigh a decision with several choices, unless that has been done; forget any older one."""
        if len(seen.legal) > 1:
            self._begin(seen, brain, failed, True)

    def _begin(self, seen: Observation, brain: Brain, failed: Failed, further: bool) -> None:
        with self._changed:
            if self._is_about(seen):
                return
            self._wanted, self._found, self._costs = (seen, brain, failed, further), None, {}
            self._changed.notify_all()
            if not self._thinks:
                self._thinks = True
                Thread(target=self._work, daemon=True).start()

    def advice(self, seen: Observation, brain: Brain, failed: Failed) -> "tuple[Advice, ...]":
        """Return every choice, best first, once the decision has been weighed; weigh it if nobody has.

        Return nothing if another decision has come meanwhile.
        """
        self._begin(seen, brain, failed, False)
        with self._changed:
            self._changed.wait_for(lambda: not self._is_about(seen) or self._is_weighed)
            if self._found is None or self._found[0] != seen:
                return ()
            return self._found[1]

    def forget(self) -> None:
        """Forget the latest decision, because it has been made."""
        with self._changed:
            self._wanted, self._found, self._costs = None, None, {}
            self._changed.notify_all()

    def objection(self, seen: Observation, event: SeatEvent, least: float) -> "Advice | None":
        """Return the advice about a choice that surely costs `least` points or more.

        Return None for any other, and before the first look.
        """
        from spades_tui.bots.advice import advice_about

        with self._changed:
            found, costs = self._found, self._costs
        if found is None or found[0] != seen:
            return None
        one = advice_about(found[1], event)
        if one is None or not (surely_costs(costs, one, least) or is_far_bid(one, found[1], seen)):
            return None
        return one

    def wait(self, seconds: float = 60.0) -> bool:
        """Wait until nothing is left to weigh; return whether that is so. Nothing at a table calls this."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._thinks, seconds)

    def _is_about(self, seen: Observation) -> bool:
        latest = self._wanted or self._found
        return latest is not None and latest[0] == seen

    @property
    def _is_weighed(self) -> bool:
        """Whether the latest decision has been weighed, perhaps in vain."""
        return self._wanted is None and not self._weighs

    def _work(self) -> None:
        while True:
            with self._changed:
                wanted, self._wanted = self._wanted, None
                self._weighs = wanted is not None
                if wanted is None:
                    self._thinks = False
                    self._changed.notify_all()
                    return
                self._found = wanted[0], ()
            seen, brain, failed, further = wanted
            advice: tuple[Advice, ...] = ()
            try:
                advice = hints(seen, brain, failed)
            except Exception as error:  # the coach is silent rather than end a game
                failed(error)
            with self._changed:
                if self._found is not None and self._found[0] is seen:
                    self._found = seen, advice
                self._weighs = False
                self._changed.notify_all()
                further = further and self._found is not None and self._found[0] is seen and len(advice) > 1
            if further:
                self._look_again(seen, brain, failed)

    def _look_again(self, seen: Observation, brain: Brain, failed: Failed) -> None:
        """Weigh a decision in other deals until every cost is clear, `LOOKS` times at most, unless it is made before.

        Each look is a question of its own, so that nobody waits long for the brain.
        """
        from spades_tui.bots.advice import another_look

        looks: list[Costs] = []
        for number in range(LOOKS):
            try:
                looks.append(brain(another_look, seen, number))
            except Exception as error:  # the coach is silent rather than end a game
                failed(error)
                return
            costs = pooled(looks)
            with self._changed:
                if self._found is None or self._found[0] is not seen:
                    return
                self._costs = costs
            if are_clear(costs.values()):
                return
