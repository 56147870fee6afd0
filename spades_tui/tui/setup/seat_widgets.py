"""New tables: the words of the form, the row of a seat, and the plan of the seats."""

from collections.abc import Sequence

from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from spades_tui.bots.levels import LEVELS
from spades_tui.language.player_names import NAME_MOST, tidy
from spades_tui.play import cast
from spades_tui.play.setup import SeatSetup
from spades_tui.presentation import new_table_words
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, Pieces, StateView, fit
from spades_tui.tui.widgets.card_faces import SIDE_LETTERS, SIDE_MARKS, frame
from spades_tui.tui.widgets.fields import NameField, ValueField

PERSON = "a person"
LETTERS = f"p{''.join(level[0] for level in LEVELS)}"
"""Keys for a person and each computer level."""

SEAT_HELP = "Beginner and club are quick and follow rules; strong and expert think ahead."
PLAYER_HELP = "←→ show the players one by one; {players} lists them."
FIELD_HELP = {
    "name": f"The name at the table, up to {NAME_MOST} characters. ←→ show people who have played here.",
    "player": f"A person at this keyboard, or the computer. {SEAT_HELP}",
    "dealer": "Who deals the first hand. The deal passes to the left after each hand.",
}
"""The explanation of each kind of field in the form."""


class SeatRow(Horizontal):
    """The fields of a seat: the name, and a person or a level of the computer. A typed name is a person's."""

    DEFAULT_CSS = """
    SeatRow .mark { width: 5; }
    SeatRow NameField { width: 20; margin-right: 1; }
    """

    def __init__(self, seat: int, mark: Piece, name: str, level: str | None) -> None:
        self.seat = seat
        self.line = NameField(name, id=f"name-{seat}")
        self.player = ValueField(_players(name), level, letters=LETTERS, id=f"player-{seat}")
        self.before: tuple[str, str] | None = None
        """The name and the level of the computer player whose seat a person has taken."""
        super().__init__(
            Static(Content.assemble((f"{seat + 1} ", inks.soft), mark), classes="mark"), self.line, self.player,
            classes="row",
        )  # fmt: skip

    @property
    def level(self) -> str | None:
        """The computer's level without its style; None for a person."""
        return self.player.value if isinstance(self.player.value, str) else None

    @property
    def setup(self) -> SeatSetup:
        """The seat as filled in."""
        name = tidy(self.line.value)
        if self.level is None:
            return SeatSetup(name, "human")
        return SeatSetup(name, "bot", new_table_words.with_style(self.level, name))

    def offer(self, known: Sequence[str], names: Sequence[str]) -> None:
        """Offer to a person the names `known`, to the computer its players except those with other `names`."""
        others = [tidy(name) for seat, name in enumerate(names) if seat != self.seat]
        if self.level is not None:
            known = [player.name for player in cast.free(others)]
        taken = {name.casefold() for name in others}
        known = [name for name in known if name.casefold() not in taken]
        self.line.offer(known)
        self.player.choices = _players(tidy(self.line.value))

    def add_person(self, suggested: str) -> None:
        """Give the seat to a person, and go to the name's field."""
        self._leave_to_person(self.line.value)
        self.line.value = suggested
        self.line.focus()
        self.line.action_select_all()

    def _leave_to_person(self, former: str) -> None:
        assert self.level is not None
        self.before, self.player.value = (former, self.level), None

    def on_input_changed(self, event: Input.Changed) -> None:
        """Give the seat to a person at a typed name, and back to the computer player at its name."""
        name, known = event.value, self.line.known
        if not self.line.has_focus:
            return
        if self.before is None and self.level is not None and name.strip() and name not in known:
            self._leave_to_person(known[0])
        elif self.before is not None and self.before[0] == name:
            self._restore(self.before)

    def on_input_blurred(self) -> None:
        """Give a seat whose name was left empty back to its computer player."""
        if self.before is not None and not self.line.value.strip():
            self._restore(self.before)

    def _restore(self, before: tuple[str, str]) -> None:
        self.before = None
        self.line.value, self.player.value = before


def _players(name: str) -> dict[str | None, str]:
    """Return the possible players in a seat with this name, with their words."""
    return {None: PERSON, **{level: new_table_words.level_words(level, name) for level in LEVELS}}


def row_of(field: Widget | None) -> SeatRow | None:
    """Return the row of a seat to which a field belongs, or None."""
    if field is None or not isinstance(field.parent, SeatRow):
        return None
    return field.parent


def mark_of(seat: int, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> Piece:
    """Return the mark of a seat's side, the same as at the table; an empty piece if every player is alone."""
    if len(sides) == seats:
        return ("", inks.text)
    side = next(n for n, members in enumerate(sides) if seat in members)
    signs = SIDE_LETTERS if letters else SIDE_MARKS
    return (signs[side], inks.SIDES[side])


class TablePlan(StateView[tuple[tuple[str, bool], ...]]):
    """The names around a table, the first one at the bottom, each with whether it's a person's."""

    DEFAULT_CSS = "TablePlan { width: 1fr; height: 9; }"

    def __init__(self, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> None:
        super().__init__(id="plan")
        self.sides, self.seats, self.letters = sides, seats, letters

    def _named(self, names: tuple[tuple[str, bool], ...], seat: int, width: int) -> Pieces:
        name, person = names[seat]
        mark, style = mark_of(seat, self.sides, self.seats, self.letters)
        ink = inks.gold if person else inks.text
        if not mark:
            return [(fit(name, width), ink)]
        return [(fit(name, width - 2), ink), (f" {mark}", style)]

    def picture(self, canvas: Canvas, state: tuple[tuple[str, bool], ...]) -> None:
        """Draw the table in the middle, a name on each side of it."""
        aside = 2 if self.seats == 3 else max(2, min(12, (canvas.width - 10) // 2))
        left, top = aside, 2
        width, height = canvas.width - 2 * aside, canvas.height - 4
        frame(canvas, left, top, width, height, inks.line)
        middle = top + height // 2
        suits = glyphs.sign("♠ ♥ ♦ ♣" if width > 10 else "♠", self.letters)
        canvas.centred(left, width, middle, [(suits, inks.faint)])
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
        if self.seats < 6:
            return 0
        return 1 if seat in (1, 5) else -1
