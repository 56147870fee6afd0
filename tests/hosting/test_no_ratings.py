"""A person's rating is their own: no table that others see knows it."""

import re
from pathlib import Path

import msgspec
import pytest

from spades_tui.hosting import messages
from spades_tui.hosting.messages import encode
from spades_tui.scorebook import scorebook
from tests.hosting.checked_guests import played

RATING = re.compile("rating|rung|ladder", re.IGNORECASE)


def test_no_message_of_a_table_has_a_place_for_a_rating() -> None:
    """This looks at each field of each message, and of everything in them."""
    kinds = [messages.FromTable, messages.FromGuest]
    _, parts = msgspec.json.schema_components(kinds, schema_hook=lambda _: {"type": "object"})
    names = {name for part in parts.values() for name in (part.get("title", ""), *part.get("properties", {}))}
    assert {"Moment", "shown", "names"} <= names
    assert [name for name in names if RATING.search(name)] == []


async def test_a_hosted_game_asks_for_no_rating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        pytest.fail("a rating was computed")

    monkeypatch.setattr(scorebook, "ladder", asked)
    guests = await played("two-handed", 2, tmp_path, 1)
    sent = [encode(message) for guest in guests for message in guest.heard]
    assert sent and not any(RATING.search(text.decode()) for text in sent)
