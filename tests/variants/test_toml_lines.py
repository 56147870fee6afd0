"""The line of every key is found in any layout of a file."""

import pytest

from spades_tui.language.quoting import key_text
from spades_tui.rules.toml_lines import lines_of_keys, nearest_line

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
