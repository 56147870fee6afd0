"""Replace the search with the rule player for tests that ask for `by_rules`."""

from __future__ import annotations

import pytest

from spades_tui.bots import advice
from tests.advice.fakes import weigh_by_rules


@pytest.fixture
def by_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rule player give advice, which is quick and always the same."""
    monkeypatch.setattr(advice, "weigh", weigh_by_rules)
