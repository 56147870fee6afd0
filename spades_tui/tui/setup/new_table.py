"""New tables: the words of the form and of options, the quick game, the plan of the seats, and a choice of players."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Size
from textual.widget import Widget

from spades_tui.bots import LEVELS, STYLED
from spades_tui.bots.styles import PLAIN, split_level
from spades_tui.language.address import capitalized
from spades_tui.language.player_names import NAME_MOST, fault, login_name, tidy
from spades_tui.play import cast, saved_games
from spades_tui.play.setup import SeatSetup, TableSetup, default_level
from spades_tui.rules.catalogue import find
from spades_tui.rules.option_declarations import same
from spades_tui.rules.options import Option, OptionError, at_first, options_of, with_options
from spades_tui.rules.variant import Variant
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.canvas import Canvas, Piece, Pieces, StateView, fit
from spades_tui.tui.widgets.card_faces import SIDE_LETTERS, SIDE_MARKS, frame
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import Cycle, NameLine
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

PERSON = "a person"

SEAT_HELP = "Beginner and club are quick and follow rules; strong and expert think ahead."
PLAYER_HELP = "←→ show the players one by one; {players} lists them."
FIELD_HELP = {
    "name": f"The name at the table, up to {NAME_MOST} characters. ←→ show people who have played here.",
    "player": f"A person at this keyboard, or the computer. {SEAT_HELP}",
    "dealer": "Who deals the first hand. The deal passes to the left after each hand.",
}
"""The explanation of each kind of field in the form."""


def level_words(level: str, name: str) -> str:
    """Return a computer level in words, with the style of the named player."""
    style = split_level(with_style(level, name))[1]
    return f"computer, {level}" if style == PLAIN.name else f"{level}, {style}"


def with_style(level: str, name: str) -> str:
    """Return the level with the style of the named player; unknown names have no style."""
    one = cast.player(name)
    return level if one is None else one.at(level)


def about_player(name: str, level: str) -> str:
    """Describe the player of a seat in a sentence or two."""
    one = cast.player(name)
    if one is None:
        lists = with_keys("{players} lists players with their own style.")
        return f"{name or 'This seat'}: the computer, {level}. {lists}"
    if level not in STYLED:
        return f"{one.name}, {level}: beginners have no style."
    return f"{one.name}, {level}: {one.habit}. {one.manner}"


WRONG_NAMES = {
    "empty": "Seat {} has no name yet.",
    "odd": "The name of seat {} has a character that can't be shown.",
    "long": f"The name of seat {{}} is too long; the maximum is {NAME_MOST} characters.",
}


def wrong_name(names: Sequence[str]) -> tuple[int, str] | None:
    """Return the first seat whose name is impossible or taken, and a sentence; None if all are right."""
    clean = list(map(tidy, names))
    folded = [name.casefold() for name in clean]
    for seat, name in enumerate(clean):
        wrong = fault(name)
        if wrong is not None:
            return seat, WRONG_NAMES[wrong].format(seat + 1)
        first = folded.index(folded[seat])
        if first < seat:
            return seat, f"Seats {first + 1} and {seat + 1} are both called {name}; change one name."
    return None


def default_seats(variant: Variant, person: str, kept: str = "") -> list[tuple[str, str | None]]:
    """Return a name and a level with its style for every seat: one person (level None) with computer players.

    The partner has a higher level than the others, or is the saved one (``strong/zeros:Eve``; "" for none).
    """
    level, _, partner = kept.partition(":")
    sides = variant.side_seats()
    place = partner_of(0, sides)
    if place is None or partner.casefold() == person.casefold():
        partner = ""
    others = cast.free((person, partner))
    seats: list[tuple[str, str | None]] = [(person, None)]
    for seat in range(1, variant.seats):
        if partner and seat == place:
            seats.append((partner, level))
            continue
        one = others.pop(0)
        seats.append((one.name, one.at(default_level(seat, (0,), sides, LEVELS))))
    return seats


def default_setup(variant: Variant, person: str, partner: str = "") -> TableSetup:
    """Return a table of one person and computer players; the first dealer is drawn by lot.

    `person` and `partner` are the name and the saved partner in the settings; "" if there are none.
    """
    seats = default_seats(variant, person or login_name(), partner)
    return TableSetup(
        variant=variant,
        options=dict(at_first(variant, 1)),
        seats=tuple(SeatSetup(name, "bot" if level else "human", level) for name, level in seats),
        dealer=secrets.randbelow(variant.seats),
    )


def company(people: int, room: bool) -> str:
    """Return how many people play, and how to add one; `room`: whether one could replace a computer player."""
    more = with_keys(" {add_person} adds a person.") if room else ""
    if people == 0:
        return f"No people: the computer plays, and you watch.{more}"
    if people == 1:
        return f"You play against the computer.{more} Press ↑ for names and options."
    return f"{people} people share the keyboard; a curtain hides cards between turns.{more}"


def seat_of(field: Widget | None) -> int | None:
    """Return the seat to which a field of the form belongs, or None."""
    kind, _, seat = ((field.id if field is not None else None) or "").partition("-")
    return int(seat) if kind in ("name", "player") and seat.isdigit() else None


def partner_of(seat: int, sides: Sequence[Sequence[int]]) -> int | None:
    """Return the partner of a seat; None without partners."""
    side = next(side for side in sides if seat in side)
    return next((other for other in side if other != seat), None)


def sides_in_words(names: Sequence[str], sides: Sequence[Sequence[int]]) -> str:
    """Return the sides in one sentence."""
    if len(sides) == len(names):
        return "Everyone plays alone."
    pairs = [" and ".join(names[seat] for seat in side) for side in sides]
    return f"{pairs[0]} play {pairs[1]}." if len(pairs) == 2 else "; ".join(pairs) + "."


LAST_TRICK = "Whether you can look at the last trick again until the next one is finished. Default: {}."
LAST_TRICK_VALUES = ("hidden", "can be seen again")
HANDS = "endings.hands.hands"
"""The place of the number of hands in a variant."""


def label(option: Option) -> str:
    """Return the label of an option."""
    return option.label or capitalized(option.words)


def value_words(option: Option, value: object) -> str:
    """Return a value in words."""
    if isinstance(value, bool):
        return option.says.get(str(value).lower(), "on" if value else "off")
    return option.says.get(str(value), str(value).replace("-", "−"))


def explained(variant: Variant, option: Option) -> str:
    """Return an explanation of an option of this game."""
    text = option.sentence or f"{capitalized(option.words)}."
    usual = option.usual
    if option.sets_place(HANDS):
        text += f" {usual} is the standard game; more is extended, fewer is short."
        fair = fair_hands(variant, usual) if isinstance(usual, int) else None
        if fair is not None:
            text += f" With {fair}, everyone sits out equally often."
        return text
    alone = at_first(variant, 1).get(option.name, usual)
    if not same(alone, usual):
        text += f" Default: {value_words(option, alone)} for one person alone,"
        return f"{text} otherwise {value_words(option, usual)}."
    return f"{text} Default: {value_words(option, usual)}."


def explained_now(variant: Variant, option: Option, people: int) -> str:
    """Return an explanation of an option, with the values that don't fit this number of people."""
    text = explained(variant, option)
    for value in () if option.bounds else option.values:
        for why, _ in unfit(variant, {option.name: value}, people).values():
            text += f" It can't be chosen now: {why}."
    return text


def by_people(variant: Variant, people: int, chosen: Collection[str]) -> dict[str, tuple[str, object]]:
    """Return the options, except `chosen` fields, whose default depends on the number of people, and no reason."""
    first, names = at_first(variant, people), at_first(variant, 1)
    return {name: ("", first.get(name, False)) for name in names if f"option-{name}" not in chosen}


def unfit(variant: Variant, values: Mapping[str, object], people: int) -> dict[str, tuple[str, object]]:
    """Return the choices that don't fit this number of people, each with the reason and a value that fits."""
    found: dict[str, tuple[str, object]] = {}
    offered = {option.name: option for option in options_of(variant)}
    for name, value in values.items():
        wrong = with_options(variant, {name: value}).unfit(people)
        if wrong is None:
            continue
        fits = [one for one in offered[name].values if with_options(variant, {name: one}).unfit(people) is None]
        if fits:
            found[name] = wrong[0], fits[0]
    return found


def fair_hands(variant: Variant, usual: int) -> int | None:
    """Return the first number of hands from `usual` up in which all dealers sit out equally often; else None."""
    if variant.players == variant.seats:
        return None
    return -(-usual // variant.seats) * variant.seats


def length_in_words(variant: Variant, option: Option, hands: int) -> str:
    """Return a word for a number of hands, such as extended or short; fair if all sit out equally often."""
    usual = option.usual if isinstance(option.usual, int) else hands
    word = "extended" if hands > usual else "short" if hands < usual else "standard"
    return f"{word}, fair" if variant.players < variant.seats and hands % variant.seats == 0 else word


def parsed(option: Option, text: str) -> object:
    """Return the value for a typed text. Raises OptionError with a complete sentence."""
    text = text.strip().replace("−", "-")
    try:
        return option.parse(text)
    except OptionError:
        found = f", not {text}" if text else ""
        wanted = option.allowed("{} to {}").replace("-", "−")
        raise OptionError(f"{label(option)}: write {wanted}{found}.") from None


TARGET = "endings.target.points"
"""The place of the target score in a variant."""
POINTS = (200, 300, 500)
"""Target scores to offer besides the game's default."""


def quick_setup(person: str, partner: str) -> TableSetup:
    """Return the last table again with a first dealer drawn by lot (C-2), or one person with computer players.

    `person` and `partner` are the name and the saved partner in the settings; "" if there are none.
    """
    last = saved_games.last_setup()
    if last is not None:
        return replace(last, dealer=secrets.randbelow(len(last.seats)))
    return default_setup(find(saved_games.QUICK_VARIANT), person, partner)


def with_length(setup: TableSetup, step: int) -> TableSetup:
    """Return the table with the next longer (1) or shorter (-1) game; after the longest comes the shortest.

    A game with a number of hands gets half as many, the default or twice as many. A game without an option for its
    length doesn't change.
    """
    for option in options_of(setup.variant):
        usual = option.usual
        if not (isinstance(usual, int) and option.bounds and (option.sets_place(TARGET) or option.sets_place(HANDS))):
            continue
        now = setup.options.get(option.name, usual)
        fair = fair_hands(setup.variant, usual)
        hands = {-(-usual // 2), usual * 2, *([fair] if fair is not None else [])}
        offered = {usual, now, *(hands if option.sets_place(HANDS) else POINTS)}
        lengths = sorted(one for one in offered if isinstance(one, int) and option.takes(one))
        length = lengths[(lengths.index(now) + step) % len(lengths)] if now in lengths else usual
        options = {name: value for name, value in setup.options.items() if name != option.name}
        return replace(setup, options=options if length == usual else {**options, option.name: length})
    return setup


def length_words(setup: TableSetup) -> str:
    """Return the length of the game: ``300 points``, ``9 hands``, or both; "" if no option sets it."""
    said = [
        f"{setup.options.get(option.name, option.usual)} {unit}"
        for option in options_of(setup.variant)
        for place, unit in ((TARGET, "points"), (HANDS, "hands"))
        if option.sets_place(place) and option.bounds
    ]
    return ", ".join(said)


def mark_of(seat: int, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> Piece:
    """Return the mark of a seat's side, the same as at the table; an empty piece if every player is alone."""
    if len(sides) == seats:
        return ("", inks.text)
    side = next(n for n, members in enumerate(sides) if seat in members)
    return ((SIDE_LETTERS if letters else SIDE_MARKS)[side], inks.SIDES[side])


class TablePlan(StateView[tuple[tuple[str, bool], ...]]):
    """The names around a table, the first one at the bottom, each with whether it's a person's."""

    DEFAULT_CSS = "TablePlan { width: 1fr; height: 9; }"

    def __init__(self, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> None:
        super().__init__(id="plan")
        self.sides, self.seats, self.letters = sides, seats, letters

    def _named(self, names: tuple[tuple[str, bool], ...], seat: int, width: int) -> Pieces:
        name, person = names[seat]
        mark, style = mark_of(seat, self.sides, self.seats, self.letters)
        pieces = [(fit(name, width - 2 if mark else width), inks.gold if person else inks.text)]
        return [*pieces, (f" {mark}", style)] if mark else pieces

    def picture(self, canvas: Canvas, state: tuple[tuple[str, bool], ...]) -> None:
        """Draw the table in the middle, a name on each side of it."""
        aside = 2 if self.seats == 3 else max(2, min(12, (canvas.width - 10) // 2))
        left, top = aside, 2
        width, height = canvas.width - 2 * aside, canvas.height - 4
        frame(canvas, left, top, width, height, inks.line)
        middle = top + height // 2
        suits = "S H D C" if self.letters else "♠ ♥ ♦ ♣"
        canvas.centred(left, width, middle, [(suits if width > 10 else suits[0], inks.faint)])
        canvas.centred(0, canvas.width, top + height, self._named(state, 0, canvas.width))
        half, beside = canvas.width // 2 - 1, aside - 1
        for seat in range(1, self.seats):
            # Seats are clockwise, so the second is on the left of the first.
            if self.seats % 2 == 0 and seat == self.seats // 2:
                canvas.centred(0, canvas.width, top - 1, self._named(state, seat, canvas.width))
            elif self.seats == 3 or (self.seats == 5 and seat in (2, 3)):
                start = 0 if seat < self.seats / 2 else canvas.width - half
                canvas.centred(start, half, top - 1, self._named(state, seat, half))
            elif seat < self.seats // 2:
                canvas.right(aside - 1 + (aside == 2), middle + self._lower(seat), self._named(state, seat, beside))
            else:
                canvas.pieces(left + width + 1, middle + self._lower(seat), self._named(state, seat, beside))

    def _lower(self, seat: int) -> int:
        """Return how many rows below the middle a seat at the side is: six seats have two at each side."""
        return 0 if self.seats < 6 else 1 if seat in (1, 5) else -1


class PlayersScreen(SpadesScreen):
    """A choice of a computer player for a seat."""

    HELP_LINES = (
        "Each player has a style and plays it at any level except beginner.",
        "The scorebook has your results with each of them.",
    )
    BINDINGS = Bindings("players")
    DEFAULT_CSS = """
    PlayersScreen #players { padding: 1 3; height: 1fr; overflow-y: auto; }
    PlayersScreen #manner { height: 2; padding: 0 5; margin-bottom: 1; }
    """

    def __init__(self, seat: int, names: list[str], take: Callable[[str], None]) -> None:
        super().__init__()
        self.set_top([("Players", inks.bold), (f"  who sits in seat {seat + 1}?", inks.soft)])
        self.seat, self.names, self.take = seat, names, take

    def compose_body(self) -> ComposeResult:
        """Lay out the list, and a sentence about the marked player."""
        sitting = {name.strip().casefold(): n + 1 for n, name in enumerate(self.names)}
        choices = []
        for one in cast.cast():
            seat = sitting.get(one.name.casefold())
            beside = f", in seat {seat}" if seat is not None else ""
            choices.append(Choice(one.name, one.name, f"{one.habit}{beside}"))
        with Container(id="players"):
            yield ChoiceList(choices, key=self.names[self.seat].strip(), click_takes=False, spread=Size(0, 34))
        yield Page(id="manner")

    def on_mount(self) -> None:
        """Describe the marked player."""
        self._tell()

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Describe this player's style."""
        self._tell()

    def _tell(self) -> None:
        one = cast.cast()[self.query_one(ChoiceList).at]
        self.query_one("#manner", Page).show([Paragraph(f"{one.name}: {one.manner}", inks.text)])

    def take_line(self, choice: Choice) -> None:
        """Seat this player."""
        self.dismiss()
        self.take(choice.key)


class Joining:
    """The seats that people have taken at a new table; `fields` has the fields for name and player of each seat."""

    def __init__(self, fields: Sequence[tuple[NameLine, Cycle]]) -> None:
        self._fields = fields
        self._before: dict[int, tuple[str, int]] = {}
        """The former name and player of these seats."""
        self._added: int | None = None
        """The seat of the person added last, until their name is accepted."""

    def add(self, seat: int, suggested: str) -> None:
        """Give the seat to a person, and go to the name's field."""
        name, player = self._fields[seat]
        self._before[seat], self._added = (name.value, player.at), seat
        player.at = player.values.index(None)
        name.value = suggested
        name.focus()
        name.action_select_all()

    def typed(self, seat: int) -> None:
        """Give the seat to a person at a new name, and back to the computer player at its name."""
        name, player = self._fields[seat]
        before = self._before.get(seat)
        if before is None and player.value is not None and name.value.strip() and name.value not in name.known:
            self._before[seat] = name.known[0], player.at
            player.at = player.values.index(None)
        elif before is not None and before[0] == name.value:
            self._as_before(seat)

    def left(self, seat: int) -> None:
        """Give a seat whose name was left empty back to its computer player."""
        if seat in self._before and not self._fields[seat][0].value.strip():
            self._as_before(seat)

    def taken(self, seat: int | None) -> bool:
        """Return whether Enter here accepts the name of the person who was added last."""
        added, self._added = self._added, None
        return added is not None and added == seat

    def _as_before(self, seat: int) -> None:
        name, player = self._fields[seat]
        name.value, player.at = self._before.pop(seat)
