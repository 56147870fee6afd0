"""Plain text says the moments of a game, each once."""

import re

import pytest

from tests.plain.talking import transcript

BID = re.compile(r"(has|have) made \d|(is|are) set|nil is (made|set)")


@pytest.mark.parametrize("slug", ["classic", "bemo", "3b-four"])
def test_every_bid_of_a_hand_is_said_to_be_made_or_set_once(slug: str) -> None:
    said = transcript(slug, 1, 1, *60 * ["take"])
    start = next(n for n, line in enumerate(said) if "trick 1" in line)
    end = next((n for n, line in enumerate(said) if "is scored" in line), len(said))
    lines = [line for line in said[start:end] if BID.search(line)]
    assert lines
    assert len(set(lines)) == len(lines)
