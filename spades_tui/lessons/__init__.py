"""Lessons and puzzles: records with text between their lines (docs/formats.md)."""
