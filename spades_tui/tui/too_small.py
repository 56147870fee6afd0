"""The screen shown while the terminal is too small: one sentence. The game waits below, and nothing is lost."""

from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from spades_tui.settings.keymap import printed
from spades_tui.tui.frame import MIN_HEIGHT, MIN_WIDTH


class TooSmallScreen(Screen[None]):
    """Says how large the terminal must be."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    TooSmallScreen { background: $background; color: $foreground; align: center middle; overflow: hidden hidden; }
    TooSmallScreen Static { width: 1fr; height: auto; text-align: center; }
    """

    def __init__(self, size: Size) -> None:
        super().__init__()
        self._notice = Static(sentence(size), markup=False)

    def compose(self) -> ComposeResult:
        """Lay out the sentence."""
        yield self._notice

    def show(self, size: Size) -> None:
        """Show a new size."""
        self._notice.update(sentence(size))


def mind_size(app: App[int], size: Size) -> None:
    """Cover everything while the terminal is too small."""
    width, height = size
    small = 0 < width < MIN_WIDTH or 0 < height < MIN_HEIGHT
    if small and not isinstance(app.screen, TooSmallScreen):
        app.push_screen(TooSmallScreen(size))
    elif isinstance(app.screen, TooSmallScreen):
        if small:
            app.screen.show(size)
        else:
            app.pop_screen()


def sentence(size: Size) -> str:
    """Return the sentence with the size needed and the present one."""
    return (
        f"The cards need a window of {MIN_WIDTH} × {MIN_HEIGHT}.\n"
        f"This one has {size.width} × {size.height}.\n"
        "Make it larger to keep playing.\n\n"
        f"{printed('ctrl+q')} quits; your game is saved."
    )
