"""The form for house rules works with keys and mouse, explains refusals, tries a hand, and saves."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from spades_tui.cli import main
from spades_tui.game.phase import Phase
from spades_tui.house_rules.own_variants import differences, single_changes
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules.catalogue import find
from spades_tui.settings.dead_key_reasons import NEW_RULE, ORIGINAL_ALREADY
from spades_tui.settings.keymap import with_keys
from spades_tui.system.folders import games_folder
from tests.driver import Driver, driving, home_app
from tests.house_rules.changing import changed, row, to_form, to_rule
from tests.screens.looking import wait_until
from tests.sizes import LARGE, SMALL, at_each_size

POINTS = "Points to play to"


@asynccontextmanager
async def at_home(size: tuple[int, int] = SMALL) -> AsyncIterator[Driver]:
    """Open the program."""
    async with driving(home_app(pace="instant", cut_patience=0, name="Ann"), size) as seat:
        yield seat


@asynccontextmanager
async def changing(game: str, size: tuple[int, int] = SMALL) -> AsyncIterator[Driver]:
    """Open the form for a game."""
    async with at_home(size) as seat:
        await to_form(seat, game)
        yield seat


def value(seat: Driver) -> str:
    """Return the value of the chosen row, which loses its arrows once the form knows that it can't be changed."""
    line = seat.line("▸")
    if "‹ " not in line:
        return re.split(" {2,}", line.strip())[-1]
    return line.partition("‹ ")[2].partition(" ›")[0]


async def until_saved(seat: Driver) -> None:
    """Wait until the trial games have been played and the file is written."""
    await seat.wait("New game which one?")


@at_each_size(SMALL, LARGE)
async def test_keys_alone_make_a_game_with_four_changes(
    home: Path, size: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is cutthroat to 250 with blind nil 150 and bags at 7. It is saved, checked and ready to be played."""
    async with at_home(size) as seat:
        await seat.press("n", "y")
        await seat.choose("Cutthroat")
        await seat.press("enter", "slash", *"blind", "enter", "right")
        assert seat.sees("This also changes: Blind nil made: 100; Blind nil failed:")
        await seat.press("down", "down", "down", "down", *"150", "enter")
        assert seat.chosen == "Blind nil made"
        await seat.press("slash", *"bags that cost", "enter", "7")
        await seat.press("slash", *"play to", "enter", *"250", "enter")
        assert seat.sees("The game goes to 250 points") or size == SMALL
        await seat.press("s", "ctrl+s")
        await until_saved(seat)
        assert seat.sees("Your own") and seat.chosen.startswith("Cutthroat, our ")
        path = home / "config" / "variants" / "cutthroat-our-house.toml"
        assert path.name in "".join(seat.text.split()) or size == SMALL
        assert seat.sees("Saved in the file above.")
        await seat.press("enter")
        assert seat.place == "seats"
        await seat.press("enter")
        assert seat.table.setup.variant.slug == "cutthroat-our-house"
        assert len(list(games_folder().glob("*cutthroat-our-house*.spades.jsonl"))) == 1
    variant = find("cutthroat-our-house")
    zero, bags = variant.to_json()["scores"][0], variant.to_json()["scores"][2]
    assert (zero["blind_made"], zero["blind_lost"], bags["limit"]) == (150, -150, 7)
    assert main(["variants", "check", str(path)]) == 0
    assert "Cutthroat, our house: no mistakes" in capsys.readouterr().out
    assert main(["variants", "show", "cutthroat-our-house"]) == 0
    assert "goes to 250 points" in capsys.readouterr().out
    assert main(["simulate", "--variant", "cutthroat-our-house", "--games", "1", "--out", str(home / "sim"),
                 "--seed", "x"]) == 0  # fmt: skip


async def test_house_rules_take_few_keys(home: Path) -> None:
    """This is cutthroat to 250, nil 100, bags at 7, from home to the saved game."""
    keys = ["n", "y", "c", "enter", "slash", *"nil", "enter", *"100", "enter",
            "slash", *"bags", "enter", "7", "enter", "slash", *"target", "enter", *"250", "enter",
            "s", "ctrl+s"]  # fmt: skip
    assert len(keys) <= 40
    async with at_home() as seat:
        await seat.press(*keys)
        await until_saved(seat)
    zero, _, bags = find("cutthroat-our-house").to_json()["scores"]
    assert (zero["made"], zero["lost"], bags["limit"]) == (100, -100, 7)
    assert find("cutthroat-our-house").endings[0].to_keys()["points"] == 250


def chosen_row(seat: Driver) -> str:
    """Return the chosen row up to its value, without the scrollbar beside it."""
    return seat.line("▸").partition("›")[0].rstrip()


async def test_typing_a_search_selects_a_matching_rule() -> None:
    async with changing("Cutthroat") as seat:
        began = seat.chosen
        await seat.press("slash", *"nilx")
        assert seat.chosen == began and seat.sees("No rule matches “nilx”")
        await seat.press("enter")
        assert seat.field == "nilx"  # no row to take
        await seat.press("backspace")
        assert seat.chosen == "Nil made"
        await seat.press("escape")
        assert not seat.sees("Find") and seat.chosen == began and not seat.sees("n next")
        await seat.press("slash", *"bags")
        matches = int(seat.line("match “bags”").split(" match ")[0].split()[-1])
        await seat.press("enter")
        met = [chosen_row(seat)]
        assert seat.sees("n next")
        for _ in range(matches):
            await seat.press("n")
            met.append(chosen_row(seat))
        assert met[-1] == met[0] and len(set(met)) == matches
        await seat.press("slash", "down", "up", "up", "enter")  # the same words again
        assert chosen_row(seat) == met[-2]
        await seat.press("x", "s", "escape")
        assert seat.place == "form"


async def test_a_click_on_a_rule_ends_the_search() -> None:
    async with changing("Cutthroat") as seat:
        await seat.press("slash", *"nil")
        await seat.click("Nil failed")
        assert not seat.sees("Find") and seat.chosen == "Nil failed"


async def test_an_added_rule_is_one_change_with_those_that_follow_from_it() -> None:
    """The kitty's own rows are part of it; cards and bids have changed too. The lab measures the same three."""
    draft = RulesDraft(find("sandbags"))
    kitty = next(value for value, _ in row(draft, "bids.kitty").choices if value)
    assert len(single_changes(changed(draft, ("bids.kitty", kitty)))) == 3
    async with changing("Sandbags") as seat:
        await seat.press("slash", *"kitty", "enter", "right")
        assert "3 changes" in seat.heading
        await seat.press("down", "down", "right")
        assert "3 changes" in seat.heading


async def test_a_refused_value_keeps_the_rules_and_shows_the_reason() -> None:
    async with changing("Cutthroat") as seat:
        await to_rule(seat, "Minimum for partners (board)")
        await seat.press("right")
        assert value(seat) == "no" and "change" not in seat.heading
        assert seat.sees("is for partners, but")
        await to_rule(seat, POINTS)
        await seat.press(*"900000")
        assert "change" not in seat.heading  # the form is as before
        assert seat.sees("900000") and "nobody can reach 900000 points" in " ".join(seat.text.split()).lower()
        await seat.press("backspace", "backspace", "enter")
        assert value(seat) == "9000" and "1 change" in seat.heading
        await seat.press("x")
        assert value(seat) == "300" and "change" not in seat.heading


async def test_changes_that_follow_from_a_rule_are_shown_in_full() -> None:
    """Jokers without jokers changes cards, spades, bids and more; the next row down shows none of that."""
    async with changing("Jokers") as seat:
        await seat.press("down", "down", "left")
        words = " ".join(seat.text.split())
        assert "Jokers: 0 to 2; type digits. In Jokers: 2." in words
        assert "This also changes: Cards left out: 2D 2H 2C 3C 3D; Spades, highest first: BJ 2 A K Q J T 9" in words
        also = "Cards each: 12; Maximum bid: 12"
        assert also in words
        assert words[words.index(also) :].split("+")[0].rstrip().endswith(".")
        await seat.press("down")
        assert not seat.sees("This also changes")


async def test_sentences_without_room_are_counted() -> None:
    draft = RulesDraft(find("bemo"))
    two = changed(draft, (draft.rows[0].key, 2))
    new = differences(draft.variant, two.variant).new
    assert len(new) > 3
    async with changing("Bemo") as seat:
        await seat.press("left")
        assert value(seat) == "2"
        assert seat.sees(f"+ r shows {len(new) - 2} more and all the rules.")


async def test_refusals_are_shown_in_full() -> None:
    """They have room, with their values; two values with one reason share a message."""
    draft = RulesDraft(find("jokers"))
    whys = [draft.with_value(row(draft, "deal.draft"), other).why for other in ("seen", "unseen")]
    assert None not in whys
    async with changing("Jokers") as seat:
        await to_rule(seat, "Cards from a draft")
        await seat.press("right")
        await seat.work_ends()
        assert "change" not in seat.heading
        assert seat.sees("yes, all seen, yes, unseen: 4 players who keep", *(f"{why}." for why in whys))


async def test_a_cost_may_be_written_without_its_sign() -> None:
    async with changing("Cutthroat") as seat:
        await to_rule(seat, "Points they cost")
        await seat.press(*"75", "enter")
        assert value(seat) == "−75"
        await seat.press("minus", *"80", "backspace")
        assert "-8" in seat.line("▸")


async def test_an_impossible_row_has_no_arrows_after_typing_stops() -> None:
    """Its reason is below, as soon as it's chosen."""
    async with changing("Cutthroat") as seat:
        await seat.work_ends()
        await seat.choose("Blind bids, or blind nil")
        assert value(seat) == "no"
        await seat.choose("Minimum for partners (board)")
        assert "‹" not in seat.line("▸") and seat.sees("is for partners, but")


@pytest.mark.slow
async def test_a_trial_hand_returns_to_the_unchanged_form(home: Path) -> None:
    """Keys alone play the hand to its score. It writes no file, and the changes remain."""
    async with changing("Sandbags") as seat:
        await to_rule(seat, POINTS)
        await seat.press(*"120", "enter")
        before = seat.lines[:16]
        await seat.press("t")
        assert seat.table.setup.variant.endings[-1].to_keys()["points"] == 120
        while seat.table.observe(None).phase != Phase.PLAYED:
            await seat.press("enter")
        for _ in range(10):  # the last trick lies for a moment; an Enter too many would pass the sheet unseen
            await seat.press("enter")
            if await wait_until(lambda: seat.place == "score", 3.0):
                break
        assert "back to" in seat.footer and "rules" in seat.footer
        await seat.press("enter")
        assert seat.lines[:16] == before
        await seat.press("t")
        assert seat.place != "form"
        await seat.press("q")
        assert seat.lines[:16] == before
        await seat.press("down", "up")
        assert seat.chosen == POINTS and value(seat) == "120"
    assert not games_folder().exists() or not list(games_folder().iterdir())


async def test_nothing_says_that_a_trial_hand_is_saved() -> None:
    async with changing("Sandbags") as seat:
        await seat.press("t")
        await seat.resize(60, 20)
        assert seat.sees("keep playing") and not seat.sees("saved")
        await seat.resize(80, 24)
        await seat.press("ctrl+c")
        assert seat.sees("Ctrl+C again") and not seat.sees("saved")
        await seat.press("ctrl+p")
        assert seat.place == "palette" and not seat.sees("is saved")
        await seat.press("escape", "question_mark")
        said = seat.text
        await seat.press("pagedown")
        said += seat.text
        assert "back to your rules" in said and "saved" not in said


async def test_the_reset_key_says_why_it_does_nothing() -> None:
    async with changing("Sandbags") as seat:
        await to_rule(seat, "Minimum for partners (board)")
        await seat.press("x")
        assert seat.sees(ORIGINAL_ALREADY.words)
        await seat.press("right", "down")
        added, before = seat.chosen, seat.lines[2:16]
        assert seat.line("▸").startswith(" ▸   ") and not seat.sees(ORIGINAL_ALREADY.words)
        await seat.press("x")
        assert seat.sees(with_keys(NEW_RULE.words)) and seat.lines[2:16] == before
        await seat.press("up", "x")
        assert not seat.sees(f"    {added} ") and added not in seat.listed


async def test_leaving_a_changed_form_asks_once() -> None:
    async with changing("Sandbags") as seat:
        await seat.press("escape")
        assert seat.place == "variants"
        await seat.press("c")
        await to_rule(seat, POINTS)
        await seat.press(*"120", "enter", "escape")
        assert seat.sees("Discard the changes?")
        await seat.press("enter")
        assert seat.place == "form" and value(seat) == "120"
        await seat.press("escape", "y")
        assert seat.place == "variants"


async def test_leaving_the_program_with_a_changed_form_asks_once() -> None:
    async with changing("Sandbags") as seat:
        await to_rule(seat, POINTS)
        await seat.press(*"120", "enter", "ctrl+q")
        assert seat.sees("Discard the changes?") and seat.running
        await seat.press("ctrl+q")
        assert not seat.running


async def test_saved_house_rules_can_be_edited_again(home: Path) -> None:
    """Saving under the same name asks first; saving under another name keeps both games."""
    async with changing("Sandbags") as seat:
        await to_rule(seat, POINTS)
        await seat.press(*"120", "enter", "s", "ctrl+s")
        await until_saved(seat)
        await seat.press("c")
        assert "sandbags-our-house.toml" in seat.heading
        await to_rule(seat, POINTS)
        assert value(seat) == "120" and "was 500" in seat.line("▸")
        await seat.press(*"130", "enter", "s", "ctrl+s")
        assert seat.sees("Sandbags, our house") and seat.place != "variants"
        await seat.press("y")
        await until_saved(seat)
    assert find("sandbags-our-house").endings[-1].to_keys()["points"] == 130
    assert [path.name for path in (home / "config" / "variants").iterdir()] == ["sandbags-our-house.toml"]


async def test_a_damaged_file_is_reported_and_never_overwritten(home: Path) -> None:
    own = home / "config" / "variants"
    own.mkdir(parents=True)
    (own / "broken.toml").write_text("schema = 1\nseatz = 4\n")
    async with at_home() as seat:
        await seat.press("n", "end", "up", "c")
        assert seat.place == "variants" and seat.sees("is damaged")
        await seat.press("home", "c", "s")
        await seat.write("Broken")
        await seat.press("ctrl+s")
        assert seat.sees("can't be read; choose another name")
    assert (own / "broken.toml").read_text("utf-8") == "schema = 1\nseatz = 4\n"


async def test_the_rules_page_marks_the_changes() -> None:
    async with changing("Sandbags", (120, 150)) as seat:
        await to_rule(seat, POINTS)
        await seat.press(*"120", "enter", "r")
        assert "/ find" not in seat.footer
        assert seat.sees("+ The game goes to 120 points; the most points win. (SB-10)")
        assert seat.sees("− The game goes to 500 points; the most points win. (SB-10)")
        await seat.press("escape")
        assert seat.place == "form"


async def test_clicks_select_and_change_rules() -> None:
    """A click selects a line, and another click on its value changes it."""
    async with changing("Cutthroat", LARGE) as seat:
        await seat.press("pagedown")
        assert seat.chosen == "Blind bids, or blind nil"
        await seat.click("‹ no ›")
        assert value(seat) == "yes"
        await seat.click("Who can bid blind")
        assert seat.chosen == "Who can bid blind"


async def test_a_typed_word_is_used_in_the_rules() -> None:
    async with changing("Classic") as seat:
        await to_rule(seat, "Word for it")
        await seat.press("enter", *["backspace"] * 3, *"zilch", "enter")
        assert value(seat) == "zilch"
        assert seat.sees("Zilch made")


@pytest.mark.parametrize(("key", "heading"), [("r", "Your rules"), ("w", "Keys")])
async def test_the_keys_page_opens_the_rules_of_a_form(key: str, heading: str) -> None:
    """The glossary belongs to tables, so its key does nothing in the form."""
    async with changing("Cutthroat") as seat:
        await seat.press("question_mark", key)
        assert seat.heading.startswith(heading)
