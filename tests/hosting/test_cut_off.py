"""After cut connections and killed hosts, nothing is lost and every guest returns to their seat."""

import asyncio
import random
import re
import socket
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import pytest

from tests.hosting.loopback import CUTS, Reach, Visitor, play_with_cuts
from tests.hosting.tables import SECONDS


@pytest.mark.parametrize(
    ("games", "cuts", "target"), [(1, 6, 100), pytest.param(10, CUTS, 500, marks=pytest.mark.slow)]
)
async def test_guests_cut_off_at_random_moments_return_to_their_seats(
    games: int, cuts: int, target: int, tmp_path: Path
) -> None:
    """Each guest sees everything from before again, and the games are finished."""
    for game in range(games):
        folder = tmp_path / str(game)
        folder.mkdir()
        assert len(await play_with_cuts(folder, cuts, game, target)) == 2 * cuts


async def begin_host(*words: str) -> tuple[asyncio.subprocess.Process, int, dict[int, str]]:
    """Return a host's process, its port, and the codes of its two guests."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "spades_tui", "host", "--port", "0", *words, stdin=DEVNULL, stdout=PIPE
    )
    assert process.stdout is not None
    said = await asyncio.wait_for(process.stdout.readuntil(b"can connect."), SECONDS)
    lines = re.findall(rb"ssh -p (\d+) (\w+)@localhost", said)
    return process, int(lines[0][0]), {seat: code.decode() for seat, (_, code) in enumerate(lines)}


async def kill_at_random(home: Path, kills: int, chance: random.Random) -> int:
    """Kill the host of one game this often, or until the game is over; return the number of kills."""
    words, visitors, kept = ["--seats", "guest,guest,bot,bot", "--pause", "0"], list[Visitor](), b""
    for number in range(kills):
        process, port, codes = await begin_host(*words)
        try:
            if not visitors:
                reach = Reach(port, codes)
                visitors = [Visitor(reach, 0, "Ann"), Visitor(reach, 1, "Bea")]
            reach.port = port
            assert codes == reach.codes
            playing = asyncio.gather(*(one.play_until_lost() for one in visitors))
            while any(len(one.returns) == number for one in visitors):
                assert not playing.done(), await playing
                await asyncio.sleep(0.01)
            await asyncio.sleep(chance.random() / 2)
        finally:
            process.kill()
            await process.wait()
        await asyncio.wait_for(playing, SECONDS)
        (path,) = (home / "data" / "games").glob("*.jsonl")
        lines = path.read_bytes()
        assert lines.startswith(kept)
        if b'"game_over"' in lines:
            return number + 1
        kept = lines[: lines.rindex(b"\n") + 1]
        words = ["--pause", "0", "--resume", str(path)]
    return kills


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=pytest.mark.slow)])
async def test_a_killed_host_resumes_with_everything_its_guests_saw(
    kills: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same codes and keys open the same seats, and every complete line of the journal is still there."""
    chance = random.Random("kills")
    while kills:
        home = tmp_path / str(kills)
        monkeypatch.setenv("SPADES_TUI_HOME", str(home))
        kills -= await kill_at_random(home, kills, chance)


def test_a_killed_host_says_at_their_own_terminal_that_the_game_is_saved() -> None:
    """No line leads back to the host's own seat."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "spades_tui.hosting.guest", str(theirs.fileno()), "Ann"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pass_fds=[theirs.fileno()], text=True,
        )  # fmt: skip
    said, _ = process.communicate(timeout=SECONDS)
    assert "its game is saved" in said and "same line" not in said
