"""Decisions of a deal: the players, the bidding order, the cut, and the right to go blind (C-2, C-3, C-4)."""

from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset


def playing_seats(rules: Ruleset, dealer: int) -> tuple[int, ...]:
    """Return the seats that play a hand, clockwise from the dealer's left (C-4, 3B-1)."""
    clockwise = tuple((dealer + step) % rules.seats for step in range(1, rules.seats + 1))
    return clockwise[:-1] if rules.variant.deal.sits_out == "dealer" else clockwise


def bidding_order(rules: Ruleset, table: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats in bidding order (C-4), side after side by JK-3."""
    if rules.number.order == "clockwise":
        return table
    first_side = rules.side_of[table[0]]
    return tuple(sorted(table, key=lambda seat: (rules.side_of[seat] != first_side, table.index(seat))))


def cutter(rules: Ruleset, dealer: int) -> int:
    """Return the seat on the dealer's right, which may cut (C-3)."""
    return (dealer - 1) % rules.seats


def may_go_blind(state: GameState, seat: int) -> bool:
    """Return whether a seat has the right to bid blind in a hand dealt now (JK-9, BM-3)."""
    blind = state.rules.blind
    if blind is None:
        return False
    totals = state.standing.totals
    return max(totals) - totals[state.rules.side_of[seat]] >= blind.behind
