"""What the program says of rules, and of mistakes in them, stays the same.

The other tests check single sentences; this one notices a change that nobody meant. If you mean one, run
``python -m tests.rules.test_frozen_rules``, and put what it prints in place of the digests.
"""

from collections.abc import Iterator

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.rules_now import in_short, rules_now
from spades_tui.rules.rules_page import describe, page, rule_texts, rules_of_bidding, rules_of_play, this_hand
from spades_tui.rules.variant import Variant, options_of, with_options
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.frozen import digest, source_of
from tests.games import SLUGS
from tests.referee.home import home_rules
from tests.variants.mutate import mutant

MUTANTS = 80
"""Spoiled files of rules in each digest of `MISTAKES`."""
HOMES = 30
"""Home-made games in each digest of `HOME`."""
ROWS = 10


def variants_of(slug: str) -> Iterator[Variant]:
    """Yield a game with each of the values that its options allow, one at a time."""
    usual = shipped()[slug]
    yield usual
    for option in options_of(usual):
        values = option.values_ or [value for value in (option.least, option.greatest) if value is not None]
        if option.type == "switch":
            values = [True, False]
        for value in values:
            if value != option.usual:
                yield with_options(usual, {option.name: value}).changed(options=())


def pages(slug: str) -> Iterator[str]:
    """Yield all that is said of a game's rules."""
    usual = shipped()[slug]
    for option in options_of(usual):
        words = (option.name, option.label, option.sentence, option.rule)
        yield repr((*words, option.usual, option.allowed(), option.says))
    for people in range(8):
        yield repr(usual.unfit(people))
    for variant in variants_of(slug):
        yield page(variant)
        yield repr((describe(variant), describe(variant, full=True), this_hand(usual, variant)))
        yield repr((rules_of_bidding(variant), rules_of_play(variant)))
        yield repr((in_short(variant, rule_texts()), rules_now(variant, rule_texts())))


def mistakes(row: int) -> Iterator[str]:
    """Yield what is wrong with spoiled files of rules."""
    for seed in range(MUTANTS * row, MUTANTS * (row + 1)):
        try:
            variant = from_data(mutant(seed), "rules")
        except VariantError as error:
            yield str(error)
        else:
            yield page(variant)


def homes(row: int) -> str:
    """Return a digest of what is said of home-made games, which have every component."""
    variants = (from_data(home_rules(seed)) for seed in range(HOMES * row, HOMES * (row + 1)))
    return digest(f"{page(variant)} {describe(variant, full=True)}" for variant in variants)


PAGES = {
    "classic": "c229e5005e4a4264",
    "jokers": "4fd8b3feedcb66ee",
    "sandbags": "796773239cc0a81e",
    "bemo": "aee3a1186cfe6115",
    "3b-three": "fbe6dc58c82c1d68",
    "3b-four": "6315b4aff807b3ab",
    "3b-five": "757f175bcd4a6db2",
    "joker-deuces": "807c09f107ef73b7",
    "whiz": "97171273aa245064",
    "mirrors": "ebee753c370cc65d",
    "suicide": "b1a576450cca99bf",
    "cutthroat": "3be2f09126e0576d",
    "cutthroat-three": "5e72eb5405769459",
    "call-break": "4a131def6e21de36",
    "six-handed": "b1896fb9e009ba85",
    "two-handed": "c62141c957ebd2fe",
    "league": "4638a85f63228596",
}
"""By game."""
MISTAKES = (
    "97933b422e88f096",
    "77375acd544a7464",
    "2e59492886aefc6a",
    "8a71cb0f9860f212",
    "8f78113cc6447e66",
    "1eb383ce378f75ad",
    "e9e8dcaf08743c29",
    "5816fa448df59725",
    "68c1cd38040658f0",
    "e0090eec013b7a1a",
)


HOME = (
    "73d5f10dc35f97ee",
    "a65d57bf0a210033",
    "d1f17f272d9a395f",
    "56cd2f79f7d9a751",
    "add6e02c661989b9",
    "ff669a04df661d77",
    "3733e85674456cbc",
    "b345b94e508c8334",
    "efda8e35479a2507",
    "36aac7f530cdbd1c",
)


@pytest.mark.parametrize("slug", SLUGS)
def test_pages_of_rules_say_the_same_as_in_the_last_commit(slug: str) -> None:
    assert digest(pages(slug)) == PAGES[slug], "see the top of this file"


@pytest.mark.parametrize("row", range(ROWS))
def test_mistakes_in_rules_are_those_of_the_last_commit(row: int) -> None:
    assert digest(mistakes(row)) == MISTAKES[row], "see the top of this file"


@pytest.mark.parametrize("row", range(ROWS))
def test_pages_of_home_made_games_say_the_same_as_in_the_last_commit(row: int) -> None:
    assert homes(row) == HOME[row], "see the top of this file"


if __name__ == "__main__":
    print(source_of("PAGES", {game: digest(pages(game)) for game in SLUGS}))
    print(source_of("MISTAKES", [digest(mistakes(number)) for number in range(ROWS)]))
    print(source_of("HOME", [homes(number) for number in range(ROWS)]))
