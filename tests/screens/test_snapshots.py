"""Compare pictures of every screen at three sizes. After an intended change, run this file with `--snapshot-update`."""

from collections.abc import Callable

import pytest

from tests.scenes import SCENES
from tests.sizes import LARGE, MEDIUM, SMALL, at_each_size


@at_each_size(SMALL, MEDIUM, LARGE)
@pytest.mark.parametrize("name", SCENES)
def test_scene_looks_as_accepted(name: str, size: tuple[int, int], snap_compare: Callable[..., bool]) -> None:
    scene = SCENES[name]
    assert snap_compare(scene.app(), terminal_size=size, run_before=scene.go)
