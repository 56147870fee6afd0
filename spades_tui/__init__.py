"""Spades in the terminal: seventeen games, friends at one keyboard, honest computer players."""

__version__ = "1.2.0"
