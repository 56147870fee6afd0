"""Rule CB-8: points written in tens and tenths, in plain text and on the screens."""

import re
from pathlib import Path

import pytest

from spades_tui.language.sentence_parts import plain, signed
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.table import Table
from spades_tui.presentation.wording import cost_words, points_words
from spades_tui.settings.settings import Settings
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.score_sheet import GameSheet, HandSheet, Podium
from tests.game.tables import Sitting
from tests.plain.talking import Player, table_of
from tests.screens.looking import on_screen

SLUG = "call-break"
SPOKEN_WHOLE = re.compile(r"\b(?:plus|minus|total)(?: minus)? \d+(?! point \d)\b")
"""Matches points in plain text that aren't written in tenths."""


def played(folder: Path, *, tenths: bool) -> tuple[Table, list[str]]:
    """Play a whole game in plain text, with a hint and every sheet; return its table and everything said."""
    table = table_of(SLUG, folder, hands=2, **({"tenths": True} if tenths else {}))
    player = Player(table, 9, ["hint", "score", "sheet"])
    PlainTable(table, player, Settings()).run()
    assert table.final is not None
    return table, player.lines


def in_whole_points(text: str) -> str:
    """Return a text with the tenths, written or spoken, as whole points."""
    return re.sub(r"\b(\d+)(?: point |\.)(\d)\b", lambda found: str(int(found[1] + found[2])), text)


@pytest.mark.rule("CB-8")
@pytest.mark.parametrize(
    ("points", "whole", "tenths", "gained"),
    [(32, "32", "3.2", "+3.2"), (0, "0", "0.0", "0.0"), (-5, "−5", "−0.5", "−0.5"), (-130, "−130", "−13.0", "−13.0"),
     (1, "1", "0.1", "+0.1"), (1000, "1000", "100.0", "+100.0")],
)  # fmt: skip
def test_points_are_written_whole_or_in_tenths(points: int, whole: str, tenths: str, gained: str) -> None:
    assert (plain(points), plain(points, 10), signed(points, 10)) == (whole, tenths, gained)


@pytest.mark.rule("CB-8")
@pytest.mark.parametrize(
    ("points", "whole", "tenths"),
    [(4.24, "+4.2", "+0.42"), (-12.0, "−12.0", "−1.20"), (0.04, "0.0", "0.00"), (-0.04, "0.0", "0.00")],
)
def test_averages_have_one_more_decimal_in_tenths(points: float, whole: str, tenths: str) -> None:
    assert (points_words(points), points_words(points, 10)) == (whole, tenths)
    assert cost_words(4.24, 10) == "0.42"


@pytest.mark.rule("CB-8")
def test_a_game_in_plain_text_has_only_tenths_and_the_same_scores(tmp_path: Path) -> None:
    table, said = played(tmp_path / "tenths", tenths=True)
    usual, before = played(tmp_path / "whole", tenths=False)
    assert [score.totals for score in table.scores] == [score.totals for score in usual.scores]
    told = [line for line in said if SPOKEN_WHOLE.search(line)]
    assert not told, told
    scored = [line for line in said if line.startswith(("The score: ", "Hand 1 is scored: "))]
    assert scored and all(len(re.findall(r"\d point \d", line)) == 4 for line in scored)
    sheets = [line for line in before if SPOKEN_WHOLE.search(line) or line.startswith("The score: ")]
    assert sheets and set(sheets) <= {in_whole_points(line) for line in said}


@pytest.mark.rule("CB-8")
async def test_the_sheets_on_the_screens_have_only_tenths(tmp_path: Path) -> None:
    table, _ = played(tmp_path, tenths=True)
    look = CardStyle.liked(Settings(), table.names, table.people, table.rules)
    assert table.final is not None
    for sheet in (
        HandSheet(table.rules, look, table.scores),
        GameSheet(table.rules, look, table.scores),
        Podium(table.rules, look, table.scores, table.final),
    ):
        text = await on_screen(sheet, 100, 40)
        for side, total in enumerate(table.final.totals):
            assert plain(total, 10) in text, side
        assert not re.search(r"(?:total |this hand |[+−])\d+(?![\d.])", text), text
        assert re.search(r"\d\.\d ┤", text) or re.search(r"\d\.\d ┼", text), text


@pytest.mark.rule("CB-8")
def test_a_tie_is_announced_in_tenths() -> None:
    tied = Sitting(SLUG, tenths=True).so_far(hands=5, totals=(92, 60, 60, 92))
    assert tied.rules.extra_hand(tied.state.standing) == "Sudden death: tied at 9.2, so another hand is played"
