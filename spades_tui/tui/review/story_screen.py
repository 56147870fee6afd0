"""The story of a game: a sentence and its trick, to copy as text or to save as a picture."""

from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding

from spades_tui.presentation.story_picture import Story, picture
from spades_tui.system.disk import free_name, make_folder, write_new
from spades_tui.system.output import os_words
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, StateView
from spades_tui.tui.widgets.card_faces import CardStyle, trick_row
from spades_tui.tui.widgets.paragraphs import Page, Paragraph


class StoryScreen(SpadesScreen):
    """The card that cost most in a finished game."""

    ALLOW_SELECT = True
    TITLE_LEFT = (("Review · ", inks.soft), ("the story", inks.bold))
    HELP_LINES = ("The story has only cards that everybody saw, and a better one.",)
    BINDINGS = [
        Binding("y", "copy", "copy text", id="copy_code", tooltip="copy the story to the clipboard"),
        Binding("s", "save_picture", "save picture", id="save", tooltip="save the trick as an SVG picture"),
        Binding("x", "hide_names", "hide names", id="hide_names", tooltip="say Player 1 and so on, or the names again"),
    ]

    def __init__(self, path: Path, tell: Callable[[bool], Story]) -> None:
        """Show the story of the game in this record; `tell` returns it, with hidden names if that is true.

        Raises the errors of `tell`.
        """
        super().__init__()
        self.path, self._trick = path, TrickOfStory()
        self._tell, self._hidden = tell, False
        self.story = tell(False)

    def compose_body(self) -> ComposeResult:
        """Lay out the words and the trick."""
        yield Page(id="told")
        yield self._trick
        yield Page(id="saved")

    def on_mount(self) -> None:
        """Show the story."""
        self._show()

    def _show(self) -> None:
        title, *told = self.story.text.splitlines()
        words = [Paragraph(sentence, inks.text) for sentence in told]
        self.query_one("#told", Page).show([Paragraph(title, inks.bold), *words])
        self._trick.show((self.story, CardStyle.liked(self.app.settings, self.story.names)))

    def _say(self, sentence: str) -> None:
        self.query_one("#saved", Page).show([Paragraph(sentence, inks.gold)])

    def action_hide_names(self) -> None:
        """Replace the names by numbers, or show them again."""
        self._hidden = not self._hidden
        self.story = self._tell(self._hidden)
        self._show()

    def action_copy(self) -> None:
        """Copy the text to the clipboard."""
        self.app.copy_text(self.story.text, lambda how: self._say(f"The story was {how}."))

    def action_save_picture(self) -> None:
        """Save the trick as a new file in the folder of stories."""
        target = free_name(self.path.parent.parent / "stories" / self.path.name.partition(".")[0], ".svg")
        try:
            make_folder(target.parent)
            write_new(target, picture(self.story))
            self._say(f"Saved as {target}.")
        except OSError as error:
            self._say(f"The picture can't be saved ({os_words(error)}).")


class TrickOfStory(StateView[tuple[Story, CardStyle]]):
    """The trick of a story, card by card."""

    DEFAULT_CSS = "TrickOfStory { width: 1fr; }"

    def picture(self, canvas: Canvas, state: tuple[Story, CardStyle]) -> None:
        """Draw the cards with their players below."""
        story, look = state
        if story.trick:
            trick_row(canvas, 0, 9, 5, look, story.trick, story.winner, "took it")
