"""An export contains everything, and importing it twice adds nothing."""

import io
import json
from pathlib import Path

import pytest

from spades_tui.play.saved_games import EARLIER_NOTES, SCOREBOOK_FILE
from spades_tui.scorebook import BookError, copies, transfer
from tests.scorebook.computed import content_of
from tests.scorebook.earlier import make_earlier
from tests.scorebook.games import Season

ANN_WINS, BEA_WINS = (0, 1, 2), (1, 2, 0)


def full(season: Season) -> Season:
    for day in ("2025-12-30", "2026-01-01", "2026-01-02"):
        season.on(day).play(ANN_WINS, perfect=(1,), bones=(0,))
    season.play(BEA_WINS, names=("-Ann", "Bea", "Rob=club"))
    season.play(BEA_WINS, imperfect=(0,))
    season.book.tick_carried("Cy", "Ann, Bea & Cy")
    season.book.create_table("Lunch", ("Ann", "Zoe, the “late”"))
    season.book.rename("Cy", "Cyril")
    season.book.delete_game(season.play(ANN_WINS))
    season.book.records.give_up(Path("x.spades.jsonl"))
    return season


def exported(season: Season, form: str) -> str:
    return transfer.exported(season.book, form)


@pytest.mark.parametrize(
    ("name", "form", "written"),
    [
        ("all.csv", None, "csv"),
        ("all.CSV", "", "csv"),
        ("all.jsonl", None, "jsonl"),
        ("all.txt", None, "jsonl"),
        ("all.txt", "csv", "csv"),
        ("all.csv", "jsonl", "jsonl"),
    ],
)
def test_a_files_name_decides_its_form_unless_it_is_given(
    season: Season, tmp_path: Path, name: str, form: str | None, written: str
) -> None:
    season.write((0, 1, 2))
    transfer.export_to(tmp_path / name, season.book, form)
    assert (tmp_path / name).read_text("utf-8") == exported(season, written)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_an_import_adds_everything_once(season: Season, tmp_path: Path, form: str) -> None:
    text = exported(full(season), form)
    other = Season(tmp_path / "other")
    games, facts = transfer.import_text(text, other.book)
    assert (games, facts) == (6, 7)
    assert transfer.import_text(text, other.book) == (0, 0)
    assert transfer.import_text(text, season.book) == (0, 0)
    assert content_of(other.book) == content_of(season.book)
    other.book.records.rebuild()
    assert content_of(other.book) == content_of(season.book)
    assert sorted(exported(other, form).splitlines()) == sorted(text.splitlines())
    # the record of the same game is added later
    (other.home / "games").mkdir()
    for file in (season.home / "games").iterdir():
        (other.home / "games" / file.name).write_bytes(file.read_bytes())
    other.book.records.catch_up()
    assert content_of(other.book) == content_of(season.book)
    other.book.close()


def test_an_import_of_known_games_keeps_the_copies(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    text = exported(full(season), "jsonl")
    season.book.close()
    kept = [copy.read_bytes() for copy in copies.names(season.home / SCOREBOOK_FILE) if copy.exists()]
    for _ in range(3):
        monkeypatch.setattr(copies, "_copied", set())  # another run
        with season.open() as book:
            assert transfer.import_text(text, book) == (0, 0)
    found = [copy.read_bytes() for copy in copies.names(season.home / SCOREBOOK_FILE) if copy.exists()]
    assert found == kept != []


def test_both_formats_contain_the_same_data(season: Season, tmp_path: Path) -> None:
    full(season)
    other = Season(tmp_path / "other")
    transfer.import_text(exported(season, "csv"), other.book)
    assert transfer.import_text(exported(season, "jsonl"), other.book) == (0, 0)
    other.book.close()


def test_csv_has_a_row_per_seat_and_no_formula(season: Season) -> None:
    import csv

    rows = list(csv.DictReader(io.StringIO(exported(full(season), "csv"))))
    seats = [row for row in rows if row["event"] == "game"]
    assert len(seats) == 18
    assert [row["name"] for row in seats if "Ann" in row["name"]].count("'-Ann") == 1
    assert sum(int(row["won"]) for row in seats) == 6


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"event": "book", "format": "spades-book/9"}\n', "line 1: format"),
        ('{"event": "book", "format": "spades-book/1"}\nnonsense\n', "line 2"),
        ('{"event": "carried", "id": "1", "at": "2026-01-01"}\n', "line 1: carried: the key 'table' is missing"),
        ('{"event": "carried", "id": "1", "at": "some day", "table": "t", "person": "p"}\n', "is not a time"),
        ('{"event": "what"}\n', "unknown event"),
        ('{"event": "game", "id": "1", "at": "2026-01-01", "game": {"id": 5}}\n', "game: id: 5"),
        ("a,b\n1,2\n", "not an exported scorebook"),
        ("", "not an exported scorebook"),
    ],
)
def test_a_nonsensical_import_is_reported_and_changes_nothing(season: Season, text: str, told: str) -> None:
    season.play(ANN_WINS)
    found = content_of(season.book)
    good = exported(season, "jsonl").splitlines()[1].replace('"game-', '"other-')
    with pytest.raises(BookError, match=told):
        transfer.import_text(text + good + "\n" if text.startswith("{") else text, season.book)
    assert content_of(season.book) == found


def test_a_game_with_wrong_numbers_is_refused(season: Season) -> None:
    season.play(ANN_WINS)
    note = json.loads(exported(season, "jsonl").splitlines()[1])
    for key, wrong in (
        ("winners", [7]), ("last", [-1]), ("perfect", [3]), ("ended", "never"),
        ("seats", [{"name": 1, "kind": "human"}]), ("chit", [0]), ("sides", 3), ("title", None), ("marks", [{}]),
        ("seats", [1, 2, 3]), ("seats", [None, None, None]), ("hands", float("inf")), ("hands", -1), ("hands", 2.0),
        ("seats", [{"name": "A" * 5000, "kind": "human"}] * 3), ("seats", note["game"]["seats"] * 9),
        ("course", [[10**30] * 3]), ("reason", "x" * 5000), ("new", 1),
    ):  # fmt: skip
        bad = {**note, "id": "x", "game": {**note["game"], "id": "new", key: wrong}}
        with pytest.raises(BookError, match=r"^line 1: game: "):
            transfer.import_text(json.dumps(bad) + "\n", season.book)
    half = {**note, "id": "x", "game": {**note["game"], "id": "new", "title": "\ud800"}}
    with pytest.raises(BookError, match=r"^line 1: game\.title: a text with half of a surrogate pair; "):
        transfer.import_text(json.dumps(half) + "\n", season.book)
    with pytest.raises(BookError, match="not an export format"):
        transfer.exported(season.book, "xml")


@pytest.mark.parametrize("mark", ["1/²/AS", "1/99999999999999999999/AS", "1//AS", "1/0", "/"])
def test_a_hearing_about_an_odd_mark_is_imported_without_effect(season: Season, mark: str) -> None:
    game = season.play(ANN_WINS)
    note = {"event": "hearing", "id": "odd", "at": "2026-03-02T12:00:00", "game": game, "mark": mark}
    text = json.dumps({**note, "votes": {"p:bea": True}, "zero_buddy": True})
    before = season.book.history(season.table)
    assert transfer.import_text(text, season.book) == (0, 1)
    season.book.records.rebuild()
    assert season.book.history(season.table) == before


def test_a_changed_line_of_earlier_notes_is_not_imported(season: Season, tmp_path: Path) -> None:
    """Its sum is checked; lines of an exported file have none."""
    make_earlier(full(season))
    text = (season.home / EARLIER_NOTES).read_text("utf-8")
    other = Season(tmp_path / "other")
    with pytest.raises(BookError, match=r"line \d+: the line was changed"):
        transfer.import_text(text.replace("Cyril", "Cyrus", 1), other.book)
    assert transfer.import_text(text, other.book)[1] > 0
    other.book.close()
