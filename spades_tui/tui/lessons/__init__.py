"""Lessons and puzzles on screen: the list, and a lesson at the table."""
