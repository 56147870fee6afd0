"""The deal: the cards come in from outside, and are checked to be the whole deck, once (C-2, C-3, C-4)."""

from dataclasses import replace

from spades_tui import cards
from spades_tui.game.facts import Deal
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState, HandState, Phase
from spades_tui.rules.ruleset import Ruleset


def playing_seats(rules: Ruleset, dealer: int) -> tuple[int, ...]:
    """The seats that play a hand, clockwise from the dealer's left (C-4, 3B-1)."""
    clockwise = tuple((dealer + step) % rules.seats for step in range(1, rules.seats + 1))
    return clockwise[:-1] if rules.variant.deal.sits_out == "dealer" else clockwise


def bidding_order(rules: Ruleset, table: tuple[int, ...]) -> tuple[int, ...]:
    """The seats in the order of the bidding (C-4), side after side where JK-3 holds."""
    if rules.number.order == "clockwise":
        return table
    first_side = rules.side_of[table[0]]
    return tuple(sorted(table, key=lambda seat: (rules.side_of[seat] != first_side, table.index(seat))))


def cutter(rules: Ruleset, dealer: int) -> int:
    """The seat on the dealer's right, who may cut (C-3)."""
    return (dealer - 1) % rules.seats


def refuse_deal(state: GameState, fact: Deal) -> Refusal | None:
    """Why these cards cannot be dealt now, or None."""
    rules = state.rules
    if state.phase == Phase.OVER:
        return Refusal("C-2", "The game is over")
    if state.phase != Phase.DEAL:
        return Refusal("C-2", "The hand that is going on comes first")
    if fact.number != state.next_hand:
        return Refusal("C-2", f"This is hand {state.next_hand}, not hand {fact.number}")
    if fact.dealer != state.next_dealer:
        return Refusal("C-2", f"Seat {state.next_dealer} deals hand {fact.number}, not seat {fact.dealer}")
    if fact.cut_seat is not None and fact.cut_seat != cutter(rules, fact.dealer):
        return Refusal("C-3", f"Seat {cutter(rules, fact.dealer)}, on the dealer's right, cuts")
    pack = len(rules.cards.pack)
    if not 0 <= fact.cut_depth < pack:
        return Refusal("C-3", f"The cut is between 0 and {pack - 1} cards deep")
    return _refuse_cards(rules, fact)


def _refuse_cards(rules: Ruleset, fact: Deal) -> Refusal | None:
    playing = playing_seats(rules, fact.dealer)
    deal = rules.variant.deal
    if len(fact.hands) != rules.seats:
        return Refusal("C-3", f"{rules.seats} hands are wanted, {len(fact.hands)} found")
    seen = 0
    for seat, hand in enumerate(fact.hands):
        if (hand is None) != (seat not in playing):
            return Refusal("3B-1", f"Seat {seat} {'plays and needs cards' if hand is None else 'sits out'}")
        if hand is None:
            continue
        if hand.bit_count() != deal.cards:
            return Refusal("C-3", f"Seat {seat} has {hand.bit_count()} cards, not {deal.cards}")
        if seen & hand:
            return Refusal("C-3", f"{cards.hand_text(seen & hand)} is dealt twice")
        seen |= hand
    if (fact.extra is not None) != (deal.extra > 0):
        return Refusal("3B-4", "The extra card is missing" if deal.extra else "There is no extra card in this game")
    if fact.extra_at is not None and not (deal.extra and 0 <= fact.extra_at < len(rules.cards.pack)):
        return Refusal("3B-4", f"The extra card is at a place from 0 to {len(rules.cards.pack) - 1}")
    if (fact.dead is not None) != (deal.dead_hands > 0):
        return Refusal("BM-1", "The dead hand is missing" if deal.dead_hands else "There is no dead hand in this game")
    aside = (1 << fact.extra if fact.extra is not None else 0) | (fact.dead or 0)
    if fact.dead is not None and fact.dead.bit_count() != deal.cards:
        return Refusal("BM-1", f"The dead hand has {fact.dead.bit_count()} cards, not {deal.cards}")
    if seen & aside:
        return Refusal("C-3", f"{cards.hand_text(seen & aside)} is dealt twice")
    deck = cards.hand_of(rules.cards.pack)
    if seen | aside != deck:
        odd = (seen | aside) & ~deck
        return Refusal("C-3", f"{cards.hand_text(odd)} is not in this deck")
    return None


def apply_deal(state: GameState, fact: Deal) -> GameState:
    """The state with these cards in the players' hands. The deal must be one that is not refused."""
    rules = state.rules
    table = playing_seats(rules, fact.dealer)
    hand = HandState(
        number=fact.number,
        dealer=fact.dealer,
        order=bidding_order(rules, table),
        table=table,
        dealt=fact.hands,
        holding=tuple(hand or 0 for hand in fact.hands),
        extra=fact.extra,
        dead=fact.dead,
        may_go_blind=tuple(seat in table and _may_go_blind(state, seat) for seat in range(rules.seats)),
        looked=(False,) * rules.seats,
        bids=(None,) * rules.seats,
        blind=(False,) * rules.seats,
        raised=(None,) * len(rules.sides),
        promises=(0,) * rules.seats,
        took=(0,) * rules.seats,
        dumped=(False,) * rules.seats,
        gaccs=(0,) * rules.seats,
        thrown=(None,) * rules.seats,
    )
    return replace(state, phase=Phase.BID, hand=hand, redealt=False)


def _may_go_blind(state: GameState, seat: int) -> bool:
    """Whether a seat has the right to bid blind in a hand dealt now (JK-9, BM-3)."""
    blind = state.rules.blind
    if blind is None:
        return False
    totals = state.standing.totals
    return max(totals) - totals[state.rules.side_of[seat]] >= blind.behind
