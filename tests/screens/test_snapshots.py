"""Every screen as a picture, at three sizes. After a wanted change run this file with `--snapshot-update`."""

import pytest
from scenes import SCENES, SNAPSHOT_SIZES


@pytest.mark.parametrize("size", SNAPSHOT_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCENES)
def test_scene(name, size, snap_compare):
    scene = SCENES[name]
    assert snap_compare(scene.app(), terminal_size=size, run_before=scene.go)
