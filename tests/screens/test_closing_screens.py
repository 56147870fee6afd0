"""Calls on a closing screen do no harm, but a missing widget on an open screen is a fault."""

import pytest
from textual.app import ComposeResult
from textual.command import CommandList
from textual.css.query import NoMatches
from textual.message import Message

from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.command_palette import Palette
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets.paragraphs import Page
from tests.screens.looking import top_screen


class Late(Message):
    """An answer that arrives late."""


class Told(SpadesScreen):
    """A screen that shows the texts it gets."""

    def compose_body(self) -> ComposeResult:
        yield Page(id="told")

    def on_late(self) -> None:
        self.query_one("#told", Page).show([])


class ToldPalette(Palette):
    """A palette that gets a text too."""

    def on_late(self) -> None:
        self.query_one(CommandList).clear_options()


@pytest.mark.parametrize("kind", [Told, ToldPalette])
@pytest.mark.parametrize("leaving", [False, True])
async def test_a_missing_widget_is_a_fault_only_while_its_screen_is_open(
    kind: type[Told | ToldPalette], leaving: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = SpadesApp(settings=Settings(name="Ann"), keep=False)
    try:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await app.push_screen(screen := kind())
            await pilot.pause()
            await screen.query("#told, #--container").remove()
            if leaving:
                with monkeypatch.context() as patch:
                    patch.setattr(SpadesApp, "screen_stack", [])  # it has been popped, and still answers
                    await screen._dispatch_message(Late())
            else:
                screen.post_message(Late())
                await pilot.pause()
            assert top_screen(app, kind) is screen
    except NoMatches:
        assert not leaving
    assert isinstance(app.fault, NoMatches) is not leaving
