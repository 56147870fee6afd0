"""Plain text has the facts of the side panel: the hands so far, their sheets, and the cards not played yet."""

from collections.abc import Iterable

from spades_tui.plain.table_talk import PlainTable
from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from tests.games import SLUGS
from tests.plain.talking import Typist, table_of
from tests.scenes import advance, mine, scored


def text_for(table: Table, answers: Iterable[str], counting: bool = False) -> str:
    """Return the text at a table for these answers, until they run out."""
    typist = Typist(answers)
    PlainTable(table, typist, Settings(counting=counting)).run()
    return typist.text


def test_hands_and_their_score_sheets_are_listed() -> None:
    table = advance(table_of("sandbags", None), scored(2))
    text = text_for(table, ["sheet all", "sheet 1", "sheet 9"])
    for score in table.scores:
        assert f"Hand {score.hand}: " in text
        assert all(f"took {sum(score.tricks[seat] or 0 for seat in seats)}" in text for seats in table.rules.sides)
    first = [str(abs(points)) for points in table.scores[0].points]
    assert all(f" {points} in this hand" in text for points in first)
    assert "from 1 to 2" in text


def test_cards_still_out_are_listed_if_the_table_allows_it() -> None:
    for slug in SLUGS:
        table = advance(table_of(slug, None), mine("play", 2))
        assert text_for(table, ["out"], counting=True).count("Not played yet in ") == 4
    assert "you count the cards yourself" in text_for(table, ["out"])
    assert "Not played yet" not in text_for(table, ["out"])
