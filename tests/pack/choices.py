"""List each option of these games again: its values, its default, and some invalid ones."""

from typing import NamedTuple


class Choice(NamedTuple):
    """One option, with valid and invalid values."""

    values: tuple[object, ...]
    """All values, or the bounds of a number."""
    usual: object
    wrong: tuple[object, ...]


def words(*values: str) -> Choice:
    """Return an option with these words, the first being the default."""
    return Choice(values, values[0], ("", values[0].upper(), True, 0, None, [values[0]]))


def switch(usual: bool) -> Choice:
    """Return an option that is true or false."""
    return Choice((True, False), usual, (1, 0, "true", "on", None))


def amounts(usual: int, *values: int) -> Choice:
    """Return an option with these numbers."""
    near = [value + step for value in values for step in (-1, 1) if value + step not in values]
    return Choice(values, usual, (*near, str(usual), float(usual), True, None, "off"))


def number(usual: object, values: tuple[object, ...], *wrong: object) -> Choice:
    """Return an option with a number in a range, or a word."""
    return Choice(values, usual, (*wrong, "", True, 1.5, None))


LEADS = {"lead_spades": words("broken", "any"), "first_trick": words("free", "no_spade")}
OPENING = {"opening": words("left", "lowest_club")}
FAILED = ("helps", "bags", "bags_only", "nothing")
CARDS = amounts(0, 0, 1, 2, 3, 4, 5, 6)
PASSES = {"nil_pass": CARDS, "pass_order": words("together", "nil_first")}
TEN = {"ten_for_200": switch(False)}
TO_500 = {
    "target": number(500, (1, 2, 350, 500, 1000), 0, -1, "500", "off"),
    "floor": number(-200, (-1, -200, -5000, "off"), 0, 1, "-200", "none"),
}


def nil(points: int, failed: str) -> dict[str, Choice]:
    """Return the options for the points of a nil and the tricks of a failed one."""
    return {
        "nil_points": amounts(points, 100, 50),
        "failed_nil": Choice(FAILED, failed, ("help", "by_bags", True, 1, None)),
    }


def bags(limit: int, cost: int) -> dict[str, Choice]:
    """Return the options for the penalty for bags."""
    return {"bag_limit": amounts(limit, 10, 5, 0), "bag_cost": amounts(cost, 100, 50)}


DICTATED = {**LEADS, **OPENING, **nil(100, "bags_only"), **PASSES, **bags(10, 100), **TEN, **TO_500}
ALONE = {
    **LEADS,
    "nil_points": amounts(50, 100, 50),
    **bags(5, 50),
    "target": TO_500["target"]._replace(usual=300),
    "floor": TO_500["floor"]._replace(usual="off"),
}
CUTTHROAT = {**ALONE, **OPENING, "last_bid": words("free", "not_even")}
OPTIONS: dict[str, dict[str, Choice]] = {
    "classic": {
        **DICTATED,
        **nil(100, "helps"),
        "nil": switch(True),
        "blind_nil": amounts(200, 200, 100, 0),
        "blind_behind": number(100, (0, 1, 100, 2500), -1, "0", "off"),
        "blind_pass": CARDS,
        "board": switch(False),
        "least_total": number("off", ("off", 10, 11, 13), 9, 14, "11", "none"),
    },
    "whiz": DICTATED,
    "mirrors": DICTATED,
    "suicide": DICTATED,
    "cutthroat": CUTTHROAT,
    "cutthroat-three": CUTTHROAT,
    "call-break": {
        "hands": number(5, (1, 2, 200), 0, -1, 201, "5"),
        "calls": words("any", "one_to_eight", "two_to_eight"),
        "no_spade": switch(False),
        "eight_wins": switch(False),
        "tenths": switch(False),
    },
    "six-handed": {
        "nil_points": amounts(50, 100, 50),
        "bag_limit": amounts(5, 10, 5, 0),
        "target": TO_500["target"]._replace(usual=300),
        "floor": TO_500["floor"]._replace(usual="off"),
    },
    "two-handed": {**ALONE, "second_card": words("seen", "unseen")},
    "league": {**LEADS, **OPENING, **nil(100, "bags_only"), **PASSES, **bags(10, 100), **TEN},
}
"""`joker-deuces` has the options of `jokers`, with a target of 350."""
