"""Codes of games, such as ``sandbags 0K7Q-F2M2``: a variant and letters that deal the same cards on every machine.

The letters are symbols of 5 bits: flags, the seed, the differences from a new table of one person, and a check letter.
A code reveals every card of its game, so it's shown only after the game.
"""

import re
import secrets
from collections.abc import Mapping
from hashlib import sha256

from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots.styles import PLAIN, STYLES, joined_level
from spades_tui.language.quoting import shown
from spades_tui.language.unusable import UnusableError
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.saved_games import ONE_HAND
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup, check_seats, default_level
from spades_tui.record.writer import rules_mark
from spades_tui.rules.catalogue import is_shipped, own_entries, own_folder, shipped
from spades_tui.rules.option_declarations import Option
from spades_tui.rules.options import at_first, of_one_hand, options_of, with_options
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_check import problems_but_options
from spades_tui.system.foreign_text import pasted

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L and O, which are read as 1, 1 and 0, and without U."""
SEED_LETTERS = 6  # 2**30 letters; 2**30 different games at each table
CODE_MOST = 200  # characters of a code as typed; a table with every option chosen has about 150
HANDS_MOST = 200  # hands of a game for which `hand_of` makes a code
_SEED = re.compile(f"code ([{LETTERS}]{{{SEED_LETTERS}}})(?: hand ([1-9][0-9]{{0,2}}))?")
_OWN, _SEATS, _OPTIONS, _ONE_HAND, _LATER = 1, 2, 4, 8, 16
_PLAYERS: tuple[str | None, ...] = (
    None,
    *(
        joined_level(level, style)
        for level in bots.LEVELS
        for style in (PLAIN.name, *(one.name for one in STYLES if level in bots.STYLED))
    ),
)
"""The possible players of a seat: a person, or a level with its style.

A code's symbol is an index in this tuple, so its order must not change.
"""


def new_seed() -> str:
    """Return a random seed that a code can carry."""
    return "code " + "".join(secrets.choice(LETTERS) for _ in range(SEED_LETTERS))


def has_code_seed(seed: str | None) -> bool:
    """Return whether a code can carry this seed. Such a game has no cuts, because they would change the cards."""
    return seed is not None and _SEED.fullmatch(seed) is not None


def _seed_of(letters: str, hand: int) -> str:
    """Return the seed of a code's game, or of one of its hands; hand 1 has the game's own."""
    return f"code {letters}" + (f" hand {hand}" if hand > 1 else "")


def one_hand(variant: Variant) -> Variant:
    """Return the game of a single hand of a shipped variant. Raises UnusableError."""
    made = of_one_hand(variant, f"{variant.slug}{ONE_HAND}")
    if not is_shipped(variant) or variant.programme or problems_but_options(made):
        raise UnusableError(f"a single hand of {variant.name} can't be played; share the code of the game")
    return made


def hand_of(setup: TableSetup, number: int) -> TableSetup:
    """Return the table of one hand of a game with a code, with the same players. Raises UnusableError."""
    found = _SEED.fullmatch(setup.seed or "")
    if found is None or found[2] or not 1 <= number <= HANDS_MOST:
        raise UnusableError("there's no code for this hand; choose a hand of a game with a code")
    variant = one_hand(setup.variant)
    options = {name: value for name, value in setup.options.items() if name in variant.option_names}
    seed = _seed_of(found[1], number)
    return replace(setup, variant=variant, options=options, seed=seed, dealer=first_dealer(seed, variant.seats))


def code_of_hand(code: str, number: int) -> str | None:
    """Return the code of one hand of the game with this code; None if a single hand of it can't be played."""
    try:
        return code_of(hand_of(setup_by_code(code), number))
    except UnusableError:
        return None


def next_game(setup: TableSetup) -> TableSetup:
    """Return the same table for its next game, with the next dealer, or the next game of its seed.

    After a game with a code it gets a new seed, because players know the code.
    """
    if not has_code_seed(setup.seed):
        return replace(setup, dealer=(setup.dealer + 1) % len(setup.seats), game=setup.game + 1)
    seed = new_seed()
    return replace(setup, seed=seed, dealer=first_dealer(seed, len(setup.seats)))


def code_of(setup: TableSetup) -> str | None:
    """Return the code of a game; None if no code can carry its seed, or an outside player has a seat."""
    found = _SEED.fullmatch(setup.seed or "")
    levels = [seat.level if seat.kind == "bot" else None for seat in setup.seats]
    variant = setup.variant
    if found is None or setup.game != 1 or any(level not in _PLAYERS for level in levels):
        return None
    if setup.dealer != first_dealer(found[0], len(levels)):
        return None
    parts = [LETTERS.index(letter) for letter in found[1]]
    flags, slug = 0, variant.slug
    whole = shipped().get(slug.removesuffix(ONE_HAND))
    if whole is not None and slug.endswith(ONE_HAND) and variant == one_hand(whole):
        flags, slug = _ONE_HAND, whole.slug
        parts += _number(int(found[2] or 1))
    elif found[2]:
        return None
    elif not is_shipped(variant):
        flags |= _OWN
        parts += _mark(variant)
    if levels != _default_players(with_options(variant, setup.options)):
        flags |= _SEATS
        parts += [_PLAYERS.index(level) for level in levels]
    chosen = _differing(variant, setup.options, levels.count(None))
    if chosen:
        flags |= _OPTIONS
        parts += _number(len(chosen))
        for option, value in chosen:
            place = [*option.values].index(value) if value in option.values else None
            if place is None:  # the value is a number within bounds
                assert option.bounds is not None and isinstance(value, int)
                place = len(option.values) + value - option.bounds[0]
            parts += [*_name_mark(option.name), *_number(place)]
    symbols = [flags, *parts]
    text = _letters([*symbols, _check(slug, symbols)])
    return f"{slug} " + "-".join(text[n : n + 4] for n in range(0, len(text), 4))


def slug_of(code: str) -> str:
    """Return the slug of a code's variant. Raises UnusableError for anything that isn't a code."""
    if len(code) > CODE_MOST:
        raise UnusableError(f"more than {CODE_MOST} letters; copy the code alone")
    slug, _, letters = pasted(code).strip().partition(" ")
    if not letters.strip() or not re.fullmatch(r"[a-z0-9-]+", slug.lower()):
        raise UnusableError(f"{shown(code)} is not a code; write it like 'sandbags 0K7Q-F2M2'")
    return slug.lower()


def setup_of(code: str, variant: Variant, person: str = "") -> TableSetup:
    """Return the table that a code describes; `variant` must be the code's, by `slug_of`. Raises UnusableError.

    `person` names the first person; "" for a default name.
    """
    slug = slug_of(code)
    symbols = []
    for letter in re.sub(r"[\s-]", "", pasted(code).strip().partition(" ")[2]).upper().translate(READ_AS):
        if letter not in LETTERS:
            raise UnusableError(f"{shown(letter)} isn't used in codes; compare it with the one you were given")
        symbols.append(LETTERS.index(letter))
    if len(symbols) < SEED_LETTERS + 2:
        raise UnusableError(f"{shown(code)} is too short; copy the whole code")
    if _check(slug, symbols[:-1]) != symbols[-1]:
        raise UnusableError("a letter is wrong or missing; compare it with the one you were given")
    if symbols[0] & _LATER:
        raise UnusableError("it's from a later version; update spades-tui")
    flags, *left = symbols[:-1]
    try:
        setup = _read(left, flags, variant, person)
    except (IndexError, UnusableError):
        raise UnusableError(f"no table of {variant.name} fits it here; compare versions of spades-tui") from None
    if left or _SEED.fullmatch(setup.seed or "") is None:
        raise UnusableError("it has too many letters; compare it with the one you were given")
    return setup


def setup_by_code(code: str, person: str = "") -> TableSetup:
    """Return the table of a code, with the rules of its game here. Raises UnusableError."""
    slug = slug_of(code)
    if slug in shipped():
        return setup_of(code, shipped()[slug], person)
    own = next((entry for entry in own_entries() if entry.slug == slug), None)
    if own is None:
        raise UnusableError(f"there's no game {slug!r} here; ask for its file and put it into {own_folder()}")
    if own.variant is None:
        raise UnusableError(own.error)
    return setup_of(code, own.variant, person)


def _read(left: list[int], flags: int, variant: Variant, person: str) -> TableSetup:
    """Read the symbols of a table, and remove them. Raises UnusableError, IndexError."""
    letters, number = _letters(_take(left, SEED_LETTERS)), 1
    if flags & _ONE_HAND:
        number = _take_number(left)
        if not 1 <= number <= HANDS_MOST:
            raise UnusableError("it has no such hand; compare it with the one you were given")
    seed = _seed_of(letters, number)
    own = _take(left, 4) if flags & _OWN else None
    if own != (None if is_shipped(variant) else _mark(variant)):
        raise UnusableError(f"the {shown(variant.slug)} here has other rules than the code's; ask for that file")
    if flags & _ONE_HAND:
        variant = one_hand(variant)
    levels = [_PLAYERS[symbol] for symbol in _take(left, variant.seats)] if flags & _SEATS else None
    people = levels.count(None) if levels is not None else 1
    offered = {tuple(_name_mark(option.name)): option for option in options_of(variant)}
    chosen: dict[str, object] = {}
    for _ in range(_take_number(left) if flags & _OPTIONS else 0):
        option = offered.get(tuple(_take(left, 2)))
        place = _take_number(left)
        if option is None:
            raise UnusableError("an option that this variant doesn't have")
        if place < len(option.values):
            chosen[option.name] = option.values[place]
        else:
            chosen[option.name] = option.checked(place - len(option.values) + (option.bounds or (0, 0))[0])
    options = {**at_first(variant, people), **chosen}
    whole = with_options(variant, options)
    seats: list[SeatSetup] = []
    names = [name for name in (person, *NAMES) if name]
    for level in levels if levels is not None else _default_players(whole):
        name = next(name for name in (names if level is None else NAMES) if name not in (one.name for one in seats))
        seats.append(SeatSetup(name, "human" if level is None else "bot", level))
    check_seats(whole, tuple(seats))
    return TableSetup(variant, options, tuple(seats), first_dealer(seed, variant.seats), seed)


READ_AS = str.maketrans("OIL", "011")


def _take(symbols: list[int], count: int) -> list[int]:
    """Remove and return the next symbols. Raises IndexError if there are fewer."""
    return [symbols.pop(0) for _ in range(count)]


def _take_number(symbols: list[int]) -> int:
    """Remove and return the next number. Raises IndexError if it has more than six symbols, or they end too early."""
    number = 0
    for place in range(6):
        symbol = symbols.pop(0)
        number |= (symbol & 15) << 4 * place
        if symbol < 16:
            return number
    raise IndexError("a number is too long")


def _number(number: int) -> list[int]:
    """Return a number as symbols: four bits each, the lowest first; 16 is added to all but the last."""
    symbols = []
    while number > 15:
        symbols.append(number & 15 | 16)
        number >>= 4
    return [*symbols, number]


def letters_of(number: int) -> str:
    """Return a number as letters of a code."""
    return _letters(_number(number))


def mark_letters(number: int) -> str:
    """Return the lowest 25 bits of a number as five letters, the lowest first."""
    return _letters(_low_symbols(number, 5))


def _letters(symbols: list[int]) -> str:
    return "".join(LETTERS[symbol] for symbol in symbols)


def _low_symbols(number: int, count: int) -> list[int]:
    """Return the lowest bits of a number as symbols, the lowest first."""
    return [number >> 5 * place & 31 for place in range(count)]


def number_of(letters: list[str]) -> int:
    """Remove a number from the front of a list of letters, and return it.

    Raises IndexError or ValueError without one.
    """
    symbols = [LETTERS.index(letter) for letter in letters[:6]]
    read = len(symbols)
    number = _take_number(symbols)
    del letters[: read - len(symbols)]
    return number


def _default_players(whole: Variant) -> list[str | None]:
    """Return the players at a new table of one person, by seat: a level, or None for the person."""
    sides = whole.side_seats()
    return [None, *(default_level(seat, (0,), sides, bots.LEVELS) for seat in range(1, whole.seats))]


def _differing(variant: Variant, options: Mapping[str, object], people: int) -> list[tuple[Option, object]]:
    """Return the options whose values differ from a new table's, in the order of the file."""
    first = at_first(variant, people)
    found = [(option, options.get(option.name, option.usual)) for option in options_of(variant)]
    return [(option, value) for option, value in found if value != first.get(option.name, option.usual)]


def _name_mark(name: str) -> list[int]:
    """Return two symbols for the name of an option."""
    digest = sha256(name.encode()).digest()
    return [digest[0] & 31, digest[1] & 31]


def _mark(variant: Variant) -> list[int]:
    """Return four symbols from the fingerprint of rules that aren't shipped."""
    return _low_symbols(int(rules_mark(variant), 16), 4)


def _check(slug: str, symbols: list[int]) -> int:
    """Return the check letter, which detects any single wrong letter and any two swapped neighbours."""
    check = sha256(slug.encode()).digest()[0] & 31
    for symbol in symbols:
        check = _times_two(check) ^ symbol
    return _times_two(check)


def _times_two(number: int) -> int:
    """Return twice a number in the field of 32 elements with the polynomial x⁵ + x² + 1."""
    return (number << 1) ^ (0b100101 if number & 16 else 0)
