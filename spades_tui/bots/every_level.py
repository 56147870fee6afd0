"""Actions out of turn, the same at every level: challenges with proof, and books that pay (JK-14, BM-13)."""

from spades_tui.bots.hand_worth import worth
from spades_tui.bots.sound_bids import bidding_of
from spades_tui.game.events import Books, Challenge, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation


def speak(seen: Observation, *, count_is_known: bool) -> SeatEvent | None:
    """Return a challenge, books, or None. Without `count_is_known` (a beginner) a player notices no renege."""
    enforcement = seen.rules.challenge
    if seen.seat is None or enforcement is None:
        return None
    books = [event for event in seen.aside if isinstance(event, Books)]
    if books:
        return _best_books(seen, books)
    if not count_is_known or enforcement.when != "hand":
        # Nothing played so far can prove a renege in a trick that isn't turned over yet.
        return None
    return next((event for event in seen.aside if isinstance(event, Challenge) and _challenge_pays(seen, event)), None)


def shown_reneges(seen: Observation, accused: int) -> int:
    """Count the tricks in which a player's later cards show that it reneged."""
    reneges = shown = 0
    suit_of = seen.rules.cards.suit_of
    for trick in reversed((*seen.tricks, seen.trick)):
        for played in trick:
            if played.seat != accused:
                continue
            led = suit_of[trick[0].card]
            suit = suit_of[played.card]
            reneges += suit != led and bool(shown >> led & 1)
            shown |= 1 << suit
    return reneges


def _challenge_pays(seen: Observation, event: Challenge) -> bool:
    """Return whether a challenge is right, not yet made, and sets the accused or moves books to our advantage."""
    rules, enforcement = seen.rules, seen.rules.challenge
    assert enforcement is not None
    ours, theirs = rules.side_of[event.seat], rules.side_of[event.accused]
    if enforcement.sets and event.accused not in seen.penalised:  # no right challenge has found this renege yet
        return shown_reneges(seen, event.accused) > 0
    if not enforcement.books:
        return False
    if not shown_reneges(seen, event.accused) or not seen.side_tricks[ours] or not seen.side_tricks[theirs]:
        return False
    moved = sum(seen.took[seat] for seat in rules.sides[theirs]) - seen.side_tricks[theirs]
    shown = sum(shown_reneges(seen, seat) for seat in rules.sides[theirs])
    if moved < 0 or moved % enforcement.books or shown <= moved // enforcement.books:
        return False
    left = rules.tricks - sum(seen.took) if seen.phase == Phase.PLAY else 0
    share = left / len(seen.table)
    final = [taken + share * len(seats) for taken, seats in zip(seen.side_tricks, rules.sides, strict=True)]
    return _books_gain(seen, ours, theirs, final, enforcement.books) > 0


def _best_books(seen: Observation, offers: list[Books]) -> SeatEvent | None:
    """Return the most valuable number of books, or None if none gains anything."""
    side_of, final = seen.rules.side_of, [float(tricks) for tricks in seen.side_tricks]

    def gain(event: Books) -> float:
        return _books_gain(seen, side_of[event.seat], side_of[event.accused], final, event.count)

    best = max(offers, key=gain)
    if gain(best) > 0.5:
        return best
    return None


def _books_gain(seen: Observation, ours: int, theirs: int, final: list[float], count: int) -> float:
    """Value moving `count` books to our side, in points: our gain and their loss count alike."""
    rules = seen.rules
    table = worth(rules, seen.standing, bidding_of(seen))
    total = 0.0
    for side, step, weight in ((ours, count, 1.0), (theirs, -count, -1.0 / (len(rules.sides) - 1))):
        values = table.row(table.unit_of[rules.sides[side][0]])
        before = min(rules.tricks, max(0, round(final[side])))
        after = min(rules.tricks, max(0, round(final[side]) + step))
        total += weight * (values[after] - values[before])
    return total
