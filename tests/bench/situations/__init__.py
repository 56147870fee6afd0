"""Describe situations as text: a hand, the bids, the tricks so far, and the right or wrong choices."""
