"""Playing a game: the loop, the table, its journal, fair deals and outside players. Screens are elsewhere."""

DEFAULT_GAME = "classic"
"""The game that a new user plays, and that a command plays if none is named."""
SCORINGS = ("points", "matchpoints", "imps")
"""How to compare results with the same cards."""
MATCH_HANDS_MOST = 24  # the most hands of a match; bridge clubs play about as many in an evening
