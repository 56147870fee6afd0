"""Playing a game: the loop, the table, its journal, fair deals, outside players. Nothing here shows anything."""
