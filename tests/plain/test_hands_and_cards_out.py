"""Plain text has the facts of the side panel: the hands so far, their sheets, and the cards not played yet."""

from collections.abc import Iterable

import pytest

from spades_tui.plain import status
from spades_tui.plain.home_table import PlainTable
from spades_tui.plain.speech import Spoken
from spades_tui.play.table import Table
from spades_tui.presentation.hand_words import voids_shown
from spades_tui.settings.settings import Settings
from tests.games import SLUGS
from tests.plain.talking import Typist, table_of
from tests.scenes import advance, mine, scored

DEFAULT = Settings()


def text_for(table: Table, answers: Iterable[str], settings: Settings = DEFAULT) -> str:
    """Return the text at a table for these answers, until they run out."""
    typist = Typist(answers)
    PlainTable(table, typist, settings).run()
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
        assert text_for(table, ["out"], Settings(cards_out=True)).count("Not played yet in ") == 4
    assert "you count the cards yourself" in text_for(table, ["out"])
    assert "Not played yet" not in text_for(table, ["out"])


def test_voids_are_told_if_the_settings_want_them() -> None:
    table = advance(table_of("sandbags", None), lambda seen: mine("play", 2)(seen) and any(voids_shown(seen)))
    assert " did not follow " in text_for(table, ["voids"], Settings(voids=True))
    assert " did not follow " not in text_for(table, ["out"], Settings(cards_out=True, voids=True))
    assert "you remember voids yourself" in text_for(table, ["voids", "out"], Settings(cards_out=True))
    early = advance(table_of("sandbags", None), mine("play", 0))
    assert "Everybody has followed suit so far." in text_for(early, ["voids"], Settings(voids=True))


@pytest.mark.parametrize("asked", ["needs", "bids", "score"])
def test_needs_are_told_unless_the_settings_leave_them_out(asked: str) -> None:
    table = advance(table_of("sandbags", None), mine("play", 2))
    spoken = Spoken.liked(DEFAULT, table.names, table.people, table.rules)
    told = [words.replace(" & ", " and ") for words in status.needs(table.observe(None), spoken)]
    assert told
    for wanted in (False, True):
        text = " ".join(text_for(table, [asked], Settings(needs=wanted)).split())
        assert [words in text for words in told] == [wanted] * len(told)
    before = advance(table_of("sandbags", None), mine("bid"))
    assert ("No card has been played yet." in text_for(before, [asked])) is (asked == "needs")
