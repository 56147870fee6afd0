"""The pages of the book as pictures. After a wanted change run this file with `--snapshot-update`."""

import pytest

from spades_tui.book.book import open_book
from tests.book_screens.scenes import BOOK_SCENES, NOON

SIZES = ((80, 24), (140, 45))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", BOOK_SCENES)
def test_scene(name, size, snap_compare, monkeypatch):
    monkeypatch.setitem(open_book.__kwdefaults__, "clock", lambda: NOON)
    scene = BOOK_SCENES[name]
    assert snap_compare(scene.app(), terminal_size=size, run_before=scene.go)
