"""The computer players by name, with their styles."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from spades_tui.play.cast import cast
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, Paragraph


class PlayersScreen(SpadesScreen):
    """A choice of a computer player for a seat."""

    HELP: ClassVar[tuple[str, ...]] = (
        "Each player has a style and plays it at any level except beginner.",
        "The scorebook has your results with each of them.",
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings_of("players")
    DEFAULT_CSS = """
    PlayersScreen #players { padding: 1 3; height: 1fr; overflow-y: auto; }
    PlayersScreen #manner { height: 2; padding: 0 5; margin-bottom: 1; }
    """

    def __init__(self, seat: int, names: list[str], take: Callable[[str], None]) -> None:
        super().__init__()
        self.seat, self.names, self.take = seat, names, take

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and a sentence about the marked player."""
        sitting = {name.strip().casefold(): n + 1 for n, name in enumerate(self.names)}
        choices = []
        for one in cast():
            seat = sitting.get(one.name.casefold())
            beside = f", in seat {seat}" if seat is not None else ""
            choices.append(Choice(one.name, one.name, f"{one.habit}{beside}"))
        with Container(id="players"):
            yield ChoiceList(choices, key=self.names[self.seat].strip(), click_takes=False)
        yield Page(id="manner")

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Players", palette.bold), (f"  who sits in seat {self.seat + 1}?", palette.soft)])
        self.query_one(ChoiceList).focus()
        self.on_resize()
        self._tell()

    def on_resize(self) -> None:
        """Use more space where there is room."""
        for choices in self.query(ChoiceList):
            choices.set_gap(1 if self.app.size.height >= 34 else 0)

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Describe this player's style."""
        event.stop()
        self._tell()

    def _tell(self) -> None:
        one = cast()[self.query_one(ChoiceList).at]
        self.query_one("#manner", Page).show([Paragraph(f"{one.name}: {one.manner}", palette.text)])

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Seat this player."""
        event.stop()
        if not self.is_active:  # a second Enter, typed ahead
            return
        self.dismiss()
        self.take(event.choice.key)
