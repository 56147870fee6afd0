"""`replay --json` returns every byte of the golden games, and the leaflet's example has its printed totals.

The files fix the events, and the tests check everything that follows from them. After changing the words of a score
line, remove the findings of a file, run `spades-tui replay --json` on it, and proofread the result.
"""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from spades_tui.analysis.verify import verify
from spades_tui.cli import main
from tests.golden import GAMES
from tests.referee.referee import check

FOLDER = Path(__file__).parent
VARIANTS = {path.stem for path in (FOLDER.parents[1] / "variants").glob("*.toml")}


def test_every_variant_has_a_golden_game() -> None:
    assert {json.loads(path.read_text("utf-8").splitlines()[0])["variant"] for path in GAMES} == VARIANTS
    assert {path.name.split(".")[0] for path in GAMES} >= VARIANTS


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_replay_returns_every_byte_of_a_golden_game(
    path: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["replay", str(path), "--json"]) == 0
    assert capfdbinary.readouterr() == (path.read_bytes(), b"")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    bare = [line for line in lines if line["event"] not in ("trick", "hand_score", "game_over")]
    events = tmp_path / "facts.spades.jsonl"
    events.write_text("".join(json.dumps(line) + "\n" for line in bare), "utf-8")
    assert main(["replay", str(events), "--json"]) == 0
    assert capfdbinary.readouterr() == (path.read_bytes(), b"")
    if path.name != "leaflet.spades.jsonl":
        assert lines[-1]["event"] == "game_over"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_the_referee_accepts_the_golden_games(path: Path) -> None:
    assert len(check(path.read_bytes())) == 1


@pytest.mark.rule("C-3")
def test_the_proofs_of_both_versions_are_verified() -> None:
    proofs = {1: 0, 2: 0}
    for path in GAMES:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        deals = [line for line in lines if line["event"] == "deal"]
        for line in lines:
            line.pop("stand_in", None)  # some deals give it, by chance
        (done,) = verify(io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode()), path.name)
        assert done.proofs == sum("fair" in deal for deal in deals)
        for deal in deals:
            if "fair" in deal:
                proofs[deal["fair"].get("v", 1)] += 1
    assert proofs[1] == 19
    assert proofs[2] >= 10


def test_the_leaflets_game_has_its_printed_totals() -> None:
    command = [sys.executable, "-m", "spades_tui", "replay", str(FOLDER / "leaflet.spades.jsonl")]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    sheet = done.stdout.decode()
    assert "John & Jennie: 60 / 212 / 162\n" in sheet
    assert "Bill & Ben: −80 / −20 / 62\n" in sheet
    for line in ("Zero made (SB-6)", "5 made (SB-8)", "2 over (SB-8)", "Set by 1 (SB-5)", "Set by 2 (SB-5)"):
        assert line in sheet
    assert sheet.endswith("The game is not over.\n")
