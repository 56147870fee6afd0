"""Compare pictures of lessons at two sizes. After an intended change, run with `--snapshot-update`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lessons.scenes import LESSONS
from tests.sizes import LARGE, SMALL, at_each_size


@at_each_size(SMALL, LARGE)
@pytest.mark.parametrize("name", LESSONS)
def test_scene_looks_as_accepted(
    name: str, size: tuple[int, int], snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    scene = LESSONS[name]()
    assert snap_compare(scene.app(), terminal_size=size, run_before=scene.go)
