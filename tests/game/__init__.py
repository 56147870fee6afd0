"""Tests of the rules, one by one, on the state machine."""
