"""Tools for finished games: simulation, verification, review, forks and masked records."""
