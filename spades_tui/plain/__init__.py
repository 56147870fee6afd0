"""The game as lines of plain text, in speaking order: a second face of the same tables."""
