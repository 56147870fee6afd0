"""Simulate games, and verify, review, fork and mask records."""
