"""What became of a choice in a finished hand, whether it mattered, and who could know."""

from math import inf

from msgspec.structs import replace

from spades_tui.analysis.hindsight import SAME, HandEnding, Hindsight
from spades_tui.bots.advice import advice_about
from spades_tui.bots.valued_choice import Advice
from spades_tui.game.events import Bid, Play
from spades_tui.game.trick import Played
from spades_tui.language.sentence_parts import capitalized, plural, whom, whose
from spades_tui.presentation.why_words import CLEARLY_WORSE
from spades_tui.presentation.wording import Wording
from spades_tui.presentation.worth_words import points_amount
from spades_tui.rules.ledger import Decided

ORDER = (Decided.ZERO_FAILED, Decided.ZERO_MADE, Decided.SET, Decided.MADE)
"""What happens to bids, the most telling first where they are as large."""
PLAYED_ON = "Played on by club players"
"""How the endings of a hand were found."""


def bid_in_hindsight(bid: Bid, took: int, look: Wording) -> tuple[str, ...]:
    """Return what a seat with a bid took in the end."""
    who, over = look.who(bid.seat), took - bid.bid
    if not over:
        return (f"{who} took {took} in the end, as bid.",)
    beyond = "more" if over > 0 else "fewer"
    return (f"{who} took {took} in the end, {abs(over)} {beyond} than bid.",)


def hindsight_words(one: Hindsight, advice: tuple[Advice, ...], look: Wording) -> tuple[str, ...]:
    """Return what became of a card, which card was better with these cards, and who could know."""
    return tuple(HindsightWords(one, advice, look).sentences())


class HindsightWords:
    """Builds the sentences about one card."""

    def __init__(self, one: Hindsight, advice: tuple[Advice, ...], look: Wording) -> None:
        self.one, self.advice, self.look = one, advice, look
        self.rules = one.state.rules
        self.side = self.rules.side_of[one.card.seat]

    def sentences(self) -> list[str]:
        said = [self._trick()]
        said += self._mattered()
        said.append(self._hint())
        return [sentence for sentence in said if sentence]

    def _trick(self) -> str:
        """Return who took the trick, and whether they played after the card."""
        taken, seat = self.one.taken, self.one.card.seat
        if taken is None:
            return ""
        if taken.seat == seat:
            return f"{capitalized(self._card(self.one.card))} took the trick."
        before = {played.seat for played in self.one.state.current.trick}
        after = "" if taken.seat in before else f", played after {self.look.whom(seat)},"
        who = capitalized(whose(self.look.whom(taken.seat)))
        card = self._name(taken).removeprefix("the ")
        return f"{who} {card}{after} took the trick."

    def _mattered(self) -> list[str]:
        own, best = self.one.own, self._best()
        if len(self.one.endings) < 2:
            return ["There was no other card to play."]
        if not self.one.matters:
            done = advice_about(self.advice, self.one.card)
            costly = done is not None and done.weighed and done.cost >= CLEARLY_WORSE
            return [self._free()] if costly else []
        if best is own:
            worst = self._worst()
            lost = self._points(own.points - worst.points)
            card = capitalized(self._card(worst.card))
            if self._is_hints(worst):
                card = f"{card}, the hint's choice,"
            none = f"{PLAYED_ON}, no other card ends better."
            return [f"{none} {card} {self.ends(worst, own)}: {lost} worse."]
        gained = self._points(best.points - own.points)
        hint = ", the hint's choice," if self.advice and best.card == self.advice[0].event else ""
        ends = f"{self._card(best.card)}{hint} {self.ends(best, own)}"
        return [f"{PLAYED_ON}, {ends}: {gained} better.", self._known(best)]

    def _free(self) -> str:
        """Return that a costly card cost next to nothing this time."""
        own, endings = self.one.own, self.one.endings
        if all(replace(ending, card=own.card) == own for ending in endings):
            return "This time it cost nothing: the hand ends alike with each card."
        best = max(ending.points for ending in endings)
        little = "next to nothing" if best > own.points else "nothing"
        return f"This time it cost {little}."

    def _best(self) -> HandEnding:
        """Return the best ending; of those that are alike, that of the best card by the advice."""
        best, own = self.one.best, self.one.own
        if best is own:
            return own
        least = max(best.points - SAME, own.points + SAME)
        alike = [one for one in self.one.endings if one.points >= least]
        return min(alike, key=self._cost)

    def _worst(self) -> HandEnding:
        """Return the worst ending; of those that are alike, that of the hint's choice."""
        worst = self.one.endings[-1]
        alike = [one for one in self.one.endings if one.points <= worst.points + SAME]
        return next(filter(self._is_hints, alike), worst)

    def _is_hints(self, ending: HandEnding) -> bool:
        """Return whether an ending is that of the hint's choice, or of a card as good."""
        return any(ending.card in (one.event, *one.equals) for one in self.advice[:1])

    def _cost(self, ending: HandEnding) -> tuple[float, bool]:
        """Return what a card costs by what its seat saw, infinity if that isn't known.

        Among equals, the hint's choice is the least.
        """
        choice = advice_about(self.advice, ending.card)
        if choice is None or not choice.weighed:
            return inf, True
        return choice.cost, choice is not self.advice[0]

    def _known(self, best: HandEnding) -> str:
        """Return whether the player could know that another card was better."""
        better, done = (advice_about(self.advice, card) for card in (best.card, self.one.card))
        if better is None or done is None or not (better.weighed and done.weighed):
            return ""
        who, saw = self.look.who(self.one.card.seat), f"by what {self._they()} saw"
        if better.cost <= done.cost - CLEARLY_WORSE:
            return f"{who} could know: {saw}, it was the better card, too."
        if better.cost < done.cost + CLEARLY_WORSE:
            return f"{who} couldn't know: {saw}, both were about as good."
        return f"{who} couldn't know: {saw}, it was the worse card."

    def _hint(self) -> str:
        """Return what the hint's card would have led to, if it's neither this card nor the best."""
        if not self.advice:
            return ""
        first = self.advice[0]
        event, own = first.event, self.one.own
        if not isinstance(event, Play) or self.one.card in (event, *first.equals):
            return ""
        endings = filter(self._is_hints, self.one.endings)
        ending = max(endings, key=lambda one: one.points, default=None)
        best, worst = self._best(), self._worst()
        if ending is None or ending is best or (ending is worst and best is own):
            return ""  # it has been named already
        if best is own and self.ends(ending, own) == self.ends(worst, own):
            return ""  # as the worst card does
        change, hint = ending.points - own.points, f"The hint's choice, {self._card(event)},"
        if abs(change) > SAME:
            how = "better" if change > 0 else "worse"
            return f"{hint} {self.ends(ending, own)}: {self._points(abs(change))} {how}."
        return "" if best is own else f"{hint} ends no better than {self._card(own.card)}."

    def ends(self, ending: HandEnding, own: HandEnding) -> str:
        """Return what an ending brings that the own one doesn't, after a card."""
        changed = ending.bids - own.bids
        if changed:
            better = ending.points > own.points
            telling = [end for end in changed if self._helps(*end) == better]
            decides = self._decides(*min(telling or changed, key=self._place))
            if telling or self.rules.bags is None:
                return decides
            return f"{decides}, but brings {'more' if ending.tricks > own.tricks else 'other'} bags"
        if ending.tricks == own.tricks:
            return "brings as many tricks, but other bags"
        brings = f"brings {plural(ending.tricks, 'trick')}, not {own.tricks}"
        if abs(ending.tricks - own.tricks) > 1:
            return f"{brings}, mostly by later play"
        if (ending.tricks < own.tricks) == (ending.points > own.points):
            return f"{brings}, and other bags"
        return brings

    def _place(
        self, end: tuple[Decided, tuple[int, ...]]
    ) -> tuple[bool, int, int, tuple[int, ...]]:
        """Return the place of what happens to a bid: nils first, then the largest bids."""
        what, seats = end
        bids = self.one.state.current.bids
        tricks = sum(bids[seat] or 0 for seat in seats)
        is_number = what not in (Decided.ZERO_FAILED, Decided.ZERO_MADE)
        return is_number, -tricks, ORDER.index(what), seats

    def _helps(self, what: Decided, seats: tuple[int, ...]) -> bool:
        """Return whether what happens to a bid is good for the side of the card."""
        ours = self.rules.side_of[seats[0]] == self.side
        return ours == (what in (Decided.ZERO_MADE, Decided.MADE))

    def _decides(self, what: Decided, seats: tuple[int, ...]) -> str:
        """Return what a card does to the bid of some seats."""
        side = self.look.together(seats)
        bid = f"the bid of {side}"
        who = self.look.whom(self.one.card.seat)
        if self.one.card.seat in seats and who == "you":
            bid = "your bid"
        elif len(seats) == 1:
            bid = f"{whose(self.look.whom(seats[0]))} bid"
        match what:
            case Decided.ZERO_FAILED | Decided.ZERO_MADE:
                verb = "breaks" if what == Decided.ZERO_FAILED else "saves"
                return f"{verb} {whose(self.look.whom(seats[0]))} {self.rules.zero_word}"
            case Decided.SET:
                return f"sets {whom(side)}"
            case _:
                return f"makes {bid}"

    # ---- pieces

    def _they(self) -> str:
        who = self.look.whom(self.one.card.seat)
        return "you" if who == "you" else "they"

    def _name(self, played: Played) -> str:
        card = self.look.in_sentence(played.card)
        return f"low {card}" if played.low else card

    def _card(self, play: Play) -> str:
        return self._name(Played(play.seat, play.card, low=play.ace == "low"))

    def _points(self, points: float) -> str:
        return points_amount(points, self.rules.points_unit)
