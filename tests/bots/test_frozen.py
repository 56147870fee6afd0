"""`club` is the yardstick for the other levels, so each of its choices is frozen."""

import hashlib
import json

import pytest

from spades_tui.cli import main
from spades_tui.rules.catalogue import find

CHOICES = {
    "sandbags": "36ead4e938b398098928a6baecbaadc8334e26ceed8e773d71346a1ca9dfa95f",
    "jokers": "a13027480f978f69284f97d12cc7d31c118d144798c67f28c982e2d31ff1bc76",
    "bemo": "ff5e12cc61011439119023f02f455f0d07080ea706e704574f517bb37171698a",
    "3b-three": "197218f550af22b266ffd3ccac1d5b71394c7fcaab8247a5721b081dedbeece1",
    "3b-four": "5fed869943973a71fb99d8fb2c53a4b1c6c9e311e5a5644ce2e7209f50715333",
    "3b-five": "f527e9fb88fcd258151b5115bdd7d79f189dce3edcc767dbcf9f1dac18368298",
}
"""SHA-256 of the players' events in one game of each printed source; the other games came later."""
DONE = ("look", "bid", "raise", "stand", "promise", "draw", "discard", "play", "claim")


@pytest.mark.parametrize("slug", CHOICES)
def test_club_plays_as_it_always_has(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ",".join(["club"] * find(slug).seats)
    assert main(["simulate", "--variant", slug, "--bots", seats, "--games", "1", "--seed", "frozen"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    done = [json.dumps(event, sort_keys=True) for event in events if event.get("event") in DONE]
    assert len(done) > 300
    assert hashlib.sha256("\n".join(done).encode()).hexdigest() == CHOICES[slug]
