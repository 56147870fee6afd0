"""Lessons and puzzles: a record with words between its lines, and a reader for it (docs/lessons.md)."""
