"""What a table shows and writes, and the codes of games, stay the same.

The other tests check single promises; this one notices a change that nobody meant. If you mean one, run
``python -m tests.table.test_frozen_play``, and put what it prints in place of `FROZEN`. Codes must never change:
friends have them.
"""

import random
from collections.abc import Iterator
from contextlib import suppress

import msgspec
import pytest

from spades_tui.fair import seeded_dealer
from spades_tui.language.unusable import UnusableError
from spades_tui.play.game_code import code_of, code_of_hand, hand_of, next_game, one_hand, setup_by_code
from spades_tui.play.setup import TableSetup, with_sides_changed
from spades_tui.rules.ruleset import Ruleset
from spades_tui.rules.variant import Variant
from tests.frozen import digest, source_of
from tests.game.at_random import SWITCHES
from tests.table.playing import SHORT_NINE, opened, setup_of, step

STEPS = 150
SEED = "code 7QF2M9"


def text_of(value: object) -> str:
    """Return data as text; rules are left out."""

    def other(value: object) -> object:
        return [] if isinstance(value, Ruleset | Variant) else list(value)  # type: ignore[call-overload]

    return msgspec.json.encode(
        msgspec.to_builtins(value, str_keys=True, enc_hook=other), order="deterministic"
    ).decode()


def with_code(slug: str, kinds: str, **options: object) -> TableSetup:
    setup = setup_of(slug, kinds, None, **options)
    return msgspec.structs.replace(setup, seed=SEED, dealer=seeded_dealer(SEED, len(setup.seats)))


def shown(slug: str) -> Iterator[str]:
    """Yield what two people and a passer-by see of a game with people and beginners, and its record."""
    seats = setup_of(slug).variant.seats
    options = {"enforcement": "challenge"} if "enforcement" in SWITCHES[slug] else SHORT_NINE.get(slug, {})
    table, rng = opened(with_code(slug, "hhbhhh"[:seats], **options), None), random.Random(slug)
    for place in range(STEPS):
        if place % 3 == 0:
            for viewer in (None, 0, 1):
                yield text_of(table.shown(viewer))
        yield repr((type(table.next()).__name__, [table.may_take_back(seat) for seat in range(seats)]))
        if not step(table, rng):
            break
    yield repr([(entry.kind, entry.text) for entry in table.entries])


def setups(slug: str) -> Iterator[str]:
    """Yield the codes of a game with many options, and what follows from a code."""
    rng = random.Random(slug)
    people = "h" + "b" * (setup_of(slug).variant.seats - 1)
    for _ in range(8):
        options = {name: rng.choice(values) for name, values in SWITCHES[slug].items() if rng.random() < 0.4}
        setup = with_code(slug, people, **options)
        code = code_of(setup)
        yield f"{options} {code}"
        if code is not None:
            again = setup_by_code(code, "P0")
            assert code_of(again) == code
            with suppress(UnusableError):
                yield f"{code_of_hand(code, 3)} {code_of(hand_of(again, 2))}"
            yield text_of((again.seats, dict(again.options), again.dealer, again.seed, again.game))
        changed = with_sides_changed(setup)
        plain = next_game(msgspec.structs.replace(setup, seed="x"))
        yield text_of((changed.seats, plain.dealer, plain.seed, plain.game))
    with suppress(UnusableError):  # a programme has no single hand
        yield repr(one_hand(setup_of(slug).variant).endings)


def frozen(slug: str) -> tuple[str, str]:
    digests = [digest(["\n".join(texts)]) for texts in (shown(slug), setups(slug))]
    return digests[0], digests[1]


FROZEN = {
    "sandbags": ("4b1bc79eb0d73bf2", "9ebf0d0a9d456f75"),
    "jokers": ("e384f4d4de2609c2", "f4a601937d16eb0a"),
    "cutthroat": ("14332dc11a30ce2b", "880a729b5aff86dd"),
    "cutthroat-three": ("640d0bd381331f71", "af36abc7abe33b25"),
    "joker-deuces": ("274597f1f2e6c88c", "bfc267a6fc275989"),
    "bemo": ("e955bff09f32310a", "1d39422f97f27048"),
    "classic": ("fd382bc278443c32", "243133153879d68d"),
    "whiz": ("73db5208f66e25be", "b04d4dda61bbd2b0"),
    "mirrors": ("b8426ce45ab60d53", "ae0f63e45045f1a7"),
    "suicide": ("9e1b3ee826c0a705", "70b53dc0bc5ceb73"),
    "call-break": ("32b15d5090ed658b", "4f9869c70be458a7"),
    "six-handed": ("2fb440ff8a35c9f6", "891b72bee3746b0a"),
    "two-handed": ("b707334b6e821b2a", "36247f1c3baa5bc8"),
    "league": ("de1674fae918ee9b", "ce99568af2f83607"),
    "3b-three": ("1f83248902d821be", "a520ce579827d557"),
    "3b-four": ("9c74f3eaf77ca085", "2d67d82b8a0a27b9"),
    "3b-five": ("7d5c84a967b41645", "acec9a70e8aac2f8"),
}
"""By game: SHA-256, shortened, of what a table shows, and of codes."""


@pytest.mark.parametrize("slug", SWITCHES)
def test_tables_and_codes_are_those_of_the_last_commit(slug: str) -> None:
    assert frozen(slug) == FROZEN[slug], "see the top of this file"

if __name__ == "__main__":
    print(source_of("FROZEN", {game: frozen(game) for game in SWITCHES}))
