"""A guest's seat at a table elsewhere: what the table's messages mean, on screens and in plain text."""

from collections.abc import Callable

from spades_tui.hosting.deal_check import DealCheck
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.hosting.links import GuestLink
from spades_tui.hosting.messages import FromTable, HostNote, Phrase, Presence, Refused, TableUpdate, Welcome
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.presentation.wording import in_words

LOST = "The connection to the table is lost. The same line brings you back to your seat."
CUT = "The connection is cut. Your program tries again; your seat waits for you."
BACK = "The connection is back."
REOPENED = "Your host has opened the table again."
STRANGE = "The table has sent something that this program can't show, so you have left it."
STOPPED = "The table has stopped, and its game is saved. Continue in spades-tui shows how to resume it."
"""What the host hears at their own terminal, where no line leads back."""


class GuestSeat:
    """One seat, or a watcher's place. Call `hear` with each message, in one thread."""

    def __init__(
        self, link: GuestLink, tell: Callable[[list[str]], None], memory: MemoryFile | None = None,
        hosts: bool = False,
    ) -> None:  # fmt: skip
        """Begin in the lobby; `tell` is called with sentences about deals.

        `memory` keeps what the checks of deals must know later; `hosts`: this is the host's own player.
        """
        self._link, self._tell, self._memory, self._hosts = link, tell, memory, hosts
        self.welcome: Welcome | None = None
        self.presence: Presence | None = None
        self.table: RemoteTable | None = None
        """The table, once its game has begun."""

    @property
    def watches(self) -> bool:
        """Whether this is a watcher's place."""
        return self.welcome is not None and self.welcome.seat is None

    def hear(self, message: FromTable) -> list[str]:
        """Take a message; return sentences for the guest. Raises ValueError for a table that can't be theirs.

        It waits while too much hasn't been shown yet.
        """
        table = self.table
        if table is not None:
            table.wait_for_room(self._link.ended)
        match message:
            case Welcome():
                self.welcome, self.presence, self.table = message, None, None
            case TableUpdate() if table is None and self.welcome is not None:
                self.table = self._opened(self.welcome.seat, message)
            case TableUpdate() | Refused() if table is not None:
                table.hear(message)
            case Presence():
                if table is not None:
                    table.hear(message)
                before, self.presence = self.presence, message
                return presence_changes(before, message, self.watches)
            case Phrase(words=words, seat=int(seat)) if words and table is not None and not table.muted:
                if 0 <= seat < len(table.names):
                    return [f"{table.names[seat]}: {words}"]
            case HostNote(text):
                return [text]
        return []

    def _opened(self, seat: int | None, first: TableUpdate) -> RemoteTable:
        """Return the table, whose deals are checked."""
        table = RemoteTable(seat, first, self._link.send)
        table.hosts = self._hosts
        check = DealCheck(seat, first, self._memory)
        table.taken = lambda moment: self._tell(check.take(moment))
        table.sent = check.sent
        return table


def presence_changes(before: Presence | None, now: Presence, watches: bool = False) -> list[str]:
    """Return sentences about guests who have come, moved or gone; a watcher can't let others sit in for them."""
    said = []
    if before is None:
        said.append(f"Here: {in_words([now.names[seat] for seat in now.here])}.")
        before = Presence(now.here, now.names, now.people)
    sat = {before.names[seat]: seat for seat in before.here}
    sits = {now.names[seat]: seat for seat in now.here}
    gone = [seat for seat in before.here if seat not in now.here and before.names[seat] not in sits]
    said += [f"{name} is here." for name, seat in sits.items() if seat not in before.here and name not in sat]
    said += [f"{name} has seat {seat + 1} now." for name, seat in sits.items() if sat.get(name, seat) != seat]
    helps = "" if watches else ' With "stand in", a computer player plays meanwhile.'
    said += [f"{before.names[seat]} has gone. The table waits.{helps}" for seat in gone]
    stands = [seat for seat in now.stand_ins if seat not in before.stand_ins]
    said += [f"A computer player sits in for {now.names[seat]} until they are back." for seat in stands]
    if now.watchers != before.watchers:
        said.append(f"Watching: {now.watchers}.")
    missing = [now.names[seat] for seat in now.missing]
    if missing and not gone:
        said.append(f"The table waits for {in_words(missing) if all(missing) else f'{len(missing)} more'}.")
    return said
