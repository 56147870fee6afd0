"""Codes of games, such as ``classic 06F2-TJWN``: letters that deal the same cards everywhere.

The letters are symbols of 5 bits: flags, the seed, the differences from a new table of one person,
and a check letter. A code reveals every card of its game, so it's shown only after the game.
"""

import re
import secrets
from hashlib import sha256

from msgspec.structs import replace

from spades_tui.bots.levels import LEVELS, STYLED
from spades_tui.bots.styles import STYLES, joined_level
from spades_tui.language.quoting import shown
from spades_tui.language.unusable import UnusableError
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.saved_games import ONE_HAND
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup, check_seats, default_level
from spades_tui.record.writer import rules_mark
from spades_tui.rules.catalogue import is_shipped, own_entries, own_folder, shipped
from spades_tui.rules.option_declarations import Option
from spades_tui.rules.variant import Variant, at_first, of_one_hand, options_of, with_options
from spades_tui.rules.variant_check import problems_but_options
from spades_tui.system.foreign_text import pasted

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L and O, which are read as 1, 1 and 0, and without U."""
READ_AS = str.maketrans("OIL", "011")
SEED_LETTERS = 6  # 2**30 letters; 2**30 different games at each table
CODE_MOST = 200  # characters of a code as typed; a table with every option chosen has about 150
HANDS_MOST = 200  # hands of a game for which `hand_of` makes a code
_SEED = re.compile(f"code ([{LETTERS}]{{{SEED_LETTERS}}})(?: hand ([1-9][0-9]{{0,2}}))?")
_OWN, _SEATS, _OPTIONS, _ONE_HAND, _LATER = 1, 2, 4, 8, 16
_COMPARE = "compare it with the one you were given"
_PLAYERS: list[str | None] = [None]
for _level in LEVELS:
    _PLAYERS.append(_level)
    if _level in STYLED:
        _PLAYERS += [joined_level(_level, style.name) for style in STYLES]
"""The possible players of a seat: a person, or a level with its style.

A code's symbol is an index in this list, so its order must not change.
"""

# ---- tables with a seed for a code


def new_seed() -> str:
    """Return a random seed that a code can carry."""
    return "code " + "".join(secrets.choice(LETTERS) for _ in range(SEED_LETTERS))


def has_code_seed(seed: str | None) -> bool:
    """Return whether a code can carry this seed. It has no cuts: they'd change the cards."""
    return seed is not None and _SEED.fullmatch(seed) is not None


def _seed_of(letters: str, hand: int) -> str:
    """Return the seed of a code's game, or of one of its hands; hand 1 has the game's own."""
    if hand > 1:
        return f"code {letters} hand {hand}"
    return f"code {letters}"


def next_game(setup: TableSetup) -> TableSetup:
    """Return the same table for its next game, with the next dealer, or the next game of its seed.

    After a game with a code it gets a new seed, because players know the code.
    """
    if not has_code_seed(setup.seed):
        dealer = (setup.dealer + 1) % len(setup.seats)
        return replace(setup, dealer=dealer, game=setup.game + 1)
    seed = new_seed()
    return replace(setup, seed=seed, dealer=first_dealer(seed, len(setup.seats)))


def without_undo(variant: Variant) -> dict[str, object]:
    """Return the options with which nobody can undo at a table of this variant."""
    options = options_of(variant)
    return {option.name: False for option in options if option.sets_place("customs.slip.on")}


def one_hand(variant: Variant) -> Variant:
    """Return the game of a single hand of a shipped variant. Raises UnusableError."""
    made = of_one_hand(variant, f"{variant.slug}{ONE_HAND}")
    if not is_shipped(variant) or variant.programme or problems_but_options(made):
        raise UnusableError(f"a single hand of {variant.name} can't be played; play a whole game")
    return made


def hand_of(setup: TableSetup, number: int) -> TableSetup:
    """Return the table of one hand of a game with a code. Raises UnusableError."""
    seed = _SEED.fullmatch(setup.seed or "")
    if seed is None or seed[2] or not 1 <= number <= HANDS_MOST:
        raise UnusableError("there's no code for this hand; choose a hand of a game with a code")
    variant = one_hand(setup.variant)
    offered = set(variant.option_names)
    options = {name: value for name, value in setup.options.items() if name in offered}
    name = _seed_of(seed[1], number)
    dealer = first_dealer(name, variant.seats)
    return replace(setup, variant=variant, options=options, seed=name, dealer=dealer)


def code_of_hand(code: str, number: int) -> str | None:
    """Return the code of one hand of the game with this code; None if it can't be played."""
    try:
        return code_of(hand_of(setup_by_code(code), number))
    except UnusableError:
        return None


# ---- the code of a table


def code_of(setup: TableSetup) -> str | None:
    """Return the code of a game; None if none can carry its seed, or another program has a seat."""
    seed = _SEED.fullmatch(setup.seed or "")
    levels: list[str | None] = []
    for seat in setup.seats:
        levels.append(seat.level if seat.kind == "bot" else None)
    if seed is None or setup.game != 1 or not set(levels) <= set(_PLAYERS):
        return None
    if setup.dealer != first_dealer(seed[0], len(levels)):
        return None
    variant, slug, flags, letters = setup.variant, setup.variant.slug, 0, seed[1]
    whole = shipped().get(slug.removesuffix(ONE_HAND))
    if whole is not None and slug.endswith(ONE_HAND) and variant == one_hand(whole):
        flags, slug = _ONE_HAND, whole.slug
        letters += number_letters(int(seed[2] or 1))
    elif seed[2]:
        return None
    elif not is_shipped(variant):
        flags = _OWN
        letters += _rules_letters(variant)
    if levels != _default_players(with_options(variant, setup.options)):
        flags |= _SEATS
        letters += "".join(LETTERS[_PLAYERS.index(level)] for level in levels)
    first = at_first(variant, levels.count(None))
    chosen = list[str]()
    for option in options_of(variant):
        value = setup.options.get(option.name, option.usual)
        if value != first.get(option.name, option.usual):
            chosen.append(_name_letters(option) + _value_letters(option, value))
    if chosen:
        flags |= _OPTIONS
        letters += number_letters(len(chosen)) + "".join(chosen)
    letters = LETTERS[flags] + letters
    letters += _check_letter(slug, letters)
    return f"{slug} " + "-".join(letters[n : n + 4] for n in range(0, len(letters), 4))


def setup_by_code(code: str, person: str = "", variant: Variant | None = None) -> TableSetup:
    """Return the table of a code, with the rules here or those of `variant`. Raises UnusableError.

    `person` names the first person; "" for a default name.
    """
    if len(code) > CODE_MOST:
        raise UnusableError(f"more than {CODE_MOST} letters; copy the code alone")
    slug, _, typed = pasted(code).strip().partition(" ")
    slug = slug.lower()
    if not typed.strip() or not re.fullmatch(r"[a-z0-9-]+", slug):
        raise UnusableError(f"{shown(code)} is not a code; write it like 'classic 06F2-TJWN'")
    if variant is not None and variant.slug != slug:
        words = "leave --variant out, or name another file"
        raise UnusableError(f"it's for {slug!r}, not for {variant.slug!r}; {words}")
    variant = variant or _variant_here(slug)
    letters = re.sub(r"[\s-]", "", typed).upper().translate(READ_AS)
    for letter in letters:
        if letter not in LETTERS:
            raise UnusableError(f"{shown(letter)} isn't used in codes; {_COMPARE}")
    if len(letters) < SEED_LETTERS + 2:
        raise UnusableError(f"{shown(code)} is too short; copy the whole code")
    if _check_letter(slug, letters[:-1]) != letters[-1]:
        raise UnusableError(f"a letter is wrong or missing; {_COMPARE}")
    if LETTERS.index(letters[0]) & _LATER:
        raise UnusableError("it's from a later version; update spades-tui")
    reader = LetterReader(letters[:-1])
    try:
        setup = _read(reader, variant, person)
    except UnusableError:
        raise
    except (IndexError, ValueError):  # letters that mean nothing here
        words = "compare versions of spades-tui"
        raise UnusableError(f"no table of {variant.name} fits it here; {words}") from None
    if reader.left:
        raise UnusableError(f"it has too many letters; {_COMPARE}")
    return setup


def _variant_here(slug: str) -> Variant:
    """Return the rules of a game here, shipped or the user's own. Raises UnusableError."""
    if slug in shipped():
        return shipped()[slug]
    for entry in own_entries():
        if entry.slug != slug:
            continue
        if entry.variant is None:
            raise UnusableError(entry.error)
        return entry.variant
    words = f"ask for its file and put it into {own_folder()}"
    raise UnusableError(f"there's no game {slug!r} here; {words}")


def _read(reader: "LetterReader", variant: Variant, person: str) -> TableSetup:
    """Read the letters of a table. Raises UnusableError, and others for letters without meaning."""
    flags = LETTERS.index(reader.take(1))
    letters = reader.take(SEED_LETTERS)
    number = reader.number() if flags & _ONE_HAND else 1
    if not 1 <= number <= HANDS_MOST:
        raise UnusableError(f"it has no such hand; {_COMPARE}")
    rules_here = "" if is_shipped(variant) else _rules_letters(variant)
    if rules_here != (reader.take(4) if flags & _OWN else ""):
        words = "here has other rules than the code's; ask for that file"
        raise UnusableError(f"the {shown(variant.slug)} {words}")
    if flags & _ONE_HAND:
        variant = one_hand(variant)
    levels: list[str | None] = []
    people = 1
    if flags & _SEATS:
        levels = [_PLAYERS[LETTERS.index(letter)] for letter in reader.take(variant.seats)]
        people = levels.count(None)
    options: dict[str, object] = {**at_first(variant, people)}
    if flags & _OPTIONS:
        options |= _read_options(reader, variant)
    whole = with_options(variant, options)
    seats: list[SeatSetup] = []
    for level in levels or _default_players(whole):
        names = [*NAMES]
        if level is None and person:
            names.insert(0, person)
        taken = {seat.name for seat in seats}
        name = next(name for name in names if name not in taken)
        seats.append(SeatSetup(name, "human" if level is None else "bot", level))
    check_seats(whole, tuple(seats))
    seed = _seed_of(letters, number)
    return TableSetup(variant, options, tuple(seats), first_dealer(seed, variant.seats), seed)


# ---- its letters


class LetterReader:
    """Letters of a code or a claim, read from the front."""

    def __init__(self, letters: str) -> None:
        self.left = letters

    def take(self, count: int) -> str:
        """Return the next letters. Raises ValueError if there are fewer."""
        taken, self.left = self.left[:count], self.left[count:]
        if len(taken) < count:
            raise ValueError("too few letters")
        return taken

    def number(self) -> int:
        """Return the next number. Raises ValueError if it doesn't end within six letters."""
        number = 0
        for place in range(6):
            symbol = LETTERS.index(self.take(1))
            number |= (symbol & 15) << 4 * place
            if symbol < 16:
                return number
        raise ValueError("a number is too long")


def number_letters(number: int) -> str:
    """Return a number as letters of four bits, the lowest first; all but the last have 16 added."""
    letters = ""
    while number > 15:
        letters += LETTERS[number & 15 | 16]
        number >>= 4
    return letters + LETTERS[number]


def mark_letters(number: int, count: int = 5) -> str:
    """Return the lowest bits of a number as letters, five bits each, the lowest first."""
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(count))


def _default_players(whole: Variant) -> list[str | None]:
    """Return the players at a new table of one person, by seat: a level, or None for the person."""
    sides = whole.side_seats()
    others = range(1, whole.seats)
    return [None, *(default_level(seat, (0,), sides, LEVELS) for seat in others)]


def _name_letters(option: Option) -> str:
    digest = sha256(option.name.encode()).digest()
    return LETTERS[digest[0] & 31] + LETTERS[digest[1] & 31]


def _value_letters(option: Option, value: object) -> str:
    """Return a value as its place among the option's, followed by the numbers in its bounds."""
    if value in option.values:
        return number_letters([*option.values].index(value))
    assert option.bounds is not None and isinstance(value, int)
    return number_letters(len(option.values) + value - option.bounds[0])


def _read_options(reader: LetterReader, variant: Variant) -> dict[str, object]:
    """Return the chosen options. Raises ValueError for what the variant doesn't have."""
    offered = {_name_letters(option): option for option in options_of(variant)}
    chosen: dict[str, object] = {}
    for _ in range(reader.number()):
        option, place = offered.get(reader.take(2)), reader.number()
        if option is None:
            raise ValueError("an option that this variant doesn't have")
        if place < len(option.values):
            chosen[option.name] = option.values[place]
            continue
        number = place - len(option.values) + (option.bounds or (0, 0))[0]
        if not option.takes(number):
            raise ValueError("a number that the option can't have")
        chosen[option.name] = number
    return chosen


def _rules_letters(variant: Variant) -> str:
    """Return four letters from the fingerprint of rules that aren't shipped."""
    return mark_letters(int(rules_mark(variant), 16), 4)


def _check_letter(slug: str, letters: str) -> str:
    """Return the check letter, which detects any wrong letter and any two swapped neighbours."""
    check = sha256(slug.encode()).digest()[0] & 31
    for letter in letters:
        check = _times_two(check) ^ LETTERS.index(letter)
    return LETTERS[_times_two(check)]


def _times_two(number: int) -> int:
    """Return twice a number in the field of 32 elements with the polynomial x⁵ + x² + 1."""
    return (number << 1) ^ (0b100101 if number & 16 else 0)
