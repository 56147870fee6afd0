"""Why a bid is good: what the hand holds, what the others have bid, how the game stands."""

from spades_tui.bots import drafting
from spades_tui.bots.bidding import in_position
from spades_tui.bots.drafted import plain_worth
from spades_tui.bots.estimate import estimate, hand_value, usual_bid
from spades_tui.bots.rank_masks import descending, rank_masks
from spades_tui.bots.sentences import But, capital, card_words, face_of, suit_word
from spades_tui.bots.sure import room_of, sure_of, zero_fails
from spades_tui.cards import SPADES, cards_of
from spades_tui.frozen import dataclass
from spades_tui.game.facts import Discard, Draft, Pass, Promise, Raise, Stand
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

HOPE = 0.2
"""With a lower one nothing is said for it."""

EVEN = 0.5

USUAL_ZERO = 120
"""A zero that is worth more has grown."""

EIGHT, JACK = 6, 9
"""What is written on cards, counted from the two."""

TOO_LOW, TOO_HIGH = -1.0, 0.8
"""So many tricks beside what the hand comes to among these bids, a bid is a low or a bold one."""

BOLDEST = 2.5
"""For a bid that is so many tricks too high nothing is said."""

MOVED = 0.55
"""So many tricks by which the other bids move a count are worth a word."""

MATTERS = 0.3
"""A card that brings so many tricks is missed."""

LITTLE = 0.05
"""One that brings fewer is not."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a person counts in a hand before the play."""

    tops: int
    """Cards at the top of their suit, without a gap; plain ones may be ruffed."""
    honours: bool
    """Some other card is a jack or higher."""
    spades: int
    void: int | None
    """A plain suit without a card."""
    single: int | None
    """A plain suit with one card."""


def holdings(seen: Observation) -> Holdings:
    """Count a hand. It must be in sight."""
    rules, own = seen.rules, seen.own or 0
    masks = rules.cards.suit_masks
    tops = [card for suit in range(4) for card in top_cards(seen, suit)]
    lengths = [(own & masks[suit]).bit_count() for suit in range(3)]
    return Holdings(
        tops=len(tops),
        honours=any(face_of(card) >= JACK for card in cards_of(own) if card not in tops),
        spades=(own & masks[SPADES]).bit_count(),
        void=next((suit for suit in range(3) if not lengths[suit]), None),
        single=next((suit for suit in range(3) if lengths[suit] == 1), None),
    )


def top_cards(seen: Observation, suit: int) -> list[int]:
    """The cards of the hand that stand at the top of a suit, above all that others may hold."""
    own, higher = seen.own or 0, rank_masks(seen.rules).higher
    held = descending(seen.rules, own & seen.rules.cards.suit_masks[suit])
    return [card for card in held if not higher[card] & ~own]


def most_dangerous(seen: Observation) -> int | None:
    """The card without which a zero would be safest; None if there is no danger to speak of."""
    return next(iter(dangers(seen, 1)), None)


def dangers(seen: Observation, most: int = 3) -> list[int]:
    """The cards that endanger a zero, the worst first, each with those before it gone; so many at most."""
    own, found = seen.own or 0, list[int]()
    while len(found) < most:
        worst, least = None, hand_value(seen.rules, own).least() - 0.12
        for card in cards_of(own):
            rest = hand_value(seen.rules, own & ~(1 << card)).least()
            if rest < least:
                worst, least = card, rest
        if worst is None:
            break
        found.append(worst)
        own &= ~(1 << worst)
    return found


def number_word(number: int) -> str:
    """A small number as a word."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def behind(seen: Observation) -> int:
    """How many points the side is behind the best of the others; below 0 when it leads."""
    totals, side = seen.standing.totals, seen.side or 0
    return max(total for other, total in enumerate(totals) if other != side) - totals[side]


# ---- bids


def bid(seen: Observation, seat: int, number: int) -> str:
    """Why this bid."""
    certain = _certain(seen, seat, number)
    if certain is not None:
        return certain
    if is_zero(seen, number):
        return _zero(seen)
    return circumstance(seen, seat, number) or _by_count(seen, seat, number)


def told_by_count(seen: Observation, seat: int, number: int) -> bool:
    """Whether nothing but the count of the hand speaks for or against a bid."""
    if is_zero(seen, number) or _certain(seen, seat, number) is not None:
        return False
    return circumstance(seen, seat, number) is None


def is_zero(seen: Observation, number: int) -> bool:
    """Whether a bid is a zero that is made by taking nothing."""
    rules = seen.rules
    return number == 0 and rules.side_total is None and (rules.zeros_by_themselves or rules.must_be_exact(0, False))


def _certain(seen: Observation, seat: int, number: int) -> str | None:
    """What is certain about a bid, however the cards lie; None where nothing is."""
    zero = is_zero(seen, number)
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


def about_of(seen: Observation) -> int:
    """What the hand comes to by itself, in whole tricks."""
    return max(0, round(estimate(seen.rules, seen.own or 0).tricks))


def count_of(seen: Observation, seat: int) -> str:
    """What the hand holds and comes to: the beginning of a sentence about a bid."""
    about = about_of(seen)
    in_all = f"about {number_word(about)} in all" if about else "hardly one in all"
    return f"{_counted(holdings(seen), sure_of(seen, seat), about)}: {in_all}"


def _counted(held: Holdings, sure: int, about: int) -> str:
    """The hand in a few words."""
    count, word = (held.tops, "top card") if held.tops > sure else (sure, "sure trick" if sure else "top card")
    words = [f"{number_word(count).capitalize()} {word}{'' if count < 2 else 's'}"]
    if held.spades >= 4:
        words.append(f"{number_word(held.spades)} spades")
    elif not held.spades:
        words.append("no spade to ruff with")
    if held.spades and held.void is not None:
        words.append(f"no {suit_word(held.void)} at all")
    elif held.spades and held.single is not None:
        words.append(f"only one {suit_word(held.single, 1)}")
    if len(words) == 1 and count <= about:
        more = "what high cards may bring" if held.honours else "what low ones may bring"
        words.append(more if count < about else "little beside")
    text = f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
    return f"{text}, but somebody may ruff" if count > about else text


def _by_count(seen: Observation, seat: int, number: int) -> str:
    """A bid beside what the hand comes to."""
    about, count, rules = about_of(seen), count_of(seen, seat), seen.rules
    if number == about:
        return f"{count}."
    if rules.must_be_exact(number, blind=False):
        return But(f"{count}, and a bid of {number} must be met exactly.")
    if number == about + 1:
        return f"{count}; one more is a risk."
    if number > about:
        return But(f"{count}; {number} is a bold bid.")
    if rules.over_costs:
        return But(f"{count}, and each trick above a bid of {number} costs.")
    if number == about - 1:
        return f"{count}; one less is safer."
    return But(f"{count}; {number} is safer, but brings less.")


def circumstance(seen: Observation, seat: int, number: int) -> str | None:
    """What speaks for or against a bid besides the count: the score, the bags, the other bids; None if nothing does."""
    tricks = estimate(seen.rules, seen.own or 0).tricks
    off = number - in_position(seen, seat, tricks)
    told = None
    if off < TOO_LOW:
        told = _close(seen, seat, number)
    elif TOO_HIGH < off < BOLDEST and not seen.rules.limits:
        told = _bold(seen, seat, number)
    return told or _other_bids(seen, seat, number, number - off - tricks)


def _close(seen: Observation, seat: int, number: int) -> str | None:
    """A low bid that is enough for the end of the game."""
    rules, side = seen.rules, seen.side or 0
    if rules.goal is None or behind(seen) > 0:
        return None
    partners = [other for other in rules.sides[side] if other != seat and other in seen.table]
    bids = [seen.bids[other] for other in partners]
    known = sum(usual_bid(rules) if theirs is None else theirs for theirs in bids)
    if 0 < rules.goal - seen.standing.totals[side] <= 10 * (number + known):
        return "You are close to the end: bid no more than is safe."
    return None


def _bold(seen: Observation, seat: int, number: int) -> str | None:
    """What a bid above what the hand is good for may be made for."""
    late, rules, about = behind(seen), seen.rules, about_of(seen)
    count = f"The hand is good for {f'about {number_word(about)}' if about else 'hardly a trick'}"
    if late >= FAR:
        return f"{count}; you are {late} behind, and a modest bid would not bring you back."
    left = (rules.goal or 0) - late - seen.standing.totals[seen.side or 0]
    if rules.goal is not None and late > 0 and 0 < left <= NEAR:
        return f"{count}; the others are {plural(left, 'point')} from the end, and a low bid would not catch them."
    bags = seen.standing.bags[seen.side or 0]
    if rules.bags is not None and bags >= max(2, rules.bags.limit - 3) and number <= about + 1:
        return f"{count}; {number} is a risk, but {bags} bags lie there, and a higher bid takes fewer."
    left = _left_for(seen, seat)
    if _last_to_bid(seen, seat) and left >= max(4, number):
        return f"{count}, but nobody else has bid the {number_word(left)} tricks that are left."
    return None


def _last_to_bid(seen: Observation, seat: int) -> bool:
    return all(seen.bids[other] is not None for other in seen.table if other != seat)


def _left_for(seen: Observation, seat: int) -> int:
    """Tricks that the others have not bid; a bid that is changed is none of theirs."""
    return seen.rules.tricks - sum(seen.bids[other] or 0 for other in seen.table if other != seat)


def _other_bids(seen: Observation, seat: int, number: int, moved: float) -> str | None:
    """What the other bids say about the count; `moved` is by how many tricks they move it."""
    about, left = about_of(seen), _left_for(seen, seat)
    most = min(float(left), estimate(seen.rules, seen.own or 0).tricks + moved + TOO_HIGH)
    if abs(moved) <= MOVED or (moved > 0 and not about <= number <= most):
        return None
    if _last_to_bid(seen, seat):
        bids = f"the other bids leave {number_word(left) if left > 0 else 'nothing'}"
    else:
        bids = f"the bids so far are {'low' if moved > 0 else 'high'}"
    count = count_of(seen, seat)
    if moved > 0:
        return f"{count}, and {bids}."
    return But(f"{count}, but {bids}.") if number >= about else f"{count}, but {bids}."


# ---- zeros


def _zero(seen: Observation) -> str:
    late, value, found = behind(seen), seen.zero_value, dangers(seen)
    chance = estimate(seen.rules, seen.own or 0).zero
    grown = value if value is not None and value > USUAL_ZERO else None
    if not found and chance > EVEN:
        if grown:
            return f"No card here is likely to take a trick, and a zero is worth {grown} now."
        return "There are low cards under every high one." if _covered(seen) else "Nothing here must take a trick."
    risk = _danger_words(seen, found)
    if seen.extra_down and seen.rules.zero_draw is not None and found and chance > DRAWS:
        return f"A zero is worth {value}, and the {card_words(found[0])} may go back for the card that is left over."
    if chance > EVEN:
        if len(found) > 2:
            return "Few tricks are in this hand, but several cards endanger a zero."
        return f"Few tricks are in this hand, but {risk} endanger{'s' if len(found) == 1 else ''} a zero."
    if late >= FAR and chance > HOPE:
        return f"You are {late} behind: a zero is a risk with {risk}, but it could bring you back."
    if grown and chance > HOPE:
        return f"A zero is worth {grown} now, though {risk} may spoil it."
    return But(f"A zero is dangerous with {risk}.")


def _covered(seen: Observation) -> bool:
    """Whether each suit with a high card has as many low ones."""
    suits = [[face_of(card) for card in cards_of((seen.own or 0) & mask)] for mask in seen.rules.cards.suit_masks]
    return all(sum(face > EIGHT for face in suit) <= sum(face < EIGHT for face in suit) for suit in suits)


def _danger_words(seen: Observation, found: list[int]) -> str:
    """The cards that endanger a zero, the highest trump first."""
    if not found:
        return "such cards"
    first, *rest = sorted(found, key=seen.rules.cards.ranks.__getitem__, reverse=True)
    if len(found) > 2:
        return f"the {card_words(first)} and other cards"
    return " and ".join(f"the {card_words(card)}" for card in (first, *rest))


# ---- blind bids


def blind(seen: Observation, seat: int, number: int) -> str:
    """Why a bid without a look."""
    rules = seen.rules
    share = rules.tricks / rules.players
    usual = f"The usual share is about {number_word(round(share))}"
    exact = rules.must_be_exact(number, blind=True) or is_zero(seen, number)
    if number < share - 2 and not exact:
        return But(f"{usual}: so low a bid brings little.")
    if abs(number - share) > 2:
        return But(f"{usual}: a blind bid far from it is seldom made.")
    partners = [other for other in rules.sides[rules.side_of[seat]] if other != seat and seen.blind[other]]
    if seen.must_bid_blind and partners:
        return f"Partner has gone blind, and you go with it. {usual}."
    late = behind(seen)
    if late >= NEAR:
        return f"You are {late} behind: a blind bid may bring you back."
    return f"A blind bid pays more. {usual}."


def look(seen: Observation) -> str:
    """Why a look at the cards."""
    return "Look first, and bid what the cards are worth; a blind bid pays more when it is made."


# ---- after the bids


def raise_or_stand(seen: Observation, seat: int, fact: Raise | Stand) -> str:
    """Why the bid is raised, or stays."""
    rules = seen.rules
    if seen.own is None:
        return But("Your cards are unseen: more is a guess.") if isinstance(fact, Raise) else "Your cards are unseen."
    if rules.side_raises:
        about, now = round(_with_partner(seen, seat)), seen.contracts[rules.side_of[seat]] or 0
        words = f"with partner's bid your side is good for about {number_word(about)}"
    else:
        about, now = round(in_position(seen, seat, estimate(rules, seen.own).tricks)), seen.bids[seat] or 0
        words = f"your hand is good for about {number_word(about)}"
    left = rules.tricks - sum(number for number in seen.bids if number is not None)
    if isinstance(fact, Stand):
        if left <= 0:
            return "All the tricks are spoken for: more would be hard to make."
        told = f"{capital(words)}, and {now} {'is' if now < 2 else 'are'} bid."
        return But(told) if about > now + 1 else told
    if fact.bid > about + 1:
        return But(f"{capital(words)}: {fact.bid} is more than that.")
    if fact.bid > about:
        return But(f"{capital(words)}; {fact.bid} is a risk.")
    return f"The bids leave {number_word(left)} tricks, and {words}." if left > 1 else f"{capital(words)}."


def _with_partner(seen: Observation, seat: int) -> float:
    """What the hand comes to, and the partner's bid; of one that he made blind nothing is known, so his usual share."""
    rules = seen.rules
    total = estimate(rules, seen.own or 0).tricks
    for other in rules.sides[rules.side_of[seat]]:
        if other != seat and other in seen.table:
            total += rules.tricks / rules.players if seen.blind[other] else seen.bids[other] or 0
    return total


def promise(seen: Observation, fact: Promise) -> str:
    """Why the first tricks are promised."""
    tops, trumps = holdings(seen).tops, len(top_cards(seen, SPADES))
    leads = seen.table[0] == seen.seat
    first = ", and you lead" if leads else ""
    if leads and trumps >= fact.tricks and seen.rules.lead.spades == "always":
        return f"You hold {number_word(trumps)} top trumps, and you lead: the first {fact.tricks} are yours."
    held = f"You hold {number_word(tops)} top card{'' if tops == 1 else 's'}"
    if tops < fact.tricks:
        return But(f"{held}, and the first {fact.tricks} must all be yours.")
    return f"{held}{first}: the first {fact.tricks} may be yours."


def discard(seen: Observation, seat: int, fact: Discard) -> str:
    """Why this card is thrown back."""
    if seen.bids[seat] == 0:
        return _discard_for_zero(seen, fact.card)
    own, cards = seen.own or 0, seen.rules.cards
    suit = cards.suit_of[fact.card]
    if suit != SPADES and own & cards.suit_masks[suit] == 1 << fact.card and own & cards.suit_masks[SPADES]:
        return f"Without it you have no {suit_word(suit)}, and can ruff."
    kept = {card: estimate(seen.rules, own & ~(1 << card)).tricks for card in cards_of(own)}
    most = max(kept.values())
    lost = most - kept[fact.card]
    if most > (seen.bids[seat] or 0) + 1 and lost >= MATTERS:
        return "It could take a trick too many."
    if lost < MATTERS:
        return "You can do without it: it adds little to the hand."
    # Of several cards that are as useless a person throws the lowest.
    useless = min((card for card in kept if kept[card] >= most - LITTLE), key=lambda card: cards.ranks[card])
    return But(f"The hand loses more with it than with the {card_words(useless)}.")


def _discard_for_zero(seen: Observation, card: int) -> str:
    """Why a card is thrown back beside a zero."""
    own, danger = seen.own or 0, most_dangerous(seen)
    if card == danger:
        return f"The {card_words(card)} is the greatest danger to your zero."
    if hand_value(seen.rules, own & ~(1 << card)).least() < hand_value(seen.rules, own).least() - LITTLE:
        return "Your zero is safer without it."
    if danger is None:
        return "No card of yours is a great danger to your zero."
    return But(f"You keep the {card_words(danger)}, the greatest danger to your zero.")


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
