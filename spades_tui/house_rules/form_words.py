"""The form's words for components, their keys, their values, and why a change is refused.

Its users don't know the keys of files. `{zero}` is the game's word for a bid of zero.

A component without words is called by its name in the file; a test checks that all have words.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from spades_tui.language.quoting import either, shown
from spades_tui.language.sentence_parts import capitalized, plain
from spades_tui.rules import customs
from spades_tui.rules.component import kind_of
from spades_tui.rules.problem_words import ProblemWords
from spades_tui.rules.problems import Held, KeyName, KeyPath, Part, Problem
from spades_tui.rules.variant import LISTS, Rules

GROUPS: Mapping[str, str] = {
    "table": "The table", "bids": "Bidding", "plays": "Play", "scores": "Scoring",
    "endings": "The end",
    "customs": "Customs", "options": "Options",
}  # fmt: skip
"""The groups of the form by the first word of a place, in the order of the rules page."""

WORDS: Mapping[str, Mapping[str, str]] = {
    "": {
        "seats": "Players", "sides": "Sides", "special": "More rules in words",
        "programme": "A format for each hand",
    },
    "deck": {
        "jokers": "Jokers", "remove": "Cards left out", "spades": "Spades, highest first",
        "suits": "Other suits, highest first", "aces": "Aces",
    },
    "deal": {
        "cards": "Cards each", "extra": "An extra card, face down", "dead_hands": "A dead hand",
        "sits_out": "Who sits out", "draft": "Cards from a draft", "cut": "The cut is offered",
    },
    "bids.blind": {
        "": "Blind bids, or blind {zero}", "who": "Who can bid blind", "bids": "Blind bids allowed",
        "least": "Lowest blind bid", "behind": "Only when behind by",
        "nil_behind": "Blind {zero}: behind by",
    },
    "bids.new_deal": {"": "New deal for a bad hand", "without": "A bad hand has"},
    "bids.number": {
        "": "The bid", "min": "Minimum bid", "max": "Maximum bid", "order": "Order of bidding",
    },
    "bids.side_total": {
        "": "Only the side's total counts", "min": "Minimum total", "max": "Maximum total",
    },
    "bids.count": {
        "": "Bid your cards of a suit", "suit": "Suit", "cards": "Cards that count",
        "each": "Tricks bid for each",
        "or_nil": "Or {zero}",
    },
    "bids.at_least": {"": "Minimum bid, or {zero}", "bid": "Minimum bid", "or_nil": "Or {zero}"},
    "bids.one_nil": {"": "One of two partners bids {zero}"},
    "bids.board": {"": "Minimum for partners (board)", "least": "Minimum for two partners"},
    "bids.as_partner": {"": "Partners bid the same"},
    "bids.last_bid": {"": "A total bids can't add up to", "total": "Forbidden total"},
    "bids.all_bids": {"": "Minimum for all bids together", "least": "Minimum of all bids"},
    "bids.change": {"": "Bids can be changed"},
    "bids.zero_draw": {"": "{Zero} draws the extra card"},
    "bids.high_draw": {"": "Highest bidder draws a card"},
    "bids.raise": {"": "Bids can be raised", "of": "What is raised", "max": "Maximum raise"},
    "bids.promise": {
        "": "First tricks can be promised", "name": "Name of the promise",
        "tricks": "First tricks promised",
    },
    "bids.skip": {"": "Low bids: the hand is skipped", "total": "Maximum of all bids"},
    "bids.exchange": {
        "": "Cards passed for a {zero}", "blind_nil": "Cards for a blind {zero}",
        "nil": "Cards for a {zero}",
        "pass_order": "Who passes first",
    },
    "bids.kitty": {
        "": "A kitty, taken before the bids", "cards": "Cards in the kitty",
        "taker": "Who takes it",
        "card": "Card that takes it",
    },
    "plays.follow": {"": "Following suit"},
    "plays.lead": {
        "": "Leading spades", "spades": "Spades can be led", "broken_by": "Spades are broken by",
    },
    "plays.first_trick": {"": "A rule for the first trick", "trumps": "Spades in the first trick"},
    "plays.opening": {"": "A rule for the first lead", "leads": "Who leads"},
    "plays.must_beat": {
        "": "The trick must be beaten", "follow": "Beat it in the suit led",
        "void": "If you can't follow suit",
    },
    "plays.ace_call": {"": "Aces called high or low"},
    "plays.claim": {"": "Claiming the rest"},
    "plays.last_trick": {"": "A rule for the last trick", "shown": "Can be seen again"},
    "scores.skipped": {"": "Points of a skipped hand", "each": "For each trick bid"},
    "scores.zero": {
        "": "{Zero} scored separately", "word": "Word for it", "made": "{Zero} made",
        "grows": "Its value grows",
        "lost": "{Zero} failed", "each": "Failed: for each trick", "bags": "Tricks on it are bags",
        "stray": "Tricks of a failed {zero}", "over": "Points for each such trick",
        "blind_made": "Blind {zero} made",
        "blind_lost": "Blind {zero} failed", "both_made": "Two {zero}s made, together",
        "both_lost": "Two {zero}s, one failed",
    },
    "scores.contract": {
        "": "Points for each trick bid", "zeros": "A bid of {zero}", "made": "Made: each trick bid",
        "over": "Each trick over the bid", "lost": "Set: each trick bid",
        "each_if_lost": "Set: each trick taken",
        "bags": "Tricks over it are bags", "special": "Bids with their own points",
        "special.bid": "Bid with own points", "special.points": "Made", "special.lost": "Set",
        "specials": "Own points apply", "blind_made": "Made blind: each trick bid",
        "blind_doubles_special": "Own points double if blind", "exact": "Made only exactly",
        "double_sets": "Twice the bid is a set", "all_tricks": "All tricks bid and taken",
        "all_tricks.each": "For each trick", "all_tricks.wins": "Wins the game",
        "wins_from": "Lowest bid that wins the game",
    },
    "scores.table": {
        "": "Own points for each bid", "made": "Made: a bid of {bid}",
        "lost": "Set: a bid of {bid}",
        "blind_made": "Blind, made: {bid}", "blind_lost": "Blind, set: {bid}",
        "exact": "Bids to meet exactly",
        "blind_exact": "Blind bids to meet exactly", "wins": "Bids that win the game",
        "blind_wins": "Blind bids that win the game", "over": "Each trick over the bid",
        "bags": "Tricks over it are bags",
    },
    "scores.tricks": {
        "": "Points for tricks taken", "each": "Each trick taken",
        "all_tricks": "All tricks of a hand",
    },
    "scores.final_trick": {"": "Points for the last trick", "points": "The last trick of a hand"},
    "scores.promise": {
        "": "Points for a promise", "name": "Name of the promise",
        "tricks": "First tricks promised", "made": "Kept",
        "lost": "Broken",
    },
    "scores.perfect_row": {
        "": "Bids met exactly in a row", "length": "Hands in a row", "points": "Points for the row",
        "further": "Each further hand",
    },
    "scores.hand_winner": {
        "": "Best or lowest total wins", "compares": "Total of", "best": "Which of them wins",
        "won": "Hand won",
        "lost": "Hand lost", "shared": "If several are tied",
    },
    "scores.bags": {
        "": "Bags cost points", "limit": "Bags that cost points", "penalty": "Points they cost",
        "keep": "Bags after the penalty",
    },
    "endings.outright": {"": "A bid can win the game"},
    "endings.sets": {"": "Too many sets lose the game", "limit": "Sets that lose"},
    "endings.target": {
        "": "A game to points", "points": "Points to play to",
        "fewest_bags": "Tied: fewer bags win",
    },
    "endings.hands": {
        "": "A fixed number of hands", "hands": "Hands to play", "parts": "Extra hands while tied",
        "fewest_bags": "Tied: fewer bags win",
    },
    "endings.floor": {
        "": "Too few points lose the game", "points": "Points that lose",
        "fewest_bags": "Tied: fewer bags win",
    },
    **{f"customs.{kind_of(custom)}": custom.form_words for custom in customs.REGISTRY},
}  # fmt: skip
"""The words for each component and its keys; "" is the component itself."""

LABELS: dict[str, str] = {}
for _place, _keys in WORDS.items():
    for _key, _words in _keys.items():
        LABELS[f"{_place}.{_key}".strip(".")] = _words
"""The words by place: ``scores.zero``, ``scores.zero.made``."""

OTHER_NAMES: Mapping[str, str] = {
    "deck.spades": "lowball", "deck.suits": "lowball",
    "bids.blind": "blind six", "bids.blind.least": "blind six",
    "bids.count": "crazy aces", "bids.count.cards": "crazy aces",
    "plays.must_beat": "overtake, trump, ruff", "plays.must_beat.void": "must trump, ruff",
    "scores.contract.exact": "royal spades", "scores.tricks": "Boston",
    "scores.tricks.all_tricks": "Boston",
    "scores.zero.both_made": "double nil, double zero",
    "scores.zero.both_lost": "double nil, double zero",
    "customs.enforcement": "renege, challenge",
}  # fmt: skip
"""Other names of rules, under which people look for them."""

VALUES: Mapping[str, Mapping[object, str]] = {
    "sides": {"partners": "in pairs", "threes": "in threes", "solo": "each alone"},
    "deck.aces": {"high": "always high", "called": "called high or low"},
    "deal.extra": {0: "no", 1: "one"},
    "deal.dead_hands": {0: "no", 1: "one"},
    "deal.draft": {None: "no", "seen": "yes, all seen", "unseen": "yes, unseen"},
    "bids.blind.who": {"anyone": "each player", "side": "a side together"},
    "bids.blind.bids": {"any": "any bid", "nil": "{zero} only", "both": "any bid, {zero} alone"},
    "bids.new_deal.without": {
        "spades_and_honours": "no spade, picture or ace", "spades": "no spade",
    },
    "bids.number.order": {"clockwise": "clockwise", "by_side": "partner after partner"},
    "bids.raise.of": {"seat": "each player's bid", "side": "the side's total"},
    "bids.kitty.taker": {"dealer": "the dealer", "holder": "the holder of a card"},
    "bids.exchange.pass_order": {"together": "both at once", "nil_first": "the {zero} bidder"},
    "plays.lead.spades": {"always": "at any time", "broken": "once broken"},
    "plays.lead.broken_by": {"off_suit": "a spade on another suit", "any_spade": "any spade"},
    "plays.first_trick.trumps": {"free": "allowed", "no_spade": "not allowed"},
    "plays.must_beat.void": {
        "free": "any card", "beat": "beat with a spade", "spade": "play a spade",
    },
    "plays.opening.leads": {"left": "left of the dealer", "lowest_club": "the lowest club"},
    "scores.zero.stray": {
        "by_bags": "as in the line above", "helps": "count for the partner", "bags": "are bags",
        "bags_only": "bags without points", "nothing": "don't count",
    },
    "scores.contract.zeros": {"apart": "is separate", "counted": "is a bid like others"},
    "scores.hand_winner.compares": {
        "tricks": "tricks", "bids": "bids", "points": "points in the hand",
    },
    "scores.hand_winner.best": {"lowest": "the lowest", "highest": "the highest"},
    "scores.hand_winner.shared": {"nobody": "nobody wins it", "all": "all of them win it"},
    "scores.bags.keep": {"remainder": "are removed", "running": "stay and add up"},
    "endings.hands.parts": {
        "all": "anyone is tied", "first": "the leaders are tied", "none": "never",
    },
    "customs.enforcement.mode": {"refuse": "is refused", "challenge": "can be challenged"},
    "customs.enforcement.when": {"hand": "the hand is scored", "trick": "the trick is turned over"},
    "customs.enforcement.taken": {"at_once": "at once", "later": "when the player likes"},
}  # fmt: skip

IN, OUT = "yes", "no"


def zeros_in(words: str, zero: str) -> str:
    """Return words with the game's word for a bid of zero."""
    return words.replace("{zero}", zero).replace("{Zero}", capitalized(zero))


def place_of(key: str) -> str:
    """Return the place of a row without the numbers of entries.

    It is ``bids.promise`` for ``bids.promise[2]``.
    """
    return re.sub(r"\[\d+\]", "", key)


@lru_cache(maxsize=1024)
def label(place: str, zero: str) -> str:
    """Return the name of a component or a key; the last word of the place if it has none."""
    words = LABELS.get(place) or capitalized(place.rpartition(".")[2].replace("_", " "))
    return zeros_in(words, zero)


def value_words(place: str, value: object, zero: str) -> str:
    """Return a value in words."""
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return IN if value else OUT
    words = VALUES.get(place, {})
    if value in words:
        return zeros_in(words[value], zero)
    if value is None:
        return "none"
    if isinstance(value, int):
        return plain(value)
    return str(value)


def in_words(problem: Problem, rules: Rules, zero: str, own: str = "") -> str:
    """Return a problem's sentence with components, keys and values named as in the form.

    `zero`: the game's word for a bid of zero; `own`: the row being changed, whose value needs no
    name.
    """
    return _FormWording(rules, zero, place_of(own)).sentence(problem)


class _FormWording(ProblemWords):
    """Names components, keys and values by their labels."""

    def __init__(self, rules: Rules, zero: str, own: str) -> None:
        self.rules = rules
        self.own = own
        self.nil = self.zero = zero

    def part(self, part: Part, called: str) -> str:
        """Return components by their labels."""
        return either((f"“{label(place, self.zero)}”" for place in part.places), part.conjunction)

    def key(self, key: KeyName, called: str, problem: Problem) -> str:
        """Return a key by its label, without repeating a label."""
        _, bid = self._place(problem.path)
        return either(dict.fromkeys(self._label(place, bid) for place in key.places))

    def held(self, held: Held) -> str:
        """Return a key with its value, like its row in the form."""
        value = value_words(held.place, held.value, self.zero)
        return f"“{label(held.place, self.zero)}: {value}”"

    def found(self, value: object, called: str, problem: Problem) -> str:
        """Return the value found with its row.

        A number of the row being changed is returned without its row.
        """
        place, bid = self._place(problem.path)
        words = self.quoted(value, problem)
        changing = re.sub(r"\.\d+$", "", self.own)
        if place not in LABELS or (isinstance(value, int) and changing == place):
            if called:
                return words
            return f"the value is {words}"
        row = self._label(place, bid)
        if called:
            return f"{row}, {words},"
        return f"{row} is {words}"

    def quoted(self, value: object, problem: Problem) -> str:
        """Return a value of a row."""
        if isinstance(value, bool | str):
            place, _ = self._place(problem.path)
            return f"“{value_words(place, value, self.zero)}”"
        if isinstance(value, int):
            return plain(value)
        return shown(value)

    def name(self, name: str, called: str) -> str:
        """Return a name that a person has given."""
        if called:
            return f"the {called} {name}"
        return f"“{name}”"

    def number(self, number: int) -> str:
        """Return a number with a printed minus."""
        return plain(number)

    def _label(self, place: str, bid: str) -> str:
        return f"“{label(place, self.zero).replace('{bid}', bid)}”"

    def _place(self, path: KeyPath) -> tuple[str, str]:
        """Return the form's key for a path, and the index of its entry.

        The key is like ``scores.zero.made``; both are empty for none.
        """
        key, rest = _part_at(path, self.rules)
        bid = ""
        for step in rest:
            if isinstance(step, int):
                bid = str(step)
            else:
                key += f".{step}"
        return key, bid


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
