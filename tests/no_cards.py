"""Check that a text names no card."""

import re

CARD = re.compile(r"\b(10|[2-9TJQKA])[SHDC]\b|[♠♥♦♣]|\b[BL]J\b")


def no_card_in(text: str) -> None:
    """Assert that a text names no card in any notation."""
    assert not CARD.search(text), text
