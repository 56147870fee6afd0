"""A byte that changes in any file that the program reads back is noticed: the file is named, and never used.

Journals, the scorebook and settings have tests of their own (docs/promises.md).
"""

import io
import json
import random
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from msgspec import to_builtins

from spades_tui import cli
from spades_tui.analysis.kept_counts import GameCounts, KeptCounts
from spades_tui.game.events import Claim
from spades_tui.game.phase import IllegalEvent
from spades_tui.hosting.friend_list import JoinedTable, joined_file, remember_table
from spades_tui.hosting.invitations import Invitation, Invitations, save, saved
from spades_tui.lessons.learned import read_learned, remember_done
from spades_tui.lessons.mistakes import BIDDING, Mistake, Schedule, deck_file, read_deck
from spades_tui.plain.console import Console
from spades_tui.plain.menus import Home
from spades_tui.play import hand_records
from spades_tui.play.deal_secrets import DealSecrets
from spades_tui.play.game_code import one_hand
from spades_tui.play.game_loop import RefusedClaims
from spades_tui.play.hosted_games import note_command, reopen_command
from spades_tui.play.match import FILE_NAME, keep_match, match_of, read_match
from spades_tui.play.saved_games import LAST_TABLE, last_setup, last_table_words, remember_setup
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.record.small_file import damaged_files, with_sum
from spades_tui.rules.catalogue import shipped
from spades_tui.system.folders import data_folder, games_folder, invitations_file, next_secret_file, refused_claims_file
from tests.table.playing import opened, resumed, setup_of, step

DATA_FILES = (LAST_TABLE, FILE_NAME, "lessons.json")


def flips(raw: bytes, count: int = 80) -> list[bytes]:
    """Return the content with one byte changed, at many places and always near the ends."""
    rng = random.Random(49)
    places = sorted({0, 1, len(raw) - 2, *rng.choices(range(len(raw) - 1), k=count)})
    bits = [bytes([raw[place] ^ (1 << rng.randrange(7))]) for place in places]
    digits = [b"9" if raw[place : place + 1] != b"9" else b"8" for place in places]
    return [raw[:place] + new[n] + raw[place + 1 :] for new in (bits, digits) for n, place in enumerate(places)]


def same_json(raw: bytes, other: bytes) -> bool:
    """Return whether two contents have the same data, apart from their sums."""

    def data(content: bytes) -> object:
        found = msgspec.json.decode(content)
        return {key: value for key, value in found.items() if key in known} if isinstance(found, dict) else found

    known = set(msgspec.json.decode(raw)) - {"sum"}
    try:
        return data(raw) == data(other)
    except ValueError:
        return False


def two_people() -> TableSetup:
    kinds = ("human", "bot", "human", "bot")
    seats = [SeatSetup(f"P{n}", kind, "club" if kind == "bot" else None) for n, kind in enumerate(kinds)]
    return TableSetup(shipped()["sandbags"], {"target": 250}, tuple(seats))


@pytest.mark.parametrize("name", DATA_FILES)
def test_a_changed_byte_in_the_data_folder_is_named_and_never_used(name: str) -> None:
    remember_setup(two_people())
    keep_match(match_of(two_people()))
    remember_done("02-zero")
    path = data_folder() / name
    raw, table, words, match, learned = (
        path.read_bytes(), last_setup(), last_table_words(), read_match(), read_learned()
    )  # fmt: skip
    assert table is not None and match is not None and learned.done
    assert damaged_files(data_folder()) == []
    noticed = 0
    for changed in flips(raw):
        path.write_bytes(changed)
        if damaged_files(data_folder()) == [name]:
            noticed += 1
            gone = {LAST_TABLE: last_setup() or last_table_words(), FILE_NAME: read_match(),
                    "lessons.json": not read_learned().broken}  # fmt: skip
            assert not gone[name]
        else:
            assert same_json(raw, changed), changed
            assert last_setup() in (table, None) and last_table_words() in (words, None)
            assert read_match() in (match, None) and read_learned().done in (learned.done, ())
    assert noticed > 40


def test_a_changed_byte_in_the_deck_of_mistakes_is_named_and_the_other_lines_are_used() -> None:
    games_folder().mkdir(parents=True)
    (games_folder() / "game.spades.jsonl").touch()
    now, lines = datetime(2026, 5, 1, tzinfo=UTC), []
    for line in (20, 30):
        data = Mistake("game.spades.jsonl", line, {"event": "bid", "bid": 3}, BIDDING, 12.5, Schedule(now))
        lines.append(json.dumps(with_sum(to_builtins(data))))
    deck_file().write_text("".join(f"{line}\n" for line in lines), "utf-8")
    raw, before, noticed = deck_file().read_bytes(), read_deck(), 0
    assert len(before.mistakes) == 2 and not before.problems
    for changed in flips(raw):
        deck_file().write_bytes(changed)
        deck = read_deck()
        assert all(one in before.mistakes for one in deck.mistakes)
        if deck.problems:
            noticed += 1
            assert all(str(deck_file()) in problem for problem in deck.problems)
        else:
            assert deck.mistakes == before.mistakes, changed
    assert noticed > 40


@pytest.mark.parametrize("name", [LAST_TABLE, FILE_NAME])
def test_a_damaged_file_is_put_aside_before_a_new_one_is_written(name: str) -> None:
    write = {LAST_TABLE: lambda: remember_setup(two_people()), FILE_NAME: lambda: keep_match(match_of(two_people()))}
    write[name]()
    path = data_folder() / name
    damaged = path.read_bytes().replace(b"P0", b"P9", 1)
    path.write_bytes(damaged)
    write[name]()
    (aside,) = data_folder().glob("*.damaged-*")
    assert aside.read_bytes() == damaged and damaged_files(data_folder()) == []


def test_damaged_files_are_named_at_home_in_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    remember_setup(two_people())
    remember_table(JoinedTable("line", "Classic", ("P0",), "2026-11-30"))
    for path in (data_folder() / LAST_TABLE, joined_file()):
        path.write_bytes(path.read_bytes().replace(b"P0", b"P9", 1))
    said = io.StringIO()
    Home(Console(io.StringIO("quit\n"), said)).choose()
    words = " ".join(said.getvalue().split())
    assert LAST_TABLE in words and joined_file().name in words and words.count("is damaged") == 2


def invitations() -> Invitations:
    found = Invitations()
    found.invite(1).take_with_key("SHA256:a")
    found.invite(2).take_with_password("swordfish")
    return found


@pytest.mark.parametrize(
    ("data", "form"),
    [([*invitations()], list[Invitation]), ({"localhost:2222": "SHA256:abc"}, dict[str, str])],
    ids=["invitations", "known hosts"],
)
def test_a_changed_byte_in_a_file_of_a_host_or_guest_is_an_error(
    data: object, form: type[object], tmp_path: Path
) -> None:
    file = tmp_path / "saved.json"
    save(file, data)
    raw, before, noticed = file.read_bytes(), saved(file, form), 0
    assert before == data
    for changed in flips(raw):
        file.write_bytes(changed)
        try:
            found = saved(file, form)
        except ValueError:
            noticed += 1
        else:
            assert found == before or same_json(raw, changed)
    assert noticed > 40
    file.write_bytes(msgspec.json.encode(data))
    assert saved(file, form) == data, "files of earlier versions have no sum"


def test_damaged_invitations_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    table = opened(setup_of("sandbags", "hhbb"), games_folder())
    journal = table.path
    assert journal is not None
    table.leave()
    file = invitations_file(journal)
    invitations().save(file)
    file.write_bytes(file.read_bytes().replace(b"SHA256:a", b"SHA256:b", 1))
    assert cli.main(["host", "--resume", str(journal)]) == 1
    assert str(file) in capsys.readouterr().err


def test_a_changed_command_of_a_hosted_game_is_never_shown(tmp_path: Path) -> None:
    journal = games_folder() / "a.spades.jsonl"
    note_command(journal, ["host", "--port", "2300"])
    (file,) = invitations_file(journal).parent.iterdir()
    raw, before, noticed = file.read_bytes(), reopen_command(journal), 0
    assert "--port 2300" in before
    for changed in flips(raw):
        file.write_bytes(changed)
        noticed += reopen_command(journal) != before
        assert same_json(raw, changed) or "--port" not in reopen_command(journal)
    assert noticed > 40


def test_a_changed_secret_of_a_deal_is_named_and_never_dealt(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags", "hbbb", seed=None), tmp_path)
    table.next()
    journal = table.path
    assert journal is not None
    table.leave()
    file = next_secret_file(journal)
    raw, noticed = file.read_bytes(), 0
    secret = DealSecrets(table.setup, journal).make(1, 1, None)
    for changed in flips(raw):
        file.write_bytes(changed)
        secrets = DealSecrets(table.setup, journal)
        noticed += secrets.is_damaged
        assert secrets.is_damaged != (secrets.make(1, 1, None) == secret)
    assert noticed > 40
    file.write_text(secret.hex(), "ascii")
    assert DealSecrets(table.setup, journal).make(1, 1, None) == secret, "earlier versions wrote only the digits"
    file.write_bytes(raw.replace(raw[12:13], b"x", 1))
    again = resumed(journal)
    assert any("secret" in entry.text for entry in again.entries)
    again.leave()


def test_a_changed_file_of_refused_claims_is_named(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags", "bbbb", target=60), tmp_path)
    rng = random.Random(1)
    while not (isinstance(turn := table.next(), Turn) and table.observe(turn.seat).may_claim):
        step(table, rng)
    with pytest.raises(IllegalEvent):
        table.do(Claim(turn.seat, 13))
    journal = table.path
    assert journal is not None
    table.leave()
    file = refused_claims_file(journal)
    raw, whole, noticed = file.read_bytes(), dict(RefusedClaims(journal)), 0
    for changed in flips(raw):
        file.write_bytes(changed)
        found = RefusedClaims(journal)
        noticed += found.is_damaged
        assert dict(found) == ({} if found.is_damaged else whole)
    assert noticed > 40
    file.write_bytes(raw[:20])
    again = resumed(journal)
    assert any("refused claim" in entry.text for entry in again.entries)
    again.leave()


def test_a_changed_line_of_counted_games_is_named_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    arguments = ["lab", "two-handed", "--bots", "beginner", "--hands", "40", "--jobs", "1", "--keep", str(kept)]
    assert cli.main(arguments) == 0
    printed, raw = capsys.readouterr().out, kept.read_bytes()
    kept.write_bytes(raw.replace(b'"points":[', b'"points":[9', 1))
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert out == printed and f"{kept}: line 1 is damaged" in err


def test_no_changed_byte_of_counted_games_counts(tmp_path: Path) -> None:
    kept, setup = tmp_path / "kept.jsonl", setup_of("two-handed", "bb")
    counted = GameCounts(7, True, {"points": (36, 14), "sets": (2, 7)})
    with closing(KeptCounts(kept)) as counts:
        counts.add(setup, counted)
    raw, noticed = kept.read_bytes(), 0
    for changed in flips(raw):
        kept.write_bytes(changed)
        try:
            with closing(KeptCounts(kept)) as counts:
                found, damaged = counts.get(setup), counts.damaged
        except ValueError:  # a file that doesn't begin like one of counted games
            found, damaged = None, [1]
        noticed += damaged == [1]
        assert found == (None if damaged else counted)
    assert noticed > 40


def test_a_changed_byte_in_the_end_of_a_hand_gives_no_other_points(tmp_path: Path) -> None:
    variant = one_hand(shipped()["sandbags"])
    seats = tuple(SeatSetup(f"P{n}", "human" if n == 0 else "bot", None if n == 0 else "club") for n in range(4))
    table = Table.create(TableSetup(variant, {}, seats, 0, "flips"), tmp_path)
    rng = random.Random(3)
    while step(table, rng):
        pass
    table.leave()
    (record,) = hand_records.records_of_one_hand([variant.slug], tmp_path)
    points, raw = record.totals(), record.path.read_bytes()
    assert points is not None
    record.path.write_bytes(raw.split(b"\n", 1)[0])  # as an editor may leave it, without its line end
    assert [one.people for one in hand_records.records_of_one_hand([variant.slug], tmp_path)] == [("P0",)]
    for changed in flips(raw, 400):
        record.path.write_bytes(changed)
        found = hand_records.records_of_one_hand([variant.slug], tmp_path)
        assert all(one.totals() in (points, None) and one.people == ("P0",) for one in found)


def test_a_changed_key_of_a_host_is_named(tmp_path: Path) -> None:
    ssh = pytest.importorskip("spades_tui.hosting.ssh")
    file = tmp_path / "host-key"
    key, raw, noticed = ssh.key_in(file), file.read_bytes(), 0
    for changed in flips(raw):
        file.write_bytes(changed)
        try:
            assert ssh.key_in(file).public_data == key.public_data
        except OSError:
            noticed += 1
    assert noticed > 40
