"""Settings and keys: what users can choose, and the file that keeps it."""
