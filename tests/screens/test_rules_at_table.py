"""The rules opened from the table start with the relevant ones, in the words of the reference."""

import pytest

from spades_tui.game.events import Play
from spades_tui.rules.rules_page import rule_texts
from tests.advice.hints import choose
from tests.driver import driving
from tests.scenes import at, last_card, mine, scored
from tests.screens.looking import TableApp

TALL = (80, 200)
"""A terminal that shows the whole page."""


async def test_r_at_a_trick_shows_the_rules_and_w_the_glossary() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 2, 2))), TALL) as seat:
        for way in (("r",), ("question_mark", "r")):
            await seat.press(*way)
            assert seat.place == "rules" and seat.sees(f"Rules that apply now C-6 {rule_texts()['C-6']}")
            assert seat.sees(f"SB-3 {rule_texts()['SB-3']}")
            assert seat.sees("Every 10 bags cost 100 points and are then removed. (SB-9)")
            await seat.press("w")
            assert seat.sees("ruff To play a spade on another suit.")
            await seat.press("escape")
            assert seat.place == "play"
        await seat.press("w")
        assert seat.sees("Glossary bag", "desperation zero A zero bid")


async def test_a_refusal_leads_to_its_rule() -> None:
    table = at("sandbags", lambda s: mine("play", 2, 0)(s) and len(s.why_not) > 0)
    async with driving(TableApp(table), TALL) as seat:
        card, refusal = next(iter(table.observe(0).why_not.items()))
        await choose(seat, Play(0, card))
        await seat.press("enter", "r")
        assert refusal.rule == "SB-3"
        assert seat.sees(f"Rules that apply now SB-3 {rule_texts()['SB-3']}")


async def test_r_while_bidding_shows_the_rules_of_bidding() -> None:
    async with driving(TableApp(at("jokers", mine("bid"))), TALL) as seat:
        assert seat.place == "bid"
        await seat.press("r")
        assert seat.sees(f"JK-4 {rule_texts()['JK-4']}") and not seat.sees("C-6 Follow")


@pytest.mark.rule("SB-5")
async def test_a_score_line_leads_to_its_rule() -> None:
    async with driving(TableApp(last_card(at("sandbags", scored(2)))), TALL) as seat:
        await seat.until("score")
        named = {line.rule for line in seat.table.scores[-1].lines}
        await seat.press("r")
        assert named and all(seat.sees(f"{name} {rule_texts()[name]}") for name in named)


async def test_the_footer_shows_rules_and_glossary_keys_if_they_fit() -> None:
    table = at("sandbags", lambda seen: mine("play", 2, 2)(seen) and len(seen.why_not) > 3)
    async with driving(TableApp(table), (140, 45)) as seat:
        assert "r rules  w glossary" in seat.footer
        await choose(seat, Play(0, next(iter(table.observe(0).why_not))))
        await seat.press("enter")
        assert seat.sees("r shows rule C-6")


@pytest.mark.rule("LG-1", "LG-3")
@pytest.mark.parametrize(
    ("hand", "form", "marked"),
    [
        (1, "regular", []),
        (2, "whiz", ["* You bid the number of spades you hold, or nil. (WZ-1)"]),
        (4, "suicide", ["* A bid is nil, or 4 or more. (SU-1)", "* One partner of each pair bids nil: the second, if"]),
        (6, "threes", ["* Each player bids 3 tricks; nobody may pass. (LG-1)"]),
    ],
)
async def test_the_rules_of_a_league_show_its_programme_and_this_hands_changes(
    hand: int, form: str, marked: list[str]
) -> None:
    table = at("league", lambda s: s.hand_number == hand and mine("bid")(s))
    async with driving(TableApp(table), (120, 200)) as seat:
        await seat.press("r")
        lines = [line.strip() for line in seat.lines]
        now, programme = lines.index(f"This hand: {form}"), lines.index("Programme of hands")
        told = [line for line in lines[now:programme] if line]
        starred = [line for line in told if line.startswith("* ")]
        assert len(starred) == len(marked)
        assert all(any(line.startswith(words) for line in starred) for words in marked)
        # the format of this hand, and the explanation of the mark
        of_programme = [line for line in lines[programme:] if line.startswith("* ")]
        assert len(of_programme) == 2 and f", {form}: " in of_programme[0]
        assert seat.sees("· Hands 5 and 11, four-or-nil: A bid is nil, or 4 or more.")
        assert any("It's played like the game's other hands." in line for line in told) == (not marked)
        assert any("Left out: A nil made: +100" in line for line in told) == (form == "threes")


async def test_the_rules_of_a_game_without_a_programme_show_none() -> None:
    async with driving(TableApp(at("classic", mine("bid"))), TALL) as seat:
        await seat.press("r")
        assert seat.place == "rules" and not seat.sees("programme") and not seat.sees("This hand")
