"""Compare pictures of decisions about nil, drafts and formats, at three sizes.

After an intended change, run this file with `--snapshot-update`.
"""

from collections.abc import Callable

import pytest

from tests.decision_scenes import DECISIONS
from tests.sizes import LARGE, SMALL, at_each_size


@at_each_size(SMALL, (120, 40), LARGE)
@pytest.mark.parametrize("name", DECISIONS)
def test_scene_looks_as_accepted(name: str, size: tuple[int, int], snap_compare: Callable[..., bool]) -> None:
    scene = DECISIONS[name]
    assert snap_compare(scene.app(), terminal_size=size, run_before=scene.go)
