"""Plain text has the hands so far, what follows a game, and the same bytes in every locale."""

import io
import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from spades_tui.cards import hand_text
from spades_tui.plain import home_table, status
from spades_tui.plain.home_table import PlainTable
from spades_tui.plain.speech import Spoken
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.presentation.hand_words import voids_shown
from spades_tui.rules.catalogue import find
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from spades_tui.system.folders import forks_folder, games_folder
from spades_tui.system.output import set_encodings, write_text
from tests.commands.shell import python
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


@pytest.mark.parametrize(("slug", "together"), [("sandbags", True), ("cutthroat", False), ("cutthroat-three", False)])
def test_the_tricks_of_a_side_are_told_only_where_there_are_partners(slug: str, together: bool) -> None:
    table = advance(table_of(slug, None), mine("play", 2))
    assert ("; together: " in text_for(table, ["trick"])) is together


@pytest.mark.parametrize(("played", "leads"), [(0, True), (1, False), (3, False)])
def test_only_the_leader_is_told_to_lead(played: int, leads: bool) -> None:
    table = advance(table_of("sandbags", None), mine("play", 1, played))
    assert ("You lead." in text_for(table, [])) is leads


@pytest.mark.parametrize("undo", [False, True])
def test_the_last_card_can_be_taken_back_before_the_hand_is_scored(undo: bool) -> None:
    table = advance(table_of("sandbags", None, undo=undo), mine("play", 12))
    card = hand_text(table.observe(0).own or 0)
    told = text_for(table, [card, "nonsense", "undo"])
    assert told.count("The hand is over. Enter scores it; you may say undo.") == (2 if undo else 0)
    assert (len(table.scores) == 0) is undo


NAMES = ("Uli", "Bea", "Cy", "Dot")


class Answers:
    """Takes the hint's choice at each turn, and says these words after each game, then quits."""

    def __init__(self, told: io.StringIO, *words: str) -> None:
        self._told, self._words = told, [*words]

    def readline(self, *_: int) -> str:
        last = self._told.getvalue().rstrip().splitlines()[-1:]
        if last and last[0].startswith("Cut the deck"):
            return "\n"
        if "Say again to play once more" in " ".join(self._told.getvalue().splitlines()[-2:]):
            return f"{self._words.pop(0)}\n" if self._words else "quit\n"
        return "take\n"


@pytest.mark.parametrize("word", ["change", "repeat"])
def test_what_follows_a_game(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    typed = Answers(told, word)
    monkeypatch.setattr("sys.stdin", typed)
    monkeypatch.setattr("sys.stdout", told)
    seats = (SeatSetup(NAMES[0], "human"), *(SeatSetup(name, "bot", "beginner") for name in NAMES[1:]))
    home_table.play(TableSetup(find("sandbags"), {"target": 30}, seats, seed=None), None)
    games = sorted(Path(games_folder()).glob("*.jsonl"))
    forks = sorted(Path(forks_folder()).glob("*.jsonl"))
    if word == "repeat":
        assert (len(games), len(forks)) == (1, 1)
    else:
        assert (len(games), len(forks)) == (2, 0)
        assert "with Uli, Cy, Dot, Bea." in told.getvalue()
        assert " ".join(told.getvalue().split()).count("Sides change: you and Dot.") == 1


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("cut", [False, True])
def test_people_are_asked_to_cut_only_if_the_settings_say_so(cut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seal of the deal is there either way, and a resumed game asks as it began."""
    save_settings(Settings(name="Uli", cut=cut))
    told = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("7\nseal\nquit\n" if cut else "seal\nquit\n"))
    monkeypatch.setattr("sys.stdout", told)
    seats = (SeatSetup(NAMES[0], "human"), *(SeatSetup(name, "bot", "beginner") for name in NAMES[1:]))
    home_table.play(TableSetup(find("sandbags"), {}, seats, 1), None)
    assert ("Cut the deck?" in told.getvalue()) == cut
    (path,) = Path(games_folder()).glob("*.jsonl")
    first, deal = map(json.loads, path.read_text("utf-8").splitlines()[:2])
    assert first.get("cut", True) == cut
    assert ("cut" in deal) == cut
    seal = deal["fair"]["commitment"]
    heard = told.getvalue().replace(" ", "").replace(",", "").replace("\n", "")
    assert f"Thesealofthisdeal:{seal}." in heard
    save_settings(Settings(name="Uli", cut=not cut))
    resumed = Table.resume(path)
    assert resumed.setup.cut == cut
    resumed.leave()


PLAY = ("-m", "spades_tui", "play", "--plain", "--variant", "sandbags", "--seed", "x", "--seats", "human:Ann")
TYPED = "score\nŁukasz\nquit\n"


@cache
def played_in_utf_8() -> list[str]:
    """Return what a terminal in UTF-8 shows of the game, except for the last line, which has the name of the file."""
    return python(*PLAY, given=TYPED.encode(), PYTHONIOENCODING="utf-8").out.splitlines()[:-1]


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp1252"}, {"PYTHONIOENCODING": "utf-16"}, {"PYTHONIOENCODING": "ascii:strict"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)  # fmt: skip
def test_plain_text_is_the_same_bytes_in_every_locale(environment: dict[str, str]) -> None:
    told = python(*PLAY, given=f"\ufeff{TYPED}".encode(), **environment)
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines()[:-1] == played_in_utf_8()
    assert "Łukasz" in told.out


class TerminalOf(io.TextIOWrapper):
    """A terminal with an encoding."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "♠ Łukasz — 王 é"), ("cp1252", "S Lukasz — ? é"), ("ascii", "S Lukasz - ? e")],
)
def test_a_terminal_gets_ascii_for_letters_that_it_lacks(
    encoding: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", TerminalOf(written, encoding))
    set_encodings()
    write_text("♠ Łukasz — 王 é")
    assert written.getvalue().decode(encoding) == shown
