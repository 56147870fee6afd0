"""The table that a command line asks for: its game, options, seats and seed, out of what was typed."""

from __future__ import annotations

import secrets
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from spades_tui import bots, fair
from spades_tui.language.quoting import nearest
from spades_tui.play.sandbox import SandboxError, check_sandbox, in_sandbox
from spades_tui.play.setup import (
    NAMES,
    OUTSIDE,
    SeatSetup,
    SetupError,
    TableSetup,
    check_name,
    check_seats,
    usual_level,
)
from spades_tui.rules.catalogue import find, shelf, shipped
from spades_tui.rules.options import OptionError, at_first, options_of, with_options
from spades_tui.rules.variant_reader import VariantError
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.exit_status import InputError, UsageError, unusable
from spades_tui.system.folders import config_folder, data_folder

if TYPE_CHECKING:
    import argparse

    from spades_tui.rules.variant import Variant

EXEC = "exec:"
"""Before the command of an outside player."""


def find_variant(name: str) -> Variant:
    """The variant that the command line names. Raises UsageError for one that nobody has, InputError for a bad file."""
    if name in shipped():
        return shipped()[name]
    try:
        return find(name)
    except KeyError:
        known = [entry.slug for entry in shelf()]
        hint = nearest(name, known) or f" (there are {', '.join(known)})"
        raise UsageError(f"spades-tui: no variant {name!r}{hint}") from None
    except VariantError as error:
        raise InputError(*error.lines) from None
    except OSError as error:
        raise unusable(name, error) from None


def options_given(variant: Variant, given: list[str]) -> dict[str, object]:
    """A table's choices, from ``NAME=VALUE`` each. Raises UsageError for what the game has not, or cannot be."""
    chosen: dict[str, object] = {}
    offered = {option.name: option for option in options_of(variant)}
    try:
        for entry in given:
            name, equals, value = entry.partition("=")
            if not equals:
                raise OptionError(f"--option {entry!r}: NAME=VALUE wanted")
            if name not in offered:
                with_options(variant, {name: value})
            chosen[name] = offered[name].parse(value)
        with_options(variant, chosen)
    except OptionError as error:
        raise UsageError(f"spades-tui: {error}") from None
    return chosen


def entries(text: str, option: str) -> list[str]:
    """Entries with commas between them; one with commas or spaces of its own stands in quotes.

    `option`: as which they were given. Raises UsageError for a quotation that has no end.
    """
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = ",", True, ""
    try:
        return [entry.strip() for entry in lexer]
    except ValueError as error:
        raise UsageError(f"spades-tui: {option}: {str(error).lower()}") from None


def bot_seat(name: str, player: str) -> SeatSetup:
    """A computer player of a level, or a program of somebody's own, ``exec:COMMAND`` (docs/seat.md).

    Raises UsageError where the command is missing.
    """
    if player.startswith(EXEC):
        command = player.removeprefix(EXEC).strip()
        if not command:
            raise UsageError(f"spades-tui: {EXEC}COMMAND: the command is missing")
        return SeatSetup(name, "bot", OUTSIDE, command)
    return SeatSetup(name, "bot", player)


def seed_given(text: str | None) -> str | None:
    """The seed as it was typed, if one was. Raises UsageError for one that is too long, or unprintable."""
    if text is None:
        return None
    if len(text) > 1000 or not text.isprintable():
        raise UsageError("spades-tui: --seed: a text of at most 1000 printable letters is wanted")
    return text


def seats_given(variant: Variant, text: str | None, person: str = "") -> tuple[SeatSetup, ...]:
    """Who sits where; the table's options are in the variant. `person`: what the first person is called who is given no
    name; "" for a usual name. Raises UsageError for seats that cannot be."""
    seats: list[SeatSetup] = []
    try:
        for entry in entries(text, "--seats") if text is not None else ["human"]:
            kind, _, rest = entry.strip().partition(":")
            if entry.startswith(EXEC):
                taken = [seat.name for seat in seats]
                seats.append(bot_seat(next(name for name in NAMES if name not in taken), entry))
                continue
            if kind not in ("human", "bot"):
                raise SetupError(f"--seats: {entry.strip()!r} found, human:NAME or bot:LEVEL:NAME wanted")
            level, _, name = rest.partition(":") if kind == "bot" else ("", "", rest)
            if rest.endswith(":") or entry.strip() == f"{kind}:" or (kind == "human" and ":" in rest):
                raise SetupError(f"--seats: {entry.strip()!r} found, human:NAME or bot:LEVEL:NAME wanted")
            taken = [seat.name for seat in seats]
            free = [other for other in NAMES if other not in taken and other not in (text or "")]
            first = kind == "human" and not any(seat.kind == "human" for seat in seats)
            if first and person and person not in (text or ""):
                free.insert(0, person)
            seats.append(SeatSetup(check_name(name or free[0]), kind, level if kind == "bot" else None))
        free = [name for name in NAMES if name not in [seat.name for seat in seats]]
        seats += [SeatSetup(name, "bot", "") for name in free[: max(0, variant.seats - len(seats))]]
        people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
        every = tuple(
            replace(seat, level=usual_level(number, people, variant.side_seats(), bots.LEVELS))
            if seat.level == "" and number < variant.seats
            else seat
            for number, seat in enumerate(seats)
        )
        check_seats(variant, every)
    except SetupError as error:
        raise UsageError(f"spades-tui: {error}") from None
    return every


def boxed(seats: tuple[SeatSetup, ...], wanted: bool) -> tuple[SeatSetup, ...]:
    """The seats, with outside players in a sandbox if that is wanted. Raises UsageError where there can be none."""
    if not wanted:
        return seats
    try:
        check_sandbox()
        return in_sandbox(seats, (data_folder(), config_folder()))
    except SandboxError as error:
        raise UsageError(f"spades-tui: {error}") from None


def _person() -> str:
    """The user's name, if it has been asked for. With a seed it is not used: the same seed gives the same record."""
    return load_settings().name


def _first_dealer(seats: int, seed: str | None) -> int:
    """Who deals first, drawn by lot (C-2): with a seed always the same one."""
    return secrets.randbelow(seats) if seed is None else fair.seeded_dealer(seed, seats)


def setup_given(arguments: argparse.Namespace) -> TableSetup:
    """The new table that the command line asks for. Raises UsageError, InputError."""
    variant = find_variant(arguments.variant or "sandbags")
    seed = seed_given(arguments.seed)
    options = options_given(variant, arguments.option)
    seats = seats_given(with_options(variant, options), arguments.seats, _person() if seed is None else "")
    return TableSetup(
        variant=variant,
        options={**at_first(variant, sum(seat.kind == "human" for seat in seats)), **options},
        seats=boxed(seats, arguments.sandbox),
        dealer=_first_dealer(variant.seats, seed),
        seed=seed,
    )
