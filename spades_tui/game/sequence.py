"""The order of a hand: its players, whose turn it is, the stages after the bidding, and the exchange of cards.

mypy reports a phase or stage that this module leaves out.
"""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.cards import CLUBS, parse
from spades_tui.game.phase import PLAY, Phase
from spades_tui.game.state import GameState, HandState, contracts, drafter
from spades_tui.rules.bids import AnyStage, Exchange, HighDraw, Kitty, Raises, Skip
from spades_tui.rules.ruleset import Ruleset


def playing_seats(rules: Ruleset, dealer: int) -> tuple[int, ...]:
    """Return the seats that play a hand, clockwise from the dealer's left (C-4, 3B-1)."""
    last = dealer + rules.seats
    if rules.variant.deal.sits_out == "dealer":
        last -= 1
    return tuple(seat % rules.seats for seat in range(dealer + 1, last + 1))


def bidding_order(rules: Ruleset, table: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats in bidding order (C-4), one side after the other by JK-3."""
    if rules.number.order == "clockwise":
        return table
    sides = list(dict.fromkeys(rules.side_of[seat] for seat in table))
    return tuple(sorted(table, key=lambda seat: (sides.index(rules.side_of[seat]), table.index(seat))))


def cutter(rules: Ruleset, dealer: int) -> int:
    """Return the seat on the dealer's right, which may cut (C-3)."""
    return (dealer - 1) % rules.seats


def blind_rights(state: GameState, seat: int) -> tuple[bool, bool]:
    """Return whether a seat may bid blind in a hand dealt now, and bid a nil of its own blind (JK-9, NL-7, HR-7)."""
    blind = state.rules.blind
    if blind is None:
        return False, False
    totals = state.standing.totals
    behind = max(totals) - totals[state.rules.side_of[seat]]
    return blind.bids != "nil" and behind >= blind.behind, blind.own_nil and behind >= blind.behind_for_nil


def on_turn(state: GameState) -> int | None:
    """Return the seat that must act now; None if a deal or score comes next, or the game is over."""
    hand = state.hand
    if hand is None:
        return None
    phase = state.phase
    if phase is PLAY:
        return hand.player
    match phase:
        case Phase.BID:
            return hand.order[hand.bidders]
        case Phase.DRAW:
            if hand.drawing is not None:
                return hand.drawing
            return highest_bidder(hand)
        case Phase.DISCARD:
            return hand.discarding
        case Phase.RAISE:
            return hand.order[hand.raiser]
        case Phase.DRAFT:
            return drafter(hand.table, hand.drafts)
        case Phase.PASS:
            return passer(state.rules, hand)
        case Phase.DEAL | Phase.PLAYED | Phase.OVER:
            return None
        case _:
            assert_never(phase)


def highest_bidder(hand: HandState) -> int | None:
    """Return the highest bidder, the first of several equal ones; None if all bid zero (3B-7)."""
    best = max(hand.order, key=lambda seat: hand.bids[seat] or 0)
    if not hand.bids[best]:
        return None
    return best


def kitty_taker(kitty: Kitty, hand: HandState) -> int:
    """Return the seat that takes the kitty: the dealer, or whoever was dealt the named card (HR-9)."""
    if kitty.taker == "holder":
        card = parse(kitty.card)
        return next((seat for seat in hand.table if hand.holding[seat] >> card & 1), hand.dealer)
    return hand.dealer


def draw_rule(state: GameState) -> str:
    """Return the rule for the draw that is due: a zero bidder's (3B-6), the highest bidder's (3B-7) or HR-9."""
    hand, rules = state.hand, state.rules
    if rules.kitty is not None:
        return rules.kitty.rule
    high = next((stage.rule for stage in rules.stages if isinstance(stage, HighDraw)), "3B-7")
    if rules.zero_draw is None:
        return high
    if hand is None or hand.bidders < len(hand.order) or hand.drawing is not None:
        return rules.zero_draw.rule
    if hand.discarding not in (None, hand.high_drawer):
        return rules.zero_draw.rule
    return high


def next_in_bidding(state: GameState, hand: HandState) -> GameState:
    """Return the state after a bid or a discard: a draw, the next bidder, the next stage, or play."""
    if hand.drawing is not None:
        return replace(state, phase=Phase.DRAW, hand=hand)
    if hand.bidders < len(hand.order):
        return replace(state, phase=Phase.BID, hand=hand)
    stages = state.rules.stages
    while hand.stage < len(stages):
        entered = _enter(state, hand, stages[hand.stage])
        if entered is not None:
            return entered
        hand = replace(hand, stage=hand.stage + 1)
    if state.rules.opening is not None:
        hand = replace(hand, player=holder_of_lowest_club(state.rules, hand))
    return replace(state, phase=Phase.PLAY, hand=hand)


def holder_of_lowest_club(rules: Ruleset, hand: HandState) -> int:
    """Return the seat with the lowest club of all hands in play (NL-3)."""
    clubs = []
    for seat in hand.table:
        held = cards.cards_of(hand.holding[seat] & rules.cards.suit_masks[CLUBS])
        clubs += [(rules.cards.ranks[card], seat) for card in held]
    return min(clubs)[1]


def _enter(state: GameState, hand: HandState, stage: AnyStage) -> GameState | None:
    """Return the state in this stage of the hand; None to skip the stage, because nothing is left to do in it."""
    match stage:
        case Raises():
            return replace(state, phase=Phase.RAISE, hand=hand)
        case Skip():
            if sum(total or 0 for total in contracts(state.rules, hand)) > stage.total:
                return None
            return replace(state, phase=Phase.PLAYED, hand=replace(hand, skipped=True))
        case HighDraw():
            if hand.high_drawer is not None or highest_bidder(hand) is None:
                return None
            return replace(state, phase=Phase.DRAW, hand=hand)
        case Exchange():
            if passer(state.rules, hand) is None:
                return None
            return replace(state, phase=Phase.PASS, hand=hand)
        case _:
            assert_never(stage)


class Giving(Struct, frozen=True):
    """What a seat gives in an exchange of cards."""

    to: int
    """Its partner."""
    cards: int
    """How many cards."""


def givings(rules: Ruleset, hand: HandState) -> dict[int, Giving]:
    """Return what each seat gives, in order: on each side the nil bidder first; nothing if both bid nil (NL-8)."""
    exchange = rules.exchange
    by_giver: dict[int, Giving] = {}
    if exchange is None or not rules.zeros_separate or hand.bidders < len(hand.order):
        return by_giver
    for side in dict.fromkeys(rules.side_of[seat] for seat in hand.order):
        partners = sorted(rules.sides[side], key=lambda seat: hand.bids[seat] != 0)
        if [hand.bids[seat] == 0 for seat in partners] != [True, False]:
            continue
        nil, partner = partners
        cards = exchange.cards(hand.blind[nil])
        if cards:
            by_giver |= {nil: Giving(partner, cards), partner: Giving(nil, cards)}
    return by_giver


def passer(rules: Ruleset, hand: HandState) -> int | None:
    """Return the seat that gives cards next; None after all cards have been given."""
    return next((seat for seat in givings(rules, hand) if not hand.passed[seat]), None)
