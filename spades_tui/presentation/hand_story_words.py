"""The story of a hand in at most five sentences of at most 18 words each, without percentages.

What the best player says of another one's choice is quoted in one more word.
"""

from spades_tui.analysis.hand_story import (
    COST_TO_TELL,
    BidEnd,
    HandStory,
    LuckFact,
    LuckKind,
    NilEnd,
    PromiseEnd,
    hand_stories,
)
from spades_tui.analysis.review import Judged, Record, Review
from spades_tui.bots.plan import Plan
from spades_tui.bots.position import Position
from spades_tui.cards import SUIT_NAMES
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.kernel import is_trump
from spades_tui.game.trick import Played
from spades_tui.language.address import agreeing, capitalized, together, whose
from spades_tui.language.amounts import plural
from spades_tui.presentation.plan_words import plan_words
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import Wording, choice_words, cost_words, fitting
from spades_tui.rules.ruleset import Ruleset

MOST_SENTENCES = 5
TOOK = "took it"
"""What became of a trick that the costliest card took."""
ROUNDED_FROM = 1.5
"""Points from which a story has no tenths."""


def story_sentences(story: HandStory, rules: Ruleset, look: Wording, hints: bool = True) -> tuple[str, ...]:
    """Return a hand's story: the bids first, then what cost most, the luck, and what went well.

    `hints`: whether to give the reasons for the better choice and for a good bid; without, a story is shorter.
    """
    words = _StoryWords(story, rules.of_hand(story.hand), look, hints)
    first = words.ends() if story.played else ["The hand wasn't played: the bids were too low."]
    later = [sentence for sentence in (*words.costliest(), words.luck(), words.best()) if sentence]
    room = MOST_SENTENCES - len(first) - len(later)
    later += words.asides()[: max(0, room)]
    return (*first[: MOST_SENTENCES - len(later)], *later)


def told_hands(
    record: Record, review: Review, look: Wording, hints: bool = True
) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the sentences of all scored hands by hand and seat; without `hints`, they are shorter."""
    rules = record.replayed.rules
    stories = hand_stories(record, review)
    return {(story.hand, story.seat): story_sentences(story, rules, look, hints) for story in stories}


class _StoryWords:
    """Builds the sentences of one story."""

    def __init__(self, story: HandStory, rules: Ruleset, look: Wording, hints: bool) -> None:
        self.story, self.rules, self.look, self.hints = story, rules, look, hints
        self.mine = whose(look.who(story.seat))

    # ---- bids

    def ends(self) -> list[str]:
        found = []
        for end in self.story.ends:
            match end:
                case BidEnd():
                    found.append(self._bid(end))
                case NilEnd():
                    found.append(self._nil(end))
                case PromiseEnd():
                    found.append(self._promise(end))
        return found

    def _bid(self, end: BidEnd) -> str:
        who = together([self.look.who(seat) for seat in end.seats])
        was = "were" if len(end.seats) > 1 else agreeing(who, "was")
        over = end.took - end.bid
        if not end.bid:
            return f"{who} bid 0 and took {end.took}."
        if end.made:
            in_trick = f" in trick {end.trick}" if end.trick is not None else ""
            beyond = (plural(over, "bag") if end.bags else f"{over} over") if over else ""
            return f"{who} made {end.bid}{in_trick}{f', plus {beyond}' if beyond else ''}."
        if end.penalised:
            return f"{who} {was} set by a challenge."
        if over > 0:
            decided = "" if end.winner is None else f": {self._whose_card(end.winner)} took trick {end.trick}"
            return f"{who} bid {end.bid} and took {end.took}{decided}."
        short = f"{who} {was} set by {-over}, taking {end.took} of {end.bid}"
        if end.winner is None:
            return f"{short}."
        winner = self._whose_card(end.winner)
        if end.beaten is None:
            return f"{short}: {winner} took trick {end.trick}."
        trumped = is_trump(self.rules.cards, end.winner.value) > is_trump(self.rules.cards, end.beaten.value)
        beat = f"{'ruffed' if trumped else 'beat'} {self._whose_card(end.beaten)}"
        return fitting(f"{short}: {winner} {beat} in trick {end.trick}.", f"{short}: {winner} took trick {end.trick}.")

    def _nil(self, end: NilEnd) -> str:
        nil = capitalized(f"{whose(self.look.who(end.seat))} {self.rules.zero_word}")
        if end.kept:
            return f"{nil} held."
        if end.trick is None or end.card is None:
            return f"{nil} broke."
        card = self._card(end.card)
        how = f"with {card}" if end.under is None else f"{card} beat {self._whose_card(end.under)}"
        return f"{nil} broke in trick {end.trick}{' ' if end.under is None else ': '}{how}."

    def _promise(self, end: PromiseEnd) -> str:
        whole = capitalized(f"{whose(self.look.who(end.seat))} promise of the first {plural(end.tricks, 'trick')}")
        broke = f"broke in trick {end.trick}" if end.trick is not None else "broke"
        return f"{whole} {'held' if end.kept else broke}."

    # ---- decisions

    def costliest(self) -> list[str]:
        """Return what the costliest choice did, and why another one was better."""
        one = self.story.costliest
        if one is None or one.best is None:
            return []
        done, better = one.decision.event, one.best.event
        points = self._points(one.cost)
        why = self._why(one)
        if isinstance(done, Play):
            head = f"Trick {self._trick(one)} cost most, {points}: {self.mine} {self._owned(done)}"
            outcome = self._outcome(done)
            what = f"{head} {outcome}" if outcome else head
            if not self.hints:
                was = f"; {self._choice(better)} was better."
                return [fitting(f"{what}{was}", f"{head}{was}")]
            yet = ", yet another choice was better" if outcome == TOOK else ""
            return [f"{what}{yet}.", *why]
        if isinstance(done, Bid) and isinstance(better, Bid) and done.blind == better.blind:
            number, other = self.rules.bid_word(done.bid), self.rules.bid_word(better.bid)
            although = ", although it was made" if self._bid_made(done.seat) else ""
            mine = capitalized(self.mine)
            return [f"{mine} bid of {number} cost most{although}: {other} was {points} better.", *why]
        mine, other = capitalized(self.mine), self._choice(better)
        return [f"{mine} “{self._choice(done)}” cost most: “{other}” was {points} better.", *why]

    def _outcome(self, done: Play) -> str:
        """Return what became of the trick of the costliest card."""
        end = self.story.costly_trick
        if end is None:
            return ""
        if end.winner.seat == done.seat:
            return TOOK
        winner = self._whose_card(end.winner)
        if self.rules.side_of[end.winner.seat] == self.rules.side_of[done.seat] or not end.was_ahead:
            return f"left it to {winner}"
        return f"lost to {winner}"

    def _why(self, one: Judged) -> list[str]:
        """Return the reason for the better choice, in the words of a hint; quoted unless it speaks to its player."""
        if one.reason is None or not self.hints:
            return []
        reason = self.look.words(reason_words(one.reason, one.decision.seen, self.look.names))
        return [reason if self.mine == "your" else f"Better: “{reason}”"]

    def _bid_made(self, seat: int) -> bool:
        """Return whether the bid that a seat has a part in was made."""
        return any(isinstance(end, BidEnd) and end.made and seat in end.seats for end in self.story.ends)

    def best(self) -> str:
        """Return what went best; "" if nothing was clearly ahead of other choices."""
        one = self.story.best
        if one is None:
            return ""
        ahead = f"{self._points(one.ahead)} ahead of the next choice"
        done = one.decision.event
        if isinstance(done, Play):
            card = f"{self.mine} {self._owned(done)} in trick {self._trick(one)}"
            plan = self._plan(one)
            return f"Well played: {card}{f', {plan},' if plan else ''} was {ahead}."
        assert isinstance(done, Bid)
        return f"Well bid: {self.mine} {self.rules.bid_word(done.bid)} was {ahead}."

    def _plan(self, one: Judged) -> str:
        """Return what a well played card was for; "" if no short phrase says it."""
        plan = one.reason.plan if one.reason is not None else None
        position = Position(one.decision.seen)
        if plan == Plan.CANT_BEAT and one.decision.event != position.losers[0]:
            return ""
        return plan_words(plan, self.rules.zero_word)

    def _figures(self) -> list[str]:
        """Return what the cards were worth, and what they brought."""
        figures = self.story.figures
        if figures is None:
            return []
        worth, brought = self._signed(figures.cards), self._signed(figures.result)
        whose_cards = f"{capitalized(self.mine)} cards were worth {worth} points"
        return [f"{whose_cards} before the first choice, and brought {brought}."]

    def asides(self) -> list[str]:
        """Return what else there is to say: why a bid was good, and how many choices cost nothing."""
        story, mine = self.story, self.mine
        why = []
        if story.best is not None and isinstance(story.best.decision.event, Bid) and mine == "your":
            why = self._why(story.best)
        if story.choices and story.right == story.choices:
            return [*why, f"All of {mine} {plural(story.choices, 'choice')} cost nothing."]
        if story.choices and story.costliest is None:
            least = self._points(COST_TO_TELL)
            counted = f"{story.right} of {story.choices} cost nothing"
            return [*why, f"No choice clearly cost {least}: {counted}.", *self._figures()]
        if story.right and story.best is None:
            return [f"{story.right} of {mine} {plural(story.choices, 'choice')} cost nothing."]
        return why

    # ---- luck

    def luck(self) -> str:
        luck = self.story.luck
        nils = [end.seat for end in self.story.ends if isinstance(end, NilEnd)]
        if luck is None or (luck.fact.kind == LuckKind.NIL and luck.fact.other.seat in nils):
            return ""  # the end of that nil is told
        share = "above all" if luck.most else "partly"
        return f"Luck was {self._signed(luck.points)}, {share} in trick {luck.fact.trick}: {self._fact(luck.fact)}."

    def _fact(self, fact: LuckFact) -> str:
        who = self.look.whom(fact.other.seat)
        if fact.card is None:
            return f"{whose(who)} {self.rules.zero_word} broke"
        card = self._whose_card(fact.card)
        if fact.kind == LuckKind.RUFFED:
            suit = SUIT_NAMES[self.rules.cards.suit_of[fact.card.value]]
            return f"{who} had no {suit} and ruffed {card}"
        place = "behind" if fact.kind == LuckKind.BEHIND else "in front of"
        return f"{self._whose_card(fact.other)} sat {place} {card}"

    # ---- pieces

    def _card(self, played: Played) -> str:
        """Return a card by itself: `K♥`, `the big joker`."""
        card = self.look.in_sentence(played.card)
        return f"low {card}" if played.low else card

    def _whose_card(self, played: Played) -> str:
        return f"{whose(self.look.whom(played.seat))} {self._card(played).removeprefix('the ')}"

    def _choice(self, event: SeatEvent) -> str:
        if isinstance(event, Play):
            return self._card(Played(event.seat, event.card, low=event.ace == "low"))
        return choice_words(event, self.look.letters, self.rules)

    def _owned(self, event: SeatEvent) -> str:
        """Return a choice after "your": `big joker`."""
        return self._choice(event).removeprefix("the ")

    def _trick(self, one: Judged) -> int:
        return len(one.decision.seen.tricks) + 1

    def _points(self, points: float) -> str:
        """Return points without a sign, in whole numbers where the game has large ones."""
        unit = self.rules.points_unit
        if unit == 1 and points >= ROUNDED_FROM:
            return plural(round(points), "point")
        return f"{cost_words(points, unit)} points"

    def _signed(self, points: float) -> str:
        return f"{'+' if points > 0 else '−'}{self._points(abs(points)).partition(' ')[0]}"
