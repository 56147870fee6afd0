"""A table with friends before its game, on screens: who is here. When everybody is, the game's screens follow."""

from abc import abstractmethod
from functools import cached_property
from typing import cast

from spades_tui.hosting import messages
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.hosting.guest_screens import GuestRunner, show_news
from spades_tui.hosting.guest_seat import GuestSeat
from spades_tui.hosting.links import GuestLink
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen

LINE_SECONDS = 60.0  # seconds for which a new line is shown at the table, so that it can be copied


class LobbyScreen(SpadesScreen):
    """One seat at a table elsewhere, or at this user's own table, which is known by its stream alone."""

    HOSTS = False
    """Whether the table is this user's own."""
    AGAIN = "Your host can open another table."
    """What answers to playing again."""

    def __init__(self) -> None:
        super().__init__()
        self.seat: int | None = None  # this user's own; None until the table has said which
        self.link: GuestLink | None = None  # this user's end of the stream
        self.elsewhere: GuestSeat | None = None  # what has come over it
        self.said = ""  # what has just happened, or gone wrong

    @property
    def remote(self) -> RemoteTable | None:
        """The table, once its game has begun."""
        return self.elsewhere.table if self.elsewhere is not None else None

    @property
    def presence(self) -> messages.Presence:
        """Who is here, as far as this user knows."""
        heard = self.elsewhere.presence if self.elsewhere is not None else None
        return heard or messages.Presence((), (), ())

    @cached_property
    def spades(self) -> SpadesApp:
        """The app, also once other screens have replaced this one."""
        return cast(SpadesApp, self.app)

    @abstractmethod
    def show(self) -> None:
        """Show what the user should know now."""

    @abstractmethod
    def welcomed(self, welcome: messages.Welcome) -> None:
        """Answer the table's first message."""

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""

    def on_unmount(self) -> None:
        """Leave a table whose game hasn't begun."""
        if self.remote is None:
            self.close()

    def sit(self, link: GuestLink, memory: MemoryFile | None = None) -> None:
        """Begin at this end of a stream to the table, with `memory` for the checks of its deals."""
        self.link, self.elsewhere = link, GuestSeat(link, self._tell, memory, self.HOSTS)

    def hear(self, message: messages.FromTable) -> None:
        """Take a message in the stream's thread: the table waits there for the answers to its decisions."""
        assert self.elsewhere is not None
        had_table = self.remote is not None
        said = self.elsewhere.hear(message)
        if self.remote is not None and not had_table:
            self.spades.call_later(self._sit_down)
        elif not isinstance(message, messages.TableUpdate | messages.Refused):
            self.spades.call_later(self.note, message, said)

    # In the app's thread

    def _sit_down(self) -> None:
        """Show the table: everybody is there."""
        assert self.remote is not None
        self.begun()
        self.spades.close_table()
        self.spades.controller = controller = GuestRunner(self.spades, self.remote, self.close, self.AGAIN)
        controller.begin()

    def begun(self) -> None:
        """Do what belongs to the beginning of the game."""

    def note(self, message: messages.FromTable, said: list[str]) -> None:
        """Take a message about the table or its guests, with what it says to this user."""
        match message:
            case messages.Welcome():
                self.welcomed(message)
            case messages.HostNote(text) if self.remote is None:
                self.said = text
            case messages.HostNote(text):
                self.spades.notify(text, timeout=LINE_SECONDS, markup=False)
            case messages.Closed(reason):
                self.ended(reason)
            case _ if self.remote is not None:
                self._tell(said)
        if self.remote is None and self.is_attached:
            self.show()

    def ended(self, why: str) -> None:
        """Leave the table, which has ended with a sentence, or without one."""
        if self.remote is None:
            self.said = why
            return
        over = self.remote.is_over
        self.remote.lose()
        if why and not over:
            self.spades.notify(why, severity="error", timeout=LINE_SECONDS, markup=False)

    def _tell(self, sentences: list[str]) -> None:
        if sentences:
            self.spades.call_later(show_news, self.spades, sentences)  # after the score sheet has opened
