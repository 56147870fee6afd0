"""Let pauses at tables end only with a key, so that no test of a screen is a race with a busy machine."""

import pytest

from tests.screens.deciding import stop_pauses


@pytest.fixture(autouse=True)
def _still_tables(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the pauses of each pace, but not in tests of time itself, which use `running_clock`."""
    if "running_clock" not in request.fixturenames:
        stop_pauses(monkeypatch)


@pytest.fixture
def running_clock() -> None:
    """Let pauses end as they do for users."""
