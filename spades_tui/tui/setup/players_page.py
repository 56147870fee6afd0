"""Choose named computer players for seats, and let people take seats from them."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Container

from spades_tui.play.cast import cast
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import Cycle, NameLine
from spades_tui.tui.widgets.paragraphs import Page, Paragraph


class PlayersScreen(SpadesScreen):
    """A choice of a computer player for a seat."""

    HELP_LINES = (
        "Each player has a style and plays it at any level except beginner.",
        "The scorebook has your results with each of them.",
    )
    BINDINGS = Bindings("players")
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
        """Use more space if there is room."""
        for choices in self.query(ChoiceList):
            choices.set_gap(1 if self.app.size.height >= 34 else 0)

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Describe this player's style."""
        self._tell()

    def _tell(self) -> None:
        one = cast()[self.query_one(ChoiceList).at]
        self.query_one("#manner", Page).show([Paragraph(f"{one.name}: {one.manner}", palette.text)])

    def take_line(self, choice: Choice) -> None:
        """Seat this player."""
        self.dismiss()
        self.take(choice.key)


class Joining:
    """The seats that people have taken at a new table. `fields` returns the fields for name and player of a seat."""

    def __init__(self, fields: Callable[[int], tuple[NameLine, Cycle]]) -> None:
        self._fields = fields
        self._before: dict[int, tuple[str, int]] = {}
        """The former name and player of these seats."""
        self._added: int | None = None
        """The seat of the person added last, until their name is accepted."""

    def add(self, seat: int, suggested: str) -> None:
        """Give the seat to a person, and go to the name's field."""
        name, player = self._fields(seat)
        self._before[seat], self._added = (name.value, player.at), seat
        player.at = player.values.index(None)
        name.value = suggested
        name.focus()
        name.action_select_all()

    def typed(self, seat: int) -> None:
        """Give the seat to a person at a new name, and back to the computer player at its name."""
        name, player = self._fields(seat)
        before = self._before.get(seat)
        if before is None and player.value is not None and name.value.strip() and name.value not in name.known:
            self._before[seat] = name.known[0], player.at
            player.at = player.values.index(None)
        elif before is not None and before[0] == name.value:
            self._as_before(seat)

    def left(self, seat: int) -> None:
        """Give a seat whose name was left empty back to its computer player."""
        if seat in self._before and not self._fields(seat)[0].value.strip():
            self._as_before(seat)

    def taken(self, seat: int | None) -> bool:
        """Return whether Enter here accepts the name of the person who was added last."""
        added, self._added = self._added, None
        return added is not None and added == seat

    def _as_before(self, seat: int) -> None:
        name, player = self._fields(seat)
        name.value, player.at = self._before.pop(seat)
