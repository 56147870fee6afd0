"""The scorebook on screen: scoreboard, games, persons, numbers, and corrections by hand."""
