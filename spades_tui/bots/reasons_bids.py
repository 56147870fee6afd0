"""Why a bid is good: what the hand holds, what the others have bid, how the game stands."""

from spades_tui.bots import drafting
from spades_tui.bots.bidding import in_position
from spades_tui.bots.drafted import plain_worth
from spades_tui.bots.estimate import estimate, hand_value
from spades_tui.bots.rank_masks import descending, rank_masks
from spades_tui.bots.sentences import But, card_words, suit_word
from spades_tui.bots.sure import room_of, sure_of, zero_fails
from spades_tui.cards import SPADES, cards_of
from spades_tui.frozen import dataclass
from spades_tui.game.facts import Discard, Draft, Pass, Promise, Raise, SeatFact
from spades_tui.rules.component import plural
from spades_tui.seats import Observation

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

WORTH_KEEPING = 0.3
"""A card that is worth so much by itself is better than most."""

LOW = 6
"""A plain card of this rank, a seven, or less is a low one."""

NEAR = 60
"""Somebody so many points from the end of the game gets there with a usual hand."""

FAR = 150
"""So many points behind, a risk is worth taking; this far from the end of a game of 500."""

DRAWS = 0.3
"""With such a chance a zero that draws a card may be bid with a card that endangers it."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a person counts in a hand before the play."""

    sure: int
    """Cards at the top of their suit, without a gap."""
    spades: int
    void: int | None
    """A plain suit without a card."""
    single: int | None
    """A plain suit with one card."""
    danger: int | None
    """The card that makes a zero most doubtful."""


def holdings(seen: Observation) -> Holdings:
    """Count a hand. It must be in sight."""
    rules, own = seen.rules, seen.own or 0
    by_rank, masks = rank_masks(rules), rules.cards.suit_masks
    sure = 0
    for mask in masks:
        for card in descending(rules, own & mask):
            if by_rank.higher[card] & ~own:
                break
            sure += 1
    lengths = [(own & masks[suit]).bit_count() for suit in range(3)]
    return Holdings(
        sure=sure,
        spades=(own & masks[SPADES]).bit_count(),
        void=next((suit for suit in range(3) if not lengths[suit]), None),
        single=next((suit for suit in range(3) if lengths[suit] == 1), None),
        danger=most_dangerous(seen),
    )


def most_dangerous(seen: Observation) -> int | None:
    """The card without which a zero would be safest; None if there is no danger to speak of."""
    own = seen.own or 0
    whole = hand_value(seen.rules, own).least()
    worst, least = None, whole - 0.12
    for card in cards_of(own):
        rest = hand_value(seen.rules, own & ~(1 << card)).least()
        if rest < least:
            worst, least = card, rest
    return worst


def number_word(number: int) -> str:
    """A small number as a word."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def behind(seen: Observation) -> int:
    """How many points the side is behind the best of the others; below 0 when it leads."""
    totals, side = seen.standing.totals, seen.side or 0
    return max(total for other, total in enumerate(totals) if other != side) - totals[side]


def bid(seen: Observation, seat: int, number: int) -> str:
    """Why this bid."""
    rules = seen.rules
    hand = estimate(rules, seen.own or 0)
    held = holdings(seen)
    zero_counts = rules.zeros_by_themselves or rules.must_be_exact(0, False)
    zero = number == 0 and zero_counts and rules.side_total is None
    certain = _certain(seen, seat, number, zero)
    if certain is not None:
        return certain
    if zero:
        return _zero(seen, held, hand.zero)
    about = max(0, round(hand.tricks))
    counted = _counted(held, about)
    tricks = in_position(seen, seat, hand.tricks)
    moved = tricks - hand.tricks
    if number < tricks - 1.0:
        return _careful(seen, counted, number)
    if number > tricks + 0.8:
        return _bold(seen, seat, counted)
    if abs(moved) > 0.55:
        known = sum(other or 0 for other in seen.bids)
        left = max(0, rules.tricks - known)
        much = "few" if moved < 0 else "many"
        return f"{counted}, and the bids before yours leave {much} tricks: {number_word(left)} in all."
    return f"{counted}: about {number_word(about)} in all."


def _certain(seen: Observation, seat: int, number: int, zero: bool) -> str | None:
    """What is certain about a bid, however the cards lie; None where nothing is."""
    sure, room = sure_of(seen, seat), room_of(seen, seat)
    if number > room:
        return But("With partner's bid that is more than all the tricks.")
    if zero_fails(seen) if zero else number < sure:
        tricks = f"{number_word(sure).capitalize()} trick{'s are' if sure > 1 else ' is'} yours however the cards lie"
        return But(f"{tricks}: a zero cannot be made." if zero else f"{tricks}: bid no less.")
    if zero and not room:
        return "Partner has bid all the tricks, so that none is left for you."
    if number == sure and sure > 1 and sure + 1 > estimate(seen.rules, seen.own or 0).tricks:
        return f"{number_word(sure).capitalize()} tricks are yours however the cards lie."
    return None


def _counted(held: Holdings, about: int) -> str:
    """The hand in a few words."""
    words = [f"{number_word(held.sure).capitalize()} sure trick{'' if held.sure < 2 else 's'}"]
    if held.spades >= 4:
        words.append(f"{number_word(held.spades)} spades")
    elif not held.spades:
        words.append("no spade to ruff with")
    if held.spades and held.void is not None:
        words.append(f"no {suit_word(held.void)} at all")
    elif held.spades and held.single is not None:
        words.append(f"only one {suit_word(held.single, 1)}")
    if held.sure > about:
        words.append("somebody who may ruff")
    if len(words) > 1:
        return f"{', '.join(words[:-1])} and {words[-1]}"
    return f"{words[0]} and what high cards may bring" if about > held.sure else f"{words[0]} and little beside"


def _zero(seen: Observation, held: Holdings, chance: float) -> str:
    late = behind(seen)
    value = seen.zero_value
    risk = None if held.danger is None else f"the {card_words(held.danger)}"
    draws = seen.extra_down and seen.rules.zero_draw is not None
    if risk is not None and value is not None and draws and chance > DRAWS:
        return f"A zero is worth {value}, and {risk} may go back for the card that is left over."
    if risk is None or chance > 0.75:
        if value is not None and value > 120:
            return f"No card here must take a trick, and a zero is worth {value} now."
        return "There are low cards under every high one: nothing here must take a trick."
    if late >= FAR:
        return f"You are {late} behind: a zero is a risk with {risk}, but it could bring you back."
    if value is not None and value > 120:
        return f"A zero is worth {value} now, though {risk} may spoil it."
    if chance > 0.5:
        return f"Few tricks are in this hand, and only {risk} endangers a zero."
    return But(f"A zero is dangerous with {risk}.")


def _careful(seen: Observation, counted: str, number: int) -> str:
    """A bid below what the hand may take."""
    rules, side = seen.rules, seen.side or 0
    if rules.goal is not None and 0 < rules.goal - seen.standing.totals[side] <= 10 * (number + 4):
        return "You are close to the end: bid no more than is safe."
    return f"{counted}, but a bid that fails costs more than a trick above it brings."


def _bold(seen: Observation, seat: int, counted: str) -> str:
    """A bid above what the hand is good for."""
    late, rules = behind(seen), seen.rules
    if late >= FAR:
        return f"{counted}; you are {late} behind, and a modest bid would not bring you back."
    if seen.rules.bags is not None and seen.standing.bags[seen.side or 0] >= seen.rules.bags.limit - 3:
        return f"{counted}; bid it up, for {plural(seen.standing.bags[seen.side or 0], 'bag')} lie there already."
    left = (rules.goal or 0) - late - seen.standing.totals[seen.side or 0]
    if rules.goal is not None and late > 0 and 0 < left <= NEAR:
        return f"{counted}; the others are {plural(left, 'point')} from the end, and a modest bid would not catch them."
    known = [other for other in seen.bids if other is not None]
    if len(known) >= len(seen.table) - 1 and sum(known) <= seen.rules.tricks - 4:
        return f"{counted}, and nobody wants the {number_word(seen.rules.tricks - sum(known))} tricks that are left."
    side = seen.rules.sides[seen.rules.side_of[seat]]
    if seen.rules.side_total is not None and any(seen.bids[other] is not None for other in side if other != seat):
        return f"{counted}, and partner's bid makes up the rest."
    return But(f"{counted}: it is a bold bid.")


def blind(seen: Observation, seat: int, number: int) -> str:
    """Why a bid without a look."""
    share = seen.rules.tricks / seen.rules.players
    if abs(number - share) > 2:
        return But(f"The usual share is about {number_word(round(share))}: a blind bid far from it is seldom made.")
    side = seen.rules.side_of[seat]
    partners = [other for other in seen.rules.sides[side] if other != seat and seen.blind[other]]
    if seen.must_bid_blind and partners:
        return "Partner has gone blind, and you go with it: the usual share is the likeliest."
    late = behind(seen)
    if late > 0:
        return f"You are {late} behind: a blind bid may bring you back."
    return "A blind bid of about a usual share is made often enough, and pays more."


def look(seen: Observation) -> str:
    """Why a look at the cards."""
    if behind(seen) >= FAR:
        return "Look first: even so far behind, a bid that you can judge is worth more."
    return "Look first: a blind bid risks more than it brings."


def raise_or_stand(seen: Observation, fact: SeatFact) -> str:
    """Why the bid is raised, or stays."""
    rules = seen.rules
    by_side = rules.side_raises
    bids = [number for number in seen.bids if number is not None]
    left = rules.tricks - sum(bids)
    whose = "your side's hands look" if by_side else "your hand looks"
    if isinstance(fact, Raise):
        if not by_side and seen.own is not None and fact.bid > estimate(rules, seen.own).tricks + 1.5:
            return But(f"A bid of {fact.bid} is more than the hand promises.")
        if left > 1:
            return f"The bids leave {number_word(left)} tricks, and {whose} good for {fact.bid}."
        return f"Now that all have bid, {whose} good for {fact.bid}."
    if left <= 0:
        return "All the tricks are spoken for: more would be hard to make."
    return "The bid is about what the cards are worth."


def promise(seen: Observation, fact: Promise) -> str:
    """Why the first tricks are promised."""
    held = holdings(seen)
    leads = seen.table[0] == seen.seat
    first = ", and you lead" if leads else ""
    if held.sure >= fact.tricks:
        return f"You hold {number_word(held.sure)} cards that nothing beats{first}: the first {fact.tricks} are yours."
    if held.sure < fact.tricks - 2:
        return But(f"You hold {number_word(held.sure)} sure winners, and the first {fact.tricks} must all be yours.")
    return f"You hold {number_word(held.sure)} sure winners{first}: the first {fact.tricks} may be yours."


def discard(seen: Observation, seat: int, fact: Discard) -> str:
    """Why this card is thrown back."""
    own = seen.own or 0
    suit = seen.rules.cards.suit_of[fact.card]
    alone = (own & seen.rules.cards.suit_masks[suit]).bit_count() == 1
    if seen.bids[seat] == 0:
        if fact.card == most_dangerous(seen):
            return f"The {card_words(fact.card)} is the greatest danger to your zero."
        return "Your zero is safer without it."
    if suit != SPADES and alone and own & seen.rules.cards.suit_masks[SPADES]:
        return f"Without it you have no {suit_word(suit)}, and can ruff."
    kept = own & ~(1 << fact.card)
    if estimate(seen.rules, kept).tricks > (seen.bids[seat] or 0) + 1:
        return "It could take a trick too many."
    return "It is the card that would take a trick last."


def passed(seen: Observation, seat: int, fact: Pass) -> str:
    """Why these cards are passed to the partner (NL-8)."""
    ranks, given = seen.rules.cards.ranks, list(cards_of(fact.cards))
    if seen.bids[seat] != 0:
        if all(ranks[card] <= LOW for card in given):
            return "Low cards help your partner's nil."
        return But("Your partner bid nil, and wants no high card.")
    danger = most_dangerous(seen)
    if danger in given:
        return f"The {card_words(danger)} is the greatest danger to your nil."
    if danger is not None:
        return But(f"You keep the {card_words(danger)}, the greatest danger to your nil.")
    return "Your nil is safer without them." if len(given) > 1 else "Your nil is safer without it."


def drafted(seen: Observation, fact: Draft) -> str:
    """Why the card on top of the stock is kept or not (TW-1)."""
    if seen.draft is None or seen.draft.top is None:
        return "It is worth saying."
    top, hand = seen.draft.top, ""
    good = drafting.choose(seen, fact.seat).keep
    if good != (plain_worth(seen.rules, top) >= WORTH_KEEPING):
        hand = " for your hand"  # it is the other cards that make the difference
    if good:
        found = f"The {card_words(top)} is better{hand} than most of what may come."
    else:
        found = f"Most cards that may come are better{hand} than the {card_words(top)}."
    return found if fact.keep == good else But(found)
