"""Whether a variant that is well formed can also be played: what one component asks of another."""

from spades_tui.rules import customs, endings, options, plays, scores
from spades_tui.rules.check_bids import check_bids
from spades_tui.rules.check_scores import check_scores, most_points
from spades_tui.rules.checker import Checker, Problem
from spades_tui.rules.part import plural
from spades_tui.rules.saying import shown
from spades_tui.rules.variant import Variant

MOST_HANDS = 200
"""A game that cannot end in so many hands is none."""

__all__ = ["MOST_HANDS", "Problem", "problems"]


def problems(variant: Variant) -> list[Problem]:
    """Everything that keeps a variant from being played; empty if it can be. Never raises."""
    checker = _structure(variant)
    if not checker.problems:
        _check_reach(checker)
    if not checker.problems:
        _check_options(checker)
    return checker.problems


def _structure(variant: Variant) -> Checker:
    """All that holds whatever the table chooses."""
    checker = Checker(variant)
    _check_deck(checker)
    _check_kinds(checker)
    if not checker.problems:
        check_bids(checker)
        _check_plays(checker)
        check_scores(checker)
        _check_endings(checker)
        _check_customs(checker)
    return checker


def _check_deck(check: Checker) -> None:
    variant = check.variant
    if check.partners and variant.seats != 4:
        check.say(f"{variant.seats} seats found, but partners need 4", "seats")
    if check.partners and variant.deal.sits_out != "nobody":
        check.say("partners need all four; 'nobody' wanted", "deal", "sits_out")
    for i, name in enumerate(variant.options):
        if name in variant.options[:i]:
            check.say(f"the option {name!r} is named twice", "options", i)
    try:
        pack = len(variant.deck.pack())
    except ValueError as error:
        check.say(str(error), "deck", "spades")
        return
    deal = variant.deal
    hands = variant.players + deal.dead_hands
    if hands * deal.cards + deal.extra != pack:
        check.say(_uneven(hands, deal.cards, deal.extra, pack), "deal", "cards")


def _uneven(hands: int, each: int, extra: int, pack: int) -> str:
    over = f" and {extra} over" if extra else ""
    message = f"{hands} hands of {each}{over} make {hands * each + extra} cards, but the deck has {pack}"
    fits, left = divmod(pack - extra, hands)
    if left == 0 and 1 <= fits <= 18:
        return f"{message}; {fits} each would do"
    if left == 0:
        return f"{message}; 18 each are the most"
    return f"{message}; take {plural(left, 'card')} out (`deck.remove`)" + (
        ", or lay 1 aside (`deal.extra`)" if left == 1 and not extra else ""
    )


def _check_kinds(check: Checker) -> None:
    variant = check.variant
    for where in ("bids", "plays", "scores", "endings", "customs"):
        seen: set[str] = set()
        for i, part in enumerate(getattr(variant, where)):
            if part.kind in seen and part.kind != "promise":
                check.say(f"a second component of kind {part.kind!r}; one is allowed", where, i, "kind")
            seen.add(part.kind)
    for where, kind in (("bids", "number"), ("plays", "follow"), ("plays", "lead")):
        if not any(part.kind == kind for part in getattr(variant, where)):
            check.say(f"a component of kind {kind!r} is missing", where)
    bidding = [(i, part) for i, part in enumerate(variant.scores) if isinstance(part, scores.Contract | scores.Table)]
    if not bidding:
        check.say("nothing scores the bids; a component of kind 'contract' or 'table' is missing", "scores")
    if len(bidding) > 1:
        check.say("'contract' and 'table' both score the bids; one of them wanted", "scores", bidding[1][0], "kind")
    if not any(isinstance(part, endings.Target | endings.Hands) for part in variant.endings):
        check.say("the game has no end; a component of kind 'target' or 'hands' is missing", "endings")


def _check_plays(check: Checker) -> None:
    variant = check.variant
    called = variant.deck.aces == "called"
    if called and not any(isinstance(part, plays.AceCall) for part in variant.plays):
        check.say("aces are called, but a component of kind 'ace_call' is missing", "plays")
    for i, part in enumerate(variant.plays):
        if isinstance(part, plays.AceCall) and not called and "aces" not in variant.options:
            check.say("aces are always high here, so there is nothing to call (`deck.aces`)", "plays", i, "kind")


def _check_endings(check: Checker) -> None:
    variant = check.variant
    for i, part in enumerate(variant.endings):
        if isinstance(part, endings.Outright) and not _can_win_outright(variant):
            check.say("no bid wins the game, so it never ends like this", "endings", i, "kind")
        if isinstance(part, endings.Sets) and not check.partners:
            check.say("losing by sets is for two sides, so it needs partners", "endings", i, "kind")
        if (
            isinstance(part, endings.Target)
            and part.fewest_bags
            and not any(getattr(score, "bags", False) is True for score in variant.scores)
        ):
            check.say("overtricks are not counted, so they cannot part level sides", "endings", i, "fewest_bags")
        if isinstance(part, endings.Target) and any(isinstance(p, endings.Hands) for p in variant.endings):
            check.say("a game goes to a target or to a number of hands, not to both", "endings", i, "kind")
        if isinstance(part, endings.Target | endings.Hands) and i + 1 < len(variant.endings):
            check.say(f"{part.kind!r} is asked last, after the endings that come at once", "endings", i, "kind")
    if _can_win_outright(variant) and not any(isinstance(part, endings.Outright) for part in variant.endings):
        check.say("a bid can win the game, but an ending of kind 'outright' is missing", "endings")


def _can_win_outright(variant: Variant) -> bool:
    for part in variant.scores:
        if isinstance(part, scores.Table) and (part.wins or part.blind_wins):
            return True
        if isinstance(part, scores.Contract) and part.all_tricks and part.all_tricks.wins:
            return True
    return False


def _check_reach(check: Checker) -> None:
    """A target that no side can come to in `MOST_HANDS` hands is refused without trying."""
    variant = check.variant
    most = most_points(check)
    if most is None or any(isinstance(part, endings.Outright | endings.Sets) for part in variant.endings):
        return
    for i, part in enumerate(variant.endings):
        if isinstance(part, endings.Target) and part.points > MOST_HANDS * most:
            message = f"nobody gets to {part.points} points: a hand brings a side {most} at most"
            check.say(f"{message}, and {MOST_HANDS} hands are a game's limit", "endings", i, "points")


def _check_customs(check: Checker) -> None:
    variant = check.variant
    tricks = variant.deal.cards
    for i, part in enumerate(variant.customs):
        if isinstance(part, customs.Enforcement) and "zero" in check.score_kinds:
            check.say("books cannot be moved where zeros are scored by themselves", "customs", i, "kind")
        if isinstance(part, customs.Enforcement) and part.books > tricks:
            check.say(f"{part.books} found, but a hand has only {tricks} books", "customs", i, "books")
        if isinstance(part, customs.LowBall):
            least = variant.players * max(1, check.one_bid()[0])
            if part.super_under > part.under:
                check.say(f"{part.super_under} is above `under`, {part.under}", "customs", i, "super_under")
            if part.under <= least:
                message = f"bids come to {least} at least (a zero counts as one), never to less than {part.under}"
                check.say(message, "customs", i, "under")
        if isinstance(part, customs.Dump) and part.before_trick > tricks:
            check.say(f"{part.before_trick} found, but there are only {tricks} tricks", "customs", i, "before_trick")
        if isinstance(part, customs.Tray | customs.Days) and check.partners:
            check.say(f"{part.kind!r} is for players alone, not for partners", "customs", i, "kind")
        if isinstance(part, customs.ZeroBuddy) and "zero" not in check.score_kinds:
            check.say("no zero is ever hunted; a score of kind 'zero' is missing", "customs", i, "kind")


def _check_options(check: Checker) -> None:
    """Every option must have what it changes, and the game must hold together with each of its values."""
    variant = check.variant
    for i, name in enumerate(variant.options):
        option = options.OPTIONS[name]
        missing = option.missing(variant)
        if missing:
            check.say(f"the option {name!r} has nothing to change; {missing}", "options", i)
            continue
        for value in option.values:
            found = _structure(option.write(variant, value)).problems
            if found:
                message = f"with {name} = {shown(value)} the game does not hold together: {found[0].message}"
                check.say(message, "options", i)
                break
