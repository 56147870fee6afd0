"""The game as lines of plain text, in the order in which one would say them: a second face of the same tables."""
