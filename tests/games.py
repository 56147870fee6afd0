"""List the shipped games for tests that apply to each of them, and find their options and journals."""

from pathlib import Path

from _pytest.mark import ParameterSet

from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import Option, Variant, options_of
from tests.quick_cases import slow_but

SLUGS = tuple(shipped())
"""The slugs of all shipped games."""


def each_game(*quick: str) -> list[ParameterSet]:
    """Return all games as parameters: the named ones always run, the others are marked slow.

    Raises AssertionError for an unknown name.
    """
    return slow_but(quick, SLUGS)


def option_of(variant: Variant, name: str) -> Option:
    """Return the option with this name. Raises KeyError if there is none."""
    return {option.name: option for option in options_of(variant)}[name]


def path_of(table: Table) -> Path:
    """Return the journal of a table that is saved."""
    assert table.path is not None
    return table.path
