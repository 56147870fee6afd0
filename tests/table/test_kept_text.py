"""The text of a journal in memory has all added bytes, even after some were compressed."""

import random
import tracemalloc

import pytest

from spades_tui.play.journal import PART, KeptText


@pytest.mark.parametrize("most", [100, PART - 1, 3 * PART])
def test_the_log_returns_what_was_added_and_not_cut(most: int) -> None:
    rng = random.Random(most)
    kept, wanted = KeptText(), b""
    while len(wanted) < 8 * most:
        more = rng.randbytes(rng.randrange(most))
        kept += more
        if rng.random() < 0.3:
            kept.cut(len(wanted))
        else:
            wanted += more
        place = rng.randrange(len(wanted) + 1)
        assert len(kept) == len(wanted)
        assert kept.since(place) == wanted[place:]
    assert kept.since() == KeptText(wanted).since() == wanted
    assert KeptText(wanted).since(len(wanted)) == b""


def test_only_text_that_was_added_can_be_cut() -> None:
    kept = KeptText(bytes(3 * PART))
    kept += b"more"
    for length in (-1, PART, len(kept) + 1):
        with pytest.raises(ValueError, match="cannot be left"):
            kept.cut(length)


def test_the_compressed_log_is_smaller_than_its_text() -> None:
    line = b'{"event": "play", "seat": %d, "card": "AS", "sum": "%016x"}\n'
    tracemalloc.start()
    try:
        kept, before = KeptText(), tracemalloc.get_traced_memory()[0]
        rng = random.Random(1)
        for n in range(40_000):
            kept += line % (n % 4, rng.randrange(1 << 64))
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert taken < 0.4 * len(kept)
