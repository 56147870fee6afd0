"""Files written by each released version, never removed."""
