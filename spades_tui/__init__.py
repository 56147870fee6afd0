"""Spades in the terminal: four families of the game, people at one keyboard, honest computer players."""

__version__ = "1.0.0"
