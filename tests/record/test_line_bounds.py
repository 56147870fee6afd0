"""The longest line of a record that is allowed, and the first that isn't."""

import io

import pytest

from spades_tui.record import RecordError
from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.record.reader import raw_lines


@pytest.mark.parametrize("ending", [b"", b"\n"])
def test_a_line_of_the_maximum_length_is_read(ending: bytes) -> None:
    longest = b"x" * (MAX_LINE - len(ending)) + ending
    stream = io.BytesIO(longest if not ending else longest + b"second")
    assert [raw for _, raw in raw_lines(stream)] == [longest, *([b"second"] if ending else [])]


@pytest.mark.parametrize("before", [0, 7])
def test_one_byte_more_is_refused_with_its_line(before: int) -> None:
    with pytest.raises(RecordError) as caught:
        list(raw_lines(io.BytesIO(b"{}\n" + b"x" * (MAX_LINE + 1)), before))
    assert caught.value.line == before + 2
