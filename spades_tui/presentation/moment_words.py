"""The moments of a game in sentences, such as ``You & Cy are set.``."""

from collections.abc import Sequence

from msgspec.structs import replace

from spades_tui.language.sentence_parts import (
    agreeing,
    capitalized,
    does,
    plain,
    plural,
    signed,
    together,
    whose,
)
from spades_tui.presentation.moments import Moment, MomentKind
from spades_tui.presentation.wording import Wording, in_words, subject
from spades_tui.rules.ruleset import Ruleset


def sentences_of(happened: Sequence[Moment], rules: Ruleset, look: Wording) -> list[str]:
    """Return the moments of one event as sentences, as `pieces_of_news` does."""
    return [sentence for _, sentence in pieces_of_news(happened, rules, look)]


def pieces_of_news(
    happened: Sequence[Moment], rules: Ruleset, look: Wording
) -> list[tuple[Moment, str]]:
    """Return the moments of one event with their sentences.

    Several sides with the same fate share one. That every bid is made comes after the last bid.
    """
    shared: dict[tuple[MomentKind, int], list[Moment]] = {}
    for moment in sorted(happened, key=lambda moment: moment.kind == MomentKind.LAST_BEAN):
        alone = moment.kind not in (MomentKind.SET, MomentKind.STREAK)
        place = -len(shared) if alone else moment.number
        shared.setdefault((moment.kind, place), []).append(moment)
    news: list[tuple[Moment, str]] = []
    for (kind, number), alike in shared.items():
        who = subject([look.together(moment.seats) for moment in alike])
        seats = tuple(seat for moment in alike for seat in moment.seats)
        if len(alike) == 1 or (kind == MomentKind.SET and number):
            news += [(moment, moment_words(moment, rules, look)) for moment in alike]
            continue
        words = f"{who} have made every bid of {number} hands in a row."
        if kind == MomentKind.SET:
            ending = " in the last trick" if alike[0].last_trick else ""
            words = f"{who} are set{ending}."
        news.append((replace(alike[0], seats=seats), words))
    return news


def moment_words(moment: Moment, rules: Ruleset, look: Wording) -> str:
    """Return a moment as one sentence, for example ``You & Cy are set.``."""
    who = together(list(map(look.who, moment.seats)))
    number = moment.number
    several = len(moment.seats) > 1
    scored = f": {signed(moment.points, rules.points_unit)}" if moment.points else ""
    blind = "blind " if moment.points else ""
    zero = capitalized(f"{whose(who)} {blind}{rules.zero_word}")
    is_, has = ("are", "have") if several else (agreeing(who, "is"), agreeing(who, "has"))
    ending = " in the last trick" if moment.last_trick else ""
    match moment.kind:
        case MomentKind.SPADES_BROKEN:
            return "Spades are broken."
        case MomentKind.BID_MADE:
            return f"{who} {has} made {number}{ending}."
        case MomentKind.BIG_BID:
            whose_bid = together(list(map(look.whom, moment.seats)))
            return f"A big bid by {whose_bid}: {number} of {plural(rules.tricks, 'trick')}."
        case MomentKind.BLIND_BID:
            bid = str(number) if number else f"a {rules.zero_word}"
            return does(who, f"bids {bid}, blind.")
        case MomentKind.SET if number:
            return f"{who} {is_} set{ending}: {plural(number, 'trick')} too many."
        case MomentKind.SET if moment.last_trick:
            return f"{who} {is_} set{ending}, one short of {moment.bid}."
        case MomentKind.SET if moment.bid:
            return f"{who} {is_} set: {moment.bid} is out of reach."
        case MomentKind.SET:
            return f"{who} {is_} set."
        case MomentKind.NIL_MADE:
            return f"{zero} is made{scored}."
        case MomentKind.NIL_BROKEN:
            return f"{zero} is set{scored}."
        case MomentKind.BAG_PENALTY:
            cost = rules.bags.penalty if rules.bags is not None else 0
            points = plain(abs(cost) * (number // max(1, _limit(rules))), rules.points_unit)
            pay = "pay" if several else agreeing(who, "pays")
            return f"{who} {pay} {points} points for {plural(number, 'bag')}."
        case MomentKind.LAST_BEAN:
            return "Every bid at the table is made."
        case MomentKind.COMEBACK:
            points = plain(number, rules.points_unit)
            was = "were" if several else agreeing(who, "was")
            lead = "lead" if several else agreeing(who, "leads")
            return f"{who} {was} {points} behind, and {lead} now."
        case MomentKind.STREAK:
            return f"{who} {has} made every bid of {number} hands in a row."
        case MomentKind.GAME_WON:
            won = _whole(rules)
            return f"{who} win {won}." if several else does(who, f"wins {won}.")
        case MomentKind.GAME_LOST:
            return _lost_words(moment, rules, look)


def _lost_words(moment: Moment, rules: Ruleset, look: Wording) -> str:
    """Return that a game is lost; of several losing sides, only the one of the people here."""
    lost = _whole(rules)
    own = look.own_side(rules)
    losers = own if own and set(own) <= set(moment.seats) else moment.seats
    who = together(list(map(look.who, losers)))
    lose = "lose" if len(losers) > 1 else agreeing(who, "loses")
    if len(losers) == len(moment.seats):
        return f"{who} {lose} {lost}."
    winners = [seat for seat in range(rules.seats) if seat not in moment.seats]
    return f"{who} {lose} {lost} to {in_words(map(look.whom, winners))}."


def _whole(rules: Ruleset) -> str:
    """Return what a side wins in the end."""
    return "the hand" if rules.single_hand else "the game"


def _limit(rules: Ruleset) -> int:
    """Return the bags that cost points; 0 in games without bags."""
    return rules.bags.limit if rules.bags is not None else 0
