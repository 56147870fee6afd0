"""Compare pictures of a large table in each deck, and of another back, with the accepted ones."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.every_scene import EVERY, stand_still
from tests.sizes import LARGE, MEDIUM


@pytest.mark.parametrize(
    ("name", "size", "settings"),
    [
        ("follow", MEDIUM, {}),
        pytest.param("follow", LARGE, {"deck": "ranks"}, marks=pytest.mark.slow),
        pytest.param("dealt", LARGE, {"back": "lattice"}, marks=pytest.mark.slow),
    ],
    ids=["pictures", "ranks", "lattice"],
)
def test_a_deck_and_a_back_look_as_accepted(
    name: str, size: tuple[int, int], settings: dict[str, Any], snap_compare: Callable[..., bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    stand_still(monkeypatch)
    scene = EVERY[name]()
    app = scene.app()
    app.settings = replace(app.settings, **settings)
    assert snap_compare(app, terminal_size=size, run_before=scene.go)
