"""A table with friends before its game, on screens: who is here. When everybody is, the game's screens follow."""

from abc import abstractmethod
from functools import cached_property
from typing import cast

from spades_tui.hosting import messages
from spades_tui.hosting.deal_check import DealCheck
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.hosting.guest_screens import GuestRunner, show_news
from spades_tui.hosting.guest_words import presence_changes
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
        self.presence = messages.Presence((), (), ())
        self.remote: RemoteTable | None = None
        self.said = ""  # what has just happened, or gone wrong
        self.memory: MemoryFile | None = None

    @cached_property
    def spades(self) -> SpadesApp:
        """The app, also once other screens have replaced this one."""
        return cast(SpadesApp, self.app)

    @property
    @abstractmethod
    def link(self) -> GuestLink | None:
        """This user's end of the stream."""

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

    def hear(self, message: messages.FromTable) -> None:
        """Take a message in the stream's thread: the table waits there for the answers to its decisions."""
        remote, link = self.remote, self.link
        if isinstance(message, messages.Moment | messages.Refused) and remote is not None:
            remote.hear(message)
        elif isinstance(message, messages.Moment) and link is not None:
            self.remote = remote = RemoteTable(self.seat, message, link.send)
            remote.hosts = self.HOSTS
            check = DealCheck(self.seat, message, self.memory)
            remote.taken = lambda moment: self._tell(check.take(moment))
            remote.sent = check.sent
            self.spades.call_later(self._sit_down)
        else:
            self.spades.call_later(self.note, message)

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

    def note(self, message: messages.FromTable) -> None:
        """Take a message about the table or its guests."""
        match message:
            case messages.Welcome():
                self.welcomed(message)
            case messages.HostNote(text):
                self.said = text
                if self.remote is not None:
                    self.spades.notify(text, timeout=LINE_SECONDS, markup=False)
            case messages.Presence():
                said = presence_changes(self.presence, message)
                self.presence = message
                if self.remote is not None:
                    self.remote.hear(message)
                    self._tell(said)
            case messages.Phrase(words=words, seat=int(seat)) if words and self.remote is not None:
                name = dict(enumerate(self.remote.names)).get(seat)
                if name is not None and not self.remote.muted:
                    self._tell([f"{name}: {words}"])
            case messages.Closed(reason):
                self.ended(reason)
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
