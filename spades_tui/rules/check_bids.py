"""What the components of the bidding ask of one another and of the rest of a variant."""

from spades_tui.rules import bids, scores
from spades_tui.rules.checker import Checker
from spades_tui.rules.part import plural


def check_bids(check: Checker) -> None:
    """Everything about the bidding that does not hold together."""
    _check_order(check)
    for i, part in enumerate(check.variant.bids):
        match part:
            case bids.NumberBid():
                _check_number(check, i, part)
            case bids.SideTotal():
                _check_side_total(check, i, part)
            case bids.Blind():
                _check_blind(check, i, part)
            case bids.Change():
                _check_change(check, i)
            case bids.ZeroDraw() | bids.HighDraw():
                _check_draw(check, i, part)
            case bids.Raise():
                _check_raise(check, i, part)
            case bids.Promise():
                _check_promise(check, i, part)
            case bids.Skip():
                _check_skip(check, i, part)
            case _:
                pass


def _check_order(check: Checker) -> None:
    """What belongs to a player's turn stands before what follows when all have bid."""
    late: str | None = None
    for i, part in enumerate(check.variant.bids):
        if isinstance(part, bids.Raise | bids.Promise | bids.Skip | bids.HighDraw):
            late = late or part.kind
        elif late:
            message = f"{part.kind!r} belongs to a player's turn, so it stands before {late!r}, when all have bid"
            check.say(message, "bids", i, "kind")


def _bounds(check: Checker, i: int, least: int, greatest: int) -> None:
    if least > greatest:
        check.say(f"the least bid, {least}, is above the greatest, {greatest}", "bids", i, "min")
    _within(check, i, greatest)
    if greatest < 1:
        check.say("0 found, but somebody must be able to bid a trick", "bids", i, "max")


def _within(check: Checker, i: int, greatest: int) -> None:
    if greatest > check.variant.deal.cards:
        check.say(f"{greatest} found, but there are only {check.variant.deal.cards} tricks", "bids", i, "max")


def _check_number(check: Checker, i: int, part: bids.NumberBid) -> None:
    _bounds(check, i, part.min, part.max)
    if part.order == "by_side" and not check.partners:
        check.say("'by_side' found, but bidding by sides needs partners", "bids", i, "order")


def _check_side_total(check: Checker, i: int, part: bids.SideTotal) -> None:
    _bounds(check, i, part.min, part.max)
    if not check.partners:
        check.say("a side's total needs partners", "bids", i, "kind")
    number = next(one for one in check.variant.bids if isinstance(one, bids.NumberBid))
    if 2 * number.max < part.min or 2 * number.min > part.max:
        message = f"two bids of {number.min} to {number.max} never make {part.min} to {part.max}"
        check.say(message, "bids", i, "min" if 2 * number.max < part.min else "max")
    if "zero" in check.score_kinds:
        check.say("only the side's total counts, but zeros are scored by themselves", "bids", i, "kind")


def _check_blind(check: Checker, i: int, part: bids.Blind) -> None:
    if part.who == "side" and not check.by_side:
        check.say("a side goes blind only where bidding goes by sides (`order` of 'number')", "bids", i, "who")
    for score in check.variant.scores:
        if isinstance(score, scores.Contract) and not score.blind_made:
            check.say("a blind bid earns nothing more; `blind_made` of the contract is missing", "bids", i, "kind")


def _check_change(check: Checker, i: int) -> None:
    for other, words in (("blind", "blind bids"), ("side_total", "a side's total")):
        if other in check.bid_kinds:
            check.say(f"changing a bid does not go with {words}", "bids", i, "kind")


def _check_draw(check: Checker, i: int, part: bids.ZeroDraw | bids.HighDraw) -> None:
    if not check.variant.deal.extra:
        check.say("there is no extra card to draw (`deal.extra` is 0)", "bids", i, "kind")
    if "blind" in check.bid_kinds:
        check.say("drawing the extra card does not go with blind bids", "bids", i, "kind")
    if isinstance(part, bids.ZeroDraw) and check.one_bid()[0] > 0:
        check.say(f"nobody can bid zero; the least bid is {check.one_bid()[0]}", "bids", i, "kind")


def _check_raise(check: Checker, i: int, part: bids.Raise) -> None:
    _within(check, i, part.max)
    if part.of == "side" and not check.partners:
        check.say("'side' found, but raising a side's total needs partners", "bids", i, "of")
        return
    number = next(one for one in check.variant.bids if isinstance(one, bids.NumberBid))
    total = next((one for one in check.variant.bids if isinstance(one, bids.SideTotal)), None)
    if total is not None and part.of == "seat":
        check.say("'seat' found, but only the side's total counts, so it is the side that raises", "bids", i, "of")
    elif total is not None and part.max > total.max:
        check.say(f"{part.max} found, but a side's total is at most {total.max}", "bids", i, "max")
    least = total.min if total else number.min * (2 if part.of == "side" else 1)
    if part.max <= least:
        check.say(f"{part.max} found, but every bid is {least} or more, so nobody could raise", "bids", i, "max")


def _check_promise(check: Checker, i: int, part: bids.Promise) -> None:
    tricks = check.variant.deal.cards
    if part.tricks > tricks:
        check.say(f"{part.tricks} found, but there are only {tricks} tricks", "bids", i, "tricks")
    if "raise" not in check.bid_kinds:
        message = "a promise is made while bids may be raised; a component of kind 'raise' is missing"
        check.say(message, "bids", i, "kind")
    scored = [s for s in check.variant.scores if isinstance(s, scores.PromiseScore) and s.tricks == part.tricks]
    if not scored:
        check.say(f"no score of kind 'promise' for {plural(part.tricks, 'trick')}", "bids", i, "tricks")
    elif scored[0].name != part.name:
        check.say(f"{part.name!r} found, but its score is called {scored[0].name!r}", "bids", i, "name")
    for other in check.variant.bids[:i]:
        if isinstance(other, bids.Promise) and other.tricks == part.tricks:
            check.say(f"a second promise of {plural(part.tricks, 'trick')}", "bids", i, "tricks")
        elif isinstance(other, bids.Promise) and other.name == part.name:
            check.say(f"a second promise called {part.name!r}", "bids", i, "name")


def _check_skip(check: Checker, i: int, part: bids.Skip) -> None:
    if "skipped" not in check.score_kinds:
        check.say("a hand that is not played needs a score of kind 'skipped'", "bids", i, "kind")
    low, high = check.side_bid()
    sides = 2 if check.partners else check.variant.players
    if part.total >= sides * high:
        message = f"{part.total} found, but all bids come to {sides * high} at most: no hand would ever be played"
        check.say(message, "bids", i, "total")
    elif part.total < sides * low:
        message = f"{part.total} found, but all bids come to {sides * low} at least: no hand would ever be skipped"
        check.say(message, "bids", i, "total")
