"""Playing a deal out by simple rules, fast: the policy of the search.

Each seat plays for its own unit (a side, or one seat where a zero stands apart): it takes tricks while its unit wants
more, and stays below when it does not; it covers a partner's zero and leaves an opponent's zero the trick. It knows
its own cards and which cards are gone, like a player who counts. Cards are laid out as in `layout`.
"""

from dataclasses import dataclass

SPADES = 3
CALM = 3
"""With so many tricks to spare a player goes for an opponent's zero rather than for his own bid."""
NEARLY = 12.0
"""Points that are no reason to need another trick: an overtrick, at most."""


@dataclass(slots=True)
class Table:
    """What stays the same while the deals of one decision are played out. Players are counted as they sit, from 0."""

    players: int
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
    lacks: list[dict[int, int]]
    """By unit: what `lacking` has found."""


def lacking(table: Table, unit: int, count: int, rest: int) -> int:
    """How many of the `rest` tricks a unit needs that has `count`: for nearly the most that it can still come to."""
    key = count << 5 | rest
    known = table.lacks[unit].get(key)
    if known is None:
        values = table.worth[unit][count : count + rest + 1]
        enough = max(values) - NEARLY
        known = next(n for n, value in enumerate(values) if value >= enough)
        table.lacks[unit][key] = known
    return known


def keenness(table: Table, took: list[int], rest: int, needs: list[int]) -> list[bool]:
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


def play_out(
    table: Table, hands: list[list[int]], player: int, led: int, best_suit: int, best: int, holder: int, lying: int,
    took: list[int], number: int, rest: int, broken: bool, winners: list[int],
) -> None:  # fmt: skip
    """Play to the end; `hands` are used up, `took` (by unit) and `winners` (players) filled.

    `player` is on turn; `lying` cards lie in the trick, led in suit `led` (−1 for none), and `best` of `best_suit` by
    `holder` is winning it. `number` tricks are complete, `rest` are to come, the one on the table included.
    """
    players, unit_of, side_of = table.players, table.unit_of, table.side_of
    wanted, ace_bits = table.wanted, table.ace_bits
    always, any_spade, promised = table.always or broken, table.any_spade, table.promised
    units = range(len(took))
    left = [0, 0, 0, 0]
    for hand in hands:
        left[0] |= hand[0]
        left[1] |= hand[1]
        left[2] |= hand[2]
        left[3] |= hand[3]
    while rest > 0:
        needs = [lacking(table, unit, took[unit], rest) for unit in units]
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
            cover = False
            cared = -1
            for p in zeros:
                if p == player:
                    continue
                if side_of[p] == side_of[player]:
                    cover = True
                    cared = p
                elif wants and (led < 0 or p == holder or (p - player) % players < players - lying):
                    # An opponent's zero is left the trick, unless every trick is needed.
                    wants = needs[unit] > rest - CALM
            low = False
            if led < 0:
                # ---- lead
                suit, card = -1, 0
                side_cards = hand[0] | hand[1] | hand[2]
                trumps = hand[3] if always or not side_cards else 0
                if cover:
                    top = -1
                    for s in (0, 1, 2, 3):
                        c = hand[s] if s < 3 else trumps
                        if c:
                            others = left[s] ^ c
                            height = 64 - others.bit_count() if c > others else c.bit_length()
                            if height > top:
                                top, suit = height, s
                    card = 1 << hand[suit].bit_length() - 1
                elif wants:
                    most = 1
                    if promised[player] > number and trumps > left[3] ^ trumps:
                        # The first tricks are promised: what cannot be beaten comes first.
                        suit = 3
                    else:
                        for s in (0, 1, 2):
                            c = hand[s]
                            if c:
                                others = left[s] ^ c
                                if c > others:
                                    n = others.bit_count()
                                    if n > most:
                                        most, suit = n, s
                    if suit < 0 and trumps:
                        others = left[3] ^ trumps
                        if trumps > others and (trumps.bit_count() >= 3 or not side_cards or not others):
                            suit = 3
                    if suit >= 0:
                        card = 1 << hand[suit].bit_length() - 1
                    elif side_cards:
                        least = 1 << 30
                        for s in (0, 1, 2):
                            c = hand[s]
                            if c and c < least:
                                least, suit = c, s
                        c = hand[suit]
                        card = c & -c
                    else:
                        suit = 3
                        card = trumps & -trumps
                else:
                    over = -1
                    for s in (0, 1, 2, 3):
                        c = hand[s] if s < 3 else trumps
                        if c:
                            others = left[s] ^ c
                            if c & ace_bits[s]:
                                n = others.bit_count()
                                down = True
                            else:
                                n = (others & -((c & -c) << 1)).bit_count()
                                down = False
                            if n > over:
                                over, suit, low = n, s, down
                    c = hand[suit]
                    card = ace_bits[suit] if low else c & -c
                led = suit
            else:
                c = hand[led]
                last = lying == players - 1
                mate = unit_of[holder] == unit
                if cover and (holder == cared or (cared - player) % players < players - lying):
                    # The partner's zero: take the trick from him, or go up before he plays.
                    wants = True
                if c:
                    suit = led
                    if best_suit == led:
                        above = c & -(best << 1)
                        below = c & best - 1
                    else:
                        above = 0
                        below = c
                    if wants:
                        if not above:
                            card = c & -c
                        elif mate:
                            if last:
                                card = c & -c
                            else:
                                # Over the partner only with what will hold, and only if his will not.
                                others = left[led] ^ c
                                if best > others and best_suit == led:
                                    card = c & -c
                                elif c > others and others.bit_length() > best.bit_length():
                                    card = 1 << c.bit_length() - 1
                                else:
                                    card = c & -c
                        elif last:
                            card = above & -above
                        else:
                            others = left[led] ^ c
                            if c > others:
                                # Of cards that nothing out can beat, the lowest.
                                card = above & -(1 << others.bit_length())
                                card &= -card
                            elif cover or lying >= players - 2:
                                card = 1 << c.bit_length() - 1
                            else:
                                card = c & -c
                    elif below:
                        card = 1 << below.bit_length() - 1
                        ace = ace_bits[led]
                        if ace and c & ace and best > 1 and card == ace:
                            # An ace below is an ace called low.
                            low = True
                    elif c & ace_bits[led]:
                        card, low = ace_bits[led], True
                    elif last:
                        card = 1 << c.bit_length() - 1
                    else:
                        card = c & -c
                else:
                    trumps = hand[3] if led != 3 else 0
                    suit = -1
                    if wants and trumps and not (mate and (last or best > left[led])):
                        above = trumps & -(best << 1) if best_suit == 3 else trumps
                        if above:
                            suit = 3
                            card = above & -above
                    if suit < 0:
                        if wants:
                            # Throw the lowest of the side suits.
                            least = 1 << 30
                            for s in (0, 1, 2):
                                c = hand[s]
                                if c:
                                    c &= -c
                                    if c < least:
                                        least, suit = c, s
                            if suit >= 0:
                                card = least
                            else:
                                suit = 3
                                card = hand[3] & -hand[3]
                        else:
                            under = trumps & best - 1 if best_suit == 3 else 0
                            if under:
                                suit = 3
                                card = 1 << under.bit_length() - 1
                            else:
                                top = 0
                                for s in (0, 1, 2):
                                    c = hand[s]
                                    if c:
                                        over = (c.bit_length() << 4) - (left[s] ^ c).bit_count()
                                        if over > top:
                                            top, suit = over, s
                                if suit >= 0:
                                    card = 1 << hand[suit].bit_length() - 1
                                else:
                                    suit = 3
                                    c = hand[3]
                                    card = 1 << c.bit_length() - 1 if last else c & -c
            hand[suit] ^= card
            left[suit] ^= card
            if suit == 3 and (any_spade or led != 3):
                always = True
            played = 1 if low else card
            if not lying or (suit == best_suit and played > best) or (suit == 3 and best_suit != 3):
                best_suit, best, holder = suit, played, player
            lying += 1
            player += 1
            if player == players:
                player = 0
        took[unit_of[holder]] += 1
        winners.append(holder)
        player = holder
        led = best_suit = -1
        best = lying = 0
        number += 1
        rest -= 1
