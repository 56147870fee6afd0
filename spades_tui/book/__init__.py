"""The book: scoreboards, statistics and the season of each table, computed from records and its own facts."""
