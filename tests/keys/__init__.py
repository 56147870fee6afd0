"""Tests of the keys: the table of actions, changed keys, and their settings file."""
