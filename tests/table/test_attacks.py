"""A journal cut at any byte or with any flipped bit is resumed or refused, and a kill loses nothing (promise 4).

A damaged journal gives the game of its sound lines, or an error with the line number, and nothing else.
"""

import os
import random
import signal
from pathlib import Path

import pytest

from spades_tui.play.resume import Suspended, read_journal
from spades_tui.play.shown import GameEnded
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import whole_lines
from tests import few
from tests.games import SLUGS, path_of
from tests.table.playing import opened, resumed, setup_of, state_of, step

CUTS, FLIPS, KILLS = few(4_478), few(3_408), few(156)

pytestmark = pytest.mark.slow


def journal(slug: str, folder: Path, steps: int) -> bytes:
    """Return the journal of a game of this many steps, some of them after suspending it."""
    table = opened(setup_of(slug, seed="attack"), folder)
    path = path_of(table)
    rng = random.Random(slug)
    for n in range(steps):
        if n == steps // 2:
            table.suspend()
            table = resumed(path)
        step(table, rng)
    table.leave()
    return path.read_bytes()


def content(game: Suspended) -> tuple[object, ...]:
    """Return a journal's content."""
    course = game.replayed.course
    state, steps = course.state, [one.event for one in course.steps]
    return state.phase, state.standing, state.hand, state.suspended, steps, game.replayed.scores, game.last_sum


def result_of(path: Path, raw: bytes) -> Suspended | RecordError:
    """Return the result of reading these bytes."""
    path.write_bytes(raw)
    try:
        return read_journal(path)
    except RecordError as error:
        return error
    finally:
        assert path.read_bytes() == raw


@pytest.mark.parametrize("slug", SLUGS)
def test_a_cut_journal_gives_the_game_of_its_whole_lines(slug: str, tmp_path: Path) -> None:
    """This cuts it at places all over the file."""
    raw = journal(slug, tmp_path / "games", 30)
    first = raw.index(b"\n") + 1
    places = random.Random(slug).sample(range(len(raw)), CUTS // len(SLUGS) + 1)
    path, whole = tmp_path / "cut.spades.jsonl", tmp_path / "whole.spades.jsonl"
    known: dict[bytes, tuple[object, ...]] = {}
    for place in places:
        game = result_of(path, raw[:place])
        if place < first - 1:
            assert isinstance(game, RecordError)
            assert "empty" in str(game)
            continue
        assert isinstance(game, Suspended)
        lines = raw[: raw.rindex(b"\n", 0, place + 1) + 1]  # a line that lacks only its end is complete
        assert game.text == lines
        assert game.cut_off == (place > len(lines))
        if lines not in known:
            complete = result_of(whole, lines)
            assert isinstance(complete, Suspended)
            known[lines] = content(complete)
        assert content(game) == known[lines]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_flipped_bit_is_found_or_harmless(slug: str, tmp_path: Path) -> None:
    r"""This flips 3,408 bits. Only damage to the end of the last line, or a `\r` in a line end, is harmless."""
    raw = journal(slug, tmp_path / "games", 30)
    rng = random.Random(f"flip {slug}")
    path = tmp_path / "flipped.spades.jsonl"
    right = result_of(path, raw)
    assert isinstance(right, Suspended)
    for place in [len(raw) - 1, *rng.sample(range(len(raw)), FLIPS // len(SLUGS) - 1)]:
        for bit in range(8) if place == len(raw) - 1 else (rng.randrange(8),):
            flipped = bytearray(raw)
            flipped[place] ^= 1 << bit
            game = result_of(path, bytes(flipped))
            if place == len(raw) - 1:
                assert isinstance(game, Suspended)
                assert content(game) == content(right)
            else:
                assert isinstance(game, RecordError)
                line = raw.count(b"\n", 0, place) + 1
                assert game.line == line or (game.line == line + 1 and raw[place] == 10)
                assert whole_lines(bytes(flipped), by_hand=True)


def play_on(path: Path, rng: random.Random, acknowledged: int) -> None:
    """Play on in a separate process, and report the journal's length after each step."""
    table = resumed(path)
    while step(table, rng):
        os.write(acknowledged, path.stat().st_size.to_bytes(8, "big"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_a_killed_game_keeps_every_acknowledged_step(tmp_path: Path) -> None:
    """This kills it with SIGKILL, again and again."""
    rng = random.Random("kill")
    path, killed = None, 0
    for n in range(100 * KILLS):
        if killed == KILLS:
            break
        if path is None:
            table = opened(setup_of(SLUGS[n % len(SLUGS)], seed=f"kill {n}"), tmp_path)
            path = path_of(table)
            table.leave()
        reading, writing = os.pipe()
        steps, seed = rng.randrange(0, 12), rng.random()
        child = os.fork()
        if child == 0:
            try:
                os.close(reading)
                play_on(path, random.Random(seed), writing)
            finally:
                os._exit(0)
        os.close(writing)
        size = 0
        for _ in range(steps):
            size = int.from_bytes(os.read(reading, 8), "big") or size
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        killed += os.WIFSIGNALED(status)
        while said := os.read(reading, 8):  # reports from before its death count too
            size = int.from_bytes(said, "big")
        os.close(reading)
        raw = path.read_bytes()
        assert len(whole_lines(raw, by_hand=True)) >= size
        if b'"game_over"' in raw:
            path = None
            continue
        again = resumed(path)
        assert path.read_bytes().startswith(raw[:size])
        held = state_of(again)
        over = isinstance(again.next(), GameEnded)
        again.leave()
        if over:
            path = None
        elif rng.random() < 0.2:
            third = resumed(path)
            assert state_of(third) == held
            third.leave()
    assert killed == KILLS
