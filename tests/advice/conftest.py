"""The search is stood in for by the rule player wherever a test asks for `by_rules`."""

from __future__ import annotations

import pytest

from spades_tui.bots import advice
from tests.advice.fakes import weigh_by_rules


@pytest.fixture
def by_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice comes from the rule player: quick and always the same."""
    monkeypatch.setattr(advice, "weigh", weigh_by_rules)
