"""Playing a deal out by simple rules, fast: the policy of the search.

Each seat plays for its own unit (a side, or one seat where a zero stands apart): it takes tricks while its unit wants
more, and stays below when it does not; it covers a partner's zero and leaves an opponent's zero the trick. Which card
that is, `playout_cards` says. Cards are laid out as in `layout`. What is legal and who wins is the machine's; the
layout is another for speed alone, and a test plays the same cards at both.
"""

from dataclasses import dataclass

from spades_tui.bots.search.layout import LOW
from spades_tui.bots.search.playout_cards import BEATEN, SPADES, discard, follow, lead

SPARE_TO_HUNT = 3
"""With so many tricks to spare a player goes for an opponent's zero rather than for his own bid."""
OVERTRICK = 12.0
"""Points that are no reason to need another trick: an overtrick, at most."""


@dataclass(slots=True)
class PlayoutTable:
    """What stays the same while the deals of one decision are played out. Players are counted as they sit, from 0."""

    players: int
    tricks: int
    """Tricks in the whole hand."""
    unit_of: tuple[int, ...]
    """By player."""
    side_of: tuple[int, ...]
    """By player."""
    side_of_unit: tuple[int, ...]
    worth: tuple[tuple[float, ...], ...]
    """By unit: what each number of tricks is worth to it."""
    wanted: tuple[int, ...]
    """By unit: the number of tricks that is worth most."""
    ace_bits: tuple[int, ...]
    always: bool
    """Spades may be led at any time."""
    any_spade: bool
    """Any spade that is played breaks them."""
    promised: tuple[int, ...]
    """By player: how many of the first tricks he has promised to take."""
    known_needs: list[dict[int, int]]
    """By unit: what `tricks_needed` has found."""


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the table and has been won at one moment of a deal's play."""

    took: tuple[int, ...]
    """By unit: tricks so far."""
    winners: tuple[int, ...]
    """The players who won the complete tricks."""
    broken: bool
    """Spades have been broken."""
    player: int
    """Who is on turn."""
    lying: int = 0
    """Cards in the trick."""
    led: int = -1
    """The suit led; −1 for none."""
    best_suit: int = -1
    best: int = 0
    """The bit of the card that is winning, as played."""
    holder: int = 0
    """Who played it."""


def after_card(table: PlayoutTable, position: Position, suit: int, played: int) -> Position:
    """The position after the player on turn has played a card."""
    led = suit if position.led < 0 else position.led
    best_suit, best, holder = position.best_suit, position.best, position.holder
    if not position.lying or (suit == best_suit and played > best) or (suit == SPADES != best_suit):
        best_suit, best, holder = suit, played, position.player
    took, winners, lying = position.took, position.winners, position.lying + 1
    broken = position.broken or (suit == SPADES and (table.any_spade or led != SPADES))
    if lying < table.players:
        player = (position.player + 1) % table.players
        return Position(took, winners, broken, player, lying, led, best_suit, best, holder)
    unit = table.unit_of[holder]
    took = tuple(count + (n == unit) for n, count in enumerate(took))
    return Position(took, (*winners, holder), broken, holder)


def tricks_needed(table: PlayoutTable, unit: int, count: int, rest: int) -> int:
    """How many of the `rest` tricks a unit needs that has `count`: for nearly the most that it can still come to."""
    key = count << 5 | rest
    known = table.known_needs[unit].get(key)
    if known is None:
        values = table.worth[unit][count : count + rest + 1]
        enough = max(values) - OVERTRICK
        known = next(n for n, value in enumerate(values) if value >= enough)
        table.known_needs[unit][key] = known
    return known


def keenness(table: PlayoutTable, took: list[int], rest: int, needs: list[int]) -> list[bool]:
    """By unit: whether it wants the next trick, with `rest` tricks to come, of which it needs `needs`."""
    keen = []
    worth, sides = table.worth, table.side_of_unit
    units = len(worth)
    for unit in range(units):
        if needs[unit]:
            keen.append(True)
            continue
        count = took[unit]
        mine = worth[unit]
        gain = mine[count + 1] - mine[count] if count + 1 < len(mine) else 0.0
        others = 0.0
        if table.wanted[unit] or count:
            # Made, or lost: a trick may still keep the others from theirs.
            rivals = 0
            for other in range(units):
                if sides[other] == sides[unit]:
                    continue
                rivals += 1
                lacks = needs[other]
                if lacks and rest - lacks <= 2:
                    theirs = worth[other]
                    had = took[other] + lacks
                    others += (theirs[had] - theirs[had - 1]) / (1 << (rest - lacks))
            others /= rivals or 1
        keen.append(gain + others > 0)
    return keen


def play_out(table: PlayoutTable, hands: list[list[int]], start: Position) -> tuple[list[int], list[int]]:
    """Play to the end from a position: the tricks that each unit took, and the player who won each trick.

    `hands` are used up.
    """
    players, unit_of, wanted = table.players, table.unit_of, table.wanted
    ace_bits, any_spade, promised = table.ace_bits, table.any_spade, table.promised
    spades_open = table.always or start.broken
    player, lying, led = start.player, start.lying, start.led
    best_suit, best, holder = start.best_suit, start.best, start.holder
    took, winners = list(start.took), list(start.winners)
    units = range(len(took))
    out = [0, 0, 0, 0]
    for hand in hands:
        out[0] |= hand[0]
        out[1] |= hand[1]
        out[2] |= hand[2]
        out[3] |= hand[3]
    for number in range(len(winners), table.tricks):
        rest = table.tricks - number
        needs = [tricks_needed(table, unit, took[unit], rest) for unit in units]
        keen = keenness(table, took, rest, needs)
        # A zero that still stands: who holds it.
        zeros = [
            p for p in range(players)
            if wanted[unit_of[p]] == 0 and not took[unit_of[p]] and not keen[unit_of[p]]
        ]  # fmt: skip
        while lying < players:
            hand = hands[player]
            unit = unit_of[player]
            wants = keen[unit] or promised[player] > number
            covers = False
            if zeros:
                spare = needs[unit] <= rest - SPARE_TO_HUNT
                wants, covers = beside_zeros(table, player, zeros, holder, players - lying, wants, spare)
            if led < 0:
                suit, played = lead(hand, out, ace_bits, spades_open, wants, covers, promised[player] > number)
                led = suit
            else:
                cards = hand[led]
                with_partner = unit_of[holder] == unit
                after = players - 1 - lying
                if cards:
                    suit = led
                    top = best if best_suit == led else BEATEN
                    played = follow(cards, out[led] ^ cards, ace_bits[led], top, wants, with_partner, covers, after)
                else:
                    suit, played = discard(hand, out, led, best_suit, best, wants, with_partner, after)
            card = played if played != LOW else ace_bits[suit]
            hand[suit] ^= card
            out[suit] ^= card
            if suit == SPADES and (any_spade or led != SPADES):
                spades_open = True
            if not lying or (suit == best_suit and played > best) or (suit == SPADES and best_suit != SPADES):
                best_suit, best, holder = suit, played, player
            lying += 1
            player += 1
            if player == players:
                player = 0
        took[unit_of[holder]] += 1
        winners.append(holder)
        player = holder
        led = -1
        lying = 0
    return took, winners


def beside_zeros(
    table: PlayoutTable, player: int, zeros: list[int], holder: int, to_come: int, wants: bool, spare: bool
) -> tuple[bool, bool]:
    """Whether a player wants the trick beside zeros that stand, and whether he covers a partner's.

    The player himself and those after him, `to_come` in all, are still to play. With `spare` he does not need every
    trick for what he `wants`.
    """
    players, side_of = table.players, table.side_of
    covers = rescues = False
    for zero in zeros:
        if zero == player:
            continue
        in_danger = zero == holder or (zero - player) % players < to_come
        if side_of[zero] == side_of[player]:
            # The partner's zero: take the trick from him, or go up before he plays.
            covers = True
            rescues = in_danger
        elif in_danger and spare:
            # An opponent's zero is left the trick, unless every trick is needed.
            wants = False
    return wants or rescues, covers
