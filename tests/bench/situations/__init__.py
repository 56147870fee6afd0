"""Tiny situations written as text: a hand, the bids, the tricks so far, and what must or must never be done."""
