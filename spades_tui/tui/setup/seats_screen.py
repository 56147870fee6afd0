"""The seats of a new table: a name and a player for each, the table's options, the pace; and Start."""

import contextlib
import secrets
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from spades_tui.bots.levels import LEVELS
from spades_tui.bots.styles import split_level
from spades_tui.language.player_names import login_name, tidy
from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.play import cast, new_table
from spades_tui.play.saved_games import known_people, remember_setup
from spades_tui.play.setup import TableSetup, default_level
from spades_tui.presentation import new_table_words
from spades_tui.presentation.settings_rows import ROWS, explained
from spades_tui.rules.option_declarations import same
from spades_tui.rules.variant import Option, Variant, at_first, options_of
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.scorebook.cast_screen import CastScreen
from spades_tui.tui.setup import seat_widgets
from spades_tui.tui.setup.match_screen import ask_hands
from spades_tui.tui.setup.settings_and_keys import saved, setting_field
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.edge_lines import Sentence
from spades_tui.tui.widgets.fields import Form, NameField, PushButton, ValueField, labelled
from spades_tui.tui.widgets.paragraphs import Page

BY_LOT = "lot"
DRAWN = "random"
OF_A_TABLE = ("pace", "cards_out")
"""The settings in the form of every table; where the deck may be cut, `cut` is another one."""


class SeatsScreen(SpadesScreen):
    """A form for a new table."""

    HELP_LINES = (
        "Press Enter on Start to begin. Up and down move through this page.",
        "Press {add_person} or type a name to add a person. A curtain hides cards between people's turns.",
        "With {invite}, the people you added play at their own terminals. With no people, you watch.",
        "With {match}, they play the same hands in turn, and you compare who did better.",
        "Computer players have their own styles, described beside the table.",
        "A partner you keep joins every new table until you reset it.",
    )
    BINDINGS = [
        Binding("up", "row(-1)", "move", key_display="↑↓"),
        Binding("down", "row(1)"),
        Binding("enter", "row(1)", "next row", show=False),
        Binding("ctrl+s", "start", "start", id="start"),
        Binding("f3", "invite", "invite", id="invite", tooltip="invite friends at their own terminals"),
        Binding("+", "add_person", "add person", id="add_person", tooltip="add a person at this keyboard"),
        Binding("f2", "players", "players", id="players", tooltip="choose a computer player for this seat"),
        Binding("m", "match", "match", id="match", tooltip="play the same hands in turn, and compare the results"),
        Binding("k", "keep_partner(True)", "keep partner", id="keep_partner", tooltip="seat this partner from now on"),
        Binding("k", "keep_partner(False)", "reset partner", id="keep_partner", tooltip="seat the default partner"),
    ]
    AUTO_FOCUS = "#start"

    def __init__(self, variant: Variant, invites: bool = False) -> None:
        """With `invites`, a friend has a seat already, and the button invites instead of starting."""
        super().__init__()
        self.variant, self.invites = variant, invites
        self.sides = variant.side_seats()
        self.offered = options_of(variant)
        self.keeps_partner = False
        """Whether every new table gets the same partner."""
        self._why = ""  # why the form has just undone a choice
        self._chosen: set[str] = set()  # the fields that the user has changed
        self.rows: list[seat_widgets.SeatRow] = []
        """The fields for the name and the player of each seat."""
        self._added: seat_widgets.SeatRow | None = None  # the person added last, until their name is accepted
        self.option_fields: dict[str, Input | ValueField] = {}
        """The field of each option by its name."""
        self.last_trick: ValueField | None = None
        self.asked = (*OF_A_TABLE, "cut") if variant.deal.cut else OF_A_TABLE
        """The settings in the form."""

    def compose_body(self) -> ComposeResult:
        """Lay out the form on the left, the table and an explanation on the right, Start below."""
        with Horizontal(id="setting"):
            self.rows = [*self._seat_rows()]
            with Form(id="form"):
                yield Static("Who plays", classes="head", id="who")
                yield from self.rows
                yield Static("", classes="space")
                yield Static("At this table", classes="head")
                yield from self._option_rows()
            with Vertical(id="beside"):
                yield seat_widgets.TablePlan(self.sides, self.variant.seats, glyphs.letters(self.app.settings))
                yield Page(id="meaning")
        with Horizontal(id="last"):
            yield PushButton("Invite" if self.invites else "Start", id="start")
            yield Sentence()

    def _seat_rows(self) -> Iterator[seat_widgets.SeatRow]:
        settings = self.app.settings
        letters, self.known = glyphs.letters(settings), known_people()
        seats = new_table.default_seats(self.variant, settings.name or login_name(), settings.partner)
        for seat, (name, level) in enumerate(seats):
            mark = seat_widgets.mark_of(seat, self.sides, self.variant.seats, letters)
            base = None if level is None else split_level(level)[0]
            yield seat_widgets.SeatRow(seat, mark, name, base)

    def _option_rows(self) -> Iterator[Widget]:
        first = at_first(self.variant, 1)
        for option in self.offered:
            field = self.option_fields[option.name] = _option_field(option, first.get(option.name, option.usual))
            fields: list[Widget] = [field]
            if isinstance(field, Input):
                fields.append(Static("", classes="beside", id=f"beside-{option.name}", markup=False))
            yield labelled(new_table_words.label(option), *fields)
        shown = self.variant.last_trick_shown
        if shown is not None:
            words = dict(zip((False, True), new_table_words.LAST_TRICK_VALUES, strict=True))
            self.last_trick = ValueField(words, shown, id="last-trick")
            yield labelled("Last trick", self.last_trick)
        self.dealer = ValueField(self._dealers(), BY_LOT, id="dealer")
        yield labelled("First dealer", self.dealer)
        for row in ROWS:
            if row.name in self.asked:
                yield setting_field(row, self.app.settings)

    def _dealers(self) -> dict[object, str]:
        """Return the possible first dealers, with their words."""
        return {BY_LOT: DRAWN, **{seat: name.strip() or "…" for seat, name in enumerate(self.names())}}

    def on_mount(self) -> None:
        """Name the page; Start is preselected."""
        title, name = "Invite friends" if self.invites else "New game", f"  {self.variant.name}"
        self.set_top([(title, inks.bold), (name, inks.gold), ("  who plays?", inks.soft)])
        kept = self.app.settings.partner
        self.keeps_partner = self.partner is not None and kept == _in_settings(self.partner)
        self.on_resize()
        self._refresh()
        if self.invites:
            self.action_add_person()

    def on_resize(self) -> None:
        """Use more space if there is room."""
        rows, size = self.variant.seats + len(self.offered) + 5, self.app.size
        self.update_classes(
            {
                "-wide": size.width >= 110,
                "-tight": size.height < rows + 10,
                "-bare": size.height < rows + 8,
                "-headless": size.height < rows + 7,
                "-tall": size.height >= 2 * rows + 15,
            }
        )

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing; Start has only Enter."""
        field = self.focused
        typing = isinstance(field, Input) and not (isinstance(field, NameField) and field.is_untouched)
        match action:
            case "keep_partner" if self.partner is None:
                return dead_key_reasons.NO_PARTNER
            case "keep_partner" if parameters == (self.keeps_partner,):
                return dead_key_reasons.INSTEAD
            case "players" if seat_widgets.row_of(field) is None:
                return dead_key_reasons.CHOOSE_SEAT
            case "invite" | "match" if len(self.people) < 2:
                return dead_key_reasons.NO_FRIENDS
            case "add_person" if typing:
                return dead_key_reasons.INSTEAD
            case "add_person" if self._row_to_add() is None:
                return dead_key_reasons.SEATS_TAKEN
            case "start" if self.invites:
                return dead_key_reasons.INSTEAD
            case "start" if isinstance(field, PushButton):
                return dead_key_reasons.START_WITH_ENTER
        return None

    def action_row(self, step: int) -> None:
        """Go to the next row, the same column if there is one; after the last comes the first."""
        rows = [[*fields] for _, fields in groupby(self.focus_chain, key=lambda field: field.parent)]
        here, column = len(rows) - 1, 0
        for n, fields in enumerate(rows):
            if self.focused in fields:
                here, column = n, fields.index(self.focused)
        row = rows[(here + step) % len(rows)]
        row[min(column, len(row) - 1)].focus()

    @property
    def people(self) -> list[seat_widgets.SeatRow]:
        """The seats of people."""
        return [row for row in self.rows if row.level is None]

    @property
    def partner(self) -> seat_widgets.SeatRow | None:
        """The seat of the first person's partner, if the computer plays it."""
        if not self.people:
            return None
        seat = new_table.partner_of(self.people[0].seat, self.sides)
        return None if seat is None or self.rows[seat].level is None else self.rows[seat]

    def action_keep_partner(self, keep: bool) -> None:
        """Keep this partner for every new table, or stop keeping it; `_keep_settings` saves it at the start."""
        self.keeps_partner = keep
        self._refresh()
        self.refresh_bindings()

    def action_invite(self) -> None:
        """Open the table to friends elsewhere: everybody but the first person of the form."""
        if self._is_right():
            self._keep_settings()
            self.app.open_friends(self.app.invites, self.setup(), self.people[0].seat)

    def action_match(self) -> None:
        """Let the people play the same hands in turn."""
        if self._is_right():
            self._keep_settings()
            ask_hands(self.app, self.setup())

    def action_players(self) -> None:
        """Show the computer players, for the seat that has the focus."""
        row = seat_widgets.row_of(self.focused)
        if row is not None and self.is_active:
            self.app.push_screen(CastScreen(self.names(), row.seat, partial(self._seat_computer, row)))

    def _seat_computer(self, row: seat_widgets.SeatRow, name: str) -> None:
        """Seat a computer player; a player who already has the name gets the former name of this seat."""
        for other in self.rows:
            if other is not row and tidy(other.line.value).casefold() == name.casefold():
                other.line.value = row.line.value
        row.line.value = name
        if row.level is None:
            people = [other.seat for other in self.people if other is not row]
            row.player.value = default_level(row.seat, people, self.sides, LEVELS)
        self._refresh()

    def _row_to_add(self) -> seat_widgets.SeatRow | None:
        """Return the seat for another person: the first person's partner, or the first of the computer's."""
        computers = [row for row in self.rows if row.level is not None]
        return self.partner or next(iter(computers), None)

    def action_add_person(self) -> None:
        """Give a seat to one more person, and suggest the one who played here last, or a name for a friend."""
        self._added = self._row_to_add()
        if self._added is not None:
            taken = {tidy(name).casefold() for name in self.names()}
            friends = ("Friend", *(f"Friend {number}" for number in range(2, len(self.rows))))
            self._added.add_person(next(name for name in (*self.known, *friends) if name.casefold() not in taken))
            self.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next row; after the name of an added person, to Start."""
        event.stop()
        self._make_way()
        added, self._added = self._added, None
        if added is not None and added is seat_widgets.row_of(event.input):
            self.query_one(PushButton).focus()
        else:
            self.action_row(1)

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Show the names that computer players have taken instead of a person's."""
        event.stop()
        self._make_way()

    def _make_way(self) -> None:
        """Give other names to computer players who are named like a person."""
        for row, name in zip(self.rows, self.names(), strict=True):
            if row.line.value != name:
                row.line.value = name

    def on_input_changed(self, event: Input.Changed) -> None:
        """Check names and numbers as they are typed."""
        event.stop()
        self._refresh()

    def on_value_field_changed(self, event: ValueField.Changed) -> None:
        """Apply the new value; undo a choice that doesn't fit the number of people."""
        event.stop()
        self._why = ""
        self._chosen.add(event.field.id or "")
        people = len(self.people)
        settled = new_table.by_people(self.variant, people, self._chosen)
        values = {name: field.value for name, field in self.option_fields.items() if isinstance(field, ValueField)}
        for name, (why, value) in (settled | new_table.unfit(self.variant, values, people)).items():
            self._why = f"{capitalized(why)}." if why else self._why
            with self.prevent(ValueField.Changed):
                self.option_fields[name].value = value
        self._refresh()

    def on_button_pressed(self, event: PushButton.Pressed) -> None:
        """Start the game, or invite the friends."""
        event.stop()
        if not self.invites:
            self.action_start()
        elif (why_not := self.why_not("invite", ())) is None:
            self.action_invite()
        else:
            self.say_why_not(why_not)

    def on_descendant_focus(self) -> None:
        """Explain the field."""
        self.query_one("#meaning", Page).say(self._about(self.focused))

    def _about(self, field: Widget | None) -> str:
        """Return the explanation of a field; without one, of the people at the table."""
        key = "" if field is None else field.id or ""
        kind, _, name = key.partition("-")
        row, people = seat_widgets.row_of(field), len(self.people)
        if row is not None and row.level is not None:
            more = with_keys(seat_widgets.PLAYER_HELP) if kind == "name" else seat_widgets.SEAT_HELP
            return f"{new_table_words.about_player(tidy(row.line.value), row.level)} {more}"
        if kind == "option":
            option = next(option for option in self.offered if option.name == name)
            return new_table_words.explained_now(self.variant, option, people)
        if kind == "setting":
            return next(explained(setting.about) for setting in ROWS if setting.name == name)
        if kind == "last":
            usual = new_table_words.LAST_TRICK_VALUES[bool(self.variant.last_trick_shown)]
            return new_table_words.LAST_TRICK.format(usual)
        return seat_widgets.FIELD_HELP.get(kind) or new_table_words.company(people, self._row_to_add() is not None)

    def names(self) -> list[str]:
        """Return the texts of the names' fields, with other names for computer players who are named like a person."""
        names = [row.line.value for row in self.rows]
        people = {tidy(row.line.value).casefold() for row in self.people}
        for row in self.rows:
            if row.level is not None and tidy(row.line.value).casefold() in people:
                names[row.seat] = cast.free(list(map(tidy, names)))[0].name
        return names

    def setup(self) -> TableSetup:
        """Return the table as filled in. Raises UnusableError for an impossible number."""
        dealer = self.dealer.value
        values = [(option, self._option(option)) for option in self.offered]
        variant = self.variant
        if self.last_trick is not None and self.last_trick.value is not variant.last_trick_shown:
            variant = variant.with_last_trick(self.last_trick.value)  # records contain rules that aren't the default
        if not isinstance(dealer, int):
            dealer = secrets.randbelow(self.variant.seats)
        options = {option.name: value for option, value in values if not same(value, option.usual)}
        seats = tuple(row.setup for row in self.rows)
        cut = "cut" in self.asked and bool(self.query_one("#setting-cut", ValueField).value)
        return TableSetup(variant=variant, options=options, seats=seats, dealer=dealer, cut=cut)

    def _option(self, option: Option) -> object:
        field = self.option_fields[option.name]
        return new_table_words.parsed(option, field.value) if isinstance(field, Input) else field.value

    def _refresh(self) -> None:
        """Show the table as filled in, and its first error."""
        if not self.is_mounted:
            return
        names = self.names()
        shown = [name.strip() or "…" for name in names]
        self.dealer.choices = self._dealers()
        for row in self.rows:
            row.offer(self.known, names)
        people = (row.level is None for row in self.rows)
        self.query_one(seat_widgets.TablePlan).show(tuple(zip(shown, people, strict=True)))
        for option in self.offered:
            if option.bounds and option.sets_place(new_table.HANDS):
                text = self.option_fields[option.name].value
                words = ""
                if text.isdigit() and int(text):
                    words = new_table_words.length_in_words(self.variant, option, int(text))
                self.query_one(f"#beside-{option.name}", Static).update(words, layout=False)
        wrong = self._first_wrong()
        for field in self.query(Input):
            field.set_class(wrong is not None and wrong[0] is field, "-wrong")
        why = self._why if wrong is None else wrong[1]
        if why:
            self.query_one(Sentence).say([("✗ ", inks.red), (why, inks.red)])
        else:
            kept = ""
            if self.keeps_partner and self.partner is not None:
                kept = f" {shown[self.partner.seat]} stays your partner."
            sides = new_table_words.sides_in_words(shown, self.sides)
            self.query_one(Sentence).say([(sides, inks.text), (kept, inks.gold)])
        self.on_descendant_focus()

    def _first_wrong(self) -> tuple[Widget, str] | None:
        """Return the field and the sentence of the first error."""
        wrong = new_table_words.wrong_name(self.names())
        if wrong is not None:
            return self.rows[wrong[0]].line, wrong[1]
        for option in self.offered:
            try:
                self._option(option)
            except UnusableError as error:
                return self.option_fields[option.name], str(error)
        return None

    def _is_right(self) -> bool:
        """Return whether there is no error; otherwise go to the first."""
        self._make_way()
        wrong = self._first_wrong()
        if wrong is not None:
            wrong[0].focus()
            self.app.bell()
        return wrong is None

    def action_start(self) -> None:
        """Begin the game, or go to the first error."""
        if not self.is_active or not self._is_right():  # not active: a second Enter, typed ahead
            return
        self._keep_settings()
        setup = self.setup()
        with contextlib.suppress(OSError):
            remember_setup(setup)
        self.app.try_table(setup, say=lambda words: self.query_one(Sentence).say([(f"✗ {words}", inks.red)]))

    def _keep_settings(self) -> None:
        """Save the settings chosen here, and the partner if the user keeps or drops one."""
        old = settings = self.app.settings
        for name in self.asked:
            settings = replace(settings, **{name: self.query_one(f"#setting-{name}", ValueField).value})
        if self.partner is not None:
            settings = replace(settings, partner=_in_settings(self.partner) if self.keeps_partner else "")
        if settings != old:
            # Ignore an error: the settings screen reports a file that can't be written, and the game can start.
            saved(self.app, settings, "They last", "they")


def _in_settings(row: seat_widgets.SeatRow) -> str:
    """Return a partner in the form used by the settings."""
    return f"{row.setup.level}:{row.setup.name}"


def _option_field(option: Option, value: object) -> Input | ValueField:
    """Return the field of an option, with its value at first."""
    name = f"option-{option.name}"
    if option.bounds is None:
        values = sorted(option.values, key=lambda each: each is True)
        words = {each: new_table_words.value_words(option, each) for each in values}
        return ValueField(words, value, id=name)
    most, signs = 8, None
    if option.bounds[0] >= 0 and not option.values:
        most, signs = 7, "[0-9]*"
    return Input(
        str(value), max_length=most, restrict=signs, compact=True, id=name, classes="number"
    )
