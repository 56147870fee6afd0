"""Tests of fair deals: test vectors, and how evenly cards are dealt."""
