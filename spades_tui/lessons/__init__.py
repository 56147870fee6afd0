"""Lessons and puzzles: records with text between their lines (docs/lesson-files.md)."""
