"""The play-outs of the search in plain code: card by card, without tables computed in advance.

`spades_tui/bots/search/playout.py` has the same policy made fast. The tests compare the two, and this one with the
state machine. Hands are lists by player here, four integers each.
"""

from dataclasses import dataclass

from spades_tui.bots.search.playout import (
    OVERTRICK,
    SPARE_TO_HUNT,
    SPOILT,
    PlayoutTable,
    TrickPosition,
    packed_tricks,
    tricks_of,
)
from spades_tui.bots.search.playout_cards import BEATEN
from spades_tui.bots.search.suit_sets import LOW
from spades_tui.cards import SPADES

Choice = tuple[int, int]
"""A suit, and the bit of the card as played."""


@dataclass(frozen=True)
class Chosen:
    """A card that a play-out has chosen."""

    to: str
    """To `lead`, to `follow`, or to `discard`."""
    suit: int
    played: int
    """Its bit as played."""
    spades_open: bool = False
    """For a lead, whether the play-out assumed that anyone may lead spades."""


def tricks_needed(table: PlayoutTable, unit: int, count: int, rest: int) -> int:
    """Return how many of the `rest` tricks a unit with `count` needs for nearly its best possible result."""
    values = table.worth[unit][count : count + rest + 1]
    enough = max(values) - OVERTRICK
    return next(n for n, value in enumerate(values) if value >= enough)


def keenness(table: PlayoutTable, took: list[int], rest: int, needs: list[int]) -> list[bool]:
    """Return by unit whether it wants the next trick, with `rest` tricks to come, of which it needs `needs`."""
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
            # The bid is made or lost, but a trick may still keep the others from theirs.
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


def spoils(table: PlayoutTable, unit: int, count: int) -> bool:
    """Return whether one trick more spoils the bid of a unit that is all its side has, and of one player."""
    rest = table.worth[unit][count:]
    alone = [side for side in table.side_of if side == table.side_of_unit[unit]]
    return len(rest) > 1 and rest[0] - rest[1] > SPOILT and len(alone) == 1


def play_out(table: PlayoutTable, hands: list[list[int]], start: TrickPosition) -> tuple[int, list[int], list[Chosen]]:
    """Play to the end from a position; return the tricks by unit, the winner of each trick, and the cards in order.

    Empties `hands`.
    """
    chosen: list[Chosen] = []
    players, unit_of, wanted = table.players, table.unit_of, table.wanted
    ace_bits, any_spade, paid = table.ace_bits, table.any_spade, table.paid
    spades_open = table.always or start.broken
    player, lying, led = start.player, start.lying, start.led
    units = range(len(table.worth))
    took, winners = [tricks_of(start.count, unit) for unit in units], list(start.winners)
    best_suit, best, holder = -1, 0, start.holder
    if lying:
        best_suit, best = (SPADES, start.ruff) if start.ruff else (led, start.best)
    out = [0, 0, 0, 0]
    for hand in hands:
        out[0] |= hand[0]
        out[1] |= hand[1]
        out[2] |= hand[2]
        out[3] |= hand[3]
    opening = table.opening if not winners and not lying else -1
    if opening >= 0 and out[opening]:
        player = next(p for p in range(players) if hands[p][opening] & lowest(out[opening]))
    for number in range(len(winners), table.tricks):
        no_spade = not number and table.first_no_spade
        rest = table.tricks - number
        needs = [tricks_needed(table, unit, took[unit], rest) for unit in units]
        keen = keenness(table, took, rest, needs)
        # Find the owner of a zero that is still good, or of a bid that one more trick would spoil.
        zeros = [
            p for p in range(players)
            if wanted[unit_of[p]] == took[unit_of[p]] and not keen[unit_of[p]]
            and (not took[unit_of[p]] or spoils(table, unit_of[p], took[unit_of[p]]))
        ]  # fmt: skip
        while lying < players:
            hand = hands[player]
            unit = unit_of[player]
            wants = keen[unit] or bool(paid[player] >> number & 1)
            covers = False
            if zeros:
                spare = needs[unit] <= rest - SPARE_TO_HUNT
                top = best if best_suit == led else BEATEN
                over = [p for p in zeros if led < 0 or lowest(hands[p][led]) > top]
                wants, covers = beside_zeros(table, player, zeros, over, holder, players - lying, wants, spare)
            if led < 0:
                if not number and opening >= 0 and out[opening]:
                    suit, played = opening, lowest(out[opening])
                else:
                    may = spades_open and not no_spade
                    suit, played = lead(hand, out, ace_bits, may, wants, covers, bool(paid[player] >> number & 1))
                chosen.append(Chosen("lead", suit, played, spades_open))
                led = suit
            else:
                cards = hand[led]
                with_partner = unit_of[holder] == unit
                after = players - 1 - lying
                if cards:
                    suit = led
                    top = best if best_suit == led else BEATEN
                    others = out[led] ^ cards
                    if table.must_beat and cards > top:
                        played = beat(cards, others, top, wants, after)
                    else:
                        played = follow(cards, others, ace_bits[led], top, wants, with_partner, covers, after)
                    chosen.append(Chosen("follow", suit, played))
                else:
                    must = must_ruff(table, hand, best if best_suit == SPADES else 0, no_spade)
                    suit, played = SPADES, must & -must
                    if not must:
                        suit, played = discard(hand, out, led, best_suit, best, wants, with_partner, after, no_spade)
                    chosen.append(Chosen("discard", suit, played))
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
    return packed_tricks(took), winners, chosen


def beside_zeros(
    table: PlayoutTable, player: int, zeros: list[int], over: list[int], holder: int, to_come: int, wants: bool,
    spare: bool,
) -> tuple[bool, bool]:  # fmt: skip
    """Return whether a player wants the trick although others bid zero, and whether they cover a partner's zero.

    `to_come` players, this one included, are still to play. Zeros in `over` can be made to take it: they must beat
    the best card, or may have to beat the card led. With `spare`, the player doesn't need every trick that it `wants`.
    """
    players, side_of = table.players, table.side_of
    covers = rescues = False
    for zero in zeros:
        if zero == player:
            continue
        in_danger = zero == holder or (zero - player) % players < to_come
        if side_of[zero] == side_of[player]:
            # For the partner's zero: take the trick, or play high before the partner plays.
            covers = True
            rescues = in_danger
        elif in_danger and spare and (zero == holder or zero in over):
            # Leave an opponent's zero the trick, unless every trick is needed.
            wants = False
    return wants or rescues, covers


def lowest(cards: int) -> int:
    """Return the lowest of some cards of a suit."""
    return cards & -cards


def highest(cards: int) -> int:
    """Return the highest of some cards of a suit."""
    return 1 << cards.bit_length() - 1


# ---- to lead


def lead(
    hand: list[int], out: list[int], aces: tuple[int, ...], open_: bool, wants: bool, covers: bool, promised: bool
) -> Choice:
    """Return the card that a player leads.

    `out`: all cards in hands, the player's included. The player `wants` the trick or not, `covers` a partner's zero, or
    has `promised` this trick (BM-5); with `open_`, anyone may lead spades.
    """
    side_cards = hand[0] | hand[1] | hand[2]
    trumps = hand[SPADES] if open_ or not side_cards else 0
    if covers:
        return _lead_high(hand, out, trumps)
    if wants:
        return _lead_to_win(hand, out, trumps, promised)
    return _lead_low(hand, out, aces, trumps)


def _lead_high(hand: list[int], out: list[int], trumps: int) -> Choice:
    """Return the card that the fewest cards beat, so that a partner's zero can stay below it."""
    best = -1
    chosen = -1
    for suit in (0, 1, 2, 3):
        cards = hand[suit] if suit < SPADES else trumps
        if cards:
            others = out[suit] ^ cards
            height = 64 - others.bit_count() if cards > others else cards.bit_length()
            if height > best:
                best, chosen = height, suit
    return chosen, highest(hand[chosen])


def _lead_to_win(hand: list[int], out: list[int], trumps: int, promised: bool) -> Choice:
    """Return an unbeatable card of a suit that others mostly hold; else the lowest of the weakest suit."""
    if promised and trumps > out[SPADES] ^ trumps:
        # With promised first tricks, unbeatable cards come first.
        return SPADES, highest(trumps)
    most = 1
    weakest = BEATEN
    chosen = weak = -1
    for suit in (0, 1, 2):
        cards = hand[suit]
        if cards:
            others = out[suit] ^ cards
            if cards > others:
                count = others.bit_count()
                if count > most:
                    most, chosen = count, suit
            if cards < weakest:
                weakest, weak = cards, suit
    if chosen >= 0:
        return chosen, highest(hand[chosen])
    if trumps:
        others = out[SPADES] ^ trumps
        if trumps > others and (trumps.bit_count() >= 3 or weak < 0 or not others):
            return SPADES, highest(trumps)
    if weak < 0:
        return SPADES, lowest(trumps)
    return weak, lowest(weakest)


def _lead_low(hand: list[int], out: list[int], aces: tuple[int, ...], trumps: int) -> Choice:
    """Return the card that most of the others' cards beat; an ace may be called low where allowed (3B-3)."""
    most = -1
    choice = (-1, 0)
    for suit in (0, 1, 2, 3):
        cards = hand[suit] if suit < SPADES else trumps
        if cards:
            played = LOW if cards & aces[suit] else cards & -cards
            count = ((out[suit] ^ cards) & -(played << 1)).bit_count()
            if count > most:
                most, choice = count, (suit, played)
    return choice


# ---- to follow suit


def follow(
    cards: int, others: int, ace: int, best: int, wants: bool, with_partner: bool, covers: bool, after: int
) -> int:
    """Return the card, as played, from a player's `cards` of the suit led; `others` are the cards of other hands.

    `best` is winning in this suit, or `BEATEN` if a trump is; `with_partner`: the trick already counts for the player.
    `after` players are still to play.
    """
    if wants:
        above = cards & -(best << 1)
        if not above:
            return cards & -cards
        if with_partner:
            # Beat the partner only with a sure winner, and only if the partner's card isn't one.
            if after and best <= others and cards > others and others.bit_length() > best.bit_length():
                return highest(cards)
            return cards & -cards
        if not after:
            return above & -above
        if cards > others:
            # Of cards that nothing out can beat, the lowest.
            above &= -(1 << others.bit_length())
            return above & -above
        return highest(cards) if covers or after == 1 else cards & -cards
    below = cards & best - 1
    if below:
        card = 1 << below.bit_length() - 1
        # A card below the suit's bits is an ace called low.
        return LOW if card == ace else card
    if cards & ace:
        return LOW
    return cards & -cards if after else highest(cards)


def beat(cards: int, others: int, best: int, wants: bool, after: int) -> int:
    """Return the card that beats `best`, where the rules demand one (CB-1): the lowest that suits the player."""
    above = cards & -(best << 1)
    if wants and after and cards > others:
        above &= -(1 << others.bit_length())
    return above & -above if wants or after else highest(above)


# ---- when void


def must_ruff(table: PlayoutTable, hand: list[int], ruff: int, no_spade: bool) -> int:
    """Return the spades from which a void player has to choose (CB-1); 0 if they may play any card."""
    if not table.must_ruff or (no_spade and any(hand[:SPADES])):
        return 0
    above = hand[SPADES] & -(ruff << 1) if ruff else hand[SPADES]
    return above or (hand[SPADES] if table.must_trump else 0)


def discard(
    hand: list[int], out: list[int], led: int, best_suit: int, best: int, wants: bool, with_partner: bool, after: int,
    no_spade: bool,
) -> Choice:  # fmt: skip
    """Return the card of a player who cannot follow suit: a trump that wins a useful trick, or a discard."""
    trumps = 0 if no_spade and (hand[0] or hand[1] or hand[2]) else hand[SPADES]
    if wants:
        if trumps and not (with_partner and (not after or best > out[led])):
            above = trumps & -(best << 1) if best_suit == SPADES else trumps
            if above:
                return SPADES, above & -above
        return _throw_lowest(hand)
    if best_suit == SPADES:
        under = trumps & best - 1
        if under:
            return SPADES, highest(under)
    return _throw_highest(hand, out, after)


def _throw_lowest(hand: list[int]) -> Choice:
    """Return the lowest card of the side suits, or else a spade."""
    least = BEATEN
    chosen = -1
    for suit in (0, 1, 2):
        cards = hand[suit]
        if cards:
            cards &= -cards
            if cards < least:
                least, chosen = cards, suit
    if chosen < 0:
        return SPADES, lowest(hand[SPADES])
    return chosen, least


def _throw_highest(hand: list[int], out: list[int], after: int) -> Choice:
    """Return the highest card of the side suits, preferring the one hardest to duck; else a spade."""
    most = 0
    chosen = -1
    for suit in (0, 1, 2):
        cards = hand[suit]
        if cards:
            height = (cards.bit_length() << 4) - (out[suit] ^ cards).bit_count()
            if height > most:
                most, chosen = height, suit
    if chosen >= 0:
        return chosen, highest(hand[chosen])
    return SPADES, lowest(hand[SPADES]) if after else highest(hand[SPADES])
