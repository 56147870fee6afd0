"""Files written by each released version, which are never removed."""
