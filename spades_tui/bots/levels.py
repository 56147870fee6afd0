"""The levels of computer players by name, with a style or without. Who only names levels imports no player.

A level may be followed by a style: ``club/bold``.
"""

from spades_tui.bots.styles import STYLES, joined_level, split_level

LEVELS = ("beginner", "club", "strong", "expert")
"""The levels, from weakest to strongest."""
SLOW = ("strong", "expert")
"""Levels that search; a decision may take several tenths of a second."""
STYLED = LEVELS[1:]
"""Levels that can have a style."""


def level_problem(level: str) -> str | None:
    """Return what is wrong with a level such as ``club`` or ``club/bold``, as a sentence; None if it's valid."""
    base, style = split_level(level)
    names = [known.name for known in STYLES]
    if base not in LEVELS:
        return f"{level!r} isn't a level; choose from {', '.join(LEVELS)}"
    if base == level:
        return None
    if base not in STYLED:
        return f"{level!r}: a {base} has no style; write {base}, or another level"
    if style not in names:
        return f"{level!r}: {style!r} isn't a style; choose from {', '.join(names)}"
    return None


def is_level(level: str) -> bool:
    """Return whether `level` names a computer player."""
    return level_problem(level) is None


def searches(level: str) -> bool:
    """Return whether a level searches, with any style. A search may take several tenths of a second."""
    return split_level(level)[0] in SLOW


def simpler_levels(level: str) -> tuple[str, ...]:
    """Return the levels weaker than this one, the strongest first, with its style if they can have one."""
    base, style = split_level(level)
    levels = []
    for weaker in reversed(LEVELS[: LEVELS.index(base)]):
        if weaker in STYLED:
            weaker = joined_level(weaker, style)
        levels.append(weaker)
    return tuple(levels)
