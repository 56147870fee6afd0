"""Read what the command line names.

A table with its variant, options, seats and seed, or the file of a game.
"""

import argparse
import secrets
import shlex
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec.structs import replace

from spades_tui import fair
from spades_tui.bots.levels import LEVELS, level_problem
from spades_tui.bots.styles import split_level
from spades_tui.commands.argument_parser import OPEN_HANDS
from spades_tui.language.quoting import nearest
from spades_tui.language.unusable import UnusableError
from spades_tui.play import DEFAULT_GAME, setup
from spades_tui.play.game_code import setup_by_code
from spades_tui.play.new_table import default_players
from spades_tui.play.sandbox import HAS_GROUPS, check_sandbox, in_sandbox
from spades_tui.play.saved_games import given_up, read_head
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import read_record_from
from spades_tui.rules.catalogue import find, shelf, slug_named
from spades_tui.rules.variant import Variant, at_first, options_of, with_options
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.disk import lock
from spades_tui.system.exit_status import InputError, UsageError, file_error
from spades_tui.system.folders import (
    config_folder,
    data_folder,
    forks_folder,
    games_folder,
    open_plain,
)
from spades_tui.system.output import typed_command

if TYPE_CHECKING:
    from spades_tui.play.resume import Suspended

EXEC = "exec:"  # introduces the command of an outside player


def find_variant(name: str | None) -> Variant:
    """Return the variant with this name or file; without one, the default game.

    Raises UsageError if there is none, InputError for a bad file.
    """
    name = name or DEFAULT_GAME
    try:
        return find(name)
    except KeyError:
        slugs = [entry.slug for entry in shelf()]
        hint = nearest(name, slugs) or f"; choose from {', '.join(slugs)}"
        raise UsageError(f"no game {name!r}{hint}") from None
    except OSError as error:
        raise file_error(name, error) from None


def options_given(variant: Variant, given: list[str]) -> dict[str, object]:
    """Read a table's options from ``NAME=VALUE`` words.

    Raises UsageError for one that the variant doesn't accept.
    """
    chosen: dict[str, object] = {}
    offered = {option.name: option for option in options_of(variant)}
    try:
        for entry in given:
            name, equals, value = entry.partition("=")
            if not equals:
                raise UnusableError(f"--option: {entry!r} has no value; write NAME=VALUE")
            if name not in offered:
                with_options(variant, {name: value})
            chosen[name] = offered[name].parse(value)
        with_options(variant, chosen)
    except UnusableError as error:
        raise UsageError(f"{error}") from None
    return chosen


def entries(text: str, option: str) -> list[str]:
    """Split entries at commas outside quotes.

    Raises UsageError, which names the `option`, for an open quotation.
    """
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace = ","
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return [*map(str.strip, lexer)]
    except ValueError as error:
        raise UsageError(f"{option}: {str(error).lower()}") from None


def bot_seat(name: str, player: str) -> setup.SeatSetup:
    """Return the seat of a computer player, given its level, or ``exec:COMMAND`` (docs/seat.md).

    Raises UsageError.
    """
    if player.startswith(EXEC):
        command = player.removeprefix(EXEC).strip()
        if not command:
            raise UsageError(f"{player!r} has no command; write {EXEC}COMMAND")
        if not HAS_GROUPS:
            words = "needs Linux or macOS; choose a computer player by its level"
            raise UsageError(f"{player!r} {words}")
        return setup.SeatSetup(name, "bot", setup.OUTSIDE, command)
    return setup.SeatSetup(name, "bot", player)


def bots_given(variant: Variant, text: str, outside: bool = True) -> tuple[setup.SeatSetup, ...]:
    """Read the computer players of all seats from ``--bots``.

    One level for all, or one for each seat.

    `outside`: whether users' own programs may play. Raises UsageError.
    """
    players = entries(text, "--bots")
    for level in players:
        if outside and level.startswith(EXEC):
            continue
        problem = level_problem(level)
        if problem is not None:
            if outside and split_level(level)[0] not in LEVELS:
                problem += f", or {EXEC}COMMAND"
            raise UsageError(f"--bots: {problem}")
    seats = variant.seats
    if len(players) not in (1, seats):
        words = f"{len(players)} levels, but {seats} seats; write 1 or {seats} levels"
        raise UsageError(f"--bots: {words}")
    if len(players) == 1:
        players *= seats
    return tuple(map(bot_seat, setup.NAMES, players))


def seed_given(text: str | None) -> str | None:
    """Return the seed as typed, or None. Raises UsageError if it is too long or unprintable."""
    if text is not None and (len(text) > 1000 or not text.isprintable()):
        words = "too long, or has an unprintable character; write up to 1000 characters"
        raise UsageError(f"--seed: {words}")
    return text


def seats_given(variant: Variant, text: str | None, person: str) -> tuple[setup.SeatSetup, ...]:
    """Read the seats for a variant with its options.

    Raises UsageError for seats that the variant doesn't allow. `person` names the first person
    without a name; "" for a default name.
    """
    seats: list[setup.SeatSetup] = []
    try:
        given = entries("human" if text is None else text, "--seats")
        kept = person if "human" in given else ""
        for entry in given:
            # the last one for more seats than any game has
            free = _free_names(seats, f"Player {len(seats) + 1}")
            free = [name for name in free if name != kept]
            if entry.startswith(EXEC):
                seats.append(bot_seat(free[0], entry))
                continue
            kind, _, rest = entry.partition(":")
            if kind not in ("human", "bot"):
                words = "isn't a player; write human:NAME or bot:LEVEL:NAME"
                raise UnusableError(f"--seats: {entry!r} {words}")
            if kind == "human" and ":" in rest:
                raise UnusableError(f"--seats: {entry!r} has a colon too many; write human:NAME")
            if entry.endswith(":"):
                form = "human:NAME" if kind == "human" else "bot:LEVEL:NAME"
                missing = "level" if entry == "bot:" else "name"
                raise UnusableError(f"--seats: {entry!r} has no {missing}; write {form}")
            level: str | None = None
            name = rest
            if kind == "bot":
                level, _, name = rest.partition(":")
            free = [other for other in free if other not in (text or "")]
            is_first = kind == "human" and all(seat.kind == "bot" for seat in seats)
            if is_first and person and person not in (text or ""):
                free.insert(0, person)
            seats.append(setup.SeatSetup(setup.check_name(name or free[0]), kind, level))
        free = _free_names(seats)
        while len(seats) < variant.seats and free:
            seats.append(setup.SeatSetup(free.pop(0), "bot", ""))
        people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
        for number, seat in enumerate(seats[: variant.seats]):
            if seat.level == "":
                level = setup.default_level(number, people, variant.side_seats(), LEVELS)
                seats[number] = replace(seat, level=level)
        setup.check_seats(variant, tuple(seats))
    except UnusableError as error:
        raise UsageError(f"{error}") from None
    return tuple(seats)


def _free_names(seats: list[setup.SeatSetup], *others: str) -> list[str]:
    taken = [seat.name for seat in seats]
    return [name for name in (*setup.NAMES, *others) if name not in taken]


def sandboxed_seats(
    seats: tuple[setup.SeatSetup, ...], sandbox: bool
) -> tuple[setup.SeatSetup, ...]:
    """Return the seats, with outside players in a sandbox if asked for.

    Raises UsageError if there is no sandbox.
    """
    if not sandbox:
        return seats
    try:
        check_sandbox()
        return in_sandbox(seats, (data_folder(), config_folder()))
    except UnusableError as error:
        raise UsageError(f"{error}") from None


def _setup_of_code(arguments: argparse.Namespace, code: str) -> setup.TableSetup:
    """Return the table of a code, with other `--seats` if there are any.

    Raises UsageError, InputError.
    """
    if arguments.seed is not None or arguments.option:
        words = "a code has its own options and seed; leave --option and --seed out"
        raise UsageError(words, "spades-tui play")
    own = find_variant(arguments.variant) if arguments.variant is not None else None
    person = load_settings().name
    try:
        table = setup_by_code(code, person, own)
    except UnusableError as error:
        raise InputError(f"code: {error}", command="spades-tui play") from None
    if arguments.seats is None:
        return table
    seats = seats_given(with_options(table.variant, table.options), arguments.seats, person)
    return replace(table, seats=sandboxed_seats(seats, arguments.sandbox))


def setup_named(arguments: argparse.Namespace) -> setup.TableSetup:
    """Return the new table of the game or code that `play` names, or of its options.

    Raises UsageError, InputError.
    """
    words = " ".join(arguments.game).split()
    name = slug_named(" ".join(words))
    if name is None and len(words) > 1:
        return _setup_of_code(arguments, " ".join(words))
    if name is None and words and not words[0].endswith(".toml") and Path(words[0]).is_file():
        resumes = typed_command("spades-tui", "play", "--resume", words[0])
        raise UsageError(f"{words[0]}: a file, not a game; resume a saved game with: {resumes}")
    if words and arguments.variant is not None:
        second = f"--variant: a second game, beside {words[0]!r}; leave one of them out"
        raise UsageError(second, "spades-tui play")
    if words:
        arguments.variant = name or words[0]
    return setup_given(arguments)


def setup_given(arguments: argparse.Namespace) -> setup.TableSetup:
    """Return the new table that the options describe. Raises UsageError, InputError."""
    variant = find_variant(arguments.variant)
    table = new_table(arguments, variant, seed_given(arguments.seed))
    return replace(table, seats=sandboxed_seats(table.seats, arguments.sandbox))


def new_table(
    arguments: argparse.Namespace, variant: Variant, seed: str | None
) -> setup.TableSetup:
    """Return the new table of `--seats` and `--option`.

    Without a seed, the user's name is at it, and without `--seats` too, the computer players of a
    quick game. Raises UsageError.
    """
    options, settings = options_given(variant, arguments.option), load_settings()
    # the dealer is drawn by lot (C-2); a seed always draws the same one
    if seed is None:
        person = settings.name
        dealer = secrets.randbelow(variant.seats)
    else:
        person = ""
        dealer = fair.seeded_dealer(seed, variant.seats)
    chosen = with_options(variant, options)
    if seed is None and arguments.seats is None:
        seats = default_players(chosen, person, settings.partner)
    else:
        seats = seats_given(chosen, arguments.seats, person)
    people = sum(seat.kind == "human" for seat in seats)
    options = {**at_first(variant, people), **options}
    return setup.TableSetup(variant, options, seats, dealer, seed, cut=settings.cut)


# ---- the file of a game


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input if the name is ``-``. Raises OSError."""
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    return open(name, "rb")


def read_resumed(path: Path, good_part: bool = False) -> "Suspended":
    """Read a saved game.

    Raises InputError with what is wrong with it, UsageError if the file can't be used. With
    `good_part` a damaged file is left alone, and a copy of its good part is read.
    """
    folders = games_folder().resolve(), forks_folder().resolve()
    # a copy elsewhere isn't it
    if path.name in given_up() and path.is_file() and path.resolve().parent in folders:
        reopens = typed_command("spades-tui", "scorebook", "reopen", path.name)
        raise InputError(f"{path}: this game is abandoned; reopen it with: {reopens}")
    # they import what checks files, and a new game doesn't wait for that
    from spades_tui.play import rescue, resume

    try:
        return resume.read_journal(path)
    except RecordError as error:
        if not good_part:
            raise InputError(str(error), rescue.hint(path)) from None
        part = rescue.good_part(path)
        if part is None:
            raise InputError(str(error)) from None
    except OSError as error:
        raise file_error(str(path), error) from None
    try:
        new = rescue.rescue(part)
    except OSError as refused:
        raise file_error(str(refused.filename or path), refused) from None
    if part.over:
        words = f"They are in {new} now, for the scorebook; no game is left to resume."
        raise InputError(f"{part.words} {words}")
    return read_resumed(new)


def refuse_live(name: str, arguments: argparse.Namespace) -> None:
    """Raise UsageError if a game in progress has hands that its players can't see.

    With `--open-hands` it doesn't matter.
    """
    if not arguments.open_hands and name != "-" and _hides_a_hand(Path(name)):
        why = f"{arguments.command} shows cards that its players can't see"
        fix = f"wait for the end of the game, or add {OPEN_HANDS}"
        raise UsageError(f"{name}: this game is in progress, and {why}; {fix}")


def _hides_a_hand(path: Path) -> bool:
    """Return whether another program has this journal open, with people and an unscored hand."""
    with suppress(OSError, ValueError), open_plain(path) as stream:
        try:
            lock(stream.fileno(), wait=False, shared=True)
            return False  # or the system has no locks, so there is no way to know
        except BlockingIOError:
            raw = read_record_from(stream, str(path))
        head = read_head(raw[: raw.index(b"\n")])
        dealt = raw.rfind(b'"event": "deal"') > raw.rfind(b'"event": "hand_score"')
        return dealt and bool(head.people)
    return False
