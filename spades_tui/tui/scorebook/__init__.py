"""The book on screen: scoreboard, games, persons, numbers, and what is put right by hand."""
