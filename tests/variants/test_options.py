"""Options of a table accept their values, the lowest club may lead, and each key's line is known."""

from typing import Any

import pytest

from spades_tui.language.quoting import key_text
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.toml_lines import lines_of_keys, nearest_line
from spades_tui.rules.variant import Variant, with_options
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.games import option_of


@pytest.mark.parametrize(
    ("slug", "name", "value", "said"),
    [
        ("sandbags", "target", 0, "option target: 0 isn't allowed; use a number from 1 to 1000000"),
        ("sandbags", "target", 1_000_001, "option target: 1000001 isn't allowed; use a number from 1 to 1000000"),
        ("sandbags", "target", 10**5000,
         "option target: a number of some 5001 digits isn't allowed; use a number from 1 to 1000000"),
        ("sandbags", "target", True, "option target: true isn't allowed; use a number from 1 to 1000000"),
        ("sandbags", "target", 300.0, "option target: 300.0 isn't allowed; use a number from 1 to 1000000"),
        ("sandbags", "target", "300", "option target: '300' isn't allowed; use a number from 1 to 1000000"),
        ("sandbags", "target", None, "option target: null isn't allowed; use a number from 1 to 1000000"),
        ("sandbags", "target", [[]] * 9999, "option target: a list isn't allowed; use a number from 1 to 1000000"),
        ("3b-four", "hands", 201, "option hands: 201 isn't allowed; use a number from 1 to 200"),
        ("jokers", "double_sets", 1, "option double_sets: 1 isn't allowed; use true or false"),
        ("jokers", "double_sets", "on", "option double_sets: 'on' isn't allowed; use true or false"),
        ("jokers", "enforcement", "chalenge",
         "option enforcement: 'chalenge' isn't allowed; use refuse or challenge; did you mean 'challenge'?"),
        ("3b-four", "aces", "low", "option aces: 'low' isn't allowed; use called or high"),
        ("3b-four", "joker", 0, "option joker: 0 isn't allowed; use true or false"),
        ("sandbags", "hands", 3, "sandbags has no option 'hands' (it has: target, take_back, undo and slip)"),
        ("sandbags", "takeback", True, "sandbags has no option 'takeback'; did you mean 'take_back'?"),
        ("sandbags", "x" * 500, 1, f"sandbags has no option {'x' * 40!r}… (it has: target, take_back, undo and slip)"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 20 else "",
)  # fmt: skip
def test_a_wrong_choice_is_refused_in_one_sentence(slug: str, name: str, value: object, said: str) -> None:
    with pytest.raises(UnusableError) as caught:
        with_options(shipped()[slug], {name: value})
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("slug", "name", "text", "value"),
    [
        ("jokers", "target", "300", 300), ("3b-five", "hands", "007", 7), ("jokers", "double_sets", "on", True),
        ("jokers", "double_sets", "false", False), ("bemo", "take_back", "yes", True),
        ("3b-five", "joker", "no", False), ("bemo", "enforcement", "challenge", "challenge"),
        ("3b-five", "aces", "high", "high"),
    ],
)  # fmt: skip
def test_a_choice_is_read_from_the_command_line(slug: str, name: str, text: str, value: object) -> None:
    assert option_of(shipped()[slug], name).parse(text) == value


@pytest.mark.parametrize(
    ("slug", "name", "text"),
    [
        ("bemo", "target", "-5"), ("bemo", "target", "3e2"), ("bemo", "target", "9" * 5000), ("bemo", "target", "３"),
        ("3b-four", "joker", "maybe"), ("3b-four", "aces", ""), ("3b-four", "aces", "HIGH"),
    ],
    ids=range(7),
)  # fmt: skip
def test_a_wrong_choice_on_the_command_line_is_refused(slug: str, name: str, text: str) -> None:
    with pytest.raises(UnusableError, match=f"option {name}: .* isn.t allowed; use"):
        option_of(shipped()[slug], name).parse(text)


@pytest.mark.parametrize(
    ("slug", "chosen"),
    [
        ("sandbags", {"target": 300, "take_back": True}),
        ("jokers", {"double_sets": True, "bag_penalty": True, "ten_or_less": True, "new_deal": True}),
        ("jokers", {"blind_ten_400": True, "enforcement": "challenge", "target": 1}),
        ("3b-five", {"hands": 10, "joker": False, "aces": "high"}),
    ],
)
def test_a_choice_changes_the_variant(slug: str, chosen: dict[str, object]) -> None:
    variant = with_options(shipped()[slug], chosen)
    assert {name: option_of(variant, name).usual for name in chosen} == chosen
    assert with_options(shipped()[slug], {}) == shipped()[slug]


@pytest.mark.rule("3B-1")
def test_without_the_joker_there_is_no_extra_card_and_nobody_draws() -> None:
    variant = with_options(shipped()["3b-four"], {"joker": False})
    assert len(variant.deck.pack()) == 52
    assert variant.deal.extra == 0
    assert {"zero_draw", "high_draw"}.isdisjoint(part.kind for part in variant.in_play().bids)
    assert with_options(shipped()["3b-four"], {"joker": True}) == shipped()["3b-four"]


def led_by_the_lowest_club(slug: str, **changes: Any) -> Variant:
    """Return a shipped game without its options, in which the lowest club leads."""
    data = {**shipped()[slug].to_json(), "slug": "clubs", "options": [], **changes}
    others = [part for part in data["plays"] if part["kind"] != "opening"]
    return from_data({**data, "plays": [*others, {"kind": "opening", "leads": "lowest_club"}]})


@pytest.mark.rule("NL-3")
@pytest.mark.parametrize("slug", ["classic", "cutthroat-three", "3b-five"])
def test_the_lowest_club_may_lead_if_all_cards_or_all_but_one_are_dealt(slug: str) -> None:
    assert led_by_the_lowest_club(slug).to_json()["plays"][-1]["leads"] == "lowest_club"


@pytest.mark.rule("NL-3")
def test_the_lowest_club_may_not_lead_if_all_clubs_may_be_discarded() -> None:
    with pytest.raises(VariantError, match=r"leads: the value is 'lowest_club', but there may be no club in play$"):
        led_by_the_lowest_club("two-handed")


LAYOUT = '''\
# a comment with [brackets] and key = "value"
name = "not ] a = list" # made = 3
deck.jokers = 1
"sum mary" = """
made = 1
[bids]
"""
options = [
  "target", # made = 2
  "joker",
  [ 1, { made = 2 } ],
]
inline = { a = 1, b = { c = [1, 2] }, d.e = 'x' }

[[scores]]
kind = "zero"
made = 100

[[ scores ]]
made = 10
[[scores.special]]
bid = 9
[[scores.special]]
bid = 10
[scores.all_tricks]
each = 35

[last . part]
x = 1979-05-27T07:32:00
y = 2
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("deck",), 3),
        (("deck", "jokers"), 3),
        (("deck", "spades"), 3),
        (("sum mary",), 4),
        (("options",), 8),
        (("options", 0), 9),
        (("options", 1), 10),
        (("options", 2, 1, "made"), 11),
        (("options", 7), 8),
        (("inline", "b", "c", 1), 13),
        (("inline", "d", "e"), 13),
        (("scores",), 15),
        (("scores", 0), 15),
        (("scores", 0, "made"), 17),
        (("scores", 0, "lost"), 15),
        (("scores", 1, "made"), 20),
        (("scores", 1, "special", 1, "bid"), 24),
        (("scores", 1, "all_tricks", "each"), 26),
        (("last", "part", "y"), 30),
        (("nowhere",), None),
        ((), None),
    ],
)
def test_a_key_path_is_found_on_its_line(path: tuple[str | int, ...], line: int | None) -> None:
    assert nearest_line(lines_of_keys(LAYOUT), path) == line


def test_invalid_toml_ends_the_search() -> None:
    assert lines_of_keys("a = 1\n]]]\nb = 2") == {("a",): 1}
    assert lines_of_keys('a = "open') == {("a",): 1}
    assert lines_of_keys("[" * 5000) == {}
    assert lines_of_keys("a = " + "[" * 50000)[("a",)] == 1


def test_keys_of_lists_count_from_one() -> None:
    assert key_text(("scores", 1, "special", 0, "bid")) == "scores[2].special[1].bid"
    assert key_text(("deck", "a\x1b[31m")) == r"deck.'a\x1b[31m'"
