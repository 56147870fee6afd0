"""How the bids of a hand ended, as data: each with the trick and the cards that decided it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.cards import JOKER_RANK, RANKS, SPADES, printed_rank
from spades_tui.game.findings import HandScore
from spades_tui.game.kernel import best_of, is_trump
from spades_tui.game.reneges import books_moved, side_tricks
from spades_tui.game.state import HandState, contracts
from spades_tui.game.trick import Played, Trick
from spades_tui.rules.ledger import Decided, Note
from spades_tui.rules.ruleset import Ruleset


class BidEnd(Struct, frozen=True):
    """A bid of one or more tricks, and how it ended."""

    seats: tuple[int, ...]
    """Whose bid it was."""
    bid: int
    took: int
    """The tricks that counted for it."""
    made: bool
    trick: int | None
    """The number of the trick that decided it; None if no single trick did, or a claim."""
    bags: bool = False
    """Whether tricks above the bid are bags."""
    penalised: bool = False
    """Whether a challenge set the side (HR-6)."""
    winner: Played | None = None
    """The card that took the trick that decided it."""
    beaten: Played | None = None
    """The side's best card in that trick, a trump or an honour of its suit, if it was beaten."""
    short: tuple[tuple[int, int, int], ...] = ()
    """The partners of a set side who took too few: each seat with its bid and its tricks."""
    blind: bool = False
    """Whether it was bid before looking at the cards."""


class NilEnd(Struct, frozen=True):
    """A nil, and how it ended."""

    seat: int
    kept: bool
    trick: int | None = None
    """The number of the first trick that the nil bidder won; None if it won none at the table."""
    card: Played | None = None
    """The nil bidder's card in it."""
    under: Played | None = None
    """The highest other card in it, of the suit led or a trump."""
    blind: bool = False
    """Whether it was bid before looking at the cards."""


class PromiseEnd(Struct, frozen=True):
    """A promise to win the first tricks (BM-9), and how it ended."""

    seat: int
    tricks: int
    kept: bool
    trick: int | None
    """The number of the first trick that the player didn't win."""


class BagsEnd(Struct, frozen=True):
    """Bags of several hands that cost a side points (SB-9)."""

    seats: tuple[int, ...]
    bags: int


End = BidEnd | NilEnd | PromiseEnd | BagsEnd
"""How something ended that was bid, or counted up."""


def bid_ends(rules: Ruleset, hand: HandState, score: HandScore, seat: int) -> Iterator[End]:
    """Yield how bids ended: the own side's, others' failed ones and nils, the best other one."""
    side = rules.side_of[seat]
    others = [note for note in score.notes if note.side != side]
    yield from _ends_of(rules, hand, [note for note in score.notes if note.side == side])
    failed = (Decided.ZERO_FAILED, Decided.SET, Decided.BROKEN, Decided.BAGS_CHARGED)
    yield from _ends_of(rules, hand, [note for note in others if note.what in failed])
    yield from _ends_of(rules, hand, [note for note in others if note.what == Decided.ZERO_MADE])
    made = [note for note in others if note.what == Decided.MADE]
    most = max(made, key=lambda note: score.points[note.side], default=None)
    if most is not None:
        yield from _ends_of(rules, hand, [most])


def _ends_of(rules: Ruleset, hand: HandState, notes: Sequence[Note]) -> Iterator[End]:
    """Yield how these bids ended, the nils first."""
    nils = {Decided.ZERO_MADE, Decided.ZERO_FAILED}
    for note in sorted(notes, key=lambda note: note.what not in nils):
        end = _end(rules, hand, note)
        if end is not None:
            yield end


def _end(rules: Ruleset, hand: HandState, note: Note) -> End | None:
    """Return how a bid ended; None for other notes."""
    match note.what:
        case Decided.MADE | Decided.SET:
            blind = any(hand.blind[seat] for seat in note.seats)
            return replace(_bid_end(rules, hand, note), blind=blind)
        case Decided.BAGS_CHARGED:
            return BagsEnd(rules.sides[note.side], note.tricks)
        case Decided.ZERO_MADE:
            return NilEnd(note.seats[0], True, blind=hand.blind[note.seats[0]])
        case Decided.ZERO_FAILED:
            seat = note.seats[0]
            return replace(_nil_broken(rules, hand, seat), blind=hand.blind[seat])
        case Decided.KEPT | Decided.BROKEN:
            seat, first = note.seats[0], hand.winners[: note.tricks]
            missed = next(
                (number for number, winner in enumerate(first, 1) if winner != seat), None
            )
            return PromiseEnd(seat, note.tricks, note.what == Decided.KEPT, missed)
        case _:
            return None


def _nil_broken(rules: Ruleset, hand: HandState, seat: int) -> NilEnd:
    number = next(
        (n for n, winner in enumerate(hand.winners[: len(hand.tricks)], 1) if winner == seat), None
    )
    if number is None:
        return NilEnd(seat, False)
    trick = hand.tricks[number - 1]
    card = next(played for played in trick if played.seat == seat)
    suits = (SPADES, rules.cards.suit_of[trick[0].card])
    others = [
        played
        for played in trick
        if played.seat != seat and rules.cards.suit_of[played.card] in suits
    ]
    under = max(others, key=lambda played: rules.cards.ranks[played.value], default=None)
    return NilEnd(seat, False, number, card, under)


def _bid_end(rules: Ruleset, hand: HandState, note: Note) -> BidEnd:
    bid, made = contracts(rules, hand)[note.side] or 0, note.what == Decided.MADE
    counting = set(note.seats)
    if rules.failed_zeros_help or not rules.zeros_separate:
        counting |= set(rules.sides[note.side])
    wins = [number for number, winner in enumerate(hand.winners, 1) if winner in counting]
    apart = set(rules.sides[note.side]) - counting
    took = side_tricks(rules, hand)[note.side] - sum(hand.took[seat] for seat in apart)
    bags = rules.bags is not None
    penalised = any(seat in hand.penalised for seat in rules.sides[note.side])
    if penalised or books_moved(rules, hand) or not bid:
        return BidEnd(
            seats=note.seats,
            bid=bid,
            took=took,
            made=made,
            trick=None,
            bags=bags,
            penalised=penalised,
        )
    exact = any(rules.must_be_exact(bid, hand.blind[seat]) for seat in note.seats)
    short = () if made or took >= bid else _short(hand, note.seats)
    trick: int | None = None
    if made and not exact:
        trick = wins[bid - 1]
    elif not made and took < bid:
        trick = _out_of_reach(hand, counting, bid)
    elif not made:
        trick = wins[bid if exact else 2 * bid - 1]
    if trick is None or trick > len(hand.tricks):  # a claim decided it
        return BidEnd(note.seats, bid, took, made, None, bags, short=short)
    winner = taken_by(hand, trick)
    beaten = None if winner.seat in counting else _beaten(rules, hand.tricks[trick - 1], counting)
    return BidEnd(
        note.seats, bid, took, made, trick, bags, winner=winner, beaten=beaten, short=short
    )


def _short(hand: HandState, seats: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return the partners who took too few, each with bid and tricks; () for a single player."""
    if len(seats) < 2:
        return ()
    taken = [(seat, hand.bids[seat] or 0, hand.took[seat]) for seat in seats]
    return tuple(one for one in taken if one[2] < one[1])


def _beaten(rules: Ruleset, trick: Trick, seats: set[int]) -> Played | None:
    """Return the best card of some seats in a trick, if a trump or an honour of the suit led."""
    led = rules.cards.suit_of[trick[0].value]
    own = [
        card
        for card in trick
        if card.seat in seats and rules.cards.suit_of[card.value] in (led, SPADES)
    ]
    best = best_card(rules, own)
    if best is None or not (is_trump(rules.cards, best.value) or is_honour(best)):
        return None
    return best


def _out_of_reach(hand: HandState, counting: set[int], bid: int) -> int:
    """Return the number of the trick that left too few tricks for a bid."""
    lost = [number for number, winner in enumerate(hand.winners, 1) if winner not in counting]
    return lost[max(0, len(hand.winners) - bid)]


def best_card(rules: Ruleset, cards: Sequence[Played]) -> Played | None:
    """Return the card that would win a trick of these cards."""
    return cards[best_of(rules.cards, [played.value for played in cards])] if cards else None


def taken_by(hand: HandState, number: int) -> Played:
    """Return the card that took a trick that was played."""
    return next(card for card in hand.tricks[number - 1] if card.seat == hand.winners[number - 1])


def is_honour(played: Played) -> bool:
    """Return whether a card is a jack or better, or a joker, and no ace called low."""
    return RANKS.index("J") <= printed_rank(played.card) <= JOKER_RANK and not played.low
