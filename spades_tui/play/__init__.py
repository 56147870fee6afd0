"""Playing a game: the loop, the table, its journal, fair deals and outside players. Screens are elsewhere."""
