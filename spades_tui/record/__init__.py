"""The game record: the one format for everything that leaves the program (JSON Lines, ``spades-record/1``)."""
