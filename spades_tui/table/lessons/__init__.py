"""Lessons: a record with words between its lines, played by a person who finds his own facts (docs/lessons.md)."""
