"""Compare pictures of the screens before a table at three sizes. After a change, run with `--snapshot-update`."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.setup_scenes import SETUP_SCENES
from tests.sizes import LARGE, MEDIUM, SMALL, at_each_size


@at_each_size(SMALL, MEDIUM, LARGE)
@pytest.mark.parametrize("name", [name for name in SETUP_SCENES if name != "home-continue"])
def test_scene_looks_as_accepted(
    name: str, size: tuple[int, int], snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "ann")
    scene = SETUP_SCENES[name]
    assert snap_compare(scene.app(), terminal_size=size, run_before=scene.go)


@at_each_size(SMALL, MEDIUM, LARGE)
def test_home_with_a_suspended_game(
    size: tuple[int, int], snap_compare: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "ann")
    scene = SETUP_SCENES["home-continue"]
    assert snap_compare(scene.app(), terminal_size=size, run_before=scene.go)
