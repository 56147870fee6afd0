"""Initial values of components, and changes that must go together to keep a game valid."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from spades_tui import cards
from spades_tui.house_rules.form_words import place_of
from spades_tui.language.unusable import UnusableError
from spades_tui.rules import customs
from spades_tui.rules.component import from_keys, kind_of, with_default_rule
from spades_tui.rules.custom_component import CustomComponent
from spades_tui.rules.deck import Deck
from spades_tui.rules.option_places import KINDS, slots
from spades_tui.rules.variant import Rules

Value = Any
Change = tuple[str, Value]
"""A place and its new value; a component's place means its switch."""
LinkedChanges = tuple[Change | Callable[[Rules], None], ...]
"""Changes that go together with another one."""


def value_at(rules: Rules, place: str, otherwise: Value = None) -> Value:
    """Return the value at a place; `otherwise` if the component is missing."""
    with suppress(UnusableError):
        return slots(rules, place)[0].value
    return otherwise


def put(rules: Rules, place: str, value: Value) -> None:
    """Set the value at a place, or switch a component; do nothing if the component is missing."""
    if place.count(".") == 1 and not place.startswith(("deck.", "deal.")):
        switch_component(rules, place, value)
    else:
        with suppress(UnusableError):
            slots(rules, place)[0].put(value)


def switch_component(rules: Rules, place: str, on: bool, at: int | None = None) -> None:
    """Add a component, or switch it off but keep its numbers; `at`: which of several."""
    where, _, kind = place.partition(".")
    parts = rules.setdefault(where, [])
    kinds = [part["kind"] for part in parts]
    if at is None and kind in kinds:
        at = kinds.index(kind)
    if at is not None:
        parts[at]["on"] = on
    elif on:
        part = {"kind": kind, **with_default_rule(KINDS[where][kind], {})}
        if place in BEGIN:
            part |= BEGIN[place](rules)
        part["on"] = True
        order = list(KINDS[where])
        later = order[order.index(kind) + 1 :]
        behind = (n for n, other in enumerate(kinds) if other in later)
        parts.insert(next(behind, len(parts)), part)


def _tricks(rules: Rules) -> int:
    return int(rules["deal"]["cards"])


def _most(rules: Rules) -> int:
    return int(value_at(rules, "bids.number.max", _tricks(rules)))


def _least(rules: Rules) -> int:
    return int(value_at(rules, "bids.number.min", 0))


def players(rules: Rules) -> int:
    """Return the number of seats that play a hand."""
    return int(rules["seats"]) - int(rules["deal"].get("sits_out", "nobody") == "dealer")


def _points_of_bids(rules: Rules) -> dict[str, list[int]]:
    bids = range(_most(rules) + 1)
    made = [10 * max(bid, 1) for bid in bids]
    return {"made": made, "lost": [-10 * bid for bid in bids]}


def _skipped_total(rules: Rules) -> dict[str, int]:
    bidders = players(rules) if rules["sides"] == "solo" else 2
    return {"total": max(10, bidders * _least(rules))}


def _first_values(custom: type[CustomComponent], rules: Rules) -> dict[str, Any]:
    return custom.first_values(_tricks(rules), players(rules) * max(1, _least(rules)))


BEGIN: Mapping[str, Callable[[Rules], dict[str, Any]]] = {
    "bids.blind": lambda rules: {"rule": "NL-7", "who": "anyone", "bids": "nil", "behind": 0},
    "bids.number": lambda rules: {"max": _tricks(rules)},
    "bids.side_total": lambda rules: {"min": min(4, _tricks(rules)), "max": _tricks(rules)},
    "bids.at_least": lambda rules: {"bid": min(4, _most(rules)), "or_nil": _least(rules) == 0},
    "bids.board": lambda rules: {"least": max(4, 2 * _least(rules) + 1)},
    "bids.last_bid": lambda rules: {"total": _tricks(rules)},
    "bids.all_bids": lambda rules: {
        "least": max(_tricks(rules) - 2, players(rules) * _least(rules) + 1),
    },
    "bids.raise": lambda rules: {
        "of": "side" if rules["sides"] == "partners" else "seat",
        "max": int(value_at(rules, "bids.side_total.max", _most(rules))),
    },
    "bids.promise": lambda rules: {"name": "Bemo", "tricks": min(4, _tricks(rules))},
    "bids.skip": _skipped_total,
    "bids.exchange": lambda rules: {"nil": 1},
    "bids.kitty": lambda rules: {"cards": players(rules)},
    "plays.lead": lambda rules: {"spades": "broken"},
    "plays.first_trick": lambda rules: {"trumps": "no_spade"},
    "plays.opening": lambda rules: {"leads": "lowest_club"},
    "plays.must_beat": lambda rules: {"void": "beat"},
    "plays.last_trick": lambda rules: {"shown": True},
    "scores.skipped": lambda rules: {"each": 10},
    "scores.zero": lambda rules: {"made": 100, "lost": -100},
    "scores.contract": lambda rules: {"zeros": "counted", "made": 10, "over": 1, "lost": -10},
    "scores.table": _points_of_bids,
    "scores.tricks": lambda rules: {"each": 10},
    "scores.final_trick": lambda rules: {"points": 10},
    "scores.promise": lambda rules: {
        "name": value_at(rules, "bids.promise.name", "Bemo"),
        "tricks": value_at(rules, "bids.promise.tricks", min(4, _tricks(rules))), "made": 100,
        "lost": -50,
    },
    "scores.perfect_row": lambda rules: {"length": 3, "points": 100, "further": 50},
    "scores.hand_winner": lambda rules: {"compares": "tricks", "best": "lowest", "won": 50},
    "scores.bags": lambda rules: {"limit": 10, "penalty": -100, "keep": "remainder"},
    "endings.sets": lambda rules: {"limit": 3},
    "endings.target": lambda rules: {"points": 500},
    "endings.hands": lambda rules: {"hands": 12, "parts": "first"},
    "endings.floor": lambda rules: {"points": -200},
    **{f"customs.{kind_of(custom)}": partial(_first_values, custom) for custom in customs.REGISTRY},
}  # fmt: skip
"""The initial values of a component's keys that have no default."""


def _blind_zero_pays(rules: Rules) -> None:
    """Let a blind zero pay twice as much as a seen one, unless it already has a value."""
    if not value_at(rules, "scores.zero.blind_made", 0):
        pay = 2 * int(value_at(rules, "scores.zero.made", 100))
        put(rules, "scores.zero.blind_made", pay)
        put(rules, "scores.zero.blind_lost", -pay)


def _blind_bid_pays(rules: Rules) -> None:
    """Let a blind bid pay twice as much as a seen one, unless it already has a value."""
    if not value_at(rules, "scores.contract.blind_made", 0):
        made = int(value_at(rules, "scores.contract.made", 10))
        put(rules, "scores.contract.blind_made", 2 * made)
    for table in _tables(rules):
        if not table.get("blind_made"):
            table["blind_made"] = [2 * points for points in table["made"]]
            table["blind_lost"] = list(table["lost"])


LOW_CARDS = tuple(cards.text(card) for rank in range(13) for card in (rank, 13 + rank, 26 + rank))
"""Clubs, diamonds and hearts, from the lowest."""


def fit_deal(rules: Rules, remove: Sequence[str] = ()) -> None:
    """Give each hand as many cards as the deck allows, and take leftover cards out.

    `remove`: cards that are out of the deck anyway.
    """
    deck = rules["deck"]
    deal = rules["deal"]
    tricks_before = _tricks(rules)
    spades = _spades_of(deck, remove)
    deck["remove"] = list(remove)
    deck["spades"] = " ".join(spades)
    try:
        pack = len(from_keys(Deck, deck).pack())
    except ValueError:
        return
    hands = players(rules) + deal["dead_hands"]
    if deal.get("draft"):
        hands = 2 * players(rules)
    aside = deal["extra"]
    if value_at(rules, "bids.kitty.on"):
        aside += value_at(rules, "bids.kitty.cards", 0)
    deal["cards"] = min(18, (pack - aside) // hands)
    leftover = pack - aside - hands * deal["cards"]
    free = [name for name in LOW_CARDS if name not in remove and name not in spades]
    deck["remove"] += free[:leftover]
    if value_at(rules, "bids.kitty.card", "2C") in deck["remove"]:
        lowest = next(name for name in LOW_CARDS if name not in deck["remove"])
        put(rules, "bids.kitty.card", lowest)
    _fit_bids(rules, tricks_before)


def _spades_of(deck: Mapping[str, Any], remove: Sequence[str]) -> list[str]:
    """Return the deck's spades, highest first; new jokers are the highest."""
    jokers = ["BJ", "LJ"][: deck["jokers"]]
    removed = {name[0] for name in remove if name[1] == "S"}
    gone = removed.union({"BJ", "LJ"}).difference(jokers)
    order = deck["spades"].split(" ")
    new_jokers = [name for name in jokers if name not in order]
    return new_jokers + [name for name in order if name not in gone]


def _fit_bids(rules: Rules, before: int) -> None:
    """Let bounds equal to the number of tricks change with it, and lower those above it."""
    tricks = _tricks(rules)
    bids = ("bids.number.max", "bids.side_total.max", "bids.raise.max", "bids.last_bid.total")
    places = list(bids)
    for custom in customs.REGISTRY:
        places += (f"customs.{kind_of(custom)}.{key}" for key in custom.trick_keys)
    for place in places:
        value = value_at(rules, place, 0)
        if (place in bids and value == before) or (
            value > tricks and place != "bids.last_bid.total"
        ):
            put(rules, place, tricks)
    fit_table(rules)


def fit_table(rules: Rules) -> None:
    """Give a table points for every bid that can be made, and for no other."""
    size = max(_most(rules), int(value_at(rules, "bids.raise.max", 0))) + 1
    for table in _tables(rules):
        for key in ("made", "lost", "blind_made", "blind_lost"):
            column = list(table.get(key, []))
            if column:
                table[key] = (column + [column[-1]] * size)[:size]
        for key in ("exact", "wins", "blind_wins"):
            table[key] = [bid for bid in table.get(key, []) if bid < size]


def _tables(rules: Rules) -> list[dict[str, Any]]:
    return [part for part in rules["scores"] if part["kind"] == "table"]


def _promised(rules: Rules, where: str) -> list[dict[str, Any]]:
    return [part for part in rules[where] if part["kind"] == "promise" and part.get("on", True)]


def _drop_unpaired_promises(rules: Rules) -> None:
    """Switch off a promise without points, and points for a promise that can't be made."""
    for where, other in (("bids", "scores"), ("scores", "bids")):
        paired = [part["tricks"] for part in _promised(rules, other)]
        for part in _promised(rules, where):
            part["on"] = part["tricks"] in paired


def _pair_promises(rules: Rules, where: str) -> None:
    """Give the other list's promises the names and tricks of this one's, pair by pair."""
    other = "scores" if where == "bids" else "bids"
    for part, pair in zip(_promised(rules, where), _promised(rules, other), strict=False):
        pair["name"] = part["name"]
        pair["tricks"] = part["tricks"]


SIDE = ("bids.blind.who", "side")
ALONE = ("bids.blind.who", "anyone")
BY_SIDE = ("bids.number.order", "by_side")
NIL_BLIND: LinkedChanges = (
    ALONE, ("bids.blind.bids", "nil"), ("bids.blind.least", 0), ("bids.blind.rule", "NL-7"),
    ("bids.blind.nil_behind", 0), _blind_zero_pays,
)  # fmt: skip
ANY_BLIND: LinkedChanges = (
    ("bids.blind.bids", "any"), ("bids.blind.nil_behind", 0), ("bids.blind.rule", "JK-9"),
    _blind_bid_pays,
)  # fmt: skip
BOTH_BLIND: LinkedChanges = (
    ("bids.blind.bids", "both"), ("bids.blind.rule", "HR-7"), _blind_bid_pays, _blind_zero_pays,
)  # fmt: skip
NO_BLIND_PAY: LinkedChanges = (
    ("scores.zero.blind_made", 0), ("scores.zero.blind_lost", 0), ("scores.contract.blind_made", 0),
    ("scores.contract.blind_doubles_special", False), ("scores.table.blind_made", []),
    ("scores.table.blind_lost", []),
    ("scores.table.blind_wins", []),
)  # fmt: skip
NO_BLIND: LinkedChanges = (("bids.blind", False), *NO_BLIND_PAY)
APART = ("scores.contract.zeros", "apart")
COUNTED: LinkedChanges = (
    ("scores.contract.zeros", "counted"), ("scores.contract.zero_partner_rule", None),
)  # fmt: skip
NO_ZERO: LinkedChanges = (("scores.zero", False), *COUNTED)
NO_EXTRA: LinkedChanges = (
    ("deal.extra", 0), ("bids.zero_draw", False), ("bids.high_draw", False),
    ("deal.sits_out", "nobody"),
)  # fmt: skip
NO_OVER: Change = ("scores.zero.over", 0)
NO_STRAY_BAGS = ("scores.zero.bags", False)
NO_OVERTRICKS: LinkedChanges = (
    ("scores.contract.over", 0), ("scores.contract.bags", False),
    ("scores.contract.double_sets", False),
)  # fmt: skip
NO_BAGS: tuple[LinkedChanges, ...] = (
    (("scores.bags", False),), (("scores.bags", False), ("endings.target.fewest_bags", False)),
)  # fmt: skip
SETS: LinkedChanges = (
    ("customs.enforcement.rule", "HR-6"), ("customs.enforcement.books", 0),
    ("customs.enforcement.sets", True),
)  # fmt: skip
NO_WINS: LinkedChanges = (
    ("scores.contract.all_tricks.wins", False), ("scores.contract.wins_from", 0),
    ("scores.table.wins", []), ("scores.table.blind_wins", []),
)  # fmt: skip
NO_PARTNER: LinkedChanges = (
    ("scores.contract.zero_partner_rule", None), ("scores.zero.both_made", 0),
    ("scores.zero.both_lost", 0),
)  # fmt: skip

TOGETHER: tuple[tuple[Change, Change], ...] = (
    (("bids.skip", True), ("scores.skipped", True)),
    (("bids.skip", False), ("scores.skipped", False)),
    (("scores.zero", True), APART), (("scores.contract", True), ("scores.table", False)),
    (("endings.target", True), ("endings.hands", False)),
    (("endings.target", False), ("endings.hands", True)),
    (("plays.ace_call", True), ("deck.aces", "called")),
    (("plays.ace_call", False), ("deck.aces", "high")),
)  # fmt: skip
"""Changes of which each needs the other."""

_NEED_ZEROS: list[Change] = [("bids.exchange", True)]
for _custom in customs.REGISTRY:
    if _custom.separate_zeros:
        _NEED_ZEROS.append((f"customs.{kind_of(_custom)}", True))

ALSO: Mapping[Change, tuple[LinkedChanges, ...]] = {
    **{change: ((other,),) for change, other in TOGETHER},
    **{change: ((other,),) for other, change in TOGETHER},
    ("sides", "solo"): (NO_PARTNER,),
    ("bids.blind", True): (
        NIL_BLIND,
        (*ANY_BLIND, SIDE),
        (*ANY_BLIND, SIDE, BY_SIDE),
        (*ANY_BLIND, ALONE),
    ),
    ("bids.blind", False): (NO_BLIND_PAY,),
    ("bids.blind.bids", "nil"): (NIL_BLIND,),
    ("bids.blind.bids", "any"): (
        (*ANY_BLIND, ALONE),
        (*ANY_BLIND, SIDE),
        (*ANY_BLIND, SIDE, BY_SIDE),
    ),
    ("bids.blind.bids", "both"): ((*BOTH_BLIND, ALONE), (*BOTH_BLIND, SIDE, BY_SIDE)),
    SIDE: ((*ANY_BLIND, BY_SIDE),),
    ALONE: (NIL_BLIND,),
    ("bids.number.order", "clockwise"): (NO_BLIND,),
    ("bids.kitty", True): (
        NO_EXTRA,
        (*NO_EXTRA, *NO_BLIND),
        (*NO_EXTRA, *NO_BLIND, ("endings.outright", False)),
    ),
    ("bids.side_total", True): (NO_ZERO,),
    ("bids.promise", True): (
        (("scores.promise", True),),
        (("bids.raise", True), ("scores.promise", True)),
    ),
    ("bids.promise", False): ((_drop_unpaired_promises,),),
    ("scores.promise", True): (
        (("bids.promise", True),),
        (("bids.raise", True), ("bids.promise", True)),
    ),
    ("scores.promise", False): ((_drop_unpaired_promises,),),
    **dict.fromkeys(_NEED_ZEROS, ((("scores.zero", True), APART),)),
    ("scores.zero", False): (COUNTED,),
    ("scores.contract.zeros", "counted"): (NO_ZERO,),
    ("scores.contract", False): ((("scores.table", True), ("scores.zero", False)),),
    ("scores.table", True): ((("scores.contract", False), ("scores.zero", False), fit_table),),
    ("scores.bags", True): ((("scores.contract.bags", True), ("scores.table.bags", True)),),
    ("scores.contract.bags", False): NO_BAGS,
    ("scores.table.bags", False): NO_BAGS,
    ("scores.contract.exact", True): (
        NO_OVERTRICKS,
        *((*NO_OVERTRICKS, *none) for none in NO_BAGS),
    ),
    ("scores.zero.stray", "helps"): ((NO_STRAY_BAGS,),),
    ("scores.zero.stray", "bags"): ((NO_STRAY_BAGS,),),
    ("scores.zero.stray", "bags_only"): ((NO_OVER,), (NO_OVER, NO_STRAY_BAGS)),
    ("scores.zero.stray", "nothing"): ((NO_OVER,), (NO_OVER, NO_STRAY_BAGS)),
    ("scores.zero.stray", "by_bags"): ((NO_OVER,),),
    ("scores.zero.bags", True): ((("scores.zero.stray", "by_bags"), NO_OVER),),
    ("endings.outright", True): (
        (("scores.contract.all_tricks", {"rule": "3B-15", "each": 20, "wins": True}),),
    ),
    ("endings.outright", False): (NO_WINS,),
    ("scores.contract.all_tricks.wins", True): ((("endings.outright", True),),),
    ("scores.contract.all_tricks.wins", False): ((("endings.outright", False),),),
    ("scores.contract.all_tricks", False): ((("endings.outright", False),),),
    ("customs.enforcement", True): (SETS,),
}
"""For changes that alone make a game invalid: other changes to try with them, in order."""

MIRRORED = {
    "scores.zero.made": "scores.zero.lost", "scores.zero.blind_made": "scores.zero.blind_lost",
    "scores.contract.made": "scores.contract.lost",
}  # fmt: skip
"""Points won and lost that stay opposite as long as they are."""


def others(
    rules: Rules, place: str, value: Value, remove: Sequence[str]
) -> tuple[LinkedChanges, ...]:
    """Return the sets of changes to try with a change: a loss that follows a gain, none, and more.

    `remove`: cards that are out of the deck anyway.
    """
    tries: list[LinkedChanges] = [()]
    lost = MIRRORED.get(place)
    if lost and type(value) is int and value > 0:
        points = value_at(rules, place)
        if points and points == -value_at(rules, lost):
            tries.insert(0, ((lost, -value),))
    plain = place_of(place)
    needed: tuple[LinkedChanges, ...] = ()
    if isinstance(value, bool | str):
        needed = ALSO.get((plain, value), ())
    tries += needed
    if plain in ("seats", "sides") or plain.startswith(("deck.", "deal.", "bids.kitty")):
        fit = partial(fit_deal, remove=remove)
        tries += [(fit,), *((*changes, fit) for changes in needed)]
        if plain == "deal.extra" and value == 0:
            tries.append((("bids.zero_draw", False), ("bids.high_draw", False), fit))
        if plain == "deck.jokers":
            tries += [(("deal.extra", 1), fit), (("deal.extra", 0), fit)]
    where, _, key = plain.partition(".promise.")
    if key in ("tricks", "name"):
        tries.append((partial(_pair_promises, where=where),))
    if plain in ("bids.number.max", "bids.raise.max"):
        tries.append((fit_table,))
    if plain in ("scores.contract.wins_from", "scores.table.wins", "scores.table.blind_wins"):
        tries.append((("endings.outright", bool(value)),))
    return tuple(tries)


def add_promise(rules: Rules) -> None:
    """Add a promise after the last one, for an unused number of tricks.

    It has the points of the first one.
    """
    used = [part["tricks"] for part in rules["bids"] if part["kind"] == "promise"]
    higher = range(used[-1] + 1, _tricks(rules) + 1)
    lower = range(used[-1] - 1, 0, -1)
    free = [tricks for tricks in (*higher, *lower) if tricks not in used]
    pays = _promised(rules, "scores")
    if not free or not pays:
        return
    tricks = free[0]
    promise = _promised(rules, "bids")[0]
    new = {"name": f"{promise['name'][:20]} of {tricks}", "tricks": tricks, "on": True}
    for where, first in (("bids", promise), ("scores", pays[0])):
        places = [n for n, part in enumerate(rules[where]) if part["kind"] == "promise"]
        rules[where].insert(places[-1] + 1, {**first, **new})
