"""The book: scoreboards, statistics, the season, and whatever may go wrong with its files."""
