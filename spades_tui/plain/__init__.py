"""The game as lines of plain text, for screen readers and simple terminals."""
