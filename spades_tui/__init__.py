"""Spades in the terminal: seventeen games, friends anywhere, honest computer players."""

__version__ = "1.3.0.dev0"
