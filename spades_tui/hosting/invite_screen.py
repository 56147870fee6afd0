"""Invite friends: open the table of a new game to friends elsewhere, with a line for each."""

from contextlib import suppress
from functools import partial
from typing import cast

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from spades_tui.hosting import messages
from spades_tui.hosting.deal_check import DealCheck
from spades_tui.hosting.guest import presence_changes
from spades_tui.hosting.guest_screens import GuestRunner, show_news
from spades_tui.hosting.lobby import SavedLobby, last_lobby
from spades_tui.hosting.open_host import OpenTable, OwnHost
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.presentation.wording import in_words
from spades_tui.settings.dead_key_reasons import NOT_OPEN, DeadKeyReason
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

HERE, ANYWHERE, AGAIN = "localhost", "0.0.0.0", "again"
WAYS = [
    Choice(HERE, "From this machine", "or through a tunnel to it"),
    Choice(ANYWHERE, "From everywhere", "every machine that can reach this one"),
]
"""Who may connect."""


REACH = {
    HERE: "Only this machine can connect, and whoever has a tunnel to it.",
    ANYWHERE: "Everybody who can reach this machine can try to connect.",
}

LINE_SECONDS = 60.0  # seconds for which a new line is shown at the table, so that it can be copied


class InviteScreen(SpadesScreen):
    """The lines for the friends of a new table, and who has come. When everybody is there, the game begins."""

    HELP_LINES = (
        "Each line opens one seat. The first friend who uses it has that seat, and returns to it with the same line.",
        "When everybody is here, the game begins. Your friends choose their own names.",
        "If somebody doesn't come, start without them: a computer player takes their seat.",
        "If you leave this page, the table closes. Another day, choose *As last time* to open it with the same lines.",
    )
    BINDINGS = [
        Binding("y", "copy", "copy line", id="copy_code"),
        Binding("left", "swap(-1)", "swap", key_display="←→", tooltip="exchange with the seat before or after"),
        Binding("right", "swap(1)"),
        Binding("ctrl+s", "start", "start", id="start", tooltip="start without missing friends"),
    ]

    def __init__(self, setup: TableSetup, own: int) -> None:
        """Invite people to all seats of people but `own`, which is the host's."""
        super().__init__()
        self.guests = [seat for seat, one in enumerate(setup.seats) if one.kind == "human" and seat != own]
        seats = [replace(one, name="") if seat in self.guests else one for seat, one in enumerate(setup.seats)]
        self.own, self._called = own, setup.seats[own].name
        self.setup = replace(setup, seats=tuple(seats))
        self.host: OwnHost | None = None
        self._opened: OpenTable | None = None
        self._presence = messages.Presence((), (), ())
        self._remote: RemoteTable | None = None
        self._told = ""  # what has just happened, or gone wrong
        self._chosen = ""  # the key of the line that was moved last
        self._last: SavedLobby | None = None
        with suppress(OSError, ValueError):  # without the file, there are new lines
            last = last_lobby(len(seats))
            self._last = last if last is not None and last.own is not None else None

    def compose_body(self) -> ComposeResult:
        """Lay out the words, and the list: first who may connect, then the lines."""
        yield Page(id="told")
        with Vertical(id="lines"):
            yield ChoiceList(click_takes=False)
        yield Page(id="about")

    def on_mount(self) -> None:
        """Ask who may connect."""
        self.spades = cast(SpadesApp, self.app)
        self.set_top([("Invite friends", inks.bold), (f"  {self.setup.variant.name}", inks.gold)])
        self._show()

    def on_unmount(self) -> None:
        """Close a table whose game hasn't begun."""
        if self._remote is None:
            self.close()

    def _show(self) -> None:
        """Show what the host should know now."""
        self.refresh_bindings()
        told, about = self.query_one("#told", Page), self.query_one("#about", Page)
        lines = self.query_one(ChoiceList)
        if self.host is None:
            told.show([Paragraph("From where may your friends connect?", inks.text)])
            about.show([Paragraph(self._told, inks.red)] if self._told else [])
            lines.show([*WAYS, *self._last_way()], HERE)
        elif self._opened is None:
            told.show([Paragraph("Opening the table …", inks.text)])
        else:
            here, names = self._presence.here, self._presence.names
            missing = sum(seat not in here for seat in self.guests)
            send = "Send each friend a line; it opens one seat. {copy_code} copies the chosen one."
            waits = f"The table waits for {missing} more." if missing else "Everybody is here."
            told.show([Paragraph(with_keys(send), inks.text), Paragraph(waits, inks.gold)])
            who = {seat: f"{names[seat]} is here" if seat in here else "not here yet" for seat in self.guests}
            choices = [
                Choice(str(seat), self._opened.lines[seat], f"seat {seat + 1}: {words}") for seat, words in who.items()
            ]
            lines.show(choices, self._chosen or choices[0].key)
            fingerprint = f"Their ssh shows this fingerprint: {self._opened.fingerprint}"
            notes = self._told, REACH[self.host.address], fingerprint, self._opened.unguarded
            about.show([Paragraph(note, inks.soft) for note in notes if note])

    def _last_way(self) -> list[Choice]:
        """Return the choice to open the last table's lines again, if there is one."""
        if self._last is None:
            return []
        names = [one.name for one in self._last.seats if one.kind == "human" and one.name]
        return [Choice(AGAIN, "As last time", f"the same lines and seats: {in_words(names)}")]

    # Keys

    def take_line(self, choice: Choice) -> None:
        """Open the table, or copy a line."""
        if self.host is not None:
            self.action_copy()
            return
        self._told, later = "", self.spades.call_later
        opened, ended = partial(later, self._show_opened), partial(later, self._end)
        address, again = choice.key, None
        if choice.key == AGAIN and self._last is not None:
            address, again = self._last.address, self._last.port
            self._take_seats(self._last.seats, self._last.own)
        self.host = OwnHost(self.setup, self.own, address, opened, self._hear, ended, again)
        self._show()

    def action_copy(self) -> None:
        """Copy the chosen line to the clipboard through the terminal."""
        if self._opened is not None:
            self.app.copy_to_clipboard(self.query_one(ChoiceList).chosen.label)
            self._told = "The line was sent to the clipboard."
            self._show()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> DeadKeyReason | None:
        """Return why nobody can be moved, and no game begun: the table isn't open yet."""
        return NOT_OPEN if action in ("start", "swap") and self._opened is None else super().why_not(action, parameters)

    def action_start(self) -> None:
        """Begin with computer players in the seats of friends who aren't here."""
        if self.host is not None:
            self.host.link.send(messages.Begin())

    def action_swap(self, step: int) -> None:
        """Exchange the seat of the chosen line with the next or the previous seat."""
        if self.host is None or self._opened is None:
            return
        seat, seats, lines = int(self.query_one(ChoiceList).chosen.key), list(self.setup.seats), self._opened.lines
        other = (seat + step) % len(seats)
        self.host.link.send(messages.Swap(seat, other))
        seats[seat], seats[other] = seats[other], seats[seat]
        moved = {seat: other, other: seat}
        for before, line in [(one, lines.pop(one)) for one in (seat, other) if one in lines]:
            lines[moved[before]] = line
        self._take_seats(tuple(seats), moved.get(self.own, self.own))
        self._chosen = str(other)
        self._show()

    def _take_seats(self, seats: tuple[SeatSetup, ...], own: int | None) -> None:
        """Let these be the seats."""
        self.own = own if own is not None else self.own
        self.setup = replace(self.setup, seats=seats)
        self.guests = [seat for seat, one in enumerate(seats) if one.kind == "human" and seat != self.own]

    def close(self) -> None:
        """Close the table, if it is open; the game is saved."""
        if self.host is not None:
            self.host.close()

    # From the host's thread

    def _show_opened(self, opened: OpenTable) -> None:
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
            self._remote.hosts = True
            check = DealCheck(self.own, message)
            self._remote.taken = lambda moment: self._say(check.take(moment))
            self._remote.sent = check.sent
            self.spades.call_later(self._sit_down)
        else:
            self.spades.call_later(self._note, message)

    # In the app's thread

    def _sit_down(self) -> None:
        """Show the table: everybody is there."""
        assert self._remote is not None
        self.spades.close_table()
        again = "Invite your friends to a new table from New game."
        self.spades.controller = controller = GuestRunner(self.spades, self._remote, self.close, again)
        controller.begin()

    def _note(self, message: messages.FromTable) -> None:
        """Take a message about guests."""
        match message:
            case messages.Welcome() if self.host is not None:
                self.host.link.send(messages.Arrive(messages.VERSION, self._called, ""))
            case messages.HostNote(text):
                self._told = text
                if self._remote is not None:
                    self.spades.notify(text, timeout=LINE_SECONDS, markup=False)
                elif self.is_attached:
                    self._show()
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
