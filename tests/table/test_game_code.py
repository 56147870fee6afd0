"""A game's code deals the same game on every machine, detects typing errors, and stays secret until it may be seen."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import fair
from spades_tui.language.unusable import UnusableError
from spades_tui.play.game_code import LETTERS, SEED_LETTERS, code_of, mark_letters, setup_by_code
from spades_tui.play.setup import SeatSetup, TableSetup, bot_seats
from spades_tui.play.shown import CutOffered
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import with_options
from tests.games import path_of
from tests.record.records import replayed
from tests.table.playing import opened, step
from tests.table.playing import setup_of as table_of

SEED = "code 7QF2M9"
FROZEN = "sandbags 67QF-2M90-1111-WM18"
"""The code of a table with one person and three beginners, with this seed."""


def with_code(setup: TableSetup, seed: str = SEED) -> TableSetup:
    return replace(setup, seed=seed, dealer=fair.seeded_dealer(seed, len(setup.seats)))


def code(setup: TableSetup) -> str:
    made = code_of(setup)
    assert made is not None
    return made


def without_names(setup: TableSetup) -> tuple[object, ...]:
    whole = with_options(setup.variant, setup.options)
    return whole, [(seat.kind, seat.level) for seat in setup.seats], setup.dealer, setup.seed, setup.game


def test_each_letter_of_a_mark_has_the_next_five_bits() -> None:
    mark = mark_letters(1 | 2 << 5 | 31 << 10 | 4 << 20 | 5 << 25)
    assert [LETTERS.index(letter) for letter in mark] == [1, 2, 31, 0, 4]


def test_a_code_stays_the_same_in_every_release() -> None:
    assert code(with_code(table_of("sandbags", "hbbb"))) == FROZEN
    assert setup_by_code(FROZEN, variant=shipped()["sandbags"]).seed == SEED
    usual = setup_by_code("sandbags 0K7Q-F2M2", variant=shipped()["sandbags"])
    assert ([seat.level for seat in usual.seats], usual.dealer) == ([None, "club", "strong", "club"], 1)
    last = with_code(TableSetup(shipped()["sandbags"], {}, bot_seats(4, "expert/bags")))
    assert code(last).replace("-", "")[16:20] == "GGGG"


def test_similar_letters_are_read_as_the_same() -> None:
    variant = shipped()["sandbags"]
    setup = with_code(table_of("sandbags", "hbbb"), "code 01A0B1")
    made = code(setup)
    slug, letters = made.split()
    assert {"0", "1"} <= set(letters)
    for typed in (letters.replace("0", "O"), letters.replace("1", "I"), letters.replace("1", "l"), letters.lower(),
                  letters.replace("-", ""), letters.replace("-", " ")):  # fmt: skip
        again = setup_by_code(f" {slug.upper()}  {typed} ", variant=variant)
        assert without_names(again) == without_names(setup_by_code(made, variant=variant))


def test_a_wrong_letter_and_swapped_letters_are_refused() -> None:
    variant = shipped()["sandbags"]
    slug, letters = code(with_code(table_of("sandbags", "hbbb", target=300))).replace("-", "").split()
    damaged = {letters[:n] + letter + letters[n + 1 :] for n in range(len(letters)) for letter in LETTERS}
    damaged |= {letters[:n] + letters[n + 1] + letters[n] + letters[n + 2 :] for n in range(len(letters) - 1)}
    for text in damaged - {letters}:
        with pytest.raises(UnusableError):
            setup_by_code(f"{slug} {text}", variant=variant)


def test_random_codes_give_a_table_or_an_error() -> None:
    variant, rng, refused = shipped()["bemo"], random.Random(32), 0
    made = code(with_code(table_of("bemo", "hbb", target=300)))
    for _ in range(10_000):
        text = list(made)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(5, len(text) + 1)
            text[place : place + rng.randint(0, 2)] = rng.choice((*LETTERS, "U", "-", " ", "é", "\0", "🂡", "ZZZZZZZZ"))
        try:
            setup = setup_by_code("".join(text), variant=variant)
        except UnusableError as error:
            refused += 1
            said = str(error)
        else:
            said = ""
        assert said.isprintable() and len(said) < 400
        assert said or (len(setup.seats) == 3 and code_of(setup) is not None)
    assert refused > 9000


@pytest.mark.parametrize(
    "text", ["", " ", "sandbags", "sandbags K", "sandbags " + "0" * 500, "../x 0000-0000", "Ä 00000000"]
)
def test_text_that_is_not_a_code_is_refused(text: str) -> None:
    with pytest.raises(UnusableError):
        setup_by_code(text, variant=shipped()["sandbags"])


def test_a_code_for_house_rules_needs_the_same_file() -> None:
    shipped_one = shipped()["sandbags"]
    own = with_options(shipped_one, {"target": 300}).changed(slug="mine", name="Mine", options=())
    other = with_options(shipped_one, {"target": 250}).changed(slug="mine", name="Mine", options=())
    made = code(with_code(TableSetup(own, {}, bot_seats(4, "club"))))
    assert setup_by_code(made, variant=own).variant == own
    assert setup_by_code(made, variant=own.changed(summary="Other words.")).seed == SEED
    for wrong in (other, shipped_one):
        with pytest.raises(UnusableError):
            setup_by_code(made, variant=wrong)


@pytest.mark.parametrize(
    "change", [{"seed": None}, {"seed": "tuesday"}, {"seed": SEED + "0"}, {"game": 2}, {"dealer": 0}]
)
def test_games_without_a_code_seed_have_no_code(change: dict[str, object]) -> None:
    setup = with_code(table_of("sandbags", "bbbb"))
    assert code_of(setup) is not None and setup.dealer != 0
    assert code_of(replace(setup, **change)) is None


def test_a_game_with_another_program_has_no_code() -> None:
    setup = with_code(table_of("sandbags", "bbbb"))
    assert code_of(replace(setup, seats=(SeatSetup("X", "bot", "exec", "cat"), *setup.seats[1:]))) is None


def played(setup: TableSetup, folder: Path, rng: random.Random) -> Table:
    """Play a game to its end, with a cut by every person, and check that it shows no code before the end."""
    table = opened(setup, folder)
    while step(table, rng):
        for viewer in (None, *table.people):
            shown = table.shown(viewer)
            assert shown.code is None or shown.final is not None
    table.close_game()
    return table


@pytest.mark.parametrize(("slug", "options"), [("sandbags", {"target": 50}), ("3b-four", {"hands": 2})])
def test_people_in_any_seat_get_the_same_cards(slug: str, options: dict[str, int], tmp_path: Path) -> None:
    dealt = []
    for number, kinds in enumerate(("hbbb", "bbhb", "hhhh")):
        setup = with_code(table_of(slug, kinds, None, **options))
        table = opened(setup, tmp_path / str(number))
        offer = table.next()
        assert isinstance(offer, CutOffered) and not offer.human and offer.may_designate is None
        table.deal(None)
        (record,) = replayed(path_of(table).read_bytes())
        dealt.append([event for _, event in record.deals])
        table.leave()
    assert dealt[0] == dealt[1] == dealt[2] and dealt[0]


def test_the_code_is_shown_only_at_the_end(tmp_path: Path) -> None:
    table = played(with_code(table_of("sandbags", "hbbb", target=50)), tmp_path, random.Random(1))
    shown = table.shown(None)
    assert shown.code == code(table.setup) and str(shown.code) not in repr(shown)
    following = table.again()
    assert following.seed != table.setup.seed and code_of(following) not in (None, shown.code)


def test_a_fork_shows_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The original game of a fork may still be in progress."""
    table = played(with_code(table_of("sandbags", "bbbb", target=50)), tmp_path, random.Random(1))
    monkeypatch.setattr("spades_tui.play.table.is_fork", lambda path: True)
    assert table.shown(None).code is None


WHOLE = "67QF2M90"
"""The shortest code of `sandbags` has its flags, its seed and a letter to check them."""


@pytest.mark.parametrize("length", range(1, SEED_LETTERS + 1))
@pytest.mark.parametrize("last", LETTERS)
def test_a_code_without_its_end_is_too_short(length: int, last: str) -> None:
    with pytest.raises(UnusableError, match="too short"):
        setup_by_code(f"sandbags {WHOLE[:length]}{last}")


def test_of_all_last_letters_one_checks_the_shortest_code() -> None:
    wrong = 0
    for last in LETTERS:
        with pytest.raises(UnusableError) as caught:
            setup_by_code(f"sandbags {WHOLE[: SEED_LETTERS + 1]}{last}")
        wrong += "wrong or missing" in str(caught.value)
    assert wrong == len(LETTERS) - 1
