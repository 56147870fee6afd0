"""Every option of a table can be chosen with keys, is in the game's first line, and applies."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from spades_tui.language.sentence_parts import capitalized
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.option_declarations import Option, same
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import options_of, with_options
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.folders import games_folder
from tests.driver import Driver, driving, home_app
from tests.games import each_game
from tests.record.records import replayed
from tests.setup.helpers import to_seats

OTHER: dict[str, object] = {
    "target": 250, "hands": 3, "enforcement": "challenge", "take_back": True, "undo": True, "double_sets": True,
    "bag_penalty": True, "ten_or_less": True, "new_deal": True, "blind_ten_400": True, "joker": False, "aces": "high",
    "lead_spades": "any", "first_trick": "no_spade", "opening": "lowest_club", "nil_points": 50,
    "failed_nil": "nothing",
    "blind_nil": 100, "blind_behind": 50, "blind_pass": 1, "nil_pass": 2, "pass_order": "nil_first", "bag_limit": 5,
    "bag_cost": 50, "board": True, "ten_for_200": True, "floor": -300, "nil": False,
}  # fmt: skip
"""A value other than the default for each option."""

MOST_WITHOUT_SCROLLING = 9
"""Number of options that fit in 24 lines with everything else; a longer form scrolls."""

FIRST = ("3b-five", "call-break", "classic", "cutthroat-three", "jokers", "two-handed")
"""Games that have all options between them: each chooses those that no earlier one has."""


def label(option: Option) -> str:
    """Return the label of an option's row."""
    return option.label or capitalized(option.words)


def words_of(option: Option, value: object) -> str:
    """Return the words for a value in an option's row."""
    if isinstance(value, bool):
        return option.says.get(str(value).lower(), "on" if value else "off")
    return option.says.get(str(value), str(value))


async def give(seat: Driver, row: str, words: str) -> None:
    """Go up to a row of the form, and give it these words with keys."""
    await seat.choose(row, "up")
    if "‹" not in seat.row:
        await seat.write(words)
        return
    for _ in range(20):
        if seat.field == words:
            return
        await seat.press("right")
    raise AssertionError(f"{row} can't be {words}\n{seat.text}")


def only_game() -> Path:
    (path,) = games_folder().glob("*.spades.jsonl")
    return path


def newest_game() -> Path:
    """Return the game in the folder that was begun last."""
    return max(games_folder().glob("*.spades.jsonl"), key=lambda path: path.stat().st_mtime_ns)


def first_line(path: Path) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(path.read_text("utf-8").splitlines()[0])
    return line


def other(option: Option) -> object:
    """Return a value other than the default."""
    value = OTHER.get(option.name)
    if option.takes(value) and not same(value, option.usual):
        return value
    return next(value for value in (*option.values, *(option.bounds or ())) if not same(value, option.usual))


def names_to_choose(slug: str) -> set[str]:
    """Return the options to choose in a game: all, or in one of the first games, those that no earlier one has."""
    names = set(shipped()[slug].option_names)
    if slug not in FIRST:
        return names
    return names.difference(*(shipped()[one].option_names for one in FIRST[: FIRST.index(slug)]))


def test_the_first_games_choose_every_option() -> None:
    all_names = {name for variant in shipped().values() for name in variant.option_names}
    assert set().union(*map(names_to_choose, FIRST)) == all_names


@pytest.mark.rule("C-10", "C-11", "JK-13", "3B-1", "3B-11", "3B-16", "SB-10")
@pytest.mark.parametrize("slug", each_game("3b-five"))
async def test_every_chosen_option_is_in_the_record_and_applies(slug: str) -> None:
    variant = shipped()[slug]
    options = {option.name: option for option in options_of(variant)}
    chosen = {name: other(option) for name, option in options.items() if name in names_to_choose(slug)}
    assert all(not same(value, options[name].usual) for name, value in chosen.items())
    looked = next(part.shown for part in variant.plays if part.kind == "last_trick")
    async with driving(home_app()) as seat:
        await to_seats(seat, variant.name)
        if len(options) <= MOST_WITHOUT_SCROLLING:
            assert seat.sees("1 ", *map(label, options.values()), "Cut")
        await give(seat, "Pace", "leisurely")  # the lowest row first, since the arrow goes up
        await give(seat, "First dealer", "Bea")
        await give(seat, "Last trick", "hidden" if looked else "can be seen again")
        for name in reversed(chosen):
            await give(seat, label(options[name]), words_of(options[name], chosen[name]))
        await seat.press("ctrl+s")
        rules = seat.table.rules
        path = only_game()
    line = first_line(path)
    assert line["options"] == {**line["options"], **chosen}
    assert line["dealer"] == 1
    parts = line["rules"]["plays"]
    assert next(part["shown"] for part in parts if part["kind"] == "last_trick") != looked
    (game,) = replayed(path.read_bytes())
    wanted = ruleset(with_options(variant, line["options"]).with_last_trick(not looked))
    hands = range(1, 14)  # the rules of each format, if hands have formats
    for found in (rules, game.course.state.rules):
        assert found is found.of_hand(1)
        assert [found.of_hand(n).variant for n in hands] == [wanted.of_hand(n).variant for n in hands]
    assert rules.last_trick is not None
    assert rules.last_trick.shown != looked
    assert rules.take_back or "take_back" not in chosen
    kept = load_settings()
    assert (kept.pace, kept.cut) == ("leisurely", Settings().cut)


async def test_a_record_names_no_default_options() -> None:
    async with driving(home_app()) as seat:
        await to_seats(seat, "Jokers")
        await seat.press("enter")
        line = first_line(only_game())
    assert line["options"] == {"slip": True}  # one person may take slips back unless they choose otherwise (3B-11)
    assert "rules" not in line


@pytest.mark.rule("C-3")
async def test_the_cut_is_off_unless_asked_for_a_table() -> None:
    """The settings have the time to cut. A resumed game asks as it began."""
    async with driving(home_app(pace="instant", cut_patience=0)) as seat:
        await seat.press("s")
        await give(seat, "Time to cut", "1 minute")
        assert load_settings().cut_patience == 60
        await to_seats(seat)
        await give(seat, "First dealer", "Bea")
        await seat.press("ctrl+s")
        assert seat.place == "bid"
        assert first_line(only_game())["cut"] is False
        await seat.press("q")
        await to_seats(seat)
        await give(seat, "Cut", "you're asked")
        await give(seat, "First dealer", "Bea")
        await seat.press("ctrl+s")
        assert seat.place == "deal"
        assert re.search(r"[3-6]\d s left\.", seat.text)  # on a busy machine, some have passed
        assert "cut" not in first_line(newest_game())
        assert load_settings().cut
        await seat.press("q")
        await seat.press("s")
        await give(seat, "Cut", "nobody cuts")
        assert not load_settings().cut
        await seat.press("escape", "c", "enter")
        assert seat.place == "deal"
