"""Whether a variant that is well formed can also be played: what one component asks of another."""

from dataclasses import dataclass

from spades_tui.rules import bids, customs, endings, options, plays, scores
from spades_tui.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not hold together: where, what was found, what would be right."""

    path: tuple[str | int, ...]
    """Keys and list places, such as ``("scores", 1, "made")``."""
    message: str


class _Checker:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.problems: list[Problem] = []

    def say(self, message: str, *path: str | int) -> None:
        self.problems.append(Problem(path, message))


def problems(variant: Variant) -> list[Problem]:
    """Everything that keeps a variant from being played; empty if it can be. Never raises."""
    checker = _Checker(variant)
    _check_deck(checker)
    _check_kinds(checker)
    if not checker.problems:
        _check_bids(checker)
        _check_plays(checker)
        _check_scores(checker)
        _check_endings(checker)
        _check_customs(checker)
    if not checker.problems:
        _check_options(checker)
    return checker.problems


def _check_deck(check: _Checker) -> None:
    variant = check.variant
    if variant.sides == "partners" and (variant.seats != 4 or variant.deal.sits_out != "nobody"):
        check.say("partners need four seats and nobody who sits out", "sides")
    if len(set(variant.options)) < len(variant.options):
        check.say("an option is named twice", "options")
    try:
        pack = len(variant.deck.pack())
    except ValueError as error:
        check.say(str(error), "deck", "spades")
        return
    deal = variant.deal
    hands = variant.players + deal.dead_hands
    if hands * deal.cards + deal.extra != pack:
        over = f" and {deal.extra} over" if deal.extra else ""
        check.say(
            f"{hands} hands of {deal.cards}{over} make {hands * deal.cards + deal.extra} cards, the deck has {pack}",
            "deal", "cards",
        )  # fmt: skip


def _check_kinds(check: _Checker) -> None:
    for where in ("bids", "plays", "scores", "endings", "customs"):
        seen: set[str] = set()
        for i, part in enumerate(getattr(check.variant, where)):
            if part.kind in seen and part.kind != "promise":
                check.say(f"a second {part.kind!r}; one is allowed", where, i, "kind")
            seen.add(part.kind)
    for where, kind in (("bids", "number"), ("plays", "follow"), ("plays", "lead")):
        if not any(part.kind == kind for part in getattr(check.variant, where)):
            check.say(f"a component of kind {kind!r} is missing", where)
    bidding = [part.kind for part in check.variant.scores if part.kind in ("contract", "table")]
    if len(bidding) != 1:
        check.say("exactly one of the kinds 'contract' and 'table' scores the bids", "scores")
    if not any(part.kind in ("target", "hands") for part in check.variant.endings):
        check.say("a game needs an end: a component of kind 'target' or 'hands'", "endings")


def highest_bid(variant: Variant) -> int:
    """The highest bid that can be made, raises included."""
    highest = [part.max for part in variant.bids if isinstance(part, bids.NumberBid)]
    highest += [part.max for part in variant.bids if isinstance(part, bids.Raise)]
    return max(highest)


def _check_bids(check: _Checker) -> None:
    variant = check.variant
    tricks, partners = variant.deal.cards, variant.sides == "partners"
    kinds = {part.kind for part in variant.bids}
    turns_over = False
    for i, part in enumerate(variant.bids):
        late = isinstance(part, bids.Raise | bids.Promise | bids.Skip | bids.HighDraw)
        if turns_over and not late:
            check.say(f"{part.kind!r} belongs to a player's turn, and comes before what follows the bidding", "bids", i)
        turns_over = turns_over or late
        if isinstance(part, bids.NumberBid | bids.SideTotal) and part.min > part.max:
            check.say(f"the least bid {part.min} is above the greatest, {part.max}", "bids", i, "min")
        if isinstance(part, bids.NumberBid | bids.SideTotal | bids.Raise) and part.max > tricks:
            check.say(f"{part.max} found, but there are only {tricks} tricks", "bids", i, "max")
        if isinstance(part, bids.Promise):
            _check_promise(check, i, part, kinds)
        if isinstance(part, bids.NumberBid) and part.order == "by_side" and not partners:
            check.say("bidding by sides needs partners", "bids", i, "order")
        if isinstance(part, bids.SideTotal) and not partners:
            check.say("a side's total needs partners", "bids", i, "kind")
        if isinstance(part, bids.SideTotal) and "raise" not in kinds and not _by_side(variant):
            check.say("a side's total needs bidding by sides", "bids", i, "kind")
        if isinstance(part, bids.ZeroDraw | bids.HighDraw) and not variant.deal.extra:
            check.say("there is no extra card to draw (`deal.extra` is 0)", "bids", i, "kind")
        if isinstance(part, bids.ZeroDraw | bids.HighDraw) and "blind" in kinds:
            check.say("drawing the extra card does not go with blind bids", "bids", i, "kind")
        if isinstance(part, bids.Change) and "blind" in kinds:
            check.say("changing a bid does not go with blind bids", "bids", i, "kind")
        if isinstance(part, bids.Change) and "side_total" in kinds:
            check.say("changing a bid does not go with a side's total", "bids", i, "kind")
        if isinstance(part, bids.Blind) and part.who == "side" and not _by_side(variant):
            check.say("a side goes blind only where bidding goes by sides", "bids", i, "who")
        if isinstance(part, bids.Raise) and part.of == "side" and not partners:
            check.say("raising a side's total needs partners", "bids", i, "of")
        if isinstance(part, bids.Raise) and part.of == "seat" and "side_total" in kinds:
            check.say("where only the side's total counts, it is the side that raises", "bids", i, "of")
        if isinstance(part, bids.Skip) and "skipped" not in {score.kind for score in variant.scores}:
            check.say("a hand that is not played needs a score of kind 'skipped'", "bids", i, "kind")
    total = next((part for part in variant.bids if isinstance(part, bids.SideTotal)), None)
    number = next(part for part in variant.bids if isinstance(part, bids.NumberBid))
    if total and not check.problems and (2 * number.max < total.min or 2 * number.min > total.max):
        check.say(f"two bids of {number.min} to {number.max} never make {total.min} to {total.max}", "bids")


def _by_side(variant: Variant) -> bool:
    return any(isinstance(part, bids.NumberBid) and part.order == "by_side" for part in variant.bids)


def _check_promise(check: _Checker, i: int, part: bids.Promise, kinds: set[str]) -> None:
    if part.tricks > check.variant.deal.cards:
        check.say(f"{part.tricks} found, but there are only {check.variant.deal.cards} tricks", "bids", i, "tricks")
    if "raise" not in kinds:
        check.say("a promise is made while bids may be raised; a component of kind 'raise' is missing", "bids", i, "kind")
    scored = [s for s in check.variant.scores if isinstance(s, scores.PromiseScore) and s.tricks == part.tricks]
    if not scored:
        check.say(f"no score of kind 'promise' for {part.tricks} tricks", "bids", i, "tricks")
    twins = [p for p in check.variant.bids if isinstance(p, bids.Promise) and p.tricks == part.tricks]
    if len(twins) > 1:
        check.say(f"a second promise of {part.tricks} tricks", "bids", i, "tricks")


def _check_plays(check: _Checker) -> None:
    kinds = {part.kind for part in check.variant.plays}
    if check.variant.deck.aces == "called" and "ace_call" not in kinds:
        check.say("aces are called, but a component of kind 'ace_call' is missing", "plays")
    if "ace_call" in kinds and check.variant.deck.aces != "called" and "aces" not in check.variant.options:
        check.say("aces are always high, so there is nothing to call", "deck", "aces")


def _check_scores(check: _Checker) -> None:
    variant = check.variant
    solo = variant.sides == "solo"
    highest = highest_bid(variant)
    counted = False
    for i, part in enumerate(variant.scores):
        if isinstance(part, scores.Table):
            _check_table(check, i, part, highest)
            counted = counted or part.bags
        if isinstance(part, scores.Contract):
            _check_contract(check, i, part)
            counted = counted or part.bags
        if isinstance(part, scores.Zero):
            if not any(isinstance(s, scores.Contract) and s.zeros == "apart" for s in variant.scores):
                check.say("zeros are scored here, so the contract must leave them apart (`zeros`)", "scores", i, "kind")
            if part.made < 1 or part.lost > 0 or part.each > 0:
                check.say("a zero made must give points, and one that fails must not", "scores", i, "made")
            if part.grows and part.made + 200 * 20 * 20 * max(-part.lost, -part.each, 1) > 2**53:
                check.say("a zero would grow beyond bounds", "scores", i, "made")
            counted = counted or part.bags
        if isinstance(part, scores.PerfectRow | scores.Table) and not solo:
            check.say(f"{part.kind!r} is for players alone, not for partners", "scores", i, "kind")
        if isinstance(part, scores.PromiseScore) and not any(
            isinstance(p, bids.Promise) and p.tricks == part.tricks for p in variant.bids
        ):
            check.say(f"nobody can promise {part.tricks} tricks", "scores", i, "tricks")
        if isinstance(part, scores.SkippedHand) and not any(isinstance(p, bids.Skip) for p in variant.bids):
            check.say("no hand is ever skipped", "scores", i, "kind")
        if isinstance(part, scores.Bags) and not counted:
            check.say("nothing before this counts bags (`bags` of a contract, a table or a zero)", "scores", i, "kind")
        if isinstance(part, scores.Bags) and part.penalty > 0:
            check.say(f"a penalty takes points: 0 or less, {part.penalty} found", "scores", i, "penalty")


def _check_contract(check: _Checker, i: int, part: scores.Contract) -> None:
    variant = check.variant
    if part.made < 1:
        check.say(f"a bid made must give points, {part.made} found", "scores", i, "made")
    if part.lost > 0:
        check.say(f"a set must not give points, {part.lost} found", "scores", i, "lost")
    if part.zeros == "apart" and not any(isinstance(s, scores.Zero) for s in variant.scores):
        check.say("zeros stand apart, but a score of kind 'zero' is missing", "scores", i, "zeros")
    if part.zeros == "apart" and any(isinstance(b, bids.Raise) and b.of == "side" for b in variant.bids):
        check.say("a side's total that can be raised counts its zeros", "scores", i, "zeros")
    highest = highest_bid(variant)
    if variant.sides == "partners":
        totals = [b.max for b in variant.bids if isinstance(b, bids.SideTotal)]
        highest = totals[0] if totals else variant.deal.cards
    for j, special in enumerate(part.special):
        if special.bid > highest:
            check.say(f"a bid of {special.bid} cannot be made; the highest is {highest}", "scores", i, "special", j, "bid")
        if [s.bid for s in part.special].count(special.bid) > 1:
            check.say(f"a second score for a bid of {special.bid}", "scores", i, "special", j, "bid")
    if part.blind_made and not any(isinstance(b, bids.Blind) for b in variant.bids):
        check.say("nobody can bid blind here", "scores", i, "blind_made")
    if part.all_tricks and highest < variant.deal.cards:
        check.say(f"all {variant.deal.cards} tricks cannot be bid; the highest bid is {highest}", "scores", i, "all_tricks")


def _check_table(check: _Checker, i: int, part: scores.Table, highest: int) -> None:
    blind = any(isinstance(b, bids.Blind) for b in check.variant.bids)
    for key in ("made", "lost", "blind_made", "blind_lost"):
        column = getattr(part, key)
        wanted = highest + 1 if blind or not key.startswith("blind") else 0
        if len(column) > wanted:
            check.say(f"a score for a bid of {len(column) - 1}, which cannot be made; {wanted} wanted", "scores", i, key)
        if len(column) < wanted:
            check.say(f"a bid of {len(column)} has no score; {wanted} wanted, {len(column)} found", "scores", i, key)
    for key in ("exact", "wins", "blind_wins"):
        for bid in getattr(part, key):
            if bid > highest or (key == "blind_wins" and not blind):
                check.say(f"a bid of {bid} cannot be made", "scores", i, key)
    if not any(points > 0 for points in part.made):
        check.say("no bid gives points", "scores", i, "made")
    if any(points > 0 for points in part.lost + part.blind_lost):
        check.say("a bid that is not made must not give points", "scores", i, "lost")


def _check_endings(check: _Checker) -> None:
    variant = check.variant
    for i, part in enumerate(variant.endings):
        if isinstance(part, endings.Outright) and not _can_win_outright(variant):
            check.say("no bid wins the game", "endings", i, "kind")
        if isinstance(part, endings.Sets) and variant.sides != "partners":
            check.say("losing by sets is for two sides", "endings", i, "kind")
        if isinstance(part, endings.Target) and part.fewest_bags and not any(
            getattr(score, "bags", False) is True for score in variant.scores
        ):
            check.say("overtricks are not counted, so they cannot part level sides", "endings", i, "fewest_bags")
        if isinstance(part, endings.Target) and any(isinstance(p, endings.Hands) for p in variant.endings):
            check.say("a game goes to a target or to a number of hands, not both", "endings", i, "kind")
        if isinstance(part, endings.Target | endings.Hands) and i + 1 < len(variant.endings):
            check.say("this is asked last, after the endings that come at once", "endings", i, "kind")
    if _can_win_outright(variant) and not any(isinstance(part, endings.Outright) for part in variant.endings):
        check.say("a bid can win the game, but an ending of kind 'outright' is missing", "endings")


def _can_win_outright(variant: Variant) -> bool:
    for part in variant.scores:
        if isinstance(part, scores.Table) and (part.wins or part.blind_wins):
            return True
        if isinstance(part, scores.Contract) and part.all_tricks and part.all_tricks.wins:
            return True
    return False


def _check_customs(check: _Checker) -> None:
    variant = check.variant
    for i, part in enumerate(variant.customs):
        if isinstance(part, customs.Enforcement):
            if any(isinstance(s, scores.Zero) for s in variant.scores):
                check.say("books cannot be moved where zeros are scored by themselves", "customs", i, "kind")
            if part.books > variant.deal.cards:
                check.say(f"{part.books} books found, but there are only {variant.deal.cards}", "customs", i, "books")
            if variant.plays and not any(isinstance(p, plays.Follow) for p in variant.plays):
                check.say("without following suit there is no renege", "customs", i, "kind")
        if isinstance(part, customs.LowBall) and part.super_under > part.under:
            check.say(f"{part.super_under} is above `under`, {part.under}", "customs", i, "super_under")
        if isinstance(part, customs.Dump) and part.before_trick > variant.deal.cards:
            check.say(f"there are only {variant.deal.cards} tricks", "customs", i, "before_trick")
        if isinstance(part, customs.Tray | customs.Days) and variant.sides != "solo":
            check.say(f"{part.kind!r} is for players alone, not for partners", "customs", i, "kind")
        if isinstance(part, customs.ZeroBuddy) and not any(isinstance(s, scores.Zero) for s in variant.scores):
            check.say("no zero is ever hunted", "customs", i, "kind")


def _check_options(check: _Checker) -> None:
    """Every option must have what it changes, and the game must hold together with each of its values."""
    variant = check.variant
    for i, name in enumerate(variant.options):
        option = options.OPTIONS[name]
        try:
            option.read(variant)
        except options.OptionError:
            check.say(f"the option {name!r} has nothing to change", "options", i)
            continue
        if name == "joker" and (variant.deck.jokers != 1 or variant.deal.extra != 1):
            check.say("the option 'joker' needs one joker and one extra card", "options", i)
        if name == "aces" and not any(isinstance(part, plays.AceCall) for part in variant.plays):
            check.say("the option 'aces' needs a component of kind 'ace_call'", "options", i)

