"""New tables: the words of the form and of options, the quick game, the plan of the seats, and a choice of players."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.geometry import Size
from textual.widget import Widget

from spades_tui.language.player_names import NAME_MOST
from spades_tui.play import cast
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, Pieces, StateView, fit
from spades_tui.tui.widgets.card_faces import SIDE_LETTERS, SIDE_MARKS, frame
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import Cycle, NameLine
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

PERSON = "a person"

SEAT_HELP = "Beginner and club are quick and follow rules; strong and expert think ahead."
PLAYER_HELP = "←→ show the players one by one; {players} lists them."
FIELD_HELP = {
    "name": f"The name at the table, up to {NAME_MOST} characters. ←→ show people who have played here.",
    "player": f"A person at this keyboard, or the computer. {SEAT_HELP}",
    "dealer": "Who deals the first hand. The deal passes to the left after each hand.",
}
"""The explanation of each kind of field in the form."""


def seat_of(field: Widget | None) -> int | None:
    """Return the seat to which a field of the form belongs, or None."""
    kind, _, seat = ((field.id if field is not None else None) or "").partition("-")
    return int(seat) if kind in ("name", "player") and seat.isdigit() else None


def mark_of(seat: int, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> Piece:
    """Return the mark of a seat's side, the same as at the table; an empty piece if every player is alone."""
    if len(sides) == seats:
        return ("", inks.text)
    side = next(n for n, members in enumerate(sides) if seat in members)
    return ((SIDE_LETTERS if letters else SIDE_MARKS)[side], inks.SIDES[side])


class TablePlan(StateView[tuple[tuple[str, bool], ...]]):
    """The names around a table, the first one at the bottom, each with whether it's a person's."""

    DEFAULT_CSS = "TablePlan { width: 1fr; height: 9; }"

    def __init__(self, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> None:
        super().__init__(id="plan")
        self.sides, self.seats, self.letters = sides, seats, letters

    def _named(self, names: tuple[tuple[str, bool], ...], seat: int, width: int) -> Pieces:
        name, person = names[seat]
        mark, style = mark_of(seat, self.sides, self.seats, self.letters)
        pieces = [(fit(name, width - 2 if mark else width), inks.gold if person else inks.text)]
        return [*pieces, (f" {mark}", style)] if mark else pieces

    def picture(self, canvas: Canvas, state: tuple[tuple[str, bool], ...]) -> None:
        """Draw the table in the middle, a name on each side of it."""
        aside = 2 if self.seats == 3 else max(2, min(12, (canvas.width - 10) // 2))
        left, top = aside, 2
        width, height = canvas.width - 2 * aside, canvas.height - 4
        frame(canvas, left, top, width, height, inks.line)
        middle = top + height // 2
        suits = "S H D C" if self.letters else "♠ ♥ ♦ ♣"
        canvas.centred(left, width, middle, [(suits if width > 10 else suits[0], inks.faint)])
        canvas.centred(0, canvas.width, top + height, self._named(state, 0, canvas.width))
        half, beside = canvas.width // 2 - 1, aside - 1
        for seat in range(1, self.seats):
            # Seats are clockwise, so the second is on the left of the first.
            if self.seats % 2 == 0 and seat == self.seats // 2:
                canvas.centred(0, canvas.width, top - 1, self._named(state, seat, canvas.width))
            elif self.seats == 3 or (self.seats == 5 and seat in (2, 3)):
                start = 0 if seat < self.seats / 2 else canvas.width - half
                canvas.centred(start, half, top - 1, self._named(state, seat, half))
            elif seat < self.seats // 2:
                canvas.right(aside - 1 + (aside == 2), middle + self._lower(seat), self._named(state, seat, beside))
            else:
                canvas.pieces(left + width + 1, middle + self._lower(seat), self._named(state, seat, beside))

    def _lower(self, seat: int) -> int:
        """Return how many rows below the middle a seat at the side is: six seats have two at each side."""
        return 0 if self.seats < 6 else 1 if seat in (1, 5) else -1


class PlayersScreen(SpadesScreen):
    """A choice of a computer player for a seat."""

    HELP_LINES = (
        "Each player has a style and plays it at any level except beginner.",
        "The scorebook has your results with each of them.",
    )
    BINDINGS = [Binding("f2", "back", id="players")]
    DEFAULT_CSS = """
    PlayersScreen #players { padding: 1 3; height: 1fr; overflow-y: auto; }
    PlayersScreen #manner { height: 2; padding: 0 5; margin-bottom: 1; }
    """

    def __init__(self, seat: int, names: list[str], take: Callable[[str], None]) -> None:
        super().__init__()
        self.set_top([("Players", inks.bold), (f"  who sits in seat {seat + 1}?", inks.soft)])
        self.seat, self.names, self.take = seat, names, take

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and a sentence about the marked player."""
        sitting = {name.strip().casefold(): n + 1 for n, name in enumerate(self.names)}
        choices = []
        for one in cast.cast():
            seat = sitting.get(one.name.casefold())
            beside = f", in seat {seat}" if seat is not None else ""
            choices.append(Choice(one.name, one.name, f"{one.habit}{beside}"))
        with Container(id="players"):
            yield ChoiceList(choices, key=self.names[self.seat].strip(), click_takes=False, spread=Size(0, 34))
        yield Page(id="manner")

    def on_mount(self) -> None:
        """Describe the marked player."""
        self._tell()

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Describe this player's style."""
        self._tell()

    def _tell(self) -> None:
        one = cast.cast()[self.query_one(ChoiceList).at]
        self.query_one("#manner", Page).show([Paragraph(f"{one.name}: {one.manner}", inks.text)])

    def take_line(self, choice: Choice) -> None:
        """Seat this player."""
        self.dismiss()
        self.take(choice.key)


class Joining:
    """The seats that people have taken at a new table; `fields` has the fields for name and player of each seat."""

    def __init__(self, fields: Sequence[tuple[NameLine, Cycle]]) -> None:
        self._fields = fields
        self._before: dict[int, tuple[str, int]] = {}
        """The former name and player of these seats."""
        self._added: int | None = None
        """The seat of the person added last, until their name is accepted."""

    def add(self, seat: int, suggested: str) -> None:
        """Give the seat to a person, and go to the name's field."""
        name, player = self._fields[seat]
        self._before[seat], self._added = (name.value, player.at), seat
        player.at = player.values.index(None)
        name.value = suggested
        name.focus()
        name.action_select_all()

    def typed(self, seat: int) -> None:
        """Give the seat to a person at a new name, and back to the computer player at its name."""
        name, player = self._fields[seat]
        before = self._before.get(seat)
        if before is None and player.value is not None and name.value.strip() and name.value not in name.known:
            self._before[seat] = name.known[0], player.at
            player.at = player.values.index(None)
        elif before is not None and before[0] == name.value:
            self._as_before(seat)

    def left(self, seat: int) -> None:
        """Give a seat whose name was left empty back to its computer player."""
        if seat in self._before and not self._fields[seat][0].value.strip():
            self._as_before(seat)

    def taken(self, seat: int | None) -> bool:
        """Return whether Enter here accepts the name of the person who was added last."""
        added, self._added = self._added, None
        return added is not None and added == seat

    def _as_before(self, seat: int) -> None:
        name, player = self._fields[seat]
        name.value, player.at = self._before.pop(seat)
