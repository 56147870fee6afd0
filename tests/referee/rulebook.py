"""Read the rules of one game from a ``rules`` object, component by component.

Nothing unknown is skipped: a component of an unknown kind, an unknown key or an unknown choice raises ``NotRead``,
which names what must be added here.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from tests.referee.cards import deck_of, spade_order
from tests.referee.choices import name_of, put_in

Part = dict[str, Any]

WANTED = ...
"""In the tables below: a key without a default."""


class Refusal(Exception):
    """Raised for a line that the rules or the format don't allow; the game stays unchanged."""


class NotRead(Exception):
    """Raised for rules that the referee doesn't know yet and must learn; it judges nothing then."""

    def __init__(self, what: str) -> None:
        super().__init__(f"not read by the referee: {what}")


ROOT: Part = {
    "schema": 1,
    "slug": WANTED,
    "name": WANTED,
    "summary": WANTED,
    "special": [],
    "source": None,
    "seats": WANTED,
    "sides": WANTED,
    "options": [],
    "deck": {},
    "deal": WANTED,
    "bids": WANTED,
    "plays": WANTED,
    "scores": WANTED,
    "endings": WANTED,
    "customs": [],
    "programme": [],
}
FORMAT: Part = {"format": WANTED, "hands": [], "level": False, "bids": [], "plays": [], "scores": []}
DOWN = "A K Q J T 9 8 7 6 5 4 3 2"
DECK: Part = {"jokers": 0, "remove": [], "spades": DOWN, "suits": DOWN, "aces": "high"}
DEAL: Part = {"cards": WANTED, "extra": 0, "dead_hands": 0, "sits_out": "nobody", "draft": None, "cut": True}
SPECIAL: Part = {"bid": WANTED, "points": WANTED, "lost": None, "rule": WANTED}
ALL_TRICKS: Part = {"each": WANTED, "wins": WANTED, "rule": WANTED}

KINDS: dict[str, dict[str, Part]] = {
    "bids": {
        "number": {"min": 0, "max": WANTED, "order": "clockwise"},
        "side_total": {"min": WANTED, "max": WANTED},
        "count": {"suit": "spades", "cards": [], "each": 1, "or_nil": False},
        "at_least": {"bid": WANTED, "or_nil": True},
        "one_nil": {},
        "board": {"least": WANTED},
        "as_partner": {},
        "blind": {"who": WANTED, "bids": "any", "least": 0, "behind": 0, "nil_behind": 0},
        "new_deal": {"on": True, "without": "spades_and_honours"},
        "last_bid": {"total": WANTED},
        "all_bids": {"least": WANTED},
        "change": {},
        "zero_draw": {},
        "kitty": {"cards": WANTED, "taker": "dealer", "card": "2C"},
        "high_draw": {},
        "raise": {"of": WANTED, "max": WANTED},
        "promise": {"name": WANTED, "tricks": WANTED},
        "skip": {"on": True, "total": WANTED},
        "exchange": {"nil": 0, "blind_nil": 0, "pass_order": "together"},
    },
    "plays": {
        "follow": {},
        "lead": {"spades": WANTED, "broken_by": "off_suit"},
        "first_trick": {"trumps": WANTED},
        "opening": {"leads": WANTED},
        "must_beat": {"follow": True, "void": "beat"},
        "ace_call": {},
        "claim": {},
        "last_trick": {"shown": WANTED},
    },
    "scores": {
        "skipped": {"each": WANTED},
        "zero": {
            "on": True,
            "word": "zero",
            "made": WANTED,
            "grows": False,
            "lost": 0,
            "each": 0,
            "bags": False,
            "stray": "by_bags",
            "over": 0,
            "over_rule": None,
            "blind_made": 0,
            "blind_lost": 0,
            "both_made": 0,
            "both_lost": 0,
            "blind_rule": None,
        },
        "contract": {
            "zeros": WANTED,
            "zero_partner_rule": None,
            "made": WANTED,
            "over": WANTED,
            "lost": 0,
            "each_if_lost": 0,
            "bags": False,
            "special": [],
            "specials": True,
            "blind_made": 0,
            "blind_rule": None,
            "blind_doubles_special": False,
            "exact": False,
            "double_sets": False,
            "double_rule": None,
            "all_tricks": None,
            "wins_from": 0,
        },
        "table": {
            "made": WANTED,
            "lost": WANTED,
            "blind_rule": None,
            "blind_made": [],
            "blind_lost": [],
            "exact": [],
            "blind_exact": True,
            "wins": [],
            "blind_wins": [],
            "over": 0,
            "over_rule": None,
            "bags": False,
        },
        "tricks": {"each": WANTED, "all_tricks": 0},
        "final_trick": {"points": WANTED},
        "promise": {"name": WANTED, "tricks": WANTED, "made": WANTED, "lost": WANTED},
        "bags": {"on": True, "limit": WANTED, "penalty": WANTED, "keep": WANTED},
        "hand_winner": {"compares": WANTED, "best": WANTED, "won": WANTED, "lost": 0, "shared": "nobody"},
        "perfect_row": {"length": WANTED, "points": WANTED, "further": WANTED},
    },
    "endings": {
        "outright": {},
        "sets": {"limit": WANTED},
        "target": {"points": WANTED, "fewest_bags": False},
        "hands": {"hands": WANTED, "parts": "all", "fewest_bags": False},
        "floor": {"points": WANTED, "fewest_bags": False},
    },
    "customs": {
        "enforcement": {
            "mode": "refuse",
            "when": WANTED,
            "books": WANTED,
            "sets": False,
            "wrong_costs": WANTED,
            "taken": WANTED,
        },
        "low_ball": {"under": WANTED, "super_under": WANTED},
        "gacc": {},
        "tray": {},
        "days": {"shown_after": 3},
        "dump": {"before_trick": 5},
        "bone": {},
        "zb": {},
        "take_back": {"on": False},
        "undo": {"on": False},
        "slip": {"on": False, "alone": True},
        "tenths": {},
    },
}
for _kinds in KINDS.values():
    for _keys in _kinds.values():
        _keys.setdefault("on", True)

RULES_BY_DEFAULT = {
    "follow": "C-6", "claim": "C-12", "last_trick": "C-10", "take_back": "3B-11", "undo": "3B-11", "slip": "3B-11",
    "tenths": "CB-8",
}  # fmt: skip

CHOICES: dict[str, tuple[str, ...]] = {
    "order": ("clockwise", "by_side"),
    "who": ("anyone", "side"),
    "pass_order": ("together", "nil_first"),
    "of": ("seat", "side"),
    "spades": ("always", "broken"),
    "trumps": ("free", "no_spade"),
    "void": ("free", "beat", "spade"),
    "leads": ("left", "lowest_club"),
    "suit": ("clubs", "diamonds", "hearts", "spades"),
    "broken_by": ("off_suit", "any_spade"),
    "zeros": ("apart", "counted"),
    "keep": ("remainder", "running"),
    "mode": ("refuse", "challenge"),
    "when": ("hand", "trick"),
    "taken": ("at_once", "later"),
    "stray": ("by_bags", "helps", "bags", "bags_only", "nothing"),
    "aces": ("high", "called"),
    "sits_out": ("nobody", "dealer"),
    "sides": ("solo", "partners", "threes"),
    "parts": ("all", "first", "none"),
    "compares": ("tricks", "bids", "points"),
    "best": ("lowest", "highest"),
    "shared": ("nobody", "all"),
    "without": ("spades_and_honours", "spades"),
}

SWITCHES: dict[str, tuple[str, str, str]] = {
    "target": ("endings", "target", "points"),
    "hands": ("endings", "hands", "hands"),
    "first_zero": ("scores", "zero", "made"),
    "enforcement": ("customs", "enforcement", "mode"),
    "take_back": ("customs", "take_back", "on"),
    "undo": ("customs", "undo", "on"),
    "slip": ("customs", "slip", "on"),
    "double_sets": ("scores", "contract", "double_sets"),
    "bag_penalty": ("scores", "bags", "on"),
    "ten_or_less": ("bids", "skip", "on"),
    "new_deal": ("bids", "new_deal", "on"),
    "blind_ten_400": ("scores", "contract", "blind_doubles_special"),
}
"""The options that set one key of one component; ``joker`` and ``aces`` set more."""


def _filled(found: Part, table: Part, what: str) -> Part:
    """Return a part with default keys filled in. Raises ``NotRead`` for keys unknown to the table."""
    if not isinstance(found, dict):
        raise Refusal(f"{what}: an object is wanted")
    for key in found:
        if key not in table:
            raise NotRead(f"key {key!r} of {what}")
    whole = {key: copy.deepcopy(found.get(key, default)) for key, default in table.items()}
    for key, value in whole.items():
        if value is WANTED:
            raise Refusal(f"{what}: {key!r} is missing")
        if key in CHOICES and not (key == "spades" and table is DECK) and value not in CHOICES[key]:
            raise NotRead(f"{key} = {value!r} in {what}")
    return whole


def _component(where: str, found: Part) -> Part:
    kind = found.get("kind") if isinstance(found, dict) else None
    if kind not in KINDS[where]:
        raise NotRead(f"kind {kind!r} in {where}")
    rule = RULES_BY_DEFAULT.get(str(kind), WANTED)
    part = _filled(found, {"kind": WANTED, "rule": rule} | KINDS[where][str(kind)], f"kind {kind!r} in {where}")
    if kind == "contract":
        part["special"] = [_filled(one, SPECIAL, "'special' of a contract") for one in part["special"]]
        if part["all_tricks"] is not None:
            part["all_tricks"] = _filled(part["all_tricks"], ALL_TRICKS, "'all_tricks' of a contract")
    return part


def read_rules(found: Part) -> Part:
    """Return a whole rules object with all keys known and present."""
    rules = _filled(found, ROOT, "the rules")
    if rules["schema"] != 1:
        raise NotRead(f"schema {rules['schema']!r}")
    rules["deck"] = _filled(rules["deck"], DECK, "the deck")
    rules["deal"] = _filled(rules["deal"], DEAL, "the deal")
    for name in rules["options"]:
        if isinstance(name, str) and name not in SWITCHES and name not in ("joker", "aces"):
            raise NotRead(f"option {name!r}")
    for where in KINDS:
        if not isinstance(rules[where], list):
            raise Refusal(f"{where}: a list is wanted")
        rules[where] = [_component(where, part) for part in rules[where]]
    rules["programme"] = [_filled(form, FORMAT, "a format") for form in rules["programme"]]
    return rules


def in_format(rules: Part, form: Part) -> Part:
    """Return the rules of a hand of that format: named parts change, the others stay (LG-3)."""
    changed = copy.deepcopy(rules)
    for where in ("bids", "plays", "scores"):
        for entry in form[where]:
            for part in changed[where]:
                if part["kind"] == entry["kind"]:
                    part.update(entry)
    return changed


def with_options(rules: Part, options: Part) -> Part:
    """Return the rules with the table's options (RECORD: ``options``)."""
    chosen = copy.deepcopy(rules)
    for name, value in options.items():
        if name not in rules["options"]:
            continue
        if name == "aces":
            chosen["deck"]["aces"] = value
        elif name == "joker":
            if not value:  # 3B-1: no joker and no extra card, so nobody draws
                deck = chosen["deck"]
                deck["jokers"] = 0
                deck["spades"] = " ".join(name for name in deck["spades"].split(" ") if name != "BJ")
                chosen["deal"]["extra"] = 0
                chosen["bids"] = [p for p in chosen["bids"] if p["kind"] not in ("zero_draw", "high_draw")]
        else:
            where, kind, key = SWITCHES[name]
            for part in chosen[where]:
                if part["kind"] == kind:
                    part[key] = value
    put_in(chosen, options)
    return chosen


@dataclass(frozen=True)
class Variant:
    """A game with its name and options, before a table has chosen any."""

    rules: Part

    @property
    def slug(self) -> str:
        """The game's name in records."""
        return str(self.rules["slug"])

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return int(self.rules["seats"])

    @property
    def switches(self) -> list[str]:
        """Return the options that a table may choose."""
        return [name_of(option) for option in self.rules["options"]]

    def declared(self, name: str) -> Part | None:
        """Return an option that the file itself declares."""
        options = self.rules["options"]
        return next((one for one in options if not isinstance(one, str) and one["name"] == name), None)

    @property
    def partners(self) -> bool:
        """Return whether anybody has partners."""
        return bool(self.rules["sides"] != "solo")


class Rules:
    """The rules of one game with the table's choices."""

    def __init__(self, variant: Variant, options: Part, form: Part | None = None) -> None:
        self.format = form["format"] if form else None
        self.whole = with_options(in_format(variant.rules, form) if form else variant.rules, options)
        self.seats = variant.seats
        self.partners = variant.partners
        self.sides = {"solo": self.seats, "partners": self.seats // 2, "threes": 2}[variant.rules["sides"]]
        self.tricks: int = self.whole["deal"]["cards"]
        self.deck = deck_of(self.whole["deck"])
        self.named = {str(card): card for card in self.deck}
        """The cards of this game by name."""
        low_to_high = self.whole["deck"]["suits"].split()[::-1]
        self.ranks = {rank + suit: place for suit in "CDH" for place, rank in enumerate(low_to_high)}
        self.ranks |= {card: place for place, card in enumerate(spade_order(self.whole["deck"]["spades"]))}
        self._parts: dict[tuple[str, str], Part] = {
            (where, part["kind"]): part for where in KINDS for part in self.whole[where] if part.get("on", True)
        }
        self.has_extra = bool(self.whole["deal"]["extra"])
        kitty = self.part("bids", "kitty")
        self.kitty = kitty["cards"] if kitty is not None else 0
        self.dead_hand = bool(self.whole["deal"]["dead_hands"])
        self.dealer_sits_out = self.whole["deal"]["sits_out"] == "dealer"
        self.calls_aces = self.whole["deck"]["aces"] == "called" and self.part("plays", "ace_call") is not None
        enforcement = self.part("customs", "enforcement")
        self.challenges = enforcement is not None and enforcement["mode"] == "challenge"
        self.take_back = self.part("customs", "take_back") is not None
        self.undo = self.part("customs", "undo") is not None
        self.slip = self.part("customs", "slip") is not None
        self.promises = [part["tricks"] for part in self.whole["bids"] if part["kind"] == "promise"]

    def part(self, where: str, kind: str) -> Part | None:
        """Return the component of a kind, if it is switched on."""
        return self._parts.get((where, kind))

    def the(self, where: str, kind: str) -> Part:
        """Return a component that must exist."""
        part = self.part(where, kind)
        assert part is not None
        return part

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Return whether a bid is made only by exactly that number of tricks (BM-6)."""
        contract = self.part("scores", "contract")
        if contract is not None:
            return bool(contract["exact"])
        table = self.part("scores", "table")
        return table is not None and (bid in table["exact"] or (blind and table["blind_exact"]))
