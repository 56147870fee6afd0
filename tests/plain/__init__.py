"""Tests of the game as lines of plain text."""
