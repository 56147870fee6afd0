"""How often Python looks for what nobody reaches any more, in commands that play game after game."""

import gc


def seldom() -> None:
    """A tenth as often as usual: a hand makes thousands of states and notes, and nearly all go by themselves."""
    gc.set_threshold(10_000, 10, 10)
