"""The beginner: bids by high cards, wins cheaply when it needs tricks, and ducks otherwise.

It looks at its own cards, the bids, the tricks taken and the trick on the table. It doesn't remember earlier cards.
"""

from functools import lru_cache

from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.draft_and_pass import draft_simply, pass_simply
from spades_tui.bots.estimate import random_hands
from spades_tui.bots.portable_math import add_up
from spades_tui.bots.rank_masks import descending
from spades_tui.bots.sound_bids import leaves_zero
from spades_tui.cards import SPADES, cards_of
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Discard, Look, Play, SeatEvent, Stand
from spades_tui.game.kernel import beats, is_trump
from spades_tui.game.phase import Phase
from spades_tui.rules.card_tables import CardTables
from spades_tui.rules.deck import TOP
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


def choose(seen: Observation, stream: Stream) -> SeatEvent:
    """Return a legal event for the seat on turn."""
    if seen.seat is None:
        raise ValueError("nobody's cards are seen here")
    match seen.phase:
        case Phase.PLAY:
            return _play(seen, seen.seat)
        case Phase.BID:
            return _bid(seen)
        case Phase.DISCARD:
            return _discard(seen, seen.seat)
        case Phase.DRAFT:
            return draft_simply(seen, seen.seat)
        case Phase.PASS:
            return pass_simply(seen, seen.seat)
        case _:
            return (seen.choices(Stand) or seen.legal)[0]


# ---- bidding -----------------------------------------------------------------------------------------------


def _bid(seen: Observation) -> SeatEvent:
    """Return a bid of the high cards and long trumps, or zero with a plainly safe hand."""
    looks = seen.choices(Look)
    if looks:
        return looks[0]
    bids = seen.choices(Bid)
    share = seen.rules.tricks / seen.rules.players
    zeros = seen.rules.zeros_separate
    counted = [event for event in bids if event.bid or not zeros] or bids
    """A separately scored zero isn't bid just because it's the nearest number left."""
    if seen.own is None:
        wanted = share - 0.5
    elif bids[0].bid == 0 and plainly_safe(seen.rules, seen.own):
        return bids[0]
    else:
        wanted = max(1.0, share * (0.25 + 0.75 * high_cards(seen.rules, seen.own) / _average(seen.rules)) - 0.2)
    nearest = min(counted, key=lambda event: (abs(event.bid - wanted), event.bid))
    spades = (seen.own or 0) & seen.rules.cards.suit_masks[SPADES]
    forced = seen.rules.limits and nearest.bid > wanted + 1.5 and spades.bit_count() <= 2
    forced = forced or (wanted < share and leaves_zero(seen, nearest.seat, nearest.bid))
    if forced and zeros and bids[0].bid == 0:
        return bids[0]
    return nearest


def high_cards(rules: Ruleset, own: int) -> float:
    """Count tricks by high cards: aces, guarded kings and queens, the five best trumps, and trumps beyond three.

    Where the other suits rank differently (HR-2), their three highest ranks take the places of ace, king and queen.
    """
    count = 0.0
    for suit in range(3):
        mine = [rules.cards.ranks[card] for card in cards_of(own & rules.cards.suit_masks[suit])]
        count += 0.9 * (TOP in mine)
        count += 0.6 * (len(mine) >= 2) * (TOP - 1 in mine)
        count += 0.3 * (len(mine) >= 3) * (TOP - 2 in mine)
    trumps = descending(rules, own & rules.cards.suit_masks[SPADES])
    best = descending(rules, rules.cards.suit_masks[SPADES])[:5]
    high = sum(card in best for card in trumps)
    return count + 0.8 * high + 0.8 * max(0, len(trumps) - max(high, 3))


@lru_cache(maxsize=64)
def _average(rules: Ruleset) -> float:
    """Return the average of `high_cards` over 100 random hands of this deck, at least 0.5."""
    hands = random_hands(rules, Stream(b"spades-bots/usual/1"), 100)
    return max(0.5, add_up(high_cards(rules, own) for own in hands) / 100)


def plainly_safe(rules: Ruleset, own: int) -> bool:
    """Return whether a hand is plainly safe for a zero: few small trumps, and low cards below every high one."""
    masks, ranks = rules.cards.suit_masks, rules.cards.ranks
    trumps = descending(rules, own & masks[SPADES])
    if len(trumps) > max(2, rules.tricks // 5) or any(ranks[card] > 108 for card in trumps):
        return False
    for suit in range(3):
        held = [ranks[card] for card in descending(rules, own & masks[suit])]
        if not held:
            continue
        low = sum(rank <= 5 for rank in held)
        if held[-1] > 6 or (held[0] >= 12 and low < 2) or (held[0] >= 10 and low < 1):
            return False
    return True


def _discard(seen: Observation, seat: int) -> SeatEvent:
    """Throw back a high card after a zero, otherwise a low one."""
    ranks = seen.rules.cards.ranks
    thrown = seen.choices(Discard)
    if seen.bids[seat] == 0:
        return max(thrown, key=lambda event: ranks[event.card])
    return min(thrown, key=lambda event: ranks[event.card])


# ---- play --------------------------------------------------------------------------------------------------


def _play(seen: Observation, seat: int) -> SeatEvent:
    rules, ranks = seen.rules, seen.rules.cards.ranks
    plays = fair_plays(seen)
    hungry = wants_tricks(seen, seat)

    def height(event: Play) -> int:
        return ranks[event.value]

    if seen.winning is None:
        return _lead(plays, hungry, rules.cards)
    best = next(played.value for played in seen.trick if played.seat == seen.winning)
    winners = [event for event in plays if beats(rules.cards, event.value, best)]
    losers = [event for event in plays if not beats(rules.cards, event.value, best)]
    with_partner = seen.winning != seat and rules.side_of[seen.winning] == rules.side_of[seat]
    if with_partner and winners and seen.bids[seen.winning] == 0 and not seen.took[seen.winning]:
        return max(winners, key=height)
    if hungry and winners and not with_partner:
        last = len(seen.trick) == len(seen.table) - 1
        cheap = min(winners, key=height)
        high = max(winners, key=height)
        if not last and not is_trump(rules.cards, high.value):
            return high
        return cheap
    if hungry:
        return min(losers or winners, key=height)
    if losers:
        return max(losers, key=height)
    return min(winners, key=height)


def _lead(plays: list[Play], hungry: bool, tables: CardTables) -> Play:
    """Lead an ace or king to win tricks, otherwise the lowest card; trumps last."""
    ranks = tables.ranks
    plain = [event for event in plays if not is_trump(tables, event.card)] or plays
    if hungry:
        high = max(plain, key=lambda event: ranks[event.value])
        if ranks[high.value] >= 12:
            return high
    return min(plain, key=lambda event: ranks[event.value])


def wants_tricks(seen: Observation, seat: int) -> bool:
    """Return whether the seat's side still needs tricks for its bid."""
    rules = seen.rules
    side = rules.side_of[seat]
    if seen.bids[seat] == 0 and rules.zeros_separate:
        return False
    if rules.zeros_separate and any(seen.bids[other] == 0 for other in rules.sides[side]):
        return seen.took[seat] < (seen.bids[seat] or 0)
    return seen.side_tricks[side] < (seen.contracts[side] or 0)
