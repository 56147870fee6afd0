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
