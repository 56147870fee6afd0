"""Plain text explains a word of the table when it first offers or says it, and only then."""

from itertools import islice, repeat
from pathlib import Path

from spades_tui.plain.home_table import PlainTable
from spades_tui.play.known_words import KnownWords
from spades_tui.rules.rules_page import meaning
from spades_tui.settings.settings import Settings
from tests.plain.talking import Typist, table_of


def heard(folder: Path, words: KnownWords, answers: int) -> list[str]:
    """Return the lines of a game of 3B whose person takes the hint's choices."""
    table = table_of("3b-four", folder)
    table.known_words = words
    typist = Typist(islice(repeat("take"), answers))
    PlainTable(table, typist, Settings()).run()
    return typist.lines


def test_words_are_explained_once_and_not_in_the_next_game(tmp_path: Path) -> None:
    words = KnownWords()
    first = heard(tmp_path, words, 24)
    for word in ("seal", "dump", "bonehead", "tray"):
        assert first.count(meaning(word)) == 1, word
    again = heard(tmp_path, words, 6)
    assert not {meaning(word) for word in ("seal", "dump", "bonehead", "tray")} & set(again)
