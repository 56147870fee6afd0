"""The cards that the players of a play-out choose, by simple rules: to lead, to follow suit, and to a suit not held.

A player knows his own cards and which cards are still out, like one who counts. Suits are numbers, spades the last;
the cards of a suit are bits as in `layout`, so that the greater integer holds the higher card. A choice is a suit and
the bit of the card as played: `LOW` for an ace called low (3B-3).
"""

from spades_tui.bots.search.layout import LOW

SPADES = 3
BEATEN = 1 << 30
"""The best bit of the suit led while a trump lies on it: no card of the suit is above, every one below."""

Choice = tuple[int, int]


def lowest(cards: int) -> int:
    """The lowest of some cards of a suit."""
    return cards & -cards


def highest(cards: int) -> int:
    """The highest of some cards of a suit."""
    return 1 << cards.bit_length() - 1


# ---- to lead


def lead(
    hand: list[int], out: list[int], aces: tuple[int, ...], open_: bool, wants: bool, covers: bool, promised: bool
) -> Choice:
    """The card that a player leads.

    `out` are all cards in hands, his own included. He `wants` the trick or not, `covers` a partner's zero, or has
    `promised` this trick (BM-5); with `open_` spades may be led by anybody.
    """
    side_cards = hand[0] | hand[1] | hand[2]
    trumps = hand[SPADES] if open_ or not side_cards else 0
    if covers:
        return _lead_high(hand, out, trumps)
    if wants:
        return _lead_to_win(hand, out, trumps, promised)
    return _lead_low(hand, out, aces, trumps)


def _lead_high(hand: list[int], out: list[int], trumps: int) -> Choice:
    """The card that fewest can beat, so that a partner's zero can stay below it."""
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
    """What nobody can beat in its suit, where others hold most of it; else the lowest of the weakest suit."""
    if promised and trumps > out[SPADES] ^ trumps:
        # The first tricks are promised: what cannot be beaten comes first.
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
    """The card that most of the others' cards can beat, an ace called low where that is allowed (3B-3)."""
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
    """The card, as played, that a player plays from his `cards` of the suit led; `others` are those of other hands.

    `best` is winning in this suit, `BEATEN` where a trump is; `with_partner` the trick already counts for the player.
    So many players play `after` him.
    """
    if wants:
        above = cards & -(best << 1)
        if not above:
            return cards & -cards
        if with_partner:
            # Over the partner only with what will hold, and only if his will not.
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
        # An ace below is an ace called low.
        return LOW if card == ace else card
    if cards & ace:
        return LOW
    return cards & -cards if after else highest(cards)


# ---- to a suit that is not held


def discard(
    hand: list[int], out: list[int], led: int, best_suit: int, best: int, wants: bool, with_partner: bool, after: int
) -> Choice:
    """The card of a player who cannot follow suit: a trump that wins where he wants the trick, or one thrown away."""
    trumps = hand[SPADES]
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
    """The lowest card of the side suits; a spade where there is nothing else."""
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
    """The highest card of the side suits, of equals the one that fewest cards are left to go under; else a spade."""
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
