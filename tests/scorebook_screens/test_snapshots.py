"""Compare pictures of the scorebook's pages. After an intended change, run this file with `--snapshot-update`."""

from collections.abc import Callable

import pytest

from tests.scorebook.games import open_with
from tests.scorebook_screens.scenes import BOOK_SCENES, NOON
from tests.sizes import LARGE, SMALL, at_each_size


@at_each_size(SMALL, LARGE)
@pytest.mark.parametrize("name", BOOK_SCENES)
def test_scene_looks_as_accepted(
    name: str, size: tuple[int, int], snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_with(monkeypatch, clock=lambda: NOON)
    scene = BOOK_SCENES[name]
    assert snap_compare(scene.app(), terminal_size=size, run_before=scene.go)
