"""A journal may lack the end of its last line, and its name shows what and when it is."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest

from spades_tui.record.journal_lines import whole_lines
from spades_tui.system.folders import (
    begin_time,
    forks_folder,
    is_fork,
    is_game_file,
    new_game_file,
    next_secret_file,
    players_folder,
    simulated_file,
)


@pytest.mark.parametrize(
    ("raw", "whole", "by_hand"),
    [
        (b"", b"", b""),
        (b"\n", b"\n", b"\n"),
        (b'{"a": 1}\n', b'{"a": 1}\n', b'{"a": 1}\n'),
        (b'{"a": 1}\n{"b', b'{"a": 1}\n', b'{"a": 1}\n'),
        (b'{"a": 1}\n{"b": 2}', b'{"a": 1}\n', b'{"a": 1}\n{"b": 2}'),  # as an editor may leave it
        (b'{"a": 1}\r\n{"b": 2}\r', b'{"a": 1}\r\n', b'{"a": 1}\r\n{"b": 2}\r'),
        (b'{"a": 1}\n  ', b'{"a": 1}\n', b'{"a": 1}\n'),
        (b'{"a": 1}', b"", b'{"a": 1}'),
        (b'{"a"', b"", b""),
        (b'{"a": "\xc3', b"", b""),
        (b'{"a": 1}\n{"b": 2}\x0b', b'{"a": 1}\n', b'{"a": 1}\n{"b": 2}'),  # a damaged end of the line
        (b'{"a": 1}\n{"b": 2}\x8a', b'{"a": 1}\n', b'{"a": 1}\n{"b": 2}'),
        (b"[" * 100_000, b"", b""),
    ],
)
def test_a_cut_off_last_line_is_ignored(raw: bytes, whole: bytes, by_hand: bytes) -> None:
    assert whole_lines(raw) == whole
    assert whole_lines(raw, by_hand=True) == by_hand


def test_a_journal_is_recognized_by_its_name(tmp_path: Path) -> None:
    earliest = datetime.now().replace(microsecond=0)
    path = new_game_file(tmp_path / "games", "3b-five")
    assert path.parent == tmp_path / "games"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-3b-five-[0-9a-f]{6}\.spades\.jsonl", path.name)
    assert path != new_game_file(tmp_path / "games", "3b-five")
    assert is_game_file(path.name)
    at = begin_time(path.name)
    assert at is not None
    assert earliest <= at <= datetime.now()
    assert next_secret_file(path) == path.parent / f"{path.name}.deal"
    assert not is_game_file(next_secret_file(path).name)  # not a game to resume
    assert is_fork(new_game_file(forks_folder(path.parent), "3b-five"))
    assert not is_fork(path)
    assert players_folder(path.parent) == tmp_path / "players"


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("2026-11-21-200115-bemo-3f2a91.spades.jsonl", datetime(2026, 11, 21, 20, 1, 15)),
        ("2026-13-21-200115-bemo-3f2a91.spades.jsonl", None),
        ("bemo-007.spades.jsonl", None),
        ("", None),
    ],
)
def test_a_journals_name_has_the_time_of_the_start(name: str, at: datetime | None) -> None:
    assert begin_time(name) == at


def test_simulated_games_sort_by_their_number() -> None:
    assert [simulated_file(Path("out"), "bemo", game, 120).name for game in (7, 120)] == [
        "bemo-007.spades.jsonl",
        "bemo-120.spades.jsonl",
    ]
    assert is_game_file(simulated_file(Path("out"), "bemo", 1, 1).name)
