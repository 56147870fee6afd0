"""A game killed at any moment resumes with every acknowledged event (promise 4)."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from spades_tui import fair
from spades_tui.analysis.verify import verify
from spades_tui.game import events
from spades_tui.game.phase import Phase
from spades_tui.play.saved_games import suspended
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed
from spades_tui.record import RecordError
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook.game_files import look
from spades_tui.system.folders import next_secret_file
from tests.games import each_game, path_of
from tests.record.records import replayed
from tests.table.playing import SHORT_NINE, opened, resumed, setup_of, state_of, step

SHORT: dict[str, dict[str, Any]] = {
    "sandbags": {"target": 1},
    "jokers": {"target": 60, "enforcement": "challenge", "new_deal": True},
    "bemo": {"target": 60, "enforcement": "challenge"},
    "3b-three": {"hands": 1},
    "3b-four": {"hands": 1},
    "3b-five": {"hands": 1, "take_back": True},
    **SHORT_NINE,
}
QUICK = ("3b-five", "suicide", "two-handed")
"""Games for the quick tests, with a drawn card, passed cards and a draft; the others take longer."""


def played(
    slug: str, folder: Path, steps: int, seed: str = "kill", kinds: str = ""
) -> tuple[Path, dict[int, tuple[object, ...]]]:
    """Return the journal of a game of some steps, and its state at each size of the journal."""
    rng = random.Random(f"{slug} {seed}")
    table = opened(setup_of(slug, kinds, seed, **SHORT[slug]), folder)
    path = path_of(table)
    held = {path.stat().st_size: state_of(table)}
    for _ in range(steps):
        if not step(table, rng):
            break
        held[path.stat().st_size] = state_of(table)
    table.leave()
    return path, held


def killed(journal: Path, size: int, tmp_path: Path) -> Path:
    """Return a copy of the journal as it was at this size."""
    copy = tmp_path / f"killed-{size}.spades.jsonl"
    copy.write_bytes(journal.read_bytes()[:size])
    return copy


@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_a_game_killed_after_any_event_resumes_with_it(slug: str, tmp_path: Path) -> None:
    journal, held = played(slug, tmp_path / "games", 200)
    assert len(held) > 20
    sizes = sorted(held)
    for size in sizes[:: 1 + len(sizes) // 40]:
        path = killed(journal, size, tmp_path)
        if b'"game_over"' in path.read_bytes():
            continue
        again = resumed(path)
        assert state_of(again) == held[size]
        assert path.read_bytes() == journal.read_bytes()[:size]
        step(again, random.Random(size))
        again.leave()
        assert replayed(path.read_bytes())


@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_cut_off_findings_are_written_again(slug: str, tmp_path: Path) -> None:
    journal, held = played(slug, tmp_path / "games", 200, "lines")
    raw = journal.read_bytes()
    ends = [n + 1 for n, byte in enumerate(raw) if byte == 10]
    for end in ends[-24:]:
        path = killed(journal, end, tmp_path)
        last = path.read_bytes().splitlines()[-1]
        if b'"game_over"' in last:
            with pytest.raises(RecordError, match="the game is over"):
                resumed(path)
            continue
        again = resumed(path)
        after = path.read_bytes()
        assert raw.startswith(after)
        assert state_of(again) == held.get(len(after), state_of(again))
        again.leave()


def test_a_game_cut_at_any_byte_of_its_last_lines_resumes(tmp_path: Path) -> None:
    journal, held = played("sandbags", tmp_path / "games", 6)
    raw = journal.read_bytes()
    sizes = sorted(held)
    for size in range(sizes[-3], len(raw) + 1):
        path = killed(journal, size, tmp_path)
        again = resumed(path)
        whole = max(known for known in sizes if known <= size + 1)  # the missing bytes were never acknowledged
        assert state_of(again) == held[whole]
        again.leave()
        path.unlink()
    cut = killed(journal, len(raw) - 5, tmp_path)
    again = resumed(cut)
    step(again, random.Random(1))
    again.leave()
    assert replayed(cut.read_bytes())  # the rest of the cut line is gone


def test_a_journal_cut_in_its_first_line_is_not_a_game(tmp_path: Path) -> None:
    journal, _ = played("sandbags", tmp_path / "games", 0)
    for size in (0, 1, 50):
        path = killed(journal, size, tmp_path)
        with pytest.raises(RecordError, match="empty"):
            resumed(path)
        assert path.stat().st_size == size


def test_a_finished_game_with_a_torn_last_line_is_listed_and_closed(tmp_path: Path) -> None:
    journal, _ = played("bemo", tmp_path / "games", 2000, "closing")
    raw = journal.read_bytes()
    last = raw.splitlines(keepends=True)[-1]
    assert b'"game_over"' in last
    assert not suspended(tmp_path / "games")
    for cut in (2, 20):
        path = tmp_path / "games" / f"cut-{cut}.spades.jsonl"
        path.write_bytes(raw[:-cut])
        assert [saved.path for saved in suspended(tmp_path / "games")] == [path]
        resumed(path).leave()
        assert path.read_bytes() == raw
        assert not suspended(tmp_path / "games")


@pytest.mark.parametrize("end", [b"", b"\x0b", b"\x8a", b"J"])
def test_a_game_without_its_final_line_end_is_over(end: bytes, tmp_path: Path) -> None:
    journal, _ = played("bemo", tmp_path / "games", 2000, "closing")
    path = tmp_path / "games" / "end.spades.jsonl"
    path.write_bytes(journal.read_bytes()[:-1] + end)
    assert not suspended(tmp_path / "games")
    with pytest.raises(RecordError, match="the game is over"):
        resumed(path)
    assert len(look(path).games or ()) == 1


@pytest.mark.parametrize("end", [b"", b"\x0b", b"\x8a", b"J"])
def test_a_complete_last_line_without_line_end_is_kept(end: bytes, tmp_path: Path) -> None:
    journal, held = played("sandbags", tmp_path / "games", 12)
    raw = journal.read_bytes()
    journal.write_bytes(raw[:-1] + end)
    again = resumed(journal)
    assert state_of(again) == held[len(raw)]
    assert not [entry for entry in again.entries if "cut off" in entry.text]
    step(again, random.Random(1))
    again.leave()
    assert journal.read_bytes().startswith(raw)
    assert replayed(journal.read_bytes())
    changed = bytearray(raw[:-1])
    changed[changed.rindex(b'"bid": ') + 7] ^= 1
    journal.write_bytes(changed)
    with pytest.raises(RecordError):
        resumed(journal)


def test_a_dropped_last_line_is_reported(tmp_path: Path) -> None:
    journal, _ = played("sandbags", tmp_path / "games", 12)
    journal.write_bytes(journal.read_bytes()[:-9])
    again = resumed(journal)
    told = [entry.text for entry in again.entries]
    assert "The last line of the saved game was incomplete, and was left out." in told
    again.leave()


@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_a_game_killed_many_times_is_verified_like_any_other(slug: str, tmp_path: Path) -> None:
    rng = random.Random(slug)
    kinds = "hbbbbb"[: shipped()[slug].seats]
    table = opened(setup_of(slug, kinds, **SHORT[slug]), tmp_path)
    path = path_of(table)
    while step(table, rng):
        if rng.random() < 0.1 and not isinstance(table.next(), GameEnded):
            if rng.random() < 0.3:
                table.suspend()
            else:
                table.leave()
            table = resumed(path)
    table.leave()
    assert table.final is not None
    (done,) = replayed(path.read_bytes())
    assert done.over == table.final
    with path.open("rb") as stream:
        (proved,) = list(verify(stream))
    assert proved.proofs == proved.deals > 0
    assert proved.choices > 0
    assert proved.unknown == 0
    assert suspended(tmp_path) == []


def test_a_commitment_shown_before_a_kill_is_the_one_dealt(tmp_path: Path) -> None:
    table = opened(setup_of("3b-four", hands=3), tmp_path)
    path = path_of(table)
    rng = random.Random(3)
    shown: set[str] = set()
    for _ in range(3):
        offer = table.next()
        assert isinstance(offer, CutOffered)
        for _ in range(2):  # killed with the commitment on the screen
            table.leave()
            table = resumed(path)
            again = table.next()
            assert isinstance(again, CutOffered)
            assert again.commitment == offer.commitment
        table.deal(5)
        assert not next_secret_file(path).exists()
        assert offer.commitment not in shown
        shown.add(offer.commitment)
        while not isinstance(table.next(), CutOffered | GameEnded):
            step(table, rng)
    table.leave()
    with path.open("rb") as stream:
        assert next(verify(stream)).proofs == 3


def test_a_secret_is_never_dealt_twice(tmp_path: Path) -> None:
    """The kill comes after writing the deal and before removing the pending secret."""
    table = opened(setup_of("sandbags"), tmp_path)
    path = path_of(table)
    offer = table.next()
    pending = next_secret_file(path)
    secret = pending.read_bytes()
    assert isinstance(offer, CutOffered)
    table.deal(None)
    table.leave()
    pending.write_bytes(secret)
    table = resumed(path)
    rng = random.Random(1)
    while not isinstance(table.next(), CutOffered):
        step(table, rng)
    another = table.next()
    assert isinstance(another, CutOffered)
    assert another.commitment != offer.commitment
    assert pending.read_bytes() != secret
    table.leave()


def test_a_damaged_pending_secret_is_replaced(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags"), tmp_path)
    path = path_of(table)
    pending = next_secret_file(path)
    for spoiled in (b"", b"00" * 31, b"xyz", b"\xff" * 64):
        pending.write_bytes(spoiled)
        table.leave()
        table = resumed(path)
        offer = table.next()
        assert isinstance(offer, CutOffered)
        secret = bytes.fromhex(json.loads(pending.read_text("utf-8"))["secret"])
        assert fair.commitment(secret) == offer.commitment
    table.leave()


def test_a_called_new_deal_uses_the_next_secret_of_the_seed(tmp_path: Path) -> None:
    """This seed gives the first bidder a worthless hand."""
    table = opened(setup_of("jokers", seed="redeal 23294", new_deal=True), tmp_path)
    path = path_of(table)
    table.next()
    table.deal(None)
    table.do(events.Redeal(1))
    table.leave()
    table = resumed(path)
    table.next()
    table.deal(None)
    assert table.secret == fair.seeded_secret("redeal 23294", 1, 1, 2)
    table.leave()
    again = resumed(path)
    assert state_of(again) == state_of(table)
    again.leave()
    with path.open("rb") as stream:
        done = next(verify(stream))
    assert (done.seeded, done.deals, done.proofs) == (True, 2, 2)


def test_a_game_killed_before_its_last_line_is_closed(tmp_path: Path) -> None:
    journal, _ = played("3b-three", tmp_path / "games", 500, "closing")
    lines = journal.read_bytes().splitlines(keepends=True)
    assert b'"game_over"' in lines[-1]
    path = tmp_path / "open.spades.jsonl"
    path.write_bytes(b"".join(lines[:-1]))
    again = resumed(path)
    assert isinstance(again.next(), GameEnded)
    assert again.final is not None
    again.leave()
    assert path.read_bytes() == b"".join(lines)
    path.write_bytes(b"".join(lines[:-2]))  # killed before the hand was scored
    again = resumed(path)
    assert again.course.state.phase == Phase.PLAYED
    assert isinstance(again.next(), HandPlayed)
    again.score()
    again.leave()
    assert path.read_bytes() == b"".join(lines)
