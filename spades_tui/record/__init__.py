"""The game record: the format in which games are saved and shared (JSON Lines, ``spades-record/1``)."""
