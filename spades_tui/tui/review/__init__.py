"""A finished game looked at again: each decision, what it cost, and what was luck."""
