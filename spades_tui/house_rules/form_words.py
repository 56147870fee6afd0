"""The form's words for components, their keys, their values, and why a change is refused.

Its users don't know the keys of files. `{zero}` is the game's word for a bid of zero.

A component without words is called by its name in the file; a test checks that all have words.
"""

import re
from collections.abc import Mapping, Sequence

from spades_tui.language.address import capitalized
from spades_tui.language.quoting import either, shown
from spades_tui.rules.problems import Held, Key, Part, Problem, Wording
from spades_tui.rules.toml_lines import KeyPath
from spades_tui.rules.variant import LISTS, Rules

GROUPS: Mapping[str, str] = {
    "table": "The table",
    "bids": "Bidding",
    "plays": "Play",
    "scores": "Scoring",
    "endings": "The end",
    "customs": "Customs",
    "options": "Options",
}
"""The groups of the form by the first word of a place, in the order of the rules page."""

KINDS: Mapping[str, str] = {
    "bids.blind": "Blind bids, or blind {zero}",
    "bids.new_deal": "New deal for a bad hand",
    "bids.number": "The bid",
    "bids.side_total": "Only the side's total counts",
    "bids.count": "Bid your cards of a suit",
    "bids.at_least": "Minimum bid, or {zero}",
    "bids.one_nil": "One of two partners bids {zero}",
    "bids.board": "Minimum for partners (board)",
    "bids.as_partner": "Partners bid the same",
    "bids.last_bid": "A total bids can't add up to",
    "bids.change": "Bids can be changed",
    "bids.zero_draw": "{Zero} draws the extra card",
    "bids.high_draw": "Highest bidder draws a card",
    "bids.raise": "Bids can be raised",
    "bids.promise": "First tricks can be promised",
    "bids.skip": "Low bids: the hand is skipped",
    "bids.exchange": "Cards passed for a {zero}",
    "bids.kitty": "A kitty, taken before the bids",
    "plays.follow": "Following suit",
    "plays.lead": "Leading spades",
    "plays.first_trick": "A rule for the first trick",
    "plays.opening": "A rule for the first lead",
    "plays.must_beat": "The trick must be beaten",
    "plays.ace_call": "Aces called high or low",
    "plays.claim": "Claiming the rest",
    "plays.last_trick": "A rule for the last trick",
    "scores.skipped": "Points of a skipped hand",
    "scores.zero": "{Zero} scored separately",
    "scores.contract": "Points for each trick bid",
    "scores.table": "Own points for each bid",
    "scores.tricks": "Points for tricks taken",
    "scores.promise": "Points for a promise",
    "scores.perfect_row": "Bids met exactly in a row",
    "scores.hand_winner": "Best or lowest total wins",
    "scores.bags": "Bags cost points",
    "endings.outright": "A bid can win the game",
    "endings.sets": "Too many sets lose the game",
    "endings.target": "A game to points",
    "endings.hands": "A fixed number of hands",
    "endings.floor": "Too few points lose the game",
    "customs.enforcement": "Reneging",
    "customs.low_ball": "Low-balls are announced",
    "customs.gacc": "Gaccing is announced",
    "customs.tray": "The tray person",
    "customs.days": "Perfect and imperfect days",
    "customs.dump": "Dumps can be declared",
    "customs.bone": "Bonehead plays",
    "customs.zb": "ZB marks",
    "customs.take_back": "Practice: undo until seen",
    "customs.undo": "Practice: undo",
    "customs.slip": "Slips can be undone",
}

OTHER_NAMES: Mapping[str, str] = {
    "deck.spades": "lowball",
    "deck.suits": "lowball",
    "bids.blind": "blind six",
    "bids.blind.least": "blind six",
    "bids.count": "crazy aces",
    "bids.count.cards": "crazy aces",
    "plays.must_beat": "overtake, trump, ruff",
    "plays.must_beat.void": "must trump, ruff",
    "scores.contract.exact": "royal spades",
    "scores.tricks": "Boston",
    "scores.tricks.all_tricks": "Boston",
    "scores.zero.both_made": "double nil, double zero",
    "scores.zero.both_lost": "double nil, double zero",
    "customs.enforcement": "renege, challenge",
}
"""Other names of rules, under which people look for them."""

KEYS: Mapping[str, str] = {
    "seats": "Players",
    "sides": "Sides",
    "special": "More rules in words",
    "programme": "A format for each hand",
    "deck.jokers": "Jokers",
    "deck.remove": "Cards left out",
    "deck.spades": "Spades, highest first",
    "deck.suits": "Other suits, highest first",
    "deck.aces": "Aces",
    "deal.cards": "Cards each",
    "deal.extra": "An extra card, face down",
    "deal.dead_hands": "A dead hand",
    "deal.sits_out": "Who sits out",
    "deal.draft": "Cards from a draft",
    "deal.cut": "The cut is offered",
    "bids.blind.who": "Who can bid blind",
    "bids.blind.bids": "Blind bids allowed",
    "bids.blind.least": "Lowest blind bid",
    "bids.blind.behind": "Only when behind by",
    "bids.blind.nil_behind": "Blind {zero}: behind by",
    "bids.number.min": "Minimum bid",
    "bids.number.max": "Maximum bid",
    "bids.number.order": "Order of bidding",
    "bids.side_total.min": "Minimum total",
    "bids.side_total.max": "Maximum total",
    "bids.count.suit": "Suit",
    "bids.count.cards": "Cards that count",
    "bids.count.each": "Tricks bid for each",
    "bids.count.or_nil": "Or {zero}",
    "bids.at_least.bid": "Minimum bid",
    "bids.at_least.or_nil": "Or {zero}",
    "bids.board.least": "Minimum for two partners",
    "bids.last_bid.total": "Forbidden total",
    "bids.raise.of": "What is raised",
    "bids.raise.max": "Maximum raise",
    "bids.promise.name": "Name of the promise",
    "bids.promise.tricks": "First tricks promised",
    "bids.skip.total": "Maximum of all bids",
    "bids.exchange.blind_nil": "Cards for a blind {zero}",
    "bids.exchange.nil": "Cards for a {zero}",
    "bids.exchange.pass_order": "Who passes first",
    "bids.kitty.cards": "Cards in the kitty",
    "bids.kitty.taker": "Who takes it",
    "bids.kitty.card": "Card that takes it",
    "plays.lead.spades": "Spades can be led",
    "plays.lead.broken_by": "Spades are broken by",
    "plays.first_trick.trumps": "Spades in the first trick",
    "plays.opening.leads": "Who leads",
    "plays.must_beat.follow": "Beat it in the suit led",
    "plays.must_beat.void": "If you can't follow suit",
    "plays.last_trick.shown": "Can be seen again",
    "scores.skipped.each": "For each trick bid",
    "scores.zero.word": "Word for it",
    "scores.zero.made": "{Zero} made",
    "scores.zero.grows": "Its value grows",
    "scores.zero.lost": "{Zero} failed",
    "scores.zero.each": "Failed: for each trick",
    "scores.zero.bags": "Tricks on it are bags",
    "scores.zero.stray": "Tricks of a failed {zero}",
    "scores.zero.over": "Points for each such trick",
    "scores.zero.blind_made": "Blind {zero} made",
    "scores.zero.blind_lost": "Blind {zero} failed",
    "scores.zero.both_made": "Two {zero}s made, together",
    "scores.zero.both_lost": "Two {zero}s, one failed",
    "scores.contract.zeros": "A bid of {zero}",
    "scores.contract.made": "Made: each trick bid",
    "scores.contract.over": "Each trick over the bid",
    "scores.contract.lost": "Set: each trick bid",
    "scores.contract.each_if_lost": "Set: each trick taken",
    "scores.contract.bags": "Tricks over it are bags",
    "scores.contract.special": "Bids with their own points",
    "scores.contract.special.bid": "Bid with own points",
    "scores.contract.special.points": "Made",
    "scores.contract.special.lost": "Set",
    "scores.contract.specials": "Own points apply",
    "scores.contract.blind_made": "Made blind: each trick bid",
    "scores.contract.blind_doubles_special": "Own points double if blind",
    "scores.contract.exact": "Made only exactly",
    "scores.contract.double_sets": "Twice the bid is a set",
    "scores.contract.all_tricks": "All tricks bid and taken",
    "scores.contract.all_tricks.each": "For each trick",
    "scores.contract.all_tricks.wins": "Wins the game",
    "scores.table.made": "Made: a bid of {bid}",
    "scores.table.lost": "Set: a bid of {bid}",
    "scores.table.blind_made": "Blind, made: {bid}",
    "scores.table.blind_lost": "Blind, set: {bid}",
    "scores.table.exact": "Bids to meet exactly",
    "scores.table.blind_exact": "Blind bids to meet exactly",
    "scores.table.wins": "Bids that win the game",
    "scores.table.blind_wins": "Blind bids that win the game",
    "scores.table.over": "Each trick over the bid",
    "scores.table.bags": "Tricks over it are bags",
    "scores.tricks.each": "Each trick taken",
    "scores.tricks.all_tricks": "All tricks of a hand",
    "scores.promise.name": "Name of the promise",
    "scores.promise.tricks": "First tricks promised",
    "scores.promise.made": "Kept",
    "scores.promise.lost": "Broken",
    "scores.perfect_row.length": "Hands in a row",
    "scores.perfect_row.points": "Points for the row",
    "scores.perfect_row.further": "Each further hand",
    "scores.hand_winner.compares": "Total of",
    "scores.hand_winner.best": "Which of them wins",
    "scores.hand_winner.won": "Hand won",
    "scores.hand_winner.lost": "Hand lost",
    "scores.hand_winner.shared": "If several are tied",
    "scores.bags.limit": "Bags that cost points",
    "scores.bags.penalty": "Points they cost",
    "scores.bags.keep": "Bags after the penalty",
    "endings.sets.limit": "Sets that lose",
    "endings.target.points": "Points to play to",
    "endings.target.fewest_bags": "Tied: fewer bags win",
    "endings.hands.hands": "Hands to play",
    "endings.hands.parts": "Extra hands while tied",
    "endings.hands.fewest_bags": "Tied: fewer bags win",
    "endings.floor.points": "Points that lose",
    "endings.floor.fewest_bags": "Tied: fewer bags win",
    "customs.enforcement.mode": "A renege",
    "customs.enforcement.when": "Can be challenged until",
    "customs.enforcement.books": "Tricks for a right challenge",
    "customs.enforcement.sets": "Right challenge is a set",
    "customs.enforcement.wrong_costs": "Wrong challenge costs the same",
    "customs.enforcement.taken": "Tricks are taken",
    "customs.low_ball.under": "Low-ball: bids under",
    "customs.low_ball.super_under": "Super-low-ball: under",
    "customs.days.shown_after": "Shown after hand",
    "customs.dump.before_trick": "Only before trick",
    "customs.slip.alone": "On for one person alone",
}

VALUES: Mapping[str, Mapping[object, str]] = {
    "sides": {"partners": "in pairs", "threes": "in threes", "solo": "each alone"},
    "deck.aces": {"high": "always high", "called": "called high or low"},
    "deal.extra": {0: "no", 1: "one"},
    "deal.dead_hands": {0: "no", 1: "one"},
    "deal.draft": {None: "no", "seen": "yes, all seen", "unseen": "yes, unseen"},
    "bids.blind.who": {"anyone": "each player", "side": "a side together"},
    "bids.blind.bids": {"any": "any bid", "nil": "{zero} only", "both": "any bid, {zero} alone"},
    "bids.number.order": {"clockwise": "clockwise", "by_side": "partner after partner"},
    "bids.raise.of": {"seat": "each player's bid", "side": "the side's total"},
    "bids.kitty.taker": {"dealer": "the dealer", "holder": "the holder of a card"},
    "bids.exchange.pass_order": {"together": "both at once", "nil_first": "the {zero} bidder"},
    "plays.lead.spades": {"always": "at any time", "broken": "once broken"},
    "plays.lead.broken_by": {"off_suit": "a spade on another suit", "any_spade": "any spade"},
    "plays.first_trick.trumps": {"free": "allowed", "no_spade": "not allowed"},
    "plays.must_beat.void": {"free": "any card", "beat": "beat with a spade", "spade": "play a spade"},
    "plays.opening.leads": {"left": "left of the dealer", "lowest_club": "the lowest club"},
    "scores.zero.stray": {
        "by_bags": "as in the line above", "helps": "count for the partner", "bags": "are bags",
        "bags_only": "bags without points", "nothing": "don't count",
    },
    "scores.contract.zeros": {"apart": "is separate", "counted": "is a bid like others"},
    "scores.hand_winner.compares": {"tricks": "tricks", "bids": "bids", "points": "points in the hand"},
    "scores.hand_winner.best": {"lowest": "the lowest", "highest": "the highest"},
    "scores.hand_winner.shared": {"nobody": "nobody wins it", "all": "all of them win it"},
    "scores.bags.keep": {"remainder": "are removed", "running": "stay and add up"},
    "endings.hands.parts": {"all": "anyone is tied", "first": "the leaders are tied", "none": "never"},
    "customs.enforcement.mode": {"refuse": "is refused", "challenge": "can be challenged"},
    "customs.enforcement.when": {"hand": "the hand is scored", "trick": "the trick is turned over"},
    "customs.enforcement.taken": {"at_once": "at once", "later": "when the player likes"},
}  # fmt: skip

IN, OUT = "yes", "no"


def zeros_in(words: str, zero: str) -> str:
    """Return words with the game's word for a bid of zero."""
    return words.replace("{zero}", zero).replace("{Zero}", capitalized(zero))


def place_of(key: str) -> str:
    """Return the place of a row without the numbers of entries: ``bids.promise`` for ``bids.promise[2]``."""
    return re.sub(r"\[\d+\]", "", key)


def label(place: str, zero: str) -> str:
    """Return the name of a component or a key; the last word of the place if it has none."""
    known = KINDS.get(place) or KEYS.get(place)
    return zeros_in(known or capitalized(place.rpartition(".")[2].replace("_", " ")), zero)


def value_words(place: str, value: object, zero: str) -> str:
    """Return a value in words."""
    known = VALUES.get(place, {})
    if isinstance(value, list | tuple):
        return " ".join(str(one) for one in value) or "none"
    if isinstance(value, bool):
        return IN if value else OUT
    if value in known:
        return zeros_in(known[value], zero)
    if value is None:
        return "none"
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def in_words(problem: Problem, rules: Rules, zero: str, own: str = "") -> str:
    """Return a problem's sentence with components, keys and values named as in the form.

    `zero`: the game's word for a bid of zero; `own`: the row being changed, whose value needs no name.
    """
    return _FormWording(rules, zero, place_of(own)).sentence(problem)


class _FormWording(Wording):
    """Names components, keys and values by their labels."""

    def __init__(self, rules: Rules, zero: str, own: str) -> None:
        self.rules, self.own = rules, own
        self.nil = self.zero = zero

    def part(self, part: Part, called: str) -> str:
        """Return components by their labels."""
        return either((f"“{label(place, self.zero)}”" for place in part.places), part.conjunction)

    def key(self, key: Key, called: str, problem: Problem) -> str:
        """Return a key by its label, without repeating a label."""
        _, bid = self._place(problem.path)
        return either(dict.fromkeys(self._label(place, bid) for place in key.places))

    def held(self, held: Held) -> str:
        """Return a key with its value, like its row in the form."""
        value = value_words(held.place, held.value, self.zero)
        return f"“{label(held.place, self.zero)}: {value}”"

    def found(self, value: object, called: str, problem: Problem) -> str:
        """Return the value found, with its row unless that is the row being changed and it's a number."""
        place, bid = self._place(problem.path)
        told = self.quoted(value, problem)
        if place not in KEYS or (isinstance(value, int) and re.sub(r"\.\d+$", "", self.own) == place):
            return told if called else f"the value is {told}"
        return f"{self._label(place, bid)}, {told}," if called else f"{self._label(place, bid)} is {told}"

    def quoted(self, value: object, problem: Problem) -> str:
        """Return a value of a row."""
        if isinstance(value, bool):
            return "“yes”" if value else "“no”"
        if not isinstance(value, str):
            return self.number(value) if type(value) is int else shown(value)
        place, _ = self._place(problem.path)
        known = VALUES.get(place, {}).get(value, value)
        return f"“{zeros_in(known, self.zero)}”"

    def name(self, name: str, called: str) -> str:
        """Return a name that a person has given."""
        return f"the {called} {name}" if called else f"“{name}”"

    def number(self, number: int) -> str:
        """Return a number with a printed minus."""
        return str(number).replace("-", "−")

    def _label(self, place: str, bid: str) -> str:
        return f"“{label(place, self.zero).replace('{bid}', bid)}”"

    def _place(self, path: KeyPath) -> tuple[str, str]:
        """Return the form's key for a path (``scores.zero.made``; empty for none), and the index of its entry."""
        part, rest = _part_at(path, self.rules)
        keys = [step for step in rest if isinstance(step, str)]
        bid = next((str(step) for step in reversed(rest) if isinstance(step, int)), "")
        return ".".join([part, *keys]) if part else "", bid


def _part_at(path: KeyPath, rules: Rules) -> tuple[str, Sequence[str | int]]:
    """Return the component's place (``scores.zero``; ``deck``) and the keys further in."""
    match path:
        case ("programme", int(at), *rest) if rest and rest[0] in LISTS:
            return _part_at(tuple(rest), rules["programme"][at])
        case (str(where), int(at), *rest) if where in LISTS:
            return f"{where}.{rules[where][at]['kind']}", rest
        case ("deck" | "deal" as where, *rest):
            return where, rest
    return "", ()
