"""The seats of a new table: a name and a player for each, the table's options, the pace; and Start."""

import contextlib
import secrets
from collections.abc import Iterator

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import DescendantBlur, DescendantFocus
from textual.widget import Widget
from textual.widgets import Input, Static

from spades_tui.bots import LEVELS
from spades_tui.bots.styles import split_level
from spades_tui.language.address import capitalized
from spades_tui.language.player_names import login_name, tidy
from spades_tui.play import cast, new_table
from spades_tui.play.saved_games import known_people, remember_setup
from spades_tui.play.setup import SeatSetup, TableSetup, default_level
from spades_tui.presentation import new_table_words
from spades_tui.presentation.settings_rows import ROWS, explained
from spades_tui.rules.option_declarations import same
from spades_tui.rules.options import Option, OptionError, at_first, options_of
from spades_tui.rules.variant import Variant
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup import seat_widgets
from spades_tui.tui.setup.match_screen import ask_hands
from spades_tui.tui.setup.settings_and_keys import saved, setting_field
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import LinesView
from spades_tui.tui.widgets.edge_lines import Sentence
from spades_tui.tui.widgets.fields import Cycle, Form, FormLine, NameLine, PushButton, TextField, labelled
from spades_tui.tui.widgets.paragraphs import Page

LETTERS = ("p", *(level[0] for level in LEVELS))
"""Keys for a person and each computer level."""
BY_LOT = "lot"
DRAWN = "random"
OF_A_TABLE = ("pace", "cards_out")
"""The settings in the form of every table; where the deck is cut, the time for it is another one."""


class SeatsScreen(SpadesScreen):
    """A form for a new table."""

    HELP_LINES = (
        "Enter starts the game. Up and down move through the form.",
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
        Binding("+", "add_person", "add person", id="add_person", tooltip="add a person at this keyboard"),
        Binding("f2", "players", "players", id="players", tooltip="choose a computer player for this seat"),
        Binding("f3", "invite", "invite", id="invite", tooltip="invite friends at their own terminals"),
        Binding("m", "match", "match", id="match", tooltip="play the same hands in turn, and compare the results"),
        Binding("k", "keep_partner(True)", "keep partner", id="keep_partner", tooltip="seat this partner from now on"),
        Binding("k", "keep_partner(False)", "reset partner", id="keep_partner", tooltip="seat the default partner"),
    ]
    AUTO_FOCUS = "#start"
    DEFAULT_CSS = """
    SeatsScreen #setting { height: 1fr; }
    SeatsScreen #form { width: 52; height: 1fr; padding: 0 1; }
    SeatsScreen Cycle { width: 24; }
    SeatsScreen #beside { width: 1fr; height: 1fr; padding: 0 1 0 1; }
    SeatsScreen .row, SeatsScreen .space { height: 1; }
    SeatsScreen .head { height: 1; color: $primary; text-style: bold; }
    SeatsScreen .head:light { text-style: underline; }
    SeatsScreen LinesView { width: 5; height: 1; }
    SeatsScreen .label { width: 26; }
    SeatsScreen FormLine { width: 9; }
    SeatsScreen NameLine { width: 20; margin-right: 1; }
    SeatsScreen .beside { width: 1fr; color: $text-muted; padding-left: 1; }
    SeatsScreen #last { height: 1; margin-top: 1; padding-left: 1; }
    SeatsScreen #last Sentence { width: 1fr; }
    SeatsScreen #beside Page { margin-top: 1; }
    SeatsScreen.-wide #form { width: 70; padding: 1 4; }
    SeatsScreen.-wide #beside { padding: 1 4 0 4; }
    SeatsScreen.-wide #beside TablePlan { height: 13; }
    SeatsScreen.-wide .label { width: 32; }
    SeatsScreen.-wide NameLine { width: 24; margin-right: 2; }
    SeatsScreen.-wide #last { padding-left: 4; margin: 1 0 2 0; }
    SeatsScreen.-tight .space { display: none; }
    SeatsScreen.-bare #who, SeatsScreen.-headless .head { display: none; }
    SeatsScreen.-tall .row, SeatsScreen.-tall .head { margin-bottom: 1; }
    """

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.variant = variant
        self.sides = variant.side_seats()
        self.offered = options_of(variant)
        self.keeps_partner = False
        """Whether every new table gets the same partner."""
        self._why = ""  # why the form has just undone a choice
        self._chosen: set[str] = set()  # the fields that the user has changed
        self.seat_fields: list[tuple[NameLine, Cycle]] = []
        """The fields for the name and the player of each seat."""
        self.joining = seat_widgets.Joining(self.seat_fields)

    def compose_body(self) -> ComposeResult:
        """Lay out the form on the left, the table and an explanation on the right, Start below."""
        with Horizontal(id="setting"):
            with Form(id="form"):
                yield Static("Who plays", classes="head", id="who")
                yield from self._seat_rows()
                yield Static("", classes="space")
                yield Static("At this table", classes="head")
                yield from self._option_rows()
            with Vertical(id="beside"):
                yield seat_widgets.TablePlan(self.sides, self.variant.seats, glyphs.letters(self.app.settings))
                yield Page(id="meaning")
        with Horizontal(id="last"):
            yield PushButton("Start", id="start")
            yield Sentence()

    def _seat_rows(self) -> Iterator[Widget]:
        settings, values = self.app.settings, [None, *LEVELS]
        letters, self.known = glyphs.letters(settings), known_people()
        seats = new_table.default_seats(self.variant, settings.name or login_name(), settings.partner)
        for seat, (name, level) in enumerate(seats):
            base = split_level(level)[0] if level is not None else None
            with Horizontal(classes="row"):
                mark = seat_widgets.mark_of(seat, self.sides, self.variant.seats, letters)
                yield LinesView([[(f"{seat + 1} ", inks.soft), mark]])
                line = NameLine(name, max_length=40, id=f"name-{seat}")
                player = Cycle(values, self._players(name), values.index(base), letters=LETTERS, id=f"player-{seat}")
                self.seat_fields.append((line, player))
                yield from (line, player)

    def _players(self, name: str) -> list[str]:
        """Return words for the possible players in a seat with this name."""
        return [seat_widgets.PERSON, *(new_table_words.level_words(level, name) for level in LEVELS)]

    def _option_rows(self) -> Iterator[Widget]:
        first = at_first(self.variant, 1)
        for option in self.offered:
            name, value, label = option.name, first.get(option.name, option.usual), new_table_words.label(option)
            if option.bounds is not None:
                digits = option.bounds[0] >= 0 and not option.values
                number = FormLine(str(value), max_length=7 if digits else 8, digits=digits, id=f"option-{name}")
                yield labelled(label, number, Static("", classes="beside", id=f"beside-{name}", markup=False))
            else:
                values = sorted(option.values, key=lambda each: each is True)
                words = [new_table_words.value_words(option, each) for each in values]
                yield labelled(label, Cycle(values, words, values.index(value), id=f"option-{name}"))
        shown = self.variant.last_trick_shown
        if shown is not None:
            field = Cycle([False, True], new_table_words.LAST_TRICK_VALUES, int(shown), id="last-trick")
            yield labelled("Last trick", field)
        dealer = Cycle([BY_LOT, *range(self.variant.seats)], [DRAWN, *self.names()], id="dealer")
        yield labelled("First dealer", dealer)
        asked = (*OF_A_TABLE, "cut_patience") if self.variant.deal.cut else OF_A_TABLE
        yield from (setting_field(row, self.app.settings) for row in ROWS if row.name in asked)

    def on_mount(self) -> None:
        """Name the page; Start is preselected."""
        name = f"  {self.variant.name}"
        self.set_top([("New game", inks.bold), (name, inks.gold), ("  who plays?", inks.soft)])
        kept = self.app.settings.partner
        self.keeps_partner = bool(kept) and self.partner is not None and kept == self._partner_text()
        self.on_resize()
        self._refresh()

    def on_resize(self) -> None:
        """Use more space if there is room."""
        rows = self.variant.seats + len(self.offered) + 5
        self.set_class(self.app.size.width >= 110, "-wide")
        self.set_class(self.app.size.height < rows + 10, "-tight")
        self.set_class(self.app.size.height < rows + 8, "-bare")
        self.set_class(self.app.size.height < rows + 7, "-headless")
        self.set_class(self.app.size.height - 4 >= 2 * rows + 11, "-tall")

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing; Start has only Enter."""
        if not self.is_mounted:
            return dead_key_reasons.INSTEAD
        if action == "keep_partner":
            if self.partner is None:
                return dead_key_reasons.NO_PARTNER
            return None if parameters == (not self.keeps_partner,) else dead_key_reasons.INSTEAD
        if action == "players":
            return None if seat_widgets.seat_of(self.focused) is not None else dead_key_reasons.CHOOSE_SEAT
        if action in ("invite", "match"):
            return None if self.levels().count(None) > 1 else dead_key_reasons.NO_FRIENDS
        if action == "add_person":
            if isinstance(self.focused, TextField):
                return dead_key_reasons.INSTEAD
            return None if self._seat_to_add() is not None else dead_key_reasons.SEATS_TAKEN
        return dead_key_reasons.START_WITH_ENTER if action == "start" and isinstance(self.focused, PushButton) else None

    def fields(self) -> list[list[Widget]]:
        """Return the fields, a list for each row; Start is the last."""
        rows: list[list[Widget]] = [[*fields] for fields in self.seat_fields]
        rows += [[self.query_one(f"#option-{option.name}")] for option in self.offered]
        rows += [[field] for field in self.query("#last-trick, #dealer, .setting")]
        return [*rows, [self.query_one("#start")]]

    def action_row(self, step: int) -> None:
        """Go to the next row, the same column if there is one; after the last comes the first."""
        rows = self.fields()
        here = next(((n, row.index(field)) for n, row in enumerate(rows) for field in row if field.has_focus), None)
        if here is None:
            self.query_one(PushButton).focus()
            return
        row = rows[(here[0] + step) % len(rows)]
        row[min(here[1], len(row) - 1)].focus()

    @property
    def partner(self) -> int | None:
        """The seat of the first person's partner, if the computer plays it."""
        levels = self.levels()
        seat = new_table.partner_of(levels.index(None), self.sides) if None in levels else None
        return seat if seat is not None and levels[seat] is not None else None

    def _partner_text(self) -> str:
        """Return the partner in the form used by the settings; "" if there is none."""
        seat = self.partner
        if seat is None:
            return ""
        name = tidy(self.names()[seat])
        return f"{new_table_words.with_style(self.levels()[seat] or '', name)}:{name}"

    def action_keep_partner(self, keep: bool) -> None:
        """Keep this partner for every new table, or stop keeping it; `_keep_settings` saves it at the start."""
        self.keeps_partner = keep
        self._refresh()
        self.refresh_bindings()

    def action_invite(self) -> None:
        """Open the table to friends elsewhere: everybody but the first person of the form."""
        if self._is_right():
            self._keep_settings()
            self.app.invite(self.setup(), self.levels().index(None))

    def action_match(self) -> None:
        """Let the people play the same hands in turn."""
        if self._is_right():
            self._keep_settings()
            ask_hands(self.app, self.setup())

    def action_players(self) -> None:
        """Show the computer players, for the seat that has the focus."""
        seat = seat_widgets.seat_of(self.focused)
        if seat is not None and self.is_active:
            screen = seat_widgets.PlayersScreen(seat, self.names(), lambda name: self._seat_computer(seat, name))
            self.app.push_screen(screen)

    def _seat_computer(self, seat: int, name: str) -> None:
        """Seat a computer player; a player who already has the name gets the former name of this seat."""
        line, player = self.seat_fields[seat]
        for other, _ in self.seat_fields:
            if other is not line and tidy(other.value).casefold() == name.casefold():
                other.value = line.value
        line.value = name
        if player.value is None:
            people = [other for other, level in enumerate(self.levels()) if level is None and other != seat]
            player.at = player.values.index(default_level(seat, people, self.sides, LEVELS))
        self._refresh()

    def _seat_to_add(self) -> int | None:
        """Return the seat for another person: the first person's partner, or the first of the computer's."""
        computers = (seat for seat, level in enumerate(self.levels()) if level is not None)
        return self.partner if self.partner is not None else next(computers, None)

    def action_add_person(self) -> None:
        """Give a seat to one more person, and suggest the one who played here last."""
        seat = self._seat_to_add()
        if seat is not None:
            taken = {tidy(one).casefold() for one in self.names()}
            self.joining.add(seat, next((one for one in self.known if one.casefold() not in taken), ""))
            self.refresh_bindings()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """Give a seat without a name back to its computer player."""
        seat = seat_widgets.seat_of(event.widget)
        if seat is not None and isinstance(event.widget, NameLine):
            self.joining.left(seat)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next field; after the name of an added person, to Start."""
        event.stop()
        if self.joining.taken(seat_widgets.seat_of(event.input)):
            self.query_one(PushButton).focus()
        else:
            self.action_row(1)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Check names and numbers as they are typed."""
        event.stop()
        seat = seat_widgets.seat_of(event.input)
        if seat is not None and event.input.has_focus:
            self.joining.typed(seat)
        self._refresh()

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        """Apply the new value; undo a choice that doesn't fit the number of people."""
        event.stop()
        self._why = ""
        self._chosen.add(event.cycle.id or "")
        people = self.levels().count(None)
        settled = new_table.by_people(self.variant, people, self._chosen)
        fields = ((one.name, self.query_one(f"#option-{one.name}")) for one in self.offered)
        values = {name: field.value for name, field in fields if isinstance(field, Cycle)}
        for name, (why, value) in (settled | new_table.unfit(self.variant, values, people)).items():
            cycle = self.query_one(f"#option-{name}", Cycle)
            self._why = f"{capitalized(why)}." if why else self._why
            with self.prevent(Cycle.Changed):
                cycle.at = cycle.values.index(value)
        self._refresh()

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Start the game."""
        event.stop()
        self.action_start()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain the field."""
        self._explain(event.widget)

    def _explain(self, widget: Widget | None) -> None:
        field = (widget.id if widget is not None else None) or ""
        kind, _, name = field.partition("-")
        texts = seat_widgets.FIELD_HELP | {f"setting-{row.name}": explained(row.about) for row in ROWS}
        texts["last"] = new_table_words.LAST_TRICK.format(
            new_table_words.LAST_TRICK_VALUES[bool(self.variant.last_trick_shown)]
        )
        seat = seat_widgets.seat_of(widget)
        level = self.levels()[seat] if seat is not None else None
        if seat is not None and level is not None:
            more = with_keys(seat_widgets.PLAYER_HELP) if kind == "name" else seat_widgets.SEAT_HELP
            texts[kind] = f"{new_table_words.about_player(tidy(self.names()[seat]), level)} {more}"
        option = next((one for one in self.offered if kind == "option" and one.name == name), None)
        people = self.levels().count(None)
        text = texts.get(field, texts.get(kind, new_table_words.company(people, self._seat_to_add() is not None)))
        text = new_table_words.explained_now(self.variant, option, people) if option is not None else text
        self.query_one("#meaning", Page).say(text)

    def names(self) -> list[str]:
        """Return the texts of the names' fields."""
        return [line.value for line, _ in self.seat_fields]

    def levels(self) -> list[str | None]:
        """Return each seat's computer level without its style; None for a person."""
        return [player.value if isinstance(player.value, str) else None for _, player in self.seat_fields]

    def setup(self) -> TableSetup:
        """Return the table as filled in. Raises OptionError for an impossible number."""
        names = map(tidy, self.names())
        dealer = self.query_one("#dealer", Cycle).value
        values = [(option, self._option(option)) for option in self.offered]
        variant = self.variant
        for field in self.query("#last-trick").results(Cycle):
            if field.value is not variant.last_trick_shown:  # records contain rules that aren't the default
                variant = variant.with_last_trick(field.value is True)
        return TableSetup(
            variant=variant,
            options={option.name: value for option, value in values if not same(value, option.usual)},
            seats=tuple(
                SeatSetup(name, "bot", new_table_words.with_style(level, name)) if level else SeatSetup(name, "human")
                for name, level in zip(names, self.levels(), strict=True)
            ),
            dealer=dealer if isinstance(dealer, int) else secrets.randbelow(self.variant.seats),
        )

    def _option(self, option: Option) -> object:
        field = self.query_one(f"#option-{option.name}")
        if isinstance(field, TextField):
            return new_table_words.parsed(option, field.value)
        assert isinstance(field, Cycle)
        return field.value

    def _refresh(self) -> None:
        """Show the table as filled in, and its first error."""
        if not self.is_mounted:
            return
        names = self.names()
        shown = [name.strip() or "…" for name in names]
        self.query_one("#dealer", Cycle).set_words([DRAWN, *shown])
        for (line, player), name in zip(self.seat_fields, names, strict=True):
            free = cast.free([other for other in names if other != name])
            line.offer(self.known if player.value is None else [one.name for one in free])
            player.set_words(self._players(tidy(name)))
        people = (level is None for level in self.levels())
        self.query_one(seat_widgets.TablePlan).show(tuple(zip(shown, people, strict=True)))
        for option in self.offered:
            if option.bounds and option.sets_place(new_table.HANDS):
                text = self.query_one(f"#option-{option.name}", TextField).value
                hands = int(text) if text.isdigit() else 0
                words = new_table_words.length_in_words(self.variant, option, hands) if hands else ""
                self.query_one(f"#beside-{option.name}", Static).update(words, layout=False)
        wrong = self._first_wrong()
        for field in self.query(TextField):
            field.set_class(wrong is not None and wrong[0] == field.id, "-wrong")
        if why := wrong[1] if wrong is not None else self._why:
            self.query_one(Sentence).say([("✗ ", inks.red), (why, inks.red)])
        else:
            partner = self.partner if self.keeps_partner else None
            kept = f" {shown[partner]} stays your partner." if partner is not None else ""
            sides = new_table_words.sides_in_words(shown, self.sides)
            self.query_one(Sentence).say([(sides, inks.text), (kept, inks.gold)])
        self._explain(self.focused)

    def _first_wrong(self) -> tuple[str, str] | None:
        """Return the field and the sentence of the first error."""
        wrong = new_table_words.wrong_name(self.names())
        if wrong is not None:
            return f"name-{wrong[0]}", wrong[1]
        for option in self.offered:
            try:
                self._option(option)
            except OptionError as error:
                return f"option-{option.name}", str(error)
        return None

    def _is_right(self) -> bool:
        """Return whether there is no error; otherwise go to the first."""
        wrong = self._first_wrong()
        if wrong is not None:
            self.query_one(f"#{wrong[0]}").focus()
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
        old, chosen = self.app.settings, self.query(".setting").results(Cycle)
        settings = replace(old, **{(field.id or "").removeprefix("setting-"): field.value for field in chosen})
        if self.partner is not None:
            settings = replace(settings, partner=self._partner_text() if self.keeps_partner else "")
        if settings != old:
            # Ignore an error: the settings screen reports a file that can't be written, and the game can start.
            saved(self.app, settings, "They last", "they")
