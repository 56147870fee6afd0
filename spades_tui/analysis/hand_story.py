"""What decided a reviewed hand, as data.

Bids and nils come with their tricks, then the best and the costliest choice, and the luck.
`hand_story` finds it, `presentation/hand_story_words.py` words it. Everything comes from the bids,
the cards that were played, the score and the review, so it is true however the hand was played.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import chain

from msgspec import Struct

from spades_tui.analysis.review import Judged, PlayedHand, Record, Review
from spades_tui.cards import JOKER_RANK, RANKS, SPADES, cards_of, printed_rank
from spades_tui.game.events import Bid, Play
from spades_tui.game.findings import HandScore
from spades_tui.game.kernel import best_of, is_trump
from spades_tui.game.phase import Phase
from spades_tui.game.reneges import books_moved, side_tricks
from spades_tui.game.state import HandState, contracts
from spades_tui.game.trick import Played, Trick
from spades_tui.rules.ledger import Decided, Note
from spades_tui.rules.ruleset import Ruleset

COST_TO_TELL = 5.0
"""Points that a choice must cost for a story to speak of it."""
COST_SURE = 2.0
"""Standard errors that the cost must exceed, so that it isn't chance."""
LUCK_TO_TELL = 5.0
"""Points of luck in a hand that a story speaks of, and of the trick that it explains them by."""
LUCK_SHARE = 0.25
"""Part of a hand's luck that such a trick must have brought, 0 to 1."""
AHEAD_TO_TELL = 5.0
"""Points by which a good choice must be better than any other one to be told."""


class BidEnd(Struct, frozen=True):
    """A bid of one or more tricks, and how it ended."""

    seats: tuple[int, ...]
    """Whose bid it was."""
    bid: int
    took: int
    """The tricks that counted for it."""
    made: bool
    trick: int | None
    """The number of the trick that decided it; None if no single trick did, or a claim."""
    bags: bool = False
    """Whether tricks above the bid are bags."""
    penalised: bool = False
    """Whether a challenge set the side (HR-6)."""


class NilEnd(Struct, frozen=True):
    """A nil, and how it ended."""

    seat: int
    kept: bool
    trick: int | None = None
    """The number of the first trick that the nil bidder won; None if it won none at the table."""
    card: Played | None = None
    """The nil bidder's card in it."""
    under: Played | None = None
    """The highest other card in it, of the suit led or a trump."""


class PromiseEnd(Struct, frozen=True):
    """A promise to win the first tricks (BM-9), and how it ended."""

    seat: int
    tricks: int
    kept: bool
    trick: int | None
    """The number of the first trick that the player didn't win."""


class LuckKind(StrEnum):
    """A fact about where the cards were."""

    BEHIND = "behind"
    """A higher card of the suit was played after `card`, and took the trick."""
    RUFFED = "ruffed"
    """Somebody without a card of the suit ruffed `card`."""
    IN_FRONT = "in_front"
    """`other`, a higher card of the suit, was with somebody who played before `card`, which won."""
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
    fact: LuckFact
    """A fact of a trick that brought much of it."""
    most: bool = False
    """Whether no other trick brought more."""


class HandStory(Struct, frozen=True):
    """What decided a hand for one seat."""

    hand: int
    seat: int
    played: bool
    """Whether the hand was played at all (JK-13)."""
    ends: tuple[BidEnd | NilEnd | PromiseEnd, ...]
    """The ends of bids to tell, the seat's own side first."""
    costliest: Judged | None
    """The bid or card that cost most; None if no cost was worth a word."""
    best: Judged | None
    """The bid or card that was further ahead of all others than any other one was."""
    right: int
    """The number of choices that cost nothing, out of `choices`."""
    choices: int
    luck: Luck | None


def hand_stories(record: Record, review: Review) -> list[HandStory]:
    """Return the stories of all scored hands, for each reviewed seat that played in them."""
    scores = {score.hand: score for score in record.replayed.scores}
    stories = []
    for number in sorted(record.hands.keys() & scores.keys()):
        players = record.hands[number].state.table
        for seat in review.seats:
            if seat in players:
                stories.append(hand_story(record, review, scores[number], seat))
    return stories


def hand_story(record: Record, review: Review, score: HandScore, seat: int) -> HandStory:
    """Return what decided a scored hand for a seat."""
    rules = record.replayed.rules.of_hand(score.hand)
    hand = record.hands[score.hand].state
    judged = review.of_hand(score.hand, seat)
    weighed = [choice for choice in judged if choice.decision.choices > 1 and choice.weighed]
    costly = filter(_is_costly, weighed)
    good = filter(_is_good_choice, weighed)
    return HandStory(
        score.hand,
        seat,
        played=not hand.skipped,
        ends=tuple(_ends(rules, hand, score, seat)),
        costliest=max(costly, key=lambda choice: choice.cost, default=None),
        best=max(good, key=lambda choice: choice.ahead, default=None),
        right=sum(choice.cost == 0 for choice in weighed),
        choices=len(weighed),
        luck=_luck(rules, record.hands[score.hand], review, judged, seat),
    )


def _is_costly(choice: Judged) -> bool:
    """Return whether a choice cost enough for a story, and surely something."""
    doubt = choice.done.doubt if choice.done is not None else 0.0
    return choice.cost >= COST_TO_TELL and choice.cost > COST_SURE * doubt


def _is_good_choice(choice: Judged) -> bool:
    """Return whether a bid or card is so far ahead of all others that a story speaks of it."""
    return isinstance(choice.decision.event, Bid | Play) and choice.ahead >= AHEAD_TO_TELL


# ---- bids


def _ends(
    rules: Ruleset, hand: HandState, score: HandScore, seat: int
) -> Iterator[BidEnd | NilEnd | PromiseEnd]:
    """Yield how bids ended: all of the seat's own side, and those of others that failed."""
    side = rules.side_of[seat]
    nils = (Decided.ZERO_MADE, Decided.ZERO_FAILED)
    failed = (Decided.ZERO_FAILED, Decided.SET, Decided.BROKEN)
    for note in sorted(score.notes, key=lambda note: (note.side != side, note.what not in nils)):
        if note.side == side or note.what in failed:
            end = _end(rules, hand, note)
            if end is not None:
                yield end


def _end(rules: Ruleset, hand: HandState, note: Note) -> BidEnd | NilEnd | PromiseEnd | None:
    """Return how a bid ended; None for other notes."""
    match note.what:
        case Decided.MADE | Decided.SET:
            return _bid_end(rules, hand, note)
        case Decided.ZERO_MADE:
            return NilEnd(note.seats[0], True)
        case Decided.ZERO_FAILED:
            return _nil_broken(rules, hand, note.seats[0])
        case Decided.KEPT | Decided.BROKEN:
            seat = note.seats[0]
            first = enumerate(hand.winners[: note.tricks], 1)
            missed = [number for number, winner in first if winner != seat]
            kept = note.what == Decided.KEPT
            return PromiseEnd(seat, note.tricks, kept, missed[0] if missed else None)
        case _:
            return None


def _nil_broken(rules: Ruleset, hand: HandState, seat: int) -> NilEnd:
    winners = hand.winners[: len(hand.tricks)]
    if seat not in winners:
        return NilEnd(seat, False)
    number = winners.index(seat) + 1
    trick = hand.tricks[number - 1]
    suit_of = rules.cards.suit_of
    suits = (SPADES, suit_of[trick[0].card])
    card: Played | None = None
    others = []
    for played in trick:
        if played.seat == seat:
            card = played
        elif suit_of[played.card] in suits:
            others.append(played)
    under = max(others, key=lambda played: rules.cards.ranks[played.value], default=None)
    return NilEnd(seat, False, number, card, under)


def _bid_end(rules: Ruleset, hand: HandState, note: Note) -> BidEnd:
    bid = contracts(rules, hand)[note.side] or 0
    made = note.what == Decided.MADE
    counting = set(note.seats)
    if rules.failed_zeros_help or not rules.zeros_separate:
        counting |= set(rules.sides[note.side])
    side = set(rules.sides[note.side])
    wins = [number for number, winner in enumerate(hand.winners, 1) if winner in counting]
    took = side_tricks(rules, hand)[note.side]
    for seat in side - counting:
        took -= hand.took[seat]
    bags = rules.bags is not None
    penalised = not side.isdisjoint(hand.penalised)
    if penalised or books_moved(rules, hand) or not bid:
        return BidEnd(note.seats, bid, took, made, None, bags, penalised)
    exact = any(rules.must_be_exact(bid, hand.blind[seat]) for seat in note.seats)
    trick: int | None = None
    if made and not exact:
        trick = wins[bid - 1]
    elif not made and took < bid:
        trick = _out_of_reach(hand, counting, bid)
    elif not made:
        trick = wins[bid if exact else 2 * bid - 1]
    if trick is not None and trick > len(hand.tricks):
        trick = None  # a claim decided it
    return BidEnd(note.seats, bid, took, made, trick, bags)


def _out_of_reach(hand: HandState, counting: set[int], bid: int) -> int:
    """Return the number of the trick that left too few tricks for a bid."""
    lost = [number for number, winner in enumerate(hand.winners, 1) if winner not in counting]
    return lost[max(0, len(hand.winners) - bid)]


def _best(rules: Ruleset, cards: Sequence[Played]) -> Played | None:
    """Return the card that would win a trick of these cards."""
    if not cards:
        return None
    return cards[best_of(rules.cards, [played.value for played in cards])]


# ---- luck


def _luck(
    rules: Ruleset, played: PlayedHand, review: Review, judged: list[Judged], seat: int
) -> Luck | None:
    """Return the luck of a hand and the trick behind much of it.

    None if there was little, or nothing explains it.
    """
    figures = review.figures_of(played.state.number, seat)
    if figures is None or abs(figures.luck) < LUCK_TO_TELL:
        return None
    luck = figures.luck
    least = max(LUCK_TO_TELL, LUCK_SHARE * abs(luck))
    swings = _swings(judged, figures.result, len(played.state.tricks))
    swings.sort(key=lambda swing: -_along(swing, luck))
    for swing in swings:
        if not swing.first or _along(swing, luck) < least:
            continue
        for number in range(swing.first, swing.last + 1):
            fact = _fact(rules, played.state, number, seat)
            if fact is not None and _is_good(rules, fact, seat) == (luck > 0):
                return Luck(luck, fact, swing is swings[0] and swing.first == swing.last)
    return None


class _Swing(Struct, frozen=True):
    """The luck from one decision to the next one, or to the end of the hand."""

    points: float
    first: int
    """The first trick in between, the one of the decision.

    0 if the decision came before the first lead.
    """
    last: int


def _along(swing: _Swing, luck: float) -> float:
    """Return the points that a swing adds to the size of the hand's luck."""
    return swing.points if luck > 0 else -swing.points


def _swings(judged: list[Judged], result: float, tricks: int) -> list[_Swing]:
    """Return the luck between a seat's decisions in a hand; together it is the hand's luck.

    It is the worth of the hand at the next decision, or its result, minus the worth after this
    decision.
    """
    swings = []
    last = tricks
    worth_next = result
    for choice in reversed(judged):
        if choice.best is None or not choice.best.weighed:
            continue
        seen = choice.decision.seen
        first = len(seen.tricks) + 1 if seen.phase == Phase.PLAY else 0
        worth = choice.best.value
        swings.append(_Swing(worth_next - (worth - choice.cost), first, last))
        last = len(seen.tricks)
        worth_next = worth
    return swings[::-1]


def _fact(rules: Ruleset, hand: HandState, number: int, seat: int) -> LuckFact | None:
    """Return what a trick says about where the others' cards were, for the side of a seat."""
    trick = hand.tricks[number - 1]
    side = rules.side_of[seat]
    *winners, taker = hand.winners[:number]
    winner = next(played for played in trick if played.seat == taker)
    if hand.bids[taker] == 0 and taker not in winners and rules.zeros_pay:
        return LuckFact(LuckKind.NIL, number, winner)
    place = trick.index(winner)
    beaten = _best(rules, trick[:place])
    ours = rules.side_of[winner.seat] == side
    if beaten is not None and (rules.side_of[beaten.seat] == side) != ours and _is_honour(beaten):
        if is_trump(rules.cards, winner.card) == is_trump(rules.cards, beaten.card):
            return LuckFact(LuckKind.BEHIND, number, winner, beaten)
        suit = rules.cards.suit_of[trick[0].value]
        others = winner.seat != seat  # a void of one's own is no luck
        if others and not _had(rules, hand, number, winner.seat, suit):
            return LuckFact(LuckKind.RUFFED, number, winner, beaten)
        return None
    if ours and _is_honour(winner):
        return _in_front(rules, hand, number, winner, trick[:place])
    return None


def _is_good(rules: Ruleset, fact: LuckFact, seat: int) -> bool:
    """Return whether a fact is good for the side of a seat.

    It is good if it brings a trick of its own, or breaks another side's nil.
    """
    taken = fact.other
    if fact.kind == LuckKind.IN_FRONT and fact.card is not None:
        taken = fact.card
    ours = rules.side_of[taken.seat] == rules.side_of[seat]
    return ours != (fact.kind == LuckKind.NIL)


def _is_honour(played: Played) -> bool:
    """Return whether a card is a jack or better, or a joker, and no ace called low."""
    return RANKS.index("J") <= printed_rank(played.card) <= JOKER_RANK and not played.low


def _had(rules: Ruleset, hand: HandState, number: int, seat: int, suit: int) -> bool:
    """Return whether a player had a card of a suit in this trick; it may have reneged."""
    suits = {rules.cards.suit_of[card] for card in cards_of(hand.holding[seat])}
    for played in chain(*hand.tricks[number - 1 :]):
        if played.seat == seat:
            suits.add(rules.cards.suit_of[played.card])
    return suit in suits


def _in_front(
    rules: Ruleset, hand: HandState, number: int, winner: Played, before: Trick
) -> LuckFact | None:
    """Return the highest card that could have beaten the winner.

    It was with an opponent who had to play before it.
    """
    side = rules.side_of[winner.seat]
    rivals = {played.seat for played in before if rules.side_of[played.seat] != side}
    suit_of = rules.cards.suit_of
    ranks = rules.cards.ranks
    highest = winner
    for played in chain(*hand.tricks[number:]):
        same_suit = suit_of[played.card] == suit_of[winner.value]
        if played.seat in rivals and not played.low and same_suit:
            highest = max(highest, played, key=lambda played: ranks[played.value])
    if highest is winner:
        return None
    return LuckFact(LuckKind.IN_FRONT, number, highest, winner)
