"""Read the rules of the shipped games from docs/rules.md, not from the program's files."""

import tomllib
from pathlib import Path

from tests.referee.choices import name_of
from tests.referee.rulebook import Part, Variant, read_rules

PLAIN = "A K Q J T 9 8 7 6 5 4 3 2"
JOKERS = {"jokers": 2, "remove": ["2D", "2H"], "spades": "BJ LJ 2 A K Q J T 9 8 7 6 5 4 3"}
CUSTOMS: list[Part] = [{"kind": "take_back"}, {"kind": "undo"}, {"kind": "slip"}]
TAKING_BACK = ("take_back", "undo", "slip")
"""Options of every game."""


# ---- parts that several games have


def play(lead: str, spades: str, *more: Part, broken_by: str = "off_suit", shown: bool = True) -> list[Part]:
    """Return the plays: C-6, when spades may be led, more of them, C-12 and C-10."""
    return [
        {"kind": "follow"}, {"kind": "lead", "rule": lead, "spades": spades, "broken_by": broken_by}, *more,
        {"kind": "claim"}, {"kind": "last_trick", "shown": shown},
    ]  # fmt: skip


FIRST_TRICK: Part = {"kind": "first_trick", "rule": "NL-3", "trumps": "free"}
OPENING: Part = {"kind": "opening", "rule": "NL-3", "leads": "left"}
NUMBER: Part = {"kind": "number", "rule": "NL-2", "max": 13}
EXCHANGE: Part = {"kind": "exchange", "rule": "NL-8"}
CONTRACT: Part = {
    "kind": "contract", "rule": "NL-4", "zeros": "apart", "made": 10, "over": 1, "lost": -10, "bags": True,
}  # fmt: skip
TEN: Part = {"special": [{"bid": 10, "points": 200, "lost": -100, "rule": "NL-11"}], "specials": False}


def nil(points: int, stray: str, over: int = 0, **more: object) -> Part:
    """Return the score of a nil (NL-5, NL-6)."""
    return {"kind": "zero", "rule": "NL-5", "word": "nil", "made": points, "lost": -points, "stray": stray,
            "over": over, "over_rule": "NL-6", **more}  # fmt: skip


def bags(rule: str, limit: int, penalty: int, keep: str = "remainder", **more: object) -> Part:
    """Return the penalty for bags."""
    return {"kind": "bags", "rule": rule, "limit": limit, "penalty": penalty, "keep": keep, **more}


def ends(rule: str, target: int, **floor: object) -> list[Part]:
    """Return a target, and a floor at −200."""
    lowest = {"kind": "floor", "rule": rule, "points": -200, **floor}
    return [{"kind": "target", "rule": rule, "points": target}, lowest]


# ---- options


def declared(slug: str) -> list[str | Part]:
    """Return the options of a game as its file declares them; tests/pack checks their meanings."""
    path = Path(__file__).parents[2] / "variants" / f"{slug}.toml"
    options: list[str | Part] = tomllib.loads(path.read_text("utf-8"))["options"]
    return [option if len(option) > 1 else name_of(option) for option in options]


def words(name: str, place: str, *values: str, **put: str) -> Part:
    """Return an option of words, the first being the default."""
    sets = [{"place": place, "when": value, "is": put.get(value, value)} for value in values]
    return {"name": name, "type": "words", "values": list(values), "default": values[0], "sets": sets}


def number(name: str, default: int, *values: int, sets: object) -> Part:
    """Return an option of numbers."""
    return {"name": name, "type": "number", "values": list(values), "default": default, "sets": sets}


def in_range(name: str, least: int, greatest: int, default: object, sets: object, **more: object) -> Part:
    """Return an option of a number in a range."""
    return {"name": name, "type": "number", "least": least, "greatest": greatest, "default": default, "sets": sets,
            **more}  # fmt: skip


TARGET = in_range("target", 1, 1_000_000, 300, "endings.target.points")
FLOOR = in_range("floor", -1_000_000, -1, "off", [
    {"place": "endings.floor.points", "unless": "off"}, {"place": "endings.floor.on", "unless": "off", "is": True},
    {"place": "endings.floor.on", "when": "off", "is": False},
], values=["off"])  # fmt: skip


# ---- the games


SANDBAGS: Part = {
    "slug": "sandbags", "seats": 4, "sides": "partners", "options": ["target", *TAKING_BACK], "deal": {"cards": 13},
    "bids": [{"kind": "number", "rule": "SB-2", "max": 13}],
    "plays": play("SB-3", "broken", shown=False),
    "scores": [
        {"kind": "zero", "rule": "SB-6", "made": 100, "lost": -100, "bags": True},
        {**CONTRACT, "rule": "SB-5", "zero_partner_rule": "SB-8"},
        bags("SB-9", 10, -100),
    ],
    "endings": [{"kind": "target", "rule": "SB-10", "points": 500}],
    "customs": CUSTOMS,
}  # fmt: skip

JOKERS_GAME: Part = {
    "slug": "jokers", "seats": 4, "sides": "partners", "deck": JOKERS, "deal": {"cards": 13},
    "options": ["target", "enforcement", *TAKING_BACK, "double_sets", "bag_penalty", "ten_or_less", "new_deal",
                "blind_ten_400"],
    "bids": [
        {"kind": "blind", "rule": "JK-9", "who": "side", "behind": 100},
        {"kind": "new_deal", "rule": "JK-13", "on": False},
        {"kind": "number", "rule": "JK-4", "max": 13, "order": "by_side"},
        {"kind": "side_total", "rule": "JK-4", "min": 4, "max": 13},
        {"kind": "raise", "rule": "JK-5", "of": "side", "max": 13},
        {"kind": "skip", "rule": "JK-13", "on": False, "total": 10},
    ],
    "plays": play("JK-6", "broken", broken_by="any_spade"),
    "scores": [
        {"kind": "skipped", "rule": "JK-13", "each": 10},
        {**CONTRACT, "rule": "JK-7", "zeros": "counted", "special": [{"bid": 10, "points": 200, "rule": "JK-8"}],
         "blind_made": 20, "blind_rule": "JK-10", "double_rule": "JK-13"},
        bags("JK-13", 10, -100, "running", on=False),
    ],
    "endings": [{"kind": "sets", "rule": "JK-11", "limit": 3}, {"kind": "target", "rule": "JK-12", "points": 500}],
    "customs": [
        {"kind": "enforcement", "rule": "JK-14", "when": "hand", "books": 3, "wrong_costs": True, "taken": "at_once"},
        *CUSTOMS,
    ],
}  # fmt: skip

DEUCES: Part = {
    **JOKERS_GAME, "slug": "joker-deuces",
    "deck": {"jokers": 2, "remove": ["2C", "2H"], "spades": "BJ LJ 2D 2 A K Q J T 9 8 7 6 5 4 3"},
    "endings": [JOKERS_GAME["endings"][0], {"kind": "target", "rule": "JK-12", "points": 350}],
}  # fmt: skip


def cutthroat(slug: str, seats: int, tricks: int, deck: Part) -> Part:
    """Return the rules of cutthroat: CT-1 to CT-3."""
    last = words("last_bid", "bids.last_bid.on", "free", "not_even")
    last["sets"] = [{"place": "bids.last_bid.on", "when": value, "is": value != "free"} for value in last["values"]]
    made = [{"place": "scores.zero.made", "times": 1}, {"place": "scores.zero.lost", "times": -1}]
    return {
        "slug": slug, "seats": seats, "sides": "solo", "deck": deck, "deal": {"cards": tricks},
        "options": [
            words("lead_spades", "plays.lead.spades", "broken", "any", any="always"),
            words("first_trick", "plays.first_trick.trumps", "free", "no_spade"),
            words("opening", "plays.opening.leads", "left", "lowest_club"),
            number("nil_points", 50, 50, 100, sets=made),
            number("bag_limit", 5, 10, 5, 0, sets=[{"place": "scores.bags.limit", "times": 1}]),
            number("bag_cost", 50, 100, 50, sets=[{"place": "scores.bags.penalty", "times": -1}]),
            TARGET, FLOOR, last, *TAKING_BACK,
        ],
        "bids": [{"kind": "number", "rule": "CT-2", "max": tricks},
                 {"kind": "last_bid", "rule": "CT-3", "on": False, "total": tricks}],
        "plays": [*play("NL-3", "broken"), FIRST_TRICK, OPENING],
        "scores": [nil(50, "bags", 1), CONTRACT, bags("NL-9", 5, -50)],
        "endings": ends("CT-2", 300, on=False),
        "customs": CUSTOMS,
    }  # fmt: skip


SIX_HANDED: Part = {
    "slug": "six-handed", "seats": 6, "sides": "partners", "deal": {"cards": 9},
    "options": [
        number("nil_points", 50, 100, 50, sets=["scores.zero.made", {"place": "scores.zero.lost", "times": -1}]),
        number("bag_limit", 5, 10, 5, 0, sets="scores.bags.limit"), TARGET, FLOOR, *TAKING_BACK,
    ],
    "deck": {"jokers": 2, "spades": f"BJ LJ {PLAIN}"},
    "bids": [{"kind": "number", "rule": "SX-2", "max": 9}],
    "plays": play("NL-3", "broken"),
    "scores": [nil(50, "helps", 1), CONTRACT, bags("NL-9", 5, -50)],
    "endings": ends("SX-3", 300, on=False),
    "customs": CUSTOMS,
}  # fmt: skip

CALL_BREAK: Part = {
    "slug": "call-break", "seats": 4, "sides": "solo", "deal": {"cards": 13},
    "options": [
        in_range("hands", 1, 200, 5, "endings.hands.hands"),
        {"name": "calls", "type": "words", "values": ["any", "one_to_eight", "two_to_eight"], "sets": [
            {"place": "bids.number.min", "unless": "two_to_eight", "is": 1},
            {"place": "bids.number.min", "when": "two_to_eight", "is": 2},
            {"place": "bids.number.max", "when": "any", "is": 13},
            {"place": "bids.number.max", "unless": "any", "is": 8},
        ]},
        {"name": "no_spade", "type": "switch", "sets": "bids.new_deal.on"},
        {"name": "eight_wins", "type": "switch", "sets": [
            {"place": "scores.contract.wins_from", "when": True, "is": 8},
            {"place": "scores.contract.wins_from", "when": False, "is": 0}, {"place": "endings.outright.on"},
        ]},
        {"name": "tenths", "type": "switch", "sets": "customs.tenths.on"}, *TAKING_BACK,
    ],
    "bids": [{"kind": "number", "rule": "CB-2", "min": 1, "max": 13},
             {"kind": "new_deal", "rule": "CB-6", "on": False, "without": "spades"}],
    "plays": [*play("CB-2", "always"), {"kind": "must_beat", "rule": "CB-1", "follow": True, "void": "beat"}],
    "scores": [{"kind": "contract", "rule": "CB-3", "zeros": "counted", "made": 10, "over": 1, "lost": -10}],
    "endings": [{"kind": "outright", "rule": "CB-7", "on": False},
                {"kind": "hands", "rule": "CB-4", "hands": 5, "parts": "first"}],
    "customs": [*CUSTOMS, {"kind": "tenths", "on": False}],
}  # fmt: skip

BEMO: Part = {
    "slug": "bemo", "seats": 3, "sides": "solo", "options": ["target", "enforcement", *TAKING_BACK],
    "deck": JOKERS, "deal": {"cards": 13, "dead_hands": 1},
    "bids": [
        {"kind": "blind", "rule": "BM-3", "who": "anyone"},
        {"kind": "number", "rule": "BM-3", "max": 13},
        {"kind": "raise", "rule": "BM-4", "of": "seat", "max": 13},
        {"kind": "promise", "rule": "BM-5", "name": "Bemo", "tricks": 4},
        {"kind": "promise", "rule": "BM-5", "name": "Big Bemo", "tricks": 6},
    ],
    "plays": play("BM-2", "always"),
    "scores": [
        {
            "kind": "table", "rule": "BM-7", "blind_rule": "BM-8", "over": 1, "over_rule": "BM-10", "bags": True,
            "made": [200, 150, 100, 30, 40, 50, 60, 100, 150, 200, 225, 250, 275, 0],
            "lost": [-120, -110, -100, -30, -40, -50, -60, -70, -80, -90, -100, -110, -120, -130],
            "blind_made": [500, 300, 200, 70, 80, 90, 100, 200, 250, 300, 0, 0, 0, 0],
            "blind_lost": [-120, -110, -100, -30, -40, -50, -60, -70, -80, -90, -100, -110, -120, -130],
            "exact": [0, 1, 2], "wins": [13], "blind_wins": [10, 11, 12, 13],
        },
        {"kind": "promise", "rule": "BM-9", "name": "Bemo", "tricks": 4, "made": 100, "lost": -50},
        {"kind": "promise", "rule": "BM-9", "name": "Big Bemo", "tricks": 6, "made": 200, "lost": -100},
        bags("BM-10", 10, -100, "running"),
        {"kind": "perfect_row", "rule": "BM-11", "length": 3, "points": 100, "further": 50},
    ],
    "endings": [{"kind": "outright", "rule": "BM-12"},
                {"kind": "target", "rule": "BM-12", "points": 500, "fewest_bags": True}],
    "customs": [
        {"kind": "enforcement", "rule": "BM-13", "when": "trick", "books": 3, "wrong_costs": False, "taken": "later"},
        *CUSTOMS,
    ],
}  # fmt: skip


def three_b(slug: str, seats: int, tricks: int, zero: int, hands: int, low: int) -> Part:
    """Return the rules of 3B for three, four or five at the table."""
    joker = seats > 3
    calls: list[Part] = [{"kind": "ace_call", "rule": "3B-3"}] if joker else []
    return {
        "slug": slug, "seats": seats, "sides": "solo",
        "options": ["hands", "first_zero", *TAKING_BACK, *(["joker", "aces"] if joker else [])],
        "deck": {"jokers": 1, "spades": f"BJ {PLAIN}", "aces": "called"} if joker else {},
        "deal": {"cards": tricks, "extra": 1, "sits_out": "dealer" if seats == 5 else "nobody"},
        "bids": [
            {"kind": "number", "rule": "3B-5", "max": tricks}, {"kind": "change", "rule": "3B-5"},
            {"kind": "zero_draw", "rule": "3B-6"}, {"kind": "high_draw", "rule": "3B-7"},
        ],
        "plays": play("3B-10", "always", *calls),
        "scores": [
            {"kind": "zero", "rule": "3B-13", "made": zero, "grows": True, "each": -10},
            {"kind": "contract", "rule": "3B-12", "zeros": "apart", "made": 10, "over": -10, "each_if_lost": 1,
             "all_tricks": {"rule": "3B-15", "each": 35, "wins": True}},
        ],
        "endings": [{"kind": "outright", "rule": "3B-15"}, {"kind": "hands", "rule": "3B-16", "hands": hands}],
        "customs": [
            {"kind": "low_ball", "rule": "3B-8", "under": low, "super_under": low - 1},
            {"kind": "gacc", "rule": "3B-10"}, {"kind": "tray", "rule": "3B-19"},
            {"kind": "days", "rule": "3B-23", "shown_after": 3}, {"kind": "dump", "rule": "3B-22", "before_trick": 5},
            {"kind": "bone", "rule": "3B-29"}, {"kind": "zb", "rule": "3B-30"}, *CUSTOMS,
        ],
    }  # fmt: skip


def nil_game(slug: str, *bids: Part) -> Part:
    """Return the rules of classic or a relative with other bids (NL)."""
    blind = {"blind_made": 200, "blind_lost": -200, "blind_rule": "NL-7"}
    zero = nil(100, "helps", 1, **blind) if slug == "classic" else nil(100, "bags_only")
    return {
        "slug": slug, "seats": 4, "sides": "partners", "options": declared(slug), "deal": {"cards": 13},
        "bids": [*bids, EXCHANGE],
        "plays": play("NL-3", "broken", FIRST_TRICK, OPENING),
        "scores": [zero, {**CONTRACT, **TEN}, bags("NL-9", 10, -100)],
        "endings": ends("NL-10", 500),
        "customs": CUSTOMS,
    }  # fmt: skip


TWO: Part = {
    "slug": "two-handed", "seats": 2, "sides": "solo", "options": declared("two-handed"),
    "deal": {"cards": 13, "draft": "seen"},
    "bids": [{"kind": "number", "rule": "TW-2", "max": 13}],
    "plays": play("NL-3", "broken", FIRST_TRICK),
    "scores": [nil(50, "bags", 1), CONTRACT, bags("NL-9", 5, -50)],
    "endings": ends("NL-10", 300, on=False),
    "customs": CUSTOMS,
}  # fmt: skip

LEAGUE: Part = {
    "slug": "league", "seats": 4, "sides": "partners", "options": declared("league"), "deal": {"cards": 13},
    "bids": [
        NUMBER, {"kind": "count", "rule": "WZ-1", "on": False, "or_nil": True},
        {"kind": "at_least", "rule": "LG-1", "on": False, "bid": 4}, {"kind": "one_nil", "rule": "SU-1", "on": False},
        EXCHANGE,
    ],
    "plays": play("NL-3", "broken", FIRST_TRICK, OPENING),
    "scores": [nil(100, "bags_only"), {**CONTRACT, **TEN}, bags("NL-9", 10, -100)],
    "endings": [{"kind": "hands", "rule": "LG-2", "hands": 12, "parts": "first"}],
    "customs": [*CUSTOMS[:2], {"kind": "slip", "alone": False}],
    "programme": [
        {"format": "regular", "hands": [1, 7], "level": True},
        {"format": "whiz", "hands": [2, 8], "bids": [{"kind": "count", "on": True}]},
        {"format": "mirrors", "hands": [3, 9],
         "bids": [{"kind": "count", "on": True, "or_nil": False, "rule": "MR-1"}]},
        {"format": "suicide", "hands": [4, 10],
         "bids": [{"kind": "at_least", "on": True, "rule": "SU-1"}, {"kind": "one_nil", "on": True}]},
        {"format": "four-or-nil", "hands": [5, 11], "bids": [{"kind": "at_least", "on": True}]},
        {"format": "threes", "hands": [6, 12],
         "bids": [{"kind": "number", "min": 3, "max": 3, "rule": "LG-1"}, {"kind": "exchange", "on": False}],
         "scores": [{"kind": "zero", "on": False}, {"kind": "contract", "zeros": "counted", "special": []}]},
    ],
}  # fmt: skip

CLASSIC = nil_game(
    "classic", {"kind": "blind", "rule": "NL-7", "who": "anyone", "bids": "nil", "behind": 100}, NUMBER,
    {"kind": "board", "rule": "NL-11", "least": 4, "on": False},
    {"kind": "all_bids", "rule": "NL-12", "least": 11, "on": False},
)  # fmt: skip

VARIANTS = {
    rules["slug"]: Variant(read_rules({"name": rules["slug"], "summary": "the referee's own reading", **rules}))
    for rules in (
        SANDBAGS, JOKERS_GAME, DEUCES, cutthroat("cutthroat", 4, 13, {}),
        cutthroat("cutthroat-three", 3, 17, {"remove": ["2C"]}), CALL_BREAK, SIX_HANDED, BEMO,
        three_b("3b-three", 3, 17, 200, 9, 15), three_b("3b-four", 4, 13, 100, 8, 12),
        three_b("3b-five", 5, 13, 100, 9, 12), CLASSIC,
        nil_game("whiz", NUMBER, {"kind": "count", "rule": "WZ-1", "or_nil": True}),
        nil_game("mirrors", NUMBER, {"kind": "count", "rule": "MR-1"}),
        nil_game("suicide", NUMBER, {"kind": "at_least", "rule": "SU-1", "bid": 4},
                 {"kind": "one_nil", "rule": "SU-1"}),
        TWO, LEAGUE,
    )
}  # fmt: skip
