"""Play a deal out by simple rules, fast: the policy of the search.

Each seat plays for its own unit: a side, or one seat with a separately scored zero. It takes tricks while its unit
wants more and ducks when it doesn't. It covers a partner's zero, and leaves the trick to an opponent's zero.
`playout_cards` chooses leads and discards. With `slips`, some cards are random instead. Legal cards and winners follow
the rules of the game; this second implementation is for speed alone, and a test plays the same cards with both.

A deal is four lists, one per suit, of each player's cards as integers. The tricks of the units are one number, five
bits per unit. It uses only lists and integers, because it also runs compiled (docs/extending.md).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from spades_tui.bots.search.playout_cards import (
    BEATEN,
    any_card,
    lead_high,
    lead_low,
    lead_to_win,
    nth_card,
    throw_highest,
    throw_lowest,
)
from spades_tui.bots.search.suit_sets import HIGHEST, LOW
from spades_tui.cards import SPADES

SPARE_TO_HUNT: Final = 2
"""Spare tricks at which a player hunts an opponent's zero rather than making its bid."""
OVERTRICK: Final = 12.0
"""Maximum points of a trick that isn't needed; an overtrick brings at most this."""
SPOILT: Final = 60.0
"""Minimum points that a trick must cost to count as spoiling an exact bid."""
UNIT_BITS: Final = 5
"""Bits per unit in the number that counts the tricks."""
MOST_TRICKS: Final = 31

WANTS: Final = 1
COVERS: Final = 2
UNKNOWN: Final = 4
HUNTS: Final = 8


class Moods:
    """The aims of the players while each unit has a certain number of tricks."""

    __slots__ = ("beside", "paid", "spare", "wants", "zeros")

    def __init__(
        self, wants: list[bool], paid: list[bool], spare: list[bool], zeros: list[int], beside: list[int]
    ) -> None:
        self.wants = wants
        """By player: whether it wants the next trick, for its bid or because it's paid for it."""
        self.paid = paid
        """By player: whether it's paid for winning this trick, as by a promise."""
        self.spare = spare
        """By player: whether it has spare tricks, so that it may hunt a zero."""
        self.zeros = zeros
        """The players who must not take a trick: live zeros, and single players who have exactly what they need."""
        self.beside = beside
        """By holder of the trick, player, and players after it: `WANTS`, `COVERS` and `HUNTS` next to live zeros."""


@dataclass
class PlayoutTable:
    """The constants of all play-outs of one decision. Players count from 0 in table order."""

    players: int
    tricks: int
    """Tricks in the whole hand."""
    unit_of: list[int]
    """By player."""
    side_of: list[int]
    """By player."""
    side_of_unit: list[int]
    worth: list[list[float]]
    """By unit: the worth of each number of tricks."""
    wanted: list[int]
    """By unit: the number of tricks that is worth most."""
    ace_bits: tuple[int, ...]
    always: bool
    """Whether spades may be led at any time."""
    any_spade: bool
    """Whether any spade breaks spades."""
    first_no_spade: bool
    """Whether spades may not be led or thrown on the first trick by a player with another card."""
    opening: int
    """The suit whose lowest card leads the first trick; −1 if the player on turn leads."""
    paid: list[int]
    """By player: tricks that it's paid for winning, as by a promise of the first ones; one bit per trick."""
    must_beat: bool
    """Whether a player who follows suit must beat the trick if possible (CB-1)."""
    must_ruff: bool
    """Whether a void player must play a spade that beats the trick if possible."""
    must_trump: bool
    """Whether a void player must play any spade otherwise."""
    slips: float = 0.0
    """How often a player plays a random legal card, 0 to 1; no ace is called low then."""
    random: Callable[[], float] | None = None
    """Return a random number, 0 to 1; needed for `slips`."""
    moods: dict[int, Moods] = field(default_factory=dict)
    """By the tricks of the units: moods found so far."""


class TrickPosition:
    """The trick on the table and the tricks won at one moment of a play-out. It doesn't change."""

    __slots__ = ("best", "broken", "count", "holder", "led", "lying", "player", "ruff", "winners")

    def __init__(
        self, count: int, winners: list[int], broken: bool, player: int, lying: int = 0, led: int = -1, best: int = 0,
        ruff: int = 0, holder: int = 0,
    ) -> None:  # fmt: skip
        self.count = count
        """The tricks of the units."""
        self.winners = winners
        """The players who won the complete tricks."""
        self.broken = broken
        """Whether spades have been broken."""
        self.player = player
        """The player on turn."""
        self.lying = lying
        """The number of cards in the trick."""
        self.led = led
        """The suit led; −1 for none."""
        self.best = best
        """The bit of the highest card of the suit led, as played; `BEATEN` if it was ruffed."""
        self.ruff = ruff
        """The bit of the highest trump that ruffs another suit; 0 for none."""
        self.holder = holder
        """The player who is winning the trick."""


def tricks_of(count: int, unit: int) -> int:
    """Return the tricks of one unit."""
    return count >> UNIT_BITS * unit & MOST_TRICKS


def packed_tricks(took: list[int]) -> int:
    """Pack the tricks of all units into one number."""
    count = 0
    for unit in range(len(took)):
        count |= took[unit] << UNIT_BITS * unit
    return count


def after_card(table: PlayoutTable, position: TrickPosition, suit: int, played: int) -> TrickPosition:
    """Return the position after the player on turn has played a card."""
    led, best, ruff, holder = position.led, position.best, position.ruff, position.holder
    if not position.lying:
        led, best, ruff, holder = suit, played, 0, position.player
    elif suit == led:
        if played > best:
            best, holder = played, position.player
    elif suit == SPADES and played > ruff:
        best, ruff, holder = BEATEN, played, position.player
    lying = position.lying + 1
    broken = position.broken or (suit == SPADES and (table.any_spade or led != SPADES))
    if lying < table.players:
        player = (position.player + 1) % table.players
        return TrickPosition(position.count, position.winners, broken, player, lying, led, best, ruff, holder)
    count = position.count + (1 << UNIT_BITS * table.unit_of[holder])
    return TrickPosition(count, [*position.winners, holder], broken, holder)


# ---- what the players want


def tricks_needed(worth: list[float], count: int, rest: int) -> int:
    """Return how many of the `rest` tricks a unit needs to get nearly the best result it can still reach."""
    most = worth[count]
    for n in range(1, rest + 1):
        if worth[count + n] > most:
            most = worth[count + n]
    enough = most - OVERTRICK
    for n in range(rest + 1):
        if worth[count + n] >= enough:
            return n
    return rest


def wants_trick(table: PlayoutTable, unit: int, took: list[int], rest: int, needs: list[int]) -> bool:
    """Return whether a unit wants the next trick. `rest`: tricks to come; `needs`: tricks needed by unit."""
    if needs[unit]:
        return True
    count = took[unit]
    mine = table.worth[unit]
    gain = 0.0
    if count + 1 < len(mine):
        gain = mine[count + 1] - mine[count]
    others = 0.0
    if table.wanted[unit] or count:
        # Its bid is made or lost; a trick may still set the others.
        rivals = 0
        for other in range(len(took)):
            if table.side_of_unit[other] == table.side_of_unit[unit]:
                continue
            rivals += 1
            lacks = needs[other]
            if lacks and rest - lacks <= 2:
                theirs = table.worth[other]
                had = took[other] + lacks
                others += (theirs[had] - theirs[had - 1]) / (1 << (rest - lacks))
        others /= rivals or 1
    return gain + others > 0


def has_enough(table: PlayoutTable, unit: int, count: int) -> bool:
    """Return whether a unit must not take another trick.

    This applies to a zero without a trick, and to a single player who has exactly its bid, if one more trick spoils
    it.
    """
    if count != table.wanted[unit]:
        return False
    if not count:
        return True
    worth = table.worth[unit]
    if count + 1 >= len(worth) or worth[count] - worth[count + 1] <= SPOILT:
        return False
    return table.side_of.count(table.side_of_unit[unit]) == 1


def find_moods(table: PlayoutTable, count: int, number: int) -> Moods:
    """Return what the players want of trick `number`, counted from 0, with these tricks of the units."""
    moods = table.moods.get(count)
    if moods is not None:
        return moods
    players, unit_of = table.players, table.unit_of
    rest = table.tricks - number
    units = len(table.worth)
    took = [tricks_of(count, unit) for unit in range(units)]
    needs = [tricks_needed(table.worth[unit], took[unit], rest) for unit in range(units)]
    keen = [wants_trick(table, unit, took, rest, needs) for unit in range(units)]
    paid = [table.paid[player] >> number & 1 != 0 for player in range(players)]
    wants = [keen[unit_of[player]] or paid[player] for player in range(players)]
    spare = [needs[unit_of[player]] <= rest - SPARE_TO_HUNT for player in range(players)]
    zeros = []
    for player in range(players):
        unit = unit_of[player]
        if not keen[unit] and has_enough(table, unit, took[unit]):
            zeros.append(player)
    beside = [UNKNOWN] * (players * players * players) if zeros else []
    moods = Moods(wants, paid, spare, zeros, beside)
    table.moods[count] = moods
    return moods


def beside_zeros(table: PlayoutTable, moods: Moods, player: int, holder: int, after: int) -> int:
    """Return what a player wants next to live zeros.

    `WANTS`: the trick. `COVERS`: a partner's zero. `HUNTS`: leaves the trick to an opponent's zero that has to beat it
    (`must_cover_zero`). `holder` is winning the trick, and `after` players play later.
    """
    players, side_of = table.players, table.side_of
    wants = moods.wants[player]
    covers = rescues = hunts = False
    for zero in moods.zeros:
        if zero == player:
            continue
        in_danger = zero == holder or (zero - player) % players <= after
        if side_of[zero] == side_of[player]:
            # Partner's zero: take the trick from it, or play high before it plays.
            covers = True
            rescues = in_danger
        elif in_danger and moods.spare[player]:
            # Leave an opponent's zero the trick, unless every trick is needed; lead low.
            if zero == holder or after == players - 1:
                wants = False
            else:
                hunts = True
    mood = 0
    if wants or rescues:
        mood |= WANTS
    if covers:
        mood |= COVERS
    if hunts and not rescues:
        mood |= HUNTS
    moods.beside[(holder * players + player) * players + after] = mood
    return mood


def must_cover_zero(table: PlayoutTable, zeros: list[int], led: list[int], player: int, after: int, best: int) -> bool:
    """Return whether an opponent's zero has to beat the best card, with these cards of the suit led.

    `after` players play after this one.
    """
    for zero in zeros:
        cards = led[zero]
        if cards & -cards <= best or table.side_of[zero] == table.side_of[player]:
            continue
        if (zero - player) % table.players <= after:
            return True
    return False


# ---- the play


def play_out(table: PlayoutTable, held: list[list[int]], start: TrickPosition, until: int) -> TrickPosition:
    """Play from a position until `until` tricks are complete, and return the new position.

    The cards played are removed from `held`.
    """
    players, unit_of, aces = table.players, table.unit_of, table.ace_bits
    spades_open = table.always or start.broken
    player, led, best, ruff, holder = start.player, start.led, start.best, start.ruff or LOW, start.holder
    after = players - 1 - start.lying
    count = start.count
    winners = start.winners[:]
    spades = held[SPADES]
    out = [0, 0, 0, 0]
    for suit in range(4):
        for cards in held[suit]:
            out[suit] = out[suit] | cards
    number = len(winners)
    slips, random = table.slips, table.random
    opening = table.opening if number == 0 and led < 0 else -1
    if opening >= 0:
        lowest = out[opening] & -out[opening]
        if lowest:
            player = [cards & lowest for cards in held[opening]].index(lowest)
        else:
            opening = -1
    while number < until:
        moods = find_moods(table, count, number)
        wants = moods.wants
        beside = moods.beside
        no_spade = number == 0 and table.first_no_spade
        if led < 0:
            want, cover = wants[player], False
            if beside:
                answer = beside[(player * players + player) * players + after]
                if answer == UNKNOWN:
                    answer = beside_zeros(table, moods, player, player, after)
                want, cover = answer & WANTS != 0, answer & COVERS != 0
            chance = 1.0 if random is None else random()
            trumps = spades[player]
            if trumps and (no_spade or not spades_open) and (held[0][player] or held[1][player] or held[2][player]):
                trumps = 0
            if opening >= 0:
                led, best = opening, out[opening] & -out[opening]
                opening = -1
            elif chance < slips:
                led, best = any_card(held, player, trumps, chance / slips)
            elif cover:
                led, best = lead_high(held, out, player, trumps)
            elif want:
                led, best = lead_to_win(held, out, player, trumps, moods.paid[player])
            else:
                led, best = lead_low(held, out, player, trumps, aces)
            card = best if best != LOW else aces[led]
            held[led][player] = held[led][player] ^ card
            out[led] = out[led] ^ card
            holder = player
            ruff = LOW  # below every trump
            after -= 1
            player += 1
            if player == players:
                player = 0
        mine = held[led]
        ace = aces[led]
        left = out[led]
        while after >= 0:
            want, cover = wants[player], False
            if beside:
                answer = beside[(holder * players + player) * players + after]
                if answer == UNKNOWN:
                    answer = beside_zeros(table, moods, player, holder, after)
                want, cover = answer & WANTS != 0, answer & COVERS != 0
                if want and answer & HUNTS:
                    want = not must_cover_zero(table, moods.zeros, mine, player, after, best)
            cards = mine[player]
            chance = 1.0 if random is None else random()
            if cards:
                if chance < slips:
                    card = cards
                    if table.must_beat and cards > best:
                        card = cards & -(best << 1)
                    card = nth_card(card, chance / slips)
                    if card > best:
                        best = card
                        holder = player
                elif table.must_beat and cards > best:
                    # Only the cards that beat the trick may be played.
                    others = left ^ cards
                    if want and after and cards > others:
                        card = cards & -(HIGHEST[others if others > best else best] << 1)
                    else:
                        card = cards & -(best << 1)
                    card = card & -card if want or after else HIGHEST[card]
                    best = card
                    holder = player
                elif want:
                    others = left ^ cards
                    if cards < best:
                        card = cards & -cards
                    elif unit_of[holder] == unit_of[player]:
                        # Beat the partner only with a card that will win, and only if the partner's won't.
                        card = HIGHEST[cards] if after and others >= best << 1 and cards > others else cards & -cards
                    elif not after:
                        card = cards & -(best << 1)
                        card &= -card
                    elif cards > others:
                        # The lowest card that no unseen card can beat.
                        card = cards & -(HIGHEST[others if others > best else best] << 1)
                        card &= -card
                    else:
                        card = HIGHEST[cards] if cover or after == 1 else cards & -cards
                    if card > best:
                        best = card
                        holder = player
                else:
                    # An ace below `best`, too, is an ace called low.
                    card = HIGHEST[cards & best - 1] or cards & ace
                    if not card:
                        card = cards & -cards if after else HIGHEST[cards]
                        best = card
                        holder = player
                mine[player] = cards ^ card
                left ^= card
            else:
                suit = SPADES
                trumps = spades[player]
                if no_spade and (held[0][player] or held[1][player] or held[2][player]):
                    trumps = 0
                card = 0
                if trumps:
                    over = trumps & -(ruff << 1)
                    if table.must_ruff and (over or table.must_trump):
                        card = over or trumps
                        chance = 1.0
                    elif not want:
                        card = HIGHEST[trumps & ruff - 1]
                    elif unit_of[holder] != unit_of[player] or (after and (best if best < BEATEN else ruff) <= left):
                        card = over
                if chance < slips:
                    suit, card = any_card(held, player, trumps, chance / slips)
                elif card:
                    card &= -card
                elif want:
                    suit, card = throw_lowest(held, player)
                else:
                    out[led] = left
                    suit, card = throw_highest(held, out, player, not after)
                held[suit][player] = held[suit][player] ^ card
                out[suit] = out[suit] ^ card
                if suit == SPADES:
                    spades_open = True
                    if card > ruff:
                        best, ruff = BEATEN, card
                        holder = player
            after -= 1
            player += 1
            if player == players:
                player = 0
        out[led] = left
        if led == SPADES and table.any_spade:
            spades_open = True
        count += 1 << UNIT_BITS * unit_of[holder]
        winners.append(holder)
        number += 1
        player = holder
        led = -1
        after = players - 1
    return TrickPosition(count, winners, spades_open, player)
