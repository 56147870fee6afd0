"""Search for bids, blind bids, raises, promises and the card thrown back.

A seat that hasn't bid yet bids what its sampled hand is worth; then the hand is played out.
"""

from random import Random

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.bots import bidding as usual_bidding
from spades_tui.bots.bidding import FORCED
from spades_tui.bots.estimate import estimate, rest_of_blind_bid
from spades_tui.bots.hand_worth import Unit
from spades_tui.bots.search import corrected_odds, win_chances
from spades_tui.bots.search.card_exchange import BID_BELOW
from spades_tui.bots.search.choice_values import EndWorth
from spades_tui.bots.search.corrected_odds import PRIZE_BONUS, ZeroOdds, partners_cover
from spades_tui.bots.search.end_values import EndValues, units_of_side
from spades_tui.bots.search.playout_cards import throw_lowest
from spades_tui.bots.search.race import Effort, ValueAndEnd, weighed
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.search.suit_sets import COUNT, SUIT_BITS
from spades_tui.bots.side_scores import Bidding
from spades_tui.bots.sound_bids import (
    expected_bid,
    leaves_zero,
    numbers_left,
    partners_bid,
    sound,
)
from spades_tui.bots.styles import Style, above
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.game.events import Bid, Discard, Look, Promise, Raise, SeatEvent, Stand
from spades_tui.rules.ledger import PROMISE, Announced
from spades_tui.rules.ruleset import Ruleset, together
from spades_tui.seats import Observation

NEAR = 1.8
"""Maximum distance of a tried bid from the estimate, in tricks."""
ABOVE_AT_THE_END = 2.8
"""Maximum tricks above the estimate near the end of a game, where all lower bids are tried too."""
ZERO_AT_THE_END = 0.12
"""Minimum chance, 0 to 1, to try a zero near the end of a game."""
ZERO_TRIED = 0.25
"""Minimum chance, 0 to 1, to try a zero."""
ZERO_SHELTERED = 0.05
"""How much lower the minimum chance is for each trick that the partner bid above its share."""
ZERO_DOUBT = 0.06
"""How much lower the real chance of a zero is than in play-outs, whose players hunt it less well."""
DRAWN_DOUBT = -0.06
"""The same where a zero draws a card; negative, because searching players make these more often than play-outs do."""
PARTNER_DOUBT = 0.14
"""The same next to a partner, when both opponents neglect their own bids to hunt.

It's for zeros with unknown cards: blind ones, and the partner's.
"""
HELPED_DOUBT = 0.16
"""The same if a failed zero helps the partner's bid, because then players bid doubtful zeros."""
PAIRS_DOUBT = 0.04
"""The same with more than two pairs of partners: each of four opponents looks after its own bid."""
LIMITED_DOUBT = 0.3
"""The same if the rules exclude bids, because then every bid, even a zero, reveals something about the hand."""
BOLD = 6.0
"""Points for a bid one trick above the estimate: most opponents set a side less often than play-outs do.

Against those who set as often it makes no difference (docs/research/2026-11.md).
"""
BOLD_ALONE = 5.0
"""The same where everybody plays alone and pays for each overtrick: a searching player makes a high bid more often."""
ZERO_GUESSED = 0.6
"""Minimum chance, 0 to 1, at which other seats are expected to bid a zero."""
ZERO_FORCED = 0.15
"""The same if all other bids left are far too high for the hand."""


def weigh_bids(
    seen: Observation, seat: int, random: Random, effort: Effort, style: Style, further: bool,
    also: SeatEvent | None = None, among: tuple[SeatEvent, ...] = (),
) -> tuple[ValuedChoice, ...]:  # fmt: skip
    """Return the choices before the first card with their values, best first.

    `further`: also try the bids next to the best one that were left out. `also`: a bid or raise to try in any case.
    `among`: the only choices to try, if any.
    """
    usual = nearest_sound(seen, seat, usual_bidding.choose(seen, seat, style))
    choices = list(among) or _bids_to_try(seen, seat, usual)
    deals = Deals(seen, seat, random)
    run = DealPlayOuts(seen, seat, deals, choices, style)
    cards = seen.rules.tricks * seen.rules.players
    rows = weighed(choices, effort, cards, deals.next, run)
    fewer = replace(effort, deals=effort.deals // 2)

    def with_more(rows: tuple[ValuedChoice, ...], more: list[Bid | Raise]) -> tuple[ValuedChoice, ...]:
        beside = [rows[0].event, *more]
        run_beside = DealPlayOuts(seen, seat, deals, beside, style)
        return _merged(rows, weighed(beside, fewer, cards, deals.next, run_beside))

    while further and (more := _neighbours(seen, seat, rows)):
        rows = with_more(rows, more)
    if isinstance(also, Bid | Raise) and also in seen.legal and all(row.event != also for row in rows):
        rows = with_more(rows, [also])
    return tuple([run.prize_corrected(corrected_zero_chance(row, run.zero)) for row in rows])


def _neighbours(seen: Observation, seat: int, rows: tuple[ValuedChoice, ...]) -> list[Bid | Raise]:
    """Return the untried bids next to the best one: two above, one below."""
    best = rows[0].event
    if not isinstance(best, Bid | Raise) or not best.bid:
        return []
    alike = [event for event in seen.legal if isinstance(event, type(best)) and replace(event, bid=best.bid) == best]
    numbers = [event.bid for event in alike if event.bid]
    if isinstance(best, Bid) and seen.own is not None:
        numbers = sound(seen, seat, numbers)
    tried = [row.event for row in rows]
    left = {event.bid: event for event in alike if event.bid in numbers and event not in tried}
    steps = [-1, 1]
    if best.bid + 1 in left:
        steps.append(2)
    return [left[best.bid + step] for step in steps if best.bid + step in left]


def _merged(
    rows: tuple[ValuedChoice, ...], new_rows: tuple[ValuedChoice, ...]
) -> tuple[ValuedChoice, ...]:
    """Merge rows, best first, with those of another race in which the first of them ran too."""
    best = rows[0]
    again = next(row for row in new_rows if row.event == best.event)
    new = [
        replace(
            row, value=best.value + row.value - again.value, doubt=max(row.doubt, again.doubt),
            beside=again.ends[: len(row.ends)],
        )
        for row in new_rows if row is not again
    ]  # fmt: skip
    return tuple(sorted((*rows, *new), key=lambda row: -row.value))


def corrected_zero_chance(row: ValuedChoice, zero: ZeroOdds | None) -> ValuedChoice:
    """Correct a zero's chance to be made, which is lower than in the play-outs."""
    if zero is None or not isinstance(row.event, Bid) or row.event.bid or not row.deals:
        return row
    return replace(row, made=max(0.0, min(1.0, zero.to_show().chance(row.made))))


def nearest_sound(seen: Observation, seat: int, event: SeatEvent) -> SeatEvent:
    """Return the nearest bid that is neither below the sure tricks nor above the tricks there are."""
    if not isinstance(event, Bid) or event.blind or seen.own is None:
        return event
    bids = [other for other in seen.legal if isinstance(other, Bid) and not other.blind]
    left = sound(seen, seat, [other.bid for other in bids])
    return min((other for other in bids if other.bid in left), key=lambda other: abs(other.bid - event.bid))


def _bids_to_try(seen: Observation, seat: int, usual: SeatEvent) -> list[SeatEvent]:
    """Return the choices that are worth a play-out; the choice of `club` comes first."""
    rules, share = seen.rules, seen.rules.tricks / seen.rules.players
    kept: list[SeatEvent] = [usual]
    if seen.own is None:
        for event in seen.legal:
            nil = isinstance(event, Bid) and event.bid == 0 and rules.zeros_separate
            if nil or isinstance(event, Look) or (isinstance(event, Bid) and abs(event.bid - share) <= 2.2):
                kept.append(event)
        return list(dict.fromkeys(kept))
    hand = estimate(rules, seen.own)
    centre = hand.tricks
    if rules.side_raises and seen.choices(Stand):
        centre = seen.contracts[rules.side_of[seat]] or 0
    bids = [event.bid for event in seen.choices(Bid)]
    if bids:
        bids = sound(seen, seat, bids)
    low = min((bid for bid in bids if bid or not rules.limits), default=0)
    at_the_end = win_chances.nearness(rules, seen.standing) > 0.0 and not rules.limits
    above, least_zero = NEAR, ZERO_TRIED
    if at_the_end:
        above, least_zero = ABOVE_AT_THE_END, ZERO_AT_THE_END
    least_zero -= ZERO_SHELTERED * max(0.0, (partners_bid(seen, seat) or 0) - share)
    zero = bool(rules.limits) or hand.zero >= least_zero
    for event in seen.legal:
        match event:
            case Bid(blind=False) if event.bid in bids:
                off = event.bid - max(centre, low)
                near_by = off <= above and (off >= -NEAR or (at_the_end and event.bid > 0))
                if near_by or (zero and not event.bid):
                    kept.append(event)
            case Raise() if event.bid <= centre + 2.5:
                kept.append(event)
            case Stand() | Promise() | Discard():
                kept.append(event)
    return list(dict.fromkeys(kept))


def _doubt(rules: Ruleset) -> float:
    """Return how much lower the chance of a zero is than in play-outs."""
    if rules.limits:
        return LIMITED_DOUBT
    if rules.partners and len(rules.sides) > 2:
        return PAIRS_DOUBT
    if rules.failed_zeros_help:
        return HELPED_DOUBT
    if rules.zero_draw is not None:
        return DRAWN_DOUBT
    if rules.partners:
        return PARTNER_DOUBT
    return ZERO_DOUBT


def _boldness_points(rules: Ruleset, far: float) -> float:
    """Return the points for a bid one trick above the estimate.

    Where zeros count like other bids they didn't help. `far` is 1 far from the end of a game and 0 near it, where only
    the chance to win matters.
    """
    if rules.over_costs and not rules.partners:
        return BOLD_ALONE
    if rules.bags is None or not partners_cover(rules):
        return 0.0
    return BOLD * far


class _Option(Struct, frozen=True):
    """One choice, prepared for the play-outs."""

    bid: int | None
    total: int | None
    promise: int
    blind: bool
    own_zero: bool
    """Whether it is a bid of zero."""
    leaves_zero: bool
    """Whether it leaves the partner only a zero."""
    guessed: bool
    """Whether the seat looks, and then bids by its sampled hand."""
    thrown: tuple[int, int] | None
    liked: float
    """Points for the player's preferences."""


class DealPlayOuts:
    """Plays one choice out in one deal."""

    def __init__(self, seen: Observation, seat: int, deals: Deals, choices: list[SeatEvent], style: Style) -> None:
        rules = seen.rules
        self.seen = seen
        self.style = style
        self.rules = rules
        self.seat = seat
        self.side = rules.side_of[seat]
        self.deals = deals
        self.me = deals.me
        self.far = 1.0 - win_chances.nearness(rules, seen.standing)
        self.bold = _boldness_points(rules, self.far)
        self.options = [self._option(event) for event in choices]
        self.ends: dict[Bidding, tuple[EndValues, EndWorth]] = {}
        self.left: dict[tuple[int, tuple[int | None, ...]], list[int]] = {}
        """By seat and the bids before it: the bids that the rules leave, as far as they don't depend on its cards."""
        self.doubt = _doubt(rules)
        self.zero = corrected_odds.odds_of_zero(seen, seat)
        """What is known of this seat's zero; None where the play-outs are right except for `doubt`."""
        self.throws = bool(seen.choices(Discard))
        """Whether a card has to be thrown back, which changing the bid leaves for later."""
        self.extra_due = seen.extra_down and rules.high_draw
        self.zeros_draw = seen.extra_down and rules.zero_draw is not None

    def _option(self, event: SeatEvent) -> _Option:
        seen, side = self.seen, self.side
        bid, total, promise, blind, thrown = seen.bids[self.seat], None, 0, seen.blind[self.seat], None
        guessed = isinstance(event, Look)
        match event:
            case Bid():
                bid, blind = event.bid, event.blind
            case Raise() if self.rules.side_raises:
                total = event.bid
            case Raise():
                bid = event.bid
            case Promise():
                promise = event.tricks
            case Discard():
                thrown = self.deals.plan.suit_of[event.card], self.deals.plan.bit_of[event.card]
        same = total is None and bid == seen.bids[self.seat] and not guessed
        if same and self._has_bid(self.rules.sides[side]):
            total = seen.contracts[side]
        own_zero = isinstance(event, Bid) and event.bid == 0
        leaves = isinstance(event, Bid) and leaves_zero(seen, self.seat, event.bid)
        liked = self._preference_points(event, bid) + self.far * PRIZE_BONUS * self._prize_points(event)
        return _Option(bid, total, promise, blind, own_zero, leaves, guessed, thrown, liked)

    def _has_bid(self, seats: tuple[int, ...]) -> bool:
        """Return whether all of these seats that play have bid."""
        return all(self.seen.bids[seat] is not None for seat in seats if seat in self.seen.table)

    def _preference_points(self, event: SeatEvent, bid: int | None) -> float:
        """Return the points that preferences give a choice.

        All searching players like higher bids and a style may lean either way, both counted from the estimate. Styles
        also lean to raises, counted from the present contract, and to zeros. A card is thrown back for the present bid,
        which may still be changed instead (3B-5). `bid` is the seat's bid after the choice.
        """
        style, seen = self.style, self.seen
        if isinstance(event, Raise):
            now = seen.bids[self.seat]
            if self.rules.side_raises:
                now = seen.contracts[self.side]
            return style.leans(event.bid, now or 0)
        if bid is None or seen.own is None or not isinstance(event, Bid | Discard):
            return 0.0
        if isinstance(event, Bid) and event.blind:
            return 0.0
        if bid:
            return (style.bid + self.bold) * above(bid, estimate(self.rules, seen.own).tricks)
        if style.zero and usual_bidding.zero_is_a_bid(seen, self.seat):
            return style.zero
        return 0.0

    def _prize_points(self, event: SeatEvent) -> int:
        """Return the points at stake in the contract after a choice if it has a prize, otherwise 0."""
        return corrected_odds.prize_stake(self.rules, corrected_odds.contract_after(self.seen, self.seat, event))

    def prize_corrected(self, row: ValuedChoice) -> ValuedChoice:
        """Correct a choice's chance to make its bid where the contract has a prize."""
        if not row.deals or not self._prize_points(row.event):
            return row
        return replace(row, made=corrected_odds.corrected_chance(row.made))

    def __call__(self, choice: int, deal: list[list[int]]) -> ValueAndEnd:
        option = self.options[choice]
        held = [cards[:] for cards in deal]
        if option.thrown is not None:
            suit, bit = option.thrown
            held[suit][self.me] ^= bit
        elif self.throws:
            suit, bit = throw_lowest(held, self.me)
            held[suit][self.me] ^= bit
        bidding = self._bidding(option, held)
        if self.zeros_draw or self.extra_due:
            self._draw(bidding, held)
        kept = self.ends.get(bidding)
        if kept is None:
            ends = EndValues(self.seen, self.seat, bidding, self._units(bidding), self.style.bag)
            kept = self.ends[bidding] = ends, ends.outcomes()
        ends, outcomes = kept
        end = outcomes.after(held, ends.start)
        value = end.value
        if option.own_zero and self.zero is not None:
            value += ends.zero_stake * (self.zero.chance(end.made) - end.made)
        elif option.own_zero:
            value -= ends.zero_stake * self.doubt
        elif option.leaves_zero:
            value -= ends.partner_stake * self.doubt
        return value + option.liked, end

    def _bidding(self, option: _Option, held: list[list[int]]) -> Bidding:
        """Return all bids; those not made yet are guessed from the hands."""
        seen, rules = self.seen, self.rules
        bids = list(seen.bids)
        blind = list(seen.blind)
        bids[self.seat], blind[self.seat] = option.bid, option.blind
        if option.guessed:
            bids[self.seat] = self._expected_bid(held, self.seat, bids)
        both = rules.blind is not None and rules.blind.bids == "both"
        binds = option.blind and not (both and option.bid == 0)  # a nil of one's own binds no partner (HR-7)
        for other in seen.order:
            if bids[other] is None:
                if binds and rules.side_of[other] == self.side:
                    blind[other] = True
                    bids[other] = max(expected_bid(rules), rest_of_blind_bid(rules, option.bid or 0))
                else:
                    bids[other] = self._expected_bid(held, other, bids)
        contracts: list[int | None] = []
        for side, seats in enumerate(rules.sides):
            total = together(bids, seats)
            if total is not None and rules.side_total is not None:
                total = min(rules.side_total.max, max(rules.side_total.min, total))
            if side != self.side and self._has_bid(seats):
                total = seen.contracts[side]
            if side == self.side and option.total is not None:
                total = option.total
            contracts.append(total)
        announced = seen.announced
        if option.promise:
            announced = (*announced, Announced(self.seat, PROMISE, option.promise))
        return Bidding(tuple(bids), tuple(blind), tuple(contracts), announced)

    def _expected_bid(self, held: list[list[int]], seat: int, bids: list[int | None]) -> int:
        """Return the bid expected from a seat with its sampled hand after these bids."""
        player = self.seen.table.index(seat)
        hand = [cards[player] for cards in held]
        fast_estimate, rules = self.deals.fast_estimate, self.rules
        tricks = fast_estimate.tricks(hand)
        side = rules.sides[rules.side_of[seat]]
        theirs = sum([bids[other] or 0 for other in side if other != seat])
        if theirs:
            # Tricks that partners have bid can't be bid again.
            room = rules.tricks - theirs
            if room < tricks - BID_BELOW:
                tricks = room + BID_BELOW
        if rules.limits:
            return self._bid_like_club(self._legal_bids(seat, bids, hand), tricks, fast_estimate.zero(hand))
        if self.deals.zeros and tricks < 2.4 and fast_estimate.zero(hand) > ZERO_GUESSED:
            return 0
        least = 1 if theirs < rules.tricks else 0
        return max(least, rules.number.min, min(rules.number.max, int(tricks - BID_BELOW + 0.5)))

    def _bid_like_club(self, left: list[int], tricks: float, zero: float) -> int:
        """Return one of the bids that the rules leave."""
        numbers = [bid for bid in left if bid] or left
        nearest = min(numbers, key=lambda bid: abs(bid - (tricks - BID_BELOW)))
        if 0 not in left or not self.deals.zeros:
            return nearest
        likes = tricks < 2.4 and zero > ZERO_GUESSED
        if likes or (nearest > tricks + FORCED and zero > ZERO_FORCED):
            return 0
        return nearest

    def _legal_bids(self, seat: int, bids: list[int | None], hand: list[int]) -> list[int]:
        """Return the bids that the rules leave a seat with this hand, after these bids."""
        counts = [COUNT[cards] for cards in hand]
        key = seat, (*bids, *counts)
        left = self.left.get(key)
        if left is None:
            left = self.left[key] = numbers_left(self.rules, self.seen.order, seat, bids, counts) or [0]
        return left

    def _draw(self, bidding: Bidding, held: list[list[int]]) -> None:
        """Give out the extra card.

        A zero bidder throws back its most dangerous card for it (3B-6), the highest bidder a useless one (3B-7).
        """
        order = self.seen.order
        extra = self.deals.aside_cards()
        if self.zeros_draw:
            for other in order:
                if bidding.bids[other] == 0 and self.seen.bids[other] is None:
                    extra = self._safest(self.seen.table.index(other), held, extra)
        high = max(order, key=lambda other: bidding.bids[other] or 0)  # the first of equals
        if not self.extra_due or not bidding.bids[high]:
            return
        player = self.seen.table.index(high)
        for suit in range(4):
            if extra[suit]:
                least, bit = throw_lowest(held, player)
                held[least][player] ^= bit
                held[suit][player] |= extra[suit] & -extra[suit]
                return

    def _safest(self, player: int, held: list[list[int]], extra: list[int]) -> list[int]:
        """Give a player the extra card and throw back the card without which a zero is safest; return it by suit."""
        hand = [cards[player] | drawn for cards, drawn in zip(held, extra, strict=True)]

        def danger_without(card: tuple[int, int]) -> float:
            kept = hand[:]
            kept[card[0]] ^= card[1]
            return self.deals.fast_estimate.danger(kept)

        each = [(suit, 1 << place) for suit in range(4) for place in range(SUIT_BITS) if hand[suit] >> place & 1]
        suit, bit = min(each, key=danger_without)
        hand[suit] ^= bit
        for n, cards in enumerate(hand):
            held[n][player] = cards
        thrown = [0] * len(hand)
        thrown[suit] = bit
        return thrown

    def _units(self, bidding: Bidding) -> list[Unit]:
        rules = self.rules
        units: list[Unit] = []
        for side, seats in enumerate(rules.sides):
            bids = tuple([bidding.bids[other] for other in seats])
            blind = tuple([bidding.blind[other] for other in seats])
            if bids.count(None) < len(bids):
                units += units_of_side(
                    rules, self.seen.standing, side, bids, blind, bidding.contracts[side],
                    self.style.bag, bidding.announced,
                )  # fmt: skip
        return units
