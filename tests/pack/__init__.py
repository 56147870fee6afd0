"""Tests of the games from elsewhere with these names (NL to JD), sentence by sentence."""
