"""Make the files that a release leaves behind: `python -m tests.releases.make VERSION`.

The home has games of every variant, a suspended game, a fork, a scorebook, settings, a table, lessons and a user's
variant. The scorebook's contents and its export are beside it. An existing set is never made again, because later
programs must open it unchanged.
"""

import json
import os
import random
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from spades_tui import cards
from spades_tui.analysis.fork import fork_hand
from spades_tui.analysis.simulate import play_game
from spades_tui.game import events
from spades_tui.game.phase import IllegalEvent
from spades_tui.lessons.learned import remember_done
from spades_tui.play.bot_decision import suggest
from spades_tui.play.saved_games import remember_setup
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import find
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import Agreements as Customs
from spades_tui.scorebook.season import Kind
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from spades_tui.system.folders import HOME_VARIABLE, config_folder, data_folder, forks_folder, games_folder

FOLDER = Path(__file__).parent
HOME = "home"
"""The user's folder in a set."""
KEPT = "kept.json"
"""The file with commands and their output."""
EXPORTED = "book.jsonl"
"""The export of the scorebook."""
ASIDE = "put-aside"
"""The word for a suspended game in its file name."""
YEAR = "2025"
"""The year of the games, which is over, so that the scorebook is the same every day."""
WRITTEN = datetime(2026, 11, 18, 12, tzinfo=UTC)
"""The time of the files in every set, since git keeps none, and games without times are dated by their file."""
OWN = FOLDER.parent / "variants" / "good" / "alone-with-bags.toml"

PEOPLE = ("Ann", "Bea", "Žofie", "Dot", "Eve")
GAMES: tuple[tuple[str, str, dict[str, object], set[str]], ...] = (
    ("sandbags", "hbhb", {"target": 60, "take_back": True}, {"claim"}),
    ("jokers", "hhhh", {"target": 60, "enforcement": "challenge", "bag_penalty": True}, {"challenge", "raise"}),
    ("jokers", "hbbb", {"target": 150, "ten_or_less": True, "new_deal": True, "blind_ten_400": True}, set()),
    ("bemo", "hhh", {"target": 60, "enforcement": "challenge", "take_back": True}, {"books", "bemo", "take_back"}),
    ("bemo", "bhb", {"target": 60}, {"look"}),
    ("3b-three", "hhh", {"hands": 3, "take_back": True}, {"take_back", "chit"}),
    ("3b-three", "hhh", {"hands": 2}, {"bone"}),
    ("3b-three", "hhh", {"hands": 2}, {"zb"}),
    ("3b-four", "hhhh", {"hands": 2, "joker": False, "aces": "high"}, {"dump"}),
    ("3b-four", "hbhb", {"hands": 2, "take_back": True}, {"draw", "discard"}),
    ("3b-five", "hhhhh", {"hands": 2, "aces": "called"}, set()),
    ("alone-with-bags", "hbbb", {"target": 60, "bag_penalty": True}, set()),
    ("sandbags", "hbbb", {"target": 60, "undo": True}, {"take_back"}),
    ("classic", "hhhh", {"target": 60, "nil_pass": 2}, {"pass"}),
    ("whiz", "hbhb", {"target": 60}, set()),
    ("mirrors", "hhhh", {"target": 60}, set()),
    ("suicide", "hbhb", {"target": 60, "nil_pass": 1, "pass_order": "nil_first"}, {"pass"}),
    ("cutthroat", "hhhh", {"target": 60}, set()),
    ("cutthroat-three", "hbb", {"target": 60}, set()),
    ("joker-deuces", "hhhh", {"target": 60, "enforcement": "challenge", "new_deal": True}, {"challenge"}),
    ("call-break", "hbbb", {"hands": 2}, set()),
    ("six-handed", "hbbhbb", {"target": 60}, set()),
    ("two-handed", "hb", {"target": 60}, {"draft"}),
    ("league", "hbhb", {}, set()),
)
"""Variant, players (h for a person, b for a computer player), the table's options, and required events."""
MOST_HANDS = 12
"""Number of hands after which an unfinished game is played again."""


def shows(file: Path, wanted: set[str]) -> bool:
    """Return whether a game has ended with all required events."""
    return {*wanted, "game_over"} <= {json.loads(line)["event"] for line in file.read_text("utf-8").splitlines()}


class Evening:
    """A clock that advances with the game."""

    def __init__(self) -> None:
        self.now = datetime(int(YEAR), 11, 3, 19, tzinfo=UTC)

    def __call__(self) -> str:
        self.now += timedelta(seconds=7)
        return self.now.isoformat(timespec="seconds")


def setup_of(slug: str, kinds: str, options: dict[str, object]) -> TableSetup:
    """Return a table of people and of `club` players, whose choices never change."""
    seats = tuple(
        SeatSetup(PEOPLE[seat], "human") if kind == "h" else SeatSetup(f"Club {seat}", "bot", "club")
        for seat, kind in enumerate(kinds)
    )
    return TableSetup(find(slug), options, seats)


def random_aside(table: Table, chance: random.Random) -> events.SeatEvent | None:
    """Return an event that a person may do out of turn, with each kind equally likely."""
    said = [event for one in table.people for event in table.observe(one).aside]
    kinds: list[type[events.SeatEvent]] = sorted({type(event) for event in said}, key=lambda kind: kind.__name__)
    if not kinds:
        return None
    kind = events.ZeroBuddy if events.ZeroBuddy in kinds and chance.random() < 0.5 else chance.choice(kinds)
    return chance.choice([event for event in said if type(event) is kind])


def act(table: Table, seat: int, chance: random.Random) -> None:
    """Let a person act, mostly on turn, sometimes out of turn or by taking back."""
    regretful = [one for one in table.people if table.may_take_back(one)]
    if regretful and chance.random() < 0.03:
        table.do(events.TakeBack(chance.choice(regretful)))
        return
    said = random_aside(table, chance)
    if said is not None and chance.random() < 0.1:
        table.do(said)
        return
    seen = table.observe(seat)
    rare = [event for event in seen.legal if isinstance(event, events.Promise)]
    if rare and chance.random() < 0.3:
        table.do(chance.choice(rare))
        return
    sensible = suggest(seen) if chance.random() < 0.8 else None
    try:
        table.do(sensible or chance.choice(seen.legal))
    except IllegalEvent:  # a claim that is refused
        table.do(chance.choice(seen.legal))


def step(table: Table, chance: random.Random) -> bool:
    """Take the next step of the game; return False when it has ended."""
    match table.next():
        case CutOffered() as offer:
            table.deal(chance.randrange(offer.cards) if offer.human and chance.random() < 0.8 else None)
        case Turn(seat, human):
            if human:
                act(table, seat, chance)
            else:
                table.do(table.choose())
        case HandPlayed():
            said = random_aside(table, chance)
            if said is not None and chance.random() < 0.5:
                table.do(said)
            else:
                table.score()
        case GameEnded():
            spent = [
                event for one in table.people for event in table.observe(one).aside if isinstance(event, events.Chit)
            ]
            if spent and chance.random() < 0.5:
                table.do(chance.choice(spent))
            table.close_game()
            return False
    return True


def play(setup: TableSetup, clock: Evening, chance: random.Random, stop: Callable[[Table], bool] | None = None) -> Path:
    """Play until `stop` returns True or the game is over; return its journal, named by the time."""
    name = f"{clock.now:%Y-%m-%d-%H%M%S}-{setup.variant.slug}{f'-{ASIDE}' if stop else ''}.spades.jsonl"
    table = Table.create(setup, games_folder(), clock)
    table.stays_open = True
    while not (stop is not None and stop(table)) and step(table, chance):
        if table.observe(None).hand_number > MOST_HANDS:
            break
    path = table.path
    assert path is not None
    table.suspend()
    clock.now += timedelta(minutes=20)
    return path.rename(path.with_name(name))


def second_hand_begun(table: Table) -> bool:
    """Return whether a hand is half played, with tricks taken."""
    seen = table.observe(None)
    return seen.hand_number >= 2 and seen.phase == "play" and len(seen.tricks) >= 3


def fill(home: Path) -> None:
    """Write every kind of file that a user may have."""
    chance, clock = random.Random("a release"), Evening()
    (config_folder() / "variants").mkdir(parents=True)
    shutil.copy(OWN, config_folder() / "variants" / OWN.name)
    save_settings(Settings(pace="instant", letters=True, theme="light", suits="two", bell=True, name="Žofie"))
    for slug, kinds, options, wanted in GAMES:
        while not shows(file := play(setup_of(slug, kinds, options), clock, chance), wanted):
            file.unlink()
    club = tuple(SeatSetup(f"Club {seat}", "bot", "club") for seat in range(4))
    seeded = play_game(TableSetup(find("sandbags"), {"target": 200}, club, 1, "a seed – mit Größe", 3)).text
    (games_folder() / "seeded.spades.jsonl").write_text(seeded, "utf-8")
    date(home)
    play(setup_of("sandbags", "hbhb", {}), clock, chance, second_hand_begun)
    given_up = play(setup_of("3b-four", "hbhb", {}), clock, chance, second_hand_begun)
    given_up = given_up.rename(given_up.with_name(given_up.name.replace(ASIDE, "given-up")))
    fork_hand(next(games_folder().glob("*-classic.spades.jsonl")), 1, 12, 0, forks_folder())
    remember_setup(setup_of("alone-with-bags", "hbbb", {"target": 60, "bag_penalty": True}))
    remember_done("01-first-hand")
    answer_scorebook(clock, given_up)
    shutil.rmtree(data_folder() / "players", ignore_errors=True)


def answer_scorebook(clock: Evening, given_up: Path) -> None:
    """Add every kind of event that only the scorebook records."""
    with open_book(clock=lambda: clock.now) as book:
        book.records.catch_up()
        book.records.give_up(given_up)
        table = book.create_table("Monday", ("Ann", "Bea", "Žofie"), Customs("week", "cooks", "two packs"))
        games = book.games(table)
        clock()
        book.rename("Dot", "Dorothy")
        book.merge("Eve", "Dorothy")
        book.note_review(games[0].id, 0, 12.5, -3.25)
        book.correct("Ann", table, Kind.TRAY, 2, "before the book")
        book.correct("Bea", table, Kind.DECK, 2)
        book.correct("Žofie", table, Kind.PILE, 1)
        book.pay_deck("Bea", table)
        book.tick_carried("Žofie", table)
        book.delete_game(games[1].id)
        book.restore_game(games[1].id)
        book.delete_game(games[2].id)
        four = next(game for game in book.games(limit=100) if game.title == "3B for four")
        assigned = {1: "Bea"}
        book.assign(four.id, book.create_table("Others"), assigned)
        for game in book.games(limit=100):
            result = book._result(game.id)
            for mark in result.marks[:1]:
                people = {seat: one.name for seat, one in enumerate(result.seats) if one.kind == "human"}
                if game.id == four.id:
                    people |= {seat: name for seat, name in assigned.items() if seat in people}
                hunters = [seat for seat in mark.hunters or () if seat != mark.accused]
                votes = {people[seat]: True for seat in hunters if seat in people}
                if votes:
                    book.hear(game.id, mark.hand, cards.parse(mark.card), votes)


def said(*arguments: str) -> Any:
    """Return a command's output as data; None if it has none."""
    import contextlib
    import io

    from spades_tui.cli import main

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main([*arguments]) == 0
    return json.loads(out.getvalue() or "null")


COMMANDS = (("book", "--json", "--year", YEAR), ("book", "--json", "--person", "Ann"))
"""Commands whose output is saved."""


def date(home: Path) -> None:
    """Set the time of all files below a home to that of the set."""
    for path in home.rglob("*"):
        os.utime(path, (WRITTEN.timestamp(), WRITTEN.timestamp()))


def make(version: str) -> None:
    """Write the set of a version. Raises FileExistsError if it exists."""
    folder = FOLDER / version
    folder.mkdir()
    os.environ[HOME_VARIABLE] = str(folder / HOME)
    fill(folder / HOME)
    said("book", "export", str(folder / EXPORTED))
    kept = {" ".join(command): said(*command) for command in COMMANDS}
    (folder / KEPT).write_text(json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    make(sys.argv[1])
