"""The review of a finished game: each decision, its cost, and the luck."""
