"""Play a game: the loop, the table, its journal, fair deals, outside players. It shows nothing."""
