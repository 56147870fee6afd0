"""What decided a reviewed hand, as data: bids and nils with their tricks, the best and the costliest choice, the luck.

`hand_story` finds it, `presentation/hand_story_words.py` words it. Everything comes from the bids, the cards that were
played, the score and the review, so it is true however the hand was played.
"""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.analysis.bid_ends import BidEnd, End, best_card, bid_ends, is_honour, taken_by
from spades_tui.analysis.hindsight import Hindsight, hindsight, turning_point
from spades_tui.analysis.review import COST_TO_TELL, HandReview, Judged, Review, near_the_end
from spades_tui.analysis.reviewed_record import PlayedHand, Record, ReviewedDecision
from spades_tui.cards import cards_of
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.kernel import is_trump
from spades_tui.game.phase import Phase
from spades_tui.game.state import HandState
from spades_tui.game.trick import Played, Trick
from spades_tui.record.open_hands import Moments, OpenHand
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset

LUCK_TO_TELL = 5.0
"""Points of luck in a hand that a story speaks of, and of the trick that it explains them by."""
LUCK_ALONE = 100.0
"""Points of luck in a hand that a story speaks of even if no card explains them: one hand in ten has as much."""
LUCK_SHARE = 0.25
"""Part of a hand's luck that such a trick must have brought, 0 to 1."""


class TrickEnd(Struct, frozen=True):
    """How the trick of a choice ended."""

    winner: Played
    """The card that took it."""
    was_ahead: bool
    """Whether the chosen card was ahead when it was played."""


class LuckKind(StrEnum):
    """A fact about where the cards were."""

    BEHIND = "behind"
    """A higher card of the suit was played after `card`, and took the trick."""
    RUFFED = "ruffed"
    """Somebody without a card of the suit ruffed `card`."""
    IN_FRONT = "in_front"
    """`other`, a higher card of the suit, was with somebody who had to play before `card`, which won."""
    NIL = "nil"
    """The nil of `other.seat` broke there."""


class LuckFact(Struct, frozen=True):
    """Where a card was that made a difference."""

    kind: LuckKind
    trick: int
    """The number of the trick."""
    other: Played
    """The card that beat `card`, or that didn't."""
    card: Played | None = None


class Luck(Struct, frozen=True):
    """The luck of a hand, and what explains much of it."""

    points: float
    """The luck of the hand."""
    fact: LuckFact | None
    """A fact of a trick that brought much of it; None if no card did."""
    most: bool = False
    """Whether no other trick brought more."""


class HandStory(Struct, frozen=True):
    """What decided a hand for one seat."""

    hand: int
    seat: int
    played: bool
    """Whether the hand was played at all (JK-13)."""
    ends: tuple[End, ...]
    """The ends of bids to tell, the seat's own side first."""
    standing: Standing
    """The standing before the hand."""
    costliest: Judged | None
    """The bid or card that hurt most, or else the one that cost most; None if no cost was worth a word."""
    costly_trick: TrickEnd | None
    """How the trick of the costliest card ended; None for a bid or a claimed trick."""
    best: Judged | None
    """The bid or card that avoided what would have cost most; None if none did."""
    choices: int
    """The number of choices that were weighed."""
    luck: Luck | None
    figures: HandReview | None
    """What the cards were worth and what they brought; None if that is unknown."""
    near_end: bool = False
    """Whether all these points count winning the game, so that they are no score."""
    over: GameOver | None = None
    """Who won the game with this hand; None for an earlier one."""
    turn: Hindsight | None = None
    """Where no choice cost much: the card that decided most with these cards, anybody's; None if none did."""
    harmless: bool = False
    """Whether the costliest card cost nothing with these cards."""
    cost_most: bool = True
    """Whether no harmless choice cost more than the costliest one told."""
    overbid: int = 0
    """By how much the seat's own bid was surely too high; 0 if it wasn't."""
    unknowable: bool = False
    """Whether that card was the best one by what its player saw, as far as the review knows."""


def hand_stories(record: Record, review: Review) -> list[HandStory]:
    """Return the stories of all scored hands, for each reviewed seat that played in them."""
    scores = {score.hand: score for score in record.replayed.scores}
    opened = {hand.number: hand for hand in record.opened}
    stories: list[HandStory] = []
    for number, played in sorted(record.hands.items()):
        turns: list[Hindsight | None] = []
        for seat in review.seats:
            if seat not in played.state.table or number not in scores:
                continue
            story = hand_story(record, review, scores[number], seat)
            if story.costliest is None and number in opened:
                turns = turns or [turning_point(opened[number], scores[number])]
                story = replace(story, turn=turns[0], unknowable=_unknowable(review, number, turns[0]))
            elif story.costliest is not None and number in opened:
                story = _with_one_that_hurt(story, record, review, opened[number])
            stories.append(story)
    return stories


def _with_one_that_hurt(story: HandStory, record: Record, review: Review, opened: OpenHand) -> HandStory:
    """Return a story that tells a mistake that hurt before a costlier one that didn't, if there is one."""
    ranked = sorted(_mistakes(review.of_hand(story.hand, story.seat)), key=lambda one: -one.cost)
    hurt = next((one for one in ranked if not is_harmless(opened, one.decision) and not _made_higher(story, one)), None)
    told = hurt or ranked[0]
    rules, hand = record.replayed.rules.of_hand(story.hand), record.hands[story.hand].state
    return replace(
        story,
        costliest=told,
        costly_trick=_trick_end(rules, hand, told),
        harmless=hurt is None and isinstance(told.decision.event, Play),
        cost_most=told is ranked[0],
    )


def _made_higher(story: HandStory, one: Judged) -> bool:
    """Return whether a choice was a bid above the best one that was made all the same."""
    bids = _bid_and_best(one)
    if bids is None or bids[0].bid < bids[1].bid:
        return False
    return any(end.made and bids[0].seat in end.seats for end in story.ends if isinstance(end, BidEnd))


def is_harmless(hand: OpenHand, decision: ReviewedDecision) -> bool:
    """Return whether no other card would have ended a hand better than this one did."""
    if not isinstance(decision.event, Play) or not isinstance(hand.moments, Moments):
        return False
    for place, state, event in hand.moments.decisions():
        if isinstance(event, Play) and (event.seat, event.card) == (decision.seat, decision.event.card):
            one = hindsight(state, event, hand.taken(place))
            return one.best is one.own
    return False


def hand_story(record: Record, review: Review, score: HandScore, seat: int) -> HandStory:
    """Return what decided a scored hand for a seat."""
    rules, hand = record.replayed.rules.of_hand(score.hand), record.hands[score.hand].state
    mine = review.of_hand(score.hand, seat)
    chosen = [one for one in mine if one.decision.choices > 1 and one.best is not None and one.best.weighed]
    costly = max(_mistakes(mine), key=lambda one: one.cost, default=None)
    figures = next((one for one in review.hands if (one.hand, one.seat) == (score.hand, seat)), None)
    named = [one for one in chosen if isinstance(one.decision.event, Bid | Play)]
    best = max(filter(trap_avoided, named), key=trap_avoided, default=None)
    costly_trick = None if costly is None else _trick_end(rules, hand, costly)
    return HandStory(
        hand=score.hand,
        seat=seat,
        played=not hand.skipped,
        ends=tuple(bid_ends(rules, hand, score, seat)),
        standing=record.hands[score.hand].standing,
        costliest=costly,
        costly_trick=costly_trick,
        best=best,
        choices=len(chosen),
        luck=_luck(rules, record.hands[score.hand], figures, mine),
        figures=figures,
        near_end=near_the_end(rules, record.hands[score.hand]),
        over=record.replayed.over if score is record.replayed.scores[-1] else None,
        overbid=max(map(_overbid, chosen), default=0),
    )


def _mistakes(judged: Sequence[Judged]) -> list[Judged]:
    """Return the choices that were clear mistakes."""
    return [one for one in judged if one.decision.choices > 1 and one.is_mistake]


def _overbid(one: Judged) -> int:
    """Return by how much a bid was surely too high; 0 for other choices."""
    bids = _bid_and_best(one)
    if bids is None or not one.costs_surely:
        return 0
    return max(0, bids[0].bid - bids[1].bid)


def _bid_and_best(one: Judged) -> tuple[Bid, Bid] | None:
    """Return a bid and the best one; None for other choices."""
    done, best = one.decision.event, one.best.event if one.best is not None else None
    if isinstance(done, Bid) and isinstance(best, Bid):
        return done, best
    return None


def _unknowable(review: Review, number: int, turn: Hindsight | None) -> bool:
    """Return whether a reviewed player had no reason to play another card than the one that decided."""
    if turn is None:
        return False
    trick = len(turn.state.current.tricks)
    return any(
        one.weighed and not one.cost
        for one in review.of_hand(number, turn.card.seat)
        if one.decision.event == turn.card and len(one.decision.seen.tricks) == trick
    )


def trap_avoided(one: Judged) -> float:
    """Return what a simpler player's choice would have cost beside a best one; 0 if that's not worth a word."""
    if one.tempting is None or not one.is_best or one.tempting.cost < COST_TO_TELL:
        return 0.0
    return one.tempting.cost


def _trick_end(rules: Ruleset, hand: HandState, one: Judged) -> TrickEnd | None:
    """Return how the trick of a card ended; None for other choices, or if nobody took it."""
    done, number = one.decision.event, len(one.decision.seen.tricks) + 1
    if not isinstance(done, Play) or number > len(hand.tricks):
        return None
    trick = hand.tricks[number - 1]
    place = [played.seat for played in trick].index(done.seat)
    best = best_card(rules, trick[: place + 1])
    return TrickEnd(taken_by(hand, number), best is not None and best.seat == done.seat)


# ---- luck


def _luck(
    rules: Ruleset, played: PlayedHand, figures: HandReview | None, mine: list[Judged]
) -> Luck | None:
    """Return the luck of a hand and the trick behind much of it.

    Return None if there was little, or not much and nothing explains it. A card that was a mistake was no bad luck.
    """
    mistakes = [one.decision.event for one in mine if one.is_mistake]
    if figures is None or abs(figures.luck) < LUCK_TO_TELL:
        return None
    least = max(LUCK_TO_TELL, LUCK_SHARE * abs(figures.luck))
    swings = _swings(mine, figures.result + figures.lead, len(played.state.tricks))
    greatest = max(swings, key=lambda swing: _along(swing, figures.luck))
    explained_by_blame = False
    for swing in sorted(swings, key=lambda swing: -_along(swing, figures.luck)):
        if not swing.first or _along(swing, figures.luck) < least:
            continue
        for number in range(swing.first, swing.last + 1):
            fact = _fact(rules, played.state, number, figures.seat)
            if fact is None or _is_good(rules, fact, figures.seat) != (figures.luck > 0):
                continue
            if figures.luck < 0 and any(_is_of(fact, event) for event in mistakes):
                explained_by_blame = True
            else:
                return Luck(figures.luck, fact, swing is greatest and swing.first == swing.last)
    if explained_by_blame or abs(figures.luck) < LUCK_ALONE:
        return None
    return Luck(figures.luck, None)


def _is_of(fact: LuckFact, event: SeatEvent) -> bool:
    """Return whether a fact is about the card of an event."""
    if not isinstance(event, Play) or fact.card is None:
        return False
    return (fact.card.seat, fact.card.card) == (event.seat, event.card)


class _Swing(Struct, frozen=True):
    """The luck from one decision to the next one, or to the end of the hand."""

    points: float
    first: int
    """The first trick in between, the one of the decision; 0 if the decision came before the first lead."""
    last: int


def _along(swing: _Swing, luck: float) -> float:
    """Return the points that a swing adds to the size of the hand's luck."""
    return swing.points if luck > 0 else -swing.points


def _swings(mine: list[Judged], result: float, tricks: int) -> list[_Swing]:
    """Return the luck between a seat's decisions in a hand; together it is the hand's luck.

    It is the worth of the hand at the next decision, or its result, minus the worth after this decision.
    """
    known = [(one, one.best.value) for one in mine if one.best is not None and one.best.weighed]
    following = [
        *((len(one.decision.seen.tricks), value) for one, value in known[1:]),
        (tricks, result),
    ]
    return [
        _Swing(
            after - (value - one.sure_cost),
            len(one.decision.seen.tricks) + 1 if one.decision.seen.phase == Phase.PLAY else 0,
            last,
        )
        for (one, value), (last, after) in zip(known, following, strict=True)
    ]


def _fact(rules: Ruleset, hand: HandState, number: int, seat: int) -> LuckFact | None:
    """Return what a trick says about where the others' cards were, for the side of a seat; None if nothing."""
    trick, side = hand.tricks[number - 1], rules.side_of[seat]
    winner = next(played for played in trick if played.seat == hand.winners[number - 1])
    if hand.bids[winner.seat] == 0 and winner.seat not in hand.winners[: number - 1] and rules.zeros_pay:
        return LuckFact(LuckKind.NIL, number, winner)
    place = trick.index(winner)
    beaten = best_card(rules, trick[:place])
    ours = rules.side_of[winner.seat] == side
    if beaten is not None and (rules.side_of[beaten.seat] == side) != ours and is_honour(beaten):
        if is_trump(rules.cards, winner.card) == is_trump(rules.cards, beaten.card):
            return LuckFact(LuckKind.BEHIND, number, winner, beaten)
        others = winner.seat != seat  # a void of one's own is no luck
        if others and not _had(rules, hand, number, winner.seat, rules.cards.suit_of[trick[0].value]):
            return LuckFact(LuckKind.RUFFED, number, winner, beaten)
        return None
    led = rules.cards.suit_of[trick[0].value]
    if ours and is_honour(winner) and rules.cards.suit_of[winner.value] == led:
        return _in_front(rules, hand, number, winner, trick[:place])
    return None


def _is_good(rules: Ruleset, fact: LuckFact, seat: int) -> bool:
    """Return whether a fact is good for the side of a seat: its trick, or another side's broken nil."""
    taken = fact.card if fact.kind == LuckKind.IN_FRONT and fact.card is not None else fact.other
    ours = rules.side_of[taken.seat] == rules.side_of[seat]
    return ours != (fact.kind == LuckKind.NIL)


def _had(rules: Ruleset, hand: HandState, number: int, seat: int, suit: int) -> bool:
    """Return whether a player had a card of a suit in this trick; it may have reneged."""
    cards = [played.card for trick in hand.tricks[number - 1 :] for played in trick if played.seat == seat]
    return any(rules.cards.suit_of[card] == suit for card in (*cards, *cards_of(hand.holding[seat])))


def _in_front(rules: Ruleset, hand: HandState, number: int, winner: Played, before: Trick) -> LuckFact | None:
    """Return the highest card that could have beaten the winner from an opponent who had to play before it."""
    side = rules.side_of[winner.seat]
    rivals = {played.seat for played in before if rules.side_of[played.seat] != side}
    suit_of, ranks = rules.cards.suit_of, rules.cards.ranks
    higher = [
        played
        for trick in hand.tricks[number:]
        for played in trick
        if played.seat in rivals
        and not played.low
        and suit_of[played.card] == suit_of[winner.value]
        and ranks[played.card] > ranks[winner.value]
    ]
    if not higher:
        return None
    return LuckFact(LuckKind.IN_FRONT, number, max(higher, key=lambda played: ranks[played.card]), winner)
