"""The form's words for components, their keys and their values. `{zero}` is the game's word for a bid of zero.

A component without words is called by its name in the file; a test checks that all have words.
"""

from collections.abc import Mapping

GROUPS: Mapping[str, str] = {
    "table": "The table",
    "bids": "Bidding",
    "plays": "Play",
    "scores": "Scoring",
    "endings": "The end",
    "customs": "Customs",
    "options": "What a table may choose",
}
"""The groups of the form by the first word of a place, in the order of the rules page."""

KINDS: Mapping[str, str] = {
    "bids.blind": "Blind bids, or blind {zero}",
    "bids.new_deal": "Worthless hand thrown in",
    "bids.number": "The bid",
    "bids.side_total": "Only the side's total counts",
    "bids.count": "Bid what you hold of a suit",
    "bids.at_least": "A least bid, or {zero}",
    "bids.one_nil": "One of two partners bids {zero}",
    "bids.board": "A least bid of partners (board)",
    "bids.as_partner": "Partners bid the same",
    "bids.last_bid": "A total that bids may not make",
    "bids.change": "A bid may be changed",
    "bids.zero_draw": "{Zero} draws the extra card",
    "bids.high_draw": "Highest bidder draws a card",
    "bids.raise": "Bids may be raised",
    "bids.promise": "Promise of the first tricks",
    "bids.skip": "Low bids: the hand is skipped",
    "bids.exchange": "Cards exchanged for a {zero}",
    "plays.follow": "Following suit",
    "plays.lead": "Leading spades",
    "plays.first_trick": "The first trick",
    "plays.opening": "The first lead",
    "plays.ace_call": "Aces called high or low",
    "plays.claim": "Claiming the rest",
    "plays.last_trick": "The last trick",
    "scores.skipped": "Points of a skipped hand",
    "scores.zero": "{Zero} scored by itself",
    "scores.contract": "Points for each trick bid",
    "scores.table": "Points of its own for each bid",
    "scores.promise": "Points of a promise",
    "scores.perfect_row": "Bids met exactly in a row",
    "scores.hand_winner": "A total wins the hand",
    "scores.bags": "Bags cost points",
    "endings.outright": "A bid can win the game",
    "endings.sets": "Set too often loses the game",
    "endings.target": "A game to points",
    "endings.hands": "A game of so many hands",
    "endings.floor": "Fallen too low loses the game",
    "customs.enforcement": "Cards that do not follow suit",
    "customs.low_ball": "Low-balls are announced",
    "customs.gacc": "Gaccing is announced",
    "customs.tray": "The tray person",
    "customs.days": "Perfect and imperfect days",
    "customs.dump": "A dump may be declared",
    "customs.bone": "Bonehead plays",
    "customs.zb": "ZB marks",
    "customs.take_back": "Practice: taking back",
    "customs.undo": "Practice: undo",
    "customs.slip": "Slips may be taken back",
}

KEYS: Mapping[str, str] = {
    "seats": "Players",
    "sides": "Who plays with whom",
    "special": "More sentences",
    "programme": "A format for each hand",
    "deck.jokers": "Jokers",
    "deck.remove": "Cards left out",
    "deck.spades": "Spades, highest first",
    "deck.aces": "Aces",
    "deal.cards": "Cards each",
    "deal.extra": "An extra card, face down",
    "deal.dead_hands": "A dead hand",
    "deal.sits_out": "Who sits out",
    "deal.draft": "Cards from a draft",
    "deal.cut": "The cut is offered",
    "bids.blind.who": "Who may",
    "bids.blind.bids": "What is bid blind",
    "bids.blind.behind": "Only when behind by",
    "bids.number.min": "Least bid",
    "bids.number.max": "Greatest bid",
    "bids.number.order": "Order of bidding",
    "bids.side_total.min": "Least total",
    "bids.side_total.max": "Greatest total",
    "bids.count.suit": "Suit",
    "bids.count.or_nil": "Or {zero}",
    "bids.at_least.bid": "Least bid",
    "bids.at_least.or_nil": "Or {zero}",
    "bids.board.least": "Least bid of two partners",
    "bids.last_bid.total": "That total",
    "bids.raise.of": "What is raised",
    "bids.raise.max": "Raised to at most",
    "bids.promise.name": "Its name",
    "bids.promise.tricks": "First tricks promised",
    "bids.skip.total": "All bids together, at most",
    "bids.exchange.blind_nil": "Cards for a blind {zero}",
    "bids.exchange.nil": "Cards for a {zero}",
    "bids.exchange.pass_order": "Who gives first",
    "plays.lead.spades": "Spades may be led",
    "plays.lead.broken_by": "They are broken by",
    "plays.first_trick.trumps": "Spades in it",
    "plays.opening.leads": "Who leads",
    "plays.last_trick.shown": "May be looked at again",
    "scores.skipped.each": "For each trick bid",
    "scores.zero.word": "What it is called",
    "scores.zero.made": "{Zero} made",
    "scores.zero.grows": "Its value grows",
    "scores.zero.lost": "{Zero} failed",
    "scores.zero.each": "Failed: for each trick",
    "scores.zero.bags": "Its tricks are bags",
    "scores.zero.stray": "Tricks of a failed {zero}",
    "scores.zero.over": "Points for each of them",
    "scores.zero.blind_made": "Blind {zero} made",
    "scores.zero.blind_lost": "Blind {zero} failed",
    "scores.zero.both_made": "Two {zero}s made, together",
    "scores.zero.both_lost": "Two {zero}s, one failed",
    "scores.contract.zeros": "A bid of zero",
    "scores.contract.made": "Made: each trick bid",
    "scores.contract.over": "Each trick above the bid",
    "scores.contract.lost": "Not made: each trick bid",
    "scores.contract.each_if_lost": "Not made: each trick taken",
    "scores.contract.bags": "Tricks above it are bags",
    "scores.contract.special": "Bids with their own points",
    "scores.contract.special.bid": "Such a bid",
    "scores.contract.special.points": "Made",
    "scores.contract.special.lost": "Not made",
    "scores.contract.specials": "They hold",
    "scores.contract.blind_made": "Made blind: each trick bid",
    "scores.contract.blind_doubles_special": "Own points double if blind",
    "scores.contract.double_sets": "Twice the bid is a set",
    "scores.contract.all_tricks": "All tricks bid and taken",
    "scores.contract.all_tricks.each": "For each trick",
    "scores.contract.all_tricks.wins": "Wins the game",
    "scores.table.made": "Made: a bid of {bid}",
    "scores.table.lost": "Not made: a bid of {bid}",
    "scores.table.blind_made": "Blind, made: {bid}",
    "scores.table.blind_lost": "Blind, not made: {bid}",
    "scores.table.exact": "Bids to be met exactly",
    "scores.table.blind_exact": "Blind bids exactly, too",
    "scores.table.wins": "Bids that win the game",
    "scores.table.blind_wins": "Blind ones that win it",
    "scores.table.over": "Each trick above the bid",
    "scores.table.bags": "Tricks above it are bags",
    "scores.promise.name": "Its name",
    "scores.promise.tricks": "First tricks promised",
    "scores.promise.made": "Kept",
    "scores.promise.lost": "Broken",
    "scores.perfect_row.length": "Hands in a row",
    "scores.perfect_row.points": "Points for the row",
    "scores.perfect_row.further": "Each further hand",
    "scores.hand_winner.compares": "The total of",
    "scores.hand_winner.best": "Which of them wins",
    "scores.hand_winner.won": "Hand won",
    "scores.hand_winner.lost": "Hand lost",
    "scores.hand_winner.shared": "Where several have it",
    "scores.bags.limit": "So many bags cost points",
    "scores.bags.penalty": "What they cost",
    "scores.bags.keep": "Bags that have cost",
    "endings.sets.limit": "Sets that lose",
    "endings.target.points": "Points to play to",
    "endings.target.fewest_bags": "Level: fewer bags win",
    "endings.hands.hands": "Hands to play",
    "endings.hands.parts": "Played on while level",
    "endings.hands.fewest_bags": "Level: fewer bags win",
    "endings.floor.points": "Points that lose",
    "endings.floor.fewest_bags": "Level: fewer bags win",
    "customs.enforcement.mode": "Such a card",
    "customs.enforcement.when": "May be challenged until",
    "customs.enforcement.books": "Books for a challenge",
    "customs.enforcement.wrong_costs": "A wrong one costs as many",
    "customs.enforcement.taken": "Books are taken",
    "customs.low_ball.under": "Low-ball: bids under",
    "customs.low_ball.super_under": "Super-low-ball: under",
    "customs.days.shown_after": "Shown after so many hands",
    "customs.dump.before_trick": "Before trick",
    "customs.slip.alone": "On for one person alone",
}

VALUES: Mapping[str, Mapping[object, str]] = {
    "sides": {"partners": "two against two", "solo": "each alone"},
    "deck.aces": {"high": "always high", "called": "called high or low"},
    "deal.extra": {0: "no", 1: "one"},
    "deal.dead_hands": {0: "no", 1: "one"},
    "deal.draft": {None: "no", "seen": "yes, all seen", "unseen": "yes, unseen"},
    "bids.blind.who": {"anyone": "each for himself", "side": "a side together"},
    "bids.blind.bids": {"any": "any bid", "nil": "{zero} alone"},
    "bids.number.order": {"clockwise": "clockwise", "by_side": "partner after partner"},
    "bids.raise.of": {"seat": "one's own bid", "side": "the side's total"},
    "bids.exchange.pass_order": {"together": "both at once", "nil_first": "the {zero} bidder"},
    "plays.lead.spades": {"always": "at any time", "broken": "once broken"},
    "plays.lead.broken_by": {"off_suit": "a spade on another suit", "any_spade": "any spade"},
    "plays.first_trick.trumps": {"free": "allowed", "no_spade": "not allowed"},
    "plays.opening.leads": {"left": "left of the dealer", "lowest_club": "the lowest club"},
    "scores.zero.stray": {
        "by_bags": "as the line above says", "helps": "help the partner", "bags": "are bags",
        "bags_only": "bags without points", "nothing": "are nothing",
    },
    "scores.contract.zeros": {"apart": "stands apart", "counted": "a bid like others"},
    "scores.hand_winner.compares": {"tricks": "tricks", "bids": "bids", "points": "points in the hand"},
    "scores.hand_winner.best": {"lowest": "the lowest", "highest": "the highest"},
    "scores.hand_winner.shared": {"nobody": "nobody wins it", "all": "all of them do"},
    "scores.bags.keep": {"remainder": "are taken away", "running": "stay, counted on"},
    "endings.hands.parts": {"all": "anyone is level", "first": "those who lead are"},
    "customs.enforcement.mode": {"refuse": "is refused", "challenge": "may be challenged"},
    "customs.enforcement.when": {"hand": "the hand is scored", "trick": "the trick is turned"},
    "customs.enforcement.taken": {"at_once": "at once", "later": "when one likes"},
}  # fmt: skip

IN, OUT = "yes", "no"


def zeros_in(words: str, zero: str) -> str:
    """Return words with the game's word for a bid of zero."""
    return words.replace("{zero}", zero).replace("{Zero}", zero[:1].upper() + zero[1:])


def spelled(key: str) -> str:
    """Return a key as words."""
    last = key.rsplit(".", 1)[-1].replace("_", " ")
    return last[:1].upper() + last[1:]


def kind_label(place: str, zero: str) -> str:
    """Return the name of a component."""
    return zeros_in(KINDS.get(place) or spelled(place), zero)


def key_label(place: str, zero: str) -> str:
    """Return the label of a key."""
    return zeros_in(KEYS.get(place) or spelled(place), zero)


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
