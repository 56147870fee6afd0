"""Read the rules of the six shipped games from docs/rules.md, not from the program's files."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.referee.choices import name_of
from tests.referee.drafted import LEAGUE, TWO
from tests.referee.rulebook import Part, Variant, read_rules

PLAIN = "A K Q J T 9 8 7 6 5 4 3 2"
JOKERS = {"jokers": 2, "remove": ["2D", "2H"], "spades": "BJ LJ 2 A K Q J T 9 8 7 6 5 4 3"}


def play(lead: str, spades: str, broken_by: str, shown: bool, ace: bool = False) -> list[Part]:
    """Return the plays: C-6, when spades may be led, C-12 and C-10."""
    calls = [{"kind": "ace_call", "rule": "3B-3"}] if ace else []
    return [
        {"kind": "follow"},
        {"kind": "lead", "rule": lead, "spades": spades, "broken_by": broken_by},
        *calls,
        {"kind": "claim"},
        {"kind": "last_trick", "shown": shown},
    ]


SANDBAGS: Part = {
    "slug": "sandbags",
    "seats": 4,
    "sides": "partners",
    "options": ["target", "take_back", "undo", "slip"],
    "deal": {"cards": 13},
    "bids": [{"kind": "number", "rule": "SB-2", "max": 13}],
    "plays": play("SB-3", "broken", "off_suit", shown=False),
    "scores": [
        {"kind": "zero", "rule": "SB-6", "made": 100, "lost": -100, "bags": True},
        {
            "kind": "contract",
            "rule": "SB-5",
            "zeros": "apart",
            "zero_partner_rule": "SB-8",
            "made": 10,
            "over": 1,
            "lost": -10,
            "bags": True,
        },
        {"kind": "bags", "rule": "SB-9", "limit": 10, "penalty": -100, "keep": "remainder"},
    ],
    "endings": [{"kind": "target", "rule": "SB-10", "points": 500}],
    "customs": [{"kind": "take_back"}, {"kind": "undo"}, {"kind": "slip"}],
}

JOKERS_GAME: Part = {
    "slug": "jokers",
    "seats": 4,
    "sides": "partners",
    "options": [
        "target",
        "enforcement",
        "take_back",
        "undo",
        "slip",
        "double_sets",
        "bag_penalty",
        "ten_or_less",
        "new_deal",
        "blind_ten_400",
    ],
    "deck": JOKERS,
    "deal": {"cards": 13},
    "bids": [
        {"kind": "blind", "rule": "JK-9", "who": "side", "behind": 100},
        {"kind": "new_deal", "rule": "JK-13", "on": False},
        {"kind": "number", "rule": "JK-4", "max": 13, "order": "by_side"},
        {"kind": "side_total", "rule": "JK-4", "min": 4, "max": 13},
        {"kind": "raise", "rule": "JK-5", "of": "side", "max": 13},
        {"kind": "skip", "rule": "JK-13", "on": False, "total": 10},
    ],
    "plays": play("JK-6", "broken", "any_spade", shown=True),
    "scores": [
        {"kind": "skipped", "rule": "JK-13", "each": 10},
        {
            "kind": "contract",
            "rule": "JK-7",
            "zeros": "counted",
            "made": 10,
            "over": 1,
            "lost": -10,
            "bags": True,
            "special": [{"bid": 10, "points": 200, "rule": "JK-8"}],
            "blind_made": 20,
            "blind_rule": "JK-10",
            "double_rule": "JK-13",
        },
        {"kind": "bags", "rule": "JK-13", "on": False, "limit": 10, "penalty": -100, "keep": "running"},
    ],
    "endings": [
        {"kind": "sets", "rule": "JK-11", "limit": 3},
        {"kind": "target", "rule": "JK-12", "points": 500},
    ],
    "customs": [
        {
            "kind": "enforcement",
            "rule": "JK-14",
            "when": "hand",
            "books": 3,
            "wrong_costs": True,
            "taken": "at_once",
        },
        {"kind": "take_back"},
        {"kind": "undo"},
        {"kind": "slip"},
    ],
}

DEUCES: Part = {
    **JOKERS_GAME,
    "slug": "joker-deuces",
    "deck": {"jokers": 2, "remove": ["2C", "2H"], "spades": "BJ LJ 2D 2 A K Q J T 9 8 7 6 5 4 3"},
    "endings": [JOKERS_GAME["endings"][0], {"kind": "target", "rule": "JK-12", "points": 350}],
}


def cutthroat(slug: str, seats: int, tricks: int, deck: Part) -> Part:
    """Return the rules of cutthroat: CT-1 to CT-3."""

    def words(name: str, place: str, *values: str, **put: str) -> Part:
        sets = [{"place": place, "when": value, "is": put.get(value, value)} for value in values]
        return {"name": name, "type": "words", "values": list(values), "default": values[0], "sets": sets}

    def number(name: str, place: str, default: int, *values: int, times: int = 1) -> Part:
        sets = [{"place": place, "times": times}]
        return {"name": name, "type": "number", "values": list(values), "default": default, "sets": sets}

    floor = {
        "name": "floor", "type": "number", "least": -1_000_000, "greatest": -1, "values": ["off"], "default": "off",
        "sets": [{"place": "endings.floor.points", "unless": "off"},
                 {"place": "endings.floor.on", "unless": "off", "is": True},
                 {"place": "endings.floor.on", "when": "off", "is": False}],
    }  # fmt: skip
    target = {
        "name": "target", "type": "number", "least": 1, "greatest": 1_000_000, "default": 300,
        "sets": "endings.target.points",
    }  # fmt: skip
    nil = number("nil_points", "scores.zero.made", 50, 50, 100)
    nil["sets"].append({"place": "scores.zero.lost", "times": -1})
    last = words("last_bid", "bids.last_bid.on", "free", "not_even")
    last["sets"] = [{"place": "bids.last_bid.on", "when": value, "is": value != "free"} for value in last["values"]]
    return {
        "slug": slug,
        "seats": seats,
        "sides": "solo",
        "options": [
            words("lead_spades", "plays.lead.spades", "broken", "any", any="always"),
            words("first_trick", "plays.first_trick.trumps", "free", "no_spade"),
            words("opening", "plays.opening.leads", "left", "lowest_club"),
            nil,
            number("bag_limit", "scores.bags.limit", 5, 10, 5, 0),
            number("bag_cost", "scores.bags.penalty", 50, 100, 50, times=-1),
            target, floor, last, "take_back", "undo", "slip",
        ],
        "deck": deck,
        "deal": {"cards": tricks},
        "bids": [
            {"kind": "number", "rule": "CT-2", "max": tricks},
            {"kind": "last_bid", "rule": "CT-3", "on": False, "total": tricks},
        ],
        "plays": [
            *play("NL-3", "broken", "off_suit", shown=True),
            {"kind": "first_trick", "rule": "NL-3", "trumps": "free"},
            {"kind": "opening", "rule": "NL-3", "leads": "left"},
        ],
        "scores": [
            {"kind": "zero", "rule": "NL-5", "word": "nil", "made": 50, "lost": -50, "stray": "bags", "over": 1,
             "over_rule": "NL-6"},
            {"kind": "contract", "rule": "NL-4", "zeros": "apart", "made": 10, "over": 1, "lost": -10, "bags": True},
            {"kind": "bags", "rule": "NL-9", "limit": 5, "penalty": -50, "keep": "remainder"},
        ],
        "endings": [
            {"kind": "target", "rule": "CT-2", "points": 300},
            {"kind": "floor", "rule": "CT-2", "on": False, "points": -200},
        ],
        "customs": [{"kind": "take_back"}, {"kind": "undo"}, {"kind": "slip"}],
    }  # fmt: skip


SIX_HANDED: Part = {
    "slug": "six-handed",
    "seats": 6,
    "sides": "partners",
    "options": [
        {"name": "nil_points", "type": "number", "values": [100, 50], "default": 50,
         "sets": ["scores.zero.made", {"place": "scores.zero.lost", "times": -1}]},
        {"name": "bag_limit", "type": "number", "values": [10, 5, 0], "default": 5, "sets": "scores.bags.limit"},
        {"name": "target", "type": "number", "least": 1, "greatest": 1_000_000, "default": 300,
         "sets": "endings.target.points"},
        {"name": "floor", "type": "number", "least": -1_000_000, "greatest": -1, "values": ["off"], "default": "off",
         "sets": [{"place": "endings.floor.points", "unless": "off"},
                  {"place": "endings.floor.on", "unless": "off", "is": True},
                  {"place": "endings.floor.on", "when": "off", "is": False}]},
        "take_back", "undo", "slip",
    ],
    "deck": {"jokers": 2, "spades": f"BJ LJ {PLAIN}"},
    "deal": {"cards": 9},
    "bids": [{"kind": "number", "rule": "SX-2", "max": 9}],
    "plays": play("NL-3", "broken", "off_suit", shown=True),
    "scores": [
        {"kind": "zero", "rule": "NL-5", "word": "nil", "made": 50, "lost": -50, "stray": "helps", "over": 1,
         "over_rule": "NL-6"},
        {"kind": "contract", "rule": "NL-4", "zeros": "apart", "made": 10, "over": 1, "lost": -10, "bags": True},
        {"kind": "bags", "rule": "NL-9", "limit": 5, "penalty": -50, "keep": "remainder"},
    ],
    "endings": [
        {"kind": "target", "rule": "SX-3", "points": 300},
        {"kind": "floor", "rule": "SX-3", "on": False, "points": -200},
    ],
    "customs": [{"kind": "take_back"}, {"kind": "undo"}, {"kind": "slip"}],
}  # fmt: skip

CALL_BREAK: Part = {
    "slug": "call-break",
    "seats": 4,
    "sides": "solo",
    "options": [
        {"name": "hands", "type": "number", "least": 1, "greatest": 200, "default": 5, "sets": "endings.hands.hands"},
        {
            "name": "calls", "type": "words", "values": ["any", "one_to_eight", "two_to_eight"],
            "sets": [
                {"place": "bids.number.min", "unless": "two_to_eight", "is": 1},
                {"place": "bids.number.min", "when": "two_to_eight", "is": 2},
                {"place": "bids.number.max", "when": "any", "is": 13},
                {"place": "bids.number.max", "unless": "any", "is": 8},
            ],
        },
        {"name": "no_spade", "type": "switch", "sets": "bids.new_deal.on"},
        {
            "name": "eight_wins", "type": "switch",
            "sets": [
                {"place": "scores.contract.wins_from", "when": True, "is": 8},
                {"place": "scores.contract.wins_from", "when": False, "is": 0},
                {"place": "endings.outright.on"},
            ],
        },
        {"name": "tenths", "type": "switch", "sets": "customs.tenths.on"},
        "take_back", "undo", "slip",
    ],
    "deal": {"cards": 13},
    "bids": [
        {"kind": "number", "rule": "CB-2", "min": 1, "max": 13},
        {"kind": "new_deal", "rule": "CB-6", "on": False, "without": "spades"},
    ],
    "plays": [
        *play("CB-2", "always", "off_suit", shown=True),
        {"kind": "must_beat", "rule": "CB-1", "follow": True, "void": "beat"},
    ],
    "scores": [
        {"kind": "contract", "rule": "CB-3", "zeros": "counted", "made": 10, "over": 1, "lost": -10},
    ],
    "endings": [
        {"kind": "outright", "rule": "CB-7", "on": False},
        {"kind": "hands", "rule": "CB-4", "hands": 5, "parts": "first"},
    ],
    "customs": [{"kind": "take_back"}, {"kind": "undo"}, {"kind": "slip"}, {"kind": "tenths", "on": False}],
}  # fmt: skip


BEMO: Part = {
    "slug": "bemo",
    "seats": 3,
    "sides": "solo",
    "options": ["target", "enforcement", "take_back", "undo", "slip"],
    "deck": JOKERS,
    "deal": {"cards": 13, "dead_hands": 1},
    "bids": [
        {"kind": "blind", "rule": "BM-3", "who": "anyone"},
        {"kind": "number", "rule": "BM-3", "max": 13},
        {"kind": "raise", "rule": "BM-4", "of": "seat", "max": 13},
        {"kind": "promise", "rule": "BM-5", "name": "Bemo", "tricks": 4},
        {"kind": "promise", "rule": "BM-5", "name": "Big Bemo", "tricks": 6},
    ],
    "plays": play("BM-2", "always", "off_suit", shown=True),
    "scores": [
        {
            "kind": "table",
            "rule": "BM-7",
            "made": [200, 150, 100, 30, 40, 50, 60, 100, 150, 200, 225, 250, 275, 0],
            "lost": [-120, -110, -100, -30, -40, -50, -60, -70, -80, -90, -100, -110, -120, -130],
            "blind_rule": "BM-8",
            "blind_made": [500, 300, 200, 70, 80, 90, 100, 200, 250, 300, 0, 0, 0, 0],
            "blind_lost": [-120, -110, -100, -30, -40, -50, -60, -70, -80, -90, -100, -110, -120, -130],
            "exact": [0, 1, 2],
            "wins": [13],
            "blind_wins": [10, 11, 12, 13],
            "over": 1,
            "over_rule": "BM-10",
            "bags": True,
        },
        {"kind": "promise", "rule": "BM-9", "name": "Bemo", "tricks": 4, "made": 100, "lost": -50},
        {"kind": "promise", "rule": "BM-9", "name": "Big Bemo", "tricks": 6, "made": 200, "lost": -100},
        {"kind": "bags", "rule": "BM-10", "limit": 10, "penalty": -100, "keep": "running"},
        {"kind": "perfect_row", "rule": "BM-11", "length": 3, "points": 100, "further": 50},
    ],
    "endings": [
        {"kind": "outright", "rule": "BM-12"},
        {"kind": "target", "rule": "BM-12", "points": 500, "fewest_bags": True},
    ],
    "customs": [
        {
            "kind": "enforcement",
            "rule": "BM-13",
            "when": "trick",
            "books": 3,
            "wrong_costs": False,
            "taken": "later",
        },
        {"kind": "take_back"},
        {"kind": "undo"},
        {"kind": "slip"},
    ],
}


def three_b(slug: str, seats: int, tricks: int, zero: int, hands: int, low: int) -> Part:
    """Return the rules of 3B for three, four or five at the table."""
    joker = seats > 3
    return {
        "slug": slug,
        "seats": seats,
        "sides": "solo",
        "options": ["hands", "first_zero", "take_back", "undo", "slip", *(["joker", "aces"] if joker else [])],
        "deck": {"jokers": 1, "spades": f"BJ {PLAIN}", "aces": "called"} if joker else {},
        "deal": {"cards": tricks, "extra": 1, "sits_out": "dealer" if seats == 5 else "nobody"},
        "bids": [
            {"kind": "number", "rule": "3B-5", "max": tricks},
            {"kind": "change", "rule": "3B-5"},
            {"kind": "zero_draw", "rule": "3B-6"},
            {"kind": "high_draw", "rule": "3B-7"},
        ],
        "plays": play("3B-10", "always", "off_suit", shown=True, ace=joker),
        "scores": [
            {"kind": "zero", "rule": "3B-13", "made": zero, "grows": True, "each": -10},
            {
                "kind": "contract",
                "rule": "3B-12",
                "zeros": "apart",
                "made": 10,
                "over": -10,
                "each_if_lost": 1,
                "all_tricks": {"rule": "3B-15", "each": 35, "wins": True},
            },
        ],
        "endings": [
            {"kind": "outright", "rule": "3B-15"},
            {"kind": "hands", "rule": "3B-16", "hands": hands},
        ],
        "customs": [
            {"kind": "low_ball", "rule": "3B-8", "under": low, "super_under": low - 1},
            {"kind": "gacc", "rule": "3B-10"},
            {"kind": "tray", "rule": "3B-19"},
            {"kind": "days", "rule": "3B-23", "shown_after": 3},
            {"kind": "dump", "rule": "3B-22", "before_trick": 5},
            {"kind": "bone", "rule": "3B-29"},
            {"kind": "zb", "rule": "3B-30"},
            {"kind": "take_back"},
            {"kind": "undo"},
            {"kind": "slip"},
        ],
    }


def declared(slug: str) -> list[str | Part]:
    """Return the options of a game as its file declares them; test_scores.py checks their meanings."""
    path = Path(__file__).parents[2] / "variants" / f"{slug}.toml"
    options: list[str | Part] = tomllib.loads(path.read_text("utf-8"))["options"]
    return [option if len(option) > 1 else name_of(option) for option in options]


def nil_game(slug: str, limits: list[Part]) -> Part:
    """Return the rules of classic or a relative with other bids (NL)."""
    classic = slug == "classic"
    blind = {"blind_made": 200, "blind_lost": -200, "blind_rule": "NL-7"} if classic else {}
    zero = {"kind": "zero", "rule": "NL-5", "word": "nil", "made": 100, "lost": -100, "over_rule": "NL-6"}
    return {
        "slug": slug,
        "seats": 4,
        "sides": "partners",
        "options": declared(slug),
        "deal": {"cards": 13},
        "bids": limits,
        "plays": [
            {"kind": "follow"},
            {"kind": "lead", "rule": "NL-3", "spades": "broken"},
            {"kind": "first_trick", "rule": "NL-3", "trumps": "free"},
            {"kind": "opening", "rule": "NL-3", "leads": "left"},
            {"kind": "claim"},
            {"kind": "last_trick", "shown": True},
        ],
        "scores": [
            {**zero, "stray": "helps" if classic else "bags_only", "over": 1 if classic else 0, **blind},
            {
                "kind": "contract",
                "rule": "NL-4",
                "zeros": "apart",
                "made": 10,
                "over": 1,
                "lost": -10,
                "bags": True,
                "special": [{"bid": 10, "points": 200, "lost": -100, "rule": "NL-11"}],
                "specials": False,
            },
            {"kind": "bags", "rule": "NL-9", "limit": 10, "penalty": -100, "keep": "remainder"},
        ],
        "endings": [
            {"kind": "target", "rule": "NL-10", "points": 500},
            {"kind": "floor", "rule": "NL-10", "points": -200},
        ],
        "customs": [{"kind": "take_back"}, {"kind": "undo"}, {"kind": "slip"}],
    }


NUMBER: Part = {"kind": "number", "rule": "NL-2", "max": 13}
EXCHANGE: Part = {"kind": "exchange", "rule": "NL-8"}

VARIANTS = {
    rules["slug"]: Variant(read_rules({"name": rules["slug"], "summary": "the referee's own reading", **rules}))
    for rules in (
        SANDBAGS,
        JOKERS_GAME,
        DEUCES,
        cutthroat("cutthroat", 4, 13, {}),
        cutthroat("cutthroat-three", 3, 17, {"remove": ["2C"]}),
        CALL_BREAK,
        SIX_HANDED,
        BEMO,
        three_b("3b-three", 3, 17, 200, 9, 15),
        three_b("3b-four", 4, 13, 100, 8, 12),
        three_b("3b-five", 5, 13, 100, 9, 12),
        nil_game(
            "classic",
            [
                {"kind": "blind", "rule": "NL-7", "who": "anyone", "bids": "nil", "behind": 100},
                NUMBER,
                {"kind": "board", "rule": "NL-11", "least": 4, "on": False},
                {"kind": "all_bids", "rule": "NL-12", "least": 11, "on": False},
                EXCHANGE,
            ],
        ),
        nil_game("whiz", [NUMBER, {"kind": "count", "rule": "WZ-1", "or_nil": True}, EXCHANGE]),
        nil_game("mirrors", [NUMBER, {"kind": "count", "rule": "MR-1"}, EXCHANGE]),
        nil_game(
            "suicide",
            [NUMBER, {"kind": "at_least", "rule": "SU-1", "bid": 4}, {"kind": "one_nil", "rule": "SU-1"}, EXCHANGE],
        ),
        TWO,
        LEAGUE,
    )
}
