"""46,000 spoiled records are either played to their end or refused with a line number."""

import io
import random
from pathlib import Path

import pytest

from spades_tui.record import RecordError
from spades_tui.record.replay import replay
from tests import few
from tests.record.records import lines_of
from tests.referee.referee import to_text
from tests.referee.spoiling import spoil

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.spades.jsonl"))
MANY, PARTS = few(46_000), 10


def hand_of(raw: bytes, rng: random.Random) -> list[bytes]:
    """Return the game line of a record and some lines after it."""
    lines = raw.splitlines(keepends=True)
    ends = [n for n, line in enumerate(lines) if b'"hand_score"' in line]
    return lines[: rng.randrange(4, ends[0] + 3)]


def mangled(lines: list[bytes], rng: random.Random) -> bytes:
    """Return a record with random changes of bytes, lines or texts."""
    lines = list(lines)
    place = rng.randrange(len(lines))
    match rng.randrange(7):
        case 0:
            del lines[place]
        case 1:
            lines.insert(rng.randrange(len(lines)), lines[place])
        case 2:
            other = rng.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case 3:
            bare = bytearray(lines[place])
            bare[rng.randrange(len(bare))] = rng.randrange(256)
            lines[place] = bytes(bare)
        case 4:
            at = rng.randrange(len(lines[place]))
            lines[place] = lines[place][:at] + lines[place][at + rng.randrange(1, 9) :]
        case 5:
            words = lines[place].split(b" ")
            rng.shuffle(words)
            lines[place] = b" ".join(words)
        case _:
            old, new = rng.choice((b"0", b"1", b"2", b"A", b"S")), rng.choice((b"", b"-1", b"9", b"null"))
            lines[place] = lines[place].replace(old, new)
    return b"".join(lines)


def wrong(text: bytes) -> RecordError | None:
    """Return the error that a record raises, or None."""
    try:
        assert list(replay(io.BytesIO(text), "spoiled", lines=False))
    except RecordError as error:
        return error
    return None


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_spoiled_record_replays_or_is_refused(part: int) -> None:
    rng = random.Random(f"spoiled {part}")
    raw = GOLDEN[part % len(GOLDEN)].read_bytes()
    refused = 0
    for n in range(MANY // PARTS):
        lines = hand_of(raw, rng)
        if n % 20 == 0:
            text = to_text(spoil(lines_of(b"".join(lines).decode()), rng)[0]).encode()
        else:
            text = mangled(lines, rng)
        error = wrong(text)
        if error is not None:
            refused += 1
            assert 1 <= error.line <= text.count(b"\n") + 2
            assert str(error).startswith(f"spoiled:{error.line}: ")
    assert refused > MANY // PARTS // 3
