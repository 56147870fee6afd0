"""Lessons and puzzles: a record with text between its lines, and its reader."""
