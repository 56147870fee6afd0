"""The tables of a club as a guest in plain text sees them, and the words with which they choose one."""

from collections.abc import Callable

from spades_tui.hosting import messages
from spades_tui.presentation.wording import in_words

HOW = (
    "Type a table's number to sit down there, or add a seat's number, as in 3 2.",
    "Say watch 3 to watch table 3, list for all tables, or quit to leave the club.",
)
"""How to choose a table of a club."""


class ClubLobby:
    """What the lobby has said, and how to read an answer."""

    def __init__(self, tell: Callable[..., None], send: Callable[[messages.FromGuest], None]) -> None:
        """Print with `tell`; send requests with `send`."""
        self._tell, self._send = tell, send
        self._said: dict[int, str] = {}

    def show(self, now: messages.Tables) -> None:
        """Print all tables the first time, and later only those that have changed."""
        if now.reason:
            self._tell(now.reason)
        lines = {table.number: _line(table) for table in now.tables}
        if not self._said:
            self._tell("The tables of this club:")
        self._tell(*(line for number, line in lines.items() if self._said.get(number) != line))
        if not self._said:
            self._tell(*HOW)
        self._said = lines

    def take(self, line: str) -> bool:
        """Do what a line asks for. Return whether it was a request to the host."""
        words = line.casefold().replace(",", " ").split()
        numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 4]
        if words[:1] in (["sit"], ["table"]):
            words = words[1:]
        if words == ["list"]:
            self._tell(*self._said.values())
        elif words[:1] == ["watch"] and len(numbers) == 1 and len(words) == 2:
            self._send(messages.Watch(numbers[0]))
            return True
        elif 0 < len(numbers) == len(words) <= 2:
            table, *seats = numbers
            self._send(messages.Sit(table, seats[0] - 1 if seats else None))
            return True
        elif words:
            self._tell(*HOW)
        return False


def _line(table: messages.ClubTable) -> str:
    if table.closed:
        return f"{table.number:2}  {table.game}: closed."
    free, names = list[str](), list[str]()
    for seat, name in enumerate(table.seats):
        if not name:
            free.append(str(seat + 1))
        elif seat in table.away:
            names.append(f"{name} (away)")
        else:
            names.append(name)
    parts = ["playing" if table.begun else "waiting"]
    if names:
        parts.append(in_words(names))
    if free:
        parts.append(f"free: seat{'s' if len(free) > 1 else ''} {in_words(free)}")
    if table.watchers:
        parts.append(f"watching: {table.watchers}")
    return f"{table.number:2}  {table.game}: {'; '.join(parts)}."
