"""`club` is the reference that the other levels are measured against: it is frozen, choice by choice."""

import hashlib
import json

import pytest

from spades_tui.cli import main
from spades_tui.rules.catalogue import find

CHOICES = {
    "sandbags": "bf295c6365ddac318b44336b1d0f27c45c2a50313399350e17505a0015f59df4",
    "jokers": "7ebe1b0048e604ffd3534a3db8455a9a4d003822125b9fdf8f0a98a145a95633",
    "bemo": "f94481cdbda9b3f04b2f463d623bd1a0c14fc0eae50ca3963ebd63ba2815b812",
    "3b-three": "d6f66f24b571706fafa0e74b29de69b52343c35134a0de192d79ecd9fb2b2a1b",
    "3b-four": "a1ce406f52b9e7fb740b122d8babdcb231829c4ebbeaf0ba1a5d54cfdb59e993",
    "3b-five": "995004688491691b42ba6f45490329c5ffb9c42baa4291f76f6f9dd3a58cb6d3",
}
"""SHA-256 of what the players of one game have done."""
DONE = ("look", "bid", "raise", "stand", "promise", "draw", "discard", "play", "claim")


@pytest.mark.parametrize("slug", CHOICES)
def test_club_plays_as_it_always_has(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ",".join(["club"] * find(slug).seats)
    assert main(["simulate", "--variant", slug, "--bots", seats, "--games", "1", "--seed", "frozen"]) == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    done = [json.dumps(fact, sort_keys=True) for fact in facts if fact.get("event") in DONE]
    assert len(done) > 300
    assert hashlib.sha256("\n".join(done).encode()).hexdigest() == CHOICES[slug]
