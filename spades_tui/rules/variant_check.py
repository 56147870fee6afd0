"""Check whether the components of a well-formed variant fit together, so that it can be played.

pydantic is slow to import, so it's imported only when somebody's own file is read.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from spades_tui.language.quoting import either, key_text, nearest
from spades_tui.language.unusable import UnusableError
from spades_tui.rules import endings, scores
from spades_tui.rules.component import kind_of
from spades_tui.rules.component_bases import (
    Checker,
    EndingComponent,
    VariantFacts,
    WhenAllHaveBid,
    place_of,
)
from spades_tui.rules.dead_bids import check_limits
from spades_tui.rules.option_declarations import Option, Value
from spades_tui.rules.option_places import slots
from spades_tui.rules.problems import (
    Flaw,
    FlawError,
    GivenName,
    KeyName,
    KeyPath,
    Part,
    Problem,
    Quoted,
)
from spades_tui.rules.programme import Format
from spades_tui.rules.variant import (
    LISTS,
    Rules,
    Variant,
    data_with,
    in_format,
    overlaid,
    whole,
    with_others,
    with_values,
)

MOST_HANDS = 200
"""Hands within which a game must be able to end; simulated games stop after as many."""


def read_rules(data: Mapping[str, Any]) -> tuple[Variant | None, list[Problem]]:
    """Return a variant from a file's data, whether or not it can be played.

    Or None, and all problems.
    """
    from pydantic import ValidationError

    from spades_tui.rules.schema import checked, explain

    try:
        return checked(Variant, data), []
    except ValidationError as error:
        return None, explain(error, data)
    except RecursionError:
        return None, [Problem((), Flaw.SAID, {"words": "nested too deeply"})]


def problems(variant: Variant) -> list[Problem]:
    """Return everything that keeps a variant from being played; empty if it can be.

    Never raises.
    """
    return list(_problems(variant.changed(slug="house", name="House", summary="House.")))


@lru_cache(maxsize=64)
def _problems(unnamed: Variant) -> tuple[Problem, ...]:
    """Return the problems of a variant.

    Cached, because house rules are checked whenever they're named or saved.
    """
    return tuple(problems_but_options(unnamed) or _problems_of_options(unnamed))


def problems_but_options(variant: Variant) -> list[Problem]:
    """Return the same as `problems`, but don't check the values of options.

    Those take most of the time.
    """
    checker = _structure(variant)
    if not checker.problems:
        _check_reach(checker)
    if not checker.problems:
        _check_programme(checker, variant)
    return checker.problems


def _structure(variant: Variant, some_hands: bool = False) -> Checker:
    """Check everything except options and formats. Skip components that are off."""
    checker = Checker(variant.in_play(), some_hands)
    _check_deck(checker)
    _check_kinds(checker)
    if not checker.problems:
        _check_components(checker)
    names = variant.option_names
    for i, name in enumerate(names):
        if name in names[:i]:
            checker.say(Flaw.OPTION_TWICE, "options", i, name=GivenName(name))
    checker.problems = [_in_file(variant, checker.variant, problem) for problem in checker.problems]
    return checker


def _in_file(variant: Variant, played: VariantFacts, problem: Problem) -> Problem:
    """Return a problem with its component's index in the file.

    The index counts components that are off too.
    """
    match problem.path:
        case (str(where), int(at), *rest) if where in LISTS and variant is not played:
            place = place_of(getattr(played, where)[at], getattr(variant, where))
            return Problem((where, place, *rest), problem.flaw, problem.arguments)
        case _:
            return problem


def _check_deck(check: Checker) -> None:
    variant = check.variant
    if variant.sides == "partners" and variant.seats not in (4, 6):
        check.say(Flaw.PARTNERS_NEED_FOUR, "seats", seats=variant.seats)
    if variant.sides == "threes" and variant.seats != 6:
        check.say(Flaw.THREES_NEED_SIX, "seats", seats=variant.seats)
    if check.partners and variant.deal.sits_out != "nobody":
        check.say(Flaw.PARTNERS_SIT_OUT, "deal", "sits_out", allowed=Quoted("nobody"))
    try:
        pack = len(variant.deck.pack())
    except FlawError as error:
        for problem in error.problems:
            check.say(problem.flaw, "deck", "spades", **problem.arguments)
        return
    deal = variant.deal
    hands = variant.players + deal.dead_hands
    if deal.draft:
        _check_draft(check, pack)
    elif hands * deal.cards + check.set_aside != pack:
        _uneven(check, hands, pack)


def _check_draft(check: Checker, pack: int) -> None:
    """Report a draft that doesn't draw two cards for each one kept.

    It may not set cards aside or follow a blind bid either.
    """
    players = check.variant.players
    deal = check.variant.deal
    drawn = 2 * players * deal.cards
    if drawn != pack:
        check.say(
            Flaw.DRAFT_UNEVEN, "deal", "cards", players=players, each=deal.cards,
            seen=2 * deal.cards, drawn=drawn, pack=pack,
        )  # fmt: skip
    if deal.extra or deal.dead_hands:
        check.say(Flaw.DRAFT_LAYS_ASIDE, "deal", "extra" if deal.extra else "dead_hands")
    if check.blind:
        check.say(Flaw.DRAFT_IS_SEEN, "deal", "draft")


def _uneven(check: Checker, hands: int, pack: int) -> None:
    """Report that the hands don't use the cards of the deck, and suggest a fix."""
    each = check.variant.deal.cards
    extra = check.set_aside
    path = ("deal", "cards")
    fits, left = divmod(pack - extra, hands)
    if left == 0 and 1 <= fits <= 18:
        fix = Problem(path, Flaw.FITS, {"each": fits})
    elif left == 0:
        fix = Problem(path, Flaw.MOST_CARDS, {"each": 18})
    else:
        remove = KeyName("deck.remove", ("deck.remove",))
        aside = KeyName("deal.extra", ("deal.extra",))
        flaw = Flaw.TAKE_OUT_OR_ASIDE if left == 1 and not extra else Flaw.TAKE_OUT
        fix = Problem(path, flaw, {"left": left, "remove": remove, "extra": aside})
    over = Problem(path, Flaw.CARDS_OVER, {"extra": extra}) if extra else None
    sizes = {"hands": hands, "each": each, "make": hands * each + extra, "pack": pack}
    check.say(Flaw.HANDS_UNEVEN, *path, over=over, way=fix, **sizes)


def _check_kinds(check: Checker) -> None:
    variant = check.variant
    for where in LISTS:
        seen: set[str] = set()
        for part in check.each(where):
            if part.kind in seen and not part.several:
                check.say(Flaw.SECOND_OF_KIND, "kind", kind=Part((f"{where}.{part.kind}",)))
            seen.add(part.kind)
    for where, kind in (("bids", "number"), ("plays", "follow"), ("plays", "lead")):
        if not any(part.kind == kind for part in getattr(variant, where)):
            check.say(Flaw.KIND_MISSING, where, kind=Part((f"{where}.{kind}",)))
    scoring = [score for score in scores.REGISTRY if score.scores_bids]
    places = tuple(f"scores.{kind_of(score)}" for score in scoring)
    bidding = [i for i, part in enumerate(variant.scores) if part.scores_bids]
    if not bidding and not any(part.may_stand_alone for part in variant.scores):
        check.say(Flaw.NOTHING_SCORES_BIDS, "scores", kind=Part(places))
    if len(bidding) > 1:
        check.say(Flaw.BOTH_SCORE_BIDS, "scores", bidding[1], "kind", kinds=Part(places, "and"))
    if not any(part.last for part in variant.endings):
        last = tuple(f"endings.{kind_of(end)}" for end in endings.REGISTRY if end.last)
        check.say(Flaw.NO_END, "endings", kind=Part(last))


def _check_order_of_bids(check: Checker) -> None:
    """Report components of a player's turn that come after components that follow the bidding."""
    late: str | None = None
    for part in check.each("bids"):
        if isinstance(part, WhenAllHaveBid):
            late = late or part.kind
        elif late:
            kind = Part((f"bids.{part.kind}",))
            check.say(Flaw.STANDS_BEFORE, "kind", kind=kind, late=Part((f"bids.{late}",)))


def _check_components(check: Checker) -> None:
    """Check each component next to the others, and report what is missing."""
    variant = check.variant
    _check_order_of_bids(check)
    for where in ("bids", "scores") if variant.sides == "threes" else ():
        for one in check.each(where):
            if one.for_pairs == "kind":
                check.say(Flaw.PAIRS_ONLY, "kind", kind=Part((f"{where}.{one.kind}",)))
            elif one.for_pairs:
                check.say(Flaw.PAIRS_ONLY_KEY, one.for_pairs)
    for bid in check.each("bids"):
        bid.problems(check)
    if variant.deck.aces == "called" and variant.deck.suits[0] != "A":
        check.say(Flaw.ACES_IN_ORDER, "deck", "suits", suits=KeyName("suits", ("deck.suits",)))
    if variant.deck.aces == "called" and not any(part.calls_aces for part in variant.plays):
        check.say(Flaw.NO_ACE_CALL, "plays", kind=Part(("plays.ace_call",)))
    if not check.problems:
        check_limits(check)
    for where in ("plays", "scores", "endings"):
        for part in check.each(where):
            part.problems(check)
    wins = any(part.facts.wins_game for part in variant.scores)
    if wins and not any(part.by_bid for part in variant.endings):
        check.say(Flaw.NO_OUTRIGHT, "endings", kind=Part(("endings.outright",)))
    for custom in check.each("customs"):
        custom.problems(check)


def _check_reach(check: Checker) -> None:
    """Report an end that no side can reach in `MOST_HANDS` hands."""
    each = [part.most(check) for part in check.variant.scores]
    if None in each or not all(part.last for part in check.variant.endings):
        return
    for part in check.each("endings"):
        assert isinstance(part, EndingComponent)
        part.reach(check, sum(one or 0 for one in each), MOST_HANDS)


def _check_programme(check: Checker, variant: Variant) -> None:
    """Check that every format changes something and makes a valid game.

    No hand may have two formats (LG-3).
    """
    rules = variant.to_json() if variant.programme else {}
    taken: dict[int, str] = {}
    for at, form in enumerate(variant.programme):
        if any(other.format == form.format for other in variant.programme[:at]):
            check.say(Flaw.SECOND_FORMAT, "programme", at, "format", name=GivenName(form.format))
        if form.level and any(other.level for other in variant.programme[:at]):
            check.say(Flaw.SECOND_LEVEL, "programme", at, "level")
        for place, hand in enumerate(form.hands):
            if hand in taken:
                name = GivenName(taken[hand])
                check.say(Flaw.HAND_TAKEN, "programme", at, "hands", place, hand=hand, name=name)
            taken[hand] = form.format
        for where, entries in form.overlays().items():
            kinds = list(dict.fromkeys(part["kind"] for part in rules[where]))
            for place, entry in enumerate(entries):
                kind = entry["kind"]
                if kind not in kinds:
                    check.say(
                        Flaw.OVERLAYS_NOTHING, "programme", at, where, place, "kind",
                        value=Quoted(kind), where=where, kinds=either(kinds),
                        near=nearest(kind, kinds),
                    )  # fmt: skip
        if check.problems:
            return
        _, problems = read_rules(overlaid(rules, form))
        if problems:
            path = _in_overlay(rules, form, at, problems[0].path)
            check.say(problems[0].flaw, *path, **problems[0].arguments)
            return
    check.problems += _formats_of(variant)


def _in_overlay(rules: Rules, form: Format, at: int, path: KeyPath) -> KeyPath:
    """Return the key in the file that causes a problem in a format's hands."""
    match path:
        case (str(where), int(place), *rest) if where in form.overlays():
            kinds = [entry["kind"] for entry in form.overlays()[where]]
            kind = rules[where][place]["kind"]
            entry_at = kinds.index(kind) if kind in kinds else 0
            return ("programme", at, where, entry_at, *rest)
        case _:
            return ("programme", at)


def _formats_of(variant: Variant) -> list[Problem]:
    """Return the first problem of each format that makes an invalid game."""
    failed = []
    for at, form in enumerate(variant.programme):
        checker = _structure(in_format(variant, form), some_hands=True)
        for problem in checker.problems[:1]:
            arguments = {"name": GivenName(form.format), "problem": problem}
            failed.append(Problem(("programme", at), Flaw.FORMAT_FAILS, arguments))
    return failed


def _problems_of_options(variant: Variant) -> list[Problem]:
    """Check that every option sets something, and that each of its values makes a valid game."""
    check = Checker(variant)
    rules = variant.to_json() if variant.options else {}
    offered = []
    for i, entry in enumerate(variant.options):
        option = _whole_option(check, i, entry, rules)
        if option is not None:
            offered.append(option)
    if check.problems:
        return check.problems
    for i, option in enumerate(offered):
        for value, changed in _each_choice(check, i, variant, rules, offered):
            failed = _structure(changed).problems or _formats_of(changed)
            if failed:
                check.say(
                    Flaw.OPTION_FAILS, "options", i, option=option.name, value=Quoted(value),
                    problem=failed[0],
                )  # fmt: skip
                break
    return check.problems or [problem for _, problem in contradicted(rules, offered)]


def _whole_option(check: Checker, at: int, entry: str | Option, rules: Rules) -> Option | None:
    """Return an option with its default filled in.

    Report one that has nothing to set in these rules.
    """
    for place, setting in enumerate(entry.sets) if isinstance(entry, Option) else ():
        try:
            slots(rules, setting.place)
        except UnusableError as error:
            arguments = {"place": GivenName(setting.place), "words": str(error)}
            check.say(Flaw.OPTION_PLACE, "options", at, "sets", place, "place", **arguments)
            return None
    try:
        return whole(entry, rules)
    except UnusableError as error:
        if isinstance(entry, Option):  # its places are there, so it lacks a default
            check.say(Flaw.SAID, "options", at, "default", words=str(error))
        else:
            check.say(Flaw.OPTION_EMPTY, "options", at, name=GivenName(entry), words=str(error))
    return None


def _each_choice(
    check: Checker, at: int, variant: Variant, rules: Rules, offered: Sequence[Option]
) -> list[tuple[Value, Variant]]:
    """Return each tried value of an option with the game that it makes.

    Report an option that changes nothing. `rules` is the variant's rule object, `offered` its
    options, and `at` the index of the option. A value that makes an impossible game is reported
    too.
    """
    option = offered[at]
    declared = isinstance(variant.options[at], Option)
    chosen: list[tuple[Value, Variant]] = []
    for value in option.tried:
        pairs = with_others(offered, {option.name: value})
        if declared:
            _, problems = read_rules(data_with(rules, pairs))
            if problems:
                check.say(
                    Flaw.OPTION_WRONG, "options", at, "sets", option=option.name,
                    value=Quoted(value), key=key_text(problems[0].path), problem=problems[0],
                )  # fmt: skip
                return []
        chosen.append((value, with_values(variant, rules, pairs)))
    if all(changed == chosen[0][1] for _, changed in chosen):
        check.say(Flaw.OPTION_ALIKE, "options", at, name=GivenName(option.name))
        return []
    return chosen


def contradicted(rules: Rules, offered: Sequence[Option]) -> list[tuple[int, Problem]]:
    """Return the index of each option whose default contradicts the rest of the file.

    The problem comes with it.
    """
    by_default = data_with(rules, [(option, option.usual) for option in offered])
    contradictions = []
    for at, option in enumerate(offered):
        for setting in option.sets:
            if not setting.applies(option.usual):
                continue
            values = [slot.value for slot in slots(rules, setting.place)]
            defaults = [slot.value for slot in slots(by_default, setting.place)]
            for value, default in zip(values, defaults, strict=True):
                if value != default:
                    arguments = {
                        "usual": Quoted(option.usual), "place": setting.place,
                        "value": Quoted(value),
                    }  # fmt: skip
                    path = ("options", at, "default")
                    contradictions.append((at, Problem(path, Flaw.OPTION_DEFAULT, arguments)))
                    break
    return contradictions
