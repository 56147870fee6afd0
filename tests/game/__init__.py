"""The rules, one by one, on the state machine."""
