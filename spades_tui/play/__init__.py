"""Playing a game: the loop, the table, its journal, fair deals and outside players. Screens are elsewhere."""

SCORINGS = ("points", "matchpoints", "imps")
"""How to compare results with the same cards."""
