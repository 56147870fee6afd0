"""After a hand, people can step through all its open hands; during a hand, no key leads there."""

import asyncio

import pytest

from spades_tui.cards import cards_of, pretty
from spades_tui.settings import dead_key_reasons
from tests.driver import Driver, driving
from tests.games import each_game
from tests.quick_cases import slow_but
from tests.scenes import at, last_card, mine, scored
from tests.screens.looking import TableApp, open_hands_in_tree

LATER = "game"
"""The setting by which hands open only after the game."""


async def to_open_hands(seat: Driver, sheet: str = "score", key: str = "enter") -> None:
    """Go to the score of the hand, or to the end of the game, and from there to all hands."""
    await seat.until(sheet, key)
    await seat.press("o")
    assert seat.place == "all hands"


def moment(seat: Driver) -> tuple[int, int]:
    """Return the number of the hand, and which of its moments is shown, counted from 1."""
    words = seat.heading.split()
    return int(words[words.index("hand") + 1]), int(words[-3])


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "3b-five", "two-handed"))
async def test_the_score_sheet_opens_all_hands_step_by_step(slug: str) -> None:
    table = last_card(at(slug, scored(1)))
    async with driving(TableApp(table)) as seat:
        await to_open_hands(seat)
        rules = table.open_game().rules
        assert f"trick {rules.tricks}/" in seat.heading
        await seat.press("home")
        assert moment(seat) == (2, 1)
        assert seat.sees(*table.names)
        for card in cards_of(table.open_game().hands[1].dead or 0):
            assert seat.sees(pretty(card)[:-1])
        await seat.press("right", "right", "left")
        assert moment(seat) == (2, 2)
        await seat.press("down")
        assert "trick 1/" in seat.heading and seat.sees("takes trick 1")
        await seat.press("pagedown", "up")
        assert "trick 1/" in seat.heading
        await seat.press("end")
        assert seat.sees("Hand 2 is scored")
        await seat.press("right")
        assert moment(seat)[0] == 2 and seat.footer == dead_key_reasons.NO_CARD_AFTER.words
        await seat.press("left_square_bracket")
        assert moment(seat) == (1, 1) and seat.footer.startswith("←→ card")
        await seat.press("left_square_bracket")
        assert seat.footer == dead_key_reasons.FIRST_HAND.words
        await seat.press("end", "right")
        assert moment(seat) == (2, 1)
        await seat.press("left")
        assert moment(seat)[0] == 1 and seat.sees("Hand 1 is scored")
        await seat.press("escape")
        assert seat.place == "score"


@pytest.mark.parametrize("people", [1, 4])
async def test_the_sheet_says_that_hands_open_only_after_the_game(people: int) -> None:
    table = at("sandbags", lambda seen: scored(1)(seen) and seen.phase == "played", people=people)
    async with driving(TableApp(table, open_hands=LATER)) as seat:
        await seat.until("score", most=12)
        assert "o all hands later" in seat.footer
        await seat.press("o")
        assert seat.place == "score" and seat.sees("All hands open after the game.")


async def test_a_pair_of_changed_keys_goes_from_hand_to_hand() -> None:
    keys = (("hand_after", "}"), ("hand_before", ","))
    async with driving(TableApp(at("sandbags", scored(2), people=0), keys=keys)) as seat:
        await to_open_hands(seat, key="right")
        assert ", } hand" in seat.footer
        last, _ = moment(seat)
        await seat.press("comma")
        assert moment(seat)[0] == last - 1
        await seat.click("}")
        assert moment(seat)[0] == last


async def test_all_hands_of_a_game_open_after_its_end() -> None:
    async with driving(TableApp(at("sandbags", None, target=1), open_hands=LATER)) as seat:
        await to_open_hands(seat, "game over")
        assert moment(seat)[0] == 1 == len(seat.table.scores)


async def test_the_last_sheet_opens_the_hands_and_watchers_always_see_them() -> None:
    table = at("sandbags", lambda seen: mine("play", 12)(seen), target=1)
    async with driving(TableApp(table, open_hands=LATER)) as seat:
        await to_open_hands(seat)
        assert table.observe(None).outcome is not None and moment(seat)[0] == 1
    async with driving(TableApp(at("sandbags", scored(1), people=0), open_hands=LATER)) as seat:
        await to_open_hands(seat, key="right")


async def test_clicks_step_through_open_hands() -> None:
    async with driving(TableApp(last_card(at("sandbags", scored(1))))) as seat:
        await to_open_hands(seat)
        await seat.press("home")
        for side in ("Dot", "Dot", "Bea"):  # to the right and to the left of the middle
            await seat.click(f"◇ {side}")
        assert moment(seat) == (2, 2)


KEYS = [*"abdefghijklmnopqrstuvwxyzCO?[]", "space", "left", "right", "up", "down", "home", "end", "escape", "enter"]


async def leak(app: TableApp, seat: Driver) -> tuple[str, str] | None:
    """Return the first keys that lead to open hands, from the table or from screens over it; None if there are none."""
    ways: list[tuple[list[str], str]] = [([], key) for key in KEYS if key not in ("q", "enter", "space")]
    ways += [([way], key) for way in ("s", "g", "question_mark") for key in "ofv"]
    for way, key in ways:
        await seat.type("escape", "escape", *way)
        await seat.type(key)
        if open_hands_in_tree(app):
            return "".join(way), key
    return None


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("phase", slow_but(["play"], ["play", "bid"]))
async def test_no_key_opens_the_hands_during_a_hand(phase: str) -> None:
    app = TableApp(at("sandbags", lambda seen: scored(1)(seen) and mine(phase)(seen)))
    async with driving(app) as seat:
        assert await leak(app, seat) is None


async def test_the_check_finds_a_key_that_opens_the_hands() -> None:
    app = TableApp(last_card(at("sandbags", scored(1))))
    async with driving(app) as seat:
        await seat.until("score", most=12)
        assert await leak(app, seat) == ("", "o")


@pytest.mark.rule("C-9")
async def test_no_hand_is_dealt_while_the_open_hands_are_shown() -> None:
    """With several people too, the next hand isn't dealt while people look at the last one."""
    table = at("sandbags", lambda seen: scored(1)(seen) and seen.phase == "played", people=4)
    async with driving(TableApp(table)) as seat:
        assert seat.place == "score"
        await seat.press("o")
        hands = table.open_game().hands
        await asyncio.sleep(0.5)
        await seat.press("end", "right", "right_square_bracket", "space", "enter")
        assert seat.place == "all hands" and "hand 2 of 2" in seat.heading
        assert table.course.state.standing.hands == 2
        assert [hand.number for hand in hands] == [1, 2] and table.open_game().hands == hands
        assert table._recorder.current_hand is None
