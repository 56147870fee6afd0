"""What a bid would pay, asked of the rules at this score: nothing here knows how points are made."""

from spades_tui.rules.ledger import HandCounts
from spades_tui.rules.ruleset import Scored
from spades_tui.seats import Observation


def signed(points: int) -> str:
    """Points as people write them: `+40`, `−20`, `0`."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def plain(points: int) -> str:
    """A total: `212`, `−20`."""
    return str(points) if points >= 0 else f"−{-points}"


def _scored(seen: Observation, bid: int, blind: bool, took: int, promise: int = 0) -> Scored:
    """The hand as if this seat had bid so and taken so many, and the partner exactly what was bid."""
    rules, seat = seen.rules, seen.seat or 0
    side = rules.side_of[seat]
    partner_bids = [seen.bids[other] for other in rules.sides[side] if other != seat]
    bids: list[int | None] = [None] * rules.seats
    tricks: list[int | None] = [None] * rules.seats
    bids[seat], tricks[seat] = bid, took
    for other, partner_bid in zip([s for s in rules.sides[side] if s != seat], partner_bids, strict=True):
        if partner_bid and bid:
            bids[other], tricks[other] = partner_bid, partner_bid
    total = sum(each or 0 for each in bids)
    sides = len(rules.sides)
    counts = HandCounts(
        sides=rules.sides,
        cards=rules.tricks,
        bids=tuple(bids),
        blind=tuple(blind and s == seat for s in range(rules.seats)),
        contracts=tuple(total if n == side else None for n in range(sides)),
        promises=tuple(promise if s == seat else 0 for s in range(rules.seats)),
        table_tricks=tuple(tricks),
        side_tricks=tuple(sum(t or 0 for t in tricks) if n == side else 0 for n in range(sides)),
        winners=(seat,) * rules.tricks,
        dumped=(False,) * rules.seats,
    )
    return rules.score(seen.standing, counts)


def pays(seen: Observation, bid: int, blind: bool = False) -> tuple[str, str]:
    """A bid's worth in two short texts: if it is made, and if it is not."""
    side = seen.side or 0
    most = seen.rules.tricks
    made = _scored(seen, bid, blind, bid)
    good = "made: wins the game" if made.outright == side else f"made: {signed(made.points[side])}"
    if bid < most:
        over = _scored(seen, bid, blind, bid + 1)
        if seen.rules.must_be_exact(bid, blind):
            good += ", but only with exactly that many"
        elif bid and made.outright != side:
            good += f", a trick over {signed(over.points[side] - made.points[side])}"
    if bid:
        short = _scored(seen, bid, blind, bid - 1).points[side]
        none = _scored(seen, bid, blind, 0).points[side]
        bad = f"short: {signed(short)}" if short <= 0 or short == none else "short: 1 point for each trick you take"
        if short > 0 and bid > 1:
            each = short // (bid - 1)
            bad = f"short: {signed(each)} for each trick you take"
    else:
        one = _scored(seen, bid, blind, 1).points[side]
        two = _scored(seen, bid, blind, 2).points[side] if most > 1 else one
        bad = f"with a trick: {signed(one)}" if one == two else f"with tricks: {signed(one)} for each"
    return good, bad


def short_pay(seen: Observation, bid: int, blind: bool = False) -> str:
    """What a bid pays if it is made, for the narrow space under its number."""
    made = _scored(seen, bid, blind, bid)
    if made.outright == seen.side:
        return "wins"
    return signed(made.points[seen.side or 0])
