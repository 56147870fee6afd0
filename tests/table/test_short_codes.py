"""A code that lacks its end is too short, whatever its last letter is; it's never taken for another code."""

import pytest

from spades_tui.language.unusable import UnusableError
from spades_tui.play.game_code import LETTERS, SEED_LETTERS, setup_by_code

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
