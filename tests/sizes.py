"""List the sizes of terminals for tests of screens."""

import pytest

SMALL, MEDIUM, LARGE = (80, 24), (100, 30), (140, 45)


def at_each_size(*sizes: tuple[int, int]) -> pytest.MarkDecorator:
    """Mark a test for several sizes: the first and smallest always runs, the others are slow tests.

    Missing room shows up first at the smallest size.
    """
    first, *others = sizes
    entries = [first, *(pytest.param(size, marks=pytest.mark.slow) for size in others)]
    return pytest.mark.parametrize("size", entries, ids=[f"{columns}x{lines}" for columns, lines in sizes])
