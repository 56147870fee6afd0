"""What a table asks, and how cards, people and points are spoken of: the same words on every face of it."""
