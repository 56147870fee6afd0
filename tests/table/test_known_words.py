"""Words of the table are explained once: in the log, on the score sheet, and never again at this keyboard."""

import random
from pathlib import Path

import pytest

from spades_tui.game.events import Dump
from spades_tui.play.known_words import KnownWords
from spades_tui.play.table import Table
from spades_tui.presentation.hand_words import after_hand
from spades_tui.presentation.wording import Wording
from spades_tui.record.event_words import MEANING
from spades_tui.rules.rules_page import meaning
from tests.table.playing import opened, setup_of, step


def explained(table: Table) -> list[str]:
    return [entry.text for entry in table.entries if entry.kind == MEANING]


def test_a_word_has_a_meaning_in_one_sentence() -> None:
    assert meaning("gacc") == "To gacc is to lead a spade right after making your bid."
    assert meaning("bag").startswith("A bag is a trick above the bid")
    assert meaning("imperfect day").startswith("An imperfect day is a game")
    assert meaning("no such word") == ""


@pytest.mark.rule("3B-22")
def test_a_table_explains_a_word_at_its_first_event_only() -> None:
    table, rng = opened(setup_of("3b-four", seed="words"), None), random.Random(1)
    while table.observe(None).phase != "play":
        step(table, rng)
    table.known_words.meet(["low-ball"])
    for seat in (0, 1):
        table.do(Dump(seat))
        assert explained(table)[-1:] == [meaning("dump")]
    assert explained(table).count(meaning("dump")) == 1


def test_the_first_score_sheet_explains_its_words_and_the_next_does_not() -> None:
    table, rng = opened(setup_of("3b-four", seed="words"), None), random.Random(1)

    def remarks() -> list[str]:
        shown = table.shown(None)
        return ["".join(part.words for part in remark) for remark in after_hand(shown, Wording(table.names))]

    while not table.scores:
        step(table, rng)
    assert meaning("tray") in remarks()
    while len(table.scores) < 2:
        step(table, rng)
    assert meaning("tray") not in remarks()


def test_words_that_were_met_are_known_in_the_next_game(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    assert KnownWords(file).meet(["gacc", "gacc", "bag"]) == ["gacc", "bag"]
    assert KnownWords(file).meet(["bag", "tray"]) == ["tray"]


@pytest.mark.parametrize("content", ["{", '{"met": 7}', "[]"])
def test_a_damaged_file_of_words_only_explains_them_again(content: str, tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    file.write_text(content, "utf-8")
    assert KnownWords(file).meet(["gacc"]) == ["gacc"]
    assert KnownWords(tmp_path / "words.json" / "below").meet(["gacc"]) == ["gacc"]
