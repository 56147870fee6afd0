"""Small updates give the same counts, totals, seasons, names and tables as a rebuild."""

import random

import pytest

from spades_tui.scorebook import BookError, database_store
from spades_tui.scorebook.season import CORRECTABLE, Agreements
from tests import few
from tests.scorebook.computed import content_of
from tests.scorebook.games import Season

ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1))
SITTING = (
    ("Ann", "Bea", "Cy"), ("ann", "Bea", "Cy"), ("Ann", "Bea", "Dot"), ("Ann", "Rob=club", "Bo=club"),
    ("Eve", "Bea", "Cy"), ("Rob=club", "Bo=club", "Al=beginner"),
)  # fmt: skip
STEPS = (
    "play", "play", "play", "late", "delete", "restore", "assign", "tick", "pay", "correct", "table", "settings",
    "rename", "merge", "review", "again",
)  # fmt: skip


def one_step(season: Season, chance: random.Random) -> None:
    """Do something to a scorebook that a user might do."""
    book = season.book
    games = [line.id for line in book.games(limit=100)]
    tables = [table.id for table in book.tables()]
    people = [one.id for one in book.persons() if not one.computer]
    day = f"2026-{chance.randrange(1, 13):02}-{chance.randrange(1, 28):02}"
    match chance.choice(STEPS):
        case "play":
            season.on(day).play(chance.choice(ORDERS), names=chance.choice(SITTING), bones=(0,))
        case "late":
            season.on(day).play(
                chance.choice(ORDERS), names=chance.choice(SITTING), perfect=chance.choice(((), (1,))),
            )  # fmt: skip
        case "delete" if games:
            book.delete_game(chance.choice(games))
        case "restore" if book.deleted():
            book.restore_game(chance.choice(book.deleted()).id)
        case "assign" if games and people:
            book.assign(chance.choice(games), chance.choice(tables), chance.choice(({}, {0: chance.choice(people)})))
        case "tick" if tables:
            for line in book.scoreboard(chance.choice(tables)).lines:
                if line.to_carry:
                    book.tick_carried(line.person, chance.choice(tables))
        case "pay" if tables:
            for line in book.scoreboard(chance.choice(tables)).lines:
                if line.decks:
                    book.pay_deck(line.person, tables[0])
        case "correct" if tables and people:
            what = chance.choice(CORRECTABLE)
            book.correct(chance.choice(people), chance.choice(tables), what, chance.choice((-2, -1, 1, 3)), "why")
        case "table":
            some = tuple(chance.sample(("Ann", "Bea", "Cy", "Dot", "Fay"), chance.randrange(1, 5)))
            book.create_table(f"Table {chance.randrange(20)}", some)
        case "settings" if tables:
            settings = Agreements(chance.choice(("day", "week")), "sings", "a cake")
            others = tuple(chance.sample(("Ann", "Bea", "Gil"), 2)) if chance.random() < 0.5 else None
            book.change_table(chance.choice(tables), people=others, settings=settings)
        case "rename" if people:
            book.rename(chance.choice(people), chance.choice(("Ann", "Beatrix", "Zoe", "Cy")))
        case "merge" if len(people) > 3:
            book.merge(*chance.sample(people, 2))
        case "review" if games:
            book.note_review(chance.choice(games), chance.randrange(3), chance.random() * 9, -chance.random())
        case "again":
            season.again()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(few(12)))
def test_a_rebuild_equals_the_updated_database(season: Season, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        try:
            one_step(season, chance)
        except BookError:
            continue  # an action that makes no sense now changes nothing
        found = content_of(season.book)
        with season.book.database.writing() as connection:
            database_store.compute_all(connection)
        assert content_of(season.book) == found
    season.book.records.rebuild()
    assert content_of(season.book) == found
