"""People who take seats from computer players: added by a key, or by a name typed over a computer player's."""

from collections.abc import Callable

from spades_tui.tui.widgets.fields import Cycle, NameLine


class Joining:
    """The seats that people have taken at a new table. `fields` returns the fields for name and player of a seat."""

    def __init__(self, fields: Callable[[int], tuple[NameLine, Cycle]]) -> None:
        self._fields = fields
        self._before: dict[int, tuple[str, int]] = {}
        """The name and player of these seats before."""
        self._added: int | None = None
        """The seat that was added last, until its name has been taken."""

    def add(self, seat: int, suggested: str) -> None:
        """Give the seat to a person, and go to the name's field."""
        name, player = self._fields(seat)
        self._before[seat], self._added = (name.value, player.at), seat
        player.at = player.values.index(None)
        name.value = suggested
        name.focus()
        name.action_select_all()

    def typed(self, seat: int) -> None:
        """Give the seat to a person when a new name is typed, and back when the former name is."""
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
        """Return whether Enter here takes the name of the person who was added last."""
        added, self._added = self._added, None
        return added is not None and added == seat

    def _as_before(self, seat: int) -> None:
        name, player = self._fields(seat)
        name.value, player.at = self._before.pop(seat)
