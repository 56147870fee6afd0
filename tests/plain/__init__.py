"""Tests of the game in plain text."""
