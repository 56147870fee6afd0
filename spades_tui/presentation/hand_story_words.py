"""The story of a hand in at most five sentences of at most 18 words each, without percentages."""

from spades_tui.analysis.hand_story import (
    BidEnd,
    HandStory,
    LuckFact,
    LuckKind,
    NilEnd,
    PromiseEnd,
    hand_stories,
)
from spades_tui.analysis.review import Judged, Record, Review
from spades_tui.cards import SUIT_NAMES
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.trick import Played
from spades_tui.language.address import agreeing, capitalized, together, whose
from spades_tui.language.amounts import plural
from spades_tui.presentation.plan_words import plan_words
from spades_tui.presentation.wording import Wording, choice_words, cost_words
from spades_tui.rules.ruleset import Ruleset

MOST_SENTENCES = 5
ROUNDED_FROM = 1.5
"""Points from which a story has no tenths."""


def story_sentences(story: HandStory, rules: Ruleset, look: Wording) -> tuple[str, ...]:
    """Return a hand's story: the bids first, then what cost most, the luck, and what went well."""
    words = _StoryWords(story, rules.of_hand(story.hand), look)
    later = [sentence for sentence in (words.costliest(), words.luck(), words.best()) if sentence]
    first = words.ends() if story.played else ["The hand wasn't played: the bids were too low."]
    return (*first[: MOST_SENTENCES - len(later)], *later)


def told_hands(record: Record, review: Review, look: Wording) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the sentences of all scored hands by hand and seat."""
    rules = record.replayed.rules
    stories = hand_stories(record, review)
    return {(story.hand, story.seat): story_sentences(story, rules, look) for story in stories}


class _StoryWords:
    """Builds the sentences of one story."""

    def __init__(self, story: HandStory, rules: Ruleset, look: Wording) -> None:
        self.story, self.rules, self.look = story, rules, look
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
        decided = f"; trick {end.trick} decided it" if end.trick is not None else ""
        if not end.bid:
            return f"{who} bid 0 and took {end.took}."
        if end.made:
            in_trick = f" in trick {end.trick}" if end.trick is not None else ""
            beyond = (plural(over, "bag") if end.bags else f"{over} over") if over else ""
            return f"{who} made {end.bid}{in_trick}{f', plus {beyond}' if beyond else ''}."
        if end.penalised:
            return f"{who} {was} set by a challenge."
        by = f"{-over}" if over < 0 else f"{plural(over, 'trick')} too many"
        return f"{who} {was} set by {by}: {end.bid} bid, {end.took} taken{decided}."

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

    def costliest(self) -> str:
        one = self.story.costliest
        if one is None or one.best is None:
            return ""
        done, better = one.decision.event, one.best.event
        points = f"{self._points(one.cost)} better"
        if isinstance(done, Play) and isinstance(better, Play):
            plan = plan_words(one.reason.plan if one.reason is not None else None, self.rules.zero_word)
            lead = "" if one.decision.seen.trick else "a lead of "
            choice = f"{self._choice(better)}, {plan}," if plan else f"{lead}{self._choice(better)}"
            what = f"{choice} was {points} than {self.mine} {self._owned(done)}"
            return f"Trick {self._trick(one)} cost most: {what}."
        if isinstance(done, Bid) and isinstance(better, Bid) and done.blind == better.blind:
            number, other = self.rules.bid_word(done.bid), self.rules.bid_word(better.bid)
            although = ", although it was made" if self._bid_made(done.seat) else ""
            return f"{capitalized(self.mine)} bid of {number} cost most{although}: {other} was {points}."
        return f"{capitalized(self.mine)} “{self._choice(done)}” cost most: “{self._choice(better)}” was {points}."

    def _bid_made(self, seat: int) -> bool:
        """Return whether the bid that a seat has a part in was made."""
        return any(isinstance(end, BidEnd) and end.made and seat in end.seats for end in self.story.ends)

    def best(self) -> str:
        """Return the one line for what went well."""
        one, story = self.story.best, self.story
        if one is not None:
            ahead = f"{self._points(one.ahead)} ahead of the next choice"
            done = one.decision.event
            if isinstance(done, Play):
                return f"Well played: {self.mine} {self._owned(done)} in trick {self._trick(one)} was {ahead}."
            if isinstance(done, Bid):
                return f"Well bid: {self.mine} {self.rules.bid_word(done.bid)} was {ahead}."
        if not story.right:
            return ""
        if story.right == story.choices:
            return f"All of {self.mine} {plural(story.choices, 'choice')} cost nothing."
        return f"{story.right} of {self.mine} {plural(story.choices, 'choice')} cost nothing."

    # ---- luck

    def luck(self) -> str:
        luck = self.story.luck
        if luck is None:
            return ""
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
