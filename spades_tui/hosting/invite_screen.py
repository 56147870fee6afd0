"""Invite friends: open the table of a new game to friends elsewhere, with a line for each."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from itertools import zip_longest

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from spades_tui.hosting import messages
from spades_tui.hosting.carrier import Door, why_not_anywhere
from spades_tui.hosting.friend_list import Friend, friend_named, friends
from spades_tui.hosting.guest_screens import LobbyScreen
from spades_tui.hosting.lobby import ANYWHERE, SavedLobby, keep, last_lobby
from spades_tui.hosting.open_host import OwnHost, invited_host
from spades_tui.language.sentence_parts import capitalized
from spades_tui.play.hosted_games import HOST_PORT
from spades_tui.play.resume import Suspended
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.presentation.wording import in_words
from spades_tui.settings.dead_key_reasons import COMPUTERS_SEAT, NOT_OPEN, DeadKeyReason
from spades_tui.settings.keymap import with_keys
from spades_tui.system.installing import missing
from spades_tui.tui.frame import Dialog
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

PAUSE = 1.0
"""Seconds before a computer player acts, during which the last bid or card can be undone."""
LOOK_SECONDS = 2.0  # seconds between two looks whether the relay has answered
HERE, EVERYWHERE, AGAIN = "localhost", "0.0.0.0", "again"
ANYWHERE_WAY = Choice(ANYWHERE, "From anywhere", "each friend pastes one line; nothing to open or to set up")
WAYS = [
    Choice(EVERYWHERE, "Same network", "friends who can reach this machine, by ssh alone"),
    Choice(HERE, "This machine", "or through a tunnel to it, by ssh alone"),
]
"""Who may connect by ssh."""
REACH = {
    HERE: "Only this machine can connect, and whoever has a tunnel to it.",
    EVERYWHERE: "Everybody who can reach this machine can try to connect.",
}


class InviteScreen(LobbyScreen):
    """The lines for the friends of a new table, and who has come. When everybody is there, the game begins."""

    HOSTS = True
    AGAIN = "Invite your friends to a new table from New game."
    HELP_LINES = (
        "Each line opens one seat. The first friend who uses it has that seat, and returns to it with the same line.",
        "When everybody is here, the game begins. Your friends choose their own names.",
        "If somebody doesn't come, {give_seat} gives their seat to a computer player, and back again.",
        "With {choose_friend}, a seat waits for a friend who has played here before. The line they have leads to it.",
        "If you leave this page, the table closes. Another day, choose As last time to open it with the same lines.",
    )
    BINDINGS = [
        Binding("y", "copy", "copy", id="copy_code"),
        Binding("c", "give", "computer", id="give_seat", tooltip="a computer player takes the seat, or gives it back"),
        Binding("f", "friend", "friend", id="choose_friend", tooltip="the seat waits for a friend from your list"),
        Binding("left", "swap(-1)", "swap", key_display="←→", tooltip="exchange with the seat before or after"),
        Binding("right", "swap(1)"),
        Binding("v", "code", "QR code", id="show_code", tooltip="show the chosen line as a QR code"),
        Binding("w", "ways", "other ways", id="other_ways", tooltip="choose who can connect, and how"),
        Binding("ctrl+s", "start", "start", id="start", tooltip="start without missing friends"),
    ]

    def __init__(self, setup: TableSetup, own: int, resume: Suspended | None = None) -> None:
        """Invite people to all seats of people but `own`, which is the host's; `resume`: the game to resume."""
        super().__init__()
        self.guests = [seat for seat in setup.people if seat != own]
        self.seat, self._called, self._resume = own, setup.seats[own].name, resume
        self.setup, self._named = setup, dict[int, Friend]()
        self._typed = {seat: setup.seats[seat].name for seat in self.guests if setup.seats[seat].name}
        """The names by which the host knows whose line is whose; friends choose their own."""
        if resume is None:
            seats = list(setup.seats)
            for seat in self.guests:
                friend = friend_named(seats[seat].name)
                if friend is not None:
                    self._named[seat] = friend
                seats[seat] = replace(seats[seat], name="")
            self.setup = replace(setup, seats=tuple(seats))
        self.host: OwnHost | None = None
        self._opened: Door | None = None
        self._lines: dict[int | None, str] = {}
        self._moved = ""  # the key of a line that has just been moved, until it's shown
        self._last: SavedLobby | None = None
        with suppress(OSError, ValueError):  # without the file, there are new lines
            last = last_lobby(len(self.setup.seats)) if resume is None else None
            self._last = last if last is not None and last.own is not None else None

    def compose_body(self) -> ComposeResult:
        """Lay out the words, and the list: the lines, or first who may connect."""
        yield Page(id="told")
        with Vertical(id="lines"):
            yield ChoiceList(click_takes=False)
        yield Page(id="about")

    def on_mount(self) -> None:
        """Open the table to friends anywhere; where that isn't possible, ask who may connect."""
        self.set_top([("Invite friends", inks.bold), (f"  {self.setup.variant.name}", inks.gold)])
        why_not = why_not_anywhere("host")
        if why_not:
            self.said = f"{capitalized(why_not)}."
        else:
            self._open(ANYWHERE)
        self.show()
        self.set_interval(LOOK_SECONDS, self.show_chosen)

    # What is shown

    def show(self) -> None:
        """Show what the host should know now."""
        self.refresh_bindings()
        told, about = self.query_one("#told", Page), self.query_one("#about", Page)
        lines = self.query_one(ChoiceList)
        if self.host is None:
            told.show([Paragraph("From where may your friends connect?", inks.text)])
            about.show(self.said_in_red())
            lines.show(self._ways(), HERE)
        elif self._opened is None:
            told.show([Paragraph("Opening the table …", inks.text)])
        else:
            missing = sum(seat not in self.presence.here for seat in self.guests if self._is_persons(seat))
            send = "Send each friend a line; it opens one seat. {copy_code} copies the chosen one."
            waits = f"The table waits for {missing} more." if missing else "Everybody is here: {start} starts."
            told.show([Paragraph(with_keys(send), inks.text), Paragraph(with_keys(waits), inks.gold)])
            choices = [Choice(str(seat), self._label(seat), self._state(seat)) for seat in self.guests]
            now = self._moved or lines.chosen.key
            lines.show(choices, now if now in [one.key for one in choices] else choices[0].key)
            self._moved = ""
            self.show_chosen()

    def show_chosen(self) -> None:
        """Show the whole of the chosen line, and who can use it."""
        if self.host is None or self._opened is None or not self.has_widgets:
            return
        line = self._lines.get(int(self.query_one(ChoiceList).chosen.key), "")
        reach = REACH.get(self.host.address, self._opened.reach)
        notes = [self.said, reach, self._opened.unguarded]
        shown = []
        if self._opened.fingerprint:
            notes.insert(2, f"Their ssh shows this fingerprint: {self._opened.fingerprint}")
        elif not self._is_computers:
            shown.append(Paragraph(line, inks.text))
        if self._is_computers:
            shown.append(Paragraph(with_keys(COMPUTERS_SEAT.words), inks.gold))
        shown += [Paragraph(note, inks.soft) for note in notes if note]
        self.query_one("#about", Page).show(shown)

    def _label(self, seat: int) -> str:
        """Return the line of a seat, or what stands for one that is too long for a list."""
        assert self._opened is not None
        is_line = self._opened.fingerprint and self._is_persons(seat)
        return self._lines[seat] if is_line else f"Seat {seat + 1}"

    def _state(self, seat: int) -> str:
        """Return who has a seat, or for whom it waits."""
        name = self.presence.names[seat] if self.presence.names else ""
        if not self._is_persons(seat):
            words = f"{name}, a computer player"
        elif seat in self.presence.here:
            words = f"{name} is here"
        elif name or seat in self._named:
            words = f"{name or self._named[seat].name} isn't here yet"
        elif seat in self._typed:
            words = f"for {self._typed[seat]}, not here yet"
        else:
            words = "not here yet"
        assert self._opened is not None
        return f"seat {seat + 1}: {words}" if self._opened.fingerprint else words

    def _is_persons(self, seat: int) -> bool:
        return not self.presence.people or seat in self.presence.people

    def _ways(self) -> list[Choice]:
        """Return who may connect, and the choice to open the last table's lines again, if there is one."""
        ways = list(WAYS)
        if not why_not_anywhere():
            ways.insert(0, ANYWHERE_WAY)
        if self._last is not None:
            names = [one.name for one in self._last.seats if one.kind == "human" and one.name]
            ways.append(Choice(AGAIN, "As last time", f"the same lines and seats: {in_words(names)}"))
        return ways

    # Keys

    def take_line(self, choice: Choice) -> None:
        """Open the table, or copy a line."""
        if self.host is not None:
            self.action_copy()
            return
        again = None
        address = choice.key
        if choice.key == AGAIN and self._last is not None:
            address, again = self._last.address, self._last.port
            self._take_seats(self._last.seats, self._last.own)
            with suppress(OSError):  # a table that was open here meanwhile has taken its place
                keep(self._last)
        self._open(address, again)
        self.show()

    def _open(self, address: str, again: int | None = None) -> None:
        """Open the table at an address, or to friends anywhere; `again`: the last table's port, to use its lines."""
        assert self.seat is not None
        self.said, later = "", self.spades.call_later
        opened, ended = partial(later, self._show_opened), partial(later, self._end)
        named = self._named if again is None else {}
        invited = partial(
            invited_host, self.setup, self.seat, self._resume, PAUSE, 0, again=again is not None, named=named
        )  # fmt: skip
        port = HOST_PORT if again is None else again
        self.host = OwnHost(invited, address, port, opened, self.hear, ended)
        self.sit(self.host.link)
        self.host.start()

    @property
    def _is_computers(self) -> bool:
        """Whether a computer player has the chosen seat, so that its line leads nowhere."""
        return not self._is_persons(int(self.query_one(ChoiceList).chosen.key))

    def action_copy(self) -> None:
        """Copy the chosen line to the clipboard."""

        def say(how: str) -> None:
            self.said = f"The line was {how}."
            self.show()

        if self._opened is not None and not self._is_computers:
            self.app.copy_text(self._lines[int(self.query_one(ChoiceList).chosen.key)], say)

    def action_code(self) -> None:
        """Show the chosen line as a QR code."""
        if self._opened is not None:
            self.app.push_screen(CodeScreen(self._lines[int(self.query_one(ChoiceList).chosen.key)]))

    def action_ways(self) -> None:
        """Close the table, and ask who may connect."""
        self.close()
        self.host = self._opened = None
        self.show()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> DeadKeyReason | None:
        """Return why nobody can be moved, and no game begun: the table isn't open yet."""
        needs_table = action in ("start", "swap", "give", "friend", "code", "copy", "ways")
        if needs_table and self._opened is None:
            return NOT_OPEN
        if action in ("copy", "code") and self.is_mounted and self._is_computers:
            return COMPUTERS_SEAT
        return super().why_not(action, parameters)

    def action_start(self) -> None:
        """Begin with computer players in the seats of friends who aren't here."""
        if self.host is not None:
            self.host.link.send(messages.Begin())

    def action_give(self) -> None:
        """Give the chosen seat to a computer player, or back to a friend."""
        if self.host is not None and self._opened is not None:
            seat = int(self.query_one(ChoiceList).chosen.key)
            self.host.link.send(messages.Give(seat, self._is_persons(seat)))

    def action_friend(self) -> None:
        """Let the chosen seat wait for the next friend of the list."""
        if self.host is None or self._opened is None:
            return
        seat = int(self.query_one(ChoiceList).chosen.key)
        now = self._named.get(seat)
        others = {one.key for one in self._named.values() if one is not now}
        free = [one for one in friends() if one.key not in others]
        if not free:
            self.said = "Nobody else has played at your table yet."
            self.show()
            return
        place = free.index(now) + 1 if now in free else 0
        friend = free[place % len(free)]
        self._named[seat] = friend
        self.host.link.send(messages.Give(seat, friend=friend.name))

    def action_swap(self, step: int) -> None:
        """Exchange the seat of the chosen line with the next or the previous seat."""
        if self.host is None or self._opened is None:
            return
        seat, seats = int(self.query_one(ChoiceList).chosen.key), list(self.setup.seats)
        other = (seat + step) % len(seats)
        self.host.link.send(messages.Swap(seat, other))
        seats[seat], seats[other] = seats[other], seats[seat]
        moved = {seat: other, other: seat}
        for before, line in ((seat, self._lines.pop(seat, None)), (other, self._lines.pop(other, None))):
            if line is not None:
                self._lines[moved[before]] = line
        self._named = {moved.get(one, one): friend for one, friend in self._named.items()}
        self._typed = {moved.get(one, one): name for one, name in self._typed.items()}
        assert self.seat is not None
        self._take_seats(tuple(seats), moved.get(self.seat, self.seat))
        self._moved = str(other)
        self.show()

    def _take_seats(self, seats: tuple[SeatSetup, ...], own: int | None) -> None:
        """Let these be the seats."""
        self.seat = own if own is not None else self.seat
        self.setup = replace(self.setup, seats=seats)
        self.guests = [seat for seat in self.setup.people if seat != self.seat]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the chosen line."""
        super().on_option_list_option_highlighted(event)
        if self.is_attached and self._opened is not None:
            self.show_chosen()
            self.refresh_bindings()

    def close(self) -> None:
        """Close the table, if it is open; the game is saved."""
        if self.host is not None:
            self.host.close()

    # From the host's thread

    def _show_opened(self, door: Door, lines: dict[int | None, str]) -> None:
        if self.host is not None and self.is_attached:
            self._opened, self._lines = door, lines
            self.show()

    def _end(self, why: str) -> None:
        self.ended(why)
        if self.remote is None and self.is_attached and why:
            self.host = self._opened = None
            self.show()

    # In the app's thread

    def welcomed(self, welcome: messages.Welcome) -> None:
        """Sit down at the own seat."""
        if self.host is not None:
            self.host.link.send(messages.Arrive(messages.VERSION, self._called, ""))

    def note(self, message: messages.FromTable, said: list[str]) -> None:
        """Take a message about guests; their lines may have changed."""
        if self.host is None:  # it is the goodbye of a table that gives way to another one
            return
        super().note(message, said)
        if isinstance(message, messages.HostNote) and self.remote is None:
            self.host.ask_lines(partial(self.spades.call_later, self._take_lines))

    def _take_lines(self, lines: dict[int | None, str]) -> None:
        self._lines = lines
        if self.is_attached:
            self.show()


HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""A light or dark square above another."""
BORDER = 2  # light squares around the code
AROUND = 5  # lines of the window and its keys


class CodeScreen(Dialog):
    """The QR code of a line's last word, which is what *Join a friend* needs."""

    TITLE = "QR code of the line"

    def __init__(self, line: str) -> None:
        super().__init__()
        self._word = line.split()[-1]

    def compose_body(self) -> ComposeResult:
        """Lay out the code, or why it can't be shown."""
        if self._why_not():
            yield Page(id="told")
        else:
            yield Static(Text("\n".join(code_rows(self._word)), "#ffffff on #000000"), id="code")

    def on_mount(self) -> None:
        """Say why there is no code."""
        for page in self.query("#told").results(Page):
            page.say(self._why_not(), wrong=True)

    def _why_not(self) -> str:
        if find_spec("segno") is None:
            return missing("segno", "friends")
        if glyphs.plain():
            return f"A QR code needs characters beyond ASCII. Send this instead: {self._word}"
        needed = len(list(code_rows(self._word))) + AROUND
        if needed > self.app.size.height:
            return f"This QR code needs a terminal with {needed} lines. Make yours larger, or send this: {self._word}"
        return ""


def code_rows(word: str) -> Iterator[str]:
    """Yield the rows of a QR code; light squares are blocks, so that it reads on a dark background."""
    import segno  # only who asks for a code needs it

    code = segno.make(word, error="l", micro=False)
    rows = list(map(list, code.matrix_iter(border=BORDER)))
    for above, below in zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows)):
        yield "".join(HALVES[not dark, not below[place]] for place, dark in enumerate(above))
