"""What every screen has: the top line, a body, the sentence of keys, help on `?`, and Esc to go back."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.events import Event, Mount
from textual.screen import Screen

from spades_tui.screens.host import app_of
from spades_tui.widgets.canvas import Pieces
from spades_tui.widgets.lines import KeyLine, TopLine

MIN_WIDTH = 80
MIN_HEIGHT = 24


class SpadesScreen(Screen[None]):
    """A screen of the game. Override `compose_body`; write the top line with `set_top`.

    Bindings with a description stand in the last line while they work (`check_action`); `refresh_bindings()` has them
    looked at again. `HELP` is what the `?` page says above the keys, a sentence each.
    """

    ALLOW_SELECT = False
    HELP: ClassVar[tuple[str, ...]] = ()  # type: ignore[assignment]  # Textual would have one text here
    TITLE_LEFT: ClassVar[str] = "Spades"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "keys", key_display="?"),
        Binding("escape", "back", "back", show=False),
    ]
    DEFAULT_CSS = """
    SpadesScreen {
        background: $background;
        color: $foreground;
        overflow: hidden hidden;
    }
    SpadesScreen > #body {
        width: 1fr;
        height: 1fr;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.top_line = TopLine()
        self.key_line = KeyLine()

    def compose(self) -> ComposeResult:
        """Top line, body, keys."""
        yield self.top_line
        with Container(id="body"):
            yield from self.compose_body()
        yield self.key_line

    def compose_body(self) -> ComposeResult:
        """What stands between the top line and the keys."""
        yield from ()

    def on_mount(self) -> None:
        """Give the top line its first text."""
        if not self.top_line.left:
            self.set_top(self.TITLE_LEFT)

    async def on_event(self, event: Event) -> None:
        """A screen that is left before it stands is not set up any more: its widgets have gone already."""
        if not isinstance(event, Mount) or self in self.app.screen_stack:
            await super().on_event(event)

    @property
    def stands(self) -> bool:
        """Whether an answer that comes late still finds its widgets: while a screen is taken down they go before it."""
        return self.is_attached and self.display

    def on_screen_resume(self) -> None:
        """The keys may be others than when the screen was left."""
        self.key_line.call_after_refresh(self.key_line.look)

    def set_top(self, left: str | Pieces, right: str | Pieces = "") -> None:
        """Write the top line: text, or pieces of text with their styles (see widgets.palette)."""
        self.top_line.show(left, right)

    def hurries(self, key: str) -> bool:
        """Whether a key ends a pause: any key does, but for those that open something or lead away."""
        active = self.active_bindings.get(key)
        return active is None or active.binding.action in ("nothing", "take", "leave_over", "decline")

    def action_keys(self) -> None:
        """Show the keys of this screen."""
        app_of(self).open_keys(self)

    def action_back(self) -> None:
        """Go back to the screen below, if there is one."""
        # At the bottom lies the empty screen that the program begins with; a key typed ahead leads back only once.
        if self.is_active and len(self.app.screen_stack) > 2:
            self.app.pop_screen()

    def action_maximize(self) -> None:
        """Nothing is ever shown bigger than its place."""
