"""Invite friends: open the table of a new game to friends elsewhere, with a line for each."""

from functools import partial
from typing import cast

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical

from spades_tui.hosting import messages
from spades_tui.hosting.guest import DealCheck, presence_changes
from spades_tui.hosting.guest_screens import GuestController, show_news
from spades_tui.hosting.open_host import Opened, OwnHost
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.setup import TableSetup
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

HERE, ANYWHERE = "localhost", "0.0.0.0"
WAYS = [
    Choice(HERE, "From this machine", "or through a tunnel to it"),
    Choice(ANYWHERE, "From everywhere", "every machine that can reach this one"),
]
"""Who may connect."""


REACH = {
    HERE: "Only this machine can connect, and whoever has a tunnel to it.",
    ANYWHERE: "Everybody who can reach this machine can try to connect.",
}


class InviteScreen(SpadesScreen):
    """The lines for the friends of a new table, and who has come. When everybody is there, the game begins."""

    HELP_LINES = (
        "Each line opens one seat. The first friend who uses it has that seat, and returns to it with the same line.",
        "When everybody is here, the game begins. Your friends choose their own names.",
        "If you leave this page, the table closes.",
    )
    BINDINGS = Bindings("invite")
    DEFAULT_CSS = """
    InviteScreen Page { height: auto; padding: 1 3; }
    InviteScreen #lines { margin: 0 2; height: auto; }
    """

    def __init__(self, setup: TableSetup, own: int) -> None:
        """Invite people to all seats of people but `own`, which is the host's."""
        super().__init__()
        self.guests = [seat for seat, one in enumerate(setup.seats) if one.kind == "human" and seat != own]
        seats = [replace(one, name="") if seat in self.guests else one for seat, one in enumerate(setup.seats)]
        self.own, self._called = own, setup.seats[own].name
        self.setup = replace(setup, seats=tuple(seats))
        self.host: OwnHost | None = None
        self._opened: Opened | None = None
        self._presence = messages.Presence((), (), ())
        self._remote: RemoteTable | None = None
        self._told = ""  # what has just happened, or gone wrong

    def compose_body(self) -> ComposeResult:
        """Lay out the words, and the list: first who may connect, then the lines."""
        yield Page(id="told")
        with Vertical(id="lines"):
            yield ChoiceList(click_takes=False)
        yield Page(id="about")

    def on_mount(self) -> None:
        """Ask who may connect."""
        self.spades = cast(SpadesApp, self.app)
        self.set_top([("Invite friends", palette.bold), (f"  {self.setup.variant.name}", palette.gold)])
        self._show()

    def on_unmount(self) -> None:
        """Close a table whose game hasn't begun."""
        if self._remote is None:
            self.close()

    def _show(self) -> None:
        """Show what the host should know now."""
        told, about = self.query_one("#told", Page), self.query_one("#about", Page)
        lines = self.query_one(ChoiceList)
        if self.host is None:
            told.show([Paragraph("From where may your friends connect?", palette.text)])
            about.show([Paragraph(self._told, palette.red)] if self._told else [])
            lines.show(WAYS, HERE)
        elif self._opened is None:
            told.show([Paragraph("Opening the table …", palette.text)])
        else:
            here, names = self._presence.here, self._presence.names
            missing = sum(seat not in here for seat in self.guests)
            send = "Send each friend a line; it opens one seat. {copy_code} copies the chosen one."
            waits = f"The table waits for {missing} more." if missing else "Everybody is here."
            told.show([Paragraph(with_keys(send), palette.text), Paragraph(waits, palette.gold)])
            who = {seat: f"{names[seat]} is here" if seat in here else "not here yet" for seat in self.guests}
            choices = [Choice(str(seat), self._opened.lines[seat], words) for seat, words in who.items()]
            lines.show(choices, choices[0].key)
            fingerprint = f"Their ssh shows this fingerprint: {self._opened.fingerprint}"
            notes = self._told, REACH[self.host.address], fingerprint, self._opened.unguarded
            about.show([Paragraph(note, palette.soft) for note in notes if note])

    # Keys

    def take_line(self, choice: Choice) -> None:
        """Open the table, or copy a line."""
        if self.host is not None:
            self.action_copy()
            return
        self._told, later = "", self.spades.call_later
        opened, ended = partial(later, self._show_opened), partial(later, self._end)
        self.host = OwnHost(self.setup, self.own, choice.key, opened, self._hear, ended)
        self._show()

    def action_copy(self) -> None:
        """Copy the chosen line to the clipboard through the terminal."""
        if self._opened is not None:
            self.app.copy_to_clipboard(self.query_one(ChoiceList).chosen.label)
            self._told = "The line was sent to the clipboard."
            self._show()

    def close(self) -> None:
        """Close the table, if it is open; the game is saved."""
        if self.host is not None:
            self.host.close()

    # From the host's thread

    def _show_opened(self, opened: Opened) -> None:
        self._opened = opened
        if self.is_attached:
            self._show()

    def _end(self, why: str) -> None:
        if self._remote is not None:
            self._remote.lose()
            if why:
                self.spades.notify(why, severity="error", markup=False)
        elif self.is_attached:
            self.host, self._opened, self._told = None, None, why
            self._show()

    def _hear(self, message: messages.FromTable) -> None:
        """Take a message in the stream's thread: the table waits there for the answers to its decisions."""
        if isinstance(message, messages.Moment | messages.Refused) and self._remote is not None:
            self._remote.hear(message)
        elif isinstance(message, messages.Moment) and self.host is not None:
            self._remote = RemoteTable(self.own, message, self.host.link.send)
            check = DealCheck(self.own, message)
            self._remote.taken = lambda moment: self._say(check.take(moment))
            self.spades.call_later(self._sit_down)
        else:
            self.spades.call_later(self._note, message)

    # In the app's thread

    def _sit_down(self) -> None:
        """Show the table: everybody is there."""
        assert self._remote is not None
        self.spades.close_table()
        again = "Invite your friends to a new table from New game."
        self.spades.controller = controller = GuestController(self.spades, self._remote, self.close, again)
        controller.begin()

    def _note(self, message: messages.FromTable) -> None:
        """Take a message about guests."""
        match message:
            case messages.Welcome() if self.host is not None:
                self.host.link.send(messages.Arrive(messages.VERSION, self._called, ""))
            case messages.Presence():
                said = presence_changes(self._presence, message)
                self._presence = message
                if self._remote is None and self.is_attached:
                    self._show()
                elif self._remote is not None:
                    self._remote.hear(message)
                    self._say(said)
            case messages.Phrase(words=words, seat=int(seat)) if words and self._remote is not None:
                if not self._remote.muted:
                    self._say([f"{self._remote.names[seat]}: {words}"])

    def _say(self, sentences: list[str]) -> None:
        if sentences:
            self.spades.call_later(show_news, self.spades, sentences)  # after the score sheet has opened
