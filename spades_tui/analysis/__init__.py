"""Finished games examined: simulation, verification, review, forks and masked records."""
