"""What the components of the scoring ask of one another and of the rest of a variant."""

from spades_tui.rules import bids, scores
from spades_tui.rules.checker import Checker
from spades_tui.rules.part import plural


def check_scores(check: Checker) -> None:
    """Everything about the scoring that does not hold together."""
    counted = False
    for i, part in enumerate(check.variant.scores):
        match part:
            case scores.Table():
                _check_table(check, i, part)
            case scores.Contract():
                _check_contract(check, i, part)
            case scores.Zero():
                _check_zero(check, i, part)
            case scores.PromiseScore():
                _check_promise(check, i, part)
            case scores.PerfectRow():
                _check_row(check, i, part)
            case scores.SkippedHand():
                if "skip" not in check.bid_kinds:
                    check.say("no hand is ever skipped; a bid of kind 'skip' is missing", "scores", i, "kind")
            case scores.Bags():
                _check_bags(check, i, part, counted)
        counted = counted or (isinstance(part, scores.Zero | scores.Contract | scores.Table) and part.bags)


def _check_zero(check: Checker, i: int, part: scores.Zero) -> None:
    if not any(isinstance(s, scores.Contract) and s.zeros == "apart" for s in check.variant.scores):
        check.say("zeros are scored here, so the contract must leave them apart (`zeros`)", "scores", i, "kind")
    if check.one_bid()[0] > 0:
        check.say(f"nobody can bid zero; the least bid is {check.one_bid()[0]}", "scores", i, "kind")
    if part.made < 1:
        check.say(f"{part.made} found, but a zero made must give points", "scores", i, "made")
    for key, points in (("lost", part.lost), ("each", part.each)):
        if points > 0:
            check.say(f"{points} found, but a zero that fails must not give points", "scores", i, key)
    if part.grows and not (part.lost or part.each):
        check.say("a zero that fails loses nothing here, so its value cannot grow", "scores", i, "grows")


def _check_contract(check: Checker, i: int, part: scores.Contract) -> None:
    variant = check.variant
    if part.made < 1:
        check.say(f"{part.made} found, but a bid made must give points", "scores", i, "made")
    if part.lost > 0:
        check.say(f"{part.lost} found, but a set must not give points", "scores", i, "lost")
    if part.zeros == "apart" and "zero" not in check.score_kinds:
        check.say("zeros stand apart, but a score of kind 'zero' is missing", "scores", i, "zeros")
    if part.zeros == "apart" and any(isinstance(b, bids.Raise) and b.of == "side" for b in variant.bids):
        check.say("'apart' found, but a side's total that can be raised counts its zeros", "scores", i, "zeros")
    if part.zero_partner_rule and (part.zeros != "apart" or not check.partners):
        check.say("nobody has a partner whose zero stands apart", "scores", i, "zero_partner_rule")
    _check_specials(check, i, part)
    blind = "blind" in check.bid_kinds
    for key, value in (("blind_made", part.blind_made), ("blind_doubles_special", part.blind_doubles_special)):
        if value and not blind:
            check.say("nobody can bid blind here; a bid of kind 'blind' is missing", "scores", i, key)
    if part.blind_made < 0:
        check.say(f"{part.blind_made} found, but a blind bid made must give points", "scores", i, "blind_made")
    if part.blind_doubles_special and not part.special:
        check.say("no bid has a value of its own (`special`) to double", "scores", i, "blind_doubles_special")
    greatest = check.side_bid()[1]
    if part.all_tricks and greatest < variant.deal.cards:
        message = f"all {variant.deal.cards} tricks cannot be bid; the greatest bid is {greatest}"
        check.say(message, "scores", i, "all_tricks")


def _check_specials(check: Checker, i: int, part: scores.Contract) -> None:
    low, high = check.side_bid()
    if part.zeros == "apart":
        low = max(1, check.one_bid()[0])
    high = min(high, check.variant.deal.cards)
    for j, special in enumerate(part.special):
        where: tuple[str | int, ...] = ("scores", i, "special", j)
        if not low <= special.bid <= high:
            check.say(f"a bid of {special.bid} cannot be made; bids that can are {low} to {high}", *where, "bid")
        if special.bid in [other.bid for other in part.special[:j]]:
            check.say(f"a second score for a bid of {special.bid}", *where, "bid")
        if special.points < 1:
            check.say(f"{special.points} found, but a bid made must give points", *where, "points")
        if part.all_tricks and special.bid == check.variant.deal.cards:
            check.say("a bid of all the tricks is scored by `all_tricks` already", *where, "bid")


def _check_table(check: Checker, i: int, part: scores.Table) -> None:
    if check.partners:
        check.say("'table' is for players alone, not for partners", "scores", i, "kind")
        return
    greatest = check.one_bid()[1]
    blind = "blind" in check.bid_kinds
    for key in ("made", "lost", "blind_made", "blind_lost"):
        column = getattr(part, key)
        if key.startswith("blind") and not blind:
            if column:
                check.say("nobody can bid blind here; a bid of kind 'blind' is missing", "scores", i, key)
        elif len(column) > greatest + 1:
            message = f"{len(column)} scores found, the last for a bid of {len(column) - 1}, which cannot be made"
            check.say(f"{message}; {greatest + 1} wanted, for 0 to {greatest}", "scores", i, key)
        elif len(column) < greatest + 1:
            message = f"{plural(len(column), 'score')} found, so a bid of {len(column)} has none"
            check.say(f"{message}; {greatest + 1} wanted, for 0 to {greatest}", "scores", i, key)
    for key in ("exact", "wins", "blind_wins"):
        listed = getattr(part, key)
        for j, bid in enumerate(listed):
            if key == "blind_wins" and not blind:
                check.say("nobody can bid blind here; a bid of kind 'blind' is missing", "scores", i, key)
            elif bid > greatest:
                check.say(f"a bid of {bid} cannot be made; the greatest is {greatest}", "scores", i, key, j)
            elif bid in listed[:j]:
                check.say(f"the bid {bid} is named twice", "scores", i, key, j)
    if not any(points > 0 for points in part.made):
        check.say("no bid gives points", "scores", i, "made")
    for key in ("lost", "blind_lost"):
        for j, points in enumerate(getattr(part, key)):
            if points > 0:
                check.say(f"{points} found, but a bid that is not made must not give points", "scores", i, key, j)


def _check_promise(check: Checker, i: int, part: scores.PromiseScore) -> None:
    if not any(isinstance(bid, bids.Promise) and bid.tricks == part.tricks for bid in check.variant.bids):
        check.say(f"nobody can promise {plural(part.tricks, 'trick')}", "scores", i, "tricks")
    for other in check.variant.scores[:i]:
        if isinstance(other, scores.PromiseScore) and other.tricks == part.tricks:
            check.say(f"a second score for a promise of {plural(part.tricks, 'trick')}", "scores", i, "tricks")
    if part.made < 1:
        check.say(f"{part.made} found, but a promise kept must give points", "scores", i, "made")
    if part.lost > 0:
        check.say(f"{part.lost} found, but a promise broken must not give points", "scores", i, "lost")


def _check_row(check: Checker, i: int, part: scores.PerfectRow) -> None:
    if check.partners:
        check.say("'perfect_row' is for players alone, not for partners", "scores", i, "kind")
    for key, points in (("points", part.points), ("further", part.further)):
        if points < 0:
            check.say(f"{points} found, but bids met exactly must not cost points", "scores", i, key)


def _check_bags(check: Checker, i: int, part: scores.Bags, counted: bool) -> None:
    if not counted:
        check.say("nothing before this counts bags (`bags` of a contract, a table or a zero)", "scores", i, "kind")
    if part.penalty > 0:
        check.say(f"{part.penalty} found, but a penalty takes points: 0 or less wanted", "scores", i, "penalty")


def most_points(check: Checker) -> int | None:
    """No side gets more than this in a hand; None where that has no bound that is known beforehand."""
    variant = check.variant
    tricks = variant.deal.cards
    bid = min(check.side_bid()[1], 2 * tricks)
    players = 2 if check.partners else 1
    most = 0
    for part in variant.scores:
        match part:
            case scores.Contract():
                each = max(part.made, part.blind_made, part.all_tricks.each if part.all_tricks else 0)
                special = max((one.points for one in part.special), default=0) * 2
                most += max(each * bid, special) + max(part.over, 0) * tricks + max(part.each_if_lost, 0) * tricks
            case scores.Table():
                most += max(0, *part.made, *part.blind_made) + max(part.over, 0) * tricks
            case scores.Zero():
                if part.grows:
                    return None
                most += part.made * players
            case scores.PromiseScore():
                most += part.made * players
            case scores.PerfectRow():
                most += max(part.points, part.further)
            case scores.SkippedHand():
                most += max(part.each, 0) * bid
            case scores.Bags():
                pass
    return most
