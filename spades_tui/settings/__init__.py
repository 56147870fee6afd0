"""Settings and the key map: what a user may choose, and the file that keeps it."""
