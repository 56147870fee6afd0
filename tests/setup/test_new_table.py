"""Defaults and sentences of the form for a new table."""

from itertools import product
from pathlib import Path

import pytest

from spades_tui.bots.styles import split_level
from spades_tui.language.player_names import NAME_MOST
from spades_tui.language.unusable import UnusableError
from spades_tui.play import new_table
from spades_tui.play.cast import of_seat
from spades_tui.play.setup import check_name
from spades_tui.presentation import new_table_words
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.variant import options_of, with_options
from spades_tui.tui.setup import seat_widgets

SLUGS = sorted(shipped())


def test_names_are_trimmed_and_may_use_any_alphabet() -> None:
    assert new_table_words.wrong_name([" Ann ", "Böörk", "李"]) is None
    assert new_table_words.wrong_name(["Bo\u0308", "Bö"]) == (1, "Seats 1 and 2 are both called Bö; change one name.")


def test_people_at_a_table_read_how_to_invite_friends_from_elsewhere() -> None:
    assert "F3" in new_table_words.company(1, room=True)
    assert "F3" not in new_table_words.company(1, room=False)
    assert "F3" in new_table_words.company(2, room=True)
    assert "F3" in new_table_words.company(4, room=False)


def test_a_name_has_the_same_maximum_as_everywhere() -> None:
    for name in ("B" * NAME_MOST, "字" * NAME_MOST):
        assert new_table_words.wrong_name([name]) is None and check_name(name) == name
    for longer in ("B" * (NAME_MOST + 1), "字" * (NAME_MOST + 1)):
        wrong = new_table_words.wrong_name([longer])
        assert wrong is not None and f"the maximum is {NAME_MOST} characters" in wrong[1]
        with pytest.raises(UnusableError, match=f"the maximum is {NAME_MOST} letters"):
            check_name(longer)
    assert f"up to {NAME_MOST} characters" in seat_widgets.FIELD_HELP["name"]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_persons_partner_gets_a_stronger_level(slug: str) -> None:
    variant = find(slug)
    seats = new_table.default_seats(variant, "Bea")
    names = [name for name, _ in seats]
    assert len({name.casefold() for name in names}) == variant.seats
    assert seats[0] == ("Bea", None)
    better = {variant.seats // 2} if variant.sides == "partners" else set()
    assert [split_level(level or "")[0] for _, level in seats[1:]] == [
        "strong" if seat in better else "club" for seat in range(1, variant.seats)
    ]
    assert all(of_seat(name, level) for name, level in seats[1:]), "everybody is of the cast, in their own style"


def test_a_kept_partner_with_the_users_name_is_ignored() -> None:
    bags = find("sandbags")
    names = [name for name, _ in new_table.default_seats(bags, "Eve", "strong/zeros:Eve")]
    assert names == ["Eve", "Bea", "Cy", "Dot"]
    assert new_table.default_seats(bags, "Ann", "expert:Zoe")[2] == ("Zoe", "expert")
    assert new_table.default_seats(find("cutthroat"), "Ann", "expert:Bea")[1] == ("Bea", "club/bold")


def test_a_quick_game_without_a_last_table_has_the_kept_partner(home: Path) -> None:
    setup = new_table.quick_setup("Ann", "strong/zeros:Eve")
    assert (setup.seats[2].name, setup.seats[2].level) == ("Eve", "strong/zeros")


@pytest.mark.parametrize("slug", SLUGS)
def test_every_option_of_every_variant_is_explained(slug: str) -> None:
    variant = find(slug)
    for option in options_of(variant):
        assert new_table_words.label(option)
        assert new_table_words.explained(variant, option).endswith(".")


LENGTHS = {
    "sandbags": [500, 200, 300, 500],
    "joker-deuces": [350, 500, 200, 300, 350],
    "bemo": [500, 200, 300, 500],
    "3b-four": [8, 16, 4, 8],
    "3b-five": [9, 10, 18, 5, 9],  # after ten hands everybody has sat out equally often
    "league": [12, 12],  # which follows a programme
}


@pytest.mark.parametrize("slug", LENGTHS)
def test_a_quick_game_offers_the_lengths_of_its_game(slug: str) -> None:
    setup = new_table.default_setup(find(slug), "Ann")
    for length in LENGTHS[slug]:
        played = with_options(setup.variant, setup.options).to_json()["endings"]
        assert length in [part.get("points", part.get("hands")) for part in played]
        assert new_table_words.length_words(setup).split(" ")[0] in ("", str(length))
        longer = new_table.with_length(setup, 1)
        assert new_table.with_length(longer, -1) == setup
        setup = longer
    assert setup.options != {} or slug == "league"


def test_a_choice_that_does_not_fit_the_people_gets_one_that_does() -> None:
    changed = 0
    for variant in shipped().values():
        for option, people in product(options_of(variant), range(1, variant.seats + 1)):
            for value in option.values:
                misfits = new_table.unfit(variant, {option.name: value}, people)
                misfit = with_options(variant, {option.name: value}).unfit(people)
                assert [why for why, _ in misfits.values()] == ([misfit[0]] if misfit else [])
                for name, (_, other) in misfits.items():
                    assert with_options(variant, {name: other}).unfit(people) is None
                    changed += 1
    assert changed
