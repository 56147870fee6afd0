"""The footer shows the keys that work now, with complete words; keys without room are on the page of keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from spades_tui.settings import keymap
from spades_tui.settings.actions import KEYS, SHORT
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets.edge_lines import KeyLine, key_name
from tests.every_scene import EVERY, every_scene, stand_still
from tests.scenes import SceneApp
from tests.screens.looking import screen_text, settle
from tests.sizes import SMALL

LONG = dict(zip(KEYS, (f"ctrl+{letter}" for letter in "bfglnoprst" * 10), strict=False))
"""Keys with long names; duplicates do no harm here."""


@pytest.fixture(autouse=True)
def usual_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    stand_still(monkeypatch)
    yield
    keymap.use({})


def possible(screen: SpadesScreen) -> dict[str, set[str]]:
    """Return the labels that may be shown now, and the keys before them."""
    found: dict[str, set[str]] = {}
    for active in screen.active_bindings.values():
        one = active.binding
        if active.enabled and one.show:
            for words in {one.description, SHORT.get(one.description, one.description)}:
                found.setdefault(words, set()).add(key_name(one))
    return found


def entries(screen: SpadesScreen) -> list[tuple[str, str]]:
    """Return the entries that the footer has room for."""
    line = screen.query_one(KeyLine)
    first, last = line._fitting(line.size.width - 2)
    return [(name, words) for name, words, _ in (*first, *last)]


def check(screen: SpadesScreen, text: str) -> None:
    """Check that every entry can be used now, and is shown completely."""
    line = text.split("\n")[-1]
    could = possible(screen)
    found = entries(screen)
    assert found, line
    rest = line
    for name, words in found:
        entry = f"{name} {words}".rstrip()
        assert entry in rest, (entry, line)
        rest = rest[rest.index(entry) + len(entry) :]
        if words and words not in could:
            assert words == "more"
            words = "keys"
        assert not words or name in " ".join(could.get(words, ())), (name, words)
    assert not rest.strip(), rest
    left_out = set(could) - {words for _, words in found} - {SHORT.get(words, words) for words in could}
    if left_out - {"choose", "rules", "glossary"}:
        assert any(words in ("keys", "more") for _, words in found), left_out


@every_scene
async def test_the_footer_cuts_no_word(name: str) -> None:
    scene = EVERY[name]()
    app = scene.app()
    async with app.run_test(size=SMALL) as pilot:
        await settle(app)
        if scene.go is not None:
            await scene.go(pilot)
        await settle(app)
        if isinstance(app.screen, SpadesScreen):
            check(app.screen, screen_text(app))


@pytest.mark.parametrize("name", ["follow", "score-bemo"])
async def test_the_footer_cuts_no_word_with_long_key_names(name: str) -> None:
    scene = EVERY[name]()
    app = scene.app()
    assert isinstance(app, SceneApp)
    keymap.use(LONG)
    async with app.run_test(size=SMALL) as pilot:
        await settle(app)
        if scene.go is not None:
            await scene.go(pilot)
        await settle(app)
        assert isinstance(app.screen, SpadesScreen)
        assert "Ctrl+" in screen_text(app).split("\n")[-1]
        check(app.screen, screen_text(app))
