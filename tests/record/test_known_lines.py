"""The reader remembers lines from before, but finds everything that is wrong with them now."""

import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from pathlib import Path

import pytest

from spades_tui.record import reader
from spades_tui.record.journal_lines import line_sum
from spades_tui.record.reader import Read, raw_lines, read
from spades_tui.record.replay import replay
from spades_tui.system.output import json_text
from tests.commands.shell import GOLDEN
from tests.record.records import Event, error
from tests.referee.generate import generate

GAME: list[Event] = generate("sandbags", 4, {}, 0.0)[:40]
PLAIN = [json_text(line) + "\n" for line in GAME]


def with_sums(times: Iterable[str | None], game: Sequence[Event] = GAME) -> list[str]:
    """Return the same lines with sums, and these times for events."""
    lines, last = [], ""
    for bare, time in zip(game, times, strict=False):
        line = bare if time is None or bare["event"] == "game" else {**bare, "at": time}
        last = line_sum(last, line)
        lines.append(json_text({**line, "sum": last}) + "\n")
    return lines


SUMMED = with_sums(repeat(None))
TIMED = with_sums(f"2026-03-02T20:00:{second:02}+01:00" for second in range(60))
"""Lines with sums and times, as in a table's journal."""


@pytest.fixture(autouse=True)
def forget_lines() -> Iterator[None]:
    reader._known.clear()
    yield
    reader._known.clear()


def lines_of(raw: bytes) -> list[tuple[object, ...]]:
    """Return the values read, and the error of the first wrong line."""

    def told(one: Read) -> tuple[object, ...]:
        return one.number, one.data, one.event, one.sum, type(one.line)

    found: list[tuple[object, ...]] = []
    try:
        found += [told(one) for one in read(raw_lines(io.BytesIO(raw)))]
    except Exception as error:
        found.append((type(error), str(error)))
    return found


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: str(path.name))
def test_a_record_read_again_gives_the_same_lines(path: Path) -> None:
    raw = path.read_bytes()
    first = lines_of(raw)
    assert reader._known
    assert lines_of(raw) == first
    assert lines_of(raw.replace(b"\n", b"\r\n")) == first


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("lines", [PLAIN, SUMMED, TIMED])
@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("{", '{"sum": "0123456789abcdef", ', 1),
        lambda text: text.replace("}\n", ', "sum": "0123456789abcdef"}\n'),
        lambda text: text.replace("}\n", ', "sum": "0123456789ABCDEF"}\n'),
        lambda text: text.replace("}\n", ', "sum": "0123456789\xe9bcdef"}\n'),
        lambda text: text.replace("}\n", ', "sum": ""}\n'),
        lambda text: text[: text.rindex(", ")] + "}\n",
        lambda text: text[:-2] + "\n",
        lambda text: text[:-1] + " \n",
        lambda text: "\ufeff" + text,
        lambda text: text.replace("seat", "saet"),
        lambda text: text.replace(", ", ", ,", 1),
        lambda text: text.replace("+01:00", "+01:0x"),
        lambda text: text.replace("T20", "t20"),
        lambda text: text.replace('"at"', '"seat"'),
        lambda text: text.replace("{", '{"at": "2026-03-02T20:00:00+01:00", ', 1),
        lambda text: text.replace("}\n", ', "at": "2026-03-02T20:00:00+01:00"}\n'),
        lambda text: "\n",
    ],
)
def test_a_mistake_in_a_known_line_is_found(lines: list[str], known: bool, spoil: Callable[[str], str]) -> None:
    for number in (2, 3, 8, len(lines) - 1):
        reader._known.clear()
        spoilt = "".join((*lines[:number], spoil(lines[number]), *lines[number + 1 :])).encode()
        wanted = lines_of(spoilt)
        if known:
            lines_of("".join(PLAIN).encode())
            lines_of("".join(SUMMED).encode())
            lines_of("".join(TIMED).encode())
        assert lines_of(spoilt) == wanted


def test_a_time_outside_an_event_is_refused() -> None:
    """A trick has no time, although the same line without a time is remembered."""
    complete = next(replay(io.BytesIO("".join(PLAIN).encode()))).lines
    trick = next(n for n, line in enumerate(complete) if line["event"] == "trick")
    summed = with_sums(repeat(None), complete)
    lines_of("".join(summed).encode())
    timed = {**complete[trick], "at": "2026-03-02T20:00:00+01:00"}
    line = json_text({**timed, "sum": line_sum(json.loads(summed[trick - 1])["sum"], timed)}) + "\n"
    assert "unknown key 'at'" in str(error("".join((*summed[:trick], line))))


def test_a_known_line_at_another_place_is_refused() -> None:
    """Every line is remembered, and every sum was right in another place."""
    lines_of("".join(SUMMED).encode())
    first, second = 4, 5
    moved = [*SUMMED]
    moved[first], moved[second] = moved[second], moved[first]
    assert "the line was changed: its sum is" in str(error("".join(moved)))
    assert "it has no sum" in str(error("".join((*SUMMED[:8], PLAIN[8], *SUMMED[9:]))))


@pytest.mark.parametrize("lines", [SUMMED, TIMED])
@pytest.mark.parametrize("from_the_end", range(1, 66))
def test_a_flipped_bit_is_found_in_a_known_line(lines: list[str], from_the_end: int) -> None:
    lines_of("".join(lines).encode())
    raw = lines[8].encode()
    assert from_the_end <= len(raw)
    for bit in range(8):
        flipped = bytearray(raw)
        flipped[-from_the_end] ^= 1 << bit
        spoilt = "".join(lines[:8]).encode() + bytes(flipped) + "".join(lines[9:]).encode()
        known = lines_of(spoilt)
        reader._known.clear()
        assert lines_of(spoilt) == known
        assert len(known) < len(lines), (from_the_end, bit)
