"""Everything that a scorebook shows of the same games stays the same, for the golden game of every variant.

The other tests check single figures; this one notices a change that nobody meant. If you mean one, run
``python -m tests.scorebook.test_frozen_season``, and put what it prints in place of `FROZEN`.
"""

import json
import os
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from spades_tui.scorebook.scorebook import Book
from spades_tui.scorebook.season import Kind
from tests.frozen import digest, source_of
from tests.golden import GAMES
from tests.scorebook.computed import content_of
from tests.scorebook.games import Season

FIRST = datetime(2025, 12, 29, 18, 30, tzinfo=UTC)
"""The time of the first game; the others follow three days apart, over the turn of the year."""


def golden_games(folder: Path) -> None:
    """Write the golden games as games of a person, whose seat, helpers and opponents change."""
    folder.mkdir(parents=True)
    for number, path in enumerate(GAMES):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        seats = lines[0]["seats"]
        people = ("Ann", "Bea") if number % 3 else ("Ann",)
        for place, name in enumerate(people):
            seats[(number + 2 * place) % len(seats)] = {"name": name, "kind": "human"}
        when = FIRST + timedelta(days=3 * number)
        copy = folder / f"{when:%Y-%m-%d-%H%M%S}-{number:04}.spades.jsonl"
        copy.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        os.utime(copy, (when.timestamp(), when.timestamp()))


def corrections(book: Book) -> None:
    """Write a note of most kinds."""
    book.note_review(book.games()[1].id, 0, 12.5, -3.25)
    book.note_review(book.games()[2].id, 1, -4.0, -1.5)
    book.note_above_expert("Ann", date(2026, 2, 1), 300, 250)
    book.delete_game(book.games()[4].id)
    book.delete_game(book.games()[6].id)
    book.restore_game(book.deleted()[0].id)
    book.rename("Bea", "Beatrix")


def shown(season: Season) -> Iterator[tuple[str, object]]:
    """Yield everything that screens and commands ask a scorebook for, with its name."""
    book = season.book
    yield "deleted", book.deleted()
    yield "some games", book.games(limit=5, offset=2)
    for table in book.tables():
        for year in (None, 2025, 2026):
            yield "board", (table, book.scoreboard(table.id, year))
        yield "history", (table.name, book.history(table.id), book.games(table.id), book.deleted(table.id))
    for person in book.persons():
        figures = book.statistics(person.id)
        yield "person", (person, figures, book.games(person=person.id), book.deleted(person=person.id))
        for row in figures.variants:
            yield "in a game", book.statistics(person.id, row[0])
        yield "feats", (book.feats(person.id), book.form(person.id), book.met(person.id))
        yield "ladders", book.ladders(person.id)
    for game in book.games(limit=100):
        yield "end", (game.id, book.end_of(game.id), book.results_of(game.id))
    yield "content", content_of(book)


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.3f}"


def digests(home: Path) -> dict[str, str]:
    """Return a digest of each kind of question."""
    golden_games(home / "games")
    season = Season(home).on("2026-03-16")
    season.book.records.catch_up()
    corrections(season.book)
    season.on("2026-03-17").fill()
    season.book.correct("Ann", season.table, Kind.PILE, 1)
    texts: dict[str, list[str]] = {}
    for name, value in shown(season):
        data = msgspec.to_builtins(value, str_keys=True, enc_hook=vars)
        text = re.sub(r"-?\d+\.\d+", _rounded, msgspec.json.encode(data, order="deterministic").decode())
        texts.setdefault(name, []).append(text)
    season.book.close()
    return {name: digest(shown_of_kind) for name, shown_of_kind in texts.items()}


FROZEN = {
    "deleted": "2333432c5c2e458a",
    "some games": "c357ccf05d9821f9",
    "board": "7a731b34b1bf88f8",
    "history": "ed5e867c612abdae",
    "person": "2820ea8d96df5d56",
    "in a game": "19748657d6672868",
    "feats": "41271f6bc4b52799",
    "ladders": "8d9b376c16e78cfa",
    "end": "a5e9e4b86e9125b2",
    "content": "f527481e9ff81410",
}
"""By kind of question: SHA-256, shortened."""


def test_a_scorebook_shows_the_same_as_in_the_last_commit(tmp_path: Path) -> None:
    assert digests(tmp_path / "data") == FROZEN, "see the top of this file"


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        print(source_of("FROZEN", digests(Path(folder) / "data")))
