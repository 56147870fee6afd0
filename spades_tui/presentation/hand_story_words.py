"""The story of a hand in at most five sentences of at most 18 words each, without percentages.

What the best player says of another one's choice is quoted in one more word.
"""

from collections import defaultdict
from collections.abc import Iterable

from spades_tui.analysis.bid_ends import BidEnd, NilEnd
from spades_tui.analysis.hand_lesson import praise_of, reasons_of
from spades_tui.analysis.hand_story import HandStory, Luck, LuckFact, LuckKind
from spades_tui.analysis.review import COST_TO_TELL, Judged, Review
from spades_tui.analysis.reviewed_record import Record
from spades_tui.bots.plan import Plan
from spades_tui.bots.position import Position
from spades_tui.bots.search.near_end import share_of_games
from spades_tui.cards import SUIT_NAMES
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.game.trick import Played
from spades_tui.language.quoting import spans
from spades_tui.language.sentence_parts import capitalized, number_word, plain, plural, whom, whose
from spades_tui.presentation.bid_end_words import BidEndWords
from spades_tui.presentation.hindsight_words import HindsightWords
from spades_tui.presentation.plan_words import plan_words
from spades_tui.presentation.reason_words import both_reason_words, reason_words
from spades_tui.presentation.wording import Wording, choice_words, fitting
from spades_tui.presentation.worth_words import cost_amount, points_amount, was_better, was_worse
from spades_tui.rules.ruleset import Ruleset

MOST_SENTENCES = 5
FEW_GAMES = 5
"""Games in a hundred up to which a set near the end of a game costs only little."""
LEAST_OF_A_KIND = 2
"""Clear mistakes from which a kind of choice is worth working on."""


def story_sentences(
    story: HandStory, rules: Ruleset, look: Wording, hints: bool = True
) -> tuple[str, ...]:
    """Return a hand's story: bids, costliest choice, luck and what went well; `hints`: reasons.

    The ends of bids come first; what went well gives way if there is no room.
    """
    words = _StoryWords(story, rules.of_hand(story.hand), look, hints)
    first = ["The hand wasn't played: the bids were too low."]
    if story.played:
        first = words.ends(story.ends) + words.won()
    later = (*words.costliest(), words.turn(), words.luck(), words.best(), *words.asides())
    return (*first, *filter(None, later))[:MOST_SENTENCES]


def told_hands(
    record: Record, stories: Iterable[HandStory], look: Wording, hints: bool = True
) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the sentences of all scored hands by hand and seat; shorter without `hints`."""
    rules = record.replayed.rules
    sentences = {}
    for story in stories:
        sentences[story.hand, story.seat] = story_sentences(story, rules, look, hints)
    return sentences


def uncounted_words(review: Review, stories: Iterable[tuple[int, int]], seat: int) -> str:
    """Return which scored hands of a seat have no figures, or "" if all have.

    `stories`: the hand and the seat of each story.
    """
    counted = {figures.hand for figures in review.hands if figures.seat == seat}
    left = spans(sorted(hand for hand, teller in stories if teller == seat and hand not in counted))
    if not left:
        return ""
    return f"Without hands whose first choice wasn't played out: {', '.join(left)}."


class _StoryWords(BidEndWords):
    """Builds the sentences of one story."""

    def __init__(self, story: HandStory, rules: Ruleset, look: Wording, hints: bool) -> None:
        super().__init__(rules, look)
        self.story, self.hints = story, hints
        self.mine = whose(look.who(story.seat))

    def won(self) -> list[str]:
        """Return who won the game with this hand, if it was the last one."""
        over = self.story.over
        if over is None or not over.winners:
            return []
        seats = [seat for side in over.winners for seat in self.rules.sides[side]]
        best = over.winners[0]
        others = [total for side, total in enumerate(over.totals) if side not in over.winners]
        score = self._score(over.totals[best], sorted(others, reverse=True))
        return [f"{self.look.together(seats)} won the game, {score}."]

    def _score(self, own: int, others: Iterable[int]) -> str:
        """Return the totals of a side and of the others: ``441 to 1``."""
        return " to ".join(plain(total, self.rules.points_unit) for total in (own, *others))

    # ---- decisions

    def costliest(self) -> list[str]:
        """Return what the costliest choice did, and why another one was better."""
        judged = self.story.costliest
        if judged is None or judged.best is None:
            return []
        done, better = judged.decision.event, judged.best.event
        if isinstance(done, Play):
            return self._costly_card(judged, done, better)
        mine, better_by = capitalized(self.mine), was_better(judged.cost, judged.decision.seen)
        choice, other = f"“{self._choice(done)}”", f"“{self._choice(better)}”"
        although = ""
        if isinstance(done, Bid) and isinstance(better, Bid) and done.blind == better.blind:
            choice = f"bid of {self.rules.bid_word(done.bid)}"
            other = self.rules.bid_word(better.bid)
            if self._bid_made(done.seat):
                although = ", although it was made"
        hurt = "cost most" if self.story.cost_most else "hurt"
        return [f"{mine} {choice} {hurt}{although}: {other} {better_by}.", *self._why(judged)]

    def _costly_card(self, judged: Judged, done: Play, better: SeatEvent) -> list[str]:
        amount = cost_amount(judged.cost, judged.decision.seen)
        this_time = "nothing this time" if self.story.harmless else ""
        hurt = "cost most" if self.story.cost_most else "hurt"
        parts = filter(None, (f"Trick {self._trick(judged)} {hurt}", amount, this_time))
        head = f"{', '.join(parts)}: {self.mine} {self._owned(done)}"
        outcome = self._outcome(done, better)
        was = f"{self._choice(better)} was better."
        short = f"{head}; {was}"
        cost = fitting(f"{head} {outcome}; {was}", short) if outcome else short
        return [cost, *self._why(judged)]

    def _outcome(self, done: Play, better: SeatEvent) -> str:
        """Return what became of the trick of the costliest card.

        Not that it left the trick to somebody, if the better card does so, too.
        """
        end = self.story.costly_trick
        if end is None:
            return ""
        if end.winner.seat == done.seat:
            return "took it"
        winner, side_of = self._whose_card(end.winner), self.rules.side_of
        if side_of[end.winner.seat] != side_of[done.seat] and end.was_ahead:
            return f"lost to {winner}"
        assert self.story.costliest is not None
        at = Position(self.story.costliest.decision.seen)
        beats = at.leads or (isinstance(better, Play) and at.beats(better.value))
        return f"left it to {winner}" if beats else ""

    def _why(self, judged: Judged) -> list[str]:
        """Return why another choice was better, quoted unless it speaks to its player."""
        if judged.reason is None or not self.hints:
            return []
        words = reason_words(judged.reason, judged.decision.seen, self.look.names)
        reason = self.look.words(words)
        if self.mine == "your":
            return [reason]
        return [f"Why: “{reason}”"]

    def _bid_ends(self) -> list[BidEnd]:
        return [end for end in self.story.ends if isinstance(end, BidEnd)]

    def _bid_made(self, seat: int) -> bool:
        """Return whether the bid that a seat has a part in was made."""
        return any(end.made and seat in end.seats for end in self._bid_ends())

    def best(self) -> str:
        """Return what went best; "" if nothing tempted to a mistake."""
        judged = self.story.best
        if judged is None:
            return ""
        done, beside = judged.decision.event, self._beside(judged)
        ends = self._bid_ends()
        if isinstance(done, Bid) and any(not end.made and done.seat in end.seats for end in ends):
            return ""
        if isinstance(done, Play):
            card = f"{self.mine} {self._owned(done)} in trick {self._trick(judged)}"
            plan = self._plan(judged)
            ways = [f"Well played: {card}; {beside}."]
            if plan:
                ways.insert(0, f"Well played: {card}, {plan}; {beside}.")
            return fitting(*ways)
        assert isinstance(done, Bid)
        return f"Well bid: {self.mine} {self.rules.bid_word(done.bid)}; {beside}."

    def _why_best(self) -> list[str]:
        """Return why the best choice was better than a tempting one; only to its player."""
        judged = self.story.best
        if judged is None or self.mine != "your":
            return []
        praise = praise_of(judged)
        if praise is None or not self.hints:
            return []
        words = reason_words(praise, judged.decision.seen, self.look.names)
        return [self.look.words(words)]

    def _beside(self, judged: Judged) -> str:
        """Return what the tempting choice would have cost."""
        one = judged.tempting
        assert one is not None
        tempting = self._choice(one.event)
        if isinstance(one.event, Bid):
            tempting = self.rules.bid_word(one.event.bid)
        tempting = f"the tempting {tempting.removeprefix('the ')}"
        return f"{tempting} {was_worse(one.cost, judged.decision.seen)}"

    def _plan(self, judged: Judged) -> str:
        """Return what a well played card was for; "" if no short phrase says it."""
        plan = judged.reason.plan if judged.reason is not None else None
        position = Position(judged.decision.seen)
        if plan == Plan.LOSE_BAG and position.set_next:
            return ""
        if plan == Plan.CANT_BEAT and judged.decision.event != position.losers[0]:
            return ""
        return plan_words(plan, self.rules.zero_word)

    def turn(self) -> str:
        """Return which card decided the hand with these cards, where no choice cost much."""
        one = self.story.turn
        if one is None:
            return ""
        seat, number = one.card.seat, len(one.state.current.tricks) + 1
        card = capitalized(self._choice(one.best.card))
        done = f"{whose(self.look.whom(seat))} {self._owned(one.card)}"
        ends = HindsightWords(one, (), self.look).ends(one.best, one.own)
        did = "decided" if one.own.points < 0 < one.best.points else "made the most difference"
        decided = f"In hindsight, {done} in trick {number} {did}: {card} probably {ends}"
        if self.story.unknowable and seat == self.story.seat:
            who = whom(self.look.who(seat))
            return fitting(f"{decided}; {who} couldn't know.", f"{decided}.")
        return f"{decided}."

    def _figures(self) -> list[str]:
        """Return what the cards were worth, and what they brought."""
        figures = self.story.figures
        if figures is None or self.story.near_end:
            return []
        cards, result = figures.cards, figures.result
        who = self.look.who(self.story.seat)
        brought = f"lost {self._points(-result)} to the others"
        if result > 0:
            brought = f"gained {self._points(result)} on the others"
        if abs(cards) < COST_TO_TELL:
            return [f"The cards were even; {whom(who)} {brought}."]
        quality = "better" if cards > 0 else "worse"
        return [f"{who} had the {quality} cards, by {self._points(abs(cards))}, and {brought}."]

    def asides(self) -> list[str]:
        """Return what else to say: why a choice was good, and that none cost much."""
        story = self.story
        why = self._why_best()
        if story.choices and story.costliest is None:
            cheap = self._cheap_set()
            if cheap:
                return [*why, cheap]
            return [*why, f"No choice clearly cost {self._points(COST_TO_TELL)}.", *self._figures()]
        return why

    def _cheap_set(self) -> str:
        """Return how little a set near the end of a game cost its side; "" where it isn't known."""
        story, figures, side = self.story, self.story.figures, self.rules.side_of[self.story.seat]
        ends = self._bid_ends()
        was_set = any(not end.made and self.rules.side_of[end.seats[0]] == side for end in ends)
        if figures is None or not was_set:
            return ""
        share = share_of_games(self.rules, story.standing, -figures.result)
        if share is None or share < 0.0:
            return ""
        games = round(100 * share)
        few = plural(games, "game") if games else "hardly a game"
        if 0 < games <= FEW_GAMES:
            few = f"only {few}"
        others = [total for other, total in enumerate(story.standing.totals) if other != side]
        at = self._score(story.standing.totals[side], others)
        cost = f"at {at}, the set cost {few} in 100"
        if not story.overbid:
            return f"{capitalized(cost)}."
        return f"{capitalized(self.mine)} bid was {number_word(story.overbid)} too high; {cost}."

    # ---- luck

    def luck(self) -> str:
        luck = self.story.luck
        nils = [end.seat for end in self.story.ends if isinstance(end, NilEnd)]
        if luck is None:
            return ""
        fact = luck.fact
        where = ": how the cards lay and others played."
        share = "above all" if luck.most else "partly"
        kept, was_set = self._kept_by_luck(luck), self._set_by_luck(luck)
        if fact is not None and fact.kind == LuckKind.NIL and fact.other.seat in nils:
            # the story has the end of that nil
            where = f", {share} {self._zero(fact.other.seat)}, which was set."
        elif fact is not None:
            where = f", {share} in trick {fact.trick}: {self._fact(fact)}."
        elif kept is not None:
            where = f", partly {self._zero(kept)}, which was made."
        elif was_set:
            where = f", partly the bid of {whom(self.look.together(was_set))}, which was set."
        if not self.story.near_end:
            where = f", {self._points(abs(luck.points))}{where}"
        kind = "good luck" if luck.points > 0 else "bad luck"
        short = f"{capitalized(kind)}{where}"
        if self.mine == "your":
            return short
        return fitting(f"{capitalized(self.mine)} {kind}{where}", short)

    def _kept_by_luck(self, luck: Luck) -> int | None:
        """Return the seat whose nil made the luck of another player; None if no nil did."""
        side_of, seat = self.rules.side_of, self.story.seat
        for end in self.story.ends:
            if isinstance(end, NilEnd) and end.kept and end.seat != seat:
                ours = side_of[end.seat] == side_of[seat]
                if ours == (luck.points > 0):
                    return end.seat
        return None

    def _set_by_luck(self, luck: Luck) -> tuple[int, ...]:
        """Return the seats whose set made the luck of a player without a costly choice, or ()."""
        side_of, side = self.rules.side_of, self.rules.side_of[self.story.seat]
        for end in self._bid_ends():
            if not end.made and not end.penalised:
                ours = side_of[end.seats[0]] == side
                if ours != (luck.points > 0) and not (ours and self.story.costliest):
                    return end.seats
        return ()

    def _zero(self, seat: int) -> str:
        return f"{whose(self.look.whom(seat))} {self.rules.zero_word}"

    def _fact(self, fact: LuckFact) -> str:
        who = self.look.whom(fact.other.seat)
        if fact.card is None:
            return f"{whose(who)} {self.rules.zero_word} was set"
        card = self._whose_card(fact.card)
        if fact.kind == LuckKind.RUFFED:
            suit = SUIT_NAMES[self.rules.cards.suit_of[fact.card.value]]
            return f"{who} had no {suit} and ruffed {card}"
        place = "behind" if fact.kind == LuckKind.BEHIND else "in front of"
        return f"{self._whose_card(fact.other)} sat {place} {card}"

    # ---- pieces

    def _choice(self, event: SeatEvent) -> str:
        if isinstance(event, Play):
            return self._card(Played(event.seat, event.card, low=event.ace == "low"))
        return choice_words(event, self.look.letters, self.rules)

    def _owned(self, event: SeatEvent) -> str:
        """Return a choice after "your": `big joker`."""
        return self._choice(event).removeprefix("the ")

    def _trick(self, judged: Judged) -> int:
        return len(judged.decision.seen.tricks) + 1

    def _points(self, points: float) -> str:
        return points_amount(points, self.rules.points_unit)


def lesson_words(judged: Judged, look: Wording) -> tuple[str, ...]:
    """Return the lesson of a hand to its player: the choice beside another one, and the reason."""
    seen, event = judged.decision.seen, judged.decision.event
    when = "Bidding" if seen.leader is None else f"Trick {len(seen.tricks) + 1}"
    own = f"your {_bare(event, seen.rules, look)}"
    other = judged.best if judged.cost else judged.tempting
    if other is None:
        return ()
    beside = _bare(other.event, seen.rules, look)
    if judged.cost:
        better = f"{when}: {beside} {was_better(judged.cost, seen)} than {own}."
        return better, *why_better(judged, look)
    praise = praise_of(judged)
    why = [] if praise is None else [look.words(reason_words(praise, seen, look.names))]
    return (f"{when}, well done: {own}; the tempting {beside} {was_worse(other.cost, seen)}.", *why)


def why_better(judged: Judged, look: Wording) -> tuple[str, ...]:
    """Return what is wrong with a costly choice, and why the best one is better."""
    seen, reasons = judged.decision.seen, tuple(filter(None, reasons_of(judged)))
    if len(reasons) == 2:
        return tuple(map(look.words, both_reason_words(*reasons, seen, look.names)))
    return tuple(look.words(reason_words(reason, seen, look.names)) for reason in reasons)


def work_on_words(judged: Iterable[Judged]) -> str:
    """Return the kind of choice that cost a player most, or "" if none did twice."""
    clear = [one for one in judged if one.is_mistake]
    kinds: defaultdict[str, list[float]] = defaultdict(list)
    for one in clear:
        kinds[_kind(one)].append(one.cost)
    kind, costs = max(kinds.items(), key=lambda item: sum(item[1]), default=("", []))
    if len(costs) < LEAST_OF_A_KIND:
        return ""
    return f"Work on {kind}: {len(costs)} of {plural(len(clear), 'clear mistake')}."


def _kind(one: Judged) -> str:
    """Return what kind of choice went wrong."""
    seen, done = one.decision.seen, one.decision.event
    if seen.phase != Phase.PLAY:
        if isinstance(done, Bid) and one.best is not None and isinstance(one.best.event, Bid):
            return "bids too high" if done.bid > one.best.event.bid else "bids too low"
        return "bids"
    if not seen.trick:
        return "leads"
    return "playing to a lead" if seen.follows else "ruffs and discards"


def _bare(event: SeatEvent, rules: Ruleset, look: Wording) -> str:
    """Return a bid or a card after "your": `4`, `nil`, `K♥`, `big joker`."""
    return choice_words(event, look.letters, rules).removeprefix("bid ").removeprefix("the ")
