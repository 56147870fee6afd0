"""The component `dump` lets a player declare a dump."""

import pytest

from spades_tui.rules.customs import DumpDeclaration
from tests.rules.parts import bounded, built, error_of


@pytest.mark.rule("3B-22")
def test_dump_declaration_has_bounds_defaults_and_a_sentence() -> None:
    bounded("3b-four", "customs", DumpDeclaration, "before_trick", 1, 18)
    assert built(DumpDeclaration) == DumpDeclaration(kind="dump", rule="3B-22", before_trick=5)
    assert built(DumpDeclaration).sentence() == "A player without a trick may declare a dump before trick 5."


@pytest.mark.rule("3B-22")
@pytest.mark.parametrize(
    ("slug", "trick", "message"),
    [
        ("3b-four", 13, ""),
        ("3b-four", 14, "customs[5].before_trick: the value is 14, but there are only 13 tricks"),
        ("3b-three", 17, ""),
        ("3b-three", 18, "customs[5].before_trick: the value is 18, but there are only 17 tricks"),
        ("sandbags", 13, ""),
    ],
)
def test_invalid_declarations_are_refused(slug: str, trick: int, message: str) -> None:
    assert error_of(slug, "customs", {"kind": "dump", "before_trick": trick}) == message
